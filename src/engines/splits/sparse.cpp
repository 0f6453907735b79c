#include "engines/splits/sparse.hpp"

#include <algorithm>

namespace bouton::splits {

namespace {

constexpr std::int64_t kRarity = 8;  // at most every 8th heap is rare; otherwise plain splits are as fast

/// By mask m: the sum of  (-1)^(parity of the bits in m and i) * numbers[i].
void walsh_hadamard(std::vector<std::int64_t>& numbers) {
    for (std::size_t step = 1; step < numbers.size(); step *= 2) {
        for (std::size_t block = 0; block < numbers.size(); block += 2 * step) {
            for (std::size_t i = block; i < block + step; ++i) {
                const std::int64_t a = numbers[i], b = numbers[i + step];
                numbers[i] = a + b;
                numbers[i + step] = a - b;
            }
        }
    }
}

}  // namespace

template <class T> void SparseSpace<T>::widen(std::size_t size) {
    histogram_.resize(2 * size);
    even_.assign(size / 64, 0);
    odd_.assign(size / 64, 0);
    sort_values();
    news_ = true;
}

template <class T> void SparseSpace<T>::sort_values() {
    std::fill(even_.begin(), even_.end(), 0);
    std::fill(odd_.begin(), odd_.end(), 0);
    for (std::size_t v = 0; v < 64 * even_.size(); ++v)
        (__builtin_parityll(v & mask_) ? odd_ : even_)[v / 64] |= std::uint64_t{1} << v % 64;
}

template <class T> bool SparseSpace<T>::add(const T* values, std::int64_t heap, T value) {
    ++histogram_[2 * std::size_t{value} + grade(heap)];
    if (sparse_ && rare(heap, value)) {
        heaps_.push_back(heap);
        values_.push_back(value);
        news_ = true;
    }
    if (heap + 1 < next_choice_ || (sparse_ && !news_)) return false;
    choose(values, heap + 1);
    next_choice_ = heap + 1 + (heap + 1) / 8;
    return true;
}

template <class T> void SparseSpace<T>::choose(const T* values, std::int64_t count) {
    std::vector<std::int64_t> excess = histogram_;  // of rare over common heaps, by mask and parity
    walsh_hadamard(excess);
    const auto best = static_cast<std::size_t>(std::min_element(excess.begin(), excess.end()) - excess.begin());
    mask_ = best / 2;
    with_parity_ = best % 2 == 1;
    sort_values();
    heaps_.clear();
    values_.clear();
    news_ = false;
    sparse_ = (count + excess[best]) / 2 * kRarity <= count;
    if (!sparse_) return;
    for (std::int64_t heap = 0; heap < count; ++heap) {
        if (!rare(heap, values[heap])) continue;
        heaps_.push_back(heap);
        values_.push_back(values[heap]);
    }
}

template class SparseSpace<std::uint16_t>;
template class SparseSpace<std::uint32_t>;

}  // namespace bouton::splits
