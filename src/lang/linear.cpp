#include "lang/linear.hpp"

#include "base/linear_system.hpp"

#include <algorithm>
#include <set>

namespace bouton {

namespace {

Polynomial multiply(const Polynomial& a, const Polynomial& b) {
    Polynomial result;
    for (const auto& [m, c] : a) {
        for (const auto& [n, d] : b) {
            Monomial product = m;
            product.insert(product.end(), n.begin(), n.end());
            std::sort(product.begin(), product.end());
            add_multiple(result, {{product, c}}, d);
        }
    }
    return result;
}

bool is_constant(const Polynomial& p) { return p.empty() || (p.size() == 1 && p.begin()->first.empty()); }
Integer constant_of(const Polynomial& p) {
    const auto found = p.find(Monomial{});
    return found == p.end() ? Integer(0) : found->second;
}

/// Do these (each <= 0) contradict each other, with every product as an unknown integer?
bool contradictory(const std::vector<Polynomial>& rows) {
    System system;
    std::map<Monomial, int> unknowns;
    for (const Polynomial& row : rows) {
        System::Form form;
        for (const auto& [m, c] : row) {
            if (m.empty()) {
                form.constant = c;
                continue;
            }
            const auto [at, fresh] = unknowns.try_emplace(m, 0);
            if (fresh) at->second = system.add_variable();
            form.terms.emplace(at->second, c);
        }
        system.at_most_zero(std::move(form));
    }
    return system.contradictory();
}

Expr to_expr(const Polynomial& p, const Facts& facts) {
    Expr total;
    for (const auto& [m, c] : p) {
        Expr term;
        for (int id : m) term = term ? make(Op::multiply, {term, facts.atom(id)}) : facts.atom(id);
        if (!term)
            term = number(c);
        else if (c != 1)
            term = make(Op::multiply, {number(c), term});
        total = total ? make(Op::add, {total, term}) : term;
    }
    return total ? total : number(0);
}

/// Splits p into c*v + rest; nothing if v also occurs elsewhere.
std::optional<std::pair<Integer, Polynomial>> isolate(const Polynomial& p, const Facts& facts, int slot) {
    Integer coefficient = 0;
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
    add_multiple(a, b, Integer(1));
    return a;
}

Polynomial operator-(Polynomial a, const Polynomial& b) {
    add_multiple(a, b, Integer(-1));
    return a;
}

Polynomial operator*(const Integer& c, const Polynomial& a) {
    Polynomial result;
    add_multiple(result, a, c);
    return result;
}

Polynomial constant(const Integer& c) { return c == 0 ? Polynomial() : Polynomial{{Monomial{}, c}}; }

Polynomial Facts::polynomial(const Expr& e) {
    switch (e->op) {
        case Op::number: return constant(e->number);
        case Op::add: return polynomial(e->args[0]) + polynomial(e->args[1]);
        case Op::subtract: return polynomial(e->args[0]) - polynomial(e->args[1]);
        case Op::negate: return Integer(-1) * polynomial(e->args[0]);
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
    const auto at_most = [&](const Polynomial& a, const Polynomial& b) { facts_.push_back(a - b); };
    const auto arg = [&](std::size_t i) { return polynomial(e->args[i]); };
    switch (e->op) {
        case Op::floor_divide:
        case Op::modulo: {
            const Polynomial a = arg(0), b = arg(1);
            const bool constant_divisor = is_constant(b) && constant_of(b) > 0;
            if (e->op == Op::floor_divide && constant_divisor) {
                const Integer c = constant_of(b);
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
            at_most(Integer(-1) * arg(0), self);
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
        case Op::nim_times:
        case Op::nim_divided:
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
            facts_.push_back(polynomial(u) + polynomial(v) + constant(-1) - Polynomial{{m, 1}});
        else if (proves_at_least(u, 0) && proves_at_least(v, 0))
            facts_.push_back(Integer(-1) * Polynomial{{m, 1}});
    }
    describing_ = false;
}

void Facts::assume(const Expr& condition) {
    switch (condition->op) {
        case Op::conjunction:
            for (const Expr& part : condition->args) assume(part);
            break;
        case Op::less:
            assume_at_most_zero(polynomial(condition->args[0]) - polynomial(condition->args[1]) + constant(1));
            break;
        case Op::less_equal:
            assume_at_most_zero(polynomial(condition->args[0]) - polynomial(condition->args[1]));
            break;
        case Op::equal:
            if (is_condition(condition->args[0]->op)) break;
            assume_at_most_zero(polynomial(condition->args[0]) - polynomial(condition->args[1]));
            assume_at_most_zero(polynomial(condition->args[1]) - polynomial(condition->args[0]));
            break;
        default: break;
    }
}

void Facts::assume_at_most_zero(Polynomial p) { facts_.push_back(std::move(p)); }

bool Facts::proves_at_most_zero(const Polynomial& p) {
    describe_products(p);
    std::vector<Polynomial> rows = facts_;
    rows.push_back(Integer(-1) * p + constant(1));  // integers: not p <= 0 means p >= 1
    return contradictory(std::move(rows));
}

bool Facts::proves_at_least(const Expr& e, int bound) { return proves_at_most_zero(constant(bound) - polynomial(e)); }

std::optional<VariableBound> as_bound(const Expr& condition, int slot) {
    if (condition->op != Op::less && condition->op != Op::less_equal) return std::nullopt;
    Facts facts;
    Polynomial p = facts.polynomial(condition->args[0]) - facts.polynomial(condition->args[1]);
    if (condition->op == Op::less) p = p + constant(1);
    const auto parts = isolate(p, facts, slot);
    if (!parts || parts->first == 0) return std::nullopt;
    const bool upper = parts->first > 0;
    const Integer divisor = abs(parts->first);
    // upper: v <= floor(-rest / c); lower: v >= ceil(rest / -c) = -floor(-rest / -c)
    const Expr opposite = to_expr(Integer(-1) * parts->second, facts);
    Expr bound = upper ? opposite : to_expr(parts->second, facts);
    if (divisor != 1) {
        bound = make(Op::floor_divide, {opposite, number(divisor)});
        if (!upper) bound = make(Op::negate, {bound});
    }
    return VariableBound{upper, bound};
}

std::optional<std::int64_t> coefficient(const Expr& e, int slot) {
    Facts facts;
    const auto parts = isolate(facts.polynomial(e), facts, slot);
    if (!parts || !fits(parts->first)) return std::nullopt;
    return clamp(parts->first);
}

}  // namespace bouton
