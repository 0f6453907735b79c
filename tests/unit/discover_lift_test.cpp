// Laws read for all values of parameters, and words with exponents.
#include "discover/words.hpp"
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using discover::Effort;
using discover::PeriodWords;

TEST(DiscoverLift, CutsAtNumbers) {
    const discover::Cut cut = discover::cut_at_numbers("grundy(a1) = 12*a1 mod (k2 + 3)");
    EXPECT_EQ(cut.numbers, (std::vector<std::int64_t>{12, 3}));
    ASSERT_EQ(cut.texts.size(), 3u);
    EXPECT_EQ(cut.texts[1], "*a1 mod (k2 + ");
}

TEST(DiscoverLift, ReadsNumbersAsTerms) {
    std::vector<std::string> texts;
    for (const auto& reading : discover::readings(7, {{"n", 4}, {"k", 2}})) texts.push_back(reading.text);
    const auto has = [&](const std::string& text) {
        return std::find(texts.begin(), texts.end(), text) != texts.end();
    };
    EXPECT_EQ(texts[0], "7");
    EXPECT_TRUE(has("(2*n - 1)"));
    EXPECT_TRUE(has("(n*k - k + 1)"));
    EXPECT_TRUE(has("(n + k + 1)"));
    EXPECT_FALSE(has("(n*k)"));
}

/// A game with the parameter k for one of its values.
discover::LiftReport lifted(const std::string& text, std::int64_t first, std::int64_t last) {
    const auto instance = [&](const std::vector<std::int64_t>& values) {
        std::string fixed = text;
        const std::string head = "  parameter k\n";
        fixed.replace(fixed.find(head), head.size(), "  parameter k = " + std::to_string(values[0]) + "\n");
        discover::Subject subject = subject_of(fixed, discover::Quantity::values);
        subject.arguments = {{"k", std::to_string(values[0])}};
        return subject;
    };
    const Watch watch;
    return discover::lift(instance, {{"k", first, last}}, {}, watch);
}

TEST(DiscoverLift, BachetForAllK) {
    const auto result = lifted("game g (x)\n  parameter k\n  move (x - t) for 1 <= t <= min(x, k)\n", 1, 7);
    ASSERT_FALSE(result.report.laws.empty());
    EXPECT_EQ(result.report.laws[0].statement, "grundy(x) = (x mod (k + 1))");
    const std::string& claim = result.report.laws[0].claim;
    EXPECT_NE(claim.find("in g(k) for k >= 1, x >= 0:"), std::string::npos) << claim;
    EXPECT_TRUE(result.report.laws[0].proved);
}

PeriodWords planted_words(const std::function<std::vector<std::int32_t>(std::int64_t, std::int64_t)>& word) {
    PeriodWords words;
    for (std::int64_t y = 2; y <= 12; ++y)
        for (std::int64_t x = 1; x < y; ++x) words[{x, y}] = word(x, y);
    return words;
}

TEST(DiscoverLift, WordsWithExponents) {
    const Watch watch;
    Effort effort(100000, watch);
    const auto laws = discover::word_laws(planted_words([](std::int64_t x, std::int64_t y) {
                                              std::vector<std::int32_t> word;
                                              for (std::int64_t i = 0; i < y / (2 * x); ++i) {
                                                  word.insert(word.end(), static_cast<std::size_t>(x), 0);
                                                  word.insert(word.end(), static_cast<std::size_t>(x + 1), 1);
                                              }
                                              word.insert(word.end(), static_cast<std::size_t>(y % (2 * x) + 1), 2);
                                              return word;
                                          }),
                                          effort);
    ASSERT_EQ(laws.size(), 1u);
    EXPECT_EQ(laws[0].word, "(0^x 1^(x + 1))^m 2^(r + 1)");
    EXPECT_EQ(laws[0].condition, "r >= 0");
}

TEST(DiscoverLift, NoWordInNoise) {
    const Watch watch;
    Effort effort(100000, watch);
    EXPECT_TRUE(discover::word_laws(planted_words([](std::int64_t x, std::int64_t y) {
                                        std::vector<std::int32_t> word;
                                        for (std::int64_t i = 0; i < x + y; ++i) word.push_back(noise({x, y, i}));
                                        return word;
                                    }),
                                    effort)
                    .empty());
}

}  // namespace
}  // namespace bouton::unit
