// Hints: between which powers of 2 a position lies.
#include "proofs/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::proofs {

namespace {

/// Which sums of multiples of the coordinates are looked at: each alone, two of them without a common variable, all.
std::vector<std::vector<Integer>> combinations(const std::vector<Poly>& element, const std::vector<AtomId>& variables) {
    std::vector<std::vector<Integer>> combos;
    const std::size_t n = element.size();
    for (std::size_t i = 0; i < n; ++i) {
        combos.emplace_back(n, 0);
        combos.back()[i] = 1;
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (const AtomId v : variables) {
                const auto a = element[i].find({v}), b = element[j].find({v});
                if (a == element[i].end() || b == element[j].end()) continue;
                for (int sign = -1; sign <= 1; sign += 2) {
                    combos.emplace_back(n, 0);
                    combos.back()[i] = sign * b->second;
                    combos.back()[j] = -sign * a->second;
                }
            }
    combos.emplace_back(n, 1);
    return combos;
}

}  // namespace

/// From the elements of families with powers of 2.
void Conditions::find_scales(const std::vector<Poly>& element, const std::vector<AtomId>& variables,
                             const std::vector<Poly>& position, std::vector<Scale>& scales) const {
    const auto add_scale = [&](const Poly& e, const Poly& c) {
        if (is_constant(c) && constant_part(c) < 1) return;
        for (const Scale& s : scales)
            if (s.e == e && s.c == c) return;
        scales.push_back({e, c});
    };
    std::set<AtomId> powers;
    for (const Poly& p : element)
        for (const auto& [monomial, c] : p)
            for (const AtomId id : monomial)
                if (terms_[id].kind == Atom::Kind::call && terms_[id].name == "pow2") powers.insert(id);
    for (const auto& combo : combinations(element, variables)) {
        Poly total, e;
        for (std::size_t i = 0; i < element.size(); ++i) {
            total = std::move(total) + combo[i] * element[i];
            e = std::move(e) + combo[i] * position[i];
        }
        for (const AtomId p : powers) {
            Poly c;
            for (const auto& [monomial, k] : total) {
                const auto found = std::find(monomial.begin(), monomial.end(), p);
                if (found == monomial.end()) continue;
                Monomial rest = monomial;
                rest.erase(rest.begin() + (found - monomial.begin()));
                c[rest] = k;
            }
            if (!c.empty()) add_scale(e - constant(constant_part(total)), c);
        }
    }
}

void Conditions::find_scales(const Positions& set, const std::vector<Poly>& position, const Env& env,
                             std::vector<Scale>& scales) {
    if (set->kind == PositionSet::Kind::named) {
        Env inner = env;
        for (std::size_t i = 0; i < set->slots.size(); ++i) inner[set->slots[i]] = reader_.term(set->element[i], env);
        return find_scales(set->parts[0], position, inner, scales);
    }
    for (const Positions& part : set->parts) find_scales(part, position, env, scales);
    if (set->kind != PositionSet::Kind::family) return;
    for (const auto& choice : reader_.choices(*set->loop, env)) {
        std::vector<Poly> element;
        for (const Expr& e : set->element) element.push_back(reader_.term(e, choice.env));
        find_scales(element, choice.variables, position, scales);
    }
}

Condition::Hint Conditions::bracket(const std::vector<Scale>& scales) {
    Condition::Hint h;
    for (const Scale& s : scales) {
        const Poly l = terms_.variable("level");
        const Poly p = s.c * terms_.power(2, l);
        h.text += (h.text.empty() ? "" : ", ") +
                  fmt::format("{} between {} and its double", terms_.text(s.e), terms_.text(p));
        h.assumptions.push_back(
            {"bracket", implies(both({at_most(constant(1), s.c), at_most(s.c, s.e)}),
                                both({at_most({}, l), at_most(p, s.e), less(s.e, Integer(2) * p)}))});
        for (int j = -1; j <= 2; ++j) h.exponents.push_back(l + constant(j));
    }
    for (int j = 0; j <= 2; ++j) h.exponents.push_back(constant(j));
    return h;
}

std::vector<Condition::Hint> Conditions::brackets(const Positions& set, const std::vector<Poly>& position,
                                                  const Env& env) {
    std::vector<Scale> scales;
    find_scales(set, position, env, scales);
    std::vector<Scale> given;
    const Env here = with_position(env, position);
    for (const Expr& e : claim_.scales) {
        std::set<Poly> bases{constant(1)};
        for (const Scale& s : scales) bases.insert(s.c);
        for (const Poly& c : bases) given.push_back({reader_.term(e, here), c});
    }
    std::vector<Condition::Hint> hints;
    if (!given.empty()) hints.push_back(bracket(given));
    for (const Scale& s : scales) hints.push_back(bracket({s}));
    if (hints.empty()) hints.push_back({});
    return hints;
}

}  // namespace bouton::proofs
