#include "engines/choose.hpp"

#include "engines/heap/make.hpp"
#include "engines/levels/levels.hpp"
#include "engines/lines/lines.hpp"
#include "engines/loopy/loopy.hpp"
#include "engines/reference/reference.hpp"
#include "engines/reference/table.hpp"
#include "engines/regions/regions.hpp"
#include "engines/splits/splits.hpp"
#include "engines/subtraction/subtraction.hpp"
#include "engines/sweep/sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton {

namespace {

using Make = std::unique_ptr<Filler> (*)(std::shared_ptr<const Shape>, What, const Watch&, std::string&);

struct Entry {
    const char* name;
    Make make;
};

/// The more special an engine is, the earlier it is asked.
constexpr Entry kEngines[] = {
    {"subtraction", make_subtraction}, {"heap", make_heap},   {"splits", make_splits}, {"lines", make_lines},
    {"regions", make_regions},         {"sweep", make_sweep}, {"levels", make_levels},
};

constexpr const char* kReference = "reference";
constexpr const char* kLoopy = "loopy";  // single positions only: it needs no table, and is no choice of the user

/// A filler of a larger box, or of values where outcomes are asked for: the cells are copied from a table of its own.
class CopyingFiller : public Filler {
  public:
    CopyingFiller(std::unique_ptr<Filler> filler, std::int64_t growth, bool outcomes)
        : filler_(std::move(filler)), growth_(growth), outcomes_(outcomes) {}

    Value bound(const Position& largest) const override { return outcomes_ ? 1 : filler_->bound(grown(largest)); }

    std::uint64_t working_memory(const Position& largest) const override {
        const Position box = grown(largest);
        return filler_->working_memory(box) + Cells::count(box) * Cells::width_for(filler_->bound(box));
    }

    /// Begins from the front whatever is there: a larger table cannot be restored from a part of it.
    void fill(Cells& cells, const Done&, const Progress& progress) const override {
        const Position box = grown(cells.largest());
        Cells own(box, Cells::width_for(filler_->bound(box)));
        filler_->fill(own, 0, [](std::int64_t) {});
        const std::uint64_t width = static_cast<std::uint64_t>(cells.largest().back()) + 1,
                            wider = static_cast<std::uint64_t>(box.back()) + 1;
        cells.visit([&](auto* data) {
            using T = std::remove_reference_t<decltype(*data)>;
            for (std::uint64_t row = 0; row < cells.size() / width; ++row)
                for (std::uint64_t i = 0; i < width; ++i) {
                    const Value value = own[row * wider + i];
                    data[row * width + i] = static_cast<T>(value == own.absent() ? cells.absent()
                                                           : outcomes_           ? std::min<Value>(value, 1)
                                                                                 : value);
                }
        });
        progress(static_cast<std::int64_t>(cells.size()));
    }

  private:
    Position grown(Position largest) const {
        largest.back() += growth_ * largest[0];
        return largest;
    }

    std::unique_ptr<Filler> filler_;
    std::int64_t growth_;
    bool outcomes_;
};

/// The outcome of a heap that may split comes from Grundy values.
bool outcomes_from_values(const Ruleset& rules, What what) {
    return rules.splits && what == What::outcome && !rules.misere && rules.players == 0;
}

std::unique_ptr<Filler> make(const Entry& entry, const std::shared_ptr<const Shape>& shape, What what,
                             const Watch& watch, std::string& why_not) {
    if (shape->rules.tested) {  // its measure is tested move by move
        why_not = "nobody has shown that the game ends";
        return nullptr;
    }
    if (!shape->rules.computed_only.empty() || what == What::remoteness) {
        why_not = what == What::remoteness ? "it knows no remoteness"
                                           : fmt::format("the rules say `{}`", shape->rules.computed_only);
        return nullptr;
    }
    const bool reduce = outcomes_from_values(shape->rules, what);
    auto filler = entry.make(shape, reduce ? What::grundy : what, watch, why_not);
    if (!filler || (!reduce && shape->growth == 0)) return filler;
    return std::make_unique<CopyingFiller>(std::move(filler), shape->growth, reduce);
}

}  // namespace

const std::vector<std::string>& engine_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const Entry& entry : kEngines) list.emplace_back(entry.name);
        list.emplace_back(kReference);
        return list;
    }();
    return names;
}

std::vector<Candidate> candidates(const std::shared_ptr<const Shape>& shape, What what) {
    const Watch watch;
    std::vector<Candidate> result;
    for (const Entry& entry : kEngines) {
        Candidate candidate{entry.name, ""};
        if (make(entry, shape, what, watch, candidate.why_not)) candidate.why_not.clear();
        result.push_back(std::move(candidate));
    }
    const bool loopy = shape->rules.loopy || what == What::remoteness;
    result.push_back({kReference, loopy ? "it is for values of games that end" : ""});
    if (loopy) result.push_back({kLoopy, ""});
    return result;
}

std::unique_ptr<Filler> make_filler(const std::string& name, const std::shared_ptr<const Shape>& shape, What what,
                                    const Watch& watch, std::string& why_not) {
    if (name == kReference && (shape->rules.loopy || what == What::remoteness)) {
        why_not = "it cannot value this game";
        return nullptr;
    }
    if (name == kReference) return make_reference_filler(shape->rules, what, watch);
    for (const Entry& entry : kEngines)
        if (name == entry.name) return make(entry, shape, what, watch, why_not);
    throw bad_input(
        fmt::format("there is no engine {}; choose one of auto, {}", name, fmt::join(engine_names(), ", ")));
}

TableMaker::TableMaker(std::string engine, const Ruleset& rules, What what, const Watch& watch)
    : engine_(std::move(engine)), rules_(rules), what_(what), watch_(watch) {
    const auto& names = engine_names();
    if (engine_ != "auto" && std::find(names.begin(), names.end(), engine_) == names.end())
        throw bad_input(fmt::format("there is no engine {}; choose one of auto, {}", engine_, fmt::join(names, ", ")));
}

const Shape& TableMaker::shape(std::size_t length) {
    if (!shape_ || shape_->dimension != length) shape_ = shape_of(rules_, length);
    return *shape_;
}

TablePlan TableMaker::plan(const Position& largest, bool in_file) {
    shape(largest.size());
    const std::uint64_t cells = Cells::count(largest);
    TablePlan best;
    std::string why_not;
    for (const std::string& name : engine_ == "auto" ? engine_names() : std::vector<std::string>{engine_}) {
        TablePlan plan;
        plan.engine = name;
        plan.largest = largest;
        plan.filler = make_filler(name, shape_, what_, watch_, why_not);
        if (!plan.filler) continue;
        plan.width = Cells::width_for(plan.filler->bound(largest));
        plan.cell_bytes = cells * plan.width;
        plan.work_bytes = plan.filler->working_memory(largest);
        if ((in_file ? plan.work_bytes : plan.bytes()) <= watch_.limits().memory) return plan;
        if (!best.filler || plan.bytes() < best.bytes()) best = std::move(plan);
    }
    if (!best.filler) throw bad_input(fmt::format("the engine {} does not fit {}: {}", engine_, rules_.name, why_not));
    return best;
}

// ---- single positions

namespace {

class TableEngine : public Engine {
  public:
    TableEngine(const std::string& engine, const Ruleset& rules, What what, const Watch& watch)
        : named_(engine != "auto"), rules_(rules), what_(what), watch_(watch), maker_(engine, rules, what, watch) {}

    Value value(const Position& position) override {
        if (!in_table(position) && !grow(position)) return reference().value(position);
        return (*cells_)[cells_->index(position)];
    }

    Value value_of_sum(const std::vector<Position>& components) override {
        if (components.size() == 1) return value(components[0]);
        // Only Grundy values of normal play can be added up.
        if (rules_.misere || rules_.players > 0 || what_ == What::outcome) return reference().value_of_sum(components);
        Value total = 0;
        for (const Position& component : components) total ^= value(component);
        return total;
    }

    void prepare(const Position& largest) override {
        if (!in_table(largest) && !grow(largest)) reference().prepare(largest);
    }

  private:
    bool in_table(const Position& position) const { return cells_ && cells_->covers(position); }

    Engine& reference() {
        if (!reference_) reference_ = make_reference_engine(rules_, what_, watch_);
        return *reference_;
    }

    /// Fills a table that contains the position; false if that is not to be done.
    bool grow(const Position& position) {
        if (gave_up_ == position.size() || position.empty()) return false;
        Position top = position, generous = position;
        for (std::size_t i = 0; cells_ && cells_->dimension() == position.size() && i < position.size(); ++i) {
            const std::int64_t old = cells_->largest()[i];
            top[i] = std::max(top[i], old);
            generous[i] = position[i] > old ? std::max(top[i], 2 * old) : old;  // many questions, each a little larger
        }
        return (generous != top && fill(generous)) || fill(top);
    }

    bool fill(const Position& top) {
        long double cells = 1;
        for (const std::int64_t coordinate : top) cells *= static_cast<long double>(coordinate) + 1;
        const auto limit = watch_.limits().memory / 2;  // the old table is still there
        if (cells > static_cast<long double>(limit)) return too_large(top);
        const TablePlan plan = maker_.plan(top);
        if (plan.bytes() > limit) return too_large(top);
        if (plan.engine == "reference") {
            gave_up_ = top.size();
            return false;
        }
        auto table = std::make_unique<Cells>(top, plan.width);
        try {
            plan.filler->fill(*table, 0, [&](std::int64_t done) {
                const auto row = static_cast<std::int64_t>(table->row_size());
                watch_.report(fmt::format("{}: {} of {} rows", rules_.name, done / row, top[0] + 1));
            });
        } catch (const Error& error) {
            // The rules may fail somewhere in the box where the position asked for never leads.
            if (error.fault() != Fault::input || named_) throw;
            gave_up_ = top.size();
            return false;
        }
        cells_ = std::move(table);
        return true;
    }

    bool too_large(const Position& top) const {
        if (named_)
            throw over_limit(
                fmt::format("a table up to {} is larger than half the memory limit of {} MiB; allow more, or take "
                            "a smaller position",
                            to_text(top), watch_.limits().memory >> 20),
                Setting::memory);
        return false;
    }

    bool named_;
    const Ruleset rules_;
    What what_;
    const Watch& watch_;
    TableMaker maker_;
    std::unique_ptr<Cells> cells_;
    std::size_t gave_up_ = static_cast<std::size_t>(-1);  // with so many coordinates the reference engine answers
    std::unique_ptr<Engine> reference_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const std::string& engine, const Ruleset& rules, What what, const Watch& watch) {
    if (engine == "auto" && (rules.loopy || what == What::remoteness)) return make_loopy_engine(rules, what, watch);
    if (engine == kReference || !rules.computed_only.empty() || what == What::remoteness)
        return make_reference_engine(rules, what, watch);
    return std::make_unique<TableEngine>(engine, rules, what, watch);
}

}  // namespace bouton
