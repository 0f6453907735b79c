// Lemmas that the proofs of whole classes of games rest on, put before a law whose proof stays open without them.
//
// The window lemma: in a game with one heap, where a move takes 1 to f(x) of x stones, f(0) = 0 and f rises by at most 1 from x - 1 to x,
// the values of x - f(x), ..., x are 0, ..., f(x) in some order; so G(x) = f(x) where f rises, and G(x) = G(x - f(x) - 1) elsewhere. It is
// stated for all such f at once and proved by induction (Takahashi, Manabe, Miyadera: Maximum Nim and Josephus Problem, Lemma 2.3).
#include "discover/scaffolds.hpp"

#include "discover/finders.hpp"
#include "discover/rule_terms.hpp"
#include "lang/expr.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::discover {

namespace {

constexpr std::int64_t kProbe = 300;  // heaps on which the cap is looked at

constexpr const char* kWindow =
    R"(claim "steps" in {0}({1}({2}) = ones(c mod 2^{2})) for 0 <= c < 16, {2} >= 0: {1}({2}) <= {2}
  assuming {1}(0) = 0 and {1}(t - 1) <= {1}(t) and {1}(t) <= {1}(t - 1) + 1 for t >= 1
  by induction on {2}  to 8
claim "window" in {0}({1}({2}) = ones(c mod 2^{2})) for 0 <= c < 16, {2} >= 0:
  grundy({2}) = (if {2} = 0 then 0 else if {1}({2}) > {1}({2} - 1) then {1}({2}) else grundy({2} - {1}({2}) - 1))
  and (forall {2} - {1}({2}) <= i <= {2}: grundy(i) <= {1}({2}))
  and (forall 0 <= v <= {1}({2}): exists {2} - {1}({2}) <= i <= {2}: grundy(i) = v)
  and (forall {2} - {1}({2}) <= i < j <= {2}: grundy(i) != grundy(j))
  assuming {1}(0) = 0 and {1}(t - 1) <= {1}(t) and {1}(t) <= {1}(t - 1) + 1 for t >= 1
  by induction on {2} using "steps" at {2} = {2} using "steps" at {2} = {2} - 1 using "window" at {2} = {2} - 1  to 8
claim "recursion" in {0}({1}({2}) = ones(c mod 2^{2})) for 0 <= c < 16, {2} >= 0:
  grundy({2}) = (if {2} = 0 then 0 else if {1}({2}) > {1}({2} - 1) then {1}({2}) else grundy({2} - {1}({2}) - 1))
  assuming {1}(0) = 0 and {1}(t - 1) <= {1}(t) and {1}(t) <= {1}(t - 1) + 1 for t >= 1
  using "steps" at {2} = {2} - 1 using "window" at {2} = {2}  to 8
)";

/// The rule function that says how much may be taken, where the only move is (x - t) for 1 <= t <= f(x).
const syntax::Parameter* rule_function(const syntax::Game& game) {
    if (game.moves.size() != 1 || game.moves[0].condition || game.moves[0].bindings.size() != 1) return nullptr;
    const syntax::Binding& binding = game.moves[0].bindings[0];
    if (binding.kind != syntax::Binding::Kind::chain || binding.terms.empty()) return nullptr;
    const syntax::Term& most = binding.terms.back();
    for (const syntax::Parameter& parameter : game.parameters)
        if (parameter.kind == syntax::Parameter::Kind::function && parameter.arguments.size() == 1 &&
            lang::print(most) == fmt::format("{}({})", parameter.name, game.coordinates[0]))
            return &parameter;
    return nullptr;
}

std::vector<std::optional<std::int64_t>> values_of(const Sample& sample, const std::string& term,
                                                   const std::vector<Position>& at) {
    try {
        return sample.evaluate(term, at);
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return std::vector<std::optional<std::int64_t>>(at.size());
    }
}

}  // namespace

std::string replaced_names(const std::string& text, const std::map<std::string, std::string>& by) {
    std::string result;
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_word(text[end])) ++end;
        const std::string word = text.substr(at, end - at);
        const auto found = by.find(word);
        result += word.empty() ? std::string(1, text[at]) : found == by.end() ? word : found->second;
        at = std::max(end, at + 1);
    }
    return result;
}

std::optional<std::string> taking_cap(const Sample& sample) {
    const Ruleset& rules = sample.rules();
    if (rules.coordinates.size() != 1 || rules.piles >= 0 || rules.players > 0 || rules.misere || rules.domain ||
        rules.moves.size() != 1)
        return std::nullopt;
    const Move& move = rules.moves[0];
    if (move.loop.binders.size() != 1 || !move.loop.conditions.empty() || move.results.size() != 1) return std::nullopt;
    const Binder& binder = move.loop.binders[0];
    const std::string& x = sample.coordinates[0];
    const auto is_one = [](const Expr& e) { return is_number(e) && e->number == 1; };
    if (binder.kind != Binder::Kind::range || binder.names.size() != 1 ||
        !std::any_of(binder.lower.begin(), binder.lower.end(), is_one))
        return std::nullopt;
    if (infix(move.results[0][0]) != fmt::format("{} - {}", x, binder.names[0])) return std::nullopt;
    // A term that is the least of the bounds at every heap: min(x, floor(x/2)) is floor(x/2).
    std::vector<Position> heaps;
    for (std::int64_t heap = 0; heap <= kProbe; ++heap) heaps.push_back({heap});
    std::vector<std::optional<std::int64_t>> least;
    for (const Expr& bound : binder.upper) {
        const auto here = values_of(sample, claim_text(bound), heaps);
        if (least.empty()) least = here;
        for (std::size_t i = 0; i < least.size(); ++i)
            least[i] = least[i] && here[i] ? std::optional(std::min(*least[i], *here[i])) : std::nullopt;
    }
    if (least.empty() || least[0] != 0) return std::nullopt;
    for (std::size_t i = 1; i < least.size(); ++i)
        if (!least[i] || !least[i - 1] || *least[i] < *least[i - 1] || *least[i] > *least[i - 1] + 1)
            return std::nullopt;
    for (const std::string& term : sample.terms)
        if (values_of(sample, term, heaps) == least) return term;
    return std::nullopt;
}

/// What the window lemma says of the game itself: true of every such cap, whatever it looks like.
std::vector<Guess> find_windows(const Sample& sample, Effort&) {
    if (sample.dimension() != 1 || sample.outcomes()) return {};
    const std::optional<std::string> cap = taking_cap(sample);
    if (!cap) return {};
    const std::string& x = sample.coordinates[0];
    Guess guess;
    guess.kind = Kind::recursion;
    guess.label = "values";
    guess.cost = 14;
    guess.plain.name = "plain";
    guess.plain.variables = sample.variables();
    guess.plain.statement =
        fmt::format("grundy({0}) = (if {0} = 0 then 0 else if {1} > {2} then {1} else grundy({0} - {1} - 1))", x, *cap,
                    replaced_names(*cap, {{x, fmt::format("({} - 1)", x)}}));
    return {guess};
}

std::vector<Phrasing> with_window_lemma(const Sample& sample, const Guess& guess) {
    if (sample.outcomes() || sample.dimension() != 1) return {};
    const std::optional<std::string> cap = taking_cap(sample);
    const std::string& x = sample.coordinates[0];
    if (!cap || !guess.plain.statement.starts_with(fmt::format("grundy({}) =", x))) return {};
    Phrasing window = guess.plain;
    window.name = "window lemma";
    if (const syntax::Parameter* f = rule_function(*sample.subject->game.game)) {
        window.lemmas = fmt::format(kWindow, sample.rules().name, f->name, x);
    } else {
        if (!guess.plain.where.empty())
            return {};  // for all values of a parameter: the cap is known for one of them only
        window.game = fmt::format("game at-most ({0})\n  parameter f({0})\n  move ({0} - t) for 1 <= t <= f({0})\n", x);
        window.where = fmt::format("in at-most(f({}) = {})", x, *cap);
        window.lemmas = fmt::format(kWindow, "at-most", "f", x);
    }
    window.hints = fmt::format("using \"recursion\" at {0} = {0}", x);
    if (guess.plain.statement.find("grundy", 6) != std::string::npos) return {window};
    window.hints =
        fmt::format("by induction on {0} using \"{1}\" at {0} = {0} - ({2}) - 1 using \"recursion\" at {0} = {0}", x,
                    guess.label, *cap);
    return {window};
}

}  // namespace bouton::discover
