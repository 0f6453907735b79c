// What the moves of a ruleset look like: the one analysis from which an engine is chosen.
#pragma once

#include "engines/engine.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

/// One move, written as  option = position + offset + sum of v_j * steps[j]  where that is possible.
struct MoveShape {
    enum class Kind {
        jump,    // no variable: one option
        line,    // one variable: the options lie on a line
        region,  // several variables
        split,   // a heap becomes a sum of heaps
        other,   // the options depend on the position in another way
    };

    /// Values of a variable: the largest of `lower` <= v <= the least of `upper`.
    struct Interval {
        std::vector<Expr> lower, upper;
    };

    Kind kind = Kind::other;
    const Move* move = nullptr;                    // in Shape::rules
    std::vector<std::int64_t> offset;              // jump, line, region: by coordinate
    std::vector<std::vector<std::int64_t>> steps;  // by variable, by coordinate
    std::vector<Interval> intervals;               // line: the values of the variable, in terms of the position only
    std::vector<Expr> conditions;                  // tests of the position; all must hold
    bool needs_tests = false;  // a condition remains that involves a variable: options are tested one by one
    int absolute = -1;  // line: this coordinate of the option does not depend on its old value (move to t, not: take t)
};

struct Shape {
    Ruleset rules;  // a group of piles is written out as coordinates
    std::size_t dimension = 0;
    std::vector<MoveShape> moves;

    /// All positions below one of a box lie in the box (with `growth` extra room), and every move leads to a lexicographically smaller
    /// one: a table can be filled from front to back.
    bool boxed = false;

    /// The last coordinate may grow, by at most this in a move, and only when the first one falls: positions below (x, ..., k) lie in
    /// a box with  growth * x  more room for k.
    std::int64_t growth = 0;

    /// One heap and a fixed set of removals, whatever the heap: that set, in order.
    std::optional<std::vector<std::int64_t>> removals;

    /// Every move lowers the first coordinate, and the others may do what they like inside the box (engines/levels): a table is filled
    /// from front to back, whatever lies in a row.
    bool levels = false;
};

/// Of rules that were put into levels.
std::shared_ptr<const Shape> shape_of_levels(const Ruleset& rules);

/// The shape of the rules for positions with `length` coordinates.
std::shared_ptr<const Shape> shape_of(const Ruleset& rules, std::size_t length);

}  // namespace bouton
