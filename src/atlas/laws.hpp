// Laws over a family, written in the language. Two kinds:
//
//     period = a + b                 a condition about a member's variables and what was found of it, if it is settled
//     grundy(x, y) = xor(x, a*y)     a formula for its values, compared with all positions of a table (Solver::table)
#pragma once

#include "atlas/family.hpp"
#include "atlas/findings.hpp"
#include "lang/evaluate.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bouton::atlas {

class Laws {
  public:
    /// `dimension`: how many numbers a position is. 0: formulas for values are refused.
    Laws(const std::vector<std::string>& variables, const std::vector<std::string>& texts, std::size_t dimension = 0);
    ~Laws();

    bool empty() const { return laws_.empty(); }

    /// The number of the first law that the member obeys; -1: none. `table` is asked for only if there is a formula.
    int first(const Values& values, const Findings& findings, const std::function<ValueTable()>& table = {}) const;

  private:
    struct Law {
        Expr expr;                     // a condition, or the value of a position
        std::vector<int> coordinates;  // slots; of a formula
    };
    Law condition(const std::string& text, const std::vector<std::string>& names);
    Law formula(const std::string& text, const std::vector<std::string>& variables, std::size_t dimension);
    bool fits(const Law& law, const ValueTable& table, Frame& frame) const;

    std::vector<int> slots_;
    std::vector<Law> laws_;
    std::size_t frame_size_ = 0;
};

}  // namespace bouton::atlas
