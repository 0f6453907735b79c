#include "proofs/goals/ground.hpp"

#include "lang/print.hpp"
#include "proofs/goals/linear_instances.hpp"
#include "proofs/goals/matching.hpp"

#include <algorithm>

namespace bouton::proofs {

namespace {

constexpr std::size_t kMostTries = 20000;   // choices of values in one round
constexpr std::size_t kMostEntries = 4000;  // beyond that no solver gets through
constexpr std::size_t kMostAtoms = 40000;
constexpr std::size_t kMostCongruences = 20;  // at a time
constexpr std::size_t kMostLinear = 200;      // values for the linear variables of one formula
constexpr int kValueOrigin = -2;  // of variables that stand for a value: compared with grundy(...), never an argument

std::vector<Poly> values_in(const std::vector<AtomId>& variables, const Substitution& s) {
    std::vector<Poly> values;
    for (const AtomId v : variables) values.push_back(s.at(v));
    return values;
}

}  // namespace

Ground::Ground(Theorem& theorem, const Goal& goal, const Hint& hint, const Watch& watch)
    : theorem_(theorem),
      terms_(theorem.terms()),
      goal_(goal),
      hint_(hint),
      watch_(watch),
      sequent_(theorem, goal),
      maker_(terms_, theorem.reader().unknown_functions(), watch) {
    for (const auto& [function, argument] : hint.mentions) mentioned_[{function, 0}].insert(argument);
    for (int j = 0; !hint.levels.empty() && j <= 2; ++j) mentioned_[{"pow2", 0}].insert(constant(j));
    for (const Known& known : goal.known)
        if (hint.rules == Hint::Rules::at_goal && known.role == Known::Role::target)
            for_each_atom(terms_, known.formula, [&](AtomId id) { allowed_.insert(id); });
    find_places();
    const std::size_t given = sequent_.entries().size();
    for (std::size_t i = 0; i < given; ++i)
        if (wanted(i)) look_at(i, false);
    for (std::size_t i = 0; i < given; ++i) lemmas_at_places(i);
    for (const auto& [c, e] : hint.levels) {
        const std::size_t name = sequent_.names();
        if (!apply({Fact::level, 0, {c, e}}, false)) continue;
        const Poly level = Terms::of(*terms_.find_variable("#" + std::to_string(name)));
        for (int j = -1; j <= 2; ++j) mentioned_[{"pow2", 0}].insert(level + constant(j));
    }
}

void Ground::find_places() {
    for (const ScopePtr& scope : {goal_.scope, goal_.other}) {
        if (!scope) continue;
        auto here = std::make_shared<Scope>();
        here->parent = scope;
        const auto taken = [&](const std::string& name) {
            for (ScopePtr s = scope; s; s = s->parent)
                if (s->variables && s->names.contains(name)) return true;
            return false;
        };
        for (std::size_t i = 0; i < goal_.point.size(); ++i) {
            const std::string& name = theorem_.game().coordinates[i];
            if (!taken(name)) here->names[name].meaning.emplace().value = goal_.point[i];
        }
        places_.push_back(here);
    }
}

bool Ground::is_left_out(const Known& known) const {
    if (known.role != Known::Role::lemma) return false;
    if (!hint_.lemmas || hint_.only_lemma < 0) return !hint_.lemmas;
    const syntax::Claim& only = *theorem_.used_claims().at(static_cast<std::size_t>(hint_.only_lemma));
    return known.label != lang::full_name(only);
}

/// Is this what the use speaks of? The claim itself: the induction hypothesis.
bool Ground::is_use_of(const syntax::Use& use, const Known& known) const {
    const syntax::Claim& claim = theorem_.claim();
    if (known.role == Known::Role::hypothesis) return use.claim == claim.label || use.claim == lang::full_name(claim);
    return known.role == Known::Role::lemma && (known.label == use.claim || known.label.ends_with(" " + use.claim));
}

/// What is used at places is used there only.
bool Ground::wanted(std::size_t entry) const {
    const auto source = sequent_.source(entry);
    if (!source) return true;
    const Known& known = goal_.known[*source];
    const auto& uses = theorem_.claim().uses;
    return !is_left_out(known) && std::none_of(uses.begin(), uses.end(), [&](const syntax::Use& use) {
        return !use.at.empty() && is_use_of(use, known);
    });
}

/// using "..." at x = n - 1: that instance.
void Ground::lemmas_at_places(std::size_t entry) {
    const auto source = sequent_.source(entry);
    if (!source || is_left_out(goal_.known[*source])) return;
    for (const syntax::Use& use : theorem_.claim().uses) {
        if (use.at.empty() || !is_use_of(use, goal_.known[*source])) continue;
        for (const ScopePtr& scope : places_) {
            Step step;
            step.entry = entry;
            try {
                for (const AtomId v : Sequent::universals(sequent_.entries()[entry])) {
                    const std::string name = terms_[v].name.substr(0, terms_[v].name.find('.'));
                    const auto given =
                        std::find_if(use.at.begin(), use.at.end(), [&](const auto& at) { return at.first == name; });
                    if (given == use.at.end())
                        step.values.emplace_back();
                    else
                        step.values.emplace_back(theorem_.reader().integer(given->second, scope).value);
                }
                apply(step, false);
            } catch (const Unsupported&) {  // a place that means nothing here
            }
        }
    }
}

bool Ground::is_ground(const std::set<AtomId>& variables) const {
    return std::none_of(variables.begin(), variables.end(), [&](AtomId v) { return bound_.contains(v); });
}

bool Ground::apply(const Step& step, bool is_fact, const std::set<AtomId>& left) {
    if (sequent_.entries().size() > 3 * kMostEntries || terms_.size() > kMostAtoms) return false;
    Done done{step, sequent_.entries().size(), 0, sequent_.names(), 0};
    try {
        sequent_.apply(step);
    } catch (const Unsupported&) {
        return false;
    }
    done.entries = sequent_.entries().size() - done.first_entry;
    done.names = sequent_.names() - done.first_name;
    steps_.push_back(done);
    for (std::size_t i = 0; i < done.entries; ++i) look_at(done.first_entry + i, is_fact, left);
    return true;
}

/// `left`: variables that stay quantified because another way through the formula was taken; what they stand in is left aside.
void Ground::look_at(std::size_t entry, bool is_fact, const std::set<AtomId>& left) {
    const FormulaPtr f = sequent_.entries()[entry];
    if (!seen_.insert(key_of(f)).second) return;
    std::set<AtomId> variables;
    for (const AtomId v : Sequent::universals(f))
        if (!left.contains(v)) variables.insert(v);
    bound_.insert(variables.begin(), variables.end());
    if (collecting_) collect(f);
    if (variables.empty()) {
        ground_.push_back({entry, is_fact});
        for_each_atom(terms_, f, [&](AtomId id) {
            const Atom& atom = terms_[id];
            if (atom.kind != Atom::Kind::variable && is_ground(atom.bound)) calls_.insert(id);
        });
        return;
    }
    for (const FormulaPtr& way : ways_through(f)) {
        Rule rule;
        rule.entry = entry;
        rule.matrix = way;
        const std::set<AtomId> inside = terms_.variables(way);
        for (const AtomId v : Sequent::universals(f)) {
            if (!variables.contains(v) || !inside.contains(v)) continue;
            const bool buried =
                terms_[v].origin == kValueOrigin || is_buried(terms_, way, v) || is_value_somewhere(terms_, way, v);
            (buried ? rule.variables : rule.linear).push_back(v);
        }
        if (!rule.variables.empty() || !rule.linear.empty()) rules_.push_back(std::move(rule));
    }
}

/// The instance with these values. Other ways through the formula stay as they are.
void Ground::give(const Rule& rule, const Substitution& s) {
    Step step;
    step.entry = rule.entry;
    std::set<AtomId> left;
    for (const AtomId v : Sequent::universals(sequent_.entries()[rule.entry])) {
        const auto value = s.find(v);
        if (value == s.end()) {
            step.values.emplace_back();
            left.insert(v);
        } else {
            step.values.emplace_back(value->second);
        }
    }
    apply(step, false, left);
}

/// A linear variable is also tried where the same variable has a name already: often that is all that is needed.
void Ground::copies_of_linear(const Rule& rule, const Substitution& s) {
    std::vector<Substitution> all{s};
    for (const AtomId v : rule.linear) {
        const auto same = origins_.find(terms_[v].origin);
        if (terms_[v].origin < 0 || same == origins_.end()) return;
        std::vector<Substitution> next;
        for (const Substitution& so_far : all)
            for (const Poly& value : same->second) {
                next.push_back(so_far);
                next.back()[v] = value;
            }
        if (next.size() > 64) return;
        all = std::move(next);
    }
    for (const Substitution& values : all) give(rule, values);
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
            waiting_.push_back(id);
        }
    }
}

void Ground::collect(const FormulaPtr& f) {
    collect(f->poly);
    // What a value is compared with is a value.
    if (f->kind != Formula::Kind::all && f->kind != Formula::Kind::any && f->parts.empty())
        for (const auto& [monomial, c] : f->poly) {
            if (monomial.size() != 1 || (c != 1 && c != -1) || !is_value(terms_[monomial[0]])) continue;
            Poly rest = f->poly;
            rest.erase(monomial);
            if (is_ground(terms_.variables(rest))) values_.insert(Integer(-c) * rest);
            if (is_ground(terms_[monomial[0]].bound)) values_.insert(Terms::of(monomial[0]));
        }
    for (const FormulaPtr& part : f->parts) collect(part);
}

std::set<Poly> Ground::candidates(const FormulaPtr& matrix, AtomId v) {
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
        if (hint_.copies_first && !found.empty()) return found;
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
        if (says_value(terms_, *f, v)) found.insert(values_.begin(), values_.end());
        for (const FormulaPtr& part : f->parts) walk(part);
    };
    walk(matrix);
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
    if (ground_.size() > kMostEntries || ++tries_ > kMostTries) return;
    if (s.size() == rule.variables.size()) {
        if (rule.done.contains(values_in(rule.variables, s)) && rule.linear.empty()) return;
        const FormulaPtr matrix = terms_.substitute(rule.matrix, s);
        for (const AtomId v : rule.linear)
            if (is_buried(terms_, matrix, v)) return;
        if (strays(rule, s, matrix)) return;
        if (!rule.linear.empty()) copies_of_linear(rule, s);
        if (rule.done.insert(values_in(rule.variables, s)).second && rule.linear.empty()) give(rule, s);
        return;
    }
    // The open variable with the fewest candidates.
    const FormulaPtr matrix = s.empty() ? rule.matrix : terms_.substitute(rule.matrix, s);
    AtomId best = -1;
    std::set<Poly> choice;
    for (const AtomId v : rule.variables) {
        if (s.contains(v)) continue;
        std::set<Poly> found = candidates(matrix, v);
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

/// What functions mean, once for every call.
void Ground::value_axioms() {
    const std::vector<AtomId> due = std::move(waiting_);
    waiting_.clear();
    const syntax::Game& game = theorem_.game();
    for (const AtomId id : due) {
        const Atom atom = terms_[id];
        Step step;
        if (is_value(atom)) {
            if (hint_.rules == Hint::Rules::nowhere || game.misere || game.players) continue;
            if (hint_.rules == Hint::Rules::at_goal && !allowed_.contains(id)) continue;
            step.fact = atom.name == "G" ? Fact::value : Fact::outcome;
        } else if (atom.name == "rank" || atom.name == "seat") {
            step.fact = atom.name == "rank" ? Fact::rank : Fact::seat;
        } else if (theorem_.reader().sums().contains(atom.name)) {
            mentioned_[{atom.name, 0}].insert(Poly{});  // the empty sum, often where an induction begins
            step.fact = Fact::sum;
            step.values = {Terms::of(id)};
            apply(step, false);
            continue;
        } else {
            continue;
        }
        for (const Poly& arg : atom.args) step.values.emplace_back(arg);
        apply(step, false);
    }
}

bool Ground::round() {
    watch_.check();
    const std::size_t before = sequent_.entries().size();
    tries_ = 0;
    value_axioms();
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        Rule rule = rules_[i];  // instances may add rules
        Substitution s;
        instantiate(rule, s);
        rules_[i].done = std::move(rule.done);
    }
    return sequent_.entries().size() > before || !waiting_.empty();
}

void Ground::finish() {
    collecting_ = false;
    for (std::size_t i = 0; i < rules_.size() && ground_.size() <= kMostEntries; ++i) {
        const Rule rule = rules_[i];
        if (rule.linear.empty()) continue;
        for (const std::vector<Poly>& values : rule.done) {
            watch_.check();
            Substitution s;
            for (std::size_t k = 0; k < values.size(); ++k) s[rule.variables[k]] = values[k];
            const FormulaPtr matrix = terms_.substitute(rule.matrix, s);
            for (Substitution& linear : linear_instances(terms_, rule.linear, matrix, kMostLinear)) {
                for (const auto& [v, value] : s) linear.emplace(v, value);
                give(rule, linear);
            }
        }
    }
    facts();
    collecting_ = true;
}

void Ground::facts() {
    for (int depth = 0; depth < 2; ++depth) {
        for (; read_ < ground_.size(); ++read_) maker_.read(sequent_.entries()[ground_[read_].entry]);
        for (const auto& [fact, arguments] : maker_.make()) {
            Step step;
            step.fact = fact;
            for (const Poly& argument : arguments) step.values.emplace_back(argument);
            apply(step, true);
        }
    }
}

std::vector<std::size_t> Ground::congruences(const ValueThere& value, const std::set<AtomId>& atoms) {
    std::map<std::string, std::pair<AtomId, std::string>> first;  // by function and arguments
    const std::size_t before = sequent_.entries().size();
    std::size_t added = 0;
    collecting_ = false;
    for (const AtomId id : calls_) {
        if (!atoms.contains(id)) continue;
        const Atom& atom = terms_[id];
        const bool quotient = atom.kind == Atom::Kind::quotient && !is_constant(atom.args[1]);
        if (!quotient && (atom.kind != Atom::Kind::call || atom.args.empty() || atom.name.starts_with("pow"))) continue;
        std::string key = quotient ? "quotient" : atom.name;
        for (const Poly& arg : atom.args) key += "|" + value(arg);
        const std::string mine = value(Terms::of(id));
        const auto [at, fresh] = first.try_emplace(key, id, mine);
        if (fresh || at->second.second == mine) continue;
        if (++added > kMostCongruences) break;
        apply({Fact::congruence, 0, {Terms::of(at->second.first), Terms::of(id)}}, true);
    }
    collecting_ = true;
    std::vector<std::size_t> entries;
    for (std::size_t i = before; i < sequent_.entries().size(); ++i) entries.push_back(i);
    return entries;
}

}  // namespace bouton::proofs
