// The Josephus circle: seats 1..n, every k-th is removed until one is left; the survivor counts as the n-th removed.
//
// Loops ask the thread's watch (watch.hpp) whether to go on.
//
//   seat removed i-th:  x = (n - i) k;  while x < n (k - 1):  x += floor(x / (k - 1)) + 1;   the seat is n k - x
//   rank of a seat:     x = n k - seat;  while k does not divide x:  x = floor((k - 1) x / k);  the rank is n - x / k
// (Concrete Mathematics 3.3; S. Takahashi, H. Manabe, R. Miyadera, Maximum Nim and Josephus Problem, Theorem 3.4.)
// About k ln(n) steps, many at once (floor_map.hpp); when k is large the plain recurrence over the circle's size needs n steps and is
// used instead.
#pragma once

#include "base/integer.hpp"

#include <vector>

namespace bouton::josephus {

Integer seat(const Integer& n, const Integer& k, const Integer& i);
Integer rank(const Integer& n, const Integer& k, const Integer& seat);

/// The same, walking through the circle's sizes one by one: straight from the definition, n steps. Claims are checked with these, so
/// that a theorem about the fast formulas is not checked against itself.
Integer seat_by_walking(const Integer& n, const Integer& k, const Integer& i);
Integer rank_by_walking(const Integer& n, const Integer& k, const Integer& seat);

/// All seats in the order of removal, in O(n log n) time and O(n) memory.
std::vector<std::int64_t> order(std::int64_t n, const Integer& k);

}  // namespace bouton::josephus
