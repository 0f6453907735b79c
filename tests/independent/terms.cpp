#include "independent/terms.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace bouton::independent {

using syntax::Binding;

namespace {

Integer floor_of(const Rational& value) {
    const Integer top = numerator(value), bottom = denominator(value);
    Integer quotient = top / bottom;
    if (top < 0 && quotient * bottom != top) --quotient;
    return quotient;
}

Integer ceil_of(const Rational& value) { return -floor_of(-value); }

bool related(const Rational& a, const std::string& op, const Rational& b) {
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    if (op == ">") return a > b;
    if (op == ">=") return a >= b;
    return op == "=" ? a == b : a != b;
}

const Integer& natural(const Integer& value) {
    if (value < 0) throw Undefined{};
    return value;
}

/// Digits in base 2, added column by column modulo q, read in base q.
Integer column_sums(const Integer& q, std::vector<Integer> numbers) {
    if (q < 1) throw Undefined{};
    Integer result = 0, weight = 1;
    while (std::any_of(numbers.begin(), numbers.end(), [](const Integer& n) { return n > 0; })) {
        Integer column = 0;
        for (Integer& n : numbers) {
            column += n % 2;
            n /= 2;
        }
        result += column % q * weight;
        weight *= q;
    }
    return result;
}

/// The people who stand in a circle, one after the other out of it.
std::vector<long> circle(long n, long k) {
    std::vector<long> seats, order;
    for (long i = 1; i <= n; ++i) seats.push_back(i);
    std::size_t at = 0;
    while (!seats.empty()) {
        at = (at + static_cast<std::size_t>((k - 1) % static_cast<long>(seats.size()))) % seats.size();
        order.push_back(seats[at]);
        seats.erase(seats.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return order;
}

/// Summands of n among 1, 2, 3, 5, ..., the largest first; as places in that list.
std::vector<std::size_t> zeckendorf(Integer n, std::vector<Integer>& fibonacci) {
    fibonacci = {1, 2};
    while (fibonacci.back() <= n)
        fibonacci.push_back(fibonacci[fibonacci.size() - 1] + fibonacci[fibonacci.size() - 2]);
    fibonacci.push_back(fibonacci[fibonacci.size() - 1] + fibonacci[fibonacci.size() - 2]);
    std::vector<std::size_t> places;
    for (std::size_t i = fibonacci.size(); i-- > 0;) {
        if (fibonacci[i] > n) continue;
        n -= fibonacci[i];
        places.push_back(i);
    }
    return places;
}

bool mentions(const Term& term, const std::string& name) {
    const auto inside = [&](const Term& part) { return mentions(part, name); };
    if (term.kind == Term::Kind::name && term.text == name) return true;
    if (std::any_of(term.parts.begin(), term.parts.end(), inside)) return true;
    return std::any_of(term.bindings.begin(), term.bindings.end(), [&](const Binding& binding) {
        return std::any_of(binding.terms.begin(), binding.terms.end(), inside);
    });
}

}  // namespace

void Terms::tick() {
    if (++steps > most_steps) throw TooMuch{};
}

Integer Terms::whole(const Term& term) {
    const Rational v = value(term);
    if (denominator(v) != 1) throw std::logic_error("a fraction where a number is needed");
    return numerator(v);
}

Rational Terms::value(const Term& term) {
    tick();
    switch (term.kind) {
        case Term::Kind::number: return Rational(Integer(term.text));
        case Term::Kind::name: {
            if (const auto found = variables.find(term.text); found != variables.end()) return Rational(found->second);
            if (const auto found = lets.find(term.text); found != lets.end()) return value(*found->second);
            if (term.text == "P") return 0;
            if (term.text == "N") return 1;
            throw std::logic_error("unknown name " + term.text);
        }
        case Term::Kind::negate: return -value(term.parts[0]);
        case Term::Kind::binary: return binary(term);
        case Term::Kind::compare: return compare(term) ? 1 : 0;
        case Term::Kind::negation: return holds(term.parts[0]) ? 0 : 1;
        case Term::Kind::conditional: return value(term.parts[holds(term.parts[0]) ? 1 : 2]);
        case Term::Kind::call: return call(term);
        case Term::Kind::indexed: {
            const Row& row = rows.at(term.text);
            const Integer at = whole(term.parts[0]) - row.first;
            if (at < 0 || at >= Integer(row.piles.size())) throw Undefined{};
            return Rational(row.piles[static_cast<std::size_t>(at)]);
        }
        case Term::Kind::aggregate:
        case Term::Kind::quantifier: return aggregate(term);
        default: throw std::logic_error("a term that has no value");
    }
}

Rational Terms::binary(const Term& term) {
    const std::string& op = term.text;
    if (op == "and") return holds(term.parts[0]) && holds(term.parts[1]) ? 1 : 0;
    if (op == "or") return holds(term.parts[0]) || holds(term.parts[1]) ? 1 : 0;
    if (op == "implies") return !holds(term.parts[0]) || holds(term.parts[1]) ? 1 : 0;
    const Rational a = value(term.parts[0]), b = value(term.parts[1]);
    if (op == "iff") return a == b ? 1 : 0;
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (op == "/" || op == "mod") {
        if (b == 0) throw Undefined{};
        return op == "/" ? Rational(a / b) : Rational(a - b * Rational(floor_of(a / b)));
    }
    if (op != "^") throw std::logic_error("unknown operator " + op);
    if (b < 0) throw Undefined{};
    const Integer base = numerator(a), exponent = numerator(b);
    if (base == 0 || base == 1) return exponent == 0 ? Rational(1) : Rational(base);
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    if (exponent > 2000 || exponent * (msb(abs(base)) + 1) > 20000) throw TooMuch{};
    Integer result = 1;
    for (Integer i = 0; i < exponent; ++i) result *= base;
    return Rational(result);
}

bool Terms::compare(const Term& term) {
    for (std::size_t i = 0; i < term.operators.size(); ++i) {
        if (term.operators[i] == "in" && term.parts[i].kind == Term::Kind::tuple) {
            std::vector<Integer> point;
            for (const Term& part : term.parts[i].parts) point.push_back(whole(part));
            const auto all = tuples(term.parts[i + 1]);
            if (std::find(all.begin(), all.end(), point) == all.end()) return false;
            continue;
        }
        const bool fits = term.operators[i] == "in"
                              ? element(whole(term.parts[i]), term.parts[i + 1])
                              : related(value(term.parts[i]), term.operators[i], value(term.parts[i + 1]));
        if (!fits) return false;
    }
    return true;
}

bool Terms::element(const Integer& value, const Term& set) {
    if (set.kind == Term::Kind::name && definition(set.text)) return element(value, definition(set.text)->value);
    if (set.kind == Term::Kind::name) {
        const auto& list = sets.at(set.text);
        return std::find(list.begin(), list.end(), value) != list.end();
    }
    const auto fits = [&](const Term& part) {
        if (part.kind == Term::Kind::range) return whole(part.parts[0]) <= value && value <= whole(part.parts[1]);
        return whole(part) == value;
    };
    return set.kind == Term::Kind::range ? fits(set) : std::any_of(set.parts.begin(), set.parts.end(), fits);
}

Rational Terms::call(const Term& term) {
    const std::string& f = term.text;
    if (function)
        if (const auto found = function(term, *this)) return Rational(*found);
    if (const auto found = defined(term)) return *found;
    const auto& parts = term.parts;
    if (!parts.empty() && parts.back().kind == Term::Kind::piles) {
        if (f == "count") return Rational(Integer(piles.size()));
        if (piles.empty()) return 0;
        if (f == "max") return Rational(*std::max_element(piles.begin(), piles.end()));
        if (f == "min") return Rational(*std::min_element(piles.begin(), piles.end()));
        if (f == "xor") return Rational(column_sums(2, piles));
        if (f == "qsum") return Rational(column_sums(whole(parts[0]), piles));
        Integer total = 0;
        for (const Integer& pile : piles) total += pile;
        return Rational(total);
    }
    if (f == "floor" || f == "ceil") {
        const Term& inside = parts[0];
        if (inside.kind == Term::Kind::call && (inside.text == "sqrt" || inside.text == "log2")) {
            const Integer v = whole(inside.parts[0]);
            if (v < (inside.text == "sqrt" ? 0 : 1)) throw Undefined{};
            Integer low = 0, high = 1;  // low is small enough, high is too large
            const auto fits = [&](const Integer& r) {
                return inside.text == "sqrt" ? r * r <= v : Integer(1) << static_cast<unsigned>(r) <= v;
            };
            while (fits(high)) high *= 2;
            while (high - low > 1) {
                const Integer middle = (low + high) / 2;
                (fits(middle) ? low : high) = middle;
            }
            const bool exact = inside.text == "sqrt" ? low * low == v : Integer(1) << static_cast<unsigned>(low) == v;
            return Rational(f == "floor" || exact ? low : Integer(low + 1));
        }
        const Rational v = value(inside);
        return Rational(f == "floor" ? floor_of(v) : ceil_of(v));
    }
    std::vector<Integer> v;
    for (const Term& part : parts) v.push_back(whole(part));
    if (f == "min") return Rational(*std::min_element(v.begin(), v.end()));
    if (f == "max") return Rational(*std::max_element(v.begin(), v.end()));
    if (f == "abs") return Rational(v[0] < 0 ? Integer(-v[0]) : v[0]);
    if (f == "gcd") {
        Integer result = 0;
        for (Integer n : v)
            for (n = abs(n); n != 0;) {
                const Integer rest = result % n;
                result = n;
                n = rest;
            }
        return Rational(result);
    }
    if (f == "mex") {
        Integer mex = 0;
        while (std::find(v.begin(), v.end(), mex) != v.end()) ++mex;
        return Rational(mex);
    }
    if (f == "bitand" || f == "bitor") {  // digit by digit
        Integer result = 0, weight = 1;
        std::for_each(v.begin(), v.end(), natural);
        const auto odd = [](const Integer& n) { return n % 2 == 1; };
        while (std::any_of(v.begin(), v.end(), [](const Integer& n) { return n > 0; })) {
            const bool set =
                f == "bitand" ? std::all_of(v.begin(), v.end(), odd) : std::any_of(v.begin(), v.end(), odd);
            if (set) result += weight;
            weight *= 2;
            for (Integer& n : v) n /= 2;
        }
        return Rational(result);
    }
    if (f == "xor" || f == "ones" || f == "fibonacci_shift") std::for_each(v.begin(), v.end(), natural);
    if (f == "xor") return Rational(column_sums(2, v));
    if (f == "qsum") {
        std::for_each(v.begin() + 1, v.end(), natural);
        return Rational(column_sums(v[0], {v.begin() + 1, v.end()}));
    }
    if (f == "ones" || f == "twos") {
        if (f == "twos" && v[0] < 1) throw Undefined{};
        Integer count = 0;
        for (Integer rest = v[0]; f == "ones" ? rest > 0 : rest % 2 == 0; rest /= 2)
            count += f == "twos" ? 1 : rest % 2;
        return Rational(count);
    }
    if (f == "digit") {
        if (v[0] < 0 || v[1] < 2) throw Undefined{};
        if (v[2] < 0) return 0;
        Integer rest = v[0];
        for (Integer i = 0; i < v[2] && rest > 0; ++i) rest /= v[1];
        return Rational(Integer(rest % v[1]));
    }
    if (f == "fibonacci_shift" || f == "fibonacci_zeros") {
        if (f == "fibonacci_zeros" && v[0] < 1) throw Undefined{};
        if (v[0] != 0 && msb(v[0]) > 3000) throw TooMuch{};
        std::vector<Integer> fibonacci;
        const auto places = zeckendorf(v[0], fibonacci);
        if (f == "fibonacci_zeros") return Rational(Integer(places.back()));
        Integer total = 0;
        for (const std::size_t place : places) total += fibonacci[place + 1];
        return Rational(total);
    }
    if (f == "josephus_rank" || f == "josephus_seat") {
        if (v[0] < 1 || v[1] < 1 || v[2] < 1 || v[2] > v[0]) throw Undefined{};
        if (v[0] > 500) throw TooMuch{};
        // The circle is a cycle: k only matters modulo the sizes it shrinks through, so that k is too, modulo their product.
        if (v[1] > 1000000000) throw TooMuch{};
        const auto order = circle(static_cast<long>(v[0]), static_cast<long>(v[1]));
        const long which = static_cast<long>(v[2]);
        if (f == "josephus_seat") return Rational(Integer(order[static_cast<std::size_t>(which - 1)]));
        return Rational(Integer(std::find(order.begin(), order.end(), which) - order.begin() + 1));
    }
    throw std::logic_error("unknown function " + f);
}

// ---- definitions ----

const syntax::Definition* Terms::definition(const std::string& name) const {
    if (definitions)
        for (const syntax::Definition& one : *definitions)
            if (one.name == name) return &one;
    return nullptr;
}

/// A function of the file: its body, with nothing but its arguments (and the parameters) to be seen. Every value is found once.
std::optional<Rational> Terms::defined(const Term& term) {
    const syntax::Definition* function = definition(term.text);
    if (!function) return std::nullopt;
    std::vector<Integer> at;
    for (const Term& part : term.parts) at.push_back(whole(part));
    const auto known = found_.find({term.text, at});
    if (known != found_.end()) return Rational(known->second);
    std::map<std::string, Integer> inside;
    for (std::size_t i = 0; i < at.size(); ++i) inside[function->arguments[i]] = at[i];
    inside.swap(variables);
    std::optional<Integer> own_horizon;
    own_horizon.swap(horizon);
    const Integer result = whole(function->value);
    own_horizon.swap(horizon);
    inside.swap(variables);
    found_[{term.text, at}] = result;
    return Rational(result);
}

std::vector<Integer> Terms::elements(const Term& set) {
    syntax::Binding all;
    all.kind = syntax::Binding::Kind::element;
    all.names = {"element"};
    all.terms = {set};
    std::vector<Integer> result;
    run({all}, nullptr, [&] {
        result.push_back(variables.at("element"));
        return true;
    });
    return result;
}

std::vector<std::vector<Integer>> Terms::tuples(const Term& set) {
    std::vector<std::vector<Integer>> result;
    const auto add = [&](const Term& tuple) {
        std::vector<Integer> numbers;
        for (const Term& part : tuple.parts) numbers.push_back(whole(part));
        result.push_back(std::move(numbers));
    };
    if (set.kind == Term::Kind::list) {
        std::for_each(set.parts.begin(), set.parts.end(), add);
    } else if (set.kind == Term::Kind::binary) {
        for (const Term& part : set.parts)
            for (auto& tuple : tuples(part)) result.push_back(std::move(tuple));
    } else if (set.kind == Term::Kind::family) {
        run(set.bindings, set.parts.size() > 1 ? &set.parts[1] : nullptr, [&] {
            add(set.parts[0]);
            return true;
        });
    } else {
        const syntax::Definition* named = definition(set.text);
        if (!named) throw std::logic_error("no set of tuples");
        std::map<std::string, Integer> inside;
        for (std::size_t i = 0; i < set.parts.size(); ++i) inside[named->arguments[i]] = whole(set.parts[i]);
        inside.swap(variables);
        result = tuples(named->value);
        inside.swap(variables);
    }
    return result;
}

bool Terms::run_tuples(const Term& set, const std::vector<std::string>& names, const Body& body) {
    for (const std::vector<Integer>& tuple : tuples(set)) {
        for (std::size_t i = 0; i < names.size(); ++i) variables[names[i]] = tuple.at(i);
        const bool more = body();
        for (const std::string& name : names) variables.erase(name);
        if (!more) return false;
    }
    return true;
}

// ---- loops ----

Rational Terms::aggregate(const Term& term) {
    if (const auto closed = polynomial_sum(term)) return *closed;
    const bool search = term.kind == Term::Kind::quantifier;
    Integer total = 0;
    std::optional<Integer> best;
    std::vector<Integer> seen;
    bool verdict = term.text == "forall";
    run(term.bindings, term.parts.size() > 1 ? &term.parts[1] : nullptr, [&] {
        if (search) {
            if (holds(term.parts[0]) == (term.text == "exists")) verdict = term.text == "exists";
            return verdict != (term.text == "exists");
        }
        std::vector<const Term*> bodies{&term.parts[0]};
        if (term.parts[0].kind == Term::Kind::tuple && term.text != "count") {
            bodies.clear();
            for (const Term& part : term.parts[0].parts) bodies.push_back(&part);
        }
        for (const Term* part : bodies) {
            const Integer v = term.text == "count" ? Integer(1) : whole(*part);
            total += v;
            if (!best || (term.text == "min" ? v < *best : v > *best)) best = v;
            seen.push_back(v);
        }
        return true;
    });
    if (term.text == "mex") {
        Integer mex = 0;
        while (std::find(seen.begin(), seen.end(), mex) != seen.end()) ++mex;
        return Rational(mex);
    }
    if (term.text == "xor" && !search) {
        std::for_each(seen.begin(), seen.end(), natural);
        return Rational(column_sums(2, seen));
    }
    if (search) return verdict ? 1 : 0;
    if (term.text == "sum" || term.text == "count") return Rational(total);
    if (!best) throw Undefined{};
    return Rational(*best);
}

bool Terms::run(const Bindings& bindings, const Term* condition, const Body& body) {
    return step(bindings, 0, [&] {
        tick();
        return condition && !holds(*condition) ? true : body();
    });
}

bool Terms::step(const Bindings& bindings, std::size_t at, const Body& body) {
    if (at == bindings.size()) return body();
    const Binding& binding = bindings[at];
    const auto then = [&] { return step(bindings, at + 1, body); };
    switch (binding.kind) {
        case Binding::Kind::equals: {
            const Integer v = whole(binding.terms[0]);
            return over(binding.names[0], v, v, then);
        }
        case Binding::Kind::above: {
            if (!horizon) throw TooMuch{};
            return over(binding.names[0], whole(binding.terms[0]) + (binding.operators[0] == ">" ? 1 : 0), *horizon,
                        then);
        }
        case Binding::Kind::element: {
            const Term& set = binding.terms[0];
            if (binding.names.size() > 1) return run_tuples(set, binding.names, then);
            if (set.kind == Term::Kind::piles) {
                const std::vector<Integer> all = piles;
                return std::all_of(all.begin(), all.end(),
                                   [&](const Integer& v) { return over(binding.names[0], v, v, then); });
            }
            if (set.kind == Term::Kind::name && set_lists.contains(set.text)) {
                for (const std::vector<Integer>& one : set_lists.at(set.text)) {
                    sets[binding.names[0]] = one;
                    const bool more = then();
                    sets.erase(binding.names[0]);
                    if (!more) return false;
                }
                return true;
            }
            if (set.kind == Term::Kind::name && definition(set.text)) {
                Bindings named{binding};
                named[0].terms = {definition(set.text)->value};
                return step(named, 0, then);
            }
            std::set<Integer> elements;
            const auto add = [&](const Term& part) {
                if (part.kind != Term::Kind::range) return (void)elements.insert(whole(part));
                Integer first = whole(part.parts[0]), last = whole(part.parts[1]);
                if (horizon) last = std::min(last, *horizon);
                if (last - first > kMostCases) throw TooMuch{};
                for (; first <= last; ++first) elements.insert(first);
            };
            if (set.kind == Term::Kind::name)
                elements = {sets.at(set.text).begin(), sets.at(set.text).end()};
            else if (set.kind == Term::Kind::range)
                add(set);
            else
                std::for_each(set.parts.begin(), set.parts.end(), add);
            return std::all_of(elements.begin(), elements.end(),
                               [&](const Integer& v) { return over(binding.names[0], v, v, then); });
        }
        case Binding::Kind::chain: return run_chain(binding, 0, then);
        default: throw std::logic_error("a binding of claims");
    }
}

bool Terms::known(const std::string& name) const { return variables.contains(name) || lets.contains(name); }

bool Terms::computable(const Term& term) const {
    if (term.kind == Term::Kind::name) return known(term.text);
    return std::all_of(term.parts.begin(), term.parts.end(), [&](const Term& part) { return computable(part); });
}

bool Terms::over(const std::string& name, Integer first, Integer last, const Body& body) {
    if (horizon) {
        first = std::max(first, Integer(-*horizon));
        last = std::min(last, *horizon);
    }
    if (last - first > kMostCases) throw TooMuch{};
    for (; first <= last; ++first) {
        tick();
        variables[name] = first;
        const bool more = body();
        variables.erase(name);
        if (!more) return false;
    }
    return true;
}

/// Term by term from the left; a name that means nothing yet is tried with all values between its neighbours, as far as those are known.
bool Terms::run_chain(const Binding& binding, std::size_t at, const Body& body) {
    if (at == binding.terms.size()) return body();
    const Term& here = binding.terms[at];
    const auto fits = [&] {
        return at == 0 || related(value(binding.terms[at - 1]), binding.operators[at - 1], value(here));
    };
    if (here.kind != Term::Kind::name || known(here.text)) return fits() ? run_chain(binding, at + 1, body) : true;
    const Integer first = floor_of(value(binding.terms.at(at - 1)));
    std::optional<Integer> last = horizon;
    for (std::size_t i = at + 1; i < binding.terms.size(); ++i)
        if (computable(binding.terms[i])) {
            const Integer end = ceil_of(value(binding.terms[i]));
            if (!last || end < *last) last = end;
        }
    if (!last) throw TooMuch{};
    return over(here.text, first, *last, [&] { return fits() ? run_chain(binding, at + 1, body) : true; });
}

// ---- long sums ----

/// The coefficients of a polynomial in a name, as far as +, -, * and powers with small numbers make one.
std::optional<std::vector<Rational>> Terms::coefficients(const Term& term, const std::string& name) {
    if (!mentions(term, name)) return std::vector<Rational>{value(term)};
    if (term.kind == Term::Kind::name) return std::vector<Rational>{0, 1};
    const auto part = [&](std::size_t i) { return coefficients(term.parts[i], name); };
    const auto multiplied = [](const std::vector<Rational>& a, const std::vector<Rational>& b) {
        std::vector<Rational> c(a.size() + b.size() - 1);
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
        return c;
    };
    if (term.kind == Term::Kind::negate) {
        auto a = part(0);
        if (a)
            for (Rational& c : *a) c = -c;
        return a;
    }
    if (term.kind != Term::Kind::binary) return std::nullopt;
    if (term.text == "^") {
        if (mentions(term.parts[1], name)) return std::nullopt;
        const Integer exponent = whole(term.parts[1]);
        if (exponent < 0) throw Undefined{};
        const auto base = part(0);
        if (!base || exponent > 12) return std::nullopt;
        std::vector<Rational> result{1};
        for (Integer i = 0; i < exponent; ++i) result = multiplied(result, *base);
        return result;
    }
    if (term.text != "+" && term.text != "-" && term.text != "*") return std::nullopt;
    auto a = part(0), b = part(1);
    if (!a || !b) return std::nullopt;
    if (term.text == "*") return multiplied(*a, *b);
    a->resize(std::max(a->size(), b->size()));
    for (std::size_t i = 0; i < b->size(); ++i) (*a)[i] += term.text == "+" ? (*b)[i] : Rational(-(*b)[i]);
    return a;
}

/// 0^k + 1^k + ... + n^k, n >= 0, from (n + 1)^(k+1) = sum over j <= k of binomial(k+1, j) S_j(n).
std::optional<Rational> Terms::polynomial_sum(const Term& term) {
    if (term.text != "sum" || term.parts.size() != 1 || term.bindings.size() != 1) return std::nullopt;
    const Binding& binding = term.bindings[0];
    if (binding.kind != Binding::Kind::chain || binding.terms.size() != 3) return std::nullopt;
    const Term& middle = binding.terms[1];
    if (middle.kind != Term::Kind::name || known(middle.text)) return std::nullopt;
    if (mentions(binding.terms[0], middle.text) || mentions(binding.terms[2], middle.text)) return std::nullopt;
    const Rational low = value(binding.terms[0]), high = value(binding.terms[2]);
    Integer first = ceil_of(low), last = floor_of(high);
    if (binding.operators[0] == "<" && Rational(first) == low) ++first;
    if (binding.operators[1] == "<" && Rational(last) == high) --last;
    if (first > last) return Rational(0);
    if (last - first < 200) return std::nullopt;  // as it stands
    const auto polynomial = coefficients(term.parts[0], middle.text);
    if (!polynomial) return std::nullopt;
    const auto powers = [&](const Integer& n) {  // S_0(n), S_1(n), ... for n >= -1
        std::vector<Rational> sums;
        Rational power(n + 1);
        for (std::size_t k = 0; k < polynomial->size(); ++k, power *= Rational(n + 1)) {
            Rational rest = power, binomial = 1;
            for (std::size_t j = 0; j < k; ++j) {
                rest -= binomial * sums[j];
                binomial = binomial * Rational(Integer(k + 1 - j)) / Rational(Integer(j + 1));
            }
            sums.push_back(rest / Rational(Integer(k + 1)));
        }
        return sums;
    };
    // Over 0 .. m for the positive part and, mirrored, the negative one.
    const auto up_to = [&](const Integer& n, bool mirrored) {
        Rational total = 0;
        const auto sums = powers(n);
        for (std::size_t k = 0; k < sums.size(); ++k)
            total += (*polynomial)[k] * sums[k] * (mirrored && k % 2 == 1 ? -1 : 1);
        return total;
    };
    if (first >= 0) return up_to(last, false) - up_to(first - 1, false);
    if (last < 0) return up_to(-first, true) - up_to(-last - 1, true);
    return up_to(last, false) + up_to(-first, true) - (*polynomial)[0];
}

}  // namespace bouton::independent
