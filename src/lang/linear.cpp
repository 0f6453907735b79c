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

/// Long: a case for each operator of which something is known.
void Facts::describe(int id) {
    const Expr e = atoms_[static_cast<std::size_t>(id)];
    const Polynomial self{{Monomial{id}, 1}};
    const auto at_most = [&](const Polynomial& a, const Polynomial& b) { add(a - b); };
    const auto arg = [&](std::size_t i) { return polynomial(e->args[i]); };
    const auto sure = [&](const Expr& what, int bound) {  // if not: to be asked again once more is known
        if (proves_at_least(what, bound)) return true;
        undescribed_.insert(id);
        return false;
    };
    switch (e->op) {
        case Op::floor_divide:
        case Op::modulo: {
            const Polynomial a = arg(0), b = arg(1);
            const bool constant_divisor = is_constant(b) && constant_of(b) > 0;
            if (e->op == Op::floor_divide && constant_divisor) {
                const Integer c = constant_of(b);
                at_most(c * self, a);
                at_most(a, c * self + constant(c - 1));
            } else if (constant_divisor || sure(e->args[1], 1)) {
                if (e->op == Op::modulo) {
                    at_most({}, self);
                    at_most(self, b + constant(-1));
                }
                if (sure(e->args[0], 0)) {
                    at_most({}, self);
                    at_most(self, a);
                    // floor(a/b) <= a/2 < a for b >= 2
                    if (e->op == Op::floor_divide && sure(e->args[1], 2)) at_most(Integer(2) * self, a);
                }
            }
            break;
        }
        case Op::minimum:
            for (std::size_t i = 0; i < e->args.size(); ++i) at_most(self, arg(i));
            break;
        case Op::maximum:
            for (std::size_t i = 0; i < e->args.size(); ++i) at_most(arg(i), self);
            // It is one of them: what all are below, it is below. Tried for each of the others and for the coordinates met so far.
            for (std::size_t j = 0; j < atoms_.size() && e->args.size() <= 3; ++j) {
                const Expr other = atoms_[j];
                if (other->op != Op::variable) continue;
                for (const int less : {1, 0}) {
                    const Polynomial bound = polynomial(other) - constant(less);
                    bool below = true;
                    for (std::size_t i = 0; i < e->args.size() && below; ++i)
                        below = proves_at_most_zero(arg(i) - bound);
                    if (!below) continue;
                    at_most(self, bound);
                    break;
                }
            }
            undescribed_.insert(id);
            break;
        case Op::absolute:
            at_most(arg(0), self);
            at_most(Integer(-1) * arg(0), self);
            break;
        case Op::power:
            if (is_number(e->args[0]) && e->args[0]->number >= 2 && sure(e->args[1], 0))
                at_most(arg(1) + constant(1), self);
            if (!is_number(e->args[0]) && sure(e->args[0], 1) && sure(e->args[1], 0)) {
                at_most(constant(1), self);
                if (sure(e->args[1], 1)) at_most(arg(0), self);
            }
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
        case Op::bit_and:  // of natural numbers, or it has no value
            at_most({}, self);
            for (std::size_t i = 0; i < e->args.size(); ++i) at_most(self, arg(i));
            break;
        case Op::natural:
        case Op::table:
        case Op::apply:
        case Op::digit:
        case Op::automaton:
        case Op::qsum:
        case Op::gcd:
        case Op::bit_xor:
        case Op::bit_or:
        case Op::mex:
        case Op::fold_xor:
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
            if (entry.first.size() >= 2 && !described_.contains(entry.first)) products.insert(entry.first);
    };
    for (const Polynomial& fact : facts_) collect(fact);
    collect(goal);
    for (const Monomial& m : products) {
        const auto all_at_least = [&](int bound) {
            return std::all_of(m.begin(), m.end(), [&](int id) { return proves_at_least(atom(id), bound); });
        };
        if (all_at_least(1)) {  // uv - u - v + 1 = (u - 1)(v - 1) >= 0, and so for more factors
            described_.insert(m);
            Polynomial sum = constant(1 - Integer(m.size()));
            for (const int id : m) sum = sum + Polynomial{{Monomial{id}, 1}};
            add(sum - Polynomial{{m, 1}});
        } else if (all_at_least(0)) {
            add(Integer(-1) * Polynomial{{m, 1}});
        }
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
        case Op::not_equal:
            if (!is_condition(condition->args[0]->op)) assume_unequal(condition->args[0], condition->args[1]);
            break;
        case Op::negation: assume_not(condition->args[0]); break;
        case Op::equal:
            if (is_condition(condition->args[0]->op)) break;
            assume_at_most_zero(polynomial(condition->args[0]) - polynomial(condition->args[1]));
            assume_at_most_zero(polynomial(condition->args[1]) - polynomial(condition->args[0]));
            break;
        default: break;
    }
}

/// Of two different integers one is larger by 1 at least; which one must be known.
void Facts::assume_unequal(const Expr& a, const Expr& b) {
    const Polynomial difference = polynomial(a) - polynomial(b);
    if (proves_at_most_zero(difference)) assume_at_most_zero(difference + constant(1));
    if (proves_at_most_zero(Integer(-1) * difference)) assume_at_most_zero(constant(1) - difference);
}

void Facts::assume_not(const Expr& condition) {
    const auto& args = condition->args;
    switch (condition->op) {
        case Op::disjunction:
            for (const Expr& part : args) assume_not(part);
            break;
        case Op::negation: assume(args[0]); break;
        case Op::less: assume(make(Op::less_equal, {args[1], args[0]})); break;
        case Op::less_equal: assume(make(Op::less, {args[1], args[0]})); break;
        case Op::not_equal: assume(make(Op::equal, args)); break;
        case Op::equal:
            if (!is_condition(args[0]->op)) assume_unequal(args[0], args[1]);
            break;
        default: break;
    }
}

void Facts::assume(const Binder& binder) {
    if (binder.kind == Binder::Kind::positions) return;
    const Expr v = variable(binder.slots[0], binder.names[0]);
    if (binder.kind == Binder::Kind::piles) assume(make(Op::less_equal, {number(0), v}));
    if (binder.kind == Binder::Kind::piles || binder.kind == Binder::Kind::values) return;
    if (binder.kind == Binder::Kind::value) return assume(make(Op::equal, {v, binder.lower[0]}));
    for (const Expr& bound : binder.lower) assume(make(Op::less_equal, {bound, v}));
    for (const Expr& bound : binder.upper) assume(make(Op::less_equal, {v, bound}));
    if (binder.kind != Binder::Kind::numbers) return;
    const auto& intervals = binder.numbers->intervals;
    if (!binder.numbers->known) return assume(make(Op::less_equal, {number(1), v}));
    const bool plain =
        std::all_of(intervals.begin(), intervals.end(), [](const auto& i) { return is_number(i.first); });
    if (intervals.size() != 1 && !plain) return;
    Expr least;
    for (const auto& interval : intervals)
        if (!least || (plain && interval.first->number < least->number)) least = interval.first;
    if (least) assume(make(Op::less_equal, {least, v}));
}

void Facts::describe_again() {
    if (describing_ || undescribed_.empty() || facts_.size() == looked_at_) return;
    describing_ = true;
    const std::set<int> again = std::move(undescribed_);
    undescribed_.clear();
    for (const int id : again) describe(id);
    describing_ = false;
    looked_at_ = facts_.size();
}

void Facts::assume_at_most_zero(Polynomial p) { add(std::move(p)); }

void Facts::add(Polynomial fact) {
    if (known_.insert(fact).second) facts_.push_back(std::move(fact));
}

bool Facts::proves_at_most_zero(const Polynomial& p) {
    describe_again();
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

std::optional<Expr> implied_upper(const Expr& condition, int slot) {
    if (condition->op != Op::less && condition->op != Op::less_equal) return std::nullopt;
    Facts facts;
    Polynomial p = facts.polynomial(condition->args[0]) - facts.polynomial(condition->args[1]);
    if (condition->op == Op::less) p = p + constant(1);
    const auto is_variable = [&](const Expr& e) { return e->op == Op::variable && e->slot == slot; };
    Integer factor = 0;
    Polynomial rest;
    for (const auto& [m, c] : p) {
        if (std::none_of(m.begin(), m.end(), [&](int id) { return mentions(facts.atom(id), slot); })) {
            rest[m] = c;
            continue;
        }
        const Expr& first = facts.atom(m[0]);
        const bool own_power = std::all_of(m.begin(), m.end(), [&](int id) { return is_variable(facts.atom(id)); });
        const bool exponent = m.size() == 1 && first->op == Op::power && is_number(first->args[0]) &&
                              first->args[0]->number >= 2 && is_variable(first->args[1]);
        const bool fifth = m.size() == 1 && first->op == Op::power && is_variable(first->args[0]) &&
                           is_number(first->args[1]) && first->args[1]->number >= 1;
        if (factor != 0 || c <= 0 || !(own_power || exponent || fifth)) return std::nullopt;
        factor = c;
    }
    if (factor == 0) return std::nullopt;
    const Expr bound = to_expr(Integer(-1) * rest, facts);
    return factor == 1 ? bound : make(Op::floor_divide, {bound, number(factor)});
}

std::optional<std::int64_t> coefficient(const Expr& e, int slot) {
    Facts facts;
    const auto parts = isolate(facts.polynomial(e), facts, slot);
    if (!parts || !fits(parts->first)) return std::nullopt;
    return clamp(parts->first);
}

}  // namespace bouton
