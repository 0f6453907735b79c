// An atlas, re-checked by independent code: the rows against their hash in the manifest, and members recomputed by plain loops.
//
// Recomputed are the members with the longest period, preperiod and outcome period and the largest value, and some at random. Nothing of
// subtraction.hpp or the library's period finders is used: values come straight from the definition (a loop over the moves of a subtraction
// set, the reference engine elsewhere), and of the periods it is seen that they hold, on a window that makes them certain where there is
// one, and that no divisor of them and no smaller preperiod does.
#pragma once

#include "atlas/store.hpp"
#include "base/watch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bouton::atlas {

struct Rechecked {
    bool rows_intact = false;                 // they are what was written
    std::uint64_t members = 0, left_out = 0;  // recomputed; too long for plain loops
    std::vector<std::string> wrong;           // what is wrong, and where
};

/// `count` members at random beside the record holders; the choice depends on `seed` alone.
Rechecked recheck(Store& store, const Family& family, std::uint64_t count, std::uint64_t seed, const Watch& watch);

/// What is wrong with the findings of a member, by plain loops; empty: nothing. Nothing at all: it would take too long.
std::optional<std::string> compare_plainly(const Family& family, const Values& values, const Findings& findings,
                                           const Watch& watch);

}  // namespace bouton::atlas
