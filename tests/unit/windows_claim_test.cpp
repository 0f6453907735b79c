// Claims about sequences of values against certified periods: what is compared is the claim itself, never what `to` leaves of it.
#include "check/windows/claim.hpp"

#include "proofs/prove.hpp"
#include "proofs/windows/windows.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

const std::string kSubtraction = "game sub (x)\n  parameter moves: set\n  move (x - s) for s in moves\n";
const std::string kKayles =
    "game kayles (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n"
    "  move (a) + (x - 2 - a) for 0 <= a <= x - 2 - a\n";
const std::string kMisere = "game mis (x)\n  misere\n  move (x - t) for 1 <= t <= 2\n";

/// A certificate for the game of the first claim, held against the last one.
std::string judged(const std::string& game, const std::vector<std::string>& claims, What what = What::grundy) {
    std::string text = game;
    for (std::size_t i = 0; i < claims.size(); ++i) text += "claim \"" + std::to_string(i) + "\" " + claims[i] + "\n";
    const lang::DocumentPtr document = read(text);
    nlohmann::ordered_json certificate;
    const Watch watch;
    lang::for_each_instance(*document, document->file.claims.front(), {}, [&](lang::ClaimInstance&& instance) {
        const PeriodAnswer answer = find_period(instance.rules, what, 10000, watch);
        EXPECT_TRUE(answer.proved) << answer.why_not;
        certificate = answer.certificate;
        return false;
    });
    try {
        return check_window_claim(*document, document->file.claims.back(), certificate, watch);
    } catch (const Error& error) {  // a verdict like any other (check/verdict.cpp)
        return error.what();
    }
}

TEST(WindowClaims, TrueOnes) {
    EXPECT_EQ(judged(kSubtraction, {"in sub(moves = {1, 2}): grundy has period 3 to 6"}), "");
    EXPECT_EQ(judged(kSubtraction, {"in sub(moves = {1, 2}): grundy repeats (0 1 2)^4 to 2"}), "");
    EXPECT_EQ(judged(kSubtraction, {"in sub(moves = {1, 2}): outcome repeats 0 1^2 to 2"}, What::outcome), "");
    EXPECT_EQ(judged(kSubtraction, {"in sub(moves = {2, 4, 7}): grundy has period 3 after 8 to 40"}), "");
    EXPECT_EQ(judged(kKayles, {": grundy has period 3*4 after 71 to 9"}), "");
    EXPECT_EQ(judged(kMisere, {": outcome repeats 1 0 1 to 2"}, What::outcome), "");
}

TEST(WindowClaims, FalseOnesAndOthers) {
    const std::string game = "in sub(moves = {1, 2}): ";
    for (const std::string claim :
         {"grundy has period 6 to 6", "grundy has period 3 after 1 to 6", "grundy has period 4",
          "grundy repeats 0 1 to 1", "grundy repeats 0 1 2 0 1 to 2", "grundy repeats 0 1 2 0 1 2 0 1 3 to 2",
          "grundy repeats 0 1 2 3 to 2", "outcome repeats 0 1 1 to 2", "grundy starts 0 1 2"})
        EXPECT_NE(judged(kSubtraction, {game + "grundy has period 3", game + claim}), "") << claim;
    // another game's certificate, another question's, and claims about more than one game
    EXPECT_NE(judged(kSubtraction, {game + "grundy has period 3", "in sub(moves = {1, 3}): grundy has period 3"}), "");
    EXPECT_NE(judged(kSubtraction, {game + "grundy repeats 0 1 1"}, What::outcome), "");
    EXPECT_NE(judged(kSubtraction, {game + "grundy has period 3",
                                    "in sub(moves = {1, 2}) for 2 <= n <= 3: grundy has period n to 20"}),
              "");
    EXPECT_NE(judged(kKayles, {": grundy has period 12 after 71", ": grundy has period 12 after 72"}), "");
    EXPECT_NE(judged(kMisere, {": outcome repeats 0 1 1"}, What::outcome), "");
}

const std::string kAllBut = "game allbut (x)\n  move (x - t) for 1 <= t <= x if t != 1 and t != 2\n";

TEST(WindowClaims, ABoundThatLooksLikeNone) {
    const std::string game =
        "game last (x)\n  parameter n\n  move (x - t) for 1 <= t <= 2 if x <= 9223372036854775800 + n\n";
    const auto refused = [&](int n) {
        const lang::DocumentPtr document =
            read("game free (x)\n  move (x - t) for 1 <= t <= 2\n" + game +
                 "claim \"free\" in free: grundy has period 3\nclaim \"last\" in last(n = " + std::to_string(n) +
                 "): grundy has period 3\n");
        const Watch watch;
        nlohmann::ordered_json certificate;
        lang::for_each_instance(*document, document->file.claims[0], {}, [&](lang::ClaimInstance&& instance) {
            certificate = find_period(instance.rules, What::grundy, 10000, watch).certificate;
            return false;
        });
        EXPECT_EQ(check_window_claim(*document, document->file.claims[0], certificate, watch), "");
        return check_window_claim(*document, document->file.claims[1], certificate, watch) != "";
    };
    for (const int n : {0, 6, 7}) EXPECT_TRUE(refused(n)) << n;  // 7: 2^63 - 1
}

TEST(WindowClaims, ArithmeticPeriods) {
    // 0 0 0 1 1 1 2 2 2 ...: every amount but 1 and 2 may be taken
    const std::string claim = ": grundy(x + 3) = grundy(x) + 1";
    EXPECT_EQ(judged(kAllBut, {"for x >= 0" + claim}), "");
    EXPECT_EQ(judged(kAllBut, {"for x >= 7" + claim + " to 20"}), "");
    EXPECT_EQ(judged(kSubtraction, {"in sub(moves = {1, 2}) for x >= 0: grundy(x + 3) = grundy(x) + 0"}), "");
    const lang::DocumentPtr document = read(kAllBut + "claim \"c\" for x >= 0" + claim + " to 20\n");
    const Watch watch;
    Prover prover(*document, watch);
    const ProofVerdict& verdict = prover.prove(document->file.claims[0]);
    EXPECT_EQ(verdict.kind, ProofVerdict::Kind::proved);
    EXPECT_EQ(verdict.method, "windows");
}

TEST(WindowClaims, OtherArithmeticPeriods) {
    for (const std::string claim :
         {"for x >= 0: grundy(x + 3) = grundy(x) + 2", "for x >= 0: grundy(x + 2) = grundy(x) + 1",
          "for x >= 0: grundy(x + 3) = grundy(x) - 1", "for x >= 0: grundy(x + 3) = grundy(x + 1)",
          "for x >= 0: grundy(x + 3) != grundy(x) + 1", "for x >= 0: grundy(x + 3) < grundy(x) + 1",
          "for x >= 0, n >= 0: grundy(x + n) = grundy(x) + 1", "for x >= 0 if x > 2: grundy(x + 3) = grundy(x) + 1",
          "for 0 <= x <= 9: grundy(x + 3) = grundy(x) + 1", "for x > 0: grundy(x + 3) = grundy(x) + 1",
          "for x >= 0: outcome(x + 3) = outcome(x) + 1"})
        EXPECT_NE(judged(kAllBut, {"for x >= 0: grundy(x + 3) = grundy(x) + 1", claim + " to 20"}), "") << claim;
    EXPECT_NE(judged(kSubtraction, {"in sub(moves = {2, 4, 7}): grundy has period 3 after 8",
                                    "in sub(moves = {2, 4, 7}) for x >= 7: grundy(x + 3) = grundy(x) + 0"}),
              "");
    // the variable is an argument of the game: for x = 1 the game is the certificate's, for x = 2 it is another one
    EXPECT_NE(judged(kSubtraction, {"in sub(moves = {1}): grundy has period 2",
                                    "in sub(moves = {1, x}) for x >= 1: grundy(x + 2) = grundy(x) + 0 to 1"}),
              "");
}

TEST(WindowClaims, TheBoundIsNoPartOfTheProof) {
    // With the bound at the end of what is true, the check on the box is content.
    const lang::DocumentPtr document =
        read(kSubtraction + "claim \"c\" in sub(moves = {1, 2, 9}): grundy repeats 0 1 2 to 8\n");
    const Watch watch;
    EXPECT_NE(Prover(*document, watch).prove(document->file.claims[0]).kind, ProofVerdict::Kind::proved);
}

}  // namespace
}  // namespace bouton::unit
