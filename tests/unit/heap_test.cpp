// The engine for one heap and interval removals, against the definition: windows that grow steadily, that lose much at once, that move back,
// that jump, that are empty, and all these one after the other, so that the engine has to change its method.
#include "engines/heap/heap.hpp"

#include "engines/heap/missing.hpp"
#include "engines/heap/steps.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

namespace bouton::unit {
namespace {

using Windows = std::vector<std::int64_t>;  // low(0), low(1), ...

const Filler::Progress kSilent = [](std::int64_t) {};

/// The definition.
std::vector<Value> plain_values(const Windows& low, Values values) {
    std::vector<Value> result;
    std::vector<std::size_t> seen(low.size() + 2, 0);
    for (std::size_t x = 0; x < low.size(); ++x) {
        const auto begin = static_cast<std::size_t>(std::max<std::int64_t>(low[x], 0));
        Value least = ~Value{0}, mex = 0;
        for (std::size_t y = begin; y < x; ++y) {
            seen[result[y]] = x + 1;
            least = std::min(least, result[y]);
        }
        while (seen[mex] == x + 1) ++mex;
        result.push_back(begin >= x ? values.terminal : values.players ? (1 + least) % values.players : mex);
    }
    return result;
}

LowEnds reader(const Windows& low) {
    return [&low](std::int64_t first, std::size_t count, std::int64_t* out) {
        ASSERT_LE(static_cast<std::size_t>(first) + count, low.size());
        std::copy_n(low.begin() + first, count, out);
    };
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

void expect_equal(const Windows& low, Values values, Random& random) {
    const std::vector<Value> expected = plain_values(low, values);
    const Value largest = *std::max_element(expected.begin(), expected.end());
    on_every_target([&] {
        for (unsigned width = Cells::width_for(largest); width <= 4; width *= 2) {
            // The table ends where its memory ends, and is full of rubbish.
            std::vector<std::byte> memory(expected.size() * width, std::byte{0xc3});
            Cells cells({static_cast<std::int64_t>(expected.size()) - 1}, width, memory.data());
            const std::int64_t size = static_cast<std::int64_t>(low.size()),
                               from = random.chance(50) ? 0 : random.between(0, size);
            cells.visit([&](auto* at) { std::copy_n(expected.begin(), from, at); });
            std::int64_t reported = 0;
            heap_values(reader(low), values, cells, from, Watch(), [&](std::int64_t rows) {
                EXPECT_GE(rows, reported);
                reported = rows;
            });
            EXPECT_EQ(reported, size);
            for (std::size_t x = 0; x < expected.size(); ++x)
                ASSERT_EQ(cells[x], expected[x])
                    << "heap " << x << " of " << size << ", from " << from << ", width " << width << ", players "
                    << values.players << ", without a move " << values.terminal;
        }
    });
}

/// Makes windows heap by heap, in stretches of one kind.
class WindowMaker {
  public:
    explicit WindowMaker(Random& random) : random_(random) {}

    void steady(std::int64_t count, int growing) {
        for (; count > 0; --count) next(low_ + (random_.chance(growing) ? 0 : 1));
    }
    void falling(std::int64_t count) {
        for (; count > 0; --count)
            next(low_ + (random_.chance(95) ? random_.between(0, 1) : random_.between(0, x() - low_)));
    }
    void trembling(std::int64_t count, std::int64_t by) {
        for (; count > 0; --count) next(low_ + random_.between(-by, by + 1));
    }
    void jumping(std::int64_t count) {
        for (; count > 0; --count) next(random_.between(0, x()));
    }
    void glitches(std::int64_t count) {
        for (; count > 0; --count) next(x() - x() / 2 + (random_.chance(1) ? random_.between(-3, 3) : 0));
    }
    void empty(std::int64_t count) {
        for (; count > 0; --count) next(random_.chance(90) ? x() : x() + random_.between(0, std::int64_t{1} << 40));
    }
    void beyond(std::int64_t count) {
        for (; count > 0; --count) next(random_.between(-5, 5) * (std::int64_t{1} << 32));
    }

    void any(std::int64_t count) {
        switch (random_.between(0, 8)) {
            case 0: return steady(count, 50);
            case 1: return steady(count, 5);
            case 2: return falling(count);
            case 3: return trembling(count, 2);
            case 4: return trembling(count, 200);
            case 5: return jumping(count);
            case 6: return glitches(count);
            case 7: return empty(count);
            default: return beyond(count);
        }
    }

    const Windows& windows() const { return windows_; }

  private:
    std::int64_t x() const { return static_cast<std::int64_t>(windows_.size()); }
    void next(std::int64_t low) {
        windows_.push_back(low);
        low_ = std::clamp<std::int64_t>(low, 0, x() - 1);
    }

    Random& random_;
    Windows windows_;
    std::int64_t low_ = 0;
};

Values random_values(Random& random) {
    static const std::vector<Values> kinds = {{0, 0}, {0, 0}, {0, 1}, {2, 0}, {2, 1}, {3, 0}, {5, 1}, {1, 1}};
    return random.pick(kinds);
}

TEST(Heap, OneKindOfWindows) {
    Random random(11);
    for (int kind = 0; kind < 9; ++kind)
        for (const Values values : {Values{0, 0}, Values{0, 1}, Values{2, 0}, Values{3, 0}}) {
            WindowMaker maker(random);
            const std::int64_t size = random.between(2000, 5000);
            switch (kind) {
                case 0: maker.steady(size, 50); break;
                case 1: maker.steady(size, 2); break;
                case 2: maker.steady(size, 95); break;
                case 3: maker.falling(size); break;
                case 4: maker.trembling(size, 3); break;
                case 5: maker.jumping(size); break;
                case 6: maker.glitches(size); break;
                case 7: maker.empty(size); break;
                default: maker.beyond(size); break;
            }
            expect_equal(maker.windows(), values, random);
        }
}

TEST(Heap, KindsOneAfterTheOther) {
    Random random(12);
    for (int i = 0; i < 25; ++i) {
        WindowMaker maker(random);
        for (int stretch = static_cast<int>(random.between(2, 6)); stretch > 0; --stretch)
            maker.any(random.between(1, 2500));
        expect_equal(maker.windows(), random_values(random), random);
    }
    WindowMaker maker(random);  // from the tree back to walking and to steady steps, once it has paid
    maker.steady(1000, 50);
    maker.jumping(1500);
    maker.steady(9000, 20);
    expect_equal(maker.windows(), {}, random);
    WindowMaker mixed(random);  // straight from the tree to steady steps, and on to walking
    mixed.steady(2500, 50);
    for (int i = 0; i < 5; ++i) {
        mixed.jumping(500);
        mixed.empty(1);
        mixed.steady(1000, 70);
        mixed.trembling(300, 2);
    }
    expect_equal(mixed.windows(), {}, random);
}

TEST(Heap, TablesOfOneAndFewCells) {
    Random random(13);
    for (std::int64_t size = 1; size <= 70; ++size) {
        WindowMaker maker(random);
        maker.any(size);
        expect_equal(maker.windows(), random_values(random), random);
    }
}

TEST(Heap, MaximumNim) {
    // f(x) = floor(x / 2): the odd part of x + 1, halved. (Levine, "Fractal sequences and restricted Nim".)
    Cells cells({100000}, 4);
    const LowEnds half = [](std::int64_t first, std::size_t count, std::int64_t* low) {
        for (std::size_t i = 0; i < count; ++i)
            low[i] = first + static_cast<std::int64_t>(i) - (first + static_cast<std::int64_t>(i)) / 2;
    };
    heap_values(half, {}, cells, 0, Watch(), kSilent);
    for (std::uint64_t x = 0; x <= 100000; ++x) {
        std::uint64_t odd = x + 1;
        while (odd % 2 == 0) odd /= 2;
        ASSERT_EQ(cells[x], odd / 2) << x;
    }
}

TEST(Heap, ValuesThatDoNotFitAreRefused) {
    Random random(14);
    for (const int growing : {100, 60}) {  // by steady steps and one by one
        WindowMaker maker(random);
        maker.steady(5000, growing);
        Windows low = maker.windows();
        Cells cells({4999}, 1);
        EXPECT_EQ(failure_of([&] { heap_values(reader(low), {}, cells, 0, Watch(), kSilent); }).fault, Fault::limit);
        for (std::size_t x = 1; x < low.size(); ++x) low[x] = static_cast<std::int64_t>(x % 3 ? 0 : x / 2);
        EXPECT_EQ(failure_of([&] { heap_values(reader(low), {}, cells, 0, Watch(), kSilent); }).fault, Fault::limit);
    }
    Windows low(5000);  // 254 is the largest value that a byte can hold
    for (std::size_t x = 0; x < low.size(); ++x) low[x] = std::max<std::int64_t>(0, static_cast<std::int64_t>(x) - 254);
    expect_equal(low, {}, random);
    for (std::size_t x = 0; x < low.size(); ++x) low[x] = std::max<std::int64_t>(0, static_cast<std::int64_t>(x) - 255);
    Cells cells({4999}, 1);
    EXPECT_EQ(failure_of([&] { heap_values(reader(low), {}, cells, 0, Watch(), kSilent); }).fault, Fault::limit);
}

TEST(Heap, StopsWhenTold) {
    const std::atomic<bool> cancel = true;
    const Watch watch({}, &cancel);
    const Windows low(1000, 0);
    Cells cells({999}, 2);
    EXPECT_EQ(failure_of([&] { heap_values(reader(low), {}, cells, 0, watch, kSilent); }).fault, Fault::cancelled);
}

TEST(Heap, Filler) {
    const Windows low = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4};
    const Watch watch;
    const auto filler = [&](Values values, std::int64_t window) {
        return HeapFiller([&](const Position&) { return reader(low); }, [=](const Position&) { return window; }, values,
                          watch);
    };
    EXPECT_EQ(filler({0, 0}, 5).bound({9}), 5u);
    EXPECT_EQ(filler({0, 1}, 0).bound({9}), 1u);
    EXPECT_EQ(filler({3, 0}, 5).bound({9}), 2u);
    EXPECT_EQ(filler({0, 0}, std::int64_t{1} << 40).bound({9}), 0xfffffffeu);
    EXPECT_GT(filler({0, 0}, 1000000).working_memory({9}), 1000000u);
    Cells cells({9}, 1);
    filler({0, 0}, 5).fill(cells, 0, kSilent);
    const auto expected = plain_values(low, {});
    for (std::size_t x = 0; x < low.size(); ++x) EXPECT_EQ(cells[x], expected[x]);
}

TEST(BitTree, IsASet) {
    Random random(15);
    for (const std::int64_t top : {10, 100, 5000, 300000}) {
        BitTree tree;
        std::set<std::int64_t> erased;
        const auto least = [&] {
            std::int64_t v = 0;
            while (erased.count(v)) ++v;
            return static_cast<std::size_t>(v);
        };
        for (int i = 0; i < 3000; ++i) {
            const std::int64_t v = random.between(0, top);
            if (random.chance(60) || erased.empty()) {
                const std::int64_t end = random.chance(5) ? random.between(v, std::min(top, v + 700)) : v + 1;
                if (end == v + 1)
                    tree.erase(static_cast<std::size_t>(v));
                else
                    tree.erase_range(static_cast<std::size_t>(v), static_cast<std::size_t>(end));
                for (std::int64_t w = v; w < end; ++w) erased.insert(w);
            } else {
                const std::int64_t back = random.chance(50) ? *erased.begin() : *erased.rbegin();
                tree.insert(static_cast<std::size_t>(back));
                erased.erase(back);
            }
            if (i % 1000 == 999) {
                tree.fill();
                erased.clear();
            }
            EXPECT_EQ(tree.contains(static_cast<std::size_t>(v)), erased.count(v) == 0);
            ASSERT_EQ(tree.least(), least());
        }
    }
}

TEST(LastHeaps, LeastValueWithoutAHeapFromThereOn) {
    Random random(16);
    LastHeaps<std::uint32_t> last;
    std::map<std::size_t, std::int64_t> plain;
    for (std::int64_t y = 0; y < 3000; ++y) {
        const auto v = static_cast<std::size_t>(random.between(0, y < 1000 ? 5 : 600));
        last.reserve(v + 1);
        if (random.chance(50)) {
            last.set(v, y);
        } else {
            last.note(v, y);
            last.rebuild();
        }
        plain[v] = y;
        const std::int64_t from = random.between(0, y);
        std::size_t expected = 0;
        while (plain.count(expected) && plain[expected] >= from) ++expected;
        ASSERT_EQ(last.least_not_from(from), expected);
    }
}

}  // namespace
}  // namespace bouton::unit
