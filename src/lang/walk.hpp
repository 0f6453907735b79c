// Every expression inside of an expression, a loop, a set of positions or of rules, once each. Other walks are not needed: whoever looks
// for something in a tree asks this one, so that none forgets the ends of a range or the parts of a set.
#pragma once

#include "lang/rules.hpp"

#include <functional>
#include <set>

namespace bouton {

class Walk {
  public:
    using Visit = std::function<void(const Node&)>;
    using VisitSet = std::function<void(const PositionSet&)>;

    explicit Walk(Visit visit, VisitSet visit_set = {}) : visit_(std::move(visit)), visit_set_(std::move(visit_set)) {}

    void operator()(const Expr& e);  // may be null
    void operator()(const Positions& set);
    void operator()(const Loop& loop);
    void operator()(const Numbers& numbers);
    void operator()(const Ruleset& rules);

  private:
    void all(const std::vector<Expr>& list);

    Visit visit_;
    VisitSet visit_set_;
    std::set<const void*> seen_;  // trees share parts
};

}  // namespace bouton
