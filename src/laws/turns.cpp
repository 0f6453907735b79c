#include "laws/turns.hpp"

#include <algorithm>

namespace bouton {

namespace {

using detail::Interval;

constexpr std::int64_t kMostStones = 200000;
constexpr std::uint64_t kMostWork = 20'000'000'000;  // intervals looked at

/// The limit f(k) of the only move, as an expression of the turn; null: not such a game.
std::vector<Expr> limits_of(const Ruleset& rules) {
    if (rules.coordinates.size() != 2 || rules.piles >= 0 || rules.moves.size() != 1 || rules.players > 2 ||
        rules.misere)
        return {};
    // Turns may start anywhere; no other position may be missing.
    const Expr& domain = rules.domain;
    if (domain && (domain->op != Op::less_equal || !is_number(domain->args[0]) || domain->args[1]->op != Op::variable ||
                   domain->args[1]->slot != rules.slots[1]))
        return {};
    const Move& move = rules.moves[0];
    if (move.results.size() != 1 || move.loop.binders.size() != 1 || !move.loop.conditions.empty()) return {};
    const Binder& t = move.loop.binders[0];
    const Expr &x = move.results[0][0], &k = move.results[0][1];
    const auto is = [](const Expr& e, int slot) { return e->op == Op::variable && e->slot == slot; };
    if (x->op != Op::subtract || !is(x->args[0], rules.slots[0]) || !is(x->args[1], t.slots[0])) return {};
    if (k->op != Op::add || !is(k->args[0], rules.slots[1]) || !is_number(k->args[1]) || k->args[1]->number != 1)
        return {};
    if (t.kind != Binder::Kind::range || t.lower.size() != 1 || !is_number(t.lower[0]) || t.lower[0]->number != 1)
        return {};
    std::vector<Expr> limits, upper = t.upper;
    for (std::size_t i = 0; i < upper.size(); ++i) {
        const Expr e = upper[i];
        if (e->op == Op::minimum) {
            upper.insert(upper.end(), e->args.begin(), e->args.end());
            continue;
        }
        if (is(e, rules.slots[0])) continue;  // no more than there are
        if (mentions(e, rules.slots[0])) return {};
        limits.push_back(e);
    }
    return limits;
}

}  // namespace

std::optional<int> turn_outcome(const Ruleset& rules, const LargePosition& position, const Watch& watch) {
    const std::vector<Expr> limits = limits_of(rules);
    if (limits.empty() || position[0] > kMostStones) return std::nullopt;
    const std::int64_t stones = clamp(position[0]);
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules.frame_size));
    frame.watch = &watch;
    const auto limit = [&](const Integer& turn) {
        frame.set(rules.slots[1], turn);
        std::int64_t least = stones;
        for (const Expr& e : limits) least = std::min(least, evaluate_clamped(e, frame));
        return least;
    };
    // In turn k + stones no stone is left.
    std::vector<Interval> zeros{{0, 0}}, before;
    std::uint64_t work = 0;
    for (std::int64_t played = stones - 1; played >= 0; --played) {
        watch.check();
        const std::int64_t most = limit(position[1] + played), top = stones - played;
        before.clear();
        std::int64_t free = 0;  // the first number of stones from which no move into `zeros` is known
        for (const Interval& zero : zeros) {
            if (most < 1) break;
            if (zero.first >= free)
                before.push_back({free, std::min(zero.first, top)});  // zero.first itself: only from above
            free = std::max(free, zero.last + most + 1);
            if (free > top) break;
        }
        if (free <= top) before.push_back({free, top});
        zeros.swap(before);
        work += zeros.size();
        if (work > kMostWork) return std::nullopt;
    }
    return std::none_of(zeros.begin(), zeros.end(),
                        [&](const Interval& zero) { return zero.first <= stones && stones <= zero.last; });
}

}  // namespace bouton
