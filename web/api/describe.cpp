// What a text says, for people: its games with their parameters, its claims. And the library: the same for every file of it.
#include "state.hpp"
#include "tex.hpp"

#include "engines/options.hpp"
#include "lang/elaborate.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace bouton::web {

namespace {

using syntax::Claim;
using syntax::Game;
using syntax::Parameter;

const char* kind_name(Parameter::Kind kind) {
    return kind == Parameter::Kind::number ? "number" : kind == Parameter::Kind::set ? "set" : "function";
}

/// Values to begin with for the parameters that need one: the first that the game accepts.
std::map<std::string, std::string> suggestions(Opened& from, const Game& game, const Watch& watch) {
    std::map<std::string, std::string> chosen;
    bool any = false;
    for (const Parameter& parameter : game.parameters) any |= !parameter.value;
    for (int attempt = 0; any && attempt < 6; ++attempt) {
        GameRequest request{game.name, {}};
        chosen.clear();
        int number = 0;
        for (const Parameter& parameter : game.parameters) {
            if (parameter.value) continue;
            static const std::vector<std::string> sets{"1,2", "1,2,3", "2,5", "1,3,4", "2", "1"};
            static const std::vector<std::string> functions{"floor({}/2)", "{}", "2*{}", "1", "{}^2", "0.137"};
            std::string value = std::to_string(3 - attempt + number);
            if (attempt > 2) value = std::to_string(attempt + number);
            if (parameter.kind == Parameter::Kind::set) value = sets[static_cast<std::size_t>(attempt)];
            if (parameter.kind == Parameter::Kind::function)
                value = fmt::format(fmt::runtime(functions[static_cast<std::size_t>(attempt)]),
                                    parameter.arguments.empty() ? "x" : parameter.arguments[0]);
            chosen[parameter.name] = value;
            request.arguments.emplace_back(parameter.name, value);
            ++number;
        }
        try {
            const Session session(*from.shelf, request, What::grundy, watch);
            return chosen;
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
        }
    }
    return {};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text)
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    return lines;
}

/// The lines of the file that say what a move is.
Json rules_of(const Game& game, const lang::Document& document) {
    const std::vector<std::string> lines = lines_of(document.source.text);
    std::vector<std::string> result;
    const auto add = [&](syntax::Place place) {
        if (place.line < 1 || place.line > lines.size()) return;
        std::string line = lines[place.line - 1];
        line = line.substr(std::min<std::size_t>(place.column - 1, line.size()));
        if (const auto comment = line.find('#'); comment != std::string::npos) line.resize(comment);
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.pop_back();
        if (std::find(result.begin(), result.end(), line) == result.end()) result.push_back(line);
    };
    for (const syntax::Let& let : game.lets) add(let.place);
    for (const syntax::Move& move : game.moves) add(move.place);
    return result;
}

Json game_json(Opened& from, const lang::GameRef& ref, const Watch& watch) {
    const Game& game = *ref.game;
    const auto suggested = suggestions(from, game, watch);
    Json parameters = Json::array(), coordinates = Json::array();
    for (const Parameter& parameter : game.parameters) {
        const auto found = suggested.find(parameter.name);
        parameters.push_back({{"name", parameter.name},
                              {"kind", kind_name(parameter.kind)},
                              {"arguments", parameter.arguments},
                              {"default", parameter.value ? Json(lang::print(*parameter.value)) : Json()},
                              {"condition", parameter.condition ? Json(lang::print(*parameter.condition)) : Json()},
                              {"suggestion", found == suggested.end() ? Json() : Json(found->second)}});
    }
    for (std::string name : game.coordinates) {
        const bool piles = name.ends_with("...");
        if (piles) name.resize(name.size() - 3);
        coordinates.push_back({{"name", name}, {"piles", piles}});
    }
    return {{"name", game.name},
            {"about", game.about},
            {"source", game.source},
            {"line", game.place.line},
            {"parameters", parameters},
            {"coordinates", coordinates},
            {"misere", game.misere},
            {"players", game.players ? Json(lang::print(*game.players)) : Json()},
            {"splits", std::any_of(game.moves.begin(), game.moves.end(),
                                   [](const syntax::Move& m) { return m.results.size() > 1; })},
            {"rules", rules_of(game, *ref.document)}};
}

/// Does it name sets of positions of a game with a fixed number of coordinates?
bool drawable(const lang::Document& document, const Claim& claim) {
    if (claim.form != Claim::Form::condition || claim.statement->kind != syntax::Term::Kind::compare) return false;
    const lang::GameRef game = lang::find_game(document, lang::claim_game(document, claim));
    if (!game.game || game.game->coordinates.size() > 3) return false;
    for (const std::string& name : game.game->coordinates)
        if (name.ends_with("...")) return false;
    using Kind = syntax::Term::Kind;
    const auto is_set = [](const syntax::Term& side) {
        return side.kind == Kind::list || side.kind == Kind::family || (side.kind == Kind::binary && side.text == "|");
    };
    return std::any_of(claim.statement->parts.begin(), claim.statement->parts.end(), is_set);
}

Json claim_json(const lang::Document& document, const Claim& claim, std::size_t index) {
    std::string bound = claim.bound.value_or("");
    for (const auto& [name, most] : claim.bounds) bound += (bound.empty() ? "" : ", ") + name + " <= " + most;
    static const std::map<Claim::Standing, const char*> standings{{Claim::Standing::general, "general"},
                                                                  {Claim::Standing::finite, "finite"},
                                                                  {Claim::Standing::conjectured, "conjectured"}};
    return {{"index", index},
            {"kind", claim.kind},
            {"label", claim.label},
            {"name", lang::full_name(claim)},
            {"line", claim.place.line},
            {"game", lang::claim_game(document, claim)},
            {"text", lang::print(claim)},
            {"tex", tex(claim)},
            {"bound", bound},
            {"expectRefuted", claim.expect_refuted},
            {"counterexample", json_of(claim.counterexample)},
            {"standing", standings.at(claim.standing())},
            {"note", claim.note},
            {"drawable", drawable(document, claim)}};
}

Json opened_json(Opened& from, const Watch& watch) {
    const lang::Document& document = *from.document;
    const syntax::File& file = document.file;
    Json json;
    json["paper"] = nullptr;
    if (file.paper)
        json["paper"] = {{"title", file.paper->title},
                         {"by", file.paper->by},
                         {"source", file.paper->source},
                         {"about", file.paper->about}};
    json["imports"] = json["games"] = json["imported"] = json["definitions"] = json["claims"] = Json::array();
    for (const Game& game : file.games) json["games"].push_back(game_json(from, {&game, &document}, watch));
    for (const syntax::Import& import : file.imports) {
        json["imports"].push_back(import.game);
        if (const lang::GameRef game = lang::find_game(document, import.game); game.game)
            json["imported"].push_back(game_json(from, game, watch));
    }
    for (const syntax::Definition& definition : file.definitions) {
        syntax::File alone;
        alone.definitions = {definition};
        json["definitions"].push_back({{"name", definition.name},
                                       {"text", lang::print(alone)},
                                       {"tex", tex(definition)},
                                       {"line", definition.place.line}});
    }
    for (std::size_t i = 0; i < file.claims.size(); ++i)
        json["claims"].push_back(claim_json(document, file.claims[i], i));
    return json;
}

}  // namespace

Json open(State& state, const Json& ask) { return opened_json(state.opened(ask), *state.watch); }

Json library(State& state) {
    Json files = Json::array();
    for (std::size_t i = 0; i < library_text_count; ++i) {
        const LibraryText& file = library_texts[i];
        Json json{{"path", file.path}, {"text", file.text}};
        json.update(opened_json(state.opened({{"path", file.path}, {"text", file.text}}), *state.watch));
        files.push_back(std::move(json));
    }
    return {{"version", BOUTON_VERSION}, {"files", files}};
}

}  // namespace bouton::web
