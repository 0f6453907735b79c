// What the grammar has matched -> syntax. Apart from parse.cpp, which instantiates the grammar: the two compile side by side.
#pragma once

#include "lang/ranges.hpp"
#include "lang/tree.hpp"

#include <string>

namespace bouton::lang {

/// Well formed, but refused: thrown by the functions below.
struct Refused {
    syntax::Place place;
    std::string message;
};
inline constexpr auto kTooDeep = "nested too deeply, or too long; name a part of it with let, set or function";

syntax::File file_from(const Tree& root, const std::string& path);  // root: what grammar::file has matched
syntax::Term term_from(const Tree& root);                           // root: of grammar::lone_term
syntax::Ranges ranges_from(const Tree& root);                       // root: of grammar::lone_ranges

}  // namespace bouton::lang
