// `study`: everything Bouton can say about a file or a game, gathered into one value. render/ makes a page and a summary of it.
#pragma once

#include "answers/theorems.hpp"
#include "discover/search.hpp"
#include "draw/draw.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

/// A picture, with the name of its file (without ending) and one sentence under it.
struct Figure {
    std::string name;     // wythoff-values
    std::string caption;  // Grundy numbers of wythoff; P-positions are black
    draw::Picture picture;
};

/// A few rows of values, as text: what a person wants to see at once.
struct SmallTable {
    std::vector<std::string> columns;             // x, then 0 1 2 ...; or x \ y, then 0 1 2 ...
    std::vector<std::vector<std::string>> cells;  // the first of each row is its heading; "" where there is no position
};

struct GameStudy {
    std::string name;      // wythoff
    std::string instance;  // maximum-nim(k = 3): with the arguments that were studied
    std::string about, source;
    std::vector<std::string> rules;           // lines of the file that say what a move is
    std::string quantity;                     // grundy or outcome
    std::string engine;                       // that computed the values
    std::string bound;                        // (30, 30): how far
    std::uint64_t positions = 0, losing = 0;  // up to there: all, and P-positions (two players)
    bool two_players = true;
    std::int64_t largest = 0;  // value
    std::optional<SmallTable> table;
    std::optional<Periods> periods;         // one heap only
    std::vector<discover::Law> laws;        // found from the rules alone, where the file claims nothing about the game
    std::vector<std::string> observations;  // of its P-positions, true of a box
    std::vector<Figure> figures;
    std::vector<std::string> remarks;  // what could not be done, and what to type instead
    double seconds = 0;
};

struct Study {
    std::string name;                      // dynamic-nim: of the file or game
    std::string file;                      // papers/dynamic-nim.bouton
    std::string title, by, source, about;  // of the paper, where the file is about one
    std::string text;                      // the file itself
    std::string command;                   // that makes this study
    std::string version;
    std::vector<GameStudy> games;
    std::vector<ProofVerdict> claims;  // in the order of the file; certificate: folder relative to the report
    double seconds = 0;
};

struct StudyRequest {
    std::string spec;  // a game, a paper's name, a file
    std::vector<std::pair<std::string, std::string>> arguments;
    std::string certificates;  // folder for proofs, "" for none
    std::string formal;        // folder for Coq developments, "" for none
    std::string home;          // where their library is
    double effort = 0.4;       // of the prover, for each claim; 1: what `prove` does
};

/// Throws if there is no such thing to study, before any work.
void prepare_study(Library& library, const StudyRequest& request);

/// What the clock cuts off becomes a remark, and a claim that is open.
Study study(Library& library, const StudyRequest& request, const Watch& watch);

}  // namespace bouton
