// A second opinion on what a tree of cases refutes, by another solver that the caller asks. Nothing rests on it; that it disagrees would be
// worth a report.
#pragma once

#include "base/watch.hpp"
#include "check/term.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bouton::kernel {

/// The entries as an SMT-LIB script: every product, call, quotient and choice an unknown integer, quantified parts left out.
std::string smt_script(const std::vector<FormulaPtr>& entries);

enum class Opinion { agrees, disagrees, none };
using AskSolver = std::function<Opinion(const std::string& script, const Watch& watch)>;

}  // namespace bouton::kernel
