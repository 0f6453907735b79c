// Nim multiplication (Conway, On Numbers and Games, chapter 6): with it and the nim-sum the numbers below 2^(2^k) are a field.
//
// Let F = 2^h with h = 1, 2, 4, 8, ..., the least for which both factors are below F^2. Then F * F = F + F/2 (in nim arithmetic), so for
// a = a1 F + a0 and b = b1 F + b0 three products of the parts and one with F/2 are enough:
//     a b = ((a1 + a0)(b1 + b0) + a0 b0) F + a0 b0 + (a1 b1)(F/2).
// The inverse of a is (a1 F + a1 + a0) / N with the norm N = a0 (a0 + a1) + a1 a1 (F/2), which is below F.
// Time: the square of the number of bits.
#pragma once

#include "base/integer.hpp"

namespace bouton {

Integer nim_times(const Integer& a, const Integer& b);  // natural numbers
Integer nim_inverse(const Integer& a);                  // a >= 1

}  // namespace bouton
