// The four Josephus functions against a circle of seats from which every k-th is really removed, against each other on large circles, and
// against published values. `seat` and `rank` have two methods each, chosen by size; both are reached for n <= 40 and k <= 90.
#include "base/josephus.hpp"

#include "base/watch.hpp"

#include "unit/support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton::unit {
namespace {

/// The seats in the order of removal, by counting round the circle.
std::vector<std::int64_t> simulate(std::int64_t n, std::int64_t k) {
    std::vector<bool> there(static_cast<std::size_t>(n), true);
    std::vector<std::int64_t> order;
    std::size_t at = there.size() - 1;
    while (order.size() < there.size()) {
        for (std::int64_t counted = 0; counted < k;) {
            at = (at + 1) % there.size();
            if (there[at]) ++counted;
        }
        there[at] = false;
        order.push_back(static_cast<std::int64_t>(at) + 1);
    }
    return order;
}

TEST(Josephus, AllSmallCircles) {
    for (std::int64_t n = 1; n <= 40; ++n) {
        for (std::int64_t k = 1; k <= 90; ++k) {
            const auto order = simulate(n, k);
            ASSERT_EQ(josephus::order(n, k), order) << "n = " << n << ", k = " << k;
            for (std::int64_t i = 1; i <= n; ++i) {
                const std::int64_t seat = order[static_cast<std::size_t>(i - 1)];
                ASSERT_EQ(josephus::seat(n, k, i), seat) << "n = " << n << ", k = " << k << ", i = " << i;
                ASSERT_EQ(josephus::seat_by_walking(n, k, i), seat) << "n = " << n << ", k = " << k << ", i = " << i;
                ASSERT_EQ(josephus::rank(n, k, seat), i) << "n = " << n << ", k = " << k << ", seat = " << seat;
                ASSERT_EQ(josephus::rank_by_walking(n, k, seat), i) << "n = " << n << ", k = " << k;
            }
        }
    }
}

RC_GTEST_PROP(Josephus, MethodsAgreeOnLargerCircles, ()) {
    const auto n = *rc::gen::inRange<std::int64_t>(1, 3000);
    const auto k = *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 40), rc::gen::inRange<std::int64_t>(1, 100000));
    const auto i = *rc::gen::inRange<std::int64_t>(1, n + 1);
    const Integer seat = josephus::seat(n, k, i);
    RC_ASSERT(seat == josephus::seat_by_walking(n, k, i));
    RC_ASSERT(seat == josephus::order(n, k)[static_cast<std::size_t>(i - 1)]);
    RC_ASSERT(josephus::rank(n, k, seat) == i);
    RC_ASSERT(josephus::rank_by_walking(n, k, seat) == i);
}

RC_GTEST_PROP(Josephus, RankUndoesSeatOnHugeCircles, ()) {
    const auto power = static_cast<unsigned>(*rc::gen::inRange(20, 80));
    const Integer n = boost::multiprecision::pow(Integer(10), power) + *rc::gen::inRange(0, 1000);
    const Integer k = *rc::gen::inRange(2, 12);
    const Integer i = n - *rc::gen::inRange(0, 1000000);
    const Integer seat = josephus::seat(n, k, i);
    RC_ASSERT((seat >= 1 && seat <= n));
    RC_ASSERT(josephus::rank(n, k, seat) == i);
}

TEST(Josephus, PublishedValues) {
    // OEIS: the survivor for k = 2, 3, 4, 5 and for k = n
    const auto survivors = [](const std::function<std::int64_t(std::int64_t)>& k, std::int64_t count) {
        std::vector<Integer> result;
        for (std::int64_t n = 1; n <= count; ++n) result.push_back(josephus::seat(n, k(n), n));
        return result;
    };
    const auto always = [](std::int64_t k) { return [k](std::int64_t) { return k; }; };
    EXPECT_EQ(survivors(always(2), 15),
              (std::vector<Integer>{1, 1, 3, 1, 3, 5, 7, 1, 3, 5, 7, 9, 11, 13, 15}));  // A006257
    EXPECT_EQ(survivors(always(3), 20),
              (std::vector<Integer>{1, 2, 2, 1, 4, 1, 4, 7, 1, 4, 7, 10, 13, 2, 5, 8, 11, 14, 17, 20}));  // A054995
    EXPECT_EQ(survivors(always(4), 16),
              (std::vector<Integer>{1, 1, 2, 2, 1, 5, 2, 6, 1, 5, 9, 1, 5, 9, 13, 1}));  // A088333
    EXPECT_EQ(survivors(always(5), 18),
              (std::vector<Integer>{1, 2, 1, 2, 2, 1, 6, 3, 8, 3, 8, 1, 6, 11, 1, 6, 11, 16}));  // A181281
    EXPECT_EQ(survivors([](std::int64_t n) { return n; }, 20),
              (std::vector<Integer>{1, 1, 2, 2, 2, 4, 5, 4, 8, 8, 7, 11, 8, 13, 4, 11, 12, 8, 12, 2}));  // A007495
    EXPECT_EQ(josephus::order(10, 3), (std::vector<std::int64_t>{3, 6, 9, 2, 7, 1, 8, 5, 10, 4}));
    EXPECT_EQ(josephus::seat(41, 3, 41), 31);
    EXPECT_EQ(josephus::seat(40, 7, 40), 24);
}

TEST(Josephus, BigCircles) {  // computed independently for docs of this project: two methods, 2026
    const auto ten_to = [](unsigned power) { return Integer(boost::multiprecision::pow(Integer(10), power)); };
    const auto survivor = [](const Integer& n, const Integer& k) { return josephus::seat(n, k, n); };
    EXPECT_EQ(survivor(ten_to(18), 2), Integer("847078495393153025"));
    EXPECT_EQ(survivor(ten_to(18), 3), Integer("774011304974515843"));
    EXPECT_EQ(survivor(ten_to(18), 7), Integer("459717405259920305"));
    EXPECT_EQ(survivor(ten_to(12), 1000), Integer("16858148462"));
    EXPECT_EQ(survivor(ten_to(80), 7),
              Integer("56833061383523577950269735649260888049641472712269934983945595718560614600409477"));
    EXPECT_EQ(survivor(ten_to(100), 3), Integer("45287842590770468809954653093709560330463359171136055385721795242913"
                                                "54977076663030227412815911107309"));
    // k = 2: the binary word of n, rotated by one
    for (unsigned power : {5u, 17u, 40u}) {
        const Integer n = ten_to(power);
        const Integer top = Integer(1) << static_cast<unsigned>(msb(n));
        EXPECT_EQ(survivor(n, 2), 2 * (n - top) + 1);
    }
}

TEST(Josephus, BadArguments) {
    const auto message = [](auto run) {
        const Failure failure = failure_of(run);
        EXPECT_EQ(failure.fault, Fault::input);
        return failure.message;
    };
    using namespace josephus;
    EXPECT_EQ(message([] { seat(0, 2, 1); }), "a Josephus circle needs at least 1 seat, not 0");
    EXPECT_EQ(message([] { order(0, 2); }), "a Josephus circle needs at least 1 seat, not 0");
    EXPECT_EQ(message([] { rank(-5, 2, 1); }), "a Josephus circle needs at least 1 seat, not -5");
    EXPECT_EQ(message([] { seat(5, 0, 1); }), "every k-th seat is removed: k must be at least 1, not 0");
    EXPECT_EQ(message([] { order(5, 0); }), "every k-th seat is removed: k must be at least 1, not 0");
    EXPECT_EQ(message([] { rank_by_walking(5, -1, 1); }), "every k-th seat is removed: k must be at least 1, not -1");
    EXPECT_EQ(message([] { seat(5, 2, 0); }), "the seats are removed 1st to 5-th; there is no 0-th");
    EXPECT_EQ(message([] { seat_by_walking(5, 2, 6); }), "the seats are removed 1st to 5-th; there is no 6-th");
    EXPECT_EQ(message([] { rank(5, 2, 6); }), "the seats are numbered 1 to 5; there is no seat 6");
    EXPECT_EQ(message([] { rank_by_walking(5, 2, 0); }), "the seats are numbered 1 to 5; there is no seat 0");
}

TEST(Josephus, TicksSoThatItCanBeStopped) {
    const Integer many = 1000000, huge("1" + std::string(50, '0'));
    const Integer last_of_many = josephus::seat(many, many, many), last_of_huge = josephus::seat(huge, 1000, huge);
    const std::atomic<bool> cancelled = true;
    const Watch watch({}, &cancelled);
    const Watch::Under under(&watch);
    EXPECT_THROW(josephus::seat(many, many, many), Error);  // k is large: walks
    EXPECT_THROW(josephus::seat(huge, 1000, huge), Error);  // n is larger: jumps
    EXPECT_THROW(josephus::rank(many, many, last_of_many), Error);
    EXPECT_THROW(josephus::rank(huge, 1000, last_of_huge), Error);
    EXPECT_THROW(josephus::order(100000, 3), Error);
}

}  // namespace
}  // namespace bouton::unit
