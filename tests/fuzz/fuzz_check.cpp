// Claims on tiny bounds: what `check` says of them is what comes out when every case is looked at with the independent walk and evaluator.
#include "claims/check.hpp"
#include "fuzz/fuzz.hpp"
#include "independent/game.hpp"
#include "lang/print.hpp"
#include "unit/random_terms.hpp"
#include "unit/terms.hpp"

#include <map>
#include <memory>
#include <optional>

namespace {

using namespace bouton;
using namespace bouton::fuzz;
using namespace bouton::unit::build;
using syntax::Term;

/// Games whose values are known soon.
const std::vector<syntax::Game>& games() {
    static const std::vector<syntax::Game> list = [] {
        std::vector<syntax::Game> result;
        for (const char* text : {
                 "game g (x)\n  move (x - t) for 1 <= t <= min(x, 3)\n",
                 "game g (x)\n  move (x - s) for s in {1, 3, 4}\n",
                 "game g (x)\n  misere\n  move (x - t) for 1 <= t <= 2\n",
                 "game g (x)\n  players 3\n  move (x - t) for 1 <= t <= floor((x + 1)/2)\n",
                 "game g (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1\n",
                 "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n",
                 "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"
                 "  move (x - t, y - t) for 1 <= t <= min(x, y)\n",
                 "game g (x, y) where x + y >= 1\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - 1)\n",
                 "game g (x, k)\n  move (x - t, k + 1) for 1 <= t <= k\n",
             })
            result.push_back(unit::read(text)->file.games[0]);
        return result;
    }();
    return list;
}

/// Conditions that may ask for values.
class Statements : public unit::RandomTerms {
  public:
    Statements(Random random, std::size_t coordinates) : RandomTerms(std::move(random)), coordinates_(coordinates) {}

    Term number_term(const std::vector<std::string>& names) {
        if (random_.chance(45)) return question(names);
        return expression(names, static_cast<int>(random_.between(0, 2)));
    }
    Term question(const std::vector<std::string>& names) {
        std::vector<Term> parts;
        for (std::size_t i = 0; i < coordinates_; ++i)
            parts.push_back(random_.chance(75) ? name(names[i]) : call("abs", {expression(names, 1)}));
        return call(random_.word({"grundy", "outcome"}), parts);
    }
    Term statement(const std::vector<std::string>& names, int depth) {
        if (depth > 0 && random_.chance(45))
            return random_.chance(20) ? negation(statement(names, depth - 1))
                                      : binary(random_.word({"and", "or", "implies", "iff"}),
                                               statement(names, depth - 1), statement(names, depth - 1));
        if (random_.chance(30)) return condition(names, 1);
        return compare(number_term(names), random_.word({"=", "!=", "<=", ">"}), number_term(names));
    }
    Random& random() { return random_; }

  private:
    std::size_t coordinates_;
};

using Case = std::map<std::string, Integer>;

struct Expected {
    bool known = true;
    std::optional<Case> counterexample;
};

Expected every_case(const syntax::Game& game, const syntax::Claim& claim, std::int64_t to) {
    independent::Walk walk(game, {}, 80);
    independent::Terms terms;
    terms.most_steps = 200000;
    terms.function = [&](const Term& term, independent::Terms& inside) -> std::optional<Integer> {
        if (term.text != "grundy" && term.text != "outcome") return std::nullopt;
        independent::Walk::Position position;
        for (const Term& part : term.parts) {
            const Integer value = inside.whole(part);
            if (value > 60) throw independent::TooMuch{};
            position.push_back(value < 0 ? -1 : static_cast<std::int64_t>(value));
        }
        if (!walk.exists(position)) throw independent::Undefined{};
        return Integer(term.text == "grundy" ? walk.grundy(position) : walk.outcome(position));
    };
    Expected result;
    terms.horizon = to;
    try {
        terms.run(claim.bindings, nullptr, [&] {
            terms.horizon.reset();
            const bool fine = (claim.condition && !terms.holds(*claim.condition)) || terms.holds(*claim.statement);
            terms.horizon = to;
            if (!fine) result.counterexample = terms.variables;
            return fine;
        });
    } catch (const independent::TooMuch&) {
        result.known = false;
    } catch (const independent::Undefined&) {
        result.known = false;
    }
    return result;
}

void claim_of(Random random) {
    const syntax::Game& game = random.pick(games());
    const std::int64_t to = random.between(0, 5);
    std::vector<std::string> names{"n", "m"};
    names.resize(game.coordinates.size());
    auto document = std::make_shared<lang::Document>();
    document->source = {"fuzz", ""};
    document->file.games = {game};
    syntax::Claim claim;
    claim.kind = "claim";
    claim.label = "c";
    claim.game = "g";
    for (const std::string& variable : names)
        claim.bindings.push_back(above(variable, ">=", number(random.between(0, 2))));
    Statements statements(random, names.size());
    if (statements.random().chance(30)) claim.condition = statements.condition(names, 1);
    claim.statement = statements.statement(names, 2);
    claim.bound = std::to_string(to);
    document->file.claims = {claim};
    const auto shown = [&] { return lang::print(document->file); };
    const Watch watch(small_limits());
    Verdict verdict;
    try {
        verdict = check(*document, document->file.claims[0], {}, watch);
    } catch (const Error& error) {
        if (error.fault() == Fault::input) return;  // such as a claim that asks for no position
        return;
    }
    const Expected expected = every_case(game, claim, to);
    if (!expected.known || verdict.kind == Verdict::Kind::error) return;
    if ((verdict.kind == Verdict::Kind::holds) == expected.counterexample.has_value())
        finding(expected.counterexample ? "it holds, it says" : "it is refuted, it says", shown());
    if (!expected.counterexample) return;
    for (const auto& [variable, value] : verdict.counterexample)
        if (const auto found = expected.counterexample->find(variable);
            found != expected.counterexample->end() && found->second.str() != value)
            finding("the first counterexample is another: " + variable + " = " + found->second.str() + ", not " + value,
                    shown());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return input([&] { claim_of(Random(data, size)); });
}
