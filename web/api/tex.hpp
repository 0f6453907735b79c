// Terms and claims as TeX, for a page that typesets them. Nothing of a text passes through but names, digits and signs of the language.
#pragma once

#include "lang/syntax.hpp"

#include <string>

namespace bouton::web {

std::string tex(const syntax::Term& term);
/// What a claim says: hypotheses behind it, without name, hints and bounds.
std::string tex(const syntax::Claim& claim);
std::string tex(const syntax::Definition& definition);

}  // namespace bouton::web
