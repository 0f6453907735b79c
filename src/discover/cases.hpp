// The same expression as a list of cases.
#pragma once

#include "discover/expression.hpp"

namespace bouton::discover {

/// Without min, max and abs, and with the remainders of coordinates as conditions: ((x + y) mod 2) + 2*(min(x, y) mod 2) becomes
/// if x <= y then (if (x mod 2) = 0 then ...) else ... Null: there is nothing to split, or it would be too long. Leaves 0 .. dimension - 1 are the
/// coordinates.
ExpressionPtr by_cases(const ExpressionPtr& e, const std::vector<ExpressionPtr>& coordinates);

}  // namespace bouton::discover
