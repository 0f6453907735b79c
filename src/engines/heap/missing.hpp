// Which value is the least one that a window of heaps does not hold: two structures, for windows that move a little and
// for windows that jump.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace bouton {

/// A set of natural numbers that lacks finitely many, as bits under bits: a bit of a higher level tells whether a word of
/// the level below is not empty. Each operation looks at one word a level.
class BitTree {
  public:
    bool contains(std::size_t v) const { return v / 64 >= levels_[0].size() || levels_[0][v / 64] >> v % 64 & 1; }
    std::size_t least() const;

    void fill();                 // all numbers
    void insert(std::size_t v);  // a number that was erased once
    void erase(std::size_t v);
    void erase_range(std::size_t begin, std::size_t end);  // begin .. end - 1

  private:
    void grow(std::size_t v);

    std::vector<std::vector<std::uint64_t>> levels_{{~std::uint64_t{0}}};  // numbers beyond the bottom are in the set
};

/// The values in a window of heaps, each as often as it occurs.
class WindowValues {
  public:
    std::size_t mex() const { return missing_.least(); }

    void add(std::size_t v) {
        if (missing_.contains(v)) return missing_.erase(v);
        if (v >= more_.size()) more_.resize(2 * v + 1, 0);
        ++more_[v];
    }
    void remove(std::size_t v) {
        if (v < more_.size() && more_[v])
            --more_[v];
        else
            missing_.insert(v);
    }
    void clear() {
        missing_.fill();
        std::fill(more_.begin(), more_.end(), 0);
    }

    /// Holds each of 0 .. begin - 1 once: adds begin .. end - 1.
    void add_range(std::size_t begin, std::size_t end) { missing_.erase_range(begin, end); }

  private:
    BitTree missing_;
    std::vector<std::uint32_t> more_;  // how often a value occurs beyond the first time
};

/// The last heap of each value, and the least value that has none from a given heap on: a tree of minima, eight to a
/// node. Heap: an unsigned type that has room for each heap and one more.
template <class Heap> class LastHeaps {
  public:
    std::size_t size() const { return levels_[0].size(); }

    /// Makes size() > v.
    void reserve(std::size_t v) {
        if (v < size()) return;
        std::size_t size = std::max(v + 1, this->size() / 2 * 3);
        size += kFan - size % kFan;
        levels_[0].reserve(size);
        levels_[0].resize(size, 0);
        rebuild();
    }

    /// Notes a later heap, for v < size(); the tree must be rebuilt before it is used again.
    void note(std::size_t v, std::int64_t y) { levels_[0][v] = code(y); }

    void rebuild() {
        levels_.resize(1);
        while (levels_.back().size() > kFan) {
            auto& below = levels_.back();
            below.resize((below.size() + kFan - 1) / kFan * kFan, std::numeric_limits<Heap>::max());
            std::vector<Heap> level(below.size() / kFan);
            for (std::size_t i = 0; i < level.size(); ++i) level[i] = least_child(below, i);
            levels_.push_back(std::move(level));
        }
    }

    /// With the tree.
    void set(std::size_t v, std::int64_t y) {
        note(v, y);
        for (std::size_t above = 1; above < levels_.size(); ++above) {
            v /= kFan;
            const Heap least = least_child(levels_[above - 1], v);
            if (levels_[above][v] == least) return;
            levels_[above][v] = least;
        }
    }

    /// The least value without a heap from y on; some value less than size() must be one.
    std::size_t least_not_from(std::int64_t y) const {
        std::size_t at = 0;
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
            at *= kFan;
            while ((*level)[at] >= code(y)) ++at;
        }
        return at;
    }

  private:
    static constexpr std::size_t kFan = 8;

    static Heap code(std::int64_t y) { return static_cast<Heap>(y + 1); }  // 0: no heap

    static Heap least_child(const std::vector<Heap>& below, std::size_t node) {
        const Heap* const child = below.data() + kFan * node;
        return *std::min_element(child, child + kFan);
    }

    std::vector<std::vector<Heap>> levels_{std::vector<Heap>(kFan, 0)};
};

}  // namespace bouton
