// The prover must never say `proved` of something false. Here: claims that were once proved though they are false, goals that are
// contradictory only because of what is to be refuted, one-heap games with a known period, the way from a claim to its verdict, and
// certificates that were changed or forged. Mutants of true claims: proofs_mutation_test.cpp; of proofs: checker_test.cpp.
#include "answers/theorems.hpp"
#include "claims/check.hpp"
#include "proofs/certificate.hpp"
#include "proofs/goals/by_goals.hpp"
#include "proofs/goals/ground.hpp"
#include "proofs/prove.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bouton::unit {
namespace {

using syntax::Claim;
using Kind = ProofVerdict::Kind;
namespace fs = std::filesystem;

const std::string kOne = "game one (x)\n  move (x - t) for 1 <= t <= 1\n";
const std::string kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
const std::string kBachet = "game bachet (x)\n  parameter k where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n";
const std::string kLine = "game line (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, f(x))\n";
const std::string kSubtraction = "game subtraction (x)\n  parameter moves: set\n  move (x - s) for s in moves\n";
const std::string kNim = "game nim2 (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kTwoWeights =
    "game two-weights (x, y)\n  let half = floor((2*x + y) / 2)\n"
    "  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= 2*t + u <= half\n";
const std::string kTwoWeightsSet =
    "{ (2^n - 1, 0) for n >= 0 } | { (2^n - i - 1, 2*i - 1) for n >= 0, 1 <= i <= n - 1 }\n"
    "  | { (2^n - n - i, 2*n + 2*i - 1) for n >= 0, 1 <= i <= 2^n - n";
const std::string kJosephus =
    "game josephus-nim (x, y)\n  let half = floor((x - 2*y) / 2)\n"
    "  move (x - t, y) for 1 <= t <= x if t <= half\n  move (x, y - u) for 1 <= u <= y if -2*u <= half\n";
const std::string kJosephusP =
    "theorem \"G_0\": { outcome = P } = { (2^n - 1 + m, m) for n >= 0, 0 <= m <= 2^n - 1 }  to 24\n";

/// The verdict on the last claim of a text; open, if it takes more seconds than that.
ProofVerdict proved(const std::string& text, double seconds = 0, double share = 1) {
    const lang::DocumentPtr document = read(text);
    const Watch watch({.seconds = seconds});
    return Prover(*document, watch, share).prove(document->file.claims.back());
}

std::string all_tried(const ProofVerdict& verdict) { return fmt::format("{}", fmt::join(verdict.tried, "\n")); }

// ---- false claims, all of them true on the box that they name ----

struct FalseClaim {
    std::string what, text;
};

const std::vector<FalseClaim>& false_claims() {
    static const std::vector<FalseClaim> all = {
        {"values from 50 on: nothing is known of the smaller ones",
         kHeap + "theorem \"t\" for s >= 50: { grundy = s } = { (i) for i >= 0 if s <= 1 }  to 60, x <= 40\n"},
        {"even values: nothing is known of the odd ones",
         kHeap + "theorem \"t\" for s >= 50 if s mod 2 = 0: { grundy = s } = { (i) for i >= 0 if s mod 2 = 1 }  to 60, "
                 "x <= 40\n"},
        {"the rules depend on s", kBachet + "theorem \"t\" in bachet(k = s) for s >= 50: { grundy = s } = { (i) for i "
                                            ">= 0 if s = 0 }  to 60, x <= 40\n"},
        {"3^7 is not 2^7",
         kOne + "theorem \"t\": { outcome = P } = { (2*i) for i >= 0 } | { (3^k) for k in {7} }  to 100\n"},
        {"the least element of {5..3, 7} is 7", kHeap + "claim \"t\" for k >= 0: min({k..3, 7}) <= k  to 3\n"},
        {"a quantifier inside `if`, in a used claim",
         kHeap + "claim \"L\" for 0 <= x <= 70: (if (exists 0 <= n <= x: 2^n = x) then 1 else 0) = (if x in {1, 2, 4, "
                 "8, 16, 32, 64} then 1 else 0)\n"
                 "claim \"t\" for x >= 0: x < 200 using \"L\"  to 100\n"},
        {"the same, at two places",
         kHeap + "claim \"L\" for 0 <= x <= 70: (if (exists 0 <= n <= x: 2^n = x) then 1 else 0) = (if x in {1, 2, 4, "
                 "8, 16, 32, 64} then 1 else 0)\n"
                 "claim \"t\" for x >= 0: x < 200 using \"L\" at x = 1 using \"L\" at x = 2  to 100\n"},
        {"a used claim about f(x) = c, for another c",
         kLine + "claim \"L\" in line(f(x) = c) for c >= 1, x >= 0: grundy(x) = x mod (c + 1)  to 50, c <= 6\n"
                 "claim \"t\" in line(f(x) = c) for c >= 1, x >= 0: x < 200\n"
                 "  using \"L\" at c = 1, x = 2 using \"L\" at c = 2, x = 2  to 50, c <= 6\n"},
        {"a used claim about f(x) = c, for another c",
         kLine +
             "claim \"L\" in line(f(x) = c) for c >= 1, x >= c + 1: not ((x - c - 1) in options(x))  to 30, c <= 6\n"
             "claim \"t\" in line(f(x) = c) for c >= 1: c <= 5 using \"L\" at c = 5, x = 6  to 10, c <= 5\n"},
        {"a used claim about every f with k = 2, for k = 5",
         "game g (x)\n  parameter k = 2 where k >= 1\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, k) if f(x) "
         ">= 0\n"
         "claim \"L\" in g(f(x) = 1) for u >= 0: grundy(u) = u mod 3 assuming f(t) >= 1 for t >= 0  to 50\n"
         "claim \"t\" in g(k = 5, f(x) = 1) for n >= 0: n <= 2 or grundy(3) = 0 using \"L\" at u = 3  to 2\n"},
        {"a used claim about subsets of {1, 2}, for {3, 4}",
         kSubtraction +
             "claim \"L\" in subtraction(moves = S) for S subset {1..2}, 0 <= n <= 4: n <= 1 or options(n) != {}\n"
             "claim \"t\" in subtraction(moves = {x, y}) for 1 <= x < y: x <= 2 using \"L\" at n = 2  to 10, y <= 3\n"},
        {"a used claim that is proved for k <= 6 only",
         kBachet +
             "claim \"L\" in bachet(k) for k >= 1, x >= 0: grundy(x) = (if k <= 6 then x mod (k + 1) else 0)  to 50, k "
             "<= 6\n"
             "claim \"t\" in bachet(k) for k >= 1: k <= 6 or grundy(1) = 0 using \"L\" at x = 1  to 10, k <= 6\n"},
        {"a used claim at m = 5, where m is another name of our k",
         kBachet + "claim \"L\" in bachet(k) for k >= 1, m = k, x >= 0: grundy(x) = x mod (m + 1)  to 50, k <= 6\n"
                   "claim \"t\" in bachet(k) for k >= 1: k <= 5 using \"L\" at m = 5, x = 6 using \"L\" at m = 6, x = "
                   "6  to 10, k <= 5\n"},
        {"a used claim whose argument of the game is a name for another variable",
         kBachet + "claim \"L\" in bachet(k = m) for j >= 1, m = j, x >= 0: grundy(x) = x mod (j + 1)  to 50, j <= 6\n"
                   "claim \"t\" in bachet(k) for k >= 1: k <= 5 using \"L\" at j = 5, x = 6 using \"L\" at j = 6, x = "
                   "6  to 10, k <= 5\n"},
        {"the same for a rule function",
         kLine + "claim \"L\" in line(f(x) = c) for j >= 1, c = j, x >= 0: grundy(x) = x mod (j + 1)  to 50, j <= 6\n"
                 "claim \"t\" in line(f(x) = c) for c >= 1: c <= 5 using \"L\" at j = 5, x = 6 using \"L\" at j = 6, "
                 "x = 6  to 10, c <= 5\n"},
        {"proved for k <= 6 one by one, false at k = 7",
         kBachet + "claim \"t\" in bachet(k) for k >= 1, x >= 0: grundy(x) = (if k <= 6 then x mod (k + 1) else 0)  to "
                   "50, k <= 6\n"},
        {"a division by 0 at x = 60", kHeap + "claim \"t\" for x >= 0: floor(x/(60 - x)) = floor(x/(60 - x))  to 50\n"},
        {"a negative exponent from x = 61 on", kHeap + "claim \"t\" for x >= 0: 2^(60 - x) = 2^(60 - x)  to 50\n"},
        {"the value of what is no position, from x = 61 on",
         kHeap + "claim \"t\" for x >= 0: grundy(60 - x) = grundy(60 - x)  to 50\n"},
        {"the same in a condition of the claim",
         kHeap + "claim \"t\" for x >= 0 if floor(x/(60 - x)) >= 0: x >= 0  to 50\n"},
        {"the same in a family",
         kOne + "theorem \"t\": { outcome = P } = { (2*i + 0*floor(i/(60 - i))) for i >= 0 }  to 50\n"},
        {"a move that has no meaning at x = 60",
         "game g (x)\n  move (x - t) for 1 <= t <= 1 if floor(x/(60 - x)) <= 1000\nclaim \"t\" for x >= 0: grundy(0) = "
         "0  "
         "to 50\n"},
        {"arguments that the game does not allow",
         "game g (x)\n  parameter k where k <= 50\n  move (x - t) for 1 <= t <= k\nclaim \"t\" in g(k) for k >= 1: "
         "grundy(0) = 0  to 10, k <= 10\n"},
        {"a sequence of heaps that are no positions from 51 on",
         "game g (x) where x <= 50\n  move (x - t) for 1 <= t <= 3\nclaim \"t\": grundy repeats 0 1 2 3  to 40\n"},
        {"the induction hypothesis for another game",
         "game spike (x)\n  parameter k where k >= 1\n  move (x - 1) for 1 <= t <= 1 if x = k\n"
         "claim \"t\" in spike(k) for k >= 1, n >= 0: grundy(k) = 1 and n <= 30\n"
         "  by induction on n using \"t\" at k = k + 1, n = n - 1  to 30, k <= 10\n"},
    };
    return all;
}

TEST(Proofs, FalseClaimsThatHoldOnTheirBox) {
    for (const FalseClaim& claim : false_claims()) {
        ProofVerdict verdict;
        Failure failure;  // a file that is refused proves nothing either
        EXPECT_NO_THROW(failure = failure_of([&] { verdict = proved(claim.text, 2 * effort(), 0.1 * effort()); }))
            << claim.what;
        EXPECT_TRUE(!failure.fault || failure.fault == Fault::input) << claim.what << ": " << failure.message;
        EXPECT_NE(verdict.kind, Kind::proved) << claim.what << " (" << verdict.method << ")\n" << claim.text;
    }
}

/// Without the check on a box: is there a proof by goals of the last claim that the checker accepts? No, if it takes more seconds.
bool shown_without_check(const std::string& text, double seconds = 0) {
    const lang::DocumentPtr document = read(text);
    const Claim& claim = document->file.claims.back();
    const Watch watch({.seconds = seconds});
    try {
        const proofs::GoalSearch found = proofs::prove_by_goals(*document, claim, 0.1 * effort(), watch);
        return found.proof && judge(*document, claim, {found.scheme, *found.proof, {}}, watch).problem.empty();
    } catch (const kernel::Unsupported&) {
        return false;
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;
        return false;
    }
}

TEST(Proofs, FalseClaimsWithoutTheCheck) {
    const std::string misere = "game last (x)\n  misere\n  move (x - t) for 1 <= t <= min(x, 2)\n";
    EXPECT_FALSE(shown_without_check(misere + "theorem \"t\" for s >= 0: { grundy = s } = { x mod 3 = s }  to 10\n"));
    EXPECT_FALSE(shown_without_check(misere + "theorem \"t\": { outcome = P } = { x mod 3 = 0 }  to 10\n"));
    EXPECT_FALSE(shown_without_check(misere + "theorem \"t\" for x >= 0: grundy(x) = x mod 3  to 10\n"));
    EXPECT_FALSE(shown_without_check(misere + "theorem \"t\" for x >= 0: outcome(x) = P iff x mod 3 = 0  to 10\n"));
    EXPECT_TRUE(shown_without_check(misere + "theorem \"t\": { outcome = P } = { x mod 3 = 1 }  to 10\n"));
    EXPECT_FALSE(shown_without_check(kOne + "theorem \"t\" for x >= 1: outcome(x) = P iff x mod 2 = 1  to 10\n"));
    EXPECT_FALSE(
        shown_without_check(kOne + "theorem \"t\" for x >= 0 if x mod 2 = 0: outcome(x) = P iff x = x  to 10\n"));
    EXPECT_FALSE(shown_without_check(kHeap + "theorem \"t\" for x >= 1: grundy(x) = x - 1  to 10\n"));
}

/// The same claims, the box left out: each of them alone must fail at the goals. What it uses is taken for granted here, so that those
/// that rest on something false are left out.
TEST(Proofs, FalseClaimsOfABoxWithoutTheCheck) {
    for (const FalseClaim& claim : false_claims()) {
        if (claim.what.find("proved for k <= 6 only") != std::string::npos) continue;
        if (claim.what.find("about subsets of {1, 2}") != std::string::npos)
            continue;  // it is used as if said of every set
        bool shown = false;
        const Failure failure = failure_of([&] { shown = shown_without_check(claim.text, 0.5 * effort()); });
        EXPECT_TRUE(!failure.fault || failure.fault == Fault::input) << claim.what << ": " << failure.message;
        EXPECT_FALSE(shown) << claim.what << "\n" << claim.text;
    }
}

TEST(Proofs, CrashesThatWere) {
    EXPECT_NO_THROW(
        proved(kHeap + "claim \"t\" for x >= 0: (if (exists 0 <= n <= x: 2^n = x) then 1 else 0) >= 0  to 20\n"));
    EXPECT_NO_THROW(proved(kBachet +
                           "claim \"L\" in bachet(k) for k >= 1, m = 3, x >= 0: grundy(x) <= k + m  to 50, k <= 6\n"
                           "claim \"t\" in bachet(k) for k >= 1: k <= 5 using \"L\" at m = 5, x = 6  to 10, k <= 5\n"));
    const Failure failure = failure_of([] {
        proved(
            "game two (x, y)\n  parameter k where k >= 1\n  move (x - t, y) for 1 <= t <= 1 if x = k\n"
            "claim \"t\" in two(k = a) for (a, b) in { (1, 1), (2, 1) }: grundy(a, 0) = 1  to 30\n");
    });
    EXPECT_TRUE(!failure.fault || failure.fault == Fault::input);
}

// ---- what is to be refuted matters ----

/// Can the prover refute the goal without the formulas whose label begins so? One hint after the other, one or two rounds.
bool refutable(const lang::Document& document, const Claim& claim, const kernel::Plan& plan, std::size_t number,
               const std::string& left_out, const Watch& watch) {
    for (std::size_t way = 0;; ++way) {
        kernel::Theorem theorem(document, claim);
        kernel::Goal goal = theorem.goals(plan).at(number);
        const std::vector<proofs::Hint> hints = proofs::hints_for(theorem, goal);
        if (way == 2 * hints.size()) return false;
        const proofs::Hint& hint = hints[way / 2];
        if (hint.opaque) continue;
        const std::size_t dropped = std::erase_if(goal.known, [&](const kernel::Known& known) {
            return !left_out.empty() && known.label.starts_with(left_out);
        });
        EXPECT_EQ(dropped, left_out.empty() ? 0u : 1u) << goal.name;
        proofs::Ground ground(theorem, goal, hint, watch);
        for (std::size_t i = 0; i <= way % 2; ++i) ground.round();
        ground.finish();
        std::vector<proofs::GroundFormula> formulas;
        for (const auto& entry : ground.ground())
            formulas.push_back({ground.sequent().entries()[entry.entry], entry.is_fact});
        proofs::FoundTree found;
        if (proofs::find_tree(formulas, 1000000, watch, found) == proofs::Search::found) return true;
    }
}

/// Each goal of a claim that is proved must be out of reach without what is to be refuted; nor, where it speaks of a set, without the
/// position.
void expect_no_vacuous_goal(const std::string& text) {
    const lang::DocumentPtr document = read(text);
    const Claim& claim = document->file.claims.back();
    const Watch watch;
    const proofs::GoalSearch found = proofs::prove_by_goals(*document, claim, 1, watch);
    ASSERT_TRUE(found.proof) << found.why << "\n" << text;
    kernel::Plan plan{*kernel::scheme_of(found.scheme), (*found.proof)["falls"], (*found.proof)["earlier"]};
    kernel::Theorem theorem(*document, claim);
    const std::vector<kernel::Goal> goals = theorem.goals(plan);
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const std::string& name = goals[i].name;
        const auto target = std::find_if(goals[i].known.begin(), goals[i].known.end(), [](const kernel::Known& known) {
            return known.role == kernel::Known::Role::target;
        });
        ASSERT_NE(target, goals[i].known.end()) << name;
        const bool nothing_to_show =
            target->formula->kind == kernel::Formula::Kind::any && target->formula->parts.empty();
        EXPECT_FALSE(refutable(*document, claim, plan, i, "to be refuted", watch)) << name << "\n" << text;
        const bool about_a_set = name.starts_with("no move stays") || name.starts_with("every position ");
        if (about_a_set && !nothing_to_show) {
            EXPECT_FALSE(refutable(*document, claim, plan, i, "a position", watch)) << name << "\n" << text;
        }
    }
}

TEST(Proofs, GoalsAreNotVacuous) {
    expect_no_vacuous_goal(kTwoWeights + "theorem \"t\": { outcome = P } = " + kTwoWeightsSet + " }  to 9\n");
    expect_no_vacuous_goal(kJosephus + kJosephusP);
    expect_no_vacuous_goal(kNim + "theorem \"t\": { outcome = P } = { (i, i) for i >= 0 }  to 9\n");
    expect_no_vacuous_goal(kHeap + "theorem \"t\" for x >= 0: grundy(x) = x  to 9\n");
    expect_no_vacuous_goal(kHeap + "theorem \"t\" for s >= 0: { grundy = s } = { (s) }  to 9\n");
    expect_no_vacuous_goal(kSubtraction +
                           "theorem \"3\" in subtraction(moves = {x, y}) for 1 <= x < y, n >= 0:\n"
                           "  grundy(n) = 2 iff (n >= y and grundy(n - x) = 1 and grundy(n - y) = 0)  to 30, y <= 5\n");
}

// ---- games with a known period ----

TEST(MutationOfProofs, SubtractionGamesWithAPeriod) {
    Random random(7);
    std::size_t games = 0;
    for (int tries = 0; games < 6 && tries < 400; ++tries) {
        std::set<int> set;
        for (std::int64_t size = random.between(2, 3); std::ssize(set) < size;)
            set.insert(static_cast<int>(random.between(1, 7)));
        std::vector<bool> p;
        for (int x = 0; x < 400; ++x)
            p.push_back(std::none_of(set.begin(), set.end(),
                                     [&](int s) { return s <= x && p[static_cast<std::size_t>(x - s)]; }));
        int period = 1;
        while (period <= 8 && !std::equal(p.begin() + period, p.end(), p.begin())) ++period;
        if (period > 8) continue;
        ++games;
        const std::string game = fmt::format("game g (x)\n  move (x - s) for s in {{{}}}\n", fmt::join(set, ", "));
        const auto claim = [&](std::vector<bool> residues) {
            std::string families;
            for (int r = 0; r < period; ++r)
                if (residues[static_cast<std::size_t>(r)])
                    families += fmt::format("{}{{ ({}*i + {}) for i >= 0 }}", families.empty() ? "" : " | ", period, r);
            return game + "theorem \"t\": { outcome = P } = " + (families.empty() ? "{}" : families);
        };
        const std::string right = claim(p) + "  to 60\n";
        EXPECT_EQ(proved(right).kind, Kind::proved) << right;
        // One residue changed, said of a box that is too small to see it wherever that is possible.
        std::vector<bool> other = p;
        const auto at = static_cast<std::size_t>(random.between(0, period - 1));
        other[at] = !other[at];
        const std::string wrong = claim(other);
        EXPECT_FALSE(shown_without_check(wrong + "  to 60\n", 0.2)) << wrong;
        EXPECT_NE(proved(wrong + fmt::format("  to {}\n", at > 0 ? at - 1 : 0), 0.2).kind, Kind::proved) << wrong;
    }
    EXPECT_EQ(games, 6u);
}

// ---- from a claim to its verdict ----

TEST(Proofs, RefutedAsExpected) {
    const ProofVerdict verdict = proved(kBachet +
                                        "theorem \"t\" expect refuted at k = 2, x = 3 in bachet(k) for k >= 1, x >= 0: "
                                        "grundy(x) = x mod (k + 2) or x <= 2  to 20, k <= 5\n");
    EXPECT_EQ(verdict.kind, Kind::refuted);
    EXPECT_TRUE(verdict.replayed);
    const std::vector<std::pair<std::string, std::string>> smallest{{"k", "1"}, {"x", "3"}};
    EXPECT_EQ(verdict.counterexample, smallest);
    EXPECT_FALSE(verdict.as_expected());  // refuted, but at another place
    const ProofVerdict set = proved(
        kNim +
        "theorem \"t\" expect refuted at x = 2, y = 1: { outcome = P } = { (i, i) for i >= 0 } | { (2, 1) }  to 9\n");
    EXPECT_EQ(set.kind, Kind::refuted);
    EXPECT_TRUE(set.replayed && set.as_expected());
}

TEST(Proofs, WhatIsOpenSaysWhy) {
    const ProofVerdict rests = proved(kHeap +
                                      "claim \"L\" for x >= 0, y >= 0: xor(x, y) <= x + y  to 9\nclaim \"t\" for x >= "
                                      "0: xor(x, 0) >= 0 using \"L\"  to 9\n");
    EXPECT_EQ(rests.kind, Kind::open);
    EXPECT_NE(all_tried(rests).find("claim L"), std::string::npos) << all_tried(rests);
    const ProofVerdict construct = proved(kNim + "claim \"t\" for x >= 0, y >= 0: xor(x, y) <= x + y  to 9\n");
    EXPECT_EQ(construct.kind, Kind::open);
    EXPECT_NE(all_tried(construct).find("xor"), std::string::npos) << all_tried(construct);
}

TEST(Proofs, WhatTheClockCutsOffIsOpen) {
    const lang::DocumentPtr document = read(kJosephus + kJosephusP);
    const Watch watch({.seconds = 1e-6});
    const ProofVerdict verdict = Prover(*document, watch).prove(document->file.claims[0]);
    EXPECT_EQ(verdict.kind, Kind::open);
    EXPECT_NE(all_tried(verdict).find("time limit"), std::string::npos) << all_tried(verdict);
}

TEST(Proofs, ALimitedOneSaysHowFarAndWhyNotAll) {
    const ProofVerdict verdict = proved(
        "game piles (a...)\n  move (a - t) for 1 <= t <= a\n"
        "claim \"t\" in piles with m piles for m >= 1, s >= 0: { grundy = s } = { xor(a...) = s }  to 4, m <= 3\n");
    EXPECT_EQ(verdict.kind, Kind::limited);
    EXPECT_NE(verdict.generality.find("for m <= 3 only"), std::string::npos) << verdict.generality;
    EXPECT_NE(all_tried(verdict).find("columns"), std::string::npos) << all_tried(verdict);
}

TEST(Proofs, ClaimsThatUseEachOtherAreNotProved) {
    const lang::DocumentPtr document =
        read(kHeap +
             "claim \"A\" for x >= 0: x < 50 using \"B\"  to 9\nclaim \"B\" for x >= 0: x < 50 using \"C\"  to 9\n"
             "claim \"C\" for x >= 0: x < 50 using \"A\"  to 9\nclaim \"D\" for x >= 0: x < 50 using \"D\"  to 9\n");
    const Watch watch;
    Prover prover(*document, watch);
    for (const Claim& claim : document->file.claims) EXPECT_NE(prover.prove(claim).kind, Kind::proved) << claim.label;
}

TEST(MutationOfProofs, WrongAtOnePointFarOut) {
    const ProofVerdict verdict = proved(kTwoWeights + "theorem \"t\": { outcome = P } = " + kTwoWeightsSet +
                                        " if not (n = 12 and i = 5) }  to x <= 60, y <= 120\n");
    EXPECT_NE(verdict.kind, Kind::proved);
    const ProofVerdict near = proved(kTwoWeights + "theorem \"t\": { outcome = P } = " + kTwoWeightsSet +
                                     " if not (n = 6 and i = 5) }  to x <= 20, y <= 30\n");
    EXPECT_NE(near.kind, Kind::proved);
    EXPECT_TRUE(near.kind != Kind::refuted || near.replayed);
}

// ---- certificates ----

class ProofCertificates : public testing::Test {
  protected:
    ProofCertificates()
        : root_(fs::temp_directory_path() /
                fmt::format("bouton-proofs-{}", Random(std::random_device()()).between(1, 1000000000))) {
        fs::create_directories(root_);
    }
    ~ProofCertificates() override {
        std::error_code error;
        fs::remove_all(root_, error);
    }

    /// Proves every claim of the text; the certificates are below certificates().
    std::vector<ProofVerdict> prove_all(const std::string& text) {
        put(root_ / "claims.bouton", text);
        Library library(home());
        return prove_files(library, {(root_ / "claims.bouton").string()}, certificates(), "", watch_,
                           [](const ProofVerdict&) {});
    }
    std::string certificates() const { return (root_ / "certificates").string(); }
    static void put(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

    /// Every problem that is found; an error is one too, if it names a file.
    std::vector<std::string> problems(const std::string& folder) {
        std::vector<std::string> found;
        try {
            for (const RecheckVerdict& verdict :
                 recheck_folder({folder, nullptr, false}, watch_, [](const RecheckVerdict&) {}))
                if (!verdict.problem.empty()) found.push_back(verdict.problem);
        } catch (const Error& error) {
            EXPECT_EQ(error.fault(), Fault::input) << error.what();
            found.push_back(error.what());
        }
        return found;
    }

    fs::path root_;
    Watch watch_;
};

TEST_F(ProofCertificates, AreAcceptedAndAnyChangeIsNoticed) {
    const std::string text = kSubtraction +
                             "example \"windows\" in subtraction(moves = {1, 2}): grundy has period 3  to 60\n" +
                             kJosephus + kJosephusP + kHeap +
                             "claim \"L\" for x >= 0: grundy(x) = x  to 9\nclaim \"used\" for x >= 0: grundy(x + 1) = "
                             "grundy(x) + 1 using \"L\"  to 9\n"
                             "claim \"finite\" for 0 <= x <= 20: grundy(x) = x\n" +
                             kNim + "theorem \"digits\": { outcome = P } = { xor(x, y) = 0 }  to 9\n";
    std::set<std::string> methods;
    std::vector<std::string> folders;
    for (const ProofVerdict& verdict : prove_all(text)) {
        EXPECT_EQ(verdict.kind, Kind::proved) << verdict.claim << "\n" << all_tried(verdict);
        methods.insert(verdict.method);
        folders.push_back(verdict.certificate);
    }
    EXPECT_EQ(methods, (std::set<std::string>{"computation", "digits", "formula", "induction", "kernel", "windows"}));
    EXPECT_EQ(problems(certificates()), std::vector<std::string>{});
    Random random(3);
    std::size_t changes = 0;
    for (const std::string& folder : folders) {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) {
            const std::string before = text_of_file(file);
            const auto noticed = [&](const std::string& what) {
                const Failure failure = failure_of([&] { read_certificate(folder); });
                EXPECT_EQ(failure.fault, Fault::input) << what << " in " << file << ": " << failure.message;
                EXPECT_NE(failure.message.find(folder), std::string::npos) << failure.message;
                ++changes;
            };
            for (int i = 0; i < 8; ++i) {
                std::string after = before;
                const auto at = static_cast<std::size_t>(random.between(0, std::ssize(before) - 1));
                after[at] = static_cast<char>(after[at] ^ (1 << random.between(0, 6)));
                put(file, after);
                noticed(fmt::format("byte {}", at));
            }
            put(file, before.substr(0, before.size() / 2));
            noticed("half of it");
            put(file, before + " ");
            noticed("a space more");
            fs::remove(file);
            noticed("nothing left");
            put(file, before);
        }
        if (files.size() > 2) {
            const std::string first = text_of_file(files[0]), second = text_of_file(files[1]);
            put(files[0], second), put(files[1], first);
            EXPECT_EQ(failure_of([&] { read_certificate(folder); }).fault, Fault::input) << folder;
            put(files[0], first), put(files[1], second);
        }
    }
    EXPECT_GE(changes, 60u);
    EXPECT_EQ(problems(certificates()), std::vector<std::string>{});
    fs::create_directories(root_ / "foreign");
    put(root_ / "foreign" / "manifest.json", "{\"name\": \"something else\"}\n");
    EXPECT_EQ(problems((root_ / "foreign").string()).size(), 1u);
    EXPECT_NE(problems((root_ / "foreign").string()).at(0).find("manifest.json"), std::string::npos);
    EXPECT_EQ(problems((root_ / "nowhere").string()).size(), 1u);
}

/// Well-formed certificates, sealed as they should be, for what is not proved.
TEST_F(ProofCertificates, ForgedOnesAreRefused) {
    const auto forge = [&](const std::string& text, const std::string& label,
                           const std::function<void(ProofVerdict&)>& change) {
        const lang::DocumentPtr document = read(text);
        for (const Claim& claim : document->file.claims) {
            if (claim.label != label) continue;
            ProofVerdict verdict = Prover(*document, watch_).prove(claim);
            verdict.claim = claim.kind + " " + claim.label;
            change(verdict);
            write_certificate(certificates(), *document, claim, verdict);
        }
        const auto found = problems(certificates());
        fs::remove_all(certificates());
        return found;
    };
    const std::string lemma = kHeap + "claim \"L\" for x >= 0: grundy(x) = x  to 9\n";
    const std::string used = lemma + "claim \"t\" for x >= 0: grundy(x + 1) = grundy(x) + 1 using \"L\"  to 9\n";
    EXPECT_NE(forge(used, "t", [](ProofVerdict&) {}).size(), 0u) << "the certificate of L is not there";
    EXPECT_NE(forge(used, "t", [](ProofVerdict& v) { v.uses.clear(); }).size(), 0u) << "it hides that it uses L";
    EXPECT_EQ(forge(lemma, "L", [](ProofVerdict&) {}).size(), 0u);
    EXPECT_NE(forge(lemma, "L", [](ProofVerdict& v) { v.evidence.data["goals"].erase(0); }).size(), 0u);
    EXPECT_NE(
        forge(lemma, "L",
              [](ProofVerdict& v) { v.evidence.data["goals"][0]["tree"] = nlohmann::ordered_json::array({"leaf"}); })
            .size(),
        0u);
    EXPECT_NE(forge(lemma, "L", [](ProofVerdict& v) { v.method = "computation"; }).size(), 0u);
    // 0 1 2 0 1 2 ... does not repeat 0 1 2 0, but begins so and has a period.
    const std::string heap =
        kSubtraction + "example \"right\" in subtraction(moves = {1, 2}): grundy repeats 0 1 2  to 30\n";
    const ProofVerdict right = proved(heap);
    ASSERT_EQ(right.method, "windows");
    EXPECT_NE(forge(heap + "example \"wrong\" in subtraction(moves = {1, 2}): grundy repeats 0 1 2 0  to 3\n", "wrong",
                    [&](ProofVerdict& v) {
                        v = right;
                        v.claim = "example wrong";
                    })
                  .size(),
              0u)
        << "a word that repeats at another pace";
    // Two false claims, each of which follows from the other.
    const lang::DocumentPtr circle = read(
        kHeap + "claim \"A\" for x >= 0: x < 50 using \"B\"  to 9\nclaim \"B\" for x >= 0: x < 50 using \"A\"  to 9\n");
    for (const Claim& claim : circle->file.claims) {
        const proofs::GoalSearch found = proofs::prove_by_goals(*circle, claim, 1, watch_);
        ASSERT_TRUE(found.proof) << "each follows from the other: " << found.why;
        ProofVerdict verdict;
        verdict.claim = "claim " + claim.label;
        verdict.method = found.scheme;
        verdict.evidence = {found.scheme, *found.proof, {}};
        const Judgement judgement = judge(*circle, claim, verdict.evidence, watch_);
        EXPECT_EQ(judgement.problem, "");
        verdict.generality = judgement.generality;
        write_certificate(certificates(), *circle, claim, verdict);
    }
    EXPECT_NE(problems(certificates()).size(), 0u) << "A rests on B, and B on A";
}

}  // namespace
}  // namespace bouton::unit
