// Automata of the language: functions of natural numbers that read their digits.
//
//     automaton parity(x, y) base 2
//       state 0 gives 0: 0 1 1 0
//       state 1 gives 1: 1 0 0 1
//
// The numbers are written one above the other, with leading zeros where one is shorter, and read column by column, most significant digits
// first, from state 0 on. A line says what is given if the digits end there, and which state follows on each column: the columns are in the
// order of 00, 01, 10, 11 (the digit of the first number counts most). On a column of zeros state 0 must stay, so that leading zeros do not
// count. `base fibonacci` reads Zeckendorf digits (weights 1, 2, 3, 5, ..., no two adjacent ones). Cost: one step a digit.
//
// In the tree of the file it is a call of `automaton`, a reserved word: base (0: fibonacci), a table [output, successors] for each state,
// the formal arguments. In expressions it is Op::automaton, with Node::table = base, then output and successors of each state.
#pragma once

#include "lang/expr.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bouton {

/// As the file has it.
struct AutomatonText {
    struct State {
        syntax::Place place;
        std::vector<std::string> numbers;  // its number, what it gives, what follows
    };
    syntax::Place place;
    std::string base;  // 0: fibonacci
    std::vector<State> states;
};

/// What is wrong with it, and where; empty: nothing.
std::string automaton_fault(const AutomatonText& text, std::size_t arguments, syntax::Place& where);

syntax::Term automaton_term(const AutomatonText& text, const std::vector<std::string>& arguments);
bool is_automaton(const syntax::Term& term);

/// `base 2` and the lines of the states.
std::string automaton_body(const syntax::Term& term);

Expr automaton_node(const syntax::Term& term, const std::vector<Expr>& arguments, const std::string& name);

/// What the automaton of Node::table gives for natural numbers.
Integer automaton_output(const std::vector<Integer>& table, const std::vector<Integer>& numbers);
Integer automaton_output(const std::vector<Integer>& table, const std::vector<std::int64_t>& numbers);

}  // namespace bouton
