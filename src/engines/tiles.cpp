// A table is seen as a rectangle: its rows are numbered in lexicographic order of all coordinates but the last, its columns are the last
// coordinate. A tile is a block of rows by a block of columns, and waits for the tiles before it in both directions. That is enough in any
// dimension: a cell with no larger coordinates has no larger row number and no larger column, so it lies in a tile that came before. And
// cells of two tiles that are made at the same time are incomparable: the one in the later row stands in an earlier column.
//
// What is final is a staircase: of every row the columns up to some place, never more than of the row above. It is told about ten times
// a second, from within tiles, so that work is kept whatever a cell, a row or a first coordinate costs; and a later run skips it.
#include "engines/tiles.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace bouton {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kWide = 256;  // columns of a tile
constexpr std::int64_t kHigh = 64;   // rows of a tile
constexpr std::int64_t kTileCells = kWide * kHigh;
constexpr std::int64_t kBlockCells = 1 << 23;  // about the most in a block of rows, unless one row has more
constexpr std::int64_t kLook = 256;            // cells between two looks at the clock
constexpr auto kBetweenReports = std::chrono::milliseconds(100);

/// One table on its way.
class Tiles {
  public:
    Tiles(const Cells& cells, const Done& done, const FillOrder& order, const Watch& watch,
          const Filler::Progress& progress, const std::function<void(const RowSegment&)>& fill)
        : cells_(cells), order_(order), watch_(watch), progress_(progress), fill_(fill) {
        width_ = cells.largest().back() + 1;
        rows_ = static_cast<std::int64_t>(cells.size()) / width_;
        from_ = done.cells / width_;
        known_ = done.steps;
        if (const std::int64_t part = done.cells % width_; part > 0) {
            if (known_.empty()) known_.push_back(0);
            known_[0] = std::max(known_[0], part);
        }
        wide_ = order.lexicographic ? width_ : std::min(kWide, width_);
        across_ = (width_ + wide_ - 1) / wide_;
        high_ = across_ == 1 ? std::max<std::int64_t>(1, kTileCells / wide_)
                             : std::clamp<std::int64_t>(kBlockCells / width_, 1, kHigh);
        if (high_ < kHigh && across_ > 1) wide_ = std::min(width_, kTileCells / high_);
        across_ = (width_ + wide_ - 1) / wide_;
        down_ = (rows_ - from_ + high_ - 1) / high_;
        next_report_ = (Clock::now() + kBetweenReports).time_since_epoch().count();
    }

    void run() {
        if (down_ <= 0) return;
        waits_ = std::make_unique<std::atomic<int>[]>(static_cast<std::size_t>(down_ * across_));
        for (std::int64_t i = 0; i < down_; ++i)
            for (std::int64_t j = 0; j < across_; ++j)
                waits_[static_cast<std::size_t>(i * across_ + j)] = (i > 0) + (j > 0);
        tasks_.run([this] { make(0); });
        tasks_.wait();
        if (made_.load(std::memory_order_acquire) != down_ * across_) throw std::logic_error("tiles were left out");
    }

  private:
    /// How many columns of each row of a block are final.
    using Columns = std::vector<std::atomic<std::int64_t>>;

    std::int64_t known(std::int64_t row) const {
        const std::int64_t beyond = row - from_;
        return beyond < static_cast<std::int64_t>(known_.size()) ? known_[static_cast<std::size_t>(beyond)] : 0;
    }

    std::int64_t row_of(std::int64_t block) const { return std::min(rows_, from_ + block * high_); }

    void make(std::int64_t number) {
        waits_[static_cast<std::size_t>(number)].load(std::memory_order_acquire);  // sees all that it waited for
        const std::int64_t i = number / across_, j = number % across_;
        Columns& columns = columns_of(i);
        fill_tile(i, j, columns);
        if (j + 1 == across_) finish_block(i);
        const auto release = [&](std::int64_t next) {
            if (--waits_[static_cast<std::size_t>(next)] == 0) tasks_.run([this, next] { make(next); });
        };
        if (i + 1 < down_) release(number + across_);
        if (j + 1 < across_) release(number + 1);
        made_.fetch_add(1, std::memory_order_release);
    }

    void fill_tile(std::int64_t i, std::int64_t j, Columns& columns) {
        const std::int64_t begin = row_of(i), end = row_of(i + 1);
        const std::int64_t left = j * wide_, right = std::min(width_, left + wide_);
        Position outer = position_of(begin);
        std::int64_t unseen = kLook;  // cells since the last look at the clock: the first look is at once
        for (std::int64_t row = begin; row < end; ++row, go_on(outer)) {
            // With growth the far end of a row is out of reach of the positions that are asked for.
            const std::int64_t last = std::min(right, width_ - order_.growth * outer[0]);
            for (std::int64_t y = left; y < last; y += kLongestSegment) {
                const std::int64_t count = std::min(kLongestSegment, last - y);
                if (y + count <= known(row)) continue;
                if ((unseen += count) >= kLook) {
                    unseen = 0;
                    look();
                }
                outer.back() = y;
                fill_({outer.data(), y, static_cast<std::size_t>(count), static_cast<std::uint64_t>(row * width_ + y)});
                if (y + count > known(row))
                    columns[static_cast<std::size_t>(row - begin)].store(y + count, std::memory_order_release);
            }
        }
    }

    Position position_of(std::int64_t row) const {
        Position position(cells_.dimension(), 0);
        for (std::size_t d = position.size() - 1; d-- > 0;) {
            const std::int64_t size = cells_.largest()[d] + 1;
            position[d] = row % size;
            row /= size;
        }
        return position;
    }

    /// To the next row.
    void go_on(Position& outer) const {
        for (std::size_t d = outer.size() - 1; d-- > 0;) {
            if (++outer[d] <= cells_.largest()[d]) return;
            outer[d] = 0;
        }
    }

    /// May be stopped; tells what is final when it is time.
    void look() {
        watch_.check();
        const auto now = Clock::now();
        if (now.time_since_epoch().count() < next_report_.load(std::memory_order_relaxed)) return;
        const std::unique_lock lock(reporting_, std::try_to_lock);
        if (lock && now.time_since_epoch().count() >= next_report_.load(std::memory_order_relaxed)) report();
    }

    Columns& columns_of(std::int64_t block) {
        const std::lock_guard lock(mutex_);
        if (const auto found = blocks_.find(block); found != blocks_.end()) return found->second;
        Columns columns(static_cast<std::size_t>(high_));
        for (std::size_t row = 0; row < columns.size(); ++row)
            columns[row] = known(from_ + block * high_ + static_cast<std::int64_t>(row));
        return blocks_.emplace(block, std::move(columns)).first->second;
    }

    void finish_block(std::int64_t block) {
        {
            const std::lock_guard lock(mutex_);
            blocks_.erase(block);
            finished_ = block + 1;
        }
        const std::lock_guard lock(reporting_);
        report();
    }

    /// Who is told may take his time: the other tiles go on.
    void report() {
        std::int64_t row = 0;
        {
            const std::lock_guard lock(mutex_);
            row = row_of(finished_);
        }
        progress_(row * width_, [&] { return beyond(row); });
        next_report_ = (Clock::now() + kBetweenReports).time_since_epoch().count();
    }

    /// The staircase from a row on: of blocks at work, then what an earlier run has left.
    std::vector<std::int64_t> beyond(std::int64_t row) {
        std::vector<std::int64_t> steps;
        if (order_.lexicographic) return steps;
        const std::lock_guard lock(mutex_);
        for (; row < row_of(finished_); ++row) steps.push_back(width_);  // finished since `row` was asked for
        for (const auto& [block, columns] : blocks_)
            for (std::size_t i = 0; i < columns.size() && row < rows_; ++i, ++row)
                steps.push_back(columns[i].load(std::memory_order_acquire));
        for (; row < rows_ && known(row) > 0; ++row) steps.push_back(known(row));
        while (!steps.empty() && steps.back() == 0) steps.pop_back();
        // A row was looked at before the one above it got on: then it is behind, never ahead.
        for (std::size_t i = 1; i < steps.size(); ++i) steps[i] = std::min(steps[i], steps[i - 1]);
        return steps;
    }

    const Cells& cells_;
    const FillOrder order_;
    const Watch& watch_;
    const Filler::Progress& progress_;
    const std::function<void(const RowSegment&)>& fill_;
    std::int64_t width_ = 1, rows_ = 1, from_ = 0;
    std::vector<std::int64_t> known_;  // columns of the rows from from_ on that are there
    std::int64_t wide_ = 1, high_ = 1, down_ = 0, across_ = 1;
    std::unique_ptr<std::atomic<int>[]> waits_;
    std::atomic<std::int64_t> made_ = 0;
    std::mutex reporting_;
    std::mutex mutex_;                        // for the following two; never held for long
    std::map<std::int64_t, Columns> blocks_;  // at work: consecutive ones, from finished_ on
    std::int64_t finished_ = 0;
    std::atomic<Clock::rep> next_report_ = 0;
    parallel::Tasks tasks_;  // the last: its tasks use the rest
};

/// The one coordinate is a single row, from front to back.
void single_row(const Cells& cells, const Done& done, const Watch& watch, const Filler::Progress& progress,
                const std::function<void(const RowSegment&)>& fill) {
    const std::int64_t size = cells.largest()[0] + 1;
    auto next_report = Clock::now() + kBetweenReports;
    for (std::int64_t x = done.cells; x < size; x += kLongestSegment) {
        const std::int64_t count = std::min(kLongestSegment, size - x);
        watch.check();
        fill({nullptr, x, static_cast<std::size_t>(count), static_cast<std::uint64_t>(x)});
        if (Clock::now() < next_report && (x - done.cells) % kTileCells != 0) continue;
        progress(x + count);
        next_report = Clock::now() + kBetweenReports;
    }
    progress(size);
}

}  // namespace

void for_each_segment(const Cells& cells, const Done& done, const FillOrder& order, const Watch& watch,
                      const Filler::Progress& progress, const std::function<void(const RowSegment&)>& fill) {
    if (cells.dimension() == 1) return single_row(cells, done, watch, progress, fill);
    Tiles(cells, done, order, watch, progress, fill).run();
}

}  // namespace bouton
