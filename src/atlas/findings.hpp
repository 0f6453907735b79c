// What an atlas says of one game.
#pragma once

#include <cstdint>
#include <vector>

namespace bouton::atlas {

constexpr std::int64_t kUnknown = -1;  // in a store: NULL

/// G(n + period) = G(n) + saltus for all n >= preperiod, and no smaller period or preperiod does; outcomes likewise, without a saltus.
struct Findings {
    bool settled = false;  // the values of all heaps follow
    std::int64_t preperiod = kUnknown, period = kUnknown, saltus = kUnknown;
    std::int64_t outcome_preperiod = kUnknown, outcome_period = kUnknown;
    std::int64_t largest_value =
        kUnknown;  // settled: of all heaps (unknown: they grow for ever); otherwise of those looked at
    std::int64_t looked = kUnknown;  // not settled: the last heap whose value was looked at
    std::uint64_t hash = 0;          // of the values: fingerprint.hpp

    bool operator==(const Findings&) const = default;
};

/// The values of all positions with coordinates up to `limit`, the last one running fastest.
struct ValueTable {
    std::int64_t limit = 0;
    std::vector<std::int64_t> values;
};

}  // namespace bouton::atlas
