// Loops over more cases than can be run through: sums of polynomials in closed form, and `exists` where the conditions hold up to some value,
// or from some value on, found by halving.
#pragma once

#include "lang/evaluate.hpp"

#include <optional>

namespace bouton {

/// Is e, for known values of all variables but the one in `slot`, natural and never smaller when that one (natural itself) grows? The
/// answer "no" means: not seen to be.
bool rises(const Expr& e, int slot, Frame& frame, Oracle* oracle = nullptr);

/// A number that e never grows by more than when that variable grows by one, for an e that rises; nothing: none is seen.
std::optional<Integer> largest_step(const Expr& e, int slot);

/// A long sum over one variable whose body is a polynomial in it; nothing: not of this kind, or short.
std::optional<Integer> closed_sum(const Node& sum, Frame& frame, Oracle* oracle);

/// A long `exists` over one variable; nothing: not of this kind, or short.
std::optional<bool> settled_exists(const Node& node, Frame& frame, Oracle* oracle);

/// The integers from least to greatest with low(n) <= 0 ... of a condition that is true up to some n and false from there on: the last n for
/// which it is true; least - 1: none.
Integer last_true(const Integer& least, const std::optional<Integer>& greatest,
                  const std::function<bool(const Integer&)>& condition);

}  // namespace bouton
