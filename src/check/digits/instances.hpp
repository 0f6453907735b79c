// Of which choices of the game's arguments a proof by digits speaks.
#pragma once

#include "lang/elaborate.hpp"

#include <functional>
#include <string>

namespace bouton {

/// One instance for each choice of the variables that the game's arguments use; they alone are run through up to the claim's named
/// bounds. No other variable, and no coordinate, is bounded by `to`. `cut`: what was left out, as in "k <= 12"; empty: nothing.
void for_each_digit_instance(const lang::Document& document, const syntax::Claim& claim, std::string& cut,
                             const std::function<bool(lang::ClaimInstance&&)>& visit);

}  // namespace bouton
