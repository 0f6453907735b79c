#include "laws/solve.hpp"

#include "lang/shortcuts.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace bouton {

namespace {

constexpr int kMostExponents = 200000;      // values of one exponent
constexpr int kMostCandidates = 10000;      // values of one parameter
constexpr std::size_t kMostIntervals = 64;  // of one set

using Form = System::Form;

/// An expression that the system cannot take in.
struct NotLinear {};

/// An exponent that has been chosen: base^exponent, with the exponent as a form of the unknowns.
struct Power {
    Integer base;
    Form exponent;
    bool operator<(const Power& other) const {
        return base != other.base ? base < other.base : exponent < other.exponent;
    }
};

class Builder {
  public:
    Builder(const Equations& equations, Frame& frame, const std::map<Power, Integer>& chosen)
        : frame_(frame), chosen_(chosen) {
        for (const Loop* loop : equations.loops)
            for (const Binder& binder : loop->binders)
                for (const int slot : binder.slots) unknown_[slot] = system_.add_variable();
        for (const Loop* loop : equations.loops) {
            for (const Binder& binder : loop->binders) {
                if (binder.kind != Binder::Kind::range && binder.kind != Binder::Kind::value) {
                    exact_ = false;
                    continue;
                }
                Form self;
                self.terms[unknown_[binder.slots[0]]] = 1;
                for (const Expr& e : binder.lower) bound(Op::maximum, e, self);
                if (binder.kind == Binder::Kind::value) try_to([&] { equal(self, form(binder.lower[0])); });
                for (const Expr& e : binder.upper) bound(Op::minimum, e, self);
            }
            for (const Expr& condition : loop->conditions) require(condition);
        }
        for (std::size_t i = 0; i < equations.left.size(); ++i)
            try_to([&] { equal(form(equations.left[i]), form(equations.right[i])); });
    }

    System& system() { return system_; }
    bool exact() const { return exact_ && products_.empty(); }  // nothing was left out
    int variable(int slot) const { return unknown_.at(slot); }

    /// A power whose exponent is not chosen yet, and the variable that stands for it.
    std::optional<std::pair<Power, int>> open_power() const {
        if (powers_.empty()) return std::nullopt;
        return *powers_.begin();
    }

  private:
    template <class Run> void try_to(Run run) {
        try {
            run();
        } catch (const NotLinear&) {
            exact_ = false;
        }
    }

    void equal(const Form& a, const Form& b) {
        Form difference = a;
        difference.add(b, -1);
        system_.zero(difference);
    }
    void at_most(const Form& a, const Form& b, int gap = 0) {
        Form difference = a;
        difference.add(b, -1);
        difference.constant += gap;
        system_.at_most_zero(difference);
    }

    /// e <= self (of a maximum: every part), or self <= e (of a minimum).
    void bound(Op spread, const Expr& e, const Form& self) {
        if (e->op == spread && has_unknown(e)) {
            for (const Expr& part : e->args) bound(spread, part, self);
            return;
        }
        try_to([&] {
            if (spread == Op::maximum)
                at_most(form(e), self);
            else
                at_most(self, form(e));
        });
    }

    void require(const Expr& e) {
        switch (e->op) {
            case Op::conjunction:
                for (const Expr& part : e->args) require(part);
                return;
            case Op::less_equal: try_to([&] { at_most(form(e->args[0]), form(e->args[1])); }); return;
            case Op::less: try_to([&] { at_most(form(e->args[0]), form(e->args[1]), 1); }); return;
            case Op::equal:
                if (!is_condition(e->args[0]->op)) {
                    try_to([&] { equal(form(e->args[0]), form(e->args[1])); });
                    return;
                }
                break;
            default: break;
        }
        if (has_unknown(e))
            exact_ = false;
        else if (!test(e, frame_))
            system_.zero({{}, 1});  // never
    }

    bool has_unknown(const Expr& e) const {
        std::vector<bool> seen;
        free_slots(e, seen);
        return std::any_of(unknown_.begin(), unknown_.end(), [&](const auto& pair) {
            return static_cast<std::size_t>(pair.first) < seen.size() && seen[static_cast<std::size_t>(pair.first)];
        });
    }

    Form form(const Expr& e) {
        if (!has_unknown(e)) return {{}, evaluate(e, frame_)};
        const auto& args = e->args;
        switch (e->op) {
            case Op::variable: return {{{unknown_.at(e->slot), 1}}, 0};
            case Op::add: return sum(form(args[0]), form(args[1]), 1);
            case Op::subtract: return sum(form(args[0]), form(args[1]), -1);
            case Op::negate: return sum({}, form(args[0]), -1);
            case Op::multiply: return product(form(args[0]), form(args[1]));
            case Op::natural: return form(args[0]);  // tested at the end
            case Op::floor_divide: return quotient(form(args[0]), form(args[1]));
            case Op::modulo: {
                const Form a = form(args[0]), b = form(args[1]);
                return sum(a, product(quotient(a, b), b), -1);
            }
            case Op::power: return power(form(args[0]), form(args[1]));
            default: throw NotLinear{};
        }
    }

    static Form sum(Form a, const Form& b, int sign) {
        a.add(b, sign);
        return a;
    }

    Form product(const Form& a, const Form& b) {
        if (!a.is_constant() && !b.is_constant()) return expanded(a, b);
        Form result;
        if (a.is_constant())
            result.add(b, a.constant);
        else
            result.add(a, b.constant);
        return result;
    }

    /// A product of two unknowns counts as one more unknown until one of them is chosen.
    Form expanded(const Form& a, const Form& b) {
        Form result;
        result.constant = a.constant * b.constant;
        for (const auto& [u, p] : a.terms) result.add({{{u, 1}}, 0}, p * b.constant);
        for (const auto& [w, q] : b.terms) result.add({{{w, 1}}, 0}, q * a.constant);
        for (const auto& [u, p] : a.terms) {
            for (const auto& [w, q] : b.terms) {
                const auto key = std::minmax(u, w);
                auto found = products_.find(key);
                if (found == products_.end()) {
                    found = products_.emplace(key, system_.add_variable()).first;
                    const bool u_power = power_variables_.contains(u), w_power = power_variables_.contains(w);
                    // With a power (at least 1) and a number that is not negative, the product is at least that number.
                    if (w_power && natural(u)) at_most({{{u, 1}}, 0}, {{{found->second, 1}}, 0});
                    if (u_power && natural(w)) at_most({{{w, 1}}, 0}, {{{found->second, 1}}, 0});
                }
                result.add({{{found->second, 1}}, 0}, p * q);
            }
        }
        return result;
    }

    bool natural(int variable) const {
        const System::Range range = system_.range(variable);
        return range.empty || (range.least && *range.least >= 0);
    }

    Form quotient(const Form& a, const Form& b) {
        if (!b.is_constant() || b.constant <= 0) throw NotLinear{};
        const int q = system_.add_variable();
        Form times;
        times.terms[q] = b.constant;
        at_most(times, a);
        times.constant = b.constant - 1;
        at_most(a, times);
        return {{{q, 1}}, 0};
    }

    Form power(const Form& base, const Form& exponent) {
        if (exponent.is_constant() && exponent.constant >= 0 && exponent.constant <= 8) {
            Form result{{}, 1};
            for (Integer i = 0; i < exponent.constant; ++i) result = product(result, base);
            return result;
        }
        if (!base.is_constant() || base.constant < 2) throw NotLinear{};
        const Power key{base.constant, exponent};
        for (const auto& [other, value] : chosen_) {
            if (other.base != base.constant || other.exponent.terms != exponent.terms) continue;
            const Integer known = value + exponent.constant - other.exponent.constant;
            equal(exponent, {{}, known});
            if (known < 0 || known > 10'000'000) throw NotLinear{};
            return {{}, pow(base.constant, static_cast<unsigned>(known))};
        }
        // Another power with the same exponent but for a constant?
        for (const auto& [other, variable] : powers_) {
            Form difference = exponent;
            difference.add(other.exponent, -1);
            if (other.base != base.constant || !difference.is_constant() || difference.constant < 0 ||
                difference.constant > 4096)
                continue;
            return {{{variable, pow(base.constant, static_cast<unsigned>(difference.constant))}}, 0};
        }
        const int variable = system_.add_variable();
        power_variables_.insert(variable);
        powers_.emplace(key, variable);
        at_most({{}, 1}, {{{variable, 1}}, 0});
        at_most({{}, 0}, exponent);
        return {{{variable, 1}}, 0};
    }

    Frame& frame_;
    const std::map<Power, Integer>& chosen_;
    System system_;
    std::map<int, int> unknown_;  // slot -> variable
    std::map<Power, int> powers_;
    std::set<int> power_variables_;
    std::map<std::pair<int, int>, int> products_;
    bool exact_ = true;
};

std::vector<int> unknowns_of(const Equations& equations) {
    std::vector<int> slots;
    for (const Loop* loop : equations.loops)
        for (const Binder& binder : loop->binders) slots.insert(slots.end(), binder.slots.begin(), binder.slots.end());
    return slots;
}

bool verify(const Equations& equations, Frame& frame) {
    for (const Loop* loop : equations.loops)
        if (!holds(*loop, frame)) return false;
    for (std::size_t i = 0; i < equations.left.size(); ++i)
        if (evaluate(equations.left[i], frame) != evaluate(equations.right[i], frame)) return false;
    return true;
}

Found solve_linear(const Equations& equations, Frame& frame, std::map<Power, Integer>& chosen) {
    frame.tick();
    Builder builder(equations, frame, chosen);
    if (const auto open = builder.open_power()) {
        const auto& [power, variable] = *open;
        const System::Range range = builder.system().range(variable);
        if (range.empty || (range.greatest && *range.greatest < 1)) return Found::none;
        if (!range.greatest) return Found::unknown;
        Integer least = range.least && *range.least > 1 ? *range.least : Integer(1);
        Integer value = 1, exponent = 0;
        while (value < least) {
            value *= power.base;
            ++exponent;
        }
        Found result = Found::none;
        for (int count = 0; value <= *range.greatest; value *= power.base, ++exponent) {
            if (++count > kMostExponents) return Found::unknown;
            chosen[power] = exponent;
            const Found found = solve_linear(equations, frame, chosen);
            chosen.erase(power);
            if (found == Found::yes) return found;
            if (found == Found::unknown) result = found;
        }
        return result;
    }
    std::vector<Integer> values;
    const Found found = builder.system().solve(values);
    if (found != Found::yes) return found;
    for (const int slot : unknowns_of(equations))
        frame.set(slot, values[static_cast<std::size_t>(builder.variable(slot))]);
    if (verify(equations, frame)) return Found::yes;
    return builder.exact() ? Found::none : Found::unknown;
}

/// One parameter n >= 0 and equations between a function that rises with it and a known number: n is found by halving.
Found solve_by_halving(const Equations& equations, Frame& frame) {
    if (equations.loops.size() != 1 || equations.loops[0]->binders.size() != 1) return Found::unknown;
    const Binder& binder = equations.loops[0]->binders[0];
    if (binder.kind != Binder::Kind::range) return Found::unknown;
    const int slot = binder.slots[0];
    std::optional<Integer> least;
    for (const Expr& e : binder.lower) least = std::max(least.value_or(evaluate(e, frame)), evaluate(e, frame));
    if (!least || *least < 0) return Found::unknown;  // what is seen to rise rises from 0 on
    Integer first = *least;
    std::optional<Integer> last;
    bool bounded = false;
    for (std::size_t i = 0; i < equations.left.size(); ++i) {
        for (const bool swapped : {false, true}) {
            const Expr &moving = swapped ? equations.right[i] : equations.left[i],
                       &known = swapped ? equations.left[i] : equations.right[i];
            if (mentions(known, slot) || !rises(moving, slot, frame)) continue;
            const Integer target = evaluate(known, frame);
            const auto value = [&](const Integer& n) {
                frame.set(slot, n);
                return evaluate(moving, frame);
            };
            first = std::max<Integer>(first,
                                      last_true(first, last, [&](const Integer& n) { return value(n) < target; }) + 1);
            const Integer end = last_true(first, last, [&](const Integer& n) { return value(n) <= target; });
            last = last ? std::min(*last, end) : end;
            bounded = true;
        }
    }
    if (!bounded) return Found::unknown;
    for (Integer n = first; n <= *last; ++n) {
        frame.tick();
        if (n - first > kMostCandidates) return Found::unknown;
        frame.set(slot, n);
        if (verify(equations, frame)) return Found::yes;
    }
    return Found::none;
}

}  // namespace

bool holds(const Loop& loop, Frame& frame) {
    return std::all_of(loop.binders.begin(), loop.binders.end(),
                       [&](const Binder& binder) { return in_range(binder, frame); }) &&
           std::all_of(loop.conditions.begin(), loop.conditions.end(), [&](const Expr& e) { return test(e, frame); });
}

Found solve(const Equations& equations, Frame& frame) {
    // A variable that runs through a set of numbers runs through one of its intervals: then its bounds are as linear as all others.
    for (std::size_t l = 0; l < equations.loops.size(); ++l) {
        const auto& binders = equations.loops[l]->binders;
        for (std::size_t b = 0; b < binders.size(); ++b) {
            if (binders[b].kind != Binder::Kind::numbers || !binders[b].numbers->known) continue;
            if (binders[b].numbers->intervals.size() > kMostIntervals) continue;
            Found result = Found::none;
            for (const NumberSet::Interval& interval : binders[b].numbers->intervals) {
                Loop loop = *equations.loops[l];
                loop.binders[b].kind = Binder::Kind::range;
                loop.binders[b].lower.push_back(interval.first);
                loop.binders[b].upper.push_back(interval.last);
                Equations narrower = equations;
                narrower.loops[l] = &loop;
                const Found found = solve(narrower, frame);
                if (found == Found::yes) return found;
                if (found == Found::unknown) result = found;
            }
            return result;
        }
    }
    std::map<Power, Integer> chosen;
    const Found found = solve_linear(equations, frame, chosen);
    return found == Found::unknown ? solve_by_halving(equations, frame) : found;
}

}  // namespace bouton
