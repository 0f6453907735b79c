#include "engines/regions/running.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/regions/running.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace bouton::regions::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T> using Tag = hn::CappedTag<T, kMostLanes>;

template <class T> HWY_ATTR void raise_row(T* numbers, std::size_t count, T value) {
    const Tag<T> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto least = hn::Set(d, value);
    for (std::size_t i = 0; i < count; i += lanes) {
        const bool reached = numbers[i + lanes - 1] >= value;
        hn::StoreU(hn::Max(hn::LoadU(d, numbers + i), least), d, numbers + i);
        if (reached) break;
    }
}

template <class T> HWY_ATTR void merge_rows(T* to, const T* from, std::size_t count) {
    const Tag<T> d;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d))
        hn::StoreU(hn::Max(hn::LoadU(d, to + i), hn::LoadU(d, from + i)), d, to + i);
}

/// The lanes' tests as the low bits of a word.
template <class D, class M> HWY_ATTR HWY_INLINE std::uint64_t word_of(D d, M mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
    return hn::Lanes(d) < 64 ? word & ((std::uint64_t{1} << hn::Lanes(d)) - 1) : word;
}

template <class T>
HWY_ATTR void add_reached_in_row(std::uint64_t* bits, const T* numbers, std::size_t count, T need, T step) {
    // Unsigned sums, since those beyond the end of the row may wrap; what they say is cut off.
    using U = hwy::MakeUnsigned<T>;
    const Tag<T> d;
    const hn::RebindToUnsigned<Tag<T>> du;
    const std::size_t lanes = hn::Lanes(d);
    HWY_ALIGN U first_needs[kMostLanes];
    U next = static_cast<U>(need);
    for (std::size_t i = 0; i < lanes; ++i, next = static_cast<U>(next + static_cast<U>(step))) first_needs[i] = next;
    auto needs = hn::Load(du, first_needs);
    const auto steps = hn::Set(du, static_cast<U>(next - static_cast<U>(need)));
    for (std::size_t first = 0; first < count; first += 64) {
        std::uint64_t missed = 0;
        for (std::size_t i = 0; i < 64; i += lanes) {
            missed |= word_of(d, hn::Gt(hn::BitCast(d, needs), hn::LoadU(d, numbers + first + i))) << i;
            needs = hn::Add(needs, steps);
        }
        const std::uint64_t inside = count - first < 64 ? (std::uint64_t{1} << (count - first)) - 1 : ~std::uint64_t{0};
        bits[first / 64] |= ~missed & inside;
    }
}

// Compiled for one instruction set alone there is nothing to choose, and no library to ask.
#if HWY_TARGETS == HWY_STATIC_TARGET
#define BOUTON_CHOOSE_TARGET() ((void)0)
#else
#define BOUTON_CHOOSE_TARGET() hwy::GetChosenTarget().Update(hwy::SupportedTargets())
#endif
#define BOUTON_FOR_TYPE(NAME, T)                                                                           \
    HWY_ATTR void raise_##NAME(T* n, std::size_t count, T value) { raise_row(n, count, value); }           \
    HWY_ATTR void merge_##NAME(T* to, const T* from, std::size_t count) { merge_rows(to, from, count); }   \
    HWY_ATTR void add_reached_##NAME(std::uint64_t* bits, const T* n, std::size_t count, T need, T step) { \
        add_reached_in_row(bits, n, count, need, step);                                                    \
    }
BOUTON_FOR_TYPE(16, std::int16_t)
BOUTON_FOR_TYPE(32, std::int32_t)
BOUTON_FOR_TYPE(64, std::int64_t)
#undef BOUTON_FOR_TYPE

}  // namespace
}  // namespace bouton::regions::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton::regions {

#define BOUTON_FOR_TYPE(NAME, T)                                                                             \
    HWY_EXPORT(raise_##NAME);                                                                                \
    HWY_EXPORT(merge_##NAME);                                                                                \
    HWY_EXPORT(add_reached_##NAME);                                                                          \
    template <> Raise<T> best_raise() {                                                                      \
        BOUTON_CHOOSE_TARGET(); /* as a first call would do */                                               \
        return &HWY_DYNAMIC_DISPATCH(raise_##NAME);                                                          \
    }                                                                                                        \
    template <> void merge(T* to, const T* from, std::size_t count) {                                        \
        HWY_DYNAMIC_DISPATCH(merge_##NAME)(to, from, count);                                                 \
    }                                                                                                        \
    template <> void add_reached(std::uint64_t* bits, const T* numbers, std::size_t count, T need, T step) { \
        HWY_DYNAMIC_DISPATCH(add_reached_##NAME)(bits, numbers, count, need, step);                          \
    }
BOUTON_FOR_TYPE(16, std::int16_t)
BOUTON_FOR_TYPE(32, std::int32_t)
BOUTON_FOR_TYPE(64, std::int64_t)
#undef BOUTON_FOR_TYPE

}  // namespace bouton::regions
#endif
