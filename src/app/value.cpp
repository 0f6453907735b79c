#include "app/commands.hpp"
#include "render/render.hpp"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

namespace bouton::app {

GameRequest GameWords::request() const {
    GameRequest request{game, {}};
    for (const std::string& word : words) {
        const auto equals = word.find('=');
        if (equals != std::string::npos)
            request.arguments.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return request;
}

std::vector<std::string> GameWords::coordinates() const {
    std::vector<std::string> result;
    for (const std::string& word : words)
        if (word.find('=') == std::string::npos) result.push_back(word);
    return result;
}

int value(const Settings& settings, const GameWords& words, const Watch& watch) {
    Library library(settings.home);
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto coordinates = words.coordinates();
    if (coordinates.size() != 1 || coordinates[0] != "-") {
        const Position position = session.parse_position(coordinates);
        render::value(std::cout, session, position, session.value(position), format);
        return 0;
    }
    std::string line;
    for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
        std::istringstream split(line);
        std::vector<std::string> texts;
        for (std::string text; split >> text;) texts.push_back(text);
        if (texts.empty()) continue;
        if (line.find_first_of("(,") != std::string::npos) texts = {line};  // (3, 5)
        try {
            const Position position = session.parse_position(texts);
            render::value(std::cout, session, position, session.value(position), format);
        } catch (const Error& error) {
            throw Error(error.fault(), fmt::format("input line {}: {}", number, error.what()));
        }
    }
    watch.check();  // Ctrl-C while waiting for input
    if (std::cin.bad()) throw bad_input("the standard input cannot be read");
    return 0;
}

}  // namespace bouton::app
