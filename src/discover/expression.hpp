// Expressions that formulas are made of: built from leaves whose values are known, evaluated at many positions at once, and written in the
// language of .bouton files.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace bouton::discover {

using Number = std::int32_t;
constexpr Number kUndefined = std::numeric_limits<Number>::min();  // log2(0), a value beyond kLargest
constexpr Number kLargest = 1 << 24;

enum class Operation : std::uint8_t {
    leaf,
    number,
    // with a number c > 1
    times,
    divide,  // floor
    modulo,
    // of one term
    increment,
    decrement,
    absolute,
    twos,
    logarithm,
    ones,
    power_of_two,
    root,
    odd_half,   // floor(t / 2^(twos(t) + 1)): half of the odd part, rounded down
    low_power,  // 2^twos(t)
    // of two
    add,
    subtract,
    bit_xor,
    bit_or,
    minimum,
    maximum,
    product,
    quotient,
    // conditions, 0 or 1
    equal,
    less,
    at_most,
    conjunction,
    disjunction,
    negation,
    choose,  // if a then b else c
};

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
    Operation operation = Operation::leaf;
    std::int32_t number = 0;  // constant; leaf: which one
    std::string text;         // of a leaf
    std::vector<ExpressionPtr> parts;
};

ExpressionPtr leaf(std::int32_t index, std::string text);
ExpressionPtr constant(std::int32_t value);
ExpressionPtr node(Operation operation, std::vector<ExpressionPtr> parts, std::int32_t number = 0);

/// As the language writes it, with brackets where they are needed.
std::string text(const ExpressionPtr& e);

/// if p then a else b, where a and b are conditions: as `and`, `or`, `not`; constants simplified.
ExpressionPtr simplified_condition(const ExpressionPtr& e);

/// Does a leaf of this index occur?
bool uses_leaf(const ExpressionPtr& e, std::int32_t index);
bool uses(const ExpressionPtr& e, Operation operation);
std::vector<std::int32_t> leaves_of(const ExpressionPtr& e);

/// A copy with other expressions in the place of leaves (null: it stays).
ExpressionPtr with_leaves(const ExpressionPtr& e, const std::vector<ExpressionPtr>& by_index);

/// One operation on columns of values; `b` for those of two, `c` for those with a number.
void apply(Operation operation, const Number* a, const Number* b, Number c, std::size_t count, Number* result);

/// The values at positions first .. first + count - 1 of the leaves' columns.
void evaluate(const ExpressionPtr& e, const std::vector<std::vector<Number>>& columns, std::size_t first,
              std::size_t count, Number* result);

}  // namespace bouton::discover
