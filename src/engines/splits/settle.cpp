#include "engines/splits/settle.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/splits/settle.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();

namespace bouton::splits::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Which values are not seen, as bits.
void unseen_bits(const Seen& seen, std::span<const std::uint64_t> also) {
    const hn::CappedTag<std::uint8_t, 64> d;
    const std::size_t lanes = hn::Lanes(d);
    if (lanes >= 8) {
        const auto stamp = hn::Set(d, seen.stamp);
        auto* const bits = reinterpret_cast<std::uint8_t*>(seen.words);
        for (std::size_t i = 0; i < seen.size; i += lanes) {
            std::uint8_t some[8];
            hn::StoreMaskBits(d, hn::Ne(hn::LoadU(d, seen.bytes + i), stamp), some);
            std::memcpy(bits + i / 8, some, lanes / 8);
        }
    } else {
        for (std::size_t i = 0; i < seen.size; ++i) {
            if (i % 64 == 0) seen.words[i / 64] = 0;
            seen.words[i / 64] |= std::uint64_t{seen.bytes[i] != seen.stamp} << i % 64;
        }
    }
    for (std::size_t w = 0; w < also.size(); ++w) seen.words[w] &= ~also[w];
}

template <class T>
void mark_each(const T* values, std::int64_t total, std::span<const std::int64_t> parts, const T* part_values,
               SeenBlock& seen) {
    constexpr std::size_t kTogether = 64, kHeaps = static_cast<std::size_t>(kBlock);
    const hn::CappedTag<T, kHeaps> d;
    const std::size_t lanes = hn::Lanes(d);
    T marks[kTogether * kHeaps];
    for (std::size_t begin = 0; begin < parts.size(); begin += kTogether) {
        const std::size_t count = std::min(kTogether, parts.size() - begin);
        for (std::size_t i = 0; i < count; ++i) {
            const T* const rest = values + (total - parts[begin + i]);
            const auto part = hn::Set(d, part_values[begin + i]);
            for (std::size_t j = 0; j < kHeaps; j += lanes)
                hn::StoreU(hn::Xor(hn::LoadU(d, rest + j), part), d, marks + i * kHeaps + j);
        }
        for (std::int64_t j = 0; j < kBlock; j += 4) {
            std::uint8_t* const rows[] = {seen.row(j).bytes, seen.row(j + 1).bytes, seen.row(j + 2).bytes,
                                          seen.row(j + 3).bytes};
            const std::uint8_t stamp = seen.row(j).stamp;
            const T* mark = marks + j;
            for (std::size_t i = 0; i < count; ++i, mark += kBlock) {
                rows[0][mark[0]] = stamp;
                rows[1][mark[1]] = stamp;
                rows[2][mark[2]] = stamp;
                rows[3][mark[3]] = stamp;
            }
        }
    }
}

template <class D, class T> HWY_INLINE hn::Vec<D> load_reversed(D d, const T* at) {
#if HWY_TARGET == HWY_AVX2
    if constexpr (sizeof(T) == 2) {  // one operation less than Reverse
        const hn::Repartition<std::uint8_t, D> bytes;
        alignas(16) static constexpr std::uint8_t kBackwards[16] = {14, 15, 12, 13, 10, 11, 8, 9,
                                                                    6,  7,  4,  5,  2,  3,  0, 1};
        const auto loaded = hn::BitCast(bytes, hn::LoadU(d, at));
        return hn::ReverseBlocks(d, hn::BitCast(d, hn::TableLookupBytes(loaded, hn::LoadDup128(bytes, kBackwards))));
    }
#endif
    return hn::Reverse(d, hn::LoadU(d, at));
}

/// Finds the mex by comparing pairs with the values that are missing.
template <class T> class Search {
  public:
    /// `unseen`: a bit for every value that is not seen yet. Values outside `rare`, if this is not empty, are seen or have no pair.
    Search(const T* values, std::span<const Pairs> pairs, std::span<std::uint64_t> unseen,
           std::span<const std::uint64_t> rare, Value expected)
        : values_(values),
          pairs_(pairs),
          unseen_(unseen),
          rare_(rare),
          limit_(least_common()),
          expected_(rare.empty() ? std::min(limit_, expected + 1) : limit_) {}

    bool more(std::int64_t offset) const {
        for (const Pairs& p : pairs_)
            if (p.first + offset <= p.last) return true;
        return false;
    }

    /// How many values that may well be the mex are missing.
    std::size_t count_missing() const {
        std::size_t total = 0;
        for (std::size_t w = 0; 64 * w < expected_; ++w)
            total += static_cast<std::size_t>(std::popcount(missing(w, expected_)));
        return total;
    }

    /// The mex, if the pairs of each kind up to this offset are seen.
    Value mex(std::int64_t marked) {
        for (;;) {
            collect(expected_, kMost);
            if (count_ == 0) collect(limit_, kLeast);
            if (count_ == 0) return limit_;
            for (std::int64_t offset = marked; count_ > 0 && more(offset); offset += kTurn)
                for (const Pairs& p : pairs_)
                    compare(p, p.first + offset, std::min(p.first + offset + kTurn, p.last + 1));
            if (count_ > 0) return *std::min_element(missing_, missing_ + count_);
        }
    }

  private:
    static constexpr std::size_t kMost = 64;    // missing values that are looked for together
    static constexpr std::size_t kLeast = 4;    // and so many of those that should not be the mex
    static constexpr std::int64_t kTurn = 512;  // pairs of one kind that are compared before those of the next kind

    static Value bit(std::size_t word, std::uint64_t bits) {
        return static_cast<Value>(64 * word) + static_cast<Value>(std::countr_zero(bits));
    }

    /// The least value outside the rare set that is not seen: the mex is not larger.
    Value least_common() const {
        for (std::size_t w = 0; w < rare_.size(); ++w)
            if (const std::uint64_t open = unseen_[w] & ~rare_[w]) return bit(w, open);
        return static_cast<Value>(64 * unseen_.size());
    }

    /// Missing values of a word, below `end`, that may be the mex.
    std::uint64_t missing(std::size_t word, Value end) const {
        std::uint64_t open = unseen_[word];
        if (!rare_.empty()) open &= rare_[word];
        if (word == end / 64) open &= (std::uint64_t{1} << end % 64) - 1;
        return open;
    }

    void collect(Value end, std::size_t most) {
        count_ = 0;
        for (std::size_t w = 0; 64 * w < end && count_ < most; ++w)
            for (std::uint64_t open = missing(w, end); open && count_ < most; open &= open - 1)
                missing_[count_++] = static_cast<T>(bit(w, open));
    }

    /// Takes the values of the pairs begin <= a < end off the list of missing ones.
    void compare(const Pairs& p, std::int64_t begin, std::int64_t end) {
        const hn::ScalableTag<T> d;
        const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
        const T* const mirror = values_ + (p.total - lanes + 1);
        const auto other = static_cast<T>(p.other);
        for (std::int64_t a = begin; a < end && count_ > 0; a += 4 * lanes) {
            if (end - a < 4 * lanes) {
                if (end - p.first < 4 * lanes) return compare_singly(p, a, end);
                a = end - 4 * lanes;  // again some that are done, so that the vectors are full
            }
            const T* const small = values_ + a;
            const T* const large = mirror - a;
            const auto y0 = hn::Xor(hn::LoadU(d, small), load_reversed(d, large));
            const auto y1 = hn::Xor(hn::LoadU(d, small + lanes), load_reversed(d, large - lanes));
            const auto y2 = hn::Xor(hn::LoadU(d, small + 2 * lanes), load_reversed(d, large - 2 * lanes));
            const auto y3 = hn::Xor(hn::LoadU(d, small + 3 * lanes), load_reversed(d, large - 3 * lanes));
            for (std::size_t i = 0; i < count_;) {
                const auto v = hn::Set(d, static_cast<T>(missing_[i] ^ other));
                const auto hit = hn::Or(hn::Or(hn::Eq(y0, v), hn::Eq(y1, v)), hn::Or(hn::Eq(y2, v), hn::Eq(y3, v)));
                if (hn::AllFalse(d, hit))
                    ++i;
                else
                    found(i);
            }
        }
    }

    void compare_singly(const Pairs& p, std::int64_t begin, std::int64_t end) {
        for (std::int64_t a = begin; a < end; ++a) {
            const T value = static_cast<T>(values_[a] ^ values_[p.total - a] ^ p.other);
            const auto i = static_cast<std::size_t>(std::find(missing_, missing_ + count_, value) - missing_);
            if (i < count_) found(i);
        }
    }

    void found(std::size_t i) {
        const std::size_t value = missing_[i];
        unseen_[value / 64] &= ~(std::uint64_t{1} << value % 64);
        missing_[i] = missing_[--count_];
    }

    const T* values_;
    std::span<const Pairs> pairs_;
    std::span<std::uint64_t> unseen_;
    std::span<const std::uint64_t> rare_;
    Value limit_;     // the mex is not larger
    Value expected_;  // and probably less than this
    T missing_[kMost];
    std::size_t count_ = 0;
};

/// Marks the pairs of each kind from the offset `begin` to `end`.
template <class T>
void mark_pairs(const T* values, std::span<const Pairs> pairs, std::int64_t begin, std::int64_t end, const Seen& seen) {
    std::uint8_t* const bytes = seen.bytes;
    const std::uint8_t stamp = seen.stamp;
    for (const Pairs& p : pairs) {
        const std::int64_t stop = std::min(p.first + end, p.last + 1);
        const T* const mirror = values + p.total;
        const Value other = p.other;
        for (std::int64_t a = p.first + begin; a < stop; ++a) bytes[values[a] ^ mirror[-a] ^ other] = stamp;
    }
}

template <class T> Value settle_one(const T* values, std::span<const Pairs> pairs, const Seen& seen, Known& known) {
    constexpr std::int64_t kMarked = 256;  // pairs of each kind that are marked before missing values are counted again
    constexpr std::size_t kFew = 32;       // missing values that are compared rather than marked
    unseen_bits(seen, known.also);
    Search<T> search(values, pairs, {seen.words, seen.size / 64}, known.rare, known.expected);
    while (search.more(known.marked) && search.count_missing() > kFew) {
        mark_pairs(values, pairs, known.marked, known.marked + kMarked, seen);
        known.marked += kMarked;
        unseen_bits(seen, known.also);
    }
    return search.mex(known.marked);
}

// ---- values below 64

constexpr std::int64_t kNarrowBlock = 8;

template <class D, class T> HWY_INLINE hn::Vec<D> load_wide(D d, const T* at) {
    if constexpr (sizeof(hn::TFromD<D>) == sizeof(T)) {
        return hn::LoadU(d, at);
    } else if constexpr (sizeof(hn::TFromD<D>) == 2 * sizeof(T)) {
        return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, D>(), at));
    } else {
        const hn::Rebind<std::uint32_t, D> half;
        return hn::PromoteTo(d, load_wide(half, at));
    }
}

template <class T, class Word> class Narrow {
  public:
    Narrow(T* values, const NarrowGame<T>& game) : values_(values), game_(game) {}

    NarrowResult run(std::int64_t heap, std::int64_t end) {
        for (; heap < end; heap += kNarrowBlock) {
            mark(heap);
            for (std::int64_t j = 0; j < kNarrowBlock && heap + j < end; ++j) {
                const Value value = value_of(heap + j, seen_[j]);
                values_[heap + j] = static_cast<T>(value);
                if (value >= game_.size || game_.rare[static_cast<std::size_t>((heap + j) % 2)] >> value & 1)
                    return {heap + j + 1, incomplete_};
            }
        }
        return {end, incomplete_};
    }

  private:
    /// What the heaps of a block see when a part of at least kNarrowBlock is split off: only values of heaps before the block.
    void mark(std::int64_t heap) {
        const hn::CappedTag<Word, static_cast<std::size_t>(kNarrowBlock)> d;
        const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
        const auto one = hn::Set(d, Word{1});
        for (std::int64_t j = 0; j < kNarrowBlock; j += lanes) {
            auto seen = hn::Zero(d);
            const auto add = [&](const T* rest, T part) HWY_ATTR {
                seen = hn::Or(seen, hn::Shl(one, hn::Xor(load_wide(d, rest), hn::Set(d, Word{part}))));
            };
            for (const Split& split : game_.splits) {
                const std::int64_t total = heap - split.removed;
                const T* const rest = values_ + (total + j);
                for (std::int64_t a = kNarrowBlock; a < game_.small_end; ++a) add(rest - a, values_[a]);
                const std::size_t rare = count_rare(total);
                for (std::size_t i = 0; i < rare; ++i) add(rest - game_.rare_heaps[i], game_.rare_values[i]);
            }
            hn::StoreU(seen, d, seen_ + j);
        }
    }

    /// How many rare heaps are needed, if the parts of the first heap of the block have this sum: the last ones leave a small part.
    std::size_t count_rare(std::int64_t total) const {
        std::size_t count = game_.rare_heaps.size();
        while (count > 0 && total + kNarrowBlock - 1 - game_.rare_heaps[count - 1] < game_.small_end) --count;
        return count;
    }

    Value value_of(std::int64_t heap, std::uint64_t seen) {
        seen |= game_.always;
        for (const std::int64_t t : game_.removals) seen |= std::uint64_t{1} << values_[heap - t];
        for (const Split& split : game_.splits) {
            const T* const mirror = values_ + (heap - split.removed);
            for (std::int64_t a = split.least; a < kNarrowBlock; ++a)
                seen |= std::uint64_t{1} << (values_[a] ^ mirror[-a]);
        }
        const std::uint64_t rare = game_.rare[static_cast<std::size_t>(heap % 2)];
        const std::uint64_t common = ~seen & ~rare, least_common = common & -common;
        if (!(~seen & rare & (least_common - 1))) return static_cast<Value>(std::countr_zero(least_common));
        ++incomplete_;
        return search(heap, ~seen, rare);
    }

    Value search(std::int64_t heap, std::uint64_t unseen, std::uint64_t rare) {
        pairs_.clear();
        std::int64_t marked = game_.small_end;
        for (const Split& split : game_.splits) {
            const std::int64_t total = heap - split.removed;
            pairs_.push_back({total, split.least, (total - split.gap) / 2, 0});
            marked = std::min(marked, game_.small_end - split.least);
        }
        return Search<T>(values_, pairs_, {&unseen, 1}, {&rare, 1}, 0).mex(marked);
    }

    T* values_;
    const NarrowGame<T>& game_;
    Word seen_[kNarrowBlock];
    std::vector<Pairs> pairs_;
    std::int64_t incomplete_ = 0;
};

void mark_block16(const std::uint16_t* values, std::int64_t total, std::span<const std::int64_t> parts,
                  const std::uint16_t* part_values, SeenBlock& seen) {
    mark_each(values, total, parts, part_values, seen);
}
void mark_block32(const std::uint32_t* values, std::int64_t total, std::span<const std::int64_t> parts,
                  const std::uint32_t* part_values, SeenBlock& seen) {
    mark_each(values, total, parts, part_values, seen);
}
Value settle16(const std::uint16_t* values, std::span<const Pairs> pairs, const Seen& seen, Known& known) {
    return settle_one(values, pairs, seen, known);
}
Value settle32(const std::uint32_t* values, std::span<const Pairs> pairs, const Seen& seen, Known& known) {
    return settle_one(values, pairs, seen, known);
}

template <class T>
NarrowResult settle_words(T* values, std::int64_t heap, std::int64_t end, const NarrowGame<T>& game) {
    return game.size == 32 ? Narrow<T, std::uint32_t>(values, game).run(heap, end)
                           : Narrow<T, std::uint64_t>(values, game).run(heap, end);
}
NarrowResult settle_narrow16(std::uint16_t* values, std::int64_t heap, std::int64_t end,
                             const NarrowGame<std::uint16_t>& game) {
    return settle_words(values, heap, end, game);
}
NarrowResult settle_narrow32(std::uint32_t* values, std::int64_t heap, std::int64_t end,
                             const NarrowGame<std::uint32_t>& game) {
    return settle_words(values, heap, end, game);
}

}  // namespace
}  // namespace bouton::splits::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton::splits {

HWY_EXPORT(mark_block16);
HWY_EXPORT(mark_block32);
HWY_EXPORT(settle16);
HWY_EXPORT(settle32);
HWY_EXPORT(settle_narrow16);
HWY_EXPORT(settle_narrow32);

void mark_block(const std::uint16_t* values, std::int64_t total, std::span<const std::int64_t> parts,
                const std::uint16_t* part_values, SeenBlock& seen) {
    HWY_DYNAMIC_DISPATCH(mark_block16)(values, total, parts, part_values, seen);
}
void mark_block(const std::uint32_t* values, std::int64_t total, std::span<const std::int64_t> parts,
                const std::uint32_t* part_values, SeenBlock& seen) {
    HWY_DYNAMIC_DISPATCH(mark_block32)(values, total, parts, part_values, seen);
}
Value settle(const std::uint16_t* values, std::span<const Pairs> pairs, const Seen& seen, Known& known) {
    return HWY_DYNAMIC_DISPATCH(settle16)(values, pairs, seen, known);
}
Value settle(const std::uint32_t* values, std::span<const Pairs> pairs, const Seen& seen, Known& known) {
    return HWY_DYNAMIC_DISPATCH(settle32)(values, pairs, seen, known);
}
NarrowResult settle_narrow(std::uint16_t* values, std::int64_t heap, std::int64_t end,
                           const NarrowGame<std::uint16_t>& game) {
    return HWY_DYNAMIC_DISPATCH(settle_narrow16)(values, heap, end, game);
}
NarrowResult settle_narrow(std::uint32_t* values, std::int64_t heap, std::int64_t end,
                           const NarrowGame<std::uint32_t>& game) {
    return HWY_DYNAMIC_DISPATCH(settle_narrow32)(values, heap, end, game);
}

}  // namespace bouton::splits
#endif
