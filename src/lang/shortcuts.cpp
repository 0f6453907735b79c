#include "lang/shortcuts.hpp"

#include <algorithm>

namespace bouton {

namespace {

constexpr std::int64_t kLong = 4096;  // cases that are worth a shortcut
constexpr int kHighestDegree = 12;

/// The degree in the variable of a polynomial; -1: it is none, or not seen to be one.
int degree(const Expr& e, int slot) {
    if (!mentions(e, slot)) return 0;
    const auto of = [&](std::size_t i) { return degree(e->args[i], slot); };
    switch (e->op) {
        case Op::variable: return 1;
        case Op::natural:
        case Op::negate: return of(0);
        case Op::add:
        case Op::subtract: {
            const int a = of(0), b = of(1);
            return a < 0 || b < 0 ? -1 : std::max(a, b);
        }
        case Op::multiply: {
            const int a = of(0), b = of(1);
            return a < 0 || b < 0 || a + b > kHighestDegree ? -1 : a + b;
        }
        case Op::power: {
            const int a = of(0);
            if (a < 0 || !is_number(e->args[1]) || e->args[1]->number < 0 || e->args[1]->number > kHighestDegree)
                return -1;
            const int result = a * static_cast<int>(e->args[1]->small);
            return result > kHighestDegree ? -1 : result;
        }
        default: return -1;
    }
}

struct Range {  // detail::Interval, of any size
    Integer first, last;
    bool empty() const { return first > last; }
};

/// The values of a long loop over one variable without conditions.
std::optional<Range> simple_range(const Loop& loop, Frame& frame, Oracle* oracle) {
    if (loop.binders.size() != 1 || !loop.conditions.empty()) return std::nullopt;
    const Binder& binder = loop.binders[0];
    if (binder.kind != Binder::Kind::range || binder.lower.empty() || binder.upper.empty()) return std::nullopt;
    const detail::Interval machine = detail::interval(binder, frame, oracle);
    std::int64_t length;
    if (!__builtin_sub_overflow(machine.last, machine.first, &length) && length < kLong) return std::nullopt;
    std::optional<Range> range;
    for (const Expr& e : binder.lower) {
        const Integer value = evaluate(e, frame, oracle);
        if (!range)
            range = Range{value, 0};
        else
            range->first = std::max(range->first, value);
    }
    for (std::size_t i = 0; i < binder.upper.size(); ++i) {
        const Integer value = evaluate(binder.upper[i], frame, oracle);
        range->last = i == 0 ? value : std::min(range->last, value);
    }
    return range;
}

/// The differences D_0, D_1, ... of a polynomial in the variable, at a value of it; nothing if it is not seen to be a polynomial.
std::optional<std::vector<Integer>> differences_at(const Expr& e, int slot, const Integer& first, Frame& frame,
                                                   Oracle* oracle) {
    const int d = degree(e, slot);
    if (d < 0) return std::nullopt;
    std::vector<Integer> values, differences;
    for (int i = 0; i <= d; ++i) {
        frame.set(slot, first + i);
        values.push_back(evaluate(e, frame, oracle));
    }
    while (!values.empty()) {
        differences.push_back(values[0]);
        for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
        values.pop_back();
    }
    return differences;
}

/// Is no rule function in e negative from this value of the variable on? Certain where no difference is negative.
bool stays_natural(const Expr& e, int slot, const Integer& first, Frame& frame, Oracle* oracle) {
    if (!mentions(e, slot)) return true;  // the same for all values, and evaluated for one of them
    if (e->op == Op::natural) {
        const auto differences = differences_at(e->args[0], slot, first, frame, oracle);
        if (!differences || std::any_of(differences->begin(), differences->end(), [](const auto& x) { return x < 0; }))
            return false;
    }
    return std::all_of(e->args.begin(), e->args.end(),
                       [&](const Expr& arg) { return stays_natural(arg, slot, first, frame, oracle); });
}

class Trend {
  public:
    Trend(int slot, Frame& frame, Oracle* oracle) : slot_(slot), frame_(frame), oracle_(oracle) {}

    bool rises(const Expr& e) {
        const auto all = [&] {
            return std::all_of(e->args.begin(), e->args.end(), [&](const Expr& a) { return rises(a); });
        };
        if (e->op == Op::variable && (e->slot == slot_ || inner_ == e->slot)) return true;
        if (!mentions(e, slot_) && (inner_ < 0 || !mentions(e, inner_))) return evaluate(e, frame_, oracle_) >= 0;
        switch (e->op) {
            case Op::add:
            case Op::multiply:
            case Op::minimum:
            case Op::maximum: return all();
            case Op::root: return rises(e->args[0]);
            case Op::natural: return rises(e->args[0]);
            case Op::subtract:  // a known number that is no larger than what rises with the inner variable from 1 on
                return is_number(e->args[1]) && inner_ >= 0 && at_least(e->args[0], e->args[1]->number) &&
                       rises(e->args[0]);
            case Op::floor_divide: return is_number(e->args[1]) && e->args[1]->number > 0 && rises(e->args[0]);
            case Op::power:
                if (is_number(e->args[1])) return rises(e->args[0]);
                return is_number(e->args[0]) && e->args[0]->number >= 1 && rises(e->args[1]);
            case Op::sum: {
                const Loop& loop = *e->loop;
                if (inner_ >= 0 || loop.binders.size() != 1 || !loop.conditions.empty()) return false;
                const Binder& binder = loop.binders[0];
                if (binder.kind != Binder::Kind::range || binder.lower.size() != 1 || binder.upper.size() != 1)
                    return false;
                if (!is_number(binder.lower[0]) || binder.lower[0]->number < 0 || !rises(binder.upper[0])) return false;
                inner_ = binder.slots[0];
                least_ = binder.lower[0]->number;
                const bool result = rises(e->args[0]);
                inner_ = -1;
                return result;
            }
            default: return false;
        }
    }

  private:
    /// Is e at least the bound when the inner variable is at least `least_`? A simple look at sums.
    bool at_least(const Expr& e, const Integer& bound) {
        const std::optional<Integer> low = lowest(e);
        return low && *low >= bound;
    }
    std::optional<Integer> lowest(const Expr& e) {
        if (e->op == Op::variable && e->slot == inner_) return least_;
        if (!mentions(e, slot_) && !mentions(e, inner_)) return evaluate(e, frame_, oracle_);
        if (e->op == Op::add || e->op == Op::multiply) {
            const auto a = lowest(e->args[0]), b = lowest(e->args[1]);
            if (!a || !b || *a < 0 || *b < 0) return std::nullopt;
            return e->op == Op::add ? Integer(*a + *b) : Integer(*a * *b);
        }
        return std::nullopt;
    }

    int slot_;
    Frame& frame_;
    Oracle* oracle_;
    int inner_ = -1;  // the variable of the sum that is looked at
    Integer least_ = 0;
};

}  // namespace

bool rises(const Expr& e, int slot, Frame& frame, Oracle* oracle) { return Trend(slot, frame, oracle).rises(e); }

std::optional<Integer> largest_step(const Expr& e, int slot) {
    if (!mentions(e, slot)) return Integer(0);
    const auto of = [&](std::size_t i) { return largest_step(e->args[i], slot); };
    switch (e->op) {
        case Op::variable: return Integer(1);
        case Op::natural: return of(0);
        case Op::add: {
            const auto a = of(0), b = of(1);
            if (!a || !b) return std::nullopt;
            return Integer(*a + *b);
        }
        case Op::subtract: return mentions(e->args[1], slot) ? std::nullopt : of(0);
        case Op::multiply:
            for (std::size_t i = 0; i < 2; ++i)
                if (is_number(e->args[i]) && e->args[i]->number >= 0)
                    if (const auto a = of(1 - i)) return Integer(*a * e->args[i]->number);
            return std::nullopt;
        case Op::floor_divide: {
            const auto a = of(0);
            if (!a || !is_number(e->args[1]) || e->args[1]->number < 1) return std::nullopt;
            return Integer((*a + e->args[1]->number - 1) / e->args[1]->number);
        }
        case Op::root:  // sqrt(n + s) <= sqrt(n) + sqrt(s), and floors may be one more apart only if s > 1
        case Op::logarithm: {
            const auto a = of(0);
            return a && *a <= 1 ? a : std::nullopt;
        }
        case Op::minimum:
        case Op::maximum: {
            Integer most = 0;
            for (std::size_t i = 0; i < e->args.size(); ++i) {
                const auto a = of(i);
                if (!a) return std::nullopt;
                most = std::max(most, *a);
            }
            return most;
        }
        default: return std::nullopt;
    }
}

/// With the differences D_j of the polynomial at the first value, the sum of n values is the sum of D_j * (n choose j + 1).
std::optional<Integer> closed_sum(const Node& sum, Frame& frame, Oracle* oracle) {
    const auto range = simple_range(*sum.loop, frame, oracle);
    if (!range) return std::nullopt;
    if (range->empty()) return Integer(0);
    const int slot = sum.loop->binders[0].slots[0];
    const auto differences = differences_at(sum.args[0], slot, range->first, frame, oracle);
    if (!differences || !stays_natural(sum.args[0], slot, range->first, frame, oracle)) return std::nullopt;
    const Integer count = range->last - range->first + 1;
    Integer total = 0, binomial = 1, j = 0;
    for (const Integer& difference : *differences) {
        binomial = binomial * (count - j) / (j + 1);
        total += difference * binomial;
        ++j;
    }
    return total;
}

Integer last_true(const Integer& least, const std::optional<Integer>& greatest,
                  const std::function<bool(const Integer&)>& condition) {
    Integer good = least - 1, step = 1;
    for (;;) {  // ever longer steps, so that the numbers stay near those that matter
        Integer next = good + step;
        if (greatest && next > *greatest) next = *greatest;
        if (next == good) return good;
        if (!condition(next)) {
            Integer bad = next;
            while (bad - good > 1) {
                const Integer middle = (bad + good) / 2;
                (condition(middle) ? good : bad) = middle;
            }
            return good;
        }
        good = next;
        step *= 2;
    }
}

std::optional<bool> settled_exists(const Node& node, Frame& frame, Oracle* oracle) {
    const auto range = simple_range(*node.loop, frame, oracle);
    if (!range) return std::nullopt;
    if (range->empty()) return false;
    if (range->first < 0) return std::nullopt;
    const int slot = node.loop->binders[0].slots[0];
    std::vector<Expr> parts{node.args[0]};
    for (std::size_t i = 0; i < parts.size();) {
        if (parts[i]->op != Op::conjunction) {
            ++i;
            continue;
        }
        const std::vector<Expr> inner = parts[i]->args;
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
        parts.insert(parts.end(), inner.begin(), inner.end());
    }
    Integer first = range->first, last = range->last;
    std::vector<Expr> from_some_value;
    const auto holds = [&](const Expr& part) {
        return [&, part](const Integer& n) {
            frame.set(slot, n);
            return test(part, frame, oracle);
        };
    };
    for (const Expr& part : parts) {
        if (part->op != Op::less && part->op != Op::less_equal) return std::nullopt;
        const Expr &a = part->args[0], &b = part->args[1];
        if (!mentions(b, slot) && rises(a, slot, frame, oracle)) {
            last = std::min(last, last_true(first, last, holds(part)));
        } else if (!mentions(a, slot) && rises(b, slot, frame, oracle)) {
            from_some_value.push_back(part);
        } else {
            return std::nullopt;
        }
    }
    if (last < first) return false;
    // What holds from some value on holds for the last one, if for any.
    return std::all_of(from_some_value.begin(), from_some_value.end(),
                       [&](const Expr& part) { return holds(part)(last); });
}

}  // namespace bouton
