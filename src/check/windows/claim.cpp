#include "check/windows/claim.hpp"

#include "check/compute/compute.hpp"
#include "check/windows/windows.hpp"
#include "lang/elaborate.hpp"
#include "lang/parse.hpp"

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
    plain.quantity = claim.form == Claim::Form::condition ? "grundy" : claim.quantity;
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

/// grundy(x + p) = grundy(x) + s; compared as trees, so that nothing has to be understood.
Term arithmetic_period(const std::string& x, const std::string& p, const std::string& s) {
    return lang::parse_term("grundy(" + x + " + " + p + ") = grundy(" + x + ") + " + s, "a period");
}

/// The certificate's nim-values, from its preperiod on, are the claim's.
std::string check_arithmetic(const Claim& claim, std::int64_t preperiod, std::int64_t period, std::int64_t saltus) {
    const syntax::Binding& x = claim.bindings[0];
    const bool same =
        *claim.statement == arithmetic_period(x.names[0], std::to_string(period), std::to_string(saltus)) &&
        integer_from(x.terms[0].text) >= preperiod;
    return same ? "" : "the period is not the claim's";
}

}  // namespace

bool is_arithmetic_period(const Claim& claim) {
    if (claim.form != Claim::Form::condition || !claim.statement || claim.bindings.size() != 1) return false;
    if (claim.condition || claim.assumption || claim.pile_count) return false;
    const syntax::Binding& x = claim.bindings[0];
    if (x.kind != syntax::Binding::Kind::above || x.operators != std::vector<std::string>{">="} ||
        x.names.size() != 1 || x.terms.size() != 1 || x.terms[0].kind != Term::Kind::number)
        return false;
    // The numbers stand where the pattern has them, or the trees differ.
    const Term& statement = *claim.statement;
    const auto number_in = [](const Term& sum) {
        return sum.parts.size() == 2 && sum.parts[1].kind == Term::Kind::number ? sum.parts[1].text : std::string("0");
    };
    if (statement.kind != Term::Kind::compare || statement.parts.size() != 2 || statement.parts[0].parts.size() != 1)
        return false;
    return statement ==
           arithmetic_period(x.names[0], number_in(statement.parts[0].parts[0]), number_in(statement.parts[1]));
}

std::string check_window_claim(const lang::Document& document, const Claim& claim, const nlohmann::ordered_json& period,
                               const Watch& watch) {
    const bool arithmetic = is_arithmetic_period(claim);
    if (!arithmetic) {
        if (claim.form != Claim::Form::period && claim.form != Claim::Form::repeats) return "it is about no sequence";
        if (!claim.bindings.empty() || claim.condition || claim.assumption) return "it speaks of more than one game";
    }
    std::string problem = "the claim has no instance";
    lang::for_each_instance(document, claim, {}, [&](lang::ClaimInstance&& instance) {
        // A variable of the claim that is an argument of the game makes many games of it.
        problem =
            instance.chosen.empty() ? check_period(instance.rules, period, watch) : "it speaks of more than one game";
        return false;
    });
    if (!problem.empty()) return problem;
    const bool outcomes = !arithmetic && claim.quantity == "outcome";
    if (!arithmetic && !outcomes && claim.quantity != "grundy") return "it is about neither grundy nor outcome";
    const auto at = [&](const char* key) { return period[key].get<std::int64_t>(); };
    if (period["what"] != (outcomes ? "outcomes" : "nim-values") || (!arithmetic && at("saltus") != 0))
        return "the period is not the claim's";

    Claim first = same_game(claim);
    first.form = Claim::Form::starts;
    for (std::size_t heap = 0; heap < std::min(kCompared, period["values"].size()); ++heap)
        first.word.push_back({std::to_string(period["values"][heap].get<std::int64_t>()), {}, {}});
    std::uint64_t cases = 0;
    problem = kernel::check_by_computation(document, first, watch, cases);
    if (!problem.empty()) return "the first values: " + problem;

    if (arithmetic) return check_arithmetic(claim, at("preperiod"), at("period"), at("saltus"));
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
