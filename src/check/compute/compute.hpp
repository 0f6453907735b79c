// Claims about finitely many cases, computed one by one straight from the text of the file.
//
// The evaluator behind this (compute_evaluator.hpp) shares nothing with the rest of Bouton but the syntax tree and integers of any
// size: names are looked up, ranges run through, moves made and values found by plain recursion from their definitions.
#pragma once

#include "base/watch.hpp"
#include "lang/document.hpp"

#include <cstdint>
#include <string>

namespace bouton::kernel {

/// Empty: every case of the claim was computed and holds. Otherwise what is wrong, or why finitely many cases do not decide it. The claim's
/// `to` counts for nothing. `cases`: how many there are.
std::string check_by_computation(const lang::Document& document, const syntax::Claim& claim, const Watch& watch,
                                 std::uint64_t& cases);

}  // namespace bouton::kernel
