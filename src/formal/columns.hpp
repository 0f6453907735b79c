// Games of piles in Coq: Nim, Moore's Nim, the same for several players. The theorems are in formal/; the file says which one is the claim.
#pragma once

#include "formal/development.hpp"
#include "lang/document.hpp"

namespace bouton::formal {

/// For claims that the scheme `columns` of the checker has accepted: { outcome = 0 } = { qsum(q, a...) = 0 }, or xor.
Development by_columns(const lang::Document& document, const syntax::Claim& claim);

/// A claim that is a theorem of formal/ as it stands: all values of Nim, Wythoff's game in Fibonacci digits. Otherwise why not.
Development by_library(const lang::Document& document, const syntax::Claim& claim);

}  // namespace bouton::formal
