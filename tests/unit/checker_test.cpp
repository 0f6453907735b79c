// The checker alone. Its facts hold for numbers; proofs that it accepts are changed in one place and judged again, also against a claim
// that is false though it looks alike, which no change may prove; plans and lists of goals that a wrong prover could hand over are refused.
#include "check/accept.hpp"
#include "check/verdict.hpp"
#include "proofs/goals/by_goals.hpp"
#include "unit/formulas.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using namespace kernel;
using syntax::Claim;

const std::string kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
const std::string kNim = "game nim2 (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kBachet = "game bachet (x)\n  parameter k where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n";

// ---- facts ----

Poly random_poly(Terms& terms, const std::vector<Poly>& variables, Random& random, int depth) {
    const auto inner = [&] { return random_poly(terms, variables, random, depth - 1); };
    const auto small = [&] { return random.pick(variables) + constant(random.between(-2, 2)); };
    if (depth == 0 || random.chance(30))
        return Integer(random.between(-2, 3)) * random.pick(variables) + constant(random.between(-3, 3));
    switch (random.between(0, 6)) {
        case 0: return terms.power(2, small());
        case 1: return terms.power(3, small());
        case 2: return terms.quotient(inner(), small());
        case 3: return inner() * random.pick(variables);
        case 4: return terms.call(random.chance(50) ? "log2" : "twos", {small()});
        case 5: return terms.call("G", {small()});
        default: return terms.choose(at_most(small(), small()), inner(), inner());
    }
}

/// Arguments as a proof could give them; where a fact has guards, often such that they hold.
std::vector<Poly> arguments_for(Fact fact, Terms& terms, const std::vector<Poly>& variables, Random& random) {
    const auto any = [&] { return random_poly(terms, variables, random, 2); };
    const auto variable = [&] { return random.pick(variables); };
    const Poly base = constant(random.between(2, 5)), e = random.chance(70) ? variable() : any();
    switch (fact) {
        case Fact::power_above: return {base, e};
        case Fact::power_small:
        case Fact::power_multiple:
        case Fact::power_from: return {base, e, constant(random.between(0, 6))};
        case Fact::powers_same:
        case Fact::powers_next:
        case Fact::powers_far: return {base, e, random.chance(70) ? e + constant(random.between(-1, 4)) : any()};
        case Fact::logarithm:
        case Fact::odd_part:
        case Fact::cases: return {any()};
        case Fact::odd_part_of: {
            const Poly h = variable(), p = terms.power(2, e);
            return {random.chance(70) ? p + Integer(2) * (p * h) : any(), e, h};
        }
        case Fact::level: return {variable(), variable()};
        case Fact::choice: return {terms.choose(at_most(variable(), variable()), any(), any())};
        case Fact::congruence:
            return {terms.call("G", {e}), terms.call("G", {random.chance(50) ? e + constant(0) : any()})};
        case Fact::rank:
        case Fact::seat: return {variable(), variable(), variable()};
        case Fact::value:
        case Fact::outcome: return {random.chance(70) ? variable() : variable() + constant(random.between(-2, 2))};
        default: return {any(), any()};
    }
}

TEST(Checker, FactsHoldForNumbers) {
    Random random(20261116);
    std::map<Fact, std::size_t> made;
    std::size_t evaluations = 0;
    const lang::DocumentPtr document = read(kHeap + "claim \"t\" for x >= 0: grundy(x) = x  to 9\n");
    for (int round = 0; round < 400; ++round) {
        Theorem theorem(*document, document->file.claims[0]);
        const std::vector<Goal> goals = theorem.goals({Scheme::formula, {"x"}, {}});
        const auto goal =
            std::find_if(goals.begin(), goals.end(), [](const Goal& g) { return g.about == Goal::About::values; });
        ASSERT_NE(goal, goals.end());
        std::vector<Poly> variables;
        for (const char* name : {"a", "b", "c"}) variables.push_back(theorem.terms().variable(name));
        for (int number = 0; number <= static_cast<int>(Fact::seat); ++number) {
            const Fact fact = static_cast<Fact>(number);
            if (fact == Fact::natural || fact == Fact::sum) continue;  // of rule functions and definitions: below
            FormulaPtr formula;
            try {
                formula = theorem.fact(*goal, fact, arguments_for(fact, theorem.terms(), variables, random));
            } catch (const Unsupported&) {
                continue;
            }
            ++made[fact];
            for (int j = 0; j < 12; ++j) {
                Formulas numbers(theorem.terms(), random);
                numbers.set_box(-2, 45);  // of heaps, values and levels, which are at most 42 here
                numbers.set_function("G", [](const auto& x) { return x[0] >= 0 ? std::optional(x[0]) : std::nullopt; });
                numbers.set_function("O", [](const auto& x) {
                    return x[0] >= 0 ? std::optional(Integer(x[0] > 0 ? 1 : 0)) : std::nullopt;
                });
                try {
                    ASSERT_TRUE(numbers.of(formula)) << name_of(fact) << ": " << theorem.terms().text(formula);
                    ++evaluations;
                } catch (const Formulas::TooLarge&) {
                }
            }
        }
    }
    for (int number = 0; number <= static_cast<int>(Fact::seat); ++number) {
        const Fact fact = static_cast<Fact>(number);
        if (fact == Fact::natural || fact == Fact::sum) continue;
        EXPECT_GE(made[fact], 5u) << name_of(fact);
    }
    EXPECT_GE(evaluations, 50000u);
}

/// Sums as definitions and claims have them, also inside each other; a function of which nothing is known.
TEST(Checker, FactsOfSumsAndRuleFunctionsHoldForNumbers) {
    const std::string game = "game limit (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, f(x))\n";
    const std::string functions =
        "function low(j, n) = sum(f(j + 2*t) - j for 1 <= t <= n)\n"
        "function square(n) = sum(sum(i*j + n for 0 <= j < i) for 1 < i <= n)\n";
    const lang::DocumentPtr document = read(
        game + functions +
        "claim \"t\" in limit(f(x) = x) for n >= 0, m >= 0: low(m, n) + square(n) + sum(t mod (m + 1) for m <= t < n) "
        ">= f(n) - f(low(0, m) * 0)\n  assuming f(t) <= t for t >= 0  to 3\n");
    Random random(23);
    std::map<std::string, std::size_t> evaluated;
    for (int round = 0; round < 150; ++round) {
        Theorem theorem(*document, document->file.claims[0]);
        const std::vector<Goal> goals = theorem.goals({Scheme::induction, {"x"}, {"n"}});
        const auto& sums = theorem.reader().sums();
        ASSERT_GE(sums.size(), 4u);
        std::vector<Poly> variables;
        for (const char* name : {"a", "b", "c"}) variables.push_back(theorem.terms().variable(name));
        std::vector<std::pair<Fact, Poly>> facts;
        for (const auto& [symbol, body] : sums) {
            std::vector<Poly> arguments;
            for (std::size_t i = 0; i <= body.placeholders.size(); ++i)
                arguments.push_back(random_poly(theorem.terms(), variables, random, random.chance(70) ? 0 : 1));
            facts.emplace_back(Fact::sum, theorem.terms().call(symbol, arguments));
        }
        facts.emplace_back(Fact::natural,
                           theorem.terms().call("f_f", {random_poly(theorem.terms(), variables, random, 1)}));
        for (const auto& [fact, argument] : facts) {
            const FormulaPtr formula = theorem.fact(goals.at(0), fact, {argument});
            for (int j = 0; j < 12; ++j) {
                Formulas numbers(theorem.terms(), random);
                numbers.set_sums(sums);
                try {
                    ASSERT_TRUE(numbers.of(formula)) << name_of(fact) << ": " << theorem.terms().text(formula);
                    ++evaluated[name_of(fact)];
                } catch (const Formulas::TooLarge&) {
                }
            }
        }
    }
    EXPECT_GE(evaluated["sum"], 5000u);
    EXPECT_GE(evaluated["natural"], 1000u);
}

TEST(Checker, FactsWhoseArgumentsDoNotFitAreRefused) {
    const lang::DocumentPtr document = read(kHeap + "claim \"t\" for x >= 0: grundy(x) = x  to 9\n");
    Theorem theorem(*document, document->file.claims[0]);
    const std::vector<Goal> goals = theorem.goals({Scheme::formula, {"x"}, {}});
    const Poly x = theorem.terms().variable("x");
    for (const Goal& goal : goals) {
        const auto refused = [&](Fact fact, const std::vector<Poly>& arguments) {
            try {
                theorem.fact(goal, fact, arguments);
            } catch (const Unsupported&) {
                return true;
            }
            return false;
        };
        EXPECT_TRUE(refused(Fact::quotient, {x, {}}));
        EXPECT_TRUE(refused(Fact::power_above, {constant(1), x}));
        EXPECT_TRUE(refused(Fact::power_above, {x, x}));
        EXPECT_TRUE(refused(Fact::choice, {x}));
        EXPECT_TRUE(refused(Fact::congruence, {theorem.terms().call("G", {x}), theorem.terms().call("O", {x})}));
        EXPECT_TRUE(refused(Fact::natural, {theorem.terms().call("G", {x})}));
        EXPECT_TRUE(refused(Fact::sum, {theorem.terms().call("sum0", {x})}));
        EXPECT_TRUE(refused(Fact::value, {x, x}));
        // That there are values rests on the end of the game, which must not rest on them.
        if (goal.about == Goal::About::ends) {
            EXPECT_TRUE(refused(Fact::value, {x}));
            EXPECT_TRUE(refused(Fact::outcome, {x}));
        }
    }
}

// ---- changed proofs ----

struct Pair {
    std::string right, wrong;  // alike; one is proved, the other is false
};

const std::vector<Pair>& pairs() {
    static const std::vector<Pair> all = {
        {kNim + "theorem \"t\": { outcome = P } = { (i, i) for i >= 0 }  to 9\n",
         kNim + "theorem \"t\": { outcome = P } = { (i, i) for i >= 1 }  to 9\n"},
        {kHeap + "theorem \"t\" for s >= 0: { grundy = s } = { (i) for i >= 0 if i = s }  to 9\n",
         kHeap + "theorem \"t\" for s >= 1: { grundy = s } = { (i) for i >= 0 if i = s - 1 }  to 9\n"},
        {kBachet + "theorem \"t\" in bachet(k) for k >= 1, x >= 0: grundy(x) = x mod (k + 1)  to 20, k <= 5\n",
         kBachet + "theorem \"t\" in bachet(k) for k >= 1, x >= 0: grundy(x) = x mod (k + 2)  to 20, k <= 5\n"},
        {kHeap + "claim \"t\" for n >= 0: 2^n >= n + 1 by induction on n  to 9\n",
         kHeap + "claim \"t\" for n >= 0: 2^n >= n + 2 by induction on n  to 9\n"},
    };
    return all;
}

/// Every place of a JSON value, as pointers.
void places(const Json& json, const Json::json_pointer& at, std::vector<Json::json_pointer>& all) {
    all.push_back(at);
    if (json.is_object())
        for (const auto& [key, value] : json.items()) places(value, at / key, all);
    if (json.is_array())
        for (std::size_t i = 0; i < json.size(); ++i) places(json[i], at / i, all);
}

/// One change: another number, another name, something of another kind, a part left out, doubled or exchanged with its neighbour.
void change(Json& data, Random& random) {
    std::vector<Json::json_pointer> all;
    places(data, Json::json_pointer(), all);
    const Json::json_pointer at = random.pick(all);
    if (at.empty()) return;
    Json& json = data[at];
    static const std::vector<Json> others = {
        nullptr,       true,           -1,           0,       99,
        "#99",         "#0",           "x.0",        "v.0",   "(+ x.0 1)",
        "(f_f x.0)",   "(powx x.0)",   "(sum0 x.0)", "(- 1)", "18446744073709551616",
        Json::array(), Json::object(), 1e300,        1.5};
    if (json.is_array() && json.size() >= 2 && random.chance(60)) {
        const auto i = static_cast<std::size_t>(random.between(0, std::ssize(json) - 2));
        if (random.chance(40))
            json.erase(i);
        else if (random.chance(50))
            std::swap(json[i], json[i + 1]);
        else
            json.push_back(Json(json[i]));
    } else if (json.is_number_integer() && random.chance(70)) {
        json = json.get<std::int64_t>() + (random.chance(50) ? 1 : -1);
    } else {
        json = random.pick(others);
    }
}

TEST(Checker, ChangedProofsProveNothingElse) {
    Random random(11);
    const int rounds = static_cast<int>(60 * effort());
    for (const Pair& pair : pairs()) {
        const lang::DocumentPtr right = read(pair.right), wrong = read(pair.wrong);
        const Watch watch;
        const proofs::GoalSearch found = proofs::prove_by_goals(*right, right->file.claims[0], 1, watch);
        ASSERT_TRUE(found.proof) << found.why << "\n" << pair.right;
        const auto verdict = [&](const lang::Document& document, const Json& data) {
            return judge(document, document.file.claims[0], {found.scheme, data, {}}, watch).problem;
        };
        EXPECT_EQ(verdict(*right, *found.proof), "") << pair.right;
        EXPECT_NE(verdict(*wrong, *found.proof), "") << pair.wrong;
        int refused = 0;
        for (int i = 0; i < rounds; ++i) {
            Json data = *found.proof;
            change(data, random);
            refused +=
                verdict(*right, data).empty() ? 0 : 1;  // a number more or less may leave it a proof, of the same claim
            if (random.chance(50)) change(data, random);
            EXPECT_NE(verdict(*wrong, data), "") << data << "\n" << pair.wrong;
        }
        EXPECT_GE(refused, rounds / 4) << pair.right;
    }
}

TEST(Checker, WhatAWrongProverCouldHandOver) {
    for (const Pair& pair : pairs()) {
        const lang::DocumentPtr document = read(pair.right);
        const Claim& claim = document->file.claims[0];
        const Watch watch;
        const proofs::GoalSearch found = proofs::prove_by_goals(*document, claim, 1, watch);
        ASSERT_TRUE(found.proof) << found.why;
        const auto refused = [&](const std::string& what, const std::function<void(Json&, std::string&)>& mistake) {
            Json data = *found.proof;
            std::string method = found.scheme;
            mistake(data, method);
            EXPECT_NE(judge(*document, claim, {method, data, {}}, watch).problem, "") << what << "\n" << pair.right;
        };
        const std::size_t count = (*found.proof)["goals"].size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::string name = (*found.proof)["goals"][i]["name"];
            refused("no goal: " + name, [&](Json& data, std::string&) { data["goals"].erase(i); });
            const Json& tree = (*found.proof)["goals"][i]["tree"];
            if (tree != Json::array({"leaf"}))
                refused("nothing shown: " + name,
                        [&](Json& data, std::string&) { data["goals"][i]["tree"] = Json::array({"leaf"}); });
            refused("no cases: " + name, [&](Json& data, std::string&) {
                data["goals"][i]["tree"] = Json::array({"split", 100000});
            });
        }
        refused("a goal more", [](Json& data, std::string&) { data["goals"].push_back(Json(data["goals"][0])); });
        refused("no goals", [](Json& data, std::string&) { data["goals"] = Json::array(); });
        refused("nothing falls", [](Json& data, std::string&) { data["falls"] = Json::array(); });
        refused("a number falls", [](Json& data, std::string&) { data["falls"] = Json::array({"3"}); });
        refused("what rises falls", [](Json& data, std::string&) { data["falls"] = Json::array({"0 - x"}); });
        refused("an unknown name falls", [](Json& data, std::string&) { data["falls"] = Json::array({"z"}); });
        refused("no term falls", [](Json& data, std::string&) { data["falls"] = Json::array({"x +"}); });
        for (const char* scheme :
             {"kernel", "levels", "formula", "induction", "columns", "digits", "windows", "hope", ""}) {
            if (scheme == found.scheme) continue;
            refused(scheme, [&](Json&, std::string& method) { method = scheme; });
            refused(scheme, [&](Json& data, std::string& method) { method = scheme, data["scheme"] = scheme; });
        }
        refused("a deep tree", [](Json& data, std::string&) {
            Json tree = Json::array({"leaf"});
            for (int i = 0; i < 3000; ++i) tree = Json::array({"cut", 1, Json::array(), std::move(tree)});
            data["goals"][0]["tree"] = std::move(tree);
        });
        refused("a deep term", [](Json& data, std::string&) {
            std::string term = "0";
            for (int i = 0; i < 3000; ++i) term = "(- " + term + ")";
            data["goals"][0]["steps"].push_back(Json::array({"cases", term}));
        });
        if (found.scheme == "induction") {
            for (const char* earlier : {"0 - n", "3", "n - 5"})
                refused(earlier, [&](Json& data, std::string&) { data["earlier"] = Json::array({earlier}); });
            refused("no hypothesis", [](Json& data, std::string&) { data["earlier"] = Json::array(); });
        }
    }
}

}  // namespace
}  // namespace bouton::unit
