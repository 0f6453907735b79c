// What a claim says, classified.
#include "lang/elaborate.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using Kind = lang::Statement::Kind;

lang::ClaimInstance instance_of(const std::string& game, const std::string& claim) {
    const lang::DocumentPtr document = read(game + claim + "\n");
    lang::ClaimInstance found;
    lang::for_each_instance(*document, document->file.claims.back(), lang::bounds_of(document->file.claims.back()),
                            [&](lang::ClaimInstance&& instance) {
                                found = std::move(instance);
                                return false;
                            });
    return found;
}

struct Example {
    const char* claim;
    Kind kind;
    bool about_outcome;
};

TEST(Statement, Kinds) {
    const std::string heaps = "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
    const Example examples[] = {
        {R"(claim "1" for s >= 0: { grundy = s } = { xor(x, y) = s } to 5)", Kind::value_set, false},
        {R"(claim "2": { (n, n) for n >= 0 } = { outcome = P } to 5)", Kind::value_set, true},
        {R"(claim "3": { outcome != P } = { x != y } to 5)", Kind::value_set, true},
        {R"(claim "4" for x >= 0, y >= 0: outcome(x, y) = P iff x = y to 5)", Kind::zeros, true},
        {R"(claim "5" for x >= 0, y >= 0: x = y iff grundy(x, y) = 0 to 5)", Kind::zeros, false},
        {R"(claim "6" for x >= 0, y >= 0: grundy(x, y) = xor(x, y) to 5)", Kind::formula, false},
        {R"(claim "7" for x >= 0: x = grundy(x, 0) to 5)", Kind::formula, false},
        {R"(claim "8" for x >= 1, y >= 1: grundy(2*x, 2*y) = 2*grundy(x, y) to 5)", Kind::values, false},
        {R"(claim "9" for x >= 0, y >= 0: grundy(x, y) = grundy(y, x) to 5)", Kind::recursion, false},
        {R"(claim "10" for x >= 0: grundy(x, x) = 0 to 5)", Kind::values, false},
        {R"(claim "11": { grundy = 0 } = { grundy = 0 } to 5)", Kind::sets, false},
        {R"(claim "12": {(n, n) for n >= 0} subset { outcome = P } to 5)", Kind::sets, false},
        {R"(claim "13" for n >= 0: n*n >= n to 5)", Kind::arithmetic, false},
        {R"(claim "14" for n >= 0: options(n, 0) = {(m, 0) for 0 <= m < n} to 5)", Kind::sets, false},
    };
    for (const Example& example : examples) {
        const lang::Statement statement = instance_of(heaps, example.claim).statement;
        EXPECT_EQ(static_cast<int>(statement.kind), static_cast<int>(example.kind)) << example.claim;
        EXPECT_EQ(statement.about_outcome, example.about_outcome) << example.claim;
        EXPECT_FALSE(statement.is_sequence()) << example.claim;
    }
    const std::string heap = "game h (x)\n  move (x - t) for 1 <= t <= 2\n";
    const Example sequences[] = {
        {R"(claim "1": grundy repeats 0 1 2 to 9)", Kind::word, false},
        {R"(claim "2": outcome repeats 0 1 1 to 9)", Kind::word, true},
        {R"(claim "3": grundy starts 0 1 2 0)", Kind::start, false},
        {R"(claim "4": grundy has period 3 to 9)", Kind::period, false},
    };
    for (const Example& example : sequences) {
        const lang::Statement statement = instance_of(heap, example.claim).statement;
        EXPECT_EQ(static_cast<int>(statement.kind), static_cast<int>(example.kind)) << example.claim;
        EXPECT_EQ(statement.about_outcome, example.about_outcome) << example.claim;
        EXPECT_TRUE(statement.is_sequence()) << example.claim;
    }
}

TEST(Statement, Parts) {
    const std::string heaps = "game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
    const lang::Statement set =
        instance_of(heaps, R"(claim "1" for s >= 0: { xor(x, y) = s } = { grundy = s } to 5)").statement;
    EXPECT_EQ(set.level->text, "s");
    EXPECT_TRUE(set.equals);
    EXPECT_EQ(infix(set.set->condition), "xor(x, y) = s");
    const lang::Statement other = instance_of(heaps, R"(claim "2": { outcome != P } = { x != y } to 5)").statement;
    EXPECT_FALSE(other.equals);
    const lang::Statement formula =
        instance_of(heaps, R"(claim "3" for x >= 0, y >= 0: xor(x, y) = grundy(x, y) to 5)").statement;
    EXPECT_EQ(infix(formula.right), "xor(x, y)");
    EXPECT_EQ(formula.question->args.size(), 2u);
}

}  // namespace
}  // namespace bouton::unit
