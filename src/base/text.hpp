// Small things about texts.
#pragma once

#include <string>

namespace bouton {

/// A name for files: lower-case letters and digits, joined by -. May be empty.
std::string slug(const std::string& text);

/// A word as a shell takes it back.
std::string quoted_for_shell(const std::string& word);

}  // namespace bouton
