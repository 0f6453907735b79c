// Claims by induction, and claims that follow from others: theorems of the form
//
//   Theorem theorem_strong : forall x y, (not guard) \/ statement.        as the checker writes it, decided as far as it can be
//   Theorem theorem        : forall x y, guard -> statement.
//
// A goal's lemma has the used claims and the hypothesis of the induction as premises, or shows where the statement holds.
#pragma once

#include "formal/shown.hpp"

namespace bouton::formal {

class Statement {
  public:
    Statement(kernel::Theorem& theorem, const std::vector<kernel::Goal>& goals, const kernel::Json& proof,
              const std::vector<Shown>& shown);

    const std::string& text() const { return text_; }
    std::size_t leaves() const { return leaves_; }
    Shown shown();

  private:
    void collect();
    void write();
    Refutation refutation(std::size_t goal, const std::string& name);
    std::string part(std::size_t i, const Refutation& goal);
    std::string hypothesis(const kernel::Known& known, const std::string& h);
    std::string strong() const;
    std::string by_induction(const std::string& body) const;
    std::string as_read(const std::string& forall, const std::string& using_all) const;
    std::string names() const;

    kernel::Theorem& theorem_;
    Terms& terms_;
    const std::vector<kernel::Goal>& goals_;
    const kernel::Json& proof_;
    kernel::Plan plan_;
    Section section_;
    Uses uses_;
    std::vector<std::size_t> parts_;              // goals
    std::optional<std::size_t> natural_;          // goal
    std::vector<AtomId> variables_;               // those that are no parameters of the section
    std::vector<FormulaPtr> plain_, all_, some_;  // the guard: plain, about all numbers, that there are some
    FormulaPtr guard_ = kernel::truth(), statement_;
    Printer printer_;
    std::vector<Poly> measures_;
    std::string natural_call_;
    std::size_t leaves_ = 0;
    std::string text_;
};

}  // namespace bouton::formal
