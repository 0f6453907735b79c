// Both periods of a game of one heap, each proof re-checked; what could not be proved says why.
#pragma once

#include "answers/answer.hpp"
#include "proofs/windows/observed.hpp"
#include "proofs/windows/windows.hpp"

namespace bouton {

Periods periods(Session& session, std::int64_t search_limit, const Watch& watch);
/// `seen`: as find_periods has it.
Periods periods(const Ruleset& rules, std::int64_t search_limit, const Watch& watch, std::vector<std::int64_t>& seen);

/// Where no period was proved, what is seen in the first values, if anything is.
struct ObservedPeriods {
    std::optional<ObservedPeriod> nim_values, outcomes;
};
ObservedPeriods observed_periods(Session& session, const Periods& found, std::int64_t search_limit, const Watch& watch);

}  // namespace bouton
