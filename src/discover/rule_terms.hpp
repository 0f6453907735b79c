// Expressions and numbers that occur in the rules of a game: laws are often made of them.
#pragma once

#include "discover/sample.hpp"

namespace bouton::discover {

struct RuleTerms {
    std::string domain;  // as a condition on the coordinates; empty: none, or none that claims can state
    std::vector<std::string>
        terms;  // in the coordinates alone, more than a name or a number, each once, simple ones first
    std::vector<std::int64_t> constants;  // positive, at most kLargestConstant
};

constexpr std::int64_t kLargestConstant = 60;

/// As claims write it: `infix` is for people, and leaves out that a root or logarithm is rounded down.
std::string claim_text(const Expr& e);

RuleTerms rule_terms(const Subject& subject, const std::vector<std::string>& coordinates);

}  // namespace bouton::discover
