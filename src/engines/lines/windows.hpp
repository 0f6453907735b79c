// What the inner loop of the lines engine works on.
#pragma once

#include "engines/filler.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace bouton::lines {

constexpr std::size_t kMostWindows = 64;
/// The window that a line's set stands for: cells first .. last - 1. The first `full` words of the set are full.
struct Ends {
    std::int32_t first = 0, last = 0;
    std::uint32_t full = 0;
};

/// Words of a set of the values 0..bound.
inline std::uint64_t words_for(std::uint64_t bound) { return bound / 64 + 1; }

/// One family of lines, as seen from a segment of a row: the window of the i-th cell is first[i]..last[i] on line `line + i * line_step`,
/// and the cell at place q of that line has the index  origin + i * origin_step + q * stride.
struct Window {
    const std::int32_t* first;
    const std::int32_t* last;
    std::int64_t line, line_step;
    std::int64_t origin, origin_step, stride;
    bool short_window;  // a few cells: no set is kept, they are looked at
    bool adjacent;      // the window ends just before the cell, on the cell's own line: its value may enter at once
    Ends* ends;
    std::uint64_t* bits;    // `words` for each line
    std::uint16_t* counts;  // `values` for each line; null: not counted
    std::int64_t words, values;
};

struct Segment {
    const Window* window;
    std::size_t windows;
    std::uint64_t index;  // of the first cell
    std::size_t count;
    const std::uint8_t* exists;  // null: all do
    std::uint64_t* loose;        // an empty set: for short windows, and in the place of empty ones
    Values values;
};

void fill_segment(const Segment& segment, const Cells& cells);

}  // namespace bouton::lines
