#include "engines/lines/windows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/lines/lines.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bouton::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using lines::Ends;
using lines::Segment;
using lines::Window;

constexpr std::uint64_t kFull = ~std::uint64_t{0};

/// The first number from 64 * word on that is in none of the sets. Each set ends with a word that is not full.
template <int count>
HWY_ATTR HWY_INLINE std::uint64_t first_missing(const std::uint64_t* const* sets, std::size_t n, std::uint64_t word) {
    const auto all = [&](std::uint64_t w) HWY_ATTR {
        std::uint64_t bits = sets[0][w];
        if constexpr (count > 1) bits |= sets[1][w];
        if constexpr (count > 2) bits |= sets[2][w];
        for (std::size_t i = 3; count > 3 && i < n; ++i) bits |= sets[i][w];
        return bits;
    };
    const hn::CappedTag<std::uint64_t, 8> d;
    const auto full = hn::Set(d, kFull);
    for (;; ++word) {
        if (const std::uint64_t missing = ~all(word); missing != 0)
            return 64 * word + static_cast<std::uint64_t>(__builtin_ctzll(missing));
        for (;; word += hn::Lanes(d)) {
            auto bits = hn::LoadU(d, sets[0] + word + 1);
            if constexpr (count > 1) bits = hn::Or(bits, hn::LoadU(d, sets[1] + word + 1));
            if constexpr (count > 2) bits = hn::Or(bits, hn::LoadU(d, sets[2] + word + 1));
            for (std::size_t i = 3; count > 3 && i < n; ++i) bits = hn::Or(bits, hn::LoadU(d, sets[i] + word + 1));
            if (!hn::AllTrue(d, hn::Eq(bits, full))) break;
        }
    }
}

template <class T> HWY_ATTR HWY_INLINE void enter(const Window& w, std::int64_t line, std::uint64_t* bits, T value) {
    if (value == static_cast<T>(~T{0})) return;
    if (w.counts) ++w.counts[line * w.values + value];
    bits[value >> 6] |= std::uint64_t{1} << (value & 63);
}

template <class T>
HWY_ATTR HWY_INLINE void leave(const Window& w, std::int64_t line, std::uint64_t* bits, Ends& ends, T value) {
    if (value == static_cast<T>(~T{0}) || (w.counts && --w.counts[line * w.values + value] != 0)) return;
    bits[value >> 6] &= ~(std::uint64_t{1} << (value & 63));
    if (value < ends.least) ends.least = value;
}

/// The window does not follow the one before: with counts it is moved cell by cell where they overlap, otherwise built anew.
template <class T>
HWY_NOINLINE HWY_ATTR Ends move_back(const Window& w, std::int64_t line, std::uint64_t* bits, const T* cells, Ends ends,
                                     std::int32_t first, std::int32_t last) {
    if (w.counts && first < ends.last && last >= ends.first) {
        for (std::int32_t q = first; q < ends.first; ++q) enter(w, line, bits, cells[q * w.stride]);
        for (std::int32_t q = last + 1; q < ends.last; ++q) leave(w, line, bits, ends, cells[q * w.stride]);
        return {std::min(first, ends.first), std::min(last + 1, ends.last), ends.least};
    }
    std::fill(bits, bits + w.words, 0);
    if (w.counts) std::fill(w.counts + line * w.values, w.counts + (line + 1) * w.values, 0);
    return {first, first, 0};
}

/// Brings a line's set to the window first..last, which is not empty.
template <class T>
HWY_ATTR HWY_INLINE Ends moved(const Window& w, std::int64_t line, std::uint64_t* bits, const T* cells, Ends ends,
                               std::int32_t first, std::int32_t last) {
    if (HWY_UNLIKELY(first < ends.first || last + 1 < ends.last || first > ends.last))
        ends = move_back(w, line, bits, cells, ends, first, last);
    for (std::int32_t q = ends.last; q <= last; ++q) enter(w, line, bits, cells[q * w.stride]);
    for (std::int32_t q = ends.first; q < first; ++q) leave(w, line, bits, ends, cells[q * w.stride]);
    return {first, last + 1, ends.least};
}

/// The common case, for a few windows: nothing is counted or looked at cell by cell, every position exists, and the value is a mex. What
/// describes the windows stays in registers.
template <class T, int windows> class Plain {
  public:
    HWY_ATTR Plain(const Segment& s, T* cells)
        : count_(s.count), cells_(cells), target_(cells + s.index), terminal_(s.values.terminal) {
        for (int k = 0; k < windows; ++k) {
            w_[k] = s.window[k];
            if (w_[k].line_step == 0) row_[k] = w_[k].ends[w_[k].line];
            if (w_[k].line_step == 0) along_ = k;
        }
    }

    HWY_ATTR void fill() {
        for (std::size_t i = 0; i < count_;) {
            if (const std::size_t end = alone_until(i); end > i)
                i = run(i, end);
            else
                target_[i] = cell(i), ++i;
        }
        for (int k = 0; k < windows; ++k)
            if (w_[k].line_step == 0) w_[k].ends[w_[k].line] = row_[k];
    }

  private:
    HWY_ATTR HWY_INLINE bool is_empty(int k, std::size_t i) const { return w_[k].first[i] > w_[k].last[i]; }

    /// From i to here only the window along the row has cells, and it starts where it did before.
    HWY_ATTR HWY_INLINE std::size_t alone_until(std::size_t i) const {
        if (along_ < 0) return i;
        const std::int32_t start = row_[along_].first;
        if (row_[along_].last <= start) return i;
        std::size_t end = i;
        for (; end < count_; ++end) {
            bool alone = w_[along_].first[end] == start && !is_empty(along_, end);
            for (int k = 0; k < windows; ++k) alone &= k == along_ || is_empty(k, end);
            if (!alone) break;
        }
        return end;
    }

    /// Such cells: their mex changes only when the value that was missing enters. Stops early where the window's end moves back.
    HWY_ATTR HWY_INLINE std::size_t run(std::size_t i, std::size_t end) {
        const Window& w = w_[along_];
        std::uint64_t* bits = w.bits + w.line * w.words;
        Ends& ends = row_[along_];
        std::int32_t next = ends.last;
        if (w.last[i] + 1 < next) {
            target_[i] = cell(i);
            return i + 1;
        }
        std::uint32_t mex = next_missing(bits, ends.least);
        for (; i < end && w.last[i] + 1 >= next; ++i) {
            for (; next <= w.last[i]; ++next) {
                const T value = cells_[w.origin + static_cast<std::int64_t>(i) * w.origin_step + next * w.stride];
                bits[value >> 6] |= std::uint64_t{1} << (value & 63);
                if (value == mex) mex = next_missing(bits, mex);
            }
            target_[i] = static_cast<T>(mex);
        }
        ends = {ends.first, next, mex};
        return i;
    }

    static HWY_ATTR HWY_INLINE std::uint32_t next_missing(const std::uint64_t* bits, std::uint32_t from) {
        std::uint32_t word = from >> 6;
        std::uint64_t missing = ~bits[word] & (kFull << (from & 63));
        while (missing == 0) missing = ~bits[++word];
        return 64 * word + static_cast<std::uint32_t>(__builtin_ctzll(missing));
    }

    HWY_ATTR HWY_INLINE T cell(std::size_t i) {
        std::uint64_t* bits[windows];
        Ends* ends[windows];
        const std::uint64_t* sets[windows < 4 ? 4 : windows] = {};
        int n = 0;
        std::uint32_t least = 0;
#pragma GCC unroll 3
        for (int k = 0; k < windows; ++k) {
            const Window& w = w_[k];
            const std::int32_t first = w.first[i], last = w.last[i];
            if (first > last) continue;
            const std::int64_t line = w.line + static_cast<std::int64_t>(i) * w.line_step;
            std::uint64_t* set = w.bits + line * w.words;
            Ends& e = w.line_step == 0 ? row_[k] : w.ends[line];
            if (first != e.first || last + 1 != e.last) {
                const T* line_cells = cells_ + w.origin + static_cast<std::int64_t>(i) * w.origin_step;
                e = moved(w, line, set, line_cells, e, first, last);
            }
            while (HWY_UNLIKELY(set[e.least >> 6] == kFull)) e.least = (e.least | 63) + 1;
            least = e.least > least ? e.least : least;
            sets[n] = set;
            bits[n] = set;
            ends[n] = w.adjacent ? &e : nullptr;
            ++n;
        }
        if (n == 0) return static_cast<T>(terminal_);
        const std::size_t word = least >> 6;
        const std::uint64_t value = n == 1   ? first_missing<1>(sets, 1, word)
                                    : n == 2 ? first_missing<2>(sets, 2, word)
                                             : first_missing<3>(sets, 3, word);
        for (int k = 0; k < n; ++k) {  // the cell's own value enters at once where the next window will have it
            if (!ends[k]) continue;
            bits[k][value >> 6] |= std::uint64_t{1} << (value & 63);
            ++ends[k]->last;
        }
        return static_cast<T>(value);
    }

    std::size_t count_;
    T* cells_;
    T* target_;
    Value terminal_;
    Window w_[windows];
    Ends row_[windows];  // of lines along the row
    int along_ = -1;     // the window along the row
};

/// Any segment: fills its cells front to back.
template <class T> HWY_ATTR void fill(const Segment& s, T* cells) {
    const T absent = static_cast<T>(~T{0});
    T* target = cells + s.index;
    const std::uint64_t* sets[lines::kMostWindows + 1];
    for (std::size_t i = 0; i < s.count; ++i) {
        if (s.exists && !s.exists[i]) {
            target[i] = absent;
            continue;
        }
        const auto y = static_cast<std::int64_t>(i);
        std::size_t n = 0;
        std::uint32_t least = 0;
        bool options = false, any_loose = false;
        for (std::size_t k = 0; k < s.windows; ++k) {
            const Window& w = s.window[k];
            const std::int32_t first = w.first[i], last = w.last[i];
            if (first > last) continue;
            options = true;
            const T* line_cells = cells + w.origin + y * w.origin_step;
            if (w.short_window) {
                for (std::int32_t q = first; q <= last; ++q) {
                    const T value = line_cells[q * w.stride];
                    if (value != absent) s.loose[value >> 6] |= std::uint64_t{1} << (value & 63);
                }
                any_loose = true;
                continue;
            }
            const std::int64_t line = w.line + y * w.line_step;
            std::uint64_t* bits = w.bits + line * w.words;
            Ends& ends = w.ends[line];
            ends = moved(w, line, bits, line_cells, ends, first, last);
            if (s.values.players == 0)
                while (bits[ends.least >> 6] == kFull) ends.least = (ends.least | 63) + 1;
            least = std::max(least, ends.least);
            sets[n++] = bits;
        }
        if (any_loose) sets[n++] = s.loose;
        std::uint64_t value = s.values.terminal;
        if (s.values.players > 0) {
            std::uint64_t present = 0;
            for (std::size_t k = 0; k < n; ++k) present |= sets[k][0];
            if (present) value = (1 + static_cast<std::uint64_t>(__builtin_ctzll(present))) % s.values.players;
        } else if (options) {
            const std::uint64_t word = least >> 6;
            value = n == 1   ? first_missing<1>(sets, n, word)
                    : n == 2 ? first_missing<2>(sets, n, word)
                    : n == 3 ? first_missing<3>(sets, n, word)
                             : first_missing<4>(sets, n, word);
        }
        target[i] = static_cast<T>(value);
        for (std::size_t k = 0; any_loose && k < s.windows; ++k) {  // forget what the short windows put in
            const Window& w = s.window[k];
            for (std::int32_t q = w.first[i]; w.short_window && q <= w.last[i]; ++q) {
                const T seen = cells[w.origin + y * w.origin_step + q * w.stride];
                if (seen != absent) s.loose[seen >> 6] = 0;
            }
        }
    }
}

template <class T> HWY_ATTR void fill_any(const Segment& s, T* cells) {
    bool plain = !s.exists && s.values.players == 0;
    int along = 0;
    for (std::size_t k = 0; k < s.windows; ++k) {
        plain = plain && !s.window[k].short_window && !s.window[k].counts;
        along += s.window[k].line_step == 0;
    }
    plain = plain && along <= 1;
    if (plain && s.windows == 1) return Plain<T, 1>(s, cells).fill();
    if (plain && s.windows == 2) return Plain<T, 2>(s, cells).fill();
    if (plain && s.windows == 3) return Plain<T, 3>(s, cells).fill();
    fill(s, cells);
}

HWY_ATTR void fill8(const Segment& s, std::uint8_t* cells) { fill_any(s, cells); }
HWY_ATTR void fill16(const Segment& s, std::uint16_t* cells) { fill_any(s, cells); }
HWY_ATTR void fill32(const Segment& s, std::uint32_t* cells) { fill_any(s, cells); }

}  // namespace bouton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton::lines {

HWY_EXPORT(fill8);
HWY_EXPORT(fill16);
HWY_EXPORT(fill32);

void fill_segment(const Segment& segment, const Cells& cells) {
    switch (cells.width()) {
        case 1: HWY_DYNAMIC_DISPATCH(fill8)(segment, cells.as<std::uint8_t>()); break;
        case 2: HWY_DYNAMIC_DISPATCH(fill16)(segment, cells.as<std::uint16_t>()); break;
        default: HWY_DYNAMIC_DISPATCH(fill32)(segment, cells.as<std::uint32_t>()); break;
    }
}

}  // namespace bouton::lines
#endif
