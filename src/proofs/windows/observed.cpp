#include "proofs/windows/observed.hpp"

#include "engines/choose.hpp"

#include <algorithm>
#include <vector>

namespace bouton {

namespace {

constexpr std::int64_t kMostHeaps = 10000, kMostSplittingHeaps = 2000, kFewestHeaps = 40;
constexpr std::int64_t kTimes = 4;  // so often the period is seen at least

}  // namespace

std::optional<ObservedPeriod> observed_period(const Ruleset& rules, What what, std::int64_t limit, const Watch& watch) {
    if (!rules.computed_only.empty() || rules.coordinates.size() != 1 || rules.piles >= 0 || rules.players > 0 ||
        rules.domain || !rules.never_grows[0] || (rules.splits && rules.misere))
        return std::nullopt;
    const std::int64_t count = std::min(limit, rules.splits ? kMostSplittingHeaps : kMostHeaps) + 1;
    if (count < kFewestHeaps) return std::nullopt;
    TableMaker maker("auto", rules, what, watch);
    const TablePlan plan = maker.plan({count - 1});
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [](std::int64_t) {});
    std::vector<std::int64_t> values(static_cast<std::size_t>(count)), steps;
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = cells[n];
    for (std::size_t n = 0; n + 1 < values.size(); ++n) steps.push_back(values[n + 1] - values[n]);

    // Values that repeat but for a number that is added have steps that repeat.
    const std::int64_t half = count / 2;
    const auto period = repeats(steps.data(), count - 1, half - half / kTimes);
    if (!period || kTimes * *period > half) return std::nullopt;
    const std::int64_t saltus = values.back() - values[static_cast<std::size_t>(count - 1 - *period)];
    const Period law = walked_back(values.data(), count, 1, *period, saltus);
    if (law.preperiod > count - half) return std::nullopt;
    return ObservedPeriod{least(values, law), count - 1};
}

}  // namespace bouton
