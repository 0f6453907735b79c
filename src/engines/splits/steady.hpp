// Rules that are the same for all large heaps: "take t" and "take r and split the rest", as octal and hexadecimal codes say.
//
// That they are is proved from the rules, with the prover of lang/linear.hpp, for all heaps x >= from at once:
//   - a condition on x alone is shown to hold always or never (x >= 3, x = 2),
//   - variables that take the same values for every x are replaced by them one by one,
//   - the conditions on the remaining ones (one fewer than there are components) are shown to follow from
//     "least <= first part <= second part <= ...", in some order of the components, and to imply that all parts are at least `least`.
// So the options, as multisets of heaps, are exactly those that Split describes. "Not proved" is no harm: then the rules are evaluated heap
// by heap.
#pragma once

#include "lang/rules.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace bouton::splits {

/// Take `removed` stones and leave 2 or 3 heaps, each of at least `least` stones; of two heaps one has at least `gap` more than the other.
struct Split {
    std::size_t parts;
    std::int64_t removed, least, gap;
    auto operator<=>(const Split&) const = default;
};

/// The moves of every heap of at least `from` stones; each list is in order, without repetition.
struct SteadyRules {
    std::int64_t from = 0;
    std::vector<std::int64_t> removals;  // x becomes x - t
    std::vector<std::int64_t> heaps;     // x becomes this heap, whatever x
    std::vector<Split> splits;
};

std::optional<SteadyRules> steady_rules(const Ruleset& rules);

/// A number c such that no play from heap x is longer than c * x moves; 0: none is known. The mex is not larger either: a heap of value v
/// has an option of value v - 1.
int longest_play_factor(const Ruleset& rules);

}  // namespace bouton::splits
