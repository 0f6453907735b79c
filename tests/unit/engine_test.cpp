// The reference engine where it could be wrong without random games noticing: degenerate positions, very deep games, limits and
// cancellation, published values, and answers that must not depend on the order of the questions.
#include "engines/choose.hpp"
#include "engines/options.hpp"
#include "engines/reference/reference.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace bouton::unit {
namespace {

constexpr auto kNim = "game nim (a...)\n  move (a - t) for 1 <= t <= a\n";
constexpr auto kOneHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
constexpr auto kKayles =
    "game kayles (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - "
    "a\n";
constexpr auto kDawsonsKayles = "game dawsons-kayles (x)\n  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - a\n";

Value value(const std::string& game, const Position& position, What what = What::grundy) {
    const Watch watch;
    return make_reference_engine(rules_in(game), what, watch)->value(position);
}

/// The values of heaps 0, 1, 2, ...
std::vector<Value> sequence(const std::string& game, std::size_t count, What what = What::grundy) {
    const Watch watch;
    const auto engine = make_reference_engine(rules_in(game), what, watch);
    std::vector<Value> result;
    for (std::size_t heap = 0; heap < count; ++heap) result.push_back(engine->value({static_cast<std::int64_t>(heap)}));
    return result;
}

// ---- degenerate ----

TEST(Engine, NoPilesAtAll) {
    EXPECT_EQ(value(kNim, {}), 0u);
    EXPECT_EQ(value(std::string(kNim) + "  misere\n", {}), 1u);
    EXPECT_EQ(value(std::string(kNim) + "  misere\n", {}, What::outcome), 1u);
    EXPECT_EQ(value(std::string(kNim) + "  players 3\n", {}), 0u);
    EXPECT_TRUE(Options(rules_in(kNim)).all({}).empty());
}

TEST(Engine, OneCell) {
    const Watch watch;
    const auto engine = make_reference_engine(rules_in(kOneHeap), What::grundy, watch);
    engine->prepare({0});
    EXPECT_EQ(engine->value({0}), 0u);
    EXPECT_EQ(engine->value({3}), 3u);  // outside of what was announced
}

TEST(Engine, AGameWithoutLegalMoves) {
    const std::string game = "game g (x, y)\n  move (x - 1, y) if x < 0\n";
    EXPECT_EQ(value(game, {5, 5}), 0u);
    EXPECT_EQ(value(game, {5, 5}, What::outcome), 0u);
    EXPECT_EQ(value(game + "  misere\n", {5, 5}, What::outcome), 1u);
    EXPECT_TRUE(Options(rules_in(game)).all({5, 5}).empty());
}

TEST(Engine, EmptySums) {
    const Watch watch;
    for (const char* rule : {"", "  misere\n", "  players 3\n"}) {
        const auto engine = make_reference_engine(rules_in(std::string(kKayles) + rule), What::outcome, watch);
        EXPECT_EQ(engine->value_of_sum({}), *rule == ' ' && rule[2] == 'm' ? 1u : 0u) << rule;
    }
}

TEST(Engine, OnePlayerIsAlwaysLast) {
    for (const Position& position : box({3, 3})) EXPECT_EQ(value(std::string(kNim) + "  players 1\n", position), 0u);
}

TEST(Engine, PositionsThatDoNotExist) {
    const Ruleset rules = rules_in("game g (x, k) where k >= 1\n  move (x - 1, k + 1)\n");
    EXPECT_EQ(failure_of([&] { require_position(rules, Position{1}); }).message, "g needs 2 coordinates: x k");
    EXPECT_EQ(failure_of([&] {
                  require_position(rules, Position{1, 0});
              }).message,
              "(1, 0) is not a position of g: it breaks the game's `where`");
    EXPECT_EQ(failure_of([&] {
                  require_position(rules, Position{-1, 1});
              }).message,
              "-1 is negative; the coordinates of a position are natural numbers");
    EXPECT_FALSE(failure_of([&] { require_position(rules, Position{1, 1}); }).fault);
}

// ---- deep and large ----

TEST(Engine, DeepGamesDoNotOverflowTheStack) {
    EXPECT_EQ(value("game g (x)\n  move (x - 1)\n", {300001}), 1u);
    EXPECT_EQ(value("game g (x, k)\n  move (x - 1, k + 1)\n", {300000, 0}), 0u);  // no box: k grows
    EXPECT_EQ(value("game g (x)\n  misere\n  move (x - 1) + (0) if x >= 1\n", {300}), 1u);
}

TEST(Engine, CoordinatesBeyondTheMachineAreRefused) {
    const std::string game = "game g (x, y)\n  move (x - t, t*2^62) for 1 <= t <= x\n";
    EXPECT_EQ(value(game, {1, 0}), 1u);
    EXPECT_EQ(failure_of([&] { value(game, {2, 0}); }).fault, Fault::limit);
    EXPECT_EQ(failure_of([&] { value("game g (x, y)\n  move (x - 1, 2^100)\n", {1, 0}); }).fault, Fault::limit);
}

// ---- limits ----

TEST(Engine, TheMemoryLimitIsKept) {
    const Watch watch(Limits{1 << 16, 0});
    const auto growing = make_reference_engine(rules_in("game g (x, k)\n  move (x - 1, k + 1)\n"), What::grundy, watch);
    growing->prepare({100000, 0});
    const Failure failure = failure_of([&] { growing->value({100000, 0}); });
    EXPECT_EQ(failure.fault, Fault::limit);
    EXPECT_EQ(failure.setting, Setting::memory) << failure.message;
    EXPECT_EQ(growing->value({100, 0}), 0u);  // what fits can still be asked

    const auto shrinking = make_reference_engine(rules_in(kOneHeap), What::grundy, watch);
    shrinking->prepare({1000000});
    EXPECT_EQ(failure_of([&] { shrinking->value({1000000}); }).fault, Fault::limit);
}

TEST(Engine, TheTimeLimitIsKept) {
    const Watch watch(Limits{std::uint64_t{1} << 30, 0.001});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    for (const char* game : {"game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n",
                             "game g (x, y)\n  move (x - 1, y) for 1 <= t <= 10^12 if t mod 7 = 8\n",
                             "game g (x, y)\n  move (x - 1, y) if sum(ones(i) for 1 <= i <= 10^12) = 1\n"}) {
        const auto engine = make_reference_engine(rules_in(game), What::grundy, watch);
        const Failure failure = failure_of([&] { engine->value({5000, 5000}); });
        EXPECT_EQ(failure.fault, Fault::limit) << game;
        EXPECT_EQ(failure.setting, Setting::time) << failure.message;
    }
}

/// Only the part of a set that can be taken from the heap is run through.
TEST(Engine, HugeSetsOfMoves) {
    const Watch watch(Limits{std::uint64_t{64} << 20, 20});
    for (const char* set : {"{3..10^15}", "{3..9223372036854775807, 2^63 - 1, 7}", "{3..10^30, 10^40}"}) {
        const Ruleset rules = rules_in(std::string("game g (x)\n  move (x - s) for s in ") + set + "\n");
        for (const char* engine : {"reference", "sweep", "auto"}) {
            const auto values = make_engine(engine, rules, What::grundy, watch);
            for (const std::int64_t heap : {0, 2, 3, 8, 9, 40})
                EXPECT_EQ(values->value({heap}), Value(heap / 3)) << set << engine;
        }
    }
}

TEST(Engine, CancellingStopsIt) {
    std::atomic<bool> cancel{true};
    const Watch watch({}, &cancel);
    const auto engine = make_reference_engine(
        rules_in("game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"), What::grundy,
        watch);
    EXPECT_EQ(failure_of([&] { engine->value({3000, 3000}); }).fault, Fault::cancelled);
    cancel = false;
    EXPECT_EQ(engine->value({13, 6}), 11u);  // and it can go on
}

TEST(Engine, ReportsProgress) {
    int reports = 0;
    const Watch watch({}, nullptr, [&](const std::string& text) { reports += text.starts_with("heap: "); });
    make_reference_engine(rules_in(kOneHeap), What::grundy, watch)->value({3000});
    EXPECT_GT(reports, 0);
}

TEST(Engine, ErrorsOfTheRulesNameThePosition) {
    const std::string game = "game g (x)\n  parameter f(x) = [1, 1, 1]\n  move (x - t) for 1 <= t <= f(x)\n";
    EXPECT_EQ(value(game, {2}), 0u);
    EXPECT_EQ(failure_of([&] { value(game, {5}); }).message,
              "the rule function f is not defined at 5: its table gives the values at 0 to 2; make the table longer "
              "(met at the position (5) of g)");
    EXPECT_EQ(failure_of([&] {
                  value("game g (x)\n  parameter f(x) = 2 - x\n  move (x - t) for 1 <= t <= f(x)\n", {3});
              }).message,
              "the rule function f is negative: f(3) = -1; a number of stones is at least 0, use max(0, ...) "
              "(met at the position (3) of g)");
}

// ---- published values ----

TEST(Engine, Kayles) {  // OEIS A002186
    const std::vector<Value> published{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7};
    EXPECT_EQ(sequence(kKayles, published.size()), published);
}

TEST(Engine, GrundysGame) {  // OEIS A002188
    const std::vector<Value> published{0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3,
                                       0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0};
    EXPECT_EQ(sequence("game g (x)\n  move (a) + (x - a) for 1 <= a < x - a\n", published.size()), published);
}

TEST(Engine, SubtractASquare) {  // OEIS A014586
    const std::vector<Value> published{0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2,
                                       0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 3, 2, 3, 4, 0, 1, 2, 3, 2, 0};
    EXPECT_EQ(sequence("game g (x)\n  move (x - s^2) for s >= 1 if s^2 <= x and s <= x\n", published.size()),
              published);
}

TEST(Engine, MaximumNim) {  // OEIS A025480: take at most half of the heap
    const std::vector<Value> published{0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0};
    EXPECT_EQ(sequence("game g (x)\n  move (x - t) for 1 <= t <= x/2\n", published.size()), published);
}

TEST(Engine, Treblecross) {  // OEIS A395248: octal code 0.007
    const std::vector<Value> published{0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5, 5};
    EXPECT_EQ(sequence("game g (x)\n  move (a) + (x - 3 - a) for 0 <= a <= x - 3 - a\n", published.size()), published);
}

TEST(Engine, CouplesAreForever) {  // OEIS A046695: split any heap of more than two
    const std::vector<Value> published{0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0};
    // The sequence starts with the heap of one coin.
    std::vector<Value> values =
        sequence("game g (x)\n  move (a) + (x - a) for 1 <= a <= x - a if x >= 3\n", published.size() + 1);
    values.erase(values.begin());
    EXPECT_EQ(values, published);
}

TEST(Engine, HexadecimalWithSaltus) {  // 0.3F, the opening as in Howse, Nowakowski 2004: period 6, saltus 3
    const std::vector<Value> published{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8};
    EXPECT_EQ(sequence("game g (x)\n  move (x - 1)\n  move (x - 2)\n  move (a) + (x - 2 - a) for 1 <= a <= x - 2 - a\n"
                       "  move (a) + (b) + (x - 2 - a - b) for 1 <= a <= x, a <= b <= x - 2 - a - b\n",
                       published.size()),
              published);
}

/// Misere Kayles and Dawson's Kayles, from the tests of CGSuite (A. N. Siegel). Those list the misere Grundy value of a heap, in which 0 is
/// a win for the previous player, as here.
TEST(Engine, MisereKayles) {
    const std::vector<Value> published{1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5};
    EXPECT_EQ(sequence(std::string(kKayles) + "  misere\n", published.size()), published);
    const auto outcomes = sequence(std::string(kKayles) + "  misere\n", 16, What::outcome);
    for (std::size_t heap = 0; heap < 16; ++heap)
        EXPECT_EQ(outcomes[heap] == 0, heap == 1 || heap == 4 || heap == 9 || heap == 12) << heap;
}

TEST(Engine, MisereDawsonsKayles) {
    const std::vector<Value> published{1, 1, 0, 0, 2, 1, 3, 0, 0, 1, 1, 3, 0, 2, 1, 1};
    EXPECT_EQ(sequence(std::string(kDawsonsKayles) + "  misere\n", published.size()), published);
}

TEST(Engine, PodiumNimOfFourPlayers) {  // S. Mukherji, Nim With Many Players, after S.-Y. R. Li 1978
    EXPECT_EQ(value(std::string(kNim) + "  players 4\n", {7, 6, 5, 4, 3, 3}), 0u);
    EXPECT_EQ(value(std::string(kNim) + "  players 3\n", {1, 2}), 2u);
}

// ---- the order of questions ----

TEST(Engine, AnswersDoNotDependOnTheOrderOfQuestions) {
    const Watch watch;
    for (const char* game :
         {"game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"
          "  move (x - t, y - t) for 1 <= t <= min(x, y)\n",
          "game g (a...)\n  misere\n  move (a - t) for 1 <= t <= a in up to 2 piles\n",
          "game g (x, y)\n  players 3\n  move (x - t, y + 1) for 1 <= t <= x\n  move (x, y - 1)\n"}) {
        const Ruleset rules = rules_in(game);
        std::vector<Position> positions = box({9, 9});
        const auto ask = [&](const std::vector<Position>& order, const std::vector<Position>& announced) {
            const auto engine = make_reference_engine(rules, What::grundy, watch);
            std::map<Position, Value> values;
            std::size_t next = 0;
            for (const Position& position : order) {
                if (next < announced.size() && values.size() % 7 == 0) engine->prepare(announced[next++]);
                values[position] = engine->value(position);
            }
            for (const Position& position : order) EXPECT_EQ(engine->value(position), values[position]);
            return values;
        };
        const auto upwards = ask(positions, {});
        std::vector<Position> order = positions;
        std::reverse(order.begin(), order.end());
        EXPECT_EQ(ask(order, {{9, 9}}), upwards);
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
            EXPECT_EQ(ask(order, {}), upwards);
            EXPECT_EQ(ask(order, {{2, 3}, {9, 1}, {1, 9}, {5, 5}, {0, 0}, {12, 12}}), upwards);  // growing boxes
        }
    }
}

}  // namespace
}  // namespace bouton::unit
