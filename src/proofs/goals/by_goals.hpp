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

/// A prover that cheats, to test the checker with: it hands over all goals of the plan, with an empty proof of each that it cannot show.
/// `unshown`: what these are called.
kernel::Json careless_proof(const lang::Document& document, const syntax::Claim& claim, const kernel::Plan& plan,
                            double effort, const Watch& watch, std::vector<std::string>& unshown);

}  // namespace bouton::proofs
