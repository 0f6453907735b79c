// The sparse space of a game: a division of the heaps into rare and common ones that makes splits cheap.
//
// Class of a heap: the parity of the bits that its value has in common with a mask; of a sum: the xor of the classes. So two common heaps
// (odd) make a rare value (even), and a common value comes only from a split with a rare heap. Many games have a mask for which rare heaps
// are few, sometimes finitely many: then the least common value that no option has is found from the few splits with a rare heap, and the
// smaller rare values need only be ticked off, which mostly takes few splits. This is exact, whatever the mask (J. H. Conway, R. K. Guy in
// Winning Ways, chapter 4; A. Flammenkamp). Where all splits take an even number of stones, or all an odd one, the parity of the heap may
// be added to its class, with the same effect.
//
// The best mask is read off a Walsh-Hadamard transform of the histogram of values, and chosen anew as the table grows.
#pragma once

#include "engines/engine.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace bouton::splits {

template <class T> class SparseSpace {
  public:
    /// `removed_parity`: 0 or 1 if splits take an even or an odd number of stones, -1 if that differs.
    explicit SparseSpace(int removed_parity) : removed_parity_(removed_parity) { widen(64); }

    /// Values are below `size`, a power of two.
    void widen(std::size_t size);

    /// Heaps 0 .. heap have values now, the last one this. Now and then, and then it returns true, the mask is chosen anew.
    bool add(const T* values, std::int64_t heap, T value);

    /// Are rare heaps rare enough?
    bool sparse() const { return sparse_; }

    /// Does the class of a heap depend on its parity? Then it is of use only for splits that take numbers of the announced parity.
    bool with_parity() const { return with_parity_; }

    /// The rare heaps in order, and their values.
    std::span<const std::int64_t> heaps() const { return heaps_; }
    std::span<const T> values() const { return values_; }

    /// Which of them are the heaps first..last: indices from, to (the end).
    std::pair<std::size_t, std::size_t> between(std::int64_t first, std::int64_t last) const {
        if (first > last || heaps_.empty() || first > heaps_.back() || last < heaps_.front()) return {0, 0};
        const auto from =
            first <= heaps_.front() ? heaps_.begin() : std::lower_bound(heaps_.begin(), heaps_.end(), first);
        const auto to = last >= heaps_.back() ? heaps_.end() : std::upper_bound(from, heaps_.end(), last);
        return {static_cast<std::size_t>(from - heaps_.begin()), static_cast<std::size_t>(to - heaps_.begin())};
    }

    /// The set of values that would make this heap rare: a bit a value.
    std::span<const std::uint64_t> rare_values(std::int64_t heap) const {
        return (with_parity_ && grade(heap) == 1) ? odd_ : even_;
    }

  private:
    std::size_t grade(std::int64_t heap) const {
        return removed_parity_ < 0 ? 0 : static_cast<std::size_t>((heap + removed_parity_) & 1);
    }
    bool rare(std::int64_t heap, T value) const {
        const std::size_t bits = 2 * (value & mask_) + (with_parity_ ? grade(heap) : 0);
        return __builtin_parityll(bits) == 0;
    }
    void choose(const T* values, std::int64_t count);
    void sort_values();

    int removed_parity_;
    std::vector<std::int64_t> histogram_;  // heaps by value and grade
    std::size_t mask_ = 0;
    bool with_parity_ = false;
    bool sparse_ = false;
    bool news_ = true;  // something has happened since the last choice that may make another one better
    std::int64_t next_choice_ = 64;
    std::vector<std::int64_t> heaps_;
    std::vector<T> values_;
    std::vector<std::uint64_t> even_, odd_;  // values by the parity of their bits in the mask
};

extern template class SparseSpace<std::uint16_t>;
extern template class SparseSpace<std::uint32_t>;

}  // namespace bouton::splits
