// Claims by digits (digits/digits.hpp): all the games that a claim is about, one after the other.
//
// Automata either answer quickly or grow; the memory that they may take bounds the work, so that with little of it this is a quick first try
// whose outcome does not depend on how busy the machine is.
#pragma once

#include "base/watch.hpp"
#include "lang/document.hpp"
#include "proofs/attempt.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace bouton::proofs {

/// What is found is not accepted yet.
Attempt digits_attempt(const lang::Document& document, const syntax::Claim& claim, const Watch& watch,
                       std::uint64_t memory);

struct Judged {
    std::string method, generality;
};

/// Found, and accepted by the checker for all that the claim says; nothing: try something else.
std::optional<Judged> proved_by_digits(const lang::Document& document, const syntax::Claim& claim, const Watch& watch,
                                       std::uint64_t memory);

}  // namespace bouton::proofs
