#include "formal/statement.hpp"

#include "lang/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Formula;
using kernel::Goal;
using kernel::Known;
using kernel::Unsupported;
using Kind = Formula::Kind;

namespace {

std::vector<FormulaPtr> conjuncts(const FormulaPtr& f) {
    return f->kind == Kind::all ? f->parts : std::vector<FormulaPtr>{f};
}

std::string joined(const std::vector<std::string>& all, const char* between) {
    return fmt::format("{}", fmt::join(all, between));
}

}  // namespace

std::string contradiction(const FormulaPtr& f, const std::string& h, const std::string& n, int depth) {
    if (!has_quantifier(f)) return fmt::format("clear -{} {}; linear.", h, n);
    if (is_refusal(f)) return fmt::format("exact ({} {}).", h, n);
    const std::size_t count = f->parts.size();
    std::vector<std::string> parts, variables;
    const bool all = f->kind == Kind::all, outer = f->kind == Kind::exists;
    const std::string &cases = all ? n : h, &list = all ? h : n;
    if (all || f->kind == Kind::any) {
        for (std::size_t i = 0; i < count; ++i) parts.push_back(fmt::format("{}_{}", list, i));
        std::string text = fmt::format("destruct {} as {}. destruct {} as {}.", list, all_pattern(parts), cases,
                                       any_pattern(std::vector<std::string>(count, cases)));
        for (std::size_t i = 0; i < count; ++i)
            text += "\n { " + contradiction(f->parts[i], all ? parts[i] : h, all ? n : parts[i], depth + 1) + " }";
        return text;
    }
    const std::string &some = outer ? h : n, &every = outer ? n : h;
    std::string pattern = some;
    for (std::size_t i = 0; i < f->variables.size(); ++i) variables.push_back(fmt::format("w{}_{}", depth, i));
    for (auto name = variables.rbegin(); name != variables.rend(); ++name) pattern = "[" + *name + " " + pattern + "]";
    return fmt::format("destruct {} as {}. specialize ({} {}). ", some, pattern, every, joined(variables, " ")) +
           contradiction(f->parts[0], h, n, depth + 1);
}

Statement::Statement(kernel::Theorem& theorem, const std::vector<Goal>& goals, const kernel::Json& proof,
                     const std::string& name, const std::vector<Shown>& shown)
    : theorem_(theorem),
      terms_(theorem.terms()),
      goals_(goals),
      proof_(proof),
      name_(name),
      shown_(shown),
      printer_(terms_) {
    collect();
    std::string inner;
    if (natural_) {
        const Refutation natural = refutation(*natural_, name_ + "_natural");
        text_ += natural.text();
        natural_variables_ = natural.variables();
    }
    std::vector<FormulaPtr> parts;
    std::vector<std::string> proofs;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Refutation goal = refutation(parts_[i], fmt::format("{}_{}", name_, i));
        text_ += goal.text();
        inner += part(i, goal);
        parts.push_back(kernel::negated(goals_[parts_[i]].known.back().formula));
        proofs.push_back("S" + std::to_string(i));
    }
    std::string last = proofs.back();
    for (std::size_t i = proofs.size() - 1; i-- > 0;) last = "(conj " + proofs[i] + " " + last + ")";
    inner += " exact " + last + ".\n";
    std::vector<std::string> names;
    for (const AtomId v : variables_) names.push_back(printer_.atom(v));
    const std::string statement =
        fmt::format("({}) ->\n  {}", printer_.formula(guard_), printer_.formula(kernel::both(parts)));
    text_ += fmt::format("Theorem {} :{}\n  {}.\nProof.\n", name_,
                         names.empty() ? "" : " forall " + joined(names, " ") + ",", statement);
    if (measures_.empty()) {
        text_ += fmt::format(" intros {} L.\n{}Qed.\n\n", joined(names, " "), inner);
        return;
    }
    std::string type = "Z", all = names[0];
    for (std::size_t i = 1; i < names.size(); ++i) {
        type += " * Z";
        all = "[" + all + " " + names[i] + "]";
    }
    const std::string binder =
        fmt::format("let {} := p in", names.size() > 1 ? "'(" + joined(names, ", ") + ")" : names[0]);
    std::string measures;
    for (const Poly& p : measures_)
        measures += (measures.empty() ? "" : "; ") + fmt::format("fun p : {} => {} {}", type, binder, printer_.poly(p));
    text_ += fmt::format(
        " enough (W : forall p : {0}, {1} {2}) by (intros {3}; exact (W ({4}))).\n apply (induction_by_measures "
        "[{5}]).\n"
        " intros {6} IH. cbv beta iota zeta. intros L.\n{7}Qed.\n\n",
        type, binder, statement, joined(names, " "), joined(names, ", "), measures, all, inner);
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
    for (const AtomId v : free) {
        variables_.push_back(v);
        printer_.declare(v);
    }
    const kernel::Plan plan = kernel::plan_of(proof_);
    theorem_.reader().set_game(&theorem_.game(), first.parameters);
    for (const std::string& text : plan.earlier)
        measures_.push_back(theorem_.reader().integer(lang::parse_term(text, "what falls"), first.scope).value);
    if (!measures_.empty() && variables_.empty()) throw Unsupported{"an induction without variables"};
}

Refutation Statement::refutation(std::size_t at, const std::string& name) {
    const Goal& goal = goals_[at];
    const kernel::Json& json = proof_.at("goals").at(at);
    if (json.at("named_sets").get<bool>()) throw Unsupported{"sets that stay names"};
    std::set<std::size_t> fails;
    for (std::size_t i = 0; i < goal.known.size(); ++i) {
        const Known::Role role = goal.known[i].role;
        if (role == Known::Role::background) throw Unsupported{"a rule function or a set of which little is known"};
        const bool universal = role == Known::Role::target && has_kind(goal.known[i].formula, Kind::exists);
        if (universal && has_kind(goal.known[i].formula, Kind::for_all))
            throw Unsupported{
                "a claim \"for all x there is y\" or \"there is x such that for all y\" inside a condition"};
        const bool premise = role == Known::Role::lemma && has_kind(goal.known[i].formula, Kind::exists);
        if (role != Known::Role::variables && !universal && !premise) fails.insert(i);
    }
    Refutation result(theorem_, goal, json, name, Printer(terms_), fails);
    leaves_ += result.leaves();
    return result;
}

std::string Statement::part(std::size_t i, const Refutation& goal) {
    std::string call = fmt::format("{}_{}", name_, i);
    for (const AtomId v : goal.variables()) call += " " + printer_.atom(v);
    const std::vector<Known>& known = goals_[parts_[i]].known;
    std::size_t before = 0;
    bool universal = false;
    std::string used;
    for (const Premise& premise : goal.premises()) {
        if (known[premise.known].role == Known::Role::target) {
            call += " X";
            universal = true;
        } else if (known[premise.known].role == Known::Role::lemma) {
            const std::string h = "P" + std::to_string(premise.known);
            used += used_claim(known[premise.known], h);
            call += " " + h;
        } else {
            call += known[premise.known].label == "the variables" ? " L" : " S" + std::to_string(before++);
        }
    }
    // What the lemma leaves: the statement, or that something that is used fails.
    std::string rest;
    const std::size_t count = goal.conclusions().size();
    if (count <= 1) rest = "exact (" + call + ").";
    if (universal && count == 1) rest = fmt::format("assert (A := {}). ", call);
    if (count > 1)
        rest = fmt::format("destruct ({}) as {}.\n", call, any_pattern(std::vector<std::string>(count, "A")));
    std::size_t next = 0;
    for (const Known& formula : known) {
        if (formula.role != Known::Role::hypothesis &&
            (formula.role != Known::Role::lemma || has_kind(formula.formula, Kind::exists)))
            continue;
        const std::string inner = fails(formula, goal.conclusions()[next++]);
        rest += count > 1 ? "  { exfalso. " + inner + " }\n" : inner;
    }
    if (!universal && count > 1) rest += "  { exact A. }\n";
    const FormulaPtr target = kernel::negated(known.back().formula);
    std::string text = fmt::format(" assert (S{} : {}).\n {{ {}", i, printer_.formula(target), used);
    if (!universal) return text + rest + " }\n";
    const std::string end =
        fmt::format("assert (X : {}).\n {{ @ }}\n {}", printer_.formula(known.back().formula), rest);
    return text + for_every(target, end, printer_, 0) + " }\n";
}

/// Tactics that prove f, in which there are universal quantifiers only: each part is decided, and if it does not hold `end` is a contradiction,
/// @ in it standing for the proof of negated(f) from where one is.
std::string Statement::for_every(const FormulaPtr& f, const std::string& end, Printer& printer, int depth) {
    const auto within = [&](const std::string& tactics) {
        std::string text = end;
        return text.replace(text.find('@'), 1, tactics);
    };
    const std::string c = "c" + std::to_string(depth);
    if (!has_quantifier(f))
        return fmt::format("by_cases {} ({}).\n {{ exfalso. {} }}\n exact {}.", c, printer.formula(f),
                           within("clear -" + c + "; linear."), c);
    if (is_refusal(f)) return fmt::format("intros {}. {}", c, within("exact " + c + "."));
    if (f->kind == Kind::for_all) {
        std::vector<std::string> names;
        for (const AtomId v : f->variables) names.push_back(printer.declare(v));
        return fmt::format("intros {}. ", joined(names, " ")) +
               for_every(f->parts[0], within("exists " + joined(names, ", ") + ". @"), printer, depth + 1);
    }
    const auto chosen = [](std::string choice) {
        return choice.empty() ? choice : choice.substr(0, choice.size() - 2) + ". ";
    };
    const std::size_t count = f->parts.size();
    if (f->kind == Kind::all) {
        std::string text = conjunction_of(count);
        for (std::size_t i = 0; i < count; ++i)
            text +=
                "\n { " + for_every(f->parts[i], within(chosen(selecting(i, count)) + "@"), printer, depth + 1) + " }";
        return text;
    }
    std::vector<FormulaPtr> plain;
    std::string witness = conjunction_of(count);
    std::size_t at = count;
    for (std::size_t i = 0; i < count; ++i) {
        if (has_quantifier(f->parts[i]) && at < count)
            throw Unsupported{"a choice between two statements about all numbers"};
        if (has_quantifier(f->parts[i])) at = i;
        if (!has_quantifier(f->parts[i])) plain.push_back(f->parts[i]);
        witness += has_quantifier(f->parts[i]) ? "{ @ }" : "{ clear -" + c + "; linear. }";
    }
    if (f->kind != Kind::any || at == count) throw Unsupported{"a claim \"there is x such that for all y\""};
    return fmt::format("by_cases {} ({}).\n {{ {}{} }}\n clear -{}; tauto.", c, printer.formula(kernel::either(plain)),
                       chosen(selecting(at, count)), for_every(f->parts[at], within(witness), printer, depth + 1), c);
}

/// A says where a used claim or the hypothesis fails: exists x y, guard /\ ... /\ not the statement. There is one such formula for each part
/// of the hypothesis.
std::string Statement::fails(const Known& known, const FormulaPtr& formula) {
    const Shown* used = nullptr;
    for (const Shown& shown : shown_)
        if (shown.claim->kind + " " + shown.claim->label == known.label) used = &shown;
    if (!used && known.role != Known::Role::hypothesis) throw Unsupported{"the used claim \"" + known.label + "\""};
    if (formula->kind == Kind::any) throw Unsupported{"a used claim about a list of numbers"};
    std::map<std::string, std::string> values;
    for (const AtomId v : variables_) values[Printer::base_name(terms_[v].name)] = printer_.atom(v);
    std::string pattern, end;
    if (formula->kind == Kind::exists)
        for (const AtomId v : formula->variables) {
            const std::string base = Printer::base_name(terms_[v].name), name = printer_.fresh(base + "1");
            values[base] = name;
            pattern += "[" + name + " ";
            end += "]";
        }
    const std::vector<FormulaPtr> parts = conjuncts(formula->kind == Kind::exists ? formula->parts[0] : formula);
    const std::vector<FormulaPtr> guard = conjuncts(used ? used->guard : guard_);
    const std::size_t of_guard = (guard.size() == 1 && is_truth(guard[0]) ? 0 : guard.size());
    std::vector<std::string> names, plain;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        names.push_back("A" + std::to_string(i));
        if (!has_quantifier(parts[i])) plain.push_back(names.back());
    }
    std::vector<std::string> variables;
    if (used)
        variables = used->variables;
    else
        for (const AtomId v : variables_) variables.push_back(Printer::base_name(terms_[v].name));
    std::vector<std::string> given;
    for (const std::string& name : variables) {
        if (!values.contains(name)) throw Unsupported{"a used claim with other variables"};
        given.push_back(values[name]);
    }
    std::string text = fmt::format("destruct A as {}{}{}.", pattern, all_pattern(names), end);
    if (parts.size() <= of_guard) throw Unsupported{"a used claim of another form"};
    const std::string guarded =
        fmt::format("solve [repeat split; first [assumption|clear -{}; linear]]", joined(plain, " "));
    std::size_t first = of_guard;
    if (used) {
        text += fmt::format("\n   assert (T := {} {}). lapply T; [clear T; intros T|{}].", used->theorem,
                            joined(given, " "), guarded);
    } else {
        text += earlier(given, guarded, joined(plain, " "));
        ++first;  // the part that says what falls
    }
    const FormulaPtr statement =
        kernel::negated(kernel::both({parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end()}));
    std::vector<std::string> rest(names.begin() + static_cast<std::ptrdiff_t>(first), names.end());
    std::string all = rest.back();
    for (std::size_t i = rest.size() - 1; i-- > 0;) all = "(conj " + rest[i] + " " + all + ")";
    return text + fmt::format("\n   assert (F := {}). ", all) + contradiction(statement, "T", "F");
}

/// A used claim as the checker writes it, h: for all x, not its guard, or its statement.
std::string Statement::used_claim(const Known& known, const std::string& h) {
    const auto used = std::find_if(shown_.begin(), shown_.end(),
                                   [&](const Shown& s) { return s.claim->kind + " " + s.claim->label == known.label; });
    const FormulaPtr& f = known.formula;
    const FormulaPtr body = f->kind == Kind::for_all ? f->parts[0] : f;
    if (used == shown_.end() || body->kind != Kind::any) throw Unsupported{"the used claim \"" + known.label + "\""};
    std::map<std::string, std::string> values;
    for (const AtomId v : variables_) values[Printer::base_name(terms_[v].name)] = printer_.atom(v);
    Printer printer = printer_;
    std::vector<std::string> names, given;
    if (f->kind == Kind::for_all)
        for (const AtomId v : f->variables) {
            names.push_back(printer.declare(v));
            values[Printer::base_name(terms_[v].name)] = names.back();
        }
    for (const std::string& name : used->variables) {
        if (!values.contains(name)) throw Unsupported{"a used claim with other variables"};
        given.push_back(values[name]);
    }
    const std::size_t guards = is_truth(used->guard) ? 0 : conjuncts(used->guard).size();
    if (body->parts.size() <= guards) throw Unsupported{"a used claim of another form"};
    const FormulaPtr not_guard =
        kernel::either({body->parts.begin(), body->parts.begin() + static_cast<std::ptrdiff_t>(guards)});
    if (has_quantifier(not_guard)) throw Unsupported{"a used claim with quantifiers on both sides"};
    std::string text = fmt::format("assert ({} : {}).\n {{ ", h, printer_.formula(f));
    if (!names.empty()) text += "intros " + joined(names, " ") + ". ";
    text += fmt::format(
        "by_cases c ({}).\n  {{ assert (T := {} {}). lapply T; [clear T; intros T|solve [repeat split; clear -c; "
        "linear]]. clear -T; tauto. }}\n",
        printer.formula(not_guard), used->theorem, joined(given, " "));
    return text + "  clear -c; tauto. }\n ";
}

/// The statement at an earlier place, T.
std::string Statement::earlier(const std::vector<std::string>& at, const std::string& guarded,
                               const std::string& plain) const {
    Printer there(terms_);
    for (std::size_t i = 0; i < at.size(); ++i) there.declare(variables_[i], at[i]);
    const std::string tuple = at.size() > 1 ? "(" + joined(at, ", ") + ")" : at[0];
    std::string text = fmt::format("\n   assert (D : {}) by {}. ", there.formula(guard_), guarded),
                call = name_ + "_natural";
    for (const AtomId v : natural_variables_) call += " " + there.atom(v);
    return text + fmt::format(
                      "assert (N := {} D). assert (T := IH {}). cbn [falls] in T; cbv beta iota zeta in T. "
                      "lapply T; [clear T; intros T|clear -{} N; linear]. specialize (T D).",
                      call, tuple, plain);
}

Shown Statement::shown() const {
    Shown result;
    result.claim = &theorem_.claim();
    result.theorem = name_;
    result.guard = guard_;
    for (const AtomId v : variables_) result.variables.push_back(Printer::base_name(terms_[v].name));
    return result;
}

}  // namespace bouton::formal
