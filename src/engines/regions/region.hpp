// A move as a set of options that linear conditions cut out of the box below a position.
//
// The variables of a move are expressed by the coordinates of the option, so that each bound becomes an inequality between the position q
// and its option p:  v <= floor(A/c) + L  with an integer v is  c*(v - L) <= A,  a least is several bounds at once, and so on. What then
// holds for every p != q in the box below q says nothing and is dropped: "at most all stones of the pile", "at least one stone". So is a
// lower bound "at least one from this pile" if another move covers the options without it: of the moves "from up to k piles", one for
// every choice of piles, only those with k piles remain, without conditions.
#pragma once

#include "lang/rules.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

/// sum of position[i] * q_i  +  sum of option[i] * p_i  <=  limit
struct Condition {
    std::vector<std::int64_t> position, option;
    std::int64_t limit = 0;

    bool operator==(const Condition&) const = default;
};

/// The options of q: all p != q with  0 <= p_i <= q_i  for the coordinates in `axes` (a bit each) and  p_i = q_i  for the others that
/// fulfil the conditions. A coordinate outside `axes` only occurs in Condition::position.
struct Region {
    std::uint64_t axes = 0;
    std::vector<Condition> conditions;

    bool takes_from(std::size_t coordinate) const { return axes >> coordinate & 1; }
};

/// The moves of a ruleset as regions; nothing, and half a sentence why, if one of them is none. The numbers are small enough that sums of
/// their products with the coordinates of any table fit into 64 bits.
std::optional<std::vector<Region>> regions_of(const Ruleset& rules, std::string& why_not);

}  // namespace bouton
