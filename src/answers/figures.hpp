// From answers to pictures: what is drawn, and with which words. draw/ does the drawing.
#pragma once

#include "answers/periods.hpp"
#include "draw/draw.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bouton {

constexpr std::int64_t kMostPanels = 12;  // slices in one picture

/// Throws, with the remedy, when a table of these axes makes no picture. To be asked before long work.
void require_picture(const std::vector<Axis>& axes);

/// One coordinate: a strip, with the period where one is proved; two: a map; three: a map for each value of the last.
draw::Picture picture_of(Session& session, const TableAnswer& table, const std::string& command, const Watch& watch);

/// The P-positions up to a bound with the families of a claim drawn over them.
struct ClaimPicture {
    std::string claim;
    bool refuted = false;  // its file says that it is false
    draw::Picture picture;
};

/// For every claim that says which positions of this two-coordinate game are lost, as a union of families.
std::vector<ClaimPicture> pictures_of_claims(Shelf& shelf, Session& session, const Position& to,
                                             const std::string& command, const Watch& watch);

/// The circle of n seats from which every k-th is removed.
draw::Picture picture_of_circle(std::int64_t n, const Integer& k, const std::string& command);

}  // namespace bouton
