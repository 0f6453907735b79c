#include "formal/shown.hpp"

#include "formal/logic.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Formula;
using kernel::Goal;
using kernel::Known;
using kernel::Unsupported;
using Kind = Formula::Kind;
using Values = std::map<std::string, std::string>;

void Shown::take(Section& section, kernel::Theorem& theorem) {
    terms = &theorem.terms();
    usable = true;
    for (const auto& [symbol, body] : theorem.reader().sums()) sums.emplace_back(symbol, body.placeholders.size() + 1);
    if (section.has_game()) {
        parameters = section.setting().parameters();
        given = section.setting().guard();
    }
    for (const auto& function : section.functions()) functions.push_back(function.first);
    natural = section.natural_functions();
    assumed = section.assumptions();
    values = section.has_values();
    outcomes = section.has_outcomes();
}

const Shown& Uses::find(const std::string& label) const {
    for (const Shown& each : shown_)
        if (lang::full_name(*each.claim) == label && each.usable) return each;
    throw Unsupported{"the used claim \"" + label + "\""};
}

std::string Uses::lemmas() {
    std::string text;
    Terms& terms = theorem_.terms();
    for (const Goal& goal : goals_) {
        if (goal.about != Goal::About::statement || !elements_.empty() || !section_.has_game()) continue;
        for (const auto& [name, entry] : goal.parameters->names) {
            if (!entry.meaning || entry.meaning->kind != kernel::Meaning::Kind::numbers) continue;
            Poly least;
            for (const auto& [first, last] : entry.meaning->numbers.intervals) {
                if (first != last) continue;
                least = elements_.empty() ? first : terms.choose(kernel::at_most(least, first), least, first);
                elements_.push_back(section_.around().poly(first));
            }
            if (!elements_.empty()) least_ = section_.around().poly(least);
        }
    }
    for (std::size_t i = 0; i < goals_.size(); ++i) {
        const Goal& goal = goals_[i];
        if (goal.about != Goal::About::lemma) continue;
        OfFunction each;
        each.lemma = fmt::format("of_function_{}", of_function_.size());
        Refutation lemma(theorem_, goal, proof_.at("goals").at(i), each.lemma, section_, {goal.known.size() - 1});
        leaves_ += lemma.leaves();
        text += lemma.text();
        each.variables = lemma.variables();
        const std::string start = "the rule function is as ", end = " assumes";
        if (goal.name.starts_with(start)) {
            each.label = goal.name.substr(start.size(), goal.name.size() - start.size() - end.size());
        } else {
            const FormulaPtr last = conjuncts(lemma.conclusions().back()).back();  // 0 <= the value
            each.value = kernel::Poly{} - last->poly;
            const std::string name = goal.name.substr(0, goal.name.find(' '));
            for (const auto& parameter : theorem_.game().parameters)
                if (parameter.name == name)
                    for (const std::string& formal : parameter.arguments) {
                        // The claim may have a variable of this name too; the function's own is the later one.
                        std::optional<AtomId> own;
                        for (const AtomId v : lemma.variables())
                            if (Printer::base_name(theorem_.terms()[v].name) == formal)
                                own = std::max(v, own.value_or(v));
                        if (own) each.formals.push_back(*own);
                    }
        }
        of_function_.push_back(each);
    }
    return text;
}

/// What is given of the parameters of a used claim, in our names.
std::string Uses::given(const Shown& used, const Values& values) const {
    Printer printer(*used.terms);
    for (const AtomId v : used.parameters) printer.declare(v, values.at(Printer::base_name((*used.terms)[v].name)));
    return printer.formula(used.given);
}

/// What the section calls the variable of which this is a copy.
std::optional<std::string> Uses::our_name(AtomId copy) const {
    const Terms& terms = theorem_.terms();
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (const auto ours = static_cast<AtomId>(i);
            section_.around().knows(ours) &&
            Printer::base_name(terms[ours].name) == Printer::base_name(terms[copy].name))
            return section_.around().atom(ours);
    return std::nullopt;
}

/// What stands in our claim for a function of which the used one knows little.
std::string Uses::function_term(const std::string& name) const {
    const auto& own = section_.functions();
    if (std::any_of(own.begin(), own.end(), [&](const auto& f) { return f.first == name; })) return name;
    if (name.starts_with("least_") && !least_.empty()) return "(" + least_ + ")";
    if (name.starts_with("member_") && !least_.empty()) {
        std::string any;
        for (const std::string& element : elements_)
            any += (any.empty() ? "" : " || ") + fmt::format("(e =? {})", element);
        return fmt::format("(fun e => if ({})%bool then 1 else 0)", any);
    }
    const auto function =
        std::find_if(of_function_.begin(), of_function_.end(), [](const OfFunction& f) { return f.label.empty(); });
    if (function == of_function_.end()) throw Unsupported{"a used claim about another function"};
    Printer inner = section_.around();
    std::string formals;
    for (const AtomId v : function->formals) formals += " " + inner.declare(v);
    // The goal has its own copies of the claim's variables.
    const Terms& terms = theorem_.terms();
    for (const AtomId v : terms.variables(function->value)) {
        if (inner.knows(v)) continue;
        if (const auto ours = our_name(v)) inner.declare(v, *ours);
    }
    return fmt::format("(fun{} => {})", formals, inner.poly(function->value));
}

/// Tactics that write our sums for those of the used claim in T.
std::string Uses::our_sums(const Shown& used) const {
    std::string text;
    for (const auto& [theirs, arity] : used.sums)
        for (const auto& [ours, body] : theorem_.reader().sums()) {
            if (body.placeholders.size() + 1 != arity) throw Unsupported{"a sum that depends on the game's parameters"};
            std::string functions, arguments;
            for (const std::string& name : used.functions) functions += " " + function_term(name);
            for (std::size_t i = 0; i < arity; ++i) arguments += fmt::format(" a{}", i);
            text += fmt::format(
                "try (let Q := fresh in assert (Q : forall{0}, @{1}.{2}{3}{0} = {4}{0}) by same_sum; setoid_rewrite Q "
                "in T). ",
                arguments, used.module, theirs, functions, ours);
        }
    return text;
}

/// The variables and hypotheses of the used claim's section up to what is given of its parameters, gv; tactics for those that are holes.
std::string Uses::prefix(const Shown& used, const Values& values, const std::string& from, std::string& tactics) {
    std::string term;
    for (const AtomId v : used.parameters) {
        const std::string name = Printer::base_name((*used.terms)[v].name);
        if (!values.contains(name)) throw Unsupported{"a used claim with other variables"};
        term += " (" + values.at(name) + ")";
    }
    const auto& own = section_.functions();
    bool same = true;
    for (const std::string& name : used.functions) {
        same = same && std::any_of(own.begin(), own.end(), [&](const auto& f) { return f.first == name; });
        term += " " + function_term(name);
    }
    for (std::size_t i = 0; i < used.natural + used.assumed; ++i) {
        if (same) {
            term +=
                i < used.natural ? " " + used.functions[i] + "_natural" : fmt::format(" assumed_{}", i - used.natural);
            continue;
        }
        term += " _";
        if (!least_.empty()) {
            tactics += fmt::format("{}clear -{}; a_set", tactics.empty() ? "" : "|", from);
            continue;
        }
        std::vector<const OfFunction*> wanted;
        for (const OfFunction& f : of_function_)
            if (i < used.natural ? f.label.empty() : f.label == used.claim->label) wanted.push_back(&f);
        const std::size_t at = i < used.natural ? i : i - used.natural;
        if (at >= wanted.size()) throw Unsupported{"a used claim about another function"};
        // The lemma's variables are those of the claim, and those that this is said of.
        std::string arguments, introduced;
        std::size_t number = 0;
        std::set<std::string> own;
        for (const syntax::Binding& binding : used.claim->assumption_bindings) own.merge(kernel::bound_by(binding));
        for (const AtomId v : wanted[at]->variables) {
            const std::string name = Printer::base_name(theorem_.terms()[v].name);
            const auto& formals = wanted[at]->formals;
            const bool is_own =
                i < used.natural ? std::find(formals.begin(), formals.end(), v) != formals.end() : own.contains(name);
            if (!is_own) {  // a variable of our claim, of which `from` speaks
                arguments += " (" + our_name(v).value_or(name) + ")";
                continue;
            }
            arguments += fmt::format(" u{}", number);
            introduced += fmt::format(" u{}", number);
            if (i < used.natural) introduced += fmt::format(" H{}", number);
            ++number;
        }
        tactics += fmt::format("{}intros{}; cbv beta; pose proof ({}{}) as of_f; revert of_f; clear -{} {}; linear",
                               tactics.empty() ? "" : "|", introduced, wanted[at]->lemma, arguments, from,
                               i < used.natural ? "H0" : "");
    }
    if (!is_truth(used.given) && !used.parameters.empty()) term += " gv";
    return term;
}

/// Tactics: the goal says of the used claim's rules, written in another way, what is known of ours.
std::string Uses::in_our_rules(const Shown& used, const std::string& from) const {
    std::string there = "clear -" + from + "; linear", back = there;
    if (!elements_.empty()) {
        there.clear();
        for (const std::string& element : elements_)
            there += (there.empty() ? "" : "|") + fmt::format("exists ({})", element);
        there = fmt::format("{}[{}]; clear -{} M; set_cases; lia",
                            elements_.size() > 1
                                ? "destruct M as " + any_pattern(std::vector<std::string>(elements_.size(), "M")) + "; "
                                : "",
                            there, from);
        back = fmt::format("destruct M as [e [E M]]; clear -{} E M; set_cases; lia", from);
    }
    return fmt::format(
        "let l := fresh in intros p l; refine (same_moves position move _ game_ends _ p (g p) (values p l)); clear p "
        "l; "
        "intros p q; unfold move, legal, {0}.move, {0}.legal; cbv beta iota zeta; split; intros [L' M]; "
        "(split; [exact L'|]); [{1}|{2}]",
        used.module, there, back);
}

/// "pose proof ... as T": the theorem of a used claim at these values; gv is what is given of its parameters.
std::string Uses::call(const Shown& used, const Values& values, const std::string& from) {
    std::string tactics;
    const std::string first = prefix(used, values, from, tactics);
    std::string term = "@" + used.module + (used.formula ? ".theorem" : ".theorem_strong") + first;
    if (used.values && !used.formula) {
        term += " g _";
        tactics += fmt::format("{}first [exact values|{}]", tactics.empty() ? "" : "|", in_our_rules(used, from));
    }
    if (used.outcomes && !used.formula) term += " o outcomes";
    if (!used.formula)
        for (const std::string& name : used.variables) {
            if (!values.contains(name)) throw Unsupported{"a used claim with other variables"};
            term += " (" + values.at(name) + ")";
        }
    if (tactics.empty()) return fmt::format("pose proof ({}) as T. ", term) + our_sums(used);
    return fmt::format("unshelve epose proof ({}) as T; [{}|]. cbv beta in T. ", term, tactics) + our_sums(used);
}

bool Uses::is_weak(const Known& known) const {
    for (const Shown& each : shown_)
        if (lang::full_name(*each.claim) == known.label) return each.premises > 0;
    return false;
}

std::string Uses::premise(const Known& known, const std::string& h, const Printer& around, const std::string& from) {
    const Shown& used = find(known.label);
    const FormulaPtr& f = known.formula;
    if (f->kind == Kind::all) throw Unsupported{"a used claim about a list of numbers"};
    Terms& terms = theorem_.terms();
    Printer printer = around;
    Values values;
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (printer.knows(static_cast<AtomId>(i)))
            values[Printer::base_name(terms[static_cast<AtomId>(i)].name)] = printer.atom(static_cast<AtomId>(i));
    const bool weak = used.premises > 0;
    std::string text =
        fmt::format("assert ({} : {}).\n {{ ", h, weak ? Refutation::weak_text(f, printer) : printer.formula(f));
    if (used.formula) return text + by_formula(used, f, printer, values, from, 0) + " }\n ";
    if (!used.level.empty()) return text + by_levels(used, f, printer, values, from, 0) + " }\n ";
    if (f->kind == Kind::for_all) {
        text += "intros";
        for (const AtomId v : f->variables)
            text += " " + (values[Printer::base_name(terms[v].name)] = printer.declare(v));
        text += ". ";
    }
    std::size_t moved = 0;
    if (weak) {
        const auto [first, rest] = Refutation::weak_parts(f);
        for (; moved < first.size(); ++moved) text += fmt::format("intros Z{}. ", moved);
        if (moved < used.premises) throw Unsupported{"a used claim of another form"};
    }
    if (!is_truth(used.given)) {
        Printer theirs(*used.terms);
        for (const AtomId v : used.parameters) {
            const std::string name = Printer::base_name((*used.terms)[v].name);
            if (!values.contains(name)) throw Unsupported{"a used claim with other variables"};
            theirs.declare(v, values[name]);
        }
        std::string all;
        const std::vector<FormulaPtr> parts = conjuncts(used.given);
        for (std::size_t i = parts.size(); i-- > 0;) {
            const std::string c = fmt::format("gv{}", i);
            all = all.empty() ? c : "(conj " + c + " " + all + ")";
        }
        for (std::size_t i = 0; i < parts.size(); ++i)
            text += fmt::format("by_cases gv{0} ({1}).\n  {{ some_part ltac:(clear -gv{0}; linear). }}\n  ", i,
                                theirs.formula(parts[i]));
        text += fmt::format("assert (gv := {}). ", all);
    }
    text += call(used, values, from);
    if (!weak) return text + "as_used T. }\n ";
    text += "specialize (T";
    for (std::size_t i = 0; i < used.premises; ++i) text += fmt::format(" Z{}", i);
    text += "). ";
    if (moved == used.premises) return text + "as_used T. }\n ";
    // What the claim says, of all numbers, is refuted by the last of them.
    if (moved != used.premises + 1) throw Unsupported{"a used claim of another form"};
    const auto [first, rest] = Refutation::weak_parts(f);
    for (std::size_t i = 0; i < rest.size(); ++i)
        text += fmt::format("destruct T as [T|T]; [{}exact T|].\n ", selecting(i, rest.size()));
    return text + "exfalso. " + contradiction(first.back(), "T", fmt::format("Z{}", used.premises)) + " }\n ";
}

/// "For all" and "and" are gone through alike, whatever is used; nothing: f is neither.
std::optional<std::string> Uses::through(const FormulaPtr& f, Printer& printer, Values& values,
                                         const std::function<std::string(const FormulaPtr&)>& inner) const {
    if (f->kind == Kind::for_all) {
        std::string names;
        for (const AtomId v : f->variables)
            names += " " + (values[Printer::base_name(theorem_.terms()[v].name)] = printer.declare(v));
        return "intros" + names + ". " + inner(f->parts[0]);
    }
    if (f->kind != Kind::all || !has_quantifier(f)) return std::nullopt;
    std::string text = conjunction_of(f->parts.size());
    for (const FormulaPtr& part : f->parts) text += "\n { " + inner(part) + " }";
    return text;
}

/// The values of a used formula, put into what is said of them.
std::string Uses::by_formula(const Shown& used, const FormulaPtr& f, Printer printer, Values values,
                             const std::string& from, int depth) {
    const auto inner = [&](const FormulaPtr& part) { return by_formula(used, part, printer, values, from, depth + 1); };
    if (const auto text = through(f, printer, values, inner)) return *text;
    if (has_quantifier(f)) {
        std::vector<FormulaPtr> plain;
        std::size_t at = f->parts.size();
        for (std::size_t i = 0; i < f->parts.size(); ++i) {
            if (!has_quantifier(f->parts[i]))
                plain.push_back(f->parts[i]);
            else if (at < f->parts.size())
                throw Unsupported{"a choice between two statements about all numbers"};
            else
                at = i;
        }
        if (f->kind != Kind::any) throw Unsupported{"a used formula of another form"};
        const std::string c = fmt::format("c{}", depth);
        std::string choice = selecting(at, f->parts.size());
        if (!choice.empty()) choice = choice.substr(0, choice.size() - 2) + ". ";
        std::string text;
        if (!plain.empty())
            text = fmt::format("by_cases {0} ({1}).\n 2: {{ clear -{0}; tauto. }}\n {2}", c,
                               printer.formula(kernel::either(plain)), choice);
        return text + by_formula(used, f->parts[at], printer, values, plain.empty() ? from : from + " " + c, depth + 1);
    }
    // Plain: the value at its position, if there is one.
    std::vector<std::string> at;
    for (const std::string& name : used.point)
        if (values.contains(name)) at.push_back(values[name]);
    std::string text;
    const std::string given_text = is_truth(used.given) ? "" : given(used, values);
    if (!given_text.empty())
        text += fmt::format("by_cases gv ({}).\n {{ clear -gv {}; linear. }}\n ", given_text, from);
    std::string known;
    if (used.word) {
        std::string arguments;
        for (const AtomId v : used.parameters)
            arguments += " (" + values.at(Printer::base_name((*used.terms)[v].name)) + ")";
        text += fmt::format("pose proof ({}.word_not_empty{}{}) as W. ", used.module, arguments,
                            given_text.empty() ? "" : " gv");
        known = " W";
    }
    if (at.size() == used.point.size()) {
        const std::string p = at.size() == 1 ? at[0] : "(" + joined(at, ", ") + ")";
        Printer there = section_.around();
        for (std::size_t i = 0; i < at.size(); ++i) there.declare(section_.setting().point()[i], at[i]);
        text += fmt::format("by_cases l ({}).\n {{ clear -l {} {}; linear. }}\n ",
                            there.formula(section_.setting().legal()), from, given_text.empty() ? "" : "gv");
        std::string use = call(used, values, from);
        std::string ignored;
        text +=
            use +
            fmt::format(
                "specialize (T ({0}) l). match type of T with grundy _ _ _ ?v => assert (T' : grundy position move "
                "({0}) v) by (first [exact T|refine (same_moves _ _ _ (@{1}.game_ends{2}) _ _ _ T); intros p q; "
                "unfold move, legal, {1}.move, {1}.legal; cbv beta iota zeta; clear -{3}; linear]) end. "
                "assert (E := grundy_unique position move game_ends _ _ _ (values ({0}) l) T'). unfold {1}.value in "
                "E; cbv beta iota zeta in E. ",
                p, used.module, prefix(used, values, from, ignored), from);
        known += " E l";
    }
    return text + fmt::format("clear -{} {}{}; linear.", from, given_text.empty() ? "" : "gv", known);
}

/// What {grundy = s} = G(s) says of our g: a position of the value s is in G(s), and one in G(s) has the value s.
std::string Uses::by_levels(const Shown& used, const FormulaPtr& f, Printer printer, Values values,
                            const std::string& from, int depth) {
    Terms& terms = theorem_.terms();
    const auto inner = [&](const FormulaPtr& part) { return by_levels(used, part, printer, values, from, depth + 1); };
    if (const auto text = through(f, printer, values, inner)) return *text;
    if (f->kind != Kind::any || !has_quantifier(f)) throw Unsupported{"used levels of another form"};
    std::vector<FormulaPtr> plain, rest;
    std::size_t at = 0;
    for (std::size_t i = 0; i < f->parts.size(); ++i) {
        if (has_quantifier(f->parts[i])) at = i;
        (has_quantifier(f->parts[i]) ? rest : plain).push_back(f->parts[i]);
    }
    const std::string c = fmt::format("c{}", depth);
    std::string text =
        fmt::format("by_cases {0} ({1}).\n 2: {{ clear -{0}; tauto. }}\n ", c, printer.formula(kernel::either(plain)));
    const std::string known = from + " " + c;
    std::string choice = selecting(at, f->parts.size());
    if (!choice.empty()) choice = choice.substr(0, choice.size() - 2) + ". ";
    bool of_values = false;
    for (const FormulaPtr& part : rest)
        kernel::for_each_atom(terms, part, [&](AtomId id) { of_values = of_values || terms[id].name == "G"; });
    if (of_values && rest.size() == 1)
        return text + choice + by_levels(used, rest[0], printer, values, known, depth + 1);
    std::vector<std::string> point;
    for (const std::string& name : used.point) point.push_back(values.at(name));
    const std::string p = "(" + joined(point, ", ") + ")", s = values.at(used.level);
    Printer there = section_.around();
    for (std::size_t i = 0; i < point.size(); ++i) there.declare(section_.setting().point()[i], point[i]);
    const std::string theorem = fmt::format(
        "assert (l : {}) by (clear -{}; linear). assert (T : grundy position move {} {} <-> {}.level_set {} {}) by "
        "(apply {}.theorem; [clear -{}; linear|exact l]). ",
        there.formula(section_.setting().legal()), known, p, s, used.module, s, p, used.module, known);
    if (std::all_of(rest.begin(), rest.end(), [](const FormulaPtr& part) { return part->kind == Kind::exists; }))
        return text + theorem +
               fmt::format(
                   "assert (E : g {0} = {1}) by (clear -{2}; linear). assert (I : {3}) by (apply (proj1 T); rewrite <- "
                   "E; "
                   "exact (values {0} l)). clear -I; tauto.",
                   p, s, known, printer.formula(kernel::either(rest)));
    if (rest.size() != 1 || has_kind(rest[0], Kind::exists)) throw Unsupported{"used levels of another form"};
    const std::string end = fmt::format(
        "assert (X : {}).\n {{ @ }}\n pose proof (grundy_unique position move game_ends _ _ _ (values {} l) (proj2 T "
        "X)) as E. "
        "clear -E {}; linear.",
        printer.formula(kernel::negated(rest[0])), p, known);
    return text + theorem + choice + for_every(rest[0], end, printer, 20);
}

}  // namespace bouton::formal
