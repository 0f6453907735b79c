// The scripts of smt.hpp as terms: the reader.
//
// Terms live in one array of nodes, arguments before what uses them. A constant that stands for an application (pow2@3) is the node of its
// application, whether it is defined so or, in flat scripts, says so in the comment beside its declaration. Time: linear in the text.
#pragma once

#include "base/integer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace bouton::recheck::smt {

/// Why a script is refused; never leaves check_script.
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

/// A text for a message, cut where it is long.
std::string shortened(std::string_view text);

class Script {
  public:
    explicit Script(std::string_view text);

    std::vector<std::string_view> lines;
    std::vector<Node> nodes;
    std::vector<Function> functions;
    std::vector<std::string> constants;
    std::vector<Assertion> assertions;
    std::string logic;

  private:
    [[noreturn]] void refuse(const std::string& why) const;

    // Text to lists.

    Sexp whole_sexp();
    void skip_blanks() {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }
    Sexp sexp(int depth);

    // Commands.

    void command(const Sexp& sexp, std::optional<std::string_view> comment, const std::string& label,
                 std::string_view whole);

    void declare(const Sexp& sexp, std::optional<std::string_view> comment);
    void define(const Sexp& sexp);

    /// What NAME@i stands for: NAME applied to terms. In flat scripts functions are not declared.
    int application(const std::string& name, const Sexp& sexp, bool flat);
    std::string_view fresh(const Sexp& sexp);
    int function_named(const std::string& name, std::size_t arity);

    // Lists to terms.

    int add(Node node);
    int term(const Sexp& sexp) { return of_sort(sexp, Sort::integer); }
    int formula(const Sexp& sexp) { return of_sort(sexp, Sort::boolean); }
    int of_sort(const Sexp& sexp, Sort sort);
    int any(const Sexp& sexp);
    int atom(std::string_view text);
    int quantifier(const Sexp& sexp);

    /// The value of a formula of nothing but true and false.
    std::optional<bool> literal(int number) const;

    std::string_view rest_;
    std::size_t line_ = 0;
    bool ended_ = false;
    bool flat_ = false;  // inside the comment of a declaration
    int quantifiers_ = 0;
    std::unordered_map<std::string, int> names_;  // constants, applications, bound variables: their node
    std::unordered_map<std::string, int> function_numbers_;
    std::unordered_set<std::string> declared_;
};

}  // namespace bouton::recheck::smt
