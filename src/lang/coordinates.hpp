// The coordinates of a position by name, with the piles of a group one by one: a1, a2, ...
#pragma once

#include "lang/rules.hpp"

namespace bouton {

/// Of positions with so many piles in the group, if there is one.
std::vector<std::string> coordinate_names(const Ruleset& rules, std::size_t piles);

}  // namespace bouton
