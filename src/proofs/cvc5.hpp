// cvc5, another solver, asked as a program of its own, if it is installed. Nothing rests on its answers.
#pragma once

#include "base/watch.hpp"
#include "check/second_opinion.hpp"

#include <string>

namespace bouton {

kernel::Opinion ask_cvc5(const std::string& script, const Watch& watch);

/// The full path of cvc5, looked up in PATH; empty if it is not there.
std::string cvc5_program();

}  // namespace bouton
