// Regions under any number of linear conditions: every cell that gets a value marks the cells that have it as an option.
//
// Those are, in each row, an interval of cells, whose ends are quotients; it is marked 64 cells a step. Cost: for every P-position (for
// nim-values: for every cell) the number of rows above it that it can be reached from. One bit a cell and value, nim-values level by level.
#pragma once

#include "engines/regions/solve.hpp"

namespace bouton::regions {

void fill_by_intervals(const Task& task);
std::uint64_t memory_of_intervals(const Values& values, Value bound, const Position& largest);

}  // namespace bouton::regions
