// What is observed where there is no law, and laws of a given shape.
#include "discover/observations.hpp"
#include "discover/search.hpp"
#include "discover/shape.hpp"
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using discover::Observations;

Observations seen(std::size_t dimension, const std::function<std::int32_t(const Position&)>& f) {
    const discover::Subject subject = blank(dimension, discover::Quantity::outcomes);
    const auto sample = plant(subject, f);
    return observed(*sample, Watch());
}

TEST(Observations, SymmetryLinesAndNumbers) {
    const Observations diagonal = seen(2, [](const Position& p) { return std::int32_t{p[0] != p[1]}; });
    EXPECT_TRUE(diagonal.symmetric);
    ASSERT_EQ(diagonal.lines.size(), 2u);
    EXPECT_EQ(diagonal.lines[0].most, 1u);
    EXPECT_EQ(diagonal.lines[0].with_one, diagonal.lines[0].checked);
    EXPECT_EQ(diagonal.losing[0], (Position{0, 0}));
    EXPECT_EQ(diagonal.losing[3], (Position{3, 3}));
    EXPECT_EQ(diagonal.scales.back().losing, 192u);
    EXPECT_EQ(diagonal.scales[1].losing, 96u);
    const Observations skew = seen(2, [](const Position& p) { return std::int32_t{p[0] != 2 * p[1]}; });
    EXPECT_FALSE(skew.symmetric);
    EXPECT_EQ(skew.lines[0].with_one, skew.lines[0].checked / 2);
}

TEST(Observations, OrderAndDisorderDiffer) {
    const Observations order =
        seen(2, [](const Position& p) { return static_cast<std::int32_t>((p[0] ^ p[1]) % 4 != 0); });
    const Observations disorder = seen(2, [](const Position& p) { return std::int32_t{noise(p) != 0}; });
    EXPECT_LT(order.scales[2].bits, order.scales[1].bits);
    EXPECT_LT(order.scales[2].bits, 0.1);
    EXPECT_GT(disorder.scales[2].bits, 0.6);
    EXPECT_LT(order.scales[2].different, 5u);
    EXPECT_GT(disorder.scales[2].different, disorder.scales[2].blocks * 9 / 10);
}

TEST(Observations, GrowthOfASequence) {
    std::vector<std::int64_t> sequence{0};
    while (sequence.size() < 25) sequence.push_back((3 * sequence.back() + 2) / 2);
    const auto growth = discover::growth_of(sequence);
    ASSERT_TRUE(growth);
    EXPECT_EQ(growth->a, 3);
    EXPECT_EQ(growth->b, 2);
    EXPECT_EQ(growth->c, 2);
    EXPECT_EQ(growth->from, 0u);
    sequence[20] += 1;
    EXPECT_FALSE(discover::growth_of(sequence));
    EXPECT_FALSE(discover::growth_of({0, 1, 2, 4, 7}));  // too short
}

std::vector<std::string> like(const std::string& shape, const std::function<std::int32_t(const Position&)>& f) {
    const discover::Subject subject = blank(2);
    const auto sample = plant(subject, f);
    const Watch watch;
    discover::Effort effort(4000000, watch);
    std::vector<std::string> statements;
    for (const auto& guess : discover::find_like(*sample, shape, effort)) statements.push_back(guess.plain.statement);
    return statements;
}

TEST(Shapes, HolesAreFilled) {
    const auto ryuo = [](const Position& p) {
        return static_cast<std::int32_t>((p[0] + p[1]) % 3 + 3 * ((p[0] / 3) ^ (p[1] / 3)));
    };
    const auto statements = like("grundy(x, y) = ? + 3*xor(floor(x/3), floor(y/3))", ryuo);
    ASSERT_FALSE(statements.empty());
    EXPECT_EQ(statements[0], "grundy(x, y) = (x + y) mod 3 + 3 * xor(floor(x / 3), floor(y / 3))");
    EXPECT_FALSE(like("(x + y) mod ? + ?*xor(floor(x/3), floor(y/3))", ryuo).empty());
    EXPECT_TRUE(like("grundy(x, y) = ? + 2*xor(x, y)", noise).empty());
    EXPECT_EQ(
        like("grundy(x, y) = xor(x, y)", [](const Position& p) { return static_cast<std::int32_t>(p[0] ^ p[1]); }),
        std::vector<std::string>{"grundy(x, y) = xor(x, y)"});
}

TEST(Shapes, WhatIsNoShapeIsRefused) {
    for (const char* shape : {"grundy(x, y) = ? + ", "outcome(x, y) = P iff ? = ?", "? + ? + ? + ? + ?", "? < 3"})
        EXPECT_THROW(like(shape, noise), Error) << shape;
}

}  // namespace
}  // namespace bouton::unit
