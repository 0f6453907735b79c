#include "formal/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using kernel::Atom;
using kernel::Formula;
using kernel::Unsupported;
using Kind = Formula::Kind;

bool has_quantifier(const FormulaPtr& f) {
    return f->kind == Kind::for_all || f->kind == Kind::exists ||
           std::any_of(f->parts.begin(), f->parts.end(), has_quantifier);
}
bool has_kind(const FormulaPtr& f, Kind kind) {
    return f->kind == kind ||
           std::any_of(f->parts.begin(), f->parts.end(), [&](const FormulaPtr& part) { return has_kind(part, kind); });
}
bool is_refusal(const FormulaPtr& f) {
    return f->kind == Kind::any && std::count_if(f->parts.begin(), f->parts.end(), has_quantifier) > 1 &&
           !has_kind(f, Kind::exists);
}
bool is_truth(const FormulaPtr& f) { return f->kind == Kind::all && f->parts.empty(); }
bool is_falsity(const FormulaPtr& f) { return f->kind == Kind::any && f->parts.empty(); }

namespace {

std::string nested(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) text += i + 1 < parts.size() ? "[" + parts[i] + between : parts[i];
    return text + std::string(parts.empty() ? 0 : parts.size() - 1, ']');
}

const std::set<std::string>& reserved() {
    static const std::set<std::string> words{
        "at",    "in",     "as",     "if",       "then",      "else",     "let",    "fun",        "match", "end",
        "with",  "forall", "exists", "return",   "using",     "where",    "Set",    "Prop",       "Type",  "fix",
        "cofix", "for",    "g",      "legal",    "move",      "position", "value",  "inside_set", "twos",  "True",
        "False", "Z",      "level",  "quotient", "remainder", "formula",  "kernel", "levels",     "ends",  "grundy",
        "by",    "IF",     "I",      "o",        "values",    "outcomes", "given",  "rank",       "seat",  "theorem"};
    return words;
}

}  // namespace

std::string all_pattern(const std::vector<std::string>& parts) { return nested(parts, " "); }
std::string any_pattern(const std::vector<std::string>& parts) {
    return parts.size() == 1 ? parts[0] : nested(parts, "|");
}

std::string selecting(std::size_t part, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < part; ++i) text += "right; ";
    return part + 1 < count ? text + "left; " : text;
}

std::string Printer::base_name(const std::string& name) {
    std::string base = name.substr(0, name.find('.'));
    if (base.empty() || !std::isalpha(static_cast<unsigned char>(base[0]))) base = "e" + base;
    std::erase(base, '#');
    return base;
}

std::string Printer::function_name(const std::string& name) {
    if (name.starts_with("f_")) return name.substr(2);
    const bool as_it_is = name == "rank" || name == "seat" || name.starts_with("sum") || name.starts_with("member_") ||
                          name.starts_with("least_");
    return as_it_is ? name : "";
}

std::string Printer::fresh(const std::string& wanted) {
    std::string name = wanted;
    while (taken_.contains(name) || reserved().contains(name)) name += "_";
    taken_.insert(name);
    return name;
}

std::string Printer::declare(AtomId variable) {
    const std::string name = fresh(base_name((*terms_)[variable].name));
    names_[variable] = name;
    return name;
}

void Printer::declare(AtomId variable, const std::string& name) {
    names_[variable] = name;
    taken_.insert(name);
}

void Printer::forget(AtomId variable) {
    const auto found = names_.find(variable);
    if (found == names_.end()) return;
    taken_.erase(taken_.find(found->second));
    names_.erase(found);
}

std::string Printer::product(const Monomial& monomial, bool plain) const {
    if (!plain)
        if (const auto found = products_.find(monomial); found != products_.end()) return found->second;
    std::vector<std::pair<std::string, std::string>> factors;
    for (const AtomId id : monomial) factors.emplace_back(atom(id, true), atom(id, plain));
    std::sort(factors.begin(), factors.end());
    std::string text;
    for (const auto& factor : factors) text += (text.empty() ? "" : " * ") + factor.second;
    return factors.size() > 1 ? "(" + text + ")" : text;
}

std::string Printer::poly(const Poly& p, bool plain) const {
    struct Part {
        bool negative, is_constant;
        std::string key, text;
    };
    std::vector<Part> parts;
    for (const auto& [monomial, c] : p) {
        const Integer size = c < 0 ? Integer(-c) : c;
        std::string text = monomial.empty() ? size.str() : product(monomial, plain);
        if (!monomial.empty() && size != 1) text = size.str() + " * " + text;
        parts.push_back({c < 0, monomial.empty(), product(monomial, true), text});
    }
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        return std::tie(a.negative, a.is_constant, a.key) < std::tie(b.negative, b.is_constant, b.key);
    });
    std::string text;
    for (const Part& part : parts) {
        if (text.empty())
            text = (part.negative ? "- " : "") + part.text;
        else
            text += (part.negative ? " - " : " + ") + part.text;
    }
    return text.empty() ? "0" : text;
}

std::string Printer::atom(AtomId id, bool plain) const {
    if (!plain)
        if (const auto found = atoms_.find(id); found != atoms_.end()) return found->second;
    const Atom& atom = (*terms_)[id];
    const auto arg = [&](std::size_t i) { return "(" + poly(atom.args.at(i), plain) + ")"; };
    switch (atom.kind) {
        case Atom::Kind::variable: {
            const auto found = names_.find(id);
            if (found == names_.end()) throw Unsupported{"the variable " + atom.name + ", which has no name there"};
            return found->second;
        }
        case Atom::Kind::quotient: return "(" + arg(0) + " / " + arg(1) + ")";
        case Atom::Kind::choose:
            return fmt::format("(if {} then {} else {})", boolean(atom.condition, plain), arg(0), arg(1));
        case Atom::Kind::call: break;
    }
    if (atom.name.starts_with("pow")) return "(" + atom.name.substr(3) + " ^ " + arg(0) + ")";
    if (atom.name == "log2") return "(Z.log2 " + arg(0) + ")";
    if (atom.name == "twos") return "(twos " + arg(0) + ")";
    std::string inner;
    if (atom.name == "G" || atom.name == "O") {
        for (const Poly& p : atom.args) inner += (inner.empty() ? "" : ", ") + poly(p, plain);
        return std::string(atom.name == "G" ? "(g (" : "(o (") + inner + "))";
    }
    const std::string function = function_name(atom.name);
    if (function.empty()) throw Unsupported{"the function " + atom.name};
    for (std::size_t i = 0; i < atom.args.size(); ++i) inner += " " + arg(i);
    return inner.empty() ? function : "(" + function + inner + ")";
}

std::string Printer::atom(AtomId id) const { return atom(id, false); }
std::string Printer::poly(const Poly& p) const { return poly(p, false); }
std::string Printer::product(const Monomial& monomial) const { return product(monomial, false); }

std::string Printer::tuple(const std::vector<Poly>& point) const {
    std::string text;
    for (const Poly& p : point) text += (text.empty() ? "" : ", ") + poly(p);
    return "(" + text + ")";
}

std::string Printer::comparison(const Poly& p, const char* relation) const {
    Poly left, right;
    for (const auto& [monomial, c] : p) (c > 0 ? left : right)[monomial] = c > 0 ? c : Integer(-c);
    return fmt::format("{} {} {}", poly(left, false), relation, poly(right, false));
}

std::string Printer::boolean(const FormulaPtr& f, bool plain) const {
    const auto compared = [&](const char* relation) {
        Poly left, right;
        for (const auto& [monomial, c] : f->poly) (c > 0 ? left : right)[monomial] = c > 0 ? c : Integer(-c);
        return fmt::format("({} {} {})%Z", poly(left, plain), relation, poly(right, plain));
    };
    switch (f->kind) {
        case Kind::at_most_zero: return compared("<=?");
        case Kind::zero: return compared("=?");
        case Kind::not_zero: return "(negb " + compared("=?") + ")";
        case Kind::all:
        case Kind::any: {
            std::string text;
            for (const FormulaPtr& part : f->parts)
                text += (text.empty() ? "" : f->kind == Kind::all ? " && " : " || ") + boolean(part, plain);
            return text.empty() ? (f->kind == Kind::all ? "true" : "false") : "(" + text + ")%bool";
        }
        default: throw Unsupported{"a case distinction with a quantifier"};
    }
}

std::string Printer::quantified(const FormulaPtr& f, const char* word) const {
    if (weak_) return "True";
    Printer inner = *this;
    std::string names;
    for (const AtomId v : f->variables) names += " " + inner.declare(v);
    return fmt::format("{}{}, {}", word, names, inner.formula(f->parts[0]));
}

std::string Printer::formula(const FormulaPtr& f) const {
    switch (f->kind) {
        case Kind::at_most_zero: return comparison(f->poly, "<=");
        case Kind::zero: return comparison(f->poly, "=");
        case Kind::not_zero: return comparison(f->poly, "<>");
        case Kind::for_all: return quantified(f, "forall");
        case Kind::exists: return quantified(f, "exists");
        case Kind::all:
        case Kind::any: break;
    }
    if (is_refusal(f) && !weak_ && !choices_) return "~ (" + formula(kernel::negated(f)) + ")";
    const bool conjunction = f->kind == Kind::all;
    std::string text;
    for (const FormulaPtr& part : f->parts) {
        const bool plain = part->kind == Kind::at_most_zero || part->kind == Kind::zero || part->kind == Kind::not_zero;
        const std::string inner = formula(part);
        text += (text.empty()  ? ""
                 : conjunction ? " /\\ "
                               : " \\/ ") +
                (plain || weak_ ? (plain ? inner : "(" + inner + ")") : "(" + inner + ")");
    }
    return text.empty() ? (conjunction ? "True" : "False") : text;
}

}  // namespace bouton::formal
