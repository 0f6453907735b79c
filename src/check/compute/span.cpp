// Enclosures: bounds on what a term is worth while some variables are known only to lie somewhere (Entry::Kind::span).
//
// span(t): every value that t takes lies inside, and t has a value; nothing where that is not certain. truth(c): the condition is certain, one
// way or the other. They serve one purpose, to leave out cases that cannot count (compute_loop.cpp); a wide answer costs time only.
#include "check/compute/evaluator.hpp"

#include <algorithm>

namespace bouton::kernel::compute {

using Kind = Term::Kind;

namespace {

constexpr unsigned kLargestExponent = 4096;

Span point(const Integer& value) { return {{0, value}, {0, value}}; }

bool less(const End& a, const End& b) {
    return a.infinite != b.infinite ? a.infinite < b.infinite : !a.infinite && a.value < b.value;
}
End negative(const End& a) { return {-a.infinite, -a.value}; }
Span negative(const Span& a) { return {negative(a.high), negative(a.low)}; }
/// Two lower ends, or two upper ends.
End plus(const End& a, const End& b) {
    return a.infinite || b.infinite ? End{a.infinite ? a.infinite : b.infinite, 0} : End{0, a.value + b.value};
}
Span plus(const Span& a, const Span& b) { return {plus(a.low, b.low), plus(a.high, b.high)}; }

int sign(const End& a) { return a.infinite ? a.infinite : a.value.sign(); }
End times(const End& a, const End& b) {
    const int s = sign(a) * sign(b);
    if (s == 0) return {0, 0};
    return a.infinite || b.infinite ? End{s, 0} : End{0, a.value * b.value};
}
Span times(const Span& a, const Span& b) {
    const End ends[] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)};
    return {*std::min_element(ends, ends + 4, less), *std::max_element(ends, ends + 4, less)};
}

/// base^exponent for base >= 0 and exponent >= 0. A large exponent rounds outwards: down below, up above.
std::optional<Span> power(const Span& base, const Span& exponent) {
    if (sign(base.low) < 0 || sign(exponent.low) < 0) return std::nullopt;
    const auto small = [](const End& e) { return !e.infinite && e.value <= kLargestExponent; };
    const unsigned least = small(exponent.low) ? exponent.low.value.convert_to<unsigned>() : kLargestExponent;
    if (msb(Integer(base.low.value + 1)) > 64) return std::nullopt;
    Span result;
    // 0^0 = 1 and 0^1 = 0: below, a base that may be 0 gives 0.
    result.low = {0, base.low.value == 0 ? Integer(0) : Integer(pow(base.low.value, least))};
    if (!base.high.infinite && small(exponent.high) && msb(Integer(base.high.value + 1)) <= 64)
        result.high = {0, std::max<Integer>(pow(base.high.value, exponent.high.value.convert_to<unsigned>()), 1)};
    return result;
}

/// a / b for a number b > 0, rounded outwards; with floor or ceil both ends are rounded as they are.
enum class Rounding { outward, down, up };
Span over(const Span& a, const Integer& b, Rounding rounding) {
    Span result = a;
    if (!a.low.infinite)
        result.low.value = rounding == Rounding::up ? ceil_of({a.low.value, b}) : floor_of({a.low.value, b});
    if (!a.high.infinite)
        result.high.value = rounding == Rounding::down ? floor_of({a.high.value, b}) : ceil_of({a.high.value, b});
    return result;
}

bool is_point(const Span& a) { return !a.low.infinite && !a.high.infinite && a.low.value == a.high.value; }

}  // namespace

std::optional<Span> Evaluator::span(const Term& term, const Scope& scope) {
    tick();
    switch (term.kind) {
        case Kind::number: return point(integer_from(term.text));
        case Kind::name: {
            const Entry* entry = scope.find(term.text);
            if (!entry) break;
            if (entry->kind == Entry::Kind::number) return point(entry->number);
            if (entry->kind == Entry::Kind::span) return entry->span;
            if (entry->kind == Entry::Kind::let) return span(*entry->body, *entry->scope);
            break;
        }
        case Kind::negate:
            if (const auto a = span(term.parts[0], scope)) return negative(*a);
            return std::nullopt;
        case Kind::binary: return span_of_binary(term, scope);
        case Kind::conditional: {
            const auto test = truth(term.parts[0], scope);
            if (!test) return std::nullopt;
            return span(term.parts[*test ? 1 : 2], scope);
        }
        case Kind::call: return span_of_call(term, scope);
        default: break;
    }
    try {
        return point(whole(term, scope));  // a variable that is not chosen yet has no value
    } catch (const Undecided&) {
        return std::nullopt;
    }
}

std::optional<Span> Evaluator::span_of_binary(const Term& term, const Scope& scope) {
    const std::string& op = term.text;
    const auto a = span(term.parts[0], scope), b = span(term.parts[1], scope);
    if (!a || !b) return std::nullopt;
    if (op == "+") return plus(*a, *b);
    if (op == "-") return plus(*a, negative(*b));
    if (op == "*") return times(*a, *b);
    if (op == "^") return power(*a, *b);
    if (op == "/" && is_point(*b) && b->low.value > 0) return over(*a, b->low.value, Rounding::outward);
    if (op == "mod" && sign(b->low) > 0) {
        Span result = point(0);
        result.high = plus(b->high, {0, -1});
        return result;
    }
    return std::nullopt;
}

std::optional<Span> Evaluator::span_of_call(const Term& term, const Scope& scope) {
    const Entry* entry = callee(term, scope);
    if (entry) return entry->kind == Entry::Kind::function ? span_applied(*entry, term, scope) : std::nullopt;
    const std::string& f = term.text;
    if ((f == "floor" || f == "ceil") && term.parts.size() == 1 && term.parts[0].kind == Kind::binary &&
        term.parts[0].text == "/") {
        const auto a = span(term.parts[0].parts[0], scope), b = span(term.parts[0].parts[1], scope);
        if (!a || !b || !is_point(*b) || b->low.value <= 0) return std::nullopt;
        return over(*a, b->low.value, f == "floor" ? Rounding::down : Rounding::up);
    }
    if ((f == "min" || f == "max") && !term.parts.empty() && term.parts.back().kind != Kind::piles &&
        !is_set(term.parts[0], scope)) {
        std::optional<Span> result;
        for (const Term& part : term.parts) {
            const auto next = span(part, scope);
            if (!next) return std::nullopt;
            if (!result) result = next;
            if (less(next->low, result->low) == (f == "min")) result->low = next->low;
            if (less(next->high, result->high) == (f == "min")) result->high = next->high;
        }
        return result;
    }
    try {
        return point(whole(term, scope));
    } catch (const Undecided&) {
        return std::nullopt;
    }
}

std::optional<Span> Evaluator::span_applied(const Entry& entry, const Term& term, const Scope& scope) {
    if (!entry.body || entry.recursive || entry.body->kind == Kind::table || entry.formals->size() != term.parts.size())
        return std::nullopt;
    Scope inner{entry.scope};
    for (std::size_t i = 0; i < term.parts.size(); ++i) {
        const auto argument = span(term.parts[i], scope);
        if (!argument) return std::nullopt;
        inner.add((*entry.formals)[i], Entry::Kind::span).span = *argument;
        if (!is_point(*argument)) continue;
        inner.names.back().second.kind = Entry::Kind::number;
        inner.names.back().second.number = argument->low.value;
    }
    if (++depth_ > 100) {
        --depth_;
        return std::nullopt;
    }
    const auto value = span(*entry.body, inner);
    --depth_;
    return value && entry.rule && sign(value->low) < 0 ? std::nullopt : value;
}

std::optional<bool> Evaluator::truth(const Term& term, const Scope& scope) {
    tick();
    if (term.kind == Kind::compare) {
        bool all = true;
        for (std::size_t i = 0; i < term.operators.size(); ++i) {
            const auto one = related(term.parts[i], term.operators[i], term.parts[i + 1], scope);
            if (one == false) return false;
            all = all && one.has_value();
        }
        return all ? std::optional(true) : std::nullopt;
    }
    if (term.kind == Kind::negation) {
        const auto inside = truth(term.parts[0], scope);
        return inside ? std::optional(!*inside) : std::nullopt;
    }
    if (term.kind == Kind::binary && (term.text == "and" || term.text == "or")) {
        const bool decisive = term.text == "or";
        const auto a = truth(term.parts[0], scope), b = truth(term.parts[1], scope);
        if (a == decisive || b == decisive) return decisive;
        return a && b ? std::optional(!decisive) : std::nullopt;
    }
    if (term.kind == Kind::quantifier) return std::nullopt;
    try {
        return holds(term, scope);
    } catch (const Undecided&) {
        return std::nullopt;
    }
}

std::optional<bool> Evaluator::related(const Term& left, const std::string& op, const Term& right, const Scope& scope) {
    if (op == "in" || op == "subset" || is_set(left, scope) || is_set(right, scope) || is_condition(left, scope) ||
        is_condition(right, scope))
        return std::nullopt;
    if (op == ">" || op == ">=") return related(right, op == ">" ? "<" : "<=", left, scope);
    const auto a = span(left, scope), b = span(right, scope);
    if (!a || !b) return std::nullopt;
    if (is_point(*a) && is_point(*b) && (op == "=" || op == "!=")) return (a->low.value == b->low.value) == (op == "=");
    const bool below = less(a->high, b->low), above = less(b->high, a->low);  // for certain
    if (op == "=" || op == "!=") return below || above ? std::optional(op == "!=") : std::nullopt;
    if (below || (op == "<=" && !less(b->low, a->high) && !a->high.infinite)) return true;
    if (above || (op == "<" && !less(a->low, b->high) && !b->high.infinite)) return false;
    return std::nullopt;
}

}  // namespace bouton::kernel::compute
