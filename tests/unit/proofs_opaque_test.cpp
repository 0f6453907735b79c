// Proofs in which named sets stay names (NamedSets::opaque). One name stands for one set: here are false claims, true on their box, whose
// sets are alike in name but differ in arguments, in a parameter of the game or in a sum behind them. Each comes with lemmas that are true
// and proved, and that would prove the claim if the sets were mixed up.
#include "proofs/conditions.hpp"
#include "proofs/prove.hpp"
#include "proofs/solver.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using Kind = ProofVerdict::Kind;

const std::string kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
const std::string kIdle = "game idle (x)\n  parameter k where k >= 0\n  move (x - t) for 1 <= t <= x\n";
const std::string kExact = "set K(s) = { (i) for i >= 0 if i = s }\n";

/// What must hold of a set for the value s, and of s and a smaller one, as lemmas; `in`: " in GAME(...)" or nothing.
std::string lemmas(const std::string& set_of_s, const std::string& set_of_i, const std::string& in = "") {
    return fmt::format(
        "lemma \"inside\"{2} for s >= 0, (x) in {0}: options(x) & {0} = {{}}  to 30\n"
        "lemma \"outside\"{2} for s >= 0, x >= 0 if not (exists 0 <= i <= s: (x) in {1}): options(x) & {0} != {{}}  to "
        "30\n"
        "lemma \"one\"{2} for s >= 0, 0 <= i <= s - 1, (x) in {0}: not ((x) in {1})  to 30\n",
        set_of_s, set_of_i, in);
}

std::string theorem(const std::string& set, const std::string& in = "", const std::string& at = "s = s") {
    return fmt::format(
        "theorem \"t\"{1} for s >= 0: {{ grundy = s }} = {0}\n"
        "  using \"inside\" at {2}, x = x using \"outside\" at {2}, x = x using \"one\" at {2}, x = x  to 30\n",
        set, in, at);
}

ProofVerdict proved(const std::string& text, std::size_t from_end = 0) {
    const lang::DocumentPtr document = read(text);
    const Watch watch;
    const auto& claims = document->file.claims;
    return Prover(*document, watch).prove(claims[claims.size() - 1 - from_end]);
}

TEST(ProofsOpaque, LemmasProveTheTheoremWithoutTheDefinition) {
    const ProofVerdict verdict = proved(kHeap + kExact + lemmas("K(s)", "K(i)") + theorem("K(s)"));
    ASSERT_EQ(verdict.kind, Kind::proved) << fmt::format("{}", fmt::join(verdict.tried, "\n"));
    const auto& conditions = verdict.attempt.data["conditions"];
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(conditions[i]["with"], "named sets as names") << conditions[i];
}

struct FalseClaim {
    std::string what, text;
};

const std::vector<FalseClaim>& false_claims() {
    const std::string shifted = "s + floor(s/31)";
    const std::string by_parameter = "set K(v) = { (i) for i >= 0 if i = min(v, 31) and (v <= 30 or k = v) }\n";
    const std::string by_sum =
        "function S(n) = sum(k for 1 <= t <= n)\n"
        "set K(v) = { (i) for i >= 0 if i = min(v, 31) and (v <= 30 or S(1) = v) }\n";
    const std::string own = " in idle(k = s)";
    static const std::vector<FalseClaim> all = {
        {"other arguments", kHeap + kExact + lemmas("K(s)", "K(i)") + theorem("K(" + shifted + ")")},
        {"other arguments, lemmas for those too",
         kHeap + kExact + lemmas("K(s)", "K(i)") + theorem("K(" + shifted + ")", "", "s = " + shifted)},
        {"another second argument", kHeap + "set K(s, c) = { (i) for i >= 0 if i = s and s <= c }\n" +
                                        lemmas("K(s, s)", "K(i, s)") + theorem("K(s, 30)")},
        {"a set that is another one with other arguments",
         kHeap + kExact + "set A(s) = K(" + shifted + ")\n" + lemmas("K(s)", "K(i)") + theorem("A(s)")},
        {"a set whose argument has the name of the coordinate",
         kHeap + "set K(x) = { (s) for s >= 0 if s = x }\n" + lemmas("K(s)", "K(i)") + theorem("K(" + shifted + ")")},
        {"a condition on the coordinate",
         kHeap + "set K(s) = { x = s }\n" + lemmas("K(s)", "K(i)") + theorem("K(" + shifted + ")")},
        {"a union of named sets",
         kHeap + kExact + "set U(s) = K(s) | K(if s <= 30 then s else 0)\n" + lemmas("K(s)", "K(i)") + theorem("U(s)")},
        {"the game's parameter in the set", kIdle + by_parameter + lemmas("K(s)", "K(i)", own) + theorem("K(s)", own)},
        {"the game's parameter in a set in the set",
         kIdle + by_parameter + "set A(v) = K(v)\n" + lemmas("A(s)", "A(i)", own) + theorem("A(s)", own)},
        {"the game's parameter in a sum", kIdle + by_sum + lemmas("K(s)", "K(i)", own) + theorem("K(s)", own)},
        {"the same without lemmas",
         kIdle + by_sum + "theorem \"t\"" + own + " for s >= 0: { grundy = s } = K(s)  to 31\n"},
        {"a sum that the induction hypothesis has for another parameter",
         kIdle + "function S(n) = sum(k for 1 <= t <= n)\n"
                 "claim \"t\" in idle(k) for k >= 0: k <= 30 and S(1) = k by induction on k  to 30\n"},
    };
    return all;
}

TEST(ProofsOpaque, FalseClaimsThatHoldOnTheirBox) {
    for (const FalseClaim& claim : false_claims()) {
        const ProofVerdict verdict = proved(claim.text);
        EXPECT_NE(verdict.kind, Kind::proved) << claim.what << " (" << verdict.method << ")\n" << claim.text;
        if (claim.text.find("lemma") == std::string::npos) continue;
        for (std::size_t lemma = 1; lemma <= 3; ++lemma)  // else the claim would be open for want of them
            EXPECT_EQ(proved(claim.text, lemma).kind, Kind::proved) << claim.what << ", lemma " << lemma;
    }
}

/// A condition of the last claim, with its sets as names.
std::string opaque_script(const std::string& text, std::size_t number = 0) {
    const lang::DocumentPtr document = read(text);
    const lang::OpenClaim open = lang::open_claim(*document, document->file.claims.back());
    proofs::Conditions conditions(open);
    const proofs::Condition& condition = conditions.list()[number];
    for (const auto& hint : condition.hints)
        if (hint.opaque) return conditions.script(condition, hint, 1, {});
    return "";
}

TEST(ProofsOpaque, ConditionsAreNotVacuous) {
    const Watch watch;
    for (std::size_t i = 0; i < 3; ++i) {
        std::string script = opaque_script(kHeap + kExact + lemmas("K(s)", "K(i)") + theorem("K(s)"), i);
        EXPECT_EQ(proofs::solve(script, 1000000, watch), proofs::Answer::unsat) << script;
        const std::size_t goal = script.find("; to be refuted"), end = script.find("\n; ", goal);
        ASSERT_NE(end, std::string::npos) << script;
        script.erase(goal, end + 1 - goal);
        EXPECT_EQ(proofs::solve(script, 1000000, watch), proofs::Answer::sat) << script;
    }
}

TEST(ProofsOpaque, OneNameForOneDefinition) {
    const std::string two =
        opaque_script(kHeap + kExact + "set A(s) = K(s)\n" + lemmas("K(s)", "K(i)") + theorem("A(s)"));
    EXPECT_NE(two.find("_A (Int Int) Int)"), std::string::npos) << two;
    EXPECT_NE(two.find("_K (Int Int) Int)"), std::string::npos) << two;
    const std::string own = " in idle(k = s)";
    const std::string filled_in =
        opaque_script(kIdle + "set K(v) = { (i) for i >= 0 if i = v + k }\nset A(v) = K(v)\n" +
                      lemmas("A(s)", "A(i)", own) + theorem("A(s)", own));
    EXPECT_NE(filled_in, "");
    EXPECT_EQ(filled_in.find("in_"), std::string::npos) << filled_in;
}

}  // namespace
}  // namespace bouton::unit
