// Where the library of games is.
#pragma once

#include <string>

namespace bouton {

/// The folder with games/ and papers/: the one given, otherwise what BOUTON_HOME says.
std::string home_of_library(const std::string& home);

}  // namespace bouton
