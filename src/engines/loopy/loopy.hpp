// Games that need not end, and remoteness: all positions that can be reached, then backwards from those whose value is certain.
//
// Outcome: a position is P if all its options are N (at once, if there are none; misere: that one is N), N if some option is P, and D,
// a draw, if neither is ever settled: then both players can go on for ever. Remoteness: of a P-position one more than the largest of the
// options (0 without options), of an N-position one more than the least of its P-options; a draw has none.
//
// Values (Smith 1966, Fraenkel and Yesha): for m = 0, 1, 2, ... look at the positions that have no value below m. One gets the value m when
// no option has it and every option without a smaller value has an option of value m, so that whoever moves there can be answered. When
// no more are found, a position without an option of value m has no value at all, since a larger one would need such an option: it
// is infinite, with the set K of its options' values. A finite value n behaves like a heap of n stones in a sum, whatever else is in it;
// loop{K} plus a heap of n is N if n is in K, and a draw otherwise.
//
// Each stage is one pass over the graph. Time: moves times (the largest value + 1), twice that for finding them; memory about 100 bytes a
// position and 4 bytes a move. Positions asked for later are added: nothing that is known changes, since nothing leads back to them.
#pragma once

#include "engines/engine.hpp"

namespace bouton {

std::unique_ptr<Engine> make_loopy_engine(const Ruleset& rules, What what, const Watch& watch);

}  // namespace bouton
