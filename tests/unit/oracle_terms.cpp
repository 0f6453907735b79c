// The evaluator of the oracle: see oracle.hpp.
#include "unit/oracle.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace bouton::unit {

using syntax::Term;

namespace {

long long floor_of(long long a, long long b) {  // b > 0
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/// The digits of every number in base 2, added column by column modulo q, read in base q.
long long column_sums(long long q, const std::vector<long long>& numbers) {
    long long result = 0, weight = 1;
    for (int bit = 0; bit < 30; ++bit, weight *= bit < 30 ? q : 1) {
        long long column = 0;
        for (long long v : numbers) column += v >> bit & 1;
        if (column % q != 0) result += column % q * weight;
        if (std::all_of(numbers.begin(), numbers.end(), [&](long long v) { return v >> bit == 0; })) break;
    }
    return result;
}

}  // namespace

long long Plain::whole(const Term& term) {
    const Fraction v = value(term);
    if (v.top % v.bottom != 0) throw std::logic_error("a fraction where a number is needed");
    return v.top / v.bottom;
}

bool Plain::related(const Fraction& left, const std::string& op, const Fraction& right) {
    const long long a = left.top * right.bottom, b = right.top * left.bottom;
    return op == "<"    ? a < b
           : op == "<=" ? a <= b
           : op == ">"  ? a > b
           : op == ">=" ? a >= b
           : op == "="  ? a == b
                        : a != b;
}

Plain::Fraction Plain::lookup(const std::string& name) {
    if (const auto found = variables_.find(name); found != variables_.end()) return {found->second, 1};
    for (const syntax::Let& let : game_.lets)
        if (let.name == name) return value(let.value);
    if (const auto found = given_.find(name); found != given_.end()) return value(*found->second);
    for (const syntax::Parameter& parameter : game_.parameters)
        if (parameter.name == name) return value(*parameter.value);
    throw std::logic_error("unknown name " + name);
}

Plain::Fraction Plain::value(const Term& term) {
    switch (term.kind) {
        case Term::Kind::number: return {std::stoll(term.text), 1};
        case Term::Kind::name: return lookup(term.text);
        case Term::Kind::negate: {
            const Fraction v = value(term.parts[0]);
            return {-v.top, v.bottom};
        }
        case Term::Kind::binary: return binary(term);
        case Term::Kind::compare: return {compare(term), 1};
        case Term::Kind::negation: return {!holds(term.parts[0]), 1};
        case Term::Kind::conditional: return value(term.parts[holds(term.parts[0]) ? 1 : 2]);
        case Term::Kind::call: return call(term);
        case Term::Kind::aggregate:
        case Term::Kind::quantifier: {
            long long total = 0, cases = 0, good = 0;
            run(term.bindings, 0, [&] {
                if (term.parts.size() > 1 && !holds(term.parts[1])) return;
                ++cases;
                if (term.text == "count") return;
                const long long v = whole(term.parts[0]);
                total += v;
                good += v != 0;
            });
            return {term.text == "sum"      ? total
                    : term.text == "count"  ? cases
                    : term.text == "forall" ? good == cases
                                            : good > 0,
                    1};
        }
        default: throw std::logic_error("a term that has no place in these rules");
    }
}

Plain::Fraction Plain::binary(const Term& term) {
    const std::string& op = term.text;
    if (op == "and") return {holds(term.parts[0]) && holds(term.parts[1]), 1};
    if (op == "or") return {holds(term.parts[0]) || holds(term.parts[1]), 1};
    if (op == "implies") return {!holds(term.parts[0]) || holds(term.parts[1]), 1};
    const Fraction a = value(term.parts[0]), b = value(term.parts[1]);
    if (op == "iff") return {a.top == b.top, 1};
    if (op == "+") return {a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom};
    if (op == "-") return {a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom};
    if (op == "*") return {a.top * b.top, a.bottom * b.bottom};
    if (op == "/") {
        const Fraction q{a.top * b.bottom, a.bottom * b.top};
        return q.bottom < 0 ? Fraction{-q.top, -q.bottom} : q;
    }
    if (op == "mod") {  // a - b*floor(a/b)
        const long long sign = b.top < 0 ? -1 : 1;
        return {a.top - b.top * floor_of(sign * a.top, sign * b.top), 1};
    }
    throw std::logic_error("unknown operator " + op);
}

bool Plain::compare(const Term& term) {
    for (std::size_t i = 0; i < term.operators.size(); ++i) {
        const Fraction left = value(term.parts[i]);
        if (term.operators[i] == "in") {
            const auto all = elements(term.parts[i + 1]);
            if (std::find(all.begin(), all.end(), left.top) == all.end()) return false;
        } else if (!related(left, term.operators[i], value(term.parts[i + 1]))) {
            return false;
        }
    }
    return true;
}

std::vector<long long> Plain::elements(const Term& set) {
    if (set.kind == Term::Kind::name) {
        if (const auto found = given_.find(set.text); found != given_.end()) return elements(*found->second);
        for (const syntax::Parameter& parameter : game_.parameters)
            if (parameter.name == set.text) return elements(*parameter.value);
    }
    std::vector<long long> result;
    for (const Term& part : set.parts) {
        const bool is_range = part.kind == Term::Kind::range;
        const long long last = whole(is_range ? part.parts[1] : part);
        for (long long v = whole(is_range ? part.parts[0] : part); v <= last; ++v) result.push_back(v);
    }
    return result;
}

long long Plain::over_piles(const Term& term) {
    if (term.text == "count") return static_cast<long long>(piles_.size());
    if (piles_.empty()) return 0;
    if (term.text == "max") return *std::max_element(piles_.begin(), piles_.end());
    if (term.text == "min") return *std::min_element(piles_.begin(), piles_.end());
    if (term.text == "sum") return std::accumulate(piles_.begin(), piles_.end(), 0LL);
    return column_sums(2, piles_);
}

Plain::Fraction Plain::call(const Term& term) {
    const std::string& f = term.text;
    const auto& parts = term.parts;
    if (parts.back().kind == Term::Kind::piles) return {over_piles(term), 1};
    if (f == "floor" || f == "ceil") {
        if (parts[0].kind == Term::Kind::call && (parts[0].text == "sqrt" || parts[0].text == "log2")) {
            const long long v = whole(parts[0].parts[0]);
            long long r = 0;
            while (parts[0].text == "sqrt" ? (r + 1) * (r + 1) <= v : (2LL << r) <= v) ++r;
            return {r, 1};
        }
        const Fraction v = value(parts[0]);
        return {f == "floor" ? floor_of(v.top, v.bottom) : -floor_of(-v.top, v.bottom), 1};
    }
    for (const syntax::Parameter& parameter : game_.parameters) {
        if (parameter.name != f) continue;
        const long long argument = whole(parts[0]);
        if (parameter.value->kind == Term::Kind::table && !parameter.value->text.empty()) {  // a code
            const std::string& code = parameter.value->text;
            std::string digits, block;
            for (const char c : code) {
                if (c == '[') block = "-";
                if (!std::isxdigit(static_cast<unsigned char>(c))) continue;
                (block.empty() ? digits : block) += c;
            }
            if (argument < 0) throw std::out_of_range("place");
            const auto place = static_cast<std::size_t>(argument);
            const char digit = place < digits.size() ? digits[place]
                               : block.empty()       ? '0'
                                                     : block[1 + (place - digits.size()) % (block.size() - 1)];
            return {std::stoll(std::string(1, digit), nullptr, 16), 1};
        }
        if (parameter.value->kind == Term::Kind::table)
            return value(parameter.value->parts.at(static_cast<std::size_t>(argument)));
        const auto outside = variables_;
        variables_ = {{parameter.arguments[0], argument}};
        const Fraction result = value(*parameter.value);
        variables_ = outside;
        return result;
    }
    std::vector<long long> v;
    for (const Term& part : parts) v.push_back(whole(part));
    if (f == "min") return {*std::min_element(v.begin(), v.end()), 1};
    if (f == "max") return {*std::max_element(v.begin(), v.end()), 1};
    if (f == "abs") return {std::abs(v[0]), 1};
    if (f == "gcd") return {std::gcd(v[0], v[1]), 1};
    if (f == "xor") return {column_sums(2, v), 1};
    if (f == "qsum") return {column_sums(v[0], {v.begin() + 1, v.end()}), 1};
    if (f == "ones") {
        long long count = 0;
        for (long long rest = v[0]; rest > 0; rest /= 2) count += rest % 2;
        return {count, 1};
    }
    if (f == "twos") {
        long long count = 0;
        for (long long rest = v[0]; rest % 2 == 0; rest /= 2) ++count;
        return {count, 1};
    }
    throw std::logic_error("unknown function " + f);
}

}  // namespace bouton::unit
