#include "claims/families.hpp"

#include "lang/messages.hpp"

namespace bouton {

namespace {

using detail::Interval;
constexpr std::int64_t kTop = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kBottom = std::numeric_limits<std::int64_t>::min();
constexpr Interval kEverything{kBottom, kTop};

// The ends kTop and kBottom stand for "no bound"; arithmetic rounds outwards to them (that of engines/rows.cpp gives up where a number
// might not fit).
bool unbounded(std::int64_t end) { return end == kTop || end == kBottom; }
/// The sum of two lower ends; one that is too large to be written down is rounded down.
std::int64_t plus_low(std::int64_t a, std::int64_t b) {
    if (a == kBottom || b == kBottom) return kBottom;
    std::int64_t sum;
    if (__builtin_add_overflow(a, b, &sum)) return a > 0 ? kTop - 1 : kBottom;
    return std::min(sum, kTop - 1);
}
/// The sum of two upper ends, rounded up.
std::int64_t plus_high(std::int64_t a, std::int64_t b) {
    if (a == kTop || b == kTop) return kTop;
    std::int64_t sum;
    if (__builtin_add_overflow(a, b, &sum)) return a > 0 ? kTop : kBottom + 1;
    return std::max(sum, kBottom + 1);
}
std::int64_t opposite(std::int64_t a) { return a == kTop ? kBottom : a == kBottom ? kTop : -a; }
std::int64_t times(std::int64_t a, std::int64_t b) {
    if (a == 0 || b == 0) return 0;
    std::int64_t product;
    if (unbounded(a) || unbounded(b) || __builtin_mul_overflow(a, b, &product))
        return (a > 0) == (b > 0) ? kTop : kBottom;
    return product;
}
Interval operator+(Interval a, Interval b) { return {plus_low(a.first, b.first), plus_high(a.last, b.last)}; }
/// An end beyond the machine's range is a bound on the inner side only.
Interval outward(std::int64_t low, std::int64_t high) { return {std::min(low, kTop - 1), std::max(high, kBottom + 1)}; }
Interval operator-(Interval a) { return {opposite(a.last), opposite(a.first)}; }
Interval operator*(Interval a, Interval b) {
    const std::int64_t ends[] = {times(a.first, b.first), times(a.first, b.last), times(a.last, b.first),
                                 times(a.last, b.last)};
    return outward(*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4));
}
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
    return unbounded(a) ? a : arithmetic::floor_divide(a, b);
}
std::int64_t ceil_quotient(std::int64_t a, std::int64_t b) {
    return unbounded(a) ? a : -arithmetic::floor_divide(-a, b);
}

/// base^exponent, rounded outwards.
std::int64_t power_end(std::int64_t base, std::int64_t exponent) {
    if (exponent == kTop) return kTop;
    if (exponent < 0) return 0;
    std::int64_t result = 1;
    for (std::int64_t i = 0; i < exponent && result != kTop; ++i) result = times(result, base);
    return result;
}

class Search {
  public:
    Search(const std::vector<Expr>& element, const Loop& loop, const Box& box, Frame& frame, Oracle* oracle,
           const std::function<bool(const Position&)>& visit)
        : element_(element),
          loop_(loop),
          box_(box),
          frame_(frame),
          oracle_(oracle),
          visit_(visit),
          open_(frame.slots.size(), false),
          range_(frame.slots.size()) {}

    bool run(std::size_t depth) {
        for (std::size_t i = 0; i < loop_.conditions.size(); ++i)
            if (loop_.ready[i] == depth && !test(loop_.conditions[i], frame_, oracle_)) return true;
        if (depth == loop_.binders.size()) return leaf();
        const Binder& binder = loop_.binders[depth];
        if (binder.kind == Binder::Kind::positions) {
            for (int slot : binder.slots) open_[static_cast<std::size_t>(slot)] = false;
            for (const Position& position : oracle_->members(binder.positions, frame_)) {
                for (std::size_t i = 0; i < binder.slots.size(); ++i) frame_[binder.slots[i]] = position[i];
                if (!run(depth + 1)) return false;
            }
            return true;
        }
        if (!narrow_all(depth)) return true;
        const int slot = binder.slots[0];
        const Interval found = range_[static_cast<std::size_t>(slot)];
        open_[static_cast<std::size_t>(slot)] = false;
        std::vector<Interval> choices;
        if (binder.kind == Binder::Kind::numbers) {
            choices = detail::intervals(*binder.numbers, frame_, oracle_);
        } else if (binder.kind == Binder::Kind::value || !binder.lower.empty()) {
            choices = {detail::interval(binder, frame_, oracle_)};
        } else {
            choices = {kEverything};
            for (const Expr& e : binder.upper)
                choices[0].last = std::min(choices[0].last, evaluate_clamped(e, frame_, oracle_));
        }
        for (Interval choice : choices) {
            choice.first = std::max(choice.first, found.first);
            choice.last = std::min(choice.last, found.last);
            if (choice.first > choice.last) continue;
            if (unbounded(choice.first) || unbounded(choice.last)) throw messages::unbounded(binder.names[0]);
            for (std::int64_t value = choice.first; value <= choice.last; ++value) {
                frame_.tick();
                frame_[slot] = value;
                if (!run(depth + 1)) return false;
            }
        }
        return true;
    }

  private:
    bool leaf() {
        Position position;
        for (std::size_t i = 0; i < element_.size(); ++i) {
            const Integer value = evaluate(element_[i], frame_, oracle_);
            if (value < box_.low[i] || value > box_.high[i]) return true;
            position.push_back(clamp(value));
        }
        return visit_(position);
    }

    /// Narrows the variables from number `depth` on; false: no member is left.
    bool narrow_all(std::size_t depth) {
        for (std::size_t i = depth; i < loop_.binders.size(); ++i) {
            for (int slot : loop_.binders[i].slots) {
                open_[static_cast<std::size_t>(slot)] = true;
                range_[static_cast<std::size_t>(slot)] = kEverything;
            }
        }
        for (int pass = 0; pass < 4; ++pass) {
            changed_ = false;
            for (std::size_t i = 0; i < element_.size(); ++i)
                if (!narrow(element_[i], {box_.low[i], box_.high[i]})) return false;
            for (std::size_t i = depth; i < loop_.binders.size(); ++i) {
                const Binder& binder = loop_.binders[i];
                if (binder.kind == Binder::Kind::positions || binder.kind == Binder::Kind::numbers) continue;
                Interval& v = range_[static_cast<std::size_t>(binder.slots[0])];
                for (const Expr& e : binder.lower)
                    if (!at_most(e, v)) return false;
                if (binder.kind == Binder::Kind::value) {
                    if (!set(v, forward(binder.lower[0])) || !narrow(binder.lower[0], v)) return false;
                }
                for (const Expr& e : binder.upper)
                    if (!set(v, {kBottom, forward(e).last}) || !narrow(e, {v.first, kTop})) return false;
            }
            for (const Expr& condition : loop_.conditions)
                if (!narrow_condition(condition)) return false;
            if (!changed_) break;
        }
        return true;
    }

    bool at_most(const Expr& e, Interval& v) {
        return set(v, {forward(e).first, kTop}) && narrow(e, {kBottom, v.last});
    }

    bool narrow_condition(const Expr& condition) {
        const auto& args = condition->args;
        switch (condition->op) {
            case Op::less:
            case Op::less_equal: {
                const std::int64_t gap = condition->op == Op::less ? 1 : 0;
                return narrow(args[0], {kBottom, plus_high(forward(args[1]).last, -gap)}) &&
                       narrow(args[1], {plus_low(forward(args[0]).first, gap), kTop});
            }
            case Op::equal:
                return is_condition(args[0]->op) ||
                       (narrow(args[0], forward(args[1])) && narrow(args[1], forward(args[0])));
            case Op::conjunction:
                for (const Expr& part : args)
                    if (!narrow_condition(part)) return false;
                return true;
            default: return true;
        }
    }

    bool set(Interval& target, Interval wanted) {
        if (wanted.first > target.first) {
            target.first = wanted.first;
            changed_ = true;
        }
        if (wanted.last < target.last) {
            target.last = wanted.last;
            changed_ = true;
        }
        return target.first <= target.last;
    }

    bool has_open(const Expr& e) {
        if (e->op == Op::variable) return open_[static_cast<std::size_t>(e->slot)];
        for (const Expr& arg : e->args)
            if (has_open(arg)) return true;
        if (e->loop) {
            for (const Binder& binder : e->loop->binders) {
                if (binder.numbers || binder.positions) return true;  // not looked into
                for (const Expr& bound : binder.lower)
                    if (has_open(bound)) return true;
                for (const Expr& bound : binder.upper)
                    if (has_open(bound)) return true;
            }
            for (const Expr& condition : e->loop->conditions)
                if (has_open(condition)) return true;
        }
        return e->numbers || !e->sets.empty();  // not looked into: could depend on anything
    }

    /// A number, as an interval: one that the machine cannot hold is only known to lie beyond.
    static Interval known(const Integer& value) {
        if (fits(value)) return outward(clamp(value), clamp(value));
        return value > 0 ? Interval{kTop - 1, kTop} : Interval{kBottom, kBottom + 1};
    }
    static bool overlap(Interval a, Interval b) { return a.first <= b.last && b.first <= a.last; }

    /// An interval that contains every possible value of e.
    Interval forward(const Expr& e) {
        switch (e->op) {
            case Op::number: return known(e->number);
            case Op::variable: {
                const auto slot = static_cast<std::size_t>(e->slot);
                return open_[slot] ? range_[slot] : known(frame_.get(e->slot));
            }
            case Op::add: return forward(e->args[0]) + forward(e->args[1]);
            case Op::subtract: return forward(e->args[0]) + -forward(e->args[1]);
            case Op::negate: return -forward(e->args[0]);
            case Op::multiply: return forward(e->args[0]) * forward(e->args[1]);
            case Op::natural: {
                const Interval inner = forward(e->args[0]);
                return {std::max<std::int64_t>(inner.first, 0), inner.last};
            }
            case Op::floor_divide: {
                const Interval b = forward(e->args[1]);
                if (b.first != b.last || b.first <= 0 || unbounded(b.first)) break;
                const Interval a = forward(e->args[0]);
                return {floor_quotient(a.first, b.first), floor_quotient(a.last, b.first)};
            }
            case Op::power: {
                const Interval base = forward(e->args[0]), exponent = forward(e->args[1]);
                if (base.first < 2) break;
                return outward(power_end(base.first, std::max<std::int64_t>(exponent.first, 0)),
                               power_end(base.last, exponent.last));
            }
            case Op::root: {
                const Interval a = forward(e->args[0]);
                return {a.first <= 0         ? 0
                        : unbounded(a.first) ? 0
                                             : arithmetic::root(a.first),
                        unbounded(a.last) || a.last < 0 ? kTop : arithmetic::root(a.last)};
            }
            case Op::sum: {
                std::int64_t least = 0, count = 0;
                if (!has_open(e) || !sum_bounds(*e, least, count)) break;
                return outward(times(std::max<std::int64_t>(count, 0), least), kTop);
            }
            default: break;
        }
        if (!has_open(e)) {
            const std::int64_t value = evaluate_clamped(e, frame_, oracle_);
            return outward(value, value);
        }
        switch (e->op) {
            case Op::table:
            case Op::apply:
            case Op::ones:
            case Op::twos:
            case Op::fibonacci_shift:
            case Op::fibonacci_zeros:
            case Op::digit:
            case Op::automaton:
            case Op::qsum:
            case Op::gcd:
            case Op::bit_xor:
            case Op::nim_times:
            case Op::nim_divided:
            case Op::grundy:
            case Op::outcome:
            case Op::count: return {0, kTop};
            default: return kEverything;
        }
    }

    /// For a sum over one range: the least value of a term (must not be negative) and the least number of terms.
    bool sum_bounds(const Node& sum, std::int64_t& least, std::int64_t& count) {
        if (sum.loop->binders.size() != 1 || !sum.loop->conditions.empty()) return false;
        const Binder& binder = sum.loop->binders[0];
        if (binder.kind != Binder::Kind::range || binder.lower.size() != 1 || binder.upper.size() != 1) return false;
        const Interval low = forward(binder.lower[0]), high = forward(binder.upper[0]);
        const auto slot = static_cast<std::size_t>(binder.slots[0]);
        open_[slot] = true;
        range_[slot] = {low.first, high.last};
        least = forward(sum.args[0]).first;
        open_[slot] = false;
        count = plus_low(plus_low(high.first, opposite(low.last)), 1);
        return least >= 0;
    }

    /// Removes values of variables for which e would lie outside `want`; false: none is left.
    bool narrow(const Expr& e, Interval want) {
        const auto& args = e->args;
        switch (e->op) {
            case Op::variable: {
                const auto slot = static_cast<std::size_t>(e->slot);
                if (open_[slot]) return set(range_[slot], want);
                return overlap(forward(e), want);
            }
            case Op::number: return overlap(forward(e), want);
            case Op::add: return narrow(args[0], want + -forward(args[1])) && narrow(args[1], want + -forward(args[0]));
            case Op::subtract:
                return narrow(args[0], want + forward(args[1])) && narrow(args[1], forward(args[0]) + -want);
            case Op::negate: return narrow(args[0], -want);
            case Op::natural: return narrow(args[0], {std::max<std::int64_t>(want.first, 0), want.last});
            case Op::multiply:
                for (std::size_t i = 0; i < 2; ++i) {
                    const Interval other = forward(args[1 - i]);
                    if (other.first <= 0 || unbounded(other.first)) continue;
                    // The factor lies between the quotients; the larger the other factor, the smaller the quotient.
                    Interval factor = kEverything;
                    if (!unbounded(want.last))
                        factor.last = want.last >= 0          ? floor_quotient(want.last, other.first)
                                      : unbounded(other.last) ? -1
                                                              : floor_quotient(want.last, other.last);
                    if (!unbounded(want.first))
                        factor.first = want.first >= 0 ? (unbounded(other.last) ? (want.first > 0 ? 1 : 0)
                                                                                : ceil_quotient(want.first, other.last))
                                                       : ceil_quotient(want.first, other.first);
                    if (!narrow(args[i], factor)) return false;
                }
                return true;
            case Op::floor_divide: {
                const Interval b = forward(args[1]);
                if (b.first != b.last || b.first <= 0 || unbounded(b.first)) return true;
                return narrow(args[0],
                              {times(want.first, b.first),
                               unbounded(want.last) ? kTop : plus_high(times(want.last, b.first), b.first - 1)});
            }
            case Op::power: {
                const Interval base = forward(args[0]);
                if (base.first < 2 || unbounded(base.first)) return true;
                if (want.last < 1) return false;
                Interval exponent{0, kTop};
                if (!unbounded(want.last)) {
                    exponent.last = 0;
                    while (power_end(base.first, exponent.last + 1) <= want.last) ++exponent.last;
                }
                if (want.first > 1 && !unbounded(base.last) && !unbounded(want.first))
                    while (power_end(base.last, exponent.first) < want.first) ++exponent.first;
                return narrow(args[1], exponent);
            }
            case Op::root: {
                if (want.last < 0) return false;
                Interval a{0, kTop};
                if (want.first > 0) a.first = times(want.first, want.first);
                if (!unbounded(want.last))
                    a.last = plus_high(times(plus_high(want.last, 1), plus_high(want.last, 1)), -1);
                return narrow(args[0], a);
            }
            case Op::sum: {
                std::int64_t least = 0, count = 0;
                if (!has_open(e) || !sum_bounds(*e, least, count) || least <= 0 || unbounded(want.last)) return true;
                if (want.last < 0) return false;
                const Binder& binder = e->loop->binders[0];  // at most want/least terms
                return narrow(
                    binder.upper[0],
                    {kBottom,
                     plus_high(plus_high(forward(binder.lower[0]).last, floor_quotient(want.last, least)), -1)});
            }
            default: return true;
        }
    }

    const std::vector<Expr>& element_;
    const Loop& loop_;
    const Box& box_;
    Frame& frame_;
    Oracle* oracle_;
    const std::function<bool(const Position&)>& visit_;
    std::vector<bool> open_;
    std::vector<Interval> range_;
    bool changed_ = false;
};

}  // namespace

void for_each_member(const std::vector<Expr>& element, const Loop& loop, const Box& box, Frame& frame, Oracle* oracle,
                     const std::function<bool(const Position&)>& visit) {
    Search(element, loop, box, frame, oracle, visit).run(0);
}

}  // namespace bouton
