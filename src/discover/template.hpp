// The seam of `discover`: a template looks at a sample and returns guesses, which are text in the language of .bouton files.
//
// A template need not be right, only exact on what it has seen: the core elaborates each guess with the ordinary front end, checks it on
// the large box, looks for counterexamples far out, drops what says the same, and gives the rest to the ordinary prover, which alone may
// say `proved`. To add a template: a file of its own, one line in templates.cpp.
#pragma once

#include "base/watch.hpp"
#include "discover/expression.hpp"
#include "discover/sample.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bouton::discover {

/// How a law was found. The names that people see are in `kTemplates`.
enum class Kind {
    period,
    arithmetic_period,
    sum,
    columns,
    combination,
    formula,
    recursion,
    reduction,
    families,
    rows,
    automaton,
    beatty,
    zeckendorf,
    words,
    known,
    partial,
    shape,
};

/// A guess that failed, and where: shown as "nearest laws" when nothing is found.
struct NearMiss {
    Kind kind = Kind::formula;
    double cost = 0;
    std::string law;          // its statement
    std::string exception;    // x = 5, y = 7
    std::uint64_t holds = 0;  // positions, in the order in which they are tested, before the first exception
};

/// Effort in steps, so that what is found does not depend on how busy the machine is. The watch only stops a search altogether.
class Effort {
  public:
    Effort(std::uint64_t steps, const Watch& watch) : left_(steps), watch_(watch) {}

    /// Takes so many steps (one: about what it takes to evaluate one operation at a hundred positions); false: no more are left.
    bool spend(std::uint64_t steps = 1) {
        since_ += steps;
        if (since_ >= 4096) {
            since_ = 0;
            watch_.check();
        }
        spent_ += steps;
        if (steps > left_) {
            left_ = 0;
            return false;
        }
        left_ -= steps;
        return true;
    }
    bool empty() const { return left_ == 0; }
    std::uint64_t left() const { return left_; }
    std::uint64_t spent() const { return spent_; }
    const Watch& watch() const { return watch_; }

    /// What fits the small box but for an exception further out is worth telling when nothing is found.
    void missed(NearMiss miss) { misses_.push_back(std::move(miss)); }
    const std::vector<NearMiss>& misses() const { return misses_; }

  private:
    std::uint64_t left_, spent_ = 0, since_ = 0;
    const Watch& watch_;
    std::vector<NearMiss> misses_;
};

/// A law as a claim: `LEMMAS claim "LABEL" WHERE for VARIABLES: STATEMENT HINTS to BOUND`.
struct Phrasing {
    std::string name;         // of this way to say it: plain, remainders, window lemma
    std::string definitions;  // function and set declarations that the statement and the lemmas use, one a line
    std::string lemmas;       // whole claims that come before, which the hints may use
    std::string variables;    // after `for`, conditions included; empty: no `for`
    std::string statement;    // grundy(x, y) = xor(x, y)
    std::string hints;        // by induction on x using "window" at x = x
    std::string game;         // rules of its own instead of those of the subject; empty: the subject's
    std::string where;        // instead of the sample's: in at-most(f(x) = floor(x/3))
    std::string bounds;       // bounds of its own, as in `x <= 300, k <= 12`; empty: the core chooses
};

struct Guess {
    Kind kind = Kind::formula;
    double cost = 0;  // description length: what the templates think a law weighs; smaller laws are shown first
    std::string label = "law";
    Phrasing plain;
    std::vector<Phrasing> others;  // other ways to say the same, tried in turn where the proof of the first stays open
    bool part = false;             // it does not determine all values: of some positions only, or where they are 0
    std::string note;              // for people: 15 % of the positions
    std::string search;            // parameters of the search, for people: terms of up to 9 symbols, 4 rounds
    ExpressionPtr expression;  // of formulas: the right hand side, for those who phrase it in another way; null: none
};

/// Other phrasings of a guess that holds, such as one with lemmas that its proof may need. Asked only when the proof stays open.
using Rephrase = std::vector<Phrasing> (*)(const Sample& sample, const Guess& guess);

/// Every rephrasing, in the order in which they are asked.
const std::vector<Rephrase>& rephrasings();

using Template = std::vector<Guess> (*)(const Sample& sample, Effort& effort);

struct TemplateEntry {
    Kind kind;
    const char* name;       // how people and JSON see it
    Template find;          // null: another template finds this kind too
    std::uint64_t steps;    // effort
    bool values, outcomes;  // which quantities it is asked for
};

/// Every template, in the order in which they are asked: cheap ones first.
const std::vector<TemplateEntry>& templates();
const char* name_of(Kind kind);

}  // namespace bouton::discover
