// A period that is seen in the first values and nothing more: no argument says that it goes on. Never a proof, and never called one.
#pragma once

#include "base/period.hpp"
#include "base/watch.hpp"
#include "engines/engine.hpp"
#include "lang/rules.hpp"

#include <cstdint>
#include <optional>

namespace bouton {

/// G(n + period) = G(n) + saltus wherever preperiod <= n and n + period <= to; the least such period and preperiod.
struct ObservedPeriod {
    Period law;
    std::int64_t to = 0;
};

/// Looks at the heaps up to `limit`, at most some thousands. A period counts as seen if the second half of them is at least four times the
/// period, and repeats throughout. Nothing for games of several coordinates or players, with `where`, or with heaps that grow, nor for
/// heaps that split under misere play.
std::optional<ObservedPeriod> observed_period(const Ruleset& rules, What what, std::int64_t limit, const Watch& watch);

}  // namespace bouton
