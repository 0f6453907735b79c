#include "base/nim_product.hpp"

#include "base/watch.hpp"

namespace bouton {

namespace {

/// The same for machine words; both below 2^(2h).
std::uint64_t times(std::uint64_t a, std::uint64_t b, unsigned h) {
    if (a < 2 || b < 2) return a * b;
    const std::uint64_t mask = (std::uint64_t{1} << h) - 1;
    if ((a | b) <= mask) return times(a, b, h / 2);
    const std::uint64_t a1 = a >> h, a0 = a & mask, b1 = b >> h, b0 = b & mask;
    const std::uint64_t low = times(a0, b0, h / 2), high = times(a1, b1, h / 2);
    const std::uint64_t both = times(a1 ^ a0, b1 ^ b0, h / 2);
    return (both ^ low) << h | (low ^ times(high, std::uint64_t{1} << (h - 1), h / 2));
}

unsigned half_of(const Integer& a) {
    unsigned h = 1;
    while (a > 1 && msb(a) >= 2 * h) h *= 2;
    return h;
}

}  // namespace

Integer nim_times(const Integer& a, const Integer& b) {
    if (a < 2 || b < 2) return a * b;
    const unsigned h = half_of(a < b ? b : a);
    if (h <= 32) return times(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b), h);
    Watch::check_current();
    const Integer mask = (Integer(1) << h) - 1;
    const Integer a1 = a >> h, a0 = a & mask, b1 = b >> h, b0 = b & mask;
    const Integer low = nim_times(a0, b0), high = nim_times(a1, b1), both = nim_times(a1 ^ a0, b1 ^ b0);
    const Integer top = both ^ low, rest = low ^ nim_times(high, Integer(1) << (h - 1));
    return (top << h) | rest;
}

Integer nim_inverse(const Integer& a) {
    if (a < 2) return a;
    const unsigned h = half_of(a);
    const Integer mask = (Integer(1) << h) - 1;
    const Integer a1 = a >> h, a0 = a & mask, sum = a1 ^ a0;
    const Integer conjugate = (a1 << h) | sum;
    const Integer norm = nim_times(a0, sum) ^ nim_times(nim_times(a1, a1), Integer(1) << (h - 1));
    return nim_times(conjugate, nim_inverse(norm));
}

}  // namespace bouton
