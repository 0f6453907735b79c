#include "app/commands.hpp"
#include "lang/print.hpp"
#include "render/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

}  // namespace

int games(const Settings& settings) {
    Library library = settings.library();
    std::vector<std::pair<const syntax::Game*, std::string>> all;
    for (const auto& file : library.files()) {
        const auto document = library.document(file);
        for (const syntax::Game& game : document->file.games) all.emplace_back(&game, document->source.path);
    }
    if (all.empty()) throw bad_input("there are no games in " + settings.home);
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
        json["file"] = file;
        std::cout << render::answer_line(json);
    }
    return 0;
}

}  // namespace bouton::app
