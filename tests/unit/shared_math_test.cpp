// What base/ has for everybody, each against the definition on small random cases: periods of sequences, linear forms, systems that have
// no solution. And the words of a command line.
#include "answers/words.hpp"
#include "base/linear_system.hpp"
#include "base/period.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {
namespace {

using Sequence = std::vector<std::int64_t>;

TEST(SharedPeriods, RepeatsIsTheLeastShift) {
    Random random(1);
    int found = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        const std::int64_t count = random.between(2, 24), length = random.between(1, count - 1);
        Sequence values;
        for (std::int64_t n = 0; n < count; ++n) values.push_back(random.between(0, 1));
        std::optional<std::int64_t> expected;
        for (std::int64_t p = 1; p + length <= count && !expected; ++p)
            if (std::equal(values.end() - length, values.end(), values.end() - length - p)) expected = p;
        found += expected.has_value();
        ASSERT_EQ(repeats(values.data(), count, length), expected) << "trial " << trial;
    }
    EXPECT_GT(found, 1000);
}

TEST(SharedPeriods, LeastIsFoundFromAnyMultiple) {
    Random random(2);
    for (int trial = 0; trial < 2000; ++trial) {
        const Period law{random.between(0, 5), random.between(1, 12), random.between(-2, 3)};
        Sequence first;
        for (std::int64_t n = 0; n < law.preperiod + law.period; ++n) first.push_back(random.between(0, 1));
        Sequence values;
        for (std::int64_t n = 0; n < 200; ++n) values.push_back(value_at(first, law, n));
        const auto follows = [&](const Period& p) {
            for (std::int64_t n = p.preperiod; n + p.period < 200; ++n)
                if (values[static_cast<std::size_t>(n + p.period)] != values[static_cast<std::size_t>(n)] + p.saltus)
                    return false;
            return true;
        };
        ASSERT_TRUE(follows(law));
        const std::int64_t times = random.between(1, 3);
        const Period shown =
            least(values, {law.preperiod + random.between(0, 4), times * law.period, times * law.saltus});
        ASSERT_TRUE(follows(shown)) << "trial " << trial;
        if (shown.preperiod > 0) {
            ASSERT_FALSE(follows({shown.preperiod - 1, shown.period, shown.saltus})) << "trial " << trial;
        }
        for (std::int64_t p = 1; p < shown.period; ++p) {
            const std::int64_t s = values[static_cast<std::size_t>(60 + p)] - values[60];
            ASSERT_FALSE(follows({60, p, s})) << "trial " << trial << ", period " << p;
        }
        const Integer far = pow(Integer(10), 30) + random.between(0, 1000), round = law.period;
        ASSERT_EQ(value_at(first, law, far), value_at(first, law, Integer(far - round)) + law.saltus);
    }
}

TEST(SharedForms, StandForTheirValues) {
    Random random(3);
    using Form = LinearForm<int, std::int64_t>;
    const auto form = [&] {
        Form f;
        for (int v = 0; v < 4; ++v)
            if (const std::int64_t a = random.between(-3, 3)) f.terms[v] = a;
        f.constant = random.between(-9, 9);
        return f;
    };
    for (int trial = 0; trial < 2000; ++trial) {
        Sequence at;
        for (int v = 0; v < 4; ++v) at.push_back(random.between(-5, 5));
        const auto value = [&](const Form& f) {
            std::int64_t sum = f.constant;
            for (const auto& [v, a] : f.terms) {
                EXPECT_NE(a, 0);
                sum += a * at[static_cast<std::size_t>(v)];
            }
            return sum;
        };
        const Form a = form(), b = form();
        const std::int64_t times = random.between(-3, 3);
        Form sum = a;
        sum.add(b, times);
        ASSERT_EQ(value(sum), value(a) + times * value(b));
        Form equation = b;
        equation.terms[2] = random.chance(50) ? 1 : -1;
        const Form solved = equation.solved_for(2);
        Form replaced = a;
        replaced.replace(2, solved);
        ASSERT_FALSE(replaced.terms.contains(2));
        at[2] = value(solved);
        ASSERT_EQ(value(equation), 0);
        ASSERT_EQ(value(replaced), value(a));
        if (a.is_constant()) continue;
        Form divided = a;
        divided.divide(a.content());
        ASSERT_EQ(divided.content(), 1);
        ASSERT_EQ(value(divided) <= 0, value(a) <= 0);
    }
}

TEST(SharedSystems, ContradictionsHaveNoSolution) {
    Random random(4);
    int contradictions = 0, solvable = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        System system;
        std::vector<System::Form> forms;
        for (int v = 0; v < 2; ++v) {
            system.add_variable();
            forms.push_back({{{v, 1}}, -4});
            forms.push_back({{{v, -1}}, -3});
        }
        for (std::int64_t i = random.between(1, 4); i > 0; --i) {
            System::Form f;
            for (int v = 0; v < 2; ++v)
                if (const std::int64_t a = random.between(-3, 3)) f.terms[v] = a;
            f.constant = random.between(-8, 8);
            forms.push_back(f);
        }
        for (const auto& f : forms) system.at_most_zero(f);
        bool exists = false;
        for (std::int64_t x = -3; x <= 4; ++x)
            for (std::int64_t y = -3; y <= 4; ++y)
                exists = exists || std::all_of(forms.begin(), forms.end(), [&](const auto& f) {
                             return f.of(0) * x + f.of(1) * y + f.constant <= 0;
                         });
        const bool contradictory = system.contradictory();
        ASSERT_FALSE(exists && contradictory) << "trial " << trial;
        contradictions += contradictory;
        solvable += exists;
    }
    EXPECT_GT(contradictions, 300);
    EXPECT_GT(solvable, 300);
}

TEST(SharedWords, GameArgumentsAndPosition) {
    const auto [request, coordinates] = read_words({"maximum-nim(f=floor(x/2), moves=2,5)", "7", "k=3", "8"});
    EXPECT_EQ(request.game, "maximum-nim");
    const std::vector<std::pair<std::string, std::string>> arguments{{"f", "floor(x/2)"}, {"moves", "2,5"}, {"k", "3"}};
    EXPECT_EQ(request.arguments, arguments);
    EXPECT_EQ(coordinates, (std::vector<std::string>{"7", "8"}));
    EXPECT_EQ(split_words("  nim  (3, 5) f={a b}c "), (std::vector<std::string>{"nim", "(3, 5)", "f={a b}c"}));
}

}  // namespace
}  // namespace bouton::unit
