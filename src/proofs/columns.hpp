// Nim, Moore's Nim and Nim for several players with any number of piles: one column of binary digits at a time.
//
// Rules: lower between 1 and k piles, each as far as one likes. Claim: the positions to lose are those in which every column of binary
// digits adds up to a multiple of q. With n players a position is lost if no 1..n-1 moves lead from it to another lost one and n-1 moves
// suffice from elsewhere (the kernel argument for the podium rule); j moves lower between 1 and j*k piles, and any such change can be made.
// So let K = (n-1)*k piles be lowered at once, K = k for two players. Then:
//
//   above   take the highest column in which something changes, d piles turn 1 into 0 there, 1 <= d <= K. If its sum was T = q*i before
//           and is T - d = q*j after, d is a multiple of q: impossible if K < q.
//   column  go from the highest column down. c piles have been lowered already (their digits below are free), T ones are in the others.
//           If for all 0 <= c <= K and T there are d <= T piles to lower now and g <= c ones for the free digits with c + d <= K and
//           T - d + g divisible by q, the whole position can be brought into the set.
//   first   in the first column whose sum is no multiple of q nothing is free, so d >= 1: something is lowered.
//
// The three are conditions in linear arithmetic and products, with n, k and q as the claim has them.
#pragma once

#include "proofs/conditions.hpp"

namespace bouton::proofs {

/// The conditions for a claim of this kind; throws Unsupported for others.
std::vector<Condition> column_conditions(const lang::OpenClaim& claim, Terms& terms);

}  // namespace bouton::proofs
