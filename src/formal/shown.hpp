// Claims that have their theorems in the file already, and how another claim uses them.
#pragma once

#include "formal/section.hpp"

#include <functional>
#include <map>
#include <optional>

namespace bouton::formal {

/// A claim that has its theorem in the file already, in a module of its own.
struct Shown {
    const syntax::Claim* claim = nullptr;
    std::string module;
    // the section of its theorem, see section.hpp
    std::vector<AtomId> parameters;
    std::vector<std::string> functions;
    std::size_t natural = 0, assumed = 0;
    FormulaPtr given = kernel::truth();
    bool values = false, outcomes = false;
    const Terms* terms = nullptr;
    std::vector<std::pair<std::string, std::size_t>> sums;  // and how many arguments they have
    // a statement: theorem_strong, for all of these
    std::vector<std::string> variables;
    std::size_t premises = 0;      // that are no part of the disjunction
    std::size_t alternatives = 0;  // plain ones: where the claim says nothing
    // a formula: theorem, for the position with these coordinates
    bool formula = false, word = false;
    std::vector<std::string> point;
    // levels: theorem, for the value of this name
    std::string level;
    bool usable = false;

    void take(Section& section, kernel::Theorem& theorem);
};

/// Proofs of what a goal takes for granted, in the claim's own section.
class Uses {
  public:
    Uses(kernel::Theorem& theorem, Section& section, const std::vector<kernel::Goal>& goals, const kernel::Json& proof,
         const std::vector<Shown>& shown)
        : theorem_(theorem), section_(section), goals_(goals), proof_(proof), shown_(shown) {}

    /// Lemmas that all uses need: a rule function is as a used claim assumes.
    std::string lemmas();
    std::size_t leaves() const { return leaves_; }
    /// Tactics that add h, which says what the goal knows of a used claim; the printer knows the variables; `from`: hypotheses about them.
    std::string premise(const kernel::Known& known, const std::string& h, const Printer& printer,
                        const std::string& from);
    /// Is the used claim about the members of a set? Then it is a premise in another form, see Refutation.
    bool is_weak(const kernel::Known& known) const;

  private:
    const Shown& find(const std::string& label) const;
    std::string call(const Shown& used, const std::map<std::string, std::string>& values, const std::string& from);
    std::optional<std::string> our_name(kernel::AtomId copy) const;
    std::optional<std::string> through(const FormulaPtr& f, Printer& printer,
                                       std::map<std::string, std::string>& values,
                                       const std::function<std::string(const FormulaPtr&)>& inner) const;
    std::string function_term(const std::string& name) const;
    std::string our_sums(const Shown& used) const;
    std::string prefix(const Shown& used, const std::map<std::string, std::string>& values, const std::string& from,
                       std::string& tactics);
    std::string in_our_rules(const Shown& used, const std::string& from) const;
    std::string given(const Shown& used, const std::map<std::string, std::string>& values) const;
    std::string by_formula(const Shown& used, const FormulaPtr& f, Printer printer,
                           std::map<std::string, std::string> values, const std::string& from, int depth);

    std::string by_levels(const Shown& used, const FormulaPtr& f, Printer printer,
                          std::map<std::string, std::string> values, const std::string& from, int depth);

    kernel::Theorem& theorem_;
    Section& section_;
    const std::vector<kernel::Goal>& goals_;
    const kernel::Json& proof_;
    const std::vector<Shown>& shown_;
    struct OfFunction {
        std::string lemma;
        std::vector<AtomId> variables;
        std::string label;  // of the used claim; empty: the values are natural numbers
        Poly value;         // of the function, then
        std::vector<AtomId> formals;
    };
    std::vector<OfFunction> of_function_;
    std::vector<std::string> elements_;  // of the game's set of moves, where it is written out
    std::string least_;
    std::size_t leaves_ = 0;
};

}  // namespace bouton::formal
