// Hints: between which powers of 2 a position lies.
#include "proofs/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::proofs {

std::vector<Condition::Hint> Conditions::brackets(const Positions& set, const std::vector<Poly>& position,
                                                  const Env& env) {
    struct Scale {
        Poly e, c;
    };
    std::vector<Scale> scales;
    const auto add_scale = [&](const Poly& e, const Poly& c) {
        if (is_constant(c) && constant_part(c) < 1) return;
        for (const Scale& s : scales)
            if (s.e == e && s.c == c) return;
        scales.push_back({e, c});
    };
    const std::function<void(const Positions&, const Env&)> walk = [&](const Positions& s, const Env& at) {
        if (s->kind == PositionSet::Kind::named) {
            Env inner = at;
            for (std::size_t i = 0; i < s->slots.size(); ++i) inner[s->slots[i]] = reader_.term(s->element[i], at);
            walk(s->parts[0], inner);
            return;
        }
        for (const Positions& part : s->parts) walk(part, at);
        if (s->kind != PositionSet::Kind::family) return;
        for (const auto& choice : reader_.choices(*s->loop, at)) {
            std::vector<Poly> element;
            for (const Expr& e : s->element) element.push_back(reader_.term(e, choice.env));
            std::set<AtomId> powers;
            for (const Poly& p : element)
                for (const auto& [monomial, c] : p)
                    for (const AtomId id : monomial)
                        if (terms_[id].kind == Atom::Kind::call && terms_[id].name == "pow2") powers.insert(id);
            std::vector<std::vector<Integer>> combos;
            const std::size_t n = element.size();
            for (std::size_t i = 0; i < n; ++i) {
                combos.emplace_back(n, 0);
                combos.back()[i] = 1;
            }
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = i + 1; j < n; ++j)
                    for (const AtomId v : choice.variables) {
                        const auto a = element[i].find({v}), b = element[j].find({v});
                        if (a == element[i].end() || b == element[j].end()) continue;
                        for (int sign = -1; sign <= 1; sign += 2) {
                            combos.emplace_back(n, 0);
                            combos.back()[i] = sign * b->second;
                            combos.back()[j] = -sign * a->second;
                        }
                    }
            combos.emplace_back(n, 1);
            for (const auto& combo : combos) {
                Poly total, e;
                for (std::size_t i = 0; i < n; ++i) {
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
    };
    walk(set, env);
    std::vector<Scale> given;
    const Env here = with_position(env, position);
    for (const Expr& e : claim_.scales) {
        std::set<Poly> bases{constant(1)};
        for (const Scale& s : scales) bases.insert(s.c);
        for (const Poly& c : bases) given.push_back({reader_.term(e, here), c});
    }
    std::vector<Condition::Hint> hints;
    const auto hint = [&](const std::vector<Scale>& used) {
        Condition::Hint h;
        for (const Scale& s : used) {
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
        hints.push_back(std::move(h));
    };
    if (!given.empty()) hint(given);
    for (const Scale& s : scales) hint({s});
    if (hints.empty()) hints.push_back({});
    return hints;
}

}  // namespace bouton::proofs
