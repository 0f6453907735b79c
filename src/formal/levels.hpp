// {grundy = s} = G(s), where the proof leaves sets as names: all that it says of them comes from the used claims, so each condition of the
// theorem `levels` (formal/Bouton.v) follows from those at the places that the proof names, case by case.
#pragma once

#include "formal/shown.hpp"

namespace bouton::formal {

std::string levels(const lang::Document& document, const Watch& watch, kernel::Theorem& theorem,
                   const std::vector<kernel::Goal>& goals, const kernel::Json& proof, const std::vector<Shown>& shown,
                   Shown& now);

}  // namespace bouton::formal
