#include "engines/heap/missing.hpp"

#include <algorithm>
#include <bit>

namespace bouton {

namespace {

constexpr std::size_t kBits = 64;
constexpr std::uint64_t kFull = ~std::uint64_t{0};

}  // namespace

std::size_t BitTree::least() const {
    std::size_t at = 0;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
        at = kBits * at + static_cast<std::size_t>(std::countr_zero((*level)[at]));
    return at;
}

/// One word more than v needs, so that there always is a least number.
void BitTree::grow(std::size_t v) {
    if (v / kBits + 1 < levels_[0].size()) return;
    levels_[0].resize(2 * (v / kBits + 1), kFull);
    for (std::size_t i = 1; levels_[i - 1].size() > 1; ++i) {
        levels_.resize(std::max(levels_.size(), i + 1));
        const auto& below = levels_[i - 1];
        levels_[i].assign((below.size() + kBits - 1) / kBits, 0);
        for (std::size_t j = 0; j < below.size(); ++j)
            levels_[i][j / kBits] |= std::uint64_t{below[j] != 0} << j % kBits;
    }
}

void BitTree::fill() {
    std::size_t bits = levels_[0].size() * kBits;
    for (auto& level : levels_) {
        std::fill(level.begin(), level.end(), kFull);
        if (bits % kBits) level.back() = kFull >> (kBits - bits % kBits);
        bits = level.size();
    }
}

void BitTree::insert(std::size_t v) {
    for (auto& level : levels_) {
        std::uint64_t& word = level[v / kBits];
        const bool was_empty = word == 0;
        word |= std::uint64_t{1} << v % kBits;
        if (!was_empty) return;
        v /= kBits;
    }
}

void BitTree::erase(std::size_t v) {
    grow(v);
    for (auto& level : levels_) {
        std::uint64_t& word = level[v / kBits];
        word &= ~(std::uint64_t{1} << v % kBits);
        if (word) return;
        v /= kBits;
    }
}

void BitTree::erase_range(std::size_t begin, std::size_t end) {
    if (begin < end) grow(end);
    for (; begin < end && begin % kBits; ++begin) erase(begin);
    for (; begin < end && end % kBits; --end) erase(end - 1);
    for (; begin < end; begin += kBits) {
        levels_[0][begin / kBits] = 1;
        erase(begin);  // the last number of its word: the bits above follow
    }
}

}  // namespace bouton
