// Small things about texts.
#pragma once

#include <string>
#include <string_view>

namespace bouton {

/// A name for files: lower-case letters and digits, joined by -. May be empty.
std::string slug(const std::string& text);

/// A text of anybody's as it may go to a terminal: what steers it (escape sequences and other control characters, marks that change the
/// direction of writing) and what is no character becomes U+FFFD. Line feeds and tabs stay.
std::string printable(std::string_view text);

/// The same for the text of a file: a byte that is no UTF-8 is taken for Latin-1, and control characters stay, since the grammar
/// refuses them where a text is shown.
std::string readable(std::string_view text);

/// A word as a shell takes it back.
std::string quoted_for_shell(const std::string& word);

}  // namespace bouton
