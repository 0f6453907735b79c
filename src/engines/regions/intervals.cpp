#include "engines/regions/intervals.hpp"

#include <limits>

namespace bouton::regions {

namespace {

/// A condition on how far a position lies above its option p:  sum of rise[j] * (distance along axis j)  <=  slack(p).
struct Rise {
    std::vector<std::int64_t> along;  // by axis other than the last coordinate
    std::int64_t in_row = 0;          // along the last coordinate
    std::vector<std::int64_t> at;     // the slack falls by these for every step of a coordinate of p
    std::int64_t limit = 0;
    bool never_falls = true;  // no distance makes the sum smaller
};

/// A region in a box.
struct Area {
    Area(const Region& region, const Position& largest) {
        const std::size_t last = largest.size() - 1;
        std::size_t stride = 1;
        for (std::size_t i = last; i-- > 0;) {
            if (region.takes_from(i)) {
                axes.push_back(i);
                strides.push_back(stride);
            }
            stride *= static_cast<std::size_t>(largest[i]) + 1;
        }
        sweeps = region.takes_from(last);
        for (const Condition& condition : region.conditions) {
            Rise rise;
            rise.limit = condition.limit;
            rise.in_row = sweeps ? condition.position[last] : 0;
            for (std::size_t i = 0; i <= last; ++i) rise.at.push_back(condition.position[i] + condition.option[i]);
            for (const std::size_t i : axes) rise.along.push_back(condition.position[i]);
            rise.never_falls = rise.in_row >= 0 && std::all_of(rise.along.begin(), rise.along.end(),
                                                               [](std::int64_t step) { return step >= 0; });
            rises.push_back(std::move(rise));
        }
    }

    std::vector<std::size_t> axes, strides;  // coordinates but the last, and how many rows apart their neighbours are
    bool sweeps = false;                     // takes from the last coordinate
    std::vector<Rise> rises;
};

class Intervals {
  public:
    struct State {
        std::vector<std::uint64_t> reached;  // by row: the cells that have an option of the value
    };

    class Walk {
      public:
        Walk(Intervals& kernel, State& state) : kernel_(&kernel), reached_(state.reached.data()) {}

        void start(const Row& row) { row_ = &row; }
        ConstBits blocked() const { return reached_ + row_->number * kernel_->words_; }
        static std::int64_t covered(std::int64_t y) { return y - 1; }
        std::int64_t place(std::int64_t y) {
            kernel_->mark(reached_, *row_, y);
            return y;
        }
        template <class Found> std::int64_t visit(std::int64_t y, Found found) {
            found(y);
            return place(y);
        }

      private:
        Intervals* kernel_;
        Bits reached_;
        const Row* row_ = nullptr;
    };

    explicit Intervals(const Task& task)
        : largest_(task.cells.largest()),
          length_(largest_.back() + 1),
          words_(words_for(length_)),
          rows_(Row(largest_).rows()),
          ticker_(task.watch) {
        for (const Region& region : task.regions) areas_.emplace_back(region, largest_);
    }

    State state() const { return {std::vector<std::uint64_t>(rows_ * words_)}; }
    Walk walk(State& state) { return {*this, state}; }

    /// Whether a cell has an option is found out by marking from all cells.
    bool has_option(const Row& row, std::int64_t y) {
        if (any_.reached.empty()) {
            any_ = state();
            Row from(largest_);
            for (std::size_t r = 0; r < rows_; ++r) {
                from.go_to(r);
                for (std::int64_t cell = 0; cell < length_; ++cell) mark(any_.reached.data(), from, cell);
            }
        }
        return contains(any_.reached.data() + row.number * words_, y);
    }

    static bool passes_on() { return false; }
    static bool stores() { return false; }
    static void load(State& state, Value) { std::fill(state.reached.begin(), state.reached.end(), 0); }
    static void store(const State&, Value) {}
    static void remember(Value, const Row&, std::int64_t) {}

  private:
    /// Marks the cells that have (row, y) as an option.
    void mark(Bits reached, const Row& row, std::int64_t y) {
        for (const Area& area : areas_) {
            slack_.clear();
            for (const Rise& rise : area.rises) {
                std::int64_t slack = rise.limit - rise.at.back() * y;
                for (std::size_t i = 0; i < row.at.size(); ++i) slack -= rise.at[i] * row.at[i];
                slack_.push_back(slack);
            }
            mark_rows(reached, area, 0, row, row.number, y);
        }
    }

    /// Goes along the axes from the j-th on; the others have led to row number `to`.
    void mark_rows(Bits reached, const Area& area, std::size_t j, const Row& row, std::size_t to, std::int64_t y) {
        if (j == area.axes.size()) {
            mark_interval(reached + to * words_, area, to == row.number, y);
            ticker_.work(0);
            return;
        }
        const std::int64_t farthest = farthest_along(area, j, largest_[area.axes[j]] - row.at[area.axes[j]]);
        for (std::int64_t distance = 0; distance <= farthest; ++distance) {
            mark_rows(reached, area, j + 1, row, to + static_cast<std::size_t>(distance) * area.strides[j], y);
            for (std::size_t c = 0; c < slack_.size(); ++c) slack_[c] -= area.rises[c].along[j];
        }
        for (std::size_t c = 0; c < slack_.size(); ++c) slack_[c] += (farthest + 1) * area.rises[c].along[j];
    }

    /// How far it can go at most along an axis; -1: no cell further on fulfils the conditions.
    std::int64_t farthest_along(const Area& area, std::size_t j, std::int64_t farthest) const {
        for (std::size_t c = 0; c < slack_.size(); ++c) {
            const Rise& rise = area.rises[c];
            if (!rise.never_falls) continue;
            if (slack_[c] < 0) return -1;
            if (rise.along[j] > 0) farthest = std::min(farthest, slack_[c] / rise.along[j]);
        }
        return farthest;
    }

    void mark_interval(Bits row, const Area& area, bool same_row, std::int64_t y) const {
        std::int64_t first = same_row ? 1 : 0, last = area.sweeps ? length_ - 1 - y : 0;
        for (std::size_t c = 0; c < slack_.size(); ++c) {
            const std::int64_t step = area.rises[c].in_row, slack = slack_[c];
            if (slack < 0 && step >= 0) return;
            if (step > 0) last = std::min(last, slack / step);
            if (slack < 0)
                first = std::max(first, (slack + step + 1) / step);  // the least d with d*step <= slack, both negative
        }
        if (first <= last) add(row, y + first, y + last);
    }

    Position largest_;
    std::int64_t length_;
    std::size_t words_, rows_;
    std::vector<Area> areas_;
    std::vector<std::int64_t> slack_;  // of the conditions of the area at hand
    State any_;                        // cells that have an option, once somebody has asked
    Ticker ticker_;
};

}  // namespace

void fill_by_intervals(const Task& task) {
    Intervals kernel(task);
    solve(task, kernel);
}

std::uint64_t memory_of_intervals(const Values& values, Value bound, const Position& largest) {
    const std::uint64_t table = Row(largest).rows() * words_for(largest.back() + 1) * sizeof(std::uint64_t);
    const std::uint64_t tables = values.players == 0 ? 2 : std::max<std::uint64_t>(bound, 1);
    return table * (tables + values.terminal);
}

}  // namespace bouton::regions
