// Periods of sequences: G(n + period) = G(n) + saltus for all n >= preperiod.
//
// The least ones. Let G(n + p) = G(n) + s for n >= m. If p' and s' do the same from some n on, so do p - p' and s - s', hence the greatest
// common divisor: the least period divides p, and it is found by trying p/q for the primes q. A preperiod for one period is one for all (go
// up by multiples of p until both hold), so the least one is found by walking back from any, one number at a time.
//
// What must be compared so that a period is certain depends on the game: engines/splits/period.hpp, proofs/windows. check/windows has code
// of its own for all this, on purpose.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace bouton {

struct Period {
    std::int64_t preperiod = 0, period = 0, saltus = 0;
};

/// The number below preperiod + period that n >= 0 is alike, but for a multiple of the saltus.
template <class N> N folded(const N& n, const N& preperiod, const N& period) {
    return n < preperiod ? n : N(preperiod + (n - preperiod) % period);
}

/// The value at any n >= 0; `values` covers preperiod + period of them.
template <class N> N value_at(const std::vector<std::int64_t>& values, const Period& law, const N& n) {
    const N first = folded(n, N(law.preperiod), N(law.period));
    return values[static_cast<std::size_t>(first)] + (n - first) / law.period * law.saltus;
}

/// The least p >= 1 such that the last `length` >= 1 of `count` values equal those p earlier, by the method of Knuth, Morris and Pratt on the
/// values read backwards. Time and memory: count, length.
template <class T> std::optional<std::int64_t> repeats(const T* values, std::int64_t count, std::int64_t length) {
    const auto text = [&](std::int64_t i) { return values[count - 1 - i]; };
    std::vector<std::int64_t> border(static_cast<std::size_t>(length) + 1, 0);
    border[0] = -1;
    std::int64_t matched = 0;
    for (std::int64_t i = 1; i < count; ++i) {
        while (matched >= 0 && text(matched) != text(i)) matched = border[static_cast<std::size_t>(matched)];
        if (++matched == length) return i + 1 - length;
        if (i < length) border[static_cast<std::size_t>(i) + 1] = matched;
    }
    return std::nullopt;
}

/// Where the equality G(n + p) = G(n) + s that is known for the last `length` of `count` values begins.
template <class T>
Period walked_back(const T* values, std::int64_t count, std::int64_t length, std::int64_t p, std::int64_t saltus = 0) {
    Period law{count - p - length, p, saltus};
    const auto at = [&](std::int64_t n) { return static_cast<std::int64_t>(values[n]); };
    while (law.preperiod > 0 && at(law.preperiod - 1 + p) == at(law.preperiod - 1) + saltus) --law.preperiod;
    return law;
}

/// The least period and preperiod of a sequence that follows the law for ever; `values` as above.
Period least(const std::vector<std::int64_t>& values, Period law);

}  // namespace bouton
