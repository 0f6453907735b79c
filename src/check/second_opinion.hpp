// A second opinion on what a tree of cases refutes: cvc5, if it is installed. Nothing rests on it; that it disagrees would be worth a report.
#pragma once

#include "base/watch.hpp"
#include "check/term.hpp"

#include <string>
#include <vector>

namespace bouton::kernel {

/// The entries as an SMT-LIB script: every product, call, quotient and choice an unknown integer, quantified parts left out.
std::string smt_script(const std::vector<FormulaPtr>& entries);

enum class Opinion { agrees, disagrees, none };
Opinion ask_cvc5(const std::string& script, const Watch& watch);

/// The full path of cvc5, looked up in PATH; empty if it is not there.
std::string cvc5_program();

}  // namespace bouton::kernel
