// A hash of a sequence of values: equal for games with the same values, and for others only by chance (one pair in 2^64).
//
// Hashed are preperiod, period and saltus, which determine with the first preperiod + period values all others, and these values as bit
// planes: as many planes as the largest of them has bits, each filled up with zeros to words. An atlas of n games has about n^2 / 2^65
// pairs that are equal by chance: 10^-6 at six million.
#pragma once

#include "atlas/findings.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton::atlas {

class Fingerprint {
  public:
    /// Of a settled sequence; of one that is not settled: count values, with period 0.
    void begin(std::int64_t preperiod, std::int64_t period, std::int64_t saltus);

    /// Room for the next plane, of so many bits, all of them 0.
    std::uint64_t* plane(std::int64_t bits);

    std::uint64_t hash() const;

  private:
    std::vector<std::uint64_t> words_;
    std::size_t used_ = 0;
};

/// Of values that are given one by one.
std::uint64_t fingerprint(std::int64_t preperiod, std::int64_t period, std::int64_t saltus,
                          const std::vector<std::int64_t>& first);

}  // namespace bouton::atlas
