// Claims about the periods of a family, in a file of the language, against all members of an atlas:
//
//     conjecture "additive sets" in subtraction(moves = {a, b, a + b}) for 1 <= a < b, ...: grundy has period ... after ...
//
// A member is one that the claim speaks of if its moves, in order, are the elements of the claim's set for some values of the claim's
// variables, and these satisfy its ranges and conditions. Variables are read off the moves or are given by `NAME = ...`. Nothing of the game
// is computed: what was found of a member is compared with what the claim says, a microsecond or so for each.
#pragma once

#include "atlas/store.hpp"
#include "base/watch.hpp"
#include "lang/document.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bouton::atlas {

struct ClaimVerdict {
    std::string claim;            // theorem 3.1
    std::string why_not;          // it cannot be compared with an atlas, in half a sentence; empty: it was
    bool expect_refuted = false;  // what its file says of it
    std::uint64_t members = 0;    // settled ones of which it speaks
    std::uint64_t exceptions = 0;
    Row first;  // exception
    bool as_expected() const { return !why_not.empty() || (exceptions > 0) == expect_refuted; }
};

/// Every claim of the document about the family's game.
std::vector<ClaimVerdict> compare_claims(Store& store, const Family& family, const lang::Document& document,
                                         const Watch& watch);

}  // namespace bouton::atlas
