#include "engines/filler.hpp"

#include <algorithm>

namespace bouton {

Values values_of(const Ruleset& rules, What what) {
    const Value players = rules.players > 0 ? static_cast<Value>(rules.players) : what == What::outcome ? 2 : 0;
    return {players, rules.misere ? Value{1} : Value{0}};
}

/// Every move lowers the sum of the coordinates, the first counted growth + 1 times; in levels it lowers the first.
Value longest_play(const Shape& shape, const Position& largest) {
    if (shape.levels) return static_cast<Value>(std::min<std::int64_t>(largest[0], 4294967294));
    long double sum = static_cast<long double>(shape.growth) * static_cast<long double>(largest[0]);
    for (const std::int64_t top : largest) sum += static_cast<long double>(top);
    return static_cast<Value>(std::min(sum, 4294967294.0L));
}

}  // namespace bouton
