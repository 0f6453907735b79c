// Positions of several piles whose binary digits must add up to multiples of q in every column: xor (q = 2), Moore's Nim, Nim of n players.
#pragma once

#include "base/watch.hpp"
#include "lang/evaluate.hpp"

#include <optional>

namespace bouton {

/// The fewest piles that must be made smaller so that every column adds up to a multiple of q, and what they become; all others stay. Nothing
/// if the search would take too long.
///
/// Columns are gone through from the left. A pile that is to become smaller first has a 0 where it had a 1, and may have anything further
/// right; so the state is the set of piles that are smaller already, and q - 1 of those suffice for anything.
std::optional<LargePosition> fewest_changes(const LargePosition& piles, const Integer& q, const Watch& watch);

}  // namespace bouton
