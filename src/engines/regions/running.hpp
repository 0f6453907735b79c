// Rows of running maxima, in SIMD. T is std::int16_t, std::int32_t or std::int64_t.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bouton::regions {

constexpr std::size_t kMostLanes = 32;  // of a vector: so far behind the end of a row numbers may be read and raised

/// Raises what is less than `value` among the first `count` numbers, none of which is less than one before. Short and often called: the
/// function for this machine is looked up once.
template <class T> using Raise = void (*)(T* numbers, std::size_t count, T value);
template <class T> Raise<T> best_raise();

/// to[i] = max(to[i], from[i])
template <class T> void merge(T* to, const T* from, std::size_t count);

/// Adds to the set all i < count with  numbers[i] >= need + i*step;  those products fit into T.
template <class T> void add_reached(std::uint64_t* bits, const T* numbers, std::size_t count, T need, T step);

}  // namespace bouton::regions
