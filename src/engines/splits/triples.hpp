// Values of splits into three heaps.
//
// The xors of all pairs of heaps with the sum t are kept as a set of values, a bit each. The triples with the sum s are then, for every
// smallest part a, the pairs with the sum s - a, xored with G(a). To xor a set with a number is to permute its bits: the low 6 bits of the
// number permute the bits of every word, the high ones the words. Sets that need the same permutation within words are united first, so
// that a smallest part costs an OR of its set: a heap of n stones takes n/3 of them, not the n^2/12 splits.
#pragma once

#include "engines/engine.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace bouton::splits {

class TripleSets {
  public:
    /// Parts are at least `least`.
    explicit TripleSets(std::int64_t least) : least_(least) {}

    std::int64_t least() const { return least_; }

    /// Values are below `size`, a multiple of 64.
    void widen(std::size_t size);

    /// Adds the values of all splits into three parts with this sum to a set. The heaps below sum - 2 * least + 1 have values.
    template <class T> void add(const T* values, std::int64_t sum, std::span<std::uint64_t> set);

  private:
    template <class T> void add_pairs(const T* values, std::int64_t sum);

    std::int64_t least_;
    std::size_t words_ = 1;
    std::int64_t sums_ = 0;             // the pairs with smaller sums are known
    std::vector<std::uint64_t> pairs_;  // by sum: `words_` words
    std::vector<std::uint64_t> united_;
};

extern template void TripleSets::add(const std::uint16_t*, std::int64_t, std::span<std::uint64_t>);
extern template void TripleSets::add(const std::uint32_t*, std::int64_t, std::span<std::uint64_t>);

}  // namespace bouton::splits
