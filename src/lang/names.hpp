// Which names a file may give, and that it gives each of them once.
#pragma once

#include "lang/document.hpp"

namespace bouton::lang {

/// Has the name a meaning of its own (grundy, min, P, ...)? Then nothing else may be called so: a second meaning would silently
/// change what a claim says.
bool is_reserved(const std::string& name);

/// Throws at the first declaration of a file whose name is reserved or given twice: games, imports, parameters, coordinates, `let`s,
/// definitions, formals, arguments, bounds, labels of claims, variables. What can be seen only where a name is looked up (a variable
/// that is called like a parameter, a range's new variables) is up to the elaborator.
void check_names(const syntax::File& file, const Source& source);

}  // namespace bouton::lang
