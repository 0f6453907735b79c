// Periods of one-heap games in Coq (formal/Windows.v).
//
// The file holds the rules as a relation, a list of the kinds of moves that formal/Windows.v knows, a lemma that both say the same, the
// values up to the end of the first period, and the theorem. Which kinds of moves there are is read off the options of small heaps: a guess
// that Coq checks, so that it can only fail.
#pragma once

#include "base/watch.hpp"
#include "formal/development.hpp"
#include "lang/elaborate.hpp"

#include <nlohmann/json.hpp>

namespace bouton::formal {

/// `period`: the certificate of a period (check/windows.hpp) that proves the claim.
Development by_windows(const lang::Document& document, const syntax::Claim& claim, const nlohmann::ordered_json& period,
                       const Watch& watch);

}  // namespace bouton::formal
