// Z3 in process. What it is given is the text that goes into the certificate, nothing else.
#pragma once

#include "base/watch.hpp"

#include <map>
#include <string>
#include <vector>

namespace bouton::proofs {

enum class Answer { unsat, sat, unknown };

/// `effort`: how much the solver may do, in its own units, so that the answer does not depend on the machine's load.
Answer solve(const std::string& script, unsigned effort, const Watch& watch);

/// Numbers for some of the script's constants under which all of it holds; empty: none was found.
std::map<std::string, std::string> model(const std::string& script, const std::vector<std::string>& names,
                                         unsigned effort, const Watch& watch);

std::string solver_version();

}  // namespace bouton::proofs
