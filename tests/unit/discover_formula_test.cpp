// Formulas, combinations, columns and sums: planted laws are found again and right far out; in noise nothing is found.
#include "discover/cases.hpp"
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace bouton::unit {
namespace {

using discover::Effort;
using discover::Guess;
using discover::Quantity;
using Law = std::function<std::int32_t(const Position&)>;

struct Found {
    discover::Subject subject;
    std::unique_ptr<discover::Sample> sample;
    std::vector<Guess> guesses;
};

Found run(discover::Template find, std::size_t dimension, Quantity quantity, const Law& f, std::uint64_t steps) {
    Found found;
    found.subject = blank(dimension, quantity);
    const Law zero_or_one = [&](const Position& p) { return std::int32_t{f(p) != 0}; };
    found.sample = plant(found.subject, quantity == Quantity::outcomes ? zero_or_one : f);
    found.sample->subject = &found.subject;
    const Watch watch;
    Effort effort(steps, watch);
    found.guesses = find(*found.sample, effort);
    return found;
}

void expect_found(discover::Template find, std::size_t dimension, Quantity quantity, const Law& f,
                  std::uint64_t steps = 1000000) {
    const Found found = run(find, dimension, quantity, f, steps);
    ASSERT_FALSE(found.guesses.empty());
    EXPECT_TRUE(right_far_out(*found.sample, found.guesses[0], f)) << found.guesses[0].plain.statement;
}

void expect_nothing(discover::Template find, std::size_t dimension, Quantity quantity, std::uint64_t steps = 300000) {
    const Found found = run(find, dimension, quantity, noise, steps);
    EXPECT_TRUE(found.guesses.empty()) << found.guesses[0].plain.statement;
}

std::int32_t to_int(std::int64_t v) { return static_cast<std::int32_t>(v); }

TEST(DiscoverFormula, OneHeap) {
    expect_found(discover::find_formulas, 1, Quantity::values, [](const Position& p) {
        return to_int((p[0] + 1) >> (std::countr_zero(static_cast<std::uint64_t>(p[0] + 1)) + 1));
    });
    expect_found(discover::find_formulas, 1, Quantity::values,
                 [](const Position& p) { return to_int(p[0] % 3 == 1 ? p[0] / 2 : p[0] % 5); });
    expect_found(discover::find_formulas, 1, Quantity::outcomes,
                 [](const Position& p) { return to_int((p[0] + 3) % 7 == 0 ? 0 : 1); });
}

TEST(DiscoverFormula, SeveralCoordinates) {
    expect_found(discover::find_formulas, 2, Quantity::values,
                 [](const Position& p) { return to_int(std::min(p[0], p[1]) + (p[0] ^ p[1]) % 2); });
    expect_found(discover::find_formulas, 2, Quantity::values,
                 [](const Position& p) { return to_int(p[0] < p[1] ? p[0] + 2 : p[0] / 3); });
    expect_found(discover::find_formulas, 2, Quantity::outcomes,
                 [](const Position& p) { return to_int(std::max(p[0], 2 * p[1]) % 3); });
}

TEST(DiscoverFormula, ARecursionNamesEarlierValues) {
    std::vector<std::int32_t> values;
    const Law f = [&](const Position& p) {
        while (to_int(p[0]) >= to_int(static_cast<std::int64_t>(values.size()))) {
            const auto x = static_cast<std::int64_t>(values.size());
            values.push_back(x % 3 == 0 ? to_int(x / 3) : values[static_cast<std::size_t>(2 * x / 3)]);
        }
        return values[static_cast<std::size_t>(p[0])];
    };
    const Found found = run(discover::find_formulas, 1, Quantity::values, f, 1000000);
    ASSERT_FALSE(found.guesses.empty());
    EXPECT_EQ(found.guesses[0].kind, discover::Kind::recursion);
    EXPECT_EQ(found.guesses[0].plain.statement,
              "grundy(x) = if (x mod 3) = 0 then floor(x/3) else grundy(floor(2*x/3))");
}

TEST(DiscoverFormula, NothingInNoise) {
    for (const Quantity quantity : {Quantity::values, Quantity::outcomes})
        for (const std::size_t dimension : {1, 2, 3}) expect_nothing(discover::find_formulas, dimension, quantity);
    expect_nothing(discover::find_algebraic, 2, Quantity::values);
}

TEST(DiscoverFormula, TheSameStepsTheSameGuesses) {
    const Law f = [](const Position& p) { return to_int(p[0] < p[1] ? p[0] + 2 : p[0] / 3); };
    const Found once = run(discover::find_formulas, 2, Quantity::values, f, 500000);
    const Found again = run(discover::find_formulas, 2, Quantity::values, f, 500000);
    ASSERT_EQ(once.guesses.size(), again.guesses.size());
    for (std::size_t i = 0; i < once.guesses.size(); ++i)
        EXPECT_EQ(once.guesses[i].plain.statement, again.guesses[i].plain.statement);
}

TEST(DiscoverCases, SayTheSame) {
    using namespace discover;
    const ExpressionPtr x = leaf(0, "x"), y = leaf(1, "y");
    const auto mod2 = [](const ExpressionPtr& e) { return node(Operation::modulo, {e}, 2); };
    const std::vector<ExpressionPtr> all = {
        node(Operation::add,
             {mod2(node(Operation::add, {x, y})), node(Operation::times, {mod2(node(Operation::minimum, {x, y}))}, 2)}),
        node(Operation::add, {node(Operation::absolute, {node(Operation::subtract, {x, y})}), mod2(x)}),
        node(Operation::modulo, {node(Operation::maximum, {node(Operation::increment, {x}), y})}, 3),
    };
    std::vector<std::vector<Number>> columns(2);
    for (Number a = 0; a < 30; ++a)
        for (Number b = 0; b < 30; ++b) {
            columns[0].push_back(a);
            columns[1].push_back(b);
        }
    for (const ExpressionPtr& e : all) {
        const ExpressionPtr cases = by_cases(e, {x, y});
        ASSERT_TRUE(cases);
        EXPECT_FALSE(uses(cases, Operation::minimum) || uses(cases, Operation::absolute));
        std::vector<Number> one(900), other(900);
        evaluate(e, columns, 0, 900, one.data());
        evaluate(cases, columns, 0, 900, other.data());
        EXPECT_EQ(one, other) << text(cases);
    }
    EXPECT_FALSE(by_cases(node(Operation::bit_xor, {x, y}), {x, y}));
}

TEST(DiscoverCombinations, Planted) {
    expect_found(discover::find_combinations, 3, Quantity::values,
                 [](const Position& p) { return to_int(p[0] ^ p[2]); });
    expect_found(discover::find_combinations, 2, Quantity::values,
                 [](const Position& p) { return to_int((p[0] + p[1]) % 5 + 5 * ((p[0] / 5) ^ (p[1] / 5))); });
    expect_found(discover::find_combinations, 2, Quantity::outcomes,
                 [](const Position& p) { return to_int((p[0] + 2 * p[1]) % 5); });
}

TEST(DiscoverCombinations, NothingInNoise) {
    for (const Quantity quantity : {Quantity::values, Quantity::outcomes})
        for (const std::size_t dimension : {2, 3}) expect_nothing(discover::find_combinations, dimension, quantity);
}

TEST(DiscoverColumns, PlantedAndNoise) {
    const Law f = [](const Position& p) {
        for (int i = 0; i < 20; ++i)
            if (((p[0] >> i & 1) + (p[1] >> i & 1) + (p[2] >> i & 1)) % 3 != 0) return 1;
        return 0;
    };
    const Found found = run(discover::find_columns, 3, Quantity::outcomes, f, 20000);
    ASSERT_EQ(found.guesses.size(), 1u);
    EXPECT_EQ(found.guesses[0].plain.statement, "{ outcome = P } = { qsum(3, x, y, z) = 0 }");
    expect_nothing(discover::find_columns, 3, Quantity::outcomes);
}

TEST(DiscoverSums, PlantedAndNoise) {
    const Found found = run(
        discover::find_sums, 2, Quantity::values, [](const Position& p) { return to_int((p[0] % 3) ^ (p[1] / 2)); },
        1000000);
    ASSERT_EQ(found.guesses.size(), 1u);
    EXPECT_EQ(found.guesses[0].plain.statement, "grundy(x, y) = xor((x mod 3), floor(y/2))");
    expect_nothing(discover::find_sums, 2, Quantity::values);
}

TEST(DiscoverReductions, PlantedAndNoise) {
    const Found found = run(
        discover::find_reductions, 2, Quantity::values, [](const Position& p) { return noise({p[0] + p[1]}); }, 20000);
    ASSERT_EQ(found.guesses.size(), 1u);
    EXPECT_EQ(found.guesses[0].plain.statement, "grundy(x, y) = grundy(x + y, 0)");
    EXPECT_TRUE(found.guesses[0].part);
    expect_nothing(discover::find_reductions, 2, Quantity::values);
}

}  // namespace
}  // namespace bouton::unit
