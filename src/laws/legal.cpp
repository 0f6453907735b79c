#include "laws/legal.hpp"

#include "laws/solve.hpp"

#include <algorithm>

namespace bouton {

std::optional<LargeOption> after(const Ruleset& rules, const Move& move, std::size_t pile,
                                 const LargePosition& position, Frame& frame) {
    if (!holds(move.loop, frame)) return std::nullopt;
    const Places places(rules, position.size());
    LargeOption option;
    for (const std::vector<Expr>& component : move.results) {
        LargePosition result = position;
        std::size_t at = 0;
        for (std::size_t c = 0; c < rules.coordinates.size(); ++c) {
            const bool group = static_cast<int>(c) == rules.piles;
            if (!group || move.piles == Move::Piles::one)
                result[group ? at + pile : at] = evaluate(component[c], frame);
            at += group ? places.pile_count : 1;
        }
        if (std::any_of(result.begin(), result.end(), [](const Integer& c) { return c < 0; })) return std::nullopt;
        if (rules.domain) {
            Frame there;
            there.slots.resize(static_cast<std::size_t>(rules.frame_size));
            load(rules, result, there);
            if (!test(rules.domain, there)) return std::nullopt;
        }
        option.push_back(std::move(result));
    }
    return option;
}

bool is_legal(const Ruleset& rules, const LargePosition& from, LargeOption to) {
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules.frame_size));
    const Places places(rules, from.size());
    const auto leads_there = [&](const Move& move, std::size_t pile) {
        if (move.results.size() != to.size()) return false;
        Equations equations;
        for (std::size_t i = 0; i < to.size(); ++i) {
            std::size_t at = 0;
            for (std::size_t c = 0; c < rules.coordinates.size(); ++c) {
                const bool group = static_cast<int>(c) == rules.piles;
                if (!group || move.piles == Move::Piles::one) {
                    equations.left.push_back(move.results[i][c]);
                    equations.right.push_back(number(to[i][group ? at + pile : at]));
                }
                at += group ? places.pile_count : 1;
            }
        }
        equations.loops = {&move.loop};
        if (solve(equations, frame) != Found::yes) return false;
        const auto next = after(rules, move, pile, from, frame);
        return next && *next == to;
    };
    std::sort(to.begin(), to.end());
    do {
        if (!for_each_move(rules, from, frame,
                           [&](const Move& move, std::size_t pile) { return !leads_there(move, pile); }))
            return true;
    } while (std::next_permutation(to.begin(), to.end()));
    return false;
}

Integer cells_below(const LargePosition& position) {
    Integer cells = 1;
    for (const Integer& c : position) cells *= c + 1;
    return cells;
}

Position clamped(const LargePosition& position) {
    Position result;
    for (const Integer& c : position) result.push_back(clamp(c));
    return result;
}

}  // namespace bouton
