// Laws of a shape that the user draws: `grundy(x, y) = ? + 3*xor(?, ?)`, where each ? stands for a term that is to be found.
//
// Terms over coordinates, small numbers and terms of the rules are listed in order of size, each once (observational equivalence); all ways
// to fill the holes are tried, the smallest first, on positions of the small box. Cost: the number of terms to the power of the holes, which
// is why a shape with many holes gets few terms.
#pragma once

#include "discover/template.hpp"

#include <string>
#include <vector>

namespace bouton::discover {

/// Throws bad input where the shape cannot be read, or is not about this sample's positions.
std::vector<Guess> find_like(const Sample& sample, const std::string& shape, Effort& effort);

/// Is the shape about positions with these coordinates? A shape that is a term alone is about any.
bool fits_shape(const Sample& sample, const std::string& shape);

}  // namespace bouton::discover
