// From a goal to finitely many ground formulas in which a contradiction can be found: the steps of a proof, more than are needed.
//
// A universal variable that occurs under a function (in grundy(n - t), 2^n, f(k + 1), a product) gets the values that make this equal to
// a term already there, in a few rounds; one that occurs in linear arithmetic only gets the values that linear_instances finds. Leaving
// instances out makes the list weaker, never wrong: whatever is done here, the checker does it again.
#pragma once

#include "check/sequent.hpp"
#include "proofs/goals/case_tree.hpp"
#include "proofs/goals/fact_maker.hpp"
#include "proofs/goals/hint.hpp"

namespace bouton::proofs {

using namespace kernel;

class Ground {
  public:
    Ground(Theorem& theorem, const Goal& goal, const Hint& hint, const Watch& watch);

    /// One round of instances; false: nothing new.
    bool round();
    /// Values for variables that are left, then facts about all terms.
    void finish();
    /// Equal arguments, equal values: adds a few where this does not hold of these atoms, and says which entries are new. There are too
    /// many pairs of calls to write all down.
    std::vector<std::size_t> congruences(const ValueThere& value, const std::set<AtomId>& atoms);

    /// The entries without universal variables, and which of them are facts.
    struct Entry {
        std::size_t entry = 0;
        bool is_fact = false;
    };
    const std::vector<Entry>& ground() const { return ground_; }
    const Sequent& sequent() const { return sequent_; }

    struct Done {
        Step step;
        std::size_t first_entry, entries, first_name, names;
    };
    const std::vector<Done>& steps() const { return steps_; }
    Theorem& theorem() const { return theorem_; }

  private:
    /// One way through an entry: of a conjunction inside a disjunction one part, so that few variables need values at a time.
    struct Rule {
        std::size_t entry = 0;
        FormulaPtr matrix;              // without quantifiers in front
        std::vector<AtomId> variables;  // to get values from terms that are there
        std::vector<AtomId> linear;
        std::set<std::vector<Poly>> done;
    };
    using Key = std::pair<std::string, std::size_t>;
    using Pool = std::map<Key, std::set<Poly>>;

    bool wanted(std::size_t entry) const;
    void find_places();
    bool is_use_of(const syntax::Use& use, const Known& known) const;
    bool is_left_out(const Known& known) const;
    void lemmas_at_places(std::size_t entry);
    bool apply(const Step& step, bool is_fact, const std::set<AtomId>& left = {});
    void look_at(std::size_t entry, bool is_fact, const std::set<AtomId>& left = {});
    void give(const Rule& rule, const Substitution& s);
    void copies_of_linear(const Rule& rule, const Substitution& s);
    void instantiate(Rule& rule, Substitution& s);
    bool strays(const Rule& rule, const Substitution& s, const FormulaPtr& matrix) const;
    std::set<Poly> candidates(const FormulaPtr& matrix, AtomId v);
    void collect(const FormulaPtr& f);
    void collect(const Poly& p);
    std::string quotient_by(const Poly& divisor) const;
    bool is_ground(const std::set<AtomId>& variables) const;
    void value_axioms();
    void facts();

    Theorem& theorem_;
    Terms& terms_;
    const Goal& goal_;
    const Hint& hint_;
    const Watch& watch_;
    Sequent sequent_;
    std::vector<ScopePtr> places_;  // where terms of `at` are read: the claim's variables and the position in question
    std::vector<Done> steps_;
    std::vector<Entry> ground_;
    std::vector<Rule> rules_;
    std::set<std::string> seen_;
    std::set<AtomId> bound_;       // variables of rules
    std::set<AtomId> collected_;   // atoms that the pools know
    std::set<AtomId> calls_;       // all calls in ground entries
    bool collecting_ = true;       // facts, and values for linear variables, lead to no further instances
    std::vector<AtomId> waiting_;  // calls whose meaning is due
    std::set<AtomId> allowed_;     // those that may be asked, if only the goal's are
    Pool pool_, mentioned_;
    std::map<int, std::set<Poly>> origins_;
    std::set<Poly> values_;
    std::map<AtomId, std::set<Poly>> factors_;  // by atom: what it is multiplied with
    std::size_t tries_ = 0;                     // in this round
    FactMaker maker_;
    std::size_t read_ = 0;  // ground entries that it has read
};

}  // namespace bouton::proofs
