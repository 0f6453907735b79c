// Families of positions, planted and in noise.
#include "discover/families.hpp"
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using discover::Effort;
using discover::find_families;
using discover::Kind;

std::vector<discover::Guess> found(std::size_t dimension, const std::function<bool(const Position&)>& member) {
    const discover::Subject subject = blank(dimension, discover::Quantity::outcomes);
    const auto sample = plant(subject, [&](const Position& p) { return member(p) ? 0 : 1; });
    const Watch watch;
    Effort effort(400000, watch);
    return find_families(*sample, effort);
}

/// x + 1 = 2^n + m for a position (x, m) with m < 2^n.
bool josephus(const Position& p) {
    const std::int64_t power = p[0] - p[1] + 1;
    return power >= 1 && (power & (power - 1)) == 0 && p[1] < power;
}

TEST(DiscoverFamilies, RunsOfDoublingLength) {
    const auto guesses = found(2, josephus);
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].kind, Kind::families);
    EXPECT_EQ(guesses[0].plain.statement, "{ outcome = P } = { (2^n + i - 1, i) for n >= 0, 0 <= i <= 2^n - 1 }");
}

TEST(DiscoverFamilies, RaysAndSinglePositions) {
    const auto guesses = found(
        2, [](const Position& p) { return (p[0] == 2 && p[1] == 1) || (p[0] % 3 == 0 && p[1] == p[0] / 3 * 2 + 4); });
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.statement, "{ outcome = P } = { (2, 1) } | { (3*i, 2*i + 4) for i >= 0 }");
}

TEST(DiscoverFamilies, PowersInOneHeap) {
    const auto guesses = found(1, [](const Position& p) {
        std::int64_t power = 1;
        while (2 * power + 1 < p[0]) power *= 3;
        return p[0] == 2 * power + 1;
    });
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.statement, "{ outcome = P } = { (2*3^n + 1) for n >= 0 }");
}

TEST(DiscoverFamilies, AFamilyThatEndsIsNotBelieved) {
    EXPECT_TRUE(found(2, [](const Position& p) { return p[0] < 300 && josephus(p); }).empty());
}

TEST(DiscoverFamilies, NothingInNoise) {
    EXPECT_TRUE(found(2, [](const Position& p) { return noise(p) == 0; }).empty());
    EXPECT_TRUE(found(2, [](const Position& p) {
                    return p[0] % 7 == noise({p[1], 3}) && noise({p[0], p[1], 5}) == 0 && noise({p[1], p[0]}) == 1 &&
                           noise({p[1], p[0], 1}) < 2;
                }).empty());
    EXPECT_TRUE(found(1, [](const Position& p) { return noise(p) == 0; }).empty());
}

}  // namespace
}  // namespace bouton::unit
