// Terms and formulas of the prover, in normal form from the start: a term is an integer polynomial over atoms, a formula has its
// negations at the leaves. Atoms are variables, calls of functions of which only facts are known (grundy, 2^n, a rule function, a
// Skolem function), quotients and choices.
#pragma once

#include "base/integer.hpp"
#include "base/watch.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bouton::kernel {

using AtomId = int;
using Monomial = std::vector<AtomId>;  // sorted; empty: the constant
using Poly = std::map<Monomial, Integer>;

Poly constant(const Integer& value);
Poly operator+(Poly a, const Poly& b);
Poly operator-(Poly a, const Poly& b);
Poly operator*(const Integer& c, Poly a);
Poly operator*(const Poly& a, const Poly& b);
bool is_constant(const Poly& p);
Integer constant_part(const Poly& p);

struct Formula;
using FormulaPtr = std::shared_ptr<const Formula>;

struct Atom {
    enum class Kind { variable, call, quotient, choose };
    Kind kind = Kind::variable;
    std::string name;        // of the variable or the function
    int origin = -1;         // variable: the binder it comes from; copies of a binder's variable share it
    std::vector<Poly> args;  // call; quotient: dividend and divisor (rounded down); choose: then, else
    FormulaPtr condition;    // choose
    std::set<AtomId> bound;  // variables in it (its own id, if it is one)
};

struct Formula {
    enum class Kind {
        all,
        any,
        at_most_zero,
        zero,
        not_zero,
        for_all,
        exists
    };  // all of nothing is true, any of nothing false
    Kind kind = Kind::all;
    Poly poly;
    std::vector<FormulaPtr> parts;
    std::vector<AtomId> variables;  // for_all, exists
};

FormulaPtr truth();
FormulaPtr falsity();
FormulaPtr both(std::vector<FormulaPtr> parts);
FormulaPtr either(std::vector<FormulaPtr> parts);
FormulaPtr negated(const FormulaPtr& f);
FormulaPtr implies(const FormulaPtr& a, const FormulaPtr& b);
FormulaPtr at_most(const Poly& a, const Poly& b);  // a <= b
FormulaPtr less(const Poly& a, const Poly& b);
FormulaPtr equal(const Poly& a, const Poly& b);
FormulaPtr not_equal(const Poly& a, const Poly& b);
FormulaPtr for_all(std::vector<AtomId> variables, const FormulaPtr& body);
FormulaPtr exists(std::vector<AtomId> variables, const FormulaPtr& body);

using Substitution = std::map<AtomId, Poly>;

/// The atoms of one proof; equal atoms have equal numbers.
class Terms {
  public:
    explicit Terms(const Watch* watch = nullptr) : watch_(watch) {}

    AtomId new_variable(const std::string& name, int origin = -1);
    AtomId named_variable(const std::string& name, int origin = -1);  // the one of exactly this name
    std::optional<AtomId> find_variable(const std::string& name) const;
    AtomId call_id(const std::string& function, std::vector<Poly> args);
    Poly variable(const std::string& name, int origin = -1) { return of(new_variable(name, origin)); }
    Poly call(const std::string& function, std::vector<Poly> args) { return of(call_id(function, std::move(args))); }
    Poly quotient(const Poly& dividend, const Poly& divisor);
    Poly remainder(const Poly& dividend, const Poly& divisor);
    Poly power(int base, const Poly& exponent);
    Poly choose(const FormulaPtr& condition, const Poly& then, const Poly& otherwise);
    static Poly of(AtomId atom) { return {{{atom}, 1}}; }

    const Atom& operator[](AtomId id) const { return atoms_[static_cast<std::size_t>(id)]; }
    std::size_t size() const { return atoms_.size(); }

    std::set<AtomId> variables(const Poly& p) const;
    std::set<AtomId> variables(const FormulaPtr& f) const;  // free ones

    Poly substitute(const Poly& p, const Substitution& s);
    FormulaPtr substitute(const FormulaPtr& f, const Substitution& s);

    /// The names of a function's power: pow2, pow3, ...
    static std::string power_name(int base) { return "pow" + std::to_string(base); }

    /// SMT-LIB text; atoms and products for which there is another name are written with it.
    struct Names {
        std::map<AtomId, std::string> atoms;
        std::map<Monomial, std::string> products;
    };
    void use_names(const Names* names) const { names_in_text_ = names; }
    std::string text(const Poly& p) const;
    std::string text(const FormulaPtr& f) const;
    std::string atom_text(AtomId id) const;

  private:
    AtomId intern(Atom atom);
    const Watch* watch_;  // asked now and then: whatever is made passes through here
    std::size_t steps_ = 0;
    std::deque<Atom> atoms_;  // references stay valid
    std::map<std::string, AtomId> ids_;
    std::map<std::string, int> names_;
    mutable const Names* names_in_text_ = nullptr;
};

std::string number_text(const Integer& value);

/// A text that is equal for equal formulas of one Terms, and short.
std::string key_of(const FormulaPtr& f);

/// Visits every atom of a formula or a term, inner ones first; those with variables that a quantifier inside binds too.
void for_each_atom(const Terms& terms, const Poly& p, const std::function<void(AtomId)>& visit);
void for_each_atom(const Terms& terms, const FormulaPtr& f, const std::function<void(AtomId)>& visit);

}  // namespace bouton::kernel
