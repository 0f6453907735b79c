// A study for the terminal: about ten lines, whatever the size of the file.
#include "render/html.hpp"
#include "render/laws.hpp"
#include "render/parts.hpp"
#include "render/proofs.hpp"
#include "render/report.hpp"
#include "render/study_words.hpp"

#include <fmt/ostream.h>

namespace bouton::render {

namespace {

constexpr std::size_t kMostGames = 8, kMostUnexpected = 8;  // lines; the page has them all

std::string title_line(const Study& study) {
    std::string text = study.title.empty() ? study.name : study.title;
    if (!study.file.empty()) text += " (" + study.file + ")";
    return text;
}

std::string period_words(const Periods& periods) {
    const auto short_words = [](const char* name, const PeriodAnswer& answer) {
        return fmt::format("; {} have period {} after {}{}", name, answer.period, answer.preperiod,
                           answer.saltus == 0 ? "" : fmt::format(", growing by {}", answer.saltus));
    };
    if (periods.nim_values.proved) return short_words("nim-values", periods.nim_values);
    return periods.outcomes.proved ? short_words("outcomes", periods.outcomes) : "";
}

std::string game_words(const GameStudy& game) {
    const std::string values = values_words(game);
    return fmt::format(
        "{}: {}{}{}", game.instance, values.empty() ? "no values" : values + ", " + positions_words(game),
        game.periods ? period_words(*game.periods) : "",
        game.laws.empty()
            ? ""
            : fmt::format("; {}: {}", game.laws[0].proved ? "proved" : "checked", game.laws[0].statement));
}

std::string claims_words(const Study& study) {
    return fmt::format("{}: {}", plural(study.claims.size(), "claim"), tally(study.claims));
}

}  // namespace

void study_summary(std::ostream& out, const Study& study, const std::string& report_file) {
    const auto line = [&](const std::string& text) { out << plain(text) << '\n'; };
    const auto rest = [&](std::size_t all, std::size_t most) {
        if (all > most) fmt::print(out, "  and {} more, in the report\n", all - most);
    };
    line(title_line(study));
    for (std::size_t i = 0; i < std::min(study.games.size(), kMostGames); ++i) line("  " + game_words(study.games[i]));
    rest(study.games.size(), kMostGames);
    if (!study.claims.empty()) line(claims_words(study));
    std::size_t unexpected = 0;
    for (const ProofVerdict& verdict : study.claims)
        if (!verdict.as_expected() && ++unexpected <= kMostUnexpected)
            line(fmt::format("  ! {}: {} {}; {}", verdict.claim, kind_words(verdict), shown(verdict),
                             expectation(verdict)));
    rest(unexpected, kMostUnexpected);
    line(fmt::format("report: {} ({})", report_file, time_words(study.seconds)));
}

Json study_json(const Study& study) {
    const auto game_json = [](const GameStudy& game) {
        Json json;
        json["game"] = game.instance;
        json["what"] = game.quantity;
        json["engine"] = game.engine;
        json["bound"] = game.bound;
        json["positions"] = json_of(game.positions);
        json["losing"] = json_of(game.losing);
        json["largest"] = json_of(game.largest);
        json["periods"] = game.periods ? json_of(*game.periods) : Json(nullptr);
        json["figures"] = Json::array();
        for (const Figure& figure : game.figures)
            json["figures"].push_back({{"name", figure.name}, {"caption", figure.caption}});
        json["laws"] = Json::array();
        for (const discover::Law& law : game.laws) {
            const Json found = json_of(law);
            Json entry;
            for (const char* key : {"law", "verdict", "bound", "template", "needs"}) entry[key] = found[key];
            json["laws"].push_back(std::move(entry));
        }
        json["observations"] = game.observations;
        json["remarks"] = game.remarks;
        json["seconds"] = game.seconds;
        return json;
    };
    Json json;
    json["name"] = study.name;
    json["file"] = study.file;
    json["command"] = study.command;
    json["games"] = Json::array();
    for (const GameStudy& game : study.games) json["games"].push_back(game_json(game));
    json["claims"] = Json::array();
    for (const ProofVerdict& verdict : study.claims) json["claims"].push_back(json_of(verdict));
    json["seconds"] = study.seconds;
    return answer_json(json);
}

}  // namespace bouton::render
