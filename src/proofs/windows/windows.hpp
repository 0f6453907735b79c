// Periods of one-heap games, with certificates: method "windows".
//
// A sequence of values that is made by a fixed rule from a bounded part of itself repeats for ever as soon as that part repeats. What has
// to be compared, so that equality on a finite stretch is a proof, depends on the moves. Write G for the values (nim-values, or outcomes
// as 0 and 1), p >= 1 for the period, n0 for the first heap that is compared.
//
// (1) subtraction. From heap F on the options of x are x - t for t in a finite set, and perhaps some fixed heaps. Let k be the largest t.
//     If G(n + p) = G(n) for n0 <= n < max(n0 + k, F), then for all n >= n0.
//     Proof by induction on n >= max(n0 + k, F): the options of n and n + p are n - t and n + p - t with n0 <= n - t < n, and the same
//     fixed heaps; their values are equal, and G is computed from these alone. That is as true for outcomes as for nim-values, and for
//     misere play: whether there is an option at all is the same for n and n + p.
//
// (2) splitting (R. K. Guy, C. A. B. Smith 1956). As before, and some moves take r stones and leave two heaps of at least l stones each,
//     perhaps unequal ones. Let k be the largest t or r, n0 >= every l, and
//         D = 2 n0 + p + k,  and  D = 2 n0 + 2 p + k + 1  if some move forbids equal parts.
//     If G(n + p) = G(n) for n0 <= n < max(D, F), then for all n >= n0.
//     Proof by induction on n >= max(D, F). x - t: as above, since D >= n0 + k. A split of n + p into a <= c has
//     c >= (n + p - k)/2 >= n0 + p, so G(c - p) = G(c) and (a, c - p) is a split of n of the same value; c - p >= n0 >= l. Only if equal
//     parts are forbidden and a = c - p it is not; but then a >= (n - k)/2 > n0 + p, so that (a - p, c) is one, with G(a - p) = G(a).
//     A split of n into a <= c has c >= (n - k)/2 >= n0, and (a, c + p) is a split of n + p of the same value. (Parts are smaller than
//     the heap, else the game would not end.)
//     Only nim-values: the outcome of a sum is not determined by the outcomes of its parts. The outcomes repeat where the nim-values do;
//     their own period is then the least of a sequence that is known for ever. Under misere play values of sums do not add: no proof.
//
// (3) all-but. The options of x are all y with c <= y < x for which x - y is not in a finite set E. Let M be the largest element of E.
//     If G(n + p) = G(n) + s for n0 <= n <= n0 + 2M, with n0 >= c, then for all n >= n0. (Misere: n0 >= c + M + 1.)
//     Proof. Count only heaps from c on. G(n) is the least v such that every smaller heap of value v is away from n by an element of E;
//     so heaps of one value differ by at most M. The values of the heaps below n are 0, 1, .. , K(n) - 1 without a gap, since G is a mex,
//     so G(n) <= K(n). If heap m is the first of value K(n) - 1, heap m + M + 1 can have no value from before, since each of those first
//     occurs at m or earlier; hence m + M + 1 >= n, and K(n) - 1 is the largest value of the M + 1 heaps before n.
//     Is v < K(n) the value of n? Not if v occurs at none of the M heaps before n; otherwise all heaps of value v are among the 2M before n.
//     So the 2M + 1 heaps before n determine K(n) and G(n), and with s added to their values s is added to both: induction.
//     Under misere play heaps without a move have value 1 instead of 0. They are c .. c + j for some j <= M and differ by elements of E,
//     the next heap has value 0, and from there on all that was said holds.
//     Such a game always has a period, since K(n) minus those values is bounded: A. Siegel (see D. Sleator, M. Slusky, arXiv 1201.3299).
//     Outcomes: if heap z >= c is a P-position, every heap above z + M has a move to it and is an N-position.
//
// The least ones. Let G(n + p) = G(n) + s for n >= m. If p' and s' do the same from some heap on, so do p - p' and s - s', hence the
// greatest common divisor: the least period divides p, and it is found by trying p/q for the primes q. A preperiod for one period is one
// for all (go up by multiples of p until both hold), so the least one is found by walking back from any, one heap at a time.
//
// Which argument applies is read from the rules and proved for all heaps (splits::steady_rules). check/windows.hpp reads them once more.
#pragma once

#include "base/watch.hpp"
#include "engines/engine.hpp"
#include "lang/rules.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace bouton {

/// G(n + period) = G(n) + saltus for all n >= preperiod, and no smaller period or preperiod does.
struct PeriodAnswer {
    bool proved = false;
    std::string kind;     // subtraction, splitting, all-but; empty: none applies
    std::string how;      // of a proof: half a sentence, what was compared
    std::string why_not;  // not proved: in one line
    std::int64_t preperiod = 0, period = 0, saltus = 0;
    std::vector<std::int64_t> first;  // the values of the first preperiod + 2 * period heaps; outcomes: 0 is P, 1 is N
    nlohmann::ordered_json certificate;  // for check_period
};

/// Values are computed for heaps up to `search_limit`. Time: what the values cost, and a look at all of them.
PeriodAnswer find_period(const Ruleset& rules, What what, std::int64_t search_limit, const Watch& watch);

/// Both; where heaps split, for the price of one.
struct Periods {
    PeriodAnswer nim_values, outcomes;
};
Periods find_periods(const Ruleset& rules, std::int64_t search_limit, const Watch& watch);

/// The same. `seen` may hold the nim-values of the first heaps of a game that splits, which are then not made again; afterwards it holds
/// those that were computed (and is empty, if none were).
Periods find_periods(const Ruleset& rules, std::int64_t search_limit, const Watch& watch,
                     std::vector<std::int64_t>& seen);

}  // namespace bouton
