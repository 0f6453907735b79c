#include "proofs/conditions.hpp"

#include "proofs/columns.hpp"
#include "proofs/meaning.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace bouton::proofs {

using lang::ClaimInstance;
using lang::OpenClaim;
using lang::Sequence;
using lang::UsedClaim;

namespace {

/// {outcome = P} or {grundy = s} as a claim writes it.
struct ValueSet {
    bool outcome = false;
    Expr value;
};

std::optional<ValueSet> as_value_set(const Positions& set) {
    if (set->kind == PositionSet::Kind::named && set->slots.empty()) return as_value_set(set->parts[0]);
    if (set->kind != PositionSet::Kind::where || set->condition->op != Op::equal) return std::nullopt;
    for (int side = 0; side < 2; ++side) {
        const Expr& call = set->condition->args[static_cast<std::size_t>(side)];
        const Expr& value = set->condition->args[static_cast<std::size_t>(1 - side)];
        if (call->op != Op::grundy && call->op != Op::outcome) continue;
        if (call->args.size() != set->slots.size()) continue;
        bool whole = true;
        for (std::size_t i = 0; i < set->slots.size(); ++i)
            whole = whole && call->args[i]->op == Op::variable && call->args[i]->slot == set->slots[i];
        std::vector<bool> seen;
        free_slots(value, seen);
        for (const int slot : set->slots)
            whole = whole && !(static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)]);
        if (whole) return ValueSet{call->op == Op::outcome, value};
    }
    return std::nullopt;
}

bool mentions(const Expr& e, const std::set<int>& slots) {
    std::vector<bool> seen;
    free_slots(e, seen);
    return std::any_of(slots.begin(), slots.end(), [&](int slot) {
        return static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)];
    });
}

/// The part of a loop that does not depend on some of its variables.
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

}  // namespace

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
}

Conditions::Conditions(const OpenClaim& claim, const Watch* watch, OnlyMeaning)
    : claim_(claim), watch_(watch), terms_(watch), reader_(terms_, claim.claim.rules) {
    for (const Move& move : claim.claim.rules.moves) collect_functions(move);
    requirements();
    if (claim.claim.rules.piles < 0) meaning_conditions();  // columns are read from claims in which every term has one
    for (Condition& condition : list_) condition.meaning = true;
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

Labelled Conditions::lemma(const UsedClaim& used, const Env& env) {
    std::vector<FormulaPtr> all;
    std::vector<FormulaPtr> guards;
    Env outer = env;
    for (const Expr& guard : used.guards) guards.push_back(reader_.formula(guard, outer));
    for (const auto& choice : reader_.choices(used.claim.loop, outer)) {
        // Only what the claim itself is free in can be chosen.
        Substitution at;
        for (const auto& [slot, value] : used.at) {
            const auto variable = choice.env.find(slot);
            if (variable == choice.env.end() || variable->second.size() != 1 ||
                variable->second.begin()->first.size() != 1)
                continue;
            const AtomId id = variable->second.begin()->first[0];
            if (std::find(choice.variables.begin(), choice.variables.end(), id) != choice.variables.end())
                at[id] = reader_.term(value, env);
        }
        std::vector<AtomId> rest;
        for (const AtomId v : choice.variables)
            if (!at.contains(v)) rest.push_back(v);
        std::vector<FormulaPtr> when = guards;
        when.push_back(choice.guard);
        const FormulaPtr body = implies(both(std::move(when)), reader_.statement(used.claim, choice.env));
        all.push_back(for_all(rest, terms_.substitute(body, at)));
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

// ---- brackets

std::vector<Condition::Hint> Conditions::brackets(const Positions& set, const std::vector<Poly>& position,
                                                  const Env& env) {
    struct Scale {
        Poly e, c;
    };
    std::vector<Scale> scales;
    const auto add_scale = [&](const Poly& e, const Poly& c) {
        if (is_constant(c) && constant_part(c) < 1) return;
        for (const Scale& s : scales)
            if (s.e == e && s.c == c) return;
        scales.push_back({e, c});
    };
    const std::function<void(const Positions&, const Env&)> walk = [&](const Positions& s, const Env& at) {
        if (s->kind == PositionSet::Kind::named) {
            Env inner = at;
            for (std::size_t i = 0; i < s->slots.size(); ++i) inner[s->slots[i]] = reader_.term(s->element[i], at);
            walk(s->parts[0], inner);
            return;
        }
        for (const Positions& part : s->parts) walk(part, at);
        if (s->kind != PositionSet::Kind::family) return;
        for (const auto& choice : reader_.choices(*s->loop, at)) {
            std::vector<Poly> element;
            for (const Expr& e : s->element) element.push_back(reader_.term(e, choice.env));
            std::set<AtomId> powers;
            for (const Poly& p : element)
                for (const auto& [monomial, c] : p)
                    for (const AtomId id : monomial)
                        if (terms_[id].kind == Atom::Kind::call && terms_[id].name == "pow2") powers.insert(id);
            std::vector<std::vector<Integer>> combos;
            const std::size_t n = element.size();
            for (std::size_t i = 0; i < n; ++i) {
                combos.emplace_back(n, 0);
                combos.back()[i] = 1;
            }
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = i + 1; j < n; ++j)
                    for (const AtomId v : choice.variables) {
                        const auto a = element[i].find({v}), b = element[j].find({v});
                        if (a == element[i].end() || b == element[j].end()) continue;
                        for (int sign = -1; sign <= 1; sign += 2) {
                            combos.emplace_back(n, 0);
                            combos.back()[i] = sign * b->second;
                            combos.back()[j] = -sign * a->second;
                        }
                    }
            combos.emplace_back(n, 1);
            for (const auto& combo : combos) {
                Poly total, e;
                for (std::size_t i = 0; i < n; ++i) {
                    total = std::move(total) + combo[i] * element[i];
                    e = std::move(e) + combo[i] * position[i];
                }
                for (const AtomId p : powers) {
                    Poly c;
                    for (const auto& [monomial, k] : total) {
                        const auto found = std::find(monomial.begin(), monomial.end(), p);
                        if (found == monomial.end()) continue;
                        Monomial rest = monomial;
                        rest.erase(rest.begin() + (found - monomial.begin()));
                        c[rest] = k;
                    }
                    if (!c.empty()) add_scale(e - constant(constant_part(total)), c);
                }
            }
        }
    };
    walk(set, env);
    std::vector<Scale> given;
    const Env here = with_position(env, position);
    for (const Expr& e : claim_.scales) {
        std::set<Poly> bases{constant(1)};
        for (const Scale& s : scales) bases.insert(s.c);
        for (const Poly& c : bases) given.push_back({reader_.term(e, here), c});
    }
    std::vector<Condition::Hint> hints;
    const auto hint = [&](const std::vector<Scale>& used) {
        Condition::Hint h;
        for (const Scale& s : used) {
            const Poly l = terms_.variable("level");
            const Poly p = s.c * terms_.power(2, l);
            h.text += (h.text.empty() ? "" : ", ") +
                      fmt::format("{} between {} and its double", terms_.text(s.e), terms_.text(p));
            h.assumptions.push_back(
                {"bracket", implies(both({at_most(constant(1), s.c), at_most(s.c, s.e)}),
                                    both({at_most({}, l), at_most(p, s.e), less(s.e, Integer(2) * p)}))});
            for (int j = -1; j <= 2; ++j) h.exponents.push_back(l + constant(j));
        }
        for (int j = 0; j <= 2; ++j) h.exponents.push_back(constant(j));
        hints.push_back(std::move(h));
    };
    if (!given.empty()) hint(given);
    for (const Scale& s : scales) hint({s});
    if (hints.empty()) hints.push_back({});
    return hints;
}

// ---- sets

/// {grundy = s} = G(s) is shown for one s after the other, from 0 on: none may be left out, and the game must be the same for all.
void Conditions::require_all_values(int slot) const {
    const Unsupported gaps{"values with gaps; write the claim for every s >= 0, without conditions on s"};
    for (const Binder& binder : claim_.claim.loop.binders) {
        for (const auto* bounds : {&binder.lower, &binder.upper})
            for (const Expr& bound : *bounds)
                if (mentions(bound, {slot})) throw gaps;
        if (binder.slots[0] != slot) continue;
        if (binder.kind != Binder::Kind::range || binder.lower.empty()) throw gaps;
        for (const Expr& bound : binder.lower)
            if (!is_number(bound) || bound->number > 0) throw gaps;
        for (const Expr& bound : binder.upper)
            if (!is_number(bound)) throw gaps;
    }
    for (const Expr& condition : claim_.claim.loop.conditions)
        if (mentions(condition, {slot})) throw gaps;
    if (rule_slots().contains(slot)) throw gaps;
}

bool Conditions::sets() {
    const Expr& statement = claim_.claim.statement;
    if (claim_.claim.form != syntax::Claim::Form::condition) return false;
    if (statement->op == Op::equal && is_condition(statement->args[0]->op) && is_condition(statement->args[1]->op)) {
        // outcome(x, y) = P iff ...
        for (std::size_t side = 0; side < 2; ++side) {
            const Expr& left = statement->args[side];
            if (left->op != Op::equal) continue;
            for (std::size_t i = 0; i < 2; ++i) {
                const Expr& call = left->args[i];
                if (call->op != Op::outcome || !is_number(left->args[1 - i]) || left->args[1 - i]->number != 0)
                    continue;
                std::set<int> slots;
                for (const Expr& e : call->args)
                    if (e->op == Op::variable) slots.insert(e->slot);
                if (slots.size() != claim_.claim.rules.coordinates.size() || slots.size() != call->args.size())
                    continue;
                const Loop parameters = without(claim_.claim.loop, slots);
                for (const auto& choice : reader_.choices(parameters, {})) {
                    env_ = choice.env;
                    const auto at = [&](const std::vector<Poly>& position) {
                        // everything of the loop that depends on the position, with the position put in
                        Env env = choice.env;
                        for (std::size_t k = 0; k < position.size(); ++k) env[call->args[k]->slot] = position[k];
                        for (const Binder& binder : claim_.claim.loop.binders)
                            if (binder.kind == Binder::Kind::value && !env.contains(binder.slots[0]))
                                env[binder.slots[0]] = reader_.term(binder.lower[0], env);
                        return env;
                    };
                    const std::vector<Poly> position = reader_.new_position();
                    const Env env = at(position);
                    std::vector<FormulaPtr> guard;
                    for (const Binder& binder : claim_.claim.loop.binders) {
                        if (binder.kind != Binder::Kind::range || !env.contains(binder.slots[0])) continue;
                        for (const Expr& b : binder.lower)
                            guard.push_back(at_most(reader_.term(b, env), env.at(binder.slots[0])));
                        for (const Expr& b : binder.upper)
                            guard.push_back(at_most(env.at(binder.slots[0]), reader_.term(b, env)));
                    }
                    for (const Expr& c : claim_.claim.loop.conditions) guard.push_back(reader_.formula(c, env));
                    add("the claim speaks of every position",
                        {{"a position", both({choice.guard, reader_.exists(position, env)})},
                         {"to be refuted", negated(both(guard))}});
                    const Expr& condition = statement->args[1 - side];
                    kernel(
                        true, [&, at](const std::vector<Poly>& p) { return reader_.formula(condition, at(p)); },
                        choice.guard, choice.env, nullptr);
                }
                return true;
            }
        }
        return false;
    }
    if (statement->op != Op::sets_equal) return false;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto value = as_value_set(statement->sets[side]);
        if (!value) continue;
        const Positions& set = statement->sets[1 - side];
        if (as_value_set(set)) return false;
        for (const auto& choice : reader_.choices(claim_.claim.loop, {})) {
            env_ = choice.env;
            if (!value->outcome && claim_.claim.rules.misere) throw Unsupported{"misere values other than P and N"};
            if (value->outcome || (is_number(value->value) && value->value->number == 0)) {
                if (value->outcome && !(is_number(value->value) && value->value->number == 0)) return false;
                kernel(
                    true, [&](const std::vector<Poly>& p) { return reader_.member(set, p, choice.env); }, choice.guard,
                    choice.env, set);
                continue;
            }
            if (claim_.claim.rules.misere) throw Unsupported{"misere values other than P and N"};
            if (value->value->op != Op::variable)
                throw Unsupported{"a single value; write the claim for every s >= 0: { grundy = s } = ..."};
            const int slot = value->value->slot;
            require_all_values(slot);
            method_ = "levels";
            const Poly s = choice.env.at(slot);
            const auto in = [&](const std::vector<Poly>& p, const Poly& v) {
                Env env = choice.env;
                env[slot] = v;
                return reader_.member(set, p, env);
            };
            const std::vector<Poly> position = reader_.new_position();
            const FormulaPtr here = both({choice.guard, at_most({}, s), reader_.exists(position, choice.env)});
            const auto known = background(with_position(choice.env, position));
            const auto used = lemmas(with_position(choice.env, position));
            const auto with = [&](std::vector<Labelled> more) {
                std::vector<Labelled> all = known;
                all.insert(all.end(), more.begin(), more.end());
                return all;
            };
            add("no move stays inside {grundy = s}",
                with({{"a position with value s", both({here, in(position, s)})},
                      {"to be refuted: a move to value s",
                       reader_.some_move(position, choice.env,
                                         [&](const std::vector<Poly>& after) { return in(after, s); })}}),
                with_and_without_lemmas({}))
                .lemmas = used;
            const Poly v = terms_.variable("v", slot);
            const AtomId id = v.begin()->first[0];
            outside_ = static_cast<int>(list_.size());
            searched_ = position;
            add("every position of no value up to s has a move to value s",
                with({{"a position", here},
                      {"no value up to s",
                       for_all({id}, implies(both({at_most({}, v), at_most(v, s)}), negated(in(position, v))))},
                      {"to be refuted: no move to value s",
                       negated(reader_.some_move(position, choice.env,
                                                 [&](const std::vector<Poly>& after) { return in(after, s); }))}}),
                with_and_without_lemmas(brackets(set, position, choice.env)))
                .lemmas = used;
            const Poly w = terms_.variable("w", slot);
            // What is used at s is used for the other value too.
            std::vector<Labelled> used_twice = used;
            Env other = with_position(choice.env, position);
            other[slot] = w;
            for (Labelled& more : lemmas(other)) used_twice.push_back(std::move(more));
            add("no position has two values",
                with({{"a position with value s", both({here, in(position, s)})},
                      {"to be refuted: a smaller value", both({at_most({}, w), less(w, s), in(position, w)})}}),
                with_and_without_lemmas({}))
                .lemmas = used_twice;
        }
        return true;
    }
    return false;
}

void Conditions::kernel(bool, const std::function<FormulaPtr(const std::vector<Poly>&)>& in, const FormulaPtr& guard,
                        const Env& env, const Positions& set) {
    method_ = "levels";
    const std::vector<Poly> position = reader_.new_position();
    const FormulaPtr here = both({guard, reader_.exists(position, env)});
    const auto known = background(with_position(env, position));
    const auto used = lemmas(with_position(env, position));
    const auto with = [&](std::vector<Labelled> more) {
        std::vector<Labelled> all = known;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    const FormulaPtr inside = in(position);
    const FormulaPtr into = reader_.some_move(position, env, in);
    const FormulaPtr can_move = reader_.some_move(position, env, [](const auto&) { return truth(); });
    const bool misere = claim_.claim.rules.misere;
    add("no move stays inside the set",
        with({{"a position of the set", both({here, inside})}, {"to be refuted: a move into the set", into}}),
        with_and_without_lemmas({}))
        .lemmas = used;
    if (misere)
        add("no position of the set is without moves",
            with({{"a position of the set", both({here, inside})}, {"to be refuted", negated(can_move)}}),
            with_and_without_lemmas({}))
            .lemmas = used;
    outside_ = static_cast<int>(list_.size());
    searched_ = position;
    add("every position outside has a move into the set",
        with({{"a position", misere ? both({here, can_move}) : here},
              {"outside the set", negated(inside)},
              {"to be refuted: no move into the set", negated(into)}}),
        with_and_without_lemmas(set ? brackets(set, position, env) : std::vector<Condition::Hint>{}))
        .lemmas = used;
}

// ---- formulas

bool Conditions::formula_for_values() {
    const ClaimInstance& claim = claim_.claim;
    if (claim.rules.misere) return false;
    if (claim.form == syntax::Claim::Form::repeats && !claim.about_outcome) {
        for (const auto& choice : reader_.choices(claim.loop, {})) {
            env_ = choice.env;
            const Poly length = reader_.word_length(claim.word, choice.env);
            add("the word is not empty",
                {{"the variables", choice.guard}, {"to be refuted", less(length, constant(1))}});
            values(
                [&](const std::vector<Poly>& at, const Env&) {
                    return reader_.word_value(claim.word, terms_.remainder(at[0], length), choice.env);
                },
                choice.guard, choice.env);
        }
        return true;
    }
    if (claim.form != syntax::Claim::Form::condition || claim.statement->op != Op::equal) return false;
    for (std::size_t side = 0; side < 2; ++side) {
        const Expr& call = claim.statement->args[side];
        const Expr& value = claim.statement->args[1 - side];
        if (call->op != Op::grundy) continue;
        std::set<int> slots;
        for (const Expr& e : call->args)
            if (e->op == Op::variable) slots.insert(e->slot);
        if (slots.size() != claim.rules.coordinates.size() || slots.size() != call->args.size()) continue;
        bool recursive = false;
        const std::function<void(const Expr&)> look = [&](const Expr& e) {
            recursive = recursive || e->op == Op::grundy || e->op == Op::outcome;
            for (const Expr& arg : e->args) look(arg);
        };
        look(value);
        // Left to induction: a formula that used claims about grundy give, and a claim about some positions only.
        for (const UsedClaim& used : claim_.uses)
            if (used.claim.form == syntax::Claim::Form::condition) look(used.claim.statement);
        for (const Binder& binder : claim.loop.binders)
            for (const int slot : binder.slots)
                recursive = recursive || (slots.contains(slot) &&
                                          (binder.kind != Binder::Kind::range || !binder.upper.empty() ||
                                           !std::all_of(binder.lower.begin(), binder.lower.end(), is_number)));
        for (const Expr& condition : claim.loop.conditions) recursive = recursive || mentions(condition, slots);
        if (recursive) return false;
        const Loop parameters = without(claim.loop, slots);
        for (const auto& choice : reader_.choices(parameters, {})) {
            env_ = choice.env;
            const auto at = [&](const std::vector<Poly>& position) {
                Env env = choice.env;
                for (std::size_t k = 0; k < position.size(); ++k) env[call->args[k]->slot] = position[k];
                for (const Binder& binder : claim.loop.binders)
                    if (binder.kind == Binder::Kind::value && !env.contains(binder.slots[0]))
                        env[binder.slots[0]] = reader_.term(binder.lower[0], env);
                return env;
            };
            const std::vector<Poly> position = reader_.new_position();
            const Env env = at(position);
            std::vector<FormulaPtr> guard;
            for (const Binder& binder : claim.loop.binders) {
                if (binder.kind != Binder::Kind::range || !env.contains(binder.slots[0])) continue;
                for (const Expr& b : binder.lower)
                    guard.push_back(at_most(reader_.term(b, env), env.at(binder.slots[0])));
                for (const Expr& b : binder.upper)
                    guard.push_back(at_most(env.at(binder.slots[0]), reader_.term(b, env)));
            }
            for (const Expr& c : claim.loop.conditions) guard.push_back(reader_.formula(c, env));
            const FormulaPtr whole = both(guard);
            add("the claim speaks of every position",
                {{"a position", both({choice.guard, reader_.exists(position, env)})},
                 {"to be refuted", negated(whole)}});
            values([&](const std::vector<Poly>& p, const Env&) { return reader_.term(value, at(p)); }, choice.guard,
                   choice.env);
        }
        return true;
    }
    return false;
}

void Conditions::values(const std::function<Poly(const std::vector<Poly>&, const Env&)>& value, const FormulaPtr& guard,
                        const Env& env) {
    method_ = "values";
    const std::vector<Poly> position = reader_.new_position();
    const FormulaPtr here = both({guard, reader_.exists(position, env)});
    auto known = background(with_position(env, position));
    for (Labelled& used : lemmas(with_position(env, position))) known.push_back(std::move(used));
    const auto with = [&](std::vector<Labelled> more) {
        std::vector<Labelled> all = known;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    const Poly mine = value(position, env);
    add("values are natural numbers", with({{"a position", here}, {"to be refuted", less(mine, {})}}));
    add("no option has the same value", with({{"a position", here},
                                              {"to be refuted: an option with the same value",
                                               reader_.some_move(position, env, [&](const std::vector<Poly>& after) {
                                                   return equal(value(after, env), mine);
                                               })}}));
    const Poly v = terms_.variable("v");
    Condition::Hint as_remainder;
    as_remainder.arguments.emplace_back("remainder", v);
    add("every smaller value is that of an option",
        with({{"a position and a smaller value", both({here, at_most({}, v), less(v, mine)})},
              {"to be refuted: no option with this value",
               negated(reader_.some_move(
                   position, env, [&](const std::vector<Poly>& after) { return equal(value(after, env), v); }))}}),
        {{}, as_remainder});
}

// ---- everything else

/// The claim's variables that the rules, or sums that are functions of their own, depend on: one game and one function throughout a proof.
std::set<int> Conditions::rule_slots() const {
    std::vector<bool> seen;
    for (const auto& [name, sequence] : claim_.sequences) free_slots(sequence.sum, seen);
    const Ruleset& rules = claim_.claim.rules;
    if (rules.domain) free_slots(rules.domain, seen);
    for (const Move& move : rules.moves) {
        for (const auto& component : move.results)
            for (const Expr& e : component) free_slots(e, seen);
        for (const Expr& e : move.loop.conditions) free_slots(e, seen);
        for (const Binder& binder : move.loop.binders) {
            for (const auto* bounds : {&binder.lower, &binder.upper})
                for (const Expr& e : *bounds) free_slots(e, seen);
            if (binder.numbers)
                for (const auto& interval : binder.numbers->intervals) {
                    free_slots(interval.first, seen);
                    free_slots(interval.last, seen);
                }
        }
    }
    std::set<int> result;
    for (const Binder& binder : claim_.claim.loop.binders)
        for (const int slot : binder.slots)
            if (static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)])
                result.insert(slot);
    return result;
}

/// Where the only run of some letter begins in a word of a used claim: a place that tells a shorter period from the real one.
void Conditions::mention_boundaries(const Env& env, std::vector<Condition::Hint>& hints) {
    if (claim_.claim.form != syntax::Claim::Form::period) return;
    const std::string value = reader_.value_name(claim_.claim.about_outcome);
    for (const UsedClaim& used : claim_.uses) {
        if (used.claim.form == syntax::Claim::Form::condition)  // a formula: the first heap is as good as any
            for (Condition::Hint& hint : hints)
                hint.arguments.push_back(
                    {value, claim_.claim.preperiod ? reader_.term(claim_.claim.preperiod, env) : Poly{}});
        if (used.claim.form != syntax::Claim::Form::repeats) continue;
        for (const auto& choice : reader_.choices(used.claim.loop, env)) {
            if (!choice.variables.empty()) continue;
            std::vector<std::pair<Integer, Poly>> runs;  // letter, first place
            Poly start;
            const auto walk = [&](const std::vector<lang::WordPart>& word, const auto& again) -> void {
                for (const lang::WordPart& part : word) {
                    const Poly here = start;
                    if (part.is_group)
                        again(part.group, again);
                    else
                        runs.emplace_back(part.symbol, start);
                    start = here + reader_.word_length({part}, choice.env);
                }
            };
            walk(used.claim.word, walk);
            for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
                if (std::count_if(runs.begin(), runs.end(), [&](const auto& r) { return r.first == run->first; }) > 1)
                    continue;
                for (Condition::Hint& hint : hints)
                    for (int j = 0; j <= 1; ++j) hint.arguments.push_back({value, run->second - constant(j)});
                break;
            }
        }
    }
}

/// From few instances to many.
void Conditions::order_hints(std::vector<Condition::Hint>& hints, bool lean) {
    using Rules = Condition::Hint::Rules;
    const std::vector<Condition::Hint> all = std::move(hints);
    hints.clear();
    if (lean)
        for (Condition::Hint hint : all) {
            hint.rules = Rules::nowhere;
            hint.copies_first = true;
            hints.push_back(std::move(hint));
        }
    for (const Rules rules : {Rules::nowhere, Rules::at_goal, Rules::everywhere}) {
        if (rules == Rules::nowhere && !lean) continue;
        for (Condition::Hint hint : all) {
            hint.rules = rules;
            hints.push_back(std::move(hint));
        }
    }
}

void Conditions::other() {
    method_ = "induction";
    const ClaimInstance& claim = claim_.claim;
    const auto outer = reader_.choices(claim.loop, {});
    std::size_t number = 0;
    for (const auto& choice : outer) {
        env_ = choice.env;
        std::vector<Poly> position = reader_.new_position();
        const Env env = with_position(choice.env, position);
        std::vector<Labelled> assumptions = background(env);
        for (Labelled& used : lemmas(env)) assumptions.push_back(std::move(used));
        assumptions.push_back({"the variables", choice.guard});
        const auto measures = [&](const Env& at) {
            std::vector<Poly> result;
            for (const Expr& e : claim_.induction) result.push_back(reader_.term(e, at));
            return result;
        };
        std::vector<std::vector<Poly>> tried;
        if (!claim_.induction.empty()) tried.push_back(measures(env));
        std::vector<Condition::Hint> hints;
        const auto earlier = [&](const std::function<std::vector<Poly>(const Env&)>& of, const std::string& text) {
            Condition::Hint hint;
            hint.text = text;
            const std::vector<Poly> now = of(env);
            Env fixed;
            for (const int slot : rule_slots()) fixed[slot] = choice.env.at(slot);
            for (const auto& other : reader_.choices(claim.loop, fixed)) {
                const std::vector<Poly> then = of(with_position(other.env, position));
                std::vector<FormulaPtr> falls;
                FormulaPtr same = truth();
                for (std::size_t i = 0; i < now.size(); ++i) {
                    falls.push_back(both({same, less(then[i], now[i])}));
                    same = both({same, equal(then[i], now[i])});
                }
                const FormulaPtr body =
                    implies(both({other.guard, either(falls)}), reader_.statement(claim, other.env));
                if (claim_.earlier.empty())
                    hint.assumptions.push_back({"induction hypothesis", for_all(other.variables, body)});
                for (const auto& at : claim_.earlier) {
                    Substitution s;
                    for (const auto& [slot, value] : at) {
                        const auto v = other.env.find(slot);
                        if (v == other.env.end() || v->second.size() != 1 || v->second.begin()->first.size() != 1)
                            continue;
                        const AtomId id = v->second.begin()->first[0];
                        if (std::find(other.variables.begin(), other.variables.end(), id) != other.variables.end())
                            s[id] = reader_.term(value, env);
                    }
                    std::vector<AtomId> rest;
                    for (const AtomId v : other.variables)
                        if (!s.contains(v)) rest.push_back(v);
                    hint.assumptions.push_back({"induction hypothesis", for_all(rest, terms_.substitute(body, s))});
                }
            }
            hints.push_back(std::move(hint));
        };
        if (!claim_.induction.empty()) {
            earlier(measures, "");
            const auto now = measures(env);
            std::vector<FormulaPtr> negative;
            for (const Poly& m : now) negative.push_back(less(m, {}));
            std::vector<Labelled> natural = background(env);
            natural.push_back({"the variables", choice.guard});
            natural.push_back({"to be refuted", either(negative)});
            add("what falls is a natural number", std::move(natural));
        } else {
            hints.push_back({});
            hints.back().text = "without induction";
            for (auto binder = claim.loop.binders.rbegin(); binder != claim.loop.binders.rend(); ++binder) {
                if (!claim_.uses.empty()) break;  // who says what is used says what falls
                if (binder->kind != Binder::Kind::range || binder->lower.empty()) continue;
                const int slot = binder->slots[0];
                const Expr lower = binder->lower[0];  // natural: the distance from the least value
                earlier([this, slot,
                         lower](const Env& at) { return std::vector<Poly>{at.at(slot) - reader_.term(lower, at)}; },
                        "induction on " + binder->names[0]);
            }
        }
        // Where the claim speaks of sets with powers of 2, the powers next to the position matter.
        const auto add_brackets = [&](const Expr& e, const auto& again) -> void {
            if (e->op == Op::in_set || (e->op == Op::is_empty && e->sets[0]->kind == PositionSet::Kind::intersection)) {
                std::vector<Poly> at;
                const Positions& set = e->op == Op::in_set ? e->sets[0] : e->sets[0]->parts[1];
                const auto& element = e->op == Op::in_set ? e->args : e->sets[0]->parts[0]->element;
                try {
                    for (const Expr& c : element) at.push_back(reader_.term(c, choice.env));
                    if (at.size() == position.size())
                        for (auto& hint : brackets(set, at, choice.env))
                            if (!hint.text.empty() && hints.size() < 12) hints.push_back(std::move(hint));
                } catch (const Unsupported&) {  // no bracket then
                }
            }
            for (const Expr& arg : e->args) again(arg, again);
        };
        if (claim.form == syntax::Claim::Form::condition && claim_.induction.empty()) {
            add_brackets(claim.statement, add_brackets);
            for (const Expr& condition : claim.loop.conditions) add_brackets(condition, add_brackets);
        }
        mention_boundaries(env, hints);
        order_hints(hints, !claim_.uses.empty());
        const FormulaPtr statement = reader_.statement(claim, choice.env);
        const std::vector<FormulaPtr> parts =
            statement->kind == Formula::Kind::all ? statement->parts : std::vector<FormulaPtr>{statement};
        if (outer.size() > 1) ++number;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::vector<Labelled> all = assumptions;
            for (std::size_t j = 0; j < i; ++j) all.push_back({"shown before", parts[j]});
            all.push_back({"to be refuted", negated(parts[i])});
            std::string name = "the claim";
            if (outer.size() > 1) name += fmt::format(", case {}", number);
            if (parts.size() > 1) name += fmt::format(", part {}", i + 1);
            add(name, std::move(all), hints);
        }
    }
}

// ---- instances

void Conditions::define(Ground& ground, bool with_rules) {
    const Ruleset& rules = claim_.claim.rules;
    const auto is_two_player = !rules.misere && !rules.player_count && rules.piles < 0 && !rules.splits;
    if (is_two_player && with_rules) {
        // The arguments of the game are terms in the claim's variables; they are fixed here, and free in the rules.
        ground.define("G", "the value is the least that no option has", [&](const Atom& atom) {
            const std::vector<Poly> position = atom.args;
            const Poly self = terms_.call("G", position);
            const Poly v = terms_.variable("v", kValueOrigin);
            const Env& env = env_;
            return implies(
                reader_.exists(position, env),
                both({at_most({}, self),
                      negated(reader_.some_move(
                          position, env, [&](const auto& after) { return equal(terms_.call("G", after), self); })),
                      for_all({v.begin()->first[0]}, implies(both({at_most({}, v), less(v, self)}),
                                                             reader_.some_move(position, env, [&](const auto& after) {
                                                                 return equal(terms_.call("G", after), v);
                                                             })))}));
        });
        ground.define("O", "P exactly if no option is P", [&](const Atom& atom) {
            const std::vector<Poly> position = atom.args;
            const Poly self = terms_.call("O", position);
            const Env& env = env_;
            const FormulaPtr to_p =
                reader_.some_move(position, env, [&](const auto& after) { return equal(terms_.call("O", after), {}); });
            return implies(reader_.exists(position, env),
                           both({at_most({}, self), at_most(self, constant(1)), implies(equal(self, {}), negated(to_p)),
                                 implies(equal(self, constant(1)), to_p)}));
        });
    }
    for (const auto& [name, sequence] : claim_.sequences) {
        const Loop& loop = *sequence.sum->loop;
        if (sequence.sum->op != Op::sum || loop.binders.size() != 1 || loop.binders[0].kind != Binder::Kind::range ||
            !loop.conditions.empty() || loop.binders[0].lower.size() != 1 || loop.binders[0].upper.size() != 1)
            continue;
        const Expr& last = loop.binders[0].upper[0];
        std::optional<std::size_t> at;
        for (std::size_t i = 0; i < sequence.slots.size(); ++i)
            if (last->op == Op::variable && last->slot == sequence.slots[i]) at = i;
        if (!at || mentions(loop.binders[0].lower[0], {sequence.slots[*at]}) ||
            mentions(sequence.sum->args[0], {sequence.slots[*at]}))
            continue;
        const std::size_t place = *at;
        ground.mention("f_" + name, {}, place);  // the empty sum, often where an induction begins
        ground.define("f_" + name, "the sum " + name + " without its last term",
                      [this, sequence = sequence, place](const Atom& atom) {
                          const Loop& over = *sequence.sum->loop;
                          Env env = env_;
                          for (std::size_t i = 0; i < sequence.slots.size(); ++i) env[sequence.slots[i]] = atom.args[i];
                          const Poly first = reader_.term(over.binders[0].lower[0], env), end = atom.args[place];
                          std::vector<Poly> shorter = atom.args;
                          shorter[place] = end - constant(1);
                          Env inner = env;
                          inner[over.binders[0].slots[0]] = end;
                          const Poly self = terms_.call(atom.name, atom.args);
                          return both({implies(less(end, first), equal(self, {})),
                                       implies(at_most(first, end),
                                               equal(self, terms_.call(atom.name, shorter) +
                                                               reader_.term(sequence.sum->args[0], inner)))});
                      });
    }
    ground.define("rank", "the circle", [&](const Atom& atom) {
        const Poly n = atom.args[0], k = atom.args[1], m = atom.args[2];
        const Poly self = terms_.call("rank", {n, k, m});
        const FormulaPtr first = equal(terms_.remainder(m - k, n), {});
        const Poly later =
            terms_.call("rank", {n - constant(1), k, terms_.remainder(m - k - constant(1), n) + constant(1)});
        return implies(
            both({at_most(constant(1), k), at_most(constant(1), m), at_most(m, n)}),
            both({implies(equal(n, constant(1)), equal(self, constant(1))),
                  implies(both({at_most(constant(2), n), first}), equal(self, constant(1))),
                  implies(both({at_most(constant(2), n), negated(first)}), equal(self, later + constant(1)))}));
    });
    ground.define("seat", "the circle", [&](const Atom& atom) {
        const Poly n = atom.args[0], k = atom.args[1], i = atom.args[2];
        const Poly self = terms_.call("seat", {n, k, i});
        const Poly inner = terms_.call("seat", {n - constant(1), k, i - constant(1)});
        return implies(
            both({at_most(constant(1), k), at_most(constant(1), i), at_most(i, n)}),
            both({implies(equal(i, constant(1)), equal(self, terms_.remainder(k - constant(1), n) + constant(1))),
                  implies(at_most(constant(2), i),
                          equal(self, terms_.remainder(inner + k - constant(1), n) + constant(1)))}));
    });
}

std::string Conditions::script(const Condition& condition, const Condition::Hint& hint, int rounds,
                               const std::vector<std::string>& comments) {
    if (condition.meaning && meaning_) return meaning_->script(condition, hint, rounds, comments);
    if (hint.opaque && reader_.named_sets() != NamedSets::opaque) {
        // The same list, read in the other way from the beginning: nothing of one reading is left in the other.
        Conditions same(claim_, watch_, NamedSets::opaque);
        const auto self =
            std::find_if(list_.begin(), list_.end(), [&](const Condition& other) { return &other == &condition; });
        return same.script(same.list_.at(static_cast<std::size_t>(self - list_.begin())), hint, rounds, comments);
    }
    env_ = condition.env;
    Ground ground(terms_);
    ground.copies_first = hint.copies_first;
    using Rules = Condition::Hint::Rules;
    define(ground, hint.rules != Rules::nowhere);
    if (hint.rules == Rules::at_goal)
        for (const Labelled& a : condition.assumptions)
            if (a.label.starts_with("to be refuted"))
                for_each_atom(terms_, a.formula, [&](AtomId id) { ground.only_there(id); });
    for (const Poly& e : hint.exponents) ground.mention(Terms::power_name(2), e);
    for (const auto& [function, argument] : hint.arguments) ground.mention(function, argument);
    for (const Labelled& a : condition.assumptions) ground.assume(a.label, a.formula);
    if (hint.lemmas)
        for (std::size_t i = 0; i < condition.lemmas.size(); ++i)
            if (hint.only_lemma < 0 || hint.only_lemma == static_cast<int>(i % claim_.uses.size()))
                ground.assume(condition.lemmas[i].label, condition.lemmas[i].formula);
    for (const Labelled& a : hint.assumptions) ground.assume(a.label, a.formula);
    for (int i = 0; i < rounds; ++i)
        if (!ground.round()) break;
    std::vector<Labelled> all = ground.instances();
    const std::vector<Labelled> more = facts(terms_, all, natural_);
    all.insert(all.end(), more.begin(), more.end());
    return proofs::script(terms_, all, comments);
}

std::pair<std::string, std::vector<std::string>> Conditions::search_script(int level) {
    if (outside_ < 0) return {};
    const Condition& condition = list_[static_cast<std::size_t>(outside_)];
    Poly sum;
    std::vector<std::string> names;
    for (const Poly& p : searched_) {
        sum = std::move(sum) + p;
        names.push_back(terms_.text(p));
    }
    Condition::Hint hint;
    hint.lemmas = false;
    const Integer low = arithmetic::power(Integer(2), Integer(level));
    hint.assumptions.push_back(
        {"between two powers", both({at_most(constant(low), sum), less(sum, constant(2 * low))})});
    for (int j = 0; j <= level + 3; ++j) hint.exponents.push_back(constant(j));
    return {script(condition, hint, 1, {}), names};
}

}  // namespace bouton::proofs
