// Laws of a game, from its rules alone. Needs bouton::proofs.
#pragma once

#include "bouton/game.hpp"

#include <string>
#include <vector>

namespace bouton {

enum class Quantity {
    values,
    outcomes
};  // Grundy numbers (of several players their places), or which positions are P-positions

struct FoundLaw {
    std::string law;          // a claim of the language
    std::string definitions;  // that the claim needs before it, and lemmas that its proof uses
    bool proved = false;      // for all positions, accepted by the checker; otherwise it holds as far as it was checked
    std::string bound;        // how far that is
    std::string found_by;     // the template: period, formula, families, ...
    std::string generality;   // proved: for what
};

/// Guesses laws, checks them far out and proves what can be proved; best first. It ends after the seconds of the game's options, or after a
/// minute; what was found by then is kept.
std::vector<FoundLaw> find_laws(Game& game, Quantity quantity = Quantity::values);

}  // namespace bouton
