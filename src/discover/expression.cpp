#include "discover/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace bouton::discover {

ExpressionPtr leaf(std::int32_t index, std::string text) {
    return std::make_shared<Expression>(Expression{Operation::leaf, index, std::move(text), {}});
}

ExpressionPtr constant(std::int32_t value) {
    return std::make_shared<Expression>(Expression{Operation::number, value, {}, {}});
}

ExpressionPtr node(Operation operation, std::vector<ExpressionPtr> parts, std::int32_t number) {
    return std::make_shared<Expression>(Expression{operation, number, {}, std::move(parts)});
}

// ---- as text ----

namespace {

// How tightly a text binds: what stands inside something tighter gets brackets.
enum Tightness { loose, condition_or, condition_and, comparison, sum, product_, atom };

struct Written {
    std::string text;
    Tightness tightness = atom;
};

Written written(const ExpressionPtr& e);

std::string within(const ExpressionPtr& e, Tightness least) {
    const Written w = written(e);
    return w.tightness < least ? "(" + w.text + ")" : w.text;
}

/// The text of a leaf may be any term of the rules: what stands outside of brackets says how tightly it binds.
Tightness tightness_of(const std::string& text) {
    int depth = 0;
    Tightness least = atom;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (depth > 0 || c == ')' || std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ' ') continue;
        least = std::min(least, c == '+' || c == '-' ? sum : c == '*' || c == '^' ? product_ : loose);
    }
    if (least > loose && (text.find(" mod ") != std::string::npos || text.find("if ") != std::string::npos))
        least = loose;
    return least;
}

/// xor(xor(a, b), c) as xor(a, b, c)
std::string call_of(const char* name, const ExpressionPtr& e) {
    std::string arguments;
    const auto add = [&](const auto& self, const ExpressionPtr& part) -> void {
        if (part->operation == e->operation) {
            for (const ExpressionPtr& inner : part->parts) self(self, inner);
            return;
        }
        arguments += (arguments.empty() ? "" : ", ") + within(part, loose);
    };
    add(add, e);
    return fmt::format("{}({})", name, arguments);
}

/// Adding one number more to a sum: (x + 1) - 2 is x - 1.
std::string plus(const ExpressionPtr& e, std::int64_t more) {
    if (e->operation == Operation::increment) return plus(e->parts[0], more + 1);
    if (e->operation == Operation::decrement) return plus(e->parts[0], more - 1);
    if (e->operation == Operation::number) return std::to_string(e->number + more);
    if (more == 0) return within(e, sum);
    return fmt::format("{} {} {}", within(e, sum), more > 0 ? '+' : '-', std::abs(more));
}

Written written(const ExpressionPtr& e) {
    const auto& p = e->parts;
    switch (e->operation) {
        case Operation::leaf: return {e->text, tightness_of(e->text)};
        case Operation::number: return {std::to_string(e->number), e->number < 0 ? sum : atom};
        case Operation::times: return {fmt::format("{}*{}", e->number, within(p[0], atom)), product_};
        case Operation::divide: return {fmt::format("floor({}/{})", within(p[0], product_), e->number), atom};
        case Operation::modulo: return {fmt::format("({} mod {})", within(p[0], atom), e->number), atom};
        case Operation::increment:
        case Operation::decrement: return {plus(e, 0), sum};
        case Operation::absolute: return {fmt::format("abs({})", within(p[0], loose)), atom};
        case Operation::twos: return {fmt::format("twos({})", within(p[0], loose)), atom};
        case Operation::logarithm: return {fmt::format("floor(log2({}))", within(p[0], loose)), atom};
        case Operation::ones: return {fmt::format("ones({})", within(p[0], loose)), atom};
        case Operation::power_of_two: return {fmt::format("2^{}", within(p[0], atom)), product_};
        case Operation::root: return {fmt::format("floor(sqrt({}))", within(p[0], loose)), atom};
        case Operation::odd_half:
            return {fmt::format("floor({}/2^(twos({}) + 1))", within(p[0], product_), within(p[0], loose)), atom};
        case Operation::low_power: return {fmt::format("2^twos({})", within(p[0], loose)), product_};
        case Operation::add: return {fmt::format("{} + {}", within(p[0], sum), within(p[1], sum)), sum};
        case Operation::subtract: return {fmt::format("{} - {}", within(p[0], sum), within(p[1], product_)), sum};
        case Operation::bit_xor: return {call_of("xor", e), atom};
        case Operation::bit_or:  // a + b + (a xor b) counts every digit of `a or b` twice
            return {fmt::format("floor(({0} + {1} + xor({2}, {3}))/2)", within(p[0], sum), within(p[1], sum),
                                within(p[0], loose), within(p[1], loose)),
                    atom};
        case Operation::minimum: return {call_of("min", e), atom};
        case Operation::maximum: return {call_of("max", e), atom};
        case Operation::product: return {fmt::format("{}*{}", within(p[0], product_), within(p[1], atom)), product_};
        case Operation::quotient:
            return {fmt::format("floor({}/{})", within(p[0], product_), within(p[1], atom)), atom};
        case Operation::equal: return {fmt::format("{} = {}", within(p[0], sum), within(p[1], sum)), comparison};
        case Operation::less: return {fmt::format("{} < {}", within(p[0], sum), within(p[1], sum)), comparison};
        case Operation::at_most: return {fmt::format("{} <= {}", within(p[0], sum), within(p[1], sum)), comparison};
        case Operation::conjunction:
            return {fmt::format("{} and {}", within(p[0], comparison), within(p[1], comparison)), condition_and};
        case Operation::disjunction:
            return {fmt::format("({}) or ({})", within(p[0], loose), within(p[1], loose)), condition_or};
        case Operation::negation: {
            const Operation inner = p[0]->operation;
            const auto& q = p[0]->parts;
            if (inner == Operation::equal)
                return {fmt::format("{} != {}", within(q[0], sum), within(q[1], sum)), comparison};
            if (inner == Operation::less)
                return {fmt::format("{} <= {}", within(q[1], sum), within(q[0], sum)), comparison};
            if (inner == Operation::at_most)
                return {fmt::format("{} < {}", within(q[1], sum), within(q[0], sum)), comparison};
            return {fmt::format("not ({})", within(p[0], loose)), comparison};
        }
        case Operation::choose:
            return {
                fmt::format("if {} then {} else {}", within(p[0], loose), within(p[1], comparison), written(p[2]).text),
                loose};
    }
    return {};
}

bool is_true(const ExpressionPtr& e) {
    if (e->operation == Operation::number) return e->number != 0;
    const auto& p = e->parts;
    if (p.size() != 2 || p[0]->operation != Operation::number || p[1]->operation != Operation::number) return false;
    const std::int32_t a = p[0]->number, b = p[1]->number;
    return e->operation == Operation::equal ? a == b : e->operation == Operation::less ? a < b : a <= b;
}

bool is_settled(const ExpressionPtr& e) {
    if (e->operation == Operation::number) return true;
    return (e->operation == Operation::equal || e->operation == Operation::less ||
            e->operation == Operation::at_most) &&
           e->parts[0]->operation == Operation::number && e->parts[1]->operation == Operation::number;
}

}  // namespace

std::string text(const ExpressionPtr& e) { return written(e).text; }

ExpressionPtr simplified_condition(const ExpressionPtr& e) {
    if (e->operation != Operation::choose) return e;
    const ExpressionPtr p = e->parts[0], a = simplified_condition(e->parts[1]), b = simplified_condition(e->parts[2]);
    const auto no = [](const ExpressionPtr& x) { return node(Operation::negation, {x}); };
    const auto both = [](const ExpressionPtr& x, const ExpressionPtr& y) {
        return node(Operation::conjunction, {x, y});
    };
    const auto either = [](const ExpressionPtr& x, const ExpressionPtr& y) {
        return node(Operation::disjunction, {x, y});
    };
    const bool first = is_settled(a), second = is_settled(b);
    if (first && second) {
        if (is_true(a) == is_true(b)) return a;
        return is_true(a) ? p : no(p);
    }
    if (first) return is_true(a) ? either(p, b) : both(no(p), b);
    if (second) return is_true(b) ? either(no(p), a) : both(p, a);
    return either(both(p, a), both(no(p), b));
}

bool uses_leaf(const ExpressionPtr& e, std::int32_t index) {
    if (e->operation == Operation::leaf) return e->number == index;
    return std::any_of(e->parts.begin(), e->parts.end(), [&](const auto& part) { return uses_leaf(part, index); });
}

bool uses(const ExpressionPtr& e, Operation operation) {
    return e->operation == operation ||
           std::any_of(e->parts.begin(), e->parts.end(), [&](const auto& part) { return uses(part, operation); });
}

std::vector<std::int32_t> leaves_of(const ExpressionPtr& e) {
    if (e->operation == Operation::leaf) return {e->number};
    std::vector<std::int32_t> all;
    for (const ExpressionPtr& part : e->parts)
        for (const std::int32_t index : leaves_of(part))
            if (std::find(all.begin(), all.end(), index) == all.end()) all.push_back(index);
    return all;
}

ExpressionPtr with_leaves(const ExpressionPtr& e, const std::vector<ExpressionPtr>& by_index) {
    if (e->operation == Operation::leaf) {
        const ExpressionPtr& other = by_index[static_cast<std::size_t>(e->number)];
        return other ? other : e;
    }
    std::vector<ExpressionPtr> parts;
    for (const ExpressionPtr& part : e->parts) parts.push_back(with_leaves(part, by_index));
    return node(e->operation, std::move(parts), e->number);
}

// ---- values ----

namespace {

Number floor_quotient(Number a, Number b) {
    const Number q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

Number fitting(std::int64_t v) { return v > kLargest || v < -kLargest ? kUndefined : static_cast<Number>(v); }

int low_zeros(Number x) { return std::countr_zero(static_cast<std::uint32_t>(x)); }

Number root_of(Number x) {
    auto r = static_cast<Number>(std::sqrt(static_cast<double>(x)));
    while (static_cast<std::int64_t>(r) * r > x) --r;
    while (static_cast<std::int64_t>(r + 1) * (r + 1) <= x) ++r;
    return r;
}

template <class F> void map(const Number* a, std::size_t count, Number* result, F f) {
    for (std::size_t i = 0; i < count; ++i) result[i] = a[i] == kUndefined ? kUndefined : f(a[i]);
}

template <class F> void map(const Number* a, const Number* b, std::size_t count, Number* result, F f) {
    for (std::size_t i = 0; i < count; ++i)
        result[i] = a[i] == kUndefined || b[i] == kUndefined ? kUndefined : f(a[i], b[i]);
}

}  // namespace

void apply(Operation operation, const Number* a, const Number* b, Number c, std::size_t n, Number* r) {
    switch (operation) {
        case Operation::times: return map(a, n, r, [c](Number x) { return fitting(static_cast<std::int64_t>(x) * c); });
        case Operation::divide: return map(a, n, r, [c](Number x) { return floor_quotient(x, c); });
        case Operation::modulo: return map(a, n, r, [c](Number x) { return x - c * floor_quotient(x, c); });
        case Operation::increment: return map(a, n, r, [](Number x) { return x + 1; });
        case Operation::decrement: return map(a, n, r, [](Number x) { return x - 1; });
        case Operation::absolute: return map(a, n, r, [](Number x) { return x < 0 ? -x : x; });
        case Operation::twos: return map(a, n, r, [](Number x) { return x <= 0 ? kUndefined : low_zeros(x); });
        case Operation::logarithm:
            return map(a, n, r, [](Number x) {
                return x <= 0 ? kUndefined : static_cast<Number>(std::bit_width(static_cast<std::uint32_t>(x))) - 1;
            });
        case Operation::ones:
            return map(a, n, r,
                       [](Number x) { return x < 0 ? kUndefined : std::popcount(static_cast<std::uint32_t>(x)); });
        case Operation::power_of_two:
            return map(a, n, r, [](Number x) { return x < 0 || x > 23 ? kUndefined : 1 << x; });
        case Operation::root: return map(a, n, r, [](Number x) { return x < 0 ? kUndefined : root_of(x); });
        case Operation::odd_half:
            return map(a, n, r, [](Number x) { return x <= 0 ? kUndefined : x >> (low_zeros(x) + 1); });
        case Operation::low_power: return map(a, n, r, [](Number x) { return x <= 0 ? kUndefined : x & -x; });
        case Operation::add: return map(a, b, n, r, [](Number x, Number y) { return fitting(std::int64_t{x} + y); });
        case Operation::subtract:
            return map(a, b, n, r, [](Number x, Number y) { return fitting(std::int64_t{x} - y); });
        case Operation::bit_xor:
            return map(a, b, n, r, [](Number x, Number y) { return x < 0 || y < 0 ? kUndefined : x ^ y; });
        case Operation::bit_or:
            return map(a, b, n, r, [](Number x, Number y) { return x < 0 || y < 0 ? kUndefined : x | y; });
        case Operation::minimum: return map(a, b, n, r, [](Number x, Number y) { return std::min(x, y); });
        case Operation::maximum: return map(a, b, n, r, [](Number x, Number y) { return std::max(x, y); });
        case Operation::product:
            return map(a, b, n, r, [](Number x, Number y) { return fitting(std::int64_t{x} * y); });
        case Operation::quotient:
            return map(a, b, n, r, [](Number x, Number y) { return y <= 0 ? kUndefined : floor_quotient(x, y); });
        case Operation::equal: return map(a, b, n, r, [](Number x, Number y) { return Number{x == y}; });
        case Operation::less: return map(a, b, n, r, [](Number x, Number y) { return Number{x < y}; });
        case Operation::at_most: return map(a, b, n, r, [](Number x, Number y) { return Number{x <= y}; });
        case Operation::conjunction:  // stops at what is false, as the language does
            for (std::size_t i = 0; i < n; ++i) r[i] = a[i] == kUndefined || a[i] == 0 ? a[i] : b[i];
            return;
        case Operation::disjunction:
            for (std::size_t i = 0; i < n; ++i) r[i] = a[i] == 0 ? b[i] : a[i];
            return;
        case Operation::negation: return map(a, n, r, [](Number x) { return Number{x == 0}; });
        case Operation::leaf:
        case Operation::number:
        case Operation::choose: break;
    }
}

void evaluate(const ExpressionPtr& e, const std::vector<std::vector<Number>>& columns, std::size_t first,
              std::size_t count, Number* result) {
    if (e->operation == Operation::leaf) {
        const auto& column = columns[static_cast<std::size_t>(e->number)];
        std::copy_n(column.begin() + static_cast<std::ptrdiff_t>(first), count, result);
        return;
    }
    if (e->operation == Operation::number) {
        std::fill_n(result, count, e->number);
        return;
    }
    std::vector<std::vector<Number>> parts;
    for (const ExpressionPtr& part : e->parts) {
        parts.emplace_back(count);
        evaluate(part, columns, first, count, parts.back().data());
    }
    if (e->operation == Operation::choose) {
        for (std::size_t i = 0; i < count; ++i)
            result[i] = parts[0][i] == kUndefined ? kUndefined : parts[0][i] != 0 ? parts[1][i] : parts[2][i];
        return;
    }
    apply(e->operation, parts[0].data(), parts.size() > 1 ? parts[1].data() : nullptr, e->number, count, result);
}

}  // namespace bouton::discover
