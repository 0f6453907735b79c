// What must be shown for any other claim: itself, by induction where something falls.
#include "proofs/conditions.hpp"

#include "proofs/conditions_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::proofs {

using lang::ClaimInstance;
using lang::UsedClaim;

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

/// The claim for all its variables for which the measures are less.
Condition::Hint Conditions::hypothesis(const Reader::Choice& choice, const std::vector<Poly>& position,
                                       const Measures& measures, const std::string& text) {
    const Env env = with_position(choice.env, position);
    Condition::Hint hint;
    hint.text = text;
    const std::vector<Poly> now = measures(env);
    Env fixed;
    for (const int slot : rule_slots()) fixed[slot] = choice.env.at(slot);
    for (const auto& other : reader_.choices(claim_.claim.loop, fixed)) {
        const std::vector<Poly> then = measures(with_position(other.env, position));
        std::vector<FormulaPtr> falls;
        FormulaPtr same = truth();
        for (std::size_t i = 0; i < now.size(); ++i) {
            falls.push_back(both({same, less(then[i], now[i])}));
            same = both({same, equal(then[i], now[i])});
        }
        const FormulaPtr body = implies(both({other.guard, either(falls)}), reader_.statement(claim_.claim, other.env));
        if (claim_.earlier.empty())
            hint.assumptions.push_back({"induction hypothesis", for_all(other.variables, body)});
        for (const auto& at : claim_.earlier) {
            const Substitution s = places(other, at, env);
            hint.assumptions.push_back(
                {"induction hypothesis", for_all(left_free(other.variables, s), terms_.substitute(body, s))});
        }
    }
    return hint;
}

/// The claim says what falls, or each variable is tried.
std::vector<Condition::Hint> Conditions::inductions(const Reader::Choice& choice, const std::vector<Poly>& position) {
    const ClaimInstance& claim = claim_.claim;
    const Env env = with_position(choice.env, position);
    std::vector<Condition::Hint> hints;
    const auto measures = [&](const Env& at) {
        std::vector<Poly> result;
        for (const Expr& e : claim_.induction) result.push_back(reader_.term(e, at));
        return result;
    };
    if (!claim_.induction.empty()) {
        hints.push_back(hypothesis(choice, position, measures, ""));
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
            hints.push_back(hypothesis(
                choice, position,
                [this, slot, lower](const Env& at) { return std::vector<Poly>{at.at(slot) - reader_.term(lower, at)}; },
                "induction on " + binder->names[0]));
        }
    }
    return hints;
}

/// Where the claim speaks of sets with powers of 2, the powers next to the position matter.
void Conditions::add_brackets(const Expr& e, const Env& env, std::vector<Condition::Hint>& hints) {
    if (e->op == Op::in_set || (e->op == Op::is_empty && e->sets[0]->kind == PositionSet::Kind::intersection)) {
        std::vector<Poly> at;
        const Positions& set = e->op == Op::in_set ? e->sets[0] : e->sets[0]->parts[1];
        const auto& element = e->op == Op::in_set ? e->args : e->sets[0]->parts[0]->element;
        try {
            for (const Expr& c : element) at.push_back(reader_.term(c, env));
            if (at.size() == claim_.claim.rules.coordinates.size())
                for (auto& hint : brackets(set, at, env))
                    if (!hint.text.empty() && hints.size() < 12) hints.push_back(std::move(hint));
        } catch (const Unsupported&) {  // no bracket then
        }
    }
    for (const Expr& arg : e->args) add_brackets(arg, env, hints);
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
        std::vector<Condition::Hint> hints = inductions(choice, position);
        if (claim.form == syntax::Claim::Form::condition && claim_.induction.empty()) {
            add_brackets(claim.statement, choice.env, hints);
            for (const Expr& condition : claim.loop.conditions) add_brackets(condition, choice.env, hints);
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

}  // namespace bouton::proofs
