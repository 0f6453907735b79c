// Every text that tells a user what is wrong with the rules, the claims or the arguments, in one place. A message says what was met
// and what to do about it.
#pragma once

#include "base/error.hpp"
#include "base/integer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace bouton::messages {

// ---- while a rule or a claim is evaluated ----
/// The same error, with the position at which the rules led to it; what is not the input's fault stays as it is.
inline Error met_at(const Error& error, const std::string& position, const std::string& game) {
    if (error.fault() != Fault::input) return error;
    return {error, fmt::format("{} (met at the position {} of {})", error.what(), position, game)};
}
inline Error division_by_zero() { return bad_input("division by zero; exclude that case with `if` or `where`"); }
inline Error negative_exponent(const Integer& e) {
    return bad_input(fmt::format("a power with the negative exponent {}; exclude that case with `if`", to_text(e)));
}
inline Error negative_argument(const char* function, const Integer& value) {
    return bad_input(fmt::format("{}({}): the argument is negative; exclude that case with `if` or use max(0, ...)",
                                 function, to_text(value)));
}
inline Error logarithm_of(const Integer& value) {
    return bad_input(
        fmt::format("log2({}): the argument must be at least 1; use log2(max(1, ...)) or exclude that case with `if`",
                    to_text(value)));
}
inline Error zeros_of(const Integer& value) {
    return bad_input(fmt::format("fibonacci_zeros({}): the argument must be at least 1; exclude that case with `if`",
                                 to_text(value)));
}

inline Error twos_of(const Integer& value) {
    return bad_input(
        fmt::format("twos({}): the argument must be at least 1; exclude that case with `if`", to_text(value)));
}
inline Error bad_base(const Integer& base) { return bad_input(fmt::format("{} is no base for digits", to_text(base))); }
inline Error negative_rule_function(const std::string& name, const Integer& at, const Integer& value) {
    return bad_input(
        fmt::format("the rule function {} is negative: {}({}) = {}; a number of stones is at least 0, use max(0, ...)",
                    name, name, to_text(at), to_text(value)));
}
inline Error negative_recursion(const std::string& name, const Integer& at) {
    return bad_input(
        fmt::format("{}({}): a function that is defined by itself takes natural numbers; exclude that case with `if`",
                    name, to_text(at)));
}
inline Error recursion_memory(const std::string& name) {
    return over_limit(fmt::format("the values of {} need more memory than is allowed", name), Setting::memory);
}
inline Error outside_table(const std::string& name, const Integer& at, std::size_t size) {
    return bad_input(fmt::format(
        "the rule function {} is not defined at {}: its table gives the values at 0 to {}; make the table longer", name,
        to_text(at), size - 1));
}
inline Error measure_stays(const std::string& from, const Integer& before, const std::string& to,
                           const Integer& after) {
    return bad_input(fmt::format(
        "the measure must fall with every move, but it is {} at {} and {} after the move to {}; the game may "
        "have no end, so no value is given",
        to_text(before), from, to_text(after), to));
}
inline Error measure_negative(const std::string& at, const Integer& value) {
    return bad_input(fmt::format("the measure must be a natural number, but it is {} at {}", to_text(value), at));
}
inline Error missing_parameter(const std::string& name) {
    return bad_input(fmt::format("the parameter {} is missing; give it as {}=...", name, name));
}
inline Error no_oracle() { return bad_input("values and sets of positions can be used in claims only, not in rules"); }
inline Error extreme_of_nothing(const char* what) { return bad_input(fmt::format("{} of no values", what)); }
inline Error value_too_large(const Integer& value) {
    return over_limit(fmt::format("the number {} arises, which is too large to compute with; take a smaller position",
                                  to_text(value)));
}
inline Error uncountable(const std::string& name) {
    return over_limit(fmt::format("the variable {} runs beyond 2^63; give it a smaller range", name));
}
inline Error unbounded(const std::string& name) {
    return bad_input(fmt::format(
        "the variable {} has no bound; give it one, as in 0 <= {} <= 100, or a bound with `to`", name, name));
}

// ---- while a file or an argument is checked (the place is added by the caller) ----
inline std::string unknown_name(const std::string& name, const std::string& nearest) {
    return fmt::format("the name {} is not known here{}", name,
                       nearest.empty() ? "" : "; did you mean " + nearest + "?");
}
inline std::string defined_twice(const std::string& name) {
    return fmt::format("{} is defined twice; choose another name", name);
}
inline std::string needs_integer(const std::string& found) {
    return fmt::format("a number is needed here, not {}", found);
}
inline std::string needs_condition(const std::string& found) {
    return fmt::format("a condition is needed here, as in x >= 1, not {}", found);
}
inline std::string bare_fraction() {
    return "a fraction is not a whole number; write floor(... / ...) or ceil(... / ...)";
}
inline std::string bare_root() {
    return "a square root or logarithm is not a whole number; write floor(sqrt(...)) or floor(log2(...))";
}
inline std::string operation_on_numbers() {
    return "& and \\ make sets of positions, so that numbers which are no positions of the game would silently be left "
           "out; "
           "write a condition instead, as in: for n in {1..9} if n != 4";
}
inline std::string needs_numbers(const std::string& found) {
    return fmt::format("a set of numbers is needed here, as in {{1, 2, 5..9}}, not {}", found);
}
inline std::string needs_positions(const std::string& found) {
    return fmt::format("a set of positions is needed here, as in {{ (n, 2*n) for n >= 0 }}, not {}", found);
}
inline std::string one_number_each(std::size_t names) {
    return fmt::format(
        "a set of numbers gives one number at a time, not {}; let each variable run by itself: s in {{1, 2}}, t in "
        "{{1, 2}}",
        names);
}
inline std::string wrong_argument_count(const std::string& name, std::size_t want, std::size_t got) {
    return fmt::format("{} takes {} argument{}, not {}", name, want, want == 1 ? "" : "s", got);
}
inline std::string wrong_dimension(std::size_t want, std::size_t got) {
    return fmt::format("a position of this game has {} coordinate{}, not {}", want, want == 1 ? "" : "s", got);
}
inline std::string only_in_claims(const std::string& name) {
    return fmt::format("{} can be used in claims only, not in rules", name);
}
inline std::string not_a_function(const std::string& name) { return fmt::format("{} is not a function", name); }
inline std::string is_a_function(const std::string& name) {
    return fmt::format("{} is a function; write {}(...)", name, name);
}
inline std::string circular(const std::string& name) { return fmt::format("{} is defined by itself", name); }
inline std::string recursive(const std::string& name) {
    return fmt::format(
        "{} is defined by itself, and nothing shows that this has an end: the arguments must fall with every call, as "
        "in: "
        "if n = 0 then 1 else {}(n - 1) + 1 (arguments are natural numbers)",
        name, name);
}
inline std::string recursive_condition(const std::string& name) {
    return fmt::format("{} is defined by itself, so its value must be a number; write if ... then 1 else 0", name);
}
inline std::string recursive_game(const std::string& name) {
    return fmt::format("{} is defined by itself, so it may speak of numbers only, not of positions and their values",
                       name);
}
inline std::string not_fresh() { return "a range must bind a new variable, as in 1 <= t <= x"; }
inline std::string bound_twice(const std::string& name) {
    return fmt::format("the variable {} is bound already; choose another name", name);
}
inline std::string no_upper_bound(const std::string& name) {
    return fmt::format("the variable {} has no upper bound; write for instance 1 <= {} <= x", name, name);
}
inline std::string no_lower_bound(const std::string& name) {
    return fmt::format("the variable {} has no lower bound; write for instance 1 <= {}", name, name);
}
inline std::string inequality_of_sets() {
    return "sets can only be told apart up to the bound; state a position that is in one and not in the other";
}
inline std::string variable_or_coordinate(const std::string& name) {
    return fmt::format("{} is a variable of the claim and a coordinate of the game; give the variable another name",
                       name);
}
inline std::string reserved_name(const std::string& name) {
    return fmt::format("{} has a meaning of its own in every file; choose another name", name);
}
inline std::string label_twice(const std::string& kind, const std::string& label) {
    return fmt::format("there are two of the name {} \"{}\"; give one another label", kind, label);
}
inline std::string given_twice(const std::string& name) {
    return fmt::format("{} is given twice; leave one of the two out", name);
}
inline std::string bounded_twice(const std::string& name) {
    return fmt::format("{} has two bounds after `to`; leave one of the two out", name.empty() ? "the check" : name);
}
// ---- automata
inline std::string automaton_base() {
    return "an automaton needs a base from 2 to 10, or fibonacci, and at most 4096 columns of digits";
}
inline std::string automaton_states(std::size_t most) {
    return fmt::format("an automaton has at most {} states", most);
}
inline std::string automaton_number() { return "a number of an automaton has at most 9 digits"; }
inline std::string automaton_order(std::size_t wanted) {
    return fmt::format("states are numbered in order: state {} comes here", wanted);
}
inline std::string automaton_columns(std::size_t wanted, std::size_t found) {
    return fmt::format("a state needs {} that follow, one for each column of digits; here are {}", wanted, found);
}
inline std::string automaton_unknown(const std::string& state) { return fmt::format("there is no state {}", state); }
inline std::string automaton_zeros() { return "state 0 must stay on a column of zeros: leading zeros do not count"; }
inline std::string stated_twice(const std::string& what) {
    return fmt::format("`{}` stands here a second time; leave one of the two out", what);
}
inline std::string parameter_name(const std::string& game, const std::string& name) {
    return fmt::format("the game {} has a parameter {}; choose another name", game, name);
}
inline std::string coordinate_name(const std::string& game, const std::string& name) {
    return fmt::format("the game {} has a coordinate {}; choose another name", game, name);
}
inline std::string variable_or_parameter(const std::string& game, const std::string& name) {
    return fmt::format(
        "{} is a variable of the claim and a parameter of {} that is something else here; choose another name, or "
        "write in {}({})",
        name, game, game, name);
}
inline std::string taken_name(const std::string& name) {
    return fmt::format("{} is already a parameter of the game or a definition; choose another name for the variable",
                       name);
}
inline std::string assumption_without_function(const std::string& game, const std::vector<std::string>& functions) {
    if (functions.empty())
        return fmt::format(
            "`assuming` is about a rule function, and {} has none; put the condition after `if`, where it limits the "
            "cases",
            game);
    return fmt::format("`assuming` must say something about a rule function of {}: {}; put other conditions after `if`",
                       game, fmt::join(functions, ", "));
}
inline std::string assumption_about_play(const std::string& name) {
    return fmt::format(
        "`assuming` may speak of the rules only, not of what follows from them: {} has no place there; state it as a "
        "claim of its own and name that with `using`",
        name);
}
inline std::string wrong_tuple(std::size_t vector, std::size_t point) {
    return fmt::format("the tuples of this list have {} numbers, what may be one of them has {}", vector, point);
}
inline std::string no_moves() { return "a game needs at least one move, as in: move (x - t) for 1 <= t <= x"; }
inline std::string no_moves_left(const std::string& game) {
    return fmt::format("with these arguments {} has no move at all", game);
}
inline std::string table_as_value(bool code) {
    return code ? "a code such as 0.156 can only be the value of a rule function, as in code=0.156"
                : "a table can only define a rule function, as in f=[0, 1, 1, 2]";
}
inline std::string code_of_one() { return "a code is a function of one argument, the place of the digit"; }
inline std::string function_condition(const std::string& name) {
    return fmt::format("{} must be a code or a table here, as in {}=0.77: its digits are checked one by one", name,
                       name);
}
inline std::string need_not_end() {
    return "with this move the game need not end: no combination of the coordinates is sure to fall "
           "(let a coordinate shrink, state what falls: measure EXPR, or let it go on: loopy)";
}
inline std::string two_pile_groups() { return "a game has at most one group of piles"; }
inline std::string piles_need_group() {
    return "`in ... piles` needs a game with a group of piles, as in: game nim (a...)";
}
inline std::string piles_need_move() { return "`in ... piles` needs a move that changes a pile, as in (a - t)"; }
inline std::string piles_and_split() {
    return "a pile of a group cannot split; describe one heap, as in: game kayles (x)";
}
inline std::string depends_on_pile(const std::string& coordinate) {
    return fmt::format("the new {} depends on the chosen pile, but several piles may be chosen", coordinate);
}
inline std::string no_vector(const std::string& name) {
    return fmt::format("{} must be bound by the move's `for`, as in: move (x, y) - {} for {} in {{(1, 2), (2, 1)}}",
                       name, name, name);
}
inline std::string needs_vectors() {
    return "a list of tuples is needed here, as in {(1, 2), (2, 1)} or {(i, 2*i) for i >= 1}";
}
inline std::string wrong_length(std::size_t vector, std::size_t names) {
    return fmt::format("the tuples have {} numbers, but {} names are given for them", vector, names);
}
inline std::string piles_in_loops() {
    return "a variable runs through all piles in sums, counts and conditions only, as in count(for b in a... if b > 0)";
}
inline std::string not_a_row(const std::string& name) {
    return fmt::format("{} is no row of piles; a game with piles {}[1], {}[2], ... begins with: game NAME ({}[1..n])",
                       name, name, name, name);
}
inline std::string row_as_number() {
    return "this is a whole row of piles; write one of them, as in a[1], or all, as in sum(a...)";
}
inline std::string index_not_plain() {
    return "a variable that chooses piles needs a range of plain numbers, known from the game's parameters, as in 1 <= "
           "i <= n";
}
inline std::string bad_row(const std::string& name, std::int64_t most) {
    return fmt::format("the row {} must have between 1 and {} piles", name, most);
}
inline std::string sets_need_row() {
    return "a list of sets chooses among piles: it needs a game with piles in a row, as in game NAME (a[1..n]), and a "
           "default, as in: parameter "
           "faces: sets = {{1, 2}, {2, 3}}";
}
inline std::string needs_sets() { return "a list of sets is needed here, as in {{1, 2}, {2, 3}}"; }
inline std::string group_changes(const std::string& name) {
    return fmt::format("the piles {}... are interchangeable: a move gives the position after it, as in ({} - t)", name,
                       name);
}
inline std::string changed_twice(const std::string& name) { return fmt::format("a move changes {} twice", name); }
inline std::string not_a_coordinate(const std::string& name) {
    return fmt::format("{} is no coordinate of the game", name);
}
inline std::string row_needs_changes() {
    return "with piles in a row a move says what changes, as in: move a[i] to a[i] - t for 1 <= i <= n, 1 <= t <= a[i]";
}
inline std::string row_length(const std::string& name) {
    return fmt::format("how many piles the row {} has must be known from parameters with default values", name);
}
inline std::string too_many_piles(std::size_t most) {
    return fmt::format("`in some` chooses among at most {} piles; a larger set has too many choices", most);
}
inline Error outside_row(const std::string& name, const Integer& at) {
    return bad_input(fmt::format("there is no pile {}[{}]; exclude that case with `if`", name, to_text(at)));
}
inline std::string all_piles_only() {
    return "all piles (a...) can only stand in sum, min, max, count, xor, qsum or as a coordinate";
}
inline std::string too_complex() { return "the rule becomes too large when its definitions are filled in"; }
inline std::string unknown_game(const std::string& name, const std::string& nearest) {
    return fmt::format("there is no game {}{}; `bouton games` lists them", name,
                       nearest.empty() ? "" : " (did you mean " + nearest + "?)");
}
inline std::string unknown_parameter(const std::string& game, const std::string& name,
                                     const std::vector<std::string>& known) {
    if (known.empty()) return fmt::format("{} has no parameter {}: it has none", game, name);
    return fmt::format("{} has no parameter {}: it has {}", game, name, fmt::join(known, ", "));
}
inline std::string parameter_outside(const std::string& name, const std::string& value, const std::string& condition) {
    return fmt::format("{} = {} is not allowed: it must satisfy {}", name, value, condition);
}
inline std::string bad_subtraction_set(const std::string& name, const std::string& value) {
    return fmt::format("the set {} holds {}, but its numbers must be at least 1", name, value);
}
inline std::string empty_subtraction_set(const std::string& name) {
    return fmt::format("the set {} is empty; give at least one number, as in {}=2,5", name, name);
}
inline std::string set_too_large(const std::string& name) {
    return fmt::format("the set {} has more than a million numbers", name);
}
// `loopy`, `prefer`, `coalition`, `block`
inline std::string computed_only(const std::string& game, const std::string& word) {
    return fmt::format(
        "{} says `{}`: there is no theory of such games here. Values can be computed (value, moves, table), and claims "
        "checked up to a bound (check)",
        game, word);
}
inline std::string not_together(const std::string& one, const std::string& other) {
    return fmt::format("`{}` and `{}` do not go together", one, other);
}
inline std::string needs_players(const std::string& word) {
    return fmt::format("`{}` is for several players; say how many: players 3", word);
}
inline std::string bad_preference(int players) {
    return fmt::format(
        "`prefer` names each of the seats 0 to {} once, best first, as in: prefer 0, 1, 2 (0 is the player himself; "
        "a set {{0, 1}} where he does not mind)",
        players - 1);
}
inline std::string bad_block(const std::string& value) {
    return fmt::format(
        "`block {}` says nothing; with `block k` the opponent may forbid k - 1 options, k from 1 to a million", value);
}
inline std::string bad_players(const std::string& value) {
    return fmt::format("{} players cannot play; there must be between 1 and a million", value);
}

}  // namespace bouton::messages
