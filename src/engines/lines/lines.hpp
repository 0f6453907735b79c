// Lines: any number of coordinates; every move leads to an interval of cells along a line (a row, a column, a diagonal, a neighbouring
// line when a memory coordinate changes), whatever the bounds of the interval are.
//
// Each line keeps the set of values in its current window as bits, and the value of a cell is the first bit that is missing in all its
// windows: 64 values a word, 256 a SIMD step. From one cell of a line to the next the window's ends move a little, and only what enters
// or leaves is touched. Bits alone suffice when nothing ever leaves (the window is all that lies before), or when no two cells of a
// window have the same value (the interval starts at the next cell and its far end never moves back, which is proved from the rules);
// otherwise occurrences are counted. Bounds are evaluated a row at a time (rows.hpp).
//
// Outcomes and podium values are the same with as many bits as there are players.
//
// The box is cut into tiles of the first and the last coordinate; a tile needs those before it in both, so tiles on a diagonal are done
// in parallel and the state of the lines that a tile touches stays in the cache. No two tiles that run at once share a line, since all
// moves point the same way: the result does not depend on the number of threads. The state of the lines is rebuilt from the cells when
// needed, so the work can go on from any row.
#pragma once

#include "engines/filler.hpp"

namespace bouton {

std::unique_ptr<Filler> make_lines(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                   std::string& why_not);

}  // namespace bouton
