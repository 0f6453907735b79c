#include "engines/splits/solver.hpp"

#include "engines/splits/period.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

namespace bouton::splits {

namespace {

constexpr std::int64_t kShortRun = 64;   // runs up to this length are marked heap by heap
constexpr std::int64_t kWork = 1 << 22;  // splits, about, between two looks at the clock
constexpr double kSecondsBetweenReports = 0.1;
constexpr std::int64_t kFirstPeriodCheck = 128;  // then whenever there are a quarter more heaps
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kNarrowRun = 512;  // heaps with narrow values that are valued in one go
constexpr std::int64_t kLeastNarrowSmall = 16, kMostNarrowSmall = 256;

/// The parity that all splits take, or -1.
int removed_parity(const std::optional<SteadyRules>& steady) {
    if (!steady || steady->splits.empty()) return -1;
    const auto parity = [](const Split& split) { return static_cast<int>(split.removed % 2); };
    const int first = parity(steady->splits[0]);
    const bool same = std::all_of(steady->splits.begin(), steady->splits.end(),
                                  [&](const Split& split) { return parity(split) == first; });
    return same ? first : -1;
}

std::vector<Split> splits_into_two(const std::optional<SteadyRules>& steady) {
    std::vector<Split> result;
    if (!steady) return result;
    std::copy_if(steady->splits.begin(), steady->splits.end(), std::back_inserter(result),
                 [](const Split& split) { return split.parts == 2; });
    return result;
}

}  // namespace

template <class T>
Solver<T>::Solver(const HeapRules& rules, const std::optional<SteadyRules>& steady, const Watch& watch)
    : rules_(rules),
      steady_(steady),
      watch_(watch),
      frame_(rules.frame(watch)),
      space_(removed_parity(steady)),
      block_(splits_into_two(steady)),
      splits_(splits_into_two(steady)) {
    if (!steady_) return;
    narrow_from_ = steady_->from;
    for (const Split& split : splits_)
        narrow_from_ = split.least > 8 ? kNever : std::max(narrow_from_, split.removed + 2 * kLeastNarrowSmall + 2);
    for (const Split& split : splits_) most_removed_ = std::max(most_removed_, split.removed);
    for (const Split& split : steady_->splits) {
        const bool known = std::any_of(triples_.begin(), triples_.end(),
                                       [&](const TripleSets& sets) { return sets.least() == split.least; });
        if (split.parts == 3 && !known) triples_.emplace_back(split.least);
    }
}

template <class T>
void Solver<T>::run(T* values, std::int64_t from, std::int64_t count, const Filler::Progress& progress) {
    for (std::int64_t heap = 0; heap < from; ++heap) learn(values, heap);
    std::int64_t work = 0, next_period_check = std::max(from, kFirstPeriodCheck);
    double last_report = watch_.elapsed();
    for (std::int64_t heap = from; heap < count;) {
        if (heap >= next_period_check && is_steady(heap)) {
            if (const auto found = certain_period(Criterion(*steady_), values, heap))
                return repeat(values, found->period, heap, count, progress);
            next_period_check = heap + heap / 4;
        }
        const std::int64_t begin = heap;
        if (can_be_narrow(heap)) {
            heap = run_narrow(values, heap, std::min({count, next_period_check, heap + kNarrowRun}));
        } else {
            values[heap] = checked(value_of(values, heap), heap);
            ++heap;
        }
        for (std::int64_t done = begin; done < heap; ++done) learn(values, done);
        work += triples_.empty() ? (heap - begin) * (heap + 1000) : kWork;
        if (work < kWork) continue;
        work = 0;
        watch_.check();
        if (watch_.elapsed() < last_report + kSecondsBetweenReports) continue;
        progress(heap);
        last_report = watch_.elapsed();
    }
    progress(count);
}

template <class T> T Solver<T>::checked(Value value, std::int64_t heap) const {
    constexpr T kAbsent = std::numeric_limits<T>::max();
    if (value < kAbsent) return static_cast<T>(value);
    throw over_limit(
        fmt::format("the heap {} of {} has the value {}, and the table has room for values below {}; take "
                    "smaller heaps",
                    heap, rules_.rules().name, value, kAbsent));
}

/// Is this a heap of which all values so far, and only rare splits, fit the vectors of narrow values?
template <class T> bool Solver<T>::can_be_narrow(std::int64_t heap) const {
    if (!steady_ || heap < narrow_from_ || !space_.sparse() || block_.size() > 64 || !triples_.empty()) return false;
    return std::all_of(splits_.begin(), splits_.end(), [&](const Split& split) {
        return split.gap == 0 || space_.heaps().empty() || 2 * space_.heaps().back() + split.gap + split.removed < heap;
    });
}

template <class T> std::int64_t Solver<T>::run_narrow(T* values, std::int64_t heap, std::int64_t end) {
    NarrowGame<T> game;
    game.removals = steady_->removals;
    game.splits = splits_;
    game.always = 0;
    for (const std::int64_t fixed : steady_->heaps) game.always |= std::uint64_t{1} << values[fixed];
    game.small_end = std::min(narrow_small_, (heap - most_removed_) / 2 - 1);
    const auto [from, to] = space_.between(game.small_end, heap);
    game.rare_heaps = space_.heaps().subspan(from, to - from);
    game.rare_values = space_.values().data() + from;
    game.rare = {space_.rare_values(0)[0], space_.rare_values(1)[0]};
    game.size = largest_ < 32 ? 32 : 64;
    const NarrowResult result = settle_narrow(values, heap, end, game);
    // Where many heaps need more splits than were looked at for a whole block, look at more.
    if (8 * result.incomplete > result.end - heap)
        narrow_small_ = std::min(narrow_small_ + 8, kMostNarrowSmall);
    else if (32 * result.incomplete < result.end - heap)
        narrow_small_ = std::max(narrow_small_ - 1, kLeastNarrowSmall);
    return result.end;
}

/// Takes note of the value of the next heap.
template <class T> void Solver<T>::learn(const T* values, std::int64_t heap) {
    largest_ = std::max<Value>(largest_, values[heap]);
    if (values[heap] >= block_.size()) {
        const std::size_t size = std::bit_ceil(std::size_t{values[heap]} + 1);
        block_.widen(size);
        space_.widen(size);
        also_.resize(size / 64);
        for (TripleSets& sets : triples_) sets.widen(size);
    }
    if (space_.add(values, heap, values[heap])) block_.end();
}

template <class T> Value Solver<T>::value_of(const T* values, std::int64_t heap) {
    if (!block_.contains(heap)) begin_block(values, heap);
    const Seen seen = block_.seen(heap);
    options_.clear();
    any_also_ = false;
    if (is_steady(heap)) {
        steady_options(values, heap, seen);
    } else {
        rules_.options(
            heap, frame_, [&](std::int64_t part) { return Value{values[part]}; }, options_);
        mark_runs(values, seen);
    }
    const bool use_space = can_use_space(heap);
    Known known;
    known.expected = expected_;
    if (any_also_) known.also = also_;
    if (use_space) known.rare = space_.rare_values(heap);
    const std::int64_t marked = known.marked = block_.mark(values, heap, options_.pairs, use_space ? &space_ : nullptr);
    const Value value = settle(values, options_.pairs, seen, known);
    block_.learn(known.marked > marked);
    expected_ = std::max(value, expected_ - expected_ / 32);
    return value;
}

template <class T> void Solver<T>::begin_block(const T* values, std::int64_t heap) {
    if (is_steady(heap) && block_.possible(heap))
        block_.begin(values, heap, space_.sparse() ? &space_ : nullptr);
    else
        block_.begin_single(heap);
}

template <class T> bool Solver<T>::can_use_space(std::int64_t heap) const {
    return space_.sparse() && (is_steady(heap) || !space_.with_parity()) &&
           std::all_of(options_.pairs.begin(), options_.pairs.end(),
                       [](const Pairs& pairs) { return pairs.other == 0; });
}

template <class T> void Solver<T>::steady_options(const T* values, std::int64_t heap, const Seen& seen) {
    for (const std::int64_t t : steady_->removals) seen.mark(values[heap - t]);
    for (const std::int64_t fixed : steady_->heaps) seen.mark(values[fixed]);
    for (const Split& split : steady_->splits) {
        const std::int64_t sum = heap - split.removed;
        if (split.parts == 2) {
            options_.pairs.push_back({sum, split.least, (sum - split.gap) / 2, 0});
        } else {
            unite([&](std::span<std::uint64_t> set) {
                for (TripleSets& sets : triples_)
                    if (sets.least() == split.least) sets.add(values, sum, set);
            });
        }
    }
}

/// Single heaps, after moves by rules that were evaluated for this heap.
template <class T> void Solver<T>::mark_runs(const T* values, const Seen& seen) {
    std::size_t long_runs = 0;
    for (const Run& run : options_.runs) {
        if (run.last - run.first < kShortRun || run.other != 0) {
            for (std::int64_t heap = run.first; heap <= run.last; ++heap) seen.mark(values[heap] ^ run.other);
            continue;
        }
        if (run_sets_.size() <= long_runs) run_sets_.emplace_back();
        const auto set = run_sets_[long_runs++].of(values, run, also_.size());
        unite([&](std::span<std::uint64_t> all) {
            for (std::size_t w = 0; w < set.size(); ++w) all[w] |= set[w];
        });
    }
}

/// Lets `add` put values into the set of those that options have.
template <class T> template <class Add> void Solver<T>::unite(Add add) {
    if (!any_also_) std::fill(also_.begin(), also_.end(), 0);
    any_also_ = true;
    add(std::span<std::uint64_t>(also_));
}

/// The remaining heaps, from `from` on, have the values of those that are `period` smaller.
template <class T>
void Solver<T>::repeat(T* values, std::int64_t period, std::int64_t from, std::int64_t count,
                       const Filler::Progress& progress) {
    constexpr std::int64_t kAtOnce = 1 << 14, kMost = 1 << 16, kReport = 1 << 20;
    std::int64_t back = period, next_report = from;
    for (std::int64_t heap = from; heap < count;) {
        if (heap >= next_report) {
            watch_.check();
            progress(heap);
            next_report = heap + kReport;
        }
        if (back < kAtOnce && heap - 2 * back >= from - period) back *= 2;  // several periods
        const std::int64_t length = std::min({back, count - heap, kMost});
        std::copy_n(values + heap - back, length, values + heap);
        heap += length;
    }
    progress(count);
}

template class Solver<std::uint16_t>;
template class Solver<std::uint32_t>;

}  // namespace bouton::splits
