#include "proofs/columns.hpp"

namespace bouton::proofs {

namespace {

bool is_zero(const Expr& e) { return is_number(e) && e->number == 0; }

/// {outcome = P}, {outcome = 0} of all piles
bool is_lost(const Positions& set) {
    if (set->kind == PositionSet::Kind::named && set->slots.empty()) return is_lost(set->parts[0]);
    if (set->kind != PositionSet::Kind::where || set->condition->op != Op::equal) return false;
    const auto& args = set->condition->args;
    return (args[0]->op == Op::outcome && is_zero(args[1])) || (args[1]->op == Op::outcome && is_zero(args[0])) ||
           (args[0]->op == Op::grundy && is_zero(args[1]));
}

/// The modulus of {qsum(q, a...) = 0} or {xor(a...) = 0}.
Expr modulus(const Positions& set) {
    if (set->kind == PositionSet::Kind::named && set->slots.empty()) return modulus(set->parts[0]);
    if (set->kind != PositionSet::Kind::where || set->condition->op != Op::equal) return nullptr;
    for (std::size_t i = 0; i < 2; ++i) {
        const Expr& sum = set->condition->args[i];
        if (!is_zero(set->condition->args[1 - i])) continue;
        if (sum->op == Op::piles_xor) return number(2);
        if (sum->op == Op::piles_qsum) return sum->args[0];
    }
    return nullptr;
}

/// (a - t) for 1 <= t <= a, and nothing else
bool takes_anything(const Ruleset& rules, const Move& move) {
    if (move.results.size() != 1 || move.loop.binders.size() != 1 || !move.loop.conditions.empty()) return false;
    const Binder& binder = move.loop.binders[0];
    const int pile = rules.slots[0];
    if (binder.kind != Binder::Kind::range) return false;
    const auto is_pile = [&](const Expr& e) { return e->op == Op::variable && e->slot == pile; };
    for (const Expr& bound : binder.lower)
        if (!is_number(bound) || bound->number != 1) return false;
    for (const Expr& bound : binder.upper)
        if (!is_pile(bound)) return false;
    const Expr& after = move.results[0][0];
    return binder.lower.size() > 0 && after->op == Op::subtract && is_pile(after->args[0]) &&
           after->args[1]->op == Op::variable && after->args[1]->slot == binder.slots[0];
}

}  // namespace

std::vector<Condition> column_conditions(const lang::OpenClaim& open, Terms& terms) {
    const lang::ClaimInstance& claim = open.claim;
    const Ruleset& rules = claim.rules;
    const auto refuse = [](const std::string& why) { throw Unsupported{why}; };
    if (rules.coordinates.size() != 1 || rules.piles != 0 || rules.moves.size() != 1 || rules.domain || rules.misere ||
        !takes_anything(rules, rules.moves[0]) || rules.moves[0].piles == Move::Piles::exactly)
        refuse("this game of piles (columns are for games in which any number is taken from one or several piles)");
    if (claim.form != syntax::Claim::Form::condition || claim.statement->op != Op::sets_equal)
        refuse("this claim about piles (columns are for { outcome = 0 } = { qsum(q, a...) = 0 })");
    Expr q;
    for (std::size_t side = 0; side < 2; ++side)
        if (is_lost(claim.statement->sets[side])) q = modulus(claim.statement->sets[1 - side]);
    if (!q) refuse("this claim about piles (columns are for { outcome = 0 } = { qsum(q, a...) = 0 })");

    Reader reader(terms, rules);
    std::vector<Condition> list;
    for (const auto& choice : reader.choices(claim.loop, {})) {
        // One letter each for the modulus and for the number of piles: the claim's n and k stay out of the products.
        const Poly modulus = terms.variable("q"), most = terms.variable("most");
        const Poly lower = rules.moves[0].piles == Move::Piles::up_to
                               ? reader.term(rules.moves[0].pile_count, choice.env)
                               : constant(1);
        const Poly players = rules.player_count ? reader.term(rules.player_count, choice.env) : constant(2);
        const Labelled variables{"the variables", both({choice.guard, equal(modulus, reader.term(q, choice.env)),
                                                        equal(most, (players - constant(1)) * lower)})};
        const auto fresh = [&](const char* name) { return terms.variable(name); };
        const auto id = [](const Poly& v) { return v.begin()->first[0]; };
        const auto add = [&](const std::string& name, std::vector<Labelled> assumptions) {
            Condition condition;
            condition.name = name;
            condition.assumptions = std::move(assumptions);
            condition.env = choice.env;
            list.push_back(std::move(condition));
        };
        add("the numbers make sense", {variables,
                                       {"to be refuted", either({less(modulus, constant(1)), less(lower, constant(1)),
                                                                 less(players, constant(1))})}});
        {
            const Poly i = fresh("i"), j = fresh("j"), d = fresh("d");
            add("above: no column sum stays a multiple",
                {variables,
                 {"the highest column that changes", both({at_most(constant(1), d), at_most(d, most)})},
                 {"to be refuted", equal(modulus * i - d, modulus * j)}});
        }
        {
            // T = q*i + r. Two ways are enough: T goes down by r, or g goes up to fill T to q*(i + 1).
            const Poly i = fresh("i"), r = fresh("r"), c = fresh("c"), d = fresh("d"), g = fresh("g");
            const Poly t = modulus * i + r;
            const FormulaPtr fits =
                both({at_most({}, d), at_most(d, t), at_most({}, g), at_most(g, c), at_most(c + d, most),
                      either({equal(r - d + g, {}), equal(r - d + g, modulus)})});
            add("column: some change makes its sum a multiple",
                {variables,
                 {"a column",
                  both({at_most({}, i), at_most({}, r), less(r, modulus), at_most({}, c), at_most(c, most)})},
                 {"to be refuted", for_all({id(d), id(g)}, negated(fits))}});
        }
        {
            const Poly r = fresh("r"), d = fresh("d");
            add("first: something is lowered",
                {variables,
                 {"the first column whose sum is no multiple", both({less({}, r), less(r, modulus)})},
                 {"to be refuted: nothing is lowered",
                  both({equal(d, {}), either({equal(r - d, {}), equal(r - d, modulus)})})}});
        }
    }
    return list;
}

}  // namespace bouton::proofs
