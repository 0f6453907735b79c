// An engine that values a whole box of positions at once. Each kind of engine is one; box.cpp turns any of them into an Engine.
#pragma once

#include "engines/cells.hpp"
#include "engines/shape.hpp"

#include <functional>
#include <memory>
#include <string>

namespace bouton {

class Filler {
  public:
    virtual ~Filler() = default;

    /// No value in the box is larger. Decides the cells' width.
    virtual Value bound(const Position& largest) const = 0;

    /// Bytes needed beside the cells, about.
    virtual std::uint64_t working_memory(const Position& largest) const = 0;

    /// Called with a number of rows (first coordinates) of which all cells are final, now and then, growing; may throw to stop.
    using Progress = std::function<void(std::int64_t rows)>;

    /// Values of all cells whose first coordinate is at least `from`; those before are already there, and are only read.
    virtual void fill(Cells& cells, std::int64_t from, const Progress& progress) const = 0;
};

/// How values are made from the options' values.
struct Values {
    Value players = 0;   // 0: mex. n: (1 + least) mod n, early exit at 0. Outcomes of two players are n = 2.
    Value terminal = 0;  // without options (misere: 1)
};
Values values_of(const Ruleset& rules, What what);

/// No play that starts in the box is longer (for rules without splits); and no mex in it is larger.
Value longest_play(const Shape& shape, const Position& largest);

}  // namespace bouton
