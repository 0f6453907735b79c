// Sets of cells of a row, a bit each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace bouton::regions {

using Bits = std::uint64_t*;
using ConstBits = const std::uint64_t*;

/// Words for `count` cells and one more, which ends every search.
inline std::size_t words_for(std::int64_t count) { return static_cast<std::size_t>(count / 64) + 1; }

inline std::uint64_t from(std::int64_t y) { return ~std::uint64_t{0} << (y & 63); }
inline std::uint64_t up_to(std::int64_t y) { return ~std::uint64_t{0} >> (63 - (y & 63)); }

inline bool contains(ConstBits bits, std::int64_t y) { return bits[y >> 6] >> (y & 63) & 1; }
inline void remove(Bits bits, std::int64_t y) { bits[y >> 6] &= ~(std::uint64_t{1} << (y & 63)); }

/// Adds first .. last, of which there is at least one.
inline void add(Bits bits, std::int64_t first, std::int64_t last) {
    const std::int64_t begin = first >> 6, end = last >> 6;
    if (begin == end) {
        bits[begin] |= from(first) & up_to(last);
        return;
    }
    bits[begin] |= from(first);
    std::fill(bits + begin + 1, bits + end, ~std::uint64_t{0});
    bits[end] |= up_to(last);
}

/// The first element from y on that is not blocked (null: nothing is); there is one.
[[gnu::always_inline]] inline std::int64_t next(ConstBits bits, ConstBits blocked, std::int64_t y) {
    std::int64_t word = y >> 6;
    std::uint64_t found = bits[word] & from(y);
    if (blocked) found &= ~blocked[word];
    while (found == 0) {
        ++word;
        found = blocked ? bits[word] & ~blocked[word] : bits[word];
    }
    return 64 * word + std::countr_zero(found);
}

}  // namespace bouton::regions
