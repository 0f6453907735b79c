// Certified periods: published ones, random games against the definition over three times the range, and certificates that were changed,
// which the checker must refuse.
#include "check/windows/windows.hpp"
#include "engines/reference/reference.hpp"
#include "proofs/windows/windows.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace bouton::unit {
namespace {

using Json = nlohmann::ordered_json;

Ruleset game(const std::vector<std::string>& moves, bool misere = false) {
    std::string text = "game g (x)\n";
    if (misere) text += "  misere\n";
    for (const std::string& move : moves) text += "  move " + move + "\n";
    return rules_in(text);
}

Ruleset of_file(const std::string& name, const std::vector<std::pair<std::string, std::string>>& arguments = {}) {
    return rules_in(text_of_game(name), arguments);
}

Ruleset subtraction(const std::set<std::int64_t>& moves, bool misere = false) {
    return game({fmt::format("(x - s) for s in {{{}}}", fmt::join(moves, ", "))}, misere);
}

/// The moves of an octal code 0.d1 d2 d3 ...
std::vector<std::string> octal(const std::vector<int>& digits) {
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t r = i + 1;
        if (digits[i] & 1) moves.push_back(fmt::format("(x - {0}) if x = {0}", r));
        if (digits[i] & 2) moves.push_back(fmt::format("(x - {0}) if x >= {0} + 1", r));
        if (digits[i] & 4) moves.push_back(fmt::format("(a) + (x - {0} - a) for 1 <= a <= x - {0} - a", r));
    }
    return moves;
}

PeriodAnswer find(const Ruleset& rules, What what, std::int64_t limit = 100000) {
    return find_period(rules, what, limit, Watch());
}

std::string wrong(const Ruleset& rules, const Json& certificate) { return check_period(rules, certificate, Watch()); }

/// Preperiod, period and saltus; the certificate must pass.
std::vector<std::int64_t> law(const Ruleset& rules, What what) {
    const PeriodAnswer answer = find(rules, what);
    EXPECT_TRUE(answer.proved) << answer.why_not;
    if (!answer.proved) return {};
    EXPECT_EQ(wrong(rules, answer.certificate), "") << answer.certificate;
    return {answer.preperiod, answer.period, answer.saltus};
}
using Law = std::vector<std::int64_t>;

/// Values by the definition (the reference engine).
std::vector<std::int64_t> plain_values(const Ruleset& rules, What what, std::int64_t count) {
    const Watch watch;
    const auto engine = make_reference_engine(rules, what, watch);
    std::vector<std::int64_t> values;
    for (std::int64_t n = 0; n < count; ++n) values.push_back(engine->value({n}));
    return values;
}

/// The law is that of the plain values, as far as these reach, and the least one.
void expect_law(const std::vector<std::int64_t>& plain, const PeriodAnswer& answer, const std::string& name) {
    const auto size = static_cast<std::int64_t>(plain.size());
    const auto at = [&](std::int64_t n) { return plain[static_cast<std::size_t>(n)]; };
    ASSERT_EQ(static_cast<std::int64_t>(answer.first.size()), answer.preperiod + 2 * answer.period) << name;
    for (std::int64_t n = 0; n < std::min(size, answer.preperiod + 2 * answer.period); ++n)
        ASSERT_EQ(answer.first[static_cast<std::size_t>(n)], at(n)) << name << ", heap " << n;
    for (std::int64_t n = answer.preperiod; n + answer.period < size; ++n)
        ASSERT_EQ(at(n + answer.period), at(n) + answer.saltus) << name << ", heap " << n;
    if (answer.preperiod > 0) {
        EXPECT_NE(at(answer.preperiod - 1 + answer.period), at(answer.preperiod - 1) + answer.saltus) << name;
    }
    for (std::int64_t p = 1; p < answer.period; ++p) {
        const std::int64_t s = at(answer.preperiod + p) - at(answer.preperiod);
        bool good = true;
        for (std::int64_t n = answer.preperiod; good && n + p < size; ++n) good = at(n + p) == at(n) + s;
        EXPECT_FALSE(good) << name << ": " << p << " is a period too";
    }
}

void expect_proved(const Ruleset& rules, const std::string& name, std::int64_t limit = 100000) {
    for (const What what : {What::grundy, What::outcome}) {
        const PeriodAnswer answer = find(rules, what, limit);
        ASSERT_TRUE(answer.proved) << name << ": " << answer.why_not;
        const std::int64_t range = 3 * (answer.preperiod + answer.period) + 60;
        expect_law(plain_values(rules, what, range), answer, name);
        EXPECT_EQ(wrong(rules, answer.certificate), "") << name << answer.certificate;
    }
}

std::set<std::int64_t> random_set(Random& random, std::int64_t largest, std::int64_t count) {
    std::set<std::int64_t> result;
    for (std::int64_t i = 0; i < count; ++i) result.insert(random.between(1, largest));
    return result;
}

TEST(Windows, PublishedPeriods) {
    // R. K. Guy, C. A. B. Smith 1956
    EXPECT_EQ(law(of_file("kayles"), What::grundy), (Law{71, 12, 0}));
    EXPECT_EQ(law(of_file("dawsons-chess"), What::grundy), (Law{52, 34, 0}));
    EXPECT_EQ(law(of_file("dawsons-kayles"), What::grundy), (Law{53, 34, 0}));
    EXPECT_EQ(law(of_file("kayles"), What::outcome), (Law{1, 1, 0}));
    // 0.156, with the longest preperiod here
    EXPECT_EQ(law(game(octal({1, 5, 6})), What::grundy), (Law{3479, 349, 0}));
    // and small ones
    EXPECT_EQ(law(of_file("subtraction", {{"moves", "{2, 5}"}}), What::grundy), (Law{0, 7, 0}));
    EXPECT_EQ(law(of_file("subtraction", {{"moves", "{2, 4, 7}"}}), What::grundy), (Law{8, 3, 0}));
    EXPECT_EQ(law(of_file("subtraction", {{"moves", "{3, 5, 9}"}}), What::grundy), (Law{14, 2, 0}));
    EXPECT_EQ(law(of_file("bachet", {{"k", "9"}}), What::grundy), (Law{0, 10, 0}));
    EXPECT_EQ(law(game({"(x - t) for 1 <= t <= x"}), What::grundy), (Law{0, 1, 1}));
}

TEST(Windows, OutcomesHaveTheirOwnPeriod) {
    EXPECT_EQ(law(subtraction({2, 4, 7}), What::outcome), (Law{4, 3, 0}));
    EXPECT_EQ(law(subtraction({3, 5, 9}), What::outcome), (Law{11, 2, 0}));
    EXPECT_EQ(law(of_file("dawsons-chess"), What::outcome), (Law{35, 34, 0}));
    EXPECT_EQ(law(game({"(x - t) for 1 <= t <= x if t != 3"}), What::outcome), (Law{4, 1, 0}));
    const PeriodAnswer answer = find(of_file("kayles"), What::outcome);
    EXPECT_NE(answer.how.find("from the nim-values, period 12 after 71"), std::string::npos) << answer.how;
}

TEST(Windows, BothAtOnceAreTheSame) {
    for (const Ruleset& rules : {of_file("kayles"), subtraction({2, 4, 7}), game({"(x - t) for 2 <= t <= x"})}) {
        const Periods both = find_periods(rules, 5000, Watch());
        EXPECT_EQ(both.nim_values.certificate, find(rules, What::grundy).certificate);
        EXPECT_EQ(both.outcomes.certificate, find(rules, What::outcome).certificate);
    }
}

TEST(Windows, RandomSubtractionSets) {
    Random random(1);
    for (int i = 0; i < 150; ++i) {
        const auto moves = random_set(random, random.pick<std::int64_t>({3, 6, 10, 14, 20}), random.between(1, 5));
        const bool misere = random.chance(30);
        expect_proved(subtraction(moves, misere), fmt::format("{} {}", fmt::join(moves, " "), misere ? "misere" : ""));
    }
}

TEST(Windows, RulesThatAreSteadyForLargeHeapsOnly) {
    const std::vector<std::vector<std::string>> games = {
        {"(x - t) for t in {1, 3, 9} if t != 3"},
        {"(x - t) for 1 <= t <= 12 if t mod 3 != 1"},
        {"(x - s^2) for 1 <= s <= 3"},
        {"(x - s - 2*t) for 1 <= s <= 2, 1 <= t <= 3"},
        {"(x - 2*t) for 1 <= t <= 3", "(x - 1) if x = 1"},
        {"(x - 2) if x != 6", "(x - 3) if x >= 11", "(x - 1) if x <= 4"},
        {"(x - 2) if x in {2, 7..9} or x >= 14", "(x - 5) if not (x = 8)"},
        {"(0) if x >= 4", "(x - 3)"},
        {"(2) if x >= 3", "(x - 1) if x >= 10"},
        {"(x - t) for 1 <= t <= min(x, 4)"},
        {"(x - 1) if x = 0"},
    };
    for (const auto& moves : games)
        for (const bool misere : {false, true}) expect_proved(game(moves, misere), fmt::format("{}", moves));
}

TEST(Windows, RandomAllButSets) {
    Random random(2);
    for (int i = 0; i < 120; ++i) {
        const auto excluded = random_set(random, random.pick<std::int64_t>({2, 4, 7, 12}), random.between(0, 5));
        std::string conditions;
        const int form = static_cast<int>(random.between(0, 3));
        for (const std::int64_t e : excluded) {
            const std::string t = form == 1 ? "x - t" : form == 2 ? "t - 1" : "t";
            conditions += fmt::format("{}{} != {}", conditions.empty() ? " if " : " and ", t, e);
        }
        if (form == 3 && !excluded.empty())
            conditions = fmt::format(" if not (t in {{{}}})", fmt::join(excluded, ", "));
        const std::string move = form == 1 ? "(t) for 0 <= t < x"
                                 : form == 2
                                     ? "(x - t + 1) for 2 <= t <= x + 1"
                                     : fmt::format("(x - t) for 1 <= t <= x{}", random.pick<std::string>({"", " - 2"}));
        expect_proved(game({move + conditions}, random.chance(30)), move + conditions);
    }
    expect_proved(game({"(x - t) for 3 <= t <= x if t != 7"}), "from 3 on");
    expect_proved(game({"(x - t) for 6 <= t <= x", "(x - t) for t in {2, 3}"}), "two moves");
    expect_proved(game({"(x - t) for 6 <= t <= x if x >= 1", "(x - t) for 3 <= t <= x if t != 6"}), "two ranges");
}

TEST(Windows, AllButThreeHaveNoPreperiod) {
    // D. Sleator, M. Slusky: Subtraction games with FES sets of size 3, arXiv 1201.3299; sizes 1 and 2: A. Siegel
    for (int a = 1; a <= 8; ++a)
        for (int b = a; b <= 9; ++b)
            for (int c = b; c <= 10; ++c) {
                const std::string move = fmt::format("(x - t) for 1 <= t <= x if not (t in {{{}, {}, {}}})", a, b, c);
                EXPECT_EQ(law(game({move}), What::grundy).at(0), 0) << move;
            }
}

TEST(Windows, RandomOctalCodes) {
    Random random(3);
    int proved = 0;
    for (int i = 0; i < 60; ++i) {
        std::vector<int> digits;
        for (std::int64_t d = random.between(1, 3); d > 0; --d)
            digits.push_back(static_cast<int>(random.between(0, 7)));
        const std::string name = fmt::format("0.{}", fmt::join(digits, ""));
        const auto moves = octal(digits);
        if (moves.empty()) continue;
        const Ruleset rules = game(moves);
        const PeriodAnswer answer = find(rules, What::grundy, 1200);
        if (!answer.proved) {
            EXPECT_EQ(answer.why_not, "no period is certain from the values of the heaps up to 1200") << name;
            continue;
        }
        ++proved;
        expect_proved(rules, name, 1200);
    }
    EXPECT_GE(proved, 30);
}

/// Rules of every kind, of which many are none for windows: whatever is certified must be the law of the values by definition.
TEST(Windows, RandomRules) {
    std::size_t certified = 0, split = 0, refused = 0;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(1500 * effort()); ++seed) {
        Random random(seed);
        const auto condition = [&]() -> std::string {
            if (random.chance(55)) return "";
            const std::int64_t c = random.between(1, 12);
            return random.word({fmt::format(" if x != {}", c), fmt::format(" if x >= {}", c),
                                fmt::format(" if x < {}", c), fmt::format(" if x mod {} != 1", random.between(2, 4)),
                                fmt::format(" if x >= {} or x < {}", c + 5, c),
                                fmt::format(" if x != {} and x != {}", c, c + 3), fmt::format(" if not (x = {})", c)});
        };
        std::vector<std::string> moves;
        for (std::int64_t i = random.between(1, 3); i > 0; --i) {
            const std::int64_t a = random.between(1, 4), b = a + random.between(0, 4);
            switch (random.between(0, 6)) {
                case 0:
                    moves.push_back(fmt::format("(x - s) for s in {{{}, {}..{}}}", b + 2, a, b) + condition());
                    break;
                case 1: moves.push_back(fmt::format("(x - t) for {} <= t <= {}", a, b) + condition()); break;
                case 2: moves.push_back(fmt::format("(x - t) for {} <= t <= min(x, {})", a, b) + condition()); break;
                case 3:
                    moves.push_back(fmt::format("(x - t) for 1 <= t <= (if x < {} then {} else {})", 5 * a, b, a));
                    break;
                case 4:
                    moves.push_back(fmt::format("(a) + (x - {} - a) for {} <= a <= x - {} - a", a, a - 1, a));
                    break;
                case 5: moves.push_back(fmt::format("(a) + (x - a - {}) for {} <= a < x - {}", a, a - 1, b)); break;
                default: moves.push_back(fmt::format("(x - {})", b) + condition());
            }
        }
        const bool misere = random.chance(25);
        const std::string name = fmt::format("seed {}: {}{}", seed, misere ? "misere " : "", fmt::join(moves, "; "));
        SCOPED_TRACE(name);
        Ruleset rules;
        if (failure_of([&] { rules = game(moves, misere); }).fault) continue;
        for (const What what : {What::grundy, What::outcome}) {
            PeriodAnswer answer;
            const Failure failure = failure_of([&] { answer = find(rules, what, 300); });
            EXPECT_TRUE(!failure.fault || failure.fault == Fault::input) << failure.message;
            if (!answer.proved || wrong(rules, answer.certificate) != "") {
                EXPECT_FALSE(answer.proved) << wrong(rules, answer.certificate);
                ++refused;
                continue;
            }
            ++(rules.splits ? split : certified);
            const std::int64_t range =
                std::min<std::int64_t>(3 * (answer.preperiod + answer.period) + 60, rules.splits && misere ? 14 : 250);
            if (range > answer.preperiod + answer.period) expect_law(plain_values(rules, what, range), answer, name);
        }
    }
    EXPECT_GE(certified, 150u);
    EXPECT_GE(split, 20u);
    EXPECT_GE(refused, 50u);
}

TEST(Windows, WaysToWriteASplit) {
    // 0.07 and 0.7, from both sides, with equal parts and without
    EXPECT_EQ(law(game({"(a) + (x - 2 - a) for 0 <= a <= x - 2"}), What::grundy), (Law{53, 34, 0}));
    EXPECT_EQ(law(game({"(x - 2 - a) + (a) for 0 <= a <= x - 2 - a"}), What::grundy), (Law{53, 34, 0}));
    EXPECT_EQ(law(game({"(a) + (x - a - 2) for 0 <= a <= x - 2 if a >= x - a - 2"}), What::grundy), (Law{53, 34, 0}));
    EXPECT_EQ(law(game({"(b) + (x - r - b) for 2 <= r <= 2, 0 <= b <= x if 2*b <= x - r"}), What::grundy),
              (Law{53, 34, 0}));
    EXPECT_EQ(law(game({"(a) + (x - 1 - a) for 0 <= a <= x - 1"}), What::grundy), (Law{0, 2, 0}));
    EXPECT_EQ(law(game({"(a) + (x - 2 - a) for 0 <= a <= x - 2 - a if x != 5"}), What::grundy), (Law{53, 34, 0}));
    for (const char* unequal :
         {"0 <= a < x - 3 - a", "0 <= a <= x - 3 - a if a != x - 3 - a", "0 <= a <= x - 3 if a > x - 3 - a"})
        expect_proved(game({fmt::format("(a) + (x - 3 - a) for {}", unequal), "(x - 1)"}), unequal, 3000);
    expect_proved(game({"(a) + (x - 1 - a) for 0 <= a <= x - 1 - a if x <= 9", "(x - 2)", "(x - 7)"}),
                  "small heaps split", 3000);
}

TEST(Windows, NothingApplies) {
    const auto why_not = [](const Ruleset& rules, What what = What::grundy) {
        const PeriodAnswer answer = find(rules, what, 3000);
        EXPECT_FALSE(answer.proved);
        EXPECT_TRUE(answer.certificate.is_null());
        return answer.why_not;
    };
    const std::string none = ": no finite window decides such a game";
    EXPECT_EQ(why_not(game({"(x - t) for 1 <= t <= floor(x/2)"})), "a move may take up to floor(x/2) stones" + none);
    EXPECT_EQ(why_not(of_file("laskers-nim")), "a move may take up to x stones and another one splits the heap" + none);
    EXPECT_EQ(why_not(of_file("subtract-a-square")),
              "what a move takes depends on the heap, not only on a fixed set of numbers" + none);
    EXPECT_EQ(why_not(game({"(x - t) for 1 <= t <= x if t mod 2 = 1"})),
              "a move may take up to x stones if t mod 2 = 1" + none);
    EXPECT_EQ(why_not(game({"(x - 1) if x mod 2 = 0", "(x - 2)"})),
              "what a move takes depends on the heap, not only on a fixed set of numbers" + none);
    EXPECT_EQ(why_not(of_file("grundys-game")), "no period is certain from the values of the heaps up to 3000");
    EXPECT_EQ(why_not(of_file("grundys-game"), What::outcome),
              "where heaps split, outcomes are known from the nim-values only");
    EXPECT_EQ(why_not(subtraction({1, 5000})), "no period is certain from the values of the heaps up to 3000");
    EXPECT_EQ(why_not(game({"(x - t) for 1 <= t <= x if t != 4000"})),
              "no period is certain from the values of the heaps up to 3000");
    EXPECT_EQ(why_not(of_file("nim")), "a position is more than one heap: periods are of games with one coordinate");
    EXPECT_EQ(why_not(of_file("wythoff")),
              "a position is more than one heap: periods are of games with one coordinate");
    EXPECT_EQ(why_not(of_file("aliquot")), "not every heap is a position of this game");
    EXPECT_EQ(why_not(rules_in("game g (x)\n  players 3\n  move (x - t) for 1 <= t <= 2\n")),
              "periods are of games of two players, not of the podium rule");
    EXPECT_EQ(why_not(game(octal({7, 7}), true)),
              "under misere play the values of heaps that split do not add up: no finite window decides");
    EXPECT_EQ(why_not(game({"(a) + (b) + (x - 1 - a - b) for 0 <= a <= x, a <= b <= x if b <= x - 1 - a - b"})),
              "a heap may become three heaps: only splits into two are covered");
    EXPECT_EQ(why_not(game({"(1) + (x - 3) if x >= 3"})),
              "a move leaves a heap of fixed size beside another one: such splits are not covered");
}

TEST(Windows, StopsWhenTold) {
    const std::atomic<bool> cancel = true;
    const Watch watch({}, &cancel);
    const Ruleset rules = game({"(x - t) for 1 <= t <= x if t != 4"});
    EXPECT_EQ(failure_of([&] { find_period(rules, What::grundy, 1000, watch); }).fault, Fault::cancelled);
    const Json certificate = find(rules, What::grundy).certificate;
    EXPECT_EQ(failure_of([&] { check_period(rules, certificate, watch); }).fault, Fault::cancelled);
}

/// Calls visit with every number or truth value inside.
void for_each_leaf(Json& json, const std::function<void(Json&)>& visit) {
    if (json.is_structured())
        for (Json& part : json) for_each_leaf(part, visit);
    else if (!json.is_string())
        visit(json);
}

TEST(Windows, ChangedCertificatesAreRefused) {
    const std::vector<Ruleset> games = {
        of_file("kayles"),
        of_file("dawsons-chess"),
        game({"(a) + (x - 3 - a) for 0 <= a < x - 3 - a", "(x - 1)"}),
        game({"(a) + (x - 1 - a) for 1 <= a <= x - 1 - a"}),
        subtraction({2, 4, 7}),
        subtraction({1, 4, 9}, true),
        game({"(2) if x >= 3", "(x - 2)", "(x - 5)"}),
        game({"(x - t) for 1 <= t <= x if t != 3 and t != 5"}),
        game({"(x - t) for 1 <= t <= x - 2 if t != 1 and t != 4"}, true),
        game({"(x - t) for 1 <= t <= x"}),
    };
    for (const Ruleset& rules : games)
        for (const What what : {What::grundy, What::outcome}) {
            const PeriodAnswer answer = find(rules, what, 3000);
            ASSERT_TRUE(answer.proved) << answer.why_not;
            ASSERT_EQ(wrong(rules, answer.certificate), "");
            Json changed = answer.certificate;
            for_each_leaf(changed, [&](Json& leaf) {
                const Json before = leaf;
                const auto refused = [&](const Json& other) {
                    leaf = other;
                    EXPECT_NE(wrong(rules, changed), "") << changed;
                };
                if (before.is_boolean()) {
                    refused(!before.get<bool>());
                } else {
                    refused(before.get<std::int64_t>() + 1);
                    refused(before.get<std::int64_t>() - 1);
                }
                leaf = before;
            });
            for (const auto& [key, value] : answer.certificate.items()) {
                Json without = answer.certificate;
                without.erase(key);
                EXPECT_NE(wrong(rules, without), "") << key;
                for (const Json& other :
                     {Json(nullptr), Json("7"), Json(1.5), Json(std::int64_t{1} << 62), Json::array({"a"})}) {
                    without[key] = other;
                    EXPECT_NE(wrong(rules, without), "") << key << other;
                }
                if (value.is_array()) {
                    without[key] = value;
                    without[key].push_back(value.empty() ? Json(3) : value[0]);
                    EXPECT_NE(wrong(rules, without), "") << key;
                }
                if (value.is_array() && !value.empty()) {
                    without[key] = value;
                    without[key].erase(0);
                    EXPECT_NE(wrong(rules, without), "") << key;
                }
                if (!value.is_string()) continue;
                for (const char* other : {"subtraction", "splitting", "all-but", "outcomes", "nim-values", "x"}) {
                    if (value == other) continue;
                    without[key] = other;
                    EXPECT_NE(wrong(rules, without), "") << key << other;
                }
            }
            // A multiple of the period, and a later begin, are true but not least.
            for (const char* key : {"period", "saltus"}) changed[key] = 2 * changed[key].get<std::int64_t>();
            EXPECT_NE(wrong(rules, changed), "");
        }
}

TEST(Windows, CertificatesOfOtherGamesAreRefused) {
    const std::vector<Ruleset> games = {
        of_file("kayles"),
        of_file("dawsons-kayles"),
        subtraction({1, 2, 3}),
        subtraction({1, 2, 3}, true),
        subtraction({1, 2, 7}),
        game({"(x - t) for 1 <= t <= x if t != 3"}),
        game({"(x - t) for 1 <= t <= x if t != 2"}),
        game({"(x - t) for 1 <= t <= floor(x/2)"}),
        game({"(x - t) for 1 <= t <= 3 if x mod 2 = 0", "(x - 1)"}),
        game({"(x - t) for 1 <= t <= x if t != 3 and x != 100"}),
        game({"(x - t) for t in {1, 2, 3} if x != 100001"}),
        game({"(a) + (x - 2 - a) for 0 <= a <= x - 2 - a if x != 1000"}),
        game({"(a) + (x - 2 - a) for 0 <= a <= x - 2 - a if a != 40"}),
        of_file("nim"),
    };
    for (const What what : {What::grundy, What::outcome})
        for (std::size_t i = 0; i < games.size(); ++i) {
            const PeriodAnswer answer = find(games[i], what, 3000);
            for (std::size_t j = 0; j < games.size() && answer.proved; ++j)
                EXPECT_EQ(wrong(games[j], answer.certificate).empty(), i == j) << i << " " << j << answer.certificate;
        }
}

}  // namespace
}  // namespace bouton::unit
