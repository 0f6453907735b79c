// Files that are there completely or not at all: written beside the target under another name, then renamed. A full
// disk, an error or a cancellation leaves what was there before, and nothing beside it. The bytes are on the disk before
// the name is, and the name before write_file returns. Without room (disk, quota, ulimit -f) the fault is a limit, as
// for tables in .npy files.
//
// A target that is no plain file (a device, a pipe) is written to directly: renaming would replace it. A symbolic link
// stays; the file that it leads to is replaced.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace bouton::store {

/// Throws, with the reason and what to do, when the file could not be written. To be asked before long work.
void require_writable(const std::string& file);

/// `write` fills the stream; what it throws leaves through here, after the traces are removed. The stream keeps no
/// buffer of its own, and throws as soon as something cannot be written: give it blocks.
void write_file(const std::string& file, const std::function<void(std::ostream&)>& write);

void write_file(const std::string& file, std::string_view text);

}  // namespace bouton::store
