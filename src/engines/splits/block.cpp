#include "engines/splits/block.hpp"

#include <algorithm>
#include <limits>

namespace bouton::splits {

template <class T> Block<T>::Block(std::vector<Split> splits) : splits_(std::move(splits)) {
    for (const Split& split : splits_) {
        least_heap_ = std::max(least_heap_, split.removed + 4 * kBlock);
        if (split.least > kBlock) least_heap_ = std::numeric_limits<std::int64_t>::max();
    }
}

template <class T> void Block<T>::widen(std::size_t size) {
    seen_.widen(size);
    end();
}

template <class T> void Block<T>::learn(bool more) {
    constexpr std::int64_t kMost = 1 << 14;
    small_wanted_ = more ? std::min(small_wanted_ + small_wanted_ / 16 + 16, kMost)
                         : std::max<std::int64_t>(small_wanted_ - small_wanted_ / 256 - 1, 0);
}

template <class T> void Block<T>::begin_single(std::int64_t heap) {
    seen_.start();
    begin_ = heap;
    end_ = heap + 1;
    small_end_ = 0;
    done_.clear();
}

template <class T> void Block<T>::begin(const T* values, std::int64_t heap, const SparseSpace<T>* space) {
    begin_single(heap);
    end_ = heap + kBlock;
    std::int64_t small = small_wanted_;
    for (const Split& split : splits_) {
        const std::int64_t total = heap - split.removed;
        small = std::min(small, (total - split.gap) / 2 - kBlock);
        if (!space) continue;
        done_.push_back(common_parts(split, total));
        for (const Stretch& parts : done_.back()) {
            const auto [from, to] = space->between(parts.first, parts.last);
            mark_block(values, total, space->heaps().subspan(from, to - from), space->values().data() + from, seen_);
        }
    }
    if (small == 0) return;
    const auto known = static_cast<std::int64_t>(small_parts_.size());
    for (std::int64_t i = known; i < small; ++i) small_parts_.push_back(kBlock + i);
    const std::span<const std::int64_t> parts(small_parts_.data(), static_cast<std::size_t>(small));
    for (const Split& split : splits_) mark_block(values, heap - split.removed, parts, values + kBlock, seen_);
    small_end_ = kBlock + small;
}

/// Parts that can be split off every heap of the block, such that the rest is below the block. `total`: all parts of the first heap.
template <class T> typename Block<T>::Done Block<T>::common_parts(const Split& split, std::int64_t total) {
    const std::int64_t first = std::max(split.least, kBlock - split.removed), last = total - split.least;
    if (split.gap == 0) return {Stretch{first, last}, Stretch{0, -1}};
    const std::int64_t largest_total = total + kBlock - 1;
    return {Stretch{first, (total - split.gap) / 2}, Stretch{(largest_total + split.gap + 1) / 2, last}};
}

template <class T>
std::int64_t Block<T>::mark(const T* values, std::int64_t heap, std::span<const Pairs> pairs,
                            const SparseSpace<T>* space) {
    const Seen seen = this->seen(heap);
    std::int64_t marked = small_end_;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Pairs& p = pairs[i];
        if (space) mark_rare(values, p, done_.empty() ? std::span<const Stretch>() : done_[i], *space, seen);
        if (small_end_ == 0) continue;
        for (std::int64_t a = p.first; a < kBlock; ++a) seen.mark(values[a] ^ values[p.total - a]);
        marked = std::min(marked, small_end_ - p.first);
    }
    return marked;
}

/// Marks the pairs of which one part is rare, but not in one of the stretches that are done.
template <class T>
void Block<T>::mark_rare(const T* values, const Pairs& pairs, std::span<const Stretch> done,
                         const SparseSpace<T>& space, const Seen& seen) {
    // The rare heap may be the smaller or the larger part.
    for (const Stretch& legal :
         {Stretch{pairs.first, pairs.last}, Stretch{pairs.total - pairs.last, pairs.total - pairs.first}}) {
        std::int64_t next = legal.first;
        for (const Stretch& part : done) {
            if (part.first > part.last || part.last < next || part.first > legal.last) continue;
            mark_rare(values, pairs.total, {next, part.first - 1}, space, seen);
            next = part.last + 1;
        }
        mark_rare(values, pairs.total, {next, legal.last}, space, seen);
    }
}

template <class T>
void Block<T>::mark_rare(const T* values, std::int64_t total, Stretch parts, const SparseSpace<T>& space,
                         const Seen& seen) {
    const auto [from, to] = space.between(parts.first, parts.last);
    const std::int64_t* const rare = space.heaps().data();
    const T* const rare_values = space.values().data();
    const T* const rest = values + total;
    std::uint8_t* const bytes = seen.bytes;
    const std::uint8_t stamp = seen.stamp;
    for (std::size_t i = from; i < to; ++i) bytes[rare_values[i] ^ rest[-rare[i]]] = stamp;
}

template class Block<std::uint16_t>;
template class Block<std::uint32_t>;

}  // namespace bouton::splits
