// Automata, planted and in noise.
#include "unit/discover_support.hpp"

#include "lang/automaton.hpp"
#include "lang/parse.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using discover::Guess;
using F = std::function<std::int32_t(const Position&)>;

std::vector<Guess> found(std::size_t dimension, const F& f, discover::Quantity quantity = discover::Quantity::values) {
    const discover::Subject subject = blank(dimension, quantity);
    const auto sample = plant(subject, f);
    const Watch watch;
    discover::Effort effort(400000, watch);
    return discover::find_automata(*sample, effort);
}

/// Some guess gives f at random positions far beyond the tables.
bool right(const std::vector<Guess>& guesses, std::size_t dimension, const F& f) {
    for (const Guess& guess : guesses) {
        const auto file = lang::parse_file(guess.plain.definitions, "a");
        const Expr node = automaton_node(file.definitions[0].value, {}, "f");
        Random random(1901);
        bool same = true;
        for (int i = 0; i < 300 && same; ++i) {
            Position position;
            for (std::size_t d = 0; d < dimension; ++d) position.push_back(random.between(0, 10000000));
            same = automaton_output(node->table, position) == f(position);
        }
        if (same) return true;
    }
    return false;
}

TEST(DiscoverAutomata, Planted) {
    const F thue = [](const Position& p) { return static_cast<std::int32_t>(arithmetic::ones(p[0]) % 2); };
    EXPECT_TRUE(right(found(1, thue), 1, thue));
    const F ternary = [](const Position& p) {
        std::int64_t sum = 0;
        for (std::int64_t n = p[0]; n > 0; n /= 3) sum += n % 3 == 2;
        return static_cast<std::int32_t>(sum % 3);
    };
    EXPECT_TRUE(right(found(1, ternary), 1, ternary));
    const F zeros = [](const Position& p) {
        return static_cast<std::int32_t>(p[0] == 0 ? 2 : fibonacci_zeros(Integer(p[0])) % 2);
    };
    EXPECT_TRUE(right(found(1, zeros), 1, zeros));
    const F both = [](const Position& p) { return static_cast<std::int32_t>((p[0] & p[1]) != 0); };
    EXPECT_TRUE(right(found(2, both), 2, both));
    const F modulo = [](const Position& p) { return static_cast<std::int32_t>((p[0] + 2 * p[1]) % 5); };
    EXPECT_TRUE(right(found(2, modulo), 2, modulo));
}

TEST(DiscoverAutomata, NothingInNoiseNorInWhatGrows) {
    EXPECT_TRUE(found(1, noise).empty());
    EXPECT_TRUE(found(2, noise).empty());
    EXPECT_TRUE(found(1, [](const Position& p) { return static_cast<std::int32_t>(p[0] / 3); }).empty());
    // squares are no automatic set
    EXPECT_TRUE(found(1, [](const Position& p) {
                    const std::int64_t root = arithmetic::root(p[0]);
                    return static_cast<std::int32_t>(root * root != p[0]);
                }).empty());
}

}  // namespace
}  // namespace bouton::unit
