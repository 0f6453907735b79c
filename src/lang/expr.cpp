#include "lang/expr.hpp"

#include <algorithm>
#include <map>

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

bool is_number(const Expr& e) { return e->op == Op::number; }

bool is_condition(Op op) {
    switch (op) {
        case Op::equal:
        case Op::not_equal:
        case Op::less:
        case Op::less_equal:
        case Op::conjunction:
        case Op::disjunction:
        case Op::negation:
        case Op::member:
        case Op::for_all:
        case Op::exists:
        case Op::in_set:
        case Op::sets_equal:
        case Op::subset:
        case Op::is_empty:
        case Op::reaches: return true;
        default: return false;
    }
}

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

const std::map<Op, const char*>& names() {
    static const std::map<Op, const char*> table = {
        {Op::add, "+"},
        {Op::subtract, "-"},
        {Op::multiply, "*"},
        {Op::floor_divide, "/"},
        {Op::modulo, "mod"},
        {Op::power, "^"},
        {Op::minimum, "min"},
        {Op::maximum, "max"},
        {Op::absolute, "abs"},
        {Op::gcd, "gcd"},
        {Op::bit_xor, "xor"},
        {Op::root, "sqrt"},
        {Op::logarithm, "log2"},
        {Op::nonzero, "nonzero"},
        {Op::choose, "if"},
        {Op::ones, "ones"},
        {Op::twos, "twos"},
        {Op::fibonacci_shift, "fibonacci_shift"},
        {Op::fibonacci_zeros, "fibonacci_zeros"},
        {Op::digit, "digit"},
        {Op::qsum, "qsum"},
        {Op::josephus_rank, "josephus_rank"},
        {Op::josephus_seat, "josephus_seat"},
        {Op::equal, "="},
        {Op::not_equal, "!="},
        {Op::less, "<"},
        {Op::less_equal, "<="},
        {Op::conjunction, "and"},
        {Op::disjunction, "or"},
        {Op::negation, "not"},
        {Op::natural, "natural"},
        {Op::grundy, "grundy"},
        {Op::outcome, "outcome"},
    };
    return table;
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

namespace {

std::string texts(const std::vector<Expr>& all) {
    std::string text;
    for (const Expr& e : all) text += to_text(e) + ",";
    return text;
}

std::string texts(const std::vector<int>& slots) {
    std::string text;
    for (const int slot : slots) text += "#" + std::to_string(slot);
    return text;
}

std::string to_text(const NumberSet& numbers) {
    std::string text = numbers.known ? "{" : "{any " + numbers.name;
    for (const auto& [first, last] : numbers.intervals)
        text += bouton::to_text(first) + ".." + bouton::to_text(last) + ",";
    return text + "}";
}

std::string to_text(const PositionSet& set) {
    std::string text =
        "set" + std::to_string(static_cast<int>(set.kind)) + set.name + texts(set.slots) + "(" + texts(set.element);
    if (set.condition) text += " if " + bouton::to_text(set.condition);
    if (set.loop) text += bouton::to_text(*set.loop);
    for (const Positions& part : set.parts) text += " " + to_text(*part);
    return text + ")";
}

}  // namespace

std::string to_text(const Loop& loop) {
    std::string text = " for[";
    for (const Binder& binder : loop.binders) {
        text += std::to_string(static_cast<int>(binder.kind)) + texts(binder.slots);
        text += " from " + texts(binder.lower) + " to " + texts(binder.upper);
        if (binder.numbers) text += " in " + to_text(*binder.numbers);
        if (binder.positions) text += " in " + to_text(*binder.positions);
        text += ";";
    }
    return text + " if " + texts(loop.conditions) + "]";
}

std::string to_text(const Expr& e) {
    switch (e->op) {
        case Op::number: return e->number.str();  // all digits: equal texts must mean equal trees
        case Op::variable: return e->text + "#" + std::to_string(e->slot);
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::power:
        case Op::modulo: return "(" + to_text(e->args[0]) + " " + names().at(e->op) + " " + to_text(e->args[1]) + ")";
        default: break;
    }
    const auto found = names().find(e->op);
    std::string text = found == names().end() ? "op" + std::to_string(static_cast<int>(e->op)) : found->second;
    text += e->text + "(" + texts(e->args);
    if (e->numbers) text += to_text(*e->numbers);
    if (e->loop) text += to_text(*e->loop);
    for (const Positions& set : e->sets) text += to_text(*set);
    for (const Integer& value : e->table) text += value.str() + " ";
    return text + ")";
}

// ---- for people

namespace {

/// How tightly an operator binds; 0: its text needs no parentheses anywhere.
int looseness(const Expr& e) {
    switch (e->op) {
        case Op::number: return e->number < 0 ? 2 : 0;
        case Op::power: return 1;
        case Op::multiply: return 2;
        case Op::add:
        case Op::subtract:
        case Op::negate: return 3;
        case Op::modulo: return 4;
        case Op::equal:
        case Op::not_equal:
        case Op::less:
        case Op::less_equal:
        case Op::member: return 5;
        case Op::negation:
        case Op::conjunction: return 6;
        case Op::disjunction: return 7;
        case Op::choose: return 8;
        default: return 0;
    }
}

std::string within(const Expr& e, int most) { return looseness(e) > most ? "(" + infix(e) + ")" : infix(e); }

std::string joined(const std::vector<Expr>& parts, const char* between, int most) {
    std::string text;
    for (const Expr& part : parts) text += (text.empty() ? "" : between) + within(part, most);
    return text;
}

}  // namespace

std::string infix(const Expr& e) {
    const auto& a = e->args;
    switch (e->op) {
        case Op::number: return to_text(e->number);
        case Op::variable: return e->text;
        case Op::add: return joined(a, " + ", 3);
        case Op::subtract: return within(a[0], 3) + " - " + within(a[1], 2);
        case Op::multiply:
            if (is_number(a[1]) && a[1]->number == 1) return infix(a[0]);
            return joined(a, "*", 2);
        case Op::negate: return "-" + within(a[0], 2);
        case Op::power: return joined(a, "^", 0);
        case Op::floor_divide: return "floor(" + within(a[0], 1) + "/" + within(a[1], 0) + ")";
        case Op::modulo: return joined(a, " mod ", 3);
        case Op::nonzero: return infix(a[0]);
        case Op::natural: return infix(a[0]);
        case Op::choose: return "if " + infix(a[0]) + " then " + infix(a[1]) + " else " + infix(a[2]);
        case Op::equal: return joined(a, " = ", 4);
        case Op::not_equal: return joined(a, " != ", 4);
        case Op::less: return joined(a, " < ", 4);
        case Op::less_equal: return joined(a, " <= ", 4);
        case Op::negation: return "not " + within(a[0], 5);
        case Op::conjunction: return joined(a, " and ", 6);
        case Op::disjunction: return joined(a, " or ", 7);
        case Op::table: return e->text + "(" + infix(a.back()) + ")";
        case Op::member: return within(a[0], 4) + " in " + (e->numbers->name.empty() ? "a set" : e->numbers->name);
        default: {
            const auto found = names().find(e->op);
            if (found == names().end() || e->loop) return to_text(e);
            return std::string(found->second) + "(" + joined(a, ", ", 9) + ")";
        }
    }
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
    }
    rewrite_all(loop.conditions, rewrite);
    return loop;
}

Expr rewritten(const Expr& e, const Rewrite& rewrite) {
    if (!e) return e;
    if (Expr replaced = rewrite(e)) return replaced;
    if (e->args.empty() && !e->loop && !e->numbers) return e;
    auto copy = std::make_shared<Node>(*e);
    rewrite_all(copy->args, rewrite);
    copy->numbers = rewritten(e->numbers, rewrite);
    if (e->loop) copy->loop = std::make_shared<Loop>(rewritten(*e->loop, rewrite));
    return copy;
}

Expr substitute(const Expr& e, const std::map<int, Expr>& values) {
    return rewritten(e, [&](const Expr& node) {
        const auto found = node->op == Op::variable ? values.find(node->slot) : values.end();
        return found == values.end() ? nullptr : found->second;
    });
}

}  // namespace bouton
