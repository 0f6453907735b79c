// A Coq development (formal/README.md) from proofs by goals and trees that the checker has accepted.
#pragma once

#include "base/watch.hpp"
#include "check/accept.hpp"
#include "formal/development.hpp"

#include <string>
#include <vector>

namespace bouton::formal {

struct Accepted {
    const syntax::Claim* claim = nullptr;
    const nlohmann::ordered_json* proof = nullptr;
};

/// The claims in the order in which they rest on each other, each accepted by the checker; the last one is the theorem.
Development by_goals(const lang::Document& document, const std::vector<Accepted>& chain, const Watch& watch);

}  // namespace bouton::formal
