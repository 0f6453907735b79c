// Random games, computed twice: by the library (printed, parsed, elaborated, enumerated, valued by the reference engine) and by the plain
// recursion of oracle.hpp on the tree that was drawn. Options, Grundy numbers, misere values, outcomes and podium outcomes must agree
// on every position of a small box. A failure names the seed of its game, which is all that is needed to draw it again.
#include "unit/oracle.hpp"

#include "engines/options.hpp"
#include "engines/reference/reference.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "unit/random_games.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <list>

namespace bouton::unit {
namespace {

constexpr std::uint64_t kFirstSeed = 19010000;
constexpr std::uint64_t kGames = 1000;

/// The library's view of a random game.
struct Library {
    explicit Library(const RandomGame& drawn) : document(read(lang::print(drawn.game))) {
        std::vector<lang::GivenArgument> given;
        for (const auto& [name, value] : drawn.arguments) {
            sources.push_back({name, lang::print(value)});
            given.push_back({{name, {}, lang::parse_term(sources.back().text, name), {}}, &sources.back()});
        }
        rules = lang::rules_of({&document->file.games[0], document.get()}, given);
    }

    lang::DocumentPtr document;
    std::list<lang::Source> sources;
    Ruleset rules;
};

std::set<Plain::Sum> sorted(std::vector<std::vector<Position>> options) {
    std::set<Plain::Sum> result;
    for (auto& sum : options) {
        std::sort(sum.begin(), sum.end());
        EXPECT_TRUE(result.insert(sum).second) << "Options::all gave an option twice";
    }
    return result;
}

struct Tally {
    int positions = 0, moves = 0, stuck = 0, with_split = 0, with_piles = 0, misere = 0, podium = 0;
};

void compare_one(std::uint64_t seed, Tally& tally) {
    const RandomGame drawn = random_game(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + lang::print(drawn.game));
    const Library library(drawn);
    const Ruleset& rules = library.rules;
    Plain plain(drawn.game, drawn.arguments);
    const Watch watch;
    const auto grundy = make_reference_engine(rules, What::grundy, watch);
    const auto outcome = make_reference_engine(rules, What::outcome, watch);
    if (seed % 2 == 0) grundy->prepare(drawn.largest);  // both ways of remembering values
    Options options(rules);
    for (const Position& position : box(drawn.largest)) {
        const bool exists = plain.exists(position);
        ASSERT_EQ(exists, !failure_of([&] { require_position(rules, position); }).fault) << to_text(position);
        if (!exists) continue;
        const auto expected = plain.options(position);
        ASSERT_EQ(sorted(options.all(position)), expected) << to_text(position);
        ASSERT_EQ(outcome->value(position), plain.outcome({position})) << to_text(position);
        ASSERT_EQ(grundy->value(position), drawn.game.players ? plain.outcome({position}) : plain.grundy({position}))
            << to_text(position);
        ++tally.positions;
        tally.moves += static_cast<int>(expected.size());
        tally.stuck += expected.empty();
    }
    tally.with_split += rules.splits;
    tally.with_piles += rules.piles >= 0;
    tally.misere += rules.misere;
    tally.podium += rules.players > 0;
}

TEST(Oracle, RandomGamesHaveTheSameOptionsAndValues) {
    Tally tally;
    for (std::uint64_t i = 0; i < kGames && !HasFailure(); ++i) ASSERT_NO_THROW(compare_one(kFirstSeed + i, tally));
    // The comparison is worth something only if the games are of all kinds and not all trivial.
    EXPECT_GT(tally.moves, 20000);
    EXPECT_GT(tally.positions, 20000);
    EXPECT_LT(tally.stuck, tally.positions / 2);
    EXPECT_GT(tally.with_split, 100);
    EXPECT_GT(tally.with_piles, 100);
    EXPECT_GT(tally.misere, 100);
    EXPECT_GT(tally.podium, 100);
    RecordProperty("positions", tally.positions);
    RecordProperty("moves", tally.moves);
}

/// A sum of two heaps of a game that splits, asked directly.
TEST(Oracle, SumsOfHeapsHaveTheSameValues) {
    int sums = 0;
    for (std::uint64_t seed = kFirstSeed; sums < 600 && !HasFailure(); ++seed) {
        const RandomGame drawn = random_game(seed);
        if (drawn.game.coordinates != std::vector<std::string>{"x"} || drawn.largest != Position{7}) continue;
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + lang::print(drawn.game));
        const Library library(drawn);
        Plain plain(drawn.game, drawn.arguments);
        const Watch watch;
        const auto grundy = make_reference_engine(library.rules, What::grundy, watch);
        const auto outcome = make_reference_engine(library.rules, What::outcome, watch);
        for (const Position& pair : box({5, 4})) {
            Plain::Sum sum{{pair[0]}, {pair[1]}};
            std::sort(sum.begin(), sum.end());
            if (!plain.exists(sum[0]) || !plain.exists(sum[1])) continue;
            ASSERT_EQ(outcome->value_of_sum({{pair[0]}, {pair[1]}}), plain.outcome(sum)) << to_text(pair);
            if (!drawn.game.players) {
                ASSERT_EQ(grundy->value_of_sum({{pair[0]}, {pair[1]}}), plain.grundy(sum)) << to_text(pair);
            }
            ++sums;
        }
    }
}

}  // namespace
}  // namespace bouton::unit
