#include "engines/heap/steps.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/heap/steps.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();

namespace bouton::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

template <class T> std::int64_t fill_vectors(T*, std::int64_t, const std::int64_t*, std::int64_t) { return 0; }

#else

template <class D, class T> HWY_INLINE hn::Vec<D> load_cells(D d, const T* at) {
    if constexpr (sizeof(T) == 4)
        return hn::LoadU(d, at);
    else
        return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, D>(), at));
}

template <class D, class T> HWY_INLINE void store_cells(D d, hn::Vec<D> values, T* at) {
    if constexpr (sizeof(T) == 4) {
        hn::StoreU(values, d, at);
    } else {
        const hn::Rebind<T, D> narrow;
        hn::StoreU(hn::DemoteTo(narrow, hn::BitCast(hn::RebindToSigned<D>(), values)), narrow, at);
    }
}

/// The steps to n numbers from those before them, all or-ed together: only the lowest bit is set if they are steady.
template <class D> HWY_INLINE hn::Vec<D> steps_of(D d, const std::int64_t* low) {
    const auto half = hn::Lanes(d);
    return hn::Or(hn::Sub(hn::LoadU(d, low), hn::LoadU(d, low - 1)),
                  hn::Sub(hn::LoadU(d, low + half), hn::LoadU(d, low + half - 1)));
}

/// The lower halves of n numbers.
template <class D> HWY_INLINE hn::Vec<D> lower_halves(D d, const std::int64_t* low) {
    const hn::Repartition<std::int64_t, D> wide;
    return hn::ConcatEven(d, hn::BitCast(d, hn::LoadU(wide, low + hn::Lanes(wide))),
                          hn::BitCast(d, hn::LoadU(wide, low)));
}

/// n heaps, the numbers of which are given: a heap gets the size of its window if that grew, else the value that left
/// it, which is one of n cells from low[-1] on.
template <class D, class T>
HWY_INLINE void fill_vector(D d, T* cells, hn::Vec<D> heaps, std::int64_t x, const std::int64_t* low) {
    const auto here = lower_halves(d, low), before = lower_halves(d, low - 1);
    const auto place = hn::Sub(before, hn::Set(d, static_cast<std::uint32_t>(low[-1])));
    const auto left = hn::TableLookupLanes(load_cells(d, cells + low[-1]), hn::IndicesFromVec(d, place));
    store_cells(d, hn::IfThenElse(hn::Eq(here, before), hn::Sub(heaps, here), left), cells + x);
}

/// Pairs of vectors of steady steps; returns the number of heaps.
template <class T> std::int64_t fill_vectors(T* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    const hn::ScalableTag<std::uint32_t> d;
    const hn::Repartition<std::int64_t, decltype(d)> wide;
    const auto n = static_cast<std::int64_t>(hn::Lanes(d));
    const auto next = hn::Set(d, static_cast<std::uint32_t>(n));
    auto heaps = hn::Iota(d, static_cast<std::uint32_t>(x));
    std::int64_t i = 0;
    for (; i + 2 * n <= count; i += 2 * n) {
        if (low[i - 1] + n > x + i) break;  // cells that may leave the window must have their values
        const auto steps = hn::Or(steps_of(wide, low + i), steps_of(wide, low + i + n));
        if (!hn::AllTrue(wide, hn::Eq(hn::AndNot(hn::Set(wide, 1), steps), hn::Zero(wide)))) break;
        fill_vector(d, cells, heaps, x + i, low + i);
        heaps = hn::Add(heaps, next);
        fill_vector(d, cells, heaps, x + i + n, low + i + n);
        heaps = hn::Add(heaps, next);
    }
    return i;
}

#endif

template <class T> std::int64_t fill(T* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    constexpr std::int64_t kPiece = 64;  // one by one, before vectors are tried again
    std::int64_t i = 0;
    while (i < count) {
        i += fill_vectors(cells, x + i, low + i, count - i);
        for (const std::int64_t end = std::min(count, i + kPiece); i < end; ++i) {
            if (low[i] == low[i - 1])
                cells[x + i] = static_cast<T>(x + i - low[i]);
            else if (low[i] - 1 == low[i - 1])
                cells[x + i] = cells[low[i - 1]];
            else
                return i;
        }
    }
    return i;
}

std::int64_t fill_8(std::uint8_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    return fill(cells, x, low, count);
}
std::int64_t fill_16(std::uint16_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    return fill(cells, x, low, count);
}
std::int64_t fill_32(std::uint32_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    return fill(cells, x, low, count);
}

}  // namespace
}  // namespace bouton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {

HWY_EXPORT(fill_8);
HWY_EXPORT(fill_16);
HWY_EXPORT(fill_32);

std::int64_t fill_steady(std::uint8_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    return HWY_DYNAMIC_DISPATCH(fill_8)(cells, x, low, count);
}
std::int64_t fill_steady(std::uint16_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    return HWY_DYNAMIC_DISPATCH(fill_16)(cells, x, low, count);
}
std::int64_t fill_steady(std::uint32_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count) {
    return HWY_DYNAMIC_DISPATCH(fill_32)(cells, x, low, count);
}

}  // namespace bouton
#endif
