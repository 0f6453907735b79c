// From assumptions with quantifiers to a finite list of instances in which a solver can find a contradiction.
//
// Existential variables become Skolem functions, universal ones are put in front. A universal variable that occurs under a function (in
// grundy(n - t), 2^n, f(k + 1), a product) is replaced by the terms that make this equal to a term already there, in a few rounds; one
// that occurs in linear arithmetic only stays quantified, solvers decide that. Leaving instances out makes the list weaker, never wrong.
#pragma once

#include "check/term.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace bouton::proofs {

using namespace kernel;  // terms and formulas

struct Labelled {
    std::string label;
    FormulaPtr formula;
};

constexpr int kValueOrigin = -2;  // of variables that stand for a value: compared with grundy(...), never an argument

class Ground {
  public:
    explicit Ground(Terms& terms) : terms_(terms) {}

    void assume(const std::string& label, const FormulaPtr& formula);

    /// For each ground call of a function: what is known of it there. Called once for each, when it appears.
    using Axiom = std::function<FormulaPtr(const Atom&)>;
    void define(const std::string& function, const std::string& label, Axiom axiom);

    /// What is known of grundy and outcome is used for these calls only.
    void only_there(AtomId id) {
        limited_ = true;
        allowed_.insert(id);
    }

    /// A term as if it occurred as that argument of that function; of "remainder": what numbers may leave when they are divided.
    void mention(const std::string& function, const Poly& argument, std::size_t place = 0) {
        mentioned_[{function, place}].insert(argument);
    }

    /// One round of instances; false: nothing new.
    bool round();

    /// What there is now: ground formulas, and those with linear quantifiers left.
    const std::vector<Labelled>& instances() const { return instances_; }

    std::size_t most = 3000;    // instances
    bool copies_first = false;  // a variable whose copies have values gets these values only

  private:
    struct Rule {
        std::string label;
        std::vector<AtomId> variables;  // to be replaced
        std::vector<AtomId> linear;     // to stay
        FormulaPtr matrix;
        std::set<std::vector<Poly>> done;
    };
    using Key = std::pair<std::string, std::size_t>;
    using Pool = std::map<Key, std::set<Poly>>;

    void split(const std::string& label, const FormulaPtr& f, std::vector<AtomId> universal);
    FormulaPtr strip(const FormulaPtr& f, std::vector<AtomId>& universal, const std::vector<AtomId>& scope);
    void add_rule(const std::string& label, std::vector<AtomId> universal, const FormulaPtr& matrix);
    void add_instance(const std::string& label, const FormulaPtr& f);
    void collect(const FormulaPtr& f);
    void collect(const Poly& p);
    void instantiate(Rule& rule, Substitution& s);
    bool strays(const Rule& rule, const Substitution& s, const FormulaPtr& matrix) const;
    void instantiate_linear(const Rule& rule, const FormulaPtr& matrix);
    std::set<Poly> candidates(const FormulaPtr& matrix, AtomId v, const Substitution& s);
    std::string quotient_by(const Poly& divisor) const;
    bool is_ground(const std::set<AtomId>& variables) const;

    Terms& terms_;
    std::vector<Rule> rules_;
    std::vector<Labelled> instances_;
    std::set<std::string> seen_;
    std::map<std::string, std::pair<std::string, Axiom>> axioms_;
    std::set<AtomId> bound_;       // variables of rules
    std::set<AtomId> collected_;   // atoms that the pools know
    std::vector<AtomId> waiting_;  // calls whose axioms are due
    Pool pool_, mentioned_;
    std::map<int, std::set<Poly>> origins_;
    std::set<Poly> values_;
    std::map<AtomId, std::set<Poly>> factors_;  // by atom: what it is multiplied with
    bool limited_ = false;
    std::set<AtomId> allowed_;
    std::size_t tries_ = 0;  // in this round
    int skolems_ = 0;
};

}  // namespace bouton::proofs
