// From laws for single values of parameters to one law for all of them: grundy(x) = x mod 6 at k = 5, hence grundy(x) = x mod (k + 1)?
//
// The templates guess at one choice of values, where few numbers coincide by chance. Every number of a law that holds there is then read as
// a term in the parameters with that value (k, k + 1, 2*k, n*k - k + 1, or the number itself); the readings are tried in order of size, as
// claims with variables for the parameters, checked over the range. The first that holds is checked beyond the range and given to the
// prover, as any other law.
#pragma once

#include "discover/search.hpp"

#include <functional>

namespace bouton::discover {

/// A parameter without a value: k = 2..6.
struct Range {
    std::string name;
    std::int64_t first, last;
};

/// The game for one choice of values, in the order of the ranges. Throws bad input where the rules refuse them.
using Instance = std::function<Subject(const std::vector<std::int64_t>&)>;

struct LiftReport {
    Subject subject;  // of the values that the law was guessed from
    Report report;
};

LiftReport lift(const Instance& instance, const std::vector<Range>& ranges, const Request& request, const Watch& watch);

/// The same for a game (x, k) with a rule function of k that was not given: its P-positions for every rising one. `instance` makes the game
/// for a function, given by its values at 0, 1, 2, ...
LiftReport lift_function(const Instance& instance, const std::string& parameter, const Request& request,
                         const Watch& watch);

/// A number as a term in the parameters.
struct Reading {
    int cost;
    std::string text;
};
/// All that have this value, small ones first; the number itself is one.
std::vector<Reading> readings(std::int64_t number, const std::vector<std::pair<std::string, std::int64_t>>& parameters);

/// A text cut at its whole numbers: text[0] number[0] text[1] ... text[n]. Digits of names (a1) are none.
struct Cut {
    std::vector<std::string> texts;
    std::vector<std::int64_t> numbers;
};
Cut cut_at_numbers(const std::string& text);

}  // namespace bouton::discover
