// Sets of tuples of natural numbers, as automata that read the digits of all numbers column by column, most significant first.
//
// A set is a union of clauses; a clause is a conjunction of conditions, each a small deterministic automaton. Numbers (tracks) of a clause
// that are not visible are existential: the automaton guesses their digits. Numbers are written in a base, or in Zeckendorf digits
// (weights 1, 2, 3, 5, 8, ..., no two adjacent ones). Leading zeros do not count.
//
// There is one question: is every tuple of `left` a tuple of `right`? Emptiness has no right side, universality everything on the left. It is
// answered by a breadth-first search through pairs (one state of left, all states that right can be in), where a pair is not needed if
// another with the same left state has fewer right states (antichains: no complement, no determinization). The first bad pair gives a
// shortest counterexample; if there is none, the pairs that are left are closed under reading a column, and anybody can check that.
//
// The clauses, their texts and the numbers of the states are part of the certificate; check/digits.cpp makes them anew from this
// description:
//   simplify   1 linear conditions are divided by their greatest common divisor; an equation begins with a positive coefficient
//              2 hidden tracks are eliminated as long as an equation has one with coefficient 1 or -1: first those with a # in their name
//                (variables, they may be negative), then the others, by name; by the equation whose text comes first. A track that a condition
//                on digits speaks of is only renamed (v = w), or left out (v = 0) where it only counts in columns.
//              3 a variable that is left must be natural: some condition bounds it from below by a sum of natural numbers
//              4 conditions that hold for all natural numbers are dropped, clauses with one that never holds too; the rest sorted by text
//   states     linear: the sum read so far (Zeckendorf: p*65536 + q for p*w(k) + q*w(k-1), when k digits follow); congruences: the same,
//              modulo. kAll: holds whatever follows.
//              columns 0, kAll (some column is not a multiple); power: 0, 1 (the one was read); ones: their number modulo;
//              zeros: 0 (no one yet), 1 + number modulo; shift: the last digit of the longer number; valid: the last digit;
//              changed: bits of the pairs that differ so far; automaton: its own
#pragma once

#include "base/linear_form.hpp"
#include "base/watch.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bouton::digits {

/// What cannot be translated or does not fit: the method gives up and says why.
struct Unsupported {
    std::string why;
};

struct Numeration {
    int base = 2;
    bool zeckendorf = false;
};
std::string to_text(const Numeration& numeration);

/// Throws Unsupported where numbers become too large.
struct Linear : LinearForm<std::string, std::int64_t> {
    void add(const Linear& other, std::int64_t factor);
    void add(const std::string& name, std::int64_t factor);
};

struct Condition {
    enum class Kind {
        at_most,    // sum <= 0
        equal,      // sum = 0
        congruent,  // sum = 0 modulo `modulus`
        columns,    // every column of `tracks` adds up to a multiple of `modulus` (negated: not every)
        power,      // tracks[0] is a power of the base
        ones,       // the number of ones of tracks[0] is `rest` modulo `modulus`
        zeros,      // tracks[0] is not 0, and the number of zeros at its end is `rest` modulo `modulus`
        shift,      // tracks[1] has the digits of tracks[0], and one 0 more
        changed,  // of the pairs (after, before) in `tracks` 1 up to `modulus` have after < before, all others after = before
        valid,      // tracks[0] has no two adjacent ones
        automaton,  // the automaton `table` of the language gives `rest` for the tracks
    };
    Kind kind = Kind::at_most;
    Linear sum;
    std::int64_t modulus = 0;
    std::int64_t rest = 0;
    bool negated = false;
    std::vector<std::string> tracks;
    std::vector<std::int64_t> table = {};  // base, then output and successors of each state (lang/automaton.hpp)
};
std::string to_text(const Condition& condition);
std::string to_text(const Linear& sum);

using Clause = std::vector<Condition>;
using Clauses = std::vector<Clause>;

/// The same set, with fewer tracks and conditions; sorted. Nothing, if the clause is empty.
std::optional<Clause> simplify(Clause clause, const std::vector<std::string>& visible);

/// One side of a question: simplified, sorted, each clause once. Zeckendorf digits must be valid on all hidden tracks, and on the visible
/// ones of the left side.
Clauses prepared(const Clauses& clauses, const std::vector<std::string>& visible, bool left,
                 const Numeration& numeration);

using State = std::int32_t;
constexpr State kDead = std::numeric_limits<State>::min();
constexpr State kAll = std::numeric_limits<State>::max();

/// One condition as an automaton over columns of digits.
class Component {
  public:
    Component(const Condition& condition, const Numeration& numeration, const std::vector<std::string>& tracks);
    State start() const { return 0; }
    State step(State state, const std::vector<int>& digits) const;  // digits by track
    bool accepts(State state) const;
    const std::vector<std::size_t>& tracks() const { return tracks_; }  // those it reads

  private:
    State linear(State state, const std::vector<int>& digits) const;

    Condition::Kind kind_;
    Numeration numeration_;
    std::vector<std::size_t> tracks_;
    std::vector<std::int64_t> factors_;  // of the tracks
    std::int64_t constant_ = 0, positive_ = 0, negative_ = 0, modulus_ = 0, rest_ = 0;
    bool negated_ = false;
    std::vector<std::int64_t> table_;
    std::size_t row_ = 0;  // numbers of one state in the table
};

/// Is every tuple of `left` one of `right`?
struct Question {
    std::string name;
    std::string says;  // for people
    std::vector<std::string> visible;
    Clauses left, right;  // prepared
};

struct Reply {
    bool holds = false;
    std::vector<std::vector<int>> word;  // of a counterexample, column by column
    std::string closed;                  // otherwise: the pairs, as text
    std::size_t pairs = 0, states = 0;
};

/// Throws Unsupported when more than `memory` bytes would be needed.
Reply answer(const Question& question, const Numeration& numeration, const Watch& watch, std::uint64_t memory);

/// Is the tuple (by visible track) in the union of clauses?
bool contains(const Clauses& clauses, const std::vector<std::string>& visible, const Numeration& numeration,
              const std::vector<std::int64_t>& tuple);

/// The digits of a number, most significant first, and back (nothing if it is too large).
std::vector<int> digits_of(std::int64_t value, const Numeration& numeration);
std::optional<std::int64_t> value_of(const std::vector<int>& digits, const Numeration& numeration);

}  // namespace bouton::digits
