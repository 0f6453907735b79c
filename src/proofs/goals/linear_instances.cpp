#include "proofs/goals/linear_instances.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace bouton::proofs {

using namespace kernel;

namespace {

constexpr std::size_t kMostCases = 400;  // of the matrix's negation
constexpr int kMostUnknowns = 12;        // quotients that become variables, on the way to one substitution

struct Problem {
    std::vector<AtomId> open;          // variables without a value
    std::vector<FormulaPtr> together;  // comparisons that hold at once
    Substitution values;               // may contain open variables
    int unknowns = 0;
};

class Instances {
  public:
    Instances(Terms& terms, const std::vector<AtomId>& vs, std::size_t most)
        : terms_(terms), vs_(vs.begin(), vs.end()), order_(vs), most_(most) {}

    void walk(std::vector<FormulaPtr> pending, std::vector<FormulaPtr> together);
    std::vector<Substitution> result;

  private:
    bool mentions(const FormulaPtr& f) const;
    bool mentions(const Poly& p, AtomId v) const { return terms_.variables(p).contains(v); }
    void solve(Problem problem);
    void finish(const Problem& problem);
    void name_quotients(Problem& problem);
    std::optional<AtomId> quotient_in(const Problem& problem) const;
    bool solve_equation(const Problem& problem, bool unit);
    void solve_bounds(const Problem& problem);
    std::vector<Poly> candidates(const Problem& problem, AtomId v, bool& is_unit);
    Integer coefficient(const Poly& p, AtomId v) const;
    void put(Problem problem, AtomId v, const Poly& value);

    Terms& terms_;
    std::set<AtomId> vs_;
    std::vector<AtomId> order_;
    std::size_t most_, cases_ = 0;
    std::set<std::string> seen_cases_, seen_;
};

bool Instances::mentions(const FormulaPtr& f) const {
    for (const AtomId v : terms_.variables(f))
        if (vs_.contains(v)) return true;
    return false;
}

/// Comparisons first: the cases are made of what remains.
void Instances::walk(std::vector<FormulaPtr> pending, std::vector<FormulaPtr> together) {
    if (result.size() >= most_ || cases_ >= kMostCases) return;
    std::vector<FormulaPtr> choices;
    for (std::size_t i = 0; i < pending.size(); ++i) {
        const FormulaPtr f = pending[i];
        switch (f->kind) {
            case Formula::Kind::all: pending.insert(pending.end(), f->parts.begin(), f->parts.end()); break;
            case Formula::Kind::any:
                if (f->parts.empty()) return;
                if (mentions(f)) choices.push_back(f);
                break;
            case Formula::Kind::for_all:
            case Formula::Kind::exists: break;
            default:
                if (mentions(f)) together.push_back(f);
        }
    }
    if (!choices.empty()) {
        const FormulaPtr choice = choices.back();
        choices.pop_back();
        for (const FormulaPtr& part : choice->parts) {
            std::vector<FormulaPtr> next = choices;
            next.push_back(part);
            walk(std::move(next), together);
        }
        return;
    }
    std::set<std::string> keys;
    for (const FormulaPtr& f : together) keys.insert(key_of(f));
    std::string key;
    for (const std::string& k : keys) key += k + "&";
    if (!seen_cases_.insert(key).second) return;
    ++cases_;
    solve({order_, std::move(together), {}, 0});
}

Integer Instances::coefficient(const Poly& p, AtomId v) const {
    const auto at = p.find({v});
    return at == p.end() ? Integer(0) : at->second;
}

/// A quotient by a number that has an open variable in it, the innermost first.
std::optional<AtomId> Instances::quotient_in(const Problem& problem) const {
    const std::set<AtomId> open(problem.open.begin(), problem.open.end());
    std::optional<AtomId> found;
    for (const FormulaPtr& f : problem.together)
        for (const auto& [monomial, c] : f->poly) {
            if (monomial.size() != 1) continue;
            const Atom& atom = terms_[monomial[0]];
            if (atom.kind != Atom::Kind::quotient || !is_constant(atom.args[1]) || constant_part(atom.args[1]) <= 0)
                continue;
            for (const AtomId v : atom.bound)
                if (open.contains(v) && (!found || monomial[0] < *found)) found = monomial[0];
        }
    return found;
}

/// q = floor(a / d) becomes an open variable with d*q <= a <= d*q + d - 1.
void Instances::name_quotients(Problem& problem) {
    while (const auto quotient = quotient_in(problem)) {
        if (++problem.unknowns > kMostUnknowns) return;
        const Poly dividend = terms_[*quotient].args[0];
        const Integer divisor = constant_part(terms_[*quotient].args[1]);
        const AtomId q = terms_.new_variable("q");
        for (FormulaPtr& f : problem.together) {
            const Integer c = coefficient(f->poly, *quotient);
            if (c == 0) continue;
            auto other = std::make_shared<Formula>(*f);
            other->poly = f->poly - c * Terms::of(*quotient) + c * Terms::of(q);
            f = other;
        }
        const Poly low = divisor * Terms::of(q);
        problem.together.push_back(at_most(low, dividend));
        problem.together.push_back(at_most(dividend, low + constant(divisor - 1)));
        problem.open.push_back(q);
    }
}

void Instances::put(Problem problem, AtomId v, const Poly& value) {
    const Substitution s{{v, value}};
    for (auto& known : problem.values) known.second = terms_.substitute(known.second, s);
    problem.values[v] = value;
    problem.open.erase(std::find(problem.open.begin(), problem.open.end(), v));
    std::vector<FormulaPtr> together;
    for (const FormulaPtr& f : problem.together) {
        FormulaPtr g = terms_.substitute(f, s);
        if (g->kind == Formula::Kind::any) return;  // the case cannot hold
        if (g->kind != Formula::Kind::all) together.push_back(std::move(g));
    }
    problem.together = std::move(together);
    solve(std::move(problem));
}

void Instances::finish(const Problem& problem) {
    Substitution values;
    std::string key;
    for (const AtomId v : order_) {
        const auto at = problem.values.find(v);
        values[v] = at == problem.values.end() ? Poly{} : at->second;
        key += key_of(equal(Terms::of(v), values[v])) + "&";
    }
    if (seen_.insert(key).second) result.push_back(std::move(values));
}

void Instances::solve(Problem problem) {
    if (result.size() >= most_) return;
    name_quotients(problem);
    if (problem.unknowns > kMostUnknowns) return;
    std::vector<AtomId> open;
    for (const AtomId v : problem.open) {
        const bool occurs = std::any_of(problem.together.begin(), problem.together.end(),
                                        [&](const FormulaPtr& f) { return mentions(f->poly, v); });
        if (occurs) {
            open.push_back(v);
            continue;
        }
        for (auto& known : problem.values) known.second = terms_.substitute(known.second, {{v, {}}});
    }
    problem.open = std::move(open);
    if (problem.open.empty()) return finish(problem);
    if (!solve_equation(problem, true) && !solve_equation(problem, false)) solve_bounds(problem);
}

/// An equation c*v + rest = 0: with |c| = 1, or without another open variable, so that none gets into a quotient.
bool Instances::solve_equation(const Problem& problem, bool unit) {
    for (const FormulaPtr& f : problem.together) {
        if (f->kind != Formula::Kind::zero) continue;
        for (const AtomId v : problem.open) {
            const Integer c = coefficient(f->poly, v);
            if (c == 0 || (unit && abs(c) != 1)) continue;
            const Poly rest = f->poly - c * Terms::of(v);
            const std::set<AtomId> in_rest = terms_.variables(rest);
            if (in_rest.contains(v)) continue;
            if (!unit && std::any_of(problem.open.begin(), problem.open.end(),
                                     [&](AtomId other) { return in_rest.contains(other); }))
                continue;
            put(problem, v, terms_.quotient(Integer(c > 0 ? -1 : 1) * rest, constant(abs(c))));
            return true;
        }
    }
    return false;
}

/// Values of which one satisfies all comparisons about v, if any number does.
std::vector<Poly> Instances::candidates(const Problem& problem, AtomId v, bool& is_unit) {
    std::vector<Poly> lower, upper, after, before;
    is_unit = true;
    for (const FormulaPtr& f : problem.together) {
        const Integer c = coefficient(f->poly, v);
        const Poly rest = f->poly - c * Terms::of(v);
        if (c == 0 || mentions(rest, v)) continue;
        is_unit = is_unit && abs(c) == 1;
        const Poly down = terms_.quotient(Integer(c > 0 ? -1 : 1) * rest, constant(abs(c)));
        const Poly up = Integer(-1) * terms_.quotient(Integer(c > 0 ? 1 : -1) * rest, constant(abs(c)));
        if (f->kind != Formula::Kind::not_zero) {
            if (c < 0 || f->kind == Formula::Kind::zero) lower.push_back(up);
            if (c > 0 || f->kind == Formula::Kind::zero) upper.push_back(down);
        } else {
            after.push_back(down + constant(1));
            before.push_back(down - constant(1));
        }
    }
    const bool from_below = !lower.empty() || upper.empty();
    std::vector<Poly> all = from_below ? lower : upper;
    const std::vector<Poly>& more = from_below ? after : before;
    all.insert(all.end(), more.begin(), more.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void Instances::solve_bounds(const Problem& problem) {
    std::optional<std::tuple<bool, std::size_t, AtomId>> best;
    std::vector<Poly> values;
    for (const AtomId v : problem.open) {
        bool is_unit = true;
        std::vector<Poly> found = candidates(problem, v, is_unit);
        if (found.empty()) continue;
        const auto rank = std::tuple{!is_unit, found.size(), v};
        if (best && *best <= rank) continue;
        best = rank;
        values = std::move(found);
    }
    if (!best) return;
    for (const Poly& value : values) put(problem, std::get<2>(*best), value);
}

}  // namespace

std::vector<Substitution> linear_instances(Terms& terms, const std::vector<AtomId>& vs, const FormulaPtr& matrix,
                                           std::size_t most) {
    Instances instances(terms, vs, most);
    instances.walk({negated(matrix)}, {});
    return std::move(instances.result);
}

}  // namespace bouton::proofs
