// What `misere` tells: the misere quotient of heaps up to a bound, found by engines/misere and accepted by check/quotient.
#pragma once

#include "answers/answer.hpp"
#include "engines/misere/sums.hpp"

#include <string>
#include <utility>
#include <vector>

namespace bouton {

/// The quotient in the form of Plambeck and Siegel: generators, relations, and for every element the least monomial that it is (fewer factors
/// first, then by the alphabet). The relations are those between a monomial that is not least, though all its divisors are, and the least
/// one that equals it; all others follow.
struct MisereQuotient {
    std::int64_t to = 0;                                           // heaps 0..to
    std::vector<std::pair<std::string, std::int64_t>> generators;  // a letter, and the first heap that it is
    std::vector<std::pair<std::string, std::string>> relations;
    std::vector<std::string> elements;                // normal forms
    std::vector<std::uint32_t> heaps;                 // by heap: its element (the pretending function)
    std::vector<bool> p_portion;                      // by element
    std::vector<std::vector<std::uint32_t>> actions;  // by heap, by element
    std::size_t pairs = 0;                            // that the checker looked at

    /// The element of a sum: heaps with how often they occur.
    std::uint32_t element_of(const std::vector<std::pair<std::int64_t, Integer>>& sum) const;
};

/// Throws Error (a limit) when it is not found; the message says up to which heap there is one.
MisereQuotient misere_quotient(const Session& session, std::int64_t to, const Watch& watch);

struct GenusAnswer {
    std::vector<misere::Genus> heaps;
    /// Every position that can be reached from these heaps has the genus of a sum of nim-heaps, so they behave like such sums.
    bool tame = true;
};
GenusAnswer genus_of_heaps(const Session& session, std::int64_t to, const Watch& watch);

}  // namespace bouton
