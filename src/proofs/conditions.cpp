#include "proofs/conditions.hpp"

#include "proofs/columns.hpp"
#include "proofs/conditions_parts.hpp"
#include "proofs/meaning.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace bouton::proofs {

using lang::ClaimInstance;
using lang::OpenClaim;
using lang::UsedClaim;

bool mentions(const Expr& e, const std::set<int>& slots) {
    std::vector<bool> seen;
    free_slots(e, seen);
    return std::any_of(slots.begin(), slots.end(), [&](int slot) {
        return static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)];
    });
}

Loop without(const Loop& loop, std::set<int> slots) {
    Loop rest;
    for (const Binder& binder : loop.binders) {
        bool touched = std::any_of(binder.slots.begin(), binder.slots.end(), [&](int s) { return slots.contains(s); });
        for (const auto* bounds : {&binder.lower, &binder.upper})
            for (const Expr& bound : *bounds) touched = touched || mentions(bound, slots);
        if (touched)
            slots.insert(binder.slots.begin(), binder.slots.end());
        else
            rest.binders.push_back(binder);
    }
    for (const Expr& condition : loop.conditions)
        if (!mentions(condition, slots)) rest.conditions.push_back(condition);
    rest.ready.assign(rest.conditions.size(), rest.binders.size());
    return rest;
}

std::optional<std::set<int>> coordinate_slots(const Expr& call, const Ruleset& rules) {
    std::set<int> slots;
    for (const Expr& e : call->args)
        if (e->op == Op::variable) slots.insert(e->slot);
    if (slots.size() != rules.coordinates.size() || slots.size() != call->args.size()) return std::nullopt;
    return slots;
}

std::vector<Labelled> joined(std::vector<Labelled> a, const std::vector<Labelled>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::vector<AtomId> left_free(const std::vector<AtomId>& variables, const Substitution& at) {
    std::vector<AtomId> rest;
    for (const AtomId v : variables)
        if (!at.contains(v)) rest.push_back(v);
    return rest;
}

Conditions::Conditions(const OpenClaim& claim, const Watch* watch, NamedSets named_sets)
    : claim_(claim), watch_(watch), terms_(watch), reader_(terms_, claim.claim.rules, named_sets) {
    const Ruleset& rules = claim.claim.rules;
    for (const Move& move : rules.moves) collect_functions(move);
    if (rules.piles >= 0) {
        method_ = "columns";
        list_ = column_conditions(claim, terms_);
    } else {
        if (rules.splits) throw Unsupported{"a game whose heaps split"};
        if (rules.player_count) throw Unsupported{"a game with several players"};
        if (!sets() && !formula_for_values()) other();
        lemma_assumptions();
        rules_conditions();
    }
    meaning_.reset(new Conditions(claim, watch, OnlyMeaning{}));
    list_.insert(list_.end(), meaning_->list_.begin(), meaning_->list_.end());
    for (std::size_t i = 0; i < list_.size(); ++i) list_[i].number = i;
    if (named_sets == NamedSets::defined) drop_trivial();
}

Conditions::Conditions(const OpenClaim& claim, const Watch* watch, OnlyMeaning)
    : claim_(claim), watch_(watch), terms_(watch), reader_(terms_, claim.claim.rules) {
    for (const Move& move : claim.claim.rules.moves) collect_functions(move);
    requirements();
    if (claim.claim.rules.piles < 0) meaning_conditions();  // columns are read from claims in which every term has one
    for (Condition& condition : list_) condition.meaning = true;
}

/// What is to be refuted may be false as it stands; then there is nothing to show.
void Conditions::drop_trivial() {
    for (std::size_t i = list_.size(); i-- > 0;) {
        const auto& assumptions = list_[i].assumptions;
        const bool trivial = std::any_of(assumptions.begin(), assumptions.end(), [](const Labelled& a) {
            return a.label.starts_with("to be refuted") && a.formula->kind == Formula::Kind::any &&
                   a.formula->parts.empty();
        });
        if (!trivial || list_.size() == 1) continue;
        list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(i));
        if (outside_ == static_cast<int>(i))
            outside_ = -1;
        else if (outside_ > static_cast<int>(i))
            --outside_;
    }
}

/// Rule functions that stay unknown have natural values.
void Conditions::collect_functions(const Move& move) {
    const std::function<void(const Expr&)> look = [&](const Expr& e) {
        if (e->op == Op::apply && !claim_.sequences.contains(e->text)) natural_.insert("f_" + e->text);
        for (const Expr& arg : e->args) look(arg);
    };
    for (const Binder& binder : move.loop.binders)
        for (const auto* bounds : {&binder.lower, &binder.upper})
            for (const Expr& e : *bounds) look(e);
    for (const Expr& e : move.loop.conditions) look(e);
    for (const auto& component : move.results)
        for (const Expr& e : component) look(e);
}

std::string Conditions::generality() const {
    if (method_ == "columns") return "any number of piles, any heights, all values of the variables";
    if (claim_.any_function) return "every position, every rule function with what is assumed";
    if (claim_.any_set) return "every position, every set of moves";
    return claim_.claim.loop.binders.empty() ? "every position" : "every position and all values of the variables";
}

Condition& Conditions::add(const std::string& name, std::vector<Labelled> assumptions,
                           std::vector<Condition::Hint> hints) {
    Condition condition;
    condition.name = name;
    condition.assumptions = std::move(assumptions);
    condition.env = env_;
    if (!hints.empty()) condition.hints = std::move(hints);
    list_.push_back(std::move(condition));
    return list_.back();
}

/// What is known throughout: the assumption about the rule function, sets, the claims that are used.
std::vector<Labelled> Conditions::background(const Env& env) {
    std::vector<Labelled> known;
    const ClaimInstance& claim = claim_.claim;
    if (claim.assumed)
        for (const auto& choice : reader_.choices(claim.assumed_loop, env))
            known.push_back(
                {"assumed of the rule function",
                 for_all(choice.variables, implies(choice.guard, reader_.formula(claim.assumed, choice.env)))});
    if (claim_.any_set) {
        for (const auto& move : claim.rules.moves)
            for (const Binder& binder : move.loop.binders) {
                if (binder.kind != Binder::Kind::numbers || binder.numbers->known) continue;
                const Poly x = terms_.variable("element");
                const Poly least = terms_.call("least_" + binder.numbers->name, {});
                known.push_back(
                    {"the set has a least element, which is positive",
                     both({at_most(constant(1), least), reader_.numbers_contain(*binder.numbers, least, env),
                           for_all({x.begin()->first[0]},
                                   implies(reader_.numbers_contain(*binder.numbers, x, env), at_most(least, x)))})});
            }
    }
    return known;
}

std::vector<Labelled> Conditions::lemmas(const Env& env) {
    std::vector<Labelled> all;
    for (const UsedClaim& used : claim_.uses) all.push_back(lemma(used, env));
    return all;
}

/// What is used may say it all, or may be needed for another condition only.
std::vector<Condition::Hint> Conditions::with_and_without_lemmas(std::vector<Condition::Hint> hints) const {
    if (hints.empty()) hints.push_back({});
    if (claim_.uses.empty()) return hints;
    std::vector<Condition::Hint> all;
    all.push_back({});  // the lemmas as they are written
    all.back().text = "named sets as names";
    all.back().opaque = true;
    all.push_back({});  // the lemmas alone
    all.back().copies_first = true;
    all.push_back({});
    if (claim_.uses.size() > 1)
        for (std::size_t i = 0; i < claim_.uses.size(); ++i) {
            all.push_back({});
            all.back().only_lemma = static_cast<int>(i);
            all.back().copies_first = true;
        }
    for (Condition::Hint hint : hints) {
        hint.lemmas = false;
        all.push_back(std::move(hint));
    }
    for (const Condition::Hint& hint : hints)
        if (!hint.text.empty()) all.push_back(hint);
    return all;
}

/// Terms for some of the variables. Only what the claim itself is free in can be chosen.
Substitution Conditions::places(const Reader::Choice& choice, const std::map<int, Expr>& at, const Env& env) {
    Substitution result;
    for (const auto& [slot, value] : at) {
        const auto variable = choice.env.find(slot);
        if (variable == choice.env.end() || variable->second.size() != 1 || variable->second.begin()->first.size() != 1)
            continue;
        const AtomId id = variable->second.begin()->first[0];
        if (std::find(choice.variables.begin(), choice.variables.end(), id) != choice.variables.end())
            result[id] = reader_.term(value, env);
    }
    return result;
}

Labelled Conditions::lemma(const UsedClaim& used, const Env& env) {
    std::vector<FormulaPtr> all;
    std::vector<FormulaPtr> guards;
    Env outer = env;
    for (const Expr& guard : used.guards) guards.push_back(reader_.formula(guard, outer));
    for (const auto& choice : reader_.choices(used.claim.loop, outer)) {
        const Substitution at = places(choice, used.at, env);
        std::vector<FormulaPtr> when = guards;
        when.push_back(choice.guard);
        const FormulaPtr body = implies(both(std::move(when)), reader_.statement(used.claim, choice.env));
        all.push_back(for_all(left_free(choice.variables, at), terms_.substitute(body, at)));
    }
    return {used.label, both(std::move(all))};
}

/// A claim about every rule function with a property is used for one: it must have the property.
void Conditions::lemma_assumptions() {
    for (const UsedClaim& used : claim_.uses) {
        if (!used.claim.assumed) continue;
        const auto parameters = reader_.choices(claim_.claim.loop, {});
        for (const auto& outer : parameters) {
            env_ = outer.env;
            for (const auto& choice : reader_.choices(used.claim.assumed_loop, outer.env)) {
                std::vector<Labelled> assumptions;
                if (claim_.claim.assumed)
                    for (const auto& mine : reader_.choices(claim_.claim.assumed_loop, outer.env))
                        assumptions.push_back(
                            {"assumed of the rule function",
                             for_all(mine.variables,
                                     implies(mine.guard, reader_.formula(claim_.claim.assumed, mine.env)))});
                assumptions.push_back({"the variables", both({outer.guard, choice.guard})});
                assumptions.push_back({"to be refuted", negated(reader_.formula(used.claim.assumed, choice.env))});
                add("the rule function is as " + used.label + " assumes", std::move(assumptions));
            }
        }
    }
}

Env Conditions::with_position(Env env, const std::vector<Poly>& position) const {
    for (std::size_t i = 0; i < position.size(); ++i)
        if (i < claim_.position.size()) env[claim_.position[i]] = position[i];
    return env;
}

/// The variables of a claim about a call such as grundy(x, y), with the position put in, and what the loop defines by them.
Env Conditions::at_position(const Expr& call, const std::vector<Poly>& position, Env env) {
    for (std::size_t k = 0; k < position.size(); ++k) env[call->args[k]->slot] = position[k];
    for (const Binder& binder : claim_.claim.loop.binders)
        if (binder.kind == Binder::Kind::value && !env.contains(binder.slots[0]))
            env[binder.slots[0]] = reader_.term(binder.lower[0], env);
    return env;
}

void Conditions::speaks_of_every_position(const Expr& call, const Reader::Choice& choice) {
    const std::vector<Poly> position = reader_.new_position();
    const Env env = at_position(call, position, choice.env);
    std::vector<FormulaPtr> guard;
    for (const Binder& binder : claim_.claim.loop.binders) {
        if (binder.kind != Binder::Kind::range || !env.contains(binder.slots[0])) continue;
        for (const Expr& b : binder.lower) guard.push_back(at_most(reader_.term(b, env), env.at(binder.slots[0])));
        for (const Expr& b : binder.upper) guard.push_back(at_most(env.at(binder.slots[0]), reader_.term(b, env)));
    }
    for (const Expr& c : claim_.claim.loop.conditions) guard.push_back(reader_.formula(c, env));
    add("the claim speaks of every position",
        {{"a position", both({choice.guard, reader_.exists(position, env)})}, {"to be refuted", negated(both(guard))}});
}

/// Each move lowers the sum of the coordinates that never grow; that it leads to a position is part of what a move is.
void Conditions::rules_conditions() {
    const Ruleset& rules = claim_.claim.rules;
    std::set<int> nothing;
    Loop parameters = claim_.claim.loop;
    for (const auto& choice : reader_.choices(parameters, {})) {
        env_ = choice.env;
        const std::vector<Poly> position = reader_.new_position();
        const auto measure = [&](const std::vector<Poly>& at) {
            Poly sum;
            for (std::size_t i = 0; i < at.size(); ++i)
                if (i < rules.never_grows.size() && rules.never_grows[i]) sum = std::move(sum) + at[i];
            return sum;
        };
        std::vector<Labelled> assumptions = background(with_position(choice.env, position));
        std::erase_if(assumptions, [](const Labelled& l) { return l.label.find("set has") == std::string::npos; });
        assumptions.push_back(
            {"the variables and a position", both({choice.guard, reader_.exists(position, choice.env)})});
        assumptions.push_back(
            {"to be refuted: a move that does not lower " + fmt::format("{}", fmt::join(rules.coordinates, " + ")),
             reader_.some_move(position, choice.env, [&](const std::vector<Poly>& after) {
                 return at_most(measure(position), measure(after));
             })});
        add("the game ends", std::move(assumptions));
        break;
    }
}

void Conditions::requirements() {
    if (claim_.requirements.empty()) return;
    for (const auto& choice : reader_.choices(claim_.claim.loop, {})) {
        env_ = choice.env;
        std::vector<FormulaPtr> parts;
        for (const Expr& e : claim_.requirements) parts.push_back(reader_.formula(e, choice.env));
        add("the game has such arguments",
            {{"the variables", choice.guard}, {"to be refuted", negated(both(std::move(parts)))}});
    }
}

void Conditions::meaning_conditions() {
    const ClaimInstance& claim = claim_.claim;
    Meaning meaning(reader_, claim_.sequences);
    using Hint = Condition::Hint;
    const auto require = [&](const std::string& name, const std::vector<Labelled>& known, const FormulaPtr& f,
                             std::vector<Hint> hints) -> Condition* {
        if (f->kind == Formula::Kind::all && f->parts.empty()) return nullptr;
        std::vector<Labelled> assumptions = known;
        assumptions.push_back({"to be refuted", negated(f)});
        return &add(name, std::move(assumptions), std::move(hints));
    };
    Hint plain;
    plain.rules = Hint::Rules::nowhere;
    plain.lemmas = false;
    Hint with_rules, with_lemmas = plain;
    with_rules.lemmas = false;
    with_lemmas.lemmas = true;
    // The loop's own variables are others than those that the rules would be about.
    require("the claim's conditions have a meaning", {},
            meaning.of_loop(claim.loop, {}, [](const Env&) { return truth(); }), {plain});
    for (const auto& choice : reader_.choices(claim.loop, {})) {
        env_ = choice.env;
        std::vector<Labelled> known = background(choice.env);
        known.push_back({"the variables", choice.guard});
        if (Condition* added = require("every term of the claim has a meaning", known,
                                       meaning.of_statement(claim, choice.env), {plain, with_lemmas, with_rules}))
            added->lemmas = lemmas(with_position(choice.env, reader_.new_position()));
        if (claim.assumed)
            require("what is assumed has a meaning", {},
                    meaning.of_loop(claim.assumed_loop, choice.env,
                                    [&](const Env& env) { return meaning.of(claim.assumed, env); }),
                    {plain});
        const std::vector<Poly> position = reader_.new_position();
        require("every term of the rules has a meaning", known, meaning.of_rules(position, choice.env), {plain});
    }
}

}  // namespace bouton::proofs
