// Games in which turn k allows 1 to f(k) stones of one pile: (x - t, k + 1). Whatever f is, only f(k), f(k + 1), ..., f(k + x - 1) matter. The
// P-positions of one turn are a union of intervals: those of the turn before are what no move leads into it. So the turns are gone through
// backwards with lists of intervals, however large k is.
#pragma once

#include "engines/engine.hpp"

#include <optional>

namespace bouton {

/// 0 (P) or 1 (N); nothing: not a game of this kind, or too many stones.
std::optional<int> turn_outcome(const Ruleset& rules, const LargePosition& position, const Watch& watch);

}  // namespace bouton
