#include "engines/splits/triples.hpp"

#include <algorithm>

namespace bouton::splits {

namespace {

/// The set { v xor number : v in word }, number < 64.
std::uint64_t permuted(std::uint64_t word, std::size_t number) {
    constexpr std::uint64_t kLow[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                      0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (std::size_t k = 0; k < 6; ++k)
        if (number >> k & 1) word = (word & kLow[k]) << (1 << k) | (word >> (1 << k) & kLow[k]);
    return word;
}

}  // namespace

void TripleSets::widen(std::size_t size) {
    const std::size_t words = size / 64;
    std::vector<std::uint64_t> wider(static_cast<std::size_t>(sums_) * words);
    for (std::size_t sum = 0; sum < static_cast<std::size_t>(sums_); ++sum)
        std::copy_n(pairs_.data() + sum * words_, words_, wider.data() + sum * words);
    pairs_ = std::move(wider);
    words_ = words;
}

template <class T> void TripleSets::add_pairs(const T* values, std::int64_t sum) {
    pairs_.resize(static_cast<std::size_t>(sum + 1) * words_);
    std::uint64_t* const set = pairs_.data() + static_cast<std::size_t>(sum) * words_;
    for (std::int64_t a = least_; 2 * a <= sum; ++a) {
        const std::size_t v = values[a] ^ values[sum - a];
        set[v / 64] |= std::uint64_t{1} << v % 64;
    }
}

template <class T> void TripleSets::add(const T* values, std::int64_t sum, std::span<std::uint64_t> set) {
    for (; sums_ <= sum - least_; ++sums_) add_pairs(values, sums_);
    united_.assign(64 * words_, 0);
    for (std::int64_t a = least_; 3 * a <= sum; ++a) {
        const std::size_t value = values[a];
        const std::uint64_t* const from = pairs_.data() + static_cast<std::size_t>(sum - a) * words_;
        std::uint64_t* const to = united_.data() + value % 64 * words_;
        const std::size_t high = value / 64;
        for (std::size_t w = 0; w < words_; ++w) to[w ^ high] |= from[w];
    }
    for (std::size_t low = 0; low < 64; ++low)
        for (std::size_t w = 0; w < words_; ++w) set[w] |= permuted(united_[low * words_ + w], low);
}

template void TripleSets::add(const std::uint16_t*, std::int64_t, std::span<std::uint64_t>);
template void TripleSets::add(const std::uint32_t*, std::int64_t, std::span<std::uint64_t>);

}  // namespace bouton::splits
