// Coq text: names, comments, and what a ruleset says as terms and conditions.
#pragma once

#include "lang/rules.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace bouton::formal {

/// What cannot be written; never leaves this folder.
struct Unwritten {
    std::string why;
};

/// A text that ends no comment before its time: comments in Coq nest, and hold whole strings only.
std::string comment(const std::string& text);

/// Names for variables: those of the text as far as Coq and the library leave them free, none twice.
class Names {
  public:
    std::string fresh(const std::string& wanted);

  private:
    std::set<std::string> taken_;
};

/// [1; 2; 3]
std::string list(const std::vector<std::string>& items);
/// [h0 [h1 h2]] and [h0|[h1|h2]], as `destruct` takes a conjunction and a disjunction apart.
std::string conjunction_pattern(const std::vector<std::string>& parts);
std::string disjunction_pattern(const std::vector<std::string>& parts);
/// "right; right; left; " for a part of a disjunction.
std::string choice_of(std::size_t part, std::size_t count);

using SlotNames = std::map<int, std::string>;

/// An integer, a condition. Throws Unwritten where linear arithmetic does not reach.
std::string term(const Expr& e, const SlotNames& names);
std::string condition(const Expr& e, const SlotNames& names);

}  // namespace bouton::formal
