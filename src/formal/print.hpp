// Terms and formulas of the checker as Coq text. One order everywhere: the same formula with the same names is the same text, whatever the
// numbers of its atoms are. A comparison has positive coefficients on both sides.
#pragma once

#include "check/goal.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace bouton::formal {

using kernel::AtomId;
using kernel::FormulaPtr;
using kernel::Monomial;
using kernel::Poly;
using kernel::Terms;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

bool has_quantifier(const FormulaPtr& f);
bool has_kind(const FormulaPtr& f, kernel::Formula::Kind kind);
/// A disjunction of several statements about all numbers. It is written ~ (...), which is what a text "there are no such" says; as a
/// disjunction it could not be shown without deciding which of them holds.
bool is_refusal(const FormulaPtr& f);
bool is_truth(const FormulaPtr& f);
bool is_falsity(const FormulaPtr& f);

/// Coq text of a list: [h0 [h1 h2]] for conjunctions, [h0|[h1|h2]] for disjunctions.
std::string all_pattern(const std::vector<std::string>& parts);
std::string any_pattern(const std::vector<std::string>& parts);
/// "right; right; left; " for a part of a disjunction.
std::string selecting(std::size_t part, std::size_t count);

class Printer {
  public:
    explicit Printer(const Terms& terms) : terms_(&terms) {}

    /// A name for a variable: the one of the text, or one like it that is not taken.
    std::string declare(AtomId variable);
    void declare(AtomId variable, const std::string& name);
    std::string fresh(const std::string& wanted);
    void forget(AtomId variable);
    bool knows(AtomId variable) const { return names_.contains(variable); }

    /// From now on an atom or a product is written like this; the order of terms stays as it was.
    void write_as(AtomId atom, const std::string& text) { atoms_[atom] = text; }
    void write_as(const Monomial& product, const std::string& text) { products_[product] = text; }
    void weaken() { weak_ = true; }           // what is quantified is written True
    void keep_choices() { choices_ = true; }  // no disjunction is written ~ (...)
    bool keeps_choices() const { return choices_; }

    std::string poly(const Poly& p) const;
    std::string atom(AtomId id) const;
    std::string product(const Monomial& monomial) const;
    std::string formula(const FormulaPtr& f) const;
    std::string tuple(const std::vector<Poly>& point) const;
    /// The variables of a quantifier get names; those that have one keep it.
    static std::string base_name(const std::string& name);
    /// What a function of the checker is called in Coq; empty: it has no name there.
    static std::string function_name(const std::string& name);

  private:
    std::string atom(AtomId id, bool plain) const;
    std::string poly(const Poly& p, bool plain) const;
    std::string product(const Monomial& monomial, bool plain) const;
    std::string comparison(const Poly& p, const char* relation) const;
    std::string boolean(const FormulaPtr& f, bool plain) const;
    std::string quantified(const FormulaPtr& f, const char* word) const;

    const Terms* terms_;
    std::map<AtomId, std::string> names_;
    std::multiset<std::string> taken_;
    std::map<AtomId, std::string> atoms_;
    std::map<Monomial, std::string> products_;
    bool weak_ = false, choices_ = false;
};

}  // namespace bouton::formal
