#include "app/commands.hpp"
#include "render/render.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <sstream>

namespace bouton::app {

namespace {

constexpr std::size_t kBuffer = 1 << 16;

/// A line of natural numbers that a machine integer holds, with spaces between them.
bool plain_numbers(const std::string& line, Position& numbers) {
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at != end) {
        if (*at == ' ') {
            ++at;
            continue;
        }
        std::int64_t value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc() || value < 0 || (next != end && *next != ' ')) return false;
        numbers.push_back(value);
        at = next;
    }
    return !numbers.empty();
}

}  // namespace

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

std::vector<std::string> GameWords::all() const {
    std::vector<std::string> result{game};
    result.insert(result.end(), words.begin(), words.end());
    return result;
}

int value(const Settings& settings, const GameWords& words, const Watch& watch) {
    Library library(settings.home);
    if (Board::is_sum(words.all())) {
        const Board board = Board::parse(library, words.all(), watch, words.engine);
        render::value(std::cout, board, settings.json ? render::Format::json : render::Format::text,
                      words.quantity() == What::outcome, words.explain);
        return 0;
    }
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto coordinates = words.coordinates();
    if (coordinates.size() != 1 || coordinates[0] != "-") {
        const LargePosition position = session.parse_large_position(coordinates);
        render::value(std::cout, session, position, session.answer(position), format, words.explain);
        return 0;
    }
    std::string line;
    Position small;
    fmt::memory_buffer quick_output;
    const auto flush = [&] {
        std::cout.write(quick_output.data(), static_cast<std::streamsize>(quick_output.size()));
        quick_output.clear();
    };
    for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
        small.clear();
        std::int64_t quick = 0;
        if (format == render::Format::text && !words.explain && plain_numbers(line, small) &&
            (session.rules().piles >= 0 || small.size() == session.rules().coordinates.size()) &&
            session.quick(small, quick)) {
            if (session.what() == What::outcome)
                quick_output.push_back(quick == 0 ? 'P' : 'N');
            else {
                const fmt::format_int text(quick);
                quick_output.append(text.data(), text.data() + text.size());
            }
            quick_output.push_back('\n');
            if (quick_output.size() > kBuffer || std::cin.rdbuf()->in_avail() == 0) flush();
            if (number % 4096 == 0) watch.check();
            continue;
        }
        flush();
        std::istringstream split(line);
        std::vector<std::string> texts;
        for (std::string text; split >> text;) texts.push_back(text);
        if (texts.empty()) continue;
        if (line.find_first_of("(,") != std::string::npos) texts = {line};  // (3, 5)
        try {
            const LargePosition position = session.parse_large_position(texts);
            render::value(std::cout, session, position, session.answer(position), format, words.explain);
        } catch (const Error& error) {
            throw Error(error.fault(), fmt::format("input line {}: {}", number, error.what()));
        }
    }
    flush();
    watch.check();  // Ctrl-C while waiting for input
    if (std::cin.bad()) throw bad_input("the standard input cannot be read");
    return 0;
}

}  // namespace bouton::app
