// The reference engine: the definition of a value, nothing clever, for every ruleset of the language. The oracle for all other engines.
//
// A position is on the stack until all its options have values; the first option without one goes on top. No recursion, so deep games
// do not overflow anything. Time: the number of moves in the game below the position, times about the number of coordinates.
// Memory: 4 bytes a position in a box (when no coordinate ever grows), about 100 bytes a position otherwise.
#pragma once

#include "engines/engine.hpp"

namespace bouton {

std::unique_ptr<Engine> make_reference_engine(const Ruleset& rules, What what, const Watch& watch);

}  // namespace bouton
