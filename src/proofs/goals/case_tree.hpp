// Finds a tree of cases (check/proof.hpp) for formulas without quantifiers that cannot all hold. Z3 says that they cannot, and which of
// them matter; the tree is what can be checked without it. Products, calls, quotients and choices are unknowns here: what is known of
// them has to be among the formulas.
#pragma once

#include "check/proof.hpp"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace bouton::proofs {

struct GroundFormula {
    kernel::FormulaPtr formula;  // a quantified part counts as true
    bool is_fact = false;        // of arithmetic: cases of the problem itself are looked at first
};

struct FoundTree {
    kernel::Tree tree;              // its entries are those of the used formulas alone
    std::vector<std::size_t> used;  // which of the given formulas, in order
    std::uint64_t spent = 0;        // of the effort, also if there is no tree
};

/// Is Z3 there? In a page it is loaded only when somebody asks for it; elsewhere it always is.
bool solver_at_hand();

enum class Search { found, satisfiable, gave_up };

/// Where something satisfies all formulas: the value of a term there, as a text; equal numbers have equal texts.
using ValueThere = std::function<std::string(const kernel::Poly&)>;
/// Further facts about these atoms that do not hold there, if there are any: for facts that are too many to be written down at once.
using MoreFacts = std::function<std::vector<GroundFormula>(const ValueThere&, const std::set<kernel::AtomId>&)>;

/// `effort`: how much may be done, in Z3's units, so that the answer does not depend on the machine's load.
/// What `more` gives is added to the formulas; `terms` are those that they are made of.
Search find_tree(std::vector<GroundFormula>& formulas, unsigned effort, const Watch& watch, FoundTree& result,
                 const MoreFacts& more = {}, const kernel::Terms* terms = nullptr);

}  // namespace bouton::proofs
