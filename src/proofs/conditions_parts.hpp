// What the files of Conditions share among themselves.
#pragma once

#include "proofs/conditions.hpp"

#include <optional>
#include <set>

namespace bouton::proofs {

/// Does one of the variables occur?
bool mentions(const Expr& e, const std::set<int>& slots);

/// The part of a loop that does not depend on some of its variables.
Loop without(const Loop& loop, std::set<int> slots);

/// The coordinates of a call, if each is a variable of its own; otherwise nothing.
std::optional<std::set<int>> coordinate_slots(const Expr& call, const Ruleset& rules);

std::vector<Labelled> joined(std::vector<Labelled> a, const std::vector<Labelled>& b);

/// Those that are not put in.
std::vector<AtomId> left_free(const std::vector<AtomId>& variables, const Substitution& at);

}  // namespace bouton::proofs
