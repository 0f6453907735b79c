// A claim with all that it rests on, as one Coq development needs it.
#pragma once

#include "formal/formal.hpp"
#include "proofs/prove.hpp"

#include <vector>

namespace bouton {

/// The claims that a claim rests on, in an order in which each comes after what it uses; the claim itself is the last.
std::vector<formal::Proven> chain_of(const lang::Document& document, const syntax::Claim& claim, Prover& prover);

}  // namespace bouton
