// An atlas made by several ranks: rank 0 runs through the members, hands them out, computes some itself, and alone writes.
//
// Members go to the rank with the least to do, in chunks that take a fraction of a second; a rank has the next chunk while it works on one.
// Members that have their values in common (twins.hpp) go to the same rank. What comes back is written in the order of the family, whoever
// was first: the file is the same for any number of ranks, and what is there after a kill is a beginning of it.
#pragma once

#include "atlas/finder.hpp"
#include "atlas/make.hpp"
#include "atlas/ranks.hpp"

namespace bouton::atlas {

/// Rank 0: all members that the store does not have yet. `report` is called now and then, after rows were written.
void spread(const Family& family, Store& store, Solver& solver, const Laws& laws, Ranks& ranks,
            const std::function<void()>& report, const Watch& watch);

/// Any other rank, once it has read the family: works until rank 0 says stop. What goes wrong is told to rank 0.
void serve(const Family& family, const MakeRequest& request, Ranks& ranks, const Watch& watch);

/// What rank 0 sends with Kind::begin, and every rank must have found too.
Ranks::Words reading_of(const Manifest& manifest);

/// The next message, waiting for it.
Ranks::Message wait_for_message(Ranks& ranks, const Watch& watch);

}  // namespace bouton::atlas
