// Period words of games with one heap and two numbers x < y as moves, as one word with exponents in x and y: (0^x 1^x)^m 0^r 2^(x - r) 1^r.
#pragma once

#include "discover/lift.hpp"

#include <map>

namespace bouton::discover {

using PeriodWords = std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int32_t>>;  // (x, y) -> one period

/// A word for the choices where a condition on x and r holds, with m = floor(y/(2*x)) and r = y - 2*x*m.
struct WordLaw {
    std::string condition, word;
    std::size_t explains;  // choices where the condition holds
};

/// Laws that together explain all choices; empty: none do.
std::vector<WordLaw> word_laws(const PeriodWords& words, Effort& effort);

/// The same for a game whose set of moves was not given. `instance` makes the game for the set {x, y}.
LiftReport lift_set(const Instance& instance, const std::string& parameter, const Request& request, const Watch& watch);

}  // namespace bouton::discover
