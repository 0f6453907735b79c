#include "engines/sweep/sweep.hpp"

#include "base/parallel.hpp"
#include "engines/tiles.hpp"
#include "lang/linear.hpp"
#include "lang/messages.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace bouton {

namespace {

constexpr std::int64_t kLargestStep = 1 << 30;

/// Collects the options' values of one cell.
template <class T> class Collector {
  public:
    explicit Collector(const Values& values) : values_(values) {}

    void start() {
        ++epoch_;
        any_ = false;
        least_ = std::numeric_limits<Value>::max();
    }

    /// No further option can change the result.
    bool decided() const { return values_.players > 0 && least_ == 0; }

    void add(Value value) {
        any_ = true;
        if (values_.players > 0) {
            least_ = std::min(least_, value);
            return;
        }
        if (value >= seen_.size()) seen_.resize(std::max<std::size_t>(value + 1, 2 * seen_.size()), 0);
        seen_[value] = epoch_;
    }

    /// The cells first, first + stride, ..., count of them; absent ones are no options.
    void add_run(const T* first, std::int64_t stride, std::int64_t count) {
        constexpr T absent = static_cast<T>(~T{0});
        if (values_.players > 0 && (stride == 1 || stride == -1)) {
            const T* begin = stride == 1 ? first : first - (count - 1);
            if (sizeof(T) == 1 && std::memchr(begin, 0, static_cast<std::size_t>(count))) return add(0);
            const T least = *std::min_element(begin, begin + count);
            if (least != absent) add(least);
            return;
        }
        for (std::int64_t i = 0; i < count && !decided(); ++i)
            if (const T value = first[i * stride]; value != absent) add(value);
    }

    Value result() const {
        if (!any_) return values_.terminal;
        if (values_.players > 0) return (1 + least_) % values_.players;
        Value mex = 0;
        while (mex < seen_.size() && seen_[mex] == epoch_) ++mex;
        return mex;
    }

  private:
    Values values_;
    bool any_ = false;
    Value least_ = 0;
    std::vector<std::uint64_t> seen_;
    std::uint64_t epoch_ = 0;
};

/// One move, ready to be played from any cell.
struct Plan {
    const MoveShape* shape;
    bool runs;                       // the last variable walks along a line, nothing is left to test
    Loop outer;                      // with runs: all variables but the last
    std::vector<std::int64_t> step;  // with runs: what a step of it changes, by coordinate
    bool shaped;                     // the line begins where the shape says; otherwise the rules are asked where
};

Plan plan_for(const MoveShape& move) {
    using Kind = MoveShape::Kind;
    const Loop& loop = move.move->loop;
    const auto& binders = loop.binders;
    Plan plan{&move, false, {}, {}, false};
    plan.runs = !binders.empty() && binders.back().kind == Binder::Kind::range && move.move->results.size() == 1;
    for (std::size_t i = 0; i < loop.conditions.size(); ++i) {
        if (loop.ready[i] == binders.size()) plan.runs = false;
        plan.outer.conditions.push_back(loop.conditions[i]);
        plan.outer.ready.push_back(loop.ready[i]);
    }
    if (!plan.runs) return plan;
    plan.shaped = (move.kind == Kind::line || move.kind == Kind::region) && move.absolute < 0;
    for (const Expr& e : move.move->results[0]) {
        const auto step = coefficient(e, binders.back().slots[0]);
        plan.runs = plan.runs && step && std::abs(*step) <= kLargestStep;
        plan.step.push_back(step.value_or(0));
    }
    if (plan.runs) plan.outer.binders.assign(binders.begin(), binders.end() - 1);
    return plan;
}

/// Values the cells of one segment after the other; one for each thread.
template <class T> class Sweeper {
  public:
    Sweeper(const Shape& shape, const std::vector<Plan>& plans, const Values& values, const Cells& cells,
            const Watch& watch)
        : shape_(shape),
          plans_(plans),
          cells_(cells),
          data_(cells.as<T>()),
          collector_(values),
          position_(shape.dimension) {
        frame_.slots.resize(static_cast<std::size_t>(shape.rules.frame_size));
        frame_.watch = &watch;
    }

    void fill(const RowSegment& row) {
        for (std::size_t i = 0; i + 1 < position_.size(); ++i) position_[i] = row.outer[i];
        for (std::size_t i = 0; i < row.count; ++i) {
            position_.back() = row.first + static_cast<std::int64_t>(i);
            index_ = static_cast<std::int64_t>(row.index + i);
            try {
                data_[index_] = static_cast<T>(value());
            } catch (const Error& error) {
                throw messages::met_at(error, to_text(position_), shape_.rules.name);
            }
        }
    }

  private:
    Value value() {
        for (std::size_t i = 0; i < position_.size(); ++i) frame_[shape_.rules.slots[i]] = position_[i];
        if (shape_.rules.domain && !test(shape_.rules.domain, frame_)) return cells_.absent();
        collector_.start();
        for (const Plan& plan : plans_) {
            if (plan.runs)
                for_each(plan.outer, frame_, nullptr, [&] { return run(plan); });
            else
                for_each(plan.shape->move->loop, frame_, nullptr, [&] { return one(*plan.shape->move); });
            if (collector_.decided()) break;
        }
        const Value value = collector_.result();
        if (value >= cells_.absent())
            throw over_limit(
                fmt::format("the value {} at {} of {} is too large for this table; use the engine reference", value,
                            to_text(position_), shape_.rules.name),
                Setting::engine);
        return value;
    }

    /// All options for the current outer variables: the part of a line where no coordinate is negative.
    bool run(const Plan& plan) {
        const MoveShape& move = *plan.shape;
        const auto& binders = move.move->loop.binders;
        detail::Interval range = detail::interval(binders.back(), frame_, nullptr);
        if (range.first > range.last) return true;
        detail::require_countable(binders.back(), range);
        std::int64_t start = 0, stride = 0;
        if (!plan.shaped) frame_[binders.back().slots[0]] = 0;
        for (std::size_t i = 0; i < position_.size(); ++i) {
            const std::int64_t here = plan.shaped ? begin(move, i) : evaluate_clamped(move.move->results[0][i], frame_);
            const std::int64_t step = plan.step[i];
            start += here * cells_.strides()[i];
            stride += step * cells_.strides()[i];
            // here + step * v >= 0
            if (step < 0) range.last = std::min(range.last, arithmetic::floor_divide(here, -step));
            if (step > 0) range.first = std::max(range.first, -arithmetic::floor_divide(here, step));
            if (step == 0 && here < 0) return true;
        }
        if (range.first > range.last) return true;
        collector_.add_run(data_ + start + range.first * stride, stride, range.last - range.first + 1);
        return !collector_.decided();
    }

    /// A coordinate of the option when the last variable is 0.
    std::int64_t begin(const MoveShape& move, std::size_t i) const {
        const auto& binders = move.move->loop.binders;
        std::int64_t here = position_[i] + move.offset[i];
        for (std::size_t j = 0; j + 1 < binders.size(); ++j)
            if (move.steps[j][i] != 0)
                here = arithmetic::add(here, arithmetic::multiply(move.steps[j][i], frame_[binders[j].slots[0]]));
        return here;
    }

    /// The option for the current variables, whatever it looks like.
    bool one(const Move& move) {
        Value total = 0;
        for (const auto& component : move.results) {
            std::int64_t index = 0;
            for (std::size_t i = 0; i < component.size(); ++i) {
                const std::int64_t after = evaluate_clamped(component[i], frame_);
                if (after < 0) return true;
                index += after * cells_.strides()[i];
            }
            const T value = data_[index];
            if (value == static_cast<T>(~T{0})) return true;
            total ^= value;
        }
        collector_.add(total);
        return !collector_.decided();
    }

    const Shape& shape_;
    const std::vector<Plan>& plans_;
    const Cells& cells_;
    T* data_;
    Collector<T> collector_;
    Frame frame_;
    Position position_;
    std::int64_t index_ = 0;
};

class SweepFiller : public Filler {
  public:
    SweepFiller(std::shared_ptr<const Shape> shape, What what, const Watch& watch)
        : shape_(std::move(shape)), watch_(watch), values_(values_of(shape_->rules, what)) {
        for (const MoveShape& move : shape_->moves) plans_.push_back(plan_for(move));
    }

    Value bound(const Position& largest) const override {
        if (values_.players > 0) return std::max<Value>(values_.players - 1, values_.terminal);
        if (shape_->rules.splits) return 0xfffffffe;
        return std::max(values_.terminal, longest_play(*shape_, largest));
    }

    std::uint64_t working_memory(const Position&) const override { return 0; }

    void fill(Cells& cells, const Done& from, const Progress& progress) const override {
        cells.visit([&](auto* data) {
            using T = std::remove_reference_t<decltype(*data)>;
            parallel::PerThread<Sweeper<T>> sweepers(
                [&] { return Sweeper<T>(*shape_, plans_, values_, cells, watch_); });
            for_each_segment(cells, from, *shape_, watch_, progress,
                             [&](const RowSegment& row) { sweepers.local().fill(row); });
        });
    }

  private:
    std::shared_ptr<const Shape> shape_;
    const Watch& watch_;
    Values values_;
    std::vector<Plan> plans_;
};

}  // namespace

std::unique_ptr<Filler> make_sweep(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                   std::string& why_not) {
    if (!shape->boxed) {
        why_not = "positions below a box may lie outside it";
        return nullptr;
    }
    const Values values = values_of(shape->rules, what);
    if (shape->rules.splits && (values.players > 0 || values.terminal > 0)) {
        why_not = "heaps split, and the play is not normal play for values";
        return nullptr;
    }
    return std::make_unique<SweepFiller>(std::move(shape), what, watch);
}

}  // namespace bouton
