#include "answers/theorems.hpp"
#include "api/parts.hpp"
#include "bouton/claims.hpp"

namespace bouton {

namespace {

ProvedClaim::Kind shown(ProofVerdict::Kind kind) {
    switch (kind) {
        case ProofVerdict::Kind::proved: return ProvedClaim::Kind::proved;
        case ProofVerdict::Kind::limited: return ProvedClaim::Kind::limited;
        case ProofVerdict::Kind::refuted: return ProvedClaim::Kind::refuted;
        case ProofVerdict::Kind::open: break;
    }
    return ProvedClaim::Kind::open;
}

}  // namespace

std::vector<ProvedClaim> prove(const std::string& text, const RunOptions& options) {
    std::optional<Watch> watch;
    return ask(watch, options, [&] {
        const auto all = [](const lang::Document&, const syntax::Claim&) { return true; };
        std::vector<ProvedClaim> claims;
        for (const ProofVerdict& verdict : prove_documents(
                 {document_in(text)}, all, "", *watch, [](const ProofVerdict&) {}, KnownProofs()))
            claims.push_back({verdict.claim, shown(verdict.kind), verdict.as_expected(), verdict.generality,
                              verdict.method, verdict.counterexample, verdict.tried});
        return claims;
    });
}

}  // namespace bouton
