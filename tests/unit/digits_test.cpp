// Proofs by digit automata: the automata against arithmetic, the translation against the evaluator and the legal moves, theorems with their
// certificates, false variants, and certificates that were tampered with.
#include "proofs/digits/digits.hpp"

#include "check/digits/digits.hpp"
#include "claims/check.hpp"
#include "engines/options.hpp"
#include "proofs/digits/clauses.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

namespace bouton::unit {
namespace {

using digits::Clauses;
using digits::Condition;
using digits::Numeration;
using Kind = Condition::Kind;
using Bounds = std::map<std::string, std::int64_t>;

constexpr std::uint64_t kMemory = std::uint64_t{256} << 20;
const Numeration kBinary{2, false}, kTernary{3, false}, kZeckendorf{2, true};

constexpr auto kNim = "game nim (a...)\n  move (a - t) for 1 <= t <= a\n";
constexpr auto kMoore = "game moore (a...)\n  parameter k = 2\n  move (a - t) for 1 <= t <= a in up to k piles\n";
constexpr auto kPodium =
    "game podium (a...)\n  parameter n = 3\n  parameter k = 1\n  players n\n"
    "  move (a - t) for 1 <= t <= a in up to k piles\n";
constexpr auto kWythoff =
    "game wythoff (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"
    "  move (x - t, y - t) for 1 <= t <= min(x, y)\n";
constexpr auto kJosephus =
    "game josephus-nim (x, y)\n  let half = floor((x - 2*y) / 2)\n"
    "  move (x - t, y) for 1 <= t <= x if t <= half\n  move (x, y - u) for 1 <= u <= y if -2*u <= half\n";
constexpr auto kFamilies =
    "set G(s) = { ((2*s + 1)*2^n - 1 + m, m) for n >= 0, 0 <= m <= (2*s + 1)*2^n - 1 }\n"
    " | { (2*k + e, j) for 0 <= k <= s - 1, 0 <= e <= 1, 2^(s - k - 1) + k <= j <= 2^(s - k) + k - 1 }\n";
constexpr auto kPairs =
    "{ (0, 0) } | { (n, fibonacci_shift(n)) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 }"
    " | { (fibonacci_shift(n), n) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 }";

std::vector<lang::ClaimInstance> instances(const std::string& game, const std::string& claim,
                                           const Bounds& bounds = {}) {
    const lang::DocumentPtr document = read(game + ("theorem \"t\" " + claim) + "\n");
    lang::Bounds given;
    given.named = bounds;
    std::vector<lang::ClaimInstance> result;
    lang::for_each_instance(*document, document->file.claims.at(0), given, [&](lang::ClaimInstance&& instance) {
        result.push_back(std::move(instance));
        return true;
    });
    return result;
}

/// "proved: " and for which values at once ("one" set of positions, "all" values, or how many), "refuted at x = 1, y = 2" or "failed: ..."; proofs are checked.
std::string shown(const lang::ClaimInstance& instance, std::uint64_t memory = kMemory) {
    const Watch watch;
    const Attempt attempt = prove_by_digits(instance, watch, memory);
    EXPECT_EQ(attempt.method, "digits");
    if (attempt.kind == Attempt::Kind::failed) return "failed: " + attempt.why;
    if (attempt.kind == Attempt::Kind::found) {
        EXPECT_EQ(check_digits(instance, attempt.data, attempt.files, watch), "");
        return "proved: " + attempt.data.at("levels").get<std::string>();
    }
    std::string text = "refuted";
    for (const auto& [name, value] : attempt.counterexample)
        text += (text == "refuted" ? " at " : ", ") + name + " = " + value;
    return text;
}

std::string claim(const std::string& game, const std::string& text, const Bounds& bounds = {}) {
    std::set<std::string> all;
    for (const auto& instance : instances(game, text, bounds)) all.insert(shown(instance));
    std::string result;
    for (const std::string& one : all) result += (result.empty() ? "" : "; ") + one;
    return result;
}

// ---- automata against arithmetic ----

std::vector<std::vector<int>> columns(const std::vector<std::int64_t>& values, const Numeration& numeration,
                                      std::size_t zeros) {
    std::vector<std::vector<int>> numbers;
    std::size_t length = 0;
    for (std::int64_t value : values) {
        numbers.push_back(digits::digits_of(value, numeration));
        length = std::max(length, numbers.back().size());
    }
    std::vector<std::vector<int>> result(length + zeros, std::vector<int>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = 0; j < numbers[i].size(); ++j)
            result[result.size() - numbers[i].size() + j][i] = numbers[i][j];
    return result;
}

int trailing_zeros(std::int64_t value, const Numeration& numeration) {
    const auto number = digits::digits_of(value, numeration);
    int zeros = 0;
    while (number[number.size() - 1 - static_cast<std::size_t>(zeros)] == 0) ++zeros;
    return zeros;
}

bool holds(const Condition& c, const std::vector<std::int64_t>& v, const Numeration& numeration) {
    std::int64_t sum = c.sum.constant;
    for (const auto& [name, factor] : c.sum.terms) sum += factor * v[static_cast<std::size_t>(name[0] - 'a')];
    switch (c.kind) {
        case Kind::at_most: return sum <= 0;
        case Kind::equal: return sum == 0;
        case Kind::congruent: return sum % c.modulus == 0;
        case Kind::columns:
            for (int bit = 0; bit < 20; ++bit)
                if (((v[0] >> bit & 1) + (v[1] >> bit & 1) + (v[2] >> bit & 1)) % c.modulus != 0) return c.negated;
            return !c.negated;
        case Kind::power: {
            std::int64_t power = 1;
            while (power < v[0]) power *= numeration.base;
            return power == v[0];
        }
        case Kind::ones: return __builtin_popcountll(static_cast<unsigned long long>(v[0])) % c.modulus == c.rest;
        case Kind::zeros: return v[0] > 0 && trailing_zeros(v[0], numeration) % c.modulus == c.rest;
        case Kind::shift: {
            auto longer = digits::digits_of(v[0], numeration);
            longer.push_back(0);
            return digits::value_of(longer, numeration) == v[1];
        }
        case Kind::changed: {
            int fallen = 0;
            for (std::size_t i : {0U, 2U}) {
                if (v[i] > v[i + 1]) return false;
                fallen += v[i] < v[i + 1] ? 1 : 0;
            }
            return fallen >= 1 && fallen <= c.modulus;
        }
        case Kind::automaton: break;  // none is drawn here: discover_automata_test has them
        case Kind::valid: return true;
    }
    return false;
}

Condition random_condition(Random& random, const Numeration& numeration) {
    Condition c;
    const bool binary = numeration.base == 2 && !numeration.zeckendorf;
    const int pick = static_cast<int>(random.between(0, binary ? 15 : 11));
    c.modulus = random.between(2, 6);
    if (pick <= 8) {
        c.kind = pick <= 3 ? Kind::at_most : pick <= 6 ? Kind::equal : Kind::congruent;
        for (const char* name : {"a", "b", "c"})
            if (const auto factor = random.between(-5, 5)) c.sum.add(name, factor);
        c.sum.constant = random.between(-30, 30);
        return c;
    }
    c.rest = random.between(0, c.modulus - 1);
    c.tracks = {"a"};
    c.kind = pick == 9 && !numeration.zeckendorf ? Kind::power : pick <= 10 ? Kind::zeros : Kind::shift;
    if (c.kind == Kind::shift) c.tracks = {"a", "b"};
    if (pick == 12) c.kind = Kind::ones;
    if (pick == 13 || pick == 14) {
        c.kind = Kind::columns;
        c.negated = pick == 14;
        c.modulus = random.between(2, 3);
        c.tracks = {"a", "b", "c"};
    }
    if (pick == 15) {
        c.kind = Kind::changed;
        c.modulus = random.between(1, 2);
        c.tracks = {"a", "b", "c", "d"};
    }
    return c;
}

TEST(Digits, ComponentsAgreeWithArithmetic) {
    Random random(1);
    const std::vector<std::string> tracks{"a", "b", "c", "d"};
    for (const Numeration& numeration : {kBinary, kTernary, kZeckendorf}) {
        for (int round = 0; round < 3400; ++round) {
            const Condition c = random_condition(random, numeration);
            const digits::Component component(c, numeration, tracks);
            for (int i = 0; i < 100; ++i) {
                std::vector<std::int64_t> values;
                for (int j = 0; j < 4; ++j) values.push_back(random.between(0, random.between(0, 600)));
                if (c.kind == Kind::shift && random.chance(50)) {
                    auto longer = digits::digits_of(values[0], numeration);
                    longer.push_back(0);
                    values[1] = *digits::value_of(longer, numeration);
                }
                if (c.kind == Kind::columns && random.chance(50)) values[2] = values[0] ^ values[1];
                if (c.kind == Kind::equal && random.chance(50)) values[1] = values[2];
                if (c.kind == Kind::changed && random.chance(50)) values[0] = values[1];
                digits::State state = component.start();
                for (const auto& column : columns(values, numeration, 2))
                    if (state != digits::kDead) state = component.step(state, column);
                ASSERT_EQ(state != digits::kDead && component.accepts(state), holds(c, values, numeration))
                    << to_text(c) << ", " << to_text(numeration) << " at " << to_text(Position(values));
            }
        }
    }
}

TEST(Digits, NumbersAndBack) {
    for (const Numeration& numeration : {kBinary, kTernary, kZeckendorf})
        for (std::int64_t value = 0; value < 3000; ++value)
            ASSERT_EQ(digits::value_of(digits::digits_of(value, numeration), numeration), value);
}

// t is a variable of any sign, u a natural number; both are defined or bounded, so that trying all of them settles the clause.
TEST(Digits, SimplifyKeepsTheSet) {
    Random random(2);
    for (int round = 0; round < 400; ++round) {
        digits::Clause clause;
        const auto add = [&](Kind kind, const std::vector<std::pair<std::string, std::int64_t>>& terms,
                             std::int64_t constant, std::int64_t modulus = 0) {
            Condition c;
            c.kind = kind;
            for (const auto& [name, factor] : terms)
                if (factor != 0) c.sum.add(name, factor);
            c.sum.constant = constant;
            c.modulus = modulus;
            clause.push_back(c);
        };
        const auto sign = [&] { return random.between(-1, 1); };
        add(Kind::equal, {{"t#1", 1}, {"x", sign()}, {"y", sign()}, {"u", sign()}}, random.between(-3, 3));
        add(Kind::at_most, {{"u", 1}}, -6);
        for (int i = 0; i < 2; ++i)
            add(random.chance(30) ? Kind::equal : Kind::at_most,
                {{"t#1", random.between(-2, 2)},
                 {"u", random.between(-2, 2)},
                 {"x", random.between(-2, 2)},
                 {"y", sign()}},
                random.between(-4, 4));
        if (random.chance(40)) add(Kind::congruent, {{"t#1", 1}, {"u", sign()}, {"x", 1}}, random.between(0, 2), 3);
        if (random.chance(30)) {
            Condition power;
            power.kind = Kind::power;
            power.tracks = {"u"};
            clause.push_back(power);
        }
        const std::vector<std::string> visible{"x", "y"};
        const Clauses prepared = digits::prepared({clause}, visible, true, kBinary);
        for (const Position& p : box({6, 6})) {
            bool found = false;
            for (std::int64_t t = -30; t <= 30 && !found; ++t) {
                for (std::int64_t u = 0; u <= 6 && !found; ++u) {
                    found = std::all_of(clause.begin(), clause.end(), [&](const Condition& c) {
                        if (c.kind == Kind::power) return u == 1 || u == 2 || u == 4;
                        std::int64_t sum = c.sum.constant;
                        for (const auto& [name, factor] : c.sum.terms)
                            sum += factor * (name == "x" ? p[0] : name == "y" ? p[1] : name == "u" ? u : t);
                        return c.kind == Kind::at_most ? sum <= 0
                               : c.kind == Kind::equal ? sum == 0
                                                       : sum % c.modulus == 0;
                    });
                }
            }
            ASSERT_EQ(digits::contains(prepared, visible, kBinary, p), found)
                << "round " << round << " at " << to_text(p);
        }
    }
}

// ---- the translation against the language ----

TEST(Digits, ConditionsAgreeWithTheEvaluator) {
    int negated = 0;
    for (const char* text : {"x <= 2*y + 1",
                             "floor(x/3) = floor(y/2)",
                             "x mod 4 = y mod 3",
                             "min(x, y) + 1 = max(x, 3)",
                             "abs(x - y) <= 2",
                             "xor(x, y) = 3",
                             "xor(x + 1, 2*y) >= 4",
                             "qsum(3, x, y, 5) = 0",
                             "qsum(2, x, y, 1) > x",
                             "ones(x) mod 2 = 1",
                             "ones(x + y) mod 3 = 2",
                             "x in {1, 3..5}",
                             "2*x + 1 in {y, 7}",
                             "x + (if x < y then y else 3) = 9",
                             "(x = y) iff (x < 5)",
                             "x != y implies x > 2",
                             "floor((x - 3*y)/2) mod 3 = 1",
                             "digit(x, 2, 1) = 1 and digit(y, 3, 1) = 2",
                             "not (x = 3 or floor((x + y)/2) >= 5)",
                             "ceil(x/3) <= y",
                             "floor(floor(x/2)/3) = y - floor(y/2)",
                             "x - 2*floor(x/2) = floor(y/5)",
                             "2*floor(x/3) + floor(y/2) <= 7",
                             "twos(x + 1) mod 2 = 0",
                             "floor(-x/4) + y > 1",
                             "x = 5 and max(x, y, 7) = y",
                             "min(x, 6) <= max(y, 2)",
                             "exists 0 <= n <= x: 2*n + 1 = y",
                             "exists n in {1, 4}: n*x = y",
                             "(x, y) in { (2^n + m, m) for n >= 1, 0 <= m <= 3 }",
                             "(x, y) in { (2^(n + 1) - 3, m) for n >= 2, 0 <= m <= 2^(n - 1) }",
                             "(x + y, y) in { (2*n, n - 1) for n >= 1 } | { (3, 2), (4, 0) }",
                             "(x, y) in { (n, d) for n >= 0, d = min(n, 4) if n != 3 }",
                             "(x, y) in { (k^2, j) for 0 <= k <= 4, k <= j <= 2*k }"}) {
        const auto all = instances(kWythoff, std::string(": { outcome = P } = { ") + text + " } to 9");
        const Positions& set = all.at(0).statement.condition->sets[1];
        digits::Translator translator(all[0].rules, 0, kBinary);
        const auto visible = translator.coordinates();
        for (bool positive : {true, false}) {
            Clauses prepared;
            try {
                prepared =
                    digits::prepared(translator.member(set, {}, {digits::track("x"), digits::track("y")}, positive),
                                     visible, true, kBinary);
            } catch (const digits::Unsupported&) {
                ASSERT_FALSE(positive) << text;
                continue;
            }
            negated += positive ? 0 : 1;
            const bool question =
                set->condition->op == Op::in_set;  // needs an oracle; families_test compares those with loops
            for (const Position& p : box({20, 20})) {
                bool expected;
                if (question) {
                    const std::map<std::string, std::function<bool(std::int64_t, std::int64_t)>> by_hand = {
                        {"(x, y) in { (2^n + m, m) for n >= 1, 0 <= m <= 3 }",
                         [](auto x, auto y) { return y <= 3 && x - y >= 2 && ((x - y) & (x - y - 1)) == 0; }},
                        {"(x, y) in { (2^(n + 1) - 3, m) for n >= 2, 0 <= m <= 2^(n - 1) }",
                         [](auto x, auto y) { return x >= 5 && ((x + 3) & (x + 2)) == 0 && 4 * y <= x + 3; }},
                        {"(x + y, y) in { (2*n, n - 1) for n >= 1 } | { (3, 2), (4, 0) }",
                         [](auto x, auto y) { return x == y + 2 || (x == 1 && y == 2) || (x == 4 && y == 0); }},
                        {"(x, y) in { (n, d) for n >= 0, d = min(n, 4) if n != 3 }",
                         [](auto x, auto y) { return x != 3 && y == std::min<std::int64_t>(x, 4); }},
                        {"(x, y) in { (k^2, j) for 0 <= k <= 4, k <= j <= 2*k }", [](auto x, auto y) {
                             for (std::int64_t k = 0; k <= 4; ++k)
                                 if (x == k * k && k <= y && y <= 2 * k) return true;
                             return false;
                         }}};
                    expected = by_hand.at(text)(p[0], p[1]);
                } else {
                    Frame frame;
                    frame.slots.resize(static_cast<std::size_t>(all[0].frame_size));
                    frame[set->slots[0]] = p[0];
                    frame[set->slots[1]] = p[1];
                    expected = test(set->condition, frame);
                }
                ASSERT_EQ(digits::contains(prepared, visible, kBinary, p), expected == positive)
                    << (positive ? "" : "not ") << text << " at " << to_text(p);
            }
        }
    }
    EXPECT_GE(negated, 27);
}

/// All positions up to `largest` that `turns` moves or fewer (at least one) lead to.
std::set<Position> after_moves(const Ruleset& rules, const Position& from, int turns) {
    std::set<Position> found, last{from};
    for (int i = 0; i < turns; ++i) {
        std::set<Position> next;
        for (const Position& p : last)
            for (const auto& components : Options(rules).all(p)) next.insert(components[0]);
        found.insert(next.begin(), next.end());
        last = next;
    }
    return found;
}

TEST(Digits, MovesAgreeWithTheOptions) {
    struct Row {
        std::string game;
        std::size_t piles;
        Position largest;
        int turns;
    };
    for (const Row& row : std::vector<Row>{
             {kWythoff, 0, {5, 5}, 1},
             {kJosephus, 0, {9, 6}, 1},
             {kNim, 3, {2, 3, 2}, 1},
             {kMoore, 3, {2, 3, 2}, 1},
             {kPodium, 3, {2, 2, 2}, 2},
             {"game g (a...)\n  move (a - t) for 1 <= t <= a in exactly 2 piles\n", 3, {2, 3, 2}, 1},
             {"game g (a..., z)\n  move (a - t, z - 1) for t in {1, 3} if t <= sum(a...) - z in up to 2 piles\n",
              2,
              {4, 4, 4},
              1},
             {"game g (x, y)\n  move (x - t, y + 2*t) for 1 <= t <= floor(2*x/3)\n  move (x, y - 2)\n", 0, {5, 9}, 1},
             {"game g (x, y) where x <= 2*y\n  move (x - t, y) for 1 <= t <= x if t mod 3 != 2\n  move (x, y - u) for "
              "1 <= u <= y\n",
              0,
              {8, 5},
              1},
             {"game g (x, y)\n  move (min(x, y - t), y - t) for 1 <= t <= y\n  move (x - d, y) for 1 <= t <= x, d = "
              "max(t, 3)\n",
              0,
              {6, 6},
              1},
         }) {
        const Ruleset rules = rules_in(row.game);
        digits::Translator translator(rules, row.piles, kBinary);
        auto visible = translator.coordinates();
        for (const std::string& name : translator.coordinates("'")) visible.push_back(name);
        const Clauses moves =
            digits::prepared(digits::both(translator.moves(row.turns), translator.domain("'")), visible, true, kBinary);
        for (const Position& p : box(row.largest)) {
            if (failure_of([&] { require_position(rules, p); }).fault) continue;
            const auto found = after_moves(rules, p, row.turns);
            for (const Position& q : box(row.largest)) {
                Position both = p;
                both.insert(both.end(), q.begin(), q.end());
                ASSERT_EQ(digits::contains(moves, visible, kBinary, both), found.contains(q))
                    << row.game << to_text(p) << " -> " << to_text(q);
            }
        }
    }
}

// ---- theorems ----

TEST(Digits, Nim) {
    EXPECT_EQ(claim(kNim, "in nim with m piles for m >= 1: { outcome = P } = { xor(a...) = 0 } to 3", {{"m", 4}}),
              "proved: one");
    EXPECT_EQ(claim(kNim, "in nim with m piles for 2 <= m <= 4, s >= 0: { grundy = s } = { xor(a...) = s } to 3"),
              "proved: all");
    EXPECT_EQ(claim(kNim, "in nim with 2 piles for x >= 0, y >= 0: grundy(x, y) = xor(x, y)"), "proved: all");
    EXPECT_EQ(claim(kNim, "in nim with 2 piles for x >= 0, y >= 0: outcome(x, y) = P iff x = y"), "proved: one");
    EXPECT_EQ(claim(kNim, "in nim with 2 piles for x >= 0, y >= 0: outcome(x, y) = N iff x != y"), "proved: one");
    EXPECT_EQ(claim(kNim, "in nim with 2 piles: { outcome = P } = { (n, n) for n >= 0 }"), "proved: one");
    EXPECT_EQ(claim(kNim, "in nim with 3 piles for x >= 0, y >= 0: outcome(x, y, 0) = P iff x = y"), "proved: one");
    EXPECT_EQ(claim("game nim (a...)\n  misere\n  move (a - t) for 1 <= t <= a\n",
                    "in nim with 3 piles: { outcome = P } ="
                    " { (max(a...) >= 2 and xor(a...) = 0) or (max(a...) <= 1 and sum(a...) mod 2 = 1) }"),
              "proved: one");
}

TEST(Digits, MooreAndPodium) {
    for (const auto& instance :
         instances(kMoore, "in moore(k) with m piles for k >= 1, m >= 1: { outcome = P } = { qsum(k + 1, a...) = 0 }",
                   {{"k", 4}, {"m", 5}}))
        EXPECT_EQ(shown(instance).substr(0, 8), "proved: ");
    for (const auto& instance : instances(kPodium,
                                          "in podium(n, k) with m piles for n >= 1, k >= 1, m >= 1: { outcome = 0 } = "
                                          "{ qsum(n*k - k + 1, a...) = 0 }",
                                          {{"n", 4}, {"k", 2}, {"m", 4}}))
        EXPECT_EQ(shown(instance).substr(0, 8), "proved: ");
}

TEST(Digits, Josephus) {
    const std::string text = std::string(kJosephus) + kFamilies;
    EXPECT_EQ(claim(text, "for s >= 0: { grundy = s } = G(s)", {{"s", 0}}), "proved: 1");
    EXPECT_EQ(claim(text, "for s >= 0: { grundy = s } = G(s)", {{"s", 3}}), "proved: 4");
    EXPECT_EQ(claim(text, ": { grundy = 1 } = G(1)"), "proved: 2");
    EXPECT_EQ(claim(text, ": { outcome = P } = G(0)"), "proved: one");
    EXPECT_EQ(claim(text, "for s >= 0: { grundy = s } = G(s)").substr(0, 7), "failed:");  // products of unknowns
}

TEST(Digits, Wythoff) { EXPECT_EQ(claim(kWythoff, std::string(": { outcome = P } = ") + kPairs), "proved: one"); }

TEST(Digits, Powers) {
    const std::string third = "game g (x)\n  move (x - t) for 1 <= t <= ceil(2*x/3) - 1\n";
    EXPECT_EQ(claim(third, ": { outcome = P } = { 0 } | { (3^n) for n >= 0 }"), "proved: one");
    EXPECT_EQ(claim(third, ": { outcome = P } = { 0 } | { (3^n) for 0 <= n <= 4 }"), "refuted at x = 243");
    EXPECT_EQ(claim(third, ": { outcome = P } = { 0 } | { (3^n) for n >= 1 }"), "refuted at x = 1");
    const std::string half = "game g (x)\n  move (x - t) for 1 <= t <= floor((x - 1)/2)\n";
    EXPECT_EQ(claim(half, ": { outcome = P } = { 0 } | { (2^(n - 2)) for n >= 2 }"), "proved: one");
}

TEST(Digits, OneHeap) {
    const std::string bachet = "game bachet (x)\n  parameter k = 3\n  move (x - t) for 1 <= t <= min(x, k)\n";
    EXPECT_EQ(claim(bachet, "in bachet(k) for k >= 1, x >= 0: grundy(x) = x mod (k + 1)", {{"k", 5}}), "proved: all");
    EXPECT_EQ(claim(bachet, "for x >= 0: grundy(x) = x mod 5"), "refuted at x = 4");
    EXPECT_EQ(claim("game s (x)\n  move (x - t) for t in {2, 5, 7}\n",
                    "for x >= 0: outcome(x) = P iff x mod 9 <= 1 or x mod 9 = 4")
                  .substr(0, 7),
              "refuted");
    EXPECT_EQ(claim("game half (x)\n  move (x - t) for 1 <= t <= floor(x/2)\n",
                    "for x >= 1: outcome(x) = P iff twos(x + 1) mod 1 = 0")
                  .substr(0, 7),
              "refuted");
}

// ---- false claims ----

TEST(Digits, FalseVariantsAreRefuted) {
    EXPECT_EQ(claim(kMoore, "in moore(k = 2) with 3 piles: { outcome = P } = { qsum(2, a...) = 0 }"),
              "refuted at a1 = 0, a2 = 1, a3 = 1");
    EXPECT_EQ(claim(kPodium, "in podium(n = 3) with 3 piles: { outcome = 0 } = { qsum(4, a...) = 0 }"),
              "refuted at a1 = 1, a2 = 1, a3 = 1");
    EXPECT_EQ(claim(kNim, "in nim with 3 piles for s >= 0: { grundy = s } = { xor(a...) = s + 1 }"),
              "refuted at s = 0, a1 = 0, a2 = 0, a3 = 0");
    EXPECT_EQ(claim(kNim, "in nim with 2 piles for x >= 0, y >= 0: grundy(x, y) = x + y"), "refuted at x = 1, y = 1");
    EXPECT_EQ(claim(kNim, "in nim with 2 piles: { outcome = P } = { (n, n) for n >= 1 }"), "refuted at a1 = 0, a2 = 0");
    EXPECT_EQ(claim(kNim, "in nim with 2 piles: { outcome = P } = { (n, n) for n >= 0 } \\ { (37, 37) }"),
              "refuted at a1 = 37, a2 = 37");
    const std::string text = std::string(kJosephus) + kFamilies;
    EXPECT_EQ(claim(text, ": { outcome = P } = { (2^n - 1 + m, m) for n >= 1, 0 <= m <= 2^n - 1 }"),
              "refuted at x = 0, y = 0");
    EXPECT_EQ(claim(text, ": { outcome = P } = { (2^n - 1 + m, m) for n >= 0, 0 <= m <= 2^n }"),
              "refuted at x = 1, y = 1");
    EXPECT_EQ(claim(text, ": { outcome = P } = { (2^n + m, m) for n >= 0, 0 <= m <= 2^n - 1 }"),
              "refuted at x = 0, y = 0");
    EXPECT_EQ(
        claim(text,
              "for s >= 0: { grundy = s } = { ((2*s + 1)*2^n - 1 + m, m) for n >= 0, 0 <= m <= (2*s + 1)*2^n - 1 }",
              {{"s", 2}}),
        "refuted at s = 1, x = 0, y = 1");
    EXPECT_EQ(
        claim(
            kWythoff,
            ": { outcome = P } = { (0, 0) } | { (n, fibonacci_shift(n)) for n >= 1 if fibonacci_zeros(n) mod 2 = 0 }"),
        "refuted at x = 2, y = 1");
    EXPECT_EQ(claim(kWythoff, std::string(": { outcome = P } = ") + kPairs + " | { (30, 30) }"),
              "refuted at x = 30, y = 30");
}

// Whatever is proved or refuted must be so up to a bound, too.
TEST(Digits, VerdictsAgreeWithTheCheck) {
    const std::vector<std::string> games = {
        kWythoff,
        kJosephus,
        "game two (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n",
        "game two (x, y)\n  misere\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n",
        "game small (x, y)\n  move (x - t, y) for 1 <= t <= min(x, 2)\n  move (x, y - t) for t in {1, 3}\n",
        "game slide (x, y)\n  move (x - t, y + t) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n",
        "game low (x, y) where x <= y\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n"};
    const std::vector<std::string> statements = {
        ": { outcome = P } = { x = y + A }",
        ": { outcome = P } = { x mod B = y mod C }",
        ": { outcome = P } = { xor(x, y) = A }",
        ": { outcome = P } = { floor(x/B) = floor(y/B) + A }",
        ": { outcome = P } = { (n, n + A) for n >= 0 } | { (n*B, A) for n >= C }",
        ": { outcome = P } = { (2^n - 1 + m, m) for n >= A, 0 <= m <= 2^n - 1 }",
        ": { outcome = P } = { (max(x, y) >= C and x = y) or (max(x, y) < C and (x + y) mod 2 = 1) }",
        "for x >= 0, y >= 0: grundy(x, y) = xor(x mod B, y mod C) + A",
        "for x >= 0, y >= 0: grundy(x, y) = xor(x, y + A)",
        "for x >= 0, y >= 0: grundy(x, y) = xor(y, A)",
        "for s >= 0: { grundy = s } = { xor(x, y) = s + A }",
        "for x >= 0, y >= 0: outcome(x, y) = P iff (x mod B = A and y mod C = A)",
        "for x >= 0, y >= 0: outcome(x, y) = P iff y = A",
        "for x >= 0, y >= 0: outcome(x, y) = N iff x != y"};
    std::map<Attempt::Kind, int> count;
    const Watch watch;
    for (const std::string& game : games) {
        for (const std::string& form : statements) {
            for (int a = 0; a <= 1; ++a) {
                for (int b = 2; b <= 3; ++b) {
                    std::string text = form;
                    for (const auto& [letter, value] : {std::pair{'A', a}, std::pair{'B', b}, std::pair{'C', 5 - b}})
                        for (auto at = text.find(letter); at != std::string::npos; at = text.find(letter, at + 1))
                            text.replace(at, 1, std::to_string(value));
                    const auto instance = instances(game, text).at(0);
                    const Attempt attempt = prove_by_digits(instance, watch, kMemory);
                    ++count[attempt.kind];
                    if (attempt.kind == Attempt::Kind::failed) continue;
                    const auto document = read(game + "theorem \"t\" " + text + " to 12\n");
                    const Verdict verdict = check(*document, document->file.claims.at(0), {}, watch);
                    if (attempt.kind == Attempt::Kind::found) {
                        ASSERT_EQ(verdict.kind, Verdict::Kind::holds) << game << text;
                        ASSERT_EQ(check_digits(instance, attempt.data, attempt.files, watch), "") << game << text;
                    } else {
                        ASSERT_EQ(verdict.kind, Verdict::Kind::refuted) << game << text;
                    }
                }
            }
        }
    }
    EXPECT_GE(count[Attempt::Kind::found], 20);
    EXPECT_GE(count[Attempt::Kind::refuted], 200);
    EXPECT_LE(count[Attempt::Kind::failed], 60);
}

TEST(Digits, SetsThatOverlapAreNotProved) {
    // Every position is in the set for its value; (5, 5) is in that for 3 as well.
    EXPECT_EQ(
        claim(kNim,
              "in nim with 2 piles for s >= 0: { grundy = s } = { xor(a...) = s } | { (5, 5) for n = s if n = 3 }",
              {{"s", 5}}),
        "refuted at s = 3, a1 = 5, a2 = 5");
}

TEST(Digits, WhatCannotBeRead) {
    const auto why = [](const std::string& game, const std::string& text) { return claim(game, text); };
    EXPECT_NE(why(kWythoff, ": { outcome = P } = { x^2 = y }").find("x^2"), std::string::npos);
    EXPECT_NE(why(kWythoff, ": { outcome = P } = { x*y = 6 }").find("x*y"), std::string::npos);
    EXPECT_NE(why(kWythoff, ": { outcome(y, x) = P } = { x = y }").find("asks for no other value"), std::string::npos);
    EXPECT_NE(why(kWythoff, ": { grundy = 1 } = { x = y }").find("for s >= 0"), std::string::npos);
    EXPECT_NE(why(kWythoff, "for x >= 0: outcome(x, x + 1) = P iff x = 1").find("asks for no other value"),
              std::string::npos);
    EXPECT_NE(why(kWythoff, "for x >= 0, y >= 1: outcome(x, y) = P iff x = y").find("out of the positions"),
              std::string::npos);
    const std::string low =
        "game low (x, y) where x <= y\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
    EXPECT_NE(why(low, "for x >= 0, y >= 0: outcome(x, y) = P iff x = y").find("positions of the game only"),
              std::string::npos);
    EXPECT_EQ(why(low, "for x >= 0, y >= x: outcome(x, y) = P iff x mod 2 = 0 or x = y").substr(0, 7), "refuted");
    EXPECT_NE(why(kWythoff, ": { outcome = P } = { (3^n, 2^n) for n >= 0 }").find("in base 3 and in base 2"),
              std::string::npos);
    EXPECT_NE(why(kWythoff, ": { outcome = P } = { (n, 2^n) for n >= 0 }").find("failed"), std::string::npos);
    EXPECT_NE(why("game g (x)\n  move (a) + (b) for 0 <= a <= x - 1, 0 <= b < x - a\n", ": { outcome = P } = { x = 0 }")
                  .find("split"),
              std::string::npos);
    EXPECT_EQ(
        why(kWythoff, ": { outcome = P } = { (x, y) in { (n, n) for n >= 0 } and (y, x) in { (m, m) for m >= 3 } }")
            .substr(0, 7),
        "refuted");
}

TEST(Digits, LittleMemory) {
    const auto all = instances(kJosephus + std::string(kFamilies), "for s >= 0: { grundy = s } = G(s)", {{"s", 2}});
    EXPECT_EQ(shown(all.at(0), 10000), "failed: its automata need more than 10000 bytes");
    const std::atomic<bool> stop{true};
    const Watch watch({}, &stop);
    EXPECT_EQ(failure_of([&] { prove_by_digits(all.at(0), watch, kMemory); }).fault, Fault::cancelled);
}

// ---- certificates ----

std::string digest(nlohmann::ordered_json data, const std::vector<std::pair<std::string, std::string>>& files) {
    data.erase("digest");
    std::string text = data.dump() + "\xff";
    for (const auto& [name, content] : files) text += name + "\xff" + content + "\xff";
    std::uint64_t hash = 14695981039346656037U;
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return fmt::format("{:016x}", hash);
}

TEST(Digits, EveryChangedByteIsFound) {
    Random random(3);
    const Watch watch;
    for (const auto& instance :
         {instances(kWythoff, std::string(": { outcome = P } = ") + kPairs).at(0),
          instances(kNim, "in nim with 2 piles for s >= 0: { grundy = s } = { xor(a...) = s }").at(0)}) {
        const Attempt attempt = prove_by_digits(instance, watch, kMemory);
        ASSERT_EQ(attempt.kind, Attempt::Kind::found);
        const std::string data = attempt.data.dump();
        for (int round = 0; round < 200; ++round) {
            auto files = attempt.files;
            std::string& content =
                files[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(files.size()) - 1))].second;
            if (content.empty()) continue;
            char& c =
                content[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(content.size()) - 1))];
            c = static_cast<char>(c ^ (1 << random.between(0, 6)));
            EXPECT_NE(check_digits(instance, attempt.data, files, watch), "");
        }
        for (std::size_t i = 0; i < data.size(); ++i) {
            std::string changed = data;
            changed[i] = static_cast<char>(changed[i] ^ 1);
            const auto json = nlohmann::ordered_json::parse(changed, nullptr, false);
            if (json.is_discarded() || json == attempt.data) continue;
            EXPECT_NE(check_digits(instance, json, attempt.files, watch), "") << i;
        }
    }
}

// With a digest that fits: lines left out, numbers changed. What is still accepted must be closed, as the removal of a pair that others cover.
TEST(Digits, ForgedCertificates) {
    const Watch watch;
    const auto instance = instances(kWythoff, std::string(": { outcome = P } = ") + kPairs).at(0);
    const Attempt attempt = prove_by_digits(instance, watch, kMemory);
    ASSERT_EQ(attempt.kind, Attempt::Kind::found);
    const auto verdict = [&](const lang::ClaimInstance& about, nlohmann::ordered_json data,
                             const std::vector<std::pair<std::string, std::string>>& files) {
        data["digest"] = digest(data, files);
        return check_digits(about, data, files, watch);
    };
    EXPECT_EQ(verdict(instance, attempt.data, attempt.files), "");
    int lines = 0, accepted = 0;
    for (std::size_t f = 0; f < attempt.files.size(); ++f) {
        const std::string& text = attempt.files[f].second;
        for (std::size_t start = 0; start < text.size(); start = text.find('\n', start) + 1) {
            if (++lines % 7 != 0) continue;
            auto files = attempt.files;
            files[f].second.erase(start, text.find('\n', start) + 1 - start);
            accepted += verdict(instance, attempt.data, files).empty() ? 1 : 0;
        }
        auto files = attempt.files;
        files[f].second.clear();
        EXPECT_NE(verdict(instance, attempt.data, files), "");
    }
    EXPECT_GT(lines, 200);
    EXPECT_LE(accepted, lines / 70);

    // A certificate for another claim, and the questions of a false claim with the answers of the true one.
    const auto lie = instances(kWythoff, std::string(": { outcome = P } = ") + kPairs + " | { (30, 30) }").at(0);
    EXPECT_NE(verdict(lie, attempt.data, attempt.files), "");
    const auto other_game =
        instances("game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n",
                  std::string(": { outcome = P } = ") + kPairs)
            .at(0);
    EXPECT_NE(verdict(other_game, attempt.data, attempt.files), "");
    auto data = attempt.data;
    data["questions"].erase(1);
    EXPECT_NE(verdict(instance, data, {attempt.files[0]}), "");
}

}  // namespace
}  // namespace bouton::unit
