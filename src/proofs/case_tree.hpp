// Finds a tree of cases (check/proof.hpp) for formulas without quantifiers that cannot all hold. Z3 says that they cannot, and which of
// them matter; the tree is what can be checked without it. Products, calls, quotients and choices are unknowns here: what is known of
// them has to be among the formulas.
#pragma once

#include "check/proof.hpp"

#include <cstddef>
#include <vector>

namespace bouton::proofs {

struct GroundFormula {
    kernel::FormulaPtr formula;  // a quantified part counts as true
    bool is_fact = false;        // of arithmetic: cases of the problem itself are looked at first
};

struct FoundTree {
    kernel::Tree tree;              // its entries are those of the used formulas alone
    std::vector<std::size_t> used;  // which of the given formulas, in order
};

enum class Search { found, satisfiable, gave_up };

/// `effort`: how much may be done, in Z3's units, so that the answer does not depend on the machine's load.
Search find_tree(const kernel::Terms& terms, const std::vector<GroundFormula>& formulas, unsigned effort,
                 const Watch& watch, FoundTree& result);

}  // namespace bouton::proofs
