// `for` lists: variables, their ranges, and the conditions that are left.
#include "lang/elaborator.hpp"
#include "lang/linear.hpp"

#include <algorithm>

namespace bouton::lang {

using syntax::Binding;
using syntax::Place;
using syntax::Term;
using Kind = Meaning::Kind;

namespace {

void split_conjunction(const Expr& e, std::vector<Expr>& parts) {
    if (e->op == Op::conjunction)
        for (const Expr& part : e->args) split_conjunction(part, parts);
    else
        parts.push_back(e);
}

}  // namespace

/// A term of a chain as a bound on an integer variable; `strict` counts the < signs in between.
Expr Elaborator::bound_term(const Term& term, const Scope& scope, bool lower, int strict) {
    const Meaning m = meaning(term, scope);
    const auto node = [&](Op op, std::vector<Expr> args) { return arithmetic_node(op, std::move(args), term.place); };
    Expr e;
    if (m.kind == Kind::fraction) {
        // lower: v >= a/b is v >= ceil(a/b), v > a/b is v >= floor(a/b) + 1; upper likewise
        const bool up = lower == (strict == 0);
        e = up ? node(Op::negate, {node(Op::floor_divide, {node(Op::negate, {m.value}), m.denominator})})
               : node(Op::floor_divide, {m.value, m.denominator});
    } else {
        e = as_integer(m, term.place);
    }
    if (strict == 0) return e;
    return node(lower ? Op::add : Op::subtract, {e, number(strict)});
}

Expr Elaborator::declare(const std::string& name, Binder binder, Place place, Scope& inner, Loop& loop) {
    refuse_taken(name, inner, place);
    const int slot = new_slot();
    binder.slots.push_back(slot);
    binder.names.push_back(name);
    const Expr v = variable(slot, name);
    inner.names[name].meaning = integer_meaning(v);
    loop.binders.push_back(std::move(binder));
    return v;
}

void Elaborator::bind(const Binding& binding, Scope& inner, Loop& loop) {
    Binder binder;
    switch (binding.kind) {
        case Binding::Kind::equals:
            binder.kind = Binder::Kind::value;
            binder.lower = {integer(binding.terms[0], inner)};
            declare(binding.names[0], binder, binding.place, inner, loop);
            return;
        case Binding::Kind::above:
            binder.lower = {bound_term(binding.terms[0], inner, true, binding.operators[0] == ">" ? 1 : 0)};
            declare(binding.names[0], binder, binding.place, inner, loop);
            return;
        case Binding::Kind::subset:
            fail(binding.place, "`subset` can only bind a variable that the game's arguments use");
        case Binding::Kind::element: return bind_element(binding, inner, loop);
        case Binding::Kind::chain: return bind_chain(binding, inner, loop);
    }
}

void Elaborator::bind_element(const Binding& binding, Scope& inner, Loop& loop) {
    const Meaning m = meaning(binding.terms[0], inner);
    const bool alone = binding.names.size() == 1;
    Binder binder;
    if (alone && (m.kind == Kind::piles || m.kind == Kind::row)) {  // b in a...: each pile
        if (!over_piles_) fail(binding.place, messages::piles_in_loops());
        binder.kind = m.kind == Kind::piles ? Binder::Kind::piles : Binder::Kind::values;
        binder.lower = m.tuple;
        declare(binding.names[0], binder, binding.place, inner, loop);
        return;
    }
    if (m.kind == Kind::numbers) {
        if (!alone) fail(binding.place, messages::one_number_each(binding.names.size()));
        binder.kind = Binder::Kind::numbers;
        binder.numbers = m.numbers;
        declare(binding.names[0], binder, binding.place, inner, loop);
        return;
    }
    if (!layout_) fail(binding.place, messages::needs_numbers(kind_name(m.kind)));
    if (m.kind == Kind::positions && is_of_numbers(binding.terms[0], inner))
        fail(binding.place, messages::operation_on_numbers());
    binder.kind = Binder::Kind::positions;
    binder.positions = positions(m, binding.place);
    require_dimension(binding.names.size(), binding.place);
    for (const std::string& name : binding.names) {
        refuse_taken(name, inner, binding.place);
        binder.slots.push_back(new_slot());
        binder.names.push_back(name);
        inner.names[name].meaning = integer_meaning(variable(binder.slots.back(), name));
    }
    loop.binders.push_back(std::move(binder));
}

/// T0 <= T1 < T2 ...: names that are not variables yet become variables, bounded by what stands around them.
void Elaborator::bind_chain(const Binding& binding, Scope& inner, Loop& loop) {
    const auto& terms = binding.terms;
    std::vector<bool> fresh;
    for (const Term& term : terms) fresh.push_back(term.kind == Term::Kind::name && !is_variable(term.text, inner));
    if (std::find(fresh.begin(), fresh.end(), true) == fresh.end()) fail(binding.place, messages::not_fresh());
    const auto strict = [&](std::size_t i) { return binding.operators[i] == "<" ? 1 : 0; };
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (!fresh[i]) {
            if (i > 0 && !fresh[i - 1])
                loop.conditions.push_back(compare_pair(terms[i - 1], binding.operators[i - 1], terms[i], inner));
            continue;
        }
        Binder binder;
        if (i > 0) binder.lower.push_back(bound_term(terms[i - 1], inner, true, strict(i - 1)));
        const Expr v = declare(terms[i].text, binder, binding.place, inner, loop);
        int signs = 0;
        for (std::size_t j = i + 1; j < terms.size(); ++j) {
            signs += strict(j - 1);
            if (fresh[j]) continue;
            const Expr bound = bound_term(terms[j], inner, false, signs);
            if (mentions(bound, v->slot))  // 1 <= a < x - a: solved for a later
                loop.conditions.push_back(make(Op::less_equal, {v, bound}));
            else
                loop.binders.back().upper.push_back(bound);
            break;
        }
    }
}

Loop Elaborator::loop(const std::vector<Binding>& bindings, const Term* term, Scope& inner, Unbounded unbounded) {
    Loop result;
    over_piles_ = unbounded == Unbounded::refused;
    for (const Binding& binding : bindings) {
        bind(binding, inner, result);
        over_piles_ = unbounded == Unbounded::refused;  // a bound may have had a loop of its own
    }
    over_piles_ = false;
    std::vector<Expr> conditions = std::move(result.conditions);
    result.conditions.clear();
    if (term) conditions.push_back(condition(*term, inner));
    finish(result, conditions, unbounded, bindings.empty() ? Place{} : bindings[0].place);
    return result;
}

/// Conditions that bound the last variable they mention become part of its range; the others are tested as soon as they can be.
void Elaborator::finish(Loop& loop, const std::vector<Expr>& conditions, Unbounded unbounded, Place place,
                        const std::vector<Expr>& implied) {
    std::vector<Expr> parts;
    for (const Expr& e : conditions) split_conjunction(e, parts);
    const std::size_t stated = parts.size();
    parts.insert(parts.end(), implied.begin(), implied.end());
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const Expr& part = parts[p];
        std::vector<bool> seen;
        free_slots(part, seen);
        std::size_t ready = 0;
        for (std::size_t i = 0; i < loop.binders.size(); ++i)
            for (int slot : loop.binders[i].slots)
                if (static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)]) ready = i + 1;
        if (ready > 0 && loop.binders[ready - 1].kind == Binder::Kind::range) {
            Binder& binder = loop.binders[ready - 1];
            if (const auto bound = as_bound(part, binder.slots[0])) {
                (bound->upper ? binder.upper : binder.lower).push_back(bound->bound);
                continue;
            }
            const bool natural = std::any_of(binder.lower.begin(), binder.lower.end(),
                                             [](const Expr& e) { return is_number(e) && e->number >= 0; });
            if (natural && unbounded == Unbounded::refused && binder.upper.empty())
                if (const auto bound = implied_upper(part, binder.slots[0])) binder.upper.push_back(*bound);
        }
        if (p >= stated) {  // a set of numbers, however large, is only run through where it can matter
            if (ready > 0 && loop.binders[ready - 1].kind == Binder::Kind::numbers)
                if (const auto bound = as_bound(part, loop.binders[ready - 1].slots[0]))
                    (bound->upper ? loop.binders[ready - 1].upper : loop.binders[ready - 1].lower)
                        .push_back(bound->bound);
            continue;
        }
        loop.conditions.push_back(part);
        loop.ready.push_back(ready);
    }
    for (Binder& binder : loop.binders) {
        if (binder.kind != Binder::Kind::range) continue;
        if (binder.lower.empty() && unbounded != Unbounded::allowed)
            fail(place, messages::no_lower_bound(binder.names[0]));
        if (unbounded == Unbounded::bounded && bounds_) {
            // A named bound holds in addition to what the claim says; the general one only where the claim says nothing.
            const auto named = bounds_->named.find(binder.names[0]);
            if (named != bounds_->named.end())
                binder.upper.push_back(number(named->second));
            else if (binder.upper.empty() && bounds_->general)
                binder.upper.push_back(number(*bounds_->general));
            const auto from = bounds_->from.find(binder.names[0]);
            if (from != bounds_->from.end()) binder.lower.push_back(number(from->second));
        }
        if (binder.upper.empty() && unbounded == Unbounded::refused)
            fail(place, messages::no_upper_bound(binder.names[0]));
    }
}

}  // namespace bouton::lang
