// The options of one heap that may split, straight from the rules, for any ruleset with one coordinate.
//
// The innermost variable of a move runs through an interval, which becomes a Run or Pairs; outer variables are tried one by one. That costs
// an evaluation of the rules' expressions for every heap, not for every option.
#pragma once

#include "engines/splits/options.hpp"
#include "lang/rules.hpp"

#include <functional>

namespace bouton::splits {

class HeapRules {
  public:
    /// The ruleset has one coordinate, which never grows, and no domain; it must outlive this.
    explicit HeapRules(const Ruleset& rules);

    const Ruleset& rules() const { return rules_; }

    /// A frame for `options`.
    Frame frame(const Watch& watch) const;

    /// The options of a heap; `value` tells the values of smaller heaps.
    using ValueOf = std::function<Value(std::int64_t heap)>;
    void options(std::int64_t heap, Frame& frame, const ValueOf& value, HeapOptions& result) const;

  private:
    /// A move prepared for enumeration.
    struct Plan {
        const Move* move;
        Loop outer;                       // all variables but the last, if that one runs through an interval
        std::vector<std::int64_t> steps;  // by component: how it changes with the last variable; empty: no interval
    };

    static Plan plan_of(const Move& move);

    const Ruleset& rules_;
    std::vector<Plan> plans_;
};

}  // namespace bouton::splits
