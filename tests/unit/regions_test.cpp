// The engine for regions: how moves are recognised, and tables of random games of that kind against the reference engine.
#include "engines/regions/regions.hpp"
#include "engines/cells.hpp"
#include "engines/reference/reference.hpp"
#include "engines/regions/region.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <set>

namespace bouton::unit {
namespace {

const std::string kTwoWeights =
    "game two-weights (x, y)\n  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= 2*t + u <= floor((2*x + "
    "y)/2)\n";

std::shared_ptr<const Shape> shape_in(const std::string& text, std::size_t coordinates,
                                      const std::vector<std::pair<std::string, std::string>>& arguments = {}) {
    return shape_of(rules_in(text, arguments), coordinates);
}

/// All values of a box, in the order of the table.
std::vector<Value> values_in(const Cells& cells) {
    std::vector<Value> result;
    for (std::uint64_t i = 0; i < cells.size(); ++i) result.push_back(cells[i]);
    return result;
}

/// The engine's table; the first rows, and no others, are what `cells` holds already.
std::vector<Value> fill(const Filler& filler, Cells& cells, std::int64_t from = 0) {
    const auto row = static_cast<std::int64_t>(cells.row_size()), all = static_cast<std::int64_t>(cells.size());
    std::int64_t told = from * row;
    filler.fill(cells, from * row, [&](std::int64_t done) {
        EXPECT_GE(done, told);
        told = done;
    });
    EXPECT_TRUE(told == all || from * row == told);
    return values_in(cells);
}

std::vector<Value> table(const Shape& shape, const Position& largest, What what) {
    const Watch watch;
    std::string why_not;
    const auto filler = make_regions(std::make_shared<Shape>(shape), what, watch, why_not);
    EXPECT_TRUE(filler) << why_not;
    if (!filler) return {};
    Cells cells(largest, Cells::width_for(filler->bound(largest)));
    return fill(*filler, cells);
}

std::vector<Value> reference(const Ruleset& rules, const Position& largest, What what) {
    const Watch watch;
    const auto engine = make_reference_engine(rules, what, watch);
    std::vector<Value> result;
    for (const Position& position : box(largest)) result.push_back(engine->value(position));
    return result;
}

// ---- recognition

std::string described(const Region& region, std::size_t coordinates) {
    std::vector<std::string> parts;
    for (const Condition& condition : region.conditions)
        parts.push_back(fmt::format("{} | {} <= {}", fmt::join(condition.position, " "),
                                    fmt::join(condition.option, " "), condition.limit));
    return fmt::format("{:0{}b}: {}", region.axes, coordinates, fmt::join(parts, "; "));
}

/// The regions of a game, one a line; or why it has none. Axes are bits, the last coordinate first.
std::string regions_in(const std::string& text, std::size_t coordinates,
                       const std::vector<std::pair<std::string, std::string>>& arguments = {}) {
    std::string why_not, lines;
    const auto regions = regions_of(shape_in(text, coordinates, arguments)->rules, why_not);
    if (!regions) return why_not;
    std::set<std::string> sorted;
    for (const Region& region : *regions) sorted.insert(described(region, coordinates));
    for (const std::string& line : sorted) lines += line + "\n";
    return lines;
}

/// A game with moves under the same head.
std::string game(const std::string& coordinates, const std::vector<std::string>& moves) {
    return fmt::format("game g ({})\n  move {}\n", coordinates, fmt::join(moves, "\n  move "));
}
std::string both(const std::string& condition) {
    return game("x, y", {"(x - t, y - u) for 0 <= t <= x, 0 <= u <= y if " + condition});
}

TEST(Regions, OneConditionIsLeft) {
    EXPECT_EQ(regions_in(kTwoWeights, 2), "11: 2 1 | -4 -2 <= 0\n");
    EXPECT_EQ(regions_in(both("1 <= 3*t + 2*u <= floor((3*x + 2*y)/3)"), 2), "11: 6 4 | -9 -6 <= 0\n");
    EXPECT_EQ(regions_in(both("1 <= t + u and t + u <= min(4, x)"), 2), "11: 1 1 | -1 -1 <= 4; 0 1 | -1 -1 <= 0\n");
    EXPECT_EQ(regions_in(both("t + u >= 1 and t <= u + 1"), 2), "11: 1 -1 | -1 1 <= 1\n");
    EXPECT_EQ(regions_in(both("t + u >= 1 and x >= y"), 2), "11: -1 1 | 0 0 <= 0\n");
    EXPECT_EQ(regions_in(both("t + u >= 1 and x - t >= 3"), 2), "11: 0 0 | -1 0 <= -3\n");
    EXPECT_EQ(regions_in(both("t >= 1"), 2), "11: -1 0 | 1 0 <= -1\n");
}

TEST(Regions, ConditionsThatSayNothingAreDropped) {
    EXPECT_EQ(regions_in(both("t + u >= 1"), 2), "11: \n");
    EXPECT_EQ(regions_in(both("2 <= 3*t + 2*u"), 2), "11: \n");  // that is at least one stone
    EXPECT_EQ(regions_in(both("t + u >= 1 and t <= x + 3 and t <= 2*x and u <= y + x"), 2), "11: \n");
    EXPECT_EQ(regions_in(game("x, y", {"(t, u) for 0 <= t <= x, 0 <= u <= y if t + u < x + y"}), 2), "11: \n");
    EXPECT_EQ(regions_in(both("1 <= t + u <= 3 and t + u <= 5 and 2*t + 2*u <= 7"), 2), "11: 1 1 | -1 -1 <= 3\n");
    EXPECT_EQ(regions_in(both("t + u >= 1 and 1 = 2") + "  move (x - t, y - u) for 1 <= t <= x, 0 <= u <= y\n", 2),
              "11: -1 0 | 1 0 <= -1\n");  // the first move is never legal
    EXPECT_EQ(regions_in(both("t + u >= 1") + "  move (x, y) if x < 0\n", 2), "11: \n");
}

TEST(Regions, FloorsMinimaAndAbsoluteValues) {
    EXPECT_EQ(regions_in(both("t + u >= 1 and abs(t - u) < 3"), 2), "11: 1 -1 | -1 1 <= 2; -1 1 | 1 -1 <= 2\n");
    EXPECT_EQ(regions_in(both("t + u >= 1 and 2*t <= floor((y + 1)/3) - 1"), 2), "11: 6 -1 | -6 0 <= -2\n");
    EXPECT_EQ(regions_in(both("floor((t + u + 2)/3) >= 1"), 2), "11: \n");
    EXPECT_EQ(regions_in(both("t + u >= 1 and floor((t + u)/2) <= x"), 2), "11: -1 1 | -1 -1 <= 1\n");
    EXPECT_EQ(regions_in(both("t + u >= 1 and 2*floor((t + u)/2) <= 4*x + 1"), 2), "11: -3 1 | -1 -1 <= 1\n");
}

TEST(Regions, PilesAreJoined) {
    const std::string moore = text_of_game("moore");
    EXPECT_EQ(regions_in(moore, 3, {{"k", "2"}}), "011: \n101: \n110: \n");
    EXPECT_EQ(regions_in(moore, 4, {{"k", "9"}}), "1111: \n");
    EXPECT_EQ(regions_in("game g (a...)\n  move (a - t) for 1 <= t <= a in exactly 2 piles\n", 2),
              "11: -1 0 | 1 0 <= -1; 0 -1 | 0 1 <= -1\n");
    EXPECT_EQ(regions_in(text_of_game("ryuo-nim"), 2),
              "01: \n10: \n11: 1 1 | -1 -1 <= 2\n");  // the moves along the piles are there too
    EXPECT_EQ(regions_in(text_of_game("circular-nim"), 4), "0011: \n0110: \n1001: \n1100: \n");
    EXPECT_EQ(regions_in(text_of_game("cyclic-nimhoff"), 3), "001: \n010: \n100: \n111: 1 1 1 | -1 -1 -1 <= 2\n");
}

TEST(Regions, WhatIsRefused) {
    const auto line = [](const std::string& move) { return both("t + u >= 1") + "  move " + move + "\n"; };
    EXPECT_EQ(regions_in("game g (x)\n  move (x - t) for 1 <= t <= x\n", 1), "there is only one coordinate");
    EXPECT_EQ(regions_in(game("x, y", {"(x - t, y) for 1 <= t <= x", "(x, y - 1)"}), 2),
              "no move takes from several coordinates independently");
    EXPECT_EQ(
        regions_in("game g (x, y) where x >= y\n  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if t + u >= 1\n", 2),
        "not every tuple of natural numbers is a position");
    EXPECT_EQ(regions_in(line("(x - t, y + 1) for 1 <= t <= x"), 2), "a coordinate may grow");
    EXPECT_EQ(regions_in(line("(x - 2*t, y) for 1 <= t"), 2), "the option does not tell the variables of the move");
    EXPECT_EQ(regions_in(line("(x - t, y) for t in {1, 3}"), 2), "a variable runs through a set of numbers");
    EXPECT_EQ(regions_in(line("(x - t, y) for 1 <= t <= x if t mod 2 = 0"), 2), "its bounds are not linear");
    EXPECT_EQ(regions_in(line("(x - t, y) for 1 <= t <= x if t != y"), 2), "a condition is not a linear inequality");
    EXPECT_EQ(regions_in(line("(x - t, y) for 1 <= t <= max(x, y)"), 2), "its bounds are not linear");
    EXPECT_EQ(regions_in(line("(x - t, y) for 1 <= t <= floor(x/2) + floor(y/2)"), 2), "its bounds are not linear");
    EXPECT_EQ(regions_in(line("(x - t, y) for 1 <= t if 3000000*t <= y"), 2), "its numbers are too large");
    EXPECT_EQ(regions_in(line("(x - t, y) for 1 <= t <= 2^70"), 2), "its numbers are too large");
}

// ---- published values

TEST(Regions, TwoWeights) {
    // Mizugaki and others, Games of Nim with dynamic restrictions, Theorem 3.1 with the two positions it forgets.
    const Position largest{70, 140};
    std::set<std::pair<std::int64_t, std::int64_t>> expected;
    for (std::int64_t n = 0; n < 9; ++n) {
        const std::int64_t power = std::int64_t{1} << n;
        expected.emplace(power - 1, 0);
        for (std::int64_t i = 1; i <= n - 1; ++i) expected.emplace(power - i - 1, 2 * i - 1);
        for (std::int64_t i = 1; i <= power - n; ++i) expected.emplace(power - n - i, 2 * n + 2 * i - 1);
    }
    const auto values = table(*shape_in(kTwoWeights, 2), largest, What::outcome);
    std::size_t i = 0;
    for (const Position& p : box(largest))
        EXPECT_EQ(values[i++] == 0, expected.contains({p[0], p[1]})) << p[0] << ' ' << p[1];
}

TEST(Regions, Moore) {
    const std::string text = text_of_game("moore");
    const Position largest{3, 5, 6};
    const auto values = table(*shape_in(text, 3, {{"k", "2"}}), largest, What::grundy);
    const auto value = [&](std::size_t a, std::size_t b, std::size_t c) { return values[(a * 6 + b) * 7 + c]; };
    // T. A. Jenkyns, J. P. Mayberry: The skeleton of an impartial game and the Nim-function of Moore's Nim_k (1980)
    EXPECT_EQ(value(1, 1, 1), 0u);
    EXPECT_EQ(value(1, 2, 3), 6u);
    EXPECT_EQ(value(3, 5, 6), 14u);
    EXPECT_EQ(value(3, 3, 4), 2u);
    EXPECT_EQ(value(0, 4, 5), 9u);
}

// ---- random games

/// Moves of all kinds that the engine takes, and bounds that are tight, empty, or move back.
class RandomMoves {
  public:
    RandomMoves(Random& random, std::vector<std::string> names) : random_(random), names_(std::move(names)) {}

    std::string game() {
        std::vector<std::string> moves{several()};
        for (std::int64_t more = random_.between(0, 2); more > 0; --more)
            moves.push_back(random_.chance(40) ? line() : several());
        std::string text =
            fmt::format("game g ({})\n  move {}\n", fmt::join(names_, ", "), fmt::join(moves, "\n  move "));
        switch (random_.between(0, 5)) {
            case 0: text += "  misere\n"; break;
            case 1: text += fmt::format("  players {}\n", random_.between(1, 4)); break;
            default: break;
        }
        return text;
    }

  private:
    /// A sum of multiples of the position's coordinates and the variables of the move.
    std::string sum(const std::vector<std::string>& of, std::int64_t low, std::int64_t high) {
        std::string text;
        for (const std::string& name : of) text += fmt::format("{}*{} + ", random_.between(low, high), name);
        return text + std::to_string(random_.between(-2, 3));
    }

    std::string cap() {
        switch (random_.between(0, 3)) {
            case 0: return std::to_string(random_.between(1, 5));
            case 1: return fmt::format("floor(({})/{})", sum(names_, 0, 4), random_.between(1, 4));
            case 2:
                return fmt::format("min({}, floor(({})/{}))", sum(names_, -1, 2), sum(names_, -2, 3),
                                   random_.between(2, 3));
            default: return sum(names_, -2, 3);
        }
    }

    /// A further condition, or none.
    std::string condition(const std::vector<std::string>& variables) {
        std::vector<std::string> all = names_;
        all.insert(all.end(), variables.begin(), variables.end());
        switch (random_.between(0, 5)) {
            case 0: return "";
            case 1: return fmt::format(" and {} <= {}", sum(variables, 0, 3), cap());
            case 2: return fmt::format(" and {} <= {}", sum(variables, -1, 2), cap());
            case 3: return fmt::format(" and {} >= {}", sum(variables, 0, 2), random_.between(-1, 3));
            case 4: return fmt::format(" and {} <= {}", sum(all, -2, 2), sum(names_, -1, 1));
            default: return fmt::format(" and abs({}) <= {}", sum(variables, -1, 1), random_.between(0, 4));
        }
    }

    std::string several() {
        std::vector<std::string> results, variables, ranges;
        for (const std::string& name : names_) {
            if (random_.chance(names_.size() == 2 ? 10 : 30)) {
                results.push_back(name);
                continue;
            }
            variables.push_back("t" + name);
            results.push_back(fmt::format("{} - t{}", name, name));
            ranges.push_back(fmt::format("{} <= t{} <= {}", random_.chance(15) ? 1 : 0, name, name));
        }
        if (variables.empty()) return line();
        const int conditions = random_.chance(60) ? 1 : 2;
        std::string more;
        for (int i = 0; i < conditions; ++i) more += condition(variables);
        return fmt::format("({}) for {} if {} >= 1{}", fmt::join(results, ", "), fmt::join(ranges, ", "),
                           fmt::join(variables, " + "), more);
    }

    std::string line() {
        std::vector<std::string> results = names_;
        const auto at = static_cast<std::size_t>(random_.between(0, static_cast<std::int64_t>(names_.size()) - 1));
        if (random_.chance(10)) {
            results[at] += " - 1";
            return fmt::format("({})", fmt::join(results, ", "));
        }
        results[at] += " - t";
        const std::string range = fmt::format(" for 1 <= t <= {}", results[at].substr(0, results[at].size() - 4));
        if (random_.chance(15)) {  // along a diagonal
            const std::size_t other = at == 0 ? 1 : 0;
            results[other] += " - t";
        }
        return fmt::format("({}){} if t <= {}{}", fmt::join(results, ", "), range, cap(), condition({"t"}));
    }

    Random& random_;
    std::vector<std::string> names_;
};

std::string random_text(std::uint64_t seed, std::size_t coordinates) {
    Random random(seed);
    std::vector<std::string> names{"x", "y", "z", "w"};
    names.resize(coordinates);
    return RandomMoves(random, names).game();
}

/// Small boxes, but some rows of more than 64 cells.
Position random_box(Random& random, std::size_t coordinates) {
    const std::int64_t most = coordinates == 2 ? 9 : coordinates == 3 ? 4 : 2;
    Position largest;
    for (std::size_t i = 0; i < coordinates; ++i) largest.push_back(random.between(0, most));
    if (random.chance(50))
        largest.back() = random.between(0, random.chance(20) ? 140 : 30) / (most == 9 ? 1 : most == 4 ? 2 : 8);
    if (coordinates == 2 && random.chance(30)) std::swap(largest[0], largest[1]);
    return largest;
}

TEST(Regions, RandomGames) {
    int fitting = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed ^ 0x9e3779b97f4a7c15);
        const std::size_t coordinates = seed % 3 < 2 ? 2 : seed % 2 == 0 ? 3 : 4;
        const std::string text = random_text(seed, coordinates);
        std::shared_ptr<const Shape> shape;
        if (failure_of([&] { shape = shape_in(text, coordinates); }).fault) continue;  // nobody sees that the game ends
        const What what = random.chance(50) ? What::grundy : What::outcome;
        const Watch watch;
        std::string why_not;
        const auto filler = make_regions(shape, what, watch, why_not);
        if (!filler) continue;
        ++fitting;
        const Position largest = random_box(random, coordinates);
        const auto expected = reference(shape->rules, largest, what);
        const Value bound = filler->bound(largest);
        EXPECT_LE(*std::max_element(expected.begin(), expected.end()), bound) << text;
        unsigned width = Cells::width_for(bound);
        if (random.chance(30)) width = random.chance(50) ? 4 : std::max(width, 2u);
        Cells cells(largest, width);
        ASSERT_EQ(fill(*filler, cells), expected) << "seed " << seed << ", " << to_text(largest) << "\n" << text;
        // Again from some row on; what was there is read, the rest is not.
        const std::int64_t from = random.between(0, largest[0] + 1);
        std::fill(cells.bytes() + static_cast<std::uint64_t>(from) * cells.row_size() * width,
                  cells.bytes() + cells.size() * width, std::byte{0x55});
        ASSERT_EQ(fill(*filler, cells, from), expected) << "seed " << seed << " from " << from << "\n" << text;
    }
    EXPECT_GT(fitting, 200);
}

/// Values straight from the definition, for two weights a and b and the cap floor(total/c).
std::vector<Value> weighed(const Position& largest, std::int64_t a, std::int64_t b, std::int64_t c) {
    const std::int64_t length = largest[1] + 1;
    std::vector<Value> values;
    std::vector<std::uint32_t> seen(static_cast<std::size_t>(largest[0] + largest[1]) + 2);
    std::uint32_t stamp = 0;
    for (const Position& q : box(largest)) {
        ++stamp;
        const std::int64_t cap = (a * q[0] + b * q[1]) / c;
        for (std::int64_t t = 0; t <= q[0]; ++t)
            for (std::int64_t u = t == 0 ? 1 : 0; u <= q[1] && a * t + b * u <= cap; ++u)
                seen[values[static_cast<std::size_t>((q[0] - t) * length + q[1] - u)]] = stamp;
        Value value = 0;
        while (seen[value] == stamp) ++value;
        values.push_back(value);
    }
    return values;
}

TEST(Regions, LargeWeights) {  // the sums need 16, 32 and 64 bits
    for (const auto& [a, b, c, largest] : std::vector<std::tuple<int, int, int, Position>>{{3, 2, 3, {40, 70}},
                                                                                           {1, 7, 2, {300, 20}},
                                                                                           {40000, 39999, 3, {3, 400}},
                                                                                           {9, 340001, 2, {3, 2200}},
                                                                                           {340001, 9, 2, {2200, 3}}}) {
        const std::string text = both(fmt::format("1 <= {0}*t + {1}*u <= floor(({0}*x + {1}*y)/{2})", a, b, c));
        EXPECT_EQ(table(*shape_in(text, 2), largest, What::grundy), weighed(largest, a, b, c)) << text;
    }
}

TEST(Regions, ManyRows) {  // several blocks of rows, and work that is resumed in any of them
    const Position largest{1300, 6};
    const auto expected = weighed(largest, 2, 3, 2);
    const Watch watch;
    std::string why_not;
    const auto filler =
        make_regions(shape_in(both("1 <= 2*t + 3*u <= floor((2*x + 3*y)/2)"), 2), What::grundy, watch, why_not);
    Cells cells(largest, 2);
    EXPECT_EQ(fill(*filler, cells), expected);
    for (const std::int64_t from : {1, 300, 512, 700, 1024, 1300, 1301}) {
        std::fill(cells.as<std::uint16_t>() + from * 7, cells.as<std::uint16_t>() + cells.size(), std::uint16_t{9999});
        EXPECT_EQ(fill(*filler, cells, from), expected) << from;
    }
}

TEST(Regions, EveryTarget) {
    const std::vector<std::pair<std::string, Position>> games{
        {both("1 <= 3*t + 2*u <= floor((3*x + 2*y)/2)"), {30, 100}},
        {game("x, y",
              {"(x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= 2*t + u <= floor((x + 2*y)/3)",
               "(x - t, y) for 1 <= t <= x if t <= floor((x + y)/2)", "(x, y - t) for 1 <= t <= y if 3*t <= x + 2"}),
         {40, 100}},
        {game("x, y, z", {"(x - t, y - u, z) for 0 <= t <= x, 0 <= u <= y if 1 <= t + u <= floor((x + y + z)/2)",
                          "(x, y - t, z - u) for 0 <= t <= y, 0 <= u <= z if 1 <= t + 2*u <= floor((x + y + z)/3)"}),
         {6, 7, 70}},
        {both("1 <= 40000*t + 39999*u <= floor((40000*x + 39999*y)/3)"), {3, 200}},
        {game("x, y", {"(x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= t + u <= 2",
                       "(x - t, y) for 1 <= t <= x if 340000*t <= 340001*y"}),
         {2200, 3}},
    };
    std::vector<std::vector<Value>> expected;
    for (const auto& [text, largest] : games)
        for (const What what : {What::grundy, What::outcome})
            expected.push_back(reference(shape_in(text, largest.size())->rules, largest, what));
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        std::size_t i = 0;
        for (const auto& [text, largest] : games)
            for (const What what : {What::grundy, What::outcome})
                EXPECT_EQ(table(*shape_in(text, largest.size()), largest, what), expected[i++])
                    << hwy::TargetName(target) << "\n"
                    << text;
    }
    hwy::SetSupportedTargetsForTest(0);
}

// ---- limits

TEST(Regions, CanBeStopped) {
    std::atomic<bool> cancel{true};
    const Watch watch({}, &cancel);
    const std::vector<std::string> games{kTwoWeights, both("t + u >= 1"), both("t + u >= 1 and abs(t - u) < 3")};
    for (const std::string& text : games) {
        std::string why_not;
        const auto filler = make_regions(shape_in(text, 2), What::grundy, watch, why_not);
        ASSERT_TRUE(filler) << why_not;
        Cells cells({600, 600}, 2);
        EXPECT_EQ(failure_of([&] { filler->fill(cells, 0, [](std::int64_t) {}); }).fault, Fault::cancelled) << text;
    }
}

TEST(Regions, ValuesBeyondTheCellsAreRefused) {
    const Watch watch;
    std::string why_not;
    const auto filler = make_regions(shape_in(kTwoWeights, 2), What::grundy, watch, why_not);
    EXPECT_EQ(filler->bound({3, 4}), 7u);
    EXPECT_EQ(failure_of([&] { filler->bound({1, std::int64_t{1} << 33}); }).fault, Fault::limit);
}

TEST(Regions, MemoryIsAnnounced) {
    const Watch watch;
    for (const std::string& text : {kTwoWeights, both("t + u >= 1"), both("t + u >= 1 and abs(t - u) < 3")})
        for (const What what : {What::grundy, What::outcome}) {
            std::string why_not;
            const auto filler = make_regions(shape_in(text, 2), what, watch, why_not);
            EXPECT_GT(filler->working_memory({0, 0}), 0u);
            EXPECT_GT(filler->working_memory({999, 999}), 1000u);
            EXPECT_LT(filler->working_memory({999, 999}), 100u << 20);
        }
}

}  // namespace
}  // namespace bouton::unit
