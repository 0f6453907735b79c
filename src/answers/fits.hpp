// Do these values agree with those of a game? Values on boxes and along lines of them, and the shifts at which a sequence fits.
//
// What is no position holds kAbsent, which no term of a sequence is.
#pragma once

#include "base/watch.hpp"
#include "engines/engine.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

using Terms = std::vector<std::int64_t>;

constexpr std::int64_t kAbsent = -1;     // no position
constexpr std::size_t kFewestTerms = 8;  // with fewer nearly every game fits
constexpr std::int64_t kFurthest = 32;   // the first term is the value of a heap up to this

/// Values of a whole box, in lexicographic order.
struct Box {
    Position largest;
    Terms values;

    std::int64_t at(const Position& position) const;  // kAbsent outside
};

Box box_of(const Ruleset& rules, What what, const Position& largest, const Watch& watch);

/// Positions along which a sequence is compared: the one coordinate that runs, or all of them, from 0 on.
struct Line {
    Position start;
    std::size_t along = 0;  // == start.size(): all of them
    std::string text;       // y = 2; empty: there is one coordinate

    Position at(std::int64_t n) const;
};

/// One heap; or rows in which the other coordinates are small, and the diagonal. None: too many coordinates.
std::vector<Line> lines_of(const Ruleset& rules);

/// The values along a line from 0 to length - 1.
Terms values_along(const Line& line, const Ruleset& rules, What what, std::int64_t length, const Watch& watch);

/// Where something fits, and on how many values.
struct Fit {
    std::int64_t shift = 0;
    std::uint64_t compared = 0;
};

/// The least shift, from 0 on, then -1 to -4, at which all terms agree that can be compared.
std::optional<Fit> fit_of_values(const Terms& terms, const Terms& values);

/// The same for a list of P-positions: between its first and its last term it has all heaps of value 0, and no other.
std::optional<Fit> fit_of_positions(const Terms& terms, const Terms& values);

/// Two boxes agree wherever both can be asked: the one at a position, the other at the position with its coordinates in another order,
/// all shifted.
std::optional<Fit> fit_of_boxes(const Box& mine, const Box& other);

}  // namespace bouton
