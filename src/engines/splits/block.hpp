// Splits with a rare heap, marked for a block of heaps at a time.
//
// The rare heaps of a game may lie far apart, so that the other parts of the splits of one heap are spread over the whole table. But those
// of the next heaps lie beside them: 16 heaps need the same cache lines, and one vector instead of 16 numbers. What depends on values
// within the block is left for later: splits with a part below 16 on either side, and with parts that may be equal where this is forbidden.
// After them also the splits with the smallest parts, rare or not, can be marked for the whole block; as many as turned out to be of use.
#pragma once

#include "engines/splits/settle.hpp"
#include "engines/splits/sparse.hpp"
#include "engines/splits/steady.hpp"

#include <array>
#include <span>
#include <vector>

namespace bouton::splits {

template <class T> class Block {
  public:
    /// The splits into two that every heap has.
    explicit Block(std::vector<Split> splits);

    /// Can a block begin here?
    bool possible(std::int64_t heap) const { return heap >= least_heap_ && seen_.rows() == kBlock; }

    /// Values are below `size`.
    void widen(std::size_t size);
    std::size_t size() const { return seen_.size(); }

    /// Begins a block of one heap.
    void begin_single(std::int64_t heap);

    /// Begins a block, and marks what can be marked for all of its heaps. Until it ends the space may get more rare heaps, but else does not
    /// change; null: there is none, and only the smallest parts are marked.
    void begin(const T* values, std::int64_t heap, const SparseSpace<T>* space);

    void end() { end_ = 0; }
    bool contains(std::int64_t heap) const { return heap < end_; }

    Seen seen(std::int64_t heap) { return seen_.row(heap - begin_); }

    /// Marks all pairs of a heap of which one part is rare, as far as they are not marked yet. Returns how many pairs of each kind are
    /// marked from the smallest part on.
    std::int64_t mark(const T* values, std::int64_t heap, std::span<const Pairs> pairs, const SparseSpace<T>* space);

    /// Whether more of the smallest parts should have been marked.
    void learn(bool more);

  private:
    /// Heaps first..last.
    struct Stretch {
        std::int64_t first, last;
    };
    using Done = std::array<Stretch, 2>;

    static Done common_parts(const Split& split, std::int64_t total);
    void mark_rare(const T* values, const Pairs& pairs, std::span<const Stretch> done, const SparseSpace<T>& space,
                   const Seen& seen);
    void mark_rare(const T* values, std::int64_t total, Stretch parts, const SparseSpace<T>& space, const Seen& seen);

    std::vector<Split> splits_;
    std::int64_t least_heap_ = 0;
    SeenBlock seen_;
    std::int64_t begin_ = 0, end_ = 0;
    std::vector<Done> done_;                 // by kind of split: the rare parts that are marked for the whole block
    std::int64_t small_wanted_ = 0;          // how many of the parts from kBlock on the next block shall mark
    std::vector<std::int64_t> small_parts_;  // kBlock, kBlock + 1, ...
    std::int64_t small_end_ = 0;             // those from kBlock to here are marked in this block
};

extern template class Block<std::uint16_t>;
extern template class Block<std::uint32_t>;

}  // namespace bouton::splits
