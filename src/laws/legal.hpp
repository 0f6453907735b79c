// Is a step from one position to another a legal move? For positions of any size: the variables of a move are solved for, not run through,
// and what is found is tested with the rules themselves.
#pragma once

#include "engines/engine.hpp"
#include "lang/evaluate.hpp"

#include <optional>
#include <vector>

namespace bouton {

/// What a move makes of a position: one position, or several where a heap splits.
using LargeOption = std::vector<LargePosition>;

/// How many positions have no coordinate larger than this one's.
Integer cells_below(const LargePosition& position);

/// The same position in machine integers; of one that does not fit the nearest that does.
Position clamped(const LargePosition& position);

/// The option of a move whose variables are in the frame; nothing if it is not legal.
std::optional<LargeOption> after(const Ruleset& rules, const Move& move, std::size_t pile,
                                 const LargePosition& position, Frame& frame);

/// Calls run(move, pile) for every move in one pile or none, with the position (and the pile) in the frame; stops where it returns false.
template <class Run> bool for_each_move(const Ruleset& rules, const LargePosition& position, Frame& frame, Run run) {
    const Places places(rules, position.size());
    for (const Move& move : rules.moves) {
        if (move.piles == Move::Piles::up_to || move.piles == Move::Piles::exactly) continue;
        const std::size_t piles = move.piles == Move::Piles::one ? places.pile_count : 1;
        for (std::size_t pile = 0; pile < piles; ++pile) {
            load(rules, position, frame);
            if (move.piles == Move::Piles::one)
                frame.set(rules.slots[static_cast<std::size_t>(rules.piles)], position[places.piles_at + pile]);
            if (!run(move, pile)) return false;
        }
    }
    return true;
}

/// Does a move in one pile or none lead there? The parts of a heap that splits may come in any order.
bool is_legal(const Ruleset& rules, const LargePosition& from, LargeOption to);

}  // namespace bouton
