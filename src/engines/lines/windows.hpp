// What the inner loop of the lines engine works on.
#pragma once

#include "engines/filler.hpp"

#include <algorithm>
#include <cstdint>

namespace bouton::lines {

constexpr std::size_t kMostWindows = 64;
constexpr std::size_t kSlackWords = 9;  // a scan may look this many words beyond the last value

/// The window that a line's set stands for: cells first .. last - 1. All values below `least` are in the set.
struct Ends {
    std::int32_t first = 0, last = 0;
    std::uint32_t least = 0;
};

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
    std::uint64_t* loose;        // an empty set for short windows
    Values values;
};

void fill_segment(const Segment& segment, const Cells& cells);

}  // namespace bouton::lines
