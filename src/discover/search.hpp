// From a game to laws about it: templates guess, the rules refute what is false, the prover proves what it can.
//
// One guess after another, cheap templates first: it is elaborated by the ordinary front end, checked on the large box of the sample, then
// further out; what survives is a law, with the bound to which it was checked. The ordinary prover then tries it in each of its
// phrasings. The search ends with the first template one of whose laws determines all values and is proved, or when time is up:
// what was found by then is kept.
#pragma once

#include "discover/observations.hpp"
#include "discover/template.hpp"
#include "proofs/prove.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bouton::discover {

struct Law {
    Kind kind = Kind::formula;
    std::string claim;  // as the language writes it: claim "values" in nim with 2 piles for x >= 0, ...: ...  to 400
    std::string statement;    // grundy(x, y) = xor(x, y)
    std::string definitions;  // that the claim needs
    std::string lemmas;       // claims that its proof uses
    std::string game;         // rules of its own; empty: those of the subject
    double cost = 0;
    bool part = false;
    bool proved = false;       // the prover's verdict, which the checker has accepted
    std::string formal = {};   // checked: coqc accepted it too; written: there is a file; empty: neither
    std::string bound;         // checked to this
    std::uint64_t cases = 0;   // compared with the rules up to there
    std::uint64_t tested = 0;  // further cases of any size
    std::string method, generality, phrasing;
    std::vector<std::string> tried;  // not proved: what the prover says
    std::string note, search;
    double seconds = 0;  // from the start of the search until the law was there with its verdict
};

/// What one template did on one sample.
struct Try {
    std::string name;
    std::size_t piles = 0;
    std::uint64_t steps = 0;  // spent
    std::size_t guesses = 0, refuted = 0;
    bool cut = false;  // by the clock or the user
};

struct Report {
    std::vector<Law> laws;  // best first
    std::vector<Try> tried;
    std::vector<NearMiss> misses;              // that went furthest, first
    std::optional<Observations> observations;  // where no law determines all values
    std::string boxes;                         // fitted on 48 x 48 positions, tested on 192 x 192
    bool stopped = false;                      // by the clock or the user, before everything was tried
    double seconds = 0;
};

struct Request {
    std::size_t piles = 0;                       // 0: 3, 2, 1 in turn
    std::string like = {};                       // only laws of this shape (shape.hpp)
    double effort = 1;                           // share of the usual steps
    std::function<void(const Law&)> found = {};  // hears of each law, with its verdict
};

/// Errors of the input and of limits that leave no table at all are thrown; later ones end the search.
Report search(const Subject& subject, const Request& request, const Watch& watch);

/// All of it as a file of the language: rules, definitions, claims.
std::string paper(const Subject& subject, const std::vector<Law>& laws, const std::string& command);

}  // namespace bouton::discover
