// Integers that satisfy equations between expressions: is a position a member of a family, which move leads into one.
//
// All unknowns enter linearly, or as the exponent of a known base. The powers are bounded first, by what is linear in them, so that an exponent
// has no more values than the numbers have digits; for each of these the rest is a linear system. Families that are not of
// this kind but have one parameter are searched by halving. Whatever is found is tested exactly before it is believed.
#pragma once

#include "base/linear_system.hpp"
#include "lang/evaluate.hpp"

#include <vector>

namespace bouton {

/// What must hold: left[i] = right[i], every loop's ranges and conditions. Variables of the loops are unknown, all others known.
struct Equations {
    std::vector<Expr> left, right;
    std::vector<const Loop*> loops;
};

/// Found::yes: the unknowns are set in the frame.
Found solve(const Equations& equations, Frame& frame);

/// Do the ranges and conditions of a loop hold for the values in the frame?
bool holds(const Loop& loop, Frame& frame);

}  // namespace bouton
