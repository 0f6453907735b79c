// Checks certificates of periods (method "windows"): an independent reading of the rules, and values by the definition.
//
// Every move is read as linear inequalities in the heap x and at most one variable more; variables whose range does not depend on x are
// tried one by one. From that follow the options of every heap, the moves of all large heaps, and the heap F from which on these are all.
// They must be those of the certificate. The values of all heaps that the argument speaks of are then computed by the definition, and
// compared. The arguments, with proofs, are in proofs/windows.hpp; no code is shared with it, nor with the engines.
//
// Time: O(N^2) for heaps that split, O(N M) for all-but sets and at most O(N |S|) for a subtraction set S, where N is about the last heap
// compared.
#pragma once

#include "base/watch.hpp"
#include "lang/rules.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace bouton {

/// Empty if the certificate proves what it says: preperiod, period and saltus, and that they are the least ones. Otherwise what is wrong.
std::string check_period(const Ruleset& rules, const nlohmann::ordered_json& certificate, const Watch& watch);

}  // namespace bouton
