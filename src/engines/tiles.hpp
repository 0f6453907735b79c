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

/// Calls `fill` for segments that cover all cells that are not done. When a segment comes, every cell with no larger coordinates outside it
/// is final (with growth: every cell before it in lexicographic order). Progress is told about ten times a second, whatever a cell costs.
void for_each_segment(const Cells& cells, const Done& done, std::int64_t growth, const Watch& watch,
                      const Filler::Progress& progress, const std::function<void(const RowSegment&)>& fill);

}  // namespace bouton
