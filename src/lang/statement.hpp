// What a claim says, classified once, when it is elaborated. Checks, provers, laws and pictures read this; none takes a condition apart
// to find out what kind of claim it has before it. (check/ reads claims for itself, on purpose.)
#pragma once

#include "lang/expr.hpp"

#include <vector>

namespace bouton::lang {

struct WordPart {
    Integer symbol;
    std::vector<WordPart> group;
    bool is_group = false;
    Expr count;  // null: once
};

struct Statement {
    enum class Kind {
        value_set,   // { grundy = s } = SET, { outcome = P } = SET
        zeros,       // outcome(x, ...) = P iff CONDITION
        formula,     // grundy(x, ...) = TERM, which asks for no value
        recursion,   // grundy(x, ...) = TERM, which asks for values of other positions
        sets,        // another equality or inclusion of sets of positions
        values,      // another condition that asks for values or options
        arithmetic,  // a condition that asks for neither
        word,        // the values repeat a word
        start,       // the values start with a word
        period,      // the values have a period
    };
    Kind kind = Kind::arithmetic;
    bool about_outcome = false;

    Expr condition;  // the whole of it; null: word, start, period

    // value_set, zeros, formula, recursion
    Expr question;         // grundy(x, ...) or outcome(x, ...); value_set: of the set's own position
    Expr level;            // value_set, zeros: the value asked for
    bool equals = true;    // value_set, zeros: the positions with this value; no: those with another
    Positions set, whole;  // value_set: SET, and { grundy = s }
    Expr right;            // zeros: CONDITION; formula, recursion: TERM

    Expr period, preperiod;  // preperiod: may be null
    std::vector<WordPart> word;

    /// About a sequence of values, not about positions?
    bool is_sequence() const { return !condition; }
    /// Does it say what values positions have?
    bool gives_values() const;
};

/// Fills in everything but condition (or period, preperiod, word), which is there.
Statement classified(Expr condition);

/// Does it ask for a value, an outcome, a set of positions, or what can be reached?
bool asks_of_game(const Expr& e);
bool asks_of_game(const Positions& set);

/// grundy(...) or outcome(...)
bool is_question(const Expr& e);

/// Each argument is a variable of its own, or a number.
bool names_position(const Expr& question);

}  // namespace bouton::lang
