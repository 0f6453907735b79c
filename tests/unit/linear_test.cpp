// The prover of linear.hpp. Bounds and coefficients read off an expression are checked by evaluating both; the prover is checked for
// soundness (nothing is "proved" that some assignment satisfying all assumptions violates: otherwise endless games would be accepted)
// and for the small facts on which the proofs that games end rest.
#include "lang/linear.hpp"

#include "lang/evaluate.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

constexpr int kVariables = 4;

Expr v(int slot) { return variable(slot, std::string(1, static_cast<char>('w' + slot))); }
Expr n(std::int64_t value) { return bouton::number(value); }
Expr less_equal(const Expr& a, const Expr& b) { return make(Op::less_equal, {a, b}); }

/// Random expressions over w, x, y, z, with every kind of term about which the prover knows something.
class Drawer {
  public:
    explicit Drawer(Random& random) : random_(random) {}

    Expr linear() {
        Expr sum = n(random_.between(-6, 6));
        for (int i = 0; i < kVariables; ++i)
            if (random_.chance(50)) sum = make(Op::add, {sum, make(Op::multiply, {n(random_.between(-3, 3)), v(i)})});
        return sum;
    }

    Expr any(int depth) {
        if (depth == 0)
            return random_.chance(75) ? v(static_cast<int>(random_.between(0, 3))) : n(random_.between(-4, 6));
        const auto e = [&] { return any(depth - 1); };
        const auto natural = [&] { return make(Op::absolute, {e()}); };
        switch (random_.between(0, 18)) {
            case 0:
            case 1: return make(Op::add, {e(), e()});
            case 2:
            case 3: return make(Op::subtract, {e(), e()});
            case 4:
            case 5: return make(Op::multiply, {e(), e()});
            case 6: return make(Op::negate, {e()});
            case 7: return make(Op::floor_divide, {e(), n(random_.between(1, 4))});
            case 8: return make(Op::modulo, {e(), n(random_.between(1, 4))});
            case 9: return make(Op::floor_divide, {e(), make(Op::maximum, {n(1), e()})});
            case 10: return make(Op::modulo, {e(), make(Op::maximum, {n(1), e()})});
            case 11: return make(Op::minimum, {e(), e()});
            case 12: return make(Op::maximum, {e(), e()});
            case 13: return natural();
            case 14: return make(Op::power, {n(2), make(Op::minimum, {natural(), n(4)})});
            case 15: return make(Op::root, {natural()});
            case 16: return make(Op::logarithm, {make(Op::add, {natural(), n(1)})});
            case 17: return make(random_.chance(50) ? Op::bit_xor : Op::gcd, {natural(), natural()});
            default: return make(Op::ones, {natural()});
        }
    }

    Expr condition() {
        const auto e = [&] { return random_.chance(60) ? linear() : any(2); };
        switch (random_.between(0, 5)) {
            case 0: return make(Op::less, {e(), e()});
            case 1: return make(Op::equal, {e(), e()});
            case 2: return make(Op::conjunction, {less_equal(e(), e()), make(Op::less, {e(), e()})});
            case 3: return make(Op::disjunction, {less_equal(e(), e()), less_equal(e(), e())});  // is ignored
            default: return less_equal(e(), e());
        }
    }

  private:
    Random& random_;
};

Frame draw_frame(Random& random) {
    Frame frame;
    for (int i = 0; i < kVariables; ++i) frame.slots.push_back(random.between(-6, random.chance(20) ? 40 : 8));
    return frame;
}

TEST(Linear, BoundsMeanTheSameAsTheCondition) {
    int bounds = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        Random random(seed);
        Drawer drawer(random);
        const bool plain = random.chance(50);
        const Expr left = plain ? drawer.linear() : drawer.any(2), right = plain ? drawer.linear() : drawer.any(2);
        const Expr condition = make(random.chance(50) ? Op::less : Op::less_equal, {left, right});
        const int slot = static_cast<int>(random.between(0, kVariables - 1));
        const auto bound = as_bound(condition, slot);
        if (!bound) continue;
        ++bounds;
        std::vector<bool> seen;
        free_slots(bound->bound, seen);
        ASSERT_FALSE(static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)]);
        for (int i = 0; i < 20; ++i) {
            Frame frame = draw_frame(random);
            const Integer end = evaluate(bound->bound, frame);
            ASSERT_EQ(bouton::test(condition, frame), bound->upper ? frame[slot] <= end : frame[slot] >= end)
                << "seed " << seed << ": " << to_text(condition) << " as " << to_text(bound->bound);
        }
    }
    EXPECT_GT(bounds, 1000);
}

TEST(Linear, CoefficientsAreSlopes) {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        Random random(seed);
        Drawer drawer(random);
        const Expr e = random.chance(50) ? drawer.linear() : drawer.any(2);
        const int slot = static_cast<int>(random.between(0, kVariables - 1));
        const auto slope = coefficient(e, slot);
        if (!slope) continue;
        ++found;
        for (int i = 0; i < 10; ++i) {
            Frame frame = draw_frame(random);
            const Integer before = evaluate(e, frame);
            const std::int64_t step = random.between(1, 5);
            frame[slot] += step;
            ASSERT_EQ(evaluate(e, frame), before + step * *slope) << "seed " << seed << ": " << to_text(e);
        }
    }
    EXPECT_GT(found, 1000);
}

TEST(Linear, WhatIsNoBound) {
    EXPECT_FALSE(as_bound(less_equal(make(Op::multiply, {v(0), v(0)}), n(9)), 0));
    EXPECT_FALSE(as_bound(less_equal(make(Op::floor_divide, {v(0), n(2)}), n(9)), 0));
    EXPECT_FALSE(as_bound(less_equal(make(Op::multiply, {v(0), v(1)}), n(9)), 0));
    EXPECT_FALSE(as_bound(less_equal(v(1), n(9)), 0));
    EXPECT_FALSE(as_bound(make(Op::equal, {v(0), n(9)}), 0));
    EXPECT_FALSE(coefficient(make(Op::minimum, {v(0), v(1)}), 0));
    EXPECT_EQ(coefficient(make(Op::minimum, {v(0), v(1)}), 2), 0);
}

/// If a goal is proved from assumptions, every assignment that satisfies these satisfies the goal.
TEST(Linear, NothingFalseIsProved) {
    int proved = 0, satisfied = 0;
    for (std::uint64_t seed = 0; seed < 2500; ++seed) {
        Random random(seed);
        Drawer drawer(random);
        Facts facts;
        std::vector<Expr> assumed;
        for (std::int64_t i = random.between(0, 4); i > 0; --i) assumed.push_back(drawer.condition());
        if (random.chance(60))
            for (int i = 0; i < kVariables; ++i) assumed.push_back(less_equal(n(random.between(0, 1)), v(i)));
        for (const Expr& condition : assumed) facts.assume(condition);
        for (int goal = 0; goal < 4; ++goal) {
            const Expr e = goal == 0 ? drawer.linear() : drawer.any(2);
            if (!facts.proves_at_most_zero(facts.polynomial(e))) continue;
            ++proved;
            for (int i = 0; i < 60; ++i) {
                Frame frame = draw_frame(random);
                bool all = true;
                for (const Expr& condition : assumed) all = all && bouton::test(condition, frame);
                if (!all) continue;
                ++satisfied;
                std::string system;
                for (const Expr& condition : assumed) system += to_text(condition) + "\n";
                ASSERT_LE(evaluate(e, frame), 0) << "seed " << seed << "\n"
                                                 << system << "proves " << to_text(e) << " <= 0";
            }
        }
    }
    EXPECT_GT(proved, 500);      // it does prove things,
    EXPECT_GT(satisfied, 2000);  // and not only from assumptions that nothing satisfies
}

/// Numbers are told apart by all their digits, not by those that a message would show.
TEST(Linear, LongNumbersAreNotConfused) {
    const Integer a = boost::multiprecision::pow(Integer(10), 65u), b = a + 1000000000000;
    const Expr p = make(Op::maximum, {v(0), bouton::number(a)}), q = make(Op::maximum, {v(0), bouton::number(b)});
    Facts facts;
    EXPECT_FALSE(facts.proves_at_most_zero(facts.polynomial(make(Op::subtract, {q, p}))));
}

// ---- what it must be able to prove ----

struct Lemma {
    const char* what;
    std::vector<Expr> from;
    Expr at_least;  // this
    int bound;      // is at least that
};

TEST(Linear, ProvesWhatGamesNeed) {
    const Expr w = v(0), x = v(1), y = v(2), z = v(3), zero = n(0), one = n(1);
    const auto minus = [](const Expr& a, const Expr& b) { return make(Op::subtract, {a, b}); };
    const auto times = [](const Expr& a, const Expr& b) { return make(Op::multiply, {a, b}); };
    const auto half = make(Op::floor_divide, {x, n(2)});
    const std::vector<Lemma> lemmas = {
        {"t >= 1: x - t < x", {less_equal(one, w)}, minus(x, minus(x, w)), 1},
        {"x >= 0: floor(x/2) <= x", {less_equal(zero, x)}, minus(x, half), 0},
        {"x >= 2: floor(x/2) < x", {less_equal(n(2), x)}, minus(x, half), 1},
        {"x >= 0: floor(x/2) >= 0", {less_equal(zero, x)}, half, 0},
        {"k, x >= 1: k*x >= 1", {less_equal(one, x), less_equal(one, y)}, times(x, y), 1},
        {"k, x >= 1: k*x >= x", {less_equal(one, x), less_equal(one, y)}, minus(times(x, y), x), 0},
        {"x, y >= 0: x*y >= 0", {less_equal(zero, x), less_equal(zero, y)}, times(x, y), 0},
        {"t >= 1: t^2 >= t", {less_equal(one, w)}, minus(make(Op::power, {w, n(2)}), w), 0},
        {"x mod 3 < 3", {}, minus(n(2), make(Op::modulo, {x, n(3)})), 0},
        {"y >= 1: x mod y < y", {less_equal(one, y)}, minus(y, make(Op::modulo, {x, y})), 1},
        {"x >= 0, y >= 1: floor(x/y) <= x",
         {less_equal(zero, x), less_equal(one, y)},
         minus(x, make(Op::floor_divide, {x, y})),
         0},
        {"min(x, y) <= y", {}, minus(y, make(Op::minimum, {x, y})), 0},
        {"max(x, y) >= x", {}, minus(make(Op::maximum, {x, y}), x), 0},
        {"abs(x - y) >= x - y", {}, minus(make(Op::absolute, {minus(x, y)}), minus(x, y)), 0},
        {"n >= 0: 2^n >= n + 1", {less_equal(zero, z)}, minus(make(Op::power, {n(2), z}), z), 1},
        {"floor(sqrt(x)) <= x", {}, minus(x, make(Op::root, {x})), 0},
        {"floor(log2(x)) < x", {}, minus(x, make(Op::logarithm, {x})), 1},
        {"f(x) >= 0", {}, make(Op::apply, {x}, "f"), 0},
        {"a <= b < c: a < c", {less_equal(x, y), make(Op::less, {y, z})}, minus(z, x), 1},
        {"x + y = z, y >= 1: x < z", {make(Op::equal, {make(Op::add, {x, y}), z}), less_equal(one, y)}, minus(z, x), 1},
        {"2*x <= y, x >= 1: x < y", {less_equal(times(n(2), x), y), less_equal(one, x)}, minus(y, x), 1},
        {"a contradiction proves anything", {less_equal(one, x), less_equal(x, zero)}, minus(zero, n(7)), 0},
    };
    for (const Lemma& lemma : lemmas) {
        Facts facts;
        for (const Expr& fact : lemma.from) facts.assume(fact);
        EXPECT_TRUE(facts.proves_at_least(lemma.at_least, lemma.bound)) << lemma.what;
        if (lemma.from.empty()) continue;
        Facts nothing;  // and it is the assumption that makes it true
        EXPECT_FALSE(nothing.proves_at_least(lemma.at_least, lemma.bound)) << "without assumptions: " << lemma.what;
    }
}

}  // namespace
}  // namespace bouton::unit
