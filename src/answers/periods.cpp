#include "answers/periods.hpp"

#include "check/windows/windows.hpp"

namespace bouton {

Periods periods(Session& session, std::int64_t search_limit, const Watch& watch) {
    std::vector<std::int64_t> seen;
    return periods(session.rules(), search_limit, watch, seen);
}

Periods periods(const Ruleset& rules, std::int64_t search_limit, const Watch& watch, std::vector<std::int64_t>& seen) {
    Periods found = find_periods(rules, search_limit, watch, seen);
    std::vector<std::int64_t> known;
    for (PeriodAnswer* answer : {&found.nim_values, &found.outcomes}) {
        if (!answer->proved) continue;
        const std::string wrong = check_period(rules, answer->certificate, known, watch);
        if (wrong.empty()) continue;
        answer->proved = false;
        answer->why_not = "the proof did not pass its check: " + wrong;
    }
    return found;
}

ObservedPeriods observed_periods(Session& session, const Periods& found, std::int64_t search_limit,
                                 const Watch& watch) {
    ObservedPeriods result;
    const auto seen = [&](const PeriodAnswer& answer, What what) {
        return answer.proved ? std::nullopt : observed_period(session.rules(), what, search_limit, watch);
    };
    result.nim_values = seen(found.nim_values, What::grundy);
    result.outcomes = seen(found.outcomes, What::outcome);
    return result;
}

}  // namespace bouton
