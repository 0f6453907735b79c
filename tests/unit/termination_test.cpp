// Which games are accepted as surely ending, and which are refused and at which move. A game that is accepted and does not end would make
// every engine run for ever, so the list of refusals is the important one; the list of acceptances shows what people may write without
// stating a measure. never_grows, on which the engine's table of values rests, is pinned too.
#include "engines/options.hpp"
#include "engines/reference/reference.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace bouton::unit {
namespace {

std::string refusal(const std::string& text) {
    return failure_of([&] { read(text); }).first_line();
}

TEST(Termination, Accepted) {
    const std::vector<std::string> games = {
        "game g (x)\n  move (x - t) for 1 <= t <= x",
        "game g (x)\n  move (x - t) for t >= 1",
        "game g (x)\n  move (w) for 0 <= w < x",
        "game g (x)\n  move (x - 1)\n  move (x - 2)",
        "game g (x)\n  parameter moves: set\n  move (x - s) for s in moves",
        "game g (x)\n  move (x - s) for s in {1, 4, 7..9}",
        "game g (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= f(x)",
        "game g (x)\n  parameter k where k >= 1\n  move (x - k)",
        "game g (x)\n  parameter k where k >= 1\n  move (x - k*t) for 1 <= t <= x",
        "game g (x)\n  move (x - s^2) for 1 <= s <= floor(sqrt(x))",
        "game g (x)\n  move (floor(x/2)) if x >= 2",
        "game g (x)\n  move (x - 2^n) for 0 <= n <= floor(log2(x + 1))",
        "game g (x)\n  move (x mod 3) if x >= 3",
        "game g (x) where x >= 1\n  move (x - d) for 1 <= d < x if x mod d = 0",
        "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y",
        "game g (x, y)\n  move (x - s, y - t) for 0 <= s <= x, 0 <= t <= y if s + t >= 1",
        "game g (x, k)\n  move (x - t, k + 1) for 1 <= t <= x",         // a turn counter
        "game g (x, l)\n  move (x - t, 2*t) for 1 <= t <= min(x, l)",   // Fibonacci Nim
        "game g (x, y)\n  move (x - 1, y + 100)\n  move (x, y - 1)",    // lexicographic order
        "game g (x, y)\n  move (x + 2, y - 1)\n  move (x - 1, y)",      // the other way round
        "game g (x, y)\n  move (x - 2, y + 1)\n  move (x + 1, y - 1)",  // x + 2*y
        "game g (x, y)\n  move (a, x - 1 - a) for 0 <= a <= x - 1\n  move (a, y - 1 - a) for 0 <= a <= y - 1",
        "game g (x, y)\n  measure x + y\n  move (x - t*y, y) for 1 <= t <= x if y >= 1 and x >= t*y",
        "game g (x, y, z)\n  move (x - 1, y + z, z)\n  move (x, y - 1, z + x)\n  move (x, y, z - 1)",
        "game g (a, b, c, d)\n  measure a + 2*b + 3*c + 4*d\n  move (a - t, b, c, d) for 1 <= t <= a\n"
        "  move (a + t, b - t, c, d) for 1 <= t <= b\n  move (a, b + t, c - t, d) for 1 <= t <= c\n"
        "  move (a, b, c + t, d - t) for 1 <= t <= d",
        "game g (x)\n  move (a) + (x - a) for 1 <= a < x - a",
        "game g (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a",
        "game g (x)\n  move (a) + (b) + (x - a - b) for 1 <= a < x, 1 <= b < x if a + b < x",
        "game g (a...)\n  move (a - t) for 1 <= t <= a in up to 2 piles",
        "game g (a..., pass)\n  move (a - t, pass) for 1 <= t <= a\n  move (a..., pass - 1) if sum(a...) >= 1",
        "game g (a..., k)\n  move (a - t, k + 1) for 1 <= t <= a in exactly 2 piles",
        "game g (x, y) where x <= 3\n  measure 3 - x + 4*y\n  move (x + 1, y)\n  move (0, y - 1)",
        "game g (x)\n  move (x + 1) if x < 0",  // never legal
    };
    for (const std::string& game : games) EXPECT_EQ(refusal(game + "\n"), "") << game;
}

constexpr auto kNeedNotEnd =
    "with this move the game need not end: no combination of the coordinates is sure to fall "
    "(let a coordinate shrink, state what falls: measure EXPR, or let it go on: loopy)";

struct Refused {
    std::string game;
    std::string place;
};

/// None of these ends: each has a play that goes on for ever, or may have one for some parameter.
TEST(Termination, Refused) {
    const std::vector<Refused> games = {
        {"game g (x)\n  move (x)", "2:3"},
        {"game g (x)\n  move (x + 1)", "2:3"},
        {"game g (x)\n  move (x + t) for 1 <= t <= x", "2:3"},
        {"game g (x)\n  move (x - t) for 0 <= t <= x", "2:3"},
        {"game g (x)\n  move (x - 1)\n  move (x - t) for 0 <= t <= x", "3:3"},
        {"game g (x)\n  move (x - t) for t in {0, 1}", "2:3"},
        {"game g (x)\n  move (x - t) for t in {3, 0..2}", "2:3"},
        {"game g (x)\n  move (w) for 0 <= w <= x", "2:3"},
        {"game g (x)\n  move (2*x - 1) if x >= 1", "2:3"},
        {"game g (x)\n  move (floor(x/2))", "2:3"},  // from 0 to 0
        {"game g (x)\n  move (x mod 3)", "2:3"},
        {"game g (x)\n  parameter k\n  move (x - k)", "3:3"},
        {"game g (x)\n  parameter k where k >= 0\n  move (x - k)", "3:3"},
        {"game g (x)\n  parameter f(x)\n  move (x - f(x))", "3:3"},
        {"game g (x)\n  parameter f(x)\n  move (f(x))", "3:3"},
        {"game g (x, y)\n  move (y, x)", "2:3"},
        {"game g (x, y)\n  move (x - 1, y)\n  move (y, x)", "3:3"},
        {"game g (x, y)\n  move (x + 1, y - 0)", "2:3"},
        {"game g (x, y)\n  move (x + 1, y - 1)\n  move (x - 1, y + 1)", "3:3"},
        {"game g (x, y)\n  move (x - 1, y + 2)\n  move (x + 2, y - 1)", "3:3"},
        // the guilty move, whatever stands before and after it
        {"game g (x, y)\n  move (x - 1, y + 9)\n  move (x, y - 1)\n  move (x + 1, y - 1)\n  move (x - 2, y)", "4:3"},
        {"game g (x, y)\n  move (x - 1, y)\n  move (x, y + 1)\n  move (x, y - 1)", "3:3"},
        {"game g (x, y)\n  move (x - s, y - t) for 0 <= s <= x, 0 <= t <= y", "2:3"},
        {"game g (x, pass)\n  move (x - t, pass) for 1 <= t <= x\n  move (x, pass) if pass = 1", "3:3"},
        {"game g (x)\n  move (x) + (0)", "2:3"},
        {"game g (x)\n  move (a) + (x - a) for 0 <= a <= x", "2:3"},
        {"game g (x)\n  move (a) + (x - a) for 1 <= a <= x", "2:3"},
        {"game g (x)\n  move (x - 1) + (x) if x >= 1", "2:3"},
        {"game g (a...)\n  move (a)", "2:3"},
        {"game g (a...)\n  move (a...)", "2:3"},
        {"game g (a...)\n  move (a - t) for 0 <= t <= a in up to 2 piles", "2:3"},
        {"game g (a..., c)\n  move (a - t, c) for 1 <= t <= a\n  move (a..., c)", "3:3"},
        {"game g (x, y) where x >= 1\n  move (x, y + 1) if y < x", "2:3"},  // ends, but nobody said why
    };
    for (const auto& [game, place] : games)
        EXPECT_EQ(refusal(game + "\n"), "t.bouton:" + place + ": " + kNeedNotEnd) << game;
}

/// What the file calls a measure is tested where it cannot be shown to fall: no value is given where it does not, or falls below 0.
TEST(Termination, MeasuresThatAreNone) {
    for (const std::string game :
         {"game g (x)\n  measure x\n  move (x - t) for 0 <= t <= x\n", "game g (x)\n  measure 0 - x\n  move (x + 1)\n",
          "game g (x)\n  measure 3 - x\n  move (x + 1)\n"}) {
        const Ruleset rules = rules_in(game);
        EXPECT_TRUE(rules.tested) << game;
        const Watch watch;
        EXPECT_THROW(make_reference_engine(rules, What::grundy, watch)->value({2}), Error) << game;
    }
}

/// The number of piles in which a move happens is at least 1, or nothing may fall.
TEST(Termination, MovesInNoPileAreNoMoves) {
    const std::string game = "game g (a...)\n  parameter k\n  move (a - t) for 1 <= t <= a in ";
    for (const char* rule : {"exactly k piles\n", "up to k piles\n"}) {
        for (const char* k : {"0", "0 - 1", "0 - 10^30"}) {
            std::vector<std::vector<Position>> options;
            const Failure failure = failure_of([&] {
                options = Options(rules_in(game + rule, {{"k", k}})).all({1, 2});
            });
            EXPECT_TRUE(failure.fault || options.empty())
                << rule << "k = " << k << " gives " << options.size() << " options";
        }
    }
}

/// What the proof assumes about parameters must be tested when they are given, wherever it was written.
TEST(Termination, EveryConditionOnParametersIsTested) {
    for (const char* lines :
         {"  parameter k\n  parameter f(x) = 0 where k >= 1\n", "  parameter k\n  parameter j where k >= 1\n",
          "  parameter k\n  parameter j = 1 where k >= 1\n", "  parameter k where k >= 1\n"}) {
        const std::string game = "game g (x)\n" + std::string(lines) + "  move (x - k)\n";
        if (!refusal(game).empty()) continue;  // also right
        const Failure failure = failure_of([&] { rules_in(game, {{"k", "0"}}); });
        EXPECT_TRUE(failure.message.ends_with("it must satisfy k >= 1")) << game << failure.message;
    }
}

/// With several piles at once, what grows in each of them grows several times.
TEST(Termination, SeveralPilesCountSeveralTimes) {
    EXPECT_EQ(refusal("game g (a..., c)\n  move (a + 1, c - 1) in exactly 3 piles\n  move (a - 3, c + 1)\n"),
              "t.bouton:3:3: " + std::string(kNeedNotEnd));
}

/// A measure is a sum over all piles: another coordinate that changes, changes every pile's share.
TEST(Termination, MeasuresOfOnePileAreNotMeasuresOfAll) {
    const std::string game =
        "game g (a..., c)\n  measure 2*a*c - 3*c + 2 - a\n  move (a, c + 1) if a = 1 and c = 0\n"
        "  move (a, c - 1) if a = 2 and c = 1\n";  // with piles 1 and 2, c goes up and down for ever
    EXPECT_EQ(refusal(game), "t.bouton:3:3: " + std::string(kNeedNotEnd));
}

/// The prover's idea of a term and the term's value must agree.
TEST(Termination, TermsThatAreNotWhatTheySeem) {
    EXPECT_NE(failure_of([] {
                  const Watch watch(Limits{1 << 20, 5});
                  make_reference_engine(rules_in("game g (x)\n  move (x - 1 - xor(0 - t)) for 1 <= t <= 3\n"),
                                        What::grundy, watch)
                      ->value({5});
              }).fault,
              Fault::limit)  // refused when read or when met, but not endless
        << "xor of one negative number";
    const std::string long_number(60, '0');
    EXPECT_EQ(refusal("game g (x)\n  move (x - 1 - max(x + 1" + long_number + "00000, 0) + max(x + 1" +
                      long_number.substr(13) + "100000000000000000, 0))\n"),
              "t.bouton:2:3: " + std::string(kNeedNotEnd))
        << "two long numbers that only differ in the middle";
}

// ---- random games, most of which do not end ----

/// @ stands for the heap: x, or a where there is a group of piles.
class Drawer {
  public:
    explicit Drawer(std::uint64_t seed) : random_(seed), piles_(seed % 3 == 0) {}

    std::string game() {
        std::string text = piles_ ? "game g (a..., y)\n" : "game g (x, y)\n";
        if (random_.chance(15)) text += "  measure " + random_.word({"@ + 2*y", "3*@ + y", "@*y + @", "y"}) + "\n";
        for (std::int64_t i = random_.between(1, 3); i > 0; --i) text += "  move " + move() + "\n";
        std::replace(text.begin(), text.end(), '@', piles_ ? 'a' : 'x');
        return text;
    }
    Position largest() const { return piles_ ? Position{2, 2, 2, 2} : Position{4, 4}; }

  private:
    std::string move() {
        const bool variable = random_.chance(70), split = !piles_ && random_.chance(15);
        const bool several = piles_ && random_.chance(40);
        std::string text = result(variable, several);
        if (split) text += " + " + result(variable, several);
        if (variable)
            text += " for " + random_.word({"1 <= t <= @", "0 <= t <= @", "0 <= t < @", "t in {0, 2}", "t in {1, 2}",
                                            "t = @ - 1"});
        if (random_.chance(50))
            text += " if " + random_.word({"@ >= 1", "@ < y", "y >= 1", "@ != y", "@ >= 2 and y >= 1"});
        if (several) text += " in " + random_.word({"up to 2", "exactly 2", "exactly 3"}) + " piles";
        return text;
    }

    std::string result(bool variable, bool several) {
        const std::string t = variable ? "t" : "1";
        const std::string x =
            random_.word({"@ - " + t, "@ - " + t, "@ - 1", "@ + 1", "@", t, "floor(@/2)", "@ + " + t, "2*@"});
        if (several) return "(" + x + ", " + random_.word({"y", "y - 1", "y + 1", "y + 3", "0"}) + ")";
        return "(" + x + ", " + random_.word({"y", "y - " + t, "y - 1", "y + " + t, "y + 2", "@", "0", "min(@, y)"}) +
               ")";
    }

    Random random_;
    bool piles_;
};

/// Is there a way back to a position, as far as positions stay small?
bool has_cycle(const Ruleset& rules, const Position& largest) {
    Options options(rules);
    std::map<Position, int> state;  // 1: on the way, 2: done
    struct Step {
        Position position;
        std::vector<Position> next;
    };
    for (const Position& start : box(largest)) {
        std::vector<Step> path;
        const auto enter = [&](const Position& position) {
            state[position] = 1;
            path.push_back({position, {}});
            for (const auto& components : options.all(position))
                for (const Position& component : components)
                    if (*std::max_element(component.begin(), component.end()) <= 12)
                        path.back().next.push_back(component);
        };
        if (state[start] == 0) enter(start);
        while (!path.empty()) {
            if (path.back().next.empty()) {
                state[path.back().position] = 2;
                path.pop_back();
                continue;
            }
            const Position next = path.back().next.back();
            path.back().next.pop_back();
            if (state[next] == 1) return true;
            if (state[next] == 0) enter(next);
        }
    }
    return false;
}

TEST(Termination, AcceptedRandomGamesHaveNoCycles) {
    int accepted = 0, cyclic = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        Drawer drawer(seed);
        const std::string game = drawer.game();
        const Failure failure = failure_of([&] { read(game); });
        if (failure.fault) {
            ASSERT_NE(failure.message.find(kNeedNotEnd), std::string::npos) << failure.message;
            ++cyclic;
            continue;
        }
        const Ruleset rules = rules_in(game);
        if (rules.tested) continue;  // nobody says that it ends
        ++accepted;
        EXPECT_FALSE(has_cycle(rules, drawer.largest())) << "seed " << seed << "\n" << game;
    }
    EXPECT_GT(accepted, 200);
    EXPECT_GT(cyclic, 200);
}

TEST(Termination, WhichCoordinatesNeverGrow) {
    const auto never_grows = [](const std::string& game) { return rules_in(game).never_grows; };
    EXPECT_EQ(never_grows("game g (x, k)\n  move (x - t, k + 1) for 1 <= t <= x\n"), (std::vector<bool>{true, false}));
    EXPECT_EQ(never_grows("game g (x, y)\n  move (x - 1, min(y, x))\n  move (x, y - 1)\n"),
              (std::vector<bool>{true, true}));
    EXPECT_EQ(never_grows("game g (x, y)\n  move (x - t, 2*t) for 1 <= t <= x\n"), (std::vector<bool>{true, false}));
    EXPECT_EQ(never_grows("game g (x)\n  move (a) + (x - a) for 1 <= a < x\n"), (std::vector<bool>{true}));
    EXPECT_EQ(never_grows("game g (x, y)\n  move (x - 1, floor(y/2))\n"), (std::vector<bool>{true, true}));
}

}  // namespace
}  // namespace bouton::unit
