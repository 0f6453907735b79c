#include "atlas/twins.hpp"

#include "engines/choose.hpp"
#include "engines/splits/steady.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace bouton::atlas {

namespace {

using splits::Split;
using splits::SteadyRules;

constexpr std::int64_t kPrefix = 64;     // first values of a core; its rules hold from there on
constexpr std::int64_t kLargest = 16;    // number in the rules
constexpr std::int64_t kMostZeros = 10;  // so that removals stay well below kPrefix

/// The rules and first values of a game, while zeros are taken off.
struct Core {
    std::set<std::int64_t> removals, heaps;
    std::set<Split> splits;
    std::vector<std::int64_t> values;  // kPrefix + kMostZeros of them

    /// Small numbers: a heap x >= kPrefix is larger than all that a move takes or leaves, so that parts may be as small as they may be.
    bool small() const {
        const auto fits = [](std::int64_t n) { return n <= kLargest; };
        return std::all_of(removals.begin(), removals.end(), fits) && std::all_of(heaps.begin(), heaps.end(), fits) &&
               std::all_of(splits.begin(), splits.end(), [&](const Split& split) {
                   return fits(split.removed) && fits(split.least) && fits(split.gap);
               });
    }

    /// Empty parts, of value 0, are left out.
    void leave_out_empty_parts() {
        while (!splits.empty()) {
            const auto with_empty =
                std::find_if(splits.begin(), splits.end(), [](const Split& s) { return s.least == 0; });
            if (with_empty == splits.end()) return;
            const Split split = *with_empty;
            splits.erase(with_empty);
            splits.insert({split.parts, split.removed, 1, split.gap});
            if (split.parts > 2)
                splits.insert({split.parts - 1, split.removed, 0, 0});
            else
                removals.insert(split.removed);
        }
    }

    void rename_heaps() {
        std::set<Split> renamed;
        for (const Split& s : splits)
            renamed.insert({s.parts, s.removed + static_cast<std::int64_t>(s.parts) - 1, s.least - 1, s.gap});
        splits = std::move(renamed);
        std::set<std::int64_t> smaller;
        for (const std::int64_t heap : heaps) smaller.insert(heap - 1);
        heaps = std::move(smaller);
        values.erase(values.begin());
    }

    std::string text() const {
        std::string result = fmt::format("{};{};", fmt::join(removals, ","), fmt::join(heaps, ","));
        for (const Split& s : splits) result += fmt::format("{} {} {} {},", s.parts, s.removed, s.least, s.gap);
        return result + fmt::format(";{}", fmt::join(values.begin(), values.begin() + kPrefix, ","));
    }
};

}  // namespace

std::optional<Place> place_of(const Ruleset& rules, const Watch& watch) {
    if (!rules.splits || rules.misere || rules.players > 0 || rules.domain || rules.coordinates.size() != 1 ||
        rules.piles >= 0 || !rules.computed_only.empty() || !rules.never_grows[0])
        return std::nullopt;
    const auto steady = splits::steady_rules(rules);
    if (!steady || steady->from > kPrefix || steady->splits.empty()) return std::nullopt;
    Core core{{steady->removals.begin(), steady->removals.end()},
              {steady->heaps.begin(), steady->heaps.end()},
              {steady->splits.begin(), steady->splits.end()},
              {}};
    if (!core.small()) return std::nullopt;
    const TablePlan plan = TableMaker("auto", rules, What::grundy, watch).plan({kPrefix + kMostZeros - 1});
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [](std::int64_t) {});
    for (std::uint64_t n = 0; n < cells.size(); ++n) core.values.push_back(cells[n]);
    Place place;
    while (core.values[0] == 0) {
        if (place.zeros == kMostZeros || core.heaps.contains(0)) return std::nullopt;
        core.leave_out_empty_parts();
        core.rename_heaps();
        ++place.zeros;
    }
    place.core = core.text();
    return place;
}

std::vector<std::int64_t> Twins::values(const Place& place) const {
    const std::lock_guard lock(mutex_);
    const auto at = by_core_.find(place.core);
    if (at == by_core_.end()) return {};
    std::vector<std::int64_t> result(static_cast<std::size_t>(place.zeros), 0);
    result.insert(result.end(), at->second.begin(), at->second.end());
    return result;
}

void Twins::keep(const Place& place, const std::vector<std::int64_t>& values) {
    if (values.size() > kMost / 4) return;
    const std::lock_guard lock(mutex_);
    auto& known = by_core_[place.core];
    const auto zeros = static_cast<std::size_t>(place.zeros);
    if (values.size() <= zeros + known.size()) return;
    if (known.empty()) order_.push_back(place.core);
    for (std::size_t n = zeros + known.size(); n < values.size(); ++n)
        known.push_back(static_cast<std::uint32_t>(values[n]));
    count_ = 0;
    for (const auto& each : by_core_) count_ += each.second.size();
    while (count_ > kMost && order_.front() != place.core) {
        count_ -= by_core_[order_.front()].size();
        by_core_.erase(order_.front());
        order_.pop_front();
    }
}

}  // namespace bouton::atlas
