// Small random games as syntax trees, for comparing whatever computes with them.
//
// They surely end, and so that the prover of the library can see it: every move lowers its leading coordinate by at least 1, and the
// coordinates before it in a fixed order stay as they are. Everything else is left to chance: ranges, sets, conditions, domains, lets,
// parameters of all kinds, several piles at once, splits, misere play, the podium rule. Expressions are built so that no rule divides by
// zero or takes the logarithm of 0, and numbers stay far below 2^63.
#pragma once

#include "engines/engine.hpp"
#include "lang/syntax.hpp"
#include "unit/support.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bouton::unit {

struct RandomGame {
    syntax::Game game;
    std::vector<std::pair<std::string, syntax::Term>> arguments;  // given; other parameters keep their defaults
    Position largest;                                             // a box that is small enough for plain recursion
};

RandomGame random_game(Random random);
inline RandomGame random_game(std::uint64_t seed) { return random_game(Random(seed)); }

}  // namespace bouton::unit
