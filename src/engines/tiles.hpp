// The order in which a table is filled: segments of rows, tile by tile, several tiles at once.
#pragma once

#include "engines/filler.hpp"

#include <functional>

namespace bouton {

/// Cells that differ in the last coordinate only: first, first + 1, ..., count of them (at most kLongestSegment); the others are `outer`.
struct RowSegment {
    const std::int64_t* outer;  // null for one coordinate
    std::int64_t first;
    std::size_t count;
    std::uint64_t index;  // of the first cell
};

constexpr std::int64_t kLongestSegment = 256;

/// What must be final before a cell: those with no larger coordinates; where coordinates may grow, all that come before it in lexicographic
/// order. With growth the far end of rows is left out (Shape::growth).
struct FillOrder {
    std::int64_t growth = 0;
    bool lexicographic = false;

    FillOrder(std::int64_t growth) : growth(growth), lexicographic(growth > 0) {}  // NOLINT: a number is the usual case
    FillOrder(const Shape& shape) : growth(shape.growth), lexicographic(shape.growth > 0 || shape.levels) {}  // NOLINT
};

/// Calls `fill` for segments that cover all cells that are not done, in that order. Progress is told about ten times a second, whatever a cell costs.
void for_each_segment(const Cells& cells, const Done& done, const FillOrder& order, const Watch& watch,
                      const Filler::Progress& progress, const std::function<void(const RowSegment&)>& fill);

}  // namespace bouton
