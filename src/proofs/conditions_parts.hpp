// What the files of Conditions share among themselves.
#pragma once

#include "proofs/conditions.hpp"

#include <set>

namespace bouton::proofs {

/// Does one of the variables occur?
bool mentions(const Expr& e, const std::set<int>& slots);

/// The part of a loop that does not depend on some of its variables.
Loop without(const Loop& loop, std::set<int> slots);

}  // namespace bouton::proofs
