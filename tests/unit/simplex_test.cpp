// Random comparisons come and go: each contradiction adds up to c <= 0 with c > 0, and where there is none the point satisfies them all.
#include "proofs/goals/simplex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

namespace bouton::unit {
namespace {

using namespace kernel;
using proofs::Simplex;

struct Trial {
    std::mt19937 random;
    Terms terms;
    std::vector<FormulaPtr> formulas;
    Simplex simplex;
    int contradictions = 0, points = 0;

    explicit Trial(unsigned seed) : random(seed) {}

    int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

    /// A few unknowns, one of them a product.
    void make(std::size_t count) {
        std::vector<Poly> unknowns;
        for (const char* name : {"a", "b", "c", "d"}) unknowns.push_back(terms.variable(name));
        unknowns.push_back(unknowns[0] * unknowns[1]);
        for (std::size_t i = 0; i < count; ++i) {
            Poly p = constant(number(-6, 6));
            for (const Poly& unknown : unknowns)
                if (number(0, 2) == 0) p = p + Integer(number(-3, 3)) * unknown;
            auto f = std::make_shared<Formula>();
            f->kind = number(0, 4) == 0 ? Formula::Kind::zero : Formula::Kind::at_most_zero;
            f->poly = p;
            formulas.push_back(f);
        }
    }

    void judge() {
        const auto sum = simplex.contradiction();
        if (sum) {
            ++contradictions;
            Poly total;
            for (const auto& [entry, m] : *sum) {
                const auto& asked = simplex.entries();
                ASSERT_NE(std::find(asked.begin(), asked.end(), entry), asked.end());
                if (formulas[entry]->kind == Formula::Kind::at_most_zero) {
                    ASSERT_GT(m, 0);
                }
                total = std::move(total) + m * formulas[entry]->poly;
            }
            ASSERT_TRUE(is_constant(total));
            ASSERT_GT(constant_part(total), 0);
            return;
        }
        ++points;
        for (const auto entry : simplex.entries()) {
            Simplex::Rational value = 0;
            for (const auto& [monomial, c] : formulas[entry]->poly)
                value += Simplex::Rational(c) * (monomial.empty() ? Simplex::Rational(1) : simplex.value(monomial));
            if (formulas[entry]->kind == Formula::Kind::zero) {
                ASSERT_EQ(value, 0);
            } else {
                ASSERT_LE(value, 0);
            }
        }
    }
};

TEST(Simplex, ContradictionsAddUpAndPointsSatisfy) {
    int contradictions = 0, points = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        Trial trial(seed);
        trial.make(16);
        for (int step = 0; step < 60; ++step) {
            if (!trial.simplex.entries().empty() && trial.number(0, 2) == 0) {
                trial.simplex.pop();
            } else {
                const auto entry = static_cast<std::size_t>(trial.number(0, 15));
                trial.simplex.push(entry, *trial.formulas[entry]);
            }
            trial.judge();
            if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed << ", step " << step;
        }
        contradictions += trial.contradictions;
        points += trial.points;
    }
    EXPECT_GT(contradictions, 1000);
    EXPECT_GT(points, 1000);
}

}  // namespace
}  // namespace bouton::unit
