// What a move does to a measure, as far as it can be proved from the rules.
#pragma once

#include "lang/rules.hpp"

#include <vector>

namespace bouton::lang {

/// Does every legal move of this kind lower the measure by at least `by`, in every component? `known`: facts about parameters.
bool falls(const Ruleset& rules, const Move& move, const std::vector<Expr>& known, const Expr& measure, int by);

}  // namespace bouton::lang
