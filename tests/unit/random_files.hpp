// Random syntax trees of every kind, as the parser could give them but without regard to sense: for printing and parsing only.
#pragma once

#include "lang/syntax.hpp"
#include "unit/support.hpp"

#include <cstdint>

namespace bouton::unit {

syntax::Term random_term(Random random, int depth);
syntax::File random_file(Random random);
inline syntax::Term random_term(std::uint64_t seed, int depth) { return random_term(Random(seed), depth); }
inline syntax::File random_file(std::uint64_t seed) { return random_file(Random(seed)); }

}  // namespace bouton::unit
