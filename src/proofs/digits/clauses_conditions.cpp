// The part of the translator that is about conditions.
#include "proofs/digits/clauses_parts.hpp"

#include <fmt/format.h>

#include <set>

namespace bouton::digits {

Clauses Translator::compare(Condition::Kind kind, const Value& difference) const {
    if (difference.floors.empty()) return {{linear(kind, difference.sum)}};
    const Floor& floor = difference.floors[0];
    if (difference.floors.size() == 1 && (floor.factor == 1 || floor.factor == -1)) {
        // r + floor(a/c) <= 0 is a + c*r - (c - 1) <= 0, and r - floor(a/c) <= 0 is c*r - a <= 0
        const auto bound = [&](std::int64_t sign) {
            Linear sum;
            sum.add(difference.sum, sign * floor.by);
            sum.add(floor.of, sign * floor.factor);
            if (sign * floor.factor > 0) sum.constant -= floor.by - 1;
            return linear(Condition::Kind::at_most, sum);
        };
        if (kind == Condition::Kind::at_most) return {{bound(1)}};
        return {{bound(1), bound(-1)}};
    }
    Clauses result;
    without_floors(difference, 0, difference.sum, 1, {}, [&](const Clause& guard, const Linear& sum, std::int64_t) {
        result = either(std::move(result), {joined(guard, {linear(kind, sum)})});
    });
    return result;
}

Clauses Translator::compare(Condition::Kind kind, const Expr& left, const Expr& right, const Scope& scope) {
    if (kind == Condition::Kind::at_most) {
        // Bounds by the smallest or largest of several need no cases.
        const auto all = [&](const Expr& many, bool on_left) {
            Clauses result{{}};
            for (const Expr& arg : many->args)
                result = both(result, on_left ? compare(kind, arg, right, scope) : compare(kind, left, arg, scope));
            return result;
        };
        const auto any = [&](const Expr& many, bool on_left) {
            Clauses result;
            for (const Expr& arg : many->args)
                result = either(result, on_left ? compare(kind, arg, right, scope) : compare(kind, left, arg, scope));
            return result;
        };
        if (left->op == Op::maximum) return all(left, true);
        if (right->op == Op::minimum) return all(right, false);
        if (left->op == Op::minimum) return any(left, true);
        if (right->op == Op::maximum) return any(right, false);
    }
    Clauses result;
    combine({cases(left, scope), cases(right, scope)}, [&](const Clause& guard, const std::vector<Value>& values) {
        Value difference = values[0];
        add(difference, values[1], -1);
        result = either(result, both({guard}, compare(kind, difference)));
    });
    return result;
}

/// qsum(q, ...) = 0, and ones, twos, fibonacci_zeros modulo a constant.
std::optional<Clauses> Translator::digit_condition(const Expr& left, const Expr& right, const Scope& scope,
                                                   bool positive) {
    if (left->op == Op::qsum || left->op == Op::piles_qsum) {
        const std::int64_t q = need_constant(left->args[0], scope, "q");
        if (q < 1 || q == 2 || constant(right, scope) != 0) return std::nullopt;
        std::vector<std::vector<Case>> args;
        for (std::size_t i = 1; i < left->args.size(); ++i) args.push_back(cases(left->args[i], scope));
        if (left->op == Op::piles_qsum)
            for (const Value& pile : scope.piles) args.push_back({{{}, pile}});
        Clauses result;
        combine(args, [&](Clause guard, const std::vector<Value>& values) {
            std::vector<std::string> tracks;
            for (const Value& value : values) tracks.push_back(as_track(value, "qsum", guard));
            guard.push_back(about(Condition::Kind::columns, tracks, q));
            guard.back().negated = !positive;
            result.push_back(guard);
        });
        return result;
    }
    if (left->op != Op::modulo) return std::nullopt;
    const Expr& function = left->args[0];
    const bool ones = function->op == Op::ones;
    if (!ones && function->op != Op::twos && function->op != Op::fibonacci_zeros) return std::nullopt;
    const std::int64_t modulus = need_constant(left->args[1], scope, "the divisor");
    const std::int64_t wanted = need_constant(right, scope, "the remainder");
    if (modulus < 1 || modulus > 10000) return std::nullopt;
    Clauses result;
    for (Case& of : cases(function->args[0], scope)) {
        const Linear& sum = of.value.sum;
        const Expr& argument = function->args[0];
        const auto entry = argument->op == Op::variable ? scope.slots.find(argument->slot) : scope.slots.end();
        const bool known = entry != scope.slots.end() && entry->second.least.value_or(0) >= 1;
        if (!ones && !known && !(natural(of.value) && sum.constant >= 1))
            throw Unsupported{fmt::format(
                "{} of a coordinate that may be 0; a family {{ n for n >= 1 if ... }} excludes it", shown(function))};
        const std::string track = as_track(of.value, ones ? "ones" : "zeros", of.guard);
        for (std::int64_t rest = 0; rest < modulus; ++rest)
            if ((rest == wanted) == positive)
                result.push_back(joined(
                    of.guard, {about(ones ? Condition::Kind::ones : Condition::Kind::zeros, {track}, modulus, rest)}));
    }
    return result;
}

/// All parts, made one after the other. The same variables in two of them (a set that is asked for twice) would become one.
Clauses Translator::conjoined(std::size_t count, const std::function<Clauses(std::size_t)>& part) {
    std::set<std::string> before, here;
    before.swap(bound_);
    Clauses result{{}};
    for (std::size_t i = 0; i < count; ++i) {
        bound_.clear();
        result = both(result, part(i));
        for (const std::string& name : bound_)
            if (!here.insert(name).second) throw Unsupported{"the same set or quantifier twice in one condition"};
    }
    bound_ = std::move(before);
    bound_.insert(here.begin(), here.end());
    return result;
}

Clauses Translator::condition(const Expr& e, const Scope& scope, bool positive) {
    const auto plus_one = [](const Expr& a) { return make(Op::add, {a, number(1)}); };
    switch (e->op) {
        case Op::number: return (e->number != 0) == positive ? Clauses{{}} : Clauses{};
        case Op::conjunction:
        case Op::disjunction: {
            if ((e->op == Op::conjunction) == positive)
                return conjoined(e->args.size(), [&](std::size_t i) { return condition(e->args[i], scope, positive); });
            Clauses result;
            for (const Expr& arg : e->args) result = either(result, condition(arg, scope, positive));
            return result;
        }
        case Op::negation: return condition(e->args[0], scope, !positive);
        case Op::choose:
            return either(conjoined(2, [&](std::size_t i) { return condition(e->args[i], scope, i == 0 || positive); }),
                          conjoined(2, [&](std::size_t i) {
                              return condition(e->args[2 * i], scope, i == 0 ? false : positive);
                          }));
        case Op::less:
            return positive ? compare(Condition::Kind::at_most, plus_one(e->args[0]), e->args[1], scope)
                            : compare(Condition::Kind::at_most, e->args[1], e->args[0], scope);
        case Op::less_equal:
            return positive ? compare(Condition::Kind::at_most, e->args[0], e->args[1], scope)
                            : compare(Condition::Kind::at_most, plus_one(e->args[1]), e->args[0], scope);
        case Op::equal:
        case Op::not_equal: {
            const Expr &a = e->args[0], &b = e->args[1];
            const bool same = (e->op == Op::equal) == positive;
            if (is_condition(a->op) && is_condition(b->op))
                return either(
                    conjoined(2, [&](std::size_t i) { return condition(e->args[i], scope, i == 0 || same); }),
                    conjoined(2, [&](std::size_t i) { return condition(e->args[i], scope, i != 0 && !same); }));
            for (bool turned : {false, true})
                if (const auto found = digit_condition(turned ? b : a, turned ? a : b, scope, same)) return *found;
            if (same) return compare(Condition::Kind::equal, a, b, scope);
            return either(compare(Condition::Kind::at_most, plus_one(a), b, scope),
                          compare(Condition::Kind::at_most, plus_one(b), a, scope));
        }
        case Op::member: {
            Clauses result = positive ? Clauses{} : Clauses{{}};
            for (const auto& interval : e->numbers->intervals) {
                const Expr inside = make(Op::conjunction, {make(Op::less_equal, {interval.first, e->args[0]}),
                                                           make(Op::less_equal, {e->args[0], interval.last})});
                const Clauses part = condition(inside, scope, positive);
                result = positive ? either(result, part) : both(result, part);
            }
            return result;
        }
        case Op::exists:
        case Op::for_all:
            if ((e->op == Op::exists) != positive) break;
            return over(*e->loop, e->args, scope,
                        [&](const Scope& inner) { return condition(e->args[0], inner, positive); });
        case Op::in_set: {
            std::vector<std::vector<Case>> args;
            for (const Expr& arg : e->args) {
                if (arg->op == Op::piles)
                    for (const Value& pile : scope.piles) args.push_back({{{}, pile}});
                else
                    args.push_back(cases(arg, scope));
            }
            Clauses result;
            combine(args, [&](const Clause& guard, const std::vector<Value>& values) {
                result = either(result, both({guard}, member(e->sets[0], scope, values, positive)));
            });
            return result;
        }
        default: break;
    }
    throw Unsupported{
        fmt::format("the condition {}; comparisons of linear terms, xor, qsum = 0, and, or, not can be read in digits",
                    is_condition(e->op) && e->args.empty() ? "on sets" : shown(e))};
}

}  // namespace bouton::digits
