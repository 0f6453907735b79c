// Random rulesets at the edges: ranges that are huge, empty or begin below 0, removals beside the ends of the machine's integers, values
// beside the widths of table cells, heaps that split into next to nothing.
#pragma once

#include "unit/random_tables.hpp"

namespace bouton::compare {

/// `largest` is a box that plain recursion fills in no time. No variable of a legal move is farther from 0 than twice the largest coordinate.
unit::TableGame edge_game(unit::Random& random);

/// A game whose values are known for every size, with a box that ends beside 255 or 65535.
struct WideGame {
    std::string text;
    Position largest;
    std::uint32_t (*value)(const Position&);
    bool outcome_only;  // with several players
};
WideGame wide_game(unit::Random& random);

}  // namespace bouton::compare
