// Values for the variables of "for all v: matrix" at which the matrix says as much as for all values, if the variables occur linearly
// (also inside quotients by numbers).
//
// Why that is so: if the matrix fails for some v, one of the cases of its negation holds there: equations, inequalities and p != 0. An
// equation determines v. Otherwise the least v that satisfies the case is the largest of its lower bounds, or the next number after one
// that some p != 0 excludes; and the case holds there too. Without lower bounds the same from above.
#pragma once

#include "check/term.hpp"

#include <cstddef>
#include <vector>

namespace bouton::proofs {

/// At most `most` substitutions, no two alike; fewer than would be needed if the matrix has too many cases or a variable occurs in a
/// product or a call. The matrix has no quantifiers (inside, they count as true in its negation).
std::vector<kernel::Substitution> linear_instances(kernel::Terms& terms, const std::vector<kernel::AtomId>& vs,
                                                   const kernel::FormulaPtr& matrix, std::size_t most);

}  // namespace bouton::proofs
