// Random syntax trees of every kind, as the parser could give them but without regard to sense: for printing and parsing only.
#pragma once

#include "lang/syntax.hpp"

#include <cstdint>

namespace bouton::unit {

syntax::Term random_term(std::uint64_t seed, int depth);
syntax::File random_file(std::uint64_t seed);

}  // namespace bouton::unit
