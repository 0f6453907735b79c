// The engine for one heap and a fixed set of removals, against the definition: every way in which it makes values (vectors, chains, one
// heap after another, copied periods), every width of cells, every instruction set at hand.
#include "engines/subtraction/subtraction.hpp"

#include "engines/reference/reference.hpp"
#include "engines/subtraction/window.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

namespace bouton::unit {
namespace {

using Removals = std::vector<std::int64_t>;

const Filler::Progress kSilent = [](std::int64_t) {};

/// The definition.
std::vector<Value> plain_values(const Removals& removals, Values values, std::int64_t size) {
    std::vector<Value> result;
    std::vector<std::int64_t> seen(removals.size() + 302, -1);
    for (std::int64_t x = 0; x < size; ++x) {
        Value least = ~Value{0}, mex = 0;
        for (const std::int64_t s : removals) {
            if (s > x) break;
            const Value v = result[static_cast<std::size_t>(x - s)];
            seen[v] = x;
            least = std::min(least, v);
        }
        while (seen[mex] == x) ++mex;
        const bool stuck = removals.empty() || removals[0] > x;
        result.push_back(stuck ? values.terminal : values.players ? (1 + least) % values.players : mex);
    }
    return result;
}

std::string show(const Removals& removals, Values values, unsigned width) {
    std::string text = "{";
    for (const std::int64_t s : removals) text += " " + std::to_string(s);
    return text + " } players " + std::to_string(values.players) + ", without a move " +
           std::to_string(values.terminal) + ", width " + std::to_string(width);
}

/// Fills a table that ends where its memory ends, so that a sanitizer sees what is written behind it; cells from `from` on hold rubbish.
std::vector<Value> engine_values(const Removals& removals, Values values, const std::vector<Value>& expected,
                                 unsigned width, std::int64_t from) {
    const std::vector<std::byte> rubbish(expected.size() * width, std::byte{0xc3});
    std::vector<std::byte> memory = rubbish;
    Cells cells({static_cast<std::int64_t>(expected.size()) - 1}, width, memory.data());
    cells.visit([&](auto* at) { std::copy_n(expected.begin(), from, at); });
    std::int64_t reported = 0;
    subtraction_values(removals, values, cells, from, Watch(), [&](std::int64_t rows) {
        EXPECT_GE(rows, reported);
        reported = rows;
    });
    EXPECT_EQ(reported, static_cast<std::int64_t>(expected.size()));
    std::vector<Value> result;
    for (std::size_t i = 0; i < expected.size(); ++i) result.push_back(cells[i]);
    return result;
}

void expect_equal(const Removals& removals, Values values, std::int64_t size, Random& random) {
    const std::vector<Value> expected = plain_values(removals, values, size);
    const Value bound = subtraction_bound(removals, values, size - 1);
    EXPECT_GE(bound, *std::max_element(expected.begin(), expected.end())) << show(removals, values, 0);
    for (unsigned width = Cells::width_for(bound); width <= 4; width *= 2) {
        const std::int64_t from = random.chance(50) ? 0 : random.between(0, size);
        const auto found = engine_values(removals, values, expected, width, from);
        const auto differs = std::mismatch(found.begin(), found.end(), expected.begin());
        ASSERT_TRUE(differs.first == found.end())
            << show(removals, values, width) << ", from " << from << ": heap " << differs.first - found.begin()
            << " of " << size << " is " << *differs.first << ", not " << *differs.second;
    }
}

Removals random_removals(Random& random, std::int64_t least, std::int64_t largest, std::int64_t count) {
    std::set<std::int64_t> chosen{least};
    while (static_cast<std::int64_t>(chosen.size()) < std::min(count, largest - least + 1))
        chosen.insert(random.between(least, largest));
    return {chosen.begin(), chosen.end()};
}

Values random_values(Random& random) {
    static const std::vector<Values> kinds = {{0, 0}, {0, 0}, {0, 1}, {2, 0}, {2, 1}, {3, 0}, {7, 1}, {1, 1}, {300, 0}};
    return random.pick(kinds);
}

/// Runs the test once for every instruction set that this machine has and that the engines were compiled for.
template <class Test> void on_every_target(Test test) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        hwy::SetSupportedTargetsForTest(target);
        test();
        hwy::SetSupportedTargetsForTest(0);
    }
}

TEST(Subtraction, RandomSetsAgreeWithTheDefinition) {
    on_every_target([] {
        Random random(1);
        for (int i = 0; i < 400; ++i) {
            const std::int64_t least =
                random.pick<std::int64_t>({1, 1, 2, 3, 4, 5, 7, 10, 15, 16, 31, 32, 33, 64, 130, 300});
            const std::int64_t largest = least + random.pick<std::int64_t>({0, 1, 5, 20, 100, 600});
            const Removals removals =
                random_removals(random, least, largest, random.pick<std::int64_t>({1, 2, 3, 3, 4, 6, 8, 9, 17}));
            expect_equal(removals, random_values(random), random.between(1, 2500), random);
        }
    });
}

TEST(Subtraction, OneSmallRemovalAndLargeOnes) {
    on_every_target([] {
        Random random(2);
        for (int i = 0; i < 200; ++i) {
            Removals removals = random_removals(random, random.between(8, 300), 700, random.between(1, 8));
            removals.insert(removals.begin(), random.between(1, std::min<std::int64_t>(15, removals[0] - 1)));
            expect_equal(removals, random_values(random), random.between(900, 2500), random);
        }
    });
}

TEST(Subtraction, ManyRemovalsAndLargeValues) {
    on_every_target([] {
        Random random(3);
        for (int i = 0; i < 12; ++i) {
            const std::int64_t least = random.pick<std::int64_t>({1, 2, 5, 40});
            const std::int64_t count = random.pick<std::int64_t>({20, 63, 64, 70, 200, 254, 255, 300});
            const std::int64_t spread = random.pick<std::int64_t>({1, 1, 3});
            expect_equal(random_removals(random, least, least + count * spread, count), random_values(random),
                         random.between(900, 1500), random);
        }
        for (const auto& [first, last] :
             {std::pair{1, 100}, {2, 150}, {1, 254}, {1, 600}, {4, 603}}) {  // values as large as can be
            Removals interval;
            for (std::int64_t s = first; s <= last; ++s) interval.push_back(s);
            expect_equal(interval, {}, 4 * last, random);
        }
    });
}

TEST(Subtraction, TablesOfOneAndFewCells) {
    on_every_target([] {
        Random random(4);
        for (std::int64_t size = 1; size <= 40; ++size)
            for (const Removals& removals :
                 {Removals{}, Removals{1}, Removals{1, 2, 3}, Removals{5, 9}, Removals{2, 1000}, Removals{16, 17}})
                expect_equal(removals, {0, static_cast<Value>(size % 2)}, size, random);
    });
}

TEST(Subtraction, PeriodsAreCopiedToTheEnd) {
    Random random(5);
    for (const Removals& removals :
         {Removals{2, 5, 11}, Removals{1, 70, 131}, Removals{100, 231, 400}, Removals{1, 2}, Removals{7}})
        for (const Values values : {Values{0, 0}, Values{0, 1}, Values{2, 0}, Values{3, 0}})
            expect_equal(removals, values, 30000 + random.between(0, 200), random);
}

TEST(Subtraction, KnownLaws) {
    Cells cells({50000}, 1);
    // Taking 1 to k: the heap modulo k + 1.
    subtraction_values(Removals{1, 2, 3, 4, 5, 6}, {}, cells, 0, Watch(), kSilent);
    for (std::uint64_t x = 0; x <= 50000; ++x) ASSERT_EQ(cells[x], x % 7);
    // Ferguson (1974): a heap has value 1 exactly if the heap that the least removal leaves has value 0.
    Random random(7);
    for (int i = 0; i < 20; ++i) {
        const Removals removals = random_removals(random, random.between(1, 60), 400, random.between(2, 12));
        subtraction_values(removals, {}, cells, 0, Watch(), kSilent);
        for (auto x = static_cast<std::uint64_t>(removals[0]); x <= 50000; ++x)
            ASSERT_EQ(cells[x] == 1, cells[x - static_cast<std::uint64_t>(removals[0])] == 0)
                << show(removals, {}, 1) << x;
    }
}

TEST(Subtraction, BoundIsProvenFromMovesAndFromTheLongestPlay) {
    EXPECT_EQ(subtraction_bound(Removals{3, 5, 7, 9}, {0, 0}, 1000), 4u);
    EXPECT_EQ(subtraction_bound(Removals{3, 5, 7, 9}, {0, 0}, 6), 2u);
    EXPECT_EQ(subtraction_bound(Removals{300, 301, 302, 303}, {0, 0}, 700), 2u);
    EXPECT_EQ(subtraction_bound(Removals{300, 301, 302, 303}, {0, 1}, 700), 3u);
    EXPECT_EQ(subtraction_bound(Removals{3}, {0, 1}, 2), 1u);
    EXPECT_EQ(subtraction_bound(Removals{3}, {5, 0}, 2), 4u);
    EXPECT_EQ(subtraction_bound(Removals{}, {0, 0}, 9), 0u);
}

TEST(Subtraction, StopsWhenTold) {
    const std::atomic<bool> cancel = true;
    Cells cells({100000}, 1);
    const Watch watch({}, &cancel);
    const Failure failure = failure_of([&] { subtraction_values(Removals{1, 2, 1000}, {}, cells, 0, watch, kSilent); });
    EXPECT_EQ(failure.fault, Fault::cancelled);
}

TEST(Subtraction, FillerOfAShape) {
    for (const char* play : {"", "  misere\n"}) {
        auto shape = std::make_shared<Shape>();
        shape->rules = rules_in(std::string("game g (x)\n") + play + "  move (x - t) for t in {2, 3, 9}");
        shape->dimension = 1;
        Watch watch;
        std::string why_not;
        EXPECT_EQ(make_subtraction(shape, What::grundy, watch, why_not), nullptr);
        EXPECT_NE(why_not, "");
        shape->removals = Removals{2, 3, 9};
        for (const What what : {What::grundy, What::outcome}) {
            const auto filler = make_subtraction(shape, what, watch, why_not);
            ASSERT_NE(filler, nullptr);
            Cells cells({100}, Cells::width_for(filler->bound({100})));
            filler->fill(cells, 0, kSilent);
            const auto reference = make_reference_engine(shape->rules, what, watch);
            for (std::int64_t x = 0; x <= 100; ++x)
                ASSERT_EQ(cells[static_cast<std::uint64_t>(x)], reference->value({x})) << x;
        }
    }
}

TEST(Window, FindsTheFirstPlaceThatIsTheSame) {
    on_every_target([] {
        Random random(6);
        for (int i = 0; i < 300; ++i) {
            const std::int64_t size = random.between(2, 600),
                               length = random.between(1, std::min<std::int64_t>(40, size - 1));
            Cells cells({size - 1}, static_cast<unsigned>(random.pick<std::int64_t>({1, 2, 4})));
            const std::int64_t period = random.between(1, 60), letters = random.between(1, 3);
            cells.visit([&](auto* at) {
                for (std::int64_t x = 0; x < size; ++x)
                    at[x] = static_cast<std::remove_reference_t<decltype(*at)>>(
                        x >= period && random.chance(98) ? at[x - period] : random.between(0, letters));
            });
            const Window window{random.between(length, size - 1), length};
            const auto same = [&](std::int64_t x) {
                for (std::int64_t j = 1; j <= length; ++j)
                    if (cells[static_cast<std::uint64_t>(x - j)] != cells[static_cast<std::uint64_t>(window.end - j)])
                        return false;
                return true;
            };
            std::optional<std::int64_t> expected;
            for (std::int64_t x = size; x > window.end; --x)
                if (same(x)) expected = x;
            std::int64_t budget = 1 << 30;
            EXPECT_EQ(find_window(cells, window, window.end + 1, size, budget), expected);
            std::int64_t nothing = -1;
            EXPECT_EQ(find_window(cells, window, window.end + 1, size, nothing), std::nullopt);
        }
    });
}

}  // namespace
}  // namespace bouton::unit
