// Formulas by enumeration, for other templates that need one for a part.
#pragma once

#include "discover/template.hpp"

namespace bouton::discover {

/// Formulas in the coordinates and the terms of the rules, without values of other positions.
std::vector<Guess> find_closed_formulas(const Sample& sample, Effort& effort);

}  // namespace bouton::discover
