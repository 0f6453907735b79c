// check(): verdicts with their exact counterexamples and numbers of cases, what counts as an error of the claim rather than a refutation,
// `expect refuted`, and that the verdict does not depend on how many threads there are.
#include "claims/check.hpp"

#include "base/parallel.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace bouton::unit {
namespace {

constexpr auto kNim = "game nim (a...)\n  move (a - t) for 1 <= t <= a\n";
constexpr auto kHeap = "game heap (x)\n  parameter k = 3 where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n";
constexpr auto kWythoff =
    "game wythoff (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"
    "  move (x - t, y - t) for 1 <= t <= min(x, y)\n";

Verdict verdict(const std::string& text, std::optional<std::int64_t> to = {}, const Watch& watch = Watch()) {
    const lang::DocumentPtr document = read(text);
    return check(*document, document->file.claims.at(0), to, watch);
}

/// "holds", "refuted at x = 3, y = 4" or "error: ..."
std::string shown(const Verdict& verdict) {
    if (verdict.kind == Verdict::Kind::holds) return "holds";
    if (verdict.kind == Verdict::Kind::error) return "error: " + verdict.message;
    std::string text = "refuted";
    for (const auto& [name, value] : verdict.counterexample)
        text += (text == "refuted" ? " at " : ", ") + name + " = " + value;
    return text;
}

std::string claim(const std::string& game, const std::string& text) {
    return shown(verdict(game + ("theorem \"t\" " + text) + "\n"));
}

// ---- verdicts ----

TEST(Claims, Conditions) {
    EXPECT_EQ(claim(kHeap, "for x >= 0: grundy(x) = x mod 4 to 50"), "holds");
    EXPECT_EQ(claim(kHeap, "for x >= 0: grundy(x) = x mod 5 to 50"), "refuted at x = 4");
    EXPECT_EQ(claim(kHeap, "for x >= 0, y >= 0: grundy(x + y) = grundy(x) + grundy(y) to 50"),
              "refuted at x = 1, y = 3");
    EXPECT_EQ(claim(kHeap, "for y >= 0, x >= 5 if x != 7: grundy(x) = 2 implies x + y != 10 to 20"),
              "refuted at y = 0, x = 10");
    EXPECT_EQ(claim(kHeap, "for x >= 0: outcome(x) = P iff grundy(x) = 0 to 50"), "holds");
    EXPECT_EQ(claim(kHeap, ": 1 = 2"), "refuted");
    EXPECT_EQ(claim(kHeap, "in heap(k) for k >= 1, x >= 0: grundy(x) = x mod (k + 1) to 30, k <= 6"), "holds");
    EXPECT_EQ(claim(kHeap, "in heap(k = j) for j >= 1, x >= 0: grundy(x) <= 3 to 30, j <= 6"),
              "refuted at j = 4, x = 4");
    EXPECT_EQ(claim(kWythoff, "for x >= 0, 0 <= y <= x, d = x - y if d >= 2: outcome(x, y) = N to 9"),
              "refuted at x = 5, y = 3, d = 2");
    EXPECT_EQ(claim(kWythoff, "for (x, y) in { outcome = P }: x + y != 8 to 9"), "refuted at x = 3, y = 5");
    EXPECT_EQ(claim(kHeap, "for -2 <= x <= 2: x^2 != 4 or x > 0"), "refuted at x = -2");
}

TEST(Claims, Sets) {
    EXPECT_EQ(claim(kWythoff, ": { outcome = P } = {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)} to 5"), "holds");
    EXPECT_EQ(claim(kWythoff, ": { outcome = P } = {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)} to 7"),
              "refuted at x = 4, y = 7");
    EXPECT_EQ(claim(kWythoff, ": { outcome = P } = {(0, 0), (1, 2), (2, 1)} to x <= 2, y <= 9"), "holds");
    EXPECT_EQ(claim(kWythoff, ": {(1, 2)} subset { outcome = P } to 7"), "holds");
    EXPECT_EQ(claim(kWythoff, ": { outcome = P } subset {(0, 0), (1, 2)} to 7"), "refuted at x = 2, y = 1");
    EXPECT_EQ(claim(kWythoff, ": {(1, 1)} | {(2, 1)} = {(2, 1), (1, 1)} to 7"), "holds");
    EXPECT_EQ(claim(kWythoff, "for i >= 0, j >= 0 if i + j > 0: options(i, j) & { outcome = P } != {} to 3"),
              "refuted at i = 1, j = 2");
    EXPECT_EQ(claim(kWythoff,
                    "for s >= 0: { grundy = s } \\ { x < y } = { (u, v) for u >= 0, 0 <= v <= u if grundy(u, v) = s } "
                    "to 9, s <= 9"),
              "holds");
    EXPECT_EQ(claim(kWythoff, ": options(1, 1) = {(0, 0), (0, 1), (1, 0)} to 3"), "holds");
    EXPECT_EQ(claim(kWythoff, "for x >= 0, y >= 0: options(x, y) = {} implies x = 0 to 4"), "holds");
    EXPECT_EQ(claim(kWythoff, ": options(100, 100) & { outcome = P } = {} to 3"),
              "refuted");  // exactly, beyond the bound
    EXPECT_EQ(claim(kNim, "in nim with m piles for 1 <= m <= 3: { outcome = P } = { xor(a...) = 0 } to 4"), "holds");
    EXPECT_EQ(claim(kNim, "in nim with m piles for 1 <= m <= 3: { outcome = P } = { sum(a...) mod 2 = 0 } to 4"),
              "refuted at m = 1, a1 = 2");
}

TEST(Claims, Words) {
    EXPECT_EQ(claim(kHeap, ": grundy repeats 0 1 2 3 to 50"), "holds");
    EXPECT_EQ(claim(kHeap, ": grundy repeats 0 1 2 3 4 to 50"), "refuted at x = 4");
    EXPECT_EQ(claim(kHeap, ": grundy starts 0 1 2 3 0 1"), "holds");
    EXPECT_EQ(claim(kHeap, ": grundy starts 0 1 2 2"), "refuted at x = 3");
    EXPECT_EQ(claim(kHeap, ": outcome repeats 0 1^3 to 50"), "holds");
    EXPECT_EQ(claim(kHeap, "in heap(k = 1) for 1 <= n <= 4: grundy starts (0 1)^n 0^(n - 1)"),
              "refuted at n = 3, x = 7");
    EXPECT_EQ(claim(kHeap, ": grundy has period 4 to 50"), "holds");
    EXPECT_EQ(claim(kHeap, ": grundy has period 3 to 50"), "refuted at x = 0");
    EXPECT_EQ(claim(kHeap, ": grundy has period 8 to 50"), "refuted at period = 4");
    EXPECT_EQ(claim(kHeap, ": grundy has period 4 after 2 to 50"), "refuted at preperiod = 1");
    EXPECT_EQ(claim(kHeap, "in heap(k) for k >= 1: grundy has period k + 1 to 50, k <= 8"), "holds");
}

TEST(Claims, Reaching) {
    EXPECT_EQ(claim(kHeap, "for x >= 1: reaches(x, {0}, 2) iff x <= 6 to 20"), "holds");
    EXPECT_EQ(claim(kHeap, ": reaches(0, {0}, 5)"), "refuted");  // at least one move
    EXPECT_EQ(claim(kWythoff, "for x >= 0, y >= 0: reaches((x, y), {(0, 0)}, 1) to 4"), "refuted at x = 0, y = 0");
}

TEST(Claims, CasesAreCounted) {
    EXPECT_EQ(verdict(std::string(kHeap) + "theorem \"t\" for x >= 0, 0 <= y <= 2: x >= 0 to 9\n").cases, 30u);
    EXPECT_EQ(verdict(std::string(kHeap) + "theorem \"t\" for x >= 0: x < 5 to 9\n").cases, 6u);
    EXPECT_EQ(
        verdict(std::string(kWythoff) + "theorem \"t\": { outcome = P } = { outcome = 0 } to x <= 4, y <= 9\n").cases,
        50u);
    EXPECT_EQ(verdict(std::string(kHeap) + "theorem \"t\": grundy repeats 0 1 2 3 to 9\n").cases, 10u);
}

TEST(Claims, TheCallersBoundReplacesTheGeneralOne) {
    const std::string text = std::string(kHeap) + "lemma \"2\" for x >= 0: grundy(x) < 3 to 2 note \"n\"\n";
    EXPECT_EQ(shown(verdict(text)), "holds");
    EXPECT_EQ(shown(verdict(text, 10)), "refuted at x = 3");
    EXPECT_EQ(verdict(text, 10).bound, "10");
    EXPECT_EQ(verdict(text).claim, "lemma 2");
    EXPECT_EQ(verdict(text).note, "n");
    EXPECT_EQ(verdict(text).file, "t.bouton");
}

TEST(Claims, NumbersMayHaveLeadingZeros) {
    EXPECT_EQ(claim(kHeap, "for x >= 0: grundy(x) <= 3 to 08"), "holds");
    EXPECT_EQ(claim(kHeap, ": grundy starts 00 01 02"), "holds");
    EXPECT_EQ(claim(kHeap, "in heap(k = 20): grundy starts 0 1 2 3 4 5 6 7 8 9 010"), "holds");
}

// ---- errors ----

TEST(Claims, Errors) {
    EXPECT_EQ(claim(kHeap, "for 5 <= x <= 3: 1 = 1"),
              "error: no case was examined: the ranges and conditions leave none, or the bound is too small");
    EXPECT_EQ(claim(kHeap, "for x >= 0 if x < 0: 1 = 1 to 9"),
              "error: no case was examined: the ranges and conditions leave none, or the bound is too small");
    EXPECT_EQ(claim(kHeap, "for x >= 0: grundy(x - 2) = 0 to 9"),
              "error: -2 is negative; the coordinates of a position are natural numbers (at x = 0)");
    EXPECT_TRUE(
        claim(kHeap, "for x >= 0: grundy(x) = x mod 4")
            .starts_with("error: the variable x has no bound; give it one, as in 0 <= x <= 100, or a bound with `to`"));
    EXPECT_EQ(claim(kHeap, ": { outcome = P } = { x mod 4 = 0 }"),
              "error: how far is this set to be checked? give the claim a bound, as in: to 100");
    EXPECT_EQ(
        claim(kNim, ": { outcome = P } = { xor(a...) = 0 } to 4"),
        "error: how far is this set to be checked? give the claim a bound, as in: to 100 (and the number of piles: in "
        "GAME with 3 piles)");
    EXPECT_EQ(claim(kHeap, ": grundy repeats 0 1"),
              "error: how far are the values to be compared? give the claim a bound, as in: to 100");
    EXPECT_EQ(claim(kHeap, "for x >= 0: floor(5/x) >= 0 to 9"),
              "error: division by zero; exclude that case with `if` or `where` (at x = 0)");
    EXPECT_EQ(claim(kHeap, "in heap(k) for k >= 0: grundy(3) >= 0 to 9"),
              "error: k = 0 is not allowed: it must satisfy k >= 1");
    EXPECT_EQ(claim(kHeap, ": grundy starts 0^0"), "error: the word is empty; exclude that case with `if`");
    EXPECT_EQ(claim(kHeap, "for n >= -1: grundy starts 0^n to 3"),
              "error: a word repeated -1 times; exclude that case with `if` (at n = -1)");
    EXPECT_EQ(claim(kHeap, ": grundy has period 4 to 7"),
              "error: to see a period of 4 after 0 the bound must be at least 8");
    EXPECT_EQ(claim(kHeap, ": grundy has period 0 to 7"), "error: a period of 0 after 0 makes no sense");
    EXPECT_TRUE(
        claim(kHeap, ": grundy has period 2^62 to 10").starts_with("error: to see a period of 4611686018427387904"))
        << claim(kHeap, ": grundy has period 2^62 to 10");
    EXPECT_TRUE(claim(kHeap, ": grundy has period 1 after 2^63 - 1 to 10").starts_with("error: "))
        << "a sum that overflows";
    EXPECT_EQ(claim("game g (x)\n  players 3\n  move (x - 1)\n", ": grundy(3) = 0"),
              "error: g has 3 players: its positions have outcomes, not Grundy numbers");
    EXPECT_EQ(claim("game g (x)\n  move (x - 1 - a) + (a) for 0 <= a < x\n", ": options(3) = {}"),
              "error: the options of a heap that splits are sums; `options` and `reaches` cannot be used here");
    EXPECT_EQ(claim(kNim, "in nim with 65 piles: 1 = 1").substr(0, 60),
              "error: t.bouton:3:25: between 0 and 64 piles, not 65\n  theor");
}

TEST(Claims, AnErrorBeforeTheCounterexampleCounts) {
    EXPECT_EQ(claim(kHeap, "for x >= 0: floor(9/(x - 2)) < 5 to 9"),
              "error: division by zero; exclude that case with `if` or `where` (at x = 2)");
    EXPECT_EQ(claim(kHeap, "for x >= 3: floor(9/(x - 2)) < 5 to 9"), "refuted at x = 3");
}

TEST(Claims, LimitsAreNotVerdicts) {
    const std::string slow = std::string(kWythoff) + "theorem \"t\" for x >= 0, y >= 0: grundy(x, y) >= 0 to 3000\n";
    EXPECT_EQ(failure_of([&] { verdict(slow, {}, Watch(Limits{std::uint64_t{1} << 30, 0.02})); }).fault, Fault::limit);
    std::atomic<bool> cancel{true};
    EXPECT_EQ(failure_of([&] { verdict(slow, {}, Watch({}, &cancel)); }).fault, Fault::cancelled);
    EXPECT_EQ(failure_of([&] { claim(kWythoff, ": { outcome = P } = {} to 1000000"); }).fault, Fault::limit);
    EXPECT_EQ(failure_of([&] { claim(kHeap, ": grundy(10^30) = 0"); }).fault, Fault::limit);
}

/// A range beyond the machine type is no range of one number at its end.
TEST(Claims, RangesBeyondTheMachine) {
    for (const char* text :
         {": forall 0 - 2^80 <= t <= 0 - 2^70: t != 0 - 2^63", ": forall 2^70 <= t <= 2^80: t != 2^63 - 1"})
        EXPECT_EQ(failure_of([&] { claim(kHeap, text); }).fault, Fault::limit) << text;
    EXPECT_EQ(claim(kHeap, ": forall 2^80 <= t <= 2^70: 1 = 2"), "holds");  // empty
}

// ---- expect refuted ----

TEST(Claims, ExpectRefuted) {
    const auto as_expected = [](const std::string& text) {
        return verdict(kHeap + ("theorem \"t\" " + text) + "\n").as_expected();
    };
    EXPECT_TRUE(as_expected("for x >= 0: grundy(x) < 4 to 9"));
    EXPECT_FALSE(as_expected("for x >= 0: grundy(x) < 3 to 9"));
    EXPECT_FALSE(as_expected("expect refuted for x >= 0: grundy(x) < 4 to 9"));
    EXPECT_TRUE(as_expected("expect refuted for x >= 0: grundy(x) < 3 to 9"));
    EXPECT_TRUE(as_expected("expect refuted at x = 3 for x >= 0: grundy(x) < 3 to 9"));
    EXPECT_FALSE(as_expected("expect refuted at x = 7 for x >= 0: grundy(x) < 3 to 9"));  // 7 too, but 3 comes first
    EXPECT_FALSE(as_expected("expect refuted for x >= 0: grundy(x - 1) < 3 to 9"));       // an error is no refutation
    EXPECT_FALSE(as_expected("for 5 <= x <= 3: 1 = 1"));
}

// ---- threads ----

struct Told {
    std::string verdict;
    std::uint64_t cases;
    bool operator==(const Told&) const = default;
    friend std::ostream& operator<<(std::ostream& out, const Told& told) {
        return out << told.verdict << ", " << told.cases << " cases";
    }
};

Told with_threads(int threads, const std::string& text) {
    Told told{"", 0};
    parallel::with_threads(static_cast<std::size_t>(threads), [&] {
        const Failure failure = failure_of([&] {
            const Verdict v = verdict(text);
            told = {shown(v), v.cases};
        });
        if (failure.fault) told.verdict = failure.message;
    });
    return told;
}

TEST(Claims, TheNumberOfThreadsDoesNotMatter) {
    const std::vector<std::string> claims = {
        "in heap(k) for k >= 1, x >= 0: grundy(x) = x mod (k + 1) to 60, k <= 400",
        "in heap(k) for k >= 1, x >= 0: grundy(x) <= 333 to 340, k <= 400",
        "in heap(k = j) for 1 <= j <= 700, x >= 0 if x >= 695 - j: x < 50 or grundy(x) < 40 to 60",
        "in heap(k) for k >= 1: grundy repeats 0 1^k to 20, k <= 50",
        "in heap(k = j) for 1 <= j <= 600, x >= 0: floor(5/(j - 300)) < 5 to 3",
        "in heap(k = j) for 1 <= j <= 600, x >= 0 if j + x > 500: floor(5/(j - 300)) < 5 or x < 3 to 3",
        "in heap(k = 501 - j) for 1 <= j <= 600: grundy(3) >= 0",
    };
    for (const std::string& text : claims) {
        const std::string whole = kHeap + ("theorem \"t\" " + text) + "\n";
        const Told alone = with_threads(1, whole);
        for (int threads : {2, 7})
            for (int i = 0; i < 3; ++i)
                EXPECT_EQ(with_threads(threads, whole), alone) << threads << " threads: " << text;
    }
}

/// One thread stops at the first counterexample; several must not fail because of what comes after it.
TEST(Claims, WhatComesAfterTheCounterexampleDoesNotMatter) {
    const std::string text =
        std::string(kHeap) +
        "theorem \"t\" in heap(k = j + 1) for 0 <= j <= 7: (j = 0 and grundy(30000) = 1) or (j > 0 and "
        "grundy(10^30) = 0)\n";
    EXPECT_EQ(with_threads(1, text).verdict, "refuted at j = 0");
    EXPECT_EQ(with_threads(2, text).verdict, "refuted at j = 0");
}

}  // namespace
}  // namespace bouton::unit
