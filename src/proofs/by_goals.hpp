// Looks for a proof by goals and trees (check/goal.hpp): tries schemes, what may fall, hints and rounds of instances. It only fills in a
// proof; whether this is one, the checker says.
#pragma once

#include "base/watch.hpp"
#include "check/accept.hpp"

namespace bouton::proofs {

struct GoalSearch {
    std::optional<kernel::Json> proof;
    std::string scheme;  // the last that was tried
    std::string why;     // no proof: what stood in the way
};

/// `effort`: the share of the usual effort.
GoalSearch prove_by_goals(const lang::Document& document, const syntax::Claim& claim, double effort,
                          const Watch& watch);

}  // namespace bouton::proofs
