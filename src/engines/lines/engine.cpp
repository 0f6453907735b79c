#include "base/parallel.hpp"
#include "engines/lines/lines.hpp"
#include "engines/lines/windows.hpp"
#include "engines/rows.hpp"
#include "engines/tiles.hpp"
#include "lang/linear.hpp"

#include <numeric>

namespace bouton {

namespace {

using lines::Ends;
using lines::Window;

constexpr std::int64_t kShort = 4;             // windows up to this long are looked at cell by cell
constexpr std::int64_t kMostCounted = 0xffff;  // cells on a line whose values are counted in 16 bits
constexpr Value kMostPlayers = 64;

/// A linear form of the coordinates.
struct Linear {
    std::int64_t constant = 0;
    std::vector<std::int64_t> factors;

    std::int64_t at(const std::int64_t* outer, std::int64_t last) const {
        std::int64_t sum = constant + factors.back() * last;
        for (std::size_t i = 0; i + 1 < factors.size(); ++i) sum += factors[i] * outer[i];
        return sum;
    }
};

/// One interval of one move: what does not depend on the size of the box.
struct Family {
    enum class Keep { bits, counts };

    std::vector<bool> along;    // coordinates that change from cell to cell of the line
    std::size_t reference = 0;  // places on the line are counted by this one
    std::vector<std::int64_t> offset;
    bool absolute = false;
    Expr first, last, length;
    Keep keep = Keep::counts;
    bool adjacent = false;  // the window ends just before the cell, on the cell's own line
};

Expr coordinate(const Ruleset& rules, std::size_t i) { return variable(rules.slots[i], rules.coordinates[i]); }
Expr plus(const Expr& e, std::int64_t c) { return c == 0 ? e : make(Op::add, {e, number(c)}); }
Expr extreme(Op op, const std::vector<Expr>& list) { return list.size() == 1 ? list[0] : make(op, list); }

/// How much the bound grows from a cell to the next one of the line: provably at most one, or at least one?
enum class Growth { at_most_one, at_least_one };
bool grows_by(Growth growth, const Ruleset& rules, const Family& family, const Expr& bound) {
    Facts facts;
    std::map<int, Expr> next;
    for (std::size_t i = 0; i < rules.slots.size(); ++i) {
        const Expr x = coordinate(rules, i);
        facts.assume_at_most_zero(Integer(-1) * facts.polynomial(x));
        if (family.along[i]) next[rules.slots[i]] = plus(x, 1);
    }
    const Polynomial more = facts.polynomial(substitute(bound, next)) - facts.polynomial(bound) + constant(-1);
    return facts.proves_at_most_zero(growth == Growth::at_most_one ? more : Integer(-1) * more);
}

/// Can a set of bits follow the window, without counting?
Family::Keep keep_for(const Ruleset& rules, const MoveShape& move, const MoveShape::Interval& interval,
                      const Family& family, const Values& values) {
    if (family.absolute) return Family::Keep::counts;
    // The far end stays where it is, or moves away: nothing ever leaves. So it is with a coordinate along the line: everything before.
    const auto whole = [&](const Expr& e) { return grows_by(Growth::at_least_one, rules, family, e); };
    if (std::all_of(interval.upper.begin(), interval.upper.end(), whole)) return Family::Keep::bits;
    if (values.players > 0 || values.terminal != 0 || !family.adjacent || !move.conditions.empty())
        return Family::Keep::counts;
    const bool steady = std::all_of(interval.upper.begin(), interval.upper.end(), [&](const Expr& e) {
        return whole(e) || grows_by(Growth::at_most_one, rules, family, e);
    });
    return steady ? Family::Keep::bits : Family::Keep::counts;
}

/// The window of an interval in places of the line; empty when a condition fails.
Family read(const Shape& shape, const MoveShape& move, const MoveShape::Interval& interval, const Values& values) {
    const Ruleset& rules = shape.rules;
    Family family;
    family.along.assign(shape.dimension, false);
    family.offset = move.offset;
    family.absolute = move.absolute >= 0;
    std::vector<Expr> upper = interval.upper;
    std::vector<Expr> conditions = move.conditions;
    for (std::size_t i = 0; i < shape.dimension; ++i) {
        family.along[i] = move.kind == MoveShape::Kind::line && move.steps[0][i] != 0;
        if (family.along[i])
            family.reference = i;
        else if (move.offset[i] < 0)
            conditions.push_back(make(Op::less_equal, {number(-move.offset[i]), coordinate(rules, i)}));
    }
    const std::size_t r = family.reference;
    if (move.kind == MoveShape::Kind::jump) {  // a line of one place, along the last coordinate
        family.reference = shape.dimension - 1;
        family.along[family.reference] = true;
        const Expr place = plus(coordinate(rules, family.reference), move.offset[family.reference]);
        family.first = make(Op::maximum, {number(0), place});
        family.last = place;
        conditions.push_back(make(Op::less_equal, {number(0), place}));
        family.length = number(1);
    } else if (family.absolute) {
        const bool up = move.steps[0][r] > 0;
        const Expr low = extreme(Op::maximum, interval.lower), high = extreme(Op::minimum, interval.upper);
        const auto place = [&](const Expr& v) {
            return up ? plus(v, move.offset[r]) : make(Op::subtract, {number(move.offset[r]), v});
        };
        family.first = make(Op::maximum, {number(0), place(up ? low : high)});
        family.last = place(up ? high : low);
        family.length = make(Op::subtract, {plus(high, 1), low});
    } else {
        for (std::size_t i = 0; i < shape.dimension; ++i)
            if (family.along[i]) upper.push_back(plus(coordinate(rules, i), move.offset[i]));
        const Expr low = extreme(Op::maximum, interval.lower), high = extreme(Op::minimum, upper);
        const Expr place = plus(coordinate(rules, r), move.offset[r]);
        family.first = make(Op::subtract, {place, high});
        family.last = make(Op::subtract, {place, low});
        family.length = make(Op::subtract, {plus(high, 1), low});
    }
    if (!conditions.empty())
        family.last = make(Op::choose, {extreme(Op::conjunction, conditions), family.last, number(-1)});
    family.adjacent = move.kind == MoveShape::Kind::line && !family.absolute &&
                      std::all_of(interval.lower.begin(), interval.lower.end(),
                                  [](const Expr& e) { return is_number(e) && e->number <= 1; }) &&
                      std::all_of(family.offset.begin(), family.offset.end(), [](std::int64_t o) { return o == 0; });
    family.keep = keep_for(rules, move, interval, family, values);
    return family;
}

/// The same for one box: sizes, places, and the state of all lines.
struct BoxFamily {
    Linear line, origin;
    std::int64_t stride = 0;
    std::size_t first = 0, last = 0;  // outputs of the row program
    bool short_window = false, adjacent = false;
    std::int64_t lines = 0, words = 0, values = 0;
    bool counted = false;
    std::vector<Ends> ends;
    std::vector<std::uint64_t> bits;
    std::vector<std::uint16_t> counts;

    bool too_long = false;  // more cells in a window than can be counted

    std::uint64_t bytes() const {
        if (short_window) return 0;
        if (too_long) return std::uint64_t{1} << 60;  // another engine is chosen
        return static_cast<std::uint64_t>(lines) * (sizeof(Ends) + static_cast<std::uint64_t>(words) * 8 +
                                                    (counted ? static_cast<std::uint64_t>(values) * 2 : 0));
    }
};

/// Everything about one box but the cells.
struct Plan {
    RowProgram program;
    std::optional<std::size_t> domain;
    std::vector<BoxFamily> families;
    Value bound = 0;

    Plan(const Ruleset& rules, const Position& largest) : program(rules, largest) {}
};

class LinesFiller : public Filler {
  public:
    LinesFiller(std::shared_ptr<const Shape> shape, What what, const Watch& watch)
        : shape_(std::move(shape)), watch_(watch), values_(values_of(shape_->rules, what)) {
        for (const MoveShape& move : shape_->moves) {
            if (move.kind == MoveShape::Kind::jump) families_.push_back(read(*shape_, move, {}, values_));
            for (const auto& interval : move.intervals) families_.push_back(read(*shape_, move, interval, values_));
        }
    }

    std::size_t windows() const { return families_.size(); }

    Value bound(const Position& largest) const override { return plan(largest).bound; }

    std::uint64_t working_memory(const Position& largest) const override {
        std::uint64_t bytes = 0;
        for (const BoxFamily& family : plan(largest).families) bytes += family.bytes();
        return bytes;
    }

    void fill(Cells& cells, const Done& from, const Progress& progress) const override {
        Plan plan = this->plan(cells.largest());
        for (BoxFamily& family : plan.families) {
            if (family.short_window) continue;
            if (family.too_long)
                throw over_limit("windows of more than 65535 cells cannot be counted here; use the engine sweep",
                                 Setting::engine);
            family.ends.resize(static_cast<std::size_t>(family.lines));
            family.bits.resize(static_cast<std::size_t>(family.lines * family.words));
            if (family.counted) family.counts.resize(static_cast<std::size_t>(family.lines * family.values));
        }
        struct Local {
            RowProgram::Scratch scratch;
            std::vector<Window> windows;
            std::vector<std::uint64_t> loose;
            std::vector<std::uint8_t> exists;
        };
        parallel::PerThread<Local> locals([&] {
            return Local{plan.program.scratch(),
                         std::vector<Window>(plan.families.size()),
                         std::vector<std::uint64_t>(lines::words_for(plan.bound)),
                         {}};
        });
        for_each_segment(cells, from, *shape_, watch_, progress, [&](const RowSegment& row) {
            Local& local = locals.local();
            fill_row(plan, local, row, cells);
        });
    }

  private:
    Plan plan(const Position& largest) const {
        Plan plan(shape_->rules, largest);
        if (shape_->rules.domain) plan.domain = plan.program.add(shape_->rules.domain);
        std::uint64_t options = 0;
        for (const Family& family : families_) plan.families.push_back(in_box(family, largest, plan.program, options));
        // A mex is at most the number of options, and at most the length of the longest play.
        options = std::min<std::uint64_t>(options, longest_play(*shape_, largest));
        plan.bound = values_.players > 0 ? std::max<Value>(values_.players - 1, values_.terminal)
                                         : std::max(static_cast<Value>(options), values_.terminal);
        for (BoxFamily& family : plan.families) {
            family.values = static_cast<std::int64_t>(plan.bound) + 1;
            family.words = values_.players > 0 ? 1 : static_cast<std::int64_t>(lines::words_for(plan.bound));
        }
        return plan;
    }

    BoxFamily in_box(const Family& family, const Position& largest, RowProgram& program, std::uint64_t& options) const {
        const std::size_t dimension = largest.size();
        BoxFamily box;
        box.first = program.add(family.first);
        box.last = program.add(family.last);
        box.counted = family.keep == Family::Keep::counts;
        box.adjacent = family.adjacent;
        std::int64_t length = largest[family.reference] + 1;
        if (const auto range = RowProgram(shape_->rules, largest).range_of(family.length))
            length = std::min(length, std::max<std::int64_t>(range->last, 0));
        options += static_cast<std::uint64_t>(length);
        box.short_window = length <= kShort;
        box.too_long = box.counted && length > kMostCounted;

        std::vector<std::int64_t> strides(dimension, 1);
        for (std::size_t i = dimension - 1; i-- > 0;) strides[i] = strides[i + 1] * (largest[i + 1] + 1);
        box.origin = {0, strides};
        for (std::size_t i = 0; i < dimension; ++i) {
            box.origin.constant += family.offset[i] * strides[i];
            if (family.along[i]) box.stride += strides[i];
        }
        const std::size_t r = family.reference;
        if (family.absolute) {  // the place itself is the coordinate
            box.origin.factors[r] = 0;
            box.origin.constant -= family.offset[r] * strides[r];
        } else {
            box.origin.factors[r] -= box.stride;
            box.origin.constant -= family.offset[r] * box.stride;
        }
        // A line is known by the coordinates that stay, and by the differences to the reference of those that move along with it.
        box.line = {0, std::vector<std::int64_t>(dimension, 0)};
        std::int64_t unit = 1;
        for (std::size_t i = dimension; i-- > 0;) {
            if (i == r) continue;
            box.line.factors[i] += unit;
            box.line.constant += unit * family.offset[i];
            std::int64_t size = largest[i] + 1;
            if (family.along[i]) {
                box.line.factors[r] -= unit;
                box.line.constant += unit * (largest[r] - family.offset[r]);
                size += largest[r];
            }
            unit *= size;
        }
        box.lines = unit;
        return box;
    }

    void fill_row(Plan& plan, auto& local, const RowSegment& row, const Cells& cells) const {
        const std::uint8_t* exists = nullptr;
        plan.program.run(local.scratch, row.outer, row.first, row.count, plan.domain);
        if (plan.domain) {
            const std::int32_t* domain = plan.program.values(local.scratch, *plan.domain);
            local.exists.assign(domain, domain + row.count);
            exists = local.exists.data();
        }
        for (std::size_t k = 0; k < plan.families.size(); ++k) {
            BoxFamily& family = plan.families[k];
            local.windows[k] = {plan.program.values(local.scratch, family.first),
                                plan.program.values(local.scratch, family.last),
                                family.line.at(row.outer, row.first),
                                family.line.factors.back(),
                                family.origin.at(row.outer, row.first),
                                family.origin.factors.back(),
                                family.stride,
                                family.short_window,
                                family.adjacent,
                                family.ends.data(),
                                family.bits.data(),
                                family.counted ? family.counts.data() : nullptr,
                                family.words,
                                family.values};
        }
        lines::fill_segment(
            {local.windows.data(), plan.families.size(), row.index, row.count, exists, local.loose.data(), values_},
            cells);
    }

    std::shared_ptr<const Shape> shape_;
    const Watch& watch_;
    Values values_;
    std::vector<Family> families_;
};

}  // namespace

std::unique_ptr<Filler> make_lines(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                   std::string& why_not) {
    const auto refuse = [&](const char* reason) {
        why_not = reason;
        return nullptr;
    };
    if (!shape->boxed) return refuse("positions below a box may lie outside it");
    for (const MoveShape& move : shape->moves) {
        if (move.kind != MoveShape::Kind::jump && move.kind != MoveShape::Kind::line)
            return refuse("not every move leads to an interval along a line");
        if (move.needs_tests) return refuse("a move has a condition on what is taken that is no interval");
        if (move.kind == MoveShape::Kind::jump || move.absolute >= 0) continue;
        for (std::size_t i = 0; i < shape->dimension; ++i)
            if (move.steps[0][i] != 0 && move.steps[0][i] != -1)
                return refuse("a move takes stones in steps other than one");
    }
    const Values values = values_of(shape->rules, what);
    if (values.players > kMostPlayers) return refuse("there are more than 64 players");
    if (values.terminal != 0 && shape->rules.domain) return refuse("misere play with a `where`");
    auto filler = std::make_unique<LinesFiller>(std::move(shape), what, watch);
    if (filler->windows() > lines::kMostWindows) return refuse("a position has more than 64 intervals of options");
    return filler;
}

}  // namespace bouton
