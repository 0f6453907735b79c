// The values of one subtraction game as bit planes, made from the first on; subtraction.hpp says how.
#pragma once

#include "base/watch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace bouton::atlas {

using Word = std::uint64_t;
constexpr std::int64_t kBits = 64;

/// 64 bits of a plane, from any bit on.
inline Word fetch(const Word* plane, std::int64_t bit) {
    const Word* const at = plane + (bit >> 6);
    const auto shift = static_cast<unsigned>(bit & 63);
    return at[0] >> shift | (at[1] << 1) << (63 - shift);
}

inline Word low_bits(std::int64_t count) { return count >= kBits ? ~Word{0} : (Word{1} << count) - 1; }

/// B planes: values below 2^B.
template <unsigned B> class Planes {
  public:
    static constexpr unsigned kValues = 1u << B;
    using Cells = std::array<Word, B>;  // bit b of 64 values

    void begin(const std::vector<std::int64_t>& moves) {
        moves_ = &moves;
        pad_ = (moves.back() / kBits + 1) * kBits;
        length_ = 0;
        reserve(2 * kBits);
        for (auto& plane : planes_) std::fill_n(plane.begin(), pad_ / kBits, ~Word{0});
        const std::int64_t first = moves[0], second = moves.size() > 1 ? moves[1] : first;
        chained_ = first < kBits && 4 * first < second;
        width_ = std::min(kBits, chained_ ? second : first);
    }

    /// The values of the heaps below `count`, and perhaps some more.
    void extend(std::int64_t count, const Watch& watch) {
        reserve(count + 2 * kBits);
        while (length_ < count) {
            watch.check();
            const std::int64_t stop = std::min(count, length_ + kAtOnce);
            if (chained_)
                while (length_ < stop) put(chained());
            else
                while (length_ < stop) put(plain());
        }
    }

    std::int64_t length() const { return length_; }

    /// Bit b of the values of 64 heaps from heap n >= 0 on; beyond length() they mean nothing.
    Word bits(unsigned b, std::int64_t n) const { return fetch(planes_[b].data(), n + pad_); }

    /// Whether the values of 64 heaps from n on are not 0.
    Word outcomes(std::int64_t n) const {
        Word result = 0;
        for (unsigned b = 0; b < B; ++b) result |= bits(b, n);
        return result;
    }

    /// Where the values (or outcomes) of 64 heaps from n on differ from those p later.
    template <bool Outcomes> Word differ(std::int64_t n, std::int64_t p) const {
        if constexpr (Outcomes) return outcomes(n) ^ outcomes(n + p);
        Word result = 0;
        for (unsigned b = 0; b < B; ++b) result |= bits(b, n) ^ bits(b, n + p);
        return result;
    }

  private:
    static constexpr std::int64_t kAtOnce = 1 << 18;  // heaps between two looks at the clock

    void reserve(std::int64_t count) {
        const auto words = static_cast<std::size_t>((pad_ + count) / kBits + 2);
        for (auto& plane : planes_)
            if (plane.size() < words) plane.resize(std::max(words, 2 * plane.size()));
    }

    /// Marks in has[v] the heaps from length() on that have an option of value v, by the moves from the i-th on.
    void mark(std::size_t i, std::array<Word, kValues>& has) const {
        has.fill(0);
        for (; i < moves_->size(); ++i) {
            const std::int64_t from = length_ - (*moves_)[i];
            std::array<Word, kValues> is;
            is[0] = ~Word{0};
            for (unsigned b = 0; b < B; ++b) {
                const Word x = bits(b, from);
                for (unsigned v = 0; v < 1u << b; ++v) {
                    is[v | 1u << b] = is[v] & x;
                    is[v] &= ~x;
                }
            }
            for (unsigned v = 0; v + 1 < kValues; ++v) has[v] |= is[v];
        }
    }

    static void set(Cells& cells, unsigned value, Word where) {
        for (unsigned b = 0; b < B; ++b)
            if (value >> b & 1) cells[b] |= where;
    }

    Cells plain() const {
        std::array<Word, kValues> has;
        mark(0, has);
        Cells values{};
        Word open = ~Word{0};
        for (unsigned v = 0; v < kValues; ++v) {
            set(values, v, open & ~has[v]);
            open &= has[v];
        }
        return values;
    }

    Cells chained() const {
        std::array<Word, kValues> has;
        mark(1, has);
        Cells least{}, next{};  // the mex of the other options, and that of the others and it
        Word open = ~Word{0}, found = 0;
        for (unsigned v = 0; v < kValues; ++v) {
            const Word missing = ~has[v], second = found & missing, first = open & missing;
            set(next, v, second);
            set(least, v, first);
            found = (found & ~second) | first;
            open &= ~first;
        }
        const std::int64_t step = (*moves_)[0];
        const Word low = low_bits(step);
        Word before = 0, same = 0,
             other = 0;  // differences: of the value before the block, of least and next one step earlier
        for (unsigned b = 0; b < B; ++b) {
            before |= bits(b, length_ - step) ^ least[b];
            same |= least[b] << step ^ least[b];
            other |= next[b] << step ^ least[b];
        }
        Word taken = ~same & ~low, turn = (~same | ~other) & ~low;  // taken(n) = taken(n) ^ (turn(n) & taken(n - step))
        taken |= ~before & low;
        for (std::int64_t d = step; d < width_; d <<= 1) {
            taken ^= turn & taken << d;
            turn &= turn << d;
        }
        Cells values;
        for (unsigned b = 0; b < B; ++b) values[b] = (taken & next[b]) | (~taken & least[b]);
        return values;
    }

    void put(const Cells& values) {
        const std::int64_t bit = length_ + pad_;
        const auto at = static_cast<std::size_t>(bit >> 6);
        const auto shift = static_cast<unsigned>(bit & 63);
        for (unsigned b = 0; b < B; ++b) {
            Word* const words = planes_[b].data() + at;
            words[0] = shift == 0 ? values[b] : (words[0] & ((Word{1} << shift) - 1)) | values[b] << shift;
            if (shift > 0) words[1] = values[b] >> (kBits - shift);
        }
        length_ += width_;
    }

    std::array<std::vector<Word>, B> planes_;
    const std::vector<std::int64_t>* moves_ = nullptr;
    std::int64_t pad_ = 0, length_ = 0, width_ = 1;
    bool chained_ = false;
};

}  // namespace bouton::atlas
