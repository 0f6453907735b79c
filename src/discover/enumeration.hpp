// Formulas by enumeration: all expressions in order of size, each kept only if no smaller one has the same values at the sample positions
// (observational equivalence), compared with the target on every region at once.
//
//   values: an expression solves a region if it equals the target at all its samples
//   zeros:  it is 0, or at most 0, or positive, exactly where the target is 0; or two expressions are equal exactly there
//
// What no single expression in the bank solves is tried as a sum, difference or xor of two of them, or as q*A + B with target = q*A + B
// and 0 <= B < q (meet in the middle). An expression may be undefined outside of the region that it explains: log2(y - x) where y > x.
// Time: a step for each expression that is offered; memory: kMostTerms columns of samples.
#pragma once

#include "discover/expression.hpp"
#include "discover/template.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace bouton::discover {

struct Region {
    std::vector<std::uint64_t> mask;  // of samples
    std::size_t count = 0;            // of them
    int partner = -1;                 // the rest of the samples, if that is a region too
    bool middle = false;              // worth meeting in the middle
};

struct Solution {
    int cost = 0;
    ExpressionPtr expression;  // zeros: a condition
};

struct Problem {
    std::vector<ExpressionPtr> leaves;  // with index 0, 1, ...
    std::vector<int> leaf_costs;
    std::vector<std::vector<Number>> columns;       // of leaves, at the samples
    std::vector<std::pair<Number, int>> constants;  // for times, divide, modulo, with their cost
    std::vector<Operation> operations;
    std::vector<Number> target;
    bool zeros = false;
    std::vector<Region> regions;  // the first is everything
};

/// The cheapest solution of each region; expression null: none.
std::vector<Solution> enumerate(const Problem& problem, Effort& effort);

}  // namespace bouton::discover
