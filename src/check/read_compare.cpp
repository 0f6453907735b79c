// Conditions: connectives, comparisons of numbers and of sets, quantifiers.
#include "check/read.hpp"

namespace bouton::kernel {

using syntax::Term;
using Kind = Meaning::Kind;

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

bool is_positive_number(const Poly& p) { return is_constant(p) && constant_part(p) > 0; }

}  // namespace

Condition Reader::connective(const Term& term, const ScopePtr& scope) {
    const Condition a = condition(term.parts[0], scope), b = condition(term.parts[1], scope);
    if (term.text == "and") return {both({a.holds, b.holds}), both({a.defined, implies(a.holds, b.defined)})};
    if (term.text == "or") return {either({a.holds, b.holds}), both({a.defined, implies(negated(a.holds), b.defined)})};
    if (term.text == "implies") return {implies(a.holds, b.holds), both({a.defined, implies(a.holds, b.defined)})};
    return {both({implies(a.holds, b.holds), implies(b.holds, a.holds)}), both({a.defined, b.defined})};
}

Condition Reader::compare(const Term& term, const ScopePtr& scope) {
    std::vector<Meaning> sides;
    for (const Term& part : term.parts) sides.push_back(read(part, scope));
    Condition all;
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
        const Condition c = compare_pair(sides[i], term.operators[i], sides[i + 1]);
        all.defined = both({all.defined, implies(all.holds, c.defined)});
        all.holds = both({all.holds, c.holds});
    }
    return all;
}

Condition Reader::compare_pair(const Meaning& a, const std::string& op, const Meaning& b) {
    const auto is_set = [](const Meaning& m) { return m.kind == Kind::numbers || m.kind == Kind::points; };
    const FormulaPtr defined = both({a.defined, b.defined});
    if (op == "in") {
        if (a.kind == Kind::integer && b.kind == Kind::numbers) return {contains(b.numbers, a.value), defined};
        const Point point = as_point(a);
        const Condition inside = as_points(b)(point);
        // Only positions are asked for.
        return {inside.holds, both({defined, is_position(point).holds, inside.defined})};
    }
    if (op == "subset" || is_set(a) || is_set(b)) return compare_sets(a, op, b);
    if (a.kind == Kind::condition && b.kind == Kind::condition && (op == "=" || op == "!=")) {
        const FormulaPtr same = both({implies(a.holds, b.holds), implies(b.holds, a.holds)});
        return {op == "=" ? same : negated(same), defined};
    }
    return compare_numbers(a, op, b);
}

Condition Reader::compare_numbers(const Meaning& a, const std::string& op, const Meaning& b) {
    if (op == ">" || op == ">=") return compare_numbers(b, op == ">" ? "<" : "<=", a);
    for (const Meaning* m : {&a, &b})
        if (m->kind != Kind::integer && m->kind != Kind::fraction) refuse("a comparison of what are no numbers");
    Poly x = a.value, y = b.value;
    const Poly p = a.over(), q = b.over();
    const FormulaPtr defined = both({a.defined, b.defined, not_equal(p, {}), not_equal(q, {})});
    if ((is_positive_number(p) && is_positive_number(q)) || op == "=" || op == "!=") {
        x = x * q;
        y = y * p;
    } else if (a.kind == Kind::integer || b.kind == Kind::integer) {
        // v <= b/q says v <= floor(b/q), v < b/q says v < ceil(b/q); the same from the left
        const bool left = a.kind == Kind::fraction;
        const bool up = left == (op == "<=");
        Poly& side = left ? x : y;
        const Poly& d = left ? p : q;
        side = up ? Integer(-1) * terms_.quotient(Integer(-1) * side, d) : terms_.quotient(side, d);
    } else {  // a/p < b/q  iff  a p q^2 < b q p^2, whatever the signs of p and q
        x = x * p * q * q;
        y = y * q * p * p;
    }
    if (op == "=") return {equal(x, y), defined};
    if (op == "!=") return {not_equal(x, y), defined};
    if (op == "<") return {less(x, y), defined};
    if (op == "<=") return {at_most(x, y), defined};
    refuse("the comparison " + op);
}

/// Every position of a is in b. Of options this is said of the moves, without a position between.
FormulaPtr Reader::contained(const Meaning& a, const PointSet& b) {
    if (a.some)
        return negated(a.some([&](const Point& point) { return Condition{negated(b(point).holds), truth()}; }).holds);
    const Point point = new_point();
    std::vector<AtomId> variables;
    for (const Poly& p : point) variables.push_back(p.begin()->first[0]);
    return for_all(variables, implies(both({is_position(point).holds, as_points(a)(point).holds}), b(point).holds));
}

/// Sets are compared on the positions of the game.
Condition Reader::compare_sets(const Meaning& a, const std::string& op, const Meaning& b) {
    const PointSet x = as_points(a), y = as_points(b);
    const Point point = new_point();
    std::vector<AtomId> variables;
    for (const Poly& p : point) variables.push_back(p.begin()->first[0]);
    const FormulaPtr everywhere =
        for_all(variables, implies(is_position(point).holds, both({x(point).defined, y(point).defined})));
    const FormulaPtr defined = both({a.defined, b.defined, everywhere});
    if (op == "subset") return {contained(a, y), defined};
    if (op != "=" && op != "!=") refuse("the comparison " + op + " of sets");
    std::vector<FormulaPtr> parts;
    if (!a.no_points) parts.push_back(contained(a, y));
    if (!b.no_points) parts.push_back(contained(b, x));
    const FormulaPtr same = both(std::move(parts));
    return {op == "=" ? same : negated(same), defined};
}

Condition Reader::quantified(bool all, const std::vector<Choice>& choices,
                             const std::function<Condition(const ScopePtr&)>& body) {
    std::vector<FormulaPtr> parts, defined;
    for (const Choice& choice : choices) {
        const Condition inner = body(choice.scope);
        parts.push_back(all ? for_all(choice.variables, implies(choice.guard, inner.holds))
                            : exists(choice.variables, both({choice.guard, inner.holds})));
        defined.push_back(for_all(choice.variables, both({choice.defined, implies(choice.guard, inner.defined)})));
    }
    return {all ? both(std::move(parts)) : either(std::move(parts)), both(std::move(defined))};
}

}  // namespace bouton::kernel
