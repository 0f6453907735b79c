// Syntax -> text, so that parse_file(print(file)) gives the same tree again.
#pragma once

#include "lang/syntax.hpp"

#include <string>

namespace bouton::lang {

std::string print(const syntax::Term& term);
std::string print(const syntax::Game& game);
std::string print(const syntax::Claim& claim);
std::string print(const syntax::File& file);

/// A claim as others name it: theorem 3.1
std::string full_name(const syntax::Claim& claim);

}  // namespace bouton::lang
