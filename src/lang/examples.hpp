// example podium-nim(players = 3) with 3 piles to 12, 12, 5: which instance of a game a study draws, and how far. It says nothing about the
// game, so that it is no part of the tree of a file, and neither elaborated nor proved; whoever wants it reads the text again.
#pragma once

#include "lang/document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bouton::lang {

struct Example {
    std::string game;
    std::vector<syntax::Argument> arguments;
    std::optional<syntax::Term> piles;
    std::vector<std::string> to;  // numbers, one for each coordinate that runs
    syntax::Place place;
};

std::vector<Example> examples_of(const Document& document);

}  // namespace bouton::lang
