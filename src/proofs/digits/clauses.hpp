// Conditions, sets and moves of checked trees as clauses over digits (automaton.hpp).
//
// Names of tracks: a coordinate is called as in the rules (piles a1, a2, ...), after a move with a ' behind it; a variable n of a set or
// move is n#SLOT (of the move in pile i: n#SLOT@i), and where it only occurs as 2^(n + c) the number 2^(n + m), m the least c below 0 or 0,
// is 2^n~SLOT; the value of an expression that a condition on digits is asked for is called by the expression. What belongs to another
// position than the first has that position's suffix.
//
//   a <= floor(b/c)          c*a <= b, floor(b/c) <= a is b <= c*a + c - 1; other uses of floor and mod: a case for each remainder of b
//   min, max, abs, if        a case for each of their values, or both where a comparison allows it
//   for n >= 0               a hidden track; if n occurs in products or exponents and has two constant bounds: a case for each value
//   xor(...), shift(...)     a hidden track with its condition on digits
#pragma once

#include "lang/rules.hpp"
#include "proofs/digits/automaton.hpp"

#include <functional>
#include <set>

namespace bouton::digits {

/// floor(of / by) times factor; 0 <= coefficients of `of` < by, no common divisor.
struct Floor {
    std::int64_t factor;
    Linear of;
    std::int64_t by;
};

/// A sum of tracks, floors and a constant.
struct Value {
    Linear sum;
    std::vector<Floor> floors;
    bool constant() const { return sum.terms.empty() && floors.empty(); }
};
Value track(const std::string& name);
Value constant_value(std::int64_t constant);
void add(Value& to, const Value& from, std::int64_t factor);
std::string to_text(const Value& value);

/// What names mean.
struct Scope {
    struct Entry {
        Value value;
        std::string power;                  // not empty: the track that holds base^(n + offset)
        std::int64_t offset = 0;            // m above
        std::optional<std::int64_t> least;  // a constant lower bound
    };
    std::map<int, Entry> slots;
    std::vector<Value> piles;
    std::string suffix;  // goes behind the names of variables that are bound here
};

/// The numeration that all functions of the rules and the claim allow.
class NumerationFinder {
  public:
    void look(const Node& node);
    Numeration found() const;

  private:
    void take_base(std::int64_t base);

    bool binary_ = false, zeckendorf_ = false;
    std::optional<std::int64_t> base_;
};

class Translator {
  public:
    Translator(const Ruleset& rules, std::size_t pile_count, Numeration numeration)
        : rules_(rules), pile_count_(pile_count), numeration_(numeration) {}

    /// The coordinates' names, piles written out.
    std::vector<std::string> coordinates(const std::string& suffix = "") const;

    /// The clauses of a condition, or of its negation.
    Clauses condition(const Expr& e, const Scope& scope, bool positive = true);

    /// Is the position in the set?
    Clauses member(const Positions& set, const Scope& scope, const std::vector<Value>& position, bool positive = true);

    /// The game's domain, at the position with that suffix.
    Clauses domain(const std::string& suffix);

    /// From the position without suffix to that with '; one to `turns` moves one after the other.
    Clauses moves(int turns = 1);

    /// The ranges and conditions of a loop, then `body`; `uses`: what the body asks of the variables.
    using Body = std::function<Clauses(const Scope&)>;
    Clauses over(const Loop& loop, const std::vector<Expr>& uses, const Scope& scope, const Body& body);

    /// left - right (at most | equal) 0
    Clauses compare(Condition::Kind kind, const Expr& left, const Expr& right, const Scope& scope);
    Clauses compare(Condition::Kind kind, const Value& difference) const;

    /// One value with what must hold for it.
    struct Case {
        Clause guard;
        Value value;
    };
    std::vector<Case> cases(const Expr& e, const Scope& scope);

    /// The scope of a condition about the position: the coordinates' slots.
    Scope place(const std::vector<int>& slots, const std::vector<Value>& position, Scope scope = {}) const;

  private:
    struct Usage {
        bool plain = false, exponent = false, awkward = false;
        std::int64_t least_offset = 0;
    };
    void find_usage(const Expr& e, int slot, const Scope& scope, Usage& usage) const;
    void find_usage(const Loop& loop, int slot, const Scope& scope, Usage& usage) const;
    bool is_constant(const Expr& e, const Scope& scope) const;
    std::optional<std::int64_t> constant(const Expr& e, const Scope& scope);
    std::int64_t need_constant(const Expr& e, const Scope& scope, const std::string& what);

    Clauses bind(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Scope& scope, const Body& body);
    Clauses bind_range(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Scope& scope,
                       const Body& body);
    Clauses move(const Move& move, const std::vector<std::size_t>& piles);
    Clauses moves_in_a_row(int turns);
    bool takes_from_piles(const Move& move);

    std::vector<Case> divided(const Case& of, std::int64_t by) const;
    std::vector<Case> extreme(const std::vector<std::vector<Case>>& args, bool least) const;
    std::vector<Case> product(const Expr& e, const std::vector<std::vector<Case>>& args) const;
    std::vector<Case> quotient(const Expr& e, const Scope& scope);
    std::vector<Case> digit(const Expr& e, const Scope& scope);
    std::vector<Case> automaton(const Expr& e, const std::vector<std::vector<Case>>& args);
    std::vector<Case> power(const Expr& e, const Scope& scope);
    std::string as_track(const Expr& e, const Scope& scope, Clause& guard);
    std::string as_track(const Value& value, const std::string& function, Clause& guard);
    bool natural(const Value& value) const;
    std::optional<Clauses> digit_condition(const Expr& left, const Expr& right, const Scope& scope, bool positive);

    Clauses conjoined(std::size_t count, const std::function<Clauses(std::size_t)>& part);

    const Ruleset& rules_;
    std::size_t pile_count_;
    Numeration numeration_;
    std::set<std::string> natural_;  // variables that are not negative
    std::set<std::string> bound_;    // hidden variables so far: a conjunction must not bind one twice
};

Condition linear(Condition::Kind kind, Linear sum);
Condition about(Condition::Kind kind, std::vector<std::string> tracks, std::int64_t modulus = 0, std::int64_t rest = 0);

/// An integer of the size that digits are good for; throws Unsupported otherwise.
std::int64_t small(const Integer& value);

/// c, if e is the variable plus c; `value` gives the constants.
std::optional<std::int64_t> offset_of(const Expr& e, int slot,
                                      const std::function<std::optional<std::int64_t>(const Expr&)>& value);

/// All choices of one case for each argument: their guards together, and their values.
std::vector<std::pair<Clause, std::vector<Value>>> choices(const std::vector<std::vector<Translator::Case>>& args);

constexpr std::int64_t kMostValues = 64;  // of a variable that is run through, and of remainders

/// Both, all pairs of clauses; throws Unsupported when there are too many.
Clauses both(const Clauses& a, const Clauses& b);
Clauses either(Clauses a, const Clauses& b);

}  // namespace bouton::digits
