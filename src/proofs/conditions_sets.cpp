// What must be shown for a claim about a set: {outcome = P}, {grundy = s}, outcome(x, ...) = P iff.
#include "proofs/conditions.hpp"

#include "proofs/conditions_parts.hpp"

namespace bouton::proofs {

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

}  // namespace

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

/// outcome(x, y) = P iff ...
bool Conditions::outcome_exactly_if() {
    const Expr& statement = claim_.claim.statement;
    for (std::size_t side = 0; side < 2; ++side) {
        const Expr& left = statement->args[side];
        if (left->op != Op::equal) continue;
        for (std::size_t i = 0; i < 2; ++i) {
            const Expr& call = left->args[i];
            if (call->op != Op::outcome || !is_number(left->args[1 - i]) || left->args[1 - i]->number != 0) continue;
            const auto slots = coordinate_slots(call, claim_.claim.rules);
            if (!slots) continue;
            const Expr& condition = statement->args[1 - side];
            for (const auto& choice : reader_.choices(without(claim_.claim.loop, *slots), {})) {
                env_ = choice.env;
                speaks_of_every_position(call, choice);
                kernel(
                    [&](const std::vector<Poly>& p) {
                        return reader_.formula(condition, at_position(call, p, choice.env));
                    },
                    choice.guard, choice.env, nullptr);
            }
            return true;
        }
    }
    return false;
}

bool Conditions::sets() {
    const Expr& statement = claim_.claim.statement;
    if (claim_.claim.form != syntax::Claim::Form::condition) return false;
    if (statement->op == Op::equal && is_condition(statement->args[0]->op) && is_condition(statement->args[1]->op))
        return outcome_exactly_if();
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
                kernel([&](const std::vector<Poly>& p) { return reader_.member(set, p, choice.env); }, choice.guard,
                       choice.env, set);
                continue;
            }
            if (claim_.claim.rules.misere) throw Unsupported{"misere values other than P and N"};
            if (value->value->op != Op::variable)
                throw Unsupported{"a single value; write the claim for every s >= 0: { grundy = s } = ..."};
            const int slot = value->value->slot;
            require_all_values(slot);
            levels(slot, set, choice);
        }
        return true;
    }
    return false;
}

/// {grundy = s} = set, where s is the variable in that slot.
void Conditions::levels(int slot, const Positions& set, const Reader::Choice& choice) {
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
    const auto with = [&](const std::vector<Labelled>& more) { return joined(known, more); };
    add("no move stays inside {grundy = s}",
        with({{"a position with value s", both({here, in(position, s)})},
              {"to be refuted: a move to value s",
               reader_.some_move(position, choice.env, [&](const std::vector<Poly>& after) { return in(after, s); })}}),
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

void Conditions::kernel(const std::function<FormulaPtr(const std::vector<Poly>&)>& in, const FormulaPtr& guard,
                        const Env& env, const Positions& set) {
    method_ = "levels";
    const std::vector<Poly> position = reader_.new_position();
    const FormulaPtr here = both({guard, reader_.exists(position, env)});
    const auto known = background(with_position(env, position));
    const auto used = lemmas(with_position(env, position));
    const auto with = [&](const std::vector<Labelled>& more) { return joined(known, more); };
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

}  // namespace bouton::proofs
