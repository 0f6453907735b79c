#include "render/parts.hpp"

#include "engines/options.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton::render {

std::string assignment_text(const std::vector<std::pair<std::string, std::string>>& pairs) {
    std::string text;
    for (const auto& [name, value] : pairs) text += (text.empty() ? "" : ", ") + name + " = " + value;
    return text;
}

std::string plural(std::uint64_t count, const char* word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string quantity(const Session& session) {
    if (session.what() == What::remoteness) return "remoteness";
    return session.what() == What::outcome || session.rules().players > 0 ? "outcome" : "grundy";
}

Json header(const Session& session) {
    Json json;
    json["game"] = session.rules().instance;
    json["what"] = quantity(session);
    return json;
}

namespace {

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

std::string error_json(const std::string& message) { return answer_line(Json{{"error", message}}); }

void value(std::ostream& out, const Session& session, const LargePosition& position, const ValueAnswer& answer,
           Format format, bool explain) {
    if (format != Format::json) {
        out << session.show(answer.value) << '\n';
        if (explain) out << answer.warrant.text() << '\n';
        return;
    }
    Json json = header(session);
    json["position"] = json_of(position);
    json["value"] = json_of(session, answer.value);
    add_warrant(json, answer.warrant);
    out << answer_line(json);
}

namespace {

/// `components`: the positions that a move leaves; `to`: the one position, in games whose heaps do not split.
template <class P> Json move_json(bool splits, const std::vector<P>& components) {
    Json json;
    if (!splits) json["to"] = json_of(components[0]);
    json["components"] = json_of(components);
    return json;
}

}  // namespace

void moves(std::ostream& out, const Session& session, const MovesAnswer& answer, Format format) {
    const bool podium = session.rules().players > 0;
    const bool splits = session.rules().splits;
    if (format == Format::json) {
        Json json = header(session);
        json["position"] = json_of(answer.position);
        json["value"] = json_of(session, answer.value);
        json["warrant"] = kWarrant;
        json["moves"] = Json::array();
        json["best_move"] = nullptr;
        for (const Option& option : answer.options) {
            Json move = move_json(splits, option.components);
            if (option.best && json["best_move"].is_null()) json["best_move"] = move;
            move["value"] = json_of(session, option.value);
            move[podium ? "best" : "wins"] = option.best;
            json["moves"].push_back(move);
        }
        out << answer_line(json);
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

/// A single position has the keys that a smaller one has.
Json board_json(const Board& board, const ValueAnswer& answer, bool outcome) {
    Json json;
    const auto part = [](const Heap& heap, const char* what) {
        Json one{{"game", heap.session->rules().instance}};
        if (what) one["what"] = what;
        one["position"] = json_of(heap.position);
        return one;
    };
    const char* const what = outcome || board.rules().players > 0 ? "outcome" : "grundy";
    if (board.heaps().size() == 1) {
        json = part(board.heaps()[0], what);
    } else {
        json["sum"] = Json::array();
        for (const Heap& heap : board.heaps()) json["sum"].push_back(part(heap, nullptr));
        json["what"] = what;
    }
    if (outcome && board.rules().players == 0)
        json["value"] = answer.value == 0 ? "P" : "N";
    else
        json["value"] = answer.exact ? json_of(answer.value) : Json(nullptr);  // null: it is only known not to be 0
    add_warrant(json, answer.warrant);
    return json;
}

Json move_json(const Board& board, const BoardMove& move) {
    const Heap& heap = board.heaps()[move.heap];
    Json json;
    if (board.heaps().size() > 1) json["part"] = move.heap + 1;
    json.update(move_json(heap.session->rules().splits, move.to));
    return json;
}

/// As render::moves prints them for a session.
Json moves_json(const Board& board, const ValueAnswer& answer, const std::optional<std::vector<BoardMove>>& all,
                const std::optional<BoardMove>& best) {
    const bool podium = board.rules().players > 0;
    Json json = board_json(board, answer, false);
    json["moves"] = nullptr;  // more than can be listed
    if (all) json["moves"] = Json::array();
    if (all)
        for (const BoardMove& move : *all) {
            Json one = move_json(board, move);
            one["value"] = json_of(*move.value);
            one[podium ? "best" : "wins"] = podium ? best && *move.value == *best->value : *move.value == 0;
            json["moves"].push_back(one);
        }
    json["best_move"] = nullptr;
    if (!best) return json;
    json["best_move"] = move_json(board, *best);
    if (answer.warrant.kind != Warrant::Kind::computed)
        add_warrant(json["best_move"], board.after(*best).value().warrant);
    return json;
}

}  // namespace

void value(std::ostream& out, const Board& board, Format format, bool outcome, bool explain) {
    const ValueAnswer answer = board.value();
    const std::string text =
        outcome && board.rules().players == 0 ? (answer.value == 0 ? "P" : "N") : answer.value.str();
    if (format == Format::json) {
        out << answer_line(board_json(board, answer, outcome));
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
        out << answer_line(moves_json(board, answer, all, best));
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

void turn_json(std::ostream& out, const Board& board, int player) {
    Json json{{"player", player + 1}};
    json.update(board_json(board, board.value(), false));
    out << answer_line(json);
}

void played_json(std::ostream& out, const Board& board, const BoardMove& move, int player) {
    out << answer_line({{"player", player + 1}, {"move", move_json(board, move)}});
}

void end_json(std::ostream& out, const std::vector<int>& ranking) {
    Json json{{"ranking", Json::array()}};
    for (const int player : ranking) json["ranking"].push_back(player + 1);
    out << answer_line(json);
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
            verdict.kind == Verdict::Kind::refuted ? json_of(verdict.counterexample) : Json(nullptr);
        json["bound"] = text_or_null(verdict.bound);
        json["cases"] = json_of(verdict.cases);
        if (!verdict.message.empty()) json["message"] = verdict.message;
        if (!verdict.note.empty()) json["note"] = verdict.note;
        json["seconds"] = verdict.seconds;
        out << answer_line(json);
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
    if (verdict.kind == Verdict::Kind::refuted && verdict.expect_refuted && !verdict.expected_counterexample.empty())
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
        json["positions"] = json_of(comparison.positions);
        json["different"] = json_of(comparison.different);
        json["only_first"] = json_of(comparison.only_first);
        json["only_second"] = json_of(comparison.only_second);
        if (comparison.at) {
            json["at"] = json_of(*comparison.at);
            json["values"] = Json::array();
            for (const std::string& value : {comparison.value_first, comparison.value_second})
                json["values"].push_back(value.empty() ? Json(nullptr) : json_of_text(value));  // null: no position
        }
        out << answer_line(json);
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
