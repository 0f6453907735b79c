// Games of the library with small arguments, the simplest first: what `identify` compares with.
//
// A number runs through 0 to 9, a set through the small sets of at most three numbers and the first numbers, a code through the codes of up to
// three digits, a rule function through a short list. What the rules refuse (`where`) is left out when it is asked for its rules. Whoever
// writes the file of a game need say nothing: a new game is found with the next call.
#pragma once

#include "answers/library.hpp"
#include "lang/elaborate.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

/// A game with arguments, as a user would type them.
struct Instance {
    lang::GameRef game;
    std::vector<std::pair<std::string, std::string>> arguments;  // those that are not the default
    int size = 0;                                                // how much there is to read: for the order
};

/// Every choice of small arguments for a game.
std::vector<Instance> instances_of(const lang::GameRef& game);

/// The rules with these arguments; throws what is wrong with them.
Ruleset rules_of(const Instance& instance);

}  // namespace bouton
