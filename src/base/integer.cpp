#include "base/integer.hpp"

#include "base/error.hpp"
#include "base/watch.hpp"

#include <bit>
#include <cstdlib>
#include <limits>
#include <new>
#include <numeric>

namespace bouton {

namespace {
constexpr std::size_t kMostBits = std::size_t{1} << 26;  // numbers of about 20 million digits; larger ones are refused
const Integer kMost = std::numeric_limits<std::int64_t>::max();
const Integer kLeast = std::numeric_limits<std::int64_t>::min();
}  // namespace

bool fits(const Integer& value) { return kLeast <= value && value <= kMost; }

std::int64_t clamp(const Integer& value) {
    if (value > kMost) return std::numeric_limits<std::int64_t>::max();
    if (value < kLeast) return std::numeric_limits<std::int64_t>::min();
    return value.convert_to<std::int64_t>();
}

#ifdef BOUTON_GMP
void throw_when_memory_ends() {
    static const auto check = [](void* memory) {
        if (!memory) throw std::bad_alloc();
        return memory;
    };
    mp_set_memory_functions([](std::size_t size) { return check(std::malloc(size)); },
                            [](void* old, std::size_t, std::size_t size) { return check(std::realloc(old, size)); },
                            [](void* memory, std::size_t) { std::free(memory); });
}
#else
void throw_when_memory_ends() {}
#endif

std::string to_text(const Integer& value) {
    std::string text = value.str();
    constexpr std::size_t most = 60;
    if (text.size() <= most) return text;
    return text.substr(0, 20) + "..." + text.substr(text.size() - 10) + " (" + std::to_string(text.size()) + " digits)";
}

Integer integer_from(std::string_view text) {
    const bool negative = text.starts_with("-");
    if (negative) text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));  // 010 is ten, not eight
    const Integer value{std::string(text)};
    return negative ? Integer(-value) : value;
}

namespace arithmetic {

std::int64_t add(std::int64_t a, std::int64_t b) {
    std::int64_t result;
    if (__builtin_add_overflow(a, b, &result)) throw Overflow{};
    return result;
}

std::int64_t subtract(std::int64_t a, std::int64_t b) {
    std::int64_t result;
    if (__builtin_sub_overflow(a, b, &result)) throw Overflow{};
    return result;
}

std::int64_t multiply(std::int64_t a, std::int64_t b) {
    std::int64_t result;
    if (__builtin_mul_overflow(a, b, &result)) throw Overflow{};
    return result;
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    if (exponent > 64 && (base > 1 || base < -1)) throw Overflow{};
    if (base == 1 || exponent == 0) return 1;
    if (base == 0) return 0;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    std::int64_t result = 1;
    for (std::int64_t i = 0; i < exponent; ++i) result = multiply(result, base);
    return result;
}

std::int64_t root(std::int64_t a) {
    auto guess = static_cast<std::int64_t>(std::sqrt(static_cast<double>(a)));
    guess = std::min<std::int64_t>(guess, 3037000499);  // floor(sqrt(2^63 - 1))
    while (guess * guess > a) --guess;
    while (guess < 3037000499 && (guess + 1) * (guess + 1) <= a) ++guess;
    return guess;
}

std::int64_t logarithm(std::int64_t a) { return std::bit_width(static_cast<std::uint64_t>(a)) - 1; }
std::int64_t bit_xor(std::int64_t a, std::int64_t b) { return a ^ b; }
std::int64_t ones(std::int64_t a) { return std::popcount(static_cast<std::uint64_t>(a)); }

std::int64_t twos(std::int64_t a) { return std::countr_zero(static_cast<std::uint64_t>(a)); }

std::int64_t gcd(std::int64_t a, std::int64_t b) {
    if (a == std::numeric_limits<std::int64_t>::min() || b == std::numeric_limits<std::int64_t>::min())
        throw Overflow{};
    return std::gcd(a, b);
}

Integer add(const Integer& a, const Integer& b) { return a + b; }
Integer subtract(const Integer& a, const Integer& b) { return a - b; }

Integer multiply(const Integer& a, const Integer& b) {
    if (a != 0 && b != 0 && msb(Integer(abs(a))) + msb(Integer(abs(b))) > kMostBits) throw too_large_number();
    return a * b;
}

Integer power(const Integer& base, const Integer& exponent) {
    if (base == 1 || exponent == 0) return 1;
    if (base == 0) return 0;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    const Integer bits = (msb(Integer(abs(base))) + 1) * exponent;
    if (bits > kMostBits) throw too_large_number();
    return pow(base, exponent.convert_to<unsigned>());
}

Integer root(const Integer& a) { return sqrt(a); }
Integer logarithm(const Integer& a) { return msb(a); }
Integer bit_xor(const Integer& a, const Integer& b) { return a ^ b; }

#ifdef BOUTON_GMP
Integer ones(const Integer& a) { return mpz_popcount(a.backend().data()); }
#else
Integer ones(const Integer& a) {
    std::uint64_t count = 0;
    for (unsigned i = 0; i < a.backend().size(); ++i)
        count += static_cast<std::uint64_t>(std::popcount(a.backend().limbs()[i]));
    return count;
}
#endif

Integer twos(const Integer& a) { return static_cast<std::uint64_t>(lsb(a)); }
Integer gcd(const Integer& a, const Integer& b) { return boost::multiprecision::gcd(a, b); }

}  // namespace arithmetic
}  // namespace bouton

namespace bouton {

namespace {

/// Calls visit(index, next) for the Zeckendorf summands of n, largest first; index 0 is 1, index 1 is 2, and `next` is the
/// Fibonacci number after the summand. Up beyond n and down again: two numbers are kept, not all of them.
template <class Visit> void for_each_summand(Integer n, Visit visit) {
    Steps steps;
    const std::uint64_t cost = 8 + (n == 0 ? 0 : msb(n) / 64);
    Integer number = 1, next = 2;
    std::uint64_t index = 0;
    for (; next <= n; ++index) {
        steps.tick(cost);
        number.swap(next);
        next += number;
    }
    for (; n != 0; --index) {
        steps.tick(cost);
        if (number <= n) {
            n -= number;
            visit(index, next);
        }
        next -= number;  // the one before
        number.swap(next);
    }
}

}  // namespace

Integer fibonacci_shift(const Integer& n) {
    Integer result = 0;
    for_each_summand(n, [&](std::uint64_t, const Integer& next) { result += next; });
    return result;
}

std::uint64_t fibonacci_zeros(const Integer& n) {
    std::uint64_t least = 0;
    for_each_summand(n, [&](std::uint64_t index, const Integer&) { least = index; });
    return least;
}

}  // namespace bouton
