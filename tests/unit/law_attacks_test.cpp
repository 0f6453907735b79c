// True claims that were once used where they say nothing: each game has a claim, and a question whose answer is known by hand. A refusal is an
// answer too; a wrong value is not.
#include <bouton/bouton.hpp>

#include <gtest/gtest.h>

namespace {

using bouton::Error;
using bouton::Game;
using Winner = Game::Winner;

/// "P", "N", or "" if it is refused.
std::string outcome(const std::string& text, const Game::Position& position, const Game::Arguments& arguments = {}) {
    bouton::RunOptions options;
    options.seconds = 20;
    try {
        return Game::from_text(text, "", arguments, options).outcome(position).winner == Winner::previous ? "P" : "N";
    } catch (const Error&) {
        return "";
    }
}

std::string value(const std::string& text, const Game::Position& position, const Game::Arguments& arguments = {}) {
    bouton::RunOptions options;
    options.seconds = 20;
    try {
        return Game::from_text(text, "", arguments, options).value(position).value.str();
    } catch (const Error&) {
        return "";
    }
}

// A recursion under `if` goes one step at a time.
TEST(LawAttacks, RecursionUnderACondition) {
    const std::string game =
        "game fall (x)\n  move (0) for 1 <= t <= 1 if x > 1000000\n"
        "theorem \"others\" for x >= 1 if x mod 3 != 0:\n"
        "  grundy(x) = if x > 2000000 then grundy(floor(2*x/3)) else (if x > 1000000 then 1 else 0)  to 300\n"
        "theorem \"values\" for x >= 0: grundy(x) = if x > 1000000 then 1 else 0  to 300\n";
    for (const int heap : {2000002, 2000005, 2000006, 3000001, 4000000, 4000001})
        EXPECT_EQ(value(game, {heap}), "1") << heap;
}

// grundy(...) and outcome(...) inside of a law are different questions.
TEST(LawAttacks, ValuesAndOutcomes) {
    const auto game = [](const std::string& condition) {
        return "game nest (x, y)\n  move (0, y) if x >= 1\n  move (1, y) if x > 3000000\n"
               "theorem \"law\" for x >= 1, y >= 0:\n  grundy(x, y) = if x > 4000000 then (if " +
               condition + " then 2 else 0) else (if x > 3000000 then 2 else 1)  to 30\n";
    };
    const Game::Position position = {4000001, 1000000000};
    EXPECT_NE(outcome(game("grundy(x - 1, y) = 2"), position), "P");
    EXPECT_NE(outcome(game("outcome(x - 1, y) = N"), position), "P");
    EXPECT_EQ(value(game("grundy(x - 1, y) = 2"), position), "2");
    EXPECT_EQ(value(game("outcome(x - 1, y) = N"), position), "2");
}

// An assumption speaks of the rule function; other arguments are those of the claim.
TEST(LawAttacks, ArgumentsBesideARuleFunction) {
    const std::string rules = "  move (x - t, y) for 1 <= t <= f(x) if x >= 1 and (k = 1 or x <= 3000000)\n";
    const std::string says = "x >= 0, y >= 0: outcome(x, y) = P iff x = 0\n  assuming f(t) >= t for t >= 0  to 20\n";
    const Game::Position position = {3000001, 1000000000};
    const std::string by_default = "game g (x, y)\n  parameter k = 1\n  parameter f(x) = 1\n" + rules +
                                   "theorem \"zero\" in g(f(x) = x) for " + says;
    const std::string by_range = "game g (x, y)\n  parameter k\n  parameter f(x) = 1\n" + rules +
                                 "theorem \"zero\" in g(k = k, f(x) = x) for 1 <= k <= 1, " + says;
    for (const std::string& game : {by_default, by_range})
        EXPECT_NE(outcome(game, position, {{"k", "2"}, {"f", "x"}}), "N");  // there is no move
    EXPECT_EQ(outcome(by_default, position, {{"k", "1"}, {"f", "x"}}), "N");
}

// Families whose parameter is below 0.
TEST(LawAttacks, NegativeParameters) {
    for (const std::string element :
         {"max(n + 3000000)", "max(n, n) + 3000000", "min(n + 3000000, n + 3000000)", "n + 3000000"}) {
        const std::string game =
            "game halve (x)\n  move (0) if 1 <= x and x != 2999998 and x != 2999999\n"
            "theorem \"K\": { outcome = P } = { x = 0 } | { " +
            element + " for -2 <= n <= -1 }  to 100\n";
        EXPECT_NE(outcome(game, {2999999}), "N") << element;
        EXPECT_NE(outcome(game, {2999997}), "P") << element;
    }
}

// A rule function that has no value somewhere, and one that is asked for beyond the sum of the coordinates.
TEST(LawAttacks, WhereAnAssumptionIsKnown) {
    const std::string natural =
        "game nat (x, y)\n  parameter f(t) = t\n  move (x - t, y) for 1 <= t <= f(x) + x\n"
        "theorem \"zero\" in nat(f(t) = t) for x >= 0, y >= 0: outcome(x, y) = P iff x = 0\n"
        "  assuming f(t) >= 0 for t >= 0  to 20\n";
    EXPECT_EQ(outcome(natural, {"10^30", 5}, {{"f", "10^8 - t"}}), "");
    EXPECT_EQ(outcome(natural, {"10^30", 5}, {{"f", "2*t + 1"}}), "N");
    const std::string far =
        "game far (x, y) where y >= 1\n  parameter f(t) = t\n  move (x - t, y) for 1 <= t <= f(x*y)\n"
        "theorem \"zero\" in far(f(t) = t) for x >= 0, y >= 1: outcome(x, y) = P iff x = 0\n"
        "  assuming f(t) >= t for t >= 0  to 20\n";
    EXPECT_NE(outcome(far, {2000, 2000}, {{"f", "if t <= 200000 then t else 0"}}), "N");
}

// The domain of a game in which turns are counted.
TEST(LawAttacks, TurnsInADomain) {
    const std::string game =
        "game turns (x, k) where x >= 1\n  parameter f(k) = 1\n  move (x - t, k + 1) for 1 <= t <= f(k)\n";
    EXPECT_NE(outcome(game, {2, "10^13"}), "P");
    EXPECT_EQ(outcome(game, {2, 100}), "N");
}

// A period of a game without small heaps.
TEST(LawAttacks, PeriodInADomain) {
    const std::string game =
        "game high (x) where x >= 5\n  move (x - t) for 1 <= t <= 2\nclaim \"p\": grundy has period 3  to 100\n";
    const std::pair<const char*, std::string> heaps[] = {{"10^30", "2"}, {"10^30 + 1", "0"}, {"10^30 + 2", "1"}};
    for (const auto& [heap, right] : heaps) {
        const std::string said = value(game, {heap});
        EXPECT_TRUE(said.empty() || said == right) << heap << ": " << said;
    }
}

// What its author calls a conjecture never becomes more by being used.
TEST(LawAttacks, Conjecture) {
    Game game = Game::from_text(
        "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n"
        "conjecture \"c\" for x >= 0, y >= 0: grundy(x, y) = x  to 9\n");
    const Game::Value answer = game.value({"10^30", 5});
    EXPECT_EQ(answer.value.str(), "1" + std::string(30, '0'));
    EXPECT_EQ(answer.warrant.kind, Game::Warrant::Kind::conjectured);
}

}  // namespace
