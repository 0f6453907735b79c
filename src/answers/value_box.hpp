// The values of a box of positions and the moves between them, as data for a page that lets its reader look into a picture: no rules are
// needed there. Options that differ by equal steps are one run, as "take 1 to 7 from x": a table of 100 x 100 positions of Wythoff's game has
// 600 000 options and 30 000 runs. Cost: every option once.
#pragma once

#include "answers/answer.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace bouton {

struct ValueBox {
    /// The options position + first + i * step for 0 <= i < count.
    struct Run {
        Position first, step;
        std::int64_t count = 1;
    };
    std::vector<Axis> axes;               // one to three
    std::vector<std::int64_t> values;     // the last axis runs fastest; -1: no position
    std::vector<std::vector<Run>> moves;  // of each cell; empty: heaps split, or coordinates are left out
    bool outcomes = false;                // P and N instead of numbers
};

/// Nothing where the table has more than `most` cells, or four axes.
std::optional<ValueBox> value_box(const Session& session, const TableAnswer& table, std::uint64_t most);

}  // namespace bouton
