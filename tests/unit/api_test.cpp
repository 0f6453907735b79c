// The public interface, as far as bouton::core has it. These tests run in the ordinary build and, by `./test core`, in one without threads
// and without GMP: the same answers. They include nothing but the public header.
#include <bouton/bouton.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <set>
#include <thread>

namespace {

using bouton::Error;
using bouton::Fault;
using bouton::Game;
using bouton::Number;

constexpr auto kBachet =
    "game bachet (x)\n  parameter k = 3 where k >= 1\n  move (x - t) for 1 <= t <= k\n"
    "theorem \"values\" for x >= 0: grundy(x) = x mod 4  to 100\n"
    "theorem \"slip\" for x >= 0: grundy(x) = x mod 5  to 100\n";
constexpr auto kNim = "game nim (a...)\n  move (a - t) for 1 <= t <= a\n";
constexpr auto kWythoff =
    "game wythoff (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"
    "  move (x - t, y - t) for 1 <= t <= min(x, y)\n"
    "function lower(n) = floor((n + floor(sqrt(5*n^2))) / 2)\n"
    "theorem \"Wythoff\": { outcome = P } = { (lower(n), lower(n) + n) for n >= 0 } | { (lower(n) + n, lower(n)) for n "
    ">= 0 }  to 100\n";
constexpr auto kKayles =
    "game kayles (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - "
    "a\n";
constexpr auto kPodium = "game podium (a...)\n  move (a - t) for 1 <= t <= a\n  players 3\n";

template <class Run> Error error_of(Run run) {
    try {
        run();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "no error";
    return Error(Fault::input, "");
}

TEST(ApiNumber, TextOrderAndSmallOnes) {
    EXPECT_EQ(Number(0).str(), "0");
    EXPECT_EQ(Number("10^30").str(), "1" + std::string(30, '0'));
    EXPECT_EQ(Number("2^64 - 1"), Number(std::numeric_limits<std::uint64_t>::max()));
    EXPECT_EQ(Number("007"), Number(7));
    EXPECT_EQ(Number("-12").small(), -12);
    EXPECT_EQ(Number("2^63").small(), std::nullopt);
    const std::set<Number> sorted = {"10^20", 9, -3, "-10^20", 10, 0, -10};
    std::string text;
    for (const Number& number : sorted) text += number.str() + " ";
    EXPECT_EQ(text, "-100000000000000000000 -10 -3 0 9 10 100000000000000000000 ");
    EXPECT_EQ(error_of([] { Number("seven"); }).fault(), Fault::input);
    EXPECT_EQ(error_of([] { Number(""); }).fault(), Fault::input);
}

TEST(ApiGame, ValuesOfAnySize) {
    Game bachet = Game::from_text(kBachet);
    EXPECT_EQ(bachet.name(), "bachet");
    EXPECT_EQ(bachet.coordinates(), std::vector<std::string>{"x"});
    for (int x = 0; x < 40; ++x) EXPECT_EQ(bachet.value({x}).value, Number(x % 4));
    EXPECT_EQ(bachet.value({10}).warrant.kind, Game::Warrant::Kind::computed);
    Game other = Game::from_text(kBachet, "bachet", {{"k", "4"}});
    EXPECT_EQ(other.name(), "bachet(k = 4)");
    EXPECT_EQ(other.value({10}).value, Number(0));

    const Game::Value far = Game::from_text(kKayles).value({"10^30"});  // 10^30 mod 12 = 4; Winning Ways, table 4.5
    EXPECT_EQ(far.value, Number(1));
    EXPECT_EQ(far.warrant.kind, Game::Warrant::Kind::proved);
    EXPECT_NE(far.warrant.text.find("period 12 after 71"), std::string::npos) << far.warrant.text;

    EXPECT_EQ(Game::from_text(kNim).value({3, 5, 7}).value, Number(3 ^ 5 ^ 7));
}

TEST(ApiGame, LawsThatAreOnlyCheckedSaySo) {
    Game wythoff = Game::from_text(kWythoff);
    // F(60) and F(61): with n = F(59), floor(n*phi) is F(60), since F(60) - n*phi = (1 - phi)^59 lies between -1 and 0.
    const Game::Outcome lost = wythoff.outcome({"1548008755920", "2504730781961"});
    EXPECT_EQ(lost.winner, Game::Winner::previous);
    EXPECT_EQ(lost.warrant.kind, Game::Warrant::Kind::checked);
    EXPECT_EQ(wythoff.outcome({"1548008755920", "2504730781962"}).winner, Game::Winner::next);
    const auto move = wythoff.winning_move({"1548008755920", "2504730781962"});
    ASSERT_TRUE(move);
    EXPECT_EQ(move->to, (std::vector<Game::Position>{{"1548008755920", "2504730781961"}}));
    EXPECT_FALSE(wythoff.winning_move({"1548008755920", "2504730781961"}));
    EXPECT_FALSE(wythoff.winning_move({1, 2}));
    EXPECT_EQ(wythoff.outcome({3, 5}).winner, Game::Winner::previous);
}

TEST(ApiGame, Moves) {
    Game nim = Game::from_text(kNim);
    std::string wins;
    std::size_t count = 0;
    for (const Game::Move& move : nim.moves({3, 4, 5})) {
        ++count;
        ASSERT_EQ(move.to.size(), 1u);
        EXPECT_EQ(move.best, move.value == Number(0));
        if (move.best)
            for (const Number& coordinate : move.to[0]) wins += coordinate.str() + " ";
    }
    EXPECT_EQ(count, 12u);
    EXPECT_EQ(wins, "1 4 5 ");  // the only one: Bouton 1901
    std::size_t splits = 0;
    for (const Game::Move& move : Game::from_text(kKayles).moves({5})) splits += move.to.size() == 2;
    EXPECT_GT(splits, 0u);
    EXPECT_EQ(error_of([&] { nim.moves({"10^30"}); }).fault(), Fault::limit);
    EXPECT_EQ(error_of([&] { nim.moves({10000000}); }).fault(), Fault::limit);
}

TEST(ApiGame, Tables) {
    Game wythoff = Game::from_text(kWythoff);
    const Game::Table table = wythoff.table({10, 20});
    EXPECT_EQ(table.shape(), (std::vector<std::size_t>{11, 21}));
    EXPECT_EQ(table.size(), 11u * 21);
    for (int x = 0; x <= 10; ++x)
        for (int y = 0; y <= 20; ++y) EXPECT_EQ(Number(table.at({x, y})), wythoff.value({x, y}).value) << x << ' ' << y;
    EXPECT_EQ(table[21 * 3 + 5], 0u);
    EXPECT_EQ(error_of([&] { table.at({11, 0}); }).fault(), Fault::input);
    EXPECT_EQ(error_of([&] { table.at({1}); }).fault(), Fault::input);
    EXPECT_EQ(wythoff.p_positions({10, 10}),
              (std::vector<Game::Bounds>{{0, 0}, {1, 2}, {2, 1}, {3, 5}, {4, 7}, {5, 3}, {6, 10}, {7, 4}, {10, 6}}));
}

TEST(ApiGame, TablesWithHolesAndRoomToGrow) {
    Game holes = Game::from_text("game holes (x, y) where x <= y\n  move (x, y - t) for 1 <= t <= y\n");
    EXPECT_EQ(holes.table({3, 3}).at({2, 1}), Game::Table::kNoPosition);
    // The second coordinate grows: the engine needs more room than the table shows.
    Game turns = Game::from_text("game turns (x, k)\n  move (x - t, k + 1) for 1 <= t <= min(x, k)\n");
    const Game::Table table = turns.table({6, 4});
    EXPECT_EQ(table.shape(), (std::vector<std::size_t>{7, 5}));
    for (int x = 0; x <= 6; ++x)
        for (int k = 0; k <= 4; ++k) EXPECT_EQ(Number(table.at({x, k})), turns.value({x, k}).value) << x << ' ' << k;
}

TEST(ApiGame, TableOutlivesItsGame) {
    const Game::Table table = Game::from_text(kNim).table({7, 7});
    for (std::uint32_t a = 0; a <= 7; ++a)
        for (std::uint32_t b = 0; b <= 7; ++b) EXPECT_EQ(table[a * 8 + b], a ^ b);
}

TEST(ApiGame, PeriodsAndShapes) {
    Game kayles = Game::from_text(kKayles);
    const Game::Period period = kayles.period();
    EXPECT_TRUE(period.proved);
    EXPECT_EQ(period.preperiod, 71);
    EXPECT_EQ(period.period, 12);
    EXPECT_EQ(kayles.outcome_period().period, 1);
    const Game::Period none = Game::from_text(kWythoff).period();
    EXPECT_FALSE(none.proved);
    EXPECT_FALSE(none.text.empty());
    EXPECT_EQ(kayles.shape().moves, (std::vector<std::string>{"split", "split"}));
    EXPECT_EQ(Game::from_text(kWythoff).shape().engine, "lines");
    EXPECT_EQ(Game::from_text(kNim).shape(3).coordinates, 3u);
}

TEST(ApiGame, SeveralPlayers) {
    Game podium = Game::from_text(kPodium);
    EXPECT_EQ(podium.value({0}).value, Number(0));
    EXPECT_EQ(podium.value({5}).value, Number(1));
    EXPECT_EQ(error_of([&] { podium.outcome({5}); }).fault(), Fault::input);
    EXPECT_EQ(error_of([&] { podium.winning_move({5}); }).fault(), Fault::input);
}

TEST(ApiErrors, FaultSettingAndPlace) {
    const Error slip = error_of([] { Game::from_text("game g (x)\n  move (x - t) for 1 <= t <= \n"); });
    EXPECT_EQ(slip.fault(), Fault::input);
    ASSERT_NE(slip.place(), nullptr);
    EXPECT_EQ(slip.place()->file, "text");
    EXPECT_GE(slip.place()->line, 2u);
    EXPECT_EQ(error_of([] { Game::from_text("game endless (x) move (x)"); }).fault(), Fault::input);
    EXPECT_EQ(error_of([] { Game::from_text(""); }).place(), nullptr);
    EXPECT_EQ(error_of([] { Game::from_text(kNim, "mim"); }).fault(), Fault::input);
    EXPECT_EQ(error_of([] { Game::from_text(kBachet, "", {{"k", "0"}}); }).fault(), Fault::input);
    EXPECT_EQ(error_of([] { Game::from_text(kBachet).value({1, 2}); }).fault(), Fault::input);
    EXPECT_EQ(error_of([] { Game::from_text(kBachet).value({-1}); }).fault(), Fault::input);
    EXPECT_EQ(error_of([] { Game::from_text("import nim\ngame g (x) move (x - 1)"); }).fault(), Fault::input);
    EXPECT_EQ(error_of([] { Game::from_text(kWythoff).table({5}); }).setting(), bouton::Setting::to);
}

TEST(ApiErrors, NoMessageNamesAnOption) {
    bouton::RunOptions little;
    little.memory = 1 << 20;
    bouton::RunOptions hasty;
    hasty.seconds = 1e-9;
    const std::vector<Error> errors = {
        error_of([&] {
            Game::from_text(kWythoff, "", {}, little).table({5000, 5000});
        }),
        error_of([&] {
            Game::from_text(kWythoff, "", {}, hasty).table({5000, 5000});
        }),
        error_of([&] { Game::from_text(kWythoff).table({5}); }),
        error_of([&] {
            Game::from_text(kWythoff).value({"10^30", "10^31"});
        }),
        error_of([&] { bouton::check(kBachet, hasty); }),
    };
    for (const Error& error : errors)
        EXPECT_EQ(std::string(error.what()).find("--"), std::string::npos) << error.what();
    EXPECT_EQ(errors[0].setting(), bouton::Setting::memory);
    EXPECT_EQ(errors[1].setting(), bouton::Setting::time);
    EXPECT_EQ(errors[3].setting(), bouton::Setting::what);
    EXPECT_EQ(errors[4].setting(), bouton::Setting::time);
}

TEST(ApiRunOptions, ThreadsChangeNothing) {
    std::vector<std::uint32_t> first;
    for (const std::size_t threads : {1u, 2u, 7u}) {
        bouton::RunOptions options;
        options.threads = threads;
        const Game::Table table = Game::from_text(kWythoff, "", {}, options).table({400, 700});
        std::vector<std::uint32_t> values(table.size());
        for (std::size_t i = 0; i < table.size(); ++i) values[i] = table[i];
        if (first.empty()) first = values;
        EXPECT_TRUE(values == first) << threads;
    }
}

TEST(ApiRunOptions, EachQuestionHasAClockOfItsOwn) {
    bouton::RunOptions options;
    options.seconds = 0.3;
    Game game = Game::from_text(kWythoff, "", {}, options);
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_EQ(game.value({3, 5}).value, Number(0));
    EXPECT_EQ(game.table({20, 20}).at({1, 2}), 0u);
}

TEST(ApiRunOptions, CancelAndProgress) {
    bouton::RunOptions options;
    std::atomic<int> told = 0;
    options.progress = [&](const std::string& text) { told += !text.empty(); };
    Game game = Game::from_text(kWythoff, "", {}, options);
    options.cancel.cancel();  // copies share the flag
    EXPECT_EQ(error_of([&] { game.table({3000, 3000}); }).fault(), Fault::cancelled);
    options.cancel.reset();
    EXPECT_EQ(game.table({30, 30}).at({3, 5}), 0u);
    EXPECT_GT(told, 0);
}

TEST(ApiCheck, VerdictsInTheOrderOfTheText) {
    const auto claims = bouton::check(kBachet);
    ASSERT_EQ(claims.size(), 2u);
    EXPECT_EQ(claims[0].claim, "theorem values");
    EXPECT_EQ(claims[0].kind, bouton::CheckedClaim::Kind::holds);
    EXPECT_EQ(claims[0].bound, "100");
    EXPECT_TRUE(claims[0].as_expected);
    EXPECT_EQ(claims[1].kind, bouton::CheckedClaim::Kind::refuted);
    EXPECT_FALSE(claims[1].as_expected);
    EXPECT_EQ(claims[1].counterexample, (std::vector<std::pair<std::string, std::string>>{{"x", "4"}}));
    EXPECT_EQ(bouton::check(kBachet, {}, 3)[1].kind, bouton::CheckedClaim::Kind::holds);
}

}  // namespace
