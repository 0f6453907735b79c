// Families of sets: S subset {1..20} with three elements is written as a family of numbers, 1 <= S1 < S2 < S3 <= 20, and S as {S1, S2, S3}.
//
// Sets with fewer elements repeat the last one: {2, 5} is 2, 5, 5, so that a table has the same columns for all of them.
#pragma once

#include "atlas/family.hpp"

#include <string>

namespace bouton::atlas {

/// How many elements a set has.
struct SetSize {
    std::int64_t least = 0, most = 0;  // 0: not said
};

/// 3 or 1..4
SetSize parse_set_size(const std::string& text);

/// The same words without `subset`. Throws if a size is missing, or is given though no set is.
FamilyWords with_elements(const FamilyWords& words, SetSize size);

}  // namespace bouton::atlas
