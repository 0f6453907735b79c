// What one heap may become, in the form in which the solver takes it.
#pragma once

#include "engines/engine.hpp"

#include <cstdint>
#include <vector>

namespace bouton::splits {

/// One of the heaps first..last, beside heaps whose values have the xor `other`.
struct Run {
    std::int64_t first, last;
    Value other = 0;
};

/// Two heaps a and total - a for first <= a <= last, beside heaps whose values have the xor `other`. The heap a is not the larger one, so
/// that no pair occurs twice:  0 <= first,  2 * last <= total.
struct Pairs {
    std::int64_t total, first, last;
    Value other = 0;
};

struct HeapOptions {
    std::vector<Run> runs;
    std::vector<Pairs> pairs;

    void clear() {
        runs.clear();
        pairs.clear();
    }
};

}  // namespace bouton::splits
