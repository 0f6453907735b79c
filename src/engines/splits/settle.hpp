// The mex of a heap that splits: the part of the work that is done with vectors.
//
// A byte a value says whether an option has it: splits are first marked one by one, which costs a store each. Soon only few values are
// missing below the mex, and then it is cheaper to compare: a vector of splits (a, total - a) at once, cells against reversed cells, with
// every missing value. A split costs a store, or a few vector operations for every 16.
#pragma once

#include "engines/splits/options.hpp"
#include "engines/splits/steady.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace bouton::splits {

constexpr std::int64_t kBlock = 16;  // heaps whose splits with the same heaps are marked together

/// Values seen among the options of one heap: value v is seen when byte v is the stamp.
struct Seen {
    std::uint8_t* bytes;
    std::uint8_t stamp;
    std::size_t size;      // values are below this number, a power of two that is at least 64
    std::uint64_t* words;  // room for a bit a value

    void mark(Value value) const { bytes[value] = stamp; }
};

/// The values seen from each heap of a block.
class SeenBlock {
  public:
    SeenBlock() { widen(64); }

    std::size_t size() const { return words_.size() * 64; }

    /// How many heaps there is room for: a block, or one heap where values are so many that those of a block would not stay in the cache.
    std::int64_t rows() const { return size() <= kMostTogether ? kBlock : 1; }

    void widen(std::size_t size) {
        words_.assign(size / 64, 0);
        bytes_.assign(size * static_cast<std::size_t>(rows()), 0);
        stamp_ = 0;
    }

    /// Nothing is seen.
    void start() {
        if (++stamp_ != 0) return;
        std::fill(bytes_.begin(), bytes_.end(), std::uint8_t{0});
        stamp_ = 1;
    }

    Seen row(std::int64_t heap) {
        return {bytes_.data() + static_cast<std::size_t>(heap) * size(), stamp_, size(), words_.data()};
    }

  private:
    static constexpr std::size_t kMostTogether = 8192;

    std::vector<std::uint8_t> bytes_;
    std::vector<std::uint64_t> words_;
    std::uint8_t stamp_ = 0;
};

/// Marks, for the j-th heap of a block, the splits into parts[i] and total + j - parts[i]; part_values are the values of the parts. All of
/// these heaps have values.
void mark_block(const std::uint16_t* values, std::int64_t total, std::span<const std::int64_t> parts,
                const std::uint16_t* part_values, SeenBlock& seen);
void mark_block(const std::uint32_t* values, std::int64_t total, std::span<const std::int64_t> parts,
                const std::uint32_t* part_values, SeenBlock& seen);

/// What is known of the options of a heap before its pairs are looked at.
struct Known {
    std::span<const std::uint64_t>
        also;  // values of options beside those in `seen`, as a set with a bit a value; may be empty
    std::span<const std::uint64_t> rare;  // if not empty: all options whose value is not in this set are seen
    Value expected = 0;                   // a guess at the result, rather too large; only the speed depends on it
    std::int64_t marked = 0;              // of all pairs the first ones, so many, are seen
};

/// The least value that no option has, or seen.size. `known.marked` grows.
Value settle(const std::uint16_t* values, std::span<const Pairs> pairs, const Seen& seen, Known& known);
Value settle(const std::uint32_t* values, std::span<const Pairs> pairs, const Seen& seen, Known& known);

/// A game whose values are below 64 so far: the set of values that the options of a heap have is a word, and a lane of a vector.
template <class T> struct NarrowGame {
    std::span<const std::int64_t> removals;
    std::span<const Split> splits;  // into two; a part of 8 stones is always allowed
    std::uint64_t always;           // the set of the values of heaps that can always be left
    std::int64_t
        small_end;  // splits with a part below this are looked at, rare or not. At least 16, less than half of all heaps

    /// The rare heaps from small_end on. Where equal parts are forbidden they are all smaller than half of all heaps.
    std::span<const std::int64_t> rare_heaps;
    const T* rare_values;
    std::array<std::uint64_t, 2> rare;  // the sets of rare values for heaps of even and odd size

    Value size;  // 32 or 64: values so far are below
};

struct NarrowResult {
    std::int64_t end;         // heaps below this have their values
    std::int64_t incomplete;  // so many needed further splits
};

/// Values of the heaps from `heap` on, up to `end` or to the first that is rare or at least game.size.
NarrowResult settle_narrow(std::uint16_t* values, std::int64_t heap, std::int64_t end,
                           const NarrowGame<std::uint16_t>& game);
NarrowResult settle_narrow(std::uint32_t* values, std::int64_t heap, std::int64_t end,
                           const NarrowGame<std::uint32_t>& game);

}  // namespace bouton::splits
