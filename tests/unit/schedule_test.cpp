#include "base/schedule.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <random>

namespace bouton::unit {
namespace {

TEST(Schedule, EachJobOnceAndAfterWhatItNeeds) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 50; ++trial) {
        const std::size_t count = 1 + random() % 60;
        std::vector<std::vector<std::size_t>> needs(count);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = random() % 4; k > 0 && i > 0; --k) needs[i].push_back(random() % i);
        std::mutex mutex;
        std::vector<int> runs(count, 0);
        bool in_order = true;
        run_in_order_of_needs(needs, [&](std::size_t i) {
            const std::lock_guard lock(mutex);
            for (const std::size_t need : needs[i]) in_order = in_order && runs[need] == 1;
            ++runs[i];
        });
        EXPECT_TRUE(in_order);
        EXPECT_EQ(runs, std::vector<int>(count, 1));
    }
}

TEST(Schedule, CirclesRunAtTheEnd) {
    std::vector<std::size_t> order;
    std::mutex mutex;
    run_in_order_of_needs({{1}, {0}, {}, {2}, {3, 0}}, [&](std::size_t i) {
        const std::lock_guard lock(mutex);
        order.push_back(i);
    });
    EXPECT_EQ(order, (std::vector<std::size_t>{2, 3, 0, 1, 4}));
}

}  // namespace
}  // namespace bouton::unit
