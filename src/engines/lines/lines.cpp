#include "engines/lines/windows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engines/lines/lines.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bouton::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using lines::Ends;
using lines::Segment;
using lines::Window;

constexpr std::uint64_t kFull = ~std::uint64_t{0};
constexpr std::size_t kAhead = 16;

/// The first number from 64 * word on that is in none of the sets. There is one, so the scan ends. It goes by single words: one that the
/// cell before has changed is at hand, a vector around it would have to wait for it.
template <int count>
HWY_ATTR HWY_INLINE std::uint64_t first_missing(const std::uint64_t* const* sets, std::size_t n, std::uint64_t word) {
    for (;; ++word) {
        std::uint64_t bits = sets[0][word];
        for (std::size_t i = 1; i < (count > 3 ? n : count); ++i) bits |= sets[i][word];
        if (bits != kFull) return 64 * word + static_cast<std::uint64_t>(__builtin_ctzll(~bits));
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
    ends.full = std::min(ends.full, static_cast<std::uint32_t>(value / 64));
}

/// The window does not follow the one before: with counts it is moved cell by cell where they overlap, otherwise built anew.
template <class T>
HWY_NOINLINE HWY_ATTR Ends move_back(const Window& w, std::int64_t line, std::uint64_t* bits, const T* cells, Ends ends,
                                     std::int32_t first, std::int32_t last) {
    if (w.counts && first < ends.last && last >= ends.first) {
        for (std::int32_t q = first; q < ends.first; ++q) enter(w, line, bits, cells[q * w.stride]);
        for (std::int32_t q = last + 1; q < ends.last; ++q) leave(w, line, bits, ends, cells[q * w.stride]);
        return {std::min(first, ends.first), std::min(last + 1, ends.last), ends.full};
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
    return {first, last + 1, ends.full};
}

/// The common case, for a few windows: nothing is counted or looked at cell by cell, every position exists, and the value is a mex. The
/// windows across the row hold cells of earlier rows only, so that they are moved before the row is begun; `row`: there is a window
/// along the row too, the last one.
template <class T, int across, bool row> class Plain {
  public:
    HWY_ATTR Plain(const Segment& s, T* cells)
        : count_(s.count), cells_(cells), target_(cells + s.index), terminal_(s.values.terminal), none_(s.loose) {
        int k = 0;
        for (std::size_t i = 0; i < s.windows; ++i) (row && s.window[i].line_step == 0 ? row_ : w_[k++]) = s.window[i];
    }

    HWY_ATTR void fill() {
        for (int k = 0; k < across; ++k) move_across(w_[k]);
        if constexpr (row) ends_ = row_.ends[row_.line];
        for (std::size_t i = 0; i < count_;) {
            if (const std::size_t end = steady_until(i); end > i)
                steady(i, end), i = end;
            else if (const std::size_t alone = alone_until(i); alone > i)
                i = run(i, alone);
            else
                target_[i] = cell(i), ++i;
        }
        if constexpr (row) row_.ends[row_.line] = ends_;
    }

  private:
    using D = hn::ScalableTag<std::int32_t>;

    /// Brings the sets of all lines across the segment to their windows.
    HWY_ATTR HWY_INLINE void move_across(const Window w) const {
        const D d;
        const std::size_t count = count_;
        for (std::size_t i = 0; i < count; ++i) {
            if (w.first[i] > w.last[i])
                i = first_where(
                    i + 1, count,
                    [&](std::size_t j)
                        HWY_ATTR { return hn::Not(hn::Gt(hn::LoadU(d, w.first + j), hn::LoadU(d, w.last + j))); },
                    [&](std::size_t j) { return w.first[j] <= w.last[j]; });
            if (i >= count) return;
            const auto step = static_cast<std::int64_t>(i);
            const std::int64_t line = w.line + step * w.line_step;
            const std::int32_t first = w.first[i], last = w.last[i];
            Ends& ends = w.ends[line];
            if (first == ends.first && last + 1 == ends.last) continue;
            if (i + kAhead < count) {  // what leaves next lies in other cache lines
                const std::int64_t ahead = step + std::int64_t{kAhead};
                hwy::Prefetch(cells_ + w.origin + ahead * w.origin_step +
                              w.ends[w.line + ahead * w.line_step].first * w.stride);
            }
            ends = moved(w, line, w.bits + line * w.words, cells_ + w.origin + step * w.origin_step, ends, first, last);
        }
    }

    /// The first index from i to end - 1 where the condition on vectors and on single cells holds; end: nowhere.
    template <class Vectors, class Cell>
    static HWY_ATTR HWY_INLINE std::size_t first_where(std::size_t i, std::size_t end, Vectors vectors, Cell cell) {
        const D d;
        for (; i + hn::Lanes(d) <= end; i += hn::Lanes(d))
            if (const std::intptr_t lane = hn::FindFirstTrue(d, vectors(i)); lane >= 0)
                return i + static_cast<std::size_t>(lane);
        while (i < end && !cell(i)) ++i;
        return i;
    }

    /// From i to here only the window along the row has cells, and it starts where it did before.
    HWY_ATTR HWY_INLINE std::size_t alone_until(std::size_t i) const {
        const std::int32_t start = ends_.first;
        if (!row || ends_.last <= start || row_.last[i] + 1 < ends_.last) return i;
        const D d;
        return first_where(
            i, count_,
            [&](std::size_t j) HWY_ATTR {
                const auto from = hn::Set(d, start);
                auto found =
                    hn::Or(hn::Ne(hn::LoadU(d, row_.first + j), from), hn::Lt(hn::LoadU(d, row_.last + j), from));
                for (int k = 0; k < across; ++k)
                    found = hn::Or(found, hn::Not(hn::Gt(hn::LoadU(d, w_[k].first + j), hn::LoadU(d, w_[k].last + j))));
                return found;
            },
            [&](std::size_t j) {
                bool found = row_.first[j] != start || row_.last[j] < start;
                for (int k = 0; k < across; ++k) found |= w_[k].first[j] <= w_[k].last[j];
                return found;
            });
    }

    /// Such cells: their mex changes only when the value that was missing enters, so they come in stretches of equal values. What
    /// enters in between is put into the set when the stretch ends. Stops early where the window's end moves back.
    HWY_ATTR HWY_INLINE std::size_t run(std::size_t i, std::size_t end) {
        const Window& w = row_;
        std::uint64_t* bits = w.bits + w.line * w.words;
        const T* line = cells_ + w.origin;
        const D d;
        Ends ends = ends_;
        std::uint32_t mex = next_missing(bits, ends.full * 64);
        while (i < end && w.last[i] + 1 >= ends.last) {
            for (; ends.last <= w.last[i]; ++ends.last) {
                const T value = line[ends.last];
                bits[value >> 6] |= std::uint64_t{1} << (value & 63);
            }
            mex = next_missing(bits, mex);
            target_[i] = static_cast<T>(mex);
            // The first place with that value: at the latest this cell's, which has it now.
            const std::int32_t known = static_cast<std::int32_t>(std::min<std::int64_t>(
                w.last[end - 1] + std::int64_t{1}, std::max<std::int64_t>(target_ + i + 1 - line, ends.last)));
            const std::int32_t entry = place_of(line, static_cast<T>(mex), ends.last, known);
            const std::int32_t back = ends.last - 1;
            const std::size_t stop = first_where(
                i + 1, end,
                [&](std::size_t j) HWY_ATTR {
                    const auto last = hn::LoadU(d, w.last + j);
                    return hn::Or(hn::Gt(last, hn::Set(d, entry - 1)), hn::Lt(last, hn::Set(d, back)));
                },
                [&](std::size_t j) { return w.last[j] >= entry || w.last[j] < back; });
            std::fill(target_ + i + 1, target_ + stop, static_cast<T>(mex));
            i = stop;
        }
        ends_ = {ends.first, ends.last, mex / 64};
        return i;
    }

    /// The first place from `from` to `end` - 1 with the value; `end`: none has it.
    static HWY_ATTR HWY_INLINE std::int32_t place_of(const T* line, T value, std::int32_t from, std::int32_t end) {
        const hn::ScalableTag<T> d;
        const auto wanted = hn::Set(d, value);
        const auto lanes = static_cast<std::int32_t>(hn::Lanes(d));
        for (; from + lanes <= end; from += lanes)
            if (const std::intptr_t lane = hn::FindFirstTrue(d, hn::Eq(hn::LoadU(d, line + from), wanted)); lane >= 0)
                return from + static_cast<std::int32_t>(lane);
        while (from < end && line[from] != value) ++from;
        return from;
    }

    static HWY_ATTR HWY_INLINE std::uint32_t next_missing(const std::uint64_t* bits, std::uint32_t from) {
        std::uint32_t word = from >> 6;
        std::uint64_t missing = ~bits[word] & (kFull << (from & 63));
        while (missing == 0) missing = ~bits[++word];
        return 64 * word + static_cast<std::uint32_t>(__builtin_ctzll(missing));
    }

    /// From i to here every window has cells, and the one along the row ends just before the cell.
    HWY_ATTR HWY_INLINE std::size_t steady_until(std::size_t i) const {
        for (int k = 0; k < across; ++k)
            if (!w_[k].adjacent) return i;
        const std::int64_t place =
            row ? target_ - (cells_ + row_.origin) : 0;  // of the first cell, if it lies on that line
        if (place > std::numeric_limits<std::int32_t>::max()) return i;
        const auto offset = static_cast<std::int32_t>(place) - 1;  // of last[j] - j
        const D d;
        return first_where(
            i, count_,
            [&](std::size_t j) HWY_ATTR {
                auto found = hn::Lt(hn::Zero(d), hn::Zero(d));
                for (int k = 0; k < across; ++k)
                    found = hn::Or(found, hn::Gt(hn::LoadU(d, w_[k].first + j), hn::LoadU(d, w_[k].last + j)));
                if constexpr (row) {
                    const auto last = hn::LoadU(d, row_.last + j);
                    const auto before = hn::Iota(d, offset + static_cast<std::int32_t>(j));
                    found = hn::Or(found, hn::Or(hn::Ne(last, before), hn::Gt(hn::LoadU(d, row_.first + j), last)));
                }
                return found;
            },
            [&](std::size_t j) {
                bool found =
                    row && (row_.last[j] != offset + static_cast<std::int32_t>(j) || row_.first[j] > row_.last[j]);
                for (int k = 0; k < across; ++k) found |= w_[k].first[j] > w_[k].last[j];
                return found;
            });
    }

    /// Fills such cells.
    HWY_ATTR HWY_INLINE void steady(std::size_t i, std::size_t end) {
        // Copies, since stores into the sets might change members for all that the compiler knows.
        T* const target = target_;
        std::uint64_t* sets[across + row];
        std::int64_t set_step[across + row], ends_step[across + row];
        Ends* ends[across + row];
        for (int k = 0; k < across; ++k) {
            const Window& w = w_[k];
            const std::int64_t line = w.line + static_cast<std::int64_t>(i) * w.line_step;
            sets[k] = w.bits + line * w.words, set_step[k] = w.line_step * w.words;
            ends[k] = w.ends + line, ends_step[k] = w.line_step;
        }
        const std::int32_t* const row_first = row_.first;
        const T* const line = row ? cells_ + row_.origin : nullptr;
        Ends mine = ends_;
        if constexpr (row) {
            sets[across] = row_.bits + row_.line * row_.words;
            mine = moved(row_, row_.line, sets[across], line, mine, row_first[i], row_.last[i]);
        }
        for (;; ++i) {
            std::uint32_t full = mine.full;
            if constexpr (row) {
                if (HWY_UNLIKELY(sets[across][full] == kFull)) mine.full = ++full;
            }
#pragma GCC unroll 3
            for (int k = 0; k < across; ++k) {
                const std::uint32_t full_here = ends[k]->full;
                if (HWY_UNLIKELY(sets[k][full_here] == kFull)) ends[k]->full = full_here + 1;
                full = std::max(full, full_here);
            }
            const std::uint64_t value = first_missing<across + row>(sets, across + row, full);
            target[i] = static_cast<T>(value);
            const std::uint64_t bit = std::uint64_t{1} << (value & 63);
#pragma GCC unroll 3
            for (int k = 0; k < across; ++k) {
                sets[k][value >> 6] |= bit;
                ++ends[k]->last;
                sets[k] += set_step[k];
                ends[k] += ends_step[k];
            }
            if (i + 1 == end) break;
            if constexpr (row) {
                sets[across][value >> 6] |= bit;
                ++mine.last;
                if (row_first[i + 1] != mine.first)
                    mine = moved(row_, row_.line, sets[across], line, mine, row_first[i + 1], mine.last - 1);
            }
        }
        ends_ = mine;
    }

    /// The value of any cell.
    HWY_ATTR HWY_INLINE T cell(std::size_t i) {
        std::uint64_t* sets[across + row];
        std::uint32_t full = 0;
        bool options = false;
        for (int k = 0; k < across; ++k) {
            const Window& w = w_[k];
            const std::int64_t line = w.line + static_cast<std::int64_t>(i) * w.line_step;
            const bool here = w.first[i] <= w.last[i];
            sets[k] = here ? w.bits + line * w.words : none_;
            if (here) full = std::max(full, w.ends[line].full);
            options |= here;
        }
        if constexpr (row) {
            const bool here = row_.first[i] <= row_.last[i];
            std::uint64_t* const set = row_.bits + row_.line * row_.words;
            sets[across] = here ? set : none_;
            if (here) {
                ends_ = moved(row_, row_.line, set, cells_ + row_.origin, ends_, row_.first[i], row_.last[i]);
                full = std::max(full, ends_.full);
            }
            options |= here;
        }
        if (!options) return static_cast<T>(terminal_);
        return static_cast<T>(first_missing<across + row>(sets, across + row, full));
    }

    std::size_t count_;
    T* cells_;
    T* target_;
    Value terminal_;
    std::uint64_t* none_;  // the empty set
    Window w_[across + 1];
    Window row_;
    Ends ends_;  // of the line along the row
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
        std::uint32_t full = 0;
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
                while (bits[ends.full] == kFull) ++ends.full;
            full = std::max(full, ends.full);
            sets[n++] = bits;
        }
        if (any_loose) sets[n++] = s.loose;
        std::uint64_t value = s.values.terminal;
        if (s.values.players > 0) {
            std::uint64_t present = 0;
            for (std::size_t k = 0; k < n; ++k) present |= sets[k][0];
            if (present) value = (1 + static_cast<std::uint64_t>(__builtin_ctzll(present))) % s.values.players;
        } else if (options) {
            value = n == 1   ? first_missing<1>(sets, n, full)
                    : n == 2 ? first_missing<2>(sets, n, full)
                    : n == 3 ? first_missing<3>(sets, n, full)
                             : first_missing<4>(sets, n, full);
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
    std::size_t along = 0;
    for (std::size_t k = 0; k < s.windows; ++k) {
        const Window& w = s.window[k];
        plain = plain && !w.short_window && !w.counts;
        plain = plain && (w.line_step != 0 || (w.origin_step == 0 && w.stride == 1 && along == 0));
        along += w.line_step == 0;
    }
    const std::size_t across = s.windows - along;
    if (plain && along == 0 && across == 1) return Plain<T, 1, false>(s, cells).fill();
    if (plain && along == 0 && across == 2) return Plain<T, 2, false>(s, cells).fill();
    if (plain && along == 1 && across == 0) return Plain<T, 0, true>(s, cells).fill();
    if (plain && along == 1 && across == 1) return Plain<T, 1, true>(s, cells).fill();
    if (plain && along == 1 && across == 2) return Plain<T, 2, true>(s, cells).fill();
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
