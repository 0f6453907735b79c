// Ranges whose ends lie near 2^63 and -2^63, or far beyond: sums, counts, extremes, quantifiers, sets and families over them against
// big-integer arithmetic that is written out here. What is too much to run through may be refused (over a limit), never be wrong.
#include "claims/check.hpp"
#include "lang/elaborate.hpp"
#include "lang/evaluate.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace bouton::unit {
namespace {

/// The value of an expression without variables; nothing if it is over a limit.
std::optional<Integer> value_of(const std::string& text) {
    const lang::DocumentPtr document = read("game g (x)\n  move (x - 1)\nclaim \"c\": (" + text + ") = 0\n");
    std::optional<lang::ClaimInstance> claim;
    lang::for_each_instance(*document, document->file.claims[0], {}, [&](lang::ClaimInstance&& one) {
        claim = std::move(one);
        return false;
    });
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(claim->frame_size));
    try {
        return evaluate(claim->statement.condition->args[0], frame);
    } catch (const Error& error) {
        if (error.fault() != Fault::limit) throw;
        return std::nullopt;
    }
}

/// Ends of ranges: near powers of 2 around the machine's limits, and their opposites.
Integer random_end(Random& random) {
    const Integer far =
        Integer(1) << static_cast<unsigned>(random.pick(std::vector<std::int64_t>{2, 30, 61, 62, 63, 64, 90}));
    return (random.chance(50) ? far : Integer(-far)) + random.between(-5, 5);
}

struct Body {
    const char* text;
    std::function<Integer(const Integer&)> value;
    std::function<Integer(const Integer&)> up_to;  // the sum from 1 (or from n + 1 to 0, taken away, for n < 0)
};

const std::vector<Body> kBodies = {
    {"1", [](const Integer&) { return Integer(1); }, [](const Integer& n) { return n; }},
    {"i", [](const Integer& i) { return i; }, [](const Integer& n) { return Integer(n * (n + 1) / 2); }},
    {"3*i - 5", [](const Integer& i) { return Integer(3 * i - 5); },
     [](const Integer& n) { return Integer(3 * (n * (n + 1) / 2) - 5 * n); }},
    {"i^2", [](const Integer& i) { return Integer(i * i); },
     [](const Integer& n) { return Integer(n * (n + 1) * (2 * n + 1) / 6); }},
    {"(2 - i)*(i + 1)", [](const Integer& i) { return Integer((2 - i) * (i + 1)); },
     [](const Integer& n) { return Integer(2 * n + n * (n + 1) / 2 - n * (n + 1) * (2 * n + 1) / 6); }},
};

TEST(Ranges, Sums) {
    Random random(11);
    int empty = 0, telescoped = 0, refused = 0;
    for (int round = 0; round < 3000; ++round) {
        const Body& body = random.pick(kBodies);
        const Integer first = random_end(random);
        const Integer last = random.chance(30) ? Integer(first + random.between(-3, 40)) : random_end(random);
        const std::string text = fmt::format("sum({} for {} <= i <= {})", body.text, first.str(), last.str());
        const std::optional<Integer> got = value_of(text);
        if (!got) {
            EXPECT_LE(first, last) << text;  // an empty sum is never too much
            ++refused;
            continue;
        }
        if (first > last) {
            EXPECT_EQ(*got, 0) << text;
            ++empty;
        } else {
            EXPECT_EQ(*got, body.up_to(last) - body.up_to(first - 1)) << text;
            ++telescoped;
        }
        if (first <= last && last - first <= 50) {  // the obvious way, as a check of the formulas above too
            Integer total = 0;
            for (Integer i = first; i <= last; ++i) total += body.value(i);
            EXPECT_EQ(*got, total) << text;
        }
    }
    EXPECT_GT(empty, 500);
    EXPECT_GT(telescoped, 500);
    EXPECT_LT(refused, 1500);
}

TEST(Ranges, CountsExtremesAndQuantifiers) {
    Random random(12);
    int done = 0;
    for (int round = 0; round < 1500; ++round) {
        const Integer first = random_end(random);
        const Integer last = random.chance(60) ? Integer(first + random.between(-3, 40)) : random_end(random);
        const Integer target = first + random.between(-2, 42);
        const auto range = fmt::format("{} <= i <= {}", first.str(), last.str());
        const bool none = first > last;
        if (!none && last - first > 50) continue;
        const Integer count = none ? Integer(0) : Integer(last - first + 1);
        const auto expect = [&](const std::string& text, const Integer& want) {
            const std::optional<Integer> got = value_of(text);
            if (!got) {
                EXPECT_FALSE(none) << text;
                return;
            }
            EXPECT_EQ(*got, want) << text;
            ++done;
        };
        expect(fmt::format("count(for {})", range), count);
        expect(fmt::format("size({{{}..{}}})", first.str(), last.str()), count);
        expect(fmt::format("count(for i in {{{}..{}}} if i >= {})", first.str(), last.str(), target.str()),
               none || target > last ? Integer(0) : Integer(last - std::max(first, target) + 1));
        const bool inside = first <= target && target <= last;
        expect(fmt::format("if exists {}: i = {} then 1 else 0", range, target.str()), inside);
        expect(fmt::format("if exists {}: i >= {} then 1 else 0", range, target.str()), !none && last >= target);
        expect(fmt::format("if forall {}: i != {} then 1 else 0", range, target.str()), !inside);
        if (none) {
            EXPECT_THROW(value_of(fmt::format("max(i for {})", range)), Error);
        } else {
            expect(fmt::format("max(3*i for {})", range), 3 * last);
            expect(fmt::format("min(0 - i for {})", range), -last);
        }
    }
    EXPECT_GT(done, 3000);
}

TEST(Ranges, RuleFunctionsInSumsStayNatural) {
    // f falls below 0 inside the range, though the terms of the sum do not: an error, with or without a shortcut.
    const std::string text =
        "game g (x)\n  parameter f(x) = 5 - x\n  move (x - t) for 1 <= t <= sum(f(i) + 2*i for 1 <= i <= TOP)\n";
    for (const std::string top : {"20", "100000"}) {
        std::string rules = text;
        rules.replace(rules.find("TOP"), 3, top);
        const Failure failure = failure_of([&] {
            const Ruleset g = rules_in(rules);
            Frame frame;
            frame.slots.resize(static_cast<std::size_t>(g.frame_size));
            evaluate(g.moves[0].loop.binders[0].upper[0], frame);
        });
        EXPECT_NE(failure.message.find("the rule function f is negative"), std::string::npos) << failure.message;
    }
}

std::string verdict(const std::string& claim) {
    const lang::DocumentPtr document = read("game g (x)\n  move (x - 1)\n" + claim + "\n");
    try {
        const Verdict verdict = check(*document, document->file.claims[0], {}, Watch());
        return verdict.kind == Verdict::Kind::error ? verdict.message : to_text(verdict.kind);
    } catch (const Error& error) {
        return error.fault() == Fault::limit ? "over a limit" : error.what();
    }
}

TEST(Ranges, Families) {
    const std::string sets = "set S(s) = { (i) for 0 <= i <= s }\nset T(s) = { (i) for i >= s }\n";
    const std::string all = "{ x >= 0 }", none = "{}";
    for (const std::string end : {"2^62", "(2^63 - 1)", "2^63", "2^64", "2^90"}) {
        // What is given to a set by name must be a machine integer.
        const auto expect = [&](const std::string& set, const std::string& want, bool small) {
            const std::string got = verdict(sets + "claim \"c\": " + set + " = " + want + " to 9");
            EXPECT_TRUE(got == "holds" || (!small && got == "over a limit")) << set << ": " << got;
        };
        const bool machine = end == "2^62" || end == "(2^63 - 1)";
        expect("S(" + end + ")", all, machine);
        expect("S(0 - " + end + ")", none, machine);
        expect("T(" + end + ")", none, machine);
        expect("T(0 - " + end + ")", all, machine);
        expect("{ (i) for 0 <= i <= " + end + " }", all, true);
        expect("{ (i) for i >= 0 - " + end + " }", all, true);
        expect("{ (i) for " + end + " <= i <= 0 - 2 }", none, true);
        expect("{ (i) for " + end + " + 7 <= i <= " + end + " }", none, true);
        expect("{ (i + sum(1 for " + end + " <= j <= i - 2)) for 0 <= i <= 3 }", "{0..3}", true);
    }
}

TEST(Ranges, SetsAtTheEndOfTheMachine) {
    EXPECT_EQ(value_of("count(for i in {9223372036854775806..9223372036854775807})"), Integer(2));
    EXPECT_EQ(value_of("max({3, 9223372036854775807})"), Integer("9223372036854775807"));
    EXPECT_EQ(value_of("size({2^70..5})"), Integer(0));
    EXPECT_EQ(
        rules_in("game g (x)\n  parameter s: set\n  move (x - t) for t in s\n", {{"s", "{2, 9223372036854775807}"}})
            .moves.size(),
        1u);
}

}  // namespace
}  // namespace bouton::unit
