// In the order of smt.hpp: the reader, facts tested with numbers, Z3, cvc5.
//
// Terms live in one array of nodes, arguments before what uses them. A constant that stands for an application (pow2@3) is the node of its
// application, whether it is defined so or, in flat scripts, says so in the comment beside its declaration. Time: linear in the text for
// reading; a fact costs a few hundred evaluations, with machine integers unless they overflow.
#include "check/smt.hpp"

#include "base/integer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3++.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stop_token>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

extern char** environ;

namespace bouton::recheck {
namespace {

// ---- the reader ------------------------------------------------------------------------------------------------------------------------

/// Why a script is refused; never leaves this file.
struct Refused {
    std::string why;
};

// clang-format off
enum class Op {
    number, constant, bound, apply, add, subtract, multiply, divide, modulo, choose,  // integers; choose is ite
    truth, falsity, conjunction, disjunction, negation, implication, equal, at_most, choice, quantified,
};
// clang-format on
enum class Sort { integer, boolean };
/// What a function means; `rule` is any function without a fixed meaning.
enum class Meaning { rule, power, quotient, product, logarithm, twos };

/// A number, with its machine integer at hand if there is one.
struct Number {
    Number(const Integer& value = 0) : exact(value), machine(clamp(value)), wide(!fits(value)) {}
    Integer exact;
    std::int64_t machine;
    bool wide;
};

struct Node {
    Op op;
    Sort sort;
    std::vector<int> arguments;
    int which = 0;   // constant: its number; apply: its function
    Number value{};  // number
    int depth = 0;   // of the term, with what its constants stand for
};

struct Function {
    std::string name;
    std::size_t arity;
    Meaning meaning;
    int base = 0;  // of a power
};

struct Assertion {
    std::string label;
    std::string_view text;  // the line
    std::size_t line;
    int formula;
    bool quantified;
};

struct Sexp {
    std::string_view atom;  // empty for a list
    std::vector<Sexp> list{};
};

constexpr int max_depth = 1000;  // recursion stays within any thread's stack
const std::set<std::string_view> fact_labels = {
    "power", "powers", "quotient", "product", "logarithm", "odd part", "equal arguments, equal values"};
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

std::string shortened(std::string_view text) {
    return text.size() <= 240 ? std::string(text) : fmt::format("{} ...", text.substr(0, 236));
}

class Script {
  public:
    explicit Script(std::string_view text) {
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

    std::vector<std::string_view> lines;
    std::vector<Node> nodes;
    std::vector<Function> functions;
    std::vector<std::string> constants;
    std::vector<Assertion> assertions;
    std::string logic;

  private:
    [[noreturn]] void refuse(const std::string& why) const { throw Refused{fmt::format("line {}: {}", line_, why)}; }

    // Text to lists.

    Sexp whole_sexp() {
        Sexp result = sexp(0);
        skip_blanks();
        if (!rest_.empty()) refuse(fmt::format("unexpected '{}'", shortened(rest_)));
        return result;
    }
    void skip_blanks() {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }
    Sexp sexp(int depth) {
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

    // Commands.

    void command(const Sexp& sexp, std::optional<std::string_view> comment, const std::string& label,
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

    void declare(const Sexp& sexp, std::optional<std::string_view> comment) {
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

    void define(const Sexp& sexp) {
        const std::string name(fresh(sexp.list[1]));
        if (!sexp.list[2].atom.empty() || !sexp.list[2].list.empty() || sexp.list[3].atom != "Int")
            refuse("a definition reads (define-fun NAME@i () Int (NAME ...))");
        names_[name] = application(name, sexp.list[4], false);
    }

    /// What NAME@i stands for: NAME applied to terms. In flat scripts functions are not declared.
    int application(const std::string& name, const Sexp& sexp, bool flat) {
        const std::string_view head = sexp.list.empty() ? "" : sexp.list[0].atom;
        const std::size_t at = name.find('@');
        if (head.empty() || sexp.list.size() < 2 || name.substr(0, at) != head || at == std::string::npos ||
            !is_number(std::string_view(name).substr(at + 1)))
            refuse(fmt::format("{} does not stand for ({} ...)", name, name.substr(0, at)));
        flat_ = flat;
        const int node = term(sexp);
        flat_ = false;
        return node;
    }

    std::string_view fresh(const Sexp& sexp) {
        if (!is_name(sexp.atom)) refuse("a name was expected");
        const std::string name(sexp.atom);
        if (names_.contains(name) || function_numbers_.contains(name))
            refuse(fmt::format("{} is declared twice", name));
        return sexp.atom;
    }

    int function_named(const std::string& name, std::size_t arity) {
        if (auto found = function_numbers_.find(name); found != function_numbers_.end()) {
            if (functions[static_cast<std::size_t>(found->second)].arity != arity)
                refuse(fmt::format("{} has another number of arguments", name));
            return found->second;
        }
        Function function{name, arity, Meaning::rule};
        const std::string_view digits = std::string_view(name).substr(std::min<std::size_t>(3, name.size()));
        if (name.starts_with("pow") && is_number(digits)) {
            if (digits.size() > 6 || std::stoi(std::string(digits)) < 2)
                refuse("the base of a power is from 2 to 999999");
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

    // Lists to terms.

    int add(Node node) {
        for (int argument : node.arguments)
            node.depth = std::max(node.depth, nodes[static_cast<std::size_t>(argument)].depth + 1);
        if (node.depth > max_depth) refuse("nested too deeply");
        nodes.push_back(std::move(node));
        return static_cast<int>(nodes.size()) - 1;
    }
    int term(const Sexp& sexp) { return of_sort(sexp, Sort::integer); }
    int formula(const Sexp& sexp) { return of_sort(sexp, Sort::boolean); }
    int of_sort(const Sexp& sexp, Sort sort) {
        const int node = any(sexp);
        if (nodes[static_cast<std::size_t>(node)].sort != sort)
            refuse(sort == Sort::integer ? "a number was expected, not a formula"
                                         : "a formula was expected, not a number");
        return node;
    }

    int any(const Sexp& sexp) {
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

    int atom(std::string_view text) {
        if (text.empty()) refuse("an empty list");
        if (text == "true") return add({Op::truth, Sort::boolean, {}});
        if (text == "false") return add({Op::falsity, Sort::boolean, {}});
        if (is_number(text)) return add({Op::number, Sort::integer, {}, 0, Integer(std::string(text))});
        const auto found = names_.find(std::string(text));
        if (found == names_.end()) refuse(fmt::format("'{}' is not declared", shortened(text)));
        return found->second;
    }

    int quantifier(const Sexp& sexp) {
        if (logic != "ALL") refuse("a quantifier in a logic without them");
        if (sexp.list.size() != 3 || sexp.list[1].list.empty())
            refuse("a quantifier reads (forall ((NAME Int) ...) FORMULA)");
        ++quantifiers_;
        std::vector<std::string> names;
        for (const Sexp& variable : sexp.list[1].list) {
            if (variable.list.size() != 2 || variable.list[1].atom != "Int")
                refuse("a bound variable reads (NAME Int)");
            names.emplace_back(fresh(variable.list[0]));
            names_[names.back()] = add({Op::bound, Sort::integer, {}});
        }
        const int body = formula(sexp.list[2]);
        for (const std::string& name : names) names_.erase(name);
        return add({Op::quantified, Sort::boolean, {body}});
    }

    /// The value of a formula of nothing but true and false.
    std::optional<bool> literal(int number) const {
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

    std::string_view rest_;
    std::size_t line_ = 0;
    bool ended_ = false;
    bool flat_ = false;  // inside the comment of a declaration
    int quantifiers_ = 0;
    std::unordered_map<std::string, int> names_;  // constants, applications, bound variables: their node
    std::unordered_map<std::string, int> function_numbers_;
    std::unordered_set<std::string> declared_;
};

// ---- facts, tested with numbers --------------------------------------------------------------------------------------------------------

using Random = std::mt19937_64;

std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

/// An exponent is too large to be written out: this choice of constants tests nothing.
struct TooLarge {};

template <class N> N to(const Number& value) {
    if constexpr (std::is_same_v<N, Integer>) {
        return value.exact;
    } else {
        if (value.wide) throw Overflow{};
        return value.machine;
    }
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) {
    hash = (hash ^ next) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

/// The value of a function where it may have any, moved on purpose.
struct Override {
    int function;
    std::vector<Integer> arguments;
    Integer value;
};

/// Room for evaluations, shared by all facts of a script.
struct Workspace {
    explicit Workspace(const Script& script)
        : constants(script.constants.size()),
          stamps(script.nodes.size()),
          machine(script.nodes.size()),
          exact(script.nodes.size()) {}

    // One choice of numbers for everything that a fact leaves open.
    std::vector<Number> constants;
    std::vector<Override> overrides;
    std::uint64_t seed = 0;  // of all other values that functions may choose

    // The value of a node counts if its stamp is that of the present evaluation.
    std::uint64_t now = 0;
    std::vector<std::uint64_t> stamps;
    std::vector<std::int64_t> machine;
    std::vector<Integer> exact;
};

class Fact {
  public:
    Fact(const Script& script, int formula, Workspace& work, Random& random)
        : script_(script), formula_(formula), work_(work), random_(random) {
        std::set<int> seen;
        collect(formula, true, seen, leaves_);
        Integer largest = 0;
        for (int number : seen)
            if (at(number).op == Op::number && at(number).value.exact > 1) pool_.push_back(at(number).value.exact);
        for (const Integer& value : pool_) largest = std::max(largest, value);
        cap_ = 60 + (largest == 0
                         ? 0
                         : 2 * static_cast<std::int64_t>(msb(largest)) + std::min<std::int64_t>(clamp(largest), 1000));
    }

    /// Looks for numbers that make the fact false: a text that gives them, or nothing. Says in `idle` whether its guards never held.
    std::optional<std::string> refute(int trials, bool& idle) {
        // (part, truth value to be aimed at); the last part is the conclusion, the others are guards.
        std::vector<std::pair<int, bool>> parts;
        const Node& top = at(formula_);
        if (top.op == Op::disjunction)
            for (int part : top.arguments) parts.emplace_back(part, false);
        else if (top.op == Op::implication)
            parts = {{top.arguments[0], true}, {top.arguments[1], false}};
        else
            parts = {{formula_, false}};
        idle = true;
        int done = 0;
        for (int trial = 0; done < trials && trial < 8 * trials; ++trial) {
            choose(trial);
            try {
                if (trial % 2 == 1) {
                    const std::size_t count = parts.size() - (trial % 4 == 1 ? 1 : 0);
                    for (int pass = 0; pass < 2; ++pass)
                        for (std::size_t p = 0; p < count; ++p) make(parts[p].first, parts[p].second);
                }
                bool guarded = true;
                for (std::size_t p = 0; p + 1 < parts.size() && guarded; ++p)
                    guarded = holds(parts[p].first) == parts[p].second;
                ++done;
                if (!guarded) continue;
                idle = false;
                if (!holds(formula_)) return described();
            } catch (const TooLarge&) {
            }
        }
        if (done < trials / 6) return "no numbers small enough to test it were found";
        return std::nullopt;
    }

  private:
    const Node& at(int number) const { return script_.nodes[static_cast<std::size_t>(number)]; }

    Meaning meaning(const Node& node) const { return script_.functions[static_cast<std::size_t>(node.which)].meaning; }

    /// What can be chosen below a node, constants and values of functions (those with a meaning have a choice outside their domain):
    /// all of it, or what is not inside an application.
    void collect(int number, bool all, std::set<int>& seen, std::vector<int>& leaves) const {
        if (!seen.insert(number).second) return;
        const Node& node = at(number);
        if (node.op == Op::constant || (node.op == Op::apply && meaning(node) != Meaning::product))
            leaves.push_back(number);
        if (node.op == Op::apply && !all) return;
        for (int argument : node.arguments) collect(argument, all, seen, leaves);
    }

    // Numbers.

    Integer some(Random& random, int kind) const {
        switch (kind) {
            case 0: return between(random, -2, 4);
            case 1: return between(random, -12, 16);
            case 2: return between(random, -3, cap_);
            case 3: {  // near a number of the fact, or near a power of 2
                Integer value = pool_.empty() || random() % 4 == 0
                                    ? Integer(1) << static_cast<unsigned>(random() % 62)
                                    : pool_[random() % pool_.size()] * between(random, 1, 3);
                if (random() % 3 == 0) value = -value;
                return value + between(random, -1, 1);
            }
            case 4: return between(random, -2000, 4000);
            case 5: return between(random, -(std::int64_t{1} << 40), std::int64_t{1} << 40);
            default:
                return Integer(between(random, -(std::int64_t{1} << 60), std::int64_t{1} << 60)) *
                       between(random, 1, 1 << 30);
        }
    }

    void choose(int trial) {
        static constexpr std::array<int, 16> kinds = {0, 1, 2, 0, 1, 3, 1, 4, 0, 2, 1, 5, 0, 3, 1, 6};
        const int common = kinds[static_cast<std::size_t>(trial) % kinds.size()];
        std::vector<Integer> before;
        for (int leaf : leaves_) {
            if (at(leaf).op != Op::constant) continue;
            Integer value;
            if (!before.empty() && random_() % 5 == 0)  // neighbours
                value = before[random_() % before.size()] + between(random_, -2, 2);
            else
                value = some(random_, random_() % 3 != 0 ? common : kinds[random_() % kinds.size()]);
            work_.constants[static_cast<std::size_t>(at(leaf).which)] = value;
            before.push_back(value);
        }
        work_.overrides.clear();
        work_.seed = random_();
        large_ = false;
        ++work_.now;
    }

    /// The value of a function at a place where it may have any.
    Integer arbitrary(int function, const std::vector<Integer>& arguments) const {
        for (const Override& given : work_.overrides)
            if (given.function == function && given.arguments == arguments) return given.value;
        std::uint64_t hash = mixed(work_.seed, static_cast<std::uint64_t>(function));
        for (const Integer& argument : arguments)
            hash = mixed(hash, static_cast<std::uint64_t>(Integer(abs(argument) % Integer(0xffffffffffffffc5u))) * 2 +
                                   (argument < 0));
        // A generator for a single number; the engine of random_ would take longer to set up than to evaluate the fact.
        const auto pick = [&](std::int64_t low, std::int64_t high) {
            return low + static_cast<std::int64_t>(mixed(hash, 77) % static_cast<std::uint64_t>(high - low + 1));
        };
        switch (hash % 7) {
            case 0:
            case 1: return pick(-2, 4);
            case 2:
            case 3: return pick(-10, 20);
            case 4: return pool_.empty() ? Integer(pick(-3, 60)) : pool_[hash / 7 % pool_.size()] + pick(-1, 1);
            default: return pick(-3000, 3000);
        }
    }

    // Evaluation.

    template <class Ask> auto evaluated(const Ask& ask) {
        try {
            if (!large_) return ask.template operator()<std::int64_t>();
        } catch (const Overflow&) {
            large_ = true;  // for the rest of this choice
            ++work_.now;
        }
        return ask.template operator()<Integer>();
    }
    bool holds(int number) {
        return evaluated([&]<class N>() { return truth<N>(number); });
    }
    Integer value(int number) {
        return evaluated([&]<class N>() { return Integer(integer<N>(number)); });
    }

    template <class N> N integer(int number) {
        const std::size_t place = static_cast<std::size_t>(number);
        N* known = nullptr;
        if constexpr (std::is_same_v<N, Integer>)
            known = &work_.exact[place];
        else
            known = &work_.machine[place];
        if (work_.stamps[place] == work_.now) return *known;
        *known = fresh_integer<N>(at(number));
        work_.stamps[place] = work_.now;
        return *known;
    }

    template <class N> N fresh_integer(const Node& node) {
        const auto argument = [&](std::size_t i) { return integer<N>(node.arguments[i]); };
        switch (node.op) {
            case Op::number: return to<N>(node.value);
            case Op::constant: return to<N>(work_.constants[static_cast<std::size_t>(node.which)]);
            case Op::add:
            case Op::multiply: {
                N result = argument(0);
                for (std::size_t i = 1; i < node.arguments.size(); ++i)
                    result = node.op == Op::add ? arithmetic::add(result, argument(i))
                                                : arithmetic::multiply(result, argument(i));
                return result;
            }
            case Op::subtract:
                return node.arguments.size() == 1 ? arithmetic::subtract(N(0), argument(0))
                                                  : arithmetic::subtract(argument(0), argument(1));
            case Op::divide:
            case Op::modulo: {  // SMT-LIB: the remainder is never negative
                const N a = argument(0), d = argument(1);
                if (d == 0) return to<N>(arbitrary(node.op == Op::divide ? -1 : -2, {Integer(a)}));
                N quotient = arithmetic::floor_divide<N>(a, d);
                if (d < 0 && arithmetic::multiply(quotient, d) != a) quotient = arithmetic::add(quotient, N(1));
                return node.op == Op::divide ? quotient : arithmetic::subtract(a, arithmetic::multiply(quotient, d));
            }
            case Op::choose: return truth<N>(node.arguments[0]) ? argument(1) : argument(2);
            case Op::apply: return applied<N>(node);
            default: throw Refused{"a fact of unknown shape"};
        }
    }

    template <class N> N applied(const Node& node) {
        const Function& function = script_.functions[static_cast<std::size_t>(node.which)];
        const N first = integer<N>(node.arguments[0]);
        switch (function.meaning) {
            case Meaning::product: return arithmetic::multiply(first, integer<N>(node.arguments[1]));
            case Meaning::quotient: {
                const N divisor = integer<N>(node.arguments[1]);
                if (divisor != 0) return arithmetic::floor_divide<N>(first, divisor);
                break;
            }
            case Meaning::power:
                if (first < 0) break;
                if (first > cap_) throw TooLarge{};
                return arithmetic::power(N(function.base), first);
            case Meaning::logarithm:
                if (first >= 1) return arithmetic::logarithm(first);
                break;
            case Meaning::twos:
                if (first >= 1) return arithmetic::twos(first);
                break;
            case Meaning::rule: break;
        }
        std::vector<Integer> arguments;
        for (int argument : node.arguments) arguments.emplace_back(integer<N>(argument));
        return to<N>(arbitrary(node.which, arguments));
    }

    template <class N> bool truth(int number) {
        const Node& node = at(number);
        const auto argument = [&](std::size_t i) { return truth<N>(node.arguments[i]); };
        switch (node.op) {
            case Op::truth: return true;
            case Op::falsity: return false;
            case Op::conjunction: return std::ranges::all_of(node.arguments, [&](int part) { return truth<N>(part); });
            case Op::disjunction: return std::ranges::any_of(node.arguments, [&](int part) { return truth<N>(part); });
            case Op::negation: return !argument(0);
            case Op::implication: return !argument(0) || argument(1);
            case Op::choice: return argument(0) ? argument(1) : argument(2);
            case Op::equal: return integer<N>(node.arguments[0]) == integer<N>(node.arguments[1]);
            case Op::at_most: return integer<N>(node.arguments[0]) <= integer<N>(node.arguments[1]);
            default: throw Refused{"a fact of unknown shape"};
        }
    }

    // Moving a choice to where the guards of the fact hold.

    /// Changes numbers so that the formula gets this truth value, if that is easy.
    void make(int number, bool wanted) {
        const Node& node = at(number);
        switch (node.op) {
            case Op::negation: return make(node.arguments[0], !wanted);
            case Op::conjunction:
            case Op::disjunction:
                if ((node.op == Op::conjunction) == wanted) {
                    for (int part : node.arguments) make(part, wanted);
                } else if (holds(number) != wanted) {
                    make(node.arguments[random_() % node.arguments.size()], wanted);
                }
                return;
            case Op::implication:
                if (!wanted) {
                    make(node.arguments[0], true);
                    make(node.arguments[1], false);
                }
                return;
            case Op::equal:
            case Op::at_most: return move(number, wanted);
            default: return;
        }
    }

    Integer difference(const Node& atom) { return value(atom.arguments[1]) - value(atom.arguments[0]); }

    /// Secant steps for an equation or inequality, each on one leaf, until it has the truth value that is wanted.
    void move(int number, bool wanted) {
        const Node& atom = at(number);
        if (holds(number) == wanted) return;
        std::int64_t target = between(random_, -1, 1);
        if (atom.op == Op::equal && wanted) target = 0;
        if (atom.op == Op::at_most) target = wanted ? between(random_, 0, 1) : between(random_, -2, -1);
        const auto& [near, all] = leaves_below(number);
        for (int attempt = 0; attempt < 5 && !all.empty(); ++attempt) {
            const std::vector<int>& among = near.empty() || attempt == 4 ? all : near;
            const int leaf = among[random_() % among.size()];
            const Integer old = value(leaf), here = difference(atom), missing = target - here;
            const Number kept =
                at(leaf).op == Op::constant ? work_.constants[static_cast<std::size_t>(at(leaf).which)] : Number();
            const std::vector<Override> kept_overrides = work_.overrides;
            const auto restore = [&] {
                if (at(leaf).op == Op::constant) work_.constants[static_cast<std::size_t>(at(leaf).which)] = kept;
                work_.overrides = kept_overrides;
                ++work_.now;
            };
            try {
                set(leaf, old + 1);
                const Integer slope = difference(atom) - here;
                restore();
                if (slope == 0) continue;
                Integer step = arithmetic::floor_divide<Integer>(missing, slope);
                if (slope * step != missing && wanted == (slope > 0)) step += 1;
                set(leaf, old + step);
                if (holds(number) == wanted) return;
            } catch (const TooLarge&) {
            }
            restore();
        }
    }

    const std::pair<std::vector<int>, std::vector<int>>& leaves_below(int number) {
        auto [place, first] = below_.try_emplace(number);
        if (first) {
            std::set<int> seen, again;
            collect(number, false, seen, place->second.first);
            collect(number, true, again, place->second.second);
        }
        return place->second;
    }

    void set(int leaf, const Integer& wanted) {
        const Node& node = at(leaf);
        if (node.op == Op::constant) {
            work_.constants[static_cast<std::size_t>(node.which)] = wanted;
            ++work_.now;
            return;
        }
        Override given{node.which, {}, wanted};
        for (int argument : node.arguments) given.arguments.push_back(value(argument));
        std::erase_if(work_.overrides, [&](const Override& older) {
            return older.function == given.function && older.arguments == given.arguments;
        });
        work_.overrides.push_back(std::move(given));
        ++work_.now;
    }

    std::string described() {
        std::string text = "false for";
        int shown = 0;
        for (int leaf : leaves_) {
            if (shown == 12) return text + ", ...";
            const Node& node = at(leaf);
            std::string name;
            if (node.op == Op::constant) {
                name = script_.constants[static_cast<std::size_t>(node.which)];
            } else {
                name = script_.functions[static_cast<std::size_t>(node.which)].name + "(";
                for (std::size_t i = 0; i < node.arguments.size(); ++i)
                    name += (i ? ", " : "") + to_text(value(node.arguments[i]));
                name += ")";
            }
            text += fmt::format("{} {} = {}", shown++ ? "," : "", name, to_text(value(leaf)));
        }
        return shown ? text : "false";
    }

    const Script& script_;
    int formula_;
    Workspace& work_;
    Random& random_;
    std::vector<int> leaves_;
    std::map<int, std::pair<std::vector<int>, std::vector<int>>>
        below_;                  // of an atom: leaves outside applications, all leaves
    std::vector<Integer> pool_;  // the numbers in the fact
    std::int64_t cap_;           // the largest exponent that is evaluated: powers must pass every number of the fact
    bool large_ = false;         // this choice leads beyond machine integers
};

/// The first fact that is false, in words; empty if none was found.
std::string false_fact(const Script& script, const Watch& watch, std::uint64_t seed, ScriptReport& report) {
    std::vector<const Assertion*> facts;
    std::unordered_set<std::string_view> seen;
    for (const Assertion& assertion : script.assertions) {
        if (!fact_labels.contains(assertion.label)) continue;
        ++report.facts;
        if (assertion.quantified)
            return fmt::format("line {}: a fact with a quantifier: {}", assertion.line, shortened(assertion.text));
        if (seen.insert(assertion.text).second) facts.push_back(&assertion);
    }
    // All facts of very long scripts are tested too, with fewer numbers each.
    const int trials =
        static_cast<int>(std::clamp<std::size_t>(300'000 / std::max<std::size_t>(1, facts.size()), 100, 300));
    Workspace work(script);
    for (const Assertion* assertion : facts) {
        watch.check();
        Random random(mixed(mixed(seed, assertion->line), 12345));
        bool idle = false;
        const std::optional<std::string> wrong = Fact(script, assertion->formula, work, random).refute(trials, idle);
        if (wrong)
            return fmt::format("line {}: the fact {} ({}): {}", assertion->line, shortened(assertion->text),
                               assertion->label, *wrong);
        if (idle) ++report.idle;
    }
    return "";
}

// ---- solvers ---------------------------------------------------------------------------------------------------------------------------

constexpr unsigned effort = 50'000'000;  // of Z3, in its own units; the same on every machine
constexpr unsigned effort_for_vacuity = 2'000'000;

enum class Answer { unsat, sat, unknown };

/// Asks Z3. The watch is looked at from a second thread, as Z3 does not call back.
Answer ask_z3(const std::string& text, const std::string& logic, std::size_t assertions, unsigned limit,
              const Watch& watch) {
    watch.check();
    z3::context context;
    const z3::expr_vector formulas = context.parse_string(text.c_str());
    if (formulas.size() != assertions) throw Refused{"Z3 reads another number of assertions"};
    // First the procedures for the logic that the script names, then Z3's general one, which at times succeeds where they do not.
    for (const bool general : {false, true}) {
        z3::solver solver = general          ? z3::solver(context, z3::solver::simple{})
                            : logic == "ALL" ? z3::solver(context)
                                             : z3::solver(context, logic.c_str());
        z3::params params(context);
        params.set("rlimit", limit);
        solver.set(params);
        for (unsigned i = 0; i < formulas.size(); ++i) solver.add(formulas[static_cast<int>(i)]);
        z3::check_result result = z3::unknown;
        {
            std::jthread guard([&](const std::stop_token& stop) {
                while (!stop.stop_requested()) {
                    try {
                        watch.check();
                    } catch (const Error&) {
                        context.interrupt();  // again and again: an interrupt before the search begins is lost
                    }
                    std::this_thread::sleep_for(std::chrono::milliseconds(10));
                }
            });
            result = solver.check();
        }
        watch.check();
        if (result != z3::unknown) return result == z3::unsat ? Answer::unsat : Answer::sat;
    }
    return Answer::unknown;
}

/// A file with the script, gone at the end of the scope.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& text) {
        std::error_code failure;
        std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
        if (failure) folder = "/tmp";
        path_ = (folder / "bouton-XXXXXX.smt2").string();
        const int file = mkostemps(path_.data(), 5, O_CLOEXEC);
        if (file < 0) {
            path_.clear();
            return;
        }
        std::size_t written = 0;
        while (written < text.size()) {
            const ssize_t count = write(file, text.data() + written, text.size() - written);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            written += static_cast<std::size_t>(count);
        }
        const bool closed = close(file) == 0;
        complete_ = closed && written == text.size();
    }
    ~TemporaryFile() {
        if (!path_.empty()) unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    bool complete() const { return complete_; }
    std::string& path() { return path_; }

  private:
    std::string path_;
    bool complete_ = false;
};

/// A running program whose output is read; killed at the end of the scope if it still runs.
class Child {
  public:
    explicit Child(std::vector<std::string> words) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return;
        output_ = ends[0];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        if (posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) pid_ = -1;
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
    }
    ~Child() {
        if (output_ >= 0) close(output_);
        if (pid_ <= 0) return;
        kill(pid_, SIGKILL);
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// What it printed (of a long text, the beginning) until it ended or the time was over; nothing if it could not be started.
    std::string output(double seconds, const Watch& watch) const {
        std::string text;
        if (pid_ <= 0) return text;
        const double end = watch.elapsed() + seconds;
        while (watch.elapsed() < end && text.size() < 1000) {
            watch.check();
            pollfd ready{output_, POLLIN, 0};
            if (poll(&ready, 1, 20) <= 0) continue;
            std::array<char, 256> part{};
            const ssize_t count = read(output_, part.data(), part.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            text.append(part.data(), static_cast<std::size_t>(count));
        }
        return text;
    }

  private:
    pid_t pid_ = -1;
    int output_ = -1;
};

void add_remark(ScriptReport& report, const std::string& text) {
    report.remark += (report.remark.empty() ? "" : "; ") + text;
}

void ask_cvc5(const std::string& text, const Watch& watch, ScriptReport& report) {
    const std::string program = cvc5_program();
    if (program.empty()) return add_remark(report, "cvc5 is not installed");
    TemporaryFile file(text);
    if (!file.complete()) return add_remark(report, "cvc5 was not asked: no temporary file could be written");
    std::string answer = Child({program, "--tlimit=20000", file.path()}).output(30, watch);
    answer = answer.substr(0, answer.find('\n'));
    if (answer == "unsat") {
        report.second_opinion = true;
    } else if (answer == "sat") {
        report.problem = "cvc5 finds numbers for which all assertions hold";
    } else {
        add_remark(report, "cvc5 gave up" + (answer.starts_with("(error") ? ": " + shortened(answer) : ""));
    }
}

/// The script without what is to be refuted; `what` says what was left out.
std::string without_goal(const Script& script, std::size_t& left, std::string& what) {
    std::set<std::size_t> dropped;
    for (const Assertion& assertion : script.assertions) {
        if (!assertion.label.starts_with("to be refuted")) continue;
        what = fmt::format("'{}'", assertion.label);
        dropped.insert(assertion.line);
    }
    if (dropped.empty() && !script.assertions.empty()) {
        what = "its first assertion";
        dropped.insert(script.assertions[0].line);
    }
    left = script.assertions.size() - dropped.size();
    std::string text;
    for (std::size_t line = 1; line <= script.lines.size(); ++line)
        if (!dropped.contains(line)) text.append(script.lines[line - 1]).append("\n");
    return text;
}

}  // namespace

std::string cvc5_program() {
    const char* variable = std::getenv("PATH");
    std::string_view path = variable ? variable : "";
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(':'), path.size());
        const std::string folder(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
        if (!folder.starts_with('/')) continue;
        const std::string program = folder + "/cvc5";
        std::error_code failure;
        if (std::filesystem::is_regular_file(program, failure) && access(program.c_str(), X_OK) == 0) return program;
    }
    return "";
}

ScriptReport check_script(const std::string& text, const Watch& watch, std::uint64_t seed, bool second_solver) {
    ScriptReport report;
    try {
        const Script script(text);
        report.assertions = script.assertions.size();
        report.problem = false_fact(script, watch, seed, report);
        if (!report.problem.empty()) return report;
        switch (ask_z3(text, script.logic, report.assertions, effort, watch)) {
            case Answer::unsat: break;
            case Answer::sat: report.problem = "Z3 finds numbers for which all assertions hold"; return report;
            case Answer::unknown: report.problem = "Z3 does not find a contradiction"; return report;
        }
        if (second_solver) ask_cvc5(text, watch, report);
        if (!report.problem.empty()) return report;
        std::size_t left = 0;
        std::string what;
        const std::string rest = without_goal(script, left, what);
        if (ask_z3(rest, script.logic, left, effort_for_vacuity, watch) == Answer::unsat) {
            report.vacuous = true;
            add_remark(report, "holds even without " + what);
        }
    } catch (const Refused& refused) {
        report.problem = refused.why;
    } catch (const z3::exception& failure) {
        watch.check();
        report.problem = fmt::format("Z3 stops: {}", failure.msg());
    }
    return report;
}

}  // namespace bouton::recheck
