#include "answers/checks.hpp"
#include "api/parts.hpp"
#include "bouton/claims.hpp"

namespace bouton {

std::vector<CheckedClaim> told(const std::vector<Verdict>& verdicts) {
    using Kind = CheckedClaim::Kind;
    std::vector<CheckedClaim> claims;
    for (const Verdict& verdict : verdicts) {
        const Kind kind = verdict.kind == Verdict::Kind::holds     ? Kind::holds
                          : verdict.kind == Verdict::Kind::refuted ? Kind::refuted
                                                                   : Kind::error;
        claims.push_back({verdict.claim, kind, verdict.as_expected(), verdict.counterexample, verdict.bound,
                          verdict.cases, verdict.message});
    }
    return claims;
}

std::vector<CheckedClaim> check(const std::string& text, const RunOptions& options, std::optional<std::int64_t> to) {
    std::optional<Watch> watch;
    return ask(watch, options,
               [&] { return told(check_documents({document_in(text)}, to, *watch, [](const Verdict&) {})); });
}

}  // namespace bouton
