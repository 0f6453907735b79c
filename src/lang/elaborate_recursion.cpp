// Functions that are defined by themselves or by each other, and why their definitions have an end.
//
// The functions that need each other make a group; its bodies are elaborated once, with calls inside the group left as calls. Every such call stands
// under conditions (`if`, `and`, ranges); under them the arguments must fall: one argument, or their sum, never grows along any call, those
// calls along which it falls are put aside, and so on with the rest until no circle of calls is left. Arguments are natural numbers (which is tested when a
// call is made), so no chain of calls is infinite.
#include "lang/elaborator.hpp"
#include "lang/linear.hpp"
#include "lang/sequences.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace bouton::lang {

using syntax::Binding;
using syntax::Term;

namespace {

void calls_in(const Term& term, std::set<std::string>& names) {
    if (term.kind == Term::Kind::call) names.insert(term.text);
    for (const Term& part : term.parts) calls_in(part, names);
    for (const Binding& binding : term.bindings)
        for (const Term& part : binding.terms) calls_in(part, names);
}

/// The functions of a scope that a function calls, directly or through others.
std::set<std::string> reached(const Entry& entry, const Scope& scope) {
    std::set<std::string> found;
    std::vector<const Entry*> open{&entry};
    while (!open.empty()) {
        std::set<std::string> calls;
        calls_in(*open.back()->body, calls);
        open.pop_back();
        for (const std::string& name : calls) {
            const auto at = scope.names.find(name);
            if (at == scope.names.end() || at->second.kind != Entry::Kind::function || at->second.rule_function)
                continue;
            if (found.insert(name).second) open.push_back(&at->second);
        }
    }
    return found;
}

/// A call inside of a group, with what holds where it is made.
struct Call {
    std::size_t from, to;
    std::vector<Expr> arguments;
    Facts facts;
};

class CallFinder {
  public:
    CallFinder(const RecursionGroup& group, std::vector<Call>& found) : group_(group), found_(found) {}

    void look(std::size_t from, const Expr& e, const Facts& facts) {
        from_ = from;
        visit(e, facts);
    }

  private:
    void visit(const Expr& e, const Facts& facts) {
        if (!e) return;
        switch (e->op) {
            case Op::choose: {
                visit(e->args[0], facts);
                Facts yes = facts, no = facts;
                yes.assume(e->args[0]);
                no.assume_not(e->args[0]);
                visit(e->args[1], yes);
                visit(e->args[2], no);
                return;
            }
            case Op::conjunction:
            case Op::disjunction: {
                Facts here = facts;
                for (const Expr& part : e->args) {
                    visit(part, here);
                    if (e->op == Op::conjunction)
                        here.assume(part);
                    else
                        here.assume_not(part);
                }
                return;
            }
            case Op::recursion:
                if (is_inside(*e)) {
                    const auto to = static_cast<std::size_t>(e->recursion.get() - group_.functions.data());
                    found_.push_back({from_, to, e->args, facts});
                }
                break;
            default: break;
        }
        if (e->numbers) numbers(*e->numbers, facts);
        Facts inside = facts;
        if (e->loop) loop(*e->loop, inside);
        for (const Expr& arg : e->args) visit(arg, inside);
    }

    void numbers(const NumberSet& set, const Facts& facts) {
        for (const auto& interval : set.intervals) {
            visit(interval.first, facts);
            visit(interval.last, facts);
        }
    }

    void loop(const Loop& loop, Facts& facts) {
        const auto tested = [&](std::size_t ready) {
            for (std::size_t i = 0; i < loop.conditions.size(); ++i) {
                if (loop.ready[i] != ready) continue;
                visit(loop.conditions[i], facts);
                facts.assume(loop.conditions[i]);
            }
        };
        tested(0);
        for (std::size_t i = 0; i < loop.binders.size(); ++i) {
            const Binder& binder = loop.binders[i];
            for (const auto* bounds : {&binder.lower, &binder.upper})
                for (const Expr& e : *bounds) visit(e, facts);
            if (binder.numbers) numbers(*binder.numbers, facts);
            facts.assume(binder);
            tested(i + 1);
        }
    }

    const RecursionGroup& group_;
    std::vector<Call>& found_;
    std::size_t from_ = 0;
};

/// Is there a circle of calls?
bool circular(const std::vector<Call>& calls, std::size_t count) {
    std::vector<bool> ended(count, false);  // nothing goes on for ever from here
    for (bool progress = true; progress;) {
        progress = false;
        for (std::size_t i = 0; i < count; ++i) {
            if (ended[i] ||
                !std::all_of(calls.begin(), calls.end(), [&](const Call& c) { return c.from != i || ended[c.to]; }))
                continue;
            ended[i] = progress = true;
        }
    }
    return std::find(ended.begin(), ended.end(), false) != ended.end();
}

bool ends(const RecursionGroup& group, std::vector<Call> calls) {
    const auto& functions = group.functions;
    std::size_t common = functions[0].slots.size();
    for (const Recursion& function : functions) common = std::min(common, function.slots.size());
    const auto formal = [](const Recursion& function, std::size_t i) {
        return variable(function.slots[i], function.formals[i]);
    };
    while (circular(calls, functions.size())) {
        bool progress = false;
        for (std::size_t k = 0; k <= common && !progress; ++k) {  // k = common: the sum of all
            std::vector<Call> rest;
            bool sound = true;
            for (const Call& call : calls) {
                Facts facts = call.facts;
                const Recursion &from = functions[call.from], &to = functions[call.to];
                Polynomial change;
                for (std::size_t i = 0; i < to.slots.size(); ++i)
                    if (k == common || i == k) change = change + facts.polynomial(call.arguments[i]);
                for (std::size_t i = 0; i < from.slots.size(); ++i)
                    if (k == common || i == k) change = change - facts.polynomial(formal(from, i));
                if (facts.proves_at_most_zero(change + constant(1))) continue;
                rest.push_back(call);
                sound = sound && facts.proves_at_most_zero(change);
            }
            if (!sound || rest.size() == calls.size()) continue;
            calls = std::move(rest);
            progress = true;
        }
        if (!progress) return false;
    }
    return true;
}

/// Bodies speak of numbers: what is known of them does not change with the position or the game.
bool speaks_of_numbers(const Expr& body) {
    bool numbers = true;
    const auto plain = [](const Loop& loop) {
        return std::all_of(loop.binders.begin(), loop.binders.end(), [](const Binder& binder) {
            return binder.kind != Binder::Kind::positions && binder.kind != Binder::Kind::piles;
        });
    };
    Walk walk(
        [&](const Node& node) { numbers = numbers && node.op < Op::piles_sum && (!node.loop || plain(*node.loop)); });
    walk(body);
    return numbers;
}

}  // namespace

bool Elaborator::is_recursive(Entry& entry, const std::string& name) {
    if (entry.kind != Entry::Kind::function || entry.rule_function) return false;
    if (entry.recursive == Entry::Recursive::unknown)
        entry.recursive = reached(entry, *entry.scope).contains(name) ? Entry::Recursive::yes : Entry::Recursive::no;
    return entry.recursive == Entry::Recursive::yes;
}

Expr Elaborator::recursive_call(Entry& entry, const std::string& name, std::vector<Expr> arguments) {
    if (!entry.group) build_group(entry, name);
    const Recursion& function = entry.group->functions[entry.function];
    const bool inside = entry.busy;
    if (!inside)
        for (const int slot : entry.group->outer) arguments.push_back(variable(slot, "outer"));
    auto node = std::make_shared<Node>(*make(Op::recursion, std::move(arguments), name));
    node->recursion = inside ? std::shared_ptr<const Recursion>(std::shared_ptr<void>(), &function)
                             : std::shared_ptr<const Recursion>(entry.group, &function);
    return node;
}

void Elaborator::build_group(Entry& entry, const std::string& name) {
    std::vector<Entry*> members;
    auto group = std::make_shared<RecursionGroup>();
    std::vector<std::string> names{name};
    for (const std::string& other : reached(entry, *entry.scope))
        if (other != name && reached(entry.scope->names.at(other), *entry.scope).contains(name)) names.push_back(other);
    group->functions = std::vector<Recursion>(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        Entry& member = entry.scope->names.at(names[i]);
        members.push_back(&member);
        member.group = group;
        member.function = i;
        member.busy = true;
        Recursion& function = group->functions[i];
        function.name = names[i];
        function.group = group.get();
        function.formals = *member.formals;
        for (std::size_t j = 0; j < member.formals->size(); ++j) function.slots.push_back(new_slot());
    }
    std::vector<Call> calls;
    CallFinder finder(*group, calls);
    std::set<int> outer;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Entry& member = *members[i];
        Recursion& function = group->functions[i];
        Scope inner{member.scope, true, {}};
        for (std::size_t j = 0; j < function.slots.size(); ++j)
            inner.names[(*member.formals)[j]].meaning =
                integer_meaning(variable(function.slots[j], (*member.formals)[j]));
        in_source(*member.source, [&] {
            const Meaning m = meaning(*member.body, inner);
            if (m.kind == Meaning::Kind::condition) fail(member.body->place, messages::recursive_condition(names[i]));
            function.body = as_integer(m, member.body->place);
            if (!speaks_of_numbers(function.body)) fail(member.body->place, messages::recursive_game(names[i]));
        });
        for (const int slot : outer_slots(function.body, function.slots)) outer.insert(slot);
        Facts facts;
        for (const Expr& fact : known_) facts.assume(fact);
        for (std::size_t j = 0; j < function.slots.size(); ++j)
            facts.assume(make(Op::less_equal, {number(0), variable(function.slots[j], function.formals[j])}));
        finder.look(i, function.body, facts);
    }
    if (!ends(*group, std::move(calls)))
        in_source(*entry.source, [&] { fail(entry.body->place, messages::recursive(name)); });
    group->outer.assign(outer.begin(), outer.end());
    group->frame_size = static_cast<std::size_t>(slot_count());
    for (Entry* member : members) member->busy = false;
}

}  // namespace bouton::lang
