#include "check/second_opinion.hpp"

#include <fmt/format.h>

#include <map>

namespace bouton::kernel {

namespace {

/// Names for the unknowns, in the order of their appearance.
class Unknowns {
  public:
    std::string name(const Monomial& monomial) {
        return names_.try_emplace(monomial, fmt::format("u{}", names_.size())).first->second;
    }
    std::string text(const Poly& p) {
        std::string sum = "(+ 0 0";
        for (const auto& [monomial, c] : p)
            sum += monomial.empty() ? " " + number_text(c) : fmt::format(" (* {} {})", number_text(c), name(monomial));
        return sum + ")";
    }
    std::string text(const FormulaPtr& f) {
        switch (f->kind) {
            case Formula::Kind::at_most_zero: return fmt::format("(<= {} 0)", text(f->poly));
            case Formula::Kind::zero: return fmt::format("(= {} 0)", text(f->poly));
            case Formula::Kind::not_zero: return fmt::format("(not (= {} 0))", text(f->poly));
            case Formula::Kind::for_all:
            case Formula::Kind::exists: return "true";
            case Formula::Kind::all:
            case Formula::Kind::any: break;
        }
        std::string parts = f->kind == Formula::Kind::all ? "(and true" : "(or false";
        for (const FormulaPtr& part : f->parts) parts += " " + text(part);
        return parts + ")";
    }
    std::string declarations() const {
        std::string all;
        for (const auto& [monomial, name] : names_) all += fmt::format("(declare-const {} Int)\n", name);
        return all;
    }

  private:
    std::map<Monomial, std::string> names_;
};

}  // namespace

std::string smt_script(const std::vector<FormulaPtr>& entries) {
    Unknowns unknowns;
    std::string assertions;
    for (const FormulaPtr& f : entries) assertions += "(assert " + unknowns.text(f) + ")\n";
    return "(set-logic QF_LIA)\n" + unknowns.declarations() + assertions + "(check-sat)\n";
}

}  // namespace bouton::kernel
