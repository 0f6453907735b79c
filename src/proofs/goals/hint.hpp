// What to try on a goal: which of the known formulas, which places, which powers. Hints are guesses; nothing rests on them.
#pragma once

#include "check/goal.hpp"

#include <tuple>

namespace bouton::proofs {

struct Hint {
    enum class Rules { nowhere, at_goal, everywhere };
    std::string text;                                            // for people
    std::vector<std::pair<kernel::Poly, kernel::Poly>> levels;   // c, e: between which c*2^l and its double is e?
    std::vector<std::pair<std::string, kernel::Poly>> mentions;  // arguments of functions
    bool lemmas = true;
    int only_lemma = -1;              // this one alone
    bool copies_first = false;        // a variable whose copies have values gets these values only
    bool opaque = false;              // named sets stay names: the used claims say all that matters of them
    Rules rules = Rules::everywhere;  // where it is used what grundy and outcome are

    auto kind() const { return std::tuple(opaque, rules, !copies_first, lemmas && only_lemma < 0); }
};

/// What may help with a goal, from few instances to many. The terms in the hints are terms of this theorem.
std::vector<Hint> hints_for(kernel::Theorem& theorem, const kernel::Goal& goal);

}  // namespace bouton::proofs
