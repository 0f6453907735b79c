// A small prover for inequalities between integers, used to show that games end and to turn conditions into ranges.
//
// Expressions become polynomials over atoms (variables and terms such as floor(x/2), 2^n, f(x)); each product of atoms counts as one
// unknown. Known facts about an atom (c*floor(a/c) <= a, 2^n >= n+1, f(x) >= 0, uv >= u+v-1 for u,v >= 1, ...) are added when it is
// met, and a goal is proved by Fourier-Motzkin elimination over the rationals: if facts and the negated goal have no common solution,
// the goal holds. "Not proved" means just that. The elimination is base/linear_system.hpp's, which also rounds: all atoms are integers.
#pragma once

#include "lang/expr.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace bouton {

using Monomial = std::vector<int>;  // sorted atoms; empty: the constant
using Polynomial = std::map<Monomial, Integer>;

class Facts {
  public:
    Polynomial polynomial(const Expr& e);
    void assume(const Expr& condition);      // ignored as far as it is not about inequalities
    void assume_not(const Expr& condition);  // likewise
    void assume(const Binder& binder);       // its variable is in its range
    void assume_at_most_zero(Polynomial p);
    bool proves_at_most_zero(const Polynomial& p);
    bool proves_at_least(const Expr& e, int bound);
    const Expr& atom(int id) const { return atoms_[static_cast<std::size_t>(id)]; }

  private:
    int atom_id(const Expr& e);
    void describe(int id);  // adds what is known about an atom
    void describe_again();  // what could not be seen then may be known now
    void assume_unequal(const Expr& a, const Expr& b);
    void add(Polynomial fact);
    void describe_products(const Polynomial& goal);

    std::vector<Expr> atoms_;
    std::map<std::string, int> ids_;
    std::vector<Polynomial> facts_;  // each <= 0
    std::set<Polynomial> known_;     // the same, to have each once
    std::set<Monomial> described_;   // products whose facts were added
    std::set<int> undescribed_;      // atoms of which more might be said once more is known
    std::size_t looked_at_ = 0;      // so many facts were known then
    bool describing_ = false;
};

Polynomial operator+(Polynomial a, const Polynomial& b);
Polynomial operator-(Polynomial a, const Polynomial& b);
Polynomial operator*(const Integer& c, const Polynomial& a);
Polynomial constant(const Integer& c);

/// An inequality as c*v + rest <= 0 for the variable in `slot`: a bound on it, if the condition is one.
struct VariableBound {
    bool upper;
    Expr bound;
};
std::optional<VariableBound> as_bound(const Expr& condition, int slot);

/// A bound that follows from an inequality in which the variable, not negative, occurs as 2^v or v^3 only: neither is below v.
std::optional<Expr> implied_upper(const Expr& condition, int slot);

/// The constant c in e = c*v + (something without v), if e has this form.
std::optional<std::int64_t> coefficient(const Expr& e, int slot);

}  // namespace bouton
