#include "check/smt_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace bouton::recheck::smt {
namespace {

constexpr int max_depth = 1000;  // recursion stays within any thread's stack

// Words that mean something to a solver, so that a declaration of them could change what a formula says.
const std::set<std::string_view> reserved = {
    "Int",    "Bool",   "Real",    "Array",     "String", "true",   "false",   "not",         "and",     "or",
    "xor",    "ite",    "let",     "par",       "as",     "match",  "forall",  "exists",      "lambda",  "abs",
    "div",    "mod",    "rem",     "distinct",  "select", "store",  "const",   "iff",         "implies", "if",
    "is_int", "to_int", "to_real", "divisible", "_",      "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING",
    "is",     "assert", "exp",     "pi",        "sin",    "cos",    "tan",     "sqrt",        "pow",     "iand"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name(std::string_view text) {
    return !text.empty() && is_letter(text[0]) && !reserved.contains(text) &&
           std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '@'; });
}
bool is_number(std::string_view text) {
    return std::ranges::all_of(text, is_digit) && !text.empty() && (text[0] != '0' || text.size() == 1);
}

}  // namespace

std::string shortened(std::string_view text) {
    return text.size() <= 240 ? std::string(text) : fmt::format("{} ...", text.substr(0, 236));
}

Script::Script(std::string_view text) {
    std::string label;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        ++line_;
        lines.push_back(text.substr(from, end - from));
        from = end + 1;
        const std::string_view whole = lines.back();
        for (char c : whole)
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) refuse("a control character");
        if (whole.empty()) continue;
        if (whole[0] == ';') {
            if (!whole.starts_with("; ")) refuse("a comment is written '; text'");
            label = whole.substr(2);
            continue;
        }
        if (ended_) refuse("a command after (check-sat)");
        const std::size_t semicolon = whole.find(';');
        rest_ = whole.substr(0, semicolon);
        const std::optional<std::string_view> comment =
            semicolon == std::string_view::npos ? std::nullopt : std::optional(whole.substr(semicolon));
        command(whole_sexp(), comment, label, whole);
    }
    if (!ended_) refuse("the script ends without (check-sat)");
}

void Script::refuse(const std::string& why) const { throw Refused{fmt::format("line {}: {}", line_, why)}; }

// ---- text to lists

Sexp Script::whole_sexp() {
    Sexp result = sexp(0);
    skip_blanks();
    if (!rest_.empty()) refuse(fmt::format("unexpected '{}'", shortened(rest_)));
    return result;
}

Sexp Script::sexp(int depth) {
    if (depth > max_depth) refuse("nested too deeply");
    skip_blanks();
    if (rest_.empty()) refuse("a parenthesis is not closed");
    if (rest_[0] != '(') {
        const std::size_t length = std::min(rest_.find_first_of(" ()"), rest_.size());
        if (length == 0) refuse("unexpected ')'");
        const std::string_view atom = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return {atom};
    }
    rest_.remove_prefix(1);
    Sexp list{""};
    while (true) {
        skip_blanks();
        if (rest_.starts_with(')')) break;
        list.list.push_back(sexp(depth + 1));
    }
    rest_.remove_prefix(1);
    return list;
}

// ---- commands

void Script::command(const Sexp& sexp, std::optional<std::string_view> comment, const std::string& label,
                     std::string_view whole) {
    const std::string_view head = sexp.list.empty() ? sexp.atom : sexp.list[0].atom;
    const std::size_t length = sexp.list.size();
    if (head == "set-logic" && length == 2) {
        if (!logic.empty()) refuse("a second set-logic");
        logic = sexp.list[1].atom;
        if (logic != "ALL" && logic != "QF_UFLIA") refuse("the logic is neither ALL nor QF_UFLIA");
    } else if (logic.empty()) {
        refuse("the first command must be set-logic");
    } else if (head == "declare-fun" && length == 4) {
        return declare(sexp, comment);
    } else if (head == "define-fun" && length == 5) {
        define(sexp);
    } else if (head == "assert" && length == 2) {
        quantifiers_ = 0;
        const int node = formula(sexp.list[1]);
        if (literal(node) == std::optional(false)) refuse("false is asserted");
        assertions.push_back({label, whole, line_, node, quantifiers_ > 0});
    } else if (head == "check-sat" && length == 1) {
        ended_ = true;
    } else {
        refuse(fmt::format("'{}' is not a command of these scripts", shortened(whole)));
    }
    if (comment) refuse("a comment behind a command that is no declaration");
}

void Script::declare(const Sexp& sexp, std::optional<std::string_view> comment) {
    const std::string name(fresh(sexp.list[1]));
    const Sexp& sorts = sexp.list[2];
    if (!sorts.atom.empty() || sexp.list[3].atom != "Int")
        refuse("a declaration reads (declare-fun NAME (Int ...) Int)");
    for (const Sexp& sort : sorts.list)
        if (sort.atom != "Int") refuse("all sorts are Int");
    if (!sorts.list.empty()) {
        if (comment) refuse("a comment behind the declaration of a function");
        if (name.find('@') != std::string::npos) refuse("the name of a function has no @");
        function_named(name, sorts.list.size());
        declared_.insert(name);
        return;
    }
    const std::size_t at = name.find('@');
    if (at != std::string::npos && comment) {  // flat: the comment says what it stands for
        if (!comment->starts_with("; ")) refuse("a comment is written '; text'");
        rest_ = comment->substr(2);
        names_[name] = application(name, whole_sexp(), true);
        return;
    }
    names_[name] = add({Op::constant, Sort::integer, {}, static_cast<int>(constants.size())});
    constants.push_back(name);
}

void Script::define(const Sexp& sexp) {
    const std::string name(fresh(sexp.list[1]));
    if (!sexp.list[2].atom.empty() || !sexp.list[2].list.empty() || sexp.list[3].atom != "Int")
        refuse("a definition reads (define-fun NAME@i () Int (NAME ...))");
    names_[name] = application(name, sexp.list[4], false);
}

int Script::application(const std::string& name, const Sexp& sexp, bool flat) {
    const bool nullary = sexp.list.empty();  // a name that stands for itself
    const std::string_view head = nullary ? sexp.atom : sexp.list[0].atom;
    const std::size_t at = name.find('@');
    if (head.empty() || (!nullary && sexp.list.size() < 2) || name.substr(0, at) != head || at == std::string::npos ||
        !is_number(std::string_view(name).substr(at + 1)))
        refuse(fmt::format("{} does not stand for ({} ...)", name, name.substr(0, at)));
    flat_ = flat;
    const int node = term(sexp);
    flat_ = false;
    return node;
}

std::string_view Script::fresh(const Sexp& sexp) {
    if (!is_name(sexp.atom)) refuse("a name was expected");
    const std::string name(sexp.atom);
    if (names_.contains(name) || function_numbers_.contains(name)) refuse(fmt::format("{} is declared twice", name));
    return sexp.atom;
}

int Script::function_named(const std::string& name, std::size_t arity) {
    if (auto found = function_numbers_.find(name); found != function_numbers_.end()) {
        if (functions[static_cast<std::size_t>(found->second)].arity != arity)
            refuse(fmt::format("{} has another number of arguments", name));
        return found->second;
    }
    Function function{name, arity, Meaning::rule};
    const std::string_view digits = std::string_view(name).substr(std::min<std::size_t>(3, name.size()));
    if (name.starts_with("pow") && is_number(digits)) {
        if (digits.size() > 6 || std::stoi(std::string(digits)) < 2) refuse("the base of a power is from 2 to 999999");
        function.base = std::stoi(std::string(digits));
        function.meaning = Meaning::power;
    } else if (name == "quo") {
        function.meaning = Meaning::quotient;
    } else if (name == "mul") {
        function.meaning = Meaning::product;
    } else if (name == "log2") {
        function.meaning = Meaning::logarithm;
    } else if (name == "twos") {
        function.meaning = Meaning::twos;
    }
    const bool two = function.meaning == Meaning::quotient || function.meaning == Meaning::product;
    if (function.meaning != Meaning::rule && arity != (two ? 2u : 1u))
        refuse(fmt::format("{} has another number of arguments", name));
    functions.push_back(function);
    return function_numbers_[name] = static_cast<int>(functions.size()) - 1;
}

// ---- lists to terms

int Script::add(Node node) {
    for (int argument : node.arguments)
        node.depth = std::max(node.depth, nodes[static_cast<std::size_t>(argument)].depth + 1);
    if (node.depth > max_depth) refuse("nested too deeply");
    nodes.push_back(std::move(node));
    return static_cast<int>(nodes.size()) - 1;
}

int Script::of_sort(const Sexp& sexp, Sort sort) {
    const int node = any(sexp);
    if (nodes[static_cast<std::size_t>(node)].sort != sort)
        refuse(sort == Sort::integer ? "a number was expected, not a formula" : "a formula was expected, not a number");
    return node;
}

int Script::any(const Sexp& sexp) {
    if (sexp.list.empty()) return atom(sexp.atom);
    const std::string_view head = sexp.list[0].atom;
    if (head == "forall" || head == "exists") return quantifier(sexp);
    const std::size_t count = sexp.list.size() - 1;
    struct Form {
        std::string_view head;
        Op op;
        std::size_t least, most;
        Sort argument, result;
    };
    constexpr std::size_t any_number = static_cast<std::size_t>(-1);
    static constexpr std::array<Form, 11> forms{{
        {"+", Op::add, 1, any_number, Sort::integer, Sort::integer},
        {"-", Op::subtract, 1, 2, Sort::integer, Sort::integer},
        {"*", Op::multiply, 2, any_number, Sort::integer, Sort::integer},
        {"div", Op::divide, 2, 2, Sort::integer, Sort::integer},
        {"mod", Op::modulo, 2, 2, Sort::integer, Sort::integer},
        {"and", Op::conjunction, 1, any_number, Sort::boolean, Sort::boolean},
        {"or", Op::disjunction, 1, any_number, Sort::boolean, Sort::boolean},
        {"not", Op::negation, 1, 1, Sort::boolean, Sort::boolean},
        {"=>", Op::implication, 2, 2, Sort::boolean, Sort::boolean},
        {"=", Op::equal, 2, 2, Sort::integer, Sort::boolean},
        {"<=", Op::at_most, 2, 2, Sort::integer, Sort::boolean},
    }};
    if (const auto* form = std::ranges::find(forms, head, &Form::head); form != forms.end()) {
        if (count < form->least || count > form->most) refuse(fmt::format("wrong number of arguments of {}", head));
        Node node{form->op, form->result, {}};
        for (std::size_t i = 1; i <= count; ++i) node.arguments.push_back(of_sort(sexp.list[i], form->argument));
        return add(std::move(node));
    }
    if (head == "ite") {
        if (count != 3) refuse("wrong number of arguments of ite");
        const int condition = formula(sexp.list[1]);
        const int yes = any(sexp.list[2]);
        const Sort sort = nodes[static_cast<std::size_t>(yes)].sort;
        const int no = of_sort(sexp.list[3], sort);
        return add({sort == Sort::integer ? Op::choose : Op::choice, sort, {condition, yes, no}});
    }
    if (!is_name(head)) refuse(fmt::format("'{}' is not an operator of these scripts", shortened(head)));
    const std::string name(head);
    if (count == 0 || names_.contains(name) || (!flat_ && !declared_.contains(name)))
        refuse(fmt::format("the function {} is not declared", name));
    if (flat_ && name.find('@') != std::string::npos) refuse("the name of a function has no @");
    const int function = function_named(name, count);
    Node node{Op::apply, Sort::integer, {}, function};
    for (std::size_t i = 1; i <= count; ++i) node.arguments.push_back(term(sexp.list[i]));
    return add(std::move(node));
}

int Script::atom(std::string_view text) {
    if (text.empty()) refuse("an empty list");
    if (text == "true") return add({Op::truth, Sort::boolean, {}});
    if (text == "false") return add({Op::falsity, Sort::boolean, {}});
    if (is_number(text)) return add({Op::number, Sort::integer, {}, 0, Integer(std::string(text))});
    const auto found = names_.find(std::string(text));
    if (found == names_.end()) refuse(fmt::format("'{}' is not declared", shortened(text)));
    return found->second;
}

int Script::quantifier(const Sexp& sexp) {
    if (logic != "ALL") refuse("a quantifier in a logic without them");
    if (sexp.list.size() != 3 || sexp.list[1].list.empty())
        refuse("a quantifier reads (forall ((NAME Int) ...) FORMULA)");
    ++quantifiers_;
    std::vector<std::string> names;
    for (const Sexp& variable : sexp.list[1].list) {
        if (variable.list.size() != 2 || variable.list[1].atom != "Int") refuse("a bound variable reads (NAME Int)");
        names.emplace_back(fresh(variable.list[0]));
        names_[names.back()] = add({Op::bound, Sort::integer, {}});
    }
    const int body = formula(sexp.list[2]);
    for (const std::string& name : names) names_.erase(name);
    return add({Op::quantified, Sort::boolean, {body}});
}

std::optional<bool> Script::literal(int number) const {
    const Node& node = nodes[static_cast<std::size_t>(number)];
    if (node.op == Op::truth || node.op == Op::falsity) return node.op == Op::truth;
    const auto of = [&](std::size_t i) { return literal(node.arguments[i]); };
    if (node.op == Op::quantified) return of(0);
    if (node.op == Op::negation || node.op == Op::implication) {
        const std::optional<bool> first = of(0);
        if (node.op == Op::negation) return first ? std::optional(!*first) : std::nullopt;
        const std::optional<bool> second = of(1);
        if (first == std::optional(false) || second == std::optional(true)) return true;
        return first && second ? std::optional(false) : std::nullopt;
    }
    if (node.op != Op::conjunction && node.op != Op::disjunction) return std::nullopt;
    const bool neutral = node.op == Op::conjunction;
    bool known = true;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        const std::optional<bool> value = of(i);
        if (value == std::optional(!neutral)) return !neutral;
        known = known && value;
    }
    return known ? std::optional(neutral) : std::nullopt;
}

}  // namespace bouton::recheck::smt
