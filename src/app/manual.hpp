// The manual page and the completions of shells, made from the declaration of the commands that --help is made from.
#pragma once

#include <string>
#include <vector>

namespace bouton::app {

struct OptionText {
    std::string names;  // "--to", "-h,--help", or the name of a word without dashes
    std::string value;  // what stands after it; empty: nothing does
    std::string about;
    std::vector<std::string> choices;  // the only values; empty: any
    bool is_word = false;              // it has no name of its own: a game, a file, a number
};

struct CommandText {
    std::string name, about;
    std::vector<OptionText> options;
    std::string examples;  // what --help prints at its end
};

struct ProgramText {
    std::string version, about;
    std::vector<CommandText> commands;
};

enum class Manual { man, bash, zsh, fish };

std::string manual(const ProgramText& program, Manual kind);

}  // namespace bouton::app
