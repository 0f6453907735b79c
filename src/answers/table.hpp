// Which positions a table shows: a box, a window of it, or a slice through it.
#pragma once

#include "engines/cells.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

/// The coordinates of `slice` have one value each; the others run from `from` to `to`, in the order of the game. Values are computed
/// from 0 on in any case.
struct TableRequest {
    Position to;
    Position from;                                            // empty: from 0
    std::vector<std::pair<std::string, std::int64_t>> slice;  // a name, or a number from 1: (a3, 5), (3, 5)

    bool whole() const { return from.empty() && slice.empty(); }
};

/// A coordinate of a table.
struct Axis {
    std::string name;
    std::int64_t from = 0, to = 0;
    bool fixed = false;        // by a slice: from = to
    std::uint64_t stride = 0;  // how far apart its cells are

    std::uint64_t count() const { return static_cast<std::uint64_t>(to - from) + 1; }
};

/// The request spelled out for a game, one axis for each coordinate, without strides. Throws when they do not fit together.
std::vector<Axis> axes_of(const TableRequest& request, const Ruleset& rules);

struct TableAnswer {
    std::shared_ptr<const Cells> cells;  // from 0 on; absent: not in the game's domain
    std::vector<Axis> coordinates;       // all of them, in the order of the game
    std::string engine;
    bool window = false;  // a lower bound was asked for

    TableAnswer(std::shared_ptr<const Cells> values, std::vector<Axis> axes, std::string by);

    std::vector<Axis> axes() const;  // the coordinates that run
    std::string bound() const;       // x <= 30, 5 <= y <= 9, z = 3
    std::uint64_t first() const;     // the first cell that is shown
    std::uint64_t count() const;     // how many are shown
    bool sliced() const { return axes().size() < coordinates.size(); }
    bool exists(std::uint64_t cell) const { return (*cells)[cell] != cells->absent(); }
};

/// Calls row(position, cell) for every row that is shown, in lexicographic order: along it the last of the axes runs. `position` has all
/// coordinates and, like `cell`, stands at the beginning of the row.
template <class Row> void for_each_row(const TableAnswer& table, Row row) {
    const auto& coordinates = table.coordinates;
    std::size_t last = coordinates.size();  // the axis along a row
    while (last > 0 && coordinates[last - 1].fixed) --last;
    Position position;
    for (const Axis& axis : coordinates) position.push_back(axis.from);
    for (std::uint64_t cell = table.first();;) {
        row(static_cast<const Position&>(position), cell);
        std::size_t d = last > 0 ? last - 1 : 0;
        for (;; --d) {
            if (d == 0) return;
            const Axis& axis = coordinates[d - 1];
            if (position[d - 1] < axis.to) break;
            cell -= static_cast<std::uint64_t>(axis.to - axis.from) * axis.stride;
            position[d - 1] = axis.from;
        }
        ++position[d - 1];
        cell += coordinates[d - 1].stride;
    }
}

}  // namespace bouton
