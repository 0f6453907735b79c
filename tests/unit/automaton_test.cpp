// Automata of the language: read and written back, evaluated at any size, refused when they are none, proved by digits and by nothing else.
#include "lang/automaton.hpp"
#include "check/digits/claim.hpp"
#include "check/digits/formula.hpp"
#include "check/digits/instances.hpp"
#include "claims/check.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"
#include "proofs/prove.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

const std::string kThue = "automaton thue(x) base 2\n  state 0 gives 0: 0 1\n  state 1 gives 1: 1 0\n";
// The parity of zeros at the end in Fibonacci digits: state 0 has read no one.
const std::string kZeros =
    "automaton zeros(x) base fibonacci\n  state 0 gives 2: 0 1\n  state 1 gives 0: 2 1\n  state 2 gives 1: 1 1\n";
const std::string kEqual =
    "automaton same(x, y) base 3\n  state 0 gives 0: 0 1 1 1 0 1 1 1 0\n  state 1 gives 1: 1 1 1 1 1 1 1 1 1\n";
const std::string kTwo = "game two (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
const std::string kSlow = "game slow (x)\n  move (x - 1)\n  move (floor(x/2)) if x >= 1\n";

std::string message_of(const std::string& text) {
    try {
        read(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Automata, WhatIsReadIsWrittenBack) {
    for (const std::string& text : {kThue, kZeros, kEqual}) {
        const syntax::File file = lang::parse_file(text, "a");
        ASSERT_EQ(file.definitions.size(), 1u);
        EXPECT_EQ(lang::print(file), text);
        EXPECT_EQ(lang::parse_file(lang::print(file), "a"), file);
    }
}

TEST(Automata, GiveWhatTheDigitsSay) {
    const Expr thue = automaton_node(lang::parse_file(kThue, "a").definitions[0].value, {}, "thue");
    const Expr zeros = automaton_node(lang::parse_file(kZeros, "a").definitions[0].value, {}, "zeros");
    for (std::int64_t n = 0; n < 3000; ++n) {
        const std::vector<std::int64_t> one{n};
        EXPECT_EQ(automaton_output(thue->table, one), arithmetic::ones(n) % 2);
        if (n > 0) {
            EXPECT_EQ(automaton_output(zeros->table, one), static_cast<std::int64_t>(fibonacci_zeros(Integer(n)) % 2));
        }
        // far out, where machine integers end
        const Integer large = arithmetic::power(Integer(7), Integer(60)) + n;
        Integer rest = large;
        std::int64_t ones = 0;
        for (; rest > 0; rest /= 2) ones += static_cast<std::int64_t>(Integer(rest % 2));
        EXPECT_EQ(automaton_output(thue->table, std::vector<Integer>{large}), ones % 2);
        EXPECT_EQ(automaton_output(zeros->table, std::vector<Integer>{large}),
                  static_cast<std::int64_t>(fibonacci_zeros(large) % 2));
    }
}

TEST(Automata, TheColumnsAreInOrder) {
    const Expr same = automaton_node(lang::parse_file(kEqual, "a").definitions[0].value, {}, "same");
    const Expr first = automaton_node(
        lang::parse_file("automaton first(x, y) base 2\n  state 0 gives 0: 0 2 1 0\n  state 1 gives 1: 1 1 1 1\n"
                         "  state 2 gives 2: 2 2 2 2\n",
                         "a")
            .definitions[0]
            .value,
        {}, "first");
    for (std::int64_t x = 0; x < 60; ++x)
        for (std::int64_t y = 0; y < 60; ++y) {
            const std::vector<std::int64_t> two{x, y};
            EXPECT_EQ(automaton_output(same->table, two), x == y ? 0 : 1);
            EXPECT_EQ(automaton_output(first->table, two), x == y ? 0 : x > y ? 1 : 2);
        }
}

TEST(Automata, MistakesAreTold) {
    const auto with = [](const std::string& lines) { return message_of("automaton f(x) base 2\n" + lines); };
    EXPECT_NE(with("  state 1 gives 0: 0 1\n").find("state 0 comes here"), std::string::npos);
    EXPECT_NE(with("  state 0 gives 0: 0\n").find("needs 2 that follow"), std::string::npos);
    EXPECT_NE(with("  state 0 gives 0: 0 5\n").find("no state 5"), std::string::npos);
    EXPECT_NE(with("  state 0 gives 0: 1 0\n  state 1 gives 1: 1 1\n").find("leading zeros"), std::string::npos);
    EXPECT_NE(message_of("automaton f(x) base 1\n  state 0 gives 0: 0\n").find("base from 2 to 10"), std::string::npos);
    EXPECT_NE(message_of("automaton f(x) base 16\n  state 0 gives 0: 0\n").find("base from 2 to 10"),
              std::string::npos);
    EXPECT_NE(message_of("automaton f(x) base 2\n").find("a state, as in"), std::string::npos);
    EXPECT_NE(message_of("function automaton(x) = x\n"), "");
}

ProofVerdict verdict_of(const std::string& text) {
    const lang::DocumentPtr document = read(text);
    const Watch watch;
    return Prover(*document, watch).prove(document->file.claims.back());
}

TEST(Automata, AreProvedByDigits) {
    const ProofVerdict nim =
        verdict_of(kTwo + kEqual + "claim \"c\" for x >= 0, y >= 0: outcome(x, y) = P iff same(x, y) = 0  to 20\n");
    EXPECT_EQ(nim.kind, ProofVerdict::Kind::proved);
    EXPECT_EQ(nim.method, "digits");
    // x - 1 or floor(x/2): the number of zeros at the end counts
    const std::string slow =
        "automaton v(x) base 2\n  state 0 gives 0: 0 1\n  state 1 gives 1: 2 3\n  state 2 gives 2: 4 3\n"
        "  state 3 gives 0: 5 3\n  state 4 gives 1: 2 3\n  state 5 gives 1: 4 3\n";
    const lang::DocumentPtr document = read(kSlow + slow + "claim \"c\" for x >= 0: grundy(x) = v(x)  to 2000\n");
    const Watch watch;
    const bool holds = check(*document, document->file.claims[0], std::nullopt, watch).kind == Verdict::Kind::holds;
    const ProofVerdict verdict = Prover(*document, watch).prove(document->file.claims[0]);
    EXPECT_EQ(verdict.kind == ProofVerdict::Kind::proved, holds);
}

TEST(Automata, FalseClaimsAreNotProved) {
    for (const std::string claim : {
             "for x >= 0, y >= 0: outcome(x, y) = P iff same(x, y) = 1",
             "for x >= 0, y >= 0: outcome(x, y) = P iff same(x, y + 1) = 0",
             "for x >= 0, y >= 0: outcome(x, y) = P iff (same(x, y) = 0 or x = 100000)",
             ": { outcome = P } = { same(y, 2*x) = 0 }",
             ": { outcome = P } = { (x, y) for x >= 0, y >= 0 if same(x, y) <= 1 }",
         }) {
        const ProofVerdict verdict = verdict_of(kTwo + kEqual + "claim \"c\" " + claim + "  to 20\n");
        EXPECT_TRUE(verdict.kind == ProofVerdict::Kind::refuted || verdict.kind == ProofVerdict::Kind::open) << claim;
    }
}

/// What the checker makes of a claim whose automaton was tampered with behind the back of the reader of files.
TEST(Automata, TheCheckerLooksAtTheTable) {
    const lang::DocumentPtr document =
        read(kTwo + kEqual + "claim \"c\" for x >= 0, y >= 0: outcome(x, y) = P iff same(x, y) = 0\n");
    const auto refused = [&](const std::function<void(std::vector<Integer>&)>& tamper) {
        std::string cut, why = "no instance";
        for_each_digit_instance(*document, document->file.claims[0], cut, [&](lang::ClaimInstance&& instance) {
            instance.statement.condition = rewritten(instance.statement.condition, [&](const Expr& e) -> Expr {
                if (e->op != Op::automaton) return nullptr;
                auto copy = std::make_shared<Node>(*e);
                tamper(copy->table);
                return copy;
            });
            try {
                recheck::demanded(instance, "one");
                why = "";
            } catch (const recheck::Wrong& wrong) {
                why = wrong.what;
            }
            return false;
        });
        return why;
    };
    EXPECT_EQ(refused([](auto&) {}), "");
    EXPECT_NE(refused([](auto& table) { table[2] = 1; }), "");  // leading zeros count
    EXPECT_NE(refused([](auto& table) { table[5] = 7; }), "");  // no such state
    EXPECT_NE(refused([](auto& table) { table[5] = -1; }), "");
    EXPECT_NE(refused([](auto& table) { table.pop_back(); }), "");  // a row that is too short
    EXPECT_NE(refused([](auto& table) { table.clear(); }), "");
    EXPECT_NE(refused([](auto& table) { table[0] = 4; }), "");  // another base
}

}  // namespace
}  // namespace bouton::unit
