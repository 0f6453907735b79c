#include "render/identify.hpp"

#include "base/text.hpp"
#include "render/parts.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ostream>

namespace bouton::render {

namespace {

constexpr std::size_t kOfOneGame = 3;     // lines
constexpr std::size_t kLines = 25;        // altogether
constexpr std::uint64_t kFewValues = 16;  // chance agreement is likely

const char* kind_text(Match::Kind kind) {
    switch (kind) {
        case Match::Kind::values: return "values";
        case Match::Kind::outcomes: return "outcomes";
        case Match::Kind::positions: return "P-positions";
    }
    return "";
}

/// maximum-nim k=3, as it can be typed.
std::string typed(const Match& match) {
    std::string text = match.game;
    for (const auto& [name, value] : match.arguments) text += " " + name + "=" + quoted_for_shell(value);
    return text;
}

/// values along y = 2 from 3 on, 12 agree; OEIS A002186
std::string words_of(const Match& match) {
    std::string text = kind_text(match.kind);
    if (!match.along.empty()) text += " along " + match.along;
    if (match.shift != 0) text += fmt::format(", shift {}", match.shift);
    text += match.kind == Match::Kind::positions ? fmt::format(", {} heaps agree", match.compared)
                                                 : fmt::format(", {} agree", match.compared);
    if (!match.oeis.empty()) text += fmt::format("; OEIS {}", fmt::join(match.oeis, ", "));
    return text;
}

void text_of(std::ostream& out, const Identification& result) {
    std::vector<const Match*> shown;
    std::map<std::string, std::size_t> of_game;
    for (const Match& match : result.matches)
        if (++of_game[match.game] <= kOfOneGame && shown.size() < kLines) shown.push_back(&match);
    std::size_t width = 0;
    for (const Match* match : shown) width = std::max(width, typed(*match).size());
    for (const Match* match : shown) fmt::print(out, "{:<{}}  {}\n", typed(*match), width, words_of(*match));
    if (shown.size() < result.matches.size())
        fmt::print(out, "and {} more, less simple ones (--json lists all)\n", result.matches.size() - shown.size());
    const std::string compared = result.subject.empty()
                                     ? plural(result.length, "value")
                                     : fmt::format("{} of {}", plural(result.length, "value"), result.subject);
    fmt::print(out, "{}{} compared with {}{}\n", result.matches.empty() ? "none: " : "", compared,
               plural(result.instances, "game"),
               result.left_out > 0 ? fmt::format("; {} left out, which take longer", result.left_out) : "");
    if (result.unseen > 0) fmt::print(out, "the time was over: {} more could not be compared\n", result.unseen);
    if (!result.matches.empty() && result.length < kFewValues)
        fmt::print(out, "so few values fit many games: give more to be surer\n");
}

}  // namespace

void identification(std::ostream& out, const Identification& result, Format format) {
    if (format != Format::json) return text_of(out, result);
    const auto counts = [&](Json json) {
        json["given"] = json_of(result.length);
        json["instances"] = json_of(static_cast<std::uint64_t>(result.instances));
        json["left_out"] = json_of(static_cast<std::uint64_t>(result.left_out + result.unseen));
        out << answer_line(json);
    };
    if (result.matches.empty()) counts({{"game", nullptr}});
    for (const Match& match : result.matches) {
        Json json;
        json["game"] = match.game;
        json["arguments"] = json_of(match.arguments);
        json["shift"] = json_of(match.shift);
        json["along"] = text_or_null(match.along);
        json["quantity"] = kind_text(match.kind);
        json["compared"] = json_of(match.compared);
        json["oeis"] = match.oeis;
        json["file"] = match.file;
        counts(std::move(json));
    }
}

}  // namespace bouton::render
