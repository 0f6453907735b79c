// A claim that holds for every rule function with some property, tried with functions of our own instead of the author's examples.
#pragma once

#include "lang/elaborate.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bouton {

struct TriedFunction {
    syntax::Claim claim;  // with this function, and without bounds
    std::string name;     // f(x)
    std::string text;     // floor(x/3)
    std::vector<std::string>
        idle;  // variables of the claim that nothing depends on any more: they made up the author's examples
};

/// Constants, fractions, roots, steps at random, and others, for a claim with `assuming`; none if the game has no rule function.
/// Whether a function satisfies what is assumed is for the caller to test. Beyond `last` they go on as they did before.
std::vector<TriedFunction> with_other_functions(const lang::Document& document, const syntax::Claim& claim,
                                                std::uint64_t seed);

}  // namespace bouton
