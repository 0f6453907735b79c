// The baselines: what a careful programmer writes first. Compiled with -O3 -march=native, one thread.
#pragma once

#include <cstdint>
#include <vector>

namespace plain {

/// Values of a subtraction game: mex over an array of flags.
std::vector<std::uint8_t> subtraction(const std::vector<int>& moves, std::int64_t count);

/// Two coordinates, removals from either within bounds: stamps of seen values. Tables are n x n, the first coordinate outside.
std::vector<std::uint16_t> josephus(int n, int weight);  // weights 1 and -weight, at most half of the total
std::vector<std::uint16_t> third(int n);                 // at most a third of all stones
std::vector<std::uint16_t> wythoff(int n);

/// Weights 2 and 1, at most half of the total from both: outcomes with an early exit (1: the player to move wins), and values.
std::vector<std::uint8_t> two_weights_outcomes(int n);
std::vector<std::uint16_t> two_weights_values(int n);

/// Maximum Nim with floor(x / k): a balanced set of the missing values and a sliding window.
std::vector<std::uint32_t> maximum_nim(int k, std::int64_t count);

/// Octal codes: how many stones a move takes that ends the heap, leaves one heap, leaves two (Grundy's game: unequal ones).
struct Octal {
    std::vector<std::size_t> whole, leave_one, leave_two;
    bool equal_parts = true;
};
std::vector<std::uint16_t> octal(const Octal& code, std::size_t count);  // all splits
std::vector<std::uint16_t> octal_rare(const Octal& code,
                                      std::size_t count);  // rare and common values, straightforwardly

}  // namespace plain
