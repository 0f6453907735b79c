// Reading files that may come from anybody: a bounded number of bytes, of plain files only. A pipe would be waited for, a device has no end,
// and a link inside a folder that somebody sent leads out of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bouton::store {

/// The whole file. Throws, naming it, when it is no plain file (a link is none either), larger than `most` bytes, or cannot be read.
std::string read_plain_file(const std::string& file, std::uint64_t most);

/// Throws when the output would be written over one of the inputs, by whatever name.
void require_not_input(const std::string& output, const std::vector<std::string>& inputs);

/// The same for a folder that is going to be replaced: no input may lie in it.
void require_no_input_in(const std::string& folder, const std::vector<std::string>& inputs);

}  // namespace bouton::store
