// One heap that may split: octal and hexadecimal codes, Grundy's game, Lasker's Nim and whatever else has this shape. Normal play.
//
// The value of a heap is the mex over its moves of the xor of the values of the heaps that are left. What takes the time is to look at all
// splits of a heap. How this is avoided or made fast, from the best case down:
//   - a period that is certain (period.hpp): the rest is copied,
//   - a sparse space (sparse.hpp): splits with one of few rare heaps, and a handful of others,
//   - all splits, a vector of them at a time (settle.hpp), O(n) a heap,
//   - splits into three by sets of values (triples.hpp), O(n) a heap.
// The rules are known for all large heaps at once (steady.hpp) or evaluated heap by heap (heap_rules.hpp). solver.hpp puts it together.
#pragma once

#include "engines/filler.hpp"

#include <memory>
#include <string>

namespace bouton {

std::unique_ptr<Filler> make_splits(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                    std::string& why_not);

}  // namespace bouton
