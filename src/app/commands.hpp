// The commands. main.cpp parses; each command is one file and returns the exit code.
#pragma once

#include "answers/files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bouton::app {

struct Settings {
    bool json = false;
    std::uint64_t memory_mib = 0;  // 0: what guard::memory_to_use() says
    double seconds = 0;
    int threads = 0;  // 0: all cores
    std::string home;

    /// The games and papers, and what is known to be proved about them.
    Library library() const { return Library(home, KnownProofs(KnownProofs::usual_folder())); }
};

struct GameWords {
    std::string game;
    std::vector<std::string> words;  // NAME=VALUE and coordinates, in any order
    std::string what = "grundy";
    std::string engine = "auto";
    bool explain = false, prove = false;

    GameRequest request() const;
    std::vector<std::string> coordinates() const;
    std::vector<std::string> all() const;  // as they were typed
    What quantity() const {
        return what == "outcome" ? What::outcome : what == "remoteness" ? What::remoteness : What::grundy;
    }
};

/// Sums have values and outcomes only.
void require_no_remoteness(const GameWords& words);

/// For work that has to end in good order and tell what it found, which takes a moment, too: a share of --time, or so many seconds
/// without it (0: no limit).
Limits share_of_time(const Watch& watch, double share, double otherwise);

/// What went wrong, with the option that would change it: library messages name none.
std::string with_option(const Error& error);

int value(const Settings& settings, const GameWords& words, const Watch& watch);
int moves(const Settings& settings, const GameWords& words, const Watch& watch);
int play(const Settings& settings, const GameWords& words, const std::string& human, const Watch& watch);

struct TableWords {
    std::string to, from, slice, out;  // as they were typed; all but `to` may be empty
    std::string families;              // the name of a claim whose families are drawn
};
TableRequest parse_request(const TableWords& words);
std::string options_line(const std::string& what, const TableWords& words);  // as they were typed, for a command
int table(const Settings& settings, const GameWords& words, const TableWords& table, const Watch& watch);

int shape(const Settings& settings, const GameWords& words, const Watch& watch);
int check(const Settings& settings, const std::vector<std::string>& files, const std::string& to, const Watch& watch);
int prove(const Settings& settings, const std::vector<std::string>& files, const std::string& certificates,
          const std::string& formal, const std::string& only, const Watch& watch);
int recheck(const Settings& settings, const std::vector<std::string>& words, bool second_solver, const Watch& watch);
int period(const Settings& settings, const GameWords& words, const std::string& to, const Watch& watch);
int games(const Settings& settings, const std::vector<std::string>& search);
int identify(const Settings& settings, const std::vector<std::string>& words, const std::string& what,
             const Watch& watch);
int compare(const Settings& settings, const std::string& first, const std::string& second, const std::string& what,
            const TableWords& table, const Watch& watch);

struct StudyWords {
    std::string out;  // a folder; empty: one named after what is studied
    bool thorough = false;
    bool formal = false;  // Coq developments too
};
int study(const Settings& settings, const GameWords& words, const StudyWords& study, const Watch& watch);

struct DiscoverWords {
    std::string what = "values";
    std::string out;        // FILE.bouton
    std::size_t piles = 0;  // 0: several numbers in turn
    std::string like;       // a shape with holes
    std::string formal;     // folder for Coq developments
};
int discover(const Settings& settings, const GameWords& words, const DiscoverWords& options, const Watch& watch);

struct AtlasWords {
    std::vector<std::string> words;  // GAME NAME=EXPR..., or query, recheck or picture and FILE
    std::string ranges, out, to, on = "cpu", slice, show = "law", size;
    std::vector<std::string> laws;
    std::uint64_t rows = 0, sample = 1000, seed = 1, discover = 0;
    bool no_symmetry = false, large = false;
};
int atlas(const Settings& settings, const AtlasWords& words, const Watch& watch);
std::string atlas_questions();  // what may be asked, for the help
struct MisereWords {
    std::string to, sum;
    bool genus = false;
};
int misere(const Settings& settings, const GameWords& words, const MisereWords& misere_words, const Watch& watch);

struct JosephusWords {
    std::string n, k, rank, seat, out;
    bool survivor = false, order = false;
};
int josephus(const Settings& settings, const JosephusWords& words, const Watch& watch);

}  // namespace bouton::app
