// What must be shown for a formula: grundy(x, ...) = e, or a word that repeats.
#include "proofs/conditions.hpp"

#include "proofs/conditions_parts.hpp"

#include <algorithm>

namespace bouton::proofs {

using lang::ClaimInstance;
using lang::UsedClaim;

/// Left to induction: a formula with grundy or outcome in it, or one that used claims about them give, and a claim about some positions
/// only.
bool Conditions::is_recursive(const Expr& value, const std::set<int>& slots) const {
    bool recursive = false;
    const std::function<void(const Expr&)> look = [&](const Expr& e) {
        recursive = recursive || e->op == Op::grundy || e->op == Op::outcome;
        for (const Expr& arg : e->args) look(arg);
    };
    look(value);
    for (const UsedClaim& used : claim_.uses)
        if (used.claim.form == syntax::Claim::Form::condition) look(used.claim.statement);
    for (const Binder& binder : claim_.claim.loop.binders)
        for (const int slot : binder.slots)
            recursive = recursive ||
                        (slots.contains(slot) && (binder.kind != Binder::Kind::range || !binder.upper.empty() ||
                                                  !std::all_of(binder.lower.begin(), binder.lower.end(), is_number)));
    for (const Expr& condition : claim_.claim.loop.conditions) recursive = recursive || mentions(condition, slots);
    return recursive;
}

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
        const auto slots = coordinate_slots(call, claim.rules);
        if (!slots) continue;
        if (is_recursive(value, *slots)) return false;
        for (const auto& choice : reader_.choices(without(claim.loop, *slots), {})) {
            env_ = choice.env;
            speaks_of_every_position(call, choice);
            values([&](const std::vector<Poly>& p,
                       const Env&) { return reader_.term(value, at_position(call, p, choice.env)); },
                   choice.guard, choice.env);
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
    const auto with = [&](const std::vector<Labelled>& more) { return joined(known, more); };
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

}  // namespace bouton::proofs
