// Periods of subtraction games, thousands a millisecond: the engine behind atlases of subtraction sets.
//
// Values as bit planes. A game with k moves has values up to k, which take B bits where 2^B > k; plane b holds bit b of the values of 64
// heaps a word. With m the least move, the options of m heaps in a row are all known, so that min(m, 64) values are made at once: plane by
// plane the options are fetched, for each v the heaps that have an option of value v are an OR of ANDs, and the mex is the first v that is
// missing. Before heap 0 the planes hold 2^B - 1 >= k: an option that is not there, and counts as one, since the mex of fewer than k
// options is less than k.
//
// A small first move a, and a second one b that is not small: let m be the mex of the other options and m' that of the others and m. Then
// G(n) = m'(n) if G(n - a) = m(n), and m(n) otherwise, so that e(n) = [G(n - a) = m(n)] is e(n - a) ? [m'(n - a) = m(n)] : [m(n - a) =
// m(n)], a map of e(n - a) that is affine over the field of two elements; such maps are composed by doubling, and min(b, 64) values are
// made at once.
//
// Periods. With M the largest move, the last M values determine all that follow: if they equal those p earlier, p is a period from there
// on, and the least such p is the least period (proofs/windows/windows.hpp, (1)). Sums of two moves are tried first, and made least by
// trying p/q for the primes q of p; otherwise all p are tried, 64 at a time. The preperiod ends where the sequence last differs from itself
// p later. Outcomes are determined by the last M of themselves in the same way, and their period divides p.
//
// Cost: some 2^B k operations for 64 values (or the first move's, or the second's); about 0.3 microseconds for a set of three moves up to 64.
#pragma once

#include "atlas/findings.hpp"
#include "atlas/fingerprint.hpp"
#include "base/watch.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace bouton::atlas {

/// For one thread; what it has allocated is used again.
class SubtractionSweep {
  public:
    static constexpr std::size_t kMostMoves = 15;
    static constexpr std::int64_t kLargestMove = 1 << 16;

    explicit SubtractionSweep(const Watch& watch);
    ~SubtractionSweep();
    SubtractionSweep(SubtractionSweep&&) noexcept;

    /// The moves in order, each once, from 1 to kLargestMove, 1 to kMostMoves of them. Heaps up to `limit` are looked at. With `scaled`
    /// a set of multiples of g is answered by the set divided by g: its heap n has the value of heap floor(n/g) there.
    Findings find(const std::vector<std::int64_t>& moves, std::int64_t limit, bool scaled);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bouton::atlas
