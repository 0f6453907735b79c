#include "lang/linear.hpp"

#include <algorithm>
#include <set>

namespace bouton {

namespace {

constexpr std::size_t kMostFacts = 3000;  // elimination gives up (proves nothing) beyond this

void tidy(Polynomial& p) {
    std::erase_if(p, [](const auto& entry) { return entry.second == 0; });
}

Polynomial multiply(const Polynomial& a, const Polynomial& b) {
    Polynomial result;
    for (const auto& [m, c] : a) {
        for (const auto& [n, d] : b) {
            Monomial product = m;
            product.insert(product.end(), n.begin(), n.end());
            std::sort(product.begin(), product.end());
            result[product] += c * d;
        }
    }
    tidy(result);
    return result;
}

bool is_constant(const Polynomial& p) { return p.empty() || (p.size() == 1 && p.begin()->first.empty()); }
Rational constant_of(const Polynomial& p) {
    const auto found = p.find(Monomial{});
    return found == p.end() ? Rational(0) : found->second;
}

/// Do these (each <= 0) contradict each other, seen as linear inequalities over the rationals?
bool contradictory(std::vector<Polynomial> rows) {
    for (;;) {
        for (const Polynomial& row : rows)
            if (is_constant(row) && constant_of(row) > 0) return true;
        std::map<Monomial, std::pair<std::size_t, std::size_t>> signs;
        for (const Polynomial& row : rows)
            for (const auto& [m, c] : row)
                if (!m.empty()) ++(c > 0 ? signs[m].first : signs[m].second);
        if (signs.empty()) return false;
        const auto best = std::min_element(signs.begin(), signs.end(), [](const auto& a, const auto& b) {
            return a.second.first * a.second.second < b.second.first * b.second.second;
        });
        const Monomial m = best->first;
        std::vector<Polynomial> next;
        std::vector<const Polynomial*> positive, negative;
        for (const Polynomial& row : rows) {
            const auto found = row.find(m);
            if (found == row.end())
                next.push_back(row);
            else
                (found->second > 0 ? positive : negative).push_back(&row);
        }
        if (next.size() + positive.size() * negative.size() > kMostFacts) return false;
        for (const Polynomial* p : positive)
            for (const Polynomial* n : negative) next.push_back((1 / p->at(m)) * *p + (-1 / n->at(m)) * *n);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        rows = std::move(next);
    }
}

/// A polynomial as an expression, multiplied by the common denominator that is returned.
Expr to_expr(const Polynomial& p, const Facts& facts, const Integer& scale) {
    Expr total;
    for (const auto& [m, c] : p) {
        const Integer coefficient = numerator(Rational(c * Rational(scale)));
        Expr term;
        for (int id : m) term = term ? make(Op::multiply, {term, facts.atom(id)}) : facts.atom(id);
        if (!term)
            term = number(coefficient);
        else if (coefficient != 1)
            term = make(Op::multiply, {number(coefficient), term});
        total = total ? make(Op::add, {total, term}) : term;
    }
    return total ? total : number(0);
}

/// Splits p into c*v + rest; nothing if v also occurs elsewhere.
std::optional<std::pair<Rational, Polynomial>> isolate(const Polynomial& p, const Facts& facts, int slot) {
    Rational coefficient = 0;
    Polynomial rest;
    for (const auto& [m, c] : p) {
        if (m.size() == 1 && facts.atom(m[0])->op == Op::variable && facts.atom(m[0])->slot == slot) {
            coefficient = c;
            continue;
        }
        for (int id : m)
            if (mentions(facts.atom(id), slot)) return std::nullopt;
        rest[m] = c;
    }
    return std::pair{coefficient, rest};
}

}  // namespace

Polynomial operator+(Polynomial a, const Polynomial& b) {
    for (const auto& [m, c] : b) a[m] += c;
    tidy(a);
    return a;
}

Polynomial operator*(const Rational& c, Polynomial a) {
    for (auto& entry : a) entry.second *= c;
    tidy(a);
    return a;
}

Polynomial constant(const Rational& c) {
    Polynomial result{{Monomial{}, c}};
    tidy(result);
    return result;
}

Polynomial Facts::polynomial(const Expr& e) {
    switch (e->op) {
        case Op::number: return constant(Rational(e->number));
        case Op::add: return polynomial(e->args[0]) + polynomial(e->args[1]);
        case Op::subtract: return polynomial(e->args[0]) + Rational(-1) * polynomial(e->args[1]);
        case Op::negate: return Rational(-1) * polynomial(e->args[0]);
        case Op::multiply: return multiply(polynomial(e->args[0]), polynomial(e->args[1]));
        case Op::power:
            if (is_number(e->args[1]) && e->args[1]->number >= 0 && e->args[1]->number <= 4) {
                Polynomial result = constant(1);
                for (int i = 0; i < e->args[1]->number; ++i) result = multiply(result, polynomial(e->args[0]));
                return result;
            }
            break;
        default: break;
    }
    return {{Monomial{atom_id(e)}, 1}};
}

int Facts::atom_id(const Expr& e) {
    const auto [entry, fresh] = ids_.try_emplace(to_text(e), static_cast<int>(atoms_.size()));
    if (fresh) {
        atoms_.push_back(e);
        describe(entry->second);
    }
    return entry->second;
}

void Facts::describe(int id) {
    const Expr e = atoms_[static_cast<std::size_t>(id)];
    const Polynomial self{{Monomial{id}, 1}};
    const auto at_most = [&](const Polynomial& a, const Polynomial& b) { facts_.push_back(a + Rational(-1) * b); };
    const auto arg = [&](std::size_t i) { return polynomial(e->args[i]); };
    switch (e->op) {
        case Op::floor_divide:
        case Op::modulo: {
            const Polynomial a = arg(0), b = arg(1);
            const bool constant_divisor = is_constant(b) && constant_of(b) > 0;
            if (e->op == Op::floor_divide && constant_divisor) {
                const Rational c = constant_of(b);
                at_most(c * self, a);
                at_most(a, c * self + constant(c - 1));
            } else if (constant_divisor || proves_at_least(e->args[1], 1)) {
                if (e->op == Op::modulo) {
                    at_most({}, self);
                    at_most(self, b + constant(-1));
                }
                if (proves_at_least(e->args[0], 0)) {
                    at_most({}, self);
                    at_most(self, a);
                }
            }
            break;
        }
        case Op::minimum:
            for (std::size_t i = 0; i < e->args.size(); ++i) at_most(self, arg(i));
            break;
        case Op::maximum:
            for (std::size_t i = 0; i < e->args.size(); ++i) at_most(arg(i), self);
            break;
        case Op::absolute:
            at_most(arg(0), self);
            at_most(Rational(-1) * arg(0), self);
            break;
        case Op::power:
            if (is_number(e->args[0]) && e->args[0]->number >= 2 && proves_at_least(e->args[1], 0))
                at_most(arg(1) + constant(1), self);
            break;
        case Op::root:
            at_most({}, self);
            at_most(self, arg(0));
            break;
        case Op::logarithm:
            at_most({}, self);
            at_most(self + constant(1), arg(0));
            break;
        case Op::ones:
        case Op::twos:
        case Op::fibonacci_zeros:
            at_most({}, self);
            at_most(self, arg(0));
            break;
        case Op::natural:
        case Op::table:
        case Op::apply:
        case Op::digit:
        case Op::qsum:
        case Op::gcd:
        case Op::bit_xor:
        case Op::count:
        case Op::piles_count:
        case Op::piles_sum:
        case Op::piles_least:
        case Op::piles_greatest:
        case Op::piles_xor:
        case Op::piles_qsum: at_most({}, self); break;
        default: break;
    }
    if (e->op == Op::natural && e->args[0]->op != Op::natural) {  // it is its argument, known not to be negative
        const Polynomial value = polynomial(e->args[0]);
        at_most(self, value);
        at_most(value, self);
    }
}

void Facts::describe_products(const Polynomial& goal) {
    if (describing_) return;  // the factors' signs are proved without further products
    describing_ = true;
    std::set<Monomial> products;
    const auto collect = [&](const Polynomial& p) {
        for (const auto& entry : p)
            if (entry.first.size() == 2 && described_.insert(entry.first).second) products.insert(entry.first);
    };
    for (const Polynomial& fact : facts_) collect(fact);
    collect(goal);
    for (const Monomial& m : products) {
        const Expr u = atom(m[0]), v = atom(m[1]);
        if (proves_at_least(u, 1) && proves_at_least(v, 1))
            facts_.push_back(polynomial(u) + polynomial(v) + constant(-1) + Rational(-1) * Polynomial{{m, 1}});
        else if (proves_at_least(u, 0) && proves_at_least(v, 0))
            facts_.push_back(Rational(-1) * Polynomial{{m, 1}});
    }
    describing_ = false;
}

void Facts::assume(const Expr& condition) {
    switch (condition->op) {
        case Op::conjunction:
            for (const Expr& part : condition->args) assume(part);
            break;
        case Op::less:
            assume_at_most_zero(polynomial(condition->args[0]) + Rational(-1) * polynomial(condition->args[1]) +
                                constant(1));
            break;
        case Op::less_equal:
            assume_at_most_zero(polynomial(condition->args[0]) + Rational(-1) * polynomial(condition->args[1]));
            break;
        case Op::equal:
            if (is_condition(condition->args[0]->op)) break;
            assume_at_most_zero(polynomial(condition->args[0]) + Rational(-1) * polynomial(condition->args[1]));
            assume_at_most_zero(polynomial(condition->args[1]) + Rational(-1) * polynomial(condition->args[0]));
            break;
        default: break;
    }
}

void Facts::assume_at_most_zero(Polynomial p) { facts_.push_back(std::move(p)); }

bool Facts::proves_at_most_zero(const Polynomial& p) {
    describe_products(p);
    std::vector<Polynomial> rows = facts_;
    rows.push_back(Rational(-1) * p + constant(1));  // integers: not p <= 0 means p >= 1
    return contradictory(std::move(rows));
}

bool Facts::proves_at_least(const Expr& e, int bound) {
    return proves_at_most_zero(constant(bound) + Rational(-1) * polynomial(e));
}

std::optional<VariableBound> as_bound(const Expr& condition, int slot) {
    if (condition->op != Op::less && condition->op != Op::less_equal) return std::nullopt;
    Facts facts;
    Polynomial p = facts.polynomial(condition->args[0]) + Rational(-1) * facts.polynomial(condition->args[1]);
    if (condition->op == Op::less) p = p + constant(1);
    const auto parts = isolate(p, facts, slot);
    if (!parts || parts->first == 0) return std::nullopt;
    Integer scale = denominator(parts->first);
    for (const auto& entry : parts->second) scale = lcm(scale, denominator(entry.second));
    const Integer c = numerator(Rational(parts->first * Rational(scale)));
    const bool upper = c > 0;
    const Integer divisor = abs(c);
    // upper: v <= floor(-rest / c); lower: v >= ceil(rest / -c) = -floor(-rest / -c)
    Expr bound = to_expr(Rational(-1) * parts->second, facts, scale);
    if (!upper) bound = to_expr(parts->second, facts, scale);
    if (divisor != 1) {
        if (upper) {
            bound = make(Op::floor_divide, {bound, number(divisor)});
        } else {
            const Expr opposite = to_expr(Rational(-1) * parts->second, facts, scale);
            bound = make(Op::negate, {make(Op::floor_divide, {opposite, number(divisor)})});
        }
    }
    return VariableBound{upper, bound};
}

std::optional<std::int64_t> coefficient(const Expr& e, int slot) {
    Facts facts;
    const auto parts = isolate(facts.polynomial(e), facts, slot);
    if (!parts || denominator(parts->first) != 1 || !fits(numerator(parts->first))) return std::nullopt;
    return clamp(numerator(parts->first));
}

}  // namespace bouton
