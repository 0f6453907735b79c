#include "engines/splits/splits.hpp"

#include "engines/splits/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace bouton {

namespace {

using namespace splits;

constexpr Value kMost = 0xfffffffe;    // the largest value that a cell can hold
constexpr Value kMostNarrow = 0xfffe;  // and in a cell of 16 bits

class SplitsFiller final : public Filler {
  public:
    SplitsFiller(std::shared_ptr<const Shape> shape, What what, const Watch& watch)
        : shape_(std::move(shape)),
          what_(what),
          watch_(watch),
          rules_(shape_->rules),
          steady_(steady_rules(shape_->rules)),
          play_factor_(longest_play_factor(shape_->rules)) {}

    Value bound(const Position& largest) const override { return what_ == What::outcome ? 1 : value_bound(largest[0]); }

    std::uint64_t working_memory(const Position& largest) const override {
        const auto heaps = static_cast<std::uint64_t>(largest[0]) + 1;
        const std::uint64_t values = std::min<std::uint64_t>(value_bound(largest[0]), heaps) + 1;
        std::uint64_t bytes = 10 * heaps + 64 * values;  // the search for a period, rare heaps; values seen
        if (what_ == What::outcome || values < 0xff) bytes += 4 * heaps;
        if (steady_ && std::any_of(steady_->splits.begin(), steady_->splits.end(),
                                   [](const Split& split) { return split.parts == 3; }))
            bytes += heaps * values / 8;
        return bytes;
    }

    void fill(Cells& cells, const Done& from, const Progress& progress) const override {
        if (what_ == What::grundy && cells.width() == 2)
            return Solver<std::uint16_t>(rules_, steady_, watch_)
                .run(cells.as<std::uint16_t>(), from.cells, count(cells), progress);
        if (what_ == What::grundy && cells.width() == 4)
            return Solver<std::uint32_t>(rules_, steady_, watch_)
                .run(cells.as<std::uint32_t>(), from.cells, count(cells), progress);
        if (value_bound(cells.largest()[0]) <= kMostNarrow)
            fill_from_copy<std::uint16_t>(cells, from.cells, progress);
        else
            fill_from_copy<std::uint32_t>(cells, from.cells, progress);
    }

  private:
    static std::int64_t count(const Cells& cells) { return cells.largest()[0] + 1; }

    /// A bound on the values of heaps up to `heap`. Where moves are of bounded size and leave at most two heaps no value near 2^16 is known,
    /// though none is proved either: such a table has narrow cells, and the solver stops if a value ever outgrows them.
    Value value_bound(std::int64_t heap) const {
        const auto longest = static_cast<long double>(heap) * play_factor_;
        const Value proved = play_factor_ == 0 ? kMost : static_cast<Value>(std::min<long double>(longest, kMost));
        const bool slow_growth = steady_ && std::all_of(steady_->splits.begin(), steady_->splits.end(),
                                                        [](const Split& split) { return split.parts == 2; });
        return slow_growth ? std::min(proved, kMostNarrow) : proved;
    }

    /// Values in memory of their own, for cells that are too narrow to compute in or that get outcomes only.
    template <class T> void fill_from_copy(Cells& cells, std::int64_t from, const Progress& progress) const {
        std::vector<T> values(static_cast<std::size_t>(count(cells)));
        const bool outcome = what_ == What::outcome;
        for (std::int64_t heap = 0; heap < from && !outcome; ++heap)
            values[static_cast<std::size_t>(heap)] = static_cast<T>(cells[static_cast<std::uint64_t>(heap)]);
        const Value absent = cells.absent();
        std::int64_t done = from;
        const auto copy = [&](std::int64_t rows) {
            cells.visit([&](auto* to) {
                for (; done < rows; ++done) {
                    const Value value = values[static_cast<std::size_t>(done)];
                    if (!outcome && value >= absent)
                        throw over_limit(
                            fmt::format("the heap {} has the value {}, which a cell cannot hold", done, value));
                    to[done] = static_cast<std::remove_reference_t<decltype(*to)>>(outcome ? std::min<Value>(value, 1)
                                                                                           : value);
                }
            });
            if (rows >= from) progress(rows);
        };
        // Outcomes do not tell the values that were found before an interruption.
        Solver<T>(rules_, steady_, watch_).run(values.data(), outcome ? 0 : from, count(cells), copy);
    }

    std::shared_ptr<const Shape> shape_;
    What what_;
    const Watch& watch_;
    HeapRules rules_;
    std::optional<SteadyRules> steady_;
    int play_factor_;
};

}  // namespace

std::unique_ptr<Filler> make_splits(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                    std::string& why_not) {
    const Ruleset& rules = shape->rules;
    if (shape->dimension != 1 || rules.coordinates.size() != 1 || rules.piles >= 0)
        why_not = "a position is not one heap";
    else if (!rules.splits)
        why_not = "the heap never splits";
    else if (rules.misere || rules.players > 0)
        why_not = "a sum of heaps has the xor of their values under normal play only";
    else if (rules.domain)
        why_not = "not every heap is a position";
    else if (rules.never_grows.size() != 1 || !rules.never_grows[0])
        why_not = "the heap may grow";
    else
        return std::make_unique<SplitsFiller>(std::move(shape), what, watch);
    return nullptr;
}

}  // namespace bouton
