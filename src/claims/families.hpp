// The members of a family { element for n >= 0, ... if ... } inside a box of positions.
//
// Variables are chosen one after the other. Before each choice the intervals of all variables not yet chosen are narrowed until nothing
// changes: from their ranges, from the conditions, and from "coordinate i of the element lies in the box" read backwards through the
// expression (+, -, *, 2^n, floor, sums of natural numbers ...). So n >= 0 in (3*2^n - 1 + m, m) needs no bound: the box gives one.
// With the box shrunk to a point this decides membership. Narrowing only removes impossible values and every member found is tested
// exactly, so the answer does not depend on how well it narrows.
#pragma once

#include "lang/evaluate.hpp"

#include <functional>

namespace bouton {

struct Box {
    Position low, high;  // a coordinate without bound: detail::kNoBound
};

/// Calls visit for each member (some may come twice) until it returns false.
void for_each_member(const std::vector<Expr>& element, const Loop& loop, const Box& box, Frame& frame, Oracle* oracle,
                     const std::function<bool(const Position&)>& visit);

}  // namespace bouton
