// A union a | b | c, part by part: as sets, and as the file writes it.
#pragma once

#include "lang/expr.hpp"
#include "lang/syntax.hpp"

#include <string>
#include <vector>

namespace bouton::lang {

/// The sets that a union joins, in order; any other set is its own only part.
std::vector<Positions> union_parts(const Positions& set);

/// The texts of the parts of `a | b | c`.
std::vector<std::string> union_texts(const syntax::Term& written);

}  // namespace bouton::lang
