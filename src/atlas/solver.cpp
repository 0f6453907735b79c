#include "atlas/solver.hpp"

#include "answers/periods.hpp"
#include "atlas/fingerprint.hpp"
#include "atlas/subtraction.hpp"
#include "base/parallel.hpp"
#include "engines/choose.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::atlas {

namespace {

std::vector<std::int64_t> values_to(const Ruleset& rules, std::int64_t limit, const Watch& watch) {
    TableMaker maker("auto", rules, What::grundy, watch);
    const TablePlan plan = maker.plan({limit});
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [](std::int64_t) {});
    std::vector<std::int64_t> values(static_cast<std::size_t>(limit) + 1);
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = cells[n];
    return values;
}

}  // namespace

Findings by_rules(const Ruleset& rules, std::int64_t limit, const Watch& watch) {
    Findings found;
    std::vector<std::int64_t> first;
    const Periods both = periods(rules, limit, watch, first);
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
        if (first.size() != static_cast<std::size_t>(limit) + 1) first = values_to(rules, limit, watch);
        found.hash = fingerprint(limit + 1, 0, 0, first);
    }
    if (!found.settled || found.saltus == 0) found.largest_value = *std::max_element(first.begin(), first.end());
    return found;
}

std::int64_t usual_limit(const Family& family) {
    for (const syntax::Move& move : family.game().game->moves)
        if (move.results.size() > 1) return 65536;
    return 1000000;
}

struct Solver::Workspaces {
    explicit Workspaces(const Watch& watch) : sweeps([&watch] { return SubtractionSweep(watch); }) {}
    parallel::PerThread<SubtractionSweep> sweeps;
};

Solver::Solver(const Family& family, const Effort& effort, const Watch& watch)
    : family_(family), effort_(effort), watch_(watch), workspaces_(std::make_unique<Workspaces>(watch)) {
    if (effort_.limit == 0) effort_.limit = usual_limit(family);
}

Solver::~Solver() = default;

Findings Solver::find(const Values& values) {
    thread_local std::vector<std::int64_t> moves;
    if (effort_.fast && family_.is_subtraction() &&
        family_.moves(values, SubtractionSweep::kMostMoves, SubtractionSweep::kLargestMove, moves))
        return workspaces_->sweeps.local().find(moves, effort_.limit, effort_.symmetry);
    try {
        return by_rules(family_.rules(values), effort_.limit, watch_);
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        throw bad_input(fmt::format("for {}: {}", named(family_.variables(), values), error.what()));
    }
}

}  // namespace bouton::atlas
