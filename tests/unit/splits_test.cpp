// The engine for one heap that splits: against the definition, on codes and on rules of every shape, and published values.
#include "engines/splits/splits.hpp"
#include "engines/options.hpp"
#include "engines/reference/reference.hpp"
#include "engines/splits/period.hpp"
#include "engines/splits/settle.hpp"
#include "engines/splits/steady.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <atomic>
#include <set>

namespace bouton::unit {
namespace {

const Filler::Progress kSilent = [](std::int64_t) {};

/// Runs a test once with every kind of vectors that this machine has, the plainest among them.
template <class Run> void with_every_target(Run run) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        run();
    }
    hwy::SetSupportedTargetsForTest(0);
}

std::unique_ptr<Filler> filler_of(const std::string& game, What what, const Watch& watch,
                                  std::string* why_not = nullptr) {
    std::string reason;
    const Ruleset rules = rules_in(game);
    auto filler = make_splits(shape_of(rules, rules.coordinates.size()), what, watch, reason);
    if (why_not) *why_not = reason;
    return filler;
}

std::vector<Value> contents(const Cells& cells) {
    std::vector<Value> result;
    for (std::uint64_t i = 0; i < cells.size(); ++i) result.push_back(cells[i]);
    return result;
}

/// The values of the heaps below `count`; width 0: as wide as the engine wants.
std::vector<Value> filled(const std::string& game, std::int64_t count, What what = What::grundy, unsigned width = 0) {
    const Watch watch;
    const auto filler = filler_of(game, what, watch);
    if (!filler) return {};
    Cells cells({count - 1}, width ? width : Cells::width_for(filler->bound({count - 1})));
    filler->fill(cells, 0, kSilent);
    return contents(cells);
}

std::vector<Value> by_definition(const std::string& game, std::int64_t count, What what = What::grundy) {
    const Watch watch;
    const auto engine = make_reference_engine(rules_in(game), what, watch);
    std::vector<Value> result;
    for (std::int64_t heap = 0; heap < count; ++heap) result.push_back(engine->value({heap}));
    return result;
}

// ---- codes

/// Digit t of a code tells what a heap may become when t stones are taken: nothing (1), one heap (2), two (4), three (8).
struct Code {
    std::vector<int> digits;
    bool unequal = false;   // two heaps must be of different size
    std::string condition;  // something that is true, but not seen to be

    explicit Code(std::vector<int> d) : digits(std::move(d)) {}
    explicit Code(const std::string& text) {
        for (const char c : text)
            if (c != '.') digits.push_back(c >= 'a' ? c - 'a' + 10 : c - '0');
        if (text[0] == '.') digits.insert(digits.begin(), 0);
    }

    std::string game() const {
        std::string text = "game g (x)\n";
        for (std::size_t t = 0; t < digits.size(); ++t) {
            if (digits[t] & 1) text += fmt::format("  move (x - {0}) if x = {0}\n", t);
            if (digits[t] & 2) text += fmt::format("  move (x - {0}) if x > {0}\n", t);
            if (digits[t] & 4)
                text += fmt::format("  move (a) + (x - {0} - a) for 1 <= a {1} x - {0} - a{2}\n", t,
                                    unequal ? "<" : "<=", condition);
            if (digits[t] & 8)
                text +=
                    fmt::format("  move (a) + (b) + (x - {0} - a - b) for 1 <= a <= x, a <= b <= x - {0} - a - b{1}\n",
                                t, condition);
        }
        return text;
    }

    std::vector<Value> values(std::size_t count) const {
        std::vector<Value> g;
        for (std::size_t n = 0; n < count; ++n) {
            std::vector<bool> seen(2 * n + 2);
            const auto see = [&](Value v) {
                if (v < seen.size()) seen[v] = true;
            };
            for (std::size_t t = 0; t < digits.size() && t <= n; ++t) {
                const std::size_t rest = n - t;
                if (digits[t] & 1 && rest == 0) see(0);
                if (digits[t] & 2 && rest > 0) see(g[rest]);
                for (std::size_t a = 1; digits[t] & 4 && 2 * a + (unequal ? 1 : 0) <= rest; ++a)
                    see(g[a] ^ g[rest - a]);
                for (std::size_t a = 1; digits[t] & 8 && 3 * a <= rest; ++a)
                    for (std::size_t b = a; a + 2 * b <= rest; ++b) see(g[a] ^ g[b] ^ g[rest - a - b]);
            }
            g.push_back(static_cast<Value>(std::find(seen.begin(), seen.end(), false) - seen.begin()));
        }
        return g;
    }
};

std::string to_text(const Code& code) { return code.game(); }

/// A code that ends, as every game must: without taking anything a heap can only be split.
Code random_code(Random& random, int bits) {
    std::vector<int> digits{random.chance(25) ? 4 * static_cast<int>(random.between(1, (1 << (bits - 2)) - 1)) : 0};
    const auto length = random.between(1, 4);
    for (std::int64_t t = 1; t <= length; ++t) digits.push_back(static_cast<int>(random.between(0, (1 << bits) - 1)));
    digits.back() |= 4;
    Code code(digits);
    code.unequal = random.chance(40);
    if (random.chance(20)) code.condition = " if x mod 5 < 5";
    return code;
}

TEST(Splits, RandomOctalCodes) {
    Random random(1);
    for (int trial = 0; trial < 80; ++trial) {
        const Code code = random_code(random, 3);
        const std::int64_t count = trial % 10 ? 900 : 2500;
        ASSERT_EQ(filled(code.game(), count), code.values(static_cast<std::size_t>(count))) << to_text(code);
    }
}

TEST(Splits, RandomOctalCodesWithEveryTarget) {
    with_every_target([] {
        Random random(2);
        for (int trial = 0; trial < 12; ++trial) {
            const Code code = random_code(random, 3);
            const unsigned width = trial % 2 ? 4 : 2;
            ASSERT_EQ(filled(code.game(), 700, What::grundy, width), code.values(700)) << to_text(code);
        }
    });
}

TEST(Splits, RandomHexadecimalCodes) {
    Random random(3);
    for (int trial = 0; trial < 25; ++trial) {
        Code code = random_code(random, 4);
        code.digits.back() |= 8;
        ASSERT_EQ(filled(code.game(), 200), code.values(200)) << to_text(code);
    }
}

/// Games with and without a sparse space, where all of the methods are met; rare heaps that go on for long; values of all sizes.
TEST(Splits, LongerTables) {
    for (const char* code : {".156", ".16", ".06", ".005", ".142", ".644", "4.007", ".6"}) {
        ASSERT_EQ(filled(Code(code).game(), 4000), Code(code).values(4000)) << code;
        ASSERT_EQ(filled(Code(code).game(), 1500, What::grundy, 4), Code(code).values(1500)) << code;
    }
}

TEST(Splits, GrundysGame) {
    Code code("4.");
    code.unequal = true;
    EXPECT_EQ(filled(code.game(), 5000), code.values(5000));
}

TEST(Splits, OneCellAndFew) {
    for (const char* code : {".77", "4.12", ".8"})
        for (std::int64_t count = 1; count < 40; ++count)

            EXPECT_EQ(filled(Code(code).game(), count), Code(code).values(static_cast<std::size_t>(count)));
}

/// Periods and the last heap that does not fit, from R. K. Guy, C. A. B. Smith 1956 and the tables of A. Flammenkamp.
TEST(Splits, PublishedPeriods) {
    struct Known {
        const char* code;
        std::int64_t period, last_exception;
    };
    for (const Known& known :
         {Known{".77", 12, 70}, Known{".07", 34, 52}, Known{".137", 34, 51}, Known{".4", 34, 53}, Known{".44", 24, 142},
          Known{".45", 20, 497}, Known{".055", 148, 258}, Known{".116", 96, 138}, Known{".53", 9, 10},
          Known{".26", 4, 0}, Known{"4.005", 79, 30}, Known{"4.12", 7, 5}, Known{".156", 349, 3478},
          Known{".644", 442, 3255}, Known{".127", 4, 46577}, Known{"4.726", 16, 4}}) {
        const std::int64_t count = 3 * (known.last_exception + known.period) + 200;
        const std::vector<Value> g = filled(Code(known.code).game(), count);
        const auto fits = [&](std::int64_t period, std::int64_t from) {
            for (std::int64_t n = from; n + period < count; ++n)
                if (g[static_cast<std::size_t>(n)] != g[static_cast<std::size_t>(n + period)]) return false;
            return true;
        };
        EXPECT_TRUE(fits(known.period, known.last_exception + 1)) << known.code;
        if (known.last_exception > 0) {
            EXPECT_FALSE(fits(known.period, known.last_exception)) << known.code;
        }
        for (std::int64_t p = 1; p < known.period; ++p) EXPECT_FALSE(fits(p, count / 2)) << known.code << " " << p;
    }
}

// ---- published values

TEST(Splits, Kayles) {  // OEIS A002186
    const std::vector<Value> published{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7};
    EXPECT_EQ(filled("game kayles (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n"
                     "  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - a\n",
                     static_cast<std::int64_t>(published.size())),
              published);
}

TEST(Splits, ZerosOfGrundysGame) {  // OEIS A036685; no further one is known
    const std::vector<std::int64_t> published{0,   1,   2,   4,   7,   10,  20,  23,  26,  50,  53,  270, 273, 276,
                                              282, 285, 288, 316, 334, 337, 340, 346, 359, 362, 365, 386, 389, 392,
                                              566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222};
    const std::string game = "game g (x)\n  move (a) + (x - a) for 1 <= a < x - a\n";
    const std::vector<Value> values = filled(game, 20000), outcomes = filled(game, 20000, What::outcome);
    std::vector<std::int64_t> zeros;
    for (std::size_t heap = 0; heap < values.size(); ++heap) {
        if (values[heap] == 0) zeros.push_back(static_cast<std::int64_t>(heap));
        ASSERT_EQ(outcomes[heap], std::min<Value>(values[heap], 1));
    }
    EXPECT_EQ(zeros, published);
}

TEST(Splits, LaskersNim) {  // Winning Ways, chapter 4
    const std::vector<Value> values =
        filled("game g (x)\n  move (x - t) for 1 <= t <= x\n  move (a) + (x - a) for 1 <= a <= x - a\n", 3000);
    for (std::size_t x = 0; x < values.size(); ++x)
        ASSERT_EQ(values[x], x % 4 == 3 ? x + 1 : x % 4 == 0 && x > 0 ? x - 1 : x);
}

TEST(Splits, HexadecimalWithSaltus) {  // 0.3F: R. Howse, R. J. Nowakowski 2004
    const std::vector<Value> values = filled(Code(".3f").game(), 600);
    for (std::size_t n = 0; n + 6 < values.size(); ++n) ASSERT_EQ(values[n + 6], values[n] + 3);
}

// ---- rules of every shape

/// A random move of a heap x, which need not be steady at all.
std::string random_move(Random& random) {
    const auto r = random.between(0, 3), low = random.between(1, 3);
    std::string condition;
    if (random.chance(30))
        condition = random.word({" if x >= 7", " if x mod 3 != 1", " if x in {5, 9, 10, 11, 40}", " if x < 60",
                                 " if x = 4 or x > 30", " if not x = 12"});
    switch (random.between(0, 11)) {
        case 0: return fmt::format("(x - {}){}", r + 1, condition);
        case 1: return fmt::format("(x - t) for {} <= t <= {}{}", low, low + r, condition);
        case 2: return fmt::format("(x - t) for t in {{{}, {}, 11}}{}", r + 1, r + 5, condition);
        case 3: return fmt::format("(x - t) for {} <= t <= x{}", low, condition.empty() ? " if t <= x/2" : condition);
        case 4:
            return random.chance(50) ? fmt::format("({}) if x > {}", low, low + r)
                                     : "(x - t) for 1 + x mod 90 <= t <= x";
        case 5: return fmt::format("(a) + (x - {0} - a) for {1} <= a <= x - {0} - a{2}", r, low, condition);
        case 6: return fmt::format("(x - {0} - a) + (a) for {1} <= a <= x - {0} - {1}{2}", r, low, condition);
        case 7: return fmt::format("(a) + (x - {0} - a) for {1} <= a < x - {0} - a{2}", r, low, condition);
        case 8: return fmt::format("(a) + (x - {0} - a) for {1} <= a <= x - {0} - 1 if a != x - {0} - a", r, low);
        case 9: return fmt::format("(a) + (x - t - a) for 1 <= t <= {}, {} <= a <= x - t - a{}", low, low, condition);
        case 10: return fmt::format("(a) + (x - {} - a) for 1 <= a <= floor(x/3){}", r, condition);
        default:
            return random.word({"(a) + (b) + (x - 1 - a - b) for 1 <= a <= x, a <= b <= x - 1 - a - b",
                                "(a) + (b) + (x - 2 - a - b) for 0 <= a <= x, 0 <= b <= x - 2 - a",
                                "(a) + (x - 1 - a) for 1 <= a <= x - 2 if a mod 2 = 0",
                                "(a) + (a) + (x - 2*a) for 1 <= a < x/2",
                                "(a) + (2) + (x - 3 - a) for 1 <= a <= x - 3 - a", "(a) + (x - 4) for 1 <= a <= 3",
                                "(x - 1 - a) + (a) for a >= 2 if a <= x - 1 - a and a <= 9"});
    }
}

std::string random_rules(Random& random) {
    std::string text = "game g (x)\n  move (a) + (x - 2 - a) for 1 <= a <= x - 2 - a" +
                       random.word({"", " if x >= 5", " if x mod 2 = 0"}) + "\n";
    const auto moves = random.between(1, 3);
    for (std::int64_t i = 0; i < moves; ++i) text += "  move " + random_move(random) + "\n";
    return text;
}

TEST(Splits, RandomRules) {
    const Watch watch;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Random random(seed);
        const std::string game = random_rules(random);
        const std::int64_t count = random.between(1, 220);
        const auto filler = filler_of(game, What::grundy, watch);
        ASSERT_TRUE(filler) << game;
        const std::vector<Value> expected = by_definition(game, count);
        const Value largest = *std::max_element(expected.begin(), expected.end());
        ASSERT_LE(largest, filler->bound({count - 1})) << game;
        for (const unsigned width : {1u, 2u, 4u}) {
            Cells cells({count - 1}, width);
            filler->fill(cells, 0, kSilent);
            ASSERT_EQ(contents(cells), expected) << "seed " << seed << "\n" << game;
            // Again, from some heap on: what follows is forgotten, what stands before is only read.
            const std::int64_t from = random.between(0, count);
            for (std::int64_t heap = from; heap < count; ++heap)
                std::fill_n(cells.bytes() + heap * width, width, std::byte{0x11});
            filler->fill(cells, from, kSilent);
            ASSERT_EQ(contents(cells), expected) << "seed " << seed << " from " << from << "\n" << game;
        }
        std::vector<Value> outcomes = expected;
        for (Value& value : outcomes) value = std::min<Value>(value, 1);
        ASSERT_EQ(filled(game, count, What::outcome), outcomes) << game;
    }
}

TEST(Splits, RandomRulesWithEveryTarget) {
    with_every_target([] {
        for (std::uint64_t seed = 1000; seed < 1012; ++seed) {
            Random random(seed);
            const std::string game = random_rules(random);
            ASSERT_EQ(filled(game, 130), by_definition(game, 130)) << "seed " << seed << "\n" << game;
        }
    });
}

/// Splits whose parity changes after some heap: what was learnt of the small heaps must not be used for them.
TEST(Splits, RulesThatChangeOnce) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const Code code = random_code(random, 3);
        const auto taken = random.between(1, 4), until = random.between(90, 250);
        const std::string game =
            code.game() +
            fmt::format("  move (a) + (x - {0} - a) for 1 <= a <= x - {0} - a if x < {1}\n", taken, until);
        ASSERT_EQ(filled(game, 350), by_definition(game, 350)) << "seed " << seed << "\n" << game;
    }
}

/// Large heaps without moves, or with moves to a few fixed heaps only: nothing has to repeat, so that any period is certain at once.
TEST(Splits, LargeHeapsThatNeverShrink) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const auto until = random.between(3, 40), taken = random.between(0, 4), parts = random.between(0, 2);
        std::string game =
            fmt::format("game g (x)\n  move (a) + (x - {0} - a) for 1 <= a <= x - {0} - a if x <= {1}\n", taken, until);
        for (std::int64_t i = 0; i < parts; ++i)
            game += fmt::format("  move ({0}) if x > {1}\n", random.between(0, until), until);
        ASSERT_EQ(filled(game, 600), by_definition(game, 600)) << "seed " << seed << "\n" << game;
    }
}

/// The engine goes on from whatever values it is given, so it can be tried on some that no game has: rare heaps near the middle and the end,
/// many zeros, any mask.
TEST(Splits, GoesOnFromAnyValues) {
    const Watch watch;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        Random random(seed);
        std::vector<splits::Split> kinds;
        std::string game = "game g (x)\n";
        for (std::int64_t i = random.between(1, 3); i > 0; --i) {
            const splits::Split split{2, random.between(0, 4), random.between(1, 3), random.between(0, 1)};
            kinds.push_back(split);
            game += fmt::format("  move (a) + (x - {0} - a) for {1} <= a {2} x - {0} - a\n", split.removed, split.least,
                                split.gap ? "<" : "<=");
        }
        const auto filler = filler_of(game, What::grundy, watch);
        ASSERT_TRUE(filler);
        const std::int64_t given = random.between(100, 600), count = given + 60;
        const Value most = random.pick(std::vector<Value>{1, 7, 30, 60, 200});
        const auto mask = static_cast<unsigned>(random.between(1, most));
        const bool by_heap = random.chance(30);
        std::vector<Value> expected;
        while (std::ssize(expected) < given) {
            const auto value = static_cast<Value>(random.between(0, most));
            const bool rare = (__builtin_parity(value & mask) ^ (by_heap ? std::ssize(expected) & 1 : 0)) == 0;
            if (!rare || random.chance(5)) expected.push_back(value);
        }
        Cells cells({count - 1}, 2);
        std::copy(expected.begin(), expected.end(), cells.as<std::uint16_t>());
        for (std::int64_t heap = given; heap < count; ++heap) {
            std::set<Value> options;
            for (const splits::Split& split : kinds)
                for (std::int64_t a = split.least; 2 * a + split.gap <= heap - split.removed; ++a)
                    options.insert(expected[static_cast<std::size_t>(a)] ^
                                   expected[static_cast<std::size_t>(heap - split.removed - a)]);
            Value mex = 0;
            while (options.contains(mex)) ++mex;
            expected.push_back(mex);
        }
        filler->fill(cells, given, kSilent);
        ASSERT_EQ(contents(cells), expected) << "seed " << seed << "\n" << game;
    }
}

TEST(Splits, ResumesLongTables) {
    Random random(5);
    const Watch watch;
    for (const char* code : {".77", ".156", ".06", ".16", "4.007"}) {
        const auto filler = filler_of(Code(code).game(), What::grundy, watch);
        Cells whole({5999}, 2), resumed({5999}, 2);
        filler->fill(whole, 0, kSilent);
        for (int trial = 0; trial < 4; ++trial) {
            const std::int64_t from = random.between(0, 6000);
            std::copy_n(whole.bytes(), 2 * from, resumed.bytes());
            std::fill_n(resumed.bytes() + 2 * from, 2 * (6000 - from), std::byte{0x77});
            filler->fill(resumed, from, kSilent);
            ASSERT_EQ(contents(resumed), contents(whole)) << code << " from " << from;
        }
    }
}

// ---- rules that are the same for all large heaps

TEST(Splits, SteadyRulesAreRead) {
    const auto read = [](const std::string& moves) { return splits::steady_rules(rules_in("game g (x)\n" + moves)); };
    const auto code =
        read("  move (x - 1) if x = 1\n  move (x - 2)\n  move (a) + (x - 3 - a) for 0 <= a <= x - 3 - a\n");
    ASSERT_TRUE(code);
    EXPECT_EQ(code->removals, (std::vector<std::int64_t>{2}));
    EXPECT_TRUE(code->heaps.empty());
    EXPECT_EQ(code->splits, (std::vector<splits::Split>{{2, 3, 0, 0}}));
    const auto unequal =
        read("  move (a) + (x - a) for 1 <= a < x - a\n  move (x - t) for 1 <= t <= 3\n  move (2) if x > 2\n");
    ASSERT_TRUE(unequal);
    EXPECT_EQ(unequal->removals, (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(unequal->heaps, (std::vector<std::int64_t>{2}));
    EXPECT_EQ(unequal->splits, (std::vector<splits::Split>{{2, 0, 1, 1}}));
    const auto three = read(
        "  move (a) + (b) + (x - 1 - a - b) for 1 <= a <= x, a <= b <= x - 1 - a - b\n"
        "  move (x - t - a) + (a) for t in {2, 5}, 2 <= a <= x - t - 2\n");
    ASSERT_TRUE(three);
    EXPECT_EQ(three->splits, (std::vector<splits::Split>{{2, 2, 2, 0}, {2, 5, 2, 0}, {3, 1, 1, 0}}));
}

TEST(Splits, UnsteadyRulesAreNotCalledSteady) {
    for (const char* moves : {"  move (a) + (x - 1 - a) for 1 <= a <= x - 1 - a if x mod 2 = 0\n",
                              "  move (a) + (x - 1 - a) for 1 <= a <= x - 1 - a if a mod 2 = 0\n",
                              "  move (a) + (x - 1 - a) for 1 <= a <= floor(x/3)\n",
                              "  move (a) + (x - 1 - a) for 1 <= a <= 5\n  move (x - 1)\n",
                              "  move (x - t) for 1 <= t <= x\n  move (a) + (x - a) for 1 <= a <= x - a\n",
                              "  move (a) + (x - 1 - a) for 1 <= a <= x - 7 - a\n",
                              "  parameter f(x) = 100 - x\n  move (a) + (x - 1 - a) for 0 <= a <= f(x)\n",
                              "  move (a) + (a) + (x - 2*a) for 1 <= a < x/2\n"})
        EXPECT_FALSE(splits::steady_rules(rules_in(std::string("game g (x)\n") + moves))) << moves;
}

/// What steady rules say, heap by heap, is what the rules allow.
TEST(Splits, SteadyRulesAreTheRules) {
    int steady_games = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        Random random(seed);
        const Ruleset rules = rules_in(random_rules(random));
        const auto steady = splits::steady_rules(rules);
        if (!steady) continue;
        ++steady_games;
        Options options(rules);
        for (std::int64_t heap = steady->from; heap < steady->from + 7; ++heap) {
            std::set<std::vector<std::int64_t>> allowed, said;
            options.for_each({heap}, [&](const std::vector<Position>& components) {
                std::vector<std::int64_t> parts;
                for (const Position& part : components) parts.push_back(part[0]);
                std::sort(parts.begin(), parts.end());
                allowed.insert(parts);
                return true;
            });
            for (const std::int64_t t : steady->removals) said.insert({heap - t});
            for (const std::int64_t fixed : steady->heaps) said.insert({fixed});
            for (const splits::Split& split : steady->splits) {
                const std::int64_t sum = heap - split.removed;
                for (std::int64_t a = split.least; a <= sum; ++a) {
                    if (split.parts == 2 && a + split.gap <= sum - a) said.insert({a, sum - a});
                    for (std::int64_t b = a; split.parts == 3 && b <= sum - a - b; ++b)
                        said.insert({a, b, sum - a - b});
                }
            }
            ASSERT_EQ(said, allowed) << "seed " << seed << " heap " << heap;
        }
    }
    EXPECT_GT(steady_games, 25);
}

// ---- periods

TEST(Splits, NoPeriodIsCertainTooEarly) {
    splits::SteadyRules rules;
    rules.splits = {{2, 2, 1, 0}};
    // Period 5 from heap 10 on: certain when 2 * (10 + 5) + 2 values are there, not one earlier.
    std::vector<std::uint16_t> values;
    for (std::uint16_t n = 0; n < 100; ++n) values.push_back(n < 10 ? 20 + n : n % 5);
    for (std::int64_t count = 1; count <= 100; ++count) {
        const auto period = splits::certain_period(splits::Criterion(rules), values.data(), count);
        EXPECT_EQ(period.has_value(), count >= 32) << count;
        if (period) {
            EXPECT_EQ(period->period, 5);
        }
    }
    rules.splits = {{2, 2, 1, 1}};  // equal parts are forbidden: 2 * (10 + 5) + 2 + 1 + 5 values
    EXPECT_FALSE(splits::certain_period(splits::Criterion(rules), values.data(), 37));
    EXPECT_TRUE(splits::certain_period(splits::Criterion(rules), values.data(), 38));
    rules.splits = {{3, 2, 1, 0}};  // 3 * (10 + 5) + 2 values
    EXPECT_FALSE(splits::certain_period(splits::Criterion(rules), values.data(), 46));
    EXPECT_TRUE(splits::certain_period(splits::Criterion(rules), values.data(), 47));
    rules.from = 60;  // and the rules are what they are only from heap 60 on: 60 + 5 values
    EXPECT_FALSE(splits::certain_period(splits::Criterion(rules), values.data(), 64));
    EXPECT_TRUE(splits::certain_period(splits::Criterion(rules), values.data(), 65));
}

// ---- the vectors on their own

TEST(Splits, MarksAreForgotten) {
    splits::SeenBlock block;
    for (int round = 0; round < 600; ++round) {
        block.start();
        const splits::Seen seen = block.row(3);
        for (Value v = 0; v < 64; ++v) ASSERT_NE(seen.bytes[v], seen.stamp) << round;
        if (round % 100 == 0) seen.mark(17);
    }
}

template <class T> void settle_random(Random& random, Value most) {
    std::vector<T> values;
    const std::int64_t heaps = random.between(1, 700);
    for (std::int64_t i = 0; i < heaps; ++i) values.push_back(static_cast<T>(random.between(0, most)));
    splits::SeenBlock block;
    block.widen(std::max<std::size_t>(64, std::bit_ceil(std::size_t{most} + 1)));
    block.start();
    const splits::Seen seen = block.row(random.between(0, block.rows() - 1));
    std::set<Value> options;
    std::vector<splits::Pairs> pairs;
    for (std::int64_t kind = random.between(0, 3); kind > 0; --kind) {
        const std::int64_t total = random.between(0, heaps - 1), first = random.between(0, total / 2);
        pairs.push_back(
            {total, first, random.between(first - 1, total / 2), static_cast<Value>(random.between(0, most))});
        for (std::int64_t a = first; a <= pairs.back().last; ++a)
            options.insert(values[static_cast<std::size_t>(a)] ^ values[static_cast<std::size_t>(total - a)] ^
                           pairs.back().other);
    }
    std::vector<std::uint64_t> also(seen.size / 64);
    for (std::int64_t i = random.between(0, 3 * most); i > 0; --i) {
        const auto v = static_cast<Value>(random.between(0, most));
        options.insert(v);
        if (random.chance(50))
            seen.mark(v);
        else
            also[v / 64] |= std::uint64_t{1} << v % 64;
    }
    Value mex = 0;
    while (options.contains(mex)) ++mex;
    splits::Known known;
    known.also = also;
    known.expected = static_cast<Value>(random.between(0, most));
    EXPECT_EQ(splits::settle(values.data(), pairs, seen, known), mex);
}

TEST(Splits, MexOfRandomPairs) {
    with_every_target([] {
        Random random(7);
        for (int trial = 0; trial < 150; ++trial) {
            settle_random<std::uint16_t>(random, static_cast<Value>(random.between(0, 200)));
            settle_random<std::uint32_t>(random, static_cast<Value>(random.between(0, 90)));
        }
        settle_random<std::uint32_t>(random, 100000);
    });
}

// ---- what does not fit

TEST(Splits, RefusesOtherGames) {
    const Watch watch;
    const std::string split = "  move (a) + (x - 1 - a) for 1 <= a <= x - 1 - a\n";
    for (const std::string& game :
         {"game g (x)\n" + split + "  misere\n", "game g (x)\n" + split + "  players 3\n",
          "game g (x)\n  where x != 5\n" + split, std::string("game g (x)\n  move (x - 1)\n"),
          std::string("game g (x, y)\n  move (a, y) + (x - 1 - a, y) for 1 <= a <= x - 1 - a\n")}) {
        std::string why_not;
        EXPECT_FALSE(filler_of(game, What::grundy, watch, &why_not)) << game;
        EXPECT_FALSE(why_not.empty());
    }
}

TEST(Splits, ValuesThatDoNotFitAreRefused) {
    const Watch watch;
    const std::string game =
        "game g (x)\n  move (x - t) for 1 <= t <= x\n  move (a) + (x - 1 - a) for 1 <= a <= x - 1 - a\n";
    const auto filler = filler_of(game, What::grundy, watch);
    EXPECT_EQ(Cells::width_for(filler->bound({70000})), 4u);
    Cells narrow({300}, 1);
    const Failure failure = failure_of([&] { filler->fill(narrow, 0, kSilent); });
    EXPECT_EQ(failure.fault, Fault::limit);
    EXPECT_NE(failure.message.find("255"), std::string::npos) << failure.message;
}

TEST(Splits, CancellingStopsIt) {
    std::atomic<bool> cancel{true};
    const Watch watch({}, &cancel);
    for (const char* code : {".06", ".16", ".77", ".8"}) {
        const auto filler = filler_of(Code(code).game(), What::grundy, watch);
        Cells cells({20000000}, 2);
        EXPECT_EQ(failure_of([&] { filler->fill(cells, 0, kSilent); }).fault, Fault::cancelled) << code;
    }
}

TEST(Splits, ProgressGrowsToTheEnd) {
    const Watch watch;
    for (const char* code : {".77", ".16", ".06"}) {
        const auto filler = filler_of(Code(code).game(), What::grundy, watch);
        const std::int64_t count = code[1] == '0' ? 3000 : 200000;
        Cells cells({count - 1}, 2);
        std::vector<std::int64_t> rows;
        filler->fill(cells, 0, [&](std::int64_t done) { rows.push_back(done); });
        ASSERT_FALSE(rows.empty());
        EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
        EXPECT_EQ(rows.back(), count);
    }
}

TEST(Splits, ErrorsOfTheRulesNameTheHeap) {
    const Watch watch;
    const auto filler = filler_of(
        "game g (x)\n  parameter f(x) = [1, 1, 1]\n  move (a) + (x - 1 - a) for 0 <= a <= f(x)\n", What::grundy, watch);
    Cells cells({9}, 2);
    const Failure failure = failure_of([&] { filler->fill(cells, 0, kSilent); });
    EXPECT_EQ(failure.fault, Fault::input);
    EXPECT_NE(failure.message.find("(met at the position (3) of g)"), std::string::npos) << failure.message;
}

}  // namespace
}  // namespace bouton::unit
