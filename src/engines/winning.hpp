// Who wins under `prefer`, `coalition` and `block`: how the value of a position comes from those of its options.
//
// With n players values are as under the podium rule: v means that the player v seats after the one to move gets stuck, so that the one
// before him is the last to move. Seen by the player who moves, an option of value v is one of value v + 1 mod n.
//   prefer L0, L1, ...  whom a player wants to be the last to move, seats from himself on, best first; in a set he does not mind.
//              A value is then a set of players who may get stuck. He compares options by the worst that may happen, then by the best, and
//              takes any of those that are equally good: the value is their union. Without ties every set has one element, and
//              the rule is that of Suetsugu's preference orders; 0, 1, ..., n - 1 is the podium rule.
//   coalition  the player who can be the last to move whatever all others do (Propp 1999). He is the one to move if some option makes him
//              so; another one must be so in every option. Nobody: the value is n ("queer").
//   block k    two players; the opponent forbids up to k - 1 options before each move: N iff at least k different options are P.
#pragma once

#include "engines/engine.hpp"

#include <set>

namespace bouton {

class Winning {
  public:
    explicit Winning(const Ruleset& rules);

    void start();
    /// Returns whether further options can still matter. The same option may come several times.
    bool add(const Position& option, Value value);
    Value result() const;

    /// How good it is to move to an option of this value: less is better.
    std::pair<int, int> rank(Value option) const;

  private:
    std::uint32_t stuck(Value value) const;  // as bits
    std::uint32_t seen_by_mover(Value option) const;

    const Ruleset& rules_;
    Value players_;
    std::vector<int> level_;  // of prefer, by the seat of the one who gets stuck
    // what is known of the options so far
    bool any_ = false;
    std::uint32_t sum_ = 0;
    std::pair<int, int> best_;
    std::set<Position> winning_;
};

/// No value is larger.
Value largest_winning(const Ruleset& rules);

/// 2, {1,2} or queer.
std::string show_winning(const Ruleset& rules, Value value);

}  // namespace bouton
