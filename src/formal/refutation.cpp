#include "formal/refutation.hpp"

#include "formal/logic.hpp"
#include "formal/section.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Formula;
using kernel::Goal;
using kernel::Step;
using kernel::Substitution;
using kernel::Unsupported;
using Kind = Formula::Kind;

namespace {

/// The entries that a tree speaks of.
void mentioned(const kernel::Tree& tree, std::set<std::size_t>& found) {
    if (tree.kind == kernel::Tree::Kind::split) found.insert(tree.entry);
    for (const auto& part : tree.sum) found.insert(part.first);
    for (const kernel::Tree& part : tree.cases) mentioned(part, found);
}

std::string put(std::string text, const std::string& h) {
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + h.size()))
        text.replace(at, 1, h);
    return text;
}

bool names_something(const FormulaPtr& f) {
    if (f->kind == Kind::exists) return true;
    return (f->kind == Kind::all || f->kind == Kind::any) &&
           std::any_of(f->parts.begin(), f->parts.end(), names_something);
}

/// Says something of all numbers, and of nothing that there is such.
bool says_all(const FormulaPtr& f) { return has_kind(f, Kind::for_all) && !has_kind(f, Kind::exists); }

std::vector<FormulaPtr> split_of(const FormulaPtr& f) {
    return f->kind == Kind::all ? f->parts : std::vector<FormulaPtr>{f};
}

std::string sentence(std::string choice) {
    if (choice.ends_with("; ")) choice = choice.substr(0, choice.size() - 2) + ". ";
    return choice;
}

}  // namespace

Refutation::Refutation(kernel::Theorem& theorem, const Goal& goal, const kernel::Json& proof, const std::string& name,
                       Section& section, const std::set<std::size_t>& fails, const std::set<std::size_t>& splits,
                       const std::set<std::size_t>& weak)
    : terms_(theorem.terms()),
      goal_(goal),
      name_(name),
      section_(section),
      around_(section.around()),
      printer_(around_),
      fails_(fails),
      splits_(splits),
      weak_(weak),
      sequent_(theorem, goal) {
    const kernel::Tree tree = kernel::tree_of(proof.at("tree"));
    std::set<std::size_t> used;
    mentioned(tree, used);
    for (const kernel::Json& json : proof.at("steps"))
        if (json.at(0).is_number()) used.insert(json.at(0).get<std::size_t>());
    for (const std::size_t entry : used)
        if (const auto source = sequent_.source(entry)) used_.insert(*source);
    read_known();
    for (const kernel::Json& json : proof.at("steps")) step(kernel::step_of(terms_, json));
    finish(tree);
}

void Refutation::add(const std::vector<std::string>& hypotheses) {
    for (const std::string& h : hypotheses) {
        Entry entry;
        entry.hypothesis = h;
        entries_.push_back(entry);
    }
}

void Refutation::read_known() {
    std::set<AtomId> free;
    for (const kernel::Known& known : goal_.known) free.merge(terms_.variables(known.formula));
    for (const Poly& p : goal_.point) free.merge(terms_.variables(p));
    for (const AtomId v : free)
        if (!printer_.knows(v)) {
            printer_.declare(v);
            variables_.push_back(v);
        }
    std::string statement, out;
    bool alone = fails_.size() == 1;
    for (const std::size_t i : splits_)
        for (const FormulaPtr& part : split_of(goal_.known[i].formula)) alone = alone && !says_all(part);
    for (std::size_t i = 0; i < goal_.known.size(); ++i) {
        const FormulaPtr& f = goal_.known[i].formula;
        const kernel::Known::Role role = goal_.known[i].role;
        if ((role == kernel::Known::Role::lemma || role == kernel::Known::Role::hypothesis) && !used_.contains(i)) {
            std::vector<FormulaPtr> parts;
            std::vector<AtomId> names;
            kernel::add_entries(opened(f, names), parts);
            entries_.resize(entries_.size() + parts.size());
            continue;
        }
        if (fails_.contains(i)) {
            conclusions_.push_back(kernel::negated(f));
            if (alone && names_something(f))
                enter(conclusions_.back(), out);
            else
                fails_here(conclusions_.back());
            continue;
        }
        if (weak_.contains(i)) {
            if (!fails_.empty() || f->kind == Kind::all) throw Unsupported{"a used claim about the members of a set"};
            const std::string h = new_hypothesis();
            statement += "\n  (" + weak_text(f, printer_) + ") ->";
            premises_.push_back({i, f});
            body_ += " " + h;
            Entry entry;
            entry.hypothesis = h;
            entry.weak = true;
            entries_.push_back(entry);
            continue;
        }
        std::vector<FormulaPtr> given;
        const auto flush = [&] {
            const FormulaPtr whole = kernel::both(std::move(given));
            given.clear();
            if (is_truth(whole)) return;
            const std::string h = new_hypothesis();
            statement += "\n  (" + printer_.formula(whole) + ") ->";
            premises_.push_back({i, whole});
            body_ += " " + h;
            add(open(whole, h, out));
        };
        for (const FormulaPtr& part : splits_.contains(i) ? split_of(f) : std::vector<FormulaPtr>{f}) {
            if (!splits_.contains(i) || !says_all(part)) {
                given.push_back(part);
                continue;
            }
            flush();
            conclusions_.push_back(kernel::negated(part));
            fails_here(conclusions_.back());
        }
        flush();
    }
    std::string names, end;
    for (const AtomId v : variables_) names += " " + printer_.poly(Terms::of(v));
    for (const FormulaPtr& f : conclusions_) end += (end.empty() ? "(" : " \\/\n  (") + printer_.formula(f) + ")";
    text_ =
        fmt::format("Lemma {} :{}{}\n  {}.\nProof.\n intros{}{}.\n", name_,
                    names.empty() ? "" : " forall" + names + ",", statement, end.empty() ? "False" : end, names, body_);
    body_ = out;
    if (!weak_.empty()) printer_.keep_choices();
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].fails && !has_quantifier(entries_[i].whole))
            entries_[i] = failing_instance(Entry(entries_[i]), {entries_[i].whole})[0];
}

/// What is to be shown is a disjunction of statements that there are such numbers; or plain.
void Refutation::fails_here(const FormulaPtr& conclusion) {
    const FormulaPtr f = kernel::negated(conclusion);
    if (names_something(f)) throw Unsupported{"a claim \"there is x such that for all y\""};
    std::vector<FormulaPtr> parts;
    kernel::add_entries(f, parts);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        Entry entry;
        entry.fails = conclusions_.size() - 1;
        entry.part = k;
        entry.parts = conclusion->kind == Kind::any ? conclusion->parts.size() : 1;
        entry.whole = parts[k];
        entries_.push_back(entry);
    }
}

/// Tactics on the way to such a disjunction: what is to be shown of all numbers is shown of new ones, what is plain is decided.
void Refutation::enter(const FormulaPtr& conclusion, std::string& out) {
    if (conclusion->kind == Kind::for_all) {
        kernel::Substitution put_in;
        std::string names;
        for (const AtomId v : conclusion->variables) {
            const auto id = terms_.find_variable("#" + std::to_string(names_++));
            if (!id) throw Unsupported{"a name that is missing"};
            if (!printer_.knows(*id)) printer_.declare(*id, printer_.fresh(Printer::base_name(terms_[v].name) + "0"));
            names += " " + printer_.poly(Terms::of(*id));
            put_in[v] = Terms::of(*id);
        }
        out += " intros" + names + ".\n";
        return enter(terms_.substitute(conclusion->parts[0], put_in), out);
    }
    if (conclusion->kind != Kind::any || !names_something(kernel::negated(conclusion))) return fails_here(conclusion);
    std::vector<FormulaPtr> plain;
    std::size_t inner = conclusion->parts.size();
    for (std::size_t i = 0; i < conclusion->parts.size(); ++i) {
        const FormulaPtr& part = conclusion->parts[i];
        if (has_quantifier(part) && inner < conclusion->parts.size())
            throw Unsupported{"a choice between two statements about all numbers"};
        if (has_quantifier(part)) inner = i;
        if (!has_quantifier(part)) plain.push_back(part);
    }
    const std::string c = new_hypothesis();
    if (!plain.empty())
        out += fmt::format(" by_cases {} ({}).\n 2: {{ clear -{}; tauto. }}\n {}\n", c,
                           printer_.formula(kernel::either(plain)), c,
                           sentence(selecting(inner, conclusion->parts.size())));
    for (std::size_t i = 0; i < conclusion->parts.size(); ++i) {
        if (i == inner) {
            enter(conclusion->parts[i], out);
            continue;
        }
        const FormulaPtr f = kernel::negated(conclusion->parts[i]);
        const std::string h = new_hypothesis();
        out += fmt::format(" assert ({} : {}) by (clear -{}; linear).\n", h, printer_.formula(f), c);
        add(open(f, h, out));
    }
}

// ---- existential variables get names ----

FormulaPtr Refutation::opened(const FormulaPtr& f, std::vector<AtomId>& names) {
    if (f->kind == Kind::exists) {
        Substitution put_in;
        for (const AtomId v : f->variables) {
            const auto id = terms_.find_variable("#" + std::to_string(names_++));
            if (!id) throw Unsupported{"a name that is missing"};
            if (!printer_.knows(*id)) printer_.declare(*id, printer_.fresh(Printer::base_name(terms_[v].name) + "0"));
            names.push_back(*id);
            put_in[v] = Terms::of(*id);
        }
        return opened(terms_.substitute(f->parts[0], put_in), names);
    }
    if (f->kind != Kind::all && f->kind != Kind::any) return f;
    std::vector<FormulaPtr> parts;
    for (const FormulaPtr& part : f->parts) parts.push_back(opened(part, names));
    return f->kind == Kind::all ? kernel::both(std::move(parts)) : kernel::either(std::move(parts));
}

/// Tactics that take h, which says f, apart; the hypotheses that then stand for the entries.
std::vector<std::string> Refutation::open(const FormulaPtr& f, const std::string& h, std::string& out) {
    switch (f->kind) {
        case Kind::all: {
            std::vector<std::string> parts, result;
            if (f->parts.empty()) return {};
            for (std::size_t i = 0; i < f->parts.size(); ++i) parts.push_back(new_hypothesis());
            out += fmt::format(" destruct {} as {}.\n", h, all_pattern(parts));
            for (std::size_t i = 0; i < f->parts.size(); ++i)
                for (const std::string& name : open(f->parts[i], parts[i], out)) result.push_back(name);
            return result;
        }
        case Kind::exists: {
            const std::size_t before = names_;
            std::vector<AtomId> names;
            opened(f, names);
            names_ = before;
            std::string pattern;
            Substitution put_in;
            for (std::size_t i = 0; i < f->variables.size(); ++i) {
                pattern += "[" + printer_.poly(Terms::of(names[i])) + " ";
                put_in[f->variables[i]] = Terms::of(names[i]);
                ++names_;
            }
            out += fmt::format(" destruct {} as {}{}{}.\n", h, pattern, h, std::string(f->variables.size(), ']'));
            return open(terms_.substitute(f->parts[0], put_in), h, out);
        }
        case Kind::any:
            if (names_something(f)) return {open_any(f, h, out)};
            return {h};
        default: return {h};
    }
}

std::string Refutation::open_any(const FormulaPtr& f, const std::string& h, std::string& out) {
    const std::size_t before = names_;
    std::vector<AtomId> all;
    std::vector<std::vector<AtomId>> own(f->parts.size());
    std::vector<FormulaPtr> parts;
    for (std::size_t i = 0; i < f->parts.size(); ++i) {
        parts.push_back(opened(f->parts[i], own[i]));
        all.insert(all.end(), own[i].begin(), own[i].end());
    }
    const FormulaPtr whole = kernel::either(parts);
    const std::string result = new_hypothesis();
    std::string names, pattern;
    for (const AtomId v : all) {
        names += " " + printer_.poly(Terms::of(v));
        pattern += "[" + printer_.poly(Terms::of(v)) + " ";
    }
    out += fmt::format(" assert ({} : exists{}, {}).\n {{ destruct {} as {}.\n", result, names, printer_.formula(whole),
                       h, any_pattern(std::vector<std::string>(f->parts.size(), h)));
    names_ = before;
    std::size_t at = 0;
    const std::size_t count = whole->kind == Kind::any ? whole->parts.size() : 1;
    for (std::size_t i = 0; i < f->parts.size(); ++i) {
        out += "  {";
        const std::vector<std::string> hypotheses = open(f->parts[i], h, out);
        std::string given;
        for (const AtomId v : all) {
            const bool mine = std::find(own[i].begin(), own[i].end(), v) != own[i].end();
            given += (given.empty() ? "" : ", ") + (mine ? printer_.poly(Terms::of(v)) : "0");
        }
        out += " exists " + given + ". ";
        if (parts[i]->kind == Kind::any) {  // its parts are parts of the whole
            out += "tauto.";
            at += parts[i]->parts.size();
        } else {
            out += sentence(selecting(at++, count)) + conjunction_of(hypotheses.size());
            for (const std::string& name : hypotheses) out += "{ meets " + name + ". }";
        }
        out += " }\n";
    }
    out += fmt::format(" }}\n destruct {} as {}{}{}.\n", result, pattern, result, std::string(all.size(), ']'));
    return result;
}

// ---- steps ----

void Refutation::step(const Step& step) {
    const std::size_t first = sequent_.entries().size();
    sequent_.apply(step);
    if (step.fact)
        fact(step, first);
    else
        instance(step, first);
    if (entries_.size() != sequent_.entries().size()) throw Unsupported{"a step that gives something else"};
}

void Refutation::instance(const Step& step, std::size_t first) {
    Entry entry = entries_.at(step.entry);
    const FormulaPtr f = sequent_.entries()[step.entry];
    const std::vector<AtomId> universals = kernel::Sequent::universals(f);
    Substitution values;
    for (std::size_t i = 0; i < universals.size(); ++i)
        if (step.values[i]) values[universals[i]] = *step.values[i];
    if (entry.fails) {
        entry.values.insert(values.begin(), values.end());
        const auto begin = sequent_.entries().begin() + static_cast<std::ptrdiff_t>(first);
        for (const Entry& next : failing_instance(entry, {begin, sequent_.entries().end()})) entries_.push_back(next);
        return;
    }
    Transport transport(terms_, printer_, values);
    const FormulaPtr result = transport.result(f);
    const std::string h = new_hypothesis(), copy = new_hypothesis();
    if (entry.weak) {
        body_ += weak_instance(f, entry.hypothesis, transport, values, result, h);
        add(open(result, h, body_));
        return;
    }
    body_ += fmt::format(" assert ({} : {}).\n {{ pose proof {} as {}. {} }}\n", h, printer_.formula(result),
                         entry.hypothesis, copy, transport.forward(f, copy));
    add(open(result, h, body_));
}

std::pair<std::vector<FormulaPtr>, std::vector<FormulaPtr>> Refutation::weak_parts(const FormulaPtr& f) {
    const FormulaPtr body = f->kind == Kind::for_all ? f->parts[0] : f;
    std::pair<std::vector<FormulaPtr>, std::vector<FormulaPtr>> result;
    if (body->kind != Kind::any) throw Unsupported{"a used claim of another form"};
    for (const FormulaPtr& part : body->parts) (says_all(part) ? result.first : result.second).push_back(part);
    return result;
}

std::string Refutation::weak_text(const FormulaPtr& f, const Printer& printer) {
    Printer inner = printer;
    std::string text;
    if (f->kind == Kind::for_all) {
        text = "forall";
        for (const AtomId v : f->variables) text += " " + inner.declare(v);
        text += ", ";
    }
    const auto [moved, rest] = weak_parts(f);
    for (const FormulaPtr& part : moved) text += "(" + inner.formula(kernel::negated(part)) + ") -> ";
    return text + inner.formula(kernel::either(rest));
}

/// An instance of a used claim in its weak form: it cannot be false, and we are after a contradiction.
std::string Refutation::weak_instance(const FormulaPtr& f, const std::string& from, Transport& transport,
                                      const Substitution& values, const FormulaPtr& result, const std::string& h) {
    if (f->kind != Kind::for_all) throw Unsupported{"a used claim of another form"};
    const auto [moved, rest] = weak_parts(f);
    std::string call = from, end;
    for (const AtomId v : f->variables) {
        if (!values.contains(v)) throw Unsupported{"a used claim about the members of a set, not at one place"};
        call += " (" + printer_.poly(values.at(v)) + ")";
    }
    // The parts of the result that stand for those that were moved, and for the others.
    std::vector<FormulaPtr> gone, others;
    for (const FormulaPtr& part : moved) gone.push_back(transport.result(part));
    for (const FormulaPtr& part : rest) others.push_back(transport.result(part));
    const FormulaPtr left = kernel::either(others);
    for (std::size_t i = 0; i < moved.size(); ++i) call += fmt::format(" K{}", i);
    end = fmt::format("apply N. pose proof ({}) as Q. assert (Q' : {}).\n {{ clear -Q. {} }} clear -Q'; tauto.", call,
                      printer_.formula(left), transport.forward(kernel::either(rest), "Q"));
    Printer printer = printer_;  // names of one level are taken in those around it
    for (std::size_t i = moved.size(); i-- > 0;) {
        if (!has_kind(gone[i], Kind::for_all) || gone[i]->kind == Kind::any)
            throw Unsupported{"a used claim that is plain at some place"};
        end = fmt::format(
            "apply N. enough (W : {}) by (clear -W; tauto). {}", printer_.formula(gone[i]),
            for_every(
                gone[i],
                fmt::format(
                    "exfalso. assert (K{0}' : {1}).\n {{ @ }}\n assert (K{0} : {2}).\n {{ clear -K{0}'. {3} }}\n {4}",
                    i, printer_.formula(kernel::negated(gone[i])), transport.naive(kernel::negated(moved[i])),
                    transport.backward(kernel::negated(moved[i]), fmt::format("K{}'", i)), end),
                printer, 10 + 10 * static_cast<int>(i)));
    }
    return fmt::format(" assert ({0}n : ~ ~ ({1})).\n {{ intros N. {2} }}\n apply {0}n; clear {0}n; intros {0}.\n", h,
                       printer_.formula(result), end);
}

/// Either the formula fails here, which is what is to be shown, or the instance holds.
std::vector<Refutation::Entry> Refutation::failing_instance(const Entry& entry,
                                                            const std::vector<FormulaPtr>& results) {
    Transport transport(terms_, printer_, entry.values);
    std::vector<std::string> cases;
    for (const Path& path : paths(entry.whole, entry.values, transport, 0)) {
        const std::string h = new_hypothesis();
        if (is_truth(path.instance)) continue;
        body_ += fmt::format(" by_cases {} ({}).\n {{ {}{}{} }}\n", h, printer_.formula(path.instance),
                             sentence(selecting(*entry.fails, conclusions_.size())),
                             sentence(selecting(*entry.part, entry.parts)), put(path.witness, h));
        cases.push_back(h);
    }
    std::vector<Entry> all;
    for (const FormulaPtr& f : results) {
        Entry next = entry;
        if (results.size() == 1 && cases.size() == 1 && !has_quantifier(f)) {
            next.hypothesis = cases[0];
        } else if (!cases.empty()) {
            Printer weak = printer_;
            weak.weaken();
            next.hypothesis = new_hypothesis();
            body_ += fmt::format(" assert ({} : {}) by (clear -{}; first [tauto|linear]).\n", next.hypothesis,
                                 weak.formula(f), fmt::join(cases, " "));
        }
        all.push_back(next);
    }
    return all;
}

/// The ways to choose one part of each conjunction with quantifiers in it: the instance, and the witnesses that it does not hold.
std::vector<Refutation::Path> Refutation::paths(const FormulaPtr& f, const Substitution& values, Transport& transport,
                                                int depth) {
    if (!has_quantifier(f)) return {{terms_.substitute(f, values), transport.rewriting(f, "") + "clear -@; linear."}};
    switch (f->kind) {
        case Kind::for_all: {
            std::string given;
            for (const AtomId v : f->variables) {
                const auto value = values.find(v);
                if (value == values.end()) return {};
                given += (given.empty() ? "" : ", ") + ("(" + printer_.poly(value->second) + ")");
            }
            std::vector<Path> all = paths(f->parts[0], values, transport, depth + 1);
            for (Path& path : all) path.witness = "exists " + given + ". " + path.witness;
            return all;
        }
        case Kind::all: {
            std::vector<Path> all;
            for (std::size_t i = 0; i < f->parts.size(); ++i)
                for (Path& path : paths(f->parts[i], values, transport, depth + 1)) {
                    path.witness = sentence(selecting(i, f->parts.size())) + path.witness;
                    all.push_back(std::move(path));
                }
            return all;
        }
        case Kind::any: break;
        default: throw Unsupported{"a claim \"there is x such that for all y\""};
    }
    std::vector<Path> all{{kernel::falsity(), conjunction_of(f->parts.size())}};
    for (const FormulaPtr& part : f->parts) {
        std::vector<Path> next;
        for (const Path& path : all)
            for (const Path& more : paths(part, values, transport, depth + 1))
                next.push_back(
                    {kernel::either({path.instance, more.instance}), path.witness + "\n   { " + more.witness + " }"});
        all = std::move(next);
    }
    return all;
}

}  // namespace bouton::formal
