// Regions under at most one condition each:  A(q) <= B(p)  for a position q and its option p.
//
// q has an option of value v exactly if the largest B(p) over the p of value v in the box below q is at least A(q). That maximum is a
// running one: over the boxes below the neighbours of q, and what q itself brings. Along a row it does not fall, so where it reaches a cell
// and A rises by a for every cell, it reaches all of the next (maximum - A) / a cells as well: the walk through a row jumps from one cell
// that may get the value to the next. A move that leaves the last coordinate as it is has one maximum a cell instead, compared in SIMD.
//
// Cost: for outcomes O(1) a row and P-position (and the stores), for nim-values O(1) a row and value that occurs in it, where the maxima
// change little from row to row; never more than one vector operation for 8 or 16 cells, in each of these. Two coordinates: the maxima of
// a value are kept as their few steps, and rows are final in blocks. More coordinates: level by level over all rows.
#pragma once

#include "engines/regions/solve.hpp"

namespace bouton::regions {

void fill_by_maxima(const Task& task);
std::uint64_t memory_of_maxima(const std::vector<Region>& regions, const Values& values, Value bound,
                               const Position& largest);

}  // namespace bouton::regions
