#include "lang/statement.hpp"

#include <algorithm>
#include <set>

namespace bouton::lang {

namespace {

bool any_asks(const std::vector<Expr>& all) {
    return std::any_of(all.begin(), all.end(), [](const Expr& e) { return asks_of_game(e); });
}

bool loop_asks(const Loop& loop) {
    return any_asks(loop.conditions) || std::any_of(loop.binders.begin(), loop.binders.end(), [](const Binder& b) {
               return b.positions || any_asks(b.lower) || any_asks(b.upper);
           });
}

/// `grundy = s`, either way round: the question, the value, and whether it is = and not !=.
bool read_question(const Expr& e, Statement& into) {
    if (e->op != Op::equal && e->op != Op::not_equal) return false;
    for (const std::size_t i : {0, 1}) {
        const Expr &asked = e->args[i], &value = e->args[1 - i];
        if (!is_question(asked) || is_condition(value->op) || asks_of_game(value)) continue;
        into.question = asked;
        into.level = value;
        into.equals = e->op == Op::equal;
        into.about_outcome = asked->op == Op::outcome;
        return true;
    }
    return false;
}

/// The position that a set { ... } speaks of, and no other.
bool is_own_position(const Expr& question, const PositionSet& set) {
    for (std::size_t i = 0; i < question->args.size(); ++i) {
        const Expr& e = question->args[i];
        if (e->op != Op::piles && (e->op != Op::variable || e->slot != set.slots[i])) return false;
    }
    return true;
}

bool read_value_set(const Expr& e, Statement& into) {
    for (const std::size_t i : {0, 1}) {
        const Positions &asked = e->sets[i], &set = e->sets[1 - i];
        if (asked->kind != PositionSet::Kind::where || asks_of_game(set)) continue;
        if (!read_question(asked->condition, into) || !is_own_position(into.question, *asked)) continue;
        into.kind = Statement::Kind::value_set;
        into.whole = asked;
        into.set = set;
        return true;
    }
    return false;
}

bool read_equation(const Expr& e, Statement& into) {
    for (const std::size_t i : {0, 1}) {
        const Expr &left = e->args[i], &right = e->args[1 - i];
        if (is_condition(left->op) != is_condition(right->op)) continue;
        if (is_condition(left->op)) {
            if (asks_of_game(right) || !read_question(left, into) || !names_position(into.question)) continue;
            into.kind = Statement::Kind::zeros;
        } else {
            if (!is_question(left) || !names_position(left)) continue;
            into.question = left;
            into.about_outcome = left->op == Op::outcome;
            into.kind = asks_of_game(right) ? Statement::Kind::recursion : Statement::Kind::formula;
        }
        into.right = right;
        return true;
    }
    return false;
}

}  // namespace

bool Statement::gives_values() const {
    switch (kind) {
        case Kind::value_set:
        case Kind::zeros:
        case Kind::formula:
        case Kind::recursion:
        case Kind::word:
        case Kind::period: return true;
        default: return false;
    }
}

bool is_question(const Expr& e) { return e->op == Op::grundy || e->op == Op::outcome; }

bool names_position(const Expr& question) {
    std::set<int> seen;
    return std::all_of(question->args.begin(), question->args.end(), [&](const Expr& e) {
        return is_number(e) ? e->number >= 0 : e->op == Op::variable && seen.insert(e->slot).second;
    });
}

bool asks_of_game(const Expr& e) {
    if (is_question(e)) return true;
    if (e->op == Op::in_set) {  // of a set that is written down it asks nothing
        if (asks_of_game(e->sets[0])) return true;
    } else if (!e->sets.empty()) {
        return true;
    }
    return any_asks(e->args) || (e->loop && loop_asks(*e->loop));
}

bool asks_of_game(const Positions& set) {
    if (set->kind == PositionSet::Kind::options || any_asks(set->element)) return true;
    if ((set->condition && asks_of_game(set->condition)) || (set->loop && loop_asks(*set->loop))) return true;
    return std::any_of(set->parts.begin(), set->parts.end(), [](const Positions& p) { return asks_of_game(p); });
}

Statement classified(Expr condition) {
    const auto as = [&](Statement::Kind kind) {
        Statement result;
        result.kind = kind;
        result.condition = condition;
        return result;
    };
    if (condition->op == Op::sets_equal) {
        Statement read;
        if (!read_value_set(condition, read)) return as(Statement::Kind::sets);
        read.condition = condition;
        return read;
    }
    if (condition->op == Op::equal) {
        Statement read;
        if (read_equation(condition, read)) {
            read.condition = condition;
            return read;
        }
    }
    if (condition->op == Op::subset) return as(Statement::Kind::sets);
    return as(asks_of_game(condition) ? Statement::Kind::values : Statement::Kind::arithmetic);
}

}  // namespace bouton::lang
