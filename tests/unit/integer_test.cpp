// Arithmetic on both number types: the machine type either gives what GMP gives or throws Overflow, never anything else; the rounding
// identities hold; and evaluate falls back to GMP by itself.
#include "base/integer.hpp"

#include "lang/evaluate.hpp"
#include "lang/messages.hpp"
#include "unit/support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton::unit {
namespace {

using Machine = std::int64_t;
constexpr Machine kMost = std::numeric_limits<Machine>::max();
constexpr Machine kLeast = std::numeric_limits<Machine>::min();

/// Machine numbers of all sizes, those at the ends among them.
rc::Gen<Machine> machine() {
    return rc::gen::oneOf(
        rc::gen::inRange<Machine>(-20, 21), rc::gen::arbitrary<Machine>(),
        rc::gen::elementOf(std::vector<Machine>{kLeast, kLeast + 1, kMost, kMost - 1, 3037000499, 3037000500}),
        rc::gen::map(rc::gen::inRange(0, 63), [](int bits) { return Machine{1} << bits; }));
}

/// The machine's answer; nothing on overflow.
template <class Run> std::optional<Integer> attempt(Run run) {
    try {
        return Integer(run());
    } catch (const Overflow&) {
        return std::nullopt;
    }
}

/// Overflow exactly if the true value does not fit.
void require_same(const std::optional<Integer>& got, const Integer& exact) {
    RC_ASSERT(got.has_value() == fits(exact));
    if (got) RC_ASSERT(*got == exact);
}

RC_GTEST_PROP(IntegerArithmetic, SumsAndProductsOfBothTypes, ()) {
    namespace a = arithmetic;
    const Machine x = *machine(), y = *machine();
    const Integer p = x, q = y;
    require_same(attempt([&] { return a::add(x, y); }), p + q);
    require_same(attempt([&] { return a::subtract(x, y); }), p - q);
    require_same(attempt([&] { return a::multiply(x, y); }), p * q);
    RC_ASSERT((a::add(p, q) == p + q && a::subtract(p, q) == p - q && a::multiply(p, q) == p * q));
}

RC_GTEST_PROP(IntegerArithmetic, DivisionRoundsDownwards, ()) {
    namespace a = arithmetic;
    const Machine x = *machine(), y = *machine();
    RC_PRE(y != 0);
    const Integer p = x, q = y;
    const Integer quotient = a::floor_divide(p, q), rest = a::modulo(p, q);
    RC_ASSERT(quotient * q + rest == p);
    RC_ASSERT((q > 0 ? (0 <= rest && rest < q) : (q < rest && rest <= 0)));
    require_same(attempt([&] { return a::floor_divide(x, y); }), quotient);
    require_same(attempt([&] { return a::modulo(x, y); }), rest);
}

RC_GTEST_PROP(IntegerArithmetic, DivisionOfHugeNumbers, ()) {
    namespace a = arithmetic;
    const Integer scale = boost::multiprecision::pow(Integer(10), 40u);
    const Integer p = Integer(*machine()) * scale + *machine(), q = Integer(*machine()) * 1000 + 7;
    RC_ASSERT(a::floor_divide(p, q) * q + a::modulo(p, q) == p);
    RC_ASSERT(a::floor_divide(Integer(-p), Integer(-q)) == a::floor_divide(p, q));
}

RC_GTEST_PROP(IntegerArithmetic, Powers, ()) {
    const Machine base = *rc::gen::oneOf(rc::gen::inRange<Machine>(-12, 13), machine());
    const Machine exponent = *rc::gen::inRange<Machine>(0, 90);
    Integer exact = 1;
    for (Machine i = 0; i < exponent; ++i) exact *= base;
    RC_ASSERT(arithmetic::power(Integer(base), Integer(exponent)) == exact);
    require_same(attempt([&] { return arithmetic::power(base, exponent); }), exact);
}

RC_GTEST_PROP(IntegerArithmetic, RootsAndLogarithms, ()) {
    namespace a = arithmetic;
    Machine x = *machine();
    if (x < 0) x = -(x + 1);
    const Integer root = a::root(Integer(x));
    RC_ASSERT((root * root <= x && (root + 1) * (root + 1) > x));
    RC_ASSERT(a::root(x) == root);
    if (x >= 1) {
        const Machine log = a::logarithm(x);
        RC_ASSERT((Integer(1) << static_cast<unsigned>(log) <= x && Integer(1) << static_cast<unsigned>(log + 1) > x));
        RC_ASSERT(a::logarithm(Integer(x)) == log);
    }
    const Integer huge = Integer(x) * x * x + 5, big_root = a::root(huge);
    RC_ASSERT((big_root * big_root <= huge && (big_root + 1) * (big_root + 1) > huge));
}

RC_GTEST_PROP(IntegerArithmetic, BitsAndDivisors, ()) {
    namespace a = arithmetic;
    const Machine x = *rc::gen::inRange<Machine>(0, kMost), y = *rc::gen::inRange<Machine>(0, kMost);
    RC_ASSERT(a::bit_xor(Integer(x), Integer(y)) == a::bit_xor(x, y));
    RC_ASSERT(a::bit_xor(a::bit_xor(x, y), y) == x);
    RC_ASSERT(a::ones(Integer(x)) == a::ones(x));
    RC_ASSERT(a::ones(x) + a::ones(y) == a::ones(x ^ y) + 2 * a::ones(x & y));
    const Machine u = *machine(), v = *machine();
    const Integer divisor = a::gcd(Integer(u), Integer(v));
    RC_ASSERT((divisor >= 0 && (divisor == 0 ? u == 0 && v == 0 : u % divisor == 0 && v % divisor == 0)));
    if (const auto got = attempt([&] { return a::gcd(u, v); })) RC_ASSERT(*got == divisor);
}

TEST(IntegerArithmetic, TheEndsOfTheMachineType) {
    namespace a = arithmetic;
    EXPECT_THROW(a::floor_divide(kLeast, Machine{-1}), Overflow);
    EXPECT_EQ(a::modulo(kLeast, Machine{-1}), 0);
    EXPECT_EQ(a::floor_divide(Integer(kLeast), Integer(-1)), Integer(kMost) + 1);
    EXPECT_THROW(a::subtract(0, kLeast), Overflow);
    EXPECT_THROW(a::gcd(kLeast, 6), Overflow);
    EXPECT_EQ(a::power(-2, 63), kLeast);
    EXPECT_THROW(a::power(2, 63), Overflow);
    EXPECT_EQ(a::power(-1, kMost), -1);
    EXPECT_EQ(a::power(Machine{0}, Machine{0}), 1);
    EXPECT_EQ(a::root(kMost), 3037000499);
}

TEST(IntegerArithmetic, AbsurdlyLargeResultsAreRefused) {
    namespace a = arithmetic;
    const Integer huge = boost::multiprecision::pow(Integer(10), 30u);
    EXPECT_EQ(failure_of([&] { a::power(Integer(2), huge); }).fault, Fault::limit);
    EXPECT_EQ(a::power(Integer(1), huge), 1);
    EXPECT_EQ(a::power(Integer(-1), huge + 1), -1);
    EXPECT_EQ(a::power(Integer(0), huge), 0);
    const Integer large = Integer(1) << 40000000;
    EXPECT_EQ(failure_of([&] { a::multiply(large, large); }).fault, Fault::limit);
}

TEST(IntegerText, DecimalAndBack) {
    EXPECT_EQ(integer_from("0"), 0);
    EXPECT_EQ(integer_from("1000000000000000000000"), Integer(boost::multiprecision::pow(Integer(10), 21u)));
    EXPECT_EQ(to_text(Integer(-5)), "-5");
    EXPECT_EQ(to_text(integer_from(std::string(60, '7'))), std::string(60, '7'));
    EXPECT_EQ(to_text(integer_from("1" + std::string(99, '0'))), "10000000000000000000...0000000000 (100 digits)");
}

TEST(IntegerText, LeadingZerosDoNotMakeOctalNumbers) {
    EXPECT_EQ(integer_from("010"), 10);
    EXPECT_EQ(integer_from("0009"), 9);
}

TEST(IntegerText, Clamping) {
    EXPECT_TRUE(fits(Integer(kMost)) && fits(Integer(kLeast)));
    EXPECT_FALSE(fits(Integer(kMost) + 1) || fits(Integer(kLeast) - 1));
    EXPECT_EQ(clamp(Integer(kMost) + 1), kMost);
    EXPECT_EQ(clamp(Integer(kLeast) - 1), kLeast);
    EXPECT_EQ(clamp(Integer(-7)), -7);
}

// ---- evaluate falls back ----

Expr constant_of(const Integer& value) { return bouton::number(value); }

TEST(Evaluate, FallsBackToLargeNumbers) {
    Frame frame;
    frame.slots = {kMost, kLeast, 100};
    const Expr most = variable(0, "most"), least = variable(1, "least"), hundred = variable(2, "hundred");
    const auto eval = [&](const Expr& e) { return evaluate(e, frame); };
    const Integer p = kMost, q = kLeast;
    EXPECT_EQ(eval(make(Op::power, {constant_of(2), hundred})), Integer(1) << 100);
    EXPECT_EQ(eval(make(Op::multiply, {most, most})), p * p);
    EXPECT_EQ(eval(make(Op::add, {most, constant_of(1)})), p + 1);
    EXPECT_EQ(eval(make(Op::floor_divide, {least, constant_of(-1)})), -q);
    EXPECT_EQ(eval(make(Op::negate, {least})), -q);
    EXPECT_EQ(eval(make(Op::absolute, {least})), -q);
    EXPECT_EQ(eval(make(Op::modulo, {make(Op::power, {constant_of(10), hundred}), constant_of(7)})), 4);
    EXPECT_EQ(eval(make(Op::gcd, {least, least})), -q);
    EXPECT_EQ(eval(make(Op::root, {make(Op::multiply, {most, most})})), p);
    EXPECT_EQ(eval(make(Op::logarithm, {make(Op::power, {constant_of(2), hundred})})), 100);
    EXPECT_EQ(eval(make(Op::digit, {make(Op::power, {constant_of(3), hundred}), constant_of(3), hundred})), 1);
    EXPECT_TRUE(bouton::test(make(Op::less, {most, make(Op::add, {most, most})}), frame));
    EXPECT_EQ(evaluate_clamped(make(Op::multiply, {most, least}), frame), kLeast);
    EXPECT_EQ(evaluate_clamped(make(Op::multiply, {most, most}), frame), kMost);
}

TEST(Evaluate, ColumnSumsOfLargeNumbers) {
    Frame frame;
    frame.slots = {kMost, 1};
    const Expr most = variable(0, "most"), one = variable(1, "one");
    // 63 binary ones: in base 3 that is (3^63 - 1)/2, and twice that for two such numbers
    Integer expected = 1;
    for (int i = 0; i < 63; ++i) expected *= 3;
    EXPECT_EQ(evaluate(make(Op::qsum, {constant_of(3), most}), frame), (expected - 1) / 2);
    EXPECT_EQ(evaluate(make(Op::qsum, {constant_of(3), most, most}), frame), expected - 1);
    EXPECT_EQ(evaluate(make(Op::qsum, {constant_of(3), most, most, most}), frame), 0);
    EXPECT_EQ(evaluate(make(Op::qsum, {constant_of(2), most, one}), frame), Integer(kMost) - 1);
}

TEST(Evaluate, RefusesWhatHasNoValue) {
    Frame frame;
    frame.slots = {0, -1};
    const Expr zero = variable(0, "zero"), minus = variable(1, "minus"), five = constant_of(5);
    const auto message = [&](const Expr& e) { return failure_of([&] { evaluate(e, frame); }).message; };
    EXPECT_EQ(message(make(Op::floor_divide, {five, zero})), messages::division_by_zero().what());
    EXPECT_EQ(message(make(Op::modulo, {five, zero})), messages::division_by_zero().what());
    EXPECT_EQ(message(make(Op::nonzero, {zero})), messages::division_by_zero().what());
    EXPECT_EQ(message(make(Op::power, {five, minus})), messages::negative_exponent(-1).what());
    EXPECT_EQ(message(make(Op::root, {minus})), messages::negative_argument("sqrt", -1).what());
    EXPECT_EQ(message(make(Op::ones, {minus})), messages::negative_argument("ones", -1).what());
    EXPECT_EQ(message(make(Op::bit_xor, {five, minus})), messages::negative_argument("xor", -1).what());
    EXPECT_EQ(message(make(Op::logarithm, {zero})), messages::logarithm_of(0).what());
    EXPECT_EQ(message(make(Op::digit, {five, constant_of(1), zero})), messages::bad_base(1).what());
    EXPECT_EQ(message(make(Op::apply, {five}, "f")), messages::missing_parameter("f").what());
}

/// The prover takes xor to be at least 0, so even the xor of one number must not be negative.
TEST(Evaluate, XorOfOneNegativeNumberIsRefused) {
    Frame frame;
    frame.slots = {-1};
    EXPECT_EQ(failure_of([&] { evaluate(make(Op::bit_xor, {variable(0, "x")}), frame); }).message,
              messages::negative_argument("xor", -1).what());
}

}  // namespace
}  // namespace bouton::unit
