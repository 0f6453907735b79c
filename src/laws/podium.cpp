// Several players: outcomes from the law of the 0-positions.
#include "laws/digits.hpp"
#include "laws/theory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

/// { outcome = 0 } = { qsum(q, a...) = 0 } and moves that make up to k piles smaller: q.
std::optional<Integer> Theory::qsum_base(const Law& law, Frame& frame) const {
    const lang::Statement& says = law.says();
    if (says.kind != Law::Kind::value_set || says.level->op != Op::number) return std::nullopt;
    if (says.set->kind != PositionSet::Kind::where || says.set->condition->op != Op::equal) return std::nullopt;
    const Expr &a = says.set->condition->args[0], &b = says.set->condition->args[1];
    if (!is_number(b) || b->number != 0) return std::nullopt;
    if (a->op == Op::piles_xor) return Integer(2);
    if (a->op == Op::piles_qsum) return evaluate(a->args[0], frame);
    return std::nullopt;
}

/// How many piles a move may change, if its piles can be made smaller in every way.
std::optional<Integer> Theory::piles_in_a_move() const {
    if (rules_.moves.size() != 1 || rules_.domain || rules_.coordinates.size() != 1 || rules_.piles != 0)
        return std::nullopt;
    const Move& move = rules_.moves[0];
    if (move.loop.binders.size() != 1 || !move.loop.conditions.empty() || move.results.size() != 1) return std::nullopt;
    const Binder& t = move.loop.binders[0];
    const auto is_pile = [&](const Expr& e) { return e->op == Op::variable && e->slot == rules_.slots[0]; };
    const Expr& result = move.results[0][0];
    if (t.kind != Binder::Kind::range || !std::all_of(t.upper.begin(), t.upper.end(), is_pile)) return std::nullopt;
    if (!std::all_of(t.lower.begin(), t.lower.end(), [](const Expr& e) { return is_number(e) && e->number <= 1; }))
        return std::nullopt;
    if (result->op != Op::subtract || !is_pile(result->args[0]) || result->args[1]->op != Op::variable ||
        result->args[1]->slot != t.slots[0])
        return std::nullopt;
    if (move.piles == Move::Piles::one) return Integer(1);
    Frame empty;
    empty.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    if (move.piles == Move::Piles::up_to) return evaluate(move.pile_count, empty);
    return std::nullopt;
}

/// The outcome is the least number of moves to a 0-position (and 0 there): a move changes up to k piles, so it is the fewest piles that must be
/// changed, divided by k and rounded up. `next`: the position after a best move.
std::optional<Integer> Theory::podium_outcome(const LargePosition& position, LargePosition* next) {
    const auto piles = piles_in_a_move();
    if (!piles || *piles < 1) return std::nullopt;
    for (const Law& law : laws_) {
        Frame frame = frame_at(law, position);
        if (!holds(law.instance->loop, frame)) continue;
        const auto q = qsum_base(law, frame);
        if (!q || !ensure_checked(static_cast<std::size_t>(&law - laws_.data()))) continue;
        const auto target = fewest_changes(position, *q, watch_);
        if (!target)
            throw over_limit(
                fmt::format("{} piles and {} players are too many for an exact outcome (it is a covering problem, hard "
                            "when both are large)",
                            position.size(), rules_.players));
        trail_.assign(1, &law);
        Integer changed = 0;
        for (std::size_t i = 0; i < position.size(); ++i) changed += (*target)[i] != position[i];
        if (next) {
            *next = position;
            Integer left = *piles;
            for (std::size_t i = 0; i < position.size() && left > 0; ++i)
                if ((*target)[i] != position[i]) {
                    (*next)[i] = (*target)[i];
                    --left;
                }
        }
        return (changed + *piles - 1) / *piles;
    }
    return std::nullopt;
}

}  // namespace bouton
