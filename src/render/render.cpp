#include "render/parts.hpp"

#include "engines/options.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton::render {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string assignment_text(const std::vector<std::pair<std::string, std::string>>& pairs) {
    std::string text;
    for (const auto& [name, value] : pairs) text += (text.empty() ? "" : ", ") + name + " = " + value;
    return text;
}

std::string plural(std::uint64_t count, const char* word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string quantity(const Session& session) {
    return session.what() == What::outcome || session.rules().players > 0 ? "outcome" : "grundy";
}

Json header(const Session& session) {
    Json json;
    json["game"] = session.rules().instance;
    json["what"] = quantity(session);
    return json;
}

namespace {

/// Outcomes P and N are texts, all other values numbers.
Json shown(const Session& session, Value value) {
    const std::string text = session.show(value);
    if (text == "P" || text == "N") return text;
    return value;
}

/// Integers beyond 64 bits are texts: most readers of JSON would round them.
Json shown(const Integer& value) {
    if (fits(value)) return clamp(value);
    return value.str();
}

Json assignment(const std::vector<std::pair<std::string, std::string>>& pairs) {
    Json json = Json::object();
    for (const auto& [name, value] : pairs) {
        const bool number =
            !value.empty() && value.size() < 18 && value.find_first_not_of("-0123456789") == std::string::npos;
        if (number)
            json[name] = std::stoll(value);
        else
            json[name] = value;
    }
    return json;
}

/// Times below a second say nothing; they are in the JSON.
std::string long_time(const char* before, double seconds) {
    return seconds < 1 ? "" : fmt::format("{}{:.1f} s", before, seconds);
}

void add_warrant(Json& json, const Warrant& warrant) {
    switch (warrant.kind) {
        case Warrant::Kind::computed: json["warrant"] = kWarrant; break;
        case Warrant::Kind::proved:
            json["warrant"] = "proved";
            json["how"] = warrant.how;
            if (warrant.claim.empty()) break;
            json["claim"] = warrant.claim;
            json["file"] = warrant.file;
            break;
        case Warrant::Kind::checked:
        case Warrant::Kind::conjectured:
            json["warrant"] = to_text(warrant.kind);
            json["bound"] = warrant.bound;
            json["claim"] = warrant.claim;
            json["file"] = warrant.file;
            break;
    }
}

}  // namespace

std::string show(const std::vector<Position>& components) {
    std::string text;
    for (const Position& component : components) text += (text.empty() ? "" : " + ") + to_text(component);
    return text;
}

std::string error_json(const std::string& message) { return dump(Json{{"error", message}}); }

void value(std::ostream& out, const Session& session, const LargePosition& position, const ValueAnswer& answer,
           Format format, bool explain) {
    if (format != Format::json) {
        out << session.show(answer.value) << '\n';
        if (explain) out << answer.warrant.text() << '\n';
        return;
    }
    Json json = header(session);
    json["position"] = Json::array();
    for (const Integer& c : position) json["position"].push_back(shown(c));
    const std::string text = session.show(answer.value);
    if (text == "P" || text == "N")
        json["value"] = text;
    else
        json["value"] = shown(answer.value);
    add_warrant(json, answer.warrant);
    out << dump(json) << '\n';
}

void moves(std::ostream& out, const Session& session, const MovesAnswer& answer, Format format) {
    const bool podium = session.rules().players > 0;
    const bool splits = session.rules().splits;
    if (format == Format::json) {
        Json json = header(session);
        json["position"] = answer.position;
        json["value"] = shown(session, answer.value);
        json["warrant"] = kWarrant;
        json["moves"] = Json::array();
        for (const Option& option : answer.options) {
            Json move;
            if (splits)
                move["to"] = option.components;
            else
                move["to"] = option.components[0];
            move["value"] = shown(session, option.value);
            move[podium ? "best" : "wins"] = option.best;
            json["moves"].push_back(move);
        }
        out << dump(json) << '\n';
        return;
    }
    const auto best =
        std::count_if(answer.options.begin(), answer.options.end(), [](const Option& o) { return o.best; });
    fmt::print(out, "{}  {} {}, {} {}, {} {}\n", to_text(answer.position), quantity(session),
               session.show(answer.value), answer.options.size(), answer.options.size() == 1 ? "move" : "moves", best,
               podium      ? "best"
               : best == 1 ? "wins"
                           : "win");
    std::size_t width = 0;
    for (const Option& option : answer.options) width = std::max(width, show(option.components).size());
    for (const Option& option : answer.options)
        fmt::print(out, "  {:<{}}  {}{}\n", show(option.components), width, session.show(option.value),
                   option.best ? (podium ? "  best" : "  wins") : "");
}

namespace {

Json board_json(const Board& board, const ValueAnswer& value) {
    Json json;
    json["sum"] = Json::array();
    for (const Heap& heap : board.heaps()) {
        Json part;
        part["game"] = heap.session->rules().instance;
        part["position"] = Json::array();
        for (const Integer& c : heap.position) part["position"].push_back(shown(c));
        json["sum"].push_back(part);
    }
    json["value"] = shown(value.value);
    add_warrant(json, value.warrant);
    return json;
}

}  // namespace

void value(std::ostream& out, const Board& board, Format format, bool outcome, bool explain) {
    const ValueAnswer answer = board.value();
    const std::string text =
        outcome && board.rules().players == 0 ? (answer.value == 0 ? "P" : "N") : answer.value.str();
    if (format == Format::json) {
        Json json = board_json(board, answer);
        if (outcome && board.rules().players == 0) json["value"] = text;
        out << dump(json) << '\n';
        return;
    }
    out << text << '\n';
    if (explain) out << answer.warrant.text() << '\n';
}

void moves(std::ostream& out, const Board& board, Format format) {
    const ValueAnswer answer = board.value();
    const auto all = board.moves();
    const auto best = board.best();
    const bool podium = board.rules().players > 0;
    if (format == Format::json) {
        Json json = board_json(board, answer);
        const auto positions = [](const BoardMove& move) {
            Json to = Json::array();
            for (const LargePosition& position : move.to) {
                Json one = Json::array();
                for (const Integer& c : position) one.push_back(shown(c));
                to.push_back(one);
            }
            return to;
        };
        if (all) {
            json["moves"] = Json::array();
            for (const BoardMove& move : *all)
                json["moves"].push_back(
                    {{"part", move.heap + 1}, {"to", positions(move)}, {"value", shown(*move.value)}});
        }
        json["best"] = nullptr;
        if (best) {
            json["best"] = {{"part", best->heap + 1}, {"to", positions(*best)}};
            if (answer.warrant.kind != Warrant::Kind::computed)
                add_warrant(json["best"], board.after(*best).value().warrant);
        }
        out << dump(json) << '\n';
        return;
    }
    const char* const what = podium ? "outcome" : "grundy";
    fmt::print(out, "{}  {} {}", board.show(), what, answer.exact ? to_text(answer.value) : "not 0");
    if (all) {
        fmt::print(out, ", {} {}\n", all->size(), all->size() == 1 ? "move" : "moves");
        std::size_t width = 0;
        for (const BoardMove& move : *all) width = std::max(width, board.show(move).size());
        for (const BoardMove& move : *all)
            fmt::print(out, "  {:<{}}  {}{}\n", board.show(move), width, move.value->str(),
                       !podium && *move.value == 0                     ? "  wins"
                       : podium && best && *move.value == *best->value ? "  best"
                                                                       : "");
        if (answer.warrant.kind == Warrant::Kind::proved) fmt::print(out, "{}\n", answer.warrant.text());
        return;
    }
    fmt::print(out, ", more moves than can be listed\n");
    if (best)
        fmt::print(out, "  {}  {}: {}\n", board.show(*best), podium ? "best" : "wins", board.reason(*best));
    else if (answer.value == 0)
        fmt::print(out, "  every move loses{}\n",
                   answer.warrant.kind == Warrant::Kind::computed ? "" : ": " + answer.warrant.text());
    else
        fmt::print(out, "  there is a winning move, but the claims about this game do not lead to it\n");
}

void verdict(std::ostream& out, const Verdict& verdict, Format format) {
    if (format == Format::json) {
        Json json;
        json["file"] = verdict.file;
        json["claim"] = verdict.claim;
        json["verdict"] = to_text(verdict.kind);
        json["expected"] = verdict.expect_refuted ? "refuted" : "holds";
        json["as_expected"] = verdict.as_expected();
        json["counterexample"] =
            verdict.kind == Verdict::Kind::refuted ? assignment(verdict.counterexample) : Json(nullptr);
        json["bound"] = verdict.bound.empty() ? Json(nullptr) : Json(verdict.bound);
        json["cases"] = verdict.cases;
        if (!verdict.message.empty()) json["message"] = verdict.message;
        if (!verdict.note.empty()) json["note"] = verdict.note;
        json["seconds"] = verdict.seconds;
        out << dump(json) << '\n';
        return;
    }
    const char* mark = verdict.as_expected() ? " " : "!";
    fmt::print(out, "{} {:<7}  {}", mark, to_text(verdict.kind), verdict.claim);
    if (verdict.kind == Verdict::Kind::holds)
        fmt::print(out, "  (checked {}, {} case{}{})\n", verdict.bound.empty() ? "completely" : "to " + verdict.bound,
                   verdict.cases, verdict.cases == 1 ? "" : "s", long_time(", ", verdict.seconds));
    else if (verdict.kind == Verdict::Kind::refuted)
        fmt::print(out, "{}{}\n",
                   verdict.counterexample.empty() ? "" : " at " + assignment_text(verdict.counterexample),
                   long_time("  ", verdict.seconds));
    else
        fmt::print(out, "\n    {}\n", verdict.message);
    if (verdict.as_expected()) return;
    if (verdict.kind == Verdict::Kind::holds)
        fmt::print(out, "    the file says `expect refuted`, but no counterexample was found up to the bound\n");
    if (verdict.kind == Verdict::Kind::refuted && verdict.expect_refuted)
        fmt::print(out, "    the file expects the counterexample {}\n",
                   assignment_text(verdict.expected_counterexample));
    if (verdict.kind == Verdict::Kind::refuted && !verdict.expect_refuted && !verdict.note.empty())
        fmt::print(out, "    note: {}\n", verdict.note);
}

void summary(std::ostream& out, const std::vector<Verdict>& verdicts, double seconds) {
    std::size_t holds = 0, refuted = 0, unexpected = 0;
    for (const Verdict& verdict : verdicts) {
        holds += verdict.kind == Verdict::Kind::holds;
        refuted += verdict.kind == Verdict::Kind::refuted;
        unexpected += !verdict.as_expected();
    }
    fmt::print(out, "{} claim{}: {} hold{} up to the bound, {} refuted; {}{}\n", verdicts.size(),
               verdicts.size() == 1 ? "" : "s", holds, holds == 1 ? "s" : "", refuted,
               unexpected == 0 ? "all as expected" : fmt::format("{} NOT as expected", unexpected),
               long_time(" in ", seconds));
}

void comparison(std::ostream& out, const Comparison& comparison, Format format) {
    const auto there = [&](const std::string& value) { return value.empty() ? "not a position" : value; };
    const std::uint64_t differences = comparison.different + comparison.only_first + comparison.only_second;
    if (format == Format::json) {
        Json json;
        json["first"] = comparison.first;
        json["second"] = comparison.second;
        json["bound"] = comparison.bound;
        json["equal"] = comparison.equal();
        json["positions"] = comparison.positions;
        json["different"] = comparison.different;
        json["only_first"] = comparison.only_first;
        json["only_second"] = comparison.only_second;
        if (comparison.at) {
            json["at"] = *comparison.at;
            json["values"] = {there(comparison.value_first), there(comparison.value_second)};
        }
        out << dump(json) << '\n';
        return;
    }
    if (comparison.equal()) {
        fmt::print(out, "{} and {}: equal on all {} positions with {}\n", comparison.first, comparison.second,
                   comparison.positions, comparison.bound);
        return;
    }
    fmt::print(out, "first difference at {}: {} has {}, {} has {}\n", to_text(*comparison.at), comparison.first,
               there(comparison.value_first), comparison.second, there(comparison.value_second));
    fmt::print(out, "{} of {} positions with {} differ", differences, comparison.positions, comparison.bound);
    if (comparison.only_first + comparison.only_second > 0)
        fmt::print(out, " ({} exist only in the first, {} only in the second)", comparison.only_first,
                   comparison.only_second);
    out << '\n';
}

}  // namespace bouton::render
