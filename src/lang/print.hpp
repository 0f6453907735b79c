// Syntax -> text, so that parse_file(print(file)) gives the same tree again.
#pragma once

#include "lang/syntax.hpp"

#include <string>

namespace bouton::lang {

std::string print(const syntax::Term& term);
std::string print(const syntax::Game& game);
std::string print(const syntax::Claim& claim);
std::string print(const syntax::File& file);

}  // namespace bouton::lang
