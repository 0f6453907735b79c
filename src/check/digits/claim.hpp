// What must be shown for a claim, as questions: is every tuple of `left` one of `right`? Which questions, and why they suffice, is said in
// proofs/digits.hpp.
#pragma once

#include "check/digits/formula.hpp"
#include "lang/elaborate.hpp"

namespace bouton::recheck {

struct Asked {
    std::string name;
    std::vector<std::string> visible;
    F left, right;
};

struct Demand {
    std::string numeration;
    int base = 2;
    bool zeckendorf = false;
    std::vector<Asked> questions;
};

/// `levels`: "one", "all", or how many Grundy values are proved one by one.
Demand demanded(const lang::ClaimInstance& instance, const std::string& levels);

}  // namespace bouton::recheck
