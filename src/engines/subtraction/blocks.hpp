// The inner loops of the engine for one heap and a fixed set of removals, compiled for every instruction set.
//
// Heaps are valued a vector at a time, a byte each. An option's value v becomes the bit 1 << v (a table of 16 bytes),
// the options are joined by "or", and the mex is the number of trailing ones (two tables of 16 bytes). A byte holds the
// values 0..7; for larger ones the same is done again for 8..15 and so on, only where it is needed. Under the podium rule
// the least value is taken instead.
//
// The least removals decide how:
//   wide   no removal is smaller than the block, so that all options are known before it;
//   chain  only the least one, a, is. Without it the value would be m, and it is m' instead where g(x - a) = m; so
//          e(x) = [g(x - a) = m(x)] is an affine function of e(x - a) over GF(2), and a block is an affine prefix,
//          found by doubling;
//   mixed  several are. Vectors collect the options by large removals, one heap after another adds those by small ones.
#pragma once

#include "engines/filler.hpp"

#include <cstdint>
#include <span>

namespace bouton {

/// Heaps begin..end-1, from which all these removals are possible (at least one, in order).
struct SubtractionRun {
    std::span<const std::int64_t> removals;
    Values values;
    std::int64_t begin = 0, end = 0;
};

/// Values heaps of the run in a table of `size` bytes from the first one on, as far as vectors can; returns where it
/// stopped. All values must be less than 255. The cells behind may be overwritten with anything.
std::int64_t fill_vectors(std::uint8_t* cells, std::int64_t size, const SubtractionRun& run);

}  // namespace bouton
