#include "formal/statement.hpp"

#include "formal/logic.hpp"
#include "lang/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Formula;
using kernel::Goal;
using kernel::Known;
using kernel::Unsupported;
using Kind = Formula::Kind;
using Role = Known::Role;

namespace {

std::string conjunction(const std::vector<std::string>& names) {
    std::string last = names.back();
    for (std::size_t i = names.size() - 1; i-- > 0;) last = "(conj " + names[i] + " " + last + ")";
    return last;
}

/// The first that changes is less: as the checker says it.
FormulaPtr falls(const std::vector<Poly>& then, const std::vector<Poly>& now) {
    std::vector<FormulaPtr> ways;
    FormulaPtr same = kernel::truth();
    for (std::size_t i = 0; i < now.size(); ++i) {
        ways.push_back(kernel::both({same, kernel::less(then[i], now[i])}));
        same = kernel::both({same, kernel::equal(then[i], now[i])});
    }
    return kernel::either(std::move(ways));
}

}  // namespace

Statement::Statement(kernel::Theorem& theorem, const std::vector<Goal>& goals, const kernel::Json& proof,
                     const std::vector<Shown>& shown)
    : theorem_(theorem),
      terms_(theorem.terms()),
      goals_(goals),
      proof_(proof),
      plan_(kernel::plan_of(proof)),
      section_(theorem, goals, proof, plan_),
      uses_(theorem, section_, goals, proof, shown),
      printer_(section_.around()) {
    collect();
    write();
}

void Statement::collect() {
    for (std::size_t i = 0; i < goals_.size(); ++i) {
        if (goals_[i].about == Goal::About::statement) parts_.push_back(i);
        if (goals_[i].about == Goal::About::natural) natural_ = i;
    }
    if (parts_.empty()) throw Unsupported{"a claim that says nothing"};
    const Goal& first = goals_[parts_[0]];
    std::set<AtomId> free;
    for (const std::size_t i : parts_)
        for (const Known& known : goals_[i].known) free.merge(terms_.variables(known.formula));
    for (const Known& known : first.known)
        if (known.label == "the variables") guard_ = known.formula;
    for (const AtomId v : free)
        if (!printer_.knows(v)) {
            variables_.push_back(v);
            printer_.declare(v);
        }
    for (const FormulaPtr& part : conjuncts(guard_)) {
        const bool all = has_kind(part, Kind::for_all), some = has_kind(part, Kind::exists);
        (some ? some_ : all ? all_ : plain_).push_back(part);
    }
    std::vector<FormulaPtr> parts;
    for (const std::size_t i : parts_) parts.push_back(kernel::negated(goals_[i].known.back().formula));
    statement_ = kernel::both(parts);
    theorem_.reader().set_game(&theorem_.game(), first.parameters);
    for (const std::string& text : plan_.earlier)
        measures_.push_back(theorem_.reader().integer(lang::parse_term(text, "what falls"), first.scope).value);
    if (variables_.empty()) measures_.clear();  // nothing is earlier
}

Refutation Statement::refutation(std::size_t at, const std::string& name) {
    const Goal& goal = goals_[at];
    const kernel::Json& json = proof_.at("goals").at(at);
    std::set<std::size_t> fails, splits, weak;
    for (std::size_t i = 0; i < goal.known.size(); ++i) {
        const Role role = goal.known[i].role;
        if (goal.known[i].label == "the variables") splits.insert(i);
        // A statement about all numbers is a premise: that it does not hold.
        const bool universal =
            has_kind(goal.known[i].formula, Kind::exists) && !has_kind(goal.known[i].formula, Kind::for_all);
        if (role == Role::target && !universal) fails.insert(i);
        if (role == Role::lemma && uses_.is_weak(goal.known[i])) weak.insert(i);
    }
    Refutation result(theorem_, goal, json, name, section_, fails, splits, weak);
    leaves_ += result.leaves();
    return result;
}

std::string Statement::names() const {
    std::vector<std::string> all;
    for (const AtomId v : variables_) all.push_back(printer_.atom(v));
    return joined(all, " ");
}

/// What the strong theorem says of the variables.
std::string Statement::strong() const {
    std::string text;
    for (const FormulaPtr& part : some_) text += fmt::format("({}) ->\n  ", printer_.formula(part));
    for (const FormulaPtr& part : plain_)
        if (!is_truth(part)) text += fmt::format("({}) \\/ ", printer_.formula(kernel::negated(part)));
    for (const FormulaPtr& part : all_) text += fmt::format("({}) \\/ ", printer_.formula(kernel::negated(part)));
    return text + fmt::format("\n  ({})", printer_.formula(statement_));
}

/// The strong theorem under the hypothesis that it holds wherever the measures are smaller.
std::string Statement::by_induction(const std::string& body) const {
    std::vector<std::string> all;
    for (const AtomId v : variables_) all.push_back(printer_.atom(v));
    std::string type = "Z", pattern = all[0];
    for (std::size_t i = 1; i < all.size(); ++i) {
        type += " * Z";
        pattern = "[" + pattern + " " + all[i] + "]";
    }
    const std::string binder = fmt::format("let {} := p in", all.size() > 1 ? "'(" + joined(all, ", ") + ")" : all[0]);
    std::string measures;
    for (const Poly& p : measures_)
        measures += (measures.empty() ? "" : "; ") + fmt::format("fun p : {} => {} {}", type, binder, printer_.poly(p));
    return fmt::format(
        " enough (W : forall p : {0}, {1} {2}) by (intros {3}; exact (W ({4}))).\n apply (induction_by_measures "
        "[{5}]).\n intros {6} IH. cbv beta iota zeta.{7}",
        type, binder, strong(), joined(all, " "), joined(all, ", "), measures, pattern, body);
}

/// The theorem as it is read: from the strong one, whose guard is part of what it says.
std::string Statement::as_read(const std::string& forall, const std::string& using_all) const {
    std::string theorem = fmt::format("Theorem theorem : {}({}) ->\n  {}.\n{} intros {} L.", forall,
                                      printer_.formula(guard_), printer_.formula(statement_), using_all, names());
    std::vector<std::string> guard;
    for (std::size_t i = 0; i < conjuncts(guard_).size(); ++i) guard.push_back("L" + std::to_string(i));
    std::string call = "theorem_strong " + names();
    if (guard.size() > 1) theorem += " destruct L as " + all_pattern(guard) + ".";
    if (guard.size() == 1) theorem += " rename L into L0.";
    const std::vector<FormulaPtr> parts = conjuncts(guard_);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (has_kind(parts[i], Kind::exists))
            call += " L" + std::to_string(i);
        else if (!has_quantifier(parts[i]) && !is_truth(parts[i]))
            order.push_back(i);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (has_quantifier(parts[i]) && !has_kind(parts[i], Kind::exists)) order.push_back(i);
    theorem += " pose proof (" + call + ") as T.\n";
    for (const std::size_t i : order)
        theorem += fmt::format(" destruct T as [T|T]; [exfalso; clear -T L{}|].\n {{ {} }}\n", i,
                               contradiction(parts[i], "L" + std::to_string(i), "T"));
    return theorem + " exact T.\nQed.\n\n";
}

void Statement::write() {
    std::string lemmas = uses_.lemmas(), inner;
    leaves_ += uses_.leaves();
    if (natural_ && !measures_.empty()) {
        const Refutation natural = refutation(*natural_, "natural_numbers");
        lemmas += natural.text();
        natural_call_ = "natural_numbers";
        for (const AtomId v : natural.variables()) natural_call_ += " @" + std::to_string(v) + "@";
        for (const Premise& premise : natural.premises())
            natural_call_ += goals_[*natural_].known[premise.known].role == Role::background
                                 ? fmt::format(" assumed_{}", premise.known)
                                 : " L";
        if (natural.conclusions().size() != 1) throw Unsupported{"an induction under a condition about all numbers"};
    }
    std::vector<std::string> proofs;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Refutation goal = refutation(parts_[i], fmt::format("part_{}", i));
        lemmas += goal.text();
        inner += part(i, goal);
        proofs.push_back("S" + std::to_string(i));
    }
    const std::size_t plain = static_cast<std::size_t>(
        std::count_if(plain_.begin(), plain_.end(), [](const FormulaPtr& f) { return !is_truth(f); }));
    // The plain parts of the guard are decided first.
    std::string begin;
    std::vector<std::string> has;
    for (std::size_t i = 0; i < some_.size(); ++i) begin += fmt::format(" intros K{}.", i);
    for (std::size_t i = 0; i < plain_.size(); ++i) {
        if (is_truth(plain_[i])) continue;
        has.push_back(fmt::format("L{}", i));
        begin += fmt::format("\n by_cases L{0} ({1}).\n {{ some_part ltac:(clear -L{0}; linear). }}", i,
                             printer_.formula(plain_[i]));
    }
    if (!has.empty())
        begin +=
            fmt::format("\n assert (L : {}) by (exact {}).", printer_.formula(kernel::both(plain_)), conjunction(has));
    if (has.empty()) begin += " assert (L := I).";
    // What is said of all numbers is refuted where the lemmas find that it fails.
    std::string end = fmt::format(" exact {}.\n", conjunction(proofs)), choose;
    for (std::size_t i = 0; i < plain + all_.size(); ++i) choose += " right.";
    const std::string forall = variables_.empty() ? "" : "forall " + names() + ",\n  ";
    const bool in_section = !section_.is_empty();
    const std::string using_all = in_section ? "Proof using All.\n" : "Proof.\n";
    std::string theorem = fmt::format("Theorem theorem_strong : {}{}.\n{}", forall, strong(), using_all);
    const std::string body = begin + "\n" + inner + choose + end;
    theorem += (measures_.empty() ? fmt::format(" intros {}.{}", names(), body) : by_induction(body)) + "Qed.\n\n";
    theorem += as_read(forall, using_all);
    text_ = section_.variables() + section_.game() + section_.rules() + lemmas + theorem;
    if (in_section) text_ = "Section Claim.\n" + text_ + "End Claim.\n\n";
}

std::string Statement::part(std::size_t i, const Refutation& goal) {
    std::string call = fmt::format("part_{}", i), used;
    for (const AtomId v : goal.variables()) call += " " + printer_.atom(v);
    const std::vector<Known>& known = goals_[parts_[i]].known;
    std::size_t before = 0, background = 0, last = known.size(), some = 0, plain = 0;
    bool universal = false;
    for (const Premise& premise : goal.premises()) {
        const Known& formula = known[premise.known];
        if (formula.role == Role::target) {
            call += " X";
            universal = true;
        } else if (formula.role == Role::background) {
            call += fmt::format(" assumed_{}", background++);
        } else if (formula.role == Role::lemma) {
            const std::string h = fmt::format("P{}_{}", i, premise.known);
            used += uses_.premise(formula, h, printer_, "L");
            call += " " + h;
        } else if (formula.role == Role::hypothesis) {
            used += hypothesis(formula, fmt::format("H{}", i));
            call += fmt::format(" H{}", i);
        } else if (formula.label == "the variables") {
            // its parts in order
            std::vector<std::string> names;
            for (const FormulaPtr& part : conjuncts(premise.formula)) {
                if (has_kind(part, Kind::exists)) {
                    names.push_back("K" + std::to_string(some++));
                    continue;
                }
                while (plain < plain_.size() && is_truth(plain_[plain])) ++plain;
                names.push_back("L" + std::to_string(plain++));
            }
            call += " " + conjunction(names);
        } else {
            if (premise.known != last) ++before;
            last = premise.known;
            call += " S" + std::to_string(before - 1);
        }
    }
    const FormulaPtr target = kernel::negated(known.back().formula);
    const std::size_t count = goal.conclusions().size(), conditions = count - (universal ? 0 : 1);
    if (conditions != all_.size()) throw Unsupported{"a condition of another form"};
    // Where a condition about all numbers fails, that is what is to be shown.
    const auto plain_parts = static_cast<std::size_t>(
        std::count_if(plain_.begin(), plain_.end(), [](const FormulaPtr& f) { return !is_truth(f); }));
    Printer printer = printer_;
    std::string text = " " + used;
    if (!universal) {
        text += fmt::format("pose proof ({}) as A.\n", call);
        for (std::size_t k = 0; k < conditions; ++k)
            text += fmt::format(" destruct A as [A|A]; [{}exact A|].\n",
                                selecting(plain_parts + k, plain_parts + conditions + 1));
        return text + fmt::format(" rename A into S{}.\n", i);
    }
    if (conditions > 0) throw Unsupported{"a statement about all numbers under a condition about all numbers"};
    const std::string end =
        fmt::format("assert (X : {}).\n {{ @ }}\n exact ({}).", printer_.formula(known.back().formula), call);
    return text +
           fmt::format("assert (S{} : {}).\n {{ {} }}\n", i, printer_.formula(target), for_every(target, end, printer));
}

/// The hypothesis of the induction, H: for all variables that are earlier.
std::string Statement::hypothesis(const Known& known, const std::string& h) {
    const FormulaPtr& f = known.formula;
    if (!some_.empty() || !all_.empty()) throw Unsupported{"an induction under a condition with a quantifier"};
    if (f->kind != Kind::for_all) throw Unsupported{"an induction over a list"};
    Printer printer = printer_;
    kernel::Substitution there;
    std::vector<std::string> names(variables_.size());
    std::string intros;
    for (const AtomId v : f->variables) {
        const std::string name = printer.declare(v);
        intros += " " + name;
        for (std::size_t i = 0; i < variables_.size(); ++i)
            if (Printer::base_name(terms_[variables_[i]].name) == Printer::base_name(terms_[v].name)) {
                names[i] = name;
                there[variables_[i]] = Terms::of(v);
            }
    }
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i].empty()) names[i] = printer_.atom(variables_[i]);
    std::vector<Poly> then;
    for (const Poly& p : measures_) then.push_back(terms_.substitute(p, there));
    const FormulaPtr less = falls(then, measures_);
    std::string natural = natural_call_;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        const std::string mark = "@" + std::to_string(variables_[i]) + "@";
        for (std::string::size_type at; (at = natural.find(mark)) != std::string::npos;)
            natural.replace(at, mark.size(), names[i]);
    }
    if (section_.has_game())
        for (const AtomId v : section_.setting().parameters()) {
            const std::string mark = "@" + std::to_string(v) + "@";
            for (std::string::size_type at; (at = natural.find(mark)) != std::string::npos;)
                natural.replace(at, mark.size(), printer_.atom(v));
        }
    std::string guarded;
    std::vector<std::string> has;
    for (std::size_t i = 0; i < plain_.size(); ++i) {
        const FormulaPtr g = terms_.substitute(plain_[i], there);
        if (is_truth(g)) continue;
        has.push_back(fmt::format("N{}", i));
        guarded += fmt::format("  by_cases N{0} ({1}).\n  {{ some_part ltac:(clear -N{0}; linear). }}\n", i,
                               printer.formula(g));
    }
    const std::string tuple = names.size() > 1 ? "(" + joined(names, ", ") + ")" : names[0];
    // The name L is that of the guard, which the lemma about natural numbers asks for.
    return fmt::format(
        "assert ({} : {}).\n {{ intros{}.\n{}  by_cases F ({}).\n  2: {{ some_part ltac:(clear -F; linear). }}\n"
        "  clear L; assert (L := {}). assert (N := {}).\n  assert (T := IH {}). cbn [falls] in T; cbv beta iota zeta "
        "in "
        "T. lapply T; [clear T; intros T|clear -F N; linear]. as_used T. }}\n ",
        h, printer_.formula(f), intros, guarded, printer.formula(kernel::negated(less)),
        has.empty() ? "I" : conjunction(has), natural.empty() ? "I" : natural, tuple);
}

Shown Statement::shown() {
    Shown result;
    result.claim = &theorem_.claim();
    result.take(section_, theorem_);
    for (const AtomId v : variables_) result.variables.push_back(Printer::base_name(terms_[v].name));
    result.premises = some_.size();
    for (const FormulaPtr& part : plain_) result.alternatives += !is_truth(part);
    return result;
}

}  // namespace bouton::formal
