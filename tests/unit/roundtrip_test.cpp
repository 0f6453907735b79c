// print and parse_file undo each other: on random trees of every kind of term, binding, line and claim, and on every file of games/ and
// papers/. Otherwise a game could silently change its meaning on the way from a page or a generator into a file.
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "unit/random_files.hpp"
#include "unit/random_games.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace bouton::unit {
namespace {

constexpr std::uint64_t kFirstSeed = 19020000;

TEST(RoundTrip, RandomTerms) {
    for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + 5000; ++seed) {
        const syntax::Term drawn = random_term(seed, static_cast<int>(seed % 6));
        const std::string text = lang::print(drawn);
        ASSERT_TRUE(lang::parse_term(text, "t") == drawn) << "seed " << seed << "\n" << text;
    }
}

TEST(RoundTrip, RandomFiles) {
    for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + 2000; ++seed) {
        const syntax::File drawn = random_file(seed);
        const std::string text = lang::print(drawn);
        ASSERT_TRUE(lang::parse_file(text, "t.bouton") == drawn) << "seed " << seed << "\n" << text;
    }
}

TEST(RoundTrip, RandomGames) {
    for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + 1000; ++seed) {
        syntax::File drawn;
        drawn.games.push_back(random_game(seed).game);
        const std::string text = lang::print(drawn);
        ASSERT_TRUE(lang::parse_file(text, "t.bouton") == drawn) << "seed " << seed << "\n" << text;
    }
}

/// The printed file with other white space between its words.
std::string respaced(const std::string& text, Random& random, const std::vector<std::string>& gaps) {
    std::string result;
    bool quoted = false, escaped = false;
    for (char c : text) {
        if (c == '"' && !escaped) quoted = !quoted;
        escaped = quoted && c == '\\' && !escaped;
        result += c == ' ' && !quoted ? random.pick(gaps) : std::string(1, c);
    }
    return result;
}

void expect_gaps_do_not_matter(const std::vector<std::string>& gaps) {
    for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + 300; ++seed) {
        const syntax::File drawn = random_file(seed);
        Random random(seed);
        const std::string text = respaced(lang::print(drawn), random, gaps);
        ASSERT_TRUE(lang::parse_file(text, "t.bouton") == drawn) << "seed " << seed << "\n" << text;
    }
}

TEST(RoundTrip, WhiteSpaceAndCommentsDoNotMatter) {
    expect_gaps_do_not_matter({" ", "\n", "  ", "\t", " # note\n", "#\"\n", "\r\n"});
}

TEST(RoundTrip, FormFeedsAreWhiteSpaceToo) { expect_gaps_do_not_matter({" ", "\f", "\v"}); }

TEST(RoundTrip, EveryKindOfTermIsDrawn) {
    std::set<syntax::Term::Kind> terms;
    std::set<syntax::Binding::Kind> bindings;
    const std::function<void(const syntax::Term&)> walk = [&](const syntax::Term& term) {
        terms.insert(term.kind);
        for (const syntax::Term& part : term.parts) walk(part);
        for (const syntax::Binding& binding : term.bindings) bindings.insert(binding.kind);
    };
    for (std::uint64_t seed = 0; seed < 100; ++seed) walk(random_term(seed, 4));
    EXPECT_EQ(terms.size(), 17u);
    EXPECT_EQ(bindings.size(), 5u);
}

TEST(RoundTrip, FilesOfTheProject) {
    const auto files = bouton_files();
    ASSERT_GE(files.size(), 30u);
    for (const auto& path : files) {
        SCOPED_TRACE(path);
        const syntax::File file = lang::parse_file(text_of_file(path), path.string());
        const syntax::File again = lang::parse_file(lang::print(file), path.string());
        EXPECT_TRUE(again == file) << lang::print(file);
        EXPECT_EQ(lang::print(again), lang::print(file));
        EXPECT_FALSE(file.games.empty() && file.claims.empty());
    }
}

TEST(RoundTrip, ShowsWhatStandsThere) {
    for (const char* text : {"x - (y - z)",
                             "x - y - z",
                             "2^-x",
                             "(-2)^x",
                             "-2^x",
                             "2^x^y",
                             "(2^x)^y",
                             "not (x = 1 and y = 2)",
                             "a implies b implies c",
                             "(a implies b) implies c",
                             "(if a then b else c) + 1",
                             "{1, 3..5, x + 1..y}",
                             "{ (x, y) for x >= 0, 0 <= y <= x if x != 2 }",
                             "sum(x for 1 <= x <= 3 if x != 2)",
                             "count(for x in S)",
                             "forall (x, y) in G(s) if x = 1: exists z >= 0: z = y",
                             "A \\ B | C & D",
                             "1 <= x < y",
                             "[0, 1, 2]",
                             "{}"})
        EXPECT_EQ(lang::print(lang::parse_term(text, "t")), text);
}

/// A claim is about the game above it; where it names none and there is none, printing must not move it below one.
TEST(RoundTrip, ClaimBeforeTheFirstGame) {
    const syntax::File file =
        lang::parse_file("import nim\ntheorem \"a\": 1 = 1\ngame g (x)\n  move (x - 1)\n", "t.bouton");
    EXPECT_EQ(file.claims[0].game, "");
    EXPECT_TRUE(lang::parse_file(lang::print(file), "t.bouton") == file);
}

/// All piles as a part of a larger coordinate make no sense, but must not become unreadable.
TEST(RoundTrip, PilesInsideACoordinate) {
    const syntax::File file = lang::parse_file("game g (a...)\n  move ((a...) + 1)\n", "t.bouton");
    EXPECT_TRUE(lang::parse_file(lang::print(file), "t.bouton") == file);
}

}  // namespace
}  // namespace bouton::unit
