// Looks for a counterexample where Bouton chooses, not where the author of the claim says: the bounds after `to` are ignored.
//
// What is tried, in this order, until about 100,000 cases were examined or the time is spent:
//   boxes     all variables (and, for sets of positions, coordinates) up to 3, 6, 12, 25, 50, 100, ...; where such a cube would be too
//             large, long boxes instead: one or two variables far, the others small, each in turn
//   corners   each variable near every number that the claim or the rules mention, the others small
//   samples   cases at random: small and large mixed, near powers of the bases that occur and near the numbers that are mentioned; of
//             any size (beyond 64 bits) where no value of a game is asked for
// A claim that assumes something of a rule function is tried with many functions that satisfy it. The order is the same for the same
// seed; only the clock can cut it short, and then `reach` says so.
//
// With at most two free variables every case below 100 is examined, however long that takes (the watch alone stops it), unless a case
// needs values that cannot be had: those are left out and counted.
#pragma once

#include "claims/run.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace bouton {

struct Refutation {
    Assignment counterexample;
    bool replayed = false;  // the reference engine says so too (or no value of the game is asked for)
};

struct RefuterReport {
    std::optional<Refutation> found;
    std::uint64_t cases = 0;      // examined
    std::uint64_t left_out = 0;   // could not be evaluated
    std::string reach;            // in words: how far
    bool hypotheses_met = false;  // there was a case in which all that the claim supposes holds
    double seconds = 0;
};

/// `guarantee`: with two free variables everything below 100 is examined, however long it takes.
RefuterReport refute(const lang::Document& document, const syntax::Claim& claim, const Watch& watch, double seconds = 2,
                     std::uint64_t seed = 1901, bool guarantee = true);

}  // namespace bouton
