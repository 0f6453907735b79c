#include "answers/words.hpp"
#include "app/commands.hpp"
#include "lang/print.hpp"
#include "render/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iostream>

namespace bouton::app {

namespace {

/// maximum-nim k=.. x
std::string usage(const syntax::Game& game) {
    std::string text = game.name;
    for (const syntax::Parameter& parameter : game.parameters)
        text += parameter.value ? fmt::format(" [{}=..]", parameter.name) : fmt::format(" {}=..", parameter.name);
    for (const std::string& coordinate : game.coordinates) text += " " + coordinate;
    return text;
}

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// Every word stands somewhere in what the library says about the game.
bool has_words(const syntax::Game& game, const std::string& family, const std::vector<std::string>& words) {
    const std::string text = lower_case(fmt::format("{}\n{}\n{}\n{}", game.name, family, game.about, game.source));
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return text.find(lower_case(word)) != std::string::npos; });
}

}  // namespace

int games(const Settings& settings, const std::vector<std::string>& search) {
    std::vector<std::string> words;
    for (const std::string& text : search)
        for (std::string& word : split_words(text)) words.push_back(std::move(word));
    Library library = settings.library();
    std::vector<std::pair<const syntax::Game*, std::string>> all;
    bool there_are = false;
    for (const auto& file : library.files()) {
        const auto document = library.document(file);
        for (const syntax::Game& game : document->file.games) {
            there_are = true;
            if (has_words(game, family_of(document->source.path), words))
                all.emplace_back(&game, document->source.path);
        }
    }
    if (!there_are) throw bad_input("there are no games in " + settings.home);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first->name < b.first->name; });
    std::size_t width = 0;
    for (const auto& entry : all) width = std::max(width, usage(*entry.first).size());
    for (const auto& [game, file] : all) {
        if (!settings.json) {
            std::cout << fmt::format("{:<{}}  {}\n", usage(*game), width, game->about);
            continue;
        }
        render::Json json;
        json["name"] = game->name;
        json["coordinates"] = game->coordinates;
        json["parameters"] = render::Json::array();
        for (const syntax::Parameter& parameter : game->parameters)
            json["parameters"].push_back(
                {{"name", parameter.name},
                 {"default", parameter.value ? render::Json(lang::print(*parameter.value)) : nullptr}});
        json["about"] = game->about;
        json["source"] = game->source;
        json["family"] = render::text_or_null(family_of(file));
        json["file"] = file;
        std::cout << render::answer_line(json);
    }
    if (all.empty() && !settings.json) std::cerr << fmt::format("no game has the words: {}\n", fmt::join(words, " "));
    return all.empty() ? 1 : 0;
}

}  // namespace bouton::app
