#include "lang/expr.hpp"

#include "lang/operators.hpp"

#include <algorithm>

namespace bouton {

Expr number(const Integer& value) {
    auto node = std::make_shared<Node>();
    node->number = value;
    node->is_small = fits(value);
    if (node->is_small) node->small = clamp(value);
    return node;
}

Expr variable(int slot, std::string name) {
    auto node = std::make_shared<Node>();
    node->op = Op::variable;
    node->slot = slot;
    node->text = std::move(name);
    return node;
}

Expr make(Op op, std::vector<Expr> args, std::string text) {
    auto node = std::make_shared<Node>();
    node->op = op;
    for (const Expr& arg : args) {
        node->depth = std::max(node->depth, arg->depth + 1);
        node->size += arg->size;
    }
    node->args = std::move(args);
    node->text = std::move(text);
    return node;
}

Expr with_loop(Op op, Loop loop, std::vector<Expr> args) {
    auto node = std::make_shared<Node>(*make(op, std::move(args)));
    node->loop = std::make_shared<Loop>(std::move(loop));
    return node;
}

Expr with_sets(Op op, std::vector<Expr> args, std::vector<Positions> sets) {
    auto node = std::make_shared<Node>();
    node->op = op;
    node->args = std::move(args);
    node->sets = std::move(sets);
    return node;
}

bool is_number(const Expr& e) { return e->op == Op::number; }

bool is_condition(Op op) { return properties(op).is_condition; }

namespace {

void free_slots(const Numbers& numbers, std::vector<bool>& seen) {
    if (!numbers) return;
    for (const auto& interval : numbers->intervals) {
        free_slots(interval.first, seen);
        free_slots(interval.last, seen);
    }
}

void free_slots(const std::shared_ptr<const Loop>& loop, std::vector<bool>& seen) {
    if (!loop) return;
    for (const Binder& binder : loop->binders) {
        for (const Expr& e : binder.lower) free_slots(e, seen);
        for (const Expr& e : binder.upper) free_slots(e, seen);
        free_slots(binder.numbers, seen);
        free_slots(binder.positions, seen);
    }
    for (const Expr& e : loop->conditions) free_slots(e, seen);
}

}  // namespace

void free_slots(const Positions& set, std::vector<bool>& seen) {
    if (!set) return;
    for (const Expr& e : set->element) free_slots(e, seen);
    free_slots(set->loop, seen);
    if (set->condition) free_slots(set->condition, seen);
    for (const Positions& part : set->parts) free_slots(part, seen);
}

void free_slots(const Expr& e, std::vector<bool>& seen) {
    if (e->op == Op::variable) {
        const auto slot = static_cast<std::size_t>(e->slot);
        if (seen.size() <= slot) seen.resize(slot + 1);
        seen[slot] = true;
    }
    for (const Expr& arg : e->args) free_slots(arg, seen);
    free_slots(e->numbers, seen);
    free_slots(e->loop, seen);
    for (const Positions& set : e->sets) free_slots(set, seen);
}

std::vector<bool> slots_in(const Expr& e) {
    std::vector<bool> seen;
    free_slots(e, seen);
    return seen;
}

bool mentions(const Expr& e, int slot) {
    const std::vector<bool> seen = slots_in(e);
    return static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)];
}

// ---- rewriting

namespace {

Numbers rewritten(const Numbers& numbers, const Rewrite& rewrite) {
    if (!numbers) return numbers;
    auto copy = std::make_shared<NumberSet>(*numbers);
    for (auto& interval : copy->intervals) {
        interval.first = rewritten(interval.first, rewrite);
        interval.last = rewritten(interval.last, rewrite);
    }
    return copy;
}

void rewrite_all(std::vector<Expr>& list, const Rewrite& rewrite) {
    for (Expr& e : list) e = rewritten(e, rewrite);
}

}  // namespace

Loop rewritten(Loop loop, const Rewrite& rewrite) {
    for (Binder& binder : loop.binders) {
        rewrite_all(binder.lower, rewrite);
        rewrite_all(binder.upper, rewrite);
        binder.numbers = rewritten(binder.numbers, rewrite);
        binder.positions = rewritten(binder.positions, rewrite);
    }
    rewrite_all(loop.conditions, rewrite);
    return loop;
}

Positions rewritten(const Positions& set, const Rewrite& rewrite) {
    if (!set) return set;
    auto copy = std::make_shared<PositionSet>(*set);
    rewrite_all(copy->element, rewrite);
    if (copy->loop) copy->loop = std::make_shared<const Loop>(rewritten(*copy->loop, rewrite));
    copy->condition = rewritten(copy->condition, rewrite);
    // A definition speaks of its own arguments only, and those are in `element`.
    if (copy->kind != PositionSet::Kind::named)
        for (Positions& part : copy->parts) part = rewritten(part, rewrite);
    return copy;
}

Expr rewritten(const Expr& e, const Rewrite& rewrite) {
    if (!e) return e;
    if (Expr replaced = rewrite(e)) return replaced;
    if (e->args.empty() && !e->loop && !e->numbers && e->sets.empty()) return e;
    auto copy = std::make_shared<Node>(*e);
    rewrite_all(copy->args, rewrite);
    copy->numbers = rewritten(e->numbers, rewrite);
    if (e->loop) copy->loop = std::make_shared<Loop>(rewritten(*e->loop, rewrite));
    for (Positions& set : copy->sets) set = rewritten(set, rewrite);
    return copy;
}

namespace {

Rewrite substitution(const std::map<int, Expr>& values) {
    return [&](const Expr& node) {
        const auto found = node->op == Op::variable ? values.find(node->slot) : values.end();
        return found == values.end() ? nullptr : found->second;
    };
}

}  // namespace

Expr substitute(const Expr& e, const std::map<int, Expr>& values) { return rewritten(e, substitution(values)); }

Positions substitute(const Positions& set, const std::map<int, Expr>& values) {
    return rewritten(set, substitution(values));
}

}  // namespace bouton
