// The heap engine (heap.hpp) for a ruleset.
#pragma once

#include "engines/filler.hpp"

namespace bouton {

std::unique_ptr<Filler> make_heap(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                  std::string& why_not);

}  // namespace bouton
