// Exact answers at any size: the solver against what enumerating finds, laws against the rules far beyond where they are checked before use,
// large positions against what must follow (no sampled move from a P-position leads to one; the move found from an N-position does).
#include "answers/files.hpp"
#include "base/floor_map.hpp"
#include "base/linear_system.hpp"
#include "engines/options.hpp"
#include "lang/shortcuts.hpp"
#include "laws/digits.hpp"
#include "laws/turns.hpp"
#include "play/board.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace bouton::unit {
namespace {

const Watch kWatch;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSlow = true;  // everything takes ten times as long
#else
constexpr bool kSlow = false;
#endif

Session session(Library& library, const std::string& game,
                const std::vector<std::pair<std::string, std::string>>& arguments = {}, What what = What::grundy) {
    return Session(library, {game, arguments}, what, kWatch);
}

Integer random_integer(Random& random, int bits) {
    Integer result = 0;
    for (int i = 0; i < bits; ++i) result = 2 * result + random.between(0, 1);
    return result;
}

// ---- the parts

TEST(FloorMaps, ManyStepsAtOnceAreTheSameAsOneByOne) {
    Random random(1);
    for (int trial = 0; trial < 400; ++trial) {
        const std::int64_t k = random.chance(50) ? random.between(2, 12) : random.between(2, 5000);
        const Integer x = random_integer(random, static_cast<int>(random.between(1, 150)));
        Integer down = x;
        for (int step = 0; down % k != 0; ++step) {
            down = (k - 1) * down / k;
            if (step > 20000) break;
        }
        if (down % k == 0) {
            ASSERT_EQ(FloorMap(k - 1, 0, k).fall_to_multiple(x), down) << x << " " << k;
        }
        const Integer bound = x * 3 + 1000;
        Integer up = x, last = x;
        while (up < bound) {
            last = up;
            up += up / (k - 1) + 1;
        }
        ASSERT_EQ(FloorMap(k, k - 1, k - 1).climb(x, bound), up) << x << " " << k;
        ASSERT_EQ(FloorMap(k, k - 1, k - 1).last_below(x, bound), last) << x << " " << k;
    }
}

TEST(Systems, AgreeWithTryingEverything) {
    Random random(2);
    int solvable = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const int variables = static_cast<int>(random.between(1, 3));
        System system;
        std::vector<System::Form> equations, inequalities;
        for (int v = 0; v < variables; ++v) {
            system.add_variable();
            inequalities.push_back({{{v, 1}}, -6});   // v <= 6
            inequalities.push_back({{{v, -1}}, -5});  // v >= -5
        }
        const auto form = [&] {
            System::Form f;
            for (int v = 0; v < variables; ++v)
                if (const std::int64_t a = random.between(-3, 3)) f.terms[v] = a;
            f.constant = random.between(-12, 12);
            return f;
        };
        for (std::int64_t i = random.between(0, 2); i > 0; --i) equations.push_back(form());
        for (std::int64_t i = random.between(0, 3); i > 0; --i) inequalities.push_back(form());
        for (const System::Form& f : equations) system.zero(f);
        for (const System::Form& f : inequalities) system.at_most_zero(f);
        const auto value = [&](const System::Form& f, const std::vector<Integer>& at) {
            Integer sum = f.constant;
            for (const auto& [v, a] : f.terms) sum += a * at[static_cast<std::size_t>(v)];
            return sum;
        };
        const auto fits_all = [&](const std::vector<Integer>& at) {
            return std::all_of(equations.begin(), equations.end(), [&](const auto& f) { return value(f, at) == 0; }) &&
                   std::all_of(inequalities.begin(), inequalities.end(),
                               [&](const auto& f) { return value(f, at) <= 0; });
        };
        bool exists = false;
        std::vector<Integer> at(static_cast<std::size_t>(variables), -5);
        for (;;) {
            exists = exists || fits_all(at);
            std::size_t i = 0;
            while (i < at.size() && ++at[i] > 6) at[i++] = -5;
            if (i == at.size()) break;
        }
        std::vector<Integer> values;
        const Found found = system.solve(values);
        solvable += exists;
        ASSERT_EQ(found, exists ? Found::yes : Found::none) << "trial " << trial;
        if (found == Found::yes) {
            ASSERT_TRUE(fits_all(values)) << "trial " << trial;
        }
    }
    EXPECT_GT(solvable, 300);
}

TEST(Digits, FewestChangesAreThePodiumOutcome) {
    Random random(3);
    Library library(home());
    for (int players = 2; players <= 5; ++players) {
        for (int lower = 1; lower <= 2; ++lower) {
            Session game = session(library, "podium-nim",
                                   {{"players", std::to_string(players)}, {"lower", std::to_string(lower)}});
            const Integer q = Integer(players) * lower - lower + 1;
            for (int trial = 0; trial < 60; ++trial) {
                Position position;
                for (std::int64_t i = random.between(1, 5); i > 0; --i) position.push_back(random.between(0, 6));
                const LargePosition large(position.begin(), position.end());
                const auto target = fewest_changes(large, q, kWatch);
                ASSERT_TRUE(target.has_value());
                std::int64_t changed = 0;
                for (std::size_t i = 0; i < position.size(); ++i) {
                    ASSERT_LE((*target)[i], position[i]);
                    changed += (*target)[i] != position[i];
                }
                ASSERT_EQ((changed + lower - 1) / lower, game.value(position))
                    << to_text(position) << " players " << players;
            }
        }
    }
}

TEST(Digits, WhereAGreedyChoiceFails) {
    Library library(home());
    const std::vector<std::pair<int, Position>> traps = {
        {3, {3, 2, 2, 2}}, {3, {3, 2, 2, 2, 1}}, {4, {4, 2, 2, 2, 2, 1, 1}}};
    for (const auto& [players, position] : traps) {
        Session game = session(library, "podium-nim", {{"players", std::to_string(players)}});
        const auto target = fewest_changes({position.begin(), position.end()}, players, kWatch);
        ASSERT_TRUE(target.has_value());
        std::int64_t changed = 0;
        for (std::size_t i = 0; i < position.size(); ++i) changed += (*target)[i] != position[i];
        EXPECT_EQ(changed, game.value(position)) << to_text(position);
    }
}

TEST(Shortcuts, LongSumsAndSearchesAgreeWithShortOnes) {
    // x is a P-position of turn-nim with f = k^2 or f = 3k + 1: sums over n terms, searched by halving beyond 4096 terms.
    Library library(home());
    for (const std::string f : {"k^2", "3*k + 1", "2^k", "floor(sqrt(k)) + 1"}) {
        Session law = session(library, "turn-nim", {{"f", f}}, What::outcome);
        // An independent derivation: a P-position's options are all N, an N-position has one that is P.
        Random random(4);
        for (int trial = 0; trial < (kSlow ? 3 : 25); ++trial) {
            const Integer x = random_integer(random, 22) + 3000000;
            const Integer k = random.between(1, 3);
            const Integer outcome = law.answer({x, k}).value;
            const Integer most = f == "k^2"       ? Integer(k * k)
                                 : f == "3*k + 1" ? Integer(3 * k + 1)
                                 : f == "2^k"     ? Integer(Integer(1) << static_cast<unsigned>(k))
                                                  : Integer(sqrt(k) + 1);
            bool any = false;
            for (Integer t = 1; t <= most; ++t) any = any || law.answer({Integer(x - t), Integer(k + 1)}).value == 0;
            ASSERT_EQ(any, outcome != 0) << f << " " << x << " " << k;
        }
    }
}

TEST(ManyAtOnce, ColumnsAreTheSameAsOneByOne) {
    const std::vector<std::string> expressions = {
        "x + y - 3*x",
        "x*y",
        "x*x*y",
        "floor(x/7) - floor((x - y)/4)",
        "(x - y) mod 5",
        "x mod (y + 1)",
        "2^(x mod 70)",
        "3^(y mod 45)",
        "(y mod 3 - 1)^x",
        "min(x, y, 12)",
        "max(x - y, 3, y)",
        "abs(x - y)",
        "xor(x, y, 5)",
        "floor(sqrt(x))",
        "floor(log2(x))",
        "if x < y then floor(log2(x)) else ones(y)",
        "twos(x)",
        "if x mod 2 = 0 and twos(x) > 1 then 1 else 0",
        "if x = 0 or floor(log2(x)) = 3 then y else -x",
        "floor(x/(y mod 4 - 2))",
        "ones(x - y)",
        "if not (x >= y) then 1 else 2",
    };
    Random random(7);
    for (const std::string& text : expressions) {
        const Ruleset rules = rules_in("game g (x, y)\n move (x - 1, y) if (" + text + ") != 123456789\n");
        const Expr e = rules.moves[0].loop.conditions.empty() ? rules.moves[0].results[0][0]
                                                              : rules.moves[0].loop.conditions[0]->args[0];
        ASSERT_TRUE(Columns::supports(e)) << text;
        Columns columns(static_cast<std::size_t>(rules.frame_size));
        std::vector<Position> rows;
        for (std::size_t i = 0; i < Columns::kRows; ++i) {
            Position row;
            for (int c = 0; c < 2; ++c) {
                const std::int64_t bits = random.between(0, 62);
                row.push_back(random.between(0, std::int64_t{1} << bits) - (random.chance(20) ? 1 : 0));
                row.back() = std::max<std::int64_t>(row.back(), 0);
                columns.variable(rules.slots[static_cast<std::size_t>(c)]).value[i] = row.back();
                columns.variable(rules.slots[static_cast<std::size_t>(c)]).bad[i] = 0;
            }
            rows.push_back(row);
        }
        const Columns::Column& result = columns.evaluate(e, rows.size());
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules.frame_size));
        int good = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (result.bad[i]) continue;
            ++good;
            load(rules, rows[i], frame);
            ASSERT_EQ(evaluate(e, frame), result.value[i]) << text << " at " << to_text(rows[i]);
        }
        EXPECT_GT(good, 10) << text;
    }
}

TEST(ManyAtOnce, QuickAnswersAreTheSame) {
    const std::vector<std::tuple<std::string, std::vector<std::pair<std::string, std::string>>, What>> games = {
        {"josephus-nim", {}, What::grundy},
        {"two-weights", {}, What::outcome},
        {"subtraction", {{"moves", "7,19"}}, What::grundy}};
    Library library(home());
    Random random(8);
    for (const auto& [name, arguments, what] : games) {
        Session game = session(library, name, arguments, what);
        const std::size_t length = game.rules().coordinates.size();
        std::vector<std::int64_t> coordinates(length * Columns::kRows), results;
        std::vector<std::uint8_t> answered;
        for (std::int64_t& c : coordinates) c = random.between(0, (std::int64_t{1} << random.between(1, 62)) + 1);
        game.quick(coordinates, Columns::kRows, results, answered);
        int quick = 0;
        for (std::size_t i = 0; i < Columns::kRows; ++i) {
            if (!answered[i]) continue;
            ++quick;
            LargePosition position;
            for (std::size_t c = 0; c < length; ++c) position.push_back(coordinates[c * Columns::kRows + i]);
            ASSERT_EQ(game.answer(position).value, results[i]) << name << " " << to_text(position);
        }
        EXPECT_GT(quick, 100) << name;
    }
}

// ---- laws

/// Any rule function, rising or not: intervals, turn by turn, against the rules.
TEST(Turns, IntervalsAgreeWithTheRules) {
    Random random(9);
    for (int trial = 0; trial < 60; ++trial) {
        const std::string f =
            fmt::format("[{}]", fmt::join(
                                    [&] {
                                        std::vector<std::int64_t> values;
                                        for (int i = 0; i < 80; ++i)
                                            values.push_back(random.between(0, random.chance(30) ? 9 : 3));
                                        return values;
                                    }(),
                                    ", "));
        const Ruleset rules = rules_in(
            "game turns (x, k)\n parameter f(k)\n move (x - t, k + 1) for 1 <= t <= min(x, f(k))\n", {{"f", f}});
        const auto engine = make_engine("reference", rules, What::outcome, kWatch);
        for (std::int64_t x = 0; x <= 30; ++x)
            for (std::int64_t k = 0; k <= 4; ++k) {
                const auto outcome = turn_outcome(rules, {x, k}, kWatch);
                ASSERT_TRUE(outcome.has_value());
                ASSERT_EQ(*outcome, static_cast<int>(engine->value({x, k}))) << f << " at " << x << ", " << k;
            }
    }
}

struct Question {
    std::string game;
    std::vector<std::pair<std::string, std::string>> arguments;
    Position largest;  // the law must hold up to here
    What what = What::grundy;
};

/// Far beyond the box on which laws are compared before they are used.
TEST(Laws, AgreeWithTheRulesOnLargerBoxes) {
    const std::vector<Question> questions = {
        {"maximum-nim", {{"k", "2"}}, {40000}, What::grundy},
        {"maximum-nim", {{"k", "7"}}, {40000}, What::grundy},
        {"maximum-nim", {{"f", "floor(sqrt(x))"}}, {40000}, What::grundy},
        {"josephus-nim", {}, {300, 310}, What::grundy},
        {"two-weights", {}, {300, 300}, What::outcome},
        {"subtraction", {{"moves", "7,19"}}, {20000}, What::grundy},
        {"subtraction", {{"moves", "3,9"}}, {20000}, What::grundy},
        {"wythoff", {}, {220, 220}, What::outcome},
        {"euclid", {}, {150, 150}, What::grundy},
        {"nim", {}, {20, 20, 20}, What::grundy},
        {"moore", {{"k", "2"}}, {24, 24, 24}, What::grundy},
        {"misere-nim", {}, {20, 20, 20}, What::outcome},
        {"podium-nim", {{"players", "3"}}, {11, 11, 11}, What::grundy},
        {"podium-nim", {{"players", "4"}, {"lower", "2"}}, {8, 8, 8}, What::grundy},
        {"turn-nim", {{"f", "k^2"}}, {300, 6}, What::outcome},
        {"turn-nim", {{"f", "1 + floor(k/2)"}}, {300, 6}, What::outcome},
    };
    Library library(home());
    for (Question q : questions) {
        if (kSlow)
            for (std::int64_t& top : q.largest) top /= q.largest.size() == 1 ? 8 : 3;
        const Session game = session(library, q.game, q.arguments, q.what);
        const auto engine = make_engine("auto", game.rules(), q.what, kWatch);
        engine->prepare(q.largest);
        Session asked = session(library, q.game, q.arguments, q.what);
        Theory& laws = asked.theory(q.largest.size());
        ASSERT_FALSE(laws.empty()) << q.game;
        int answered = 0, positions = 0;
        for (const Position& position : box(q.largest)) {
            if (game.rules().domain) {
                Frame frame;
                frame.slots.resize(static_cast<std::size_t>(game.rules().frame_size));
                load(game.rules(), position, frame);
                if (!test(game.rules().domain, frame)) continue;
            }
            ++positions;
            const auto answer = laws.value({position.begin(), position.end()});
            if (!answer || !answer->exact) continue;
            ++answered;
            ASSERT_EQ(answer->value, engine->value(position))
                << q.game << " " << to_text(position) << " by " << answer->laws.back()->claim;
        }
        EXPECT_EQ(answered, positions) << q.game << ": " << fmt::format("{}", fmt::join(laws.refused(), "; "));
    }
}

TEST(Laws, AWrongOneIsNamedAndNotUsed) {
    const auto file = std::filesystem::temp_directory_path() / fmt::format("wrong-{}.bouton", ::getpid());
    std::ofstream(file) << "game g (x, y)\n move (x - t, y) for 1 <= t <= x\n move (x, y - t) for 1 <= t <= y\n"
                        << "theorem \"t\" for x >= 0, y >= 0: grundy(x, y) = if x < 60 then xor(x, y) else 0  to 20\n";
    Library library(home());
    Session game = session(library, file.string());
    const Failure failure = failure_of([&] { game.answer({Integer(1) << 80, 1}); });
    std::filesystem::remove(file);
    EXPECT_EQ(failure.fault, Fault::input);
    EXPECT_NE(failure.message.find("theorem t"), std::string::npos) << failure.message;
    EXPECT_NE(failure.message.find("is wrong at (60, 0)"), std::string::npos) << failure.message;
}

TEST(Laws, ACertifiedPeriodIsBelievedBeforeAClaim) {
    const auto file = std::filesystem::temp_directory_path() / fmt::format("period-{}.bouton", ::getpid());
    std::ofstream(file) << "game g (x)\n move (x - t) for 1 <= t <= min(x, 3)\n"
                        << "theorem \"t\" for x >= 0: grundy(x) = if x < 200 then x mod 4 else x mod 5  to 100\n";
    Library library(home());
    Session game = session(library, file.string());
    const auto answer = game.answer({(Integer(1) << 80) + 3});
    std::filesystem::remove(file);
    EXPECT_EQ(answer.value, 3);
}

TEST(Laws, OutsideTheHypothesisThereIsARefusalThatNamesIt) {
    Library library(home());
    const Failure jumps = failure_of([&] {
        session(library, "maximum-nim", {{"f", "2*x"}}).answer({Integer(1) << 80});
    });
    EXPECT_EQ(jumps.fault, Fault::limit);
    EXPECT_NE(jumps.message.find("is false for t = 1"), std::string::npos) << jumps.message;
    const Failure falls = failure_of([&] {
        session(library, "turn-nim", {{"f", "if k <= 2 then 2 else 1"}}, What::outcome).answer({Integer(1) << 80, 1});
    });
    EXPECT_EQ(falls.fault, Fault::limit);
    // Small enough: from the rules, whatever the function.
    EXPECT_EQ(
        session(library, "turn-nim", {{"f", "if k <= 2 then 2 else 1"}}, What::outcome).answer({4, 1}).warrant.kind,
        Warrant::Kind::computed);
}

// ---- large positions

/// Sampled moves by the rules: near both ends of every range and at random in it.
std::vector<LargePosition> sampled_moves(const Session& game, const LargePosition& position, Random& random) {
    std::vector<LargePosition> result;
    const Ruleset& rules = game.rules();
    for (const Move& move : rules.moves) {
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules.frame_size));
        for (int trial = 0; trial < 10; ++trial) {
            load(rules, position, frame);
            bool possible = true;
            for (const Binder& binder : move.loop.binders) {
                Integer low = evaluate(binder.lower[0], frame), high = evaluate(binder.upper[0], frame);
                for (const Expr& e : binder.lower) low = std::max(low, evaluate(e, frame));
                for (const Expr& e : binder.upper) high = std::min(high, evaluate(e, frame));
                if (low > high) {
                    possible = false;
                    break;
                }
                const std::int64_t how = random.between(0, 3);
                const Integer near = random.between(0, 9);
                Integer value = how == 0 ? Integer(low + near)
                                : how == 1
                                    ? Integer(high - near)
                                    : Integer(low + random_integer(random, static_cast<int>(msb(high - low + 1)) + 1) %
                                                        (high - low + 1));
                value = std::clamp(value, low, high);
                frame.set(binder.slots[0], value);
            }
            if (!possible) break;
            if (!holds(move.loop, frame)) continue;
            LargePosition next;
            for (const Expr& e : move.results[0]) next.push_back(evaluate(e, frame));
            if (std::all_of(next.begin(), next.end(), [](const Integer& c) { return c >= 0; })) result.push_back(next);
        }
    }
    return result;
}

TEST(LargePositions, NoMoveFromAPPositionLeadsToOneAndTheMoveFoundDoes) {
    struct Case {
        std::string game;
        std::vector<std::pair<std::string, std::string>> arguments;
        int coordinates;
    };
    const std::vector<Case> cases = {
        {"josephus-nim", {}, 2},
        {"two-weights", {}, 2},
        {"wythoff", {}, 2},
        {"maximum-nim", {{"k", "3"}}, 1},
        {"maximum-nim", {{"k", "10"}}, 1},
        {"maximum-nim", {{"f", "floor(2*x/3)"}}, 1},
    };
    Library library(home());
    Random random(5);
    for (const Case& c : cases) {
        Session game = session(library, c.game, c.arguments);
        int winning = 0, losing = 0, found = 0;
        const auto examine = [&](const LargePosition& position) {
            const ValueAnswer answer = game.answer(position, true);
            if (answer.value == 0) {
                ++losing;
                for (const LargePosition& next : sampled_moves(game, position, random))
                    ASSERT_NE(game.answer(next, true).value, 0)
                        << c.game << " " << to_text(position) << " to " << to_text(next);
                return;
            }
            ++winning;
            const auto option = game.move_to(position, 0);
            if (!option) return;
            ++found;
            const LargePosition& next = option->front();
            ASSERT_TRUE(game.is_move(position, *option))
                << c.game << " " << to_text(position) << " to " << to_text(next);
            const ValueAnswer there = game.answer(next, true);
            ASSERT_EQ(there.value, 0);
            // A P-position, met by a move: its own sampled moves are all N.
            ++losing;
            for (const LargePosition& far : sampled_moves(game, next, random))
                ASSERT_NE(game.answer(far, true).value, 0) << c.game << " " << to_text(next) << " to " << to_text(far);
        };
        for (const int bits : kSlow ? std::vector<int>{40} : std::vector<int>{40, 64, 160}) {
            for (int offset = -1; offset <= 1; ++offset) {
                LargePosition position(static_cast<std::size_t>(c.coordinates),
                                       (Integer(1) << static_cast<unsigned>(bits)) + offset);
                if (c.coordinates == 2)
                    position[1] = random_integer(random, bits - static_cast<int>(random.between(1, 8)));
                examine(position);
                position[0] = random_integer(random, bits) + 1;
                examine(position);
            }
        }
        EXPECT_GE(losing, 3) << c.game;
        EXPECT_EQ(found, winning) << c.game;  // a move was found from each
    }
}

TEST(LargePositions, MembershipAtTheEdgesOfTheFamilies) {
    Library library(home());
    Session game = session(library, "josephus-nim");
    for (const unsigned n : {5U, 64U, 200U}) {
        for (const int s : {0, 1, 7}) {
            // ((2s + 1) 2^n - 1 + m, m) has value s for 0 <= m <= (2s + 1) 2^n - 1.
            const Integer top = (Integer(2 * s + 1) << n) - 1;
            for (const Integer& m : {Integer(0), Integer(1), Integer(top / 2), Integer(top - 1), top}) {
                EXPECT_EQ(game.answer({top + m, m}).value, s);
                EXPECT_NE(game.answer({top + m + 1, m}).value, s);
            }
        }
    }
}

// ---- sums and play

TEST(Sums, TheNimSumOfTheValuesAndTheirMoves) {
    Library library(home());
    const Board board = Board::parse(library, {"maximum-nim(k=3) 29 + josephus-nim 10 3 + nim 7"}, kWatch);
    Session a = session(library, "maximum-nim", {{"k", "3"}}), b = session(library, "josephus-nim");
    EXPECT_EQ(board.value().value, Integer(a.value({29}) ^ b.value({10, 3}) ^ 7));
    const auto moves = board.moves();
    ASSERT_TRUE(moves.has_value());
    for (const BoardMove& move : *moves) EXPECT_EQ(board.after(move).value().value, *move.value);
    // The same words one by one, and with arguments outside of brackets.
    EXPECT_EQ(
        Board::parse(library, {"maximum-nim", "k=3", "29", "+", "josephus-nim", "10", "3", "+", "nim", "7"}, kWatch)
            .value()
            .value,
        board.value().value);
    // Large parts: a winning move brings the nim-sum to 0.
    const Board large = Board::parse(library, {"maximum-nim(k=3) 10^40 + nim 10^12 77 + wythoff 3 5"}, kWatch);
    const auto best = large.best();
    ASSERT_TRUE(best.has_value());
    EXPECT_EQ(large.after(*best).value().value, 0);
}

/// Random play against the perfect player, who never loses from a position that he should win.
TEST(Play, ThePerfectPlayerNeverLosesAWonGame) {
    Library library(home());
    Random random(6);
    const std::vector<std::vector<std::string>> starts = {
        {"nim", "3", "4", "5"},
        {"maximum-nim", "k=3", "29"},
        {"josephus-nim", "10", "3"},
        {"two-weights", "6", "5"},
        {"wythoff", "7", "9"},
        {"kayles", "9"},
        {"subtraction", "moves=2,5,6", "31"},
        {"misere-nim", "2", "3", "3"},
        {"turn-nim", "f=k", "14", "1"},
        {"nim 2 3 + kayles 5"},
    };
    int games = 0;
    for (const auto& words : starts) {
        const Board start = Board::parse(library, words, kWatch);
        for (int game = 0; game < 200; ++game) {
            Board board = start;
            int turn = 0;
            // Some random moves first, so that many positions are met.
            for (std::int64_t i = random.between(0, 3); i > 0 && !board.over(); --i) {
                board = board.after(random.pick(*board.moves()));
                turn = 1 - turn;
            }
            if (board.over()) continue;
            const bool mover_wins = board.value().value != 0;
            const int perfect = mover_wins ? turn : 1 - turn;  // the side that should win
            while (!board.over()) {
                if (turn == perfect) {
                    const auto move = board.best();
                    ASSERT_TRUE(move.has_value()) << board.show();
                    board = board.after(*move);
                } else {
                    board = board.after(random.pick(*board.moves()));
                }
                turn = 1 - turn;
            }
            const int winner = board.rules().misere ? turn : 1 - turn;
            ASSERT_EQ(winner, perfect) << words[0];
            ++games;
        }
    }
    EXPECT_GT(games, 1500);
}

TEST(Play, ALostPlayerStillHasAMove) {
    Library library(home());
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"nim", "1", "2", "3"}, {"wythoff", "1", "2"}, {"kayles", "0"}}) {
        const Board board = Board::parse(library, words, kWatch);
        ASSERT_EQ(board.value().value, 0);
        EXPECT_FALSE(board.best().has_value());
        EXPECT_EQ(board.delay().has_value(), !board.over());
    }
}

}  // namespace
}  // namespace bouton::unit
