#include "answers/words.hpp"

#include <fmt/format.h>

#include <cctype>

namespace bouton {

namespace {

/// The pieces of a text between separators outside of brackets; `is_separator` of a character.
template <class Test> std::vector<std::string> pieces_of(const std::string& text, Test is_separator) {
    std::vector<std::string> pieces(1);
    int depth = 0;
    for (const char c : text) {
        if (depth == 0 && is_separator(c)) {
            pieces.emplace_back();
            continue;
        }
        pieces.back() += c;
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
    }
    return pieces;
}

/// k=3, f=floor(x/2): a piece without = belongs to the argument before it (moves=2,5).
void read_arguments(const std::string& text, GameRequest& request) {
    auto& result = request.arguments;
    for (const std::string& piece : pieces_of(text, [](char c) { return c == ','; })) {
        const auto equals = piece.find('=');
        if (equals != std::string::npos) {
            const auto first = piece.find_first_not_of(' '), last = piece.find_last_not_of(' ', equals - 1);
            result.emplace_back(piece.substr(first, last - first + 1), piece.substr(equals + 1));
        } else if (!result.empty()) {
            result.back().second += "," + piece;
        } else if (piece.find_first_not_of(' ') != std::string::npos) {
            throw bad_input(
                fmt::format("{}({}): arguments are given by name, as in {}(k=3)", request.game, text, request.game));
        }
    }
}

}  // namespace

std::vector<std::string> split_words(const std::string& text) {
    auto words = pieces_of(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    std::erase(words, "");
    return words;
}

GameAndPosition read_words(const std::vector<std::string>& words) {
    GameAndPosition result;
    if (words.empty()) return result;
    GameRequest& request = result.request;
    request.game = words[0];
    const auto bracket = request.game.find('(');
    if (bracket != std::string::npos && request.game.ends_with(")")) {
        const std::string inside = request.game.substr(bracket + 1, request.game.size() - bracket - 2);
        request.game.resize(bracket);
        read_arguments(inside, request);
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto equals = words[i].find('=');
        if (equals != std::string::npos)
            request.arguments.emplace_back(words[i].substr(0, equals), words[i].substr(equals + 1));
        else
            result.coordinates.push_back(words[i]);
    }
    return result;
}

}  // namespace bouton
