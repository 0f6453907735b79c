// The checker's own evaluator for finite claims: against the check of claims (all finite claims of games/ and papers/, random conditions), against
// the engines on random games, and what must stay undecided.
#include "check/compute/compute.hpp"

#include "answers/library.hpp"
#include "claims/check.hpp"
#include "engines/options.hpp"
#include "engines/reference/reference.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "unit/random_games.hpp"
#include "unit/random_terms.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <list>

namespace bouton::unit {
namespace {

const std::string kHeap = "game heap (x)\n  parameter k = 3\n  move (x - t) for 1 <= t <= k\n";
const std::string kWythoff =
    "game wythoff (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"
    "  move (x - t, y - t) for t >= 1\n";
const std::string kDomain = "game domain (x, y) where x <= y\n  move (x - t, y) for 1 <= t <= x\n";
const std::string kSplit = "game split (x)\n  move (a) + (x - 1 - a) for 0 <= a <= x - 1 - a\n";

/// The last claim of a text: empty if it is proved, otherwise why not.
std::string computed(const std::string& text, std::uint64_t* count = nullptr) {
    const lang::DocumentPtr document = read(text);
    std::uint64_t cases = 0;
    const std::string why = kernel::check_by_computation(*document, document->file.claims.back(), Watch{}, cases);
    if (count) *count = cases;
    return why;
}
std::string claimed(const std::string& game, const std::string& claim) {
    return computed(game + "claim \"c\" " + claim + "\n");
}

// ---- what the language says ----

TEST(Compute, TrueClaims) {
    const std::vector<std::pair<std::string, std::string>> all = {
        {kHeap, ": 7/2 > 3 and -7/2 < -3 and 7/(-2) = -7/2 and 1/(-3) < 0"},
        {kHeap, ": floor(-7/2) = -4 and ceil(-7/2) = -3 and floor(7/(-2)) = -4 and ceil(7/(-2)) = -3"},
        {kHeap, ": -7 mod 3 = 2 and 7 mod (-3) = -2 and -6 mod 3 = 0 and 2^0 = 1 and 0^0 = 1"},
        {kHeap, ": floor(sqrt(99)) = 9 and floor(sqrt(100)) = 10 and floor(sqrt(1/2)) = 0 and floor(log2(1)) = 0"},
        {kHeap, ": floor(sqrt(10^40)) = 10^20 and floor(log2(2^100 - 1)) = 99 and (2^64)^2 = 2^128"},
        {kHeap, ": min(3, -1, 2) = -1 and max(3, -1) = 3 and abs(-2^70) = 2^70 and gcd(12, -18) = 6 and gcd(0, 0) = 0"},
        {kHeap, ": xor(5, 3, 2^70) = 2^70 + 6 and qsum(3, 7, 7, 7) = 0 and qsum(3, 1, 1, 2) = 5 and qsum(1, 5, 9) = 0"},
        {kHeap, ": ones(2^70 - 1) = 70 and twos(3*2^65) = 65 and digit(2021, 10, 1) = 2 and digit(5, 2, 99) = 0"},
        {kHeap,
         ": fibonacci_shift(0) = 0 and fibonacci_shift(4) = 7 and fibonacci_zeros(1) = 0 and fibonacci_zeros(8) = 4"},
        {kHeap,
         ": nim_times(2, 2) = 3 and nim_times(4, 4) = 6 and nim_times(5, 7) = 13 and nim_times(15, 15) = 9 and "
         "nim_times(16, 16) = 24"},
        {kHeap, ": forall 1 <= x <= 15, 0 <= y <= 15: nim_times(nim_divided(y, x), x) = y"},
        {kHeap, ": josephus_rank(7, 3, 4) = 7 and josephus_seat(7, 3, 1) = 3 and josephus_seat(1, 10^30, 1) = 1"},
        {kHeap, ": sum(1 for 2^64 <= i <= 0 - 2) = 0 and count(for 2^70 <= i <= 2^70 + 2) = 3"},
        {kHeap, ": sum(i for 1 <= i <= 10 if i mod 2 = 0) = 30 and min(i*i for -3 <= i <= 2) = 0"},
        {kHeap, ": forall 5 <= i <= 4: 1/0 = 1"},
        {kHeap, ": count(for 1 <= a < b < 5) = 6 and count(for 1 <= a < 10 - a) = 4 and count(for 1/2 < a < 7/2) = 3"},
        {kHeap, ": exists 0 <= n <= 2^200: 3*n = 3*2^199 and n > 2^198"},
        {kHeap, ": size({1, 3..5, 4..6}) = 5 and min({7, 3..5}) = 3 and 4 in {1, 3..5} and not 2 in {1, 3..5}"},
        {kHeap, "for x in {1, 2, 2}: x <= 2"},
        {kHeap, "for 0 <= x <= 30: grundy(x) = x mod 4"},
        {kHeap,
         "in heap(k) for 1 <= k <= 6, 0 <= x <= 3*k: grundy(x) = x mod (k + 1) and (outcome(x) = P iff grundy(x) = 0)"},
        {kHeap, "for x >= 0 if x <= 9: grundy(x) < 4"},
        {kHeap, "for x >= 0 if x*x + 3 < 100: grundy(x) < 4"},
        {kHeap, ": grundy starts (0 1 2 3)^2 0"},
        {kHeap, ": outcome starts 0 1^3 0"},
        {kHeap, "for 2 <= x <= 6: reaches(x, {0}, 2) and not reaches(8, {0}, 2)"},
        {kWythoff, ": grundy(1, 2) = 0 and grundy(2, 1) = 0 and outcome(3, 5) = P and outcome(3, 4) = N"},
        {kWythoff, ": options(1, 1) = {(0, 0), (0, 1), (1, 0)} and options(0, 0) = {}"},
        {kWythoff, ": options(3, 4) & { outcome = P } != {} and options(1, 2) & { outcome = P } = {}"},
        {kWythoff, ": (2^100, 2^101) in { (n, 2*n) for n >= 0 } and not (3, 7) in { (2^n + m, m) for n >= 0, m >= 0 }"},
        {kWythoff, "for (a, b) in { (n, n + d) for 0 <= n <= 3, 0 <= d <= 1 }: grundy(a, b) = grundy(b, a)"},
        {kWythoff,
         ": { (i, i) for 0 <= i <= 3 } \\ {(0, 0)} = {(1, 1), (2, 2), (3, 3)} and {(1, 2)} subset { outcome = P }"},
        {kDomain, ": grundy(2, 3) = 2 and options(2, 2) = {(0, 2), (1, 2)}"},
        {kSplit, ": grundy starts 0 1 0 1"},
        {"game mis (x)\n  misere\n  move (x - t) for 1 <= t <= 2\n", ": outcome starts 1 0 1 1 0 1 1"},
        {"game none (x)\n  players 3\n  move (x - 1)\n", "for 0 <= x <= 9: outcome(x) = x mod 3"},
        {"game rule (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= f(x)\n",
         "in rule(f(x) = [0, 1, 1, 2, 2]): grundy(4) = 1 and f(3) = 2"},
        {"game sub (x)\n  parameter moves: set\n  move (x - s) for s in moves\n",
         "in sub(moves = S) for S subset {1..4}, 0 <= n <= 12: grundy(n) = 1 iff (n >= min(S) and grundy(n - min(S)) = "
         "0)"},
        {"game piles (a...)\n  move (a - t) for 1 <= t <= a in exactly 2 piles\n",
         ": grundy(1, 1) = 1 and outcome(5) = P and options(1, 2, 0) = {(0, 0, 0), (0, 1, 0)}"},
    };
    for (const auto& [game, claim] : all) EXPECT_EQ(claimed(game, claim), "") << claim;
}

TEST(Compute, WhatIsNotProved) {
    const std::vector<std::tuple<std::string, std::string, std::string>> all = {
        {kHeap, ": sum(1 for 2^64 <= i <= 0 - 2) < 0", "false"},
        {kHeap, "for 0 <= x <= 9: grundy(x) = x", "false at x = 4"},
        {kHeap, "for x >= 0: grundy(x) = x mod 4 to 5", "x is not seen to have finitely many values"},
        {kHeap, "for x >= 0: grundy(x) = x to 2, x <= 2", "finitely many"},
        {kHeap, "for 5 <= x <= 4: grundy(x) = 0", "no case"},
        {kHeap, "for 0 <= x <= 5 if x > 9: grundy(x) = 0", "no case"},
        {kHeap, ": 1/0 = 1", "division by 0"},
        {kHeap, ": 5 mod 0 = 5", "division by 0"},
        {kHeap, ": 2^(0 - 1) <= 1", "negative exponent"},
        {kHeap, "for 0 <= x <= 2: grundy(x - 1) >= 0", "no position"},
        {kHeap, ": not (0 - 1) in { grundy = 0 }", "no position"},
        {kDomain, ": grundy(3, 2) = 0", "no position"},
        {kDomain, "for 0 <= a <= 2, 0 <= b <= 2: (a, b) in { (u, v) for u >= 0, v >= 0 }", "no position"},
        {kDomain, ": {(3, 2)} = {}", "no position"},
        {kHeap, ": min(i for 1 <= i <= 0) = 0", "the min of nothing"},
        {kHeap, ": { grundy = 0 } = { x mod 4 = 0 } to 20", "any number of positions"},
        {kHeap, ": grundy repeats 0 1 2 3 to 20", "all heaps"},
        {kHeap, ": grundy has period 4 to 20", "all heaps"},
        {kHeap, ": grundy starts 0 1 2 4", "false"},
        {kSplit, ": options(3) = {}", "sums"},
        {"game rule (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= f(x)\n", "in rule(f(x) = x - 2): grundy(1) = 0",
         "negative value of f"},
        {"game rule (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= f(x)\n",
         "in rule(f(x) = [0, 1]): grundy(5) = 0", "outside the table"},
        {"game none (x)\n  players 3\n  move (x - 1)\n", ": grundy(3) = 1", "two players"},
        {kHeap, ": josephus_rank(3, 2, 4) = 1", "not in the circle"},
    };
    for (const auto& [game, claim, why] : all)
        EXPECT_NE(claimed(game, claim).find(why), std::string::npos) << claim << ": " << claimed(game, claim);
    // with `assuming`, or with hints, another method is asked for
    EXPECT_NE(claimed("game rule (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= f(x)\n",
                      "in rule(f(x) = x) for 0 <= x <= 3: grundy(x) = x assuming f(t) = t for t >= 0"),
              "");
    EXPECT_NE(claimed(kHeap, "for 0 <= n <= 3: grundy(n) = n by induction on n"), "");
}

// ---- against the check of claims ----

/// A file that was imported for one game may hold another one of the same name as a second import. The claim is about what was imported by name.
TEST(Compute, TheGameThatWasImportedByItsName) {
    const std::map<std::string, std::string> files = {
        {"a", "game a (x)\n  move (x - 1)\ngame b (x)\n  move (x - 1) if x > 5\n"},
        {"b", "game b (x)\n  move (x - 1)\n"}};
    const auto import = [&](const std::string& game) {
        return lang::read_document({game, files.at(game)}, [](const std::string&) { return lang::DocumentPtr(); });
    };
    for (const int value : {0, 1}) {
        const lang::DocumentPtr document = lang::read_document(
            {"t.bouton", fmt::format("import a\nimport b\nclaim \"c\" in b: grundy(1) = {}\n", value)}, import);
        std::uint64_t cases = 0;
        const std::string why = kernel::check_by_computation(*document, document->file.claims[0], Watch{}, cases);
        EXPECT_EQ(why.empty(), value == 1) << why;
    }
}

TEST(Compute, FiniteClaimsOfGamesAndPapers) {
    Library library(home());
    int proved = 0;
    for (const auto& file : bouton_files()) {
        const lang::DocumentPtr document = library.document(file);
        for (const syntax::Claim& claim : document->file.claims) {
            if (claim.label.find("from the rules") != std::string::npos) continue;  // seconds
            std::uint64_t cases = 0;
            const Watch watch;
            const std::string why = kernel::check_by_computation(*document, claim, watch, cases);
            if (claim.assumption || !claim.uses.empty() || !claim.induction.empty()) {
                EXPECT_NE(why, "");
                continue;
            }
            syntax::Claim finite = claim;
            finite.bound.reset();
            finite.bounds.clear();
            const Verdict whole = check(*document, finite, std::nullopt, watch);
            if (whole.kind == Verdict::Kind::holds) {
                EXPECT_EQ(why, "") << file << " " << claim.label;
            }
            if (!why.empty()) continue;
            ++proved;
            EXPECT_EQ(check(*document, claim, std::nullopt, watch).kind, Verdict::Kind::holds) << claim.label;
            if (whole.kind == Verdict::Kind::holds) {
                EXPECT_EQ(cases, whole.cases) << claim.label;
            }
        }
    }
    EXPECT_GE(proved, 50);
}

TEST(Compute, RandomConditions) {
    int held = 0, failed = 0;
    for (std::uint64_t seed = 11; seed < 1511; ++seed) {
        RandomTerms terms{Random(seed)};
        const std::string condition = lang::print(terms.condition({"u", "v"}, 4));
        const lang::DocumentPtr document =
            read(kWythoff + "claim \"c\" for -2 <= u <= 6, 0 <= v <= 5: " + condition + "\n");
        SCOPED_TRACE(fmt::format("seed {}: {}", seed, condition));
        const syntax::Claim& claim = document->file.claims[0];
        const Verdict verdict = check(*document, claim, std::nullopt, Watch{});
        std::uint64_t cases = 0;
        const std::string why = kernel::check_by_computation(*document, claim, Watch{}, cases);
        if (verdict.kind == Verdict::Kind::holds) {
            EXPECT_EQ(why, "");
        }
        if (verdict.kind == Verdict::Kind::refuted) {
            EXPECT_EQ(why.find("it is false at"), 0u) << why;
        }
        if (verdict.kind == Verdict::Kind::error) {
            EXPECT_NE(why, "");
        }
        held += verdict.kind == Verdict::Kind::holds;
        failed += verdict.kind == Verdict::Kind::refuted;
    }
    EXPECT_GE(held, 20);
    EXPECT_GE(failed, 200);
}

/// { (.., ..) for n >= 0, 0 <= m <= .. if .. }: the coordinates grow with n, so that members of a box are found.
std::string random_family(Random& random) {
    const auto number = [&](int low, int high) { return random.between(low, high); };
    const std::string first = random.chance(30)
                                  ? fmt::format("2^n + {}*m - {}", number(0, 2), number(0, 2))
                                  : fmt::format("{}*n + {}*m + {}", number(1, 3), number(0, 2), number(-2, 2));
    const std::string second = fmt::format("{}*n + {}*m + {}", number(0, 2), number(-1, 2), number(-1, 3));
    const std::string condition =
        random.chance(50) ? fmt::format(" if (n + {}*m) mod {} != 0", number(0, 2), number(2, 3)) : "";
    return fmt::format("{{ ({}, {}) for n >= {}, 0 <= m <= {}*n + {}{} }}", first, second, number(0, 2), number(0, 1),
                       number(0, 3), condition);
}

TEST(Compute, RandomFamilies) {
    int held = 0, failed = 0;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        Random random(seed);
        const std::string a = random_family(random), b = random_family(random), c = random_family(random);
        const std::string statement = fmt::format("(u, v) in ({} | {}) \\ {} {} (u, v) in {} | {}", a, b, c,
                                                  random.pick<std::string>({"implies", "iff"}),
                                                  random.chance(50) ? b : c, random.chance(70) ? a : c);
        const lang::DocumentPtr document =
            read(kWythoff + "claim \"c\" for 0 <= u <= 9, 0 <= v <= 9: " + statement + "\n");
        SCOPED_TRACE(fmt::format("seed {}: {}", seed, statement));
        const syntax::Claim& claim = document->file.claims[0];
        const Verdict verdict = check(*document, claim, std::nullopt, Watch{});
        ASSERT_NE(verdict.kind, Verdict::Kind::error) << verdict.message;
        std::uint64_t cases = 0;
        const std::string why = kernel::check_by_computation(*document, claim, Watch{}, cases);
        std::string expected = "it is false";
        for (const auto& [name, value] : verdict.counterexample)
            expected += fmt::format("{}{} = {}", expected == "it is false" ? " at " : ", ", name, value);
        EXPECT_EQ(why, verdict.kind == Verdict::Kind::holds ? "" : expected);
        held += verdict.kind == Verdict::Kind::holds;
        failed += verdict.kind == Verdict::Kind::refuted;
    }
    EXPECT_GE(held, 50);
    EXPECT_GE(failed, 50);
}

// ---- against the engines ----

TEST(Compute, RandomGames) {
    int wrong_ones = 0;
    for (std::uint64_t seed = 19012000; seed < 19012250; ++seed) {
        const RandomGame drawn = random_game(seed);
        const std::string game = lang::print(drawn.game);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + game);
        std::list<lang::Source> sources;
        std::vector<lang::GivenArgument> given;
        std::string arguments;
        for (const auto& [name, value] : drawn.arguments) {
            sources.push_back({name, lang::print(value)});
            given.push_back({{name, {}, lang::parse_term(sources.back().text, name), {}}, &sources.back()});
            arguments += fmt::format("{}{} = {}", arguments.empty() ? "(" : ", ", name, sources.back().text);
        }
        if (!arguments.empty()) arguments += ")";
        const lang::DocumentPtr rules_only = read(game);
        const Ruleset rules = lang::rules_of({&rules_only->file.games[0], rules_only.get()}, given);
        const Watch watch;
        const bool podium = rules.players > 0;
        const auto engine = make_reference_engine(rules, podium ? What::outcome : What::grundy, watch);
        Options options(rules);
        std::vector<std::string> statements;
        for (const Position& position : box(drawn.largest)) {
            if (position.empty() || failure_of([&] { require_position(rules, position); }).fault) continue;
            if (statements.size() >= 40) break;
            const std::string at = fmt::format("{}", fmt::join(position, ", "));
            statements.push_back(
                fmt::format("{}({}) = {}", podium ? "outcome" : "grundy", at, engine->value(position)));
            if (rules.splits || statements.size() % 4 != 1) continue;
            std::set<std::string> list;
            for (const auto& option : options.all(position))
                list.insert(option[0].size() == 1 ? std::to_string(option[0][0]) : to_text(option[0]));
            statements.push_back(fmt::format("options({}) = {{{}}}", at, fmt::join(list, ", ")));
        }
        if (statements.empty()) continue;  // its `where` allows nothing here
        const std::string head = game + "claim \"c\" in " + drawn.game.name + arguments + ": ";
        ASSERT_EQ(computed(fmt::format("{}{}\n", head, fmt::join(statements, " and "))), "");
        // each value is really compared
        const std::string last = statements.back();
        if (last.starts_with("options")) continue;
        ++wrong_ones;
        EXPECT_EQ(computed(fmt::format("{}{} + 1\n", head, last)), "it is false");
    }
    EXPECT_GE(wrong_ones, 100);
}

}  // namespace
}  // namespace bouton::unit
