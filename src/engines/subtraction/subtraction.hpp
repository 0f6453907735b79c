// One heap and a fixed set of removals, whatever the heap.
//
// Values are made a vector of heaps at a time (blocks.hpp); where one may be 255 or more, heap by heap. On the way the
// engine looks for a period: when the last max(S) values are the same as those p heaps earlier, all that follows repeats
// them, since max(S) values determine the next one. That is a proof, and the rest of the table is copied at the speed
// of memory. The values looked for again are the last ones before some heap, and that heap moves on to twice as far each
// time: a preperiod and period of L heaps together are certain before about 4 (L + max(S)) heaps are valued, and a search
// in vain is one pass of vectors over the table. It is given up early where values are made as fast as they are copied.
#pragma once

#include "engines/filler.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace bouton {

/// Values of all heaps of the table from `from` on. The removals are positive, different and in order.
void subtraction_values(std::span<const std::int64_t> removals, Values values, Cells& cells, std::int64_t from,
                        const Watch& watch, const Filler::Progress& progress);

/// No value of a heap up to `largest` is larger.
Value subtraction_bound(std::span<const std::int64_t> removals, Values values, std::int64_t largest);

std::unique_ptr<Filler> make_subtraction(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                         std::string& why_not);

}  // namespace bouton
