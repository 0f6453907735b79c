// A certified period as a law: the value of any heap, and moves to a value, from the first preperiod + period values.
//
// Write G for the values, n0 for the preperiod, p for the period, s for the saltus: G(n + p) = G(n) + s for n >= n0. Which moves a large
// heap has is read from the rules and proved for all heaps >= F (proofs/windows_rules.hpp). If a heap x >= F has an option of the value
// v, one is found among few:
//   - x - t for the numbers t that may be taken, and the fixed heaps: these are finitely many;
//   - a split of x - r into a <= b, each at least l, with G(a) xor G(b) = v: let m = max(n0, l). If a >= m + p, then also a - p and b + p
//     are such a split (b >= a >= n0, so neither value changes, and they differ by more than before). Hence a < m + p is enough;
//   - all heaps y with c <= y < x but for x - y in a finite set E with the largest element M: those of value v are below m + p with
//     m = max(n0, c), or for each remainder modulo p the one y with G(y) = v if s != 0. If s = 0 and x > m + p + M, a heap y >= m + p can
//     be made smaller by multiples of p until it is below m + p, and the difference is then not in E.
// Heaps for which that is not said have few options, which are looked at one by one. So where nothing is found there is no such move.
// What is found is a legal move by the rules themselves (legal.hpp).
//
// Time of a search for a move: O(n0 + p) values for each way to split, whatever the size of the heap.
#pragma once

#include "base/watch.hpp"
#include "laws/legal.hpp"
#include "proofs/windows/rules.hpp"
#include "proofs/windows/windows.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace bouton {

class PeriodLaw {
  public:
    /// Looks at heaps for at most half a second. Null: this is not a game of one heap, or no period is certain.
    static std::unique_ptr<const PeriodLaw> find(const Ruleset& rules, What what, const Watch& watch);

    const PeriodAnswer& period() const { return period_; }
    std::string how() const;  // period 12 after 71, and why that is so
    Integer value(const Integer& heap) const;

    /// A move after which the nim-sum of the heaps is `wanted`; nothing: there is none. Outcomes of heaps that split do not add up: nothing.
    std::optional<LargeOption> move_to(const Integer& heap, const Integer& wanted) const;

    /// A legal move that leaves many stones; nothing: there is no move.
    std::optional<LargeOption> first_move(const Integer& heap) const;

    /// All moves; nothing: there may be more than `most`.
    std::optional<std::vector<LargeOption>> moves(const Integer& heap, std::size_t most) const;

  private:
    using Visit = std::function<bool(const LargeOption&)>;  // false: stop

    PeriodLaw(const Ruleset& rules, What what, const Watch& watch, PeriodAnswer period);
    Integer value(const LargeOption& option) const;
    bool steady(const Integer& heap) const;  // what the head of this file says of large heaps is true of it
    bool legal(const Integer& heap, const LargeOption& option) const;
    void candidates(const Integer& heap, const Integer& wanted, const Visit& visit) const;
    void one_by_one(const Integer& heap, const Visit& visit) const;
    bool steps(const splits::SteadyRules& rules, const Integer& heap, const Visit& visit) const;
    bool splits_of(const splits::Split& split, const Integer& heap, const Integer& last, const Visit& visit) const;
    void all_but(const windows::AllBut& rules, const Integer& heap, const Integer& wanted, const Visit& visit) const;

    const Ruleset& rules_;
    What what_;
    const Watch& watch_;
    PeriodAnswer period_;
    windows::Reading reading_;
};

}  // namespace bouton
