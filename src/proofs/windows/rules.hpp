// Which of the arguments of windows.hpp fits the moves of a game, read from the rules and proved for all heaps.
#pragma once

#include "engines/shape.hpp"
#include "engines/splits/steady.hpp"
#include "lang/rules.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <variant>

namespace bouton::windows {

/// All y with least <= y < x, except x - e for e in `excluded`.
struct AllBut {
    std::int64_t least = 0;
    std::set<std::int64_t> excluded;
    std::int64_t largest() const { return excluded.empty() ? 0 : *excluded.rbegin(); }
};

using Reading = std::variant<std::string, splits::SteadyRules, AllBut>;  // the text: why there is none

Reading read_rules(const Ruleset& rules, const Shape& shape);

}  // namespace bouton::windows
