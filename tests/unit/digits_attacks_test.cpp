// Claims that were, or could be, proved by digits though they say something else than what was shown: bounds of `to` taken for hypotheses, levels
// with gaps, questions about another position, numbers that share a name, tuples that are no positions, negative variables.
#include "check/digits/claim.hpp"
#include "check/digits/digits.hpp"
#include "check/digits/formula.hpp"
#include "check/digits/instances.hpp"
#include "proofs/digits/digits.hpp"
#include "proofs/prove.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

const std::string kTwo = "game two (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
const std::string kBachet = "game bachet (x)\n  parameter k where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n";
const std::string kMisere =
    "game mis (x, y)\n  misere\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kDomain =
    "game dom (x, y) where x <= y\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kPass =
    "game pass (a..., b)\n  move (a - t, b) for 1 <= t <= a\n  move (a..., b - t) for 1 <= t <= b\n";
const std::string kClash = "game clash (a..., a2)\n  move (a - t, a2) for 1 <= t <= a\n";

ProofVerdict verdict_of(const std::string& game, const std::string& claim) {
    const lang::DocumentPtr document = read(game + "claim \"c\" " + claim + "\n");
    const Watch watch;
    return Prover(*document, watch).prove(document->file.claims[0]);
}

/// What the checker makes of a claim: the questions, or why it does not read it.
std::string refused(const std::string& game, const std::string& claim, const std::string& levels) {
    const lang::DocumentPtr document = read(game + "claim \"c\" " + claim + "\n");
    std::string cut, why = "no instance";
    for_each_digit_instance(*document, document->file.claims[0], cut, [&](lang::ClaimInstance&& instance) {
        try {
            recheck::demanded(instance, levels);
            why = "";
        } catch (const recheck::Wrong& wrong) {
            why = wrong.what;
        }
        return false;
    });
    return why;
}

struct Attack {
    std::string game, claim;
};

TEST(DigitAttacks, FalseClaimsAreNotProved) {
    const std::vector<Attack> attacks = {
        {kTwo, "for x >= 0, y >= 0: outcome(x, y) = P iff (x = y and x <= 5)  to 20, x <= 5"},
        {kTwo, "for x >= 0, y >= 0: grundy(x, y) = (if x <= 7 then xor(x, y) else 0)  to 20, x <= 7"},
        {kTwo, ": { outcome = P } = { x = y and x <= 5 } to 20, x <= 5"},
        {kHeap, "for s >= 0: { grundy = s } = { x = s and s <= 3 }  to 20, s <= 3"},
        {kHeap, "for s >= 0: { grundy = s } = { xor(x, 0) = s and s <= 3 }  to 20, s <= 3"},
        {kBachet, "in bachet(k = 3) for s >= 0: { grundy = s } = { x mod 4 = s or s = 9 } to 20, s <= 3"},
        {kBachet, "in bachet(k) for k >= 1, x >= 0: outcome(x) = P iff (x mod (k + 1) = 0 and k <= 6) to 30, k <= 6"},
        {kBachet, "in bachet(k) for k >= 1, s >= 0: { grundy = s } = { x mod (k + 1) = s and k <= 4 } to 30, k <= 4"},
        {kMisere, "for x >= 0, y >= 0: outcome(x, y) = P iff (x = y and 2 <= x <= 6 or x + y = 1) to 6, x <= 6"},
        {kHeap, "for s >= -1: { grundy = s } = { xor(x, 0) = s or (s < 0 and x > 10) } to 10"},
        {kHeap, "for s in {0, 2}: { grundy = s } = { x = s or (s = 0 and x > 10) } to 10"},
        {kTwo, ": { outcome(1, 1) = P } = { x >= 0 } to 4"},
        {kPass, "in pass with 2 piles: { outcome(a...) = P } = { xor(a...) = 0 } to 0"},
        {kPass, "in pass: { outcome = P } = { b = 0 } to 5"},  // of any number of piles, not of none
        {kClash, "in clash with 2 piles: { outcome = P } = { a2 = min(a...) and xor(a...) = 0 } to 0"},
    };
    for (const Attack& attack : attacks) {
        const ProofVerdict verdict = verdict_of(attack.game, attack.claim);
        EXPECT_NE(verdict.kind, ProofVerdict::Kind::proved) << attack.claim << " by " << verdict.method;
    }
}

/// Factors and divisors whose product is 0, or something else, modulo 2^64.
const std::string kWrapped = "65536*(65536*(65536*(65536*floor(floor(x/1000000)/1000000))))";
const std::string kSmaller = "65536*(65536*(65536*(65536*floor(x/3))))";
const std::string kDivisors =
    "floor(floor(floor(floor(floor(x/655507)/787868)/513152)/8)/999925) - floor(floor(x/1000000)/1000000)";
const std::string kDivisorZero = "floor(floor(floor(floor(x/65536)/65536)/65536)/65536)";

TEST(DigitAttacks, NumbersDoNotWrapAround) {
    const std::string all = "for x >= 0, y >= 0: ";
    for (const std::string& term : {kWrapped, kSmaller, kDivisors, kDivisorZero}) {
        for (const std::string& claim : {
                 all + "grundy(x, y) = xor(x, y) + " + term + " to 2",
                 all + "outcome(x, y) = P iff (xor(x, y) = 0 and " + term + " = 0) to 2",
                 all + "grundy(x, y) = xor(x, y) + ((" + term + " + floor(y/3) - floor(y/3)) mod 7) to 2",
             }) {
            EXPECT_NE(verdict_of(kTwo, claim).kind, ProofVerdict::Kind::proved) << claim;
            EXPECT_EQ(refused(kTwo, claim, claim.find("outcome") == std::string::npos ? "all" : "one"),
                      "the claim needs numbers that are too large")
                << claim;
        }
        const std::string rules = kTwo + "  move (0, 0) if x >= 1 and y >= 1 and " + term + " >= 1\n";
        EXPECT_NE(verdict_of(rules, all + "grundy(x, y) = xor(x, y) to 2").kind, ProofVerdict::Kind::proved) << term;
        EXPECT_EQ(refused(rules, all + "grundy(x, y) = xor(x, y) to 2", "all"),
                  "the claim needs numbers that are too large")
            << term;
    }
}

TEST(DigitAttacks, WhatIsCutOffIsNamed) {
    const ProofVerdict cut =
        verdict_of(kBachet, "in bachet(k) for k >= 1, x >= 0: outcome(x) = P iff x mod (k + 1) = 0 to 30, k <= 3");
    EXPECT_NE(cut.kind == ProofVerdict::Kind::proved && cut.method == "digits", true);
    // The claim's own range ends before the bound: nothing is cut off.
    const lang::DocumentPtr document = read(
        kBachet +
        "claim \"c\" in bachet(k) for 1 <= k <= 3, x >= 0: outcome(x) = P iff x mod (k + 1) = 0 to 30, k <= 6\n"
        "claim \"d\" in bachet(k) for 1 <= k <= 9, x >= 0: outcome(x) = P iff x mod (k + 1) = 0 to 30, k <= 6\n"
        "claim \"e\" in bachet(k) for k >= 1, x >= 0: outcome(x) = P iff x mod (k + 1) = 0 to 30, k <= 6, x <= 9\n");
    for (const auto& [at, text] :
         std::vector<std::pair<std::size_t, std::string>>{{0, ""}, {1, "k <= 6"}, {2, "k <= 6"}}) {
        std::string limits;
        std::size_t count = 0;
        for_each_digit_instance(*document, document->file.claims[at], limits, [&](lang::ClaimInstance&& instance) {
            ++count;
            for (const Binder& binder : instance.loop.binders) EXPECT_TRUE(binder.upper.empty());  // x is not bounded
            return true;
        });
        EXPECT_EQ(limits, text);
        EXPECT_EQ(count, at == 0 ? 3u : 6u);
    }
}

TEST(DigitAttacks, TheCheckerRefusesToRead) {
    EXPECT_EQ(refused(kHeap, "for s >= 0: { grundy = s } = { x = s } to 9", "all"), "");
    EXPECT_NE(refused(kHeap, "for s >= 1: { grundy = s } = { x = s } to 9", "all"), "");
    EXPECT_NE(refused(kHeap, "for s >= -1: { grundy = s } = { x = s } to 9", "all"), "");
    EXPECT_NE(refused(kHeap, "for s in {0, 2}: { grundy = s } = { x = s } to 9", "all"), "");
    EXPECT_NE(refused(kHeap, "for s >= 0 if s != 1: { grundy = s } = { x = s } to 9", "all"), "");
    EXPECT_EQ(refused(kHeap, "for n >= 0: outcome(n) = P iff n = 0 to 9", "one"), "");
    EXPECT_NE(refused(kHeap, "for n >= -3: outcome(n) = P iff n <= 0 to 9", "one"), "");
    EXPECT_EQ(refused(kTwo, "for u >= 0, v >= u + 2: outcome(u, v) = P iff u = v to 9", "one"), "");
    EXPECT_NE(refused(kTwo, "for u >= 0, v >= u - 2: outcome(u, v) = P iff u = v to 9", "one"), "");
    EXPECT_EQ(refused(kPass, "in pass with 2 piles: { outcome = P } = { xor(a...) = b } to 4", "one"), "");
    EXPECT_NE(refused(kPass, "in pass with 2 piles: { outcome(a...) = P } = { xor(a...) = b } to 4", "one"), "");
    EXPECT_NE(refused(kClash, "in clash with 2 piles: { outcome = P } = { xor(a...) = 0 } to 4", "one"), "");
    EXPECT_NE(refused(kDomain, ": { outcome = P } = { (y, x) in { (u, u) for u >= 0 } } to 4", "one"), "");
    EXPECT_NE(refused(kHeap, ": { outcome = P } = { (x - 5) in { u for u >= 0 } } to 4", "one"), "");
    EXPECT_NE(refused(kTwo, ": { outcome(1, 1) = P } = { x = y } to 4", "one"), "");
    EXPECT_NE(refused(kMisere, ": { grundy = 0 } = { x = y } to 4", "one"), "");
}

}  // namespace
}  // namespace bouton::unit
