// Functions that are sums, seen from outside: what they depend on, and when two of them are one.
#pragma once

#include "lang/elaborate.hpp"

#include <map>
#include <string>

namespace bouton::lang {

/// The variables that occur in an expression (bound ones too), by slot, with their names.
std::map<int, std::string> variables_in(const Expr& e);

/// Does an expression look into a set of positions, or into a set of numbers that is not known?
bool mentions_sets(const Expr& e);

/// Are they the same function, whatever the slots of their arguments and bound variables are? False where that is not certain.
bool same(const Sequence& a, const Sequence& b);

}  // namespace bouton::lang
