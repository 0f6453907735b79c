// A hash of rows of numbers: positions, sums, states. (std::hash gives none.)
#pragma once

#include <cstddef>
#include <cstdint>

namespace bouton {

struct HashNumbers {
    template <class Numbers> std::size_t operator()(const Numbers& numbers) const {
        std::uint64_t hash =
            0x9e3779b97f4a7c15;  // the golden ratio, and a factor of Murmur's: each bit changes half of the others
        for (const auto number : numbers) {
            hash ^= static_cast<std::uint64_t>(number);
            hash *= 0xff51afd7ed558ccd;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

}  // namespace bouton
