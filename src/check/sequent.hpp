// A goal while it is being refuted: what is known, and the steps that add to it (proof.hpp).
#pragma once

#include "check/goal.hpp"
#include "check/proof.hpp"

namespace bouton::kernel {

struct Step {
    std::optional<Fact> fact;                 // otherwise an instance
    std::size_t entry = 0;                    // of what is known
    std::vector<std::optional<Poly>> values;  // of the universal variables; of a fact: its arguments, all given
};

class Sequent {
  public:
    Sequent(Theorem& theorem, const Goal& goal);

    const std::vector<FormulaPtr>& entries() const { return entries_; }
    /// Which of the goal's formulas an entry comes from; for what steps added: nothing.
    std::optional<std::size_t> source(std::size_t entry) const;

    /// The universal variables of an entry that an instance may give values to, in order.
    static std::vector<AtomId> universals(const FormulaPtr& f);

    /// Adds what the step gives. Throws Unsupported where it makes no sense.
    void apply(const Step& step);
    /// How many new names there are: they are #0, #1, ...
    std::size_t names() const { return names_; }

  private:
    FormulaPtr opened(const FormulaPtr& f, const std::map<AtomId, std::optional<Poly>>& values);
    FormulaPtr put_in(const FormulaPtr& f, const std::map<AtomId, std::optional<Poly>>& values);
    void require_known_names(const Poly& p) const;
    void add(const FormulaPtr& f);

    Theorem& theorem_;
    Goal goal_;
    std::vector<FormulaPtr> entries_;
    std::vector<std::size_t> sources_;
    std::set<AtomId> free_, bound_;
    std::size_t names_ = 0;
};

}  // namespace bouton::kernel
