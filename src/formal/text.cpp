#include "formal/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton::formal {

namespace {

/// Words of Coq, and of the files that are written here.
const std::set<std::string>& reserved() {
    static const std::set<std::string> words = {
        "as",         "at",      "cofix",       "else",     "end",    "exists",  "exists2", "fix",    "for",
        "forall",     "fun",     "if",          "in",       "let",    "match",   "mod",     "return", "then",
        "where",      "with",    "using",       "Prop",     "Set",    "Type",    "SProp",   "IF",     "by",
        "move",       "legal",   "option",      "position", "rules",  "values",  "value",   "parts",  "theorem",
        "table",      "listed",  "repeating",   "grundy",   "ends",   "natural", "lowered", "column", "sum",
        "inside_set", "outcome", "podium_rule", "nim_sum",  "length", "list",    "p",       "q",      "j",
        "N",          "S",       "O",           "E",        "L",      "M",       "H",       "I",      "D",
        "U",          "Z",       "b2z",         "stuck",    "mex",    "formula", "kernel",  "levels", "period",
        "rule",       "One",     "Two",         "Only",     "word"};
    return words;
}

std::string infix(const Expr& e, const char* sign, const SlotNames& names) {
    return fmt::format("({} {} {})", term(e->args[0], names), sign, term(e->args[1], names));
}

std::string joined(const Expr& e, const char* sign, const SlotNames& names) {
    std::string text;
    for (const Expr& part : e->args) text += (text.empty() ? "" : sign) + condition(part, names);
    return "(" + text + ")";
}

std::string compared(const Expr& e, const char* sign, const SlotNames& names) {
    return fmt::format("{} {} {}", term(e->args[0], names), sign, term(e->args[1], names));
}

}  // namespace

std::string comment(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (!safe.empty() && ((safe.back() == '(' && c == '*') || (safe.back() == '*' && c == ')'))) safe += ' ';
        safe += c;
    }
    while (!safe.empty() && safe.back() == '\n') safe.pop_back();
    if (std::count(safe.begin(), safe.end(), '"') % 2 != 0) std::replace(safe.begin(), safe.end(), '"', '\'');
    return "(* " + safe + " *)\n";
}

std::string Names::fresh(const std::string& wanted) {
    std::string name;
    for (const char c : wanted) name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '\'' ? c : '_';
    if (name.empty() || !std::isalpha(static_cast<unsigned char>(name[0]))) name = "v" + name;
    while (reserved().contains(name) || !taken_.insert(name).second) name += '_';
    return name;
}

std::string list(const std::vector<std::string>& items) { return fmt::format("[{}]", fmt::join(items, "; ")); }

std::string conjunction_pattern(const std::vector<std::string>& parts) {
    std::string text = parts.back();
    for (std::size_t i = parts.size() - 1; i-- > 0;) text = "[" + parts[i] + " " + text + "]";
    return text;
}

std::string disjunction_pattern(const std::vector<std::string>& parts) {
    std::string text = parts.back();
    for (std::size_t i = parts.size() - 1; i-- > 0;) text = "[" + parts[i] + "|" + text + "]";
    return text;
}

std::string choice_of(std::size_t part, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < part; ++i) text += "right; ";
    return part + 1 < count ? text + "left; " : text;
}

std::string term(const Expr& e, const SlotNames& names) {
    switch (e->op) {
        case Op::number: return e->number < 0 ? "(" + e->number.str() + ")" : e->number.str();
        case Op::variable: {
            const auto found = names.find(e->slot);
            if (found == names.end()) throw Unwritten{"its rules hold a name without a value"};
            return found->second;
        }
        case Op::add: return infix(e, "+", names);
        case Op::subtract: return infix(e, "-", names);
        case Op::multiply:
            if (!is_number(e->args[0]) && !is_number(e->args[1]))
                throw Unwritten{"its rules hold a product of variables"};
            return infix(e, "*", names);
        case Op::negate: return "(- " + term(e->args[0], names) + ")";
        case Op::floor_divide:
        case Op::modulo:
            if (!is_number(e->args[1]) || e->args[1]->number <= 0) throw Unwritten{"its rules divide by a variable"};
            return infix(e, e->op == Op::modulo ? "mod" : "/", names);
        case Op::minimum:
        case Op::maximum: {
            std::string text = term(e->args[0], names);
            for (std::size_t i = 1; i < e->args.size(); ++i)
                text = fmt::format("(Z.{} {} {})", e->op == Op::minimum ? "min" : "max", text, term(e->args[i], names));
            return text;
        }
        default: throw Unwritten{fmt::format("its rules hold {}, which is not linear", bouton::infix(e))};
    }
}

std::string condition(const Expr& e, const SlotNames& names) {
    switch (e->op) {
        case Op::number: return e->number == 0 ? "False" : "True";
        case Op::equal: return compared(e, "=", names);
        case Op::not_equal: return compared(e, "<>", names);
        case Op::less: return compared(e, "<", names);
        case Op::less_equal: return compared(e, "<=", names);
        case Op::conjunction: return joined(e, " /\\ ", names);
        case Op::disjunction: return joined(e, " \\/ ", names);
        case Op::negation: return "~ (" + condition(e->args[0], names) + ")";
        default: throw Unwritten{fmt::format("its rules hold the condition {}", bouton::infix(e))};
    }
}

}  // namespace bouton::formal
