// Random rulesets of the shapes that the fast engines know, as texts, so that a failure can be pasted into a file.
#pragma once

#include "engines/engine.hpp"
#include "unit/support.hpp"

#include <cstdint>
#include <string>

namespace bouton::unit {

struct TableGame {
    std::string text;
    Position largest;  // a box that the reference engine fills in no time
};

/// One of the shapes, by number: 0 lines in one to four coordinates, 1 neighbouring lines (a turn counter), 2 a fixed set of removals,
/// 3 one heap with an interval, 4 regions under linear bounds, 5 up to k piles, 6 splitting heaps, 7 coordinates that grow, 8 anything (moves
/// that depend on the position, conditions on what is taken).
constexpr int kTableShapes = 9;
TableGame random_table_game(int shape, Random random);
TableGame random_table_game(int shape, std::uint64_t seed);

}  // namespace bouton::unit
