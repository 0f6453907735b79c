// Rules of winning besides the usual ones: `prefer`, `coalition`, `block`, on random games against their definitions, written once more here
// over the independent walk; published values; what is refused.
#include "engines/winning.hpp"
#include "engines/choose.hpp"
#include "engines/reference/reference.hpp"
#include "independent/game.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "unit/random_games.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace bouton::unit {
namespace {

using Sum = independent::Walk::Sum;

/// The definitions, with sets of players and plain recursion.
class Oracle {
  public:
    Oracle(const syntax::Game& game, const independent::Walk::Arguments& arguments, int players,
           std::vector<std::vector<int>> prefer, int block)
        : walk_(game, arguments, 40), players_(players), prefer_(std::move(prefer)), block_(block) {}

    /// Who may get stuck, seats after the one to move; under `coalition` nobody if nobody can win against all others.
    std::set<int> stuck(const Sum& sum) {
        if (const auto known = stuck_.find(sum); known != stuck_.end()) return known->second;
        std::vector<std::set<int>> seen;
        for (const Sum& option : options(sum)) {
            std::set<int> mine;
            for (const int seat : stuck(option)) mine.insert((seat + 1) % players_);
            seen.push_back(mine);
        }
        return stuck_[sum] = seen.empty() ? std::set<int>{0} : prefer_.empty() ? coalition(seen) : preferred(seen);
    }

    bool is_n(const Sum& sum) {
        if (const auto known = outcomes_.find(sum); known != outcomes_.end()) return known->second;
        int winning = 0;
        for (const Sum& option : options(sum)) winning += is_n(option) ? 0 : 1;
        return outcomes_[sum] = winning >= block_;
    }

    bool exists(const Position& position) { return walk_.exists(position); }

  private:
    std::set<Sum> options(const Sum& sum) {
        std::set<Sum> result;
        for (std::size_t i = 0; i < sum.size(); ++i)
            for (const Sum& parts : walk_.options(sum[i])) {
                Sum whole = parts;
                for (std::size_t j = 0; j < sum.size(); ++j)
                    if (j != i) whole.push_back(sum[j]);
                for (Position& part : whole) walk_.exists(part);
                std::sort(whole.begin(), whole.end());
                result.insert(whole);
            }
        return result;
    }

    /// A player wins (moves last) if the one after him gets stuck.
    std::set<int> coalition(const std::vector<std::set<int>>& seen) const {
        for (int winner = 0; winner < players_; ++winner) {
            const std::set<int> wanted{(winner + 1) % players_};
            const auto wins = [&](const std::set<int>& option) { return option == wanted; };
            if (winner == 0 ? std::any_of(seen.begin(), seen.end(), wins) : std::all_of(seen.begin(), seen.end(), wins))
                return wanted;
        }
        return {};
    }

    std::set<int> preferred(const std::vector<std::set<int>>& seen) const {
        const auto level = [&](int seat) {
            const int last = (seat + players_ - 1) % players_;
            for (std::size_t i = 0; i < prefer_.size(); ++i)
                if (std::count(prefer_[i].begin(), prefer_[i].end(), last) > 0) return i;
            return prefer_.size();
        };
        const auto rank = [&](const std::set<int>& option) {
            std::vector<std::size_t> levels;
            for (const int seat : option) levels.push_back(level(seat));
            return std::pair(*std::max_element(levels.begin(), levels.end()),
                             *std::min_element(levels.begin(), levels.end()));
        };
        auto best = rank(seen[0]);
        for (const auto& option : seen) best = std::min(best, rank(option));
        std::set<int> result;
        for (const auto& option : seen)
            if (rank(option) == best) result.insert(option.begin(), option.end());
        return result;
    }

    independent::Walk walk_;
    int players_;
    std::vector<std::vector<int>> prefer_;
    int block_;
    std::map<Sum, std::set<int>> stuck_;
    std::map<Sum, bool> outcomes_;
};

std::string shown(const std::set<int>& stuck) {
    if (stuck.empty()) return "queer";
    return stuck.size() == 1 ? std::to_string(*stuck.begin()) : fmt::format("{{{}}}", fmt::join(stuck, ","));
}

/// A random preference: the seats in any order, neighbours sometimes in one set.
std::vector<std::vector<int>> random_preference(Random& random, int players) {
    std::vector<int> seats;
    for (int i = 0; i < players; ++i)
        seats.insert(seats.begin() + random.between(0, static_cast<int>(seats.size())), i);
    std::vector<std::vector<int>> levels;
    for (const int seat : seats) {
        if (levels.empty() || !random.chance(30)) levels.emplace_back();
        levels.back().push_back(seat);
    }
    return levels;
}

syntax::Term term(const std::string& text) { return lang::parse_term(text, "t"); }

Ruleset elaborated(const RandomGame& drawn, const syntax::Game& game) {
    syntax::File file;
    file.games.push_back(game);
    std::vector<std::pair<std::string, std::string>> arguments;
    for (const auto& [name, value] : drawn.arguments)
        if (name != "players") arguments.emplace_back(name, lang::print(value));
    return rules_in(lang::print(file), arguments);
}

/// All positions that small random games have, as sums of one.
template <class Compare> void on_random_games(std::uint64_t first, int count, const Compare& compare) {
    int done = 0;
    for (std::uint64_t seed = first; done < count; ++seed) {
        RandomGame drawn = random_game(seed);
        if (drawn.game.misere || drawn.game.players) continue;
        ++done;
        Random random(seed);
        SCOPED_TRACE(fmt::format("seed {}", seed));
        compare(drawn, random);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(Winning, RandomGamesWithPreferencesAndCoalitions) {
    on_random_games(20261118, 150, [](const RandomGame& drawn, Random& random) {
        syntax::Game game = drawn.game;
        const int players = static_cast<int>(random.between(1, 4));
        game.players = term(std::to_string(players));
        std::vector<std::vector<int>> prefer;
        if (random.chance(30)) {
            game.coalition = true;
        } else {
            prefer = random_preference(random, players);
            for (const auto& level : prefer)
                game.prefer.push_back(
                    term(level.size() == 1 ? std::to_string(level[0]) : fmt::format("{{{}}}", fmt::join(level, ", "))));
        }
        const Ruleset rules = elaborated(drawn, game);
        const Watch watch;
        const auto engine = make_engine("auto", rules, What::outcome, watch);
        Oracle oracle(game, drawn.arguments, players, prefer, 0);
        for (const Position& position : box(drawn.largest)) {
            if (!oracle.exists(position)) continue;
            Position sorted = position;
            ASSERT_EQ(engine->show(engine->value(sorted)), shown(oracle.stuck({sorted}))) << to_text(position);
        }
    });
}

TEST(Winning, RandomGamesWithForbiddenOptions) {
    on_random_games(20261119, 150, [](const RandomGame& drawn, Random& random) {
        if (drawn.game.coordinates[0].ends_with("...") || drawn.game.coordinates.back().ends_with("...")) return;
        syntax::Game game = drawn.game;
        const int block = static_cast<int>(random.between(1, 3));
        game.block = term(std::to_string(block));
        const Ruleset rules = elaborated(drawn, game);
        const Watch watch;
        const auto engine = make_engine("auto", rules, What::outcome, watch);
        Oracle oracle(game, drawn.arguments, 2, {}, block);
        for (const Position& position : box(drawn.largest))
            if (oracle.exists(position)) {
                ASSERT_EQ(engine->value(position) == 1, oracle.is_n({position})) << to_text(position);
            }
    });
}

/// 0, 1, ..., n - 1 is the podium rule, 1, 0 for two players is misere play, and one winning option is enough.
TEST(Winning, TheUsualRulesAreSpecialCases) {
    const std::string nim = "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
    const Watch watch;
    const auto engine = [&](const std::string& lines) {
        return make_engine("auto", rules_in(nim + lines), What::outcome, watch);
    };
    const auto compare = [&](const std::string& one, const std::string& other) {
        const auto first = engine(one), second = engine(other);
        for (const Position& position : box({7, 7})) EXPECT_EQ(first->value(position), second->value(position)) << one;
    };
    compare("  players 3\n  prefer 0, 1, 2\n", "  players 3\n");
    compare("  players 4\n  prefer 0, 1, 2, 3\n", "  players 4\n");
    const auto first = engine("  players 2\n  prefer 1, 0\n"), second = engine("  misere\n");
    for (const Position& position : box({7, 7}))  // there 0 means that the player to move gets stuck, and so wins
        EXPECT_EQ(first->value(position), 1 - second->value(position));
    compare("  players 2\n  coalition\n", "");
    compare("  block 1\n", "");
}

/// H. Suetsugu, Multiplayer games as extension of misere games (2019), introduction: in three-player Nim (1, 2) nobody can win by
/// himself, and the player to move chooses who does.
TEST(Winning, ThreePlayerNim) {
    const std::string nim = "game g (a...)\n  move (a - t) for 1 <= t <= a\n  players 3\n";
    const Watch watch;
    const auto value = [&](const std::string& line, const Position& position) {
        const auto engine = make_engine("auto", rules_in(nim + line), What::outcome, watch);
        return engine->show(engine->value(position));
    };
    EXPECT_EQ(value("  coalition\n", {1, 2}), "queer");
    EXPECT_EQ(value("  coalition\n", {0}), "0");
    EXPECT_EQ(value("  coalition\n", {2}), "1");
    EXPECT_EQ(value("  coalition\n", {1, 1}), "2");
    EXPECT_EQ(value("  coalition\n", {1, 1, 1}), "0");
    EXPECT_EQ(value("  prefer 0, 1, 2\n", {1, 2}), "2");  // the next one wins
    EXPECT_EQ(value("  prefer 0, 2, 1\n", {1, 2}), "0");  // the one before
    EXPECT_EQ(value("  prefer 0, {1, 2}\n", {1, 2}), "{0,2}");
    EXPECT_EQ(value("  prefer {0, 1}, 2\n", {1, 2}), "2");
}

/// Blocking Wythoff Nim (U. Larsson, arXiv:1010.5816): P if fewer than k options are P. With k = 2 the first P-positions by hand.
TEST(Winning, BlockedWythoff) {
    const Watch watch;
    const auto engine = make_engine(
        "auto",
        rules_in("game g (x, y)\n  block 2\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= "
                 "y\n  move (x - t, y - t) for 1 <= t <= x\n"),
        What::outcome, watch);
    // (0,0), (0,1), (1,0): at most one option is P. (1,1) moves to all three.
    EXPECT_EQ(engine->value({0, 0}), 0u);
    EXPECT_EQ(engine->value({0, 1}), 0u);
    EXPECT_EQ(engine->value({1, 0}), 0u);
    EXPECT_EQ(engine->value({1, 1}), 1u);
    EXPECT_EQ(engine->value({0, 2}), 1u);
    EXPECT_EQ(engine->value({1, 2}), 1u);  // to (1, 0) and to (0, 1)
    EXPECT_EQ(engine->value({2, 2}), 0u);  // of (0, 2), (1, 2), (2, 0), (2, 1), (1, 1), (0, 0) only the last is P
}

TEST(Winning, Refused) {
    const std::string one = "game g (x)\n  move (x - 1)\n";
    const auto message = [&](const std::string& lines) {
        return failure_of([&] { rules_in(one + lines); }).first_line();
    };
    EXPECT_NE(message("  prefer 0, 1, 2\n").find("`prefer` is for several players"), std::string::npos);
    EXPECT_NE(message("  coalition\n").find("`coalition` is for several players"), std::string::npos);
    EXPECT_NE(message("  players 3\n  prefer 0, 1\n").find("each of the seats 0 to 2 once"), std::string::npos);
    EXPECT_NE(message("  players 3\n  prefer 0, 1, 1\n").find("each of the seats 0 to 2 once"), std::string::npos);
    EXPECT_NE(message("  players 3\n  prefer 0, 1, 3\n").find("each of the seats 0 to 2 once"), std::string::npos);
    EXPECT_NE(message("  players 3\n  prefer 0, {1..10^30}\n").find("each of the seats 0 to 2 once"),
              std::string::npos);
    EXPECT_NE(message("  players 3\n  coalition\n  prefer 0, 1, 2\n").find("do not go together"), std::string::npos);
    EXPECT_NE(message("  block 2\n  misere\n").find("do not go together"), std::string::npos);
    EXPECT_NE(message("  block 2\n  players 3\n").find("do not go together"), std::string::npos);
    EXPECT_NE(message("  loopy\n  block 2\n").find("do not go together"), std::string::npos);
    EXPECT_NE(message("  loopy\n  players 2\n").find("do not go together"), std::string::npos);
    EXPECT_NE(message("  loopy\n  measure x\n").find("do not go together"), std::string::npos);
    EXPECT_NE(message("  block 0\n").find("`block 0` says nothing"), std::string::npos);
    EXPECT_NE(message("  block 2\n  block 3\n").find("a second time"), std::string::npos);
    EXPECT_EQ(message("  players 3\n  prefer {0..1}, 2\n"), "");
}

}  // namespace
}  // namespace bouton::unit
