// When the values of a steady game are certain to repeat for ever.
//
// Theorem (after R. K. Guy, C. A. B. Smith 1956, who have two parts and octal codes). Let the rules be steady from heap `from` on, let no
// move take more than k stones (beside those that leave a fixed heap), let j be the largest number of parts and `least` the largest of the
// least parts. If  n0 >= least, p >= 1  and
//       G(n + p) = G(n)   for   n0 <= n < max(D, from),     D = j*n0 + (j-1)*p + k,
// then G(n + p) = G(n) for all n >= n0. If some split into two forbids equal parts, the same holds with D = 2*(n0 + p) + k + 1
// (or the D above, if that is larger).
//
// Proof by induction on n >= max(D, from): let it hold for all smaller numbers from n0 on. The options of n and n + p have the same values:
//   - x - t for t <= k: n - t >= n0, so G(n + p - t) = G(n - t). Fixed heaps are options of both.
//   - A split of n + p into parts with sum n + p - r, r <= k. The largest part c has  c >= (n + p - r)/j >= (D + p - k)/j >= n0 + p,  so
//     that n0 <= c - p < n and G(c) = G(c - p). With c - p in the place of c, which is at least n0 >= least, it is a split of n, of equal
//     value; unless it now has two equal parts a = c - p and these are forbidden. Then  n = 2a + r, so  a >= (D - k)/2 > n0 + p,  and
//     G(a - p) = G(a): the split a - p, c has the sum n - r and the value G(a) xor G(c) too; its parts differ by 2p, and a - p >= least.
//   - A split of n with largest part c >= (n - r)/j >= n0: G(c + p) = G(c) since c < n, and with c + p in the place of c it is a split of
//     n + p; parts that differ by `gap` still do, since c was the largest.
// (A part is smaller than the heap it comes from, so c - p < n and c < n.)
#pragma once

#include "base/period.hpp"
#include "engines/splits/steady.hpp"

#include <cstdint>
#include <optional>

namespace bouton::splits {

/// The numbers of the theorem.
struct Criterion {
    std::int64_t parts = 1, reach = 0, least = 0, from = 0;  // j, k
    bool unequal = false;

    explicit Criterion(const SteadyRules& rules);
    std::int64_t end(std::int64_t n0, std::int64_t p) const;  // D
};

/// A period of all values, as far back as it reaches, if the values of the heaps below `count` make it certain.
/// Time: a look at all values, and mostly less; call it when the table has grown by a constant factor.
template <class T> std::optional<Period> certain_period(const Criterion& needs, const T* values, std::int64_t count);

extern template std::optional<Period> certain_period(const Criterion&, const std::uint16_t*, std::int64_t);
extern template std::optional<Period> certain_period(const Criterion&, const std::uint32_t*, std::int64_t);
extern template std::optional<Period> certain_period(const Criterion&, const std::int64_t*, std::int64_t);

}  // namespace bouton::splits
