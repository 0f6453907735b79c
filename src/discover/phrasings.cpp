// The same law in other words. The prover reads a statement as it is written; where it gives up on one, it may get through another.
#include "discover/cases.hpp"
#include "discover/scaffolds.hpp"
#include "discover/template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace bouton::discover {

namespace {

bool named_coordinates(const Sample& sample) { return sample.rules().piles < 0; }

/// { outcome = P } = { condition }, or for s >= 0: { grundy = s } = { formula = s }.
std::vector<Phrasing> as_sets(const Sample& sample, const Guess& guess) {
    if (!guess.expression || !named_coordinates(sample) || guess.kind == Kind::recursion) return {};
    Phrasing sets;
    sets.name = "sets";
    const std::string e = text(guess.expression);
    if (sample.outcomes()) {
        sets.statement = fmt::format("{{ {} }} = {{ {} }}", sample.zero(), e);
    } else {
        if (std::find(sample.coordinates.begin(), sample.coordinates.end(), "s") != sample.coordinates.end()) return {};
        sets.variables = "s >= 0";
        sets.statement = fmt::format("{{ {} = s }} = {{ ({}) = s }}", sample.value_word(), e);
    }
    return {sets};
}

void find_moduli(const ExpressionPtr& e, std::map<std::int32_t, std::set<Number>>& moduli) {
    if (e->operation == Operation::modulo && e->parts[0]->operation == Operation::leaf)
        moduli[e->parts[0]->number].insert(e->number);
    for (const ExpressionPtr& part : e->parts) find_moduli(part, moduli);
}

ExpressionPtr with_remainders(const ExpressionPtr& e, const std::map<std::int32_t, Number>& modulus,
                              const std::map<std::int32_t, std::string>& name) {
    const auto found = e->operation == Operation::leaf ? modulus.find(e->number)
                       : !e->parts.empty() && e->parts[0]->operation == Operation::leaf
                           ? modulus.find(e->parts[0]->number)
                           : modulus.end();
    if (found != modulus.end()) {
        const std::string& x = name.at(found->first);
        const ExpressionPtr q = leaf(-1, "q_" + x), r = leaf(-1, "r_" + x);
        if (e->operation == Operation::modulo && e->number == found->second) return r;
        if (e->operation == Operation::divide && e->number == found->second) return q;
        if (e->operation == Operation::leaf)
            return node(Operation::add, {node(Operation::times, {q}, found->second), r});
    }
    std::vector<ExpressionPtr> parts;
    for (const ExpressionPtr& part : e->parts) parts.push_back(with_remainders(part, modulus, name));
    return std::make_shared<Expression>(Expression{e->operation, e->number, e->text, std::move(parts)});
}

/// { grundy = s } = { (m*q + r, ...) for ... if formula = s }: coordinates under mod are written out, which the prover by digits can read.
std::vector<Phrasing> with_remainders(const Sample& sample, const Guess& guess) {
    if (!guess.expression || sample.outcomes() || guess.kind == Kind::recursion || !sample.domain.empty()) return {};
    std::map<std::int32_t, std::set<Number>> moduli;
    find_moduli(guess.expression, moduli);
    if (moduli.empty()) return {};
    std::map<std::int32_t, Number> modulus;
    std::map<std::int32_t, std::string> name;
    std::string loops, element;
    for (std::size_t d = 0; d < sample.dimension(); ++d) {
        const auto index = static_cast<std::int32_t>(d);  // coordinates are the first leaves
        const std::string& x = sample.coordinates[d];
        const auto found = moduli.find(index);
        loops += loops.empty() ? "" : ", ";
        element += element.empty() ? "" : ", ";
        if (found == moduli.end()) {
            loops += fmt::format("{} >= 0", x);
            element += x;
            continue;
        }
        if (found->second.size() > 1) return {};
        const Number m = *found->second.begin();
        modulus[index] = m;
        name[index] = x;
        loops += fmt::format("q_{0} >= 0, 0 <= r_{0} <= {1}", x, m - 1);
        element += fmt::format("{0}*q_{1} + r_{1}", m, x);
    }
    Phrasing remainders;
    remainders.name = "remainders";
    remainders.variables = "s >= 0";
    remainders.statement = fmt::format("{{ {} = s }} = {{ ({}) for {} if ({}) = s }}", sample.value_word(), element,
                                       loops, text(with_remainders(guess.expression, modulus, name)));
    return {remainders};
}

/// Case by case, with neither min nor sums under mod.
std::vector<Phrasing> as_cases(const Sample& sample, const Guess& guess) {
    if (!guess.expression) return {};
    std::vector<ExpressionPtr> coordinates;
    for (std::size_t d = 0; d < sample.dimension(); ++d)
        coordinates.push_back(leaf(static_cast<std::int32_t>(d), sample.coordinates[d]));
    ExpressionPtr e = by_cases(guess.expression, coordinates);
    if (!e) return {};
    Phrasing cases = guess.plain;
    cases.name = "cases";
    cases.statement = sample.outcomes()
                          ? fmt::format("outcome({}) = {} iff ({})", sample.position(),
                                        sample.rules().players > 0 ? "0" : "P", text(simplified_condition(e)))
                          : fmt::format("{}({}) = {}", sample.value_word(), sample.position(), text(e));
    return {cases};
}

}  // namespace

const std::vector<Rephrase>& rephrasings() {
    static const std::vector<Rephrase> all = {with_levels,     with_window_lemma, with_circle_lemmas,
                                              with_remainders, as_cases,          as_sets};
    return all;
}

}  // namespace bouton::discover
