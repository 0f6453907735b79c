// Take-and-break codes: the games octal and hexadecimal against the definition written down once more, the table of Guy and Smith, the
// checker's values of heaps that split, and codes that are none.
#include "check/windows/windows.hpp"
#include "engines/choose.hpp"
#include "engines/reference/reference.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "proofs/windows/observed.hpp"
#include "proofs/windows/windows.hpp"
#include "unit/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace bouton::unit {
namespace {

Ruleset coded(const std::string& game, const std::string& code) {
    return rules_in(text_of_game(game), {{"code", code}});
}

/// The definition, from the text of the code: digit t says what may be left when t stones are taken.
std::vector<Value> by_definition(const std::string& code, std::size_t count) {
    std::vector<unsigned> digits, block;
    bool repeats = false;
    for (const char c : code) {
        if (c == '[') repeats = true;
        if (std::isxdigit(static_cast<unsigned char>(c)))
            (repeats ? block : digits).push_back(static_cast<unsigned>(std::stoul(std::string(1, c), nullptr, 16)));
    }
    const auto digit = [&](std::size_t t) {
        if (t < digits.size()) return digits[t];
        return block.empty() ? 0U : block[(t - digits.size()) % block.size()];
    };
    std::vector<Value> values;
    for (std::size_t x = 0; x < count; ++x) {
        std::set<Value> seen;
        for (std::size_t t = 0; t <= x; ++t) {
            const std::size_t rest = x - t;
            if (t > 0 && rest == 0 && (digit(t) & 1)) seen.insert(0);
            if (t > 0 && rest > 0 && (digit(t) & 2)) seen.insert(values[rest]);
            for (std::size_t a = 1; a < rest; ++a) {
                if (digit(t) & 4) seen.insert(values[a] ^ values[rest - a]);
                for (std::size_t b = 1; (digit(t) & 8) && a + b < rest; ++b)
                    seen.insert(values[a] ^ values[b] ^ values[rest - a - b]);
            }
        }
        Value mex = 0;
        while (seen.contains(mex)) ++mex;
        values.push_back(mex);
    }
    return values;
}

std::vector<Value> by_engine(const Ruleset& rules, std::int64_t count) {
    const Watch watch;
    TableMaker maker("auto", rules, What::grundy, watch);
    const TablePlan plan = maker.plan({count - 1});
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [](std::int64_t) {});
    std::vector<Value> values;
    for (std::uint64_t n = 0; n < cells.size(); ++n) values.push_back(cells[n]);
    return values;
}

std::vector<Value> by_reference(const Ruleset& rules, std::int64_t count) {
    const Watch watch;
    const auto engine = make_reference_engine(rules, What::grundy, watch);
    std::vector<Value> values;
    for (std::int64_t n = 0; n < count; ++n) values.push_back(engine->value({n}));
    return values;
}

std::string random_digits(Random& random, int least, int most, int largest) {
    std::string text;
    for (std::int64_t n = random.between(least, most); n > 0; --n)
        text += fmt::format("{:X}", random.between(n == 1 ? 1 : 0, largest));
    return text;
}

TEST(Codes, OctalGamesAreTheirDefinition) {
    Random random(2024);
    for (int i = 0; i < 60; ++i) {
        std::string code = random.chance(30) ? "4." : "0.";
        code += random_digits(random, 1, 4, 7);
        if (random.chance(25)) code += "[" + random_digits(random, 1, 5, 7) + "]";
        const auto expected = by_definition(code, 45);
        const Ruleset rules = coded("octal", code);
        EXPECT_EQ(by_engine(rules, 45), expected) << code;
        EXPECT_EQ(by_reference(rules, 45), expected) << code;
    }
}

TEST(Codes, HexadecimalGamesAreTheirDefinition) {
    Random random(2025);
    for (int i = 0; i < 30; ++i) {
        std::string code = random.word({"0.", "4.", "8.", "C."}) + random_digits(random, 1, 3, 15);
        if (random.chance(20)) code += "[" + random_digits(random, 1, 2, 15) + "]";
        const auto expected = by_definition(code, 30);
        const Ruleset rules = coded("hexadecimal", code);
        EXPECT_EQ(by_engine(rules, 30), expected) << code;
        EXPECT_EQ(by_reference(rules, 30), expected) << code;
    }
}

/// Period and last exceptional heap. R. K. Guy, C. A. B. Smith 1956; Winning Ways, chapter 4, table 6; recomputed for this test by other means.
struct Published {
    const char* code;
    std::int64_t period, last;
};
constexpr Published kPublished[] = {
    {"0.77", 12, 70},     {"0.07", 34, 52},     {"0.137", 34, 51},    {"0.4", 34, 53},      {"0.17", 34, 32},
    {"0.44", 24, 142},    {"0.45", 20, 497},    {"0.177", 20, 496},   {"0.1377", 24, 140},  {"0.055", 148, 258},
    {"0.115", 14, 0},     {"0.117", 48, 46},    {"0.116", 96, 138},   {"0.124", 62, 121},   {"0.017", 60, 14},
    {"0.044", 36, 213},   {"0.53", 9, 10},      {"0.54", 7, 2},       {"0.35", 6, 0},       {"0.26", 4, 0},
    {"0.15", 10, 0},      {"0.141", 11, 13},    {"0.173", 40, 20},    {"0.226", 5, 20},     {"0.375", 18, 36},
    {"0.524", 52, 0},     {"4.005", 79, 30},    {"4.024", 60, 1},     {"4.304", 21, 24},    {"4.444", 24, 142},
    {"0.156", 349, 3478}, {"0.644", 442, 3255}, {"0.11377", 32, 186}, {"0.1177", 148, 257}, {"0.051", 48, 47},
    {"0.134", 62, 59},    {"0.045", 32, 188},   {"0.34", 8, 6},       {"0.153", 14, 15},    {"0.152", 48, 1},
    {"0.154", 11, 3},     {"0.171", 11, 11},    {"0.176", 8, 23},     {"0.316", 12, 3},     {"0.373", 28, 1},
    {"0.536", 5, 0},      {"0.772", 4, 7},      {"4.12", 7, 5},       {"4.102", 10, 7},     {"4.726", 16, 4},
    {"4.766", 20, 18},
};

TEST(Codes, GuyAndSmith) {
    const Watch watch;
    for (const Published& published : kPublished) {
        const Ruleset rules = coded("octal", published.code);
        const Periods found = find_periods(rules, 20000, watch);
        ASSERT_TRUE(found.nim_values.proved) << published.code << ": " << found.nim_values.why_not;
        EXPECT_EQ(found.nim_values.period, published.period) << published.code;
        EXPECT_EQ(found.nim_values.preperiod, published.last + 1) << published.code;
        std::vector<std::int64_t> known;
        EXPECT_EQ(check_period(rules, found.nim_values.certificate, known, watch), "") << published.code;
        EXPECT_EQ(check_period(rules, found.outcomes.certificate, known, watch), "") << published.code;
        EXPECT_EQ(check_period(rules, found.outcomes.certificate, watch), "") << published.code;
    }
}

/// The long one: 360000 heaps are compared, which the checker must compute by itself.
TEST(Codes, TheCertificateOf016) {
    const Watch watch;
    const Ruleset rules = coded("octal", "0.16");
    PeriodAnswer found = find_period(rules, What::grundy, 1000000, watch);
    ASSERT_TRUE(found.proved);
    EXPECT_EQ(found.period, 149459);
    EXPECT_EQ(found.preperiod, 105351);
    EXPECT_EQ(check_period(rules, found.certificate, watch), "");
    auto changed = found.certificate;
    changed["preperiod"] = 105350;
    changed["start"] = 105350;
    changed["end"] = 2 * 105350 + 149459 + 2;
    EXPECT_EQ(check_period(rules, changed, watch), "heap 254809 does not follow heap 105350");
    changed = found.certificate;
    changed["values"][999] = changed["values"][999].get<int>() + 1;
    EXPECT_NE(check_period(rules, changed, watch), "");
}

/// The checker's own values (sparse spaces among them) are those of the definition: a false value would make it refuse a true period.
TEST(Codes, TheCheckerComputesRandomGames) {
    const Watch watch;
    Random random(77);
    int checked = 0;
    for (int i = 0; i < 60; ++i) {
        const std::string code = (random.chance(30) ? "4." : "0.") + random_digits(random, 1, 3, 7);
        const Ruleset rules = coded("octal", code);
        const PeriodAnswer found = find_period(rules, What::grundy, 3000, watch);
        if (!found.proved) continue;
        ++checked;
        EXPECT_EQ(check_period(rules, found.certificate, watch), "") << code;
        const auto expected = by_definition(code, 120);
        const Period law{found.preperiod, found.period, found.saltus};
        for (std::int64_t n = 0; n < 120; ++n)
            EXPECT_EQ(value_at(found.first, law, n), expected[static_cast<std::size_t>(n)]) << code << " at " << n;
    }
    EXPECT_GT(checked, 20);
}

TEST(Codes, ObservedIsNotProved) {
    const Watch watch;
    const Ruleset rules = coded("hexadecimal", "0.3F");  // Howse and Nowakowski: period 6, saltus 3
    EXPECT_FALSE(find_period(rules, What::grundy, 1000, watch).proved);
    const auto seen = observed_period(rules, What::grundy, 1000, watch);
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->law.period, 6);
    EXPECT_EQ(seen->law.saltus, 3);
    EXPECT_EQ(seen->law.preperiod, 0);
    EXPECT_EQ(seen->to, 1000);
    // Grundy's game has no period that anybody has seen.
    EXPECT_FALSE(
        observed_period(rules_in("game g (x)\n  move (a) + (x - a) for 1 <= a < x - a\n"), What::grundy, 2000, watch));
    // A period that is broken late is not observed: of an unbounded game, at the heap 999.
    EXPECT_FALSE(observed_period(rules_in("game g (x)\n  move (x - t) for 1 <= t <= x if x mod 2 = 1 and x != 999\n"),
                                 What::outcome, 1000, watch));
}

/// First cousins: with an even first digit heaps may be counted without one stone each. Guy and Smith; here on the values.
TEST(Codes, Cousins) {
    for (const auto& [code, cousin] :
         {std::pair{"0.07", "0.137"}, std::pair{"0.4", "0.137"}, std::pair{"0.055", "0.1177"},
          std::pair{"0.45", "0.177"}, std::pair{"0.051", "0.117"}}) {
        const auto a = by_engine(coded("octal", code), 400), b = by_engine(coded("octal", cousin), 400);
        const std::size_t shift = code == std::string("0.4") ? 2 : 1;
        for (std::size_t n = 0; n + shift < 400; ++n) EXPECT_EQ(a[n + shift], b[n]) << code << " at " << n;
    }
}

TEST(Codes, AreReadAndPrinted) {
    for (const char* code : {"0.156", "4.0707", "0.3F", "0.3f", "0.33[00300]", "0.[7]", "C.1"}) {
        const syntax::Term term = lang::parse_term(code, "code");
        EXPECT_EQ(lang::print(term), code);
        EXPECT_EQ(lang::parse_term(lang::print(term), "code"), term);
    }
    EXPECT_EQ(lang::parse_term("0.3F[A0]", "code").parts.size(), 5U);
    for (const char* text : {"0.12x", "0.3[", "0.3[]", "0.3[12", "0.3[1]2", "0.3]", "10.3", "0."})
        EXPECT_NE(failure_of([&] { lang::parse_term(text, "code"); }).message, "") << text;
    EXPECT_EQ(lang::print(lang::parse_term("{1..9}", "set")), "{1..9}");  // not a code
}

TEST(Codes, WhatIsRefused) {
    const auto refusal = [](const std::string& game, const std::string& code) {
        return failure_of([&] { coded(game, code); }).first_line();
    };
    EXPECT_EQ(refusal("octal", "0.18"),
              "code(2) = 8 is not allowed: it must satisfy code(t) <= 7 and (t >= 1 or code(t) = 0 or "
              "code(t) = 4)");
    EXPECT_EQ(refusal("octal", "0.1[08]").substr(0, 11), "code(3) = 8");
    EXPECT_EQ(refusal("octal", "3.1").substr(0, 11), "code(0) = 3");
    EXPECT_EQ(refusal("hexadecimal", "2.1").substr(0, 11), "code(0) = 2");
    EXPECT_EQ(refusal("octal", "0.0"), "with these arguments octal has no move at all");
    EXPECT_EQ(refusal("octal", "t mod 4"),
              "code must be a code or a table here, as in code=0.77: its digits are checked one by one");
    EXPECT_EQ(failure_of([] { rules_in("game g (x)\n  move (x - t) for 1 <= t <= 0.12\n"); }).first_line(),
              "t.bouton:2:30: a code such as 0.156 can only be the value of a rule function, as in code=0.156");
}

}  // namespace
}  // namespace bouton::unit
