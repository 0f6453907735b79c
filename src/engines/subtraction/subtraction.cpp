#include "engines/subtraction/subtraction.hpp"

#include "engines/subtraction/blocks.hpp"
#include "engines/subtraction/window.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

namespace bouton {
namespace {

constexpr double kSecondsBetweenReports = 0.1;  // where heaps have many options
constexpr std::int64_t kLargestStep = 1 << 16;  // heaps between two looks at the clock,
constexpr std::int64_t kLargestWork = 1 << 22;  // with no more options than this

/// Follows the heaps as they are valued until a period is certain: one window, in vectors, where base/period.hpp looks back at everything.
class PeriodSearch {
  public:
    /// `longest`: the largest removal. The search ends at heap `limit`.
    PeriodSearch(const Cells& cells, std::int64_t longest, std::int64_t limit)
        : cells_(cells), longest_(longest), limit_(limit) {}

    /// All heaps below x have their values: a period of those from x on, if one is certain now.
    std::optional<std::int64_t> period(std::int64_t x) {
        if (x > limit_) return std::nullopt;
        if (window_.length > 0 && budget_ >= 0) {
            const auto found = find_window(cells_, window_, seen_ + 1, x, budget_);
            if (found) return *found - window_.end;
        }
        seen_ = x;
        if (window_.length == 0 || x >= 2 * window_.end) {
            window_ = {x, longest_};
            budget_ = 4 * x;
        }
        return std::nullopt;
    }

  private:
    const Cells& cells_;
    std::int64_t longest_, limit_;
    Window window_;
    std::int64_t seen_ = 0;    // the window occurs nowhere up to here
    std::int64_t budget_ = 0;  // cells that may still be compared one by one for this window
};

// ---- one heap after another

/// The mex of the options' values. `seen` is of no use afterwards.
template <class T>
Value mex_of_options(const T* heap, std::span<const std::int64_t> removals, std::vector<std::uint64_t>& seen) {
    seen.assign(removals.size() / 64 + 1, 0);  // the mex is at most the number of options
    for (const std::int64_t s : removals) {
        const std::uint64_t v = heap[-s];
        if (v / 64 < seen.size()) seen[v / 64] |= std::uint64_t{1} << v % 64;
    }
    std::size_t word = 0;
    while (seen[word] == ~std::uint64_t{0}) ++word;
    return static_cast<Value>(64 * word) + static_cast<Value>(std::countr_one(seen[word]));
}

template <class T> void fill_plainly(T* cells, const SubtractionRun& run) {
    const auto removals = run.removals;
    std::vector<std::uint64_t> seen;
    for (std::int64_t x = run.begin; x < run.end; ++x) {
        if (const Value players = run.values.players) {
            Value least = cells[x - removals[0]];
            for (const std::int64_t s : removals) least = std::min<Value>(least, cells[x - s]);
            cells[x] = static_cast<T>(least + 1 < players ? least + 1 : 0);
        } else if (removals.size() < 64) {
            std::uint64_t bits = 0;  // no value is larger than 63
            for (const std::int64_t s : removals) bits |= std::uint64_t{1} << cells[x - s];
            cells[x] = static_cast<T>(std::countr_one(bits));
        } else {
            cells[x] = static_cast<T>(mex_of_options(cells + x, removals, seen));
        }
    }
}

void fill_run(const Cells& cells, SubtractionRun run) {
    if (cells.width() == 1)
        run.begin = fill_vectors(cells.as<std::uint8_t>(), static_cast<std::int64_t>(cells.size()), run);
    cells.visit([&](auto* at) { fill_plainly(at, run); });
}

/// Whether heaps are valued about as fast as memory is written.
bool at_memory_speed(const Cells& cells, std::span<const std::int64_t> removals) {
    return cells.width() == 1 && removals.size() <= 8 && removals.front() >= 32;
}

/// One table, filled from front to back.
class Fill {
  public:
    Fill(const Cells& cells, Values values, const Watch& watch, const Filler::Progress& progress)
        : cells_(cells), values_(values), watch_(watch), progress_(progress) {}

    /// Heaps from which nothing can be taken.
    void terminal(std::int64_t begin, std::int64_t end) {
        for (std::int64_t x = begin; x < end; done(x)) {
            const std::int64_t next = std::min(end, x + kLargestStep);
            cells_.visit([&](auto* at) {
                std::fill(at + x, at + next, static_cast<std::remove_reference_t<decltype(*at)>>(values_.terminal));
            });
            x = next;
        }
    }

    /// Heaps begin..end-1, from which exactly these removals are possible.
    void stretch(std::span<const std::int64_t> removals, std::int64_t begin, std::int64_t end) {
        // Where values are made as fast as they are copied only an early, short period is worth a search.
        const bool fast = at_memory_speed(cells_, removals);
        const std::int64_t limit = !fast ? end : removals.back() < (end - begin) / 16 ? begin + (end - begin) / 8 : 0;
        PeriodSearch search(cells_, removals.back(), limit);
        const std::int64_t work = kLargestWork / static_cast<std::int64_t>(removals.size()) + 1;
        for (std::int64_t x = begin; x < end;) {
            if (const auto p = search.period(x)) return repeat(*p, x, end);
            const std::int64_t step = std::min(work, std::clamp<std::int64_t>(x / 4, 1 << 10, kLargestStep));
            const std::int64_t next = std::min(end, x + step);
            fill_run(cells_, {removals, values_, x, next});
            done(x = next);
        }
    }

  private:
    /// Heaps begin..end-1, whose values repeat those p earlier.
    void repeat(std::int64_t p, std::int64_t begin, std::int64_t end) {
        constexpr std::int64_t kCached = 1 << 14, kLargestCopy = 1 << 20, kLine = 64;
        const std::size_t width = cells_.width();
        std::int64_t back = p;
        for (std::int64_t x = begin; x < end;) {
            // Several periods at once, from what is still in the cache, to whole cache lines.
            if (2 * back <= std::min(kCached, x - begin + p)) back *= 2;
            std::int64_t next = std::min({end, x + back, x + kLargestCopy});
            if (next < end && next - x > kLine) next -= next % kLine;
            std::byte* const to = cells_.bytes() + static_cast<std::size_t>(x) * width;
            std::memcpy(to, to - static_cast<std::size_t>(back) * width, static_cast<std::size_t>(next - x) * width);
            if (x / kLargestCopy != next / kLargestCopy) done(next);
            x = next;
        }
    }

    void done(std::int64_t rows) {
        watch_.check();
        if (rows - reported_ < kLargestStep && watch_.elapsed() < last_report_ + kSecondsBetweenReports) return;
        progress_(rows);
        reported_ = rows;
        last_report_ = watch_.elapsed();
    }

    const Cells& cells_;
    Values values_;
    const Watch& watch_;
    const Filler::Progress& progress_;
    std::int64_t reported_ = 0;
    double last_report_ = watch_.elapsed();
};

}  // namespace

void subtraction_values(std::span<const std::int64_t> removals, Values values, Cells& cells, std::int64_t from,
                        const Watch& watch, const Filler::Progress& progress) {
    const auto size = static_cast<std::int64_t>(cells.size());
    Fill fill(cells, values, watch, progress);
    for (std::int64_t x = from; x < size;) {
        const auto possible =
            static_cast<std::size_t>(std::upper_bound(removals.begin(), removals.end(), x) - removals.begin());
        const std::int64_t end = possible < removals.size() ? std::min(removals[possible], size) : size;
        if (possible == 0)
            fill.terminal(x, end);
        else
            fill.stretch(removals.first(possible), x, end);
        x = end;
    }
    progress(size);
}

Value subtraction_bound(std::span<const std::int64_t> removals, Values values, std::int64_t largest) {
    if (values.players) return std::max(values.players - 1, values.terminal);
    // A heap of value v has v options of smaller values, and v moves lead down through all of them: one less if heaps
    // without a move have value 1.
    const auto options =
        static_cast<std::uint64_t>(std::upper_bound(removals.begin(), removals.end(), largest) - removals.begin());
    if (options == 0) return values.terminal;
    const std::uint64_t moves = static_cast<std::uint64_t>(largest / removals.front()) + values.terminal;
    const std::uint64_t bound = std::max<std::uint64_t>(std::min(options, moves), values.terminal);
    if (bound > 0xfffffffe) throw over_limit("values of more than 32 bits may arise; take a smaller bound");
    return static_cast<Value>(bound);
}

namespace {

class SubtractionFiller final : public Filler {
  public:
    SubtractionFiller(std::vector<std::int64_t> removals, Values values, const Watch& watch)
        : removals_(std::move(removals)), values_(values), watch_(watch) {}

    Value bound(const Position& largest) const override { return subtraction_bound(removals_, values_, largest[0]); }
    std::uint64_t working_memory(const Position&) const override {
        return removals_.size() * sizeof(std::int64_t) + (1 << 16);
    }
    void fill(Cells& cells, const Done& from, const Progress& progress) const override {
        subtraction_values(removals_, values_, cells, from.cells, watch_, progress);
    }

  private:
    std::vector<std::int64_t> removals_;
    Values values_;
    const Watch& watch_;
};

}  // namespace

std::unique_ptr<Filler> make_subtraction(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                         std::string& why_not) {
    if (shape->dimension != 1) {
        why_not = "a position is not one heap";
        return nullptr;
    }
    if (!shape->removals) {
        why_not = "what can be taken depends on the heap";
        return nullptr;
    }
    if (shape->rules.domain) {
        why_not = "not every heap is a position";
        return nullptr;
    }
    const std::vector<std::int64_t>& removals = *shape->removals;
    constexpr std::size_t kManyRemovals = 254;  // beyond that options are looked at one by one
    if (removals.size() > kManyRemovals && removals.back() == static_cast<std::int64_t>(removals.size())) {
        why_not = "all numbers up to a large one can be taken, which is an interval";
        return nullptr;
    }
    return std::make_unique<SubtractionFiller>(removals, values_of(shape->rules, what), watch);
}

}  // namespace bouton
