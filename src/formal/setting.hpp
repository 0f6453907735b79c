// The game of a claim in Coq: position, legal, move, that it ends; and how "there is a move to a position with a property", as the checker
// writes it, and as Coq does, follow from each other.
#pragma once

#include "formal/refutation.hpp"

namespace bouton::formal {

/// A formula about a position, in the variables of the setting's point and others.
struct Property {
    FormulaPtr formula;
    std::string definition;  // its name in Coq, to be unfolded
};

class Setting {
  public:
    /// `about`: the formulas of the scheme's goals, in which the parameters occur. `functions`: names that are taken.
    Setting(kernel::Theorem& theorem, const kernel::Goal& goal, const kernel::Plan& plan,
            const std::vector<FormulaPtr>& about, const Printer& functions);

    /// The parameters and what is asked of them; position, legal, move; then the lemmas stays_legal and game_ends.
    std::string variables() const;
    std::string hypothesis() const;
    std::string definitions() const;
    std::string lemmas();

    const Printer& around() const { return around_; }  // knows the parameters
    const Printer& inside() const { return inside_; }  // and the coordinates of a position
    const std::vector<AtomId>& point() const { return point_; }
    const FormulaPtr& legal() const { return legal_; }
    const std::string& given() const { return given_; }  // " given" if something is asked of the parameters
    const std::vector<AtomId>& parameters() const { return parameters_; }
    /// A hypothesis about every number, which holds of a move's variables too.
    void know_of_all(const std::string& term) { of_all_ = term; }
    const FormulaPtr& guard() const { return guard_; }
    std::size_t moves() const { return moves_.size(); }

    std::string binder(bool primed) const;   // "let '(x, y) := p in "
    std::string pattern(bool primed) const;  // "[x y]" or "x"
    std::string names(bool primed) const;    // "x y"
    /// The arguments of a goal's lemma.
    std::string arguments(const Refutation& goal, const std::map<AtomId, std::string>& known = {}) const;
    /// Tactics for a premise: its quantified parts are those of the property, which h says.
    std::string premise(const FormulaPtr& f, const Property& property, const std::string& h,
                        const std::string& from) const;

    /// Tactics that prove `into`, the checker's "a move leads to a position with the property", from M (a move to the primed position) and B
    /// (that this has the property); the property's other variables have values.
    std::string into(const FormulaPtr& into, const Property& property, const kernel::Substitution& values,
                     const Printer& printer);
    /// Tactics that prove "exists q, move p q /\ the property" from A, which says `into`, and L.
    std::string out_of(const FormulaPtr& into, const Property& property, const kernel::Substitution& values,
                       const Printer& printer);

  private:
    struct Branch {
        std::vector<AtomId> variables;
        std::vector<FormulaPtr> parts;
        std::vector<Poly> after;
    };
    std::vector<FormulaPtr> branches_of(const FormulaPtr& f) const;
    Branch taken_apart(const FormulaPtr& f) const;
    std::string enter(const Branch& branch, Printer& printer, const std::string& h) const;

    kernel::Theorem& theorem_;
    Terms& terms_;
    const kernel::Plan& plan_;
    Printer around_, inside_, both_;
    std::vector<AtomId> point_, primed_, parameters_;
    FormulaPtr legal_, move_, guard_;
    std::vector<Branch> moves_;
    std::string given_, of_all_;
};

}  // namespace bouton::formal
