// Systems of linear equations and inequalities in a few integers of any size.
//
// Equations are used up one by one (a variable with coefficient 1 is replaced by the rest), inequalities by Fourier-Motzkin elimination over
// the rationals, rounded where only integers count; integers are then chosen going backwards. The answer "none" is certain: it means that
// not even rational numbers would do, or that every integer in a small range was tried.
#pragma once

#include "base/linear_form.hpp"

#include <optional>
#include <vector>

namespace bouton {

enum class Found { yes, none, unknown };

class System {
  public:
    using Form = LinearForm<int, Integer>;

    int add_variable() { return variables_++; }
    void at_most_zero(Form form) { inequalities_.push_back(std::move(form)); }
    void zero(Form form) { equations_.push_back(std::move(form)); }

    /// Integers that satisfy everything; `values` by variable.
    Found solve(std::vector<Integer>& values) const;

    /// Is it certain that there are none? Gives up early where solve goes on.
    bool contradictory() const;

    struct Range {
        bool empty = false;
        std::optional<Integer> least, greatest;  // none: no bound
    };
    /// The integers that a variable can be, as far as the rationals tell.
    Range range(int variable) const;

  private:
    int variables_ = 0;
    std::vector<Form> inequalities_, equations_;
};

}  // namespace bouton
