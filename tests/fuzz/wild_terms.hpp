// Numbers and conditions as wild as the language allows: every operator and function, divisions by zero, numbers beside the ends of the
// machine's integers, sums over empty, short, long and endless looking ranges.
#pragma once

#include "lang/syntax.hpp"
#include "unit/support.hpp"

#include <string>
#include <vector>

namespace bouton::fuzz {

class WildTerms {
  public:
    explicit WildTerms(unit::Random& random) : random_(random) {}

    syntax::Term number();  // a literal, perhaps with a sign, a power or a difference
    syntax::Term expression(int depth);
    syntax::Term condition(int depth);

    std::vector<std::string> names;  // that may be used

  private:
    syntax::Term fraction(int depth);
    syntax::Term loop(int depth);
    syntax::Term end(int depth);

    unit::Random& random_;
    int loops_ = 0;
};

}  // namespace bouton::fuzz
