#include "engines/regions/maxima.hpp"

#include "engines/regions/running.hpp"

#include <limits>
#include <type_traits>

namespace bouton::regions {

namespace {

/// Rows of maxima lie so far apart: vectors may reach beyond the end of a row.
std::size_t pitch_for(std::int64_t length) { return (static_cast<std::size_t>(length) / 64 + 2) * 64; }
static_assert(kMostLanes <= 64);

/// Quotients of natural numbers below 2^31 by a fixed divisor, as a product (T. Granlund, P. L. Montgomery 1994).
class Divisor {
  public:
    explicit Divisor(std::int64_t by = 1) {
        while (std::int64_t{1} << (shift_ - 31) < by) ++shift_;
        factor_ = (std::uint64_t{1} << shift_) / static_cast<std::uint64_t>(by) + 1;
    }
    std::int64_t divide(std::int64_t n) const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(n) * factor_ >> shift_);
    }

  private:
    unsigned shift_ = 31;
    std::uint64_t factor_;
};

/// One region in a box: A(q) = need . q + constant, B(p) = have . p; zero where there is no condition.
struct Source {
    Source(const Region& region, const Position& largest)
        : takes(largest.size()), need(largest.size(), 0), have(largest.size(), 0) {
        const std::size_t last = largest.size() - 1;
        for (std::size_t i = 0; i <= last; ++i) takes[i] = region.takes_from(i);
        if (!region.conditions.empty()) {
            const Condition& condition = region.conditions[0];
            constant = -condition.limit;
            for (std::size_t i = 0; i <= last; ++i) {
                need[i] = condition.position[i];
                have[i] = -condition.option[i];
            }
        }
        sweeps = takes[last];
        from_first = takes[0];
        carries = (region.axes & ~(std::uint64_t{1} << last)) != 0;
        std::size_t stride = 1;
        for (std::size_t i = last; i-- > 1;) {
            if (takes[i]) inner.emplace_back(i, stride);
            stride *= static_cast<std::size_t>(largest[i]) + 1;
        }
    }

    /// No sum of A and B is larger, with whatever signs.
    long double extent(const Position& largest) const {
        long double sum = std::abs(static_cast<long double>(constant));
        for (std::size_t i = 0; i < largest.size(); ++i)
            sum += static_cast<long double>(largest[i]) *
                   (std::abs(static_cast<long double>(need[i])) + std::abs(static_cast<long double>(have[i])));
        return sum;
    }

    /// A or B without the part of the last coordinate.
    static std::int64_t in_row(const std::vector<std::int64_t>& factors, const Row& row) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < row.at.size(); ++i) sum += factors[i] * row.at[i];
        return sum;
    }

    /// Is there an option at all? B is largest in a corner of the box below q, or next to q if that corner is q.
    bool has_option(const Row& row, std::int64_t y) const {
        std::int64_t best = in_row(have, row) + have.back() * y;
        std::int64_t loss = -1;  // from q itself to the best option; -1: there is none
        for (std::size_t i = 0; i < takes.size(); ++i) {
            const std::int64_t here = i < row.at.size() ? row.at[i] : y;
            if (!takes[i] || here == 0) continue;
            if (have[i] < 0) best -= have[i] * here;
            const std::int64_t step = std::max<std::int64_t>(have[i], 0);
            loss = loss < 0 ? step : std::min(loss, step);
        }
        return loss >= 0 && best - loss >= in_row(need, row) + need.back() * y + constant;
    }

    std::vector<bool> takes;
    std::vector<std::int64_t> need, have;
    std::int64_t constant = 0;
    bool sweeps = false;      // takes from the last coordinate
    bool carries = false;     // takes from others
    bool from_first = false;  // from the first
    /// Coordinates between the first and the last from which it takes, and how many rows apart their neighbours are.
    std::vector<std::pair<std::size_t, std::size_t>> inner;
};

std::vector<Source> sources_of(const std::vector<Region>& regions, const Position& largest) {
    std::vector<Source> sources;
    for (const Region& region : regions) sources.emplace_back(region, largest);
    std::stable_partition(sources.begin(), sources.end(), [](const Source& source) { return source.sweeps; });
    return sources;
}

/// Sums of A and B are less than this, so that differences with kNone can be formed as well.
template <class T>
constexpr std::int64_t kLimit = sizeof(T) == 8 ? std::int64_t{1} << 61 : std::numeric_limits<T>::max();

/// One region, for one value, in one row.
template <class T> struct Runner {
    static constexpr T kNone = static_cast<T>(-kLimit<T> - 1);

    T* row = nullptr;                      // the running maxima; null: nothing comes from other rows, and
    T left = kNone;                        // the maximum of this row so far is enough
    std::int64_t need = 0, need_gain = 0;  // A at the first cell, and how it grows
    std::int64_t have = 0, have_gain = 0;  // B
    std::int64_t length = 0;
    Divisor divisor;  // by need_gain, if positive
    Raise<T> raise = nullptr;

    T have_at(std::int64_t y) const { return static_cast<T>(have + have_gain * y); }

    /// The last of the cells from y on that a maximum reaches without a gap; y - 1: not even y.
    [[gnu::always_inline]] std::int64_t reach(T maximum, std::int64_t y) const {
        if (need_gain > 0) return reach_rising(maximum, y);
        return maximum - need < need_gain * y ? y - 1 : length - 1;  // A does not rise, the maximum does not fall
    }
    [[gnu::always_inline]] std::int64_t reach_rising(T maximum, std::int64_t y) const {
        const std::int64_t spare = maximum - need;
        if (spare < 0) return y - 1;
        if constexpr (sizeof(T) == 8)
            return std::max(y - 1, spare / need_gain);
        else
            return std::max(y - 1, divisor.divide(spare));
    }

    [[gnu::always_inline]] std::int64_t covered(std::int64_t y) const { return reach(row ? row[y] : left, y); }

    /// Cell y has the value; returns covered(y + 1).
    [[gnu::always_inline]] std::int64_t place(std::int64_t y) {
        const T here = have_at(y);
        if (!row) {
            left = std::max(left, here);
            return reach(left, y + 1);
        }
        if (here <= row[y]) return reach(row[y], y + 1);
        raise(row + y, static_cast<std::size_t>(length - y), here);
        return reach(here, y + 1);
    }

    /// Calls `found` and places y if it is not covered; returns the last cell that is done with. There is a row, and A rises.
    template <class Found> [[gnu::always_inline]] std::int64_t visit(std::int64_t y, Found found) {
        T maximum = row[y];
        if (maximum - need < need_gain * y) {
            found(y);
            const T here = have_at(y);
            if (here > maximum) {
                raise(row + y, static_cast<std::size_t>(length - y), here);
                maximum = here;
            }
        }
        return reach_rising(maximum, y + 1);
    }
};

/// Through the rows of the plane where one region takes from both coordinates, and A rises along them.
template <class T> class OneWalk {
  public:
    OneWalk(const Runner<T>& runner, const Source& source)
        : runner_(runner), need_(source.need[0]), have_(source.have[0]), constant_(source.constant) {}

    [[gnu::always_inline]] void start(const Row& row) {
        runner_.need = need_ * row.at[0] + constant_;
        runner_.have = have_ * row.at[0];
    }
    static constexpr ConstBits blocked() { return nullptr; }
    [[gnu::always_inline]] std::int64_t covered(std::int64_t y) const { return runner_.covered(y); }
    [[gnu::always_inline]] std::int64_t place(std::int64_t y) { return runner_.place(y); }
    template <class Found> [[gnu::always_inline]] std::int64_t visit(std::int64_t y, Found found) {
        return runner_.visit(y, found);
    }

  private:
    Runner<T> runner_;
    std::int64_t need_, have_, constant_;
};

/// Through rows with any number of regions.
template <class T> class ManyWalk {
  public:
    struct State {
        std::vector<T> maxima;
        std::vector<Runner<T>> runners;      // by source
        std::vector<std::uint64_t> blocked;  // empty if all sources sweep
    };

    ManyWalk(State& state, const std::vector<Source>& sources, std::size_t sweeping, std::size_t pitch)
        : state_(&state), sources_(&sources), sweeping_(sweeping), pitch_(pitch) {}

    void start(const Row& row) {
        T* maxima = state_->maxima.data() + row.in_layer * pitch_;
        for (std::size_t k = 0; k < sources_->size(); ++k) {
            const Source& source = (*sources_)[k];
            start(state_->runners[k], source, row, maxima);
            if (source.carries) maxima += row.layer * pitch_;
        }
        if (state_->blocked.empty()) return;
        std::fill(state_->blocked.begin(), state_->blocked.end(), 0);
        for (std::size_t k = sweeping_; k < sources_->size(); ++k) {
            const Runner<T>& runner = state_->runners[k];
            add_reached(state_->blocked.data(), runner.row, static_cast<std::size_t>(runner.length),
                        static_cast<T>(runner.need), static_cast<T>(runner.need_gain));
        }
    }

    ConstBits blocked() const { return state_->blocked.empty() ? nullptr : state_->blocked.data(); }

    std::int64_t covered(std::int64_t y) const {
        std::int64_t last = y - 1;
        for (std::size_t k = 0; k < sweeping_; ++k) last = std::max(last, state_->runners[k].covered(y));
        return last;
    }

    std::int64_t place(std::int64_t y) {
        std::int64_t last = y;
        for (std::size_t k = 0; k < sweeping_; ++k) last = std::max(last, state_->runners[k].place(y));
        for (std::size_t k = sweeping_; k < state_->runners.size(); ++k) {
            const Runner<T>& runner = state_->runners[k];
            runner.row[y] = std::max(runner.row[y], runner.have_at(y));
        }
        return last;
    }

    template <class Found> std::int64_t visit(std::int64_t y, Found found) {
        const std::int64_t last = covered(y);
        if (last >= y) return last;
        found(y);
        return place(y);
    }

  private:
    /// Brings a runner to a row: its maxima are those of the neighbouring rows before it.
    void start(Runner<T>& runner, const Source& source, const Row& row, T* maxima) const {
        runner.need = Source::in_row(source.need, row) + source.constant;
        runner.have = Source::in_row(source.have, row);
        runner.left = Runner<T>::kNone;
        if (!source.carries) return;
        runner.row = maxima;
        if (!source.from_first) std::fill(maxima, maxima + pitch_, Runner<T>::kNone);
        for (const auto& [axis, rows] : source.inner)
            if (row.at[axis] > 0) merge(maxima, maxima - rows * pitch_, static_cast<std::size_t>(runner.length));
    }

    State* state_;
    const std::vector<Source>* sources_;
    std::size_t sweeping_;  // so many sources sweep; they come first
    std::size_t pitch_;
};

/// kOne: there are two coordinates and one region, which takes from both, and A rises along a row.
template <class T, bool kOne> class Maxima {
  public:
    using Walk = std::conditional_t<kOne, OneWalk<T>, ManyWalk<T>>;
    using State = typename ManyWalk<T>::State;

    Maxima(std::vector<Source> sources, const Position& largest)
        : sources_(std::move(sources)),
          length_(largest.back() + 1),
          pitch_(pitch_for(length_)),
          planar_(largest.size() == 2),
          layer_(Row(largest).layer) {
        for (const Source& source : sources_) {
            Runner<T> runner;
            runner.need_gain = source.need.back();
            runner.have_gain = source.have.back();
            runner.length = length_;
            runner.divisor = Divisor(std::max<std::int64_t>(source.need.back(), 1));
            runner.raise = best_raise<T>();
            runners_.push_back(runner);
            sweeping_ += source.sweeps;
            carrying_ += source.carries;
        }
    }

    State state() const {
        return {std::vector<T>(carrying_ * layer_ * pitch_, kNone), runners_,
                std::vector<std::uint64_t>(sweeping_ < sources_.size() ? words_for(length_) : 0)};
    }

    Walk walk(State& state) const {
        if constexpr (kOne) {
            state.runners[0].row = state.maxima.data();
            return Walk(state.runners[0], sources_[0]);
        } else {
            return Walk(state, sources_, sweeping_, pitch_);
        }
    }

    bool has_option(const Row& row, std::int64_t y) const {
        return std::any_of(sources_.begin(), sources_.end(), [&](const Source& s) { return s.has_option(row, y); });
    }

    bool passes_on() const { return !planar_; }

    // ---- the maxima of every value, as steps: in the plane there is one row of them for each source

    bool stores() const { return planar_ && sweeping_ == sources_.size(); }

    void load(State& state, Value v) {
        std::fill(state.maxima.begin(), state.maxima.end(), kNone);
        if (!stores()) return;
        T* maxima = state.maxima.data();
        for (const Source& source : sources_) {
            if (!source.carries) continue;
            const Steps& steps = stored(v, source);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                const std::int64_t end = i + 1 < steps.size() ? steps[i + 1].y : length_;
                std::fill(maxima + steps[i].y, maxima + end, steps[i].most);
            }
            maxima += pitch_;
        }
    }

    void store(const State& state, Value v) {
        const T* maxima = state.maxima.data();
        for (const Source& source : sources_) {
            if (!source.carries) continue;
            Steps& steps = stored(v, source);
            steps.clear();
            const T* end = maxima + length_;
            for (const T* at = std::upper_bound(maxima, end, kNone); at != end; at = std::upper_bound(at, end, *at))
                steps.push_back({at - maxima, *at});
            maxima += pitch_;
        }
    }

    void remember(Value v, const Row& row, std::int64_t y) {
        for (const Source& source : sources_) {
            if (!source.carries) continue;
            Steps& steps = stored(v, source);
            const auto here = static_cast<T>(Source::in_row(source.have, row) + source.have.back() * y);
            auto at = std::upper_bound(steps.begin(), steps.end(), y,
                                       [](std::int64_t a, const Step& step) { return a < step.y; });
            if (at != steps.begin() && (at - 1)->most >= here) continue;
            if (at != steps.begin() && (at - 1)->y == y) --at;
            const auto end = std::find_if(at, steps.end(), [&](const Step& step) { return step.most > here; });
            steps.insert(steps.erase(at, end), {y, here});
        }
    }

  private:
    static constexpr T kNone = Runner<T>::kNone;

    struct Step {
        std::int64_t y;
        T most;  // from here on
    };
    using Steps = std::vector<Step>;

    Steps& stored(Value v, const Source& source) {
        const std::size_t at =
            static_cast<std::size_t>(v) * sources_.size() + static_cast<std::size_t>(&source - sources_.data());
        if (at >= stored_.size()) stored_.resize((static_cast<std::size_t>(v) + 1) * sources_.size());
        return stored_[at];
    }

    std::vector<Source> sources_;
    std::vector<Runner<T>> runners_;  // by source, in no row yet
    std::size_t sweeping_ = 0;        // so many sources sweep; they come first
    std::size_t carrying_ = 0;        // so many take from other coordinates
    std::int64_t length_;
    std::size_t pitch_;
    bool planar_;
    std::size_t layer_;
    std::vector<Steps> stored_;  // by value and source
};

template <class T> void fill_with(const Task& task, std::vector<Source> sources) {
    const Position& largest = task.cells.largest();
    const Source& first = sources[0];
    if (largest.size() == 2 && sources.size() == 1 && first.sweeps && first.carries && first.need[1] > 0) {
        Maxima<T, true> kernel(std::move(sources), largest);
        solve(task, kernel);
    } else {
        Maxima<T, false> kernel(std::move(sources), largest);
        solve(task, kernel);
    }
}

}  // namespace

void fill_by_maxima(const Task& task) {
    std::vector<Source> sources = sources_of(task.regions, task.cells.largest());
    long double extent = 0;
    for (const Source& source : sources) extent = std::max(extent, source.extent(task.cells.largest()));
    if (extent < kLimit<std::int16_t>)
        fill_with<std::int16_t>(task, std::move(sources));
    else if (extent < kLimit<std::int32_t>)
        fill_with<std::int32_t>(task, std::move(sources));
    else if (extent < kLimit<std::int64_t>)
        fill_with<std::int64_t>(task, std::move(sources));
    else
        throw over_limit("the bounds of the moves exceed 2^61 in a table of this size; take smaller bounds");
}

/// The maxima of one value as 32-bit numbers, for every value at once (podium) or one after the other; then also a bit for every cell that
/// is open, and in the plane a few steps for every value.
std::uint64_t memory_of_maxima(const std::vector<Region>& regions, const Values& values, Value bound,
                               const Position& largest) {
    const Row row(largest);
    const std::uint64_t level = regions.size() * row.layer * pitch_for(largest.back() + 1) * sizeof(std::int32_t);
    if (values.players > 0) return level * std::max<std::uint64_t>(bound, 1);
    constexpr std::uint64_t kSteps = 16, kStep = 16;
    const bool stores = largest.size() == 2 && std::all_of(regions.begin(), regions.end(),
                                                           [](const Region& region) { return region.takes_from(1); });
    const std::uint64_t rows = stores ? std::min(row.rows(), kBlock) : row.rows();
    const std::uint64_t open = rows * (words_for(largest.back() + 1) + 4) * sizeof(std::uint64_t);
    return level + open + (stores ? regions.size() * bound * kSteps * kStep : 0);
}

}  // namespace bouton::regions
