// Text -> syntax. Errors are bouton::Error with `file:line:col: expected ..., found ...`, the line and a caret.
#pragma once

#include "lang/syntax.hpp"

#include <string>
#include <string_view>

namespace bouton::lang {

syntax::File parse_file(std::string_view text, const std::string& path);

/// One expression, set or table, as typed on the command line. `what` names it in errors, e.g. "k".
syntax::Term parse_term(std::string_view text, const std::string& what);

/// Throws `path:line:col: message` with the line of `text` and a caret.
[[noreturn]] void fail_at(std::string_view text, const std::string& path, syntax::Place place,
                          const std::string& message);

}  // namespace bouton::lang
