// How the positions of a game can be put into levels: a weight of the coordinates that every move lowers, and weights that no move raises,
// which bound the coordinates that may grow. Both are proved from the rules.
//
// The weights are found by rounds: a move that does not do what is wanted gives more weight to the coordinates that it lowers. That ends with
// weights, or with numbers that are too large to be of use.
#pragma once

#include "engines/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bouton::levels {

/// A linear form of the coordinates with natural factors.
using Weights = std::vector<std::int64_t>;

std::int64_t weight_of(const Weights& weights, const Position& position);

struct Order {
    Weights level;                                  // every move lowers it
    std::size_t left_out = 0;                       // its factor in the level is 1: level and other coordinates tell it
    std::vector<Weights> ceilings;                  // no move raises these
    std::vector<std::optional<std::int64_t>> most;  // by coordinate: the largest that the domain allows
};

/// Nothing, and half a sentence, where no such weights are found.
std::optional<Order> order_of(const Shape& shape, std::string& why_not);

/// The same game: a coordinate that the domain bounds by a small number becomes another one, whatever the rules say, as "plus a constant",
/// by a move for each of its values.
Ruleset with_cases(const Ruleset& rules);

/// The same game in the coordinates: level, then all but the one left out; without positions that those up to `largest` never lead to.
/// No move leads out of the box 0..`box`, and every move lowers the first coordinate.
struct Arranged {
    Ruleset rules;
    Position box;
    bool too_large = false;  // the box cannot be counted
};
Arranged arranged(const Ruleset& rules, const Order& order, const Position& largest);

}  // namespace bouton::levels
