// Reading the words of a command: a game, its arguments, a position.
#pragma once

#include "answers/answer.hpp"

namespace bouton {

struct GameAndPosition {
    GameRequest request;
    std::vector<std::string> coordinates;
};

/// The game comes first, as in  maximum-nim  or  maximum-nim(k=3);  then NAME=VALUE and coordinates, in any order.
GameAndPosition read_words(const std::vector<std::string>& words);

/// Words at white space outside of brackets.
std::vector<std::string> split_words(const std::string& text);

}  // namespace bouton
