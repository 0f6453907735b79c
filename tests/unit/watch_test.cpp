// The watch of a thread: loops to which nobody hands one ask it, also in jobs that the thread starts.
#include "base/watch.hpp"

#include "base/integer.hpp"
#include "base/parallel.hpp"
#include "lang/document.hpp"
#include "lang/elaborate.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace bouton::unit {
namespace {

TEST(Watches, AThreadWorksUnderTheInnermost) {
    EXPECT_EQ(Watch::current(), nullptr);
    const Watch outer, inner;
    {
        const Watch::Under under(&outer);
        EXPECT_EQ(Watch::current(), &outer);
        {
            const Watch::Under deeper(&inner);
            EXPECT_EQ(Watch::current(), &inner);
        }
        EXPECT_EQ(Watch::current(), &outer);
    }
    EXPECT_EQ(Watch::current(), nullptr);
    EXPECT_NO_THROW(Watch::check_current());
}

TEST(Watches, JobsWorkUnderTheWatchOfWhoStartsThem) {
    const Watch watch;
    const Watch::Under under(&watch);
    std::atomic<int> same = 0;
    const auto look = [&](std::size_t) { same += Watch::current() == &watch; };
    parallel::each(100, look);
    parallel::each_alone(100, look);
    parallel::Tasks tasks;
    for (std::size_t i = 0; i < 100; ++i) tasks.run([&, i] { look(i); });
    tasks.wait();
    parallel::with_threads(3, [&] { parallel::each(100, look); });
    EXPECT_EQ(same, 400);
    const Watch::Under none(nullptr);
    same = 0;
    parallel::each(100, look);
    EXPECT_EQ(same, 0);
}

TEST(Watches, ALongStepCountsForMany) {
    const std::atomic<bool> cancelled = true;
    const Watch watch({}, &cancelled);
    Steps short_ones;
    short_ones.watch = &watch;
    for (int i = 0; i < 4095; ++i) EXPECT_NO_THROW(short_ones.tick());
    EXPECT_THROW(short_ones.tick(), Error);
    Steps long_one;
    long_one.watch = &watch;
    EXPECT_THROW(long_one.tick(1'000'000), Error);
}

/// Constants are computed while a file is read, where nobody has a watch to hand on.
TEST(Watches, ConstantsInAFileAreStopped) {
    const std::atomic<bool> cancelled = true;
    const Watch watch({}, &cancelled);
    const Watch::Under under(&watch);
    for (const char* endless :
         {"qsum(2^1000000, 2^1000000) > 0", "fibonacci_shift(2^(10^6)) > 0", "(2^100000)^500 mod 3 = 1"}) {
        const Failure failure =
            failure_of([&] { rules_in(std::string("game g (x)\n  move (x - 1) if ") + endless + "\n"); });
        EXPECT_EQ(failure.fault, Fault::cancelled) << endless;
    }
}

TEST(FibonacciDigits, AreGreedy) {
    for (int n = 0; n < 2000; ++n) {
        int rest = n, shifted = 0, zeros = 0;
        std::vector<int> numbers{1, 2};
        while (numbers.back() <= n) numbers.push_back(numbers.back() + numbers[numbers.size() - 2]);
        numbers.push_back(numbers.back() + numbers[numbers.size() - 2]);
        for (std::size_t i = numbers.size() - 1; i-- > 0;)
            if (numbers[i] <= rest) {
                rest -= numbers[i];
                shifted += numbers[i + 1];
                zeros = static_cast<int>(i);
            }
        ASSERT_EQ(fibonacci_shift(n), shifted) << n;
        if (n > 0) {
            ASSERT_EQ(fibonacci_zeros(n), static_cast<std::uint64_t>(zeros)) << n;
        }
    }
}

}  // namespace
}  // namespace bouton::unit
