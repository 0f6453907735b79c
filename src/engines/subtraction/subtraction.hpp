// One heap and a fixed set of removals, whatever the heap.
//
// Values are made a vector of heaps at a time (blocks.hpp). On the way the engine looks for a period: when the last max(S) values are the
// same as those p heaps earlier, all that follows repeats them, since max(S) values determine the next one. That is a proof, and the rest
// of the table is copied at the speed of memory. The window looked for is the one at a place that moves on to twice as far each time, so
// that a period and preperiod of L heaps are found before about 4L of them are valued, and a search without success is a few passes of
// vectors over the table, left out where valuing is as fast.
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
