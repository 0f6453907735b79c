// Every engine that says it fits a ruleset against the reference engine: thousands of random rulesets of every shape, whole tables, any
// number of threads, every instruction set, and tables continued from a row that an earlier run had reached.
#include "base/parallel.hpp"
#include "engines/choose.hpp"
#include "engines/reference/reference.hpp"
#include "unit/random_tables.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstring>
#include <map>

namespace bouton::unit {
namespace {

/// The reference engine's table; a cell outside the domain is Cells::absent of four bytes.
struct Expected {
    std::vector<Value> values;
    Failure failure;
};

Expected expected_values(const Ruleset& rules, What what, const Position& largest) {
    const Watch watch;
    Expected expected;
    expected.failure = failure_of([&] {
        Cells cells(largest, 4);
        std::string why_not;
        make_filler("reference", shape_of(rules, largest.size()), what, watch, why_not)
            ->fill(cells, 0, [](std::int64_t) {});
        for (std::uint64_t i = 0; i < cells.size(); ++i) expected.values.push_back(cells[i]);
    });
    return expected;
}

/// Where the table first differs from what is expected; empty: nowhere.
std::string first_difference(const Cells& cells, const std::vector<Value>& expected) {
    const std::vector<Position> positions = box(cells.largest());
    for (std::uint64_t i = 0; i < cells.size(); ++i) {
        const Value found = cells[i] == cells.absent() ? 0xffffffff : cells[i];
        if (found != expected[i])
            return fmt::format("at {}: {} instead of {}", to_text(positions[i]), found, expected[i]);
    }
    return "";
}

struct Settings {
    std::size_t threads = 2;
    std::int64_t resume = 0;  // per mille of the cells are there already, and beginnings of some rows beyond
};

/// That many cells, up to anywhere; and a staircase, up to anywhere.
Done some_cells(const Cells& cells, std::int64_t per_mille) {
    Done done(per_mille * static_cast<std::int64_t>(cells.size()) / 1000);
    const std::int64_t columns = cells.largest().back() + 1, rows = static_cast<std::int64_t>(cells.size()) / columns;
    if (per_mille % 2 == 0 || cells.dimension() == 1) return done;
    done.cells -= done.cells % columns;
    std::int64_t step = columns * (per_mille % 11) / 10;
    for (std::int64_t row = done.cells / columns; row < rows && step > 0; ++row) {
        done.steps.push_back(std::min(step, columns));
        if (row % 3 == per_mille % 3) step -= 1 + columns * (per_mille % 7) / 20;
    }
    return done;
}

template <class F> void for_each_done(const Cells& cells, const Done& done, F f) {
    const std::int64_t columns = cells.largest().back() + 1;
    for (std::int64_t i = 0; i < done.cells; ++i) f(static_cast<std::uint64_t>(i));
    for (std::size_t row = 0; row < done.steps.size(); ++row)
        for (std::int64_t y = 0; y < done.steps[row]; ++y)
            f(static_cast<std::uint64_t>((done.cells / columns + static_cast<std::int64_t>(row)) * columns + y));
}

/// Runs one engine; returns what is wrong, or nothing.
std::string trial(const std::string& engine, const Ruleset& rules, What what, const Position& largest,
                  const Expected& expected, const Settings& settings, bool& fitted) {
    const Watch watch;
    std::string why_not;
    const auto filler = make_filler(engine, shape_of(rules, largest.size()), what, watch, why_not);
    fitted = filler != nullptr;
    if (!fitted) return why_not.empty() ? "no reason why it does not fit" : "";
    Cells cells(largest, Cells::width_for(filler->bound(largest)));
    std::memset(cells.bytes(), 0x5a, cells.size() * cells.width());
    const auto all = static_cast<std::int64_t>(cells.size());
    const Done done = some_cells(cells, settings.resume);
    std::string wrong;
    const auto fill = [&] {
        if (expected.failure.fault.has_value()) {  // the rules fail somewhere: nothing to continue from
            filler->fill(cells, 0, [](std::int64_t) {});
            return;
        }
        for_each_done(cells, done, [&](std::uint64_t i) {
            cells.visit([&](auto* data) {
                using T = std::remove_reference_t<decltype(*data)>;
                data[i] = static_cast<T>(std::min<Value>(expected.values[i], cells.absent()));
            });
        });
        std::int64_t told = 0;
        filler->fill(cells, done, [&](std::int64_t count, const Filler::Progress::Beyond& beyond) {
            if (count < told || count > all) wrong = "cells are told out of order";
            told = count;
            const Done final(count, beyond ? beyond() : std::vector<std::int64_t>());
            for_each_done(cells, final, [&](std::uint64_t i) {
                if (cells[i] != std::min<Value>(expected.values[i], cells.absent())) wrong = "told of cells not final";
            });
        });
        if (told != all && done.cells < all) wrong = fmt::format("the last progress told of {} cells", told);
    };
    const Failure failure = failure_of([&] { parallel::with_threads(settings.threads, fill); });
    if (expected.failure.fault.has_value()) return failure.fault.has_value() ? "" : "no failure where the rules fail";
    if (failure.fault.has_value()) return failure.message;
    const std::string difference = first_difference(cells, expected.values);
    return difference.empty() ? wrong : difference;
}

std::vector<std::string> fast_engines() {
    std::vector<std::string> names = engine_names();
    names.pop_back();  // reference
    return names;
}

void compare(int shape, std::uint64_t seed, const Settings& settings, std::map<std::string, int>& fitted) {
    const TableGame game = random_table_game(shape, seed);
    Ruleset rules;
    const Failure refused = failure_of([&] { rules = rules_in(game.text); });
    if (refused.fault) return;  // such as a rule that need not end
    for (const What what : {What::grundy, What::outcome}) {
        const Expected expected = expected_values(rules, what, game.largest);
        for (const std::string& engine : fast_engines()) {
            bool fits = false;
            const std::string wrong = trial(engine, rules, what, game.largest, expected, settings, fits);
            fitted[engine] += fits;
            ASSERT_EQ(wrong, "") << "engine " << engine << (what == What::outcome ? ", outcomes" : ", values")
                                 << ", shape " << shape << ", seed " << seed << ", box " << to_text(game.largest)
                                 << ", " << settings.threads << " threads, resumed at " << settings.resume << "\n"
                                 << game.text;
        }
    }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kGames = 40;
#else
constexpr std::uint64_t kGames = 250;
#endif

class Tables : public testing::TestWithParam<int> {};

TEST_P(Tables, RandomRulesetsAgreeWithTheReference) {
    std::map<std::string, int> fitted;
    Random random(1901);
    for (std::uint64_t seed = 0; seed < kGames && !HasFatalFailure(); ++seed) {
        const std::vector<std::size_t> threads = {1, 2, 7};
        compare(GetParam(), seed, {random.pick(threads), random.chance(30) ? random.between(0, 1000) : 0}, fitted);
    }
    // The engine that this shape is for had its share.
    const std::vector<std::string> made_for = {"lines",   "lines",  "subtraction", "heap", "regions",
                                               "regions", "splits", "levels",      "sweep"};
    EXPECT_GT(fitted[made_for[static_cast<std::size_t>(GetParam())]], static_cast<int>(kGames) / 4);
}

TEST_P(Tables, EveryInstructionSetGivesTheSame) {
    std::map<std::string, int> fitted;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        for (std::uint64_t seed = 1000; seed < 1000 + kGames / 10 && !HasFatalFailure(); ++seed)
            compare(GetParam(), seed, {2, 0}, fitted);
        hwy::SetSupportedTargetsForTest(0);
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Tables, testing::Range(0, kTableShapes));

/// Tables of many tiles, so that threads really work side by side; small random ones hardly do.
TEST(Threads, LargeTablesDoNotDependOnTheirNumber) {
    const std::vector<std::pair<std::string, std::string>> games = {
        {"lines",
         "game a (x, y)\n move (x - t, y) for 1 <= t <= x\n move (x, y - t) for 1 <= t <= y\n"
         " move (x - t, y - t) for 1 <= t <= min(x, y)\n"},
        {"lines",
         "game b (x, y)\n let half = floor((x - 2*y) / 2)\n move (x - t, y) for 1 <= t <= x if t <= half\n"
         " move (x, y - u) for 1 <= u <= y if -2*u <= half\n"},
        {"lines",
         "game c (x, y)\n let cap = floor((x + y) / 3)\n move (x - t, y) for 1 <= t <= min(x, cap)\n"
         " move (x, y - t) for 1 <= t <= min(y, cap)\n"},
        {"regions",
         "game d (x, y)\n move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y\n"
         "  if 1 <= 2*t + u <= floor((2*x + y) / 2)\n"},
        {"sweep",
         "game e (x, y)\n move (x - t, y) for 1 <= t <= min(x, 9) if t mod 3 != 1\n"
         " move (x, y - t) for 1 <= t <= min(y, 9) if t mod 4 != 2\n"},
    };
    const Position largest = {300, 900};
    for (const auto& [engine, text] : games) {
        const Ruleset rules = rules_in(text);
        std::vector<Value> first;
        for (const std::size_t threads : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
            const Watch watch;
            std::string why_not;
            const auto filler = make_filler(engine, shape_of(rules, 2), What::grundy, watch, why_not);
            ASSERT_NE(filler, nullptr) << text << why_not;
            Cells cells(largest, Cells::width_for(filler->bound(largest)));
            parallel::with_threads(threads, [&] { filler->fill(cells, 0, [](std::int64_t) {}); });
            std::vector<Value> values;
            for (std::uint64_t i = 0; i < cells.size(); ++i) values.push_back(cells[i]);
            if (first.empty()) first = values;
            ASSERT_TRUE(values == first) << text << threads << " threads";
        }
    }
}

/// Each engine is the choice for the games that it was made for.
TEST(Choice, ByTheShapeOfTheRules) {
    const auto chosen = [](const std::string& text, std::size_t length, What what = What::grundy) {
        for (const Candidate& candidate : candidates(shape_of(rules_in(text), length), what))
            if (candidate.why_not.empty()) return candidate.name;
        return std::string();
    };
    EXPECT_EQ(chosen("game g (x)\n  move (x - s) for s in {2, 5, 11}\n", 1), "subtraction");
    EXPECT_EQ(chosen("game g (x)\n  move (x - t) for 1 <= t <= floor(x/3)\n", 1), "heap");
    EXPECT_EQ(chosen("game g (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n", 1), "splits");
    EXPECT_EQ(chosen("game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n", 2),
              "lines");
    EXPECT_EQ(chosen("game g (a...)\n  move (a - t) for 1 <= t <= a\n", 3), "lines");
    EXPECT_EQ(
        chosen(
            "game g (x, y)\n  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= 2*t + u <= floor((2*x + y)/2)\n",
            2),
        "regions");
    EXPECT_EQ(chosen("game g (a...)\n  players 3\n  move (a - t) for 1 <= t <= a in up to 2 piles\n", 3), "regions");
    EXPECT_EQ(chosen("game g (x)\n  move (x - t*t) for 1 <= t <= x\n", 1), "sweep");
    EXPECT_EQ(chosen("game g (x, l)\n  move (x - t, 2*t) for 1 <= t <= min(x, l)\n", 2), "levels");
    EXPECT_EQ(chosen("game g (x, y)\n  move (x - 2, y + 1)\n  move (x + 1, y - 2)\n", 2), "levels");
    EXPECT_EQ(chosen("game g (x, p) where p <= 1\n  move (x - t, 1 - p) for 1 <= t <= 3 + p\n", 2), "levels");
    EXPECT_EQ(chosen("game g (x, y)\n  move (x - 1, y^2)\n", 2), "reference");
}

TEST(Choice, AnEngineThatDoesNotFitIsRefusedByName) {
    const Watch watch;
    const Ruleset rules = rules_in("game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n");
    const Failure failure = failure_of([&] { TableMaker("subtraction", rules, What::grundy, watch).plan({5, 5}); });
    EXPECT_EQ(failure.fault, Fault::input);
    EXPECT_NE(failure.message.find("subtraction does not fit g"), std::string::npos) << failure.message;
    EXPECT_NE(failure_of([&] { TableMaker("fastest", rules, What::grundy, watch); }).message.find("choose one of auto"),
              std::string::npos);
}

/// Single positions grow the table, in any order and beyond any guess.
TEST(Choice, SinglePositionsInAnyOrder) {
    const Watch watch;
    for (const char* text :
         {"game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= floor((x + y)/2)\n",
          "game g (x, k)\n  move (x - t, k + 1) for 1 <= t <= k^2\n"}) {
        const Ruleset rules = rules_in(text);
        const auto fast = make_engine("auto", rules, What::grundy, watch);
        const auto plain = make_reference_engine(rules, What::grundy, watch);
        Random random(7);
        for (int i = 0; i < 200; ++i) {
            const Position position = {random.between(0, i / 3 + 1), random.between(0, i / 4 + 1)};
            ASSERT_EQ(fast->value(position), plain->value(position)) << text << to_text(position);
        }
    }
}

/// Rules that fail somewhere in the box still give the values of positions that never lead there.
TEST(Choice, FailuresElsewhereInTheBoxDoNotMatter) {
    const Watch watch;
    const Ruleset rules = rules_in("game g (x, y)\n  move (x - t, y) for 1 <= t <= floor(9/(y - 2))\n");
    EXPECT_EQ(make_engine("auto", rules, What::grundy, watch)->value({3, 5}), 3u);
    EXPECT_EQ(failure_of([&] { make_engine("auto", rules, What::grundy, watch)->value({3, 2}); }).fault, Fault::input);
}

}  // namespace
}  // namespace bouton::unit
