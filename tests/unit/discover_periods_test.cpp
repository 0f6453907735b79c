// Periods, planted and in noise.
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using discover::Effort;
using discover::find_periods;
using discover::Kind;

std::vector<discover::Guess> found(const std::function<std::int32_t(const Position&)>& f) {
    const discover::Subject subject = blank(1);
    const auto sample = plant(subject, f);
    const Watch watch;
    Effort effort(100000, watch);
    return find_periods(*sample, effort);
}

TEST(DiscoverPeriods, APlantedPeriodWithAPreperiod) {
    const auto guesses = found([](const Position& p) {
        return static_cast<std::int32_t>(p[0] < 5 ? 9 : (p[0] - 5) % 7 == 3 ? 4 : (p[0] - 5) % 7);
    });
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].kind, Kind::period);
    EXPECT_EQ(guesses[0].plain.statement, "grundy has period 7 after 5");
}

TEST(DiscoverPeriods, APlantedSaltus) {
    const auto guesses =
        found([](const Position& p) { return static_cast<std::int32_t>(3 * (p[0] / 4) + p[0] % 4 % 2); });
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].kind, Kind::arithmetic_period);
    EXPECT_EQ(guesses[0].plain.statement, "grundy(x + 4) = grundy(x) + 3");
    ASSERT_EQ(guesses[0].others.size(), 1u);
    EXPECT_EQ(guesses[0].others[0].statement,
              "grundy(x) = 3*floor(x/4) + (if x mod 4 = 0 then 0 else if x mod 4 = 1 then 1 else if x mod 4 = 2 then 0 "
              "else 1)");
}

TEST(DiscoverPeriods, NothingInNoiseNorInPowers) {
    EXPECT_TRUE(found(noise).empty());
    EXPECT_TRUE(found([](const Position& p) { return std::int32_t{((p[0] + 1) & p[0]) == 0}; }).empty());
}

TEST(DiscoverPeriods, ACertainPeriodIsPreferred) {
    const discover::Subject subject =
        subject_of("game g (x)\n  move (x - s) for s in {2, 5}\n", discover::Quantity::values);
    const Watch watch;
    const auto samples = samples_of(subject, watch);
    Effort effort(100000, watch);
    const auto guesses = find_periods(*samples[0], effort);
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.statement, "grundy has period 7");
}

}  // namespace
}  // namespace bouton::unit
