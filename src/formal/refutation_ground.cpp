// Facts, and the lemma about plain integers.
#include "formal/refutation.hpp"
#include "formal/section.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Atom;
using kernel::Fact;
using kernel::Formula;
using kernel::Step;
using kernel::Tree;
using kernel::Unsupported;
using Kind = Formula::Kind;

namespace {

const Atom& only(const Terms& terms, const Poly& p) { return terms[p.begin()->first.at(0)]; }

/// A function of positions as one of their coordinates.
std::string of_tuple(const std::string& function, std::size_t count) {
    if (count == 1) return function;
    std::string names, tuple;
    for (std::size_t i = 0; i < count; ++i) {
        names += fmt::format(" u{}", i);
        tuple += fmt::format("{}u{}", i ? ", " : "", i);
    }
    return fmt::format("(fun{} => {} ({}))", names, function, tuple);
}

}  // namespace

/// A fact about a function: the section has a lemma that says it for all arguments.
bool Refutation::rule(const Step& step) {
    switch (*step.fact) {
        case Fact::value:
        case Fact::outcome:
        case Fact::sum:
        case Fact::rank:
        case Fact::seat: break;
        default: return false;
    }
    std::vector<Poly> arguments;
    for (const auto& value : step.values) arguments.push_back(*value);
    const Rule rule = section_.rule(goal_, *step.fact, arguments);
    if (step.fact == Fact::sum) arguments = std::vector<Poly>(only(terms_, arguments.at(0)).args);
    kernel::Substitution values;
    for (std::size_t i = 0; i < rule.variables.size(); ++i) values[rule.variables[i]] = arguments.at(i);
    Transport transport(terms_, printer_, values);
    const FormulaPtr result = transport.result(rule.formula);
    const std::string h = new_hypothesis(), copy = new_hypothesis();
    body_ += fmt::format(" assert ({} : {}).\n {{ pose proof {} as {}. {} }}\n", h, printer_.formula(result),
                         rule.lemma, copy, transport.forward(rule.formula, copy));
    add(open(result, h, body_));
    return true;
}

void Refutation::fact(const Step& step, std::size_t first) {
    if (rule(step)) return;
    const std::string h = new_hypothesis();
    if (step.fact == Fact::level) {
        const auto id = terms_.find_variable("#" + std::to_string(names_++));
        const std::string name = printer_.fresh("l");
        printer_.declare(id.value(), name);
        const std::string from = new_hypothesis();
        body_ += fmt::format(" destruct (level ({}) ({})) as [{} {}].\n", printer_.poly(*step.values[0]),
                             printer_.poly(*step.values[1]), name, from);
        body_ +=
            fmt::format(" assert ({} : {}) by by_fact {}.\n", h, printer_.formula(sequent_.entries().at(first)), from);
        add({h});
        if (sequent_.entries().size() != first + 1) throw Unsupported{"a level of plain numbers"};
        return;
    }
    const std::vector<FormulaPtr> parts(sequent_.entries().begin() + static_cast<std::ptrdiff_t>(first),
                                        sequent_.entries().end());
    for (const FormulaPtr& part : parts) {
        const std::string each = new_hypothesis();
        body_ += fmt::format(" assert ({} : {}) by {}.\n", each, printer_.formula(part), fact_tactic(step));
        add({each});
    }
}

std::string Refutation::fact_tactic(const Step& step) const {
    std::vector<std::string> a;
    for (const auto& value : step.values) a.push_back("(" + printer_.poly(*value) + ")");
    const auto by = [&](const std::string& lemma) {
        std::string text = "by_fact (" + lemma;
        for (const std::string& argument : a) text += " " + argument;
        return text + ")";
    };
    const auto number = [&](std::size_t i) { return kernel::is_constant(*step.values[i]); };
    switch (*step.fact) {
        case Fact::quotient: return number(1) ? "by_division" : by("quotient");
        case Fact::power_above: return by("power_above");
        case Fact::power_small: return fmt::format("by_power_small {} {} {}", a[0], a[2], a[1]);
        case Fact::power_multiple: return fmt::format("by_power_multiple {} {} {}", a[0], a[2], a[1]);
        case Fact::power_from: return fmt::format("by_power_from {} {} {}", a[0], a[2], a[1]);
        case Fact::powers_same:
        case Fact::powers_next:
        case Fact::powers_far: {
            const std::string lemma = name_of(*step.fact);
            std::string text =
                fmt::format("(let f := fresh in pose proof ({} {} {} {}) as f; ", lemma, a[0], a[1], a[2]);
            for (const std::size_t i : {1, 2})
                if (number(i))
                    text += fmt::format(
                        "try change ({} ^ {}) with ({}) in f; ", a[0], a[i],
                        printer_.poly(terms_.power(static_cast<int>(clamp(kernel::constant_part(*step.values[0]))),
                                                   *step.values[i])));
            return text + "clear -f; linear)";
        }
        case Fact::product: return by("product_nonneg");
        case Fact::product_zero: return by("product_zero");
        case Fact::logarithm: return by("logarithm");
        case Fact::odd_part: return by("odd_part");
        case Fact::odd_part_of: return by("odd_part_unique");
        case Fact::choice: return fmt::format("by_choice {}", a[0]);
        case Fact::cases: return "(clear; linear)";
        case Fact::natural: {
            const Atom& x = only(terms_, *step.values[0]);
            std::string text = "by_fact (" + Printer::function_name(x.name) + "_natural";
            for (const Poly& p : x.args) text += " (" + printer_.poly(p) + ")";
            return text + ")";
        }
        case Fact::congruence: {
            const Atom &x = only(terms_, *step.values[0]), &y = only(terms_, *step.values[1]);
            std::string function;
            if (x.kind == Atom::Kind::quotient)
                function = "Z.div";
            else if (x.name.starts_with("pow"))
                function = "(Z.pow " + x.name.substr(3) + ")";
            else if (x.name == "log2")
                function = "Z.log2";
            else if (x.name == "twos")
                function = "twos";
            else if (x.name == "G" || x.name == "O")
                function = of_tuple(x.name == "G" ? "g" : "o", x.args.size());
            else
                function = Printer::function_name(x.name);
            if (function.empty() || x.args.empty() || x.args.size() > 4) throw Unsupported{"the function " + x.name};
            std::string text = x.args.size() == 1 ? "by_fact (same_value " + function
                                                  : fmt::format("by_fact (same_value_{} {}", x.args.size(), function);
            for (std::size_t i = 0; i < x.args.size(); ++i)
                text += fmt::format(" ({}) ({})", printer_.poly(x.args[i]), printer_.poly(y.args[i]));
            return text + ")";
        }
        default: throw Unsupported{"the fact " + name_of(*step.fact)};
    }
}

// ---- the lemma about plain integers ----

void Refutation::used_entries(const Tree& tree, std::set<std::size_t>& used) const {
    if (tree.kind == Tree::Kind::split && tree.entry < entries_.size()) used.insert(tree.entry);
    for (const auto& part : tree.sum)
        if (part.first < entries_.size()) used.insert(part.first);
    for (const Tree& part : tree.cases) used_entries(part, used);
}

namespace {

void monomials_of(const FormulaPtr& f, std::set<Monomial>& found) {
    if (f->kind == Kind::for_all || f->kind == Kind::exists) return;
    for (const auto& [monomial, c] : f->poly) found.insert(monomial);
    for (const FormulaPtr& part : f->parts) monomials_of(part, found);
}

}  // namespace

void Refutation::finish(const Tree& tree) {
    std::set<std::size_t> used;
    used_entries(tree, used);
    std::set<Monomial> monomials;
    for (const std::size_t i : used) monomials_of(sequent_.entries()[i], monomials);
    Printer ground = printer_;
    ground.weaken();
    std::string names, given;
    std::size_t unknowns = 0;
    for (const Monomial& monomial : monomials) {
        if (monomial.empty() || (monomial.size() == 1 && around_.knows(monomial[0]))) continue;
        given += " " + ("(" + printer_.product(monomial) + ")");
        if (monomial.size() == 1 && terms_[monomial[0]].kind == Atom::Kind::variable) {
            names += " " + printer_.product(monomial);
            continue;
        }
        const std::string name = ground.fresh("a" + std::to_string(unknowns++));
        names += " " + name;
        if (monomial.size() == 1)
            ground.write_as(monomial[0], name);
        else
            ground.write_as(monomial, name);
    }
    std::vector<std::string> hypotheses(entries_.size());
    std::string statement, met;
    for (const std::size_t i : used) {
        hypotheses[i] = "h" + std::to_string(i);
        if (entries_[i].hypothesis.empty()) throw Unsupported{"an instance that is not complete"};
        statement += fmt::format("\n  ({} : {})", hypotheses[i], ground.formula(sequent_.entries()[i]));
        met += (met.empty() ? "\n  [ meets " : "\n  | meets ") + entries_[i].hypothesis;
    }
    std::vector<FormulaPtr> known = sequent_.entries();
    const std::string cases = tree_text(tree, hypotheses, known, ground, 1);
    text_ = fmt::format("Lemma {}_cases{}{} : False.\nProof.\n{}Qed.\n\n", name_,
                        names.empty() ? "" : " (" + names.substr(1) + " : Z)", statement, cases) +
            text_ + body_ +
            fmt::format(" exfalso. apply ({}_cases{}){}.\nQed.\n\n", name_, given, met.empty() ? "" : ";" + met + " ]");
}

std::string Refutation::tree_text(const Tree& tree, std::vector<std::string>& hypotheses,
                                  std::vector<FormulaPtr>& known, const Printer& ground, int depth) {
    const std::string indent(static_cast<std::size_t>(std::min(depth, 40)), ' ');
    const auto from = [&] {
        std::set<std::string> all;
        for (const auto& part : tree.sum) all.insert(hypotheses.at(part.first));
        return fmt::format("{}", fmt::join(all, " "));
    };
    if (tree.kind == Tree::Kind::leaf) {
        ++leaves_;
        return indent + "clear -" + from() + "; lia.\n";
    }
    const std::size_t size = known.size();
    if (tree.kind == Tree::Kind::cut) {
        Poly sum;
        for (const auto& [entry, multiplier] : tree.sum) sum = std::move(sum) + multiplier * known.at(entry)->poly;
        Poly cut;
        for (const auto& [monomial, c] : sum) {
            const Integer q = monomial.empty() ? Integer(-arithmetic::floor_divide(Integer(-c), tree.divisor))
                                               : arithmetic::floor_divide(c, tree.divisor);
            if (q != 0) cut[monomial] = q;
        }
        const FormulaPtr f = kernel::at_most(cut, {});
        const std::string h = "c" + std::to_string(cases_++);
        std::string text =
            indent + fmt::format("assert ({} : {}) by (clear -{}; lia).\n", h, ground.formula(f), from());
        known.push_back(f);
        hypotheses.push_back(h);
        text += tree_text(tree.cases.at(0), hypotheses, known, ground, depth);
        known.resize(size);
        hypotheses.resize(size);
        return text;
    }
    const auto parts = kernel::parts_of(known.at(tree.entry)).value();
    std::string h = hypotheses.at(tree.entry), text;
    const std::size_t number = cases_++;
    if (known[tree.entry]->kind == Kind::not_zero) {
        const std::string cases = "d" + std::to_string(number);
        text = indent + fmt::format("assert ({} : {} \\/ {}) by (clear -{}; lia).\n", cases, ground.formula(parts[0]),
                                    ground.formula(parts[1]), h);
        h = cases;
    }
    std::vector<std::string> patterns;
    std::vector<std::vector<std::string>> names(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::vector<FormulaPtr> inside;
        kernel::add_entries(parts[i], inside);
        for (std::size_t k = 0; k < inside.size(); ++k) names[i].push_back(fmt::format("s{}_{}_{}", number, i, k));
        patterns.push_back(names[i].empty() ? "_" : all_pattern(names[i]));
    }
    if (parts.empty()) return text + indent + "destruct " + h + ".\n";
    if (parts.size() > 1 || patterns[0].starts_with("["))
        text += indent + "destruct " + h + " as " + any_pattern(patterns) + ".\n";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        kernel::add_entries(parts[i], known);
        hypotheses.insert(hypotheses.end(), names[i].begin(), names[i].end());
        const std::string inner = tree_text(tree.cases.at(i), hypotheses, known, ground, depth + 1);
        text += parts.size() == 1 ? inner : indent + "{\n" + inner + indent + "}\n";
        known.resize(size);
        hypotheses.resize(size);
    }
    return text;
}

}  // namespace bouton::formal
