// Checks certificates of periods (method "windows"): an independent reading of the rules, and values by the definition.
//
// Every move is read as linear inequalities in the heap x and at most one variable more; variables whose range does not depend on x are
// tried one by one. From that follow the options of every heap, the moves of all large heaps, and the heap F from which on these are all.
// They must be those of the certificate. The values of all heaps that the argument speaks of are then computed by the definition, and
// compared. The arguments, with proofs, are in proofs/windows.hpp; no code is shared with it, nor with the engines.
//
// Time: for heaps that split O(N^2), or O(N R) where R heaps have values of one kind (values.hpp), O(N M) for all-but sets and at most O(N |S|) for a subtraction set S, where N is about the last heap
// compared.
#pragma once

#include "base/watch.hpp"
#include "lang/rules.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace bouton {

/// Empty if the certificate proves what it says: preperiod, period and saltus, and that they are the least ones. Otherwise what is wrong.
std::string check_period(const Ruleset& rules, const nlohmann::ordered_json& certificate, const Watch& watch);

/// The same for several certificates of one game: `known`, empty at first, keeps what this function has computed from these rules.
std::string check_period(const Ruleset& rules, const nlohmann::ordered_json& certificate,
                         std::vector<std::int64_t>& known, const Watch& watch);

}  // namespace bouton
