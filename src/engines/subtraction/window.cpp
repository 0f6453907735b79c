#include "engines/subtraction/window.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/subtraction/window.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();

namespace bouton::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T> bool same_cells(const T* a, const T* b, std::int64_t count, std::int64_t& budget) {
    constexpr std::int64_t kPiece = 512;
    for (std::int64_t i = 0; i < count; i += kPiece) {
        const std::int64_t piece = std::min(kPiece, count - i);
        budget -= piece;
        if (budget < 0 || std::memcmp(a + i, b + i, static_cast<std::size_t>(piece) * sizeof(T)) != 0) return false;
    }
    return true;
}

/// Cells of the window that a place must have too before it is looked at closely.
template <class T> struct Probes {
    std::int64_t back[4];
    T value[4];

    Probes(const T* end, std::int64_t length) {
        // Where neighbours differ fewer other places look alike.
        constexpr std::int64_t kFar = 4096;
        std::int64_t change = 1;
        while (change + 1 < std::min(length, kFar) && end[-change] == end[-change - 1]) ++change;
        const std::int64_t chosen[4] = {change, std::min(change + 1, length), (length + 1) / 2, length};
        for (int i = 0; i < 4; ++i) {
            back[i] = chosen[i];
            value[i] = end[-chosen[i]];
        }
    }

    template <class D> HWY_INLINE hn::Mask<D> agree(D d, const T* at, int i) const {
        return hn::Eq(hn::LoadU(d, at - back[i]), hn::Set(d, value[i]));
    }
};

template <class T>
std::optional<std::int64_t> find_in(const T* cells, const Window& window, std::int64_t first, std::int64_t last,
                                    std::int64_t& budget) {
    const hn::CappedTag<T, 64 / sizeof(T)> d;  // at most 64 places a vector: a bit each in one word
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const Probes<T> probes(cells + window.end, window.length);
    const T* const start = cells + window.end - window.length;
    const auto same = [&](std::int64_t x) {
        return same_cells(cells + x - window.length, start, window.length, budget);
    };
    std::int64_t x = first;
    for (; x + lanes <= last + 1 && budget >= 0; x += lanes) {
        auto places = hn::And(probes.agree(d, cells + x, 0), probes.agree(d, cells + x, 1));
        if (hn::AllFalse(d, places)) continue;
        places = hn::And(places, hn::And(probes.agree(d, cells + x, 2), probes.agree(d, cells + x, 3)));
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, places, bytes);
        std::uint64_t bits = 0;
        for (int i = 0; i < 8; ++i) bits |= std::uint64_t{bytes[i]} << 8 * i;
        for (; bits; bits &= bits - 1)
            if (same(x + std::countr_zero(bits))) return x + std::countr_zero(bits);
    }
    for (; x <= last && budget >= 0; ++x)
        if (same(x)) return x;
    return std::nullopt;
}

std::optional<std::int64_t> find_here(const Cells& cells, const Window& window, std::int64_t first, std::int64_t last,
                                      std::int64_t& budget) {
    return cells.visit([&](auto* at) { return find_in(at, window, first, last, budget); });
}

}  // namespace
}  // namespace bouton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {

HWY_EXPORT(find_here);

std::optional<std::int64_t> find_window(const Cells& cells, const Window& window, std::int64_t first, std::int64_t last,
                                        std::int64_t& budget) {
    return HWY_DYNAMIC_DISPATCH(find_here)(cells, window, first, last, budget);
}

}  // namespace bouton
#endif
