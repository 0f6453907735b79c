// Moves by a certified period, against the rules: every value that an option has is found and no other, what is found is legal and has the
// value by the reference engine, which knows no periods. Far out, values of heaps are those of small heaps by periods from the literature.
#include "answers/files.hpp"
#include "engines/options.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace bouton::unit {
namespace {

const Watch kWatch;
constexpr std::int64_t kHeaps = 300;

using Arguments = std::vector<std::pair<std::string, std::string>>;

std::vector<Position> sorted(std::vector<Position> option) {
    std::sort(option.begin(), option.end());
    return option;
}

std::vector<Position> sorted(const LargeOption& option) {
    std::vector<Position> result;
    for (const LargePosition& part : option) result.push_back({clamp(part[0])});
    return sorted(result);
}

Value nim_sum(Engine& engine, const std::vector<Position>& option) {
    Value sum = 0;
    for (const Position& part : option) sum ^= engine.value(part);
    return sum;
}

/// Compares the law with the rules on small heaps; false: the game has no certified period.
bool agrees(const Ruleset& rules) {
    const auto law = PeriodLaw::find(rules, What::grundy, kWatch);
    if (!law) return false;
    const auto engine = make_engine("reference", rules, What::grundy, kWatch);
    Options options(rules);
    int moves = 0;
    for (std::int64_t heap = 0; heap <= kHeaps; ++heap) {
        std::set<std::vector<Position>> legal;
        std::set<Value> values;
        for (const auto& option : options.all({heap})) {
            legal.insert(sorted(option));
            values.insert(nim_sum(*engine, option));
        }
        EXPECT_EQ(law->value(heap), engine->value({heap})) << rules.instance << " " << heap;
        const Value most = values.empty() ? 1 : *values.rbegin() + 2;
        for (Value wanted = 0; wanted <= most; ++wanted) {
            const auto found = law->move_to(heap, wanted);
            EXPECT_EQ(found.has_value(), values.contains(wanted)) << rules.instance << " " << heap << " to " << wanted;
            if (!found) continue;
            ++moves;
            EXPECT_TRUE(legal.contains(sorted(*found))) << rules.instance << " " << heap << " to " << wanted;
            EXPECT_EQ(nim_sum(*engine, sorted(*found)), wanted) << rules.instance << " " << heap;
        }
        const auto any = law->first_move(heap);
        EXPECT_EQ(any.has_value(), !legal.empty()) << rules.instance << " " << heap;
        EXPECT_TRUE(!any || legal.contains(sorted(*any))) << rules.instance << " " << heap;
        if (const auto all = law->moves(heap, 1000)) {
            std::set<std::vector<Position>> listed;
            for (const LargeOption& option : *all) listed.insert(sorted(option));
            EXPECT_EQ(listed, legal) << rules.instance << " " << heap;
        }
    }
    EXPECT_GT(moves, 0) << rules.instance;
    return true;
}

TEST(PeriodLaws, GamesOfTheLibraryMoveAsTheRulesSay) {
    const std::map<std::string, std::vector<Arguments>> arguments = {
        {"subtraction",
         {{{"moves", "2,5,7"}}, {{"moves", "1,2,3"}}, {{"moves", "3,5,9"}}, {{"moves", "2,4,7"}}, {{"moves", "4"}}}},
        {"bachet", {{{"k", "1"}}, {{"k", "7"}}}},
    };
    Library library(home());
    std::set<std::string> certified;
    for (const auto& file : bouton_files()) {
        const auto document = library.document(file);
        for (const auto& game : document->file.games) {
            const auto given = arguments.find(game.name);
            if (given == arguments.end() && !game.parameters.empty()) continue;
            for (const Arguments& some : given == arguments.end() ? std::vector<Arguments>{{}} : given->second) {
                Session session(library, {game.name, some}, What::grundy, kWatch);
                if (session.rules().coordinates.size() == 1 && session.rules().piles < 0 && agrees(session.rules()))
                    certified.insert(game.name);
            }
        }
    }
    for (const char* name : {"kayles", "dawsons-kayles", "dawsons-chess", "subtraction", "bachet"})
        EXPECT_TRUE(certified.contains(name)) << name;
}

TEST(PeriodLaws, OtherMovesOfLargeHeaps) {
    const std::vector<std::string> games = {
        // two variables: Kayles
        "game g (x)\n move (a) + (x - t - a) for 1 <= t <= 2, 0 <= a <= x - t - a\n",
        // unequal parts of at least two stones: period 53 after 32
        "game g (x)\n move (x - 1)\n move (x - 2)\n move (a) + (x - 3 - a) for 2 <= a < x - 3 - a\n",
        // parts of at least one stone
        "game g (x)\n move (x - 3)\n move (a) + (x - 1 - a) for 1 <= a <= x - 1 - a\n",
        // small heaps have other moves
        "game g (x)\n move (x - 1) if x = 1\n move (x - 2) if x >= 7\n move (x - 3)\n",
        "game g (x)\n misere\n move (x - s) for s in {1, 4, 6}\n",
        // moves to fixed heaps
        "game g (x)\n move (x - 2)\n move (3) if x >= 9\n move (0) if x >= 20\n",
        // values that grow: Nim, and Nim without 2 and 5
        "game g (x)\n move (x - t) for 1 <= t <= x\n",
        "game g (x)\n move (x - t) for 1 <= t <= x - 2 if t != 2 and t != 5\n",
    };
    for (const std::string& text : games) EXPECT_TRUE(agrees(rules_in(text))) << text;
}

/// Two variables, one of which runs through a set: no move is overlooked.
TEST(PeriodLaws, StepsThroughSetsOfNumbers) {
    for (const char* text : {"game g (x)\n  move (x - (t + s)) for 1 <= t <= x, s in {0, 2}\n",
                             "game g (x)\n  move (x - s - 10*t) for s in {1..3, 8}, 0 <= t <= 1\n"})
        EXPECT_TRUE(agrees(rules_in(text))) << text;
}

TEST(PeriodLaws, StepsAreLegalIfAndOnlyIfTheRulesListThem) {
    for (const char* text : {"game g (x)\n move (a) + (x - t - a) for 1 <= t <= 2, 1 <= a < x - t - a\n move (x - 4)\n",
                             "game g (x)\n move (x - s) for s in {2, 5}\n"}) {
        const Ruleset rules = rules_in(text);
        for (std::int64_t heap = 0; heap <= 14; ++heap) {
            std::set<std::vector<Position>> legal;
            for (const auto& option : Options(rules).all({heap})) legal.insert(sorted(option));
            for (std::int64_t a = 0; a <= heap; ++a) {
                EXPECT_EQ(is_legal(rules, {heap}, {{a}}), legal.contains(std::vector<Position>{Position{a}}))
                    << text << heap << " to " << a;
                for (std::int64_t b = 0; b <= heap; ++b)
                    EXPECT_EQ(is_legal(rules, {heap}, {{a}, {b}}),
                              legal.contains(sorted(std::vector<Position>{Position{a}, Position{b}})))
                        << text << heap << " to " << a << " + " << b;
            }
        }
    }
}

TEST(PeriodLaws, FarOutEverySmallerValueCanBeReached) {
    struct Case {
        std::string game;
        Arguments arguments;
        std::int64_t period;  // Guy and Smith 1956; games/subtraction/subtraction.bouton
    };
    Library library(home());
    Random random(12);
    for (const Case& c : {Case{"kayles", {}, 12}, Case{"dawsons-kayles", {}, 34}, Case{"dawsons-chess", {}, 34},
                          Case{"subtraction", {{"moves", "2,5,7"}}, 22}}) {
        Session game(library, {c.game, c.arguments}, What::grundy, kWatch);
        const auto engine = make_engine("reference", game.rules(), What::grundy, kWatch);
        const auto value = [&](const Integer& heap) {  // by the literature's period and a small heap
            return engine->value({heap < 200 ? clamp(heap) : 200 + clamp(Integer((heap - 200) % c.period))});
        };
        for (int trial = 0; trial < 60; ++trial) {
            Integer heap = Integer(1) << static_cast<unsigned>(random.between(21, 200));
            heap += random.between(0, 1000000);
            const Value mine = value(heap);
            ASSERT_EQ(game.answer({heap}).value, mine) << c.game << " " << heap;
            for (Value wanted = 0; wanted < mine; ++wanted) {
                const auto next = game.move_to({heap}, wanted);
                ASSERT_TRUE(next) << c.game << " " << heap << " to " << wanted;
                Value sum = 0;
                for (const LargePosition& part : *next) sum ^= value(part[0]);
                EXPECT_EQ(sum, wanted) << c.game << " " << heap;
                EXPECT_TRUE(game.is_move({heap}, *next)) << c.game << " " << heap << " to " << wanted;
            }
            EXPECT_FALSE(game.move_to({heap}, mine)) << c.game << " " << heap;
        }
    }
}

}  // namespace
}  // namespace bouton::unit
