// From "which cells have an option of value v" to the values of all cells, row by row.
//
// A kernel answers that question for one value v at a time, from the cells that got v so far (a State); this file asks. Outcomes need v = 0
// only, podium outcomes of n players v < n - 1, cell by cell. Nim-values come level by level: of the cells not yet valued, those
// without an option of value 0 get 0, of the rest those without an option of value 1 get 1, and so on; in a row from left to right, since a
// cell may be an option of one further on. If a kernel can store what it knows of each value, this is done for blocks of rows, which
// are final then, and work can be resumed at any row; otherwise for all rows at once: final at the end, and resumed from the beginning.
//
// A kernel has
//   State state()                     no cell has the value yet
//   Walk walk(State)                  goes through rows, in order. A walk has
//     start(row)                      begins a row
//     blocked()                       cells of the row known to have an option of the value, or null
//     covered(y)                      all cells y .. covered(y) have such an option; y - 1: y has none, if it is not blocked
//     place(y)                        cell y has the value; returns covered(y + 1)
//     visit(y, found)                 both: covered(y), or if y has no such option found(y) and place(y)
//   has_option(row, y)
//   passes_on()                       rows must be visited even if all their cells are valued
//   stores(), load(State, v), store(State, v), remember(v, row, y)
#pragma once

#include "engines/filler.hpp"
#include "engines/regions/bits.hpp"
#include "engines/regions/region.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

namespace bouton::regions {

/// What is to be filled.
struct Task {
    const std::vector<Region>& regions;
    Values values;
    Cells& cells;
    std::int64_t from;  // cells that are there; a row of which a part is there is made again
    const Filler::Progress& progress;
    const Watch& watch;
};

/// Cells that differ in the last coordinate only.
class Row {
  public:
    explicit Row(const Position& box) : at(box.size() - 1, 0), largest_(box.begin(), box.end() - 1) {
        for (std::size_t i = 1; i < largest_.size(); ++i) layer *= static_cast<std::size_t>(largest_[i]) + 1;
    }

    std::size_t layer = 1;  // rows with the same first coordinate
    std::size_t number = 0;
    std::size_t in_layer = 0;      // its number among those
    std::vector<std::int64_t> at;  // all coordinates but the last

    std::size_t rows() const { return layer * (static_cast<std::size_t>(largest_[0]) + 1); }

    void go_to(std::size_t row) {
        if (layer == 1) {
            number = row;
            at[0] = static_cast<std::int64_t>(row);
            return;
        }
        if (row == number + 1) return next();
        number = row;
        in_layer = row % layer;
        at[0] = static_cast<std::int64_t>(row / layer);
        std::size_t rest = in_layer;
        for (std::size_t i = at.size(); i-- > 1;) {
            const auto count = static_cast<std::size_t>(largest_[i]) + 1;
            at[i] = static_cast<std::int64_t>(rest % count);
            rest /= count;
        }
    }

  private:
    void next() {
        ++number;
        ++in_layer;
        for (std::size_t i = at.size(); i-- > 1;) {
            if (++at[i] <= largest_[i]) return;
            at[i] = 0;
        }
        in_layer = 0;
        ++at[0];
    }

    std::vector<std::int64_t> largest_;
};

constexpr std::size_t kBlock = 512;  // rows whose nim-values are found together, where a kernel can store what it knows
constexpr std::size_t kLeastBlock = 16,
                      kBlockCells = 1 << 23;  // fewer of long rows: what is not final is lost at a kill

/// Asks the watch now and then.
class Ticker {
  public:
    explicit Ticker(const Watch& watch) : watch_(watch) {}
    void work(std::size_t cells) {
        done_ += cells + kRow;
        if (done_ < kPause) return;
        done_ = 0;
        watch_.check();
    }

  private:
    static constexpr std::size_t kRow = 32;  // what a row costs beside its cells
    static constexpr std::size_t kPause = 1 << 18;
    const Watch& watch_;
    std::size_t done_ = 0;
};

template <class Kernel, class Cell> class Solver {
  public:
    using State = typename Kernel::State;
    using Walk = typename Kernel::Walk;

    Solver(const Task& task, Kernel& kernel, Cell* cells)
        : task_(task),
          kernel_(kernel),
          cells_(cells),
          length_(task.cells.largest().back() + 1),
          words_(words_for(length_)),
          row_(task.cells.largest()),
          layer_(row_.layer),
          rows_(row_.rows()),
          known_(static_cast<std::size_t>(task.from / length_)),
          ticker_(task.watch) {}

    void fill() {
        if (known_ == rows_) return;
        if (task_.values.players == 0)
            nim_values();
        else if (task_.values.players == 2)
            outcomes();
        else
            podium();
    }

  private:
    static constexpr std::uint64_t kReport = 1 << 16;

    Cell* cells_of(std::size_t row) const { return cells_ + row * static_cast<std::size_t>(length_); }

    /// All cells of a row and the one that ends it; under misere play without the cells that have no option.
    void open(Bits bits) const {
        std::fill(bits, bits + words_, 0);
        add(bits, 0, length_);
        if (task_.values.terminal == 0) return;
        for (std::int64_t y = 0; y < length_; ++y)
            if (!kernel_.has_option(row_, y)) remove(bits, y);
    }

    /// Calls `found` for the open cells of the row, of which y is the first, that have no option of the value; they get it.
    template <class Found>
    [[gnu::always_inline]] void walk_through(Walk& walk, ConstBits cells, std::int64_t y, Found found) {
        const std::int64_t length = length_;
        walk.start(row_);
        const ConstBits blocked = walk.blocked();
        if (blocked) y = next(cells, blocked, y);
        while (y < length) {
            y = walk.visit(y, found) + 1;
            if (y >= length) break;
            y = next(cells, blocked, y);
        }
    }

    /// The row is done; says so when enough rows are.
    void done() {
        ticker_.work(static_cast<std::size_t>(length_));
        unreported_ += static_cast<std::uint64_t>(length_);
        const std::size_t rows = row_.number + 1;
        if (rows <= known_ || (unreported_ < kReport && rows < rows_)) return;
        unreported_ = 0;
        task_.progress(static_cast<std::int64_t>(rows) * length_);
    }

    void outcomes() {
        State state = kernel_.state();
        Walk walk = kernel_.walk(state);
        std::vector<std::uint64_t> bits(words_);
        row_.go_to(0);
        open(bits.data());
        for (std::size_t r = 0; r < rows_; ++r) {
            row_.go_to(r);
            Cell* cells = cells_of(r);
            if (r < known_) {
                walk.start(row_);
                for (std::int64_t y = 0; y < length_; ++y)
                    if (cells[y] == 0) walk.place(y);
            } else {
                if (task_.values.terminal != 0) open(bits.data());
                std::fill(cells, cells + length_, Cell{1});
                walk_through(walk, bits.data(), next(bits.data(), nullptr, 0), [&](std::int64_t y) { cells[y] = 0; });
            }
            done();
        }
    }

    void podium() {
        std::deque<State> states;  // of the values 0 .. players - 2 that have occurred
        struct Step {
            Walk walk;
            std::int64_t covered;
        };
        std::vector<Step> steps;  // through the row, by value
        const auto value_at = [&](std::int64_t y) {
            for (std::size_t v = 0; v < steps.size(); ++v) {
                Step& step = steps[v];
                if (step.covered < y) step.covered = step.walk.covered(y);
                const ConstBits blocked = step.walk.blocked();
                if (step.covered >= y || (blocked && contains(blocked, y))) return static_cast<Value>(v) + 1;
            }
            return Value{0};
        };
        for (std::size_t r = 0; r < rows_; ++r) {
            row_.go_to(r);
            for (Step& step : steps) {
                step.walk.start(row_);
                step.covered = -1;
            }
            Cell* cells = cells_of(r);
            for (std::int64_t y = 0; y < length_; ++y) {
                if (r >= known_) cells[y] = static_cast<Cell>(value_at(y));
                const Value value = cells[y];
                if (value + 1 >= task_.values.players) continue;
                if (value == states.size()) {
                    states.push_back(kernel_.state());
                    steps.push_back({kernel_.walk(states.back()), -1});
                    steps.back().walk.start(row_);
                }
                steps[value].covered = std::max(steps[value].covered, steps[value].walk.place(y));
            }
            done();
        }
    }

    std::size_t block_size() const {
        return std::clamp(kBlockCells / static_cast<std::size_t>(length_), kLeastBlock, kBlock);
    }

    void nim_values() {
        std::size_t begin = 0;
        if (kernel_.stores()) {
            for (; begin < known_; ++begin) {
                row_.go_to(begin);
                const Cell* cells = cells_of(begin);
                for (std::int64_t y = 0; y < length_; ++y) kernel_.remember(cells[y], row_, y);
                ticker_.work(static_cast<std::size_t>(length_));
            }
        }
        State state = kernel_.state();
        while (begin < rows_) {
            const std::size_t end = kernel_.stores() ? std::min(begin + block_size(), rows_) : rows_;
            block(state, begin, end);
            begin = end;
            if (end > known_) task_.progress(static_cast<std::int64_t>(end) * length_);
        }
    }

    /// A row some of whose cells have no value yet.
    struct OpenRow {
        std::size_t number;
        Bits open;           // the cells without a value, and one behind the end
        std::int64_t first;  // no cell before is open
        Cell* cells;
    };

    /// Values of the cells in rows begin .. end - 1.
    void block(State& state, std::size_t begin, std::size_t end) {
        std::vector<std::uint64_t> bits((end - begin) * words_);
        std::vector<Cell> unused(begin < known_ ? static_cast<std::size_t>(length_)
                                                : 0);  // in the place of known cells
        std::vector<OpenRow> rows;
        for (std::size_t r = begin; r < end; ++r) {
            rows.push_back({r, bits.data() + (r - begin) * words_, 0, r < known_ ? unused.data() : cells_of(r)});
            row_.go_to(r);
            open(rows.back().open);
        }
        bool more = true;
        for (Value v = 0; more; ++v) {
            kernel_.load(state, v);
            more = pass(kernel_.walk(state), v, rows);
            if (end < rows_) kernel_.store(state, v);
            if (v > 0 || task_.values.terminal == 0) continue;
            for (OpenRow& row : rows) add_terminals(row);
            more = true;
        }
    }

    /// Gives v to the cells that have no option of this value, and drops rows that need not be visited again. Returns whether there were
    /// open cells. Local copies of what is needed keep the compiler's registers free.
    bool pass(Walk walk, Value v, std::vector<OpenRow>& rows) {
        const std::int64_t length = length_;
        const bool keeps_all = kernel_.passes_on() || (v == 0 && task_.values.terminal != 0);
        bool more = false;
        auto kept = rows.begin();
        for (OpenRow& row : rows) {
            const std::int64_t first = next(row.open, nullptr, row.first);
            if (first >= length && !keeps_all) continue;
            more |= first < length;
            OpenRow& here = *kept++ = row;
            here.first = first;
            row_.go_to(here.number);
            walk_through(walk, here.open, first, [&](std::int64_t y) {
                remove(here.open, y);
                here.cells[y] = static_cast<Cell>(v);
            });
            ticker_.work(words_);
        }
        rows.erase(kept, rows.end());
        return more;
    }

    /// Misere play: a cell without options has the value 1.
    void add_terminals(OpenRow& row) {
        row_.go_to(row.number);
        row.first = 0;
        for (std::int64_t y = 0; y < length_; ++y)
            if (!kernel_.has_option(row_, y)) add(row.open, y, y);
    }

    const Task& task_;
    Kernel& kernel_;
    Cell* cells_;
    std::int64_t length_;
    std::size_t words_;
    Row row_;
    std::size_t layer_, rows_;
    std::size_t known_;  // rows that are already valued
    Ticker ticker_;
    std::uint64_t unreported_ = 0;
};

/// Fills the cells with what a kernel says.
template <class Kernel> void solve(const Task& task, Kernel& kernel) {
    task.cells.visit(
        [&](auto* cells) { Solver<Kernel, std::remove_pointer_t<decltype(cells)>>(task, kernel, cells).fill(); });
}

}  // namespace bouton::regions
