#include "proofs/by_digits.hpp"

#include "check/digits/instances.hpp"
#include "check/verdict.hpp"
#include "proofs/digits/digits.hpp"

#include <fmt/format.h>

namespace bouton::proofs {

namespace {

constexpr std::size_t kMostInstances = 300;  // of a claim that is proved one by one

Attempt failed(std::string why) {
    Attempt attempt;
    attempt.method = "digits";
    attempt.why = std::move(why);
    return attempt;
}

}  // namespace

Attempt digits_attempt(const lang::Document& document, const syntax::Claim& claim, const Watch& watch,
                       std::uint64_t memory) {
    Attempt all = failed("");
    try {
        all.data["instances"] = nlohmann::ordered_json::array();
        std::size_t count = 0;
        Attempt found;
        std::string why, cut;
        for_each_digit_instance(document, claim, cut, [&](lang::ClaimInstance&& instance) {
            if (instance.assumed) why = "an assumption about a rule function";
            if (++count > kMostInstances) why = "too many choices of the game's arguments";
            if (!why.empty()) return false;
            const Attempt one = prove_by_digits(instance, watch, memory);
            if (one.kind == Attempt::Kind::refuted) {
                found = one;
                found.method = "digits";
                return false;
            }
            if (one.kind != Attempt::Kind::found) {
                why = one.why;
                return false;
            }
            nlohmann::ordered_json entry;
            for (const auto& [name, value] : instance.chosen) entry["chosen"][name] = value;
            entry["data"] = one.data;
            entry["files"] = nlohmann::ordered_json::array();
            for (const auto& [name, content] : one.files) {
                const std::string file = fmt::format("{:03}-{}", count, name);
                entry["files"].push_back({{"name", name}, {"file", file}});
                all.files.emplace_back(file, content);
            }
            all.data["instances"].push_back(std::move(entry));
            return true;
        });
        if (found.kind == Attempt::Kind::refuted) return found;
        if (!why.empty()) return failed(why);
        if (count == 0) return failed("no case to prove");
        all.kind = Attempt::Kind::found;
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return failed(error.what());
    }
    return all;
}

std::optional<Judged> proved_by_digits(const lang::Document& document, const syntax::Claim& claim, const Watch& watch,
                                       std::uint64_t memory) {
    Attempt attempt = digits_attempt(document, claim, watch, memory);
    if (attempt.kind != Attempt::Kind::found) return std::nullopt;
    const Evidence evidence{attempt.method, std::move(attempt.data), std::move(attempt.files)};
    const Judgement judgement = judge(document, claim, evidence, watch);
    if (!judgement.problem.empty() || !judgement.cut.empty()) return std::nullopt;
    return Judged{evidence.method, judgement.generality};
}

}  // namespace bouton::proofs
