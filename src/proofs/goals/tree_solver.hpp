// What the search for a tree of cases asks Z3: can these formulas hold together (over the rationals or over the integers), which of them contradict each other, with which multipliers, and after which rounding.
//
// Formulas are numbered, equal ones alike. Each is translated once and switched on by an assumption, so that Z3 keeps what it learned.
//
// A call is an unknown to a tree, and that equal arguments have equal values is a fact that has to be written down. Where hundreds of formulas
// matter little and a few much, Z3 finds those few sooner if it knows calls and choices for what they are: `likely_core`.
#pragma once

#include "check/proof.hpp"
#include "proofs/goals/simplex.hpp"

#include <z3++.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bouton::proofs {

/// The effort is used up.
struct OutOfEffort {};

/// The formulas of one problem, each once.
class Entries {
  public:
    EntryId add(const kernel::FormulaPtr& f);
    std::vector<EntryId> add_all(const kernel::FormulaPtr& f);  // its conjuncts
    const kernel::FormulaPtr& operator[](EntryId id) const { return formulas_[id]; }
    bool is_comparison(EntryId id) const;  // p <= 0 or p = 0

  private:
    std::vector<kernel::FormulaPtr> formulas_;
    std::map<std::string, EntryId> ids_;
};

struct Cut {
    Multipliers sum;
    Integer divisor;
    kernel::FormulaPtr formula;  // what the sum says, divided and rounded
};

class TreeSolver {
  public:
    TreeSolver(Entries& entries, unsigned effort, const Watch& watch, const kernel::Terms* terms);

    /// Can these hold together? A subset that cannot, or nothing. Over the rationals p != 0 says p <= -1 or p >= 1.
    std::optional<std::vector<EntryId>> core(const std::vector<EntryId>& ids) { return core(general_, ids); }
    /// Formulas that cannot hold together if calls are functions and choices are choices, or nothing.
    std::optional<std::vector<EntryId>> likely_core(const std::vector<EntryId>& ids) { return core(functions_, ids); }
    /// The same as core, but "nothing" also if that is not found out soon.
    std::optional<std::vector<EntryId>> core_if_easy(const std::vector<EntryId>& ids);

    /// Which of these do not hold where the formulas that core, or likely_core, was asked about last do (the answer was that they can).
    std::vector<EntryId> violated(const std::vector<EntryId>& ids) { return violated(general_, ids); }
    std::vector<EntryId> likely_violated(const std::vector<EntryId>& ids) { return violated(functions_, ids); }

    /// The values of terms there.
    std::function<std::string(const kernel::Poly&)> values_there();

    /// Forgets the formulas that core was asked about: fewer are left, and the rest only costs time.
    void forget() { general_ = {new_solver(), general_.sort, {}, {}}; }
    /// From now on core is about integers; it begins with rationals, which is much easier and nearly always enough.
    void use_integers() { general_ = {new_solver(), Sort::integer, {}, {}}; }
    bool uses_integers() const { return general_.sort == Sort::integer; }
    void use_likely_integers() { functions_ = {new_solver(), Sort::integer_function, {}, {}}; }
    /// What was done so far, in Z3's units.
    std::uint64_t spent() const { return spent_; }
    bool uses_likely_integers() const { return functions_.sort == Sort::integer_function; }

    /// A sum of the comparisons that says c <= 0 with c > 0; nothing if they can hold over the rationals.
    std::optional<Multipliers> contradiction(const std::vector<EntryId>& ids);

    /// A cut that contradicts the comparisons, or one that at least excludes a rational point at which they hold.
    std::optional<Cut> cut(const std::vector<EntryId>& ids);

  private:
    /// What an unknown is to Z3; a function: calls and choices are what they are.
    enum class Sort { real, integer, real_function, integer_function };
    static bool is_real(Sort sort) { return sort == Sort::real || sort == Sort::real_function; }
    struct Switched {  // a solver, and the names that switch its formulas on
        z3::solver solver;
        Sort sort;
        std::map<EntryId, z3::expr> names;
        std::map<unsigned, EntryId> by_ast;  // of a name
    };
    z3::solver new_solver();
    z3::check_result check(z3::solver& solver, z3::expr_vector* assumptions, bool may_be_unknown = false);
    std::optional<std::vector<EntryId>> core(Switched& in, const std::vector<EntryId>& ids, bool only_if_easy = false);
    std::vector<EntryId> violated(Switched& in, const std::vector<EntryId>& ids);
    z3::expr unknown(const kernel::Monomial& monomial, Sort sort);
    z3::expr function(kernel::AtomId atom, Sort sort);
    z3::expr translated(const kernel::Poly& p, Sort sort);
    z3::expr translated(const kernel::FormulaPtr& f, Sort sort);
    z3::expr number(const Integer& value, bool real);
    z3::expr sum(const std::vector<z3::expr>& summands, bool real);
    std::optional<std::map<kernel::Monomial, z3::expr>> point(const std::vector<EntryId>& ids);
    z3::expr number(const Simplex::Rational& value);
    std::vector<Integer> divisors(const std::vector<EntryId>& ids) const;
    std::optional<Cut> cut(const std::vector<EntryId>& ids, const Integer& divisor,
                           const std::map<kernel::Monomial, z3::expr>* point);

    Entries& entries_;
    const Watch& watch_;
    const kernel::Terms* terms_;  // may be missing: then there are no functions
    std::uint64_t effort_, spent_ = 0;
    z3::context context_;
    std::map<std::pair<kernel::Monomial, Sort>, z3::expr> unknowns_;
    std::uint64_t names_ = 0;
    Switched general_, functions_;
    Simplex simplex_;
};

}  // namespace bouton::proofs
