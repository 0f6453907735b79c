// The map x -> floor((p x + q) / d), applied over and over to integers of any size.
//
// Written x = a d^m + b, m steps take x to a p^m + (m steps of b alone), since the first part stays divisible by d until the last step.
// With d^m and p^m below 2^62 those are m steps on machine integers and one division, product and sum of large ones.
#pragma once

#include "base/integer.hpp"

namespace bouton {

class FloorMap {
  public:
    /// p, d >= 1 and q >= 0. Long loops ask the thread's watch.
    FloorMap(Integer p, Integer q, Integer d);

    /// Applies the map as long as x < bound; it must make every such x >= 0 larger.
    Integer climb(Integer x, const Integer& bound) const;

    /// The last of x < bound and the numbers after it that is below the bound.
    Integer last_below(Integer x, const Integer& bound) const;

    /// Applies the map as long as d does not divide x >= 0; it must make x smaller.
    Integer fall_to_multiple(Integer x) const;

  private:
    Integer step(const Integer& x) const;
    Integer fall_evenly(Integer x) const;

    Integer p_, q_, d_;
    int block_ = 0;  // steps at once; 0: the numbers are too large for that
    std::uint64_t small_p_ = 0, small_q_ = 0, small_d_ = 0;
    std::uint64_t p_power_ = 0, d_power_ = 0;
};

}  // namespace bouton
