// Expressions as texts: one for equality, one for people.
#include "lang/expr.hpp"
#include "lang/operators.hpp"
#include "lang/sequences.hpp"

namespace bouton {

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
        case Op::modulo:
            return "(" + to_text(e->args[0]) + " " + properties(e->op).name + " " + to_text(e->args[1]) + ")";
        default: break;
    }
    if (e->op == Op::recursion &&
        !is_inside(*e)) {  // with its definition: the same name may mean something else elsewhere
        std::string text = "{";
        for (const Recursion& function : e->recursion->group->functions)
            text += function.name + texts(function.slots) + ":" + to_text(function.body) + ";";
        return text + "}" + e->text + "(" + texts(e->args) + ")";
    }
    const char* name = properties(e->op).name;
    std::string text = *name ? name : "op" + std::to_string(static_cast<int>(e->op));
    text += e->text + "(" + texts(e->args);
    if (e->numbers) text += to_text(*e->numbers);
    if (e->loop) text += to_text(*e->loop);
    for (const Positions& set : e->sets) text += to_text(*set);
    for (const Integer& value : e->table) text += value.str() + " ";
    return text + ")";
}

// ---- for people

namespace {

/// A negative number is a product with -1.
int looseness(const Expr& e) {
    if (e->op == Op::number) return e->number < 0 ? properties(Op::multiply).looseness : 0;
    return properties(e->op).looseness;
}

std::string within(const Expr& e, int most) { return looseness(e) > most ? "(" + infix(e) + ")" : infix(e); }

std::string joined(const std::vector<Expr>& parts, const char* between, int most) {
    std::string text;
    for (const Expr& part : parts) text += (text.empty() ? "" : between) + within(part, most);
    return text;
}

/// What has no short text of its own; null: it has one.
const char* in_words(Op op) {
    switch (op) {
        case Op::sum: return "a sum over a range";
        case Op::least: return "a minimum over a range";
        case Op::greatest: return "a maximum over a range";
        case Op::count: return "a count over a range";
        case Op::for_all: return "a condition with forall";
        case Op::exists: return "a condition with exists";
        case Op::piles_sum: return "the sum of all piles";
        case Op::piles_least: return "the least pile";
        case Op::piles_greatest: return "the largest pile";
        case Op::piles_count: return "the number of piles";
        case Op::piles_xor: return "the xor of all piles";
        case Op::piles_qsum: return "the qsum of all piles";
        case Op::in_set: return "membership in a set";
        case Op::sets_equal: return "an equality of sets";
        case Op::subset: return "an inclusion of sets";
        case Op::is_empty: return "emptiness of a set";
        case Op::reaches: return "reaches(...)";
        default: return nullptr;
    }
}

}  // namespace

std::string infix(const Expr& e) {
    const auto& a = e->args;
    const Operator& about = properties(e->op);
    switch (e->op) {
        case Op::number: return to_text(e->number);
        case Op::variable: return e->text;
        case Op::subtract: return within(a[0], 3) + " - " + within(a[1], 2);
        case Op::multiply:
            if (is_number(a[1]) && a[1]->number == 1) return infix(a[0]);
            return joined(a, "*", about.within);
        case Op::power: return joined(a, "^", about.within);
        case Op::negate: return "-" + within(a[0], about.within);
        case Op::negation: return "not " + within(a[0], about.within);
        case Op::floor_divide: return "floor(" + within(a[0], 1) + "/" + within(a[1], 0) + ")";
        case Op::nonzero:
        case Op::natural: return infix(a[0]);
        case Op::choose: return "if " + infix(a[0]) + " then " + infix(a[1]) + " else " + infix(a[2]);
        case Op::recursion: return e->text + "(" + joined(a, ", ", 9) + ")";
        case Op::table: return e->text + "(" + infix(a.back()) + ")";
        case Op::automaton: return e->text + "(" + joined(a, ", ", 9) + ")";
        case Op::member:
            return within(a[0], about.within) + " in " + (e->numbers->name.empty() ? "a set" : e->numbers->name);
        default: break;
    }
    if (about.text == Operator::Text::infix)
        return joined(a, (std::string(" ") + about.name + " ").c_str(), about.within);
    if (about.text == Operator::Text::function && !e->loop)
        return std::string(about.name) + "(" + joined(a, ", ", 9) + ")";
    if (const char* words = in_words(e->op)) return words;
    return to_text(e);
}

}  // namespace bouton
