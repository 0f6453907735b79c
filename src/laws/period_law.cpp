#include "laws/period_law.hpp"

#include "base/period.hpp"
#include "check/windows/windows.hpp"
#include "engines/options.hpp"
#include "engines/shape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

namespace {

constexpr std::int64_t kSearch = 20000;  // heaps
constexpr double kSeconds = 0.5;

Integer stones(const LargeOption& option) {
    Integer sum = 0;
    for (const LargePosition& part : option) sum += part[0];
    return sum;
}

}  // namespace

std::unique_ptr<const PeriodLaw> PeriodLaw::find(const Ruleset& rules, What what, const Watch& watch) {
    if (rules.coordinates.size() != 1 || rules.piles >= 0 || rules.players > 0 || !rules.computed_only.empty())
        return nullptr;
    const Watch part(watch, {watch.limits().memory / 2, kSeconds});
    try {
        PeriodAnswer found = find_period(rules, what, kSearch, part);
        if (found.proved && check_period(rules, found.certificate, part).empty())
            return std::unique_ptr<const PeriodLaw>(new PeriodLaw(rules, what, watch, std::move(found)));
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
        watch.check();
    }
    return nullptr;
}

PeriodLaw::PeriodLaw(const Ruleset& rules, What what, const Watch& watch, PeriodAnswer period)
    : rules_(rules),
      what_(what),
      watch_(watch),
      period_(std::move(period)),
      reading_(windows::read_rules(rules, *shape_of(rules, 1))) {}

std::string PeriodLaw::how() const {
    return fmt::format("period {} after {}, {}", period_.period, period_.preperiod, period_.how);
}

Integer PeriodLaw::value(const Integer& heap) const {
    return value_at(period_.first, {period_.preperiod, period_.period, period_.saltus}, heap);
}

Integer PeriodLaw::value(const LargeOption& option) const {
    Integer sum = 0;
    for (const LargePosition& part : option) sum = arithmetic::bit_xor(sum, value(part[0]));
    return sum;
}

// ---- the moves of a heap

bool PeriodLaw::steady(const Integer& heap) const {
    if (const auto* rules = std::get_if<splits::SteadyRules>(&reading_)) return heap >= rules->from;
    if (const auto* rules = std::get_if<windows::AllBut>(&reading_))
        return heap > std::max(period_.preperiod, rules->least) + period_.period + rules->largest();
    return false;
}

bool PeriodLaw::legal(const Integer& heap, const LargeOption& option) const {
    return !steady(heap) || is_legal(rules_, {heap}, option);  // one_by_one() asks the rules
}

void PeriodLaw::one_by_one(const Integer& heap, const Visit& visit) const {
    Options(rules_, &watch_).for_each({clamp(heap)}, [&](const std::vector<Position>& components) {
        LargeOption option;
        for (const Position& part : components) option.emplace_back(part.begin(), part.end());
        return visit(option);
    });
}

/// Moves that leave one heap.
bool PeriodLaw::steps(const splits::SteadyRules& rules, const Integer& heap, const Visit& visit) const {
    const auto leave = [&](const Integer& rest) { return rest < 0 || visit({{rest}}); };
    return std::all_of(rules.removals.begin(), rules.removals.end(), [&](std::int64_t t) { return leave(heap - t); }) &&
           std::all_of(rules.heaps.begin(), rules.heaps.end(), [&](std::int64_t fixed) { return leave(fixed); });
}

/// Splits whose smaller part is at most `last`.
bool PeriodLaw::splits_of(const splits::Split& split, const Integer& heap, const Integer& last,
                          const Visit& visit) const {
    for (Integer part = split.least; part <= last; ++part) {
        watch_.check();
        const Integer other = heap - split.removed - part;
        if (other < part + split.gap) break;
        if (!visit({{part}, {other}})) return false;
    }
    return true;
}

void PeriodLaw::all_but(const windows::AllBut& rules, const Integer& heap, const Integer& wanted,
                        const Visit& visit) const {
    const Integer start = std::max(period_.preperiod, rules.least);
    for (Integer rest = rules.least; rest < start + period_.period; ++rest) {
        watch_.check();
        if (!visit({{rest}})) return;
        if (rest < start || period_.saltus == 0) continue;
        const Integer missing = wanted - value(rest);
        const Integer later = rest + missing / period_.saltus * period_.period;
        if (missing > 0 && missing % period_.saltus == 0 && later < heap && !visit({{later}})) return;
    }
}

/// If any option has the value, one of these has it.
void PeriodLaw::candidates(const Integer& heap, const Integer& wanted, const Visit& visit) const {
    if (!steady(heap)) return one_by_one(heap, visit);
    if (const auto* rules = std::get_if<windows::AllBut>(&reading_)) return all_but(*rules, heap, wanted, visit);
    const auto& rules = std::get<splits::SteadyRules>(reading_);
    if (!steps(rules, heap, visit)) return;
    for (const splits::Split& split : rules.splits)
        if (!splits_of(split, heap, std::max(period_.preperiod, split.least) + period_.period - 1, visit)) return;
}

std::optional<LargeOption> PeriodLaw::move_to(const Integer& heap, const Integer& wanted) const {
    if (rules_.splits && what_ == What::outcome) return std::nullopt;
    std::optional<LargeOption> found;
    candidates(heap, wanted, [&](const LargeOption& option) {
        if (value(option) == wanted && legal(heap, option)) found = option;
        return !found;
    });
    return found;
}

std::optional<LargeOption> PeriodLaw::first_move(const Integer& heap) const {
    std::optional<LargeOption> best;
    const auto keep = [&](const LargeOption& option) {
        if ((!best || stones(option) > stones(*best)) && legal(heap, option)) best = option;
        return true;
    };
    if (!steady(heap)) {
        one_by_one(heap, keep);
    } else if (const auto* all_but = std::get_if<windows::AllBut>(&reading_)) {
        for (Integer taken = 1; taken <= all_but->largest() + 1 && !best; ++taken) keep({{heap - taken}});
    } else {
        const auto& rules = std::get<splits::SteadyRules>(reading_);
        steps(rules, heap, keep);
        for (const splits::Split& split : rules.splits) splits_of(split, heap, split.least, keep);
    }
    return best;
}

std::optional<std::vector<LargeOption>> PeriodLaw::moves(const Integer& heap, std::size_t most) const {
    const auto* rules = std::get_if<splits::SteadyRules>(&reading_);
    if (!rules || !rules->splits.empty() || !steady(heap)) return std::nullopt;
    if (rules->removals.size() + rules->heaps.size() > most) return std::nullopt;
    std::vector<LargeOption> result;
    const bool complete = steps(*rules, heap, [&](const LargeOption& option) {
        result.push_back(option);
        return legal(heap, option);
    });
    if (!complete) return std::nullopt;
    return result;
}

}  // namespace bouton
