#include "engines/levels/levels.hpp"

#include "engines/levels/order.hpp"
#include "engines/lines/lines.hpp"
#include "engines/reference/table.hpp"
#include "engines/sweep/sweep.hpp"

#include <algorithm>

namespace bouton {

namespace {

using levels::Arranged;
using levels::Order;

constexpr std::uint64_t kMostRoom = 64;                  // cells of the larger box for each that was asked for
constexpr std::uint64_t kFree = std::uint64_t{1} << 20;  // so many cells at any rate
constexpr std::int64_t kLargest = std::int64_t{1} << 40;

/// What is settled once a box is known.
struct Plan {
    Position box;
    std::unique_ptr<Filler> filler;  // null: the larger box is out of proportion
};

class LevelsFiller : public Filler {
  public:
    LevelsFiller(std::shared_ptr<const Shape> shape, Ruleset rules, Order order, What what, const Watch& watch)
        : shape_(std::move(shape)), rules_(std::move(rules)), order_(std::move(order)), what_(what), watch_(watch) {}

    Value bound(const Position& largest) const override {
        const Plan plan = plan_for(largest);
        return plan.filler ? plan.filler->bound(plan.box) : 0xfffffffe;
    }

    std::uint64_t working_memory(const Position& largest) const override {
        const Plan plan = plan_for(largest);
        if (!plan.filler) return std::uint64_t{1} << 60;  // another engine is chosen
        return plan.filler->working_memory(plan.box) +
               Cells::count(plan.box) * Cells::width_for(plan.filler->bound(plan.box));
    }

    /// Begins from the front whatever is there: levels cannot be restored from a part of the box.
    void fill(Cells& cells, const Done&, const Progress& progress) const override {
        const Plan plan = plan_for(cells.largest());
        if (!plan.filler)
            throw over_limit("the levels below this box have far more cells than the box; use the engine reference",
                             Setting::engine);
        try {
            Cells own(plan.box, Cells::width_for(plan.filler->bound(plan.box)));
            plan.filler->fill(own, 0, [](std::int64_t) {});
            copy(own, cells);
        } catch (const Error& error) {
            // The rules may fail in a position of the larger box to which none that was asked for leads.
            if (error.fault() != Fault::input) throw;
            make_reference_filler(shape_->rules, what_, watch_)->fill(cells, 0, progress);
            return;
        }
        progress(static_cast<std::int64_t>(cells.size()));
    }

    /// Which engine fills the levels, or why none does.
    std::unique_ptr<Filler> engine(const Ruleset& rules, std::string& why_not) const {
        const auto shape = shape_of_levels(rules);
        auto filler = make_lines(shape, what_, watch_, why_not);
        return filler ? std::move(filler) : make_sweep(shape, what_, watch_, why_not);
    }

  private:
    Plan plan_for(const Position& largest) const {
        if (std::any_of(largest.begin(), largest.end(), [](std::int64_t top) { return top > kLargest; })) return {};
        Arranged arranged = levels::arranged(rules_, order_, largest);
        if (arranged.too_large || Cells::count(arranged.box) > std::max(kFree, kMostRoom * Cells::count(largest)))
            return {};
        std::string why_not;
        return {std::move(arranged.box), engine(arranged.rules, why_not)};
    }

    /// The place of a position in the levels is linear in its coordinates.
    void copy(const Cells& own, const Cells& cells) const {
        const std::size_t size = cells.dimension();
        Position place(size, 0), most(size, 0);
        for (std::size_t i = 0, kept = 1; i < size; ++i) {
            place[i] = order_.level[i] * own.strides()[0];
            most[i] = own.largest()[0];
            if (i == order_.left_out) continue;
            place[i] += own.strides()[kept];
            most[i] = own.largest()[kept++];
        }
        Position position(size, 0);
        cells.visit([&](auto* data) {
            using T = std::remove_reference_t<decltype(*data)>;
            for (std::uint64_t i = 0; i < cells.size(); ++i) {
                const bool inside = std::equal(position.begin(), position.end(), most.begin(), std::less_equal<>());
                const Value value =
                    inside ? own[static_cast<std::uint64_t>(levels::weight_of(place, position))] : own.absent();
                data[i] = static_cast<T>(value == own.absent() ? cells.absent() : value);
                for (std::size_t d = size; d-- > 0;) {
                    if (++position[d] <= cells.largest()[d]) break;
                    position[d] = 0;
                }
            }
        });
    }

    std::shared_ptr<const Shape> shape_;
    const Ruleset rules_;  // with cases
    const Order order_;
    What what_;
    const Watch& watch_;
};

}  // namespace

std::unique_ptr<Filler> make_levels(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                    std::string& why_not) {
    const auto refuse = [&](const char* reason) {
        why_not = reason;
        return nullptr;
    };
    if (shape->boxed) return refuse("a table can be filled from front to back as it is");
    if (shape->moves.empty()) return refuse("the moves cannot be read");
    if (shape->rules.splits || shape->rules.loopy) return refuse("heaps split, or plays need not end");
    const auto cases = shape_of_levels(levels::with_cases(shape->rules));
    const auto order = levels::order_of(*cases, why_not);
    if (!order) return nullptr;
    auto filler = std::make_unique<LevelsFiller>(std::move(shape), cases->rules, *order, what, watch);
    const Position origin(cases->dimension, 0);
    if (!filler->engine(levels::arranged(cases->rules, *order, origin).rules, why_not)) return nullptr;
    return filler;
}

}  // namespace bouton
