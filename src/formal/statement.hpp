// Claims by induction, and claims that follow from others: theorems of the form
//
//   Theorem name : forall x y, guard -> statement.
//
// A goal's lemma says: the statement holds, or one of the used claims, or the hypothesis of the induction, fails somewhere. What it
// says of the place where it fails contradicts the theorem of that claim, or the hypothesis.
#pragma once

#include "formal/refutation.hpp"

namespace bouton::formal {

/// A claim that has its theorem in the file already.
struct Shown {
    const syntax::Claim* claim = nullptr;
    std::string theorem;
    std::vector<std::string> variables;  // as the text calls them
    FormulaPtr guard;
};

class Statement {
  public:
    Statement(kernel::Theorem& theorem, const std::vector<kernel::Goal>& goals, const kernel::Json& proof,
              const std::string& name, const std::vector<Shown>& shown);

    const std::string& text() const { return text_; }
    std::size_t leaves() const { return leaves_; }
    Shown shown() const;

  private:
    void collect();
    Refutation refutation(std::size_t goal, const std::string& name);
    std::string part(std::size_t i, const Refutation& goal);
    std::string for_every(const FormulaPtr& f, const std::string& end, Printer& printer, int depth);
    std::string used_claim(const kernel::Known& known, const std::string& h);
    std::string fails(const kernel::Known& known, const FormulaPtr& formula);
    std::string earlier(const std::vector<std::string>& at, const std::string& guarded, const std::string& plain) const;

    kernel::Theorem& theorem_;
    Terms& terms_;
    const std::vector<kernel::Goal>& goals_;
    const kernel::Json& proof_;
    std::string name_;
    const std::vector<Shown>& shown_;
    std::vector<std::size_t> parts_;      // goals
    std::optional<std::size_t> natural_;  // goal
    std::vector<AtomId> variables_, natural_variables_;
    FormulaPtr guard_ = kernel::truth();
    Printer printer_;
    std::vector<Poly> measures_;
    std::size_t leaves_ = 0;
    std::string text_;
};

/// Tactics: h says f, n says negated(f).
std::string contradiction(const FormulaPtr& f, const std::string& h, const std::string& n, int depth = 0);

}  // namespace bouton::formal
