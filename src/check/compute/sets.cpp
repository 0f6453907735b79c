// Sets of numbers and of positions. All sets of positions are sets of positions of the game: a tuple that is none has no place in them, and
// a question about it has no answer.
#include "check/compute/evaluator.hpp"

#include <algorithm>

namespace bouton::kernel::compute {

using Kind = Term::Kind;

namespace {

/// Sorted, and what overlaps or touches joined.
Numbers normal(Numbers set) {
    std::erase_if(set, [](const Range& range) { return range.first > range.last; });
    std::sort(set.begin(), set.end(), [](const Range& a, const Range& b) { return a.first < b.first; });
    Numbers result;
    for (const Range& range : set) {
        if (!result.empty() && range.first <= result.back().last + 1)
            result.back().last = std::max(result.back().last, range.last);
        else
            result.push_back(range);
    }
    return result;
}

bool in(const Numbers& set, const Integer& value) {
    return std::any_of(set.begin(), set.end(),
                       [&](const Range& range) { return range.first <= value && value <= range.last; });
}

bool is_where(const Term& set) {
    return set.kind == Kind::list && set.parts.size() == 1 && looks_like_condition(set.parts[0]);
}

}  // namespace

Numbers Evaluator::numbers(const Term& term, const Scope& scope) {
    tick();
    if (term.kind == Kind::name)
        if (const Entry* entry = scope.find(term.text)) {
            if (entry->kind == Entry::Kind::numbers) return entry->numbers;
            if (entry->kind == Entry::Kind::let) return numbers(*entry->body, *entry->scope);
        }
    if (!is_numbers(term, scope)) throw Undecided{"something that is no set of numbers stands where one is needed"};
    Numbers set;
    const bool list = term.kind == Kind::list;
    if (!list && term.kind != Kind::range && term.kind != Kind::binary) throw Undecided{"no set of numbers"};
    if (term.kind == Kind::range) set.push_back({whole(term.parts[0], scope), whole(term.parts[1], scope)});
    for (std::size_t i = 0; term.kind != Kind::range && i < term.parts.size(); ++i) {
        if (list && term.parts[i].kind != Kind::range && !is_set(term.parts[i], scope)) {
            const Integer value = whole(term.parts[i], scope);
            set.push_back({value, value});
        } else {
            const Numbers more = numbers(term.parts[i], scope);
            set.insert(set.end(), more.begin(), more.end());
        }
    }
    return normal(std::move(set));
}

Position Evaluator::position(const std::vector<Term>& parts, const Scope& scope) {
    Position result;
    for (const Term& part : parts) {
        if (part.kind != Kind::piles) {
            result.push_back(whole(part, scope));
            continue;
        }
        const Entry* entry = scope.find(part.text + "...");
        if (!entry || entry->kind != Entry::Kind::piles) throw Undecided{"there are no piles " + part.text};
        result.insert(result.end(), entry->piles.begin(), entry->piles.end());
    }
    return result;
}

Position Evaluator::tuple(const Term& term, const Scope& scope) {
    return term.kind == Kind::tuple ? position(term.parts, scope) : position({term}, scope);
}

bool Evaluator::member(const Term& left, const Term& right, const Scope& scope) {
    if (left.kind != Kind::tuple && left.kind != Kind::piles && is_numbers(right, scope))
        return in(numbers(right, scope), whole(left, scope));
    const Position at = tuple(left, scope);
    if (!exists(at)) throw Undecided{"whether something that is no position of the game is in a set"};
    return contains(right, scope, at);
}

/// The scope inside { condition }, at one position.
Scope Evaluator::at_position(const Scope& scope, const Position& position) {
    Scope inner{&scope};
    for (std::string name : game_->coordinates) {
        if (name.ends_with("...")) name.resize(name.size() - 3);
        if (scope.is_variable(name)) throw Undecided{name + " is a variable and a coordinate"};
    }
    load(position, inner);
    inner.add("grundy", Entry::Kind::position).piles = position;
    inner.add("outcome", Entry::Kind::position).piles = position;
    return inner;
}

bool Evaluator::contains(const Term& set, const Scope& scope, const Position& at) {
    tick();
    if (is_where(set)) {
        const Scope inner = at_position(scope, at);
        return holds(set.parts[0], inner);
    }
    if (is_numbers(set, scope)) return at.size() == 1 && in(numbers(set, scope), at[0]);
    switch (set.kind) {
        case Kind::list:
            for (const Term& part : set.parts)
                if (tuple(part, scope) == at) return true;
            return false;
        case Kind::binary: {
            const bool left = contains(set.parts[0], scope, at);
            if (set.text == "|") return left || contains(set.parts[1], scope, at);
            return left && contains(set.parts[1], scope, at) == (set.text == "&");
        }
        case Kind::family: {
            Scope inner{&scope};
            Loop loop;
            for (const Binding& binding : set.bindings) loop.bindings.push_back(&binding);
            if (set.parts.size() > 1) loop.condition = &set.parts[1];
            const Term& element = set.parts[0];
            const bool single = element.kind != Kind::tuple;
            const std::size_t size = single ? 1 : element.parts.size();
            if (size != at.size()) throw Undecided{"positions of another length"};
            for (std::size_t i = 0; i < size; ++i)
                loop.equations.emplace_back(single ? &element : &element.parts[i], &at[i]);
            return !run(loop, inner, [] { return false; });
        }
        case Kind::name:
        case Kind::call: {
            const Entry* entry = callee(set, scope);
            if (!entry && set.text == "options") return options(position(set.parts, scope)).contains({at});
            if (!entry || entry->kind != Entry::Kind::set) break;
            const Scope inner = with_arguments(*entry, set, scope);
            return contains(*entry->body, inner, at);
        }
        default: break;
    }
    throw Undecided{"something that is no set stands where one is needed"};
}

bool Evaluator::for_each_number(const Numbers& set, const VisitPosition& visit) {
    for (const Range& range : set)
        for (Integer v = range.first; v <= range.last; ++v) {
            tick();
            if (!visit({v})) return false;
        }
    return true;
}

bool Evaluator::for_each(const Term& set, const Scope& scope, const VisitPosition& visit) {
    tick();
    const VisitPosition one = [&](const Position& at) {
        if (!exists(at)) throw Undecided{"a set with a member that is no position of the game"};
        return visit(at);
    };
    if (is_where(set)) throw Undecided{"a set that may hold any number of positions"};
    if (is_numbers(set, scope)) return for_each_number(numbers(set, scope), one);
    switch (set.kind) {
        case Kind::list:
            for (const Term& part : set.parts)
                if (!one(tuple(part, scope))) return false;
            return true;
        case Kind::binary:
            if (set.text == "|") return for_each(set.parts[0], scope, visit) && for_each(set.parts[1], scope, visit);
            return for_each(set.parts[0], scope, [&](const Position& at) {
                return contains(set.parts[1], scope, at) != (set.text == "&") || visit(at);
            });
        case Kind::family: {
            Scope inner{&scope};
            Loop loop;
            for (const Binding& binding : set.bindings) loop.bindings.push_back(&binding);
            if (set.parts.size() > 1) loop.condition = &set.parts[1];
            return run(loop, inner, [&] { return one(tuple(set.parts[0], inner)); });
        }
        case Kind::name:
        case Kind::call: {
            const Entry* entry = callee(set, scope);
            if (!entry && set.text == "options") {
                for (const Heaps& option : options(position(set.parts, scope))) {
                    if (option.size() != 1) throw Undecided{"the options of a heap that splits are sums"};
                    if (!visit(option[0])) return false;
                }
                return true;
            }
            if (!entry || entry->kind != Entry::Kind::set) break;
            const Scope inner = with_arguments(*entry, set, scope);
            return for_each(*entry->body, inner, visit);
        }
        default: break;
    }
    throw Undecided{"something that is no set stands where one is needed"};
}

bool Evaluator::sets_compare(const Term& left, const std::string& op, const Term& right, const Scope& scope) {
    const auto inside = [&](const Term& a, const Term& b) {
        return for_each(a, scope, [&](const Position& at) { return contains(b, scope, at); });
    };
    if (op == "subset") return inside(left, right);
    if (op == "=") return inside(left, right) && inside(right, left);
    if (op == "!=") return !inside(left, right) || !inside(right, left);
    throw Undecided{"sets in an order"};
}

/// Some 1 to j moves lead into the set.
bool Evaluator::reaches(const Term& term, const Scope& scope) {
    if (term.parts.size() != 3) throw Undecided{"another number of arguments for reaches"};
    std::set<Position> now = {tuple(term.parts[0], scope)}, seen;
    const Integer moves = whole(term.parts[2], scope);
    for (Integer i = 0; i < moves && !now.empty(); ++i) {
        std::set<Position> next;
        for (const Position& from : now)
            for (const Heaps& option : options(from)) {
                if (option.size() != 1) throw Undecided{"the options of a heap that splits are sums"};
                if (!seen.insert(option[0]).second) continue;
                if (contains(term.parts[1], scope, option[0])) return true;
                next.insert(option[0]);
            }
        now = std::move(next);
    }
    return false;
}

}  // namespace bouton::kernel::compute
