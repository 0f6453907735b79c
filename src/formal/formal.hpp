// From an accepted proof to a Coq development (formal/README.md): which generator a method of proof has.
#pragma once

#include "check/verdict.hpp"
#include "formal/development.hpp"

#include <vector>

namespace bouton::formal {

/// A claim with the evidence that the checker has accepted.
struct Proven {
    const syntax::Claim* claim = nullptr;
    const Evidence* evidence = nullptr;
};

/// The claims in the order in which they rest on each other; the last one is the theorem. `whole`: it is proved without a cut.
Development develop(const lang::Document& document, const std::vector<Proven>& chain, bool whole, const Watch& watch);

}  // namespace bouton::formal
