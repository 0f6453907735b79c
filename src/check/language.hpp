// What the checker's own readers of files know of the language. Whatever a game says beyond that is refused here, in one place, before
// anything of it is read: a move that is not understood must not be taken for another one.
#pragma once

#include "lang/document.hpp"

#include <string>

namespace bouton::kernel {

/// Empty: the readers of the syntax tree (check/read.hpp, check/compute) know everything that the game says. Otherwise what they do not know.
std::string unknown_to_readers(const syntax::Game& game);

/// Does the function call itself, directly or through other definitions of its file?
bool is_recursive(const lang::Document& document, const std::string& function);

}  // namespace bouton::kernel
