#include "engines/heap/heap.hpp"

#include "engines/heap/missing.hpp"
#include "engines/heap/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace bouton {

namespace {

constexpr std::int64_t kBlock = 2048;      // heaps whose windows are asked for at once
constexpr std::int64_t kReport = 1 << 16;  // heaps between two reports
constexpr std::int64_t kWalk = 16;  // cells that enter or leave a window in the time that the tree takes for one heap
constexpr std::int64_t kStay = 8;   // heaps that pay for so many cells looked at again: one in so many
constexpr std::int64_t kPiece = 1 << 20;  // cells between two looks at the clock
constexpr std::int64_t kWorthwhile = 64;  // steady steps that are worth a change

/// Calls fill(x, low, count) for blocks of heaps; low[-1] is what the block before had in its last place.
template <class Fill>
void for_each_block(const LowEnds& low_ends, std::int64_t from, std::int64_t size, const Watch& watch,
                    const Filler::Progress& progress, Fill fill) {
    std::vector<std::int64_t> low(kBlock + 1);
    for (std::int64_t x = from; x < size; x += kBlock) {
        const std::int64_t count = std::min(kBlock, size - x);
        watch.check();
        low_ends(x, static_cast<std::size_t>(count), low.data() + 1);
        fill(x, low.data() + 1, count);
        low[0] = low[static_cast<std::size_t>(count)];
        if (x / kReport != (x + count) / kReport) progress(x + count);
    }
    progress(size);
}

// ---- mex

/// Heap: see LastHeaps.
template <class T, class Heap> class MexSweep {
  public:
    MexSweep(T* cells, Value limit, Value terminal, std::int64_t from, const Watch& watch)
        : cells_(cells), limit_(limit), terminal_(terminal), watch_(watch), low_(from), excess_(-from) {}

    void block(std::int64_t x, std::int64_t* low, std::int64_t count) {
        for (std::int64_t i = 0; i < count;) {
            if (method_ == Method::steady) {
                i += fill_steady(cells_, x + i, low + i, count - i);
                low_ = low[i - 1];
                require_fit(x + i - 1 - low_);  // the size of the last window is the largest value
                if (i == count) break;
                window_.add_range(held_, static_cast<std::size_t>(x + i - low_));
                method_ = Method::walk;
            }
            for (std::int64_t j = i; j < count; ++j) low[j] = std::clamp<std::int64_t>(low[j], 0, x + j);
            choose(x + i, low + i, count - i);
            i = step_by_step(x, low, i, count);
        }
    }

  private:
    /// steady  the cells low_ .. x - 1 before the next heap x hold each of 0 .. x - 1 - low_ once; window_ holds each of
    ///         0 .. held_ - 1
    /// walk    window_ holds the values of these cells
    /// tree    last_ knows all cells; window_ is empty
    enum class Method { steady, walk, tree };

    /// Walking or the tree, for heaps from x on whose windows begin at low[0], low[1], ... The tree is planted when as
    /// much would have been lost by walking.
    void choose(std::int64_t x, const std::int64_t* low, std::int64_t count) {
        std::int64_t way = std::abs(low[0] - low_);
        for (std::int64_t j = 1; j < count; ++j) way += std::abs(low[j] - low[j - 1]);
        const std::int64_t excess = way - kWalk * count;
        if (method_ == Method::tree) {
            if (excess <= 0 && x >= earliest_change_) walk_again(x);
            return;
        }
        excess_ = std::max<std::int64_t>(0, excess_ + excess);
        const std::int64_t price = x + static_cast<std::int64_t>(last_.size());
        if (excess_ <= price) return;
        plant_tree(x);
        earliest_change_ = x + price / kStay;
    }

    void plant_tree(std::int64_t x) {
        for (std::int64_t y = 0; y < x;) {
            watch_.check();
            for (const std::int64_t end = std::min(x, y + kPiece); y < end; ++y) {
                last_.reserve(cells_[y] + std::size_t{1});
                last_.note(cells_[y], y);
            }
        }
        last_.rebuild();
        window_.clear();
        held_ = 0;
        excess_ = 0;
        method_ = Method::tree;
    }

    void walk_again(std::int64_t x) {
        const std::int64_t low = std::exchange(low_, x);
        move_to(low);
        method_ = Method::walk;
    }

    /// Heaps i, i + 1, ... of the block that begins with heap x, until it ends or steady steps follow; returns the next.
    std::int64_t step_by_step(std::int64_t x, const std::int64_t* low, std::int64_t i, std::int64_t count) {
        std::int64_t unsteady = i;  // heaps after this one are steady up to here
        while (i < count) {
            const bool each_once = step(x + i, low[i]);
            ++i;
            if (!each_once || x + i < earliest_change_) continue;
            unsteady = std::max(unsteady, i);
            while (unsteady < count && (low[unsteady] == low[unsteady - 1] || low[unsteady] == low[unsteady - 1] + 1))
                ++unsteady;
            if (unsteady - i < kWorthwhile) continue;
            if (method_ == Method::walk) held_ = static_cast<std::size_t>(x + i - low_);
            method_ = Method::steady;
            break;
        }
        return i;
    }

    /// Values heap x; returns whether the cells low .. x now hold each of 0 .. x - low once.
    bool step(std::int64_t x, std::int64_t low) {
        const bool walking = method_ == Method::walk;
        if (walking) move_to(low);
        low_ = low;
        const std::size_t v = low == x ? terminal_ : walking ? window_.mex() : last_.least_not_from(low);
        require_fit(static_cast<std::int64_t>(v));
        cells_[x] = static_cast<T>(v);
        if (walking) {
            window_.add(v);
        } else {
            last_.reserve(v + 1);
            last_.set(v, x);
        }
        return static_cast<std::int64_t>(v) == x - low;
    }

    /// Moves the window's begin, cell by cell.
    void move_to(std::int64_t low) {
        while (low_ != low) {
            const std::int64_t end = std::clamp(low, low_ - kPiece, low_ + kPiece);
            while (low_ < end) window_.remove(cells_[low_++]);
            while (low_ > end) window_.add(cells_[--low_]);
            if (low_ != low) watch_.check();
        }
    }

    void require_fit(std::int64_t v) const {
        if (v > limit_)
            throw over_limit(fmt::format("a value of {} arises, too large for a cell of {} bytes", v, sizeof(T)));
    }

    T* cells_;
    std::int64_t limit_;
    Value terminal_;
    const Watch& watch_;

    Method method_ = Method::walk;
    std::int64_t low_;                  // the begin of the last window
    std::int64_t excess_;               // cells walked over beyond what the tree would have cost; less the first window
    std::int64_t earliest_change_ = 0;  // the first heap for which the tree has paid
    std::size_t held_ = 0;
    WindowValues window_;
    LastHeaps<Heap> last_;
};

// ---- outcomes, podium outcomes

template <class T> class OutcomeSweep {
  public:
    OutcomeSweep(T* cells, Values values, std::int64_t from) : cells_(cells), values_(values) {
        last_.assign(std::max(values.players, values.terminal + 1), -1);
        for (std::int64_t x = 0; x < from; ++x) last_[cells[x]] = x;
    }

    void block(std::int64_t x, const std::int64_t* low, std::int64_t count) {
        std::int64_t zero = last_[0];  // one look decides, mostly
        const Value next = 1 % values_.players;
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t begin = std::max<std::int64_t>(low[i], 0);
            const Value v = zero >= begin ? next : outcome(begin);
            if (v == 0) zero = x + i;
            last_[v] = x + i;
            cells_[x + i] = static_cast<T>(v);
        }
    }

  private:
    Value outcome(std::int64_t begin) const {
        const auto least = std::find_if(last_.begin(), last_.end(), [&](std::int64_t y) { return y >= begin; });
        if (least == last_.end()) return values_.terminal;
        return static_cast<Value>(least - last_.begin() + 1) % values_.players;
    }

    T* cells_;
    Values values_;
    std::vector<std::int64_t> last_;  // the last heap of each outcome
};

}  // namespace

void heap_values(const LowEnds& low, Values values, Cells& cells, std::int64_t from, const Watch& watch,
                 const Filler::Progress& progress) {
    const auto size = static_cast<std::int64_t>(cells.size());
    const auto run = [&](auto sweep) {
        for_each_block(low, from, size, watch, progress, [&](std::int64_t x, std::int64_t* begins, std::int64_t count) {
            sweep.block(x, begins, count);
        });
    };
    cells.visit([&](auto* at) {
        using T = std::remove_reference_t<decltype(*at)>;
        const Value limit = cells.absent() - 1;
        if (values.players)
            run(OutcomeSweep<T>(at, values, from));
        else if (size < std::numeric_limits<std::uint32_t>::max())
            run(MexSweep<T, std::uint32_t>(at, limit, values.terminal, from, watch));
        else
            run(MexSweep<T, std::uint64_t>(at, limit, values.terminal, from, watch));
    });
}

Value HeapFiller::bound(const Position& largest) const {
    if (values_.players) return std::max(values_.players - 1, values_.terminal);
    // A mex is at most the number of options. What is larger than any cell is refused when it arises.
    constexpr std::int64_t kMost = 0xfffffffe;
    return static_cast<Value>(std::clamp<std::int64_t>(window_(largest), values_.terminal, kMost));
}

std::uint64_t HeapFiller::working_memory(const Position& largest) const {
    constexpr std::uint64_t kBuffers = 1 << 16;
    if (values_.players) return kBuffers + sizeof(std::int64_t) * values_.players;
    const std::uint64_t heap = largest[0] < 0xfffffffe ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
    return kBuffers + 3 * heap * bound(largest);  // the last heap of each value, and room to grow
}

void HeapFiller::fill(Cells& cells, const Done& from, const Progress& progress) const {
    heap_values(low_(cells.largest()), values_, cells, from.cells, watch_, progress);
}

}  // namespace bouton
