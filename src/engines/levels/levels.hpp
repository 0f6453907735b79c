// Levels: games in which coordinates may grow. If a weight of the coordinates, such as x + y, falls with every move, the positions are put
// into levels of it: the level becomes the first coordinate in place of one that it tells (x = level - y). In these coordinates every move
// lowers the first, so that the engines for boxes (lines, sweep) fill the table level by level; other weights that no move raises bound the
// box. At last the cells that were asked for are copied.
//
// Time and memory: those of the engine, for all positions below the box that was asked for, and for the corners of the larger box that none
// of them reaches, which are skipped: for x + y four times the cells.
#pragma once

#include "engines/filler.hpp"

namespace bouton {

std::unique_ptr<Filler> make_levels(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                    std::string& why_not);

}  // namespace bouton
