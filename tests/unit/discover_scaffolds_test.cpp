// Lemmas that laws are given: for which games, and that the laws are proved with them.
#include "discover/scaffolds.hpp"
#include "discover/trial.hpp"
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using discover::Guess;
using discover::Kind;

std::optional<std::string> cap_of(const std::string& moves) {
    const discover::Subject subject = subject_of("game g (x)\n" + moves, discover::Quantity::values);
    const Watch watch;
    const auto samples = samples_of(subject, watch);
    return discover::taking_cap(*samples[0]);
}

TEST(DiscoverScaffolds, CapsThatRiseSlowly) {
    EXPECT_EQ(cap_of("  move (x - t) for 1 <= t <= floor(x/3)\n"), "floor(x/3)");
    EXPECT_EQ(cap_of("  move (x - t) for 1 <= t <= floor(sqrt(x))\n"), "floor(sqrt(x))");
    EXPECT_EQ(cap_of("  move (x - t) for 1 <= t <= min(x, floor(2*x/5))\n"), "floor((2*x)/5)");
}

TEST(DiscoverScaffolds, NoCap) {
    EXPECT_FALSE(cap_of("  move (x - t) for 1 <= t <= floor((x + 1)/2) if t != 2\n"));
    EXPECT_FALSE(cap_of("  move (x - t) for 2 <= t <= floor(x/2)\n"));
    EXPECT_FALSE(cap_of("  move (x - 2*t) for 1 <= t <= floor(x/3)\n"));
    EXPECT_FALSE(cap_of("  move (x - t) for 1 <= t <= min(x, 2*(x mod 7))\n"));
    EXPECT_FALSE(cap_of("  move (x - t) for 1 <= t <= floor(x/3)\n  move (x - t) for t in {1}\n"));
}

TEST(DiscoverScaffolds, KnownSequencesInPlantedValues) {
    // The third of the rules' numbers is the 7 of the circle.
    const discover::Subject subject =
        subject_of("game g (x)\n  move (x - t) for 1 <= t <= floor(x/7)\n", discover::Quantity::values);
    const Watch watch;
    discover::Effort effort(20000, watch);
    const auto samples = samples_of(subject, watch);
    const auto guesses = discover::find_known(*samples[0], effort);
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.statement, "grundy(n*7 - m) = n - josephus_rank(n, 7, m)");
    EXPECT_EQ(discover::with_circle_lemmas(*samples[0], guesses[0]).size(), 1u);
    discover::Effort more(20000, watch);
    EXPECT_TRUE(discover::find_known(*plant(subject, noise), more).empty());
}

TEST(DiscoverScaffolds, WindowRecursion) {
    const discover::Subject subject =
        subject_of("game g (x)\n  move (x - t) for 1 <= t <= floor(sqrt(x))\n", discover::Quantity::values);
    const Watch watch;
    discover::Effort effort(1000, watch);
    const auto samples = samples_of(subject, watch);
    const auto guesses = discover::find_windows(*samples[0], effort);
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.statement,
              "grundy(x) = (if x = 0 then 0 else if floor(sqrt(x)) > floor(sqrt((x - 1))) then floor(sqrt(x)) else "
              "grundy(x - floor(sqrt(x)) - 1))");
    discover::NearMiss miss;
    EXPECT_TRUE(discover::tested(*samples[0], guesses[0], watch, miss));
}

const char* const kTurns =
    "game g (x, k) where k >= 1\n  parameter f(k) = k\n  move (x - t, k + 1) for 1 <= t <= min(x, f(k))\n";

/// n^2 + n k <= x <= n^2 + n k + n for some n.
std::int32_t turns(const Position& p) {
    for (std::int64_t n = 0; n * n + n * p[1] <= p[0]; ++n)
        if (p[0] <= n * n + n * p[1] + n) return 0;
    return 1;
}

TEST(DiscoverScaffolds, RowsOfAGivenFunction) {
    discover::Subject subject = subject_of(kTurns, discover::Quantity::outcomes);
    subject.arguments = {{"f", "k"}};
    const Watch watch;
    discover::Effort effort(20000, watch), more(20000, watch);
    const auto guesses = discover::find_rows(*plant(subject, turns), effort);
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.definitions.substr(0, guesses[0].plain.definitions.find("set")),
              "function low(k, n) = sum(f(k + 2*t - 2) + 1 for 1 <= t <= n)\n"
              "function high(k, n) = sum(f(k + 2*t - 1) + 1 for 1 <= t <= n)\n");
    EXPECT_TRUE(discover::find_rows(*plant(subject, noise), more).empty());
}

}  // namespace
}  // namespace bouton::unit
