// Text that comes from anywhere, as a part of an HTML page or a line of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace bouton::render {

/// As it stands, whatever it is: markup becomes text; bytes that are no UTF-8, and characters that would turn the text after them around,
/// become U+FFFD; control characters become blanks. Lines and tabs stay. Also for attributes in double quotes.
std::string html(std::string_view text);

/// The same for a terminal: one line, no escape sequences, ordinary blanks only.
std::string plain(std::string_view text);

/// A path relative to the page, as the value of href: no scheme, no query, no markup can come out of it.
std::string relative_link(std::string_view path);

}  // namespace bouton::render
