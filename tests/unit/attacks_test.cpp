// tests/attacks: files that made an earlier version prove what is false, or something else than what is written. None of their claims may
// be proved; nor, with the check on a box left out, may there be a proof by goals of those that are false. A file that is refused when it is
// read proves nothing either.
#include "check/verdict.hpp"
#include "proofs/goals/by_goals.hpp"
#include "proofs/prove.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace bouton::unit {
namespace {

std::vector<std::filesystem::path> attacks() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(BOUTON_SOURCE_DIR) / "tests" / "attacks"))
        if (entry.path().extension() == ".bouton") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// The document, or null if the file is refused for what it says.
lang::DocumentPtr read_attack(const std::filesystem::path& file) {
    lang::DocumentPtr document;
    const Failure failure = failure_of([&] { document = read(text_of_file(file)); });
    EXPECT_TRUE(!failure.fault || failure.fault == Fault::input) << file << ": " << failure.message;
    return document;
}

/// True as they stand: what they were for, a crash or a lemma for others, was wrong, not the claim.
bool is_true(const std::string& label) { return label == "nat" || label == "p" || label == "negative x"; }

TEST(Attacks, NothingIsProved) {
    std::size_t claims = 0;
    for (const auto& file : attacks()) {
        const lang::DocumentPtr document = read_attack(file);
        if (!document) continue;
        const Watch watch({.seconds = 10 * effort()});
        Prover prover(*document, watch, 0.1 * effort());
        for (const syntax::Claim& claim : document->file.claims) {
            ++claims;
            if (is_true(claim.label)) continue;
            ProofVerdict verdict;
            const Failure failure = failure_of([&] { verdict = prover.prove(claim); });
            EXPECT_TRUE(!failure.fault || failure.fault == Fault::input || failure.fault == Fault::limit)
                << file << ": " << failure.message;
            EXPECT_NE(verdict.kind, ProofVerdict::Kind::proved)
                << file << ", " << claim.label << ": by " << verdict.method << ", " << verdict.generality;
        }
    }
    EXPECT_GE(claims, 20u);
}

TEST(Attacks, NothingFalseIsShownWithoutTheCheck) {
    std::size_t claims = 0;
    for (const auto& file : attacks()) {
        const lang::DocumentPtr document = read_attack(file);
        if (!document) continue;
        for (const syntax::Claim& claim : document->file.claims) {
            // A claim that rests on a false one is left out: what is used is for the caller to look after.
            if (is_true(claim.label) || !claims_used(*document, claim).empty()) continue;
            ++claims;
            const Watch watch({.seconds = effort()});
            try {
                const proofs::GoalSearch found = proofs::prove_by_goals(*document, claim, 0.1 * effort(), watch);
                if (!found.proof) continue;
                const Judgement judgement = judge(*document, claim, {found.scheme, *found.proof, {}}, watch);
                EXPECT_NE(judgement.problem, "") << file << ", " << claim.label << ": by " << found.scheme;
            } catch (const kernel::Unsupported&) {
            } catch (const Error& error) {
                EXPECT_TRUE(error.fault() == Fault::input || error.fault() == Fault::limit)
                    << file << ": " << error.what();
            }
        }
    }
    EXPECT_GE(claims, 15u);
}

}  // namespace
}  // namespace bouton::unit
