// Regions without conditions: any number of stones from each of some piles (Moore's Nim, circular Nim).
//
// The values of the cells in the box below a position are a set of bits: those below its neighbours and its own value. One union for each
// region and pile of it, 64 values a word; the value is the first bit that is missing (podium outcomes: the first that is there).
#pragma once

#include "engines/regions/solve.hpp"

namespace bouton::regions {

/// No value is larger than `bound`.
void fill_by_boxes(const Task& task, Value bound);
std::uint64_t memory_of_boxes(const std::vector<Region>& regions, Value bound, const Position& largest);

}  // namespace bouton::regions
