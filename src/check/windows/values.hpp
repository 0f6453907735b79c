// Values of a one-heap game by the definition, for the checker of periods. Nothing is shared with the engines.
//
// Heaps that split: of n stones there are about n/2 ways to split. Not all need to be looked at. Fix any mask, and call a number even or odd
// by the number of bits that it has in common with the mask; of a xor b it is the sum of both. So an odd value is that of a split only if
// one of the two parts has an even value, the other an odd one. If few heaps have even values (the mask is chosen so that they are few),
// all odd values of options come from the few splits with such a part. Let c be the least odd number that is not among them: the mex is at
// most c, and it is smaller only if some even number below c is the value of no option. Those are looked for among all splits, until all
// are found. Whatever the mask, the result is the mex; the mask decides only how long it takes (Winning Ways, chapter 4: sparse spaces).
#pragma once

#include "base/watch.hpp"
#include "check/windows/rules.hpp"

#include <cstdint>
#include <vector>

namespace bouton::recheck::windows {

/// The least number that is not marked, nor in the collection.
class Mex {
  public:
    void mark(Number value) {  // until the next `take`
        room(value + 1)[value] = round_;
        any_ = true;
    }
    /// For whoever marks many numbers below `size`: at each of them to be set to `round`.
    std::uint32_t* room(Number size) {
        if (static_cast<Number>(rounds_.size()) < size) {
            rounds_.resize(static_cast<std::size_t>(size));
            counts_.resize(static_cast<std::size_t>(size));
        }
        return rounds_.data();
    }
    std::uint32_t round() const { return round_; }
    bool taken(Number value) const {
        return value < static_cast<Number>(rounds_.size()) &&
               (rounds_[static_cast<std::size_t>(value)] == round_ || counts_[static_cast<std::size_t>(value)] > 0);
    }
    void enter(Number value) { count(value, 1); }
    void leave(Number value) { count(value, -1); }

    Number take(bool misere) {
        const bool stuck = !any_ && size_ == 0;
        while (least_ < static_cast<Number>(counts_.size()) && counts_[static_cast<std::size_t>(least_)] > 0) ++least_;
        Number value = least_;
        while (taken(value)) ++value;
        ++round_;  // there are fewer heaps than numbers of 32 bits
        any_ = false;
        return stuck && misere ? 1 : value;
    }

  private:
    void count(Number value, Number change) {
        room(value + 1);
        counts_[static_cast<std::size_t>(value)] += change;
        size_ += change;
        if (change < 0) least_ = std::min(least_, value);
    }
    std::vector<std::uint32_t> rounds_;  // by number: when it was marked
    std::vector<Number> counts_;         // how often it is in the collection
    std::uint32_t round_ = 1;
    Number size_ = 0;
    Number least_ = 0;  // all below are in the collection
    bool any_ = false;
};

/// The heaps 0 .. count-1 of the game with these moves; Wrong if a move does not make the heap smaller.
std::vector<Number> values_of(const std::vector<Single>& singles, const std::vector<Pair>& pairs, bool misere,
                              Number count, const Watch& watch);

}  // namespace bouton::recheck::windows
