// Integers that never overflow silently.
//
// Every arithmetic rule of the language is written once, as a template over the number type: std::int64_t, whose operations throw
// Overflow, and Integer, which cannot. Callers try the machine type first and fall back to Integer when Overflow arrives.
#pragma once

#ifdef BOUTON_GMP
#include <boost/multiprecision/gmp.hpp>
#else
#include <boost/multiprecision/cpp_int.hpp>
#endif
#include <cstdint>
#include <string>
#include <string_view>

namespace bouton {

// GMP, or Boost's own integers where GMP cannot be had: the same answers, slower once numbers have some hundred digits.
#ifdef BOUTON_GMP
using IntegerBackend = boost::multiprecision::gmp_int;
using RationalBackend = boost::multiprecision::gmp_rational;
#else
using IntegerBackend = boost::multiprecision::cpp_int_backend<>;
using RationalBackend = boost::multiprecision::rational_adaptor<boost::multiprecision::cpp_int_backend<>>;
#endif
using Integer = boost::multiprecision::number<IntegerBackend, boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<RationalBackend, boost::multiprecision::et_off>;

/// A machine integer was too small; never leaves the library.
struct Overflow {};

bool fits(const Integer& value);           // in std::int64_t?
std::int64_t clamp(const Integer& value);  // the nearest std::int64_t
/// Zeckendorf digits: sums of Fibonacci numbers 1, 2, 3, 5, ... no two of them neighbours.
Integer fibonacci_shift(const Integer& n);        // every summand replaced by the next one
std::uint64_t fibonacci_zeros(const Integer& n);  // how many Fibonacci numbers are below the smallest summand of n >= 1

/// For a program: from now on GMP throws std::bad_alloc where it would end the process. (Boost's own integers always do.)
void throw_when_memory_ends();

std::string to_text(const Integer& value);    // decimal; long ones are shortened in the middle
Integer integer_from(std::string_view text);  // decimal digits only

namespace arithmetic {

std::int64_t add(std::int64_t a, std::int64_t b);
std::int64_t subtract(std::int64_t a, std::int64_t b);
std::int64_t multiply(std::int64_t a, std::int64_t b);
std::int64_t power(std::int64_t base, std::int64_t exponent);
std::int64_t root(std::int64_t a);       // floor of the square root, a >= 0
std::int64_t logarithm(std::int64_t a);  // floor of log2, a >= 1
std::int64_t bit_xor(std::int64_t a, std::int64_t b);
std::int64_t ones(std::int64_t a);
std::int64_t twos(std::int64_t a);  // how often 2 divides a >= 1
std::int64_t gcd(std::int64_t a, std::int64_t b);

Integer add(const Integer& a, const Integer& b);
Integer subtract(const Integer& a, const Integer& b);
Integer multiply(const Integer& a, const Integer& b);
Integer power(const Integer& base, const Integer& exponent);  // throws Error when the result would be absurdly large
Integer root(const Integer& a);
Integer logarithm(const Integer& a);
Integer bit_xor(const Integer& a, const Integer& b);
Integer ones(const Integer& a);
Integer twos(const Integer& a);
Integer gcd(const Integer& a, const Integer& b);

/// Rounds towards minus infinity; the divisor is not 0.
template <class N> N floor_divide(const N& a, const N& b) {
    if constexpr (std::is_same_v<N, std::int64_t>) {
        if (b == -1) return subtract(0, a);
    }
    N quotient = a / b;
    N remainder = a % b;
    if (remainder != 0 && ((remainder < 0) != (b < 0))) quotient = quotient - 1;
    return quotient;
}

/// The remainder that goes with floor_divide.
template <class N> N modulo(const N& a, const N& b) {
    if (b == -1) return N(0);
    N remainder = a % b;
    if (remainder != 0 && ((remainder < 0) != (b < 0))) remainder = remainder + b;
    return remainder;
}

}  // namespace arithmetic
}  // namespace bouton
