// Accepts or rejects a tree of cases. The only arithmetic here is the sum of polynomials with integer coefficients.
#include "check/proof.hpp"

#include <fmt/format.h>

namespace bouton::kernel {

void add_entries(const FormulaPtr& f, std::vector<FormulaPtr>& known) {
    if (f->kind != Formula::Kind::all) {
        known.push_back(f);
        return;
    }
    for (const FormulaPtr& part : f->parts) add_entries(part, known);
}

std::optional<std::vector<FormulaPtr>> parts_of(const FormulaPtr& f) {
    if (f->kind == Formula::Kind::any) return f->parts;
    if (f->kind != Formula::Kind::not_zero) return std::nullopt;
    return std::vector<FormulaPtr>{at_most(f->poly + constant(1), {}), at_most(constant(1) - f->poly, {})};
}

namespace {

/// The sum, as a polynomial that is at most 0 if the entries hold; nothing, with the reason, if the entries cannot be summed like this.
std::optional<Poly> total(const Sum& sum, const std::vector<FormulaPtr>& known, std::string& wrong) {
    Poly result;
    for (const auto& [entry, multiplier] : sum) {
        if (entry >= known.size()) {
            wrong = fmt::format("there is no entry {}", entry);
            return std::nullopt;
        }
        const Formula& f = *known[entry];
        const bool inequality = f.kind == Formula::Kind::at_most_zero;
        if (!inequality && f.kind != Formula::Kind::zero) {
            wrong = fmt::format("entry {} is no inequality and no equation", entry);
            return std::nullopt;
        }
        if (inequality && multiplier < 0) {
            wrong = fmt::format("the inequality {} with a negative multiplier", entry);
            return std::nullopt;
        }
        result = std::move(result) + multiplier * f.poly;
    }
    return result;
}

/// sum <= 0 divided by a positive number that divides everything but the constant, which is rounded up.
std::optional<Poly> rounded(const Poly& sum, const Integer& divisor, std::string& wrong) {
    if (divisor < 1) {
        wrong = "a division by a number that is not positive";
        return std::nullopt;
    }
    Poly result;
    for (const auto& [monomial, c] : sum) {
        const Integer q = monomial.empty() ? Integer(-arithmetic::floor_divide(Integer(-c), divisor))
                                           : arithmetic::floor_divide(c, divisor);
        if (!monomial.empty() && q * divisor != c) {
            wrong = "a division that leaves a remainder";
            return std::nullopt;
        }
        if (q != 0) result[monomial] = q;
    }
    return result;
}

std::string check(const Tree& tree, std::vector<FormulaPtr>& known, const Watch& watch) {
    watch.check();
    std::string wrong;
    switch (tree.kind) {
        case Tree::Kind::leaf: {
            const auto sum = total(tree.sum, known, wrong);
            if (!sum) return wrong;
            if (is_constant(*sum) && constant_part(*sum) > 0) return "";
            return "a leaf whose sum is no contradiction";
        }
        case Tree::Kind::cut: {
            const auto sum = total(tree.sum, known, wrong);
            if (!sum) return wrong;
            const auto cut = rounded(*sum, tree.divisor, wrong);
            if (!cut) return wrong;
            if (tree.cases.size() != 1) return "a cut goes on with one tree";
            const std::size_t size = known.size();
            known.push_back(at_most(*cut, {}));
            wrong = check(tree.cases[0], known, watch);
            known.resize(size);
            return wrong;
        }
        case Tree::Kind::split: break;
    }
    if (tree.entry >= known.size()) return fmt::format("there is no entry {}", tree.entry);
    const auto parts = parts_of(known[tree.entry]);
    if (!parts) return fmt::format("entry {} has no cases", tree.entry);
    if (parts->size() != tree.cases.size())
        return fmt::format("entry {} has {} cases, the tree {}", tree.entry, parts->size(), tree.cases.size());
    const std::size_t size = known.size();
    for (std::size_t i = 0; i < parts->size(); ++i) {
        add_entries((*parts)[i], known);
        wrong = check(tree.cases[i], known, watch);
        known.resize(size);
        if (!wrong.empty()) return wrong;
    }
    return "";
}

}  // namespace

std::string check_tree(const Tree& tree, const std::vector<FormulaPtr>& known, const Watch& watch) {
    std::vector<FormulaPtr> entries = known;
    return check(tree, entries, watch);
}

}  // namespace bouton::kernel
