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
    text += e->text + "(";
    for (const Expr& arg : e->args) text += to_text(arg) + ",";
    if (e->loop || !e->sets.empty() || e->numbers || !e->table.empty())
        text += "@" + std::to_string(reinterpret_cast<std::uintptr_t>(e.get()));  // equal only to itself
    return text + ")";
}

}  // namespace bouton
