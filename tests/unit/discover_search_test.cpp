// From rules to laws: what is said to be proved or checked must be so; what is found can be written, read and checked again.
#include "claims/check.hpp"
#include "discover/search.hpp"
#include "unit/discover_support.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace bouton::unit {
namespace {

using discover::Quantity;
using discover::Report;

Report laws_of(const std::string& text, Quantity quantity = Quantity::values, double effort = 0.2) {
    const discover::Subject subject = subject_of(text, quantity);
    discover::Request request;
    request.effort = effort;
    return discover::search(subject, request, Watch());
}

TEST(DiscoverSearch, NimHasItsLaw) {
    const Report report =
        laws_of("game two-heaps (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n");
    ASSERT_FALSE(report.laws.empty());
    EXPECT_TRUE(report.laws[0].proved);
    EXPECT_FALSE(report.laws[0].part);
    EXPECT_EQ(report.laws[0].statement, "grundy(x, y) = xor(x, y)");
    EXPECT_EQ(report.laws[0].method, "digits");
}

TEST(DiscoverSearch, OutcomesToo) {
    const Report report = laws_of("game g (x)\n  move (x - t) for 1 <= t <= 2\n  move (x - 5)\n", Quantity::outcomes);
    ASSERT_FALSE(report.laws.empty());
    EXPECT_TRUE(report.laws[0].proved);
    EXPECT_EQ(report.laws[0].statement, "outcome has period 3");
}

TEST(DiscoverSearch, WhatFailsFarOutIsNoLaw) {
    // x mod 4 as far as all tables go, and something else beyond.
    const Report report =
        laws_of("game g (x)\n  move (x - t) for 1 <= t <= (if x < 9000 then 3 else 4)\n", Quantity::values, 0.02);
    for (const discover::Law& law : report.laws) {
        EXPECT_FALSE(law.proved) << law.statement;
        ADD_FAILURE() << "not true beyond 9000: " << law.statement << ", checked to " << law.bound;
    }
    ASSERT_FALSE(report.misses.empty());
    EXPECT_NE(report.misses[0].exception, "");
}

TEST(DiscoverSearch, NoLawIsSaidToBeNone) {
    const Report report = laws_of("game g (x)\n  move (a) + (x - a) for 1 <= a < x - a\n", Quantity::values, 0.02);
    EXPECT_TRUE(report.laws.empty());
    EXPECT_FALSE(report.tried.empty());
    EXPECT_FALSE(report.stopped);
}

TEST(DiscoverSearch, ThePaperIsReadAndHolds) {
    const discover::Subject subject = subject_of(
        "game g (x, y)\n  move (x - 1, y)\n  move (x, y - t) for 1 <= t "
        "<= 2\n",
        Quantity::values);
    discover::Request request;
    request.effort = 0.2;
    const Watch watch;
    const Report report = discover::search(subject, request, watch);
    ASSERT_FALSE(report.laws.empty());
    const auto document = read(discover::paper(subject, report.laws, "a test"));
    ASSERT_FALSE(document->file.claims.empty());
    for (const syntax::Claim& claim : document->file.claims)
        EXPECT_EQ(check(*document, claim, std::nullopt, watch).kind, Verdict::Kind::holds);
}

TEST(DiscoverSearch, AnInterruptedSearchKeepsWhatItHas) {
    // The first law is there before anybody interrupts; what is found after it is not waited for.
    std::atomic<bool> cancel{false};
    const Watch watch({}, &cancel, [&](const std::string& message) {
        if (message.starts_with("proving")) cancel = true;
    });
    const discover::Subject subject = subject_of(
        "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n", Quantity::values);
    const Report report = discover::search(subject, {}, watch);
    EXPECT_TRUE(report.stopped);
    ASSERT_EQ(report.laws.size(), 1u);
    EXPECT_FALSE(report.laws[0].proved);
    EXPECT_GT(report.laws[0].cases, 0u);
}

}  // namespace
}  // namespace bouton::unit
