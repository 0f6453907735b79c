// What a proof of one goal is: steps that bring in instances and facts, and a tree of cases over what they gave.
//
// A goal is a list of formulas that cannot all hold. What is known is a list: the goal's formulas, then what the steps add. A conjunction
// is never an entry of its own: its parts are, in order. Every entry is therefore a comparison with 0, a disjunction, or a quantified
// formula.
//
//   instance  an entry with values for the universal variables that no existential one stands before, in the order in which they are read; a
//             variable without a value stays quantified. Existential variables that no universal one stands before become new names.
//   fact      an instance of a fact of arithmetic or of what a function means (facts.hpp).
//
// The tree: a split has a case for each part of a disjunction (p != 0 has the parts p <= -1 and p >= 1; a disjunction of nothing has no
// case), and in the branch the part's conjuncts are added to what is known. A cut adds a sum of known inequalities, divided by a
// number and rounded. A leaf is a sum of known inequalities p <= 0 (times natural numbers) and equations p = 0 (times integers) that
// says c <= 0 for a number c > 0.
#pragma once

#include "check/term.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace bouton::kernel {

/// Entries of what is known, each with its multiplier.
using Sum = std::vector<std::pair<std::size_t, Integer>>;

struct Tree {
    enum class Kind { leaf, cut, split };
    Kind kind = Kind::leaf;
    std::size_t entry = 0;    // split
    Sum sum;                  // leaf, cut
    Integer divisor;          // cut
    std::vector<Tree> cases;  // split: one for each part; cut: what follows, one tree
};

/// The conjuncts of a formula, in order.
void add_entries(const FormulaPtr& f, std::vector<FormulaPtr>& known);

/// The parts of a disjunction, or of p != 0; nothing for other formulas.
std::optional<std::vector<FormulaPtr>> parts_of(const FormulaPtr& f);

/// Accepts or rejects: empty, or what is wrong. `known` is what the goal and the steps gave.
std::string check_tree(const Tree& tree, const std::vector<FormulaPtr>& known, const Watch& watch);

}  // namespace bouton::kernel
