// Games that are known to have the same values, but for zeros in front: such a sequence is made once for all of them.
//
// Where heaps split, and the rules are the same for all heaps x >= F (engines/splits/steady.hpp), the values follow from these rules and the
// values of the heaps below F. So games with the same steady rules and the same first values have the same values: the codes 0.60 and 0.61,
// say, whose difference matters for one heap only.
//
// Cousins (R. K. Guy, C. A. B. Smith 1956). Call heap n + 1 the heap n: H(n) = G(n + 1). If no part of a split is empty, the rules say of H:
// take t as before; a fixed heap h is h - 1; and a split of n + 1 into j parts, each at least l, with the sum n + 1 - r, is a split of n into
// parts of at least l - 1 with the sum n - (r + j - 1). And if G(0) = 0, an empty part may as well not be there: "j parts of at least 0" is
// "j parts of at least 1, or j - 1 parts of at least 0", in the end "take r". So all zeros in front can be taken off, one by one; what is
// left, rules and first values, is the core. Games with the same core have the same values after their zeros: 0.4, 0.07 and 0.137.
//
// F and all numbers in the rules are small here (kPrefix), so that for x >= F no move comes near heap 0; other games have no core.
#pragma once

#include "base/watch.hpp"
#include "lang/rules.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace bouton::atlas {

struct Place {
    std::string core;
    std::int64_t zeros = 0;  // before it
};

/// Where a game belongs; nothing, if heaps do not split or the rules do not fit.
std::optional<Place> place_of(const Ruleset& rules, const Watch& watch);

/// The values that were made, by core. Asked by several threads.
class Twins {
  public:
    /// Values of the first heaps of the game at this place, as far as they are known.
    std::vector<std::int64_t> values(const Place& place) const;
    void keep(const Place& place, const std::vector<std::int64_t>& values);

  private:
    static constexpr std::size_t kMost = std::size_t{1} << 24;  // values altogether; the oldest are forgotten
    mutable std::mutex mutex_;
    std::map<std::string, std::vector<std::uint32_t>> by_core_;
    std::deque<std::string> order_;
    std::size_t count_ = 0;
};

}  // namespace bouton::atlas
