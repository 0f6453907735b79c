// Makes an atlas: members in order, some thousands at a time, found by all threads and written by this one while the next are found.
// With several processes: spread.hpp.
#pragma once

#include "atlas/ranks.hpp"
#include "atlas/solver.hpp"
#include "atlas/store.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bouton::atlas {

struct MakeRequest {
    std::string file;
    std::string command;            // for the manifest
    std::vector<std::string> laws;  // the first that fits a member is noted
    Effort effort;
    bool large = false;  // also if it takes hours

    /// The processes that make it together, if there are several; this is rank 0 of them.
    Ranks* ranks = nullptr;
    std::function<void(const std::string&)> report;  // how far it is, beside Watch::report
};

struct Made {
    std::uint64_t before = 0;  // members that were there already
    std::uint64_t size = 0;
    double seconds = 0;
};

/// Throws if the family is empty, or too large without being allowed (with the time that it would take, from a sample). What stops it
/// leaves the members until then in the file.
Made make(const Family& family, const FamilyWords& words, const MakeRequest& request, const Watch& watch);

/// What the other ranks do meanwhile, with the same request; they begin when rank 0 says so (Ranks::Kind::begin).
void help(const Family& family, const FamilyWords& words, const MakeRequest& request, const Watch& watch);

}  // namespace bouton::atlas
