// Two rulesets, or a ruleset and a formula, on a box of positions.
#pragma once

#include "answers/answer.hpp"
#include "draw/draw.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bouton {

struct CompareRequest {
    std::string first, second;  // a game with its arguments: `k-wythoff k=2`; the second may be a formula: `xor(x, y)`
    What what = What::grundy;
    TableRequest box;
    std::string command;  // for the picture
};

struct Comparison {
    std::string first, second;  // what was compared, as a person would call it
    std::string bound;          // x <= 30, y <= 30
    std::uint64_t positions = 0, different = 0, only_first = 0, only_second = 0;
    std::optional<Position> at;             // the first difference, in lexicographic order
    std::string value_first, value_second;  // there; empty: not a position
    std::optional<draw::Picture> picture;   // absent: too many coordinates

    bool equal() const { return !at; }
};

/// Throws when the two have different numbers of coordinates. `draw`: also make the picture.
Comparison compare(Shelf& shelf, const CompareRequest& request, bool draw, const Watch& watch);

}  // namespace bouton
