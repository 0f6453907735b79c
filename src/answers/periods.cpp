#include "answers/periods.hpp"

#include "check/windows/windows.hpp"

namespace bouton {

Periods periods(Session& session, std::int64_t search_limit, const Watch& watch) {
    Periods found = find_periods(session.rules(), search_limit, watch);
    for (PeriodAnswer* answer : {&found.nim_values, &found.outcomes}) {
        if (!answer->proved) continue;
        const std::string wrong = check_period(session.rules(), answer->certificate, watch);
        if (wrong.empty()) continue;
        answer->proved = false;
        answer->why_not = "the proof did not pass its check: " + wrong;
    }
    return found;
}

}  // namespace bouton
