#include "check/verdict.hpp"

#include "check/accept.hpp"
#include "check/compute/compute.hpp"
#include "check/digits/digits.hpp"
#include "check/digits/instances.hpp"
#include "check/second_opinion.hpp"
#include "check/windows/claim.hpp"
#include "lang/elaborate.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

using Json = nlohmann::ordered_json;
using syntax::Claim;

namespace {

/// Everything, and what is assumed.
std::string generality_of(const Claim& claim) {
    const std::string all = claim.pile_count ? "any number of piles, any heights" : "every position";
    if (claim.assumption) return all + ", every rule function with " + lang::print(*claim.assumption);
    const bool any_set = std::any_of(claim.bindings.begin(), claim.bindings.end(),
                                     [](const auto& binding) { return binding.kind == syntax::Binding::Kind::subset; });
    if (any_set) return all + ", every set of moves";
    if (claim.bindings.empty()) return all;
    return all + (claim.pile_count ? ", all values of the variables" : " and all values of the variables");
}

void judge_digits(const lang::Document& document, const Claim& claim, const Evidence& evidence, const Watch& watch,
                  Judgement& result) {
    const Json& instances = evidence.data.at("instances");
    std::size_t next = 0;
    bool chosen = false;
    std::string piles;
    for_each_digit_instance(document, claim, result.cut, [&](lang::ClaimInstance&& instance) {
        if (next >= instances.size()) {
            result.problem = "a choice of the game's arguments is missing";
            return false;
        }
        if (instance.assumed) {
            result.problem = "an assumption about a rule function";
            return false;
        }
        chosen = chosen || !instance.chosen.empty();
        if (instance.rules.piles >= 0 && instance.chosen.empty())
            piles = fmt::format("{} pile{}, ", instance.pile_count, instance.pile_count == 1 ? "" : "s");
        const Json& entry = instances[next++];
        std::vector<std::pair<std::string, std::string>> files;
        for (const Json& file : entry.at("files")) {
            const std::string stored = file.at("file");
            const auto found = std::find_if(evidence.files.begin(), evidence.files.end(),
                                            [&](const auto& f) { return f.first == stored; });
            if (found == evidence.files.end()) {
                result.problem = "the file " + stored + " is missing";
                return false;
            }
            files.emplace_back(file.at("name"), found->second);
        }
        result.problem = check_digits(instance, entry.at("data"), files, watch);
        return result.problem.empty();
    });
    if (result.problem.empty() && (next == 0 || next != instances.size()))
        result.problem = "another number of choices of the game's arguments";
    result.generality = chosen ? "all values of the variables, any heights" : piles + "any heights";
    if (!result.cut.empty()) result.generality = "for " + result.cut + " only, any heights";
    result.parts = evidence.files.size();
}

/// What is proved about a game rests on its end. Where a measure is only tested at every move nothing is proved.
bool is_shown_to_end(const lang::Document& document, const Claim& claim) {
    const bool only_import = claim.game.empty() && document.file.games.empty() && document.file.imports.size() == 1;
    const lang::GameRef game = lang::find_game(document, only_import ? document.file.imports[0].game : claim.game);
    return !game.game || game.game->measures.empty() || !lang::rules_of(game, {}, true).tested;
}

}  // namespace

bool may_be_used(const std::string& method) { return kernel::scheme_of(method).has_value(); }

std::vector<const Claim*> claims_used(const lang::Document& document, const Claim& claim) {
    std::vector<const Claim*> used;
    for (const Claim& other : document.file.claims) {
        if (&other == &claim) continue;
        if (std::any_of(claim.uses.begin(), claim.uses.end(), [&](const syntax::Use& use) {
                return use.claim == other.label || use.claim == lang::full_name(other);
            }))
            used.push_back(&other);
    }
    return used;
}

Judgement judge(const lang::Document& document, const Claim& claim, const Evidence& evidence, const Watch& watch,
                const kernel::AskSolver& ask_solver) {
    Judgement result;
    std::string disagrees;
    const auto second_opinion = [&](const std::vector<kernel::FormulaPtr>& entries) {
        const kernel::Opinion opinion = ask_solver(kernel::smt_script(entries), watch);
        result.second_opinions += opinion == kernel::Opinion::agrees;
        if (opinion == kernel::Opinion::disagrees)
            disagrees = "cvc5 finds numbers for which everything holds that is said to be contradictory";
    };
    try {
        const lang::GameRef game = lang::find_game(document, claim);
        if (game.game && game.game->computed_only()) {
            result.problem = "nothing is proved about games that say loopy, prefer, coalition or block";
        } else if (!is_shown_to_end(document, claim)) {
            result.problem = "nobody has shown that the game ends: its measure is only tested";
        } else if (evidence.method == "computation") {
            std::uint64_t cases = 0;
            result.problem = kernel::check_by_computation(document, claim, watch, cases);
            result.generality =
                cases == 1 ? "the one case of the claim" : fmt::format("all {} cases of the claim", cases);
        } else if (evidence.method == "windows") {
            result.problem = check_window_claim(document, claim, evidence.data.at("period"), watch);
            result.generality = "every heap";
        } else if (evidence.method == "digits") {
            judge_digits(document, claim, evidence, watch, result);
        } else if (may_be_used(evidence.method)) {
            if (evidence.data.at("scheme") != evidence.method) result.problem = "the proof is by another scheme";
            if (result.problem.empty())
                result.problem = kernel::check_proof(document, claim, evidence.data, watch,
                                                     ask_solver ? kernel::Seen(second_opinion) : kernel::Seen());
            if (result.problem.empty()) result.problem = disagrees;
            result.generality = generality_of(claim);
            result.parts = evidence.data.at("goals").size();
        } else {
            result.problem = "there is no method " + evidence.method;
        }
    } catch (const Json::exception&) {
        result.problem = "the proof does not say what its method needs";
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        result.problem = error.what();
    }
    return result;
}

}  // namespace bouton
