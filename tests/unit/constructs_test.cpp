// Sequences, definitions in rules, lists of tuples, piles in a row, measures that are only tested: each against the independent walk or against
// numbers worked out in another way, and what is refused.
#include "claims/check.hpp"
#include "engines/choose.hpp"
#include "engines/options.hpp"
#include "engines/reference/reference.hpp"
#include "independent/game.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace bouton::unit {
namespace {

std::string refusal(const std::string& text) {
    return failure_of([&] { read(text); }).first_line();
}

/// The verdict on the last claim of a text.
Verdict verdict(const std::string& text) {
    const auto document = read(text);
    const Watch watch({.seconds = 60 * effort()});
    return check(*document, document->file.claims.back(), std::nullopt, watch);
}

bool holds(const std::string& text) { return verdict(text).kind == Verdict::Kind::holds; }

const std::string kAny = "game any (x)\n  move (x - 1)\n";

/// Options and values of the first game up to a corner, as the library and as the independent walk have them; and the text comes back.
void compare(const std::string& text, const Position& largest,
             const std::vector<std::pair<std::string, std::string>>& arguments = {}) {
    SCOPED_TRACE(text);
    const auto document = read(text);
    EXPECT_EQ(lang::parse_file(lang::print(document->file), "t.bouton"), document->file);
    independent::Walk::Arguments given;
    for (const auto& [name, value] : arguments) given.emplace_back(name, lang::parse_term(value, name));
    const Ruleset rules = rules_in(text, arguments);
    independent::Walk walk(document->file.games[0], given, 40, &document->file.definitions);
    const Watch watch;
    Options options(rules, &watch);
    const auto reference = make_reference_engine(rules, What::grundy, watch);
    const auto chosen = make_engine("auto", rules, What::grundy, watch);
    for (const Position& position : box(largest)) {
        if (!walk.exists(position)) continue;
        std::set<independent::Walk::Sum> found;
        for (auto sum : options.all(position)) {
            std::sort(sum.begin(), sum.end());
            found.insert(sum);
        }
        ASSERT_EQ(found, walk.options(position)) << to_text(position);
        ASSERT_EQ(reference->value(position), walk.grundy(position)) << to_text(position);
        ASSERT_EQ(chosen->value(position), walk.grundy(position)) << to_text(position);
    }
}

// ---- sequences

TEST(Sequences, KnownTerms) {
    EXPECT_TRUE(holds("function a(n) = if n = 0 then 1 else floor(3*a(n - 1)/2) + 1\n" + kAny +
                      "claim \"a\": a(0) = 1 and a(1) = 2 and a(2) = 4 and a(3) = 7 and a(4) = 11 and a(5) = 17"));
    EXPECT_TRUE(holds("function F(n) = if n <= 1 then n else F(n - 1) + F(n - 2)\n" + kAny +
                      "claim \"F\": F(90) = 2880067194370816120"));
    EXPECT_TRUE(holds("function F(n) = if n <= 1 then n else F(n - 1) + F(n - 2)\n" + kAny +
                      "claim \"F\" for n >= 1: F(n + 1)*F(n - 1) - F(n)^2 = (if n mod 2 = 0 then 1 else -1)  to 300"));
    EXPECT_TRUE(holds("function T(n) = if n <= 1 then 0 else if n = 2 then 1 else T(n - 1) + T(n - 2) + T(n - 3)\n" +
                      kAny + "claim \"T\": T(10) = 81 and T(20) = 35890"));
    // Wythoff's pairs: A by mex, B by A; and by the golden section.
    EXPECT_TRUE(holds("function A(n) = mex(A(i), B(i) for 0 <= i < n)\nfunction B(n) = A(n) + n\n" + kAny +
                      "claim \"A\" for n >= 0: A(n) = floor((n + floor(sqrt(5*n^2)))/2)  to 3000"));
    EXPECT_TRUE(holds("function J(n, k) = if n <= 1 then 0 else (J(n - 1, k) + k) mod n\n" + kAny +
                      "claim \"J\" for n >= 1, k >= 1: J(n, k) + 1 = josephus_seat(n, k, n)  to 40, k <= 9"));
    EXPECT_TRUE(holds("function p(k) = if k = 0 then 1 else 2*p(k - 1)\n" + kAny +
                      "claim \"p\" for n >= 0: p(n) = 2^n  to 100"));
    EXPECT_TRUE(holds(
        "function even(n) = if n = 0 then 1 else odd(n - 1)\nfunction odd(n) = if n = 0 then 0 else even(n - 1)\n" +
        kAny + "claim \"e\" for n >= 0: even(n) = 1 - n mod 2  to 500"));
}

TEST(Sequences, ScopesAreKeptApart) {  // the same name, another parameter: another function
    EXPECT_TRUE(
        holds("function s(n) = if n = 0 then 0 else s(n - 1) + k\ngame g (x)\n  parameter k = 1\n  move (x - 1)\n"
              "claim \"k\" in g(k) for 1 <= k <= 5, n >= 0: s(n) = k*n  to 50"));
    EXPECT_TRUE(holds("function s(n) = sum(s(i)*i for 0 <= i < n) + 1\n" + kAny +
                      "claim \"s\": s(0) = 1 and s(1) = 1 and s(2) = 2 and s(3) = 6 and s(6) = 720"));
}

TEST(Sequences, AMillionTermsWithoutAStack) {
    const Verdict last = verdict("function c(n) = if n = 0 then 0 else (c(n - 1) + 3) mod 1000003\n" + kAny +
                                 "claim \"c\": c(1000000) = (3*1000000) mod 1000003");
    EXPECT_EQ(last.kind, Verdict::Kind::holds) << last.message;
    const Verdict pairs = verdict("function A(n) = mex(A(i), B(i) for 0 <= i < n)\nfunction B(n) = A(n) + n\n" + kAny +
                                  "claim \"A\": A(200000) = floor((200000 + floor(sqrt(5*200000^2)))/2)");
    EXPECT_EQ(pairs.kind, Verdict::Kind::holds) << pairs.message;
}

TEST(Sequences, LimitsAreObeyed) {
    const auto document =
        read("function a(n) = if n = 0 then 1 else floor(3*a(n - 1)/2) + 1\n" + kAny + "claim \"a\": a(10000000) >= 0");
    const Watch watch({.seconds = 0.3});
    const Failure failure = failure_of([&] {
        const Verdict found = check(*document, document->file.claims[0], std::nullopt, watch);
        EXPECT_NE(found.kind, Verdict::Kind::holds);
    });
    if (failure.fault) {
        EXPECT_EQ(failure.fault, Fault::limit);
    }
}

TEST(Sequences, Refused) {
    const auto with = [&](const std::string& function, const std::string& claim = "f(3) = 3") {
        return refusal("function " + function + "\n" + kAny + "claim \"c\": " + claim);
    };
    for (const char* function : {"f(n) = f(n)", "f(n) = f(n + 1) + 1", "f(n) = if n = 0 then 0 else f(n - 1) + f(n)",
                                 "f(n) = if n > 5 then 0 else f(n + 1)", "f(n) = if n = 0 then 0 else f(2*n - 1)",
                                 "f(n) = 1 + (if f(n) > 0 then 0 else 0)"})
        EXPECT_NE(with(function).find("nothing shows that this has an end"), std::string::npos) << function;
    EXPECT_NE(with("f(n) = if n = 0 then 0 = 0 else not f(n - 1)", "f(3)"), "");
    EXPECT_NE(with("f(n) = if n = 0 then 0 else f(n - 1) + grundy(n)").find("numbers only"), std::string::npos);
    EXPECT_NE(with("f(n, m) = if n = 0 then m else f(m, n)", "f(1, 2) = 0"), "");
    EXPECT_EQ(
        with("f(n, m) = if n = 0 then m else if m = 0 then f(n - 1, 1) else f(n - 1, f(n, m - 1))", "f(1, 2) = 0"), "");
    // Negative arguments have no value.
    const Verdict negative =
        verdict("function f(n) = if n <= 0 then 0 else f(n - 1) + 1\n" + kAny + "claim \"c\": f(0 - 5) = 0");
    EXPECT_EQ(negative.kind, Verdict::Kind::error);
    EXPECT_NE(negative.message.find("natural numbers"), std::string::npos) << negative.message;
}

// ---- definitions in rules

TEST(DefinitionsInRules, AgainstTheWalk) {
    compare("function half(x) = floor(x/2)\ngame g (x)\n  move (x - t) for 1 <= t <= half(x)", {30});
    compare("function half(x) = floor(x/2) + e\ngame g (x)\n  parameter e = 1\n  move (x - t) for 1 <= t <= half(x)",
            {30}, {{"e", "2"}});
    compare(
        "function F(n) = if n <= 1 then 1 else F(n - 1) + F(n - 2)\ngame g (x)\n  move (x - F(i)) for 1 <= i <= 6 if "
        "F(i) >= 1",
        {40});
    compare("set S = {1, 4, 6..8}\ngame g (x)\n  move (x - t) for t in S", {30});
    compare("set Knight = {(1, 2), (2, 1)}\ngame g (x, y)\n  move (x, y) - v for v in Knight", {9, 9});
    compare("set Knight = {(1, 2), (2, 1)} | {(-1, 2), (2, -1)}\ngame knight (x, y)\n  move (x, y) - v for v in Knight",
            {8, 8});
    compare("game g (x, y)\n  move (x - p, y - q) for (p, q) in {(i, 2*i) for i >= 1} | {(3, 0)} if p + q <= 9",
            {9, 9});
    compare(
        "set Queen(k) = {(i, 0) for 1 <= i <= k} | {(0, i) for i >= 1} | {(i, i) for i >= 1}\n"
        "game g (x, y)\n  move (x, y) - v for v in Queen(3)",
        {8, 8});
    compare(
        "game g (x, y)\n  move (x - t, y) for 1 <= t if bitand(t, x) = t\n  move (x, y - t) for 1 <= t if bitor(t, 2) "
        "= t",
        {16, 9});
    compare(
        "set Bad = {(1, 1), (2, 3)}\ngame g (x, y)\n  move (x - t, y) for 1 <= t if not (x - t, y) in Bad\n  move (x, "
        "y - t) for 1 <= t",
        {7, 7});
    compare("game g (a...)\n  move (a - t) for 1 <= t if count(for b in a... if b > a) <= 1", {4, 4, 4});
    compare("game g (a...)\n  move (a - t) for 1 <= t if forall b in a...: b >= t or b = 0", {4, 4, 4});
    compare("game g (a...)\n  move (a - t) for 1 <= t <= max(floor(b/2) + 1 for b in a...) in up to 2 piles",
            {3, 3, 3});
    compare("game g (x, y)\n  move x to x - t for 1 <= t\n  move y to y - t for 1 <= t if x > 0", {7, 7});
}

TEST(DefinitionsInRules, Refused) {
    EXPECT_NE(refusal("function f(x) = grundy(x)\ngame g (x)\n  move (x - t) for 1 <= t <= f(x)"), "");
    EXPECT_NE(refusal("game g (x, y)\n  move (x, y) - v for 1 <= t"), "");
    EXPECT_NE(refusal("set S = {1, 2}\ngame g (x, y)\n  move (x, y) - v for v in S"), "");
    EXPECT_NE(refusal("game g (x, y)\n  move (x - p, y - q) for (p, q) in {(1, 2, 3)}"), "");
    EXPECT_NE(refusal("game g (x, y)\n  move (x - p, y - p) for (p, p) in {(1, 2)}"), "");
    EXPECT_NE(refusal("game g (x, y)\n  move z to x - 1"), "");
    EXPECT_NE(refusal("game g (x, y)\n  move x to x - 1, x to x - 2"), "");
    EXPECT_NE(refusal("game g (a...)\n  move a to a - 1"), "");
    EXPECT_NE(refusal("game g (x)\n  move (x - t) for t in a..."), "");
    EXPECT_NE(refusal("game g (x, y)\n  move (x, y) - v for v in {(0, 0)}"), "");  // does not end
}

// ---- piles in a row

const std::string kCircle =
    "game circle (a[0..n-1])\n  parameter n = 4\n  parameter k = 2\n"
    "  move a[(s + j) mod n] to a[(s + j) mod n] - t for t >= 1 in some j of {0..k-1} for 0 <= s < n\n";

TEST(Rows, AgainstTheWalk) {
    compare(kCircle, {2, 2, 2, 2});
    compare(kCircle, {3, 3, 3}, {{"n", "3"}, {"k", "2"}});
    compare(
        "game faces (a[1..n])\n  parameter n = 4\n  parameter faces: sets = {{1, 2}, {2, 3}, {3, 4, 1}}\n"
        "  move a[i] to a[i] - t for t >= 1 in some i of S for S in faces",
        {2, 2, 2, 2});
    compare(
        "game ends (a[1..n])\n  parameter n = 3\n  move a[i] to a[i] - t for 1 <= i <= n, t >= 1 "
        "if sum(a[j] for 1 <= j < i) = 0 or sum(a[j] for i < j <= n) = 0",
        {4, 4, 4});
    compare(
        "game stairs (a[1..n])\n  parameter n = 3\n  measure sum(i*a[i] for 1 <= i <= n)\n  move a[1] to a[1] - t for "
        "t >= 1\n"
        "  move a[i] to a[i] - t, a[i - 1] to a[i - 1] + t for 2 <= i <= n, 1 <= t <= a[i]",
        {3, 3, 3});
    compare(
        "game welter (a[1..n]) where forall 1 <= i < j <= n: a[i] != a[j]\n  parameter n = 3\n  move a[i] to a[i] - t "
        "for 1 <= i <= n, t >= 1",
        {6, 6, 6});
    compare(
        "game chomp (a[1..m]) where forall 1 <= i < m: a[i] >= a[i + 1]\n  parameter m = 3\n"
        "  move a[j] to min(a[j], c) in all j of {i..m} for 1 <= i <= m, 0 <= c < a[i] if i + c >= 2",
        {4, 4, 4});
    compare("game slow (a[1..n])\n  parameter n = 3\n  move a[i] to a[i] - 1 in all i of {p, q} for 1 <= p < q <= n",
            {4, 4, 4});
    compare(
        "game mixed (a[1..2], p)\n  move a[i] to a[i] - t, p to p + 1 for 1 <= i <= 2, t >= 1 if t <= p + 1\n  move p "
        "to p - 1 if max(a...) > xor(a...)",
        {3, 3, 2});
}

TEST(Rows, TheHandCopiesOfTheLibrary) {
    const auto same = [&](const std::string& text, const char* file, const Position& largest) {
        const Ruleset mine = rules_in(text), theirs = rules_in(text_of_game(std::filesystem::path(file).stem()));
        const Watch watch;
        const auto a = make_reference_engine(mine, What::grundy, watch),
                   b = make_reference_engine(theirs, What::grundy, watch);
        for (const Position& position : box(largest))
            ASSERT_EQ(a->value(position), b->value(position)) << file << to_text(position);
    };
    same(kCircle, "circular-nim.bouton", {4, 4, 4, 4});
    same(
        "game ends (a[1..n])\n  parameter n = 3\n  move a[i] to a[i] - t for 1 <= i <= n, t >= 1 "
        "if sum(a[j] for 1 <= j < i) = 0 or sum(a[j] for i < j <= n) = 0",
        "end-nim.bouton", {6, 6, 6});
    same(
        "game stairs (a[1..n])\n  parameter n = 4\n  measure sum(i*a[i] for 1 <= i <= n)\n  move a[1] to a[1] - t for "
        "t >= 1\n"
        "  move a[i] to a[i] - t, a[i - 1] to a[i - 1] + t for 2 <= i <= n, 1 <= t <= a[i]",
        "staircase-nim.bouton", {3, 3, 3, 3});
    same("game slow (a[1..n])\n  parameter n = 3\n  move a[i] to a[i] - 1 in all i of {p, q} for 1 <= p < q <= n",
         "exact-slow-nim.bouton", {6, 6, 6});
}

TEST(Rows, Claims) {
    EXPECT_TRUE(
        holds(kCircle + "theorem \"opposite\" in circle: { outcome = P } = { a[0] = a[2] and a[1] = a[3] }  to 4"));
    EXPECT_TRUE(holds(kCircle + "theorem \"all\" in circle(n = 3, k = 1): { outcome = P } = { xor(a...) = 0 }  to 5"));
    EXPECT_TRUE(holds(kCircle + "theorem \"k = 1\" in circle(n = m, k = 1) for 2 <= m <= 4: { outcome = P } = { "
                                "xor(a[i] for 0 <= i < m) = 0 }  to 3"));
    EXPECT_TRUE(holds(
        kCircle +
        "theorem \"values\" in circle(n = 3, k = 1) for x >= 0, y >= 0, z >= 0: grundy(x, y, z) = xor(x, y, z)  to 5"));
    EXPECT_EQ(verdict(kCircle + "claim \"wrong\" in circle: { outcome = P } = { xor(a...) = 0 }  to 3").kind,
              Verdict::Kind::refuted);
}

TEST(Rows, Refused) {
    EXPECT_NE(refusal("game g (a[1..n])\n  parameter n\n  move a[1] to a[1] - 1"), "");  // no default
    EXPECT_NE(refusal("game g (a[1..0])\n  move a[1] to a[1] - 1"), "");                 // no pile
    EXPECT_NE(refusal("game g (a[1..100])\n  move a[1] to a[1] - 1"), "");               // too many
    EXPECT_NE(refusal("game g (a[1..3])\n  move a[x] to a[x] - 1"), "");                 // no such name
    EXPECT_NE(refusal("game g (a[1..3])\n  move a[i] to a[i] - 1 for 1 <= i <= a[1]"),
              "");                                                              // which pile depends on a pile
    EXPECT_NE(refusal("game g (a[1..3])\n  move (a[1] - 1, a[2], a[3])"), "");  // not as a tuple
    EXPECT_NE(refusal("game g (a[1..3], a1)\n  move a1 to a1 - 1"), "");        // two of a name
    EXPECT_NE(refusal("game g (x)\n  move b[1] to b[1] - 1"), "");              // no row
    EXPECT_NE(refusal("game g (a[1..3])\n  move a[i] to a[i] - t for t >= 0 in some i of {1..3}"), "");  // need not end
    EXPECT_NE(refusal("game g (a[1..40])\n  move a[i] to a[i] - t for t >= 1 in some i of {1..40}"),
              "");                                                                      // 2^40 choices
    EXPECT_NE(refusal("game g (x)\n  parameter F: sets = {{1}}\n  move (x - 1)"), "");  // sets without a row
    EXPECT_NE(refusal("game g (a[1..3])\n  move a[1] to a[1] - 1, a[i] to a[i] - 1 for 1 <= i <= 2"),
              "");  // the same pile twice
    // A pile that is not there is no move, and asking for it is an error where it happens.
    const Ruleset rules = rules_in("game g (a[1..2])\n  move a[i + 1] to a[i + 1] - 1 for 1 <= i <= 2");
    EXPECT_EQ(rules.moves.size(), 1u);
    const Ruleset asks = rules_in("game g (a[1..2])\n  move a[i] to a[i] - 1 for 1 <= i <= 2 if a[i + 1] > 0");
    const Watch watch;
    Options options(asks, &watch);
    EXPECT_NE(failure_of([&] { options.all({1, 1}); }).message.find("no pile"), std::string::npos);
}

/// Random rows: random sets of piles, conditions over neighbours, changes of one or two piles.
TEST(Rows, Random) {
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(60 * effort()); ++seed) {
        Random random(seed);
        const auto n = random.between(2, 3);
        const bool round = random.chance(50);
        const auto at = [&](const std::string& i) {
            return round ? fmt::format("a[({}) mod n]", i) : fmt::format("a[{}]", i);
        };
        const std::string condition =
            random.chance(50) ? ""
                              : fmt::format(" if {} {} {}",
                                            random.word({"sum(a...)", "max(a...)", "count(for b in a... if b > 1)",
                                                         "xor(a[q] for 0 <= q < n)"}),
                                            random.word({">", "!=", ">="}), random.between(0, 3));
        std::string text = fmt::format("game g (a[0..n-1])\n  parameter n = {}\n", n);
        switch (random.between(0, 3)) {
            case 0:
                text += fmt::format("  move {0} to {0} - t for t >= 1{1} in some j of {{0..{2}}} for 0 <= s < n\n",
                                    at("s + j"), condition, random.between(0, 1));
                break;
            case 1:
                text += fmt::format("  move {0} to {0} - t for 0 <= i < n, 1 <= t <= {1}{2}\n", at("i"),
                                    random.between(1, 3), condition);
                break;
            case 2:
                text += fmt::format("  move {0} to {0} - t, {1} to {1} - {2} for 0 <= i < n, t >= 1{3}\n", at("i"),
                                    at("i + 1"), random.between(0, 1), condition);
                break;
            default:
                text += fmt::format("  move {0} to min({0}, c) in all j of {{i..n-1}} for 0 <= i < n, 0 <= c < a[i]\n",
                                    at("j"));
                break;
        }
        if (random.chance(40)) text += fmt::format("  move a[i] to a[i] - 1 for 0 <= i < n{}\n", condition);
        SCOPED_TRACE(seed);
        compare(text, Position(static_cast<std::size_t>(n), 3));
    }
}

// ---- measures that are only tested

TEST(TestedMeasure, EveryMoveMustLowerIt) {
    const std::string good =
        "game g (x)\n  measure x + 2*(x mod 2)\n  move (x - 1) if x mod 2 = 1\n  move (x + 1) if x mod 2 = 1 and x > "
        "1000\n";
    EXPECT_EQ(refusal(good), "");
    EXPECT_TRUE(rules_in(good).tested);
    compare(good, {20});
    const std::string bad = "game g (x)\n  measure x\n  move (x - 1)\n  move (x + 1) if x = 7\n";
    const Ruleset rules = rules_in(bad);
    ASSERT_TRUE(rules.tested);
    const Watch watch;
    const auto engine = make_engine("auto", rules, What::grundy, watch);
    EXPECT_EQ(engine->value({6}), 0u);
    const Failure failure = failure_of([&] { engine->value({9}); });
    EXPECT_EQ(failure.fault, Fault::input);
    EXPECT_NE(failure.message.find("7 at (7) and 8 after the move to (8)"), std::string::npos) << failure.message;
    EXPECT_NE(refusal("game g (x)\n  move (x - 1)\n  move (x + 1) if x = 7\n"), "");  // without a measure: refused
    EXPECT_FALSE(rules_in("game g (x, y)\n  measure x + y\n  move (x - 1, y)\n  move (x, y - 1)\n").tested);
}

TEST(TestedMeasure, RecognisedWithoutTest) {
    for (const char* game :
         {"game g (x)\n  move (x - i^3) for 1 <= i <= x", "game g (x)\n  move (x - 2^i) for 0 <= i <= x",
          "game g (x)\n  move (floor(x/t)) for 2 <= t <= x if x >= 1",
          "game g (x)\n  move (max(0, x - s)) for 1 <= s <= 5 if x >= 1",
          "game g (x)\n  move (x - 2^n) for n >= 0 if 2^n <= x", "game g (x)\n  move (x - 2^n) for n >= 0",
          "game g (x)\n  move (x - i^3) for i >= 1",
          "game g (x)\n  move (x - i^5) for 1 <= i <= x if i mod 2 = 1 and i != 3"}) {
        EXPECT_EQ(refusal(std::string(game) + "\n"), "") << game;
        compare(std::string(game) + "\n", {30});
    }
}

TEST(TestedMeasure, AConditionNeverMakesAGameRefused) {
    for (const char* game : {"game g (x)\n  move (x - 2^n) for 0 <= n <= x",
                             "game g (x, y)\n  move (x - t, y) for 1 <= t\n  move (x, y - t) for 1 <= t",
                             "game g (x)\n  move (floor(x/2)) if x >= 1"})
        for (const char* condition : {"2^x <= 7 + x", "x mod 3 != 1", "x*x*x <= 100", "not (x = 5 or x = 6)",
                                      "floor(x/3) >= 1 and max(x, 3) > 2", "xor(x, 3) > 1"}) {
            std::string text = game;
            for (std::size_t at = text.find("move"); at != std::string::npos; at = text.find("move", at + 1)) {
                const std::size_t end = std::min(text.find('\n', at), text.size());
                text.insert(end, text.substr(at, end - at).find(" if ") == std::string::npos
                                     ? fmt::format(" if {}", condition)
                                     : fmt::format(" and {}", condition));
            }
            EXPECT_EQ(refusal(text + "\n"), "") << text;
        }
}

}  // namespace
}  // namespace bouton::unit
