// The bounds and results of a move as linear inequalities between a position and its option.
#pragma once

#include "engines/regions/region.hpp"

namespace bouton::regions {

/// Why a move is no region; half a sentence.
struct Unfit {
    const char* why;
};

struct ReadMove {
    std::optional<Region> region;  // with all that the bounds say; nothing if the move is never legal
    std::size_t variables = 0;     // that run through a range
};

/// Throws Unfit, or what evaluating a number in the rules throws.
ReadMove read_move(const Ruleset& rules, const Move& move);

}  // namespace bouton::regions
