#include "engines/subtraction/blocks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/subtraction/blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>

HWY_BEFORE_NAMESPACE();

namespace bouton::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128  // table lookups that are loops themselves gain nothing

std::int64_t fill_here(std::uint8_t*, std::int64_t, const SubtractionRun& run) { return run.begin; }

#else

namespace hn = hwy::HWY_NAMESPACE;

using Removals = std::span<const std::int64_t>;

constexpr std::size_t kPass = 8;                    // values that the bits of one byte tell apart
constexpr std::size_t kPasses = 32;                 // all values that a byte holds
constexpr std::int64_t kBlock = 256;                // heaps whose options are collected at once
constexpr std::int64_t kVector = 64;                // no vector has more bytes
constexpr std::int64_t kBuffer = kBlock + kVector;  // the last vector may reach beyond the block
constexpr std::int64_t kLeastBlock = 4;             // a block of fewer heaps is not worth a vector,
constexpr std::int64_t kLeastChain = 8;             // nor one of fewer than this the doublings of a chain

using Bytes = hn::CappedTag<std::uint8_t, kVector>;
using Vector = hn::Vec<Bytes>;

struct alignas(kVector) Buffer {
    std::uint8_t bytes[kBuffer];
};

// ---- what is collected from the options: bits of values for the mex, the least value for the podium rule

/// Bits of the values 0..7; no value is larger than 8.
struct FewBits {
    HWY_INLINE Vector nothing(Bytes d) const { return hn::Zero(d); }
    HWY_INLINE Vector add(Bytes d, Vector bits, Vector option) const {
        alignas(16) static constexpr std::uint8_t kBit[16] = {1, 2, 4, 8, 16, 32, 64, 128};
        return hn::Or(bits, hn::TableLookupBytes(hn::LoadDup128(d, kBit), option));
    }
};

/// Bits of the values 8 * pass .. 8 * pass + 7.
struct Bits {
    std::size_t pass = 0;

    HWY_INLINE std::uint8_t first() const { return static_cast<std::uint8_t>(kPass * pass); }
    HWY_INLINE Vector nothing(Bytes d) const { return hn::Zero(d); }
    HWY_INLINE Vector add(Bytes d, Vector bits, Vector option) const {
        return FewBits().add(d, bits, hn::Min(hn::Xor(option, hn::Set(d, first())), hn::Set(d, kPass)));
    }
};

struct Least {
    HWY_INLINE Vector nothing(Bytes d) const { return hn::Set(d, 0xff); }
    HWY_INLINE Vector add(Bytes, Vector least, Vector option) const { return hn::Min(least, option); }
};

/// Collects the options of the heaps from `at` on, at most a block, in whole vectors.
template <class Rule>
HWY_NOINLINE void collect(Rule rule, const std::uint8_t* at, std::int64_t count, Removals removals, Buffer& result) {
    const Bytes d;
    const auto n = static_cast<std::int64_t>(hn::Lanes(d));
    std::uint8_t* to = result.bytes;
    const std::uint8_t* const end = to + count;
    for (; end - to > 3 * n; to += 4 * n, at += 4 * n) {
        auto sum0 = rule.nothing(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
        for (const std::int64_t s : removals) {
            sum0 = rule.add(d, sum0, hn::LoadU(d, at - s));
            sum1 = rule.add(d, sum1, hn::LoadU(d, at - s + n));
            sum2 = rule.add(d, sum2, hn::LoadU(d, at - s + 2 * n));
            sum3 = rule.add(d, sum3, hn::LoadU(d, at - s + 3 * n));
        }
        hn::Store(sum0, d, to);
        hn::Store(sum1, d, to + n);
        hn::Store(sum2, d, to + 2 * n);
        hn::Store(sum3, d, to + 3 * n);
    }
    for (; to < end; to += n, at += n) {
        auto sum = rule.nothing(d);
        for (const std::int64_t s : removals) sum = rule.add(d, sum, hn::LoadU(d, at - s));
        hn::Store(sum, d, to);
    }
}

/// How many of the low bits of each byte are ones, up to the first zero.
HWY_INLINE Vector trailing_ones(Bytes d, Vector v) {
    alignas(16) static constexpr std::uint8_t kLow[16] = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 0xff};
    alignas(16) static constexpr std::uint8_t kHigh[16] = {4, 5, 4, 6, 4, 5, 4, 7, 4, 5, 4, 6, 4, 5, 4, 8};
    const auto low = hn::TableLookupBytes(hn::LoadDup128(d, kLow), hn::And(v, hn::Set(d, 0x0f)));
    const auto high = hn::TableLookupBytes(hn::LoadDup128(d, kHigh), hn::ShiftRight<4>(v));
    return hn::Min(low, high);
}

// ---- wide: all options of a block of heaps are known

void wide_few(std::uint8_t* at, std::int64_t count, Removals removals) {
    const Bytes d;
    Buffer bits;
    collect(FewBits{}, at, count, removals, bits);
    for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(d)))
        hn::StoreU(trailing_ones(d, hn::Load(d, bits.bytes + i)), d, at + i);
}

void wide_many(std::uint8_t* at, std::int64_t count, Removals removals) {
    const Bytes d;
    const auto n = static_cast<std::int64_t>(hn::Lanes(d));
    Buffer bits, values{};
    bool open = true;
    for (Bits rule; open && rule.pass < kPasses; ++rule.pass) {
        collect(rule, at, count, removals, bits);
        open = false;
        for (std::int64_t i = 0; i < count; i += n) {
            // Heaps without a value hold the first one of the pass; those left open go to the next pass.
            const auto value = hn::Load(d, values.bytes + i), first = hn::Set(d, rule.first());
            const auto found = hn::Add(first, trailing_ones(d, hn::Load(d, bits.bytes + i)));
            const auto now = hn::IfThenElse(hn::Eq(value, first), found, value);
            hn::Store(now, d, values.bytes + i);
            open |= !hn::AllFalse(d, hn::Eq(now, hn::Add(first, hn::Set(d, kPass))));
        }
    }
    for (std::int64_t i = 0; i < count; i += n) hn::StoreU(hn::Load(d, values.bytes + i), d, at + i);
}

void wide_least(std::uint8_t* at, std::int64_t count, Removals removals, Value players) {
    const Bytes d;
    const auto wrap = hn::Set(d, static_cast<std::uint8_t>(players));
    Buffer least;
    collect(Least{}, at, count, removals, least);
    for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(d))) {
        const auto next = hn::Add(hn::Load(d, least.bytes + i), hn::Set(d, 1));
        hn::StoreU(hn::IfThenZeroElse(hn::Eq(hn::Min(next, wrap), wrap), next), d, at + i);
    }
}

std::int64_t fill_wide(std::uint8_t* cells, std::int64_t size, const SubtractionRun& run) {
    const auto n = static_cast<std::int64_t>(hn::Lanes(Bytes()));
    const std::int64_t least = run.removals[0], block = least < n ? least : std::min(kBlock, least / n * n);
    std::int64_t x = run.begin;
    while (x < run.end && x + n <= size) {
        const std::int64_t count = std::min({block, run.end - x, (size - x) / n * n});
        if (run.values.players)
            wide_least(cells + x, count, run.removals, run.values.players);
        else if (run.removals.size() <= kPass)
            wide_few(cells + x, count, run.removals);
        else
            wide_many(cells + x, count, run.removals);
        x += count;
    }
    return x;
}

// ---- chain: only the least removal, a, is smaller than the block; links of 16 heaps, the reach of a table lookup

struct Patterns {
    std::size_t heaps;  // of a link; fewer than 16 when the second removal is smaller
    std::size_t doublings = 0;
    alignas(16) std::uint8_t shift[4][16];  // shift[j]: lane i gets lane i - (a << j), or nothing
    alignas(16) std::uint8_t residue[16];   // lane i gets lane i mod a
    alignas(16) std::uint8_t before[16];    // the heap a before that one, in the link before
    alignas(16) std::uint8_t inner[16];     // 0xff where the heap a earlier is in the same link

    Patterns(std::size_t a, std::size_t second) : heaps(std::min<std::size_t>(16, second)) {
        for (std::size_t by = a; by < 16; by *= 2, ++doublings)
            for (std::size_t i = 0; i < 16; ++i)
                shift[doublings][i] = static_cast<std::uint8_t>(i < by ? 0x80 : i - by);
        for (std::size_t i = 0; i < 16; ++i) {
            residue[i] = static_cast<std::uint8_t>(i % a);
            before[i] = static_cast<std::uint8_t>(heaps - a + i % a);
            inner[i] = i < a ? 0 : 0xff;
        }
    }
};

/// For each heap of a block:  value = e ? special : base,  where e = [value of the heap a earlier = key].
/// Within a link e = once ^ (e of the first heap of the residue class mod a, unless dead).
struct Links {
    Buffer base, special, key, once, dead;  // key: of that first heap
};

/// One near option, a earlier, is added to what was collected from all others.
void make_links(const Patterns& patterns, const Buffer& collected, std::int64_t count, bool mex, Links& links) {
    const Bytes d;
    const auto earlier = hn::LoadDup128(d, patterns.shift[0]), inner = hn::LoadDup128(d, patterns.inner);
    for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(d))) {
        const auto others = hn::Load(d, collected.bytes + i);
        auto key = hn::Zero(d), special = hn::Set(d, 1), base = hn::IfThenElseZero(hn::Eq(others, key), special);
        if (mex) {
            const auto lowest_zero = hn::AndNot(others, hn::Add(others, hn::Set(d, 1)));
            base = key = trailing_ones(d, others);
            special = trailing_ones(d, hn::Or(others, lowest_zero));
        }
        const auto if_base = hn::VecFromMask(d, hn::Eq(hn::TableLookupBytesOr0(base, earlier), key));
        const auto if_special = hn::VecFromMask(d, hn::Eq(hn::TableLookupBytesOr0(special, earlier), key));
        auto once = hn::And(inner, if_base), dead = hn::AndNot(hn::Xor(if_base, if_special), inner);
        for (std::size_t j = 0; j < patterns.doublings; ++j) {
            const auto by = hn::LoadDup128(d, patterns.shift[j]);
            once = hn::Xor(once, hn::AndNot(dead, hn::TableLookupBytesOr0(once, by)));
            dead = hn::Or(dead, hn::TableLookupBytesOr0(dead, by));
        }
        hn::Store(base, d, links.base.bytes + i);
        hn::Store(special, d, links.special.bytes + i);
        hn::Store(hn::TableLookupBytes(key, hn::LoadDup128(d, patterns.residue)), d, links.key.bytes + i);
        hn::Store(once, d, links.once.bytes + i);
        hn::Store(dead, d, links.dead.bytes + i);
    }
}

bool chains(Removals removals, Values values) {
    if (values.players != 2 && (values.players != 0 || removals.size() > kPass)) return false;
    return removals.size() > 1 && removals[0] < 16 &&
           removals[1] >= std::max(kLeastChain, std::min<std::int64_t>(16, 2 * removals[0]));
}

std::int64_t fill_chain(std::uint8_t* cells, std::int64_t size, const SubtractionRun& run) {
    const Removals large = run.removals.subspan(1);
    const Patterns patterns(static_cast<std::size_t>(run.removals[0]), static_cast<std::size_t>(large[0]));
    const std::int64_t block = large[0] < 16 ? large[0] : std::min(kBlock, large[0] / 16 * 16);
    const bool mex = run.values.players == 0;
    std::int64_t x = run.begin;
    if (x + kBuffer > size) return x;
    Buffer collected;
    Links links;
    const hn::FixedTag<std::uint8_t, 16> d;
    const auto before = hn::Load(d, patterns.before);
    auto values = hn::LoadU(d, cells + x - patterns.heaps);
    for (; x < run.end && x + kBuffer <= size; x += block) {
        const std::int64_t count = std::min(block, run.end - x);
        if (mex)
            collect(FewBits{}, cells + x, count, large, collected);
        else
            collect(Least{}, cells + x, count, large, collected);
        make_links(patterns, collected, count, mex, links);
        for (std::int64_t i = 0; i < count; i += 16) {
            const auto hit = hn::Eq(hn::TableLookupBytes(values, before), hn::Load(d, links.key.bytes + i));
            const auto e = hn::Xor(hn::Load(d, links.once.bytes + i),
                                   hn::AndNot(hn::Load(d, links.dead.bytes + i), hn::VecFromMask(d, hit)));
            values = hn::IfVecThenElse(e, hn::Load(d, links.special.bytes + i), hn::Load(d, links.base.bytes + i));
            hn::StoreU(values, d, cells + x + i);
        }
    }
    return std::min(x, run.end);
}

// ---- mixed: vectors collect the options by large removals, one heap after another adds those by small ones

/// The bits of the options by large removals are collected when they are needed. All values are less than 64 * Words.
template <std::size_t Words> class MixedMex {
  public:
    MixedMex(Removals small, Removals large) : small_(small), large_(large) {}

    void fill(std::uint8_t* at, std::int64_t count) {
        passes_ = 0;
        for (std::int64_t i = 0; i < count; ++i) at[i] = value(at, i, count);
    }

  private:
    HWY_INLINE std::uint8_t value(const std::uint8_t* at, std::int64_t i, std::int64_t count) {
        std::array<std::uint64_t, Words> bits{};
        for (const std::int64_t s : small_) bits[at[i - s] / 64 % Words] |= std::uint64_t{1} << at[i - s] % 64;
        for (std::size_t pass = 0;; ++pass) {
            if (pass == passes_) collect(Bits{pass}, at, count, large_, collected_[passes_++]);
            const std::uint64_t near = bits[pass / 8 % Words] >> pass % 8 * 8;
            const auto byte = static_cast<std::uint8_t>(near | collected_[pass].bytes[i]);
            if (byte != 0xff)
                return static_cast<std::uint8_t>(kPass * pass + static_cast<std::size_t>(std::countr_one(byte)));
        }
    }

    Removals small_, large_;
    std::size_t passes_ = 0;
    Buffer collected_[8 * Words];
};

class MixedLeast {
  public:
    MixedLeast(Removals small, Removals large, Value players) : small_(small), large_(large), players_(players) {}

    void fill(std::uint8_t* at, std::int64_t count) {
        collect(Least{}, at, count, large_, collected_);
        for (std::int64_t i = 0; i < count; ++i) {
            Value least = collected_.bytes[i];
            for (const std::int64_t s : small_) least = std::min<Value>(least, at[i - s]);
            at[i] = static_cast<std::uint8_t>(least + 1 < players_ ? least + 1 : 0);
        }
    }

  private:
    Removals small_, large_;
    Value players_;
    Buffer collected_;
};

template <class Mixed>
std::int64_t fill_mixed(Mixed&& mixed, std::int64_t block, std::uint8_t* cells, std::int64_t size,
                        const SubtractionRun& run) {
    std::int64_t x = run.begin;
    while (x < run.end && x + kBuffer <= size) {
        const std::int64_t count = std::min(block, run.end - x);
        mixed.fill(cells + x, count);
        x += count;
    }
    return x;
}

std::int64_t fill_here(std::uint8_t* cells, std::int64_t size, const SubtractionRun& run) {
    const Removals removals = run.removals;
    if (chains(removals, run.values)) return fill_chain(cells, size, run);
    if (removals[0] >= kLeastBlock) return fill_wide(cells, size, run);

    const auto n = static_cast<std::int64_t>(hn::Lanes(Bytes()));
    const auto split =
        static_cast<std::size_t>(std::lower_bound(removals.begin(), removals.end(), n) - removals.begin());
    if (split == removals.size()) return run.begin;
    const Removals small = removals.first(split), large = removals.subspan(split);
    const std::int64_t block = std::min(kBlock, large[0] / n * n);
    if (run.values.players) return fill_mixed(MixedLeast(small, large, run.values.players), block, cells, size, run);
    if (removals.size() < 64) return fill_mixed(MixedMex<1>(small, large), block, cells, size, run);
    return fill_mixed(MixedMex<4>(small, large), block, cells, size, run);
}

#endif

}  // namespace
}  // namespace bouton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {

HWY_EXPORT(fill_here);

std::int64_t fill_vectors(std::uint8_t* cells, std::int64_t size, const SubtractionRun& run) {
    return HWY_DYNAMIC_DISPATCH(fill_here)(cells, size, run);
}

}  // namespace bouton
#endif
