#include "check/windows/claim.hpp"

#include "check/compute/compute.hpp"
#include "check/windows/windows.hpp"
#include "lang/elaborate.hpp"

namespace bouton {

using syntax::Claim;
using syntax::Term;

namespace {

constexpr std::size_t kCompared = 150;  // values of the certificate that are computed once more

/// The claim's game and nothing else of the claim.
Claim same_game(const Claim& claim) {
    Claim plain;
    plain.kind = claim.kind;
    plain.label = claim.label;
    plain.game = claim.game;
    plain.arguments = claim.arguments;
    plain.quantity = claim.quantity;
    plain.place = claim.place;
    return plain;
}

/// Is the term this number?
bool is(const lang::Document& document, const Claim& claim, const Term& term, std::int64_t number, const Watch& watch) {
    Term right;
    right.kind = Term::Kind::number;
    right.text = std::to_string(number);
    Term equation;
    equation.kind = Term::Kind::compare;
    equation.parts = {term, right};
    equation.operators = {"="};
    Claim question = same_game(claim);
    question.statement = equation;
    std::uint64_t cases = 0;
    return kernel::check_by_computation(document, question, watch, cases).empty();
}

}  // namespace

std::string check_window_claim(const lang::Document& document, const Claim& claim, const nlohmann::ordered_json& period,
                               const Watch& watch) {
    if (claim.form != Claim::Form::period && claim.form != Claim::Form::repeats) return "it is about no sequence";
    if (!claim.bindings.empty() || claim.condition || claim.assumption) return "it speaks of more than one game";
    std::string problem = "the claim has no instance";
    lang::for_each_instance(document, claim, {}, [&](lang::ClaimInstance&& instance) {
        problem = check_period(instance.rules, period, watch);
        return false;
    });
    if (!problem.empty()) return problem;
    const bool outcomes = claim.quantity == "outcome";
    if (!outcomes && claim.quantity != "grundy") return "it is about neither grundy nor outcome";
    const auto at = [&](const char* key) { return period[key].get<std::int64_t>(); };
    if (period["what"] != (outcomes ? "outcomes" : "nim-values") || at("saltus") != 0)
        return "the period is not the claim's";

    Claim first = same_game(claim);
    first.form = Claim::Form::starts;
    for (std::size_t heap = 0; heap < std::min(kCompared, period["values"].size()); ++heap)
        first.word.push_back({std::to_string(period["values"][heap].get<std::int64_t>()), {}, {}});
    std::uint64_t cases = 0;
    problem = kernel::check_by_computation(document, first, watch, cases);
    if (!problem.empty()) return "the first values: " + problem;

    if (claim.form == Claim::Form::period) {
        const bool same =
            claim.statement && is(document, claim, *claim.statement, at("period"), watch) &&
            (claim.preperiod ? is(document, claim, *claim.preperiod, at("preperiod"), watch) : at("preperiod") == 0);
        return same ? "" : "the period is not the claim's";
    }
    Claim word = same_game(claim);
    word.form = Claim::Form::starts;
    word.word = claim.word;
    problem = kernel::check_by_computation(document, word, watch, cases);
    if (!problem.empty()) return "the word: " + problem;
    if (at("preperiod") != 0 || cases % static_cast<std::uint64_t>(at("period")) != 0)
        return "the period is not the claim's";
    return "";
}

}  // namespace bouton
