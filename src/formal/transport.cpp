#include "formal/transport.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Formula;
using kernel::Unsupported;
using Kind = Formula::Kind;

std::string conjunction_of(std::size_t parts) {
    if (parts < 2) return "";
    std::string text = "_";
    for (std::size_t i = 1; i < parts; ++i) text = i == 1 ? "conj _ _" : "conj _ (" + text + ")";
    return "refine (" + text + "). ";
}

Transport::Transport(Terms& terms, const Printer& printer, const kernel::Substitution& values)
    : terms_(terms), printer_(printer), naive_(printer), values_(values) {
    for (const auto& [variable, value] : values_) replace(variable);
}

void Transport::replace(AtomId variable) {
    if (!naive_.knows(variable)) naive_.declare(variable);
    naive_.write_as(variable, "(" + printer_.poly(values_.at(variable)) + ")");
}

FormulaPtr Transport::result(const FormulaPtr& f) const {
    std::vector<FormulaPtr> parts;
    if (f->kind == Kind::exists) return terms_.substitute(f, values_);
    for (const FormulaPtr& part : f->parts) parts.push_back(result(part));
    if (f->kind == Kind::all) return kernel::both(std::move(parts));
    if (f->kind == Kind::any) return kernel::either(std::move(parts));
    if (f->kind != Kind::for_all) return terms_.substitute(f, values_);
    std::vector<AtomId> rest;
    for (const AtomId v : f->variables)
        if (!values_.contains(v)) rest.push_back(v);
    return kernel::for_all(rest, parts[0]);
}

/// Do parts melt into what is around them? (for all t: A or B) or C becomes A or B or C.
bool Transport::melts(const FormulaPtr& f) const {
    return std::any_of(f->parts.begin(), f->parts.end(), [&](const FormulaPtr& part) {
        const FormulaPtr r = result(part);
        return r->kind == f->kind && !r->parts.empty();
    });
}

std::string Transport::rewriting(const FormulaPtr& f, const std::string& where) const {
    std::vector<AtomId> atoms;
    kernel::for_each_atom(terms_, f, [&](AtomId id) {
        const auto& bound = terms_[id].bound;
        const bool touched = std::any_of(bound.begin(), bound.end(), [&](AtomId v) { return values_.contains(v); });
        if (terms_[id].kind != kernel::Atom::Kind::variable && touched &&
            std::find(atoms.begin(), atoms.end(), id) == atoms.end())
            atoms.push_back(id);
    });
    Printer naive = naive_;
    std::string text;
    for (const AtomId id : atoms) {
        const std::string before = naive.atom(id), after = printer_.poly(terms_.substitute(Terms::of(id), values_));
        naive.write_as(id, "(" + after + ")");
        if (before == after) continue;
        text += fmt::format("let q := fresh in assert (q : {} = {}) by same_term; try rewrite q{}; clear q. ", before,
                            after, where);
    }
    return text;
}

std::string Transport::leaf(const FormulaPtr& f, const std::string& h) const {
    return rewriting(f, " in " + h) + "meets " + h + ".";
}

/// h cannot be.
std::string Transport::impossible(const FormulaPtr& f, const std::string& h) {
    if (!has_quantifier(f)) return rewriting(f, " in " + h) + "clear -" + h + "; linear.";
    if (f->kind == Kind::exists) {
        const std::string inner = names(f->variables);
        std::string text = fmt::format("destruct {} as [{} {}{}. ", h, inner, h, std::string(f->variables.size(), ']'));
        text += impossible(f->parts[0], h);
        forget(f->variables);
        return text;
    }
    throw Unsupported{"a formula that becomes false at some value"};
}

/// "v] [w": the inside of a pattern; the names are known from now on.
std::string Transport::names(const std::vector<AtomId>& variables) {
    std::string text;
    for (const AtomId v : variables) {
        const std::string name = printer_.declare(v);
        naive_.declare(v, name);
        text += (text.empty() ? "" : " [") + name;
    }
    return text;
}

void Transport::forget(const std::vector<AtomId>& variables) {
    for (const AtomId v : variables) {
        printer_.forget(v);
        naive_.forget(v);
    }
}

std::string Transport::forward(const FormulaPtr& f, const std::string& h) { return one(f, h, true); }
std::string Transport::backward(const FormulaPtr& f, const std::string& h) { return one(f, h, false); }

std::string Transport::one(const FormulaPtr& f, const std::string& h, bool is_forward) {
    const FormulaPtr r = result(f);
    if (is_forward && is_truth(r)) return "exact I.";
    if (is_forward && is_falsity(r)) return "exfalso. " + impossible(f, h);
    if (!is_forward && is_falsity(r)) return "destruct " + h + ".";
    if (!has_quantifier(f)) {
        if (is_forward) return leaf(f, h);
        return rewriting(f, "") + (is_truth(r) ? "clear; linear." : "meets " + h + ".");
    }
    if (!is_forward && is_truth(r)) throw Unsupported{"a formula that becomes true at some value"};
    switch (f->kind) {
        case Kind::all: return all(f, h, is_forward);
        case Kind::any: return any(f, h, is_forward);
        case Kind::for_all: return for_all(f, h, is_forward);
        default: break;
    }
    std::string inner = names(f->variables), given;
    for (const AtomId v : f->variables) given += (given.empty() ? "" : ", ") + printer_.poly(Terms::of(v));
    std::string text =
        fmt::format("destruct {} as [{} {}{}. exists {}. ", h, inner, h, std::string(f->variables.size(), ']'), given);
    text += one(f->parts[0], h, is_forward);
    forget(f->variables);
    return text;
}

std::string Transport::for_all(const FormulaPtr& f, const std::string& h, bool is_forward) {
    std::string intros, given;
    std::vector<AtomId> rest;
    for (const AtomId v : f->variables) {
        if (is_forward && values_.contains(v)) {
            given += " (" + printer_.poly(values_.at(v)) + ")";
            continue;
        }
        rest.push_back(v);
        const std::string name = names({v});
        intros += " " + name;
        given += " " + name;
    }
    std::string text = rest.empty() ? "" : "intros" + intros + ". ";
    text += fmt::format("specialize ({}{}). ", h, given) + one(f->parts[0], h, is_forward);
    forget(rest);
    return text;
}

/// The same parts, written by themselves first.
std::string Transport::melted(const FormulaPtr& f, const std::string& h, bool is_forward) {
    const bool all = f->kind == Kind::all;
    const std::string m = h + "m";
    std::string text, known;
    std::vector<std::string> names, cases;
    for (std::size_t i = 0; i < f->parts.size(); ++i) names.push_back(h + "_" + std::to_string(i));
    if (is_forward && all) {
        text = "destruct " + h + " as " + all_pattern(names) + ". ";
        for (std::size_t i = 0; i < f->parts.size(); ++i) {
            const FormulaPtr r = result(f->parts[i]);
            if (is_truth(r)) continue;
            text += fmt::format("\n assert ({}{} : {}).\n {{ {} }}", m, i, printer_.formula(r),
                                one(f->parts[i], names[i], true));
            known += fmt::format(" {}{}", m, i);
        }
        return text + "\n clear -" + known + "; tauto.";
    }
    if (is_forward) {
        text = "destruct " + h + " as " + any_pattern(std::vector<std::string>(f->parts.size(), h)) + ". ";
        for (const FormulaPtr& part : f->parts) {
            const FormulaPtr r = result(part);
            text += is_falsity(r) ? "\n { exfalso. " + impossible(part, h) + " }"
                                  : fmt::format("\n {{ assert ({0} : {1}).\n {{ {2} }} clear -{0}; tauto. }}", m,
                                                printer_.formula(r), one(part, h, true));
        }
        return text;
    }
    if (all) {
        text = conjunction_of(f->parts.size());
        for (const FormulaPtr& part : f->parts) {
            const FormulaPtr r = result(part);
            text += fmt::format("\n {{ assert ({} : {}) by (clear -{}; tauto). {} }}", m, printer_.formula(r), h,
                                one(part, m, false));
        }
        return text;
    }
    for (const FormulaPtr& part : f->parts) {
        const FormulaPtr r = result(part);
        if (is_falsity(r)) continue;
        known += (known.empty() ? "(" : " \\/ (") + printer_.formula(r) + ")";
        cases.push_back(m);
    }
    text = fmt::format("assert ({} : {}) by (clear -{}; tauto). ", m, known, h);
    if (cases.size() > 1) text += fmt::format("destruct {} as {}. ", m, any_pattern(cases));
    for (std::size_t i = 0; i < f->parts.size(); ++i) {
        if (is_falsity(result(f->parts[i]))) continue;
        std::string choice = selecting(i, f->parts.size());
        if (choice.ends_with("; ")) choice = choice.substr(0, choice.size() - 2) + ". ";
        text += "\n { " + choice + one(f->parts[i], m, false) + " }";
    }
    return text;
}

std::string Transport::all(const FormulaPtr& f, const std::string& h, bool is_forward) {
    if (melts(f)) return melted(f, h, is_forward);
    std::vector<std::string> before, after;  // names of the parts of h, and of what is left
    std::vector<FormulaPtr> results;
    for (std::size_t i = 0; i < f->parts.size(); ++i) {
        results.push_back(result(f->parts[i]));
        before.push_back(h + "_" + std::to_string(i));
        if (!is_truth(results.back())) after.push_back(before.back());
    }
    const auto& parts_of_h = is_forward ? before : after;
    std::string text = parts_of_h.size() == 1 ? fmt::format("rename {} into {}. ", h, parts_of_h[0])
                                              : fmt::format("destruct {} as {}. ", h, all_pattern(parts_of_h));
    text += conjunction_of(is_forward ? after.size() : before.size());
    for (std::size_t i = 0; i < f->parts.size(); ++i) {
        if (is_truth(results[i]) && is_forward) continue;
        text += "\n { " + one(f->parts[i], before[i], is_forward) + " }";
    }
    return text;
}

std::string Transport::any(const FormulaPtr& f, const std::string& h, bool is_forward) {
    if (is_refusal(f) && !printer_.keeps_choices()) throw Unsupported{"a choice between statements about all numbers"};
    if (melts(f)) return melted(f, h, is_forward);
    std::vector<FormulaPtr> results;
    std::size_t left = 0;
    for (const FormulaPtr& part : f->parts) {
        results.push_back(result(part));
        if (!is_falsity(results.back())) ++left;
    }
    const std::size_t count = f->parts.size();
    std::string text =
        "destruct " + h + " as " + any_pattern(std::vector<std::string>(is_forward ? count : left, h)) + ". ";
    if ((is_forward ? count : left) == 1) text = "";
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const bool gone = is_falsity(results[i]);
        if (gone && !is_forward) continue;
        const std::string chosen = gone ? "" : is_forward ? selecting(at, left) : selecting(i, count);
        std::string sentence = chosen;
        if (sentence.ends_with("; ")) sentence = sentence.substr(0, sentence.size() - 2) + ". ";
        text += "\n { " + sentence +
                (gone ? "exfalso. " + impossible(f->parts[i], h) : one(f->parts[i], h, is_forward)) + " }";
        if (!gone) ++at;
    }
    return text;
}

}  // namespace bouton::formal
