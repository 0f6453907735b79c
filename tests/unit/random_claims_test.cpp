// Random claims that are right on a small box and wrong beyond, straight to the methods of proof: no check on a box and no refuter stands
// before them here. Nothing that they find may be accepted, and what needs no finding (computation) may not be accepted either.
// BOUTON_RANDOM_CLAIMS sets how many (tools/random-claims), BOUTON_SEED where they start.
#include "unit/random_claims.hpp"
#include "check/digits/instances.hpp"
#include "check/verdict.hpp"
#include "proofs/digits/digits.hpp"
#include "proofs/goals/by_goals.hpp"
#include "proofs/windows/windows.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

namespace bouton::unit {
namespace {

using syntax::Claim;

constexpr double kEffort = 0.02;
constexpr double kSeconds = 5;  // for one method; what it cuts off counts as not proved, and is counted

struct Tally {
    std::size_t claims = 0, cut = 0;
    double seconds = 0;
};

/// Runs a search and gives what it found to the checker; true if the checker accepts it.
template <class Search> bool accepted(Tally& tally, const Search& search) {
    try {
        return search(Watch({.seconds = kSeconds}));
    } catch (const kernel::Unsupported&) {
    } catch (const Error& error) {
        EXPECT_TRUE(error.fault() == Fault::input || error.fault() == Fault::limit) << error.what();
        tally.cut += error.fault() == Fault::limit;
    }
    return false;
}

bool by_goals(const lang::Document& document, const Claim& claim, const Watch& watch) {
    const proofs::GoalSearch found = proofs::prove_by_goals(document, claim, kEffort, watch);
    return found.proof && judge(document, claim, {found.scheme, *found.proof, {}}, watch).problem.empty();
}

bool by_windows(const lang::Document& document, const Claim& claim, const Watch& watch) {
    if (claim.form != Claim::Form::period && claim.form != Claim::Form::repeats) return false;
    if (!claim.bindings.empty() || claim.condition) return false;
    bool good = false;
    lang::for_each_instance(document, claim, {}, [&](lang::ClaimInstance&& instance) {
        const PeriodAnswer answer =
            find_period(instance.rules, instance.statement.about_outcome ? What::outcome : What::grundy, 2000, watch);
        nlohmann::ordered_json data;
        data["period"] = answer.certificate;
        good = answer.proved && judge(document, claim, {"windows", data, {}}, watch).problem.empty();
        return false;
    });
    return good;
}

bool by_digits(const lang::Document& document, const Claim& claim, const Watch& watch) {
    std::string cut;
    bool all = true;
    std::size_t count = 0;
    Evidence evidence{"digits", {}, {}};
    evidence.data["instances"] = nlohmann::ordered_json::array();
    for_each_digit_instance(document, claim, cut, [&](lang::ClaimInstance&& instance) {
        const Attempt one = prove_by_digits(instance, watch, std::uint64_t{1} << 24);
        all = !instance.assumed && one.kind == Attempt::Kind::found && ++count <= 20;
        if (!all) return false;
        nlohmann::ordered_json entry;
        entry["data"] = one.data;
        entry["files"] = nlohmann::ordered_json::array();
        for (const auto& [name, content] : one.files) {
            entry["files"].push_back({{"name", name}, {"file", fmt::format("{}-{}", count, name)}});
            evidence.files.emplace_back(fmt::format("{}-{}", count, name), content);
        }
        evidence.data["instances"].push_back(std::move(entry));
        return true;
    });
    if (!all || count == 0) return false;
    const Judgement judgement = judge(document, claim, evidence, watch);
    return judgement.problem.empty() && judgement.cut.empty();
}

TEST(RandomClaims, NoMethodProvesThem) {
    const char* const many = std::getenv("BOUTON_RANDOM_CLAIMS");
    const char* const from = std::getenv("BOUTON_SEED");
    // a tenth of a second each: four of every shape unless more are asked for
    const std::size_t count =
        many ? std::stoull(many) : static_cast<std::size_t>(4 * effort() * static_cast<double>(wrong_shapes()));
    const std::uint64_t seed = from ? std::stoull(from) : 1902;
    Random random(seed);
    std::map<std::string, Tally> tallies;
    for (std::size_t i = 0; i < count; ++i) {
        const WrongClaim wrong = wrong_claim(random, i);
        const lang::DocumentPtr document = read(wrong.text);
        const Claim& claim = document->file.claims.at(0);
        Tally& tally = tallies[wrong.shape];
        const Watch watch;
        const auto refused = [&](const char* method, const auto& search) {
            EXPECT_FALSE(accepted(tally, search))
                << "seed " << seed << ", number " << i << " (" << wrong.shape << ") by " << method << "\n"
                << wrong.text;
        };
        refused("goals", [&](const Watch& w) { return by_goals(*document, claim, w); });
        refused("digits", [&](const Watch& w) { return by_digits(*document, claim, w); });
        refused("windows", [&](const Watch& w) { return by_windows(*document, claim, w); });
        refused("computation", [&](const Watch& w) {
            return judge(*document, claim, {"computation", nlohmann::ordered_json::object(), {}}, w).problem.empty();
        });
        ++tally.claims;
        tally.seconds += watch.elapsed();
    }
    EXPECT_EQ(tallies.size(), std::min(count, wrong_shapes()));
    for (const auto& [shape, tally] : tallies) {
        if (std::getenv("BOUTON_VERBOSE"))
            std::printf("%-28s %zu claims, %.4f s each, %zu cut off\n", shape.c_str(), tally.claims,
                        tally.seconds / static_cast<double>(tally.claims), tally.cut);
    }
}

}  // namespace
}  // namespace bouton::unit
