// What is known of the functions that occur in ground terms: powers, logarithms, quotients by an unknown divisor, products. Together with
// the conditions themselves this is what a proof rests on; so the facts are few, and each is tested on real numbers
// (tests/unit/proofs_test.cpp).
#pragma once

#include "proofs/ground.hpp"

namespace bouton::proofs {

/// Facts about the atoms of the formulas, and about those that the facts themselves bring in, to a fixed depth.
/// `natural`: functions whose values are never negative.
std::vector<Labelled> facts(Terms& terms, const std::vector<Labelled>& formulas, const std::set<std::string>& natural);

/// The SMT-LIB script: satisfiable exactly if all formulas can hold at once.
std::string script(const Terms& terms, const std::vector<Labelled>& formulas, const std::vector<std::string>& comments);

}  // namespace bouton::proofs
