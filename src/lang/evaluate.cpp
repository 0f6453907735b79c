// Long: the operators' cases and the loops that they call are one class template, for machine words and for large integers.
#include "lang/evaluate.hpp"

#include "base/josephus.hpp"
#include "base/nim_product.hpp"
#include "lang/automaton.hpp"
#include "lang/messages.hpp"
#include "lang/sequences.hpp"
#include "lang/shortcuts.hpp"

#include <algorithm>

namespace bouton {

namespace {

template <class N> N convert(const Integer& value) {
    if constexpr (std::is_same_v<N, Integer>) {
        return value;
    } else {
        if (!fits(value)) throw Overflow{};
        return clamp(value);
    }
}

template <class N> class Evaluator {
  public:
    Evaluator(Frame& frame, Oracle* oracle) : frame_(frame), oracle_(oracle) {}

    /// Long: a case for each operator.
    N operator()(const Expr& e) {
        const Node& node = *e;
        if constexpr (std::is_same_v<N, Integer>) frame_.tick();
        const auto arg = [&](std::size_t i) { return (*this)(node.args[i]); };
        switch (node.op) {
            case Op::number:
                if constexpr (std::is_same_v<N, std::int64_t>) {
                    if (!node.is_small) throw Overflow{};
                    return node.small;
                } else {
                    return node.number;
                }
            case Op::variable: {
                const std::int64_t value = frame_[node.slot];
                return value == kLarge ? convert<N>(frame_.get(node.slot)) : N(value);
            }
            case Op::add: return arithmetic::add(arg(0), arg(1));
            case Op::subtract: return arithmetic::subtract(arg(0), arg(1));
            case Op::multiply: return weighed(arithmetic::multiply(arg(0), arg(1)));
            case Op::negate: return arithmetic::subtract(N(0), arg(0));
            case Op::floor_divide: {
                const N a = arg(0), b = arg(1);
                if (b == 0) throw messages::division_by_zero();
                return arithmetic::floor_divide(a, b);
            }
            case Op::modulo: {
                const N a = arg(0), b = arg(1);
                if (b == 0) throw messages::division_by_zero();
                return arithmetic::modulo(a, b);
            }
            case Op::nonzero: {
                const N a = arg(0);
                if (a == 0) throw messages::division_by_zero();
                return a;
            }
            case Op::power: {
                const N base = arg(0), exponent = arg(1);
                if (exponent < 0) throw messages::negative_exponent(Integer(exponent));
                return weighed(arithmetic::power(base, exponent));
            }
            case Op::minimum: return fold(node, [](const N& a, const N& b) { return std::min(a, b); });
            case Op::maximum: return fold(node, [](const N& a, const N& b) { return std::max(a, b); });
            case Op::gcd: return fold(node, [](const N& a, const N& b) { return arithmetic::gcd(a, b); });
            case Op::bit_xor: {
                N total(0);
                for (std::size_t i = 0; i < node.args.size(); ++i)
                    total = arithmetic::bit_xor(total, natural("xor", arg(i)));
                return total;
            }
            case Op::bit_and: return bits(node, "bitand", [](const N& a, const N& b) { return N(a & b); });
            case Op::bit_or: return bits(node, "bitor", [](const N& a, const N& b) { return N(a | b); });
            case Op::absolute: {
                const N a = arg(0);
                return a < 0 ? arithmetic::subtract(N(0), a) : a;
            }
            case Op::root: return arithmetic::root(natural("sqrt", arg(0)));
            case Op::logarithm: {
                const N a = arg(0);
                if (a < 1) throw messages::logarithm_of(Integer(a));
                return arithmetic::logarithm(a);
            }
            case Op::choose: return arg(0) != 0 ? arg(1) : arg(2);
            case Op::ones: return arithmetic::ones(natural("ones", arg(0)));
            case Op::twos: {
                const N a = arg(0);
                if (a < 1) throw messages::twos_of(Integer(a));
                return arithmetic::twos(a);
            }
            case Op::fibonacci_shift: return convert<N>(fibonacci_shift(Integer(natural("fibonacci_shift", arg(0)))));
            case Op::fibonacci_zeros: {
                const N a = arg(0);
                if (a < 1) throw messages::zeros_of(Integer(a));
                return convert<N>(Integer(fibonacci_zeros(Integer(a))));
            }
            case Op::digit: return digit(arg(0), arg(1), arg(2));
            case Op::qsum: {
                std::vector<Integer> numbers;
                for (std::size_t i = 1; i < node.args.size(); ++i) numbers.push_back(natural("qsum", Integer(arg(i))));
                return convert<N>(qsum(Integer(arg(0)), numbers));
            }
            case Op::josephus_rank:
                return convert<N>(josephus::rank_by_walking(Integer(arg(0)), Integer(arg(1)), Integer(arg(2))));
            case Op::josephus_seat:
                return convert<N>(josephus::seat_by_walking(Integer(arg(0)), Integer(arg(1)), Integer(arg(2))));
            case Op::automaton: {
                std::vector<N> numbers;
                for (std::size_t i = 0; i < node.args.size(); ++i)
                    numbers.push_back(natural(node.text.c_str(), arg(i)));
                return convert<N>(automaton_output(node.table, numbers));
            }
            case Op::nim_times: {
                Integer total = 1;
                for (std::size_t i = 0; i < node.args.size(); ++i)
                    total = nim_times(total, natural("nim_times", Integer(arg(i))));
                return convert<N>(total);
            }
            case Op::nim_divided: {
                const Integer by = natural("nim_divided", Integer(arg(1)));
                if (by == 0) throw messages::division_by_zero();
                return convert<N>(nim_times(natural("nim_divided", Integer(arg(0))), nim_inverse(by)));
            }
            case Op::equal: return N(arg(0) == arg(1));
            case Op::not_equal: return N(arg(0) != arg(1));
            case Op::less: return N(arg(0) < arg(1));
            case Op::less_equal: return N(arg(0) <= arg(1));
            case Op::conjunction:
                for (const Expr& part : node.args)
                    if ((*this)(part) == 0) return N(0);
                return N(1);
            case Op::disjunction:
                for (const Expr& part : node.args)
                    if ((*this)(part) != 0) return N(1);
                return N(0);
            case Op::negation: return N(arg(0) == 0);
            case Op::member: return N(contains(*node.numbers, Integer(arg(0)), frame_, oracle_));
            case Op::natural: {
                N value = arg(0);
                if (value < 0)
                    throw messages::negative_rule_function(node.text, Integer((*this)(node.args.back())),
                                                           Integer(value));
                return value;
            }
            case Op::table: {
                const N index = arg(0);
                if (node.table.empty()) throw messages::outside_row(node.text, Integer(index));
                if (index < 0 || Integer(index) >= Integer(node.table.size()))
                    throw messages::outside_table(node.text, Integer(index), node.table.size());
                return convert<N>(node.table[static_cast<std::size_t>(index)]);
            }
            case Op::apply: throw messages::missing_parameter(node.text);
            case Op::recursion: return recursive(node);
            case Op::mex: return mex(node);
            case Op::fold_xor: {
                N total(0);
                for_each(*node.loop, frame_, oracle_, [&] {
                    for (const Expr& body : node.args)
                        total = arithmetic::bit_xor(total, natural("xor", (*this)(body)));
                    return true;
                });
                return total;
            }
            case Op::sum: {
                if (const auto closed = closed_sum(node, frame_, oracle_)) return convert<N>(*closed);
                N total(0);
                for_each(*node.loop, frame_, oracle_, [&] {
                    total = arithmetic::add(total, arg(0));
                    return true;
                });
                return total;
            }
            case Op::least:
            case Op::greatest: {
                bool any = false;
                N best(0);
                for_each(*node.loop, frame_, oracle_, [&] {
                    for (const Expr& body : node.args) {
                        const N value = (*this)(body);
                        if (!any || (node.op == Op::least ? value < best : value > best)) best = value;
                        any = true;
                    }
                    return true;
                });
                if (!any) throw messages::extreme_of_nothing(node.op == Op::least ? "min" : "max");
                return best;
            }
            case Op::count: {
                N total(0);
                for_each(*node.loop, frame_, oracle_, [&] {
                    total = total + 1;
                    return true;
                });
                return total;
            }
            case Op::for_all: return N(for_each(*node.loop, frame_, oracle_, [&] { return arg(0) != 0; }));
            case Op::exists:
                if (const auto settled = settled_exists(node, frame_, oracle_)) return N(*settled);
                return N(!for_each(*node.loop, frame_, oracle_, [&] { return arg(0) == 0; }));
            case Op::piles_count:
                return N(static_cast<std::int64_t>(std::max(frame_.piles.size(), frame_.large_piles.size())));
            case Op::piles_sum: return over_piles([](const N& a, const N& b) { return arithmetic::add(a, b); });
            case Op::piles_least: return over_piles([](const N& a, const N& b) { return std::min(a, b); });
            case Op::piles_greatest: return over_piles([](const N& a, const N& b) { return std::max(a, b); });
            case Op::piles_xor: return over_piles([](const N& a, const N& b) { return arithmetic::bit_xor(a, b); });
            case Op::piles_qsum:
                return convert<N>(qsum(Integer(arg(0)), frame_.large_piles.empty()
                                                            ? LargePosition(frame_.piles.begin(), frame_.piles.end())
                                                            : frame_.large_piles));
            case Op::piles: break;
            case Op::grundy:
            case Op::outcome:
            case Op::in_set:
            case Op::sets_equal:
            case Op::subset:
            case Op::is_empty:
            case Op::reaches:
                if (!oracle_) throw messages::no_oracle();
                if constexpr (std::is_same_v<N, Integer>)
                    return oracle_->large_answer(node, frame_);
                else
                    return oracle_->answer(node, frame_);
        }
        throw std::logic_error("an expression that has no value");
    }

  private:
    template <class Combine> N fold(const Node& node, Combine combine) {
        N result = (*this)(node.args[0]);
        for (std::size_t i = 1; i < node.args.size(); ++i) result = combine(result, (*this)(node.args[i]));
        return result;
    }

    template <class Combine> N bits(const Node& node, const char* name, Combine combine) {
        N result = natural(name, (*this)(node.args[0]));
        for (std::size_t i = 1; i < node.args.size(); ++i)
            result = combine(result, natural(name, (*this)(node.args[i])));
        return result;
    }

    N recursive(const Node& node) {
        if constexpr (std::is_same_v<N, std::int64_t>) {
            if (node.args.size() == 1 && is_inside(node)) {
                std::int64_t value = 0;
                const std::int64_t at = (*this)(node.args[0]);
                if (known_value(node, at, value)) return value;
                return convert<N>(recursive_value(node, {Integer(at)}, frame_));
            }
        }
        std::vector<Integer> at;
        for (const Expr& e : node.args) at.push_back(Integer((*this)(e)));
        return convert<N>(recursive_value(node, at, frame_));
    }

    N mex(const Node& node) {
        const auto add_all = [&](GrowingMex& found) {
            std::vector<N> values;  // first all of them: to find one may use the same memory
            for (const Expr& body : node.args) values.push_back((*this)(body));
            return [values, &found] {
                for (const N& value : values)
                    if (value >= 0 && fits(Integer(value))) found.add(static_cast<std::int64_t>(value));
            };
        };
        if (GrowingMex* growing = growing_mex(node, frame_)) {
            const Binder& binder = node.loop->binders[0];
            const auto range = detail::interval(binder, frame_, oracle_);
            if (range.last >= growing->next - 1) {
                detail::require_countable(binder, {growing->next, range.last});
                while (growing->next <= range.last) {
                    frame_.tick();
                    const std::int64_t at = growing->next;
                    frame_[binder.slots[0]] = at;
                    const auto add = add_all(*growing);
                    if (growing->next != at) continue;
                    add();
                    growing->next = at + 1;
                }
                return N(growing->mex);
            }
        }
        GrowingMex found;
        if (!node.loop) {
            add_all(found)();
            return N(found.mex);
        }
        for_each(*node.loop, frame_, oracle_, [&] {
            add_all(found)();
            return true;
        });
        return N(found.mex);
    }

    /// 0 for no piles.
    template <class Combine> N over_piles(Combine combine) {
        N result(0);
        const auto run = [&](const auto& piles) {
            for (std::size_t i = 0; i < piles.size(); ++i)
                result = i == 0 ? convert<N>(Integer(piles[i])) : combine(result, convert<N>(Integer(piles[i])));
        };
        if constexpr (std::is_same_v<N, std::int64_t>) {
            if (frame_.large_piles.empty()) {
                for (std::size_t i = 0; i < frame_.piles.size(); ++i)
                    result = i == 0 ? frame_.piles[i] : combine(result, frame_.piles[i]);
                return result;
            }
        }
        if (frame_.large_piles.empty())
            run(frame_.piles);
        else
            run(frame_.large_piles);
        return result;
    }

    /// A large number costs as many steps as it has words; asked for often enough, the clock is looked at in time.
    static std::uint64_t weight(const Integer& value) { return 8 + (value == 0 ? 0 : msb(Integer(abs(value))) / 64); }
    N weighed(N value) {
        if constexpr (std::is_same_v<N, Integer>) frame_.tick(weight(value));
        return value;
    }

    template <class M> M natural(const char* function, M value) {
        if (value < 0) throw messages::negative_argument(function, Integer(value));
        return value;
    }

    N digit(const N& value, const N& base, const N& index) {
        natural("digit", value);
        if (base < 2) throw messages::bad_base(Integer(base));
        N rest = value;
        for (N i(0); i < index && rest != 0; i = i + 1) rest = weighed(N(rest / base));
        return index < 0 ? N(0) : N(rest % base);
    }

    Integer qsum(const Integer& q, const std::vector<Integer>& numbers) {
        if (q < 1) throw messages::bad_base(q);
        unsigned bits = 0;
        for (const Integer& value : numbers)
            if (value != 0) bits = std::max(bits, static_cast<unsigned>(msb(value)) + 1);
        Integer result = 0;
        for (unsigned bit = bits; bit-- > 0;) {
            Integer column = 0;
            for (const Integer& value : numbers) column += bit_test(value, bit) ? 1 : 0;
            result = arithmetic::multiply(result, q) + column % q;
            frame_.tick(weight(result));
        }
        return result;
    }

    Frame& frame_;
    Oracle* oracle_;
};

}  // namespace

Integer evaluate(const Expr& e, Frame& frame, Oracle* oracle) {
    try {
        return Evaluator<std::int64_t>(frame, oracle)(e);
    } catch (const Overflow&) {
        return Evaluator<Integer>(frame, oracle)(e);
    }
}

std::int64_t evaluate_clamped(const Expr& e, Frame& frame, Oracle* oracle) {
    try {
        return Evaluator<std::int64_t>(frame, oracle)(e);
    } catch (const Overflow&) {
        return clamp(Evaluator<Integer>(frame, oracle)(e));
    }
}

std::int64_t evaluate_machine(const Expr& e, Frame& frame, Oracle* oracle) {
    try {
        return Evaluator<std::int64_t>(frame, oracle)(e);
    } catch (const Overflow&) {
        const Integer value = Evaluator<Integer>(frame, oracle)(e);
        if (!fits(value)) throw messages::value_too_large(value);
        return clamp(value);
    }
}

bool test(const Expr& e, Frame& frame, Oracle* oracle) {
    try {
        return Evaluator<std::int64_t>(frame, oracle)(e) != 0;
    } catch (const Overflow&) {
        return Evaluator<Integer>(frame, oracle)(e) != 0;
    }
}

bool contains(const NumberSet& set, const Integer& value, Frame& frame, Oracle* oracle) {
    if (!set.known) throw messages::missing_parameter(set.name);
    for (const auto& interval : set.intervals)
        if (evaluate(interval.first, frame, oracle) <= value && value <= evaluate(interval.last, frame, oracle))
            return true;
    return false;
}

bool in_range(const Binder& binder, Frame& frame, Oracle* oracle) {
    const Integer value = frame.get(binder.slots[0]);
    switch (binder.kind) {
        case Binder::Kind::value: return value == evaluate(binder.lower[0], frame, oracle);
        case Binder::Kind::numbers: return contains(*binder.numbers, value, frame, oracle);
        case Binder::Kind::range:
            return std::all_of(binder.lower.begin(), binder.lower.end(),
                               [&](const Expr& e) { return evaluate(e, frame, oracle) <= value; }) &&
                   std::all_of(binder.upper.begin(), binder.upper.end(),
                               [&](const Expr& e) { return value <= evaluate(e, frame, oracle); });
        case Binder::Kind::values:
            return std::any_of(binder.lower.begin(), binder.lower.end(),
                               [&](const Expr& e) { return evaluate(e, frame, oracle) == value; });
        case Binder::Kind::piles:
            if (!frame.large_piles.empty())
                return std::find(frame.large_piles.begin(), frame.large_piles.end(), value) != frame.large_piles.end();
            return std::find(frame.piles.begin(), frame.piles.end(), value) != frame.piles.end();
        case Binder::Kind::positions: return false;
    }
    return false;
}

namespace detail {

Interval interval(const Binder& binder, Frame& frame, Oracle* oracle) {
    if (binder.kind == Binder::Kind::value) {
        const std::int64_t value = evaluate_machine(binder.lower[0], frame, oracle);
        return {value, value};
    }
    Interval range{std::numeric_limits<std::int64_t>::min(), kNoBound};
    for (const Expr& e : binder.lower) range.first = std::max(range.first, evaluate_clamped(e, frame, oracle));
    for (const Expr& e : binder.upper) range.last = std::min(range.last, evaluate_clamped(e, frame, oracle));
    if (binder.lower.empty()) throw messages::unbounded(binder.names[0]);
    const bool cut_off = range.first == std::numeric_limits<std::int64_t>::max() ||
                         range.last == std::numeric_limits<std::int64_t>::min();
    if (cut_off &&
        range.first == range.last) {  // both ends beyond the machine: only the exact numbers tell whether it is empty
        for (const Expr& low : binder.lower)
            for (const Expr& high : binder.upper)
                if (evaluate(low, frame, oracle) > evaluate(high, frame, oracle)) return {1, 0};
    }
    return range;
}

namespace {

/// A set holds each element once, however often it is written: {1..3, 2, 3..5} is {1..5}. Without such repetition the order stays.
std::vector<Interval> each_once(std::vector<Interval> parts) {
    const auto apart = [](const std::vector<Interval>& list) {
        return std::adjacent_find(list.begin(), list.end(),
                                  [](const Interval& a, const Interval& b) { return b.first <= a.last; }) == list.end();
    };
    if (apart(parts)) return parts;
    std::vector<Interval> sorted = parts;
    std::sort(sorted.begin(), sorted.end(), [](const Interval& a, const Interval& b) { return a.first < b.first; });
    if (apart(sorted)) return parts;
    std::vector<Interval> result;
    for (const Interval& part : sorted) {
        if (!result.empty() && part.first <= result.back().last)
            result.back().last = std::max(result.back().last, part.last);
        else
            result.push_back(part);
    }
    return result;
}

/// The parts of a set that are between all of these bounds.
std::vector<Interval> between(const NumberSet& set, const std::vector<Integer>& lower,
                              const std::vector<Integer>& upper, Frame& frame, Oracle* oracle) {
    if (!set.known) throw messages::missing_parameter(set.name);
    std::vector<Interval> result;
    for (const auto& part : set.intervals) {
        Integer first = evaluate(part.first, frame, oracle), last = evaluate(part.last, frame, oracle);
        for (const Integer& bound : lower) first = std::max(first, bound);
        for (const Integer& bound : upper) last = std::min(last, bound);
        if (first > last) continue;
        for (const Integer& end : {first, last})
            if (!fits(end) || clamp(end) == kLarge) throw messages::value_too_large(end);
        result.push_back({clamp(first), clamp(last)});
    }
    return each_once(std::move(result));
}

}  // namespace

std::vector<Interval> intervals(const NumberSet& set, Frame& frame, Oracle* oracle) {
    return between(set, {}, {}, frame, oracle);
}

std::vector<Interval> intervals(const Binder& binder, Frame& frame, Oracle* oracle) {
    std::vector<Integer> lower, upper;
    for (const Expr& e : binder.lower) lower.push_back(evaluate(e, frame, oracle));
    for (const Expr& e : binder.upper) upper.push_back(evaluate(e, frame, oracle));
    return between(*binder.numbers, lower, upper, frame, oracle);
}
void throw_large_pile(const Frame& frame) {
    throw messages::value_too_large(*std::max_element(frame.large_piles.begin(), frame.large_piles.end()));
}
void require_countable(const Binder& binder, Interval range) {
    if (range.first == std::numeric_limits<std::int64_t>::min()) throw messages::uncountable(binder.names[0]);
    if (range.last == kNoBound)
        throw binder.upper.empty() ? messages::unbounded(binder.names[0]) : messages::uncountable(binder.names[0]);
}

}  // namespace detail
}  // namespace bouton
