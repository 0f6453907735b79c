// What can be said of a game's P-positions without a law: where they are, symmetry, how many there are in a row, how they thin out, how their
// sequence grows, and how disordered they look at two scales. Observations of a box, true of that box and of nothing else.
//
// Disorder is measured twice. Bits: the length of the table in a code that predicts each value's step from the steps before it (adaptive, no
// training), a position; where there is order, it falls as the box grows. Blocks: how many different patterns of P-positions the aligned blocks
// of a fixed size have; where an automaton or families rule, few new ones come when the box is doubled, and in noise all are new.
// Cost: a few passes over the sample's large table.
#pragma once

#include "discover/sample.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bouton::discover {

/// p(n + 1) = floor((a*p(n) + b)/c) for n >= from, for the P-positions p(0) < p(1) < ... of one heap.
struct Growth {
    std::int64_t a = 1, b = 0, c = 1;
    std::size_t from = 0, terms = 0;  // so many were compared
    std::int64_t to = 0;              // up to this heap
};

struct Observations {
    /// The box with coordinates below so much.
    struct Scale {
        std::vector<std::int64_t> extent;
        std::uint64_t positions = 0, losing = 0;
        double bits = 0;  // a position
        std::uint64_t blocks = 0, different = 0;
    };
    /// The lines along which all coordinates but one are fixed (two coordinates only).
    struct Lines {
        std::string fixed;  // x
        std::int64_t checked = 0, with_one = 0;
        std::uint64_t most = 0;  // P-positions in one of them
    };
    std::string word;                         // P-positions
    std::vector<Position> losing;             // the first ones, by the sum of their coordinates
    bool symmetric = false, several = false;  // in the coordinates; there are several of them
    std::vector<Lines> lines;
    std::vector<Scale> scales;  // from the smaller box to the larger
    std::int64_t block = 0;     // side of a block
    std::optional<Growth> growth;
};

Observations observed(const Sample& sample, const Watch& watch);

/// The growth law with the smallest numbers that the whole sequence obeys; it has to have at least eight terms behind `from`.
std::optional<Growth> growth_of(const std::vector<std::int64_t>& sequence);

/// For people, one sentence each.
std::vector<std::string> sentences(const Observations& observations);

}  // namespace bouton::discover
