#include "answers/chain.hpp"

#include <algorithm>

namespace bouton {

namespace {

void add_chain(const lang::Document& document, const syntax::Claim& claim, Prover& prover,
               std::vector<formal::Proven>& chain) {
    const auto is_there = [&](const syntax::Claim* c) {
        return std::any_of(chain.begin(), chain.end(), [&](const formal::Proven& each) { return each.claim == c; });
    };
    for (const syntax::Claim* used : claims_used(document, claim))
        if (!is_there(used)) add_chain(document, *used, prover, chain);
    if (!is_there(&claim)) chain.push_back({&claim, &prover.prove(claim).evidence});
}

}  // namespace

std::vector<formal::Proven> chain_of(const lang::Document& document, const syntax::Claim& claim, Prover& prover) {
    std::vector<formal::Proven> chain;
    add_chain(document, claim, prover, chain);
    return chain;
}

}  // namespace bouton
