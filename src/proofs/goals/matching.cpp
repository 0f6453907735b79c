#include "proofs/goals/matching.hpp"

#include <algorithm>

namespace bouton::proofs {

namespace {

constexpr std::size_t kMostWays = 64;  // through one formula

}  // namespace

bool is_buried(const Terms& terms, const Poly& p, AtomId v) {
    for (const auto& [monomial, c] : p) {
        std::size_t with = 0;
        for (const AtomId id : monomial) {
            const Atom& atom = terms[id];
            if (!atom.bound.contains(v)) continue;
            ++with;
            switch (atom.kind) {
                case Atom::Kind::variable: break;
                case Atom::Kind::call: return true;
                case Atom::Kind::quotient:
                    if (!is_constant(atom.args[1]) || is_buried(terms, atom.args[0], v)) return true;
                    break;
                case Atom::Kind::choose:
                    if (is_buried(terms, atom.args[0], v) || is_buried(terms, atom.args[1], v) ||
                        is_buried(terms, atom.condition, v))
                        return true;
            }
        }
        if (with > 0 && monomial.size() > 1) return true;
    }
    return false;
}

bool is_buried(const Terms& terms, const FormulaPtr& f, AtomId v) {
    if (is_buried(terms, f->poly, v)) return true;
    return std::any_of(f->parts.begin(), f->parts.end(),
                       [&](const FormulaPtr& part) { return is_buried(terms, part, v); });
}

std::optional<Poly> solved(const Terms& terms, const Poly& argument, AtomId v, const Poly& target) {
    const auto own = argument.find({v});
    if (own == argument.end() || (own->second != 1 && own->second != -1)) return std::nullopt;
    Poly rest = argument;
    rest.erase({v});
    if (terms.variables(rest).contains(v)) return std::nullopt;
    return own->second * (target - rest);
}

bool is_value(const Atom& atom) { return atom.kind == Atom::Kind::call && (atom.name == "G" || atom.name == "O"); }

bool says_value(const Terms& terms, const Formula& f, AtomId v) {
    if ((f.kind != Formula::Kind::zero && f.kind != Formula::Kind::not_zero) || f.poly.size() != 2 ||
        !f.poly.contains({v}))
        return false;
    return std::any_of(f.poly.begin(), f.poly.end(),
                       [&](const auto& part) { return part.first.size() == 1 && is_value(terms[part.first[0]]); });
}

bool is_value_somewhere(const Terms& terms, const FormulaPtr& f, AtomId v) {
    return says_value(terms, *f, v) || std::any_of(f->parts.begin(), f->parts.end(), [&](const FormulaPtr& part) {
               return is_value_somewhere(terms, part, v);
           });
}

std::vector<FormulaPtr> ways_through(const FormulaPtr& f) {
    if (f->kind == Formula::Kind::for_all) return ways_through(f->parts[0]);
    if (f->kind == Formula::Kind::all) {
        if (Sequent::universals(f).empty()) return {f};
        std::vector<FormulaPtr> all;
        for (const FormulaPtr& part : f->parts)
            for (const FormulaPtr& way : ways_through(part))
                if (all.size() < kMostWays) all.push_back(way);
        return all;
    }
    if (f->kind != Formula::Kind::any) return {f};
    std::vector<FormulaPtr> all{falsity()};
    for (const FormulaPtr& part : f->parts) {
        std::vector<FormulaPtr> next;
        for (const FormulaPtr& way : ways_through(part))
            for (const FormulaPtr& so_far : all)
                if (next.size() < kMostWays) next.push_back(either({so_far, way}));
        all = std::move(next);
    }
    return all;
}

}  // namespace bouton::proofs
