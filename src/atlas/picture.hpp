// A family as a map: one variable against another, the rest fixed, coloured by the law that a member obeys or by a number found of it.
#pragma once

#include "atlas/store.hpp"
#include "base/watch.hpp"
#include "draw/draw.hpp"

#include <map>
#include <string>
#include <vector>

namespace bouton::atlas {

/// What the colours say.
enum class Shown { law, period, preperiod, outcome_period, outcome_preperiod, largest_value };

struct PictureRequest {
    Shown shown = Shown::law;
    std::vector<std::string> laws;                            // for Shown::law; empty: those of the atlas
    std::vector<std::pair<std::string, std::int64_t>> fixed;  // several values of one variable: a map for each
    std::string command;
};

/// Throws when not exactly two variables are left, when no member is there, or when there is nothing to show.
draw::Picture picture(Store& store, const PictureRequest& request, const Watch& watch);

}  // namespace bouton::atlas
