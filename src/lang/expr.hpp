// Checked expressions: every name is resolved to a slot, every fraction is gone (only floor_divide is left), conditions are 0 or 1.
// Immutable and shared; later stages read the tree, they never get a closure.
#pragma once

#include "base/integer.hpp"
#include "lang/syntax.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bouton {

enum class Op : std::uint8_t {
    number,    // Node::number
    variable,  // Node::slot
    // arithmetic; floor_divide and modulo round towards minus infinity and refuse 0
    add,
    subtract,
    multiply,
    negate,
    floor_divide,
    modulo,
    power,
    minimum,
    maximum,
    absolute,
    gcd,
    bit_xor,
    bit_and,
    bit_or,
    root,       // floor of the square root
    logarithm,  // floor of log2
    nonzero,    // its argument, refused when 0
    choose,     // if args[0] then args[1] else args[2]
    ones,
    twos,             // how often 2 divides it
    fibonacci_shift,  // the number whose Zeckendorf digits are those of the argument and one 0 more
    fibonacci_zeros,  // at the end of the Zeckendorf digits
    digit,
    qsum,  // args[0] is q
    josephus_rank,
    josephus_seat,
    // conditions
    equal,
    not_equal,
    less,
    less_equal,
    conjunction,
    disjunction,
    negation,
    member,  // args[0] in Node::numbers
    // rule functions: args[0] is the value or the index, args.back() what it was asked for; text is the function's name
    natural,    // args[0], refused when negative
    table,      // Node::table at args[0], refused outside
    apply,      // an unknown function of args: only in games whose parameters are not given
    recursion,  // a function that is defined by itself: Node::recursion at args (sequences.hpp)
    // loops over Node::loop; args[0] is the body (of count: absent; least, greatest, mex and fold_xor: any number of them)
    sum,
    least,
    greatest,
    mex,  // the least natural number that is none of the bodies' values; any number of bodies
    fold_xor,
    count,
    for_all,
    exists,
    // all piles of the position
    piles_sum,
    piles_least,
    piles_greatest,
    piles_count,
    piles_xor,
    piles_qsum,  // args[0] is q
    piles,       // only as a coordinate of grundy, outcome, options, reaches: all of them
    // claims only; args are the coordinates of a position
    grundy,
    outcome,
    in_set,      // args in sets[0]
    sets_equal,  // sets[0] = sets[1] on all positions up to the bound
    subset,      // sets[0] is contained in sets[1]
    is_empty,    // sets[0] = {}
    reaches,     // 1 .. args.back() moves from args (without the last) lead into sets[0]
};

struct Node;
using Expr = std::shared_ptr<const Node>;
struct PositionSet;
struct Recursion;  // sequences.hpp
using Positions = std::shared_ptr<const PositionSet>;

/// A finite set of numbers: the union of intervals first..last.
struct NumberSet {
    struct Interval {
        Expr first, last;
    };
    std::string name;   // of the parameter, if it is one
    bool known = true;  // false: a parameter that was not given (positive numbers)
    std::vector<Interval> intervals;
};
using Numbers = std::shared_ptr<const NumberSet>;

/// One variable (or, for positions, several) of a `for` list.
struct Binder {
    enum class Kind { range, value, numbers, positions, piles, values };
    Kind kind = Kind::range;
    std::vector<int> slots;
    std::vector<std::string> names;
    // range: the largest of lower <= v <= the smallest of upper; value: lower[0]; numbers, in a move: beyond these no coordinate is natural;
    // values: each of lower, one after the other; piles: each pile of the position
    std::vector<Expr> lower, upper;
    Numbers numbers;
    Positions positions;
};

/// `for binders if conditions`; conditions[i] may be tested once the first `ready[i]` binders have values.
struct Loop {
    std::vector<Binder> binders;
    std::vector<Expr> conditions;
    std::vector<std::size_t> ready;
};

struct Node {
    Op op = Op::number;
    int slot = -1;
    Integer number;
    std::int64_t small = 0;  // number, when it fits
    bool is_small = false;
    std::vector<Expr> args;
    Numbers numbers;
    std::shared_ptr<const Loop> loop;
    std::vector<Positions> sets;
    std::vector<Integer> table;
    std::shared_ptr<const Recursion> recursion;
    std::string text;
    int depth = 1;
    std::uint64_t size = 1;  // of the tree, shared parts counted each time: the work of one evaluation
};

/// A set of positions, as in claims.
struct PositionSet {
    enum class Kind {
        empty,
        family,        // { element for loop }
        where,         // { condition }, with the position in `slots` (and the piles)
        join,          // parts[0] | parts[1]
        intersection,  // parts[0] & parts[1]
        difference,    // parts[0] \ parts[1]
        options,       // after one move from `element`
        named,         // definition(arguments): parts[0] with slots set to element
    };
    Kind kind = Kind::empty;
    std::vector<Expr> element;
    std::shared_ptr<const Loop> loop;
    Expr condition;
    std::vector<int> slots;
    std::vector<Positions> parts;
    std::string name;
};

Expr number(const Integer& value);
Expr variable(int slot, std::string name);
Expr make(Op op, std::vector<Expr> args, std::string text = {});
Expr with_loop(Op op, Loop loop, std::vector<Expr> args);
Expr with_sets(Op op, std::vector<Expr> args, std::vector<Positions> sets);

bool is_number(const Expr& e);
bool is_condition(Op op);

/// Marks every slot that occurs in e (bound ones too: no slot is used twice).
void free_slots(const Expr& e, std::vector<bool>& seen);
void free_slots(const Positions& set, std::vector<bool>& seen);
std::vector<bool> slots_in(const Expr& e);
bool mentions(const Expr& e, int slot);

/// A copy in which nodes are replaced, from the root down: null leaves a node as it is and goes on with its parts.
using Rewrite = std::function<Expr(const Expr&)>;
Expr rewritten(const Expr& e, const Rewrite& rewrite);
Loop rewritten(Loop loop, const Rewrite& rewrite);
Positions rewritten(const Positions& set, const Rewrite& rewrite);

/// A copy with expressions in the place of variables, by slot.
Expr substitute(const Expr& e, const std::map<int, Expr>& values);
Positions substitute(const Positions& set, const std::map<int, Expr>& values);

/// A text that is equal for equal trees; also what error messages show.
std::string to_text(const Expr& e);
std::string to_text(const Loop& loop);

/// The same for people: infix, as the file would have it.
std::string infix(const Expr& e);

}  // namespace bouton
