#include "proofs/facts.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace bouton::proofs {

namespace {

constexpr int kSmallExponents = 4;  // the first powers are written out

class FactMaker {
  public:
    FactMaker(Terms& terms, const std::set<std::string>& natural) : terms_(terms), natural_(natural) {}

    void read(const FormulaPtr& f, std::set<AtomId> bound = {}) {
        bound.insert(f->variables.begin(), f->variables.end());
        read(f->poly, bound);
        for (const FormulaPtr& part : f->parts) read(part, bound);
    }

    /// Facts about everything read since the last call.
    std::vector<Labelled> make() {
        std::vector<Labelled> out;
        const auto say = [&](const char* label, const FormulaPtr& f) {
            if (f->kind == Formula::Kind::all && f->parts.empty()) return;
            if (said_.insert(key_of(f)).second) out.push_back({label, f});
        };
        std::vector<AtomId> fresh;
        fresh.swap(fresh_);
        for (const AtomId id : fresh) about(id, say);
        odd_parts(say);
        products(say);
        return out;
    }

  private:
    template <class Say> void about(AtomId id, const Say& say) {
        const Atom& atom = terms_[id];
        const Poly self = Terms::of(id);
        if (atom.kind == Atom::Kind::quotient && !is_constant(atom.args[1])) {
            const Poly& d = atom.args[1];
            say("quotient", implies(at_most(constant(1), d),
                                    both({at_most(d * self, atom.args[0]), less(atom.args[0], d * self + d)})));
            divisors_.insert(d);
            quotients_[d].insert(id);
        }
        if (atom.kind != Atom::Kind::call) return;
        if (natural_.contains(atom.name)) say("natural", at_most({}, self));
        if (atom.name.starts_with("pow")) {
            power(id, std::stoi(atom.name.substr(3)), say);
        } else if (atom.name == "log2") {
            const Poly p = terms_.power(2, self);
            say("logarithm",
                implies(at_most(constant(1), atom.args[0]),
                        both({at_most({}, self), at_most(p, atom.args[0]), less(atom.args[0], Integer(2) * p)})));
        } else if (atom.name == "twos") {
            // n = 2^w + 2^(w+1) * floor(n / 2^(w+1))
            const Poly& n = atom.args[0];
            const Poly low = terms_.power(2, self), high = terms_.power(2, self + constant(1));
            say("odd part", implies(at_most(constant(1), n),
                                    both({at_most({}, self), equal(n, low + high * terms_.quotient(n, high)),
                                          at_most({}, terms_.quotient(n, high))})));
        }
    }

    /// n = 2^e + 2 * 2^e * h: then 2 divides n just e times.
    template <class Say> void odd_parts(const Say& say) {
        for (const AtomId id : known_) {
            const Atom& atom = terms_[id];
            if (atom.kind != Atom::Kind::call || atom.name != "twos") continue;
            for (const auto& [a, b] : monomials_)
                for (int side = 0; side < 2; ++side) {
                    const AtomId p = side ? a : b, h = side ? b : a;
                    if (!is_power(p) || terms_[p].name != "pow2") continue;
                    const Poly& e = terms_[p].args[0];
                    const Poly n = Terms::of(p) + Integer(2) * (Terms::of(p) * Terms::of(h));
                    say("odd part",
                        implies(both({at_most({}, e), at_most(constant(1), atom.args[0]), equal(atom.args[0], n)}),
                                both({equal(Terms::of(id), e),
                                      equal(terms_.quotient(atom.args[0], terms_.power(2, Terms::of(id) + constant(1))),
                                            Terms::of(h))})));
                }
        }
    }

    template <class Say> void power(AtomId id, int base, const Say& say) {
        const Poly e = terms_[id].args[0], p = Terms::of(id);
        const FormulaPtr natural = at_most({}, e);
        say("power", implies(natural, at_most(e + constant(1), p)));
        Integer value = 1;
        for (int j = 0; j < kSmallExponents; ++j) {
            say("power", implies(equal(e, constant(j)), equal(p, constant(value))));
            if (j > 0) {
                say("power", implies(at_most(constant(j), e), both({equal(terms_.remainder(p, constant(value)), {}),
                                                                    at_most(value * (e + constant(1 - j)), p)})));
            }
            value *= base;
        }
        say("power", implies(at_most(constant(kSmallExponents), e), at_most(constant(value), p)));
        for (const AtomId other : powers_[base]) {
            pair(e, p, terms_[other].args[0], Terms::of(other), base, say);
            pair(terms_[other].args[0], Terms::of(other), e, p, base, say);
        }
        powers_[base].push_back(id);
    }

    /// b^m from b^n for m > n >= 0.
    template <class Say>
    void pair(const Poly& n, const Poly& p, const Poly& m, const Poly& q, int base, const Say& say) {
        const FormulaPtr natural = at_most({}, n);
        say("powers", implies(both({natural, equal(m, n)}), equal(q, p)));
        say("powers", implies(both({natural, equal(m, n + constant(1))}), equal(q, Integer(base) * p)));
        say("powers", implies(both({natural, at_most(n + constant(2), m)}), at_most(Integer(base * base) * p, q)));
    }

    /// u >= 0 and v >= 0 make u*v >= 0: for every factor, with the differences of what it is multiplied with.
    template <class Say> void products(const Say& say) {
        std::map<Poly, std::set<AtomId>> partners;
        for (const auto& [a, b] : monomials_) {
            partners[Terms::of(a)].insert(b);
            partners[Terms::of(b)].insert(a);
        }
        for (const Poly& d : divisors_) {
            if (d.size() == 1 && d.begin()->first.size() == 1) {  // a multiple of one atom
                partners[Terms::of(d.begin()->first[0])].insert(quotients_[d].begin(), quotients_[d].end());
                continue;
            }
            std::set<AtomId>& mine = partners[d];
            mine.insert(quotients_[d].begin(), quotients_[d].end());
            // and whatever multiplies each of its atoms
            std::set<AtomId> common;
            bool first = true;
            for (const auto& [monomial, c] : d) {
                if (monomial.size() != 1) continue;
                std::set<AtomId> here;
                for (const auto& [a, b] : monomials_) {
                    if (a == monomial[0]) here.insert(b);
                    if (b == monomial[0]) here.insert(a);
                }
                std::set<AtomId> still;
                if (first)
                    still = here;
                else
                    std::set_intersection(common.begin(), common.end(), here.begin(), here.end(),
                                          std::inserter(still, still.end()));
                common = std::move(still);
                first = false;
            }
            mine.insert(common.begin(), common.end());
        }
        for (const auto& [d, set] : partners) {
            std::vector<Poly> forms;
            const std::vector<AtomId> atoms(set.begin(), set.end());
            for (std::size_t i = 0; i < atoms.size(); ++i) {
                const Poly a = Terms::of(atoms[i]);
                forms.push_back(a);
                for (std::size_t j = 0; j < atoms.size(); ++j) {
                    if (i == j) continue;
                    const Poly b = Terms::of(atoms[j]);
                    if (i < j) forms.push_back(a - b);
                    if (i < j && atoms.size() <= 8) forms.push_back(a + b);
                    if (is_power(atoms[i]) && is_power(atoms[j])) {
                        forms.push_back(a - Integer(2) * b);
                        forms.push_back(a - Integer(4) * b);
                    }
                    if (atoms.size() > 8) continue;
                    for (std::size_t k = j + 1; k < atoms.size(); ++k)
                        if (k != i) forms.push_back(a - b - Terms::of(atoms[k]));
                }
            }
            const FormulaPtr positive = at_most({}, d);
            for (const Poly& form : forms)
                for (int c = -2; c <= 2; ++c) {
                    const Poly l = form + constant(c);
                    say("product", implies(both({positive, at_most({}, l)}), at_most({}, d * l)));
                    say("product", implies(both({positive, at_most(l, {})}), at_most(d * l, {})));
                }
        }
    }

    bool is_power(AtomId id) const { return terms_[id].kind == Atom::Kind::call && terms_[id].name.starts_with("pow"); }

    void read(const Poly& p, const std::set<AtomId>& bound) {
        for (const auto& [monomial, c] : p) {
            const bool ground = std::all_of(monomial.begin(), monomial.end(), [&](AtomId id) {
                return std::none_of(terms_[id].bound.begin(), terms_[id].bound.end(),
                                    [&](AtomId v) { return bound.contains(v); });
            });
            if (ground && monomial.size() == 2) monomials_.insert({monomial[0], monomial[1]});
            for (const AtomId id : monomial) {
                const Atom& atom = terms_[id];
                for (const Poly& arg : atom.args) read(arg, bound);
                if (atom.condition) read(atom.condition, bound);
                if (ground && known_.insert(id).second) fresh_.push_back(id);
            }
        }
    }

    Terms& terms_;
    const std::set<std::string>& natural_;
    std::set<AtomId> known_;
    std::vector<AtomId> fresh_;
    std::set<std::string> said_;
    std::map<int, std::vector<AtomId>> powers_;
    std::set<Poly> divisors_;
    std::map<Poly, std::set<AtomId>> quotients_;
    std::set<std::pair<AtomId, AtomId>> monomials_;
};

}  // namespace

std::vector<Labelled> facts(Terms& terms, const std::vector<Labelled>& formulas, const std::set<std::string>& natural) {
    FactMaker maker(terms, natural);
    for (const Labelled& f : formulas) maker.read(f.formula);
    std::vector<Labelled> all;
    for (int depth = 0; depth < 2; ++depth) {
        const std::vector<Labelled> more = maker.make();
        for (const Labelled& f : more) maker.read(f.formula);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

namespace {

/// Everything that a script must declare.
class Inventory {
  public:
    Inventory(const Terms& terms, const std::vector<Labelled>& formulas) : terms_(terms) {
        for (const Labelled& f : formulas) find_bound(f.formula);
        for (const Labelled& f : formulas) read(f.formula);
    }

    bool quantified() const { return !bound_.empty(); }
    std::set<AtomId> variables;
    std::vector<AtomId> applications;  // calls and quotients without bound variables, inner ones first
    std::set<Monomial> products;
    std::map<std::string, std::size_t> functions;

  private:
    void find_bound(const FormulaPtr& f) {
        bound_.insert(f->variables.begin(), f->variables.end());
        for (const FormulaPtr& part : f->parts) find_bound(part);
    }
    void read(const FormulaPtr& f) {
        read(f->poly);
        for (const FormulaPtr& part : f->parts) read(part);
    }
    void read(const Poly& p) {
        for (const auto& term : p) {
            for (const AtomId id : term.first) read(id);
            if (term.first.size() < 2) continue;
            if (std::all_of(term.first.begin(), term.first.end(), [&](AtomId id) { return is_ground(id); }))
                products.insert(term.first);
            else
                functions["mul"] = 2;
        }
    }
    void read(AtomId id) {
        if (!seen_.insert(id).second) return;
        const Atom& atom = terms_[id];
        for (const Poly& arg : atom.args) read(arg);
        if (atom.condition) read(atom.condition);
        if (atom.kind == Atom::Kind::variable && !bound_.contains(id)) variables.insert(id);
        const bool call = atom.kind == Atom::Kind::call;
        if (!call && (atom.kind != Atom::Kind::quotient || is_constant(atom.args[1]))) return;
        if (is_ground(id))
            applications.push_back(id);
        else
            functions[call ? atom.name : "quo"] = atom.args.size();
    }
    bool is_ground(AtomId id) const {
        const auto& inside = terms_[id].bound;
        return std::none_of(inside.begin(), inside.end(), [&](AtomId v) { return bound_.contains(v); });
    }

    const Terms& terms_;
    std::set<AtomId> bound_, seen_;
};

}  // namespace

std::string script(const Terms& terms, const std::vector<Labelled>& formulas,
                   const std::vector<std::string>& comments) {
    Inventory inventory(terms, formulas);
    std::string text;
    for (const std::string& comment : comments) text += "; " + comment + "\n";
    text += fmt::format("(set-logic {})\n", inventory.quantified() ? "ALL" : "QF_UFLIA");
    for (const AtomId v : inventory.variables) text += fmt::format("(declare-fun {} () Int)\n", terms.atom_text(v));
    // Solvers decide linear arithmetic with quantifiers, but not with functions beside them: then each application is an unknown
    // number of its own, and equal arguments give equal values. Otherwise it is the function's value.
    const bool flat = inventory.quantified() && inventory.functions.empty();
    if (!flat) {
        auto functions = inventory.functions;
        for (const AtomId id : inventory.applications)
            functions[terms[id].kind == Atom::Kind::call ? terms[id].name : "quo"] = terms[id].args.size();
        if (!inventory.products.empty()) functions["mul"] = 2;
        for (const auto& [name, arity] : functions) {
            std::string sorts;
            for (std::size_t i = 0; i < arity; ++i) sorts += i ? " Int" : "Int";
            text += fmt::format("(declare-fun {} ({}) Int)\n", name, sorts);
        }
    }
    Terms::Names names;
    terms.use_names(&names);
    std::string congruence;
    std::map<std::string, std::vector<AtomId>> by_function;
    std::size_t products = 0;
    const auto introduce = [&](const std::string& name, const std::string& meaning) {
        text += flat ? fmt::format("(declare-fun {} () Int) ; {}\n", name, meaning)
                     : fmt::format("(define-fun {} () Int {})\n", name, meaning);
    };
    // Applications and products, each after what it is made of.
    std::set<Monomial> open = inventory.products;
    const auto introduce_products = [&] {
        for (auto product = open.begin(); product != open.end();) {
            const bool ready = std::all_of(product->begin(), product->end(), [&](AtomId id) {
                const bool application = terms[id].kind == Atom::Kind::call ||
                                         (terms[id].kind == Atom::Kind::quotient && !is_constant(terms[id].args[1]));
                return !application || names.atoms.contains(id);
            });
            if (!ready) {
                ++product;
                continue;
            }
            const std::string name = fmt::format("mul@{}", products++);
            introduce(name, terms.text(Poly{{*product, 1}}));
            names.products[*product] = name;
            product = open.erase(product);
        }
    };
    for (const AtomId id : inventory.applications) {
        introduce_products();
        const Atom& atom = terms[id];
        const std::string function = atom.kind == Atom::Kind::call ? atom.name : "quo";
        auto& same_function = by_function[function];
        const std::string name = fmt::format("{}@{}", function, same_function.size());
        introduce(name, terms.atom_text(id));
        if (flat)
            for (const AtomId other : same_function) {
                std::string same;
                bool never = false;
                for (std::size_t i = 0; i < atom.args.size(); ++i) {
                    const Poly gap = atom.args[i] - terms[other].args[i];
                    never = never || (is_constant(gap) && !gap.empty());
                }
                if (never) continue;
                for (std::size_t i = 0; i < atom.args.size(); ++i)
                    same += fmt::format(" (= {} {})", terms.text(atom.args[i]), terms.text(terms[other].args[i]));
                congruence += fmt::format("(assert (=> (and true{}) (= {} {})))\n", same, name, names.atoms.at(other));
            }
        names.atoms[id] = name;
        same_function.push_back(id);
    }
    introduce_products();
    std::string label;
    for (const Labelled& f : formulas) {
        if (f.label != label) text += "; " + f.label + "\n";
        label = f.label;
        text += "(assert " + terms.text(f.formula) + ")\n";
    }
    terms.use_names(nullptr);
    if (!congruence.empty()) text += "; equal arguments, equal values\n" + congruence;
    return text + "(check-sat)\n";
}

}  // namespace bouton::proofs
