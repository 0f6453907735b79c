// The members of { element for ... if ... } inside a box, found by narrowing, against plain enumeration that tries every value of every
// variable in a generous range. Narrowing may only lose what is outside the box. With the box shrunk to a point it decides membership,
// which must say the same.
#include "claims/families.hpp"

#include "lang/elaborator.hpp"
#include "lang/parse.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

#include <set>

namespace bouton::unit {
namespace {

/// A family as written, elaborated in a claim about positions (x) or (x, y), where s is 2.
struct Family {
    Family(const std::string& text, std::size_t dimension) : source{"family", text} {
        lang::Layout layout;
        layout.coordinates = dimension == 1 ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "y"};
        lang::Elaborator elaborator(source);
        elaborator.set_layout(&layout);
        lang::Scope scope;
        const int s = elaborator.new_slot();
        scope.names["s"].meaning = lang::integer_meaning(variable(s, "s"));
        set = elaborator.meaning(lang::parse_term(text, "family"), scope).positions;
        frame.slots.assign(static_cast<std::size_t>(elaborator.slot_count()), 0);
        frame[s] = 2;
    }

    std::set<Position> members(const Box& box) {
        std::set<Position> found;
        for_each_member(set->element, *set->loop, box, frame, nullptr, [&](const Position& position) {
            found.insert(position);
            return true;
        });
        return found;
    }

    lang::Source source;
    Positions set;
    Frame frame;
};

/// Every variable runs through first..last, and everything is tested at the end.
class Plain {
  public:
    Plain(Family& family, const Box& box, std::int64_t first, std::int64_t last)
        : family_(family), box_(box), first_(first), last_(last) {
        choose(0);
    }
    std::set<Position> found;

  private:
    void choose(std::size_t i) {
        const Loop& loop = *family_.set->loop;
        if (i == loop.binders.size()) return test_all();
        const Binder& binder = loop.binders[i];
        for (std::int64_t value = first_; value <= last_; ++value) {
            family_.frame[binder.slots[0]] = value;
            if (allowed(binder, value)) choose(i + 1);
        }
    }

    bool allowed(const Binder& binder, std::int64_t value) {
        if (binder.kind == Binder::Kind::value) return evaluate(binder.lower[0], family_.frame) == value;
        if (binder.kind == Binder::Kind::numbers) return contains(*binder.numbers, value, family_.frame, nullptr);
        for (const Expr& end : binder.lower)
            if (evaluate(end, family_.frame) > value) return false;
        for (const Expr& end : binder.upper)
            if (evaluate(end, family_.frame) < value) return false;
        return true;
    }

    void test_all() {
        for (const Expr& condition : family_.set->loop->conditions)
            if (!bouton::test(condition, family_.frame)) return;
        Position position;
        for (std::size_t i = 0; i < box_.low.size(); ++i) {
            const Integer value = evaluate(family_.set->element[i], family_.frame);
            if (value < box_.low[i] || value > box_.high[i]) return;
            position.push_back(clamp(value));
        }
        found.insert(position);
    }

    Family& family_;
    const Box& box_;
    std::int64_t first_, last_;
};

/// A random family as text. Whatever has no upper bound makes the first coordinate grow.
class Drawer {
  public:
    explicit Drawer(std::uint64_t seed) : random_(seed) {}

    std::string family(std::size_t dimension) {
        std::string bindings, first = small();
        const std::int64_t count = random_.between(1, 3);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::string v(1, static_cast<char>('k' + i));
            bindings += (bindings.empty() ? "" : ", ") + binding(v, first);
            names_.push_back(v);
        }
        std::string text = dimension == 1 ? "{ " + first : "{ (" + first + ", " + any() + ")";
        text += " for " + bindings;
        if (random_.chance(40)) text += " if " + condition();
        return text + " }";
    }

  private:
    std::string number(std::int64_t low, std::int64_t high) { return std::to_string(random_.between(low, high)); }
    std::string small() { return number(0, 3); }
    std::string known() { return names_.empty() ? "s" : random_.pick(names_); }

    std::string binding(const std::string& v, std::string& first) {
        switch (random_.between(0, 7)) {
            case 0: return small() + " <= " + v + " <= " + number(2, 9);
            case 1: return "0 <= " + v + " <= " + known() + " + 3";
            case 2: return known() + " < " + v + " <= 2*" + known() + " + 4";
            case 3: return v + " in {1, 4, 6..8}";
            case 4: return v + " = 2*" + known() + " - 1";
            default: break;
        }
        first += " + " + growing(v);
        return v + random_.word({" >= 1", " > 0", " >= 2"});
    }

    std::string growing(const std::string& v) {
        switch (random_.between(0, 9)) {
            case 0: return "2*" + v;
            case 1: return "2^" + v;
            case 2: return "(2*s + 1)*2^" + v;
            case 3: return "floor((3*" + v + " + 1)/2)";
            case 4: return v + "*" + v;
            case 5: return v + "*(" + known() + "^2 + 1)";
            case 6: return "sum(i + 1 for 1 <= i <= " + v + ")";
            case 7: return "sum(2^i for 0 <= i <= " + v + ")";
            case 8: return "(" + v + " - 1)*(" + v + " + 1)";
            default: return v;
        }
    }

    std::string any() {
        switch (random_.between(0, 8)) {
            case 0: return known() + " - " + small();
            case 1: return number(3, 9) + " - " + known();
            case 2: return known() + " mod 3 + " + known();
            case 3: return "floor(" + known() + "/2) + " + known();
            case 4: return "max(" + known() + ", " + known() + " + 1)";
            case 5: return "2^min(4, abs(" + known() + ")) - " + known();
            case 6: return "abs(" + known() + " - " + known() + "*2)";
            case 7: return "floor(sqrt(" + known() + "^2 + 4))";
            default: return known();
        }
    }

    std::string condition() {
        switch (random_.between(0, 5)) {
            case 0: return known() + " <= " + known() + " + 1";
            case 1: return known() + " mod 2 = 1";
            case 2: return known() + " + " + known() + " = " + number(2, 9);
            case 3: return "2*" + known() + " < 5 + " + known() + " and " + known() + " != 3";
            case 4: return known() + " in {1, 3..5} or " + known() + " = 2";
            default: return "exists 0 <= e <= 1: " + known() + " = 2*e + 1";
        }
    }

    Random random_;
    std::vector<std::string> names_;
};

TEST(Families, NarrowingLosesNothing) {
    std::size_t members = 0, unbounded = 0, refused = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        const std::size_t dimension = seed % 3 == 0 ? 1 : 2;
        const std::string text = Drawer(seed).family(dimension);
        SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text);
        Family family(text, dimension);
        Box limits{Position(dimension, 0), Position(dimension, 13)};
        const auto expected = Plain(family, limits, -10, 40).found;
        std::set<Position> found;
        const Failure failure = failure_of([&] { found = family.members(limits); });
        if (failure.fault) {  // it may give up, but must say so
            ASSERT_NE(failure.message.find("has no bound"), std::string::npos) << failure.message;
            ++refused;
            continue;
        }
        ASSERT_EQ(found, expected);
        for (const Position& position : box(limits.high))
            ASSERT_EQ(!family.members({position, position}).empty(), expected.contains(position)) << to_text(position);
        members += expected.size();
        unbounded += text.find(">") != std::string::npos;
    }
    EXPECT_GT(members, 6000u);
    EXPECT_GT(unbounded, 600u);
    EXPECT_LT(refused, 100u);
}

TEST(Families, TheBoxNeedNotStartAtZero) {
    Family family("{ (2*k - 7, m) for k >= 0, k <= m <= k + 2 }", 2);
    const Box limits{{-3, 3}, {5, 5}};
    EXPECT_EQ(family.members(limits), Plain(family, limits, -10, 40).found);
    EXPECT_EQ(family.members(limits).size(), 8u);
}

TEST(Families, StopsWhenTheVisitorHasSeenEnough) {
    Family family("{ k + m for k >= 0, m >= 0 }", 1);
    int seen = 0;
    for_each_member(family.set->element, *family.set->loop, {{0}, {100}}, family.frame, nullptr,
                    [&](const Position&) { return ++seen < 7; });
    EXPECT_EQ(seen, 7);
}

TEST(Families, UnboundedVariablesAreRefused) {
    Family family("{ (k mod 3, m) for k >= 0, m >= 0 }", 2);
    EXPECT_EQ(failure_of([&] {
                  family.members({{0, 0}, {5, 5}});
              }).message,
              "the variable k has no bound; give it one, as in 0 <= k <= 100, or a bound with `to`");
    // A negative term cancels the growth.
    Family cancelled("{ k - m for k >= 0, m >= 0 }", 1);
    EXPECT_EQ(failure_of([&] { cancelled.members({{0}, {5}}); }).fault, Fault::input);
}

TEST(Families, VariablesBoundedFromAbove) {
    Family family("{ 9 - k for k <= 5 }", 1);
    EXPECT_EQ(family.members({{0}, {7}}), (std::set<Position>{{4}, {5}, {6}, {7}}));
}

TEST(Families, ListsAndTuples) {
    Family point("{ (3, 4) for 1 <= k <= 1 }", 2);
    EXPECT_EQ(point.members({{0, 0}, {9, 9}}), (std::set<Position>{{3, 4}}));
    EXPECT_TRUE(point.members({{0, 0}, {9, 3}}).empty());
}

/// What depends on a variable that has no value yet must not be computed from the value it had before.
TEST(Families, LoopsOverSetsThatDependOnAVariable) {
    for (const char* text : {"{ m + sum(i for i in {1..n}) for 0 <= m <= 1, 0 <= n <= 4 }",
                             "{ max({0..n}) + m for 1 <= m <= 2, 0 <= n <= 3 }",
                             "{ m + count(for i in {1..n}) for 0 <= m <= 1, 0 <= n <= 5 }",
                             "{ m + sum(i for 0 <= i <= 9 if i in {1..n}) for 0 <= m <= 1, 0 <= n <= 4 }"}) {
        SCOPED_TRACE(text);
        Family family(text, 1);
        const Box limits{{0}, {13}};
        const auto expected = Plain(family, limits, 0, 10).found;
        for (Frame& frame = family.frame; std::int64_t & slot : frame.slots) slot = 0;
        EXPECT_EQ(family.members(limits), expected);
        std::set<Position> one_by_one;
        for (const Position& position : box({13}))
            if (!family.members({position, position}).empty()) one_by_one.insert(position);
        EXPECT_EQ(one_by_one, expected);
    }
}

/// Beyond the machine type an end is only known to be large; differences of such ends say nothing.
TEST(Families, DifferencesOfHugeNumbers) {
    Family family("{ 2^n - 2^n + m for 70 <= n <= 71, 0 <= m <= 3 }", 1);
    EXPECT_EQ(family.members({{0}, {10}}), (std::set<Position>{{0}, {1}, {2}, {3}}));
    Family quotient("{ floor(2^n / 2^(n - 2)) + m for 69 <= n <= 70, 0 <= m <= 1 }", 1);
    EXPECT_EQ(quotient.members({{0}, {10}}), (std::set<Position>{{4}, {5}}));
    Family power("{ 2^n for n >= 0 }", 1);
    EXPECT_EQ(power.members({{0}, {std::numeric_limits<std::int64_t>::max() - 1}}).size(), 63u);
}

}  // namespace
}  // namespace bouton::unit
