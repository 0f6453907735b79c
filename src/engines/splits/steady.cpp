#include "engines/splits/steady.hpp"

#include "lang/evaluate.hpp"
#include "lang/linear.hpp"
#include "lang/operators.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace bouton::splits {

namespace {

constexpr std::int64_t kMostChoices = 4096;                   // values of variables that are tried one by one
constexpr std::int64_t kLargestFrom = std::int64_t{1} << 32;  // rules that become steady later are not worth a proof

Expr at_most(const Expr& a, const Expr& b) { return make(Op::less_equal, {a, b}); }
Expr plus(const Expr& a, std::int64_t c) { return c == 0 ? a : make(Op::add, {a, number(c)}); }

using Conditions = std::vector<Expr>;

/// Do the conditions imply a <= b?
bool implies_at_most(const Conditions& known, const Expr& a, const Expr& b) {
    Facts facts;
    for (const Expr& e : known) facts.assume(e);
    return facts.proves_at_most_zero(facts.polynomial(a) - facts.polynomial(b));
}
bool implies_less(const Conditions& known, const Expr& a, const Expr& b) {
    return implies_at_most(known, plus(a, 1), b);
}

/// Only operations that are defined everywhere: a proof about an expression that may fail to have a value proves nothing.
bool total(const Expr& e) {
    switch (e->op) {
        case Op::floor_divide:
        case Op::modulo:
            if (!is_number(e->args[1]) || e->args[1]->number <= 0) return false;
            break;
        case Op::member:
            for (const auto& interval : e->numbers->intervals)
                if (!is_number(interval.first) || !is_number(interval.last)) return false;
            if (!e->numbers->known) return false;
            break;
        default:
            if (!has_value_everywhere(e->op)) return false;
    }
    return std::all_of(e->args.begin(), e->args.end(), total);
}

/// Calls f for every expression of a move.
void for_each_expression(const Move& move, const std::function<void(const Expr&)>& f) {
    for (const Binder& binder : move.loop.binders) {
        for (const Expr& e : binder.lower) f(e);
        for (const Expr& e : binder.upper) f(e);
        if (!binder.numbers) continue;
        for (const auto& interval : binder.numbers->intervals) {
            f(interval.first);
            f(interval.last);
        }
    }
    for (const Expr& e : move.loop.conditions) f(e);
    for (const auto& component : move.results) f(component[0]);
}

Integer largest_number(const Expr& e) {
    Integer result = is_number(e) ? abs(e->number) : Integer(0);
    for (const Expr& arg : e->args) result = std::max(result, largest_number(arg));
    if (e->numbers)
        for (const auto& interval : e->numbers->intervals)
            result = std::max({result, largest_number(interval.first), largest_number(interval.last)});
    return result;
}

/// A heap beyond the constants of the rules, from which on comparisons of it with constants should not change any more. Only a guess:
/// what follows for larger heaps is proved.
std::optional<std::int64_t> large_heap(const Ruleset& rules) {
    Integer largest = 0;
    bool defined = true;
    for (const Move& move : rules.moves) {
        for_each_expression(move, [&](const Expr& e) {
            defined = defined && total(e);
            largest = std::max(largest, largest_number(e));
        });
    }
    const Integer from = 4 * (largest + 4);
    if (!defined || from > kLargestFrom) return std::nullopt;
    return clamp(from);
}

/// Whether a condition follows from what is known, or its contrary does.
std::optional<bool> decided(const Conditions& known, const Expr& e) {
    const auto either = [&](bool yes, const auto& no) -> std::optional<bool> {
        if (yes) return true;
        return no() ? std::optional(false) : std::nullopt;
    };
    const auto apart = [&] {
        return implies_less(known, e->args[0], e->args[1]) || implies_less(known, e->args[1], e->args[0]);
    };
    switch (e->op) {
        case Op::less_equal:
            return either(implies_at_most(known, e->args[0], e->args[1]),
                          [&] { return implies_less(known, e->args[1], e->args[0]); });
        case Op::less:
            return either(implies_less(known, e->args[0], e->args[1]),
                          [&] { return implies_at_most(known, e->args[1], e->args[0]); });
        case Op::equal: return apart() ? std::optional(false) : std::nullopt;
        case Op::not_equal: return apart() ? std::optional(true) : std::nullopt;
        case Op::negation: {
            const auto inner = decided(known, e->args[0]);
            return inner ? std::optional(!*inner) : std::nullopt;
        }
        case Op::conjunction:
        case Op::disjunction: {
            const bool decisive = e->op == Op::disjunction;
            bool all = true;
            for (const Expr& arg : e->args) {
                const auto part = decided(known, arg);
                if (part == decisive) return decisive;
                all = all && part;
            }
            return all ? std::optional(!decisive) : std::nullopt;
        }
        case Op::member: {
            for (const auto& interval : e->numbers->intervals) {
                const bool outside =
                    implies_less(known, e->args[0], interval.first) || implies_less(known, interval.last, e->args[0]);
                if (!outside) return std::nullopt;
            }
            return false;
        }
        default: return std::nullopt;
    }
}

/// Reads one move for all heaps x >= from.
class MoveProof {
  public:
    MoveProof(const Ruleset& rules, const Move& move, SteadyRules& result)
        : move_(move), heap_(variable(rules.slots[0], rules.coordinates[0])), result_(result) {
        known_.push_back(at_most(number(result.from), heap_));
        frame_.slots.resize(static_cast<std::size_t>(rules.frame_size));
        frame_[heap_->slot] = result.from;
    }

    bool read() { return bind(0); }

  private:
    bool varies(const Expr& e) const {
        const std::vector<bool> seen = slots_in(e);
        const auto occurs = [&](int slot) {
            return static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)];
        };
        return occurs(heap_->slot) ||
               std::any_of(open_.begin(), open_.end(), [&](const Expr& v) { return occurs(v->slot); });
    }

    /// Gives the variables from the i-th on their values, as far as these do not depend on the heap.
    bool bind(std::size_t i) {
        if (i == move_.loop.binders.size()) return add();
        const Binder& binder = move_.loop.binders[i];
        const Expr v = variable(binder.slots[0], binder.names[0]);
        switch (binder.kind) {
            case Binder::Kind::positions:
            case Binder::Kind::piles:
            case Binder::Kind::values: return false;
            case Binder::Kind::value:
                if (varies(binder.lower[0])) return false;
                return choose(v, evaluate(binder.lower[0], frame_), evaluate(binder.lower[0], frame_), i);
            case Binder::Kind::numbers:
                return binder.numbers->known && std::all_of(binder.numbers->intervals.begin(),
                                                            binder.numbers->intervals.end(), [&](const auto& interval) {
                                                                return !varies(interval.first) &&
                                                                       !varies(interval.last) &&
                                                                       choose(v, evaluate(interval.first, frame_),
                                                                              evaluate(interval.last, frame_), i);
                                                            });
            case Binder::Kind::range: break;
        }
        if (const auto range = fixed_range(binder, v)) return choose(v, range->first, range->second, i);
        const std::size_t before = constraints_.size();
        for (const Expr& bound : binder.lower) constraints_.push_back(at_most(bound, v));
        for (const Expr& bound : binder.upper) constraints_.push_back(at_most(v, bound));
        open_.push_back(v);
        const bool good = bind(i + 1);
        open_.pop_back();
        constraints_.resize(before);
        return good;
    }

    /// The variable's range, if it is the same for all large heaps.
    std::optional<std::pair<Integer, Integer>> fixed_range(const Binder& binder, const Expr& v) {
        std::optional<Integer> first, last;
        Conditions moving;
        for (const Expr& e : binder.lower) {
            if (varies(e))
                moving.push_back(at_most(e, v));
            else if (const Integer bound = evaluate(e, frame_); !first || bound > *first)
                first = bound;
        }
        for (const Expr& e : binder.upper) {
            if (varies(e))
                moving.push_back(at_most(v, e));
            else if (const Integer bound = evaluate(e, frame_); !last || bound < *last)
                last = bound;
        }
        if (!first || !last) return std::nullopt;
        Conditions known = known_;
        known.push_back(at_most(number(*first), v));
        known.push_back(at_most(v, number(*last)));
        for (const Expr& e : moving)
            if (!implies_at_most(known, e->args[0], e->args[1])) return std::nullopt;
        return std::pair{*first, *last};
    }

    bool choose(const Expr& v, const Integer& first, const Integer& last, std::size_t i) {
        for (Integer value = first; value <= last; value += 1) {
            if (++choices_ > kMostChoices || !fits(value)) return false;
            frame_[v->slot] = clamp(value);
            known_.push_back(make(Op::equal, {v, number(value)}));
            const bool good = bind(i + 1);
            known_.pop_back();
            if (!good) return false;
        }
        return true;
    }

    /// All variables have a value or are open.
    bool add() {
        Conditions constraints = constraints_;
        for (const Expr& condition : move_.loop.conditions) {
            const auto truth = decided(known_, condition);
            if (truth == false) return true;  // no large heap has this move
            if (truth == true) continue;
            if (open_.empty()) return false;
            constraints.push_back(condition);
        }
        if (move_.results.size() != open_.size() + 1 || move_.results.size() > 3) return false;
        return open_.empty() ? add_single() : add_split(constraints);
    }

    bool add_single() {
        const Expr& after = move_.results[0][0];
        const auto factor = coefficient(after, heap_->slot);
        if (!factor) return false;
        const Integer heap = evaluate(after, frame_);
        if (heap < 0) return factor == 0;  // never legal, or not yet
        if (heap >= result_.from) return false;
        if (factor == 0) result_.heaps.push_back(clamp(heap));
        if (factor == 1) result_.removals.push_back(result_.from - clamp(heap));
        return factor == 0 || factor == 1;
    }

    bool add_split(const Conditions& constraints) {
        const auto removed = removed_stones();
        if (!removed) return false;
        Conditions legal = known_;
        legal.insert(legal.end(), constraints.begin(), constraints.end());
        for (const auto& component : move_.results) legal.push_back(at_most(number(0), component[0]));
        const std::int64_t least = least_part(legal);
        std::vector<std::size_t> permutation(move_.results.size());
        std::iota(permutation.begin(), permutation.end(), std::size_t{0});
        do {
            std::vector<Expr> order;
            for (const std::size_t i : permutation) order.push_back(move_.results[i][0]);
            for (std::int64_t gap = 0; gap <= (order.size() == 2 ? 1 : 0); ++gap) {
                if (gap > 0 && !unequal(legal, constraints, order)) continue;
                if (!all_in_order(constraints, order, least, gap)) continue;
                result_.splits.push_back({order.size(), *removed, least, gap});
                return true;
            }
        } while (std::next_permutation(permutation.begin(), permutation.end()));
        return false;
    }

    /// How much smaller the sum of the parts is than the heap, if the open variables run through all ways to make up such a sum.
    std::optional<std::int64_t> removed_stones() {
        std::vector<std::array<std::int64_t, 2>> steps;  // by component: how it changes with the open variables
        std::int64_t of_heap = 0;
        Integer sum = 0;
        for (const Expr& v : open_) frame_[v->slot] = 0;
        for (const auto& component : move_.results) {
            steps.push_back({});
            for (std::size_t i = 0; i < open_.size(); ++i) {
                const auto step = coefficient(component[0], open_[i]->slot);
                if (!step || *step < -1 || *step > 1) return std::nullopt;
                steps.back()[i] = *step;
            }
            const auto factor = coefficient(component[0], heap_->slot);
            if (!factor || *factor < -8 || *factor > 8) return std::nullopt;
            of_heap += *factor;
            sum += evaluate(component[0], frame_);
        }
        for (std::size_t i = 0; i < open_.size(); ++i) {
            std::int64_t change = 0;
            for (const auto& step : steps) change += step[i];
            if (change != 0) return std::nullopt;
        }
        // The first parts determine integer values of the variables (and the last part is the rest of the sum).
        const std::int64_t determinant =
            open_.size() == 1 ? steps[0][0] : steps[0][0] * steps[1][1] - steps[0][1] * steps[1][0];
        if (of_heap != 1 || (determinant != 1 && determinant != -1)) return std::nullopt;
        const Integer removed = result_.from - sum;
        if (removed < 0 || removed >= result_.from) return std::nullopt;
        return clamp(removed);
    }

    /// A lower bound for all parts, the best that is tried.
    std::int64_t least_part(const Conditions& legal) const {
        const auto holds = [&](std::int64_t least) {
            return std::all_of(move_.results.begin(), move_.results.end(), [&](const auto& component) {
                return implies_at_most(legal, number(least), component[0]);
            });
        };
        std::int64_t least = 0;
        while (least < kLargestLeast && holds(least + 1)) ++least;
        return least;
    }

    /// All parts in this order, at least `least` and with this gap, satisfy the constraints.
    bool all_in_order(const Conditions& constraints, const std::vector<Expr>& order, std::int64_t least,
                      std::int64_t gap) const {
        Conditions known = known_;
        known.push_back(at_most(number(least), order[0]));
        for (std::size_t i = 0; i + 1 < order.size(); ++i) known.push_back(at_most(plus(order[i], gap), order[i + 1]));
        return std::all_of(constraints.begin(), constraints.end(),
                           [&](const Expr& e) { return decided(known, e) == true; });
    }

    /// Two equal parts are not allowed, by the bounds or by a condition that says so.
    bool unequal(const Conditions& legal, const Conditions& constraints, const std::vector<Expr>& order) const {
        if (implies_less(legal, order[0], order[1])) return true;
        Facts facts;
        const Polynomial difference = facts.polynomial(order[0]) - facts.polynomial(order[1]);
        return std::any_of(constraints.begin(), constraints.end(), [&](const Expr& e) {
            if (e->op != Op::not_equal) return false;
            const Polynomial p = facts.polynomial(e->args[0]) - facts.polynomial(e->args[1]);
            return p == difference || p == Integer(-1) * difference;
        });
    }

    static constexpr std::int64_t kLargestLeast = 16;

    const Move& move_;
    const Expr heap_;
    SteadyRules& result_;
    Conditions known_;        // about the heap and the variables that have a value
    Conditions constraints_;  // bounds of the open variables
    std::vector<Expr> open_;
    Frame frame_;  // the smallest of the large heaps, and the variables' values
    std::int64_t choices_ = 0;
};

template <class T> void in_order(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::optional<SteadyRules> steady_rules(const Ruleset& rules) {
    const auto from = large_heap(rules);
    if (!from) return std::nullopt;
    SteadyRules result;
    result.from = *from;
    for (const Move& move : rules.moves)
        if (!MoveProof(rules, move, result).read()) return std::nullopt;
    in_order(result.removals);
    in_order(result.heaps);
    in_order(result.splits);
    return result;
}

int longest_play_factor(const Ruleset& rules) {
    // If every move lowers the number of stones, no play from x is longer than x. If a move may also split the heap into non-empty parts
    // without taking, it is not longer than 2x - 1 for x >= 1 (0 for x = 0), since 1 + sum(2 * part - 1) <= 2x - 1 for at least two
    // parts whose sum is x, and 1 + sum(2 * part) <= 2x - 1 for parts whose sum is less.
    const Expr heap = variable(rules.slots[0], rules.coordinates[0]);
    int factor = 1;
    for (const Move& move : rules.moves) {
        Conditions known{at_most(number(0), heap)};
        known.insert(known.end(), move.loop.conditions.begin(), move.loop.conditions.end());
        for (const Binder& binder : move.loop.binders) {
            const Expr v = variable(binder.slots[0], binder.names[0]);
            for (const Expr& bound : binder.lower) known.push_back(at_most(bound, v));
            for (const Expr& bound : binder.upper) known.push_back(at_most(v, bound));
            if (binder.kind == Binder::Kind::value) known.push_back(make(Op::equal, {v, binder.lower[0]}));
            if (!binder.numbers || binder.numbers->intervals.empty()) continue;
            Expr least = binder.numbers->intervals[0].first;
            for (const auto& interval : binder.numbers->intervals) least = make(Op::minimum, {least, interval.first});
            Frame frame;
            frame.slots.resize(static_cast<std::size_t>(rules.frame_size));
            const auto seen = slots_in(least);
            if (std::find(seen.begin(), seen.end(), true) == seen.end())
                known.push_back(at_most(number(evaluate(least, frame)), v));
        }
        Expr sum = number(0);
        for (const auto& component : move.results) {
            sum = make(Op::add, {sum, component[0]});
            known.push_back(at_most(number(0), component[0]));
        }
        if (implies_less(known, sum, heap)) continue;
        const bool parts = move.results.size() > 1 && implies_at_most(known, sum, heap) &&
                           std::all_of(move.results.begin(), move.results.end(), [&](const auto& component) {
                               return implies_at_most(known, number(1), component[0]);
                           });
        if (!parts) return 0;
        factor = 2;
    }
    return factor;
}

}  // namespace bouton::splits
