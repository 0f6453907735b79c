// A remedy for mistakes that people make, by what stands where the reader was stuck.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bouton::lang {

/// " (equality is written =)", or "". `expected`: what the reader was waiting for at this byte of the text.
std::string hint_for(std::string_view text, std::size_t byte, std::string_view expected);

}  // namespace bouton::lang
