// Proofs by digit automata: a fixed number of coordinates, all heights.
//
// A set K of positions is the set of P-positions of a game that ends iff
//   (a) no move leads from K to K, and (b) every position outside K has a move into K.
// With n players, for K the positions of outcome 0: the same with 1 up to n - 1 moves in a row. Misere: every position in K has a move, and
// every position outside that has a move has one into K. Grundy values, V(s) for {grundy = s}: (a) no move inside V(s); (b) every position
// outside V(0), ..., V(s) has a move into V(s); (c) no position is in V(s) and V(g), g < s. (Let all options be right and m be the value. If the
// position is in V(g), g < m, then (a) fails, since some option has the value g; so it is in V(m) by (b), and in no other by (c).)
// All s at once: s is one more number whose digits are read. A claim about part of the positions, D, needs (d): no move leads out of D;
// and (e) where the game has a `where`: D has no others than positions of the game.
//
// Each of these is a question for automaton.hpp; its answer is the certificate. Where one fails the position, or one of its options, breaks
// the claim: that is the counterexample, after comparison with the values from the rules.
#pragma once

#include "base/watch.hpp"
#include "lang/elaborate.hpp"
#include "proofs/attempt.hpp"
#include "proofs/digits/automaton.hpp"

namespace bouton {

/// `memory_cap`: bytes for each question. data: numeration, levels, questions with their clauses; files: the closed set of each question.
Attempt prove_by_digits(const lang::ClaimInstance& instance, const Watch& watch, std::uint64_t memory_cap);

namespace digits {

/// A claim as questions.
struct Problem {
    Numeration numeration;
    std::string levels;  // "one", "all" (s is read in digits), or how many values are proved one by one
    std::vector<Question> questions;
};

/// The questions that a claim comes down to; throws Unsupported.
Problem problem_of(const lang::ClaimInstance& instance);

}  // namespace digits
}  // namespace bouton
