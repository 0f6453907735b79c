#include "render/laws.hpp"

#include "render/parts.hpp"

#include <fmt/ostream.h>

#include <cmath>
#include <sstream>

namespace bouton::render {

namespace {

using discover::Law;
using discover::NearMiss;
using discover::Report;

std::string quantity_text(const discover::Subject& subject) {
    return subject.quantity == discover::Quantity::values ? "values" : "outcomes";
}

/// Without the line's end.
std::string trimmed(std::string text) {
    while (!text.empty() && text.front() == '\n') text.erase(0, 1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
    return text;
}

void indented(std::ostream& out, const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) fmt::print(out, "    {}\n", line);
}

std::string found_words(const Law& law) {
    return fmt::format("({}, size {}{})", name_of(law.kind), static_cast<int>(std::ceil(law.cost)),
                       law.note.empty() ? "" : "; " + law.note);
}

std::string verdict_word(const Law& law) {
    return law.formal == "checked" ? "formal" : law.proved ? "proved" : "checked";
}

std::string warrant(const Law& law) {
    std::string text = law.proved
                           ? fmt::format("by {}{}: {}", law.method,
                                         law.phrasing.empty() ? "" : fmt::format(" ({})", law.phrasing), law.generality)
                           : std::string("no proof was found");
    text += fmt::format("; checked to {}, {}", law.bound, plural(law.cases, "case"));
    if (law.tested > 0) text += fmt::format(" and {} further out", law.tested);
    return text;
}

void text_of(std::ostream& out, const Law& law) {
    fmt::print(out, "{:7}  {}\n", verdict_word(law), found_words(law));
    indented(out, law_text(law));
    fmt::print(out, "    {}\n", warrant(law));
}

void none_text(std::ostream& out, const Report& report) {
    for (const discover::Try& attempt : report.tried)
        fmt::print(out, "  tried {}{}: {} guessed, {} false, {} steps{}\n", attempt.name,
                   attempt.piles > 0 ? fmt::format(", {}", plural(attempt.piles, "pile")) : "",
                   plural(attempt.guesses, "law"), attempt.refuted, attempt.steps, attempt.cut ? " (cut off)" : "");
    if (!report.misses.empty()) fmt::print(out, "nearest laws, with their first exception:\n");
    for (const NearMiss& miss : report.misses)
        fmt::print(out, "  {} ({}): not at {}\n", miss.law, name_of(miss.kind), miss.exception);
}

void observations_text(std::ostream& out, const Report& report) {
    if (!report.observations) return;
    fmt::print(out, "observed:\n");
    for (const std::string& sentence : sentences(*report.observations)) fmt::print(out, "  {}\n", sentence);
}

Json none_json(const Report& report) {
    Json json;
    json["law"] = nullptr;
    json["seconds"] = report.seconds;
    json["stopped"] = report.stopped;
    json["searches"] = Json::array();
    for (const discover::Try& attempt : report.tried) {
        Json entry;
        entry["template"] = attempt.name;
        entry["steps"] = json_of(attempt.steps);
        entry["guesses"] = json_of(attempt.guesses);
        entry["false_guesses"] = json_of(attempt.refuted);
        json["searches"].push_back(std::move(entry));
    }
    json["nearest"] = Json::array();
    for (const NearMiss& miss : report.misses) {
        Json entry;
        entry["law"] = miss.law;
        entry["template"] = name_of(miss.kind);
        entry["exception"] = miss.exception;
        json["nearest"].push_back(std::move(entry));
    }
    if (report.observations) json["observations"] = sentences(*report.observations);
    return json;
}

}  // namespace

std::string law_text(const Law& law) {
    std::string text;
    for (const std::string& part : {law.game, law.definitions, law.lemmas, law.claim})
        if (!part.empty()) text += (text.empty() ? "" : "\n") + trimmed(part);
    return text;
}

std::string law_words(const Law& law) {
    return fmt::format("{} {} {}", verdict_word(law), found_words(law), warrant(law));
}

Json json_of(const Law& law) {
    Json json;
    json["law"] = trimmed(law.claim);
    json["verdict"] = verdict_word(law);
    json["bound"] = law.bound;
    json["template"] = name_of(law.kind);
    json["seconds"] = law.seconds;
    json["statement"] = law.statement;
    json["size"] = static_cast<int>(std::ceil(law.cost));
    json["whole"] = !law.part;
    json["cases"] = json_of(law.cases);
    json["tested"] = json_of(law.tested);
    json["method"] = text_or_null(law.method);
    json["generality"] = text_or_null(law.generality);
    json["needs"] = text_or_null(trimmed(law.game + "\n" + law.definitions + "\n" + law.lemmas));
    if (!law.tried.empty()) json["tried"] = law.tried;
    return json;
}

void laws(std::ostream& out, const discover::Subject& subject, const Report& report, Format format) {
    if (format == Format::json) {
        Json head;
        head["game"] = subject.rules.instance;
        head["quantity"] = quantity_text(subject);
        std::vector<Json> lines;
        for (const Law& law : report.laws) lines.push_back(json_of(law));
        if (lines.empty()) lines.push_back(none_json(report));
        for (const Json& line : lines) {
            Json json = head;
            json.update(line);
            out << answer_line(json);
        }
        return;
    }
    fmt::print(out, "{}: {} ({})\n", subject.rules.instance, quantity_text(subject), report.boxes);
    for (const Law& law : report.laws) {
        fmt::print(out, "\n");
        text_of(out, law);
    }
    if (!report.laws.empty() && report.observations) fmt::print(out, "\n");
    if (report.laws.empty())
        fmt::print(out, "no law was found{}\n", report.stopped ? " before the search was stopped" : "");
    observations_text(out, report);
    if (report.laws.empty()) none_text(out, report);
    if (!report.laws.empty() && report.stopped)
        fmt::print(out, "\nthe search was stopped; this is what was found by then\n");
}

}  // namespace bouton::render
