// Trees of cases that are found, and the check that accepts them: contradictions by hand and at random, lists that can hold, trees
// that were changed; and instances of linear quantifiers against all values in a box.
#include "proofs/goals/case_tree.hpp"
#include "proofs/goals/linear_instances.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <stdexcept>

namespace bouton::unit {
namespace {

using namespace kernel;
using proofs::find_tree;
using proofs::FoundTree;
using proofs::GroundFormula;
using proofs::linear_instances;
using proofs::Search;

constexpr unsigned kEffort = 4000000;

std::vector<FormulaPtr> entries_of(const std::vector<GroundFormula>& formulas, const FoundTree& found) {
    std::vector<FormulaPtr> known;
    for (const std::size_t i : found.used) add_entries(formulas.at(i).formula, known);
    return known;
}

std::size_t count(const Tree& tree, Tree::Kind kind) {
    std::size_t n = tree.kind == kind;
    for (const Tree& inner : tree.cases) n += count(inner, kind);
    return n;
}

class CaseTree : public testing::Test {
  protected:
    Terms terms;
    Poly x = terms.variable("x"), y = terms.variable("y"), z = terms.variable("z"), w = terms.variable("w");
    std::vector<GroundFormula> formulas;
    FoundTree found;

    static Poly n(const Integer& value) { return constant(value); }
    Search search() { return find_tree(formulas, kEffort, Watch(), found); }
    std::string check(const Tree& tree) { return check_tree(tree, entries_of(formulas, found), Watch()); }

    void expect_found(const std::vector<FormulaPtr>& list) {
        formulas.clear();
        for (const FormulaPtr& f : list) formulas.push_back({f, false});
        ASSERT_EQ(search(), Search::found);
        EXPECT_EQ(check(found.tree), "");
        for (std::size_t i = 1; i < found.used.size(); ++i) EXPECT_LT(found.used[i - 1], found.used[i]);
    }
    void expect_satisfiable(const std::vector<FormulaPtr>& list) {
        formulas.clear();
        for (const FormulaPtr& f : list) formulas.push_back({f, formulas.size() % 2 == 1});
        EXPECT_EQ(search(), Search::satisfiable);
    }
};

// ---- contradictions

TEST_F(CaseTree, LinearContradictionsAreOneLeaf) {
    expect_found({at_most(x, y), at_most(n(0), w), less(y, z), at_most(z, x)});
    EXPECT_EQ(found.used, (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_EQ(found.tree.kind, Tree::Kind::leaf);
    expect_found({equal(x, y + n(1)), equal(Integer(2) * y, Integer(2) * x)});
    EXPECT_EQ(found.tree.kind, Tree::Kind::leaf);
}

TEST_F(CaseTree, FalsityIsASplitWithoutCases) {
    expect_found({at_most(x, y), falsity()});
    EXPECT_EQ(found.used, std::vector<std::size_t>{1});
    EXPECT_EQ(found.tree.kind, Tree::Kind::split);
    EXPECT_TRUE(found.tree.cases.empty());
}

TEST_F(CaseTree, ParityNeedsACut) {
    expect_found({equal(Integer(2) * x, Integer(2) * y + n(1))});
    EXPECT_EQ(count(found.tree, Tree::Kind::cut), 1u);
    // x + y even, x - y odd.
    expect_found({equal(x + y, Integer(2) * z), equal(x - y, Integer(2) * w + n(1))});
    EXPECT_GE(count(found.tree, Tree::Kind::cut), 1u);
    // 1 <= 3x <= 2, and the same about a sum.
    expect_found({at_most(n(1), Integer(3) * x), at_most(Integer(3) * x, n(2))});
    expect_found({at_most(Integer(7) * y + n(1), Integer(3) * x - Integer(4) * y),
                  at_most(Integer(3) * x, Integer(11) * y + n(2)), equal(y, Integer(3) * z)});
    expect_found({equal(Integer(6) * x + Integer(10) * y + Integer(15) * z, Integer(30) * w + n(1)),
                  equal(x, Integer(5) * w), equal(y, Integer(3) * w)});
    EXPECT_GE(count(found.tree, Tree::Kind::cut), 1u);
}

TEST_F(CaseTree, SeveralCutsForOneLeaf) {
    // Three numbers of at least 1/2 whose sum is at most 2: rounding one of them is not enough.
    expect_found({at_most(n(1), Integer(2) * x), at_most(n(1), Integer(2) * y), at_most(n(1), Integer(2) * z),
                  at_most(x + y + z, n(2))});
    EXPECT_GE(count(found.tree, Tree::Kind::cut), 2u);
}

TEST_F(CaseTree, DisjunctionsAreSplit) {
    expect_found({either({at_most(x, n(0)), at_most(n(5), x)}), at_most(n(1), x), at_most(x, n(4))});
    EXPECT_EQ(found.tree.kind, Tree::Kind::split);
    EXPECT_EQ(count(found.tree, Tree::Kind::leaf), 2u);
    // Nested: (a and (b or c)) or d.
    const FormulaPtr nested =
        either({both({at_most(x, y), either({at_most(y, z), both({at_most(y, w), at_most(w, z)})})}), less(x, z)});
    expect_found({nested, less(z, x)});
    EXPECT_EQ(count(found.tree, Tree::Kind::leaf), 3u);
}

TEST_F(CaseTree, ASplitThatIsNotNeededIsLeftOut) {
    expect_found({either({at_most(x, n(0)), at_most(n(5), x)}), at_most(y, x), less(x, y)});
    EXPECT_EQ(found.tree.kind, Tree::Kind::leaf);
    EXPECT_EQ(found.used, (std::vector<std::size_t>{1, 2}));
}

TEST_F(CaseTree, NotZeroIsTwoCases) {
    expect_found({not_equal(x, y), at_most(x, y), at_most(y, x)});
    EXPECT_EQ(found.tree.cases.size(), 2u);
    // Four pigeons and three holes.
    std::vector<FormulaPtr> list;
    const std::vector<Poly> pigeons{x, y, z, w};
    for (std::size_t i = 0; i < pigeons.size(); ++i) {
        list.push_back(both({at_most(n(1), pigeons[i]), at_most(pigeons[i], n(3))}));
        for (std::size_t j = 0; j < i; ++j) list.push_back(not_equal(pigeons[i], pigeons[j]));
    }
    expect_found(list);
    EXPECT_EQ(found.used.size(), list.size());
}

TEST_F(CaseTree, LargeNumbers) {
    const Integer big("123456789012345678901234567890");
    expect_found({equal(big * x, y), equal(y, big * z + n(1))});
    EXPECT_EQ(count(found.tree, Tree::Kind::cut), 1u);
    expect_found({at_most(n(big), x), at_most(x + y, n(big - 1)), at_most(n(0), y)});
    EXPECT_EQ(found.tree.kind, Tree::Kind::leaf);
}

TEST_F(CaseTree, ProductsAndCallsAreUnknowns) {
    const Poly g = terms.call("G", {x + y});
    expect_found({at_most(x * y, g), less(g, x * y)});
    expect_satisfiable({equal(x, n(2)), equal(y, n(3)), equal(x * y, n(7))});
}

TEST_F(CaseTree, QuantifiersSayNothing) {
    const AtomId v = terms.new_variable("v");
    expect_satisfiable({for_all({v}, less(Terms::of(v), n(0))), at_most(n(0), x)});
    const FormulaPtr with = either({both({for_all({v}, less(Terms::of(v), x)), less(x, n(0))}), less(x, y)});
    expect_found({with, at_most(n(0), x), at_most(y, x)});
}

TEST_F(CaseTree, WhatCanHoldIsNotRefuted) {
    expect_satisfiable({});
    expect_satisfiable({truth()});
    expect_satisfiable({at_most(x, y), either({less(y, x), equal(z, n(3))})});
    expect_satisfiable({equal(Integer(2) * x, Integer(3) * y), not_equal(x, n(0))});
}

TEST_F(CaseTree, TooLittleEffortIsSaid) {
    formulas = {{at_most(x, y), false}, {less(y, x), false}};
    EXPECT_EQ(find_tree(formulas, 1, Watch(), found), Search::gave_up);
}

// ---- random lists

/// Integers from a fixed seed, the same on every machine.
class Dice {
  public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    int roll(int low, int high) { return low + static_cast<int>(engine_() % static_cast<unsigned>(high - low + 1)); }

  private:
    std::mt19937 engine_;
};

using Values = std::map<AtomId, Integer>;

Integer value_of(const Terms& terms, const Poly& p, const Values& values) {
    Integer sum = 0;
    for (const auto& [monomial, c] : p) {
        Integer product = c;
        for (const AtomId atom : monomial) {
            const Atom& a = terms[atom];
            if (a.kind == Atom::Kind::quotient)
                product *=
                    arithmetic::floor_divide(value_of(terms, a.args[0], values), value_of(terms, a.args[1], values));
            else
                product *= values.at(atom);
        }
        sum += product;
    }
    return sum;
}

bool holds(const Terms& terms, const FormulaPtr& f, const Values& values) {
    const auto part_holds = [&](const FormulaPtr& part) { return holds(terms, part, values); };
    switch (f->kind) {
        case Formula::Kind::all: return std::all_of(f->parts.begin(), f->parts.end(), part_holds);
        case Formula::Kind::any: return std::any_of(f->parts.begin(), f->parts.end(), part_holds);
        case Formula::Kind::at_most_zero: return value_of(terms, f->poly, values) <= 0;
        case Formula::Kind::zero: return value_of(terms, f->poly, values) == 0;
        case Formula::Kind::not_zero: return value_of(terms, f->poly, values) != 0;
        default: throw std::logic_error("a quantifier");
    }
}

Poly random_sum(Dice& dice, const std::vector<Poly>& unknowns, int largest) {
    Poly sum = constant(dice.roll(-largest, largest));
    for (const Poly& unknown : unknowns) sum = std::move(sum) + Integer(dice.roll(-largest, largest)) * unknown;
    return sum;
}

FormulaPtr random_formula(Dice& dice, const std::vector<Poly>& unknowns, int depth) {
    const int kind = dice.roll(0, depth > 0 ? 9 : 5);
    if (kind <= 3) return at_most(random_sum(dice, unknowns, 3), {});
    if (kind == 4) return equal(random_sum(dice, unknowns, 3), {});
    if (kind == 5) return not_equal(random_sum(dice, unknowns, 3), {});
    std::vector<FormulaPtr> parts;
    for (int i = dice.roll(2, 3); i > 0; --i) parts.push_back(random_formula(dice, unknowns, depth - 1));
    return kind <= 7 ? either(parts) : both(parts);
}

/// In a box everything can be counted: the answer is known.
TEST_F(CaseTree, RandomListsInABoxAgreeWithCounting) {
    Dice dice(1901);
    const std::vector<Poly> unknowns{x, y, z};
    int refuted = 0, satisfiable = 0, gave_up = 0;
    for (int round = 0; round < 300; ++round) {
        formulas.clear();
        for (const Poly& u : unknowns) formulas.push_back({both({at_most(n(-2), u), at_most(u, n(2))}), false});
        for (int i = dice.roll(2, 7); i > 0; --i)
            formulas.push_back({random_formula(dice, unknowns, 2), dice.roll(0, 1) == 1});
        bool can_hold = false;
        for (int i = 0; i < 125 && !can_hold; ++i) {
            const Values values{{x.begin()->first[0], i % 5 - 2},
                                {y.begin()->first[0], i / 5 % 5 - 2},
                                {z.begin()->first[0], i / 25 - 2}};
            can_hold = true;
            for (const GroundFormula& f : formulas) can_hold = can_hold && holds(terms, f.formula, values);
        }
        switch (search()) {
            case Search::found:
                EXPECT_FALSE(can_hold);
                EXPECT_EQ(check(found.tree), "");
                ++refuted;
                break;
            case Search::satisfiable:
                EXPECT_TRUE(can_hold);
                ++satisfiable;
                break;
            case Search::gave_up: ++gave_up; break;
        }
    }
    EXPECT_GE(refuted, 60);
    EXPECT_GE(satisfiable, 60);
    EXPECT_LE(gave_up, 6);  // cuts with other divisors than are tried
}

/// A contradiction that is planted: inequalities whose sum is 1 <= 0, some hidden in a clause with another that is refuted too.
TEST_F(CaseTree, PlantedContradictionsAreFound) {
    Dice dice(7);
    std::vector<Poly> unknowns;
    for (int i = 0; i < 8; ++i) unknowns.push_back(terms.variable("u"));
    for (int round = 0; round < 60; ++round) {
        formulas.clear();
        const int size = dice.roll(2, 7);
        Poly sum;
        std::vector<Poly> parts;
        for (int i = 0; i < size; ++i) {
            parts.push_back(random_sum(dice, unknowns, 1000));
            sum = std::move(sum) + Integer(dice.roll(1, 9)) * parts.back();
        }
        parts.push_back(constant(dice.roll(1, 5)) - sum);
        for (const Poly& part : parts) {
            FormulaPtr f = at_most(part, {});
            const Poly other = random_sum(dice, unknowns, 1000);
            if (dice.roll(0, 1)) {
                f = either({f, at_most(other, {})});
                formulas.push_back({less({}, other), false});
            }
            formulas.push_back({f, dice.roll(0, 1) == 1});
            formulas.push_back({at_most(random_sum(dice, unknowns, 3), unknowns[0] * unknowns[1]), true});
        }
        ASSERT_EQ(search(), Search::found) << round;
        EXPECT_EQ(check(found.tree), "");
    }
}

// ---- changed trees

TEST_F(CaseTree, ChangedTreesAreRejected) {
    expect_found({either({at_most(x, n(0)), at_most(n(5), x)}), at_most(n(2), Integer(2) * x), at_most(x, n(4))});
    const Tree good = found.tree;
    ASSERT_EQ(good.kind, Tree::Kind::split);
    ASSERT_EQ(good.cases.size(), 2u);
    Tree bad = good;
    bad.cases.pop_back();
    EXPECT_EQ(check(bad), "entry 0 has 2 cases, the tree 1");
    bad = good;
    std::swap(bad.cases[0], bad.cases[1]);
    EXPECT_EQ(check(bad), "a leaf whose sum is no contradiction");
    bad = good;
    bad.entry = 1;
    EXPECT_EQ(check(bad), "entry 1 has no cases");
    bad.entry = 3;
    EXPECT_EQ(check(bad), "there is no entry 3");
    for (std::size_t which = 0; which < 2; ++which)
        for (std::size_t i = 0; i < good.cases[which].sum.size(); ++i) {
            bad = good;
            bad.cases[which].sum[i].second += 1;
            EXPECT_EQ(check(bad), "a leaf whose sum is no contradiction");
            bad.cases[which].sum[i].second = -1;
            EXPECT_NE(check(bad).find("with a negative multiplier"), std::string::npos);
            bad = good;
            bad.cases[which].sum[i].first = 99;
            EXPECT_EQ(check(bad), "there is no entry 99");
            bad.cases[which].sum[i].first = 0;
            EXPECT_EQ(check(bad), "entry 0 is no inequality and no equation");
            bad = good;
            bad.cases[which].sum.erase(bad.cases[which].sum.begin() + static_cast<long>(i));
            EXPECT_EQ(check(bad), "a leaf whose sum is no contradiction");
        }
    EXPECT_EQ(check(Tree{}), "a leaf whose sum is no contradiction");
}

TEST_F(CaseTree, ChangedCutsAreRejected) {
    expect_found({equal(Integer(2) * x, Integer(2) * y + n(1))});
    const Tree good = found.tree;
    ASSERT_EQ(good.kind, Tree::Kind::cut);
    Tree bad = good;
    bad.divisor = 3;
    EXPECT_EQ(check(bad), "a division that leaves a remainder");
    bad.divisor = 0;
    EXPECT_EQ(check(bad), "a division by a number that is not positive");
    bad.divisor = -2;
    EXPECT_EQ(check(bad), "a division by a number that is not positive");
    bad.divisor = 1;
    EXPECT_EQ(check(bad), "a leaf whose sum is no contradiction");
    bad = good;
    bad.cases.clear();
    EXPECT_EQ(check(bad), "a cut goes on with one tree");
    bad = good.cases[0];
    EXPECT_EQ(check(bad), "there is no entry 1");
}

// ---- instances of quantifiers

/// The formula for all v in a range that is large for these numbers, against the instances; the other unknowns in a box.
void compare_instances(Terms& terms, const std::vector<Poly>& bound, const FormulaPtr& matrix,
                       const std::vector<Poly>& others) {
    std::vector<AtomId> vs;
    for (const Poly& v : bound) vs.push_back(v.begin()->first[0]);
    const auto instances = linear_instances(terms, vs, matrix, 200);
    ASSERT_LT(instances.size(), 200u);
    std::vector<FormulaPtr> ground;
    for (const Substitution& s : instances) {
        for (const AtomId v : vs) ASSERT_TRUE(s.contains(v));
        ground.push_back(terms.substitute(matrix, s));
        for (const AtomId v : terms.variables(ground.back()))
            ASSERT_EQ(std::count(vs.begin(), vs.end(), v), 0) << terms.text(matrix);
    }
    const int range = bound.size() == 1 ? 60 : 11;
    for (int a = -3; a <= 3; ++a)
        for (int b = -3; b <= 3; ++b) {
            Values values{{others[0].begin()->first[0], a}, {others[1].begin()->first[0], b}};
            const bool all_instances =
                std::all_of(ground.begin(), ground.end(), [&](const FormulaPtr& f) { return holds(terms, f, values); });
            bool all_values = true;
            const std::function<void(std::size_t)> try_values = [&](std::size_t i) {
                if (i == vs.size()) {
                    all_values = holds(terms, matrix, values);
                    return;
                }
                for (int v = -range; v <= range && all_values; ++v) {
                    values[vs[i]] = v;
                    try_values(i + 1);
                }
            };
            try_values(0);
            EXPECT_EQ(all_instances, all_values) << terms.text(matrix) << " at " << a << ", " << b;
        }
}

TEST(LinearInstances, EquationsAndBounds) {
    Terms terms;
    const Poly v = terms.variable("v"), a = terms.variable("a"), b = terms.variable("b");
    const AtomId id = v.begin()->first[0];
    // Not (v = a and v <= b): one instance.
    const auto one = linear_instances(terms, {id}, either({not_equal(v, a), less(b, v)}), 10);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].at(id), a);
    // Not (a <= 3v and v <= b): v = ceil(a / 3).
    const auto bound = linear_instances(terms, {id}, either({less(Integer(3) * v, a), less(b, v)}), 10);
    ASSERT_EQ(bound.size(), 1u);
    EXPECT_EQ(bound[0].at(id), Integer(-1) * terms.quotient(Integer(-1) * a, constant(3)));
    // Only from above.
    const auto upper = linear_instances(terms, {id}, less(b, v), 10);
    ASSERT_EQ(upper.size(), 1u);
    EXPECT_EQ(upper[0].at(id), b);
    EXPECT_EQ(linear_instances(terms, {id}, truth(), 10).size(), 0u);
    EXPECT_EQ(linear_instances(terms, {id}, either({less(v, a), less(v, b)}), 1).size(), 1u);
}

TEST(LinearInstances, QuotientsByNumbers) {
    Terms terms;
    const Poly v = terms.variable("v"), a = terms.variable("a"), b = terms.variable("b");
    const Poly half = terms.quotient(v + a, constant(2));
    compare_instances(terms, {v}, either({not_equal(half, b), less(v, constant(1))}), {a, b});
    compare_instances(terms, {v}, either({less(half + v, b), less(a, v)}), {a, b});
    const Poly third = terms.quotient(Integer(2) * v, constant(3));
    compare_instances(terms, {v}, either({less(third, b), less(a, half)}), {a, b});
}

TEST(LinearInstances, RandomMatricesOfOneVariable) {
    Dice dice(1902);
    Terms terms;
    const Poly v = terms.variable("v"), a = terms.variable("a"), b = terms.variable("b");
    for (int round = 0; round < 250; ++round) compare_instances(terms, {v}, random_formula(dice, {v, a, b}, 2), {a, b});
}

TEST(LinearInstances, RandomMatricesOfTwoVariables) {
    Dice dice(1903);
    Terms terms;
    const Poly v = terms.variable("v"), u = terms.variable("u"), a = terms.variable("a"), b = terms.variable("b");
    for (int round = 0; round < 15; ++round) {
        // Bounded, as the variables of a claim are: then a range that is large for these numbers shows everything.
        const FormulaPtr inside = both({at_most({}, v), at_most(v, a + constant(6)), at_most({}, u), at_most(u, v)});
        compare_instances(terms, {v, u}, either({negated(inside), random_formula(dice, {v, u, a, b}, 1)}), {a, b});
    }
}

}  // namespace
}  // namespace bouton::unit
