// Can these comparisons hold together over the rationals? If not: with which multipliers they add up to c <= 0, c > 0.
//
// The simplex method with bounds of Dutertre and de Moura ("A fast linear-arithmetic solver for DPLL(T)", 2006): a linear form is a
// variable, a comparison is a bound of it, so that bounds come and go and the tableau stays. The search for a tree asks thousands of
// such questions of which each shares nearly all comparisons with the one before.
#pragma once

#include "check/term.hpp"

#include <map>
#include <optional>
#include <vector>

namespace bouton::proofs {

using EntryId = std::size_t;

/// Multipliers by entry.
using Multipliers = std::vector<std::pair<EntryId, Integer>>;

class Simplex {
  public:
    using Rational = bouton::Rational;

    /// One more comparison, p <= 0 or p = 0.
    void push(EntryId entry, const kernel::Formula& comparison);
    /// Without the last one.
    void pop();
    const std::vector<EntryId>& entries() const { return entries_; }

    /// A sum of the comparisons that says c <= 0 with c > 0; nothing if they can hold.
    std::optional<Multipliers> contradiction();

    /// The value of an unknown where they hold, after a search that found no contradiction.
    Rational value(const kernel::Monomial& unknown) const;

  private:
    using Variable = int;
    struct Bound {
        Rational value;
        EntryId entry;
        Rational factor;  // the bound is the entry's comparison times this
    };
    struct Column {
        Rational value;
        std::optional<Bound> lower, upper;
    };
    using Row = std::map<Variable, Rational>;
    struct Change {  // of a bound, to be undone
        std::size_t depth;
        Variable variable;
        bool is_upper;
        std::optional<Bound> before;
    };

    Variable unknown(const kernel::Monomial& monomial);
    Variable form(const std::map<Variable, Rational>& form);
    void bound(Variable v, bool is_upper, Bound bound);
    void set_value(Variable v, const Rational& value);
    void pivot(Variable basic, Variable other, const Rational& value);
    Multipliers explained(Variable basic, bool is_below) const;
    static Multipliers whole(const std::map<EntryId, Rational>& sum);

    std::vector<EntryId> entries_;
    std::vector<std::size_t>
        contradictions_;              // depths at which a constant comparison, or two bounds, contradict at once
    std::vector<Multipliers> known_;  // those contradictions
    std::vector<Change> changes_;
    std::vector<Column> columns_;
    std::map<kernel::Monomial, Variable> unknowns_;
    std::map<std::map<Variable, Rational>, Variable> forms_;
    std::map<Variable, Row> rows_;  // by basic variable
};

}  // namespace bouton::proofs
