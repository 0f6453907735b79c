// From a formula with values put in by Coq (`2 ^ (l - 1 + 1)`, as a definition or a hypothesis reads after its variables are replaced) to the
// checker's formula with the same values (`2 ^ l`, everything multiplied out, what is plainly true left out), and back. The two have the
// same shape except for what became true or false; their literals differ by linear arithmetic once powers, quotients and the like are
// written alike.
#pragma once

#include "formal/print.hpp"

namespace bouton::formal {

class Transport {
  public:
    /// The printer knows the names of the free variables after the substitution.
    Transport(Terms& terms, const Printer& printer, const kernel::Substitution& values);

    /// With the values put in: for free variables, and for universal ones that have one.
    FormulaPtr result(const FormulaPtr& f) const;
    /// Tactics that prove result(f) from h, which says f with the values put in by Coq.
    std::string forward(const FormulaPtr& f, const std::string& h);
    /// Tactics that prove f with the values put in by Coq from h, which says result(f).
    std::string backward(const FormulaPtr& f, const std::string& h);
    /// Tactics that write the terms of a formula without quantifiers alike; `where`: "" or " in h".
    std::string rewriting(const FormulaPtr& f, const std::string& where) const;
    /// f with the values put in as they are.
    std::string naive(const FormulaPtr& f) const { return naive_.formula(f); }
    /// Universal variables that get values on the way.
    void replace(AtomId variable);

  private:
    bool melts(const FormulaPtr& f) const;
    std::string melted(const FormulaPtr& f, const std::string& h, bool is_forward);
    std::string leaf(const FormulaPtr& f, const std::string& h) const;
    std::string impossible(const FormulaPtr& f, const std::string& h);
    std::string names(const std::vector<AtomId>& variables);
    void forget(const std::vector<AtomId>& variables);
    std::string all(const FormulaPtr& f, const std::string& h, bool is_forward);
    std::string any(const FormulaPtr& f, const std::string& h, bool is_forward);
    std::string for_all(const FormulaPtr& f, const std::string& h, bool is_forward);
    std::string one(const FormulaPtr& f, const std::string& h, bool is_forward);

    Terms& terms_;
    Printer printer_, naive_;
    kernel::Substitution values_;
};

/// "refine (conj _ (conj _ _)). " for a number of parts.
std::string conjunction_of(std::size_t parts);

}  // namespace bouton::formal
