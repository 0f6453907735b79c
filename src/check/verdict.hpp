// The one place that accepts proofs: `prove` before it says `proved`, and `recheck`. Code that finds proofs only hands over evidence.
#pragma once

#include "base/watch.hpp"
#include "check/second_opinion.hpp"
#include "lang/document.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace bouton {

/// What a method of proof leaves behind: what its checker needs, and files (name, content).
struct Evidence {
    std::string method;  // a scheme of goals (check/goal.hpp), digits, windows, computation
    nlohmann::ordered_json data;
    std::vector<std::pair<std::string, std::string>> files;
};

struct Judgement {
    std::string problem;              // empty: the evidence proves the claim, as far as `generality` says
    std::string generality;           // "every position and all values of the variables"
    std::string cut;                  // proved for these values only: "k <= 6"; empty: for all
    std::size_t parts = 0;            // goals, files: how much there was to check
    std::size_t second_opinions = 0;  // goals on which another solver agrees, if one was asked
};

/// Does the evidence prove the claim? What the claim uses must have been accepted too: see claims_used and may_be_used.
Judgement judge(const lang::Document& document, const syntax::Claim& claim, const Evidence& evidence,
                const Watch& watch, const kernel::AskSolver& ask_solver = {});

/// The claims of the same file that a claim uses, itself not among them.
std::vector<const syntax::Claim*> claims_used(const lang::Document& document, const syntax::Claim& claim);

/// Proofs by these methods are read by the checker of goals itself, so that other claims may use what they prove.
bool may_be_used(const std::string& method);

}  // namespace bouton
