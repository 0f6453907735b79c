// A prover that leaves a hypothesis of a scheme out. Each false claim here has a proof but for one hypothesis, which the careless prover hands
// over unproved; the checker must miss exactly this one. So no hypothesis is idle: without it something false would be proved.
#include "check/verdict.hpp"
#include "proofs/goals/by_goals.hpp"
#include "proofs/prove.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using kernel::Json;
using kernel::Plan;
using kernel::Scheme;

const std::string kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
const std::string kMisere = "game heap (x)\n  misere\n  move (x - t) for 1 <= t <= x\n";
const std::string kStill = "game still (x)\n  move (x - 1) if x < 0\n";
const std::string kNim = "game nim2 (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kBachet = "game bachet (x)\n  parameter k where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n";
const std::string kLimit = "game limit (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, f(x))\n";
const std::string kPiles = "game nim (a...)\n  move (a - t) for 1 <= t <= a\n";

struct Careless {
    std::string claim;  // a file; the last claim is asked for
    Plan plan;
    std::vector<std::string> unshown;
};

Plan by(Scheme scheme, std::vector<std::string> earlier = {}, std::vector<std::string> falls = {"x"}) {
    return {scheme, std::move(falls), std::move(earlier)};
}

const std::vector<Careless>& all() {
    const Plan nim = by(Scheme::p_positions, {}, {"x + y"}), columns = by(Scheme::columns, {}, {});
    static const std::vector<Careless> list = {
        // kernel
        {kNim + "claim \"c\": { outcome = P } = { (i, j) for i >= 0, j >= 0 } to 5\n",
         nim,
         {"no move stays inside the set"}},
        {kNim + "claim \"c\": { outcome = P } = { (i, i) for i >= 1 } to 5\n",
         nim,
         {"every position outside has a move into the set"}},
        {kMisere + "claim \"c\": { outcome = P } = { (0) } to 5\n",
         by(Scheme::p_positions),
         {"no position of the set is without moves"}},
        {kNim + "claim \"c\" for x >= 0, y >= 3: outcome(x, y) = P iff x = y to 5\n",
         nim,
         {"the claim speaks of every position"}},
        {kNim + "claim \"c\": { outcome = P } = { (i, i) for i >= 0 } to 5\n",
         by(Scheme::p_positions, {}, {"x"}),
         {"the game ends"}},
        {kNim + "claim \"c\": { outcome = P } = { (i, i) for i >= 0 } to 5\n",
         by(Scheme::p_positions, {}, {"x + y - 5"}),
         {"what falls is a natural number"}},
        // levels
        {kHeap + "claim \"c\" for s >= 1: { grundy = s } = { (i) for i >= 0 if i = s - 1 } to 5\n",
         by(Scheme::levels),
         {"the claim speaks of all values below"}},
        {kHeap + "claim \"c\" for 0 <= s <= 0: { grundy = s } = { x >= s } to 5\n",
         by(Scheme::levels),
         {"no move stays inside {grundy = s}"}},
        {kHeap + "claim \"c\" for 0 <= s <= 0: { grundy = s } = { x = s + 1 } to 5\n",
         by(Scheme::levels),
         {"every position of no value up to s has a move to value s"}},
        {kHeap + "claim \"c\" for 0 <= s <= 1: { grundy = s } = { x = 0 } to 5\n",
         by(Scheme::levels),
         {"no position has two values"}},
        // formula
        {kStill + "claim \"c\" for x >= 0: grundy(x) = -1 to 5\n", by(Scheme::formula), {"values are natural numbers"}},
        {kHeap + "claim \"c\" for x >= 0: grundy(x) = 0 to 5\n", by(Scheme::formula), {"no option has the same value"}},
        {kHeap + "claim \"c\" for x >= 0: grundy(x) = x + 1 to 5\n",
         by(Scheme::formula),
         {"every smaller value is that of an option"}},
        {kHeap + "claim \"c\" for x >= 4: grundy(x) = x to 5\n",
         by(Scheme::formula),
         {"the claim speaks of every position"}},
        {kBachet + "claim \"c\" in bachet(k) for k in {1, 2}, x >= 0: grundy(x) = x mod 2 to 5\n",
         by(Scheme::formula),
         {"no option has the same value"}},  // of the second k alone
        {kStill + "claim \"c\" for k >= 0: grundy repeats 0^k to 5, k <= 3\n",
         by(Scheme::formula),
         {"the word is not empty"}},
        // induction
        {kHeap + "claim \"c\" for n >= 0: n <= 7 to 5\n",
         by(Scheme::induction, {"0 - n"}),
         {"what falls in the induction is a natural number"}},
        {kHeap + "claim \"c\" for n >= 0: n <= 7 to 5\n", by(Scheme::induction, {"n"}), {"the claim"}},
        {kHeap + "claim \"c\" for n >= 0: n <= n and n <= 7 to 5\n", by(Scheme::induction, {"n"}), {"the claim"}},
        {kHeap + "claim \"c\" for m >= 0, n >= 0: m <= 7 and n <= 7 to 5\n",
         by(Scheme::induction, {"m"}),
         {"the claim, part 2"}},  // no hypothesis at m = 0
        // what every scheme asks for
        {kBachet + "claim \"c\" in bachet(k) for k >= 0, x >= 0: grundy(x) = x mod (k + 1) to 5, k <= 5\n",
         by(Scheme::formula),
         {"the game has such arguments"}},
        {kHeap + "claim \"c\" for n >= 0: 5 mod n = 5 mod n to 5\n",
         by(Scheme::induction),
         {"every term of the claim has a meaning"}},
        {kHeap + "claim \"c\" for n >= 0 if 5 mod n = 5 mod n: n >= 0 to 5\n",
         by(Scheme::induction),
         {"the claim's conditions have a meaning"}},
        {"game rule (x)\n  move (x - t) for 1 <= t <= x if 6 mod (x - 3) = 6 mod (x - 3)\nclaim \"c\" for n >= 0: n >= "
         "0 to 2\n",
         by(Scheme::induction),
         {"every term of the rules has a meaning"}},
        {kLimit + "claim \"c\" in limit(f(x) = x) for n >= 0: f(n) >= 0\n  assuming f(t) >= f(t - 1) for t >= 0 to 5\n",
         by(Scheme::induction),
         {"what is assumed has a meaning"}},
        // claims that are used
        {kLimit + "lemma \"L\" in limit(f(x) = min(x, 3)) for n >= 0: f(n) <= 3\n  assuming f(t) <= 3 for t >= 0 to 5\n"
                  "claim \"c\" in limit(f(x) = x) for n >= 0: f(n) <= 3 using \"L\" to 3\n",
         by(Scheme::induction),
         {"the rule function is as L assumes"}},
        {kLimit + "lemma \"L\" in limit(f(x) = min(x, 3)) for n >= 0: f(n) >= 0\n  assuming f(t) <= t for t >= 0 to 5\n"
                  "claim \"c\" in limit(f(x) = x - 3) for n >= 3: f(n) >= 0 using \"L\" to 3\n",
         by(Scheme::induction),
         {"f is a rule function: natural for natural numbers", "every term of the rules has a meaning"}},
        // columns
        {kPiles + "claim \"c\" in nim with m piles for m >= 1: { outcome = P } = { qsum(1, a...) = 0 } to 3, m <= 3\n",
         columns,
         {"above: no column sum stays a multiple"}},
        {kPiles + "claim \"c\" in nim with m piles for m >= 1: { outcome = P } = { qsum(3, a...) = 0 } to 3, m <= 3\n",
         columns,
         {"column: some change makes its sum a multiple"}},
        {kPiles + "claim \"c\" in nim with m piles for m >= 1, q >= -3 if q <= 0: { outcome = P } = { qsum(q, a...) = "
                  "0 } to 3, m <= 3\n",
         columns,
         {"the numbers make sense", "above: no column sum stays a multiple"}},
    };
    return list;
}

TEST(Careless, EveryHypothesisIsMissed) {
    for (const Careless& careless : all()) {
        SCOPED_TRACE(careless.claim);
        lang::DocumentPtr document;
        const Failure failure = failure_of([&] { document = read(careless.claim); });
        ASSERT_EQ(failure.message, "");
        const syntax::Claim& claim = document->file.claims.back();
        const Watch watch;
        std::vector<std::string> unshown;
        try {
            const Json proof = proofs::careless_proof(*document, claim, careless.plan, 0.1 * effort(), watch, unshown);
            const std::string problem =
                judge(*document, claim, {name_of(careless.plan.scheme), proof, {}}, watch).problem;
            EXPECT_EQ(unshown, careless.unshown);
            EXPECT_TRUE(problem.starts_with(careless.unshown[0] + ": ")) << problem;
            // Nor does it help not to mention it.
            for (std::size_t i = 0; i < proof["goals"].size(); ++i) {
                if (proof["goals"][i]["name"] != careless.unshown[0]) continue;
                Json shorter = proof;
                shorter["goals"].erase(i);
                EXPECT_NE(judge(*document, claim, {name_of(careless.plan.scheme), shorter, {}}, watch).problem, "");
            }
        } catch (const kernel::Unsupported& unsupported) {
            ADD_FAILURE() << "not read: " << unsupported.what;
        }
    }
}

/// A hypothesis of one induction under the measure of another, or of none.
TEST(Careless, AnotherMeasure) {
    const lang::DocumentPtr document = read(kHeap + "claim \"c\" for n >= 0: n <= 7 to 5\n");
    const Watch watch;
    std::vector<std::string> unshown;
    Json proof = proofs::careless_proof(*document, document->file.claims[0], by(Scheme::induction, {"0 - n"}),
                                        0.1 * effort(), watch, unshown);
    ASSERT_EQ(unshown.size(), 1u);
    const auto judged = [&](const Json& data) {
        return judge(*document, document->file.claims[0], {"induction", data, {}}, watch).problem;
    };
    for (const Json& earlier :
         {Json{"n"}, Json{"7 - n"}, Json{"abs(n)"}, Json::array(), Json{"0"}, Json{"n", "0 - n"}}) {
        proof["earlier"] = earlier;
        EXPECT_NE(judged(proof), "") << earlier;
        Json shorter = proof;
        shorter["goals"].erase(0);
        EXPECT_NE(judged(shorter), "") << earlier;
    }
}

/// What is used must be proved, by a method that other claims may use.
TEST(Careless, WhatIsUsedMustBeProved) {
    const std::string use = "claim \"c\" for n >= 0: n <= 60 using \"L\" to 5\n";
    const std::vector<std::pair<std::string, std::string>> lemmas = {
        {"refuted on its box", "lemma \"L\" for n >= 0: n <= 3 to 5\n"},
        {"refuted beyond", "lemma \"L\" for n >= 0: n <= 50 to 5\n"},
        {"refuted, as expected", "lemma \"L\" expect refuted for n >= 0: n <= 3 to 5\n"},
        {"an example, which is open", "example \"L\" for n >= 0: n <= 60 to 5\n"},
        {"itself by way of the claim", "lemma \"L\" for n >= 0: n <= 60 using \"c\" to 5\n"},
        {"computed", "lemma \"L\" for 0 <= n <= 9: n <= 60\n"},
    };
    for (const auto& [what, lemma] : lemmas) {
        const lang::DocumentPtr document = read(kHeap + lemma + use);
        const Watch watch;
        Prover prover(*document, watch, 0.1 * effort());
        EXPECT_NE(prover.prove(document->file.claims.back()).kind, ProofVerdict::Kind::proved) << what;
    }
}

/// A proof that is limited to some values is none of the lemma as it is written.
TEST(Careless, WhatIsLimitedIsNotUsed) {
    EXPECT_FALSE(may_be_used("digits"));
    EXPECT_FALSE(may_be_used("windows"));
    EXPECT_FALSE(may_be_used("computation"));
    for (const char* scheme : {"kernel", "levels", "formula", "induction"}) EXPECT_TRUE(may_be_used(scheme)) << scheme;
}

}  // namespace
}  // namespace bouton::unit
