#include "formal/formal.hpp"

#include "formal/columns.hpp"
#include "formal/goals.hpp"
#include "formal/windows.hpp"

namespace bouton::formal {

Development develop(const lang::Document& document, const std::vector<Proven>& chain, bool whole, const Watch& watch) {
    const syntax::Claim& claim = *chain.back().claim;
    const Evidence& evidence = *chain.back().evidence;
    // What the library holds is proved there for all values, whatever the evidence covers.
    if (Development known = by_library(document, claim); !known.text.empty()) return known;
    if (!whole) return no_development("the claim is not proved for all values of its variables");
    if (evidence.method == "windows") return by_windows(document, claim, evidence.data.at("period"), watch);
    if (evidence.method == "columns") return by_columns(document, claim);
    if (evidence.method == "computation")
        return no_development("it is a computation: there is nothing to prove for all positions");
    if (evidence.method == "digits")
        return no_development("proofs by digit automata are not written for Coq yet, but for Nim and Wythoff's game");
    std::vector<Accepted> accepted;
    for (const Proven& proven : chain) accepted.push_back({proven.claim, &proven.evidence->data});
    return by_goals(document, accepted, watch);
}

}  // namespace bouton::formal
