#include "lang/operators.hpp"

#include <algorithm>
#include <array>

namespace bouton {

namespace {

using Text = Operator::Text;

constexpr std::size_t kMany = 1000;  // arguments of min, max, ...

constexpr Operator kOperators[] = {
    // op, name, text, looseness, within, is it a condition, fewest and most arguments in a file
    {Op::number, "", Text::other, 0, 0, false, 0, 0},
    {Op::variable, "", Text::other, 0, 0, false, 0, 0},
    {Op::add, "+", Text::infix, 3, 3, false, 0, 0},
    {Op::subtract, "-", Text::other, 3, 2, false, 0, 0},
    {Op::multiply, "*", Text::infix, 2, 2, false, 0, 0},
    {Op::negate, "", Text::other, 3, 2, false, 0, 0},
    {Op::floor_divide, "/", Text::other, 0, 0, false, 0, 0},
    {Op::modulo, "mod", Text::infix, 4, 3, false, 0, 0},
    {Op::power, "^", Text::infix, 1, 0, false, 0, 0},
    {Op::minimum, "min", Text::function, 0, 0, false, 1, kMany},
    {Op::maximum, "max", Text::function, 0, 0, false, 1, kMany},
    {Op::absolute, "abs", Text::function, 0, 0, false, 1, 1},
    {Op::gcd, "gcd", Text::function, 0, 0, false, 2, kMany},
    {Op::bit_xor, "xor", Text::function, 0, 0, false, 1, kMany},
    {Op::bit_and, "bitand", Text::function, 0, 0, false, 1, kMany},
    {Op::bit_or, "bitor", Text::function, 0, 0, false, 1, kMany},
    {Op::root, "sqrt", Text::function, 0, 0, false, 0, 0},
    {Op::logarithm, "log2", Text::function, 0, 0, false, 0, 0},
    {Op::nonzero, "nonzero", Text::other, 0, 0, false, 0, 0},
    {Op::choose, "if", Text::other, 8, 0, false, 0, 0},
    {Op::ones, "ones", Text::function, 0, 0, false, 1, 1},
    {Op::twos, "twos", Text::function, 0, 0, false, 1, 1},
    {Op::fibonacci_shift, "fibonacci_shift", Text::function, 0, 0, false, 1, 1},
    {Op::fibonacci_zeros, "fibonacci_zeros", Text::function, 0, 0, false, 1, 1},
    {Op::digit, "digit", Text::function, 0, 0, false, 3, 3},
    {Op::qsum, "qsum", Text::function, 0, 0, false, 2, kMany},
    {Op::josephus_rank, "josephus_rank", Text::function, 0, 0, false, 3, 3},
    {Op::josephus_seat, "josephus_seat", Text::function, 0, 0, false, 3, 3},
    {Op::nim_times, "nim_times", Text::function, 0, 0, false, 2, kMany},
    {Op::nim_divided, "nim_divided", Text::function, 0, 0, false, 2, 2},
    {Op::equal, "=", Text::infix, 5, 4, true, 0, 0},
    {Op::not_equal, "!=", Text::infix, 5, 4, true, 0, 0},
    {Op::less, "<", Text::infix, 5, 4, true, 0, 0},
    {Op::less_equal, "<=", Text::infix, 5, 4, true, 0, 0},
    {Op::conjunction, "and", Text::infix, 6, 6, true, 0, 0},
    {Op::disjunction, "or", Text::infix, 7, 7, true, 0, 0},
    {Op::negation, "not", Text::other, 6, 5, true, 0, 0},
    {Op::member, "", Text::other, 5, 4, true, 0, 0},
    {Op::natural, "natural", Text::other, 0, 0, false, 0, 0},
    {Op::table, "", Text::other, 0, 0, false, 0, 0},
    {Op::apply, "", Text::other, 0, 0, false, 0, 0},
    {Op::recursion, "", Text::other, 0, 0, false, 0, 0},
    {Op::sum, "", Text::other, 0, 0, false, 0, 0},
    {Op::least, "", Text::other, 0, 0, false, 0, 0},
    {Op::greatest, "", Text::other, 0, 0, false, 0, 0},
    {Op::mex, "mex", Text::function, 0, 0, false, 1, kMany},
    {Op::fold_xor, "", Text::other, 0, 0, false, 0, 0},
    {Op::count, "", Text::other, 0, 0, false, 0, 0},
    {Op::for_all, "", Text::other, 0, 0, true, 0, 0},
    {Op::exists, "", Text::other, 0, 0, true, 0, 0},
    {Op::piles_sum, "", Text::other, 0, 0, false, 0, 0},
    {Op::piles_least, "", Text::other, 0, 0, false, 0, 0},
    {Op::piles_greatest, "", Text::other, 0, 0, false, 0, 0},
    {Op::piles_count, "", Text::other, 0, 0, false, 0, 0},
    {Op::piles_xor, "", Text::other, 0, 0, false, 0, 0},
    {Op::piles_qsum, "", Text::other, 0, 0, false, 0, 0},
    {Op::piles, "", Text::other, 0, 0, false, 0, 0},
    {Op::grundy, "grundy", Text::function, 0, 0, false, 0, 0},
    {Op::outcome, "outcome", Text::function, 0, 0, false, 0, 0},
    {Op::in_set, "", Text::other, 0, 0, true, 0, 0},
    {Op::sets_equal, "", Text::other, 0, 0, true, 0, 0},
    {Op::subset, "", Text::other, 0, 0, true, 0, 0},
    {Op::is_empty, "", Text::other, 0, 0, true, 0, 0},
    {Op::reaches, "", Text::other, 0, 0, true, 0, 0},
    {Op::automaton, "", Text::other, 0, 0, false, 0, 0},
};

/// A row for each operator, in the order of the enumeration.
constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kOperators); ++i)
        if (static_cast<std::size_t>(kOperators[i].op) != i) return false;
    return std::size(kOperators) == static_cast<std::size_t>(Op::automaton) + 1;
}
static_assert(in_order());

}  // namespace

const Operator& properties(Op op) { return kOperators[static_cast<std::size_t>(op)]; }

bool has_value_everywhere(Op op) {
    switch (op) {
        case Op::number:
        case Op::variable:
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::negate:
        case Op::minimum:
        case Op::maximum:
        case Op::absolute:
        case Op::equal:
        case Op::not_equal:
        case Op::less:
        case Op::less_equal:
        case Op::conjunction:
        case Op::disjunction:
        case Op::negation: return true;
        default: return false;
    }
}

const Operator* function_named(std::string_view name) {
    const auto found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                    [&](const Operator& o) { return o.most > 0 && o.name == name; });
    return found == std::end(kOperators) ? nullptr : found;
}

std::vector<std::string> function_names() {
    std::vector<std::string> names;
    for (const Operator& one : kOperators)
        if (one.most > 0) names.push_back(one.name);
    return names;
}

}  // namespace bouton
