#include "proofs/windows/windows.hpp"

#include "engines/choose.hpp"
#include "engines/splits/period.hpp"
#include "proofs/windows/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <variant>

namespace bouton {

namespace {

using splits::Criterion;
using splits::Split;
using splits::SteadyRules;
using windows::AllBut;
using windows::read_rules;
using windows::Reading;
using Sequence = std::vector<std::int64_t>;

constexpr std::size_t kValuesInCertificate = 1000;

/// Calls attempt with more and more heaps; the result of the first that succeeds.
template <class Attempt>
std::optional<Period> search(std::int64_t begin, std::int64_t search_limit, const Attempt& attempt) {
    const std::int64_t most = std::max<std::int64_t>(search_limit, 0) + 1;
    for (std::int64_t count = std::min(begin, most);; count = std::min(2 * count, most)) {
        if (auto found = attempt(count)) return found;
        if (count == most) return std::nullopt;
    }
}

/// Makes the values of the heaps below `count`, but for those that are there already.
void extend(TableMaker& maker, std::int64_t count, Sequence& values) {
    const std::size_t there = values.size();
    if (static_cast<std::size_t>(count) <= there) return;
    const TablePlan plan = maker.plan({count - 1});
    Cells cells(plan.largest, plan.width);
    cells.visit([&](auto* to) {
        for (std::size_t n = 0; n < there; ++n) to[n] = static_cast<std::remove_reference_t<decltype(*to)>>(values[n]);
    });
    plan.filler->fill(cells, static_cast<std::int64_t>(there), [](std::int64_t) {});
    values.resize(static_cast<std::size_t>(count));
    for (std::size_t n = there; n < values.size(); ++n) values[n] = cells[n];
}

// ---- (3)

/// Values of the heaps below `count`: the least v such that all heaps of value v are away by an excluded number.
Sequence all_but_values(const AllBut& rules, bool misere, std::int64_t count, const Watch& watch) {
    const std::int64_t most = rules.largest();
    std::vector<bool> excluded(static_cast<std::size_t>(most) + 1);
    for (const std::int64_t e : rules.excluded) excluded[static_cast<std::size_t>(e)] = true;
    std::int64_t stuck = rules.least;  // no larger heap is without a move
    while (rules.excluded.contains(stuck - rules.least + 1)) ++stuck;
    Sequence values(static_cast<std::size_t>(count));
    std::vector<std::int64_t> first,
        taken;               // by value: where it occurs first, for which heap it was last seen to be taken
    std::int64_t fresh = 0;  // the least value that does not occur yet
    for (std::int64_t n = 0; n < count; ++n) {
        if (n % 4096 == 0) watch.check();
        std::int64_t value = misere && n <= stuck ? 1 : 0;
        if (n > stuck || (n >= rules.least && !misere)) {
            const std::int64_t low = std::max(rules.least, n - most);
            const auto v_at = [&](std::int64_t m) {
                return static_cast<std::size_t>(values[static_cast<std::size_t>(m)]);
            };
            for (std::int64_t m = low; m < n; ++m)
                if (!excluded[static_cast<std::size_t>(n - m)] || first[v_at(m)] < low) taken[v_at(m)] = n;
            value = fresh;
            for (std::int64_t m = low; m < n; ++m)
                if (taken[v_at(m)] != n) value = std::min(value, values[static_cast<std::size_t>(m)]);
        }
        values[static_cast<std::size_t>(n)] = value;
        if (n < rules.least) continue;
        const auto v = static_cast<std::size_t>(value);
        if (first.size() <= v) {
            first.resize(v + 1, -1);
            taken.resize(v + 1, -1);
        }
        if (first[v] < 0) first[v] = n;
        while (static_cast<std::size_t>(fresh) < first.size() && first[static_cast<std::size_t>(fresh)] >= 0) ++fresh;
    }
    return values;
}

struct AllButCriterion {
    std::int64_t least, window;
    AllButCriterion(const AllBut& rules, bool misere)
        : least(rules.least + (misere ? rules.largest() + 1 : 0)), window(2 * rules.largest() + 1) {}
};

std::optional<Period> certain_saltus(const AllButCriterion& needs, const Sequence& values) {
    const auto count = static_cast<std::int64_t>(values.size());
    if (needs.least + needs.window + 1 >= count) return std::nullopt;
    Sequence steps;  // windows are equal but for a number that is added if their steps are equal
    for (std::size_t n = 0; n + 1 < values.size(); ++n) steps.push_back(values[n + 1] - values[n]);
    const auto p = repeats(steps.data(), count - 1, std::max<std::int64_t>(1, needs.window - 1));
    if (!p) return std::nullopt;
    const std::int64_t saltus = values.back() - values[static_cast<std::size_t>(count - 1 - *p)];
    const Period law = walked_back(values.data(), count, 1, *p, saltus);
    if (std::max(law.preperiod, needs.least) + needs.window + *p > count) return std::nullopt;
    return least(values, law);
}

// ---- the answer

/// Nim-values of heaps that split, which take the most time: kept for the outcomes.
struct Kept {
    bool searched = false;
    std::optional<Period> found;
    Sequence values;
};

class Finder {
  public:
    Finder(const Ruleset& rules, What what, std::int64_t limit, const Watch& watch, Kept& kept)
        : rules_(rules), what_(what), limit_(limit), watch_(watch), kept_(kept) {}

    PeriodAnswer answer() {
        if (!one_heap()) return std::move(answer_);
        const auto shape = shape_of(rules_, 1);
        const Reading reading = read_rules(rules_, *shape);
        if (const auto* why_not = std::get_if<std::string>(&reading)) return refuse(*why_not);
        auto& certificate = answer_.certificate;
        certificate["method"] = "windows";
        if (const auto* all_but = std::get_if<AllBut>(&reading)) {
            certificate["argument"] = answer_.kind = "all-but";
            certificate["least"] = all_but->least;
            certificate["excluded"] = all_but->excluded;
            answer_all_but(*all_but);
        } else {
            const auto& steady = std::get<SteadyRules>(reading);
            certificate["argument"] = answer_.kind = steady.splits.empty() ? "subtraction" : "splitting";
            certificate["removals"] = steady.removals;
            certificate["heaps"] = steady.heaps;
            certificate["splits"] = nlohmann::ordered_json::array();
            for (const Split& split : steady.splits)
                certificate["splits"].push_back(
                    {{"removed", split.removed}, {"least", split.least}, {"unequal", split.gap > 0}});
            answer_steady(steady);
        }
        if (!answer_.proved) certificate = nullptr;
        return std::move(answer_);
    }

  private:
    PeriodAnswer refuse(const std::string& why_not) {
        answer_.why_not = why_not;
        return std::move(answer_);
    }

    bool one_heap() {
        const auto refused = [&](const char* why_not) {
            answer_.why_not = why_not;
            return false;
        };
        if (rules_.coordinates.size() != 1 || rules_.piles >= 0)
            return refused("a position is more than one heap: periods are of games with one coordinate");
        if (!rules_.computed_only.empty())
            return refused("there is no theory of games that say loopy, prefer, coalition or block");
        if (rules_.players > 0) return refused("periods are of games of two players, not of the podium rule");
        if (rules_.domain) return refused("not every heap is a position of this game");
        if (!rules_.never_grows[0]) return refused("a move may make the heap larger");
        if (rules_.splits && rules_.misere)
            return refused("under misere play the values of heaps that split do not add up: no finite window decides");
        return true;
    }

    std::string not_found() const {
        return fmt::format("no period is certain from the values of the heaps up to {}", limit_);
    }

    void answer_steady(const SteadyRules& steady) {
        const bool derived = what_ == What::outcome && !steady.splits.empty();
        const Criterion needs(steady);
        if (!derived || !kept_.searched) {
            TableMaker maker("auto", rules_, derived ? What::grundy : what_, watch_);
            const std::int64_t begin = std::max<std::int64_t>(256, needs.from + 2 * needs.reach + 2);
            if (steady.splits.empty()) kept_.values.clear();  // they may be those of the other quantity
            kept_.found = search(begin, limit_, [&](std::int64_t count) {
                extend(maker, count, kept_.values);
                const auto certain = splits::certain_period(needs, kept_.values.data(), count);
                return certain ? std::optional(least(kept_.values, *certain)) : std::nullopt;
            });
            kept_.searched = true;
        }
        Sequence values = kept_.values;
        const auto found = kept_.found;
        if (!found) {
            answer_.why_not = not_found();
            if (derived) answer_.why_not = "where heaps split, outcomes are known from the nim-values only";
            return;
        }
        const std::int64_t start = std::max(found->preperiod, needs.least), end = needs.end(start, found->period);
        if (steady.splits.empty())
            answer_.how = fmt::format("no move takes more than {}, and {} values in a row repeat after {}", needs.reach,
                                      needs.reach, found->period);
        else
            answer_.how = fmt::format("no move takes more than {}, and G(n + {}) = G(n) for {} <= n < {}", needs.reach,
                                      found->period, start, std::max(end, needs.from));
        if (steady.splits.empty() && needs.reach == 0) answer_.how = "large heaps all have the same options";
        if (derived) {
            answer_.certificate["nim_values"] = {{"preperiod", found->preperiod}, {"period", found->period}};
            answer_.how = fmt::format("from the nim-values, period {} after {}: {}", found->period, found->preperiod,
                                      answer_.how);
            for (std::int64_t& v : values) v = std::min<std::int64_t>(v, 1);
        }
        finish(values, derived ? least(values, *found) : *found, start, end);
    }

    void answer_all_but(const AllBut& all_but) {
        const AllButCriterion needs(all_but, rules_.misere);
        const std::int64_t most = all_but.largest(), begin = needs.least + 4 * needs.window + 64;
        if (what_ == What::outcome) return answer_all_but_outcomes(all_but);
        Sequence values;
        const auto found = search(begin, limit_, [&](std::int64_t count) {
            values = all_but_values(all_but, rules_.misere, count, watch_);
            return certain_saltus(needs, values);
        });
        if (!found) {
            answer_.why_not = not_found();
            return;
        }
        const std::int64_t start = std::max(found->preperiod, needs.least);
        answer_.how = most == 0 ? std::string("every number may be taken")
                                : fmt::format(
                                      "every number above {} may be taken, and G(n + {}) = G(n) + {} for {} "
                                      "heaps in a row",
                                      most, found->period, found->saltus, needs.window);
        finish(values, *found, start, start + needs.window);
    }

    void answer_all_but_outcomes(const AllBut& all_but) {
        // The least P-position is at most the second heap after those without a move.
        const std::int64_t most = all_but.largest(), count = all_but.least + 2 * most + 4;
        if (count > limit_) {
            answer_.why_not = not_found();
            return;
        }
        Sequence values = all_but_values(all_but, rules_.misere, count, watch_);
        for (std::int64_t& v : values) v = std::min<std::int64_t>(v, 1);
        const auto zero = std::find(values.begin() + all_but.least, values.end(), 0) - values.begin();
        answer_.how = fmt::format("every heap above {} has a move to the P-position {}", zero + most, zero);
        finish(values, least(values, {zero + most + 1, 1, 0}), zero, zero + most + 1);
    }

    /// The law holds for ever, and is the least one; G(n + period) = G(n) + saltus was compared for start <= n < end.
    void finish(const Sequence& values, const Period& law, std::int64_t start, std::int64_t end) {
        answer_.proved = true;
        answer_.preperiod = law.preperiod;
        answer_.period = law.period;
        answer_.saltus = law.saltus;
        for (std::int64_t n = 0; n < law.preperiod + 2 * law.period; ++n)
            answer_.first.push_back(value_at(values, law, n));
        auto& certificate = answer_.certificate;
        certificate["what"] = what_ == What::grundy ? "nim-values" : "outcomes";
        certificate["preperiod"] = law.preperiod;
        certificate["period"] = law.period;
        certificate["saltus"] = law.saltus;
        certificate["start"] = start;
        certificate["end"] = end;
        certificate["values"] = Sequence(
            answer_.first.begin(),
            answer_.first.begin() + static_cast<std::ptrdiff_t>(std::min(
                                        kValuesInCertificate, static_cast<std::size_t>(law.preperiod + law.period))));
    }

    const Ruleset& rules_;
    What what_;
    std::int64_t limit_;
    const Watch& watch_;
    Kept& kept_;
    PeriodAnswer answer_;
};

}  // namespace

PeriodAnswer find_period(const Ruleset& rules, What what, std::int64_t search_limit, const Watch& watch) {
    Kept kept;
    return Finder(rules, what, search_limit, watch, kept).answer();
}

Periods find_periods(const Ruleset& rules, std::int64_t search_limit, const Watch& watch) {
    std::vector<std::int64_t> seen;
    return find_periods(rules, search_limit, watch, seen);
}

Periods find_periods(const Ruleset& rules, std::int64_t search_limit, const Watch& watch,
                     std::vector<std::int64_t>& seen) {
    Kept kept;
    kept.values = std::move(seen);
    Periods result;
    result.nim_values = Finder(rules, What::grundy, search_limit, watch, kept).answer();
    seen = kept.searched ? kept.values : Sequence();
    result.outcomes = Finder(rules, What::outcome, search_limit, watch, kept).answer();
    return result;
}

}  // namespace bouton
