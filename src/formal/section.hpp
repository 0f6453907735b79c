// The section of a claim in Coq: the parameters of the game, functions and sets of which little is known, what is assumed of them, the game,
// its values g and outcomes o; and what is known of these functions, as lemmas ("rules") that say just what the checker's facts say.
//
//   Variables x y : Z.                                     parameters of the game
//   Variable f : Z -> Z.                                   a rule function; a set of moves is a function that is 1 for its elements
//   Hypothesis f_natural : forall a, 0 <= a -> 0 <= f a.
//   Hypothesis assumed_0 : forall t, ...                   `assuming`; of a set: that it has a least element
//   Hypothesis given : 1 <= x /\ ...                       what the claim asks of the parameters
//   Variable g : position -> Z.  Hypothesis values : forall p, legal p -> grundy position move p (g p).
//   Variable o : position -> Z.  Hypothesis outcomes : 0 for P-positions, 1 for N-positions.
//
// A theorem of the section with `Proof using All` has all of this before it, in this order.
#pragma once

#include "formal/setting.hpp"

#include <memory>

namespace bouton::formal {

/// A fact of the checker for all arguments, shown once.
struct Rule {
    std::string lemma;
    FormulaPtr formula;  // for all arguments
    std::vector<AtomId> variables;
};

class Section {
  public:
    /// With the game if `about` is given (the goal's point is where it is spoken of); without it where values or outcomes occur.
    Section(kernel::Theorem& theorem, const std::vector<kernel::Goal>& goals, const kernel::Json& proof,
            const kernel::Plan& plan, const kernel::Goal* goal = nullptr, const std::vector<FormulaPtr>& about = {});

    const Printer& around() const { return setting_ ? setting_->around() : functions_; }
    bool has_game() const { return setting_ != nullptr; }
    Setting& setting() { return *setting_; }
    bool has_values() const { return values_; }
    bool has_outcomes() const { return outcomes_; }
    bool is_empty() const;
    const std::vector<std::pair<std::string, std::size_t>>& functions() const { return arities_; }
    std::size_t assumptions() const { return assumed_.size(); }
    std::size_t natural_functions() const { return natural_.size(); }

    /// The beginning of the section, and the rules that were asked for.
    std::string variables() const;
    std::string game();  // and the functions that are defined
    const std::string& rules() const { return rules_text_; }
    const Rule& rule(const kernel::Goal& goal, kernel::Fact fact, const std::vector<Poly>& arguments);

  private:
    void find_functions();
    std::string sums() const;
    std::string value_rule(const FormulaPtr& f);
    std::string outcome_rule(const FormulaPtr& f);
    std::string option_end(const Property& property, const kernel::Substitution& at, const FormulaPtr& option,
                           const std::string& refuted);
    std::string position() const;

    kernel::Theorem& theorem_;
    Terms& terms_;
    Printer functions_;
    std::unique_ptr<Setting> setting_;
    std::vector<std::pair<std::string, std::size_t>>
        arities_;                       // of functions of which little is known, by their names in Coq
    std::vector<std::string> natural_;  // those whose values are natural numbers
    std::vector<FormulaPtr> assumed_;
    bool values_ = false, outcomes_ = false;
    std::map<std::string, Rule> rules_;
    std::string rules_text_;
};

}  // namespace bouton::formal
