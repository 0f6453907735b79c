// Systems of linear equations and inequalities in a few integers of any size.
//
// Equations are used up one by one (a variable with coefficient 1 is replaced by the rest), inequalities by Fourier-Motzkin elimination over
// the rationals; integers are then chosen going backwards. The answer "none" is certain: it means that not even rational numbers would do,
// or that every integer in a small range was tried.
#pragma once

#include "base/integer.hpp"

#include <map>
#include <optional>
#include <vector>

namespace bouton {

/// constant + sum of factors * variables.
struct LinearForm {
    std::map<int, Integer> factors;
    Integer constant = 0;

    bool is_constant() const { return factors.empty(); }
    void add(const LinearForm& other, const Integer& times = 1);
    bool operator<(const LinearForm& other) const {
        return factors != other.factors ? factors < other.factors : constant < other.constant;
    }
};

enum class Found { yes, none, unknown };

class System {
  public:
    int add_variable() { return variables_++; }
    void at_most_zero(LinearForm form) { inequalities_.push_back(std::move(form)); }
    void zero(LinearForm form) { equations_.push_back(std::move(form)); }

    /// Integers that satisfy everything; `values` by variable.
    Found solve(std::vector<Integer>& values) const;

    struct Range {
        bool empty = false;
        std::optional<Integer> least, greatest;  // none: no bound
    };
    /// The integers that a variable can be, as far as the rationals tell.
    Range range(int variable) const;

  private:
    int variables_ = 0;
    std::vector<LinearForm> inequalities_, equations_;
};

}  // namespace bouton
