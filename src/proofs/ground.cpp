#include "proofs/ground.hpp"

#include <algorithm>
#include <optional>

namespace bouton::proofs {

namespace {

constexpr std::size_t kMostTries = 20000;  // choices of values in one round

/// Occurs v anywhere but in plain linear arithmetic?
bool is_buried(const Terms& terms, const FormulaPtr& f, AtomId v);

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

bool has_quantifier(const FormulaPtr& f) {
    return !f->variables.empty() || std::any_of(f->parts.begin(), f->parts.end(), has_quantifier);
}

/// The value of v that makes argument equal to target, if argument is v or -v and something without v.
std::optional<Poly> solved(const Terms& terms, const Poly& argument, AtomId v, const Poly& target) {
    const auto own = argument.find({v});
    if (own == argument.end() || (own->second != 1 && own->second != -1)) return std::nullopt;
    Poly rest = argument;
    rest.erase({v});
    if (terms.variables(rest).contains(v)) return std::nullopt;
    return own->second * (target - rest);
}

}  // namespace

bool Ground::is_ground(const std::set<AtomId>& variables) const {
    return std::none_of(variables.begin(), variables.end(), [&](AtomId v) { return bound_.contains(v); });
}

void Ground::define(const std::string& function, const std::string& label, Axiom axiom) {
    axioms_[function] = {label, std::move(axiom)};
}

void Ground::assume(const std::string& label, const FormulaPtr& formula) { split(label, formula, {}); }

void Ground::split(const std::string& label, const FormulaPtr& f, std::vector<AtomId> universal) {
    if (f->kind == Formula::Kind::any) {
        // A or (B and C), with quantifiers in B or C: two rules, each with fewer variables to choose
        for (std::size_t i = 0; i < f->parts.size(); ++i) {
            const FormulaPtr& part = f->parts[i];
            if (part->kind == Formula::Kind::for_all) {  // out of the disjunction
                std::vector<FormulaPtr> rest = f->parts;
                rest[i] = part->parts[0];
                universal.insert(universal.end(), part->variables.begin(), part->variables.end());
                split(label, either(std::move(rest)), std::move(universal));
                return;
            }
            if (part->kind != Formula::Kind::all || !has_quantifier(part)) continue;
            for (const FormulaPtr& conjunct : part->parts) {
                std::vector<FormulaPtr> rest = f->parts;
                rest[i] = conjunct;
                split(label, either(std::move(rest)), universal);
            }
            return;
        }
    }
    if (f->kind == Formula::Kind::all) {
        for (const FormulaPtr& part : f->parts) split(label, part, universal);
        return;
    }
    if (f->kind == Formula::Kind::for_all) {
        universal.insert(universal.end(), f->variables.begin(), f->variables.end());
        split(label, f->parts[0], std::move(universal));
        return;
    }
    if (f->kind == Formula::Kind::exists) {
        std::vector<AtomId> all = universal;
        const FormulaPtr body = strip(f, all, universal);
        if (all.size() == universal.size())
            split(label, body, std::move(universal));
        else
            add_rule(label, std::move(all), body);
        return;
    }
    std::vector<AtomId> all = universal;
    const FormulaPtr matrix = strip(f, all, universal);
    add_rule(label, std::move(all), matrix);
}

/// Quantifier-free: universal variables are added to the list, existential ones become functions of those in scope.
FormulaPtr Ground::strip(const FormulaPtr& f, std::vector<AtomId>& universal, const std::vector<AtomId>& scope) {
    switch (f->kind) {
        case Formula::Kind::for_all: {
            std::vector<AtomId> inner = scope;
            inner.insert(inner.end(), f->variables.begin(), f->variables.end());
            universal.insert(universal.end(), f->variables.begin(), f->variables.end());
            return strip(f->parts[0], universal, inner);
        }
        case Formula::Kind::exists: {
            const std::set<AtomId> inside = terms_.variables(f);
            std::vector<Poly> args;
            for (const AtomId v : scope)
                if (inside.contains(v)) args.push_back(Terms::of(v));
            Substitution s;
            for (const AtomId v : f->variables) {
                const Atom& atom = terms_[v];
                const std::string name = atom.name.substr(0, atom.name.find('.'));
                s[v] = args.empty() ? terms_.variable(name, atom.origin)
                                    : terms_.call("sk_" + name + "_" + std::to_string(skolems_++), args);
            }
            return strip(terms_.substitute(f->parts[0], s), universal, scope);
        }
        case Formula::Kind::all:
        case Formula::Kind::any: {
            std::vector<FormulaPtr> parts;
            for (const FormulaPtr& part : f->parts) parts.push_back(strip(part, universal, scope));
            return f->kind == Formula::Kind::all ? both(std::move(parts)) : either(std::move(parts));
        }
        default: return f;
    }
}

void Ground::add_rule(const std::string& label, std::vector<AtomId> universal, const FormulaPtr& matrix) {
    if (matrix->kind == Formula::Kind::all && matrix->parts.empty()) return;
    if (matrix->kind == Formula::Kind::all) {
        for (const FormulaPtr& part : matrix->parts) add_rule(label, universal, part);
        return;
    }
    const std::set<AtomId> used = terms_.variables(matrix);
    Rule rule;
    rule.label = label;
    rule.matrix = matrix;
    for (const AtomId v : universal) {
        if (!used.contains(v)) continue;
        bound_.insert(v);
        const bool value = terms_[v].origin == kValueOrigin;
        (value || is_buried(terms_, matrix, v) ? rule.variables : rule.linear).push_back(v);
    }
    if (rule.variables.empty()) {
        add_instance(label, for_all(rule.linear, matrix));
        if (rule.linear.empty()) return;
    }
    collect(matrix);
    rules_.push_back(std::move(rule));
}

/// A quantifier that may stay is also tried where the same variable has a name already: often that is all that is needed.
void Ground::instantiate_linear(const Rule& rule, const FormulaPtr& matrix) {
    std::vector<Substitution> all{{}};
    for (const AtomId v : rule.linear) {
        const auto same = origins_.find(terms_[v].origin);
        if (terms_[v].origin < 0 || same == origins_.end()) return;
        std::vector<Substitution> next;
        for (const Substitution& s : all)
            for (const Poly& value : same->second) {
                next.push_back(s);
                next.back()[v] = value;
            }
        if (next.size() > 64) return;
        all = std::move(next);
    }
    for (const Substitution& s : all) add_instance(rule.label, terms_.substitute(matrix, s));
}

void Ground::add_instance(const std::string& label, const FormulaPtr& f) {
    if (f->kind == Formula::Kind::all && f->parts.empty()) return;
    if (!seen_.insert(key_of(f)).second) return;
    instances_.push_back({label, f});
    collect(f);
}

/// Where the multiples of a divisor are kept that are next to a term.
std::string Ground::quotient_by(const Poly& divisor) const { return "quotient by " + terms_.text(divisor); }

void Ground::collect(const Poly& p) {
    for (const auto& [monomial, c] : p) {
        if (monomial.size() == 2)
            for (std::size_t i = 0; i < 2; ++i)
                if (is_ground(terms_[monomial[0]].bound) && is_ground(terms_[monomial[1]].bound))
                    factors_[monomial[i]].insert(Terms::of(monomial[1 - i]));
        for (const AtomId id : monomial) {
            const Atom& atom = terms_[id];
            if (collected_.contains(id)) continue;
            for (const Poly& arg : atom.args) collect(arg);
            if (atom.condition) collect(atom.condition);
            if (!is_ground(atom.bound)) continue;
            collected_.insert(id);
            if (atom.kind == Atom::Kind::variable && atom.origin >= 0) origins_[atom.origin].insert(Terms::of(id));
            if (atom.kind == Atom::Kind::quotient)
                pool_[{quotient_by(atom.args[1]), 0}].insert(atom.args[1] * Terms::of(id));
            if (atom.kind != Atom::Kind::call) continue;
            for (std::size_t i = 0; i < atom.args.size(); ++i) pool_[{atom.name, i}].insert(atom.args[i]);
            if (atom.name == "log2" || atom.name == "twos") pool_[{"pow2", 0}].insert(Terms::of(id));
            if (axioms_.contains(atom.name)) waiting_.push_back(id);
        }
    }
}

void Ground::collect(const FormulaPtr& f) {
    collect(f->poly);
    // What a value is compared with is a value.
    if (f->kind != Formula::Kind::all && f->kind != Formula::Kind::any && f->parts.empty())
        for (const auto& [monomial, c] : f->poly) {
            if (monomial.size() != 1 || (c != 1 && c != -1)) continue;
            const Atom& atom = terms_[monomial[0]];
            if (atom.kind != Atom::Kind::call || (atom.name != "G" && atom.name != "O")) continue;
            Poly rest = f->poly;
            rest.erase(monomial);
            if (is_ground(terms_.variables(rest))) values_.insert(Integer(-c) * rest);
            if (is_ground(atom.bound)) values_.insert(Terms::of(monomial[0]));
        }
    for (const FormulaPtr& part : f->parts) collect(part);
}

std::set<Poly> Ground::candidates(const FormulaPtr& matrix, AtomId v, const Substitution& s) {
    std::set<Poly> found;
    const Atom& self = terms_[v];
    if (self.origin == kValueOrigin) {
        found = values_;
        found.insert(Poly{});
        return found;
    }
    if (self.origin >= 0) {
        const auto same = origins_.find(self.origin);
        if (same != origins_.end()) found = same->second;
        if (copies_first && !found.empty()) return found;
    }
    const auto known = [&](const Poly& p) {  // nothing in it but v is still open
        for (const AtomId u : terms_.variables(p))
            if (u != v && bound_.contains(u)) return false;
        return true;
    };
    const std::function<void(const Poly&)> look = [&](const Poly& p) {
        for (const auto& [monomial, c] : p) {
            if (monomial.size() == 2)
                for (std::size_t i = 0; i < 2; ++i) {
                    if (monomial[i] != v || !is_ground(terms_[monomial[1 - i]].bound)) continue;
                    const auto partners = factors_.find(monomial[1 - i]);
                    if (partners != factors_.end()) found.insert(partners->second.begin(), partners->second.end());
                }
            for (const AtomId id : monomial) {
                const Atom& atom = terms_[id];
                if (!atom.bound.contains(v)) continue;
                for (const Poly& arg : atom.args) look(arg);
                if (atom.kind == Atom::Kind::quotient && known(atom.args[0]) &&
                    is_ground(terms_.variables(atom.args[1])))
                    for (const Poly& multiple : pool_[{quotient_by(atom.args[1]), 0}])
                        for (const Poly& remainder : mentioned_[{"remainder", 0}])
                            if (const auto value = solved(terms_, atom.args[0], v, multiple + remainder))
                                found.insert(*value);
                if (atom.kind != Atom::Kind::call) continue;
                for (std::size_t i = 0; i < atom.args.size(); ++i) {
                    if (!known(atom.args[i])) continue;
                    for (const Pool* pool : {&pool_, &mentioned_}) {
                        const auto terms = pool->find({atom.name, i});
                        if (terms == pool->end()) continue;
                        for (const Poly& target : terms->second)
                            if (const auto value = solved(terms_, atom.args[i], v, target)) found.insert(*value);
                    }
                }
            }
        }
    };
    const std::function<void(const FormulaPtr&)> walk = [&](const FormulaPtr& f) {
        look(f->poly);
        if ((f->kind == Formula::Kind::zero || f->kind == Formula::Kind::not_zero) && f->poly.size() == 2 &&
            f->poly.contains({v}))  // equal to a value: a value itself
            for (const auto& [monomial, c] : f->poly)
                if (monomial.size() == 1 && terms_[monomial[0]].kind == Atom::Kind::call &&
                    (terms_[monomial[0]].name == "G" || terms_[monomial[0]].name == "O"))
                    found.insert(values_.begin(), values_.end());
        for (const FormulaPtr& part : f->parts) walk(part);
    };
    walk(matrix);
    (void)s;
    return found;
}

/// Would the instance bring in a power unlike all that are there? Each costs facts with every other one. Values that the variables'
/// own copies have are welcome all the same.
bool Ground::strays(const Rule& rule, const Substitution& s, const FormulaPtr& matrix) const {
    const bool copies = std::all_of(rule.variables.begin(), rule.variables.end(), [&](AtomId v) {
        const auto same = origins_.find(terms_[v].origin);
        return terms_[v].origin >= 0 && same != origins_.end() && same->second.contains(s.at(v));
    });
    if (copies) return false;
    bool stray = false;
    for_each_atom(terms_, matrix, [&](AtomId id) {
        const Atom& atom = terms_[id];
        if (stray || atom.kind != Atom::Kind::call || !atom.name.starts_with("pow") || collected_.contains(id)) return;
        bool near = false;
        for (const Pool* pool : {&pool_, &mentioned_}) {
            const auto known = pool->find({atom.name, 0});
            if (known == pool->end()) continue;
            for (const Poly& e : known->second) {
                const Poly gap = atom.args[0] - e;
                near = near || (is_constant(gap) && abs(constant_part(gap)) <= 2);
            }
        }
        stray = !near;
    });
    return stray;
}

void Ground::instantiate(Rule& rule, Substitution& s) {
    if (instances_.size() > most || terms_.size() > 40000 || ++tries_ > kMostTries) return;
    if (s.size() == rule.variables.size()) {
        std::vector<Poly> values;
        for (const AtomId v : rule.variables) values.push_back(s[v]);
        const FormulaPtr matrix = terms_.substitute(rule.matrix, s);
        for (const AtomId v : rule.linear)
            if (is_buried(terms_, matrix, v)) return;
        if (strays(rule, s, matrix)) return;
        if (!rule.linear.empty()) instantiate_linear(rule, matrix);
        if (rule.done.insert(values).second) add_instance(rule.label, for_all(rule.linear, matrix));
        return;
    }
    // The open variable with the fewest candidates.
    const FormulaPtr matrix = s.empty() ? rule.matrix : terms_.substitute(rule.matrix, s);
    AtomId best = -1;
    std::set<Poly> choice;
    for (const AtomId v : rule.variables) {
        if (s.contains(v)) continue;
        std::set<Poly> found = candidates(matrix, v, s);
        if (found.empty()) continue;
        if (best < 0 || found.size() < choice.size()) {
            best = v;
            choice = std::move(found);
        }
    }
    if (best < 0) return;
    for (const Poly& value : choice) {
        s[best] = value;
        instantiate(rule, s);
        s.erase(best);
    }
}

bool Ground::round() {
    const std::size_t before = instances_.size();
    tries_ = 0;
    const std::size_t rules_before = rules_.size();
    const std::vector<AtomId> due = std::move(waiting_);
    waiting_.clear();
    for (const AtomId id : due) {
        const Atom& atom = terms_[id];
        if (limited_ && (atom.name == "G" || atom.name == "O") && !allowed_.contains(id)) continue;
        const auto& [label, axiom] = axioms_.at(atom.name);
        assume(label, axiom(atom));
    }
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        Rule rule = rules_[i];  // instances may add rules
        Substitution s;
        instantiate(rule, s);
        rules_[i].done = std::move(rule.done);
    }
    return instances_.size() > before || rules_.size() > rules_before || !waiting_.empty();
}

}  // namespace bouton::proofs
