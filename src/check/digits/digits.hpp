// Checks certificates of digit proofs (method "digits").
//
// The claim and the rules are read anew, as formulas over sums of numbers, and brought to the clauses that proofs/automaton.hpp and
// proofs/clauses.hpp describe; the certificate must list the same ones. Then, for every question, its file must hold a set of pairs (a
// state of the left side, states of the right side) such that
//   the starting pairs are in it, up to fewer right states;
//   whatever column is read, the pairs that follow are in it, up to fewer right states;
//   where the left state accepts, one of the right states accepts.
// So no tuple of the left side is missing on the right side, and nothing had to be searched for. No code is shared with proofs/.
#pragma once

#include "base/watch.hpp"
#include "lang/elaborate.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

/// Empty if the certificate proves the claim, otherwise what is wrong with it.
std::string check_digits(const lang::ClaimInstance& instance, const nlohmann::ordered_json& data,
                         const std::vector<std::pair<std::string, std::string>>& files, const Watch& watch);

}  // namespace bouton
