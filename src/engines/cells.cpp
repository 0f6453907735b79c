#include "engines/cells.hpp"

#include "base/error.hpp"

#include <cstdlib>
#include <limits>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace bouton {

void Cells::Free::operator()(std::byte* p) const { std::free(p); }

std::uint64_t Cells::count(const Position& largest) {
    std::uint64_t cells = 1;
    for (const std::int64_t top : largest)
        if (__builtin_mul_overflow(cells, static_cast<std::uint64_t>(top) + 1, &cells) || cells >> 60)
            throw over_limit("a table of this size has more positions than can be counted; take smaller bounds");
    return cells;
}

void Cells::measure() {
    size_ = count(largest_);
    strides_.assign(largest_.size(), 1);
    for (std::size_t i = largest_.size(); i-- > 1;) strides_[i - 1] = strides_[i] * (largest_[i] + 1);
}

Cells::Cells(Position largest, unsigned width) : largest_(std::move(largest)), width_(width) {
    measure();
    // Large tables ask for large pages: the first touch of each page is what filling memory mostly costs.
    constexpr std::size_t kLine = 64, kLargePage = std::size_t{2} << 20;
    constexpr std::size_t kFresh = std::size_t{32} << 20;  // smaller ones may get memory that was touched before
    // Where a machine word has 32 bits, the number of bytes may not fit into one.
    if (size_ > (std::numeric_limits<std::size_t>::max() - 2 * kLargePage) / width_)
        throw over_limit("the machine has not enough memory for this table; take smaller bounds");
    const auto needed = static_cast<std::size_t>(size_ * width_);
    const std::size_t unit = needed < kFresh ? kLine : kLargePage;
    const std::size_t bytes = ((needed + kLine) / unit + 1) * unit;
    own_.reset(static_cast<std::byte*>(std::aligned_alloc(unit, bytes)));
    if (!own_) throw over_limit("the machine has not enough memory for this table; take smaller bounds");
#ifdef MADV_HUGEPAGE
    if (unit == kLargePage) madvise(own_.get(), bytes, MADV_HUGEPAGE);  // a wish; no harm if it is not granted
#endif
    memory_ = own_.get();
}

Cells::Cells(Position largest, unsigned width, std::byte* memory)
    : largest_(std::move(largest)), width_(width), memory_(memory) {
    measure();
}

bool Cells::covers(const Position& position) const {
    if (position.size() != largest_.size()) return false;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (position[i] > largest_[i]) return false;
    return true;
}

std::uint64_t Cells::index(const Position& position) const {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < position.size(); ++i) index += position[i] * strides_[i];
    return static_cast<std::uint64_t>(index);
}

}  // namespace bouton
