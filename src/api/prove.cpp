#include "answers/theorems.hpp"
#include "api/home.hpp"
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

std::vector<ProvedClaim> told(const std::vector<ProofVerdict>& verdicts) {
    std::vector<ProvedClaim> claims;
    for (const ProofVerdict& verdict : verdicts)
        claims.push_back({verdict.claim, shown(verdict.kind), verdict.as_expected(), verdict.generality, verdict.method,
                          verdict.counterexample, verdict.tried});
    return claims;
}

}  // namespace

std::vector<ProvedClaim> prove(const std::string& text, const RunOptions& options) {
    std::optional<Watch> watch;
    return ask(watch, options, [&] {
        const auto all = [](const lang::Document&, const syntax::Claim&) { return true; };
        return told(prove_documents(
            {document_in(text)}, all, "", *watch, [](const ProofVerdict&) {}, KnownProofs()));
    });
}

std::vector<ProvedClaim> prove_file(const std::string& file, const RunOptions& options, const std::string& home) {
    std::optional<Watch> watch;
    return ask(watch, options, [&] {
        Library library(home_of_library(home));
        return told(prove_files(library, {file}, "", "", *watch, [](const ProofVerdict&) {}));
    });
}

}  // namespace bouton
