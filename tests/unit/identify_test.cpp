// Games found by their values: planted ones must be found with their shift, noise must not, and what is said to agree must agree.
#include "answers/identify.hpp"

#include "answers/answer.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace bouton::unit {
namespace {

const Watch kWatch;

std::vector<std::int64_t> kayles(std::size_t from, std::size_t count) {
    static const std::vector<std::int64_t> values = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2,
                                                     1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, 4, 1, 2, 3};
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(from);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

const Match* match_of(const Identification& found, const std::string& game) {
    const auto at = std::find_if(found.matches.begin(), found.matches.end(),
                                 [&](const Match& match) { return match.game == game; });
    return at == found.matches.end() ? nullptr : &*at;
}

TEST(Identify, ReadsSequences) {
    using Terms = std::vector<std::int64_t>;
    EXPECT_EQ(sequence_in({"0 1 2 3 1 4 3 2"}), (Terms{0, 1, 2, 3, 1, 4, 3, 2}));
    EXPECT_EQ(sequence_in({"0,", "1,2", "3, 1", "4 3 2 ..."}), (Terms{0, 1, 2, 3, 1, 4, 3, 2}));
    EXPECT_EQ(sequence_in({"0 1 2 3 1 4 3 2\u2026"}), (Terms{0, 1, 2, 3, 1, 4, 3, 2}));
    EXPECT_EQ(sequence_in({"kayles"}), std::nullopt);
    EXPECT_EQ(sequence_in({"0 1 2 ... 3"}), std::nullopt);
    EXPECT_EQ(sequence_in({"0 1 2 -3"}), std::nullopt);
    EXPECT_THROW(sequence_in({"0 1 2"}), Error);
    EXPECT_THROW(sequence_in({"7 7 7 7 7 7 7 7 7 7"}), Error);
}

TEST(Identify, PlantedSequences) {
    Library library(home());
    const auto at = identify(library, kayles(3, 30), What::grundy, kWatch);
    const Match* match = match_of(at, "kayles");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->shift, 3);
    EXPECT_EQ(match->compared, 30u);
    EXPECT_EQ(match->oeis, std::vector<std::string>{"A002186"});
    EXPECT_EQ(match->file, "games/take-and-break/kayles.bouton");

    auto terms = kayles(0, 30);  // two strangers come before heap 0
    terms.insert(terms.begin(), {9, 9});
    const auto before = identify(library, terms, What::grundy, kWatch);
    match = match_of(before, "kayles");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->shift, -2);
    EXPECT_EQ(match->compared, 30u);

    terms = kayles(0, 30);  // the last one decides
    terms.back() += 1;
    EXPECT_FALSE(match_of(identify(library, terms, What::grundy, kWatch), "kayles"));
}

/// Whatever is said to agree is computed once more, by the session that answers `value`.
TEST(Identify, WhatAgreesAgrees) {
    Library library(home());
    const std::vector<std::int64_t> terms = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1};
    const auto found = identify(library, terms, What::grundy, kWatch);
    EXPECT_GT(found.matches.size(), 5u);
    std::size_t asked = 0;
    for (const Match& match : found.matches) {
        if (!match.along.empty() || match.kind != Match::Kind::values) continue;
        Session session(library, {match.game, match.arguments}, What::grundy, kWatch);
        if (session.rules().coordinates.size() != 1) continue;
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const std::int64_t heap = static_cast<std::int64_t>(i) + match.shift;
            if (heap < 0) continue;
            EXPECT_EQ(session.value({heap}), static_cast<Value>(terms[i])) << session.rules().instance << heap;
        }
        ++asked;
    }
    EXPECT_GT(asked, 5u);
}

TEST(Identify, GamesByTheirBoxes) {
    Library library(home());
    const auto found =
        identify(library, std::vector<std::string>{"wythoff-limited-diagonal", "k=2"}, What::grundy, kWatch);
    const Match* match = match_of(found, "ryuo-nim");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->shift, 0);
    EXPECT_EQ(match->compared, 625u);
    // One stone more in every heap.
    const auto shifted = identify(library, std::vector<std::string>{"variant-delete-nim"}, What::grundy, kWatch);
    match = match_of(shifted, "delete-nim");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->shift, -1);
    // A game is not found as itself.
    for (const Match& each : shifted.matches) EXPECT_NE(each.game, "variant-delete-nim");
}

TEST(Identify, NoiseIsNoGame) {
    Library library(home());
    Random random(1901);
    std::vector<std::int64_t> terms;
    for (int i = 0; i < 24; ++i) terms.push_back(random.between(0, 6));
    const auto found = identify(library, terms, What::grundy, kWatch);
    EXPECT_TRUE(found.matches.empty()) << found.matches[0].game;
    EXPECT_GT(found.instances, 1000u);
}

TEST(Identify, ObeysTheClock) {
    Library library(home());
    const Watch watch;
    const auto found = identify(library, kayles(0, 40), What::grundy, Watch(watch, {std::uint64_t{1} << 30, 0.1}));
    EXPECT_GT(found.unseen, 0u);
    EXPECT_LT(watch.elapsed(), 30);
}

}  // namespace
}  // namespace bouton::unit
