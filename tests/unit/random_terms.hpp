// Random numbers, conditions and sets for the rules of random games: what a rule may say about the names it knows. No division by zero,
// no logarithm of 0, no negative argument where none is allowed, and values far below 2^63 as long as the names stand for small numbers.
#pragma once

#include "lang/syntax.hpp"
#include "unit/support.hpp"

#include <string>
#include <utility>
#include <vector>

namespace bouton::unit {

class RandomTerms {
  public:
    explicit RandomTerms(Random random) : random_(std::move(random)) {}

    syntax::Term small();
    syntax::Term positive_set();
    syntax::Term bound(const std::string& heap);  // an upper end for a variable that takes from the heap
    syntax::Term expression(const std::vector<std::string>& names, int depth);
    syntax::Term condition(const std::vector<std::string>& names, int depth);

  protected:
    Random random_;
    std::string pile_, number_parameter_, set_parameter_, rule_function_, let_;  // empty: there is none
    int bound_variables_ = 0;
};

}  // namespace bouton::unit
