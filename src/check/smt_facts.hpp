// Facts of a script (2 in smt.hpp), tested with numbers.
#pragma once

#include "base/watch.hpp"
#include "check/smt.hpp"
#include "check/smt_script.hpp"

#include <cstdint>
#include <string>

namespace bouton::recheck::smt {

/// The first fact that is false, in words; empty if none was found. Counts facts in the report.
std::string false_fact(const Script& script, const Watch& watch, std::uint64_t seed, ScriptReport& report);

}  // namespace bouton::recheck::smt
