// Sweep: any ruleset whose positions fill a box. Cell by cell, the options are looked up by their place in the table.
//
// The definition, without the reference engine's stack and hash table: positions come in an order in which all options are done.
// Where the last variable of a move walks along a line, its cells are read in one tight loop (for outcomes with an early exit, by
// memchr where they are neighbours). Cost: the number of moves, about a nanosecond each, plus the evaluation of the bounds.
#pragma once

#include "engines/filler.hpp"

namespace bouton {

std::unique_ptr<Filler> make_sweep(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                   std::string& why_not);

}  // namespace bouton
