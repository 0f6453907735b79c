// Which games of the library have these values? A sequence of numbers, or a game, against every game with small arguments (instances.hpp).
//
// A sequence is compared with the values of one heap, and of games with more coordinates along rows (the other coordinates small) and the
// diagonal; its first term may be the value of any of the first heaps (shift), or up to four terms may come before heap 0. A sequence that
// grows is also taken for the list of P-positions. A game with several coordinates is compared on a box, its coordinates in any order.
// What agrees is agreement on so many values and no more: `compared` says on how many. Each instance has two seconds; those
// that need more are counted and left out.
#pragma once

#include "answers/instances.hpp"
#include "base/watch.hpp"
#include "engines/engine.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

struct Match {
    enum class Kind { values, outcomes, positions };  // positions: the sequence lists the P-positions
    Kind kind = Kind::values;
    std::string game, file;
    std::vector<std::pair<std::string, std::string>> arguments;
    std::int64_t shift = 0;      // term i is the value at i + shift
    std::string along;           // y = 2, x = y; empty: one heap, or a box
    std::uint64_t compared = 0;  // all of these agree
    std::vector<std::string> oeis;
    int size = 0;
    std::string rules;  // a text that differs for different rules
};

struct Identification {
    std::string subject;         // a game with its arguments, or empty: a sequence
    std::uint64_t length = 0;    // so many values were given, or taken from the game
    std::vector<Match> matches;  // the simplest first
    std::size_t instances = 0;   // compared completely
    std::size_t left_out = 0;    // took too long
    std::size_t unseen = 0;      // the time was over before these were compared
};

/// The numbers, if the words are a sequence: separated by spaces or commas, perhaps with ... at the end. Throws if they are too few to tell.
std::optional<std::vector<std::int64_t>> sequence_in(const std::vector<std::string>& words);

Identification identify(Library& library, const std::vector<std::int64_t>& sequence, What what, const Watch& watch);

/// `words`: a game, and NAME=VALUE. The game itself is not among the answers.
Identification identify(Library& library, const std::vector<std::string>& words, What what, const Watch& watch);

}  // namespace bouton
