#include "atlas/solver.hpp"

#include "answers/periods.hpp"
#include "atlas/fingerprint.hpp"
#include "atlas/subtraction.hpp"
#include "atlas/twins.hpp"
#include "base/parallel.hpp"
#include "engines/choose.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::atlas {

namespace {

std::vector<std::int64_t> values_to(const Ruleset& rules, std::int64_t limit, const Watch& watch) {
    TableMaker maker("auto", rules, What::grundy, watch);
    const TablePlan plan = maker.plan(Position(rules.coordinates.size(), limit));
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [](std::int64_t) {});
    std::vector<std::int64_t> values(cells.size());
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = cells[n];
    return values;
}

/// Where a position is several numbers nothing is known of periods: the values of a box, their hash and the largest of them.
Findings by_box(const Ruleset& rules, std::int64_t limit, const Watch& watch) {
    const std::vector<std::int64_t> values = values_to(rules, limit, watch);
    Findings found;
    found.looked = limit;
    found.largest_value = *std::max_element(values.begin(), values.end());
    found.hash = fingerprint(static_cast<std::int64_t>(values.size()), 0, 0, values);
    return found;
}

bool heaps_split(const Family& family) {
    const auto& moves = family.game().game->moves;
    return std::any_of(moves.begin(), moves.end(), [](const syntax::Move& move) { return move.results.size() > 1; });
}

}  // namespace

Findings by_rules(const Ruleset& rules, std::int64_t limit, const Watch& watch) {
    std::vector<std::int64_t> seen;
    return by_rules(rules, limit, watch, seen);
}

Findings by_rules(const Ruleset& rules, std::int64_t limit, const Watch& watch, std::vector<std::int64_t>& seen) {
    Findings found;
    if (seen.size() > static_cast<std::size_t>(limit) + 1) seen.resize(static_cast<std::size_t>(limit) + 1);
    const Periods both = periods(rules, limit, watch, seen);
    std::vector<std::int64_t> first;
    if (both.outcomes.proved) {
        found.outcome_preperiod = both.outcomes.preperiod;
        found.outcome_period = both.outcomes.period;
    }
    if (const PeriodAnswer& values = both.nim_values; values.proved) {
        found.settled = true;
        found.preperiod = values.preperiod;
        found.period = values.period;
        found.saltus = values.saltus;
        first.assign(values.first.begin(), values.first.begin() + values.preperiod + values.period);
        found.hash = fingerprint(found.preperiod, found.period, found.saltus, first);
    } else {
        found.looked = limit;
        first = seen.size() == static_cast<std::size_t>(limit) + 1 ? seen : values_to(rules, limit, watch);
        found.hash = fingerprint(limit + 1, 0, 0, first);
    }
    if (!found.settled || found.saltus == 0) found.largest_value = *std::max_element(first.begin(), first.end());
    return found;
}

std::int64_t usual_limit(const Family& family) {
    if (family.dimension() > 1) return family.dimension() == 2 ? 30 : 10;
    return heaps_split(family) ? 65536 : 1000000;
}

struct Solver::Workspaces {
    explicit Workspaces(const Watch& watch) : sweeps([&watch] { return SubtractionSweep(watch); }) {}
    parallel::PerThread<SubtractionSweep> sweeps;
    Twins twins;
};

Solver::Solver(const Family& family, const Effort& effort, const Watch& watch)
    : family_(family), effort_(effort), watch_(watch), workspaces_(std::make_unique<Workspaces>(watch)) {
    if (effort_.limit == 0) effort_.limit = usual_limit(family);
    shares_ = effort_.symmetry && effort_.fast && heaps_split(family);
}

Solver::~Solver() = default;

ValueTable Solver::table(const Values& values) const {
    constexpr std::int64_t kHeaps = 300;
    const std::int64_t limit = family_.dimension() > 1 ? effort_.limit : std::min(effort_.limit, kHeaps);
    return {limit, values_to(family_.rules(values), limit, watch_)};
}

std::string Solver::core_of(const Values& values) const {
    if (!shares_) return {};
    try {
        const auto place = place_of(family_.rules(values), watch_);
        return place ? place->core : std::string();
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return {};  // `find` says what is wrong
    }
}

Findings Solver::find(const Values& values) {
    thread_local std::vector<std::int64_t> moves;
    if (effort_.fast && family_.is_subtraction() &&
        family_.moves(values, SubtractionSweep::kMostMoves, SubtractionSweep::kLargestMove, moves))
        return workspaces_->sweeps.local().find(moves, effort_.limit, effort_.symmetry);
    try {
        const Ruleset rules = family_.rules(values);
        if (family_.dimension() > 1) return by_box(rules, effort_.limit, watch_);
        const auto place = shares_ ? place_of(rules, watch_) : std::nullopt;
        if (!place) return by_rules(rules, effort_.limit, watch_);
        std::vector<std::int64_t> seen = workspaces_->twins.values(*place);
        const Findings found = by_rules(rules, effort_.limit, watch_, seen);
        workspaces_->twins.keep(*place, seen);
        return found;
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        throw bad_input(fmt::format("for {}: {}", named(family_.variables(), values), error.what()));
    }
}

}  // namespace bouton::atlas
