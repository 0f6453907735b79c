// The inner loop for heaps whose window grows by 0 or 1 from one heap to the next, compiled for every instruction set.
#pragma once

#include <cstdint>

namespace bouton {

/// Values heaps x, x + 1, ... (at most `count`) as long as the window's begin stays or moves on by one: low[i] is that
/// of heap x + i, low[-1] that of heap x - 1. Returns how many. The cells low[-1] .. x - 1 must hold each of
/// 0 .. x - 1 - low[-1] once; afterwards the same is true of the window of the last heap valued and that heap.
std::int64_t fill_steady(std::uint8_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count);
std::int64_t fill_steady(std::uint16_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count);
std::int64_t fill_steady(std::uint32_t* cells, std::int64_t x, const std::int64_t* low, std::int64_t count);

}  // namespace bouton
