#include "proofs/goals/fact_maker.hpp"

#include <algorithm>

namespace bouton::proofs {

namespace {

constexpr int kSmallExponents = 4;         // the first powers are written out
constexpr std::size_t kFewPartners = 8;    // of a factor: more combinations of them are tried
constexpr std::size_t kMostFacts = 12000;  // beyond that no solver gets through: no more products

}  // namespace

void FactMaker::say(Fact fact, std::vector<Poly> arguments) {
    std::pair<Fact, std::vector<Poly>> one{fact, std::move(arguments)};
    if (said_.insert(one).second) out_.push_back(std::move(one));
}

void FactMaker::read(const FormulaPtr& f) {
    if (!f->variables.empty()) return;
    read(f->poly);
    for (const FormulaPtr& part : f->parts) read(part);
}

void FactMaker::read(const Poly& p) {
    for (const auto& [monomial, c] : p) {
        if (monomial.size() == 2) monomials_.insert({monomial[0], monomial[1]});
        for (const AtomId id : monomial) {
            if (!known_.insert(id).second) continue;
            const Atom& atom = terms_[id];
            for (const Poly& arg : atom.args) read(arg);
            if (atom.condition) read(atom.condition);
            fresh_.push_back(id);
        }
    }
}

std::vector<std::pair<Fact, std::vector<Poly>>> FactMaker::make() {
    out_.clear();
    std::vector<AtomId> fresh;
    fresh.swap(fresh_);
    for (const AtomId id : fresh) {
        watch_.check();
        about(id);
    }
    odd_parts();
    products();
    return out_;
}

bool FactMaker::is_power(AtomId id) const {
    return terms_[id].kind == Atom::Kind::call && terms_[id].name.starts_with("pow");
}

void FactMaker::about(AtomId id) {
    const Atom& atom = terms_[id];
    switch (atom.kind) {
        case Atom::Kind::variable: return;
        case Atom::Kind::choose: return say(Fact::choice, {Terms::of(id)});
        case Atom::Kind::quotient:
            say(Fact::quotient, {atom.args[0], atom.args[1]});
            if (is_constant(atom.args[1])) return;
            divisors_.insert(atom.args[1]);
            quotients_[atom.args[1]].insert(id);
            return;
        case Atom::Kind::call: break;
    }
    if (unknown_.contains(atom.name)) say(Fact::natural, {Terms::of(id)});
    if (is_power(id)) power(id, std::stoi(atom.name.substr(3)));
    if (atom.name == "log2") say(Fact::logarithm, atom.args);
    if (atom.name == "twos") say(Fact::odd_part, atom.args);
}

/// n = 2^e + 2 * 2^e * h: then 2 divides n just e times.
void FactMaker::odd_parts() {
    for (const AtomId id : known_) {
        const Atom& atom = terms_[id];
        if (atom.kind != Atom::Kind::call || atom.name != "twos") continue;
        for (const auto& [a, b] : monomials_)
            for (int side = 0; side < 2; ++side) {
                const AtomId p = side ? a : b, h = side ? b : a;
                if (is_power(p) && terms_[p].name == "pow2")
                    say(Fact::odd_part_of, {atom.args[0], terms_[p].args[0], Terms::of(h)});
            }
    }
}

void FactMaker::power(AtomId id, int base) {
    const Poly b = constant(base), e = terms_[id].args[0];
    say(Fact::power_above, {b, e});
    for (int j = 0; j < kSmallExponents; ++j) {
        say(Fact::power_small, {b, e, constant(j)});
        if (j > 0) say(Fact::power_multiple, {b, e, constant(j)});
    }
    say(Fact::power_from, {b, e, constant(kSmallExponents)});
    for (const AtomId other : powers_[base]) {
        const Poly& f = terms_[other].args[0];
        for (const auto& [n, m] : {std::pair(e, f), std::pair(f, e)})
            for (const Fact fact : {Fact::powers_same, Fact::powers_next, Fact::powers_far}) say(fact, {b, n, m});
    }
    powers_[base].push_back(id);
}

/// Every factor with what it is multiplied with: from products, and divisors with their quotients.
std::map<Poly, std::set<AtomId>> FactMaker::factors() const {
    std::map<Poly, std::set<AtomId>> partners;
    for (const auto& [a, b] : monomials_) {
        partners[Terms::of(a)].insert(b);
        partners[Terms::of(b)].insert(a);
    }
    for (const Poly& d : divisors_) {
        const std::set<AtomId>& quotients = quotients_.at(d);
        if (d.size() == 1 && d.begin()->first.size() == 1) {  // a multiple of one atom
            partners[Terms::of(d.begin()->first[0])].insert(quotients.begin(), quotients.end());
            continue;
        }
        std::set<AtomId>& mine = partners[d];
        mine.insert(quotients.begin(), quotients.end());
        // and whatever multiplies each of its atoms
        std::set<AtomId> common;
        bool first = true;
        for (const auto& [monomial, c] : d) {
            if (monomial.size() != 1) continue;
            std::set<AtomId> here, still;
            for (const auto& [a, b] : monomials_) {
                if (a == monomial[0]) here.insert(b);
                if (b == monomial[0]) here.insert(a);
            }
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
    return partners;
}

/// The partners and their differences.
std::vector<Poly> FactMaker::forms_of(const std::set<AtomId>& partners) const {
    std::vector<Poly> forms;
    const std::vector<AtomId> atoms(partners.begin(), partners.end());
    const bool few = atoms.size() <= kFewPartners;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
        if (forms.size() > kMostFacts) break;
        const Poly a = Terms::of(atoms[i]);
        forms.push_back(a);
        for (std::size_t j = 0; j < atoms.size(); ++j) {
            if (i == j) continue;
            const Poly b = Terms::of(atoms[j]);
            if (i < j) forms.push_back(a - b);
            if (i < j && few) forms.push_back(a + b);
            if (is_power(atoms[i]) && is_power(atoms[j])) {
                forms.push_back(a - Integer(2) * b);
                forms.push_back(a - Integer(4) * b);
            }
            if (!few) continue;
            for (std::size_t k = j + 1; k < atoms.size(); ++k)
                if (k != i) forms.push_back(a - b - Terms::of(atoms[k]));
        }
    }
    return forms;
}

/// u >= 0 and v >= 0 make u*v >= 0: for every factor, with the differences of what it is multiplied with.
void FactMaker::products() {
    for (const auto& [d, set] : factors())
        for (const Poly& form : forms_of(set))
            for (int c = -2; c <= 2; ++c) {
                if (said_.size() > kMostFacts) return;
                const Poly l = form + constant(c);
                say(Fact::product, {d, l});
                say(Fact::product, {d, Integer(-1) * l});
            }
}

}  // namespace bouton::proofs
