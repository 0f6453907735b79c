// Regions: a move takes from several coordinates at once, under linear bounds; any number of such moves, and of moves along a coordinate.
//
// Each move is rewritten as the set of options p that linear conditions cut out of the box below a position q (region.hpp). What is left
// decides the method: no conditions (boxes.hpp), at most one each, which compares a function of q with one of p (maxima.hpp), or more
// (intervals.hpp). Each replaces the search through the options of a cell by what was gathered from the cells before it.
//
// Rows are final one by one, but for nim-values of more than two coordinates, or of moves that leave the last coordinate as it is, or
// under several conditions: those are final at the end only, and are computed anew when the work is resumed.
#pragma once

#include "engines/filler.hpp"

namespace bouton {

std::unique_ptr<Filler> make_regions(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                     std::string& why_not);

}  // namespace bouton
