// The reference engine as a filler of tables: cell by cell.
#pragma once

#include "engines/filler.hpp"

namespace bouton {

std::unique_ptr<Filler> make_reference_filler(const Ruleset& rules, What what, const Watch& watch);

}  // namespace bouton
