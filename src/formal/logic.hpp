// Proofs of statements from their negations, without excluded middle: what is linear can be decided, and a statement about all numbers
// holds if its negation is impossible.
#pragma once

#include "formal/transport.hpp"

namespace bouton::formal {

std::vector<FormulaPtr> conjuncts(const FormulaPtr& f);
std::string joined(const std::vector<std::string>& all, const char* between);

/// Tactics: h says f, n says negated(f).
std::string contradiction(const FormulaPtr& f, const std::string& h, const std::string& n, int depth = 0);

/// Tactics that prove f, in which there are universal quantifiers only: each part is decided, and if it does not hold `end` is a contradiction,
/// @ in it standing for the proof of negated(f) from where one is.
std::string for_every(const FormulaPtr& f, const std::string& end, Printer& printer, int depth = 0);

}  // namespace bouton::formal
