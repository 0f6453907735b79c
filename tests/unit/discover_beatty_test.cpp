// Complementary sequences and Fibonacci digits, planted and in noise.
#include "base/integer.hpp"
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using discover::Effort;
using discover::Guess;

using Find = std::vector<Guess> (*)(const discover::Sample&, Effort&);

std::vector<Guess> found(Find find, const std::function<bool(std::int64_t, std::int64_t)>& member) {
    const discover::Subject subject = blank(2, discover::Quantity::outcomes);
    const auto sample = plant(subject, [&](const Position& p) { return member(p[0], p[1]) ? 0 : 1; });
    const Watch watch;
    Effort effort(100000, watch);
    return find(*sample, effort);
}

/// x < y, y - x = 2 n and x = floor(n sqrt(2)), and the mirror images: k-Wythoff with k = 2.
bool two_wythoff(std::int64_t x, std::int64_t y) {
    const std::int64_t n = std::abs(y - x) / 2;
    return (y - x) % 2 == 0 && std::min(x, y) == arithmetic::root(2 * n * n);
}

bool wythoff(std::int64_t x, std::int64_t y) {
    const std::int64_t n = std::abs(y - x);
    return std::min(x, y) == (n + arithmetic::root(5 * n * n)) / 2;
}

TEST(DiscoverBeatty, SquareRootOfTwo) {
    const auto guesses = found(discover::find_beatty, two_wythoff);
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.definitions, "function lower(n) = floor(sqrt(2*n^2))\n");
    EXPECT_EQ(
        guesses[0].plain.statement,
        "{ outcome = P } = { (lower(n), lower(n) + 2*n) for n >= 0 } | { (lower(n) + 2*n, lower(n)) for n >= 0 }");
}

/// k-Wythoff with k = 3: the larger number is more than three times the smaller.
TEST(DiscoverBeatty, PartnersFarApart) {
    const auto guesses = found(discover::find_beatty, [](std::int64_t x, std::int64_t y) {
        const std::int64_t n = std::abs(y - x) / 3;
        return (y - x) % 3 == 0 && std::min(x, y) == (arithmetic::root(13 * n * n) - n) / 2;
    });
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.definitions, "function lower(n) = floor((floor(sqrt(13*n^2)) - n)/2)\n");
}

TEST(DiscoverBeatty, GoldenSectionWithAnException) {
    const auto guesses = found(discover::find_beatty, [](std::int64_t x, std::int64_t y) {
        return x + y == 0 || (x == 1 && y == 3) || (x == 3 && y == 1) || (x + y > 3 && wythoff(x, y));
    });
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.definitions, "function lower(n) = floor((n + floor(sqrt(5*n^2)))/2)\n");
    EXPECT_EQ(guesses[0].plain.statement,
              "{ outcome = P } = { (0, 0), (1, 3), (3, 1) } | { (lower(n), lower(n) + n) for n >= 2 } | "
              "{ (lower(n) + n, lower(n)) for n >= 2 }");
}

TEST(DiscoverBeatty, FibonacciDigits) {
    const auto guesses = found(discover::find_zeckendorf, wythoff);
    ASSERT_EQ(guesses.size(), 1u);
    EXPECT_EQ(guesses[0].plain.statement,
              "{ outcome = P } = { (0, 0) } | { (n, fibonacci_shift(n)) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 } | "
              "{ (fibonacci_shift(n), n) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 }");
}

TEST(DiscoverBeatty, NothingInNoise) {
    const auto one_a_row = [](std::int64_t x, std::int64_t y) { return y == 2 * x + noise({x}); };
    EXPECT_TRUE(found(discover::find_beatty, one_a_row).empty());
    EXPECT_TRUE(found(discover::find_zeckendorf, one_a_row).empty());
    EXPECT_TRUE(found(discover::find_zeckendorf, two_wythoff).empty());
    EXPECT_TRUE(found(discover::find_beatty, [](std::int64_t x, std::int64_t y) {
                    return noise({x, y}) == 0;
                }).empty());
}

}  // namespace
}  // namespace bouton::unit
