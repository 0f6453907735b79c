#include "engines/regions/region.hpp"

#include "base/watch.hpp"
#include "engines/regions/read_move.hpp"
#include "lang/linear.hpp"

#include <algorithm>
#include <bit>

namespace bouton {

namespace {

constexpr std::size_t kMostCoordinates = 64;
constexpr std::size_t kMostRegions = 64;  // each has tables of its own

/// The k of a condition  q_i - p_i >= k,  if it is one.
std::optional<std::int64_t> least_taken(const Condition& condition, std::size_t i) {
    for (std::size_t j = 0; j < condition.position.size(); ++j) {
        const std::int64_t sign = i == j ? 1 : 0;
        if (condition.option[j] != sign || condition.position[j] != -sign) return std::nullopt;
    }
    return -condition.limit;
}

bool is_least_taken(const Condition& condition) {
    for (std::size_t i = 0; i < condition.position.size(); ++i)
        if (least_taken(condition, i)) return true;
    return false;
}

/// Does every option with natural coordinates fulfil it?
bool holds_for_naturals(const Condition& condition) {
    const auto zero = [](std::int64_t c) { return c == 0; };
    return condition.limit >= 0 && std::all_of(condition.position.begin(), condition.position.end(), zero) &&
           std::all_of(condition.option.begin(), condition.option.end(), [](std::int64_t c) { return c <= 0; });
}

Polynomial polynomial(const Condition& condition, Facts& facts) {
    Polynomial p = constant(-condition.limit);
    const int count = static_cast<int>(condition.position.size());
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        p = p + Integer(condition.position[at]) * facts.polynomial(variable(i, "q"));
        p = p + Integer(condition.option[at]) * facts.polynomial(variable(count + i, "p"));
    }
    return p;
}

/// Does every p != q of the region fulfil the condition?
bool implied(const Region& region, const Condition& goal) {
    if (std::find(region.conditions.begin(), region.conditions.end(), goal) != region.conditions.end()) return true;
    if (std::all_of(region.conditions.begin(), region.conditions.end(), is_least_taken) && is_least_taken(goal)) {
        for (std::size_t i = 0; i < goal.position.size(); ++i) {
            const auto wanted = least_taken(goal, i);
            if (!wanted) continue;
            const bool only_axis = region.axes == std::uint64_t{1} << i;
            return *wanted <= (only_axis ? 1 : 0) ||
                   std::any_of(region.conditions.begin(), region.conditions.end(),
                               [&](const Condition& c) { return least_taken(c, i) >= wanted; });
        }
    }
    const int count = static_cast<int>(goal.position.size());
    for (int smaller = 0; smaller < count; ++smaller) {  // some coordinate becomes smaller
        if (!region.takes_from(static_cast<std::size_t>(smaller))) continue;
        Facts facts;
        for (int i = 0; i < count; ++i) {
            const Polynomial q = facts.polynomial(variable(i, "q")), p = facts.polynomial(variable(count + i, "p"));
            facts.assume_at_most_zero(Integer(-1) * q);
            if (!region.takes_from(static_cast<std::size_t>(i))) continue;
            facts.assume_at_most_zero(Integer(-1) * p);
            facts.assume_at_most_zero(p - q + constant(i == smaller ? 1 : 0));
        }
        for (const Condition& known : region.conditions) facts.assume_at_most_zero(polynomial(known, facts));
        if (!facts.proves_at_most_zero(polynomial(goal, facts))) return false;
    }
    return true;
}

void drop_implied(Region& region) {
    auto& conditions = region.conditions;
    std::erase_if(conditions, holds_for_naturals);
    for (std::size_t i = 0; i < conditions.size();) {
        const Condition tried = conditions[i];
        conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(i));
        if (implied(region, tried)) continue;
        conditions.insert(conditions.begin() + static_cast<std::ptrdiff_t>(i), tried);
        ++i;
    }
}

bool contains(const Region& large, const Region& small) {
    return (small.axes & ~large.axes) == 0 && std::all_of(large.conditions.begin(), large.conditions.end(),
                                                          [&](const Condition& goal) { return implied(small, goal); });
}

/// The options of the region that leave coordinate i as it is.
Region without_axis(Region region, std::size_t i) {
    region.axes &= ~(std::uint64_t{1} << i);
    for (Condition& condition : region.conditions) {
        condition.position[i] += condition.option[i];
        condition.option[i] = 0;
    }
    return region;
}

/// Drops conditions "at least one from pile i" where another region covers what is then added.
void join(std::vector<Region>& regions) {
    const auto size = [](const Region& region) { return std::popcount(region.axes); };
    std::stable_sort(regions.begin(), regions.end(),
                     [&](const Region& a, const Region& b) { return size(a) < size(b); });
    for (Region& region : regions) {
        for (std::size_t c = 0; c < region.conditions.size();) {
            const Condition tried = region.conditions[c];
            const auto covered = [&](std::size_t i) {
                if (size(region) < 2 || least_taken(tried, i) != 1) return false;
                Region added = region;
                added.conditions.erase(added.conditions.begin() + static_cast<std::ptrdiff_t>(c));
                added = without_axis(std::move(added), i);
                return std::any_of(regions.begin(), regions.end(),
                                   [&](const Region& other) { return &other != &region && contains(other, added); });
            };
            bool dropped = false;
            for (std::size_t i = 0; i < tried.position.size() && !dropped; ++i) dropped = covered(i);
            if (dropped)
                region.conditions.erase(region.conditions.begin() + static_cast<std::ptrdiff_t>(c));
            else
                ++c;
        }
    }
    // Of two equal ones the last stays.
    for (std::size_t i = 0; i < regions.size();) {
        const bool superfluous = std::any_of(regions.begin() + static_cast<std::ptrdiff_t>(i) + 1, regions.end(),
                                             [&](const Region& other) { return contains(other, regions[i]); });
        if (superfluous)
            regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(i));
        else
            ++i;
    }
}

}  // namespace

std::optional<std::vector<Region>> regions_of(const Ruleset& rules, std::string& why_not) {
    std::vector<Region> result;
    std::size_t variables = 0;
    try {
        if (rules.domain) throw regions::Unfit{"not every tuple of natural numbers is a position"};
        if (rules.slots.size() < 2) throw regions::Unfit{"there is only one coordinate"};
        if (rules.slots.size() > kMostCoordinates) throw regions::Unfit{"there are too many coordinates"};
        for (const Move& move : rules.moves) {
            regions::ReadMove read = regions::read_move(rules, move);
            if (!read.region || read.region->axes == 0) continue;
            variables = std::max(variables, read.variables);
            drop_implied(*read.region);
            result.push_back(std::move(*read.region));
        }
        if (variables < 2) throw regions::Unfit{"no move takes from several coordinates independently"};
    } catch (const regions::Unfit& unfit) {
        why_not = unfit.why;
        return std::nullopt;
    } catch (const Error& error) {  // the rules cannot be evaluated; whoever plays them reports that
        if (error.fault() == Fault::cancelled) throw;
        Watch::check_current();
        why_not = "a bound cannot be evaluated";
        return std::nullopt;
    }
    join(result);
    if (result.size() > kMostRegions) {
        why_not = "there are too many choices of piles";
        return std::nullopt;
    }
    return result;
}

}  // namespace bouton
