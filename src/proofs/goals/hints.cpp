// Hints for the goals of a claim: powers of 2 next to the position, lemmas alone or all, places where a word's letters change.
#include "proofs/goals/hint.hpp"

#include <algorithm>

namespace bouton::proofs {

using namespace kernel;
using About = Goal::About;

namespace {

constexpr std::size_t kMostBrackets = 12;

/// e is to be compared with c times a power of 2.
using Scale = std::pair<Poly, Poly>;  // c, e

/// Equations of a quantified formula that mention its variables.
void find_equations(const Terms& terms, const FormulaPtr& f, const std::vector<AtomId>& variables,
                    std::vector<Poly>& found) {
    if (f->kind == Formula::Kind::zero || f->kind == Formula::Kind::not_zero) {
        const std::set<AtomId> inside = terms.variables(f->poly);
        if (std::any_of(variables.begin(), variables.end(), [&](AtomId v) { return inside.contains(v); }))
            found.push_back(f->poly);
    }
    for (const FormulaPtr& part : f->parts) find_equations(terms, part, variables, found);
}

/// Sums of multiples of the equations: each alone, two of them without a common variable, all.
std::vector<Poly> combinations(const std::vector<Poly>& equations, const std::vector<AtomId>& variables) {
    std::vector<Poly> combos = equations;
    for (std::size_t i = 0; i < equations.size(); ++i)
        for (std::size_t j = i + 1; j < equations.size(); ++j)
            for (const AtomId v : variables) {
                const auto a = equations[i].find({v}), b = equations[j].find({v});
                if (a == equations[i].end() || b == equations[j].end()) continue;
                for (int sign = -1; sign <= 1; sign += 2)
                    combos.push_back(Integer(sign * b->second) * equations[i] -
                                     Integer(sign * a->second) * equations[j]);
            }
    if (equations.size() > 1) {
        Poly all;
        for (const Poly& equation : equations) all = std::move(all) + equation;
        combos.push_back(all);
    }
    return combos;
}

class ScaleFinder {
  public:
    explicit ScaleFinder(const Terms& terms) : terms_(terms) {}

    void read(const FormulaPtr& f) {
        if (!f->variables.empty()) {
            std::vector<Poly> equations;
            find_equations(terms_, f->parts[0], f->variables, equations);
            if (equations.size() <= 4)
                for (const Poly& sum : combinations(equations, f->variables)) add(sum, f->variables);
        }
        for (const FormulaPtr& part : f->parts) read(part);
    }

    std::vector<Scale> scales;

  private:
    /// c * 2^n + (what else depends on the variables) - e = 0
    void add(const Poly& sum, const std::vector<AtomId>& variables) {
        const auto is_open = [&](AtomId id) {
            const auto& bound = terms_[id].bound;
            return std::any_of(variables.begin(), variables.end(), [&](AtomId v) { return bound.contains(v); });
        };
        std::map<AtomId, Poly> factors;
        Poly e;
        for (const auto& [monomial, k] : sum) {
            if (std::none_of(monomial.begin(), monomial.end(), is_open)) {
                e[monomial] = -k;
                continue;
            }
            for (std::size_t i = 0; i < monomial.size(); ++i) {
                const Atom& atom = terms_[monomial[i]];
                if (atom.kind != Atom::Kind::call || atom.name != "pow2" || !is_open(monomial[i])) continue;
                Monomial rest = monomial;
                rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
                if (std::none_of(rest.begin(), rest.end(), is_open)) factors[monomial[i]][rest] = k;
            }
        }
        for (const auto& [power, c] : factors) {
            if (is_constant(c) && constant_part(c) < 1) continue;
            const Scale scale{c, e};
            if (!is_constant(e) && std::find(scales.begin(), scales.end(), scale) == scales.end())
                scales.push_back(scale);
        }
    }

    const Terms& terms_;
};

Hint bracket(const Terms& terms, const std::vector<Scale>& scales) {
    Hint hint;
    for (const auto& [c, e] : scales)
        hint.text += (hint.text.empty() ? "" : ", ") + terms.text(e) + " between " + terms.text(c) +
                     " times a power of 2 and its double";
    hint.levels = scales;
    return hint;
}

/// One hint a scale; first those that the claim names.
std::vector<Hint> brackets(Theorem& theorem, const Goal& goal) {
    ScaleFinder finder(theorem.terms());
    for (const Known& known : goal.known)
        if (known.role == Known::Role::variables || known.role == Known::Role::target) finder.read(known.formula);
    std::vector<Hint> hints;
    auto here = std::make_shared<Scope>();
    here->parent = goal.scope;
    for (std::size_t i = 0; i < goal.point.size(); ++i)
        here->names[theorem.game().coordinates[i]].meaning.emplace().value = goal.point[i];
    std::vector<Scale> given;
    for (const syntax::Term& term : theorem.claim().scales) {
        std::set<Poly> bases{constant(1)};
        for (const Scale& scale : finder.scales) bases.insert(scale.first);
        try {
            const Poly e = theorem.reader().integer(term, here).value;
            for (const Poly& c : bases) given.emplace_back(c, e);
        } catch (const Unsupported&) {
        }
    }
    if (!given.empty()) hints.push_back(bracket(theorem.terms(), given));
    for (const Scale& scale : finder.scales)
        if (hints.size() < kMostBrackets) hints.push_back(bracket(theorem.terms(), {scale}));
    return hints;
}

/// What is used may say it all, or may be needed for another goal only.
std::vector<Hint> with_and_without_lemmas(std::vector<Hint> hints, std::size_t used) {
    if (hints.empty()) hints.emplace_back();
    if (used == 0) return hints;
    std::vector<Hint> all(3);
    all[0].text = "named sets as names";
    all[0].opaque = true;
    all[1].copies_first = true;
    for (std::size_t i = 0; used > 1 && i < used; ++i) {
        all.emplace_back();
        all.back().only_lemma = static_cast<int>(i);
        all.back().copies_first = true;
    }
    for (Hint hint : hints) {
        hint.lemmas = false;
        all.push_back(std::move(hint));
    }
    for (const Hint& hint : hints)
        if (!hint.levels.empty()) all.push_back(hint);
    return all;
}

/// Where the only run of some letter begins in a word of a used claim: a place that tells a shorter period from the real one. The used
/// claim's words are read with this claim's variables, which is a guess.
void mention_boundaries(Theorem& theorem, const Goal& goal, std::vector<Hint>& hints) {
    const syntax::Claim& claim = theorem.claim();
    if (claim.form != syntax::Claim::Form::period) return;
    const std::string value = claim.quantity == "grundy" ? "G" : "O";
    Reader& reader = theorem.reader();
    const auto mention = [&](const Poly& place) {
        for (Hint& hint : hints) hint.mentions.emplace_back(value, place);
    };
    for (const syntax::Claim* used : theorem.used_claims()) {
        try {
            if (used->form == syntax::Claim::Form::condition)  // a formula: the first heap is as good as any
                mention(claim.preperiod ? reader.integer(*claim.preperiod, goal.scope).value : Poly{});
            if (used->form != syntax::Claim::Form::repeats) continue;
            std::vector<std::pair<std::string, Poly>> runs;  // letter, first place
            const std::function<Poly(const std::vector<syntax::Word>&, Poly, bool)> walk =
                [&](const std::vector<syntax::Word>& word, Poly start, bool note) {
                    for (const syntax::Word& part : word) {
                        Poly length = constant(1);
                        if (part.group.empty()) {
                            if (note) runs.emplace_back(part.symbol, start);
                        } else {
                            length = walk(part.group, start, note) - start;
                        }
                        if (part.count) length = length * reader.integer(*part.count, goal.scope).value;
                        start = start + length;
                    }
                    return start;
                };
            walk(used->word, {}, true);
            for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
                if (std::count_if(runs.begin(), runs.end(), [&](const auto& r) { return r.first == run->first; }) > 1)
                    continue;
                for (int j = 0; j <= 1; ++j) mention(run->second - constant(j));
                break;
            }
        } catch (const Unsupported&) {
        }
    }
}

/// From few instances to many.
std::vector<Hint> ordered(const std::vector<Hint>& all, bool lean) {
    using Rules = Hint::Rules;
    std::vector<Hint> hints;
    if (lean)
        for (Hint hint : all) {
            hint.rules = Rules::nowhere;
            hint.copies_first = true;
            hints.push_back(std::move(hint));
        }
    for (const Rules rules : {Rules::nowhere, Rules::at_goal, Rules::everywhere}) {
        if (rules == Rules::nowhere && !lean) continue;
        for (Hint hint : all) {
            hint.rules = rules;
            hints.push_back(std::move(hint));
        }
    }
    return hints;
}

}  // namespace

std::vector<Hint> hints_for(Theorem& theorem, const Goal& goal) {
    const std::size_t used = theorem.used_claims().size();
    switch (goal.about) {
        case About::inside: return with_and_without_lemmas({}, used);
        case About::outside: return with_and_without_lemmas(brackets(theorem, goal), used);
        case About::values: {
            std::vector<Hint> hints(1);
            if (!goal.value.empty()) {
                hints.emplace_back();
                hints.back().mentions.emplace_back("remainder", goal.value);
            }
            return hints;
        }
        case About::statement: {
            std::vector<Hint> hints(1);
            const syntax::Claim& claim = theorem.claim();
            if (claim.form == syntax::Claim::Form::condition && claim.induction.empty())
                for (Hint& hint : brackets(theorem, goal)) hints.push_back(std::move(hint));
            mention_boundaries(theorem, goal, hints);
            return ordered(hints, used > 0);
        }
        case About::meaning: {
            std::vector<Hint> hints(3);
            hints[0].rules = hints[1].rules = Hint::Rules::nowhere;
            hints[0].lemmas = hints[2].lemmas = false;
            if (used == 0) hints.erase(hints.begin() + 1);
            return hints;
        }
        default: return std::vector<Hint>(1);
    }
}

}  // namespace bouton::proofs
