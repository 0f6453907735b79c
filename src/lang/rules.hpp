// A ruleset: what the engines and the prover read. Declarative: each move says which variables run through which intervals, which
// conditions remain, and what every coordinate becomes.
#pragma once

#include "lang/expr.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

struct Move {
    enum class Piles { none, one, up_to, exactly };  // none: the group of piles, if any, stays as it is
    Loop loop;                                       // conditions that bound a variable have become part of its range
    std::vector<std::vector<Expr>>
        results;  // the components after the move (one, unless the heap splits), by coordinate
    Piles piles = Piles::none;
    Expr pile_count;  // for up_to and exactly
    syntax::Place place;
};

struct Ruleset {
    std::string name;
    std::string instance;  // name and arguments, as a person would write them
    std::vector<std::string> coordinates;
    std::vector<int> slots;  // where the coordinates are in a frame; for the piles: the chosen pile
    int piles = -1;          // which coordinate is the group of piles
    Expr domain;             // may be null: every tuple of natural numbers
    std::vector<Move> moves;
    int players = 0;    // 0: two players who want to win; otherwise the podium rule
    Expr player_count;  // as written, if it is
    bool misere = false;
    bool loopy = false;      // plays may go on for ever
    bool coalition = false;  // several players: who can be the last to move against all the others together
    std::vector<std::vector<int>>
        prefer;                 // several players: who should move last, seats from the player on; best first
    int block = 0;              // if positive: the opponent may forbid so many options less one before each move
    std::string computed_only;  // "": none of these four; otherwise the word in the file that says so
    bool splits = false;
    std::vector<bool> never_grows;      // by coordinate: no move makes it larger
    std::vector<std::string> measures;  // why the game ends: these fall, in lexicographic order
    Expr tested;  // not null: nobody has shown that the game ends; every move must lower this natural number
    int frame_size = 0;

    bool fixed_size() const { return piles < 0; }
};

/// A text that differs for different rules, whatever they are called.
std::string identity(const Ruleset& rules);

}  // namespace bouton
