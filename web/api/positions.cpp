// Single positions: what one is worth and why, and playing.
#include "state.hpp"

#include "base/josephus.hpp"
#include "play/board.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace bouton::web {

namespace {

constexpr std::size_t kMostMoves = 5000;
constexpr std::int64_t kMostSeats = 100000;

Board board_of(const std::shared_ptr<Session>& session, const Json& heaps) {
    if (!heaps.is_array() || heaps.empty()) throw bad_input("a list of heaps is needed, each a position");
    std::vector<Heap> parts;
    for (const Json& heap : heaps) parts.push_back({session, session->parse_large_position(words_in(heap))});
    return Board(std::move(parts));
}

Json option_json(const Board& board, const BoardMove& move, bool best) {
    return {{"to", json_of(move.to)},
            {"value", move.value ? json_of(*move.value) : Json()},
            {"best", best},
            {"taken", board.taken(move)},
            {"heap", move.heap}};
}

/// All moves, the best ones marked: of two players those that leave a P-position, of several those to the least outcome.
std::optional<Json> moves_json(const Board& board, std::size_t most) {
    const auto moves = board.moves(most);
    if (!moves) return std::nullopt;
    Integer least = 0;
    if (board.rules().players > 0 && !moves->empty()) {
        least = *moves->front().value;
        for (const BoardMove& move : *moves) least = std::min(least, *move.value);
    }
    Json list = Json::array();
    for (const BoardMove& move : *moves) list.push_back(option_json(board, move, *move.value == least));
    return list;
}

std::string no_winning_move(const Board& board) {
    if (board.over())
        return board.rules().misere ? "no move is left, and under misere play who cannot move wins"
                                    : "no move is left: who is to move has lost";
    return "every move leaves the other player one that wins";
}

/// The value where it is known exactly.
Json exact_json(const ValueAnswer& answer) { return answer.exact ? json_of(answer.value) : Json(); }

std::vector<std::string> changed(const Board& board, const BoardMove& move) {
    std::vector<std::string> names;
    const Heap& heap = board.heaps()[move.heap];
    const auto all = names_of(*heap.session, heap.position.size());
    for (std::size_t i = 0; i < heap.position.size() && move.to.size() == 1; ++i)
        if (move.to[0][i] != heap.position[i]) names.push_back(all[i]);
    return names;
}

/// By degrees: is there a winning move? where? which, and why?
Json hints(const Board& board, const std::optional<BoardMove>& winning) {
    if (!winning) return {no_winning_move(board)};
    const std::string there = board.players() > 2 ? "there is a best move" : "there is a winning move";
    const std::vector<std::string> names = changed(board, *winning);
    std::string where = there;
    if (board.heaps().size() > 1) where += fmt::format(" in heap {}", winning->heap + 1);
    if (!names.empty()) where += fmt::format("; it changes {}", fmt::join(names, " and "));
    const std::string taken = board.taken(*winning);
    return {
        there, where,
        fmt::format("{}{}: {}", board.show(*winning), taken.empty() ? "" : " (" + taken + ")", board.reason(*winning))};
}

Json heaps_json(const Board& board) {
    Json heaps = Json::array();
    for (const Heap& heap : board.heaps()) heaps.push_back(json_of(heap.position));
    return heaps;
}

}  // namespace

Json cell(State& state, const Json& ask) {
    const auto session = state.session(ask, What::grundy);
    const Board board = board_of(session, Json::array({ask.value("position", Json::array())}));
    const LargePosition& position = board.heaps()[0].position;
    const ValueAnswer here = session->answer(position, true);
    const auto most =
        static_cast<std::size_t>(std::clamp<std::int64_t>(number_in(ask, "most", kMostMoves), 1, kMostMoves));
    const std::optional<Json> options = moves_json(board, most);
    Json values, winning, best;
    if (options) {
        std::set<Integer> seen;
        std::size_t wins = 0;
        for (const Json& option : *options) {
            const Json& v = option["value"];
            if (!v.is_null())
                seen.insert(v.is_string() ? Integer(v.get<std::string>()) : Integer(v.get<std::int64_t>()));
            wins += option["best"].get<bool>();
            if (best.is_null() && option["best"].get<bool>()) best = option;
        }
        values = json_of(std::vector<Integer>(seen.begin(), seen.end()));
        winning = wins;
    }
    const std::optional<BoardMove> move = board.best();
    if (best.is_null() && move) best = option_json(board, *move, true);
    const Ruleset& rules = session->rules();
    std::string reason = no_winning_move(board);
    if (move) reason = board.reason(*move);
    if (!move && here.value != 0 && rules.players == 0 && !board.over())
        reason = "there is a winning move, but it was not found";
    return {{"instance", rules.instance},
            {"position", json_of(position)},
            {"names", names_of(*session, position.size())},
            {"value", exact_json(here)},
            {"outcome", outcome_json(rules, here.value)},
            {"warrant", warrant_json(here.warrant)},
            {"options", options ? *options : Json()},
            {"values", values},
            {"winning", winning},
            {"best", best},
            {"reason", reason},
            {"notes", session->notes()}};
}

Json value(State& state, const Json& ask) {
    const What what = what_in(ask);
    const auto session = state.session(ask, what);
    const LargePosition position = session->parse_large_position(words_in(ask.value("position", Json::array())));
    const ValueAnswer answer = session->answer(position, what == What::outcome);
    return {{"instance", session->rules().instance},
            {"position", json_of(position)},
            {"value", what == What::outcome && session->rules().players == 0 ? Json() : exact_json(answer)},
            {"outcome", outcome_json(session->rules(), answer.value)},
            {"warrant", warrant_json(answer.warrant)},
            {"notes", session->notes()}};
}

namespace {

/// A small position that the first player can win, if there is such: as the program begins. Where the rules allow none of those that it tries,
/// the first that they allow, from larger coordinates down.
Board begin(State& state, const Json& ask, const std::shared_ptr<Session>& session) {
    const Ruleset& rules = session->rules();
    std::vector<std::string> words{rules.name};
    for (const auto& [name, given] : arguments_in(ask)) words.push_back(name + "=" + given);
    try {
        return board_of(session, heaps_json(Board::start(*state.opened(ask).shelf, words, *state.watch)));
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
    }
    const std::size_t count = rules.coordinates.size() + (rules.piles >= 0 ? 2 : 0);
    constexpr int kLargest = 7, kMostTried = 4096;
    std::vector<int> stones(count, kLargest);
    for (int tried = 0; tried < kMostTried; ++tried) {
        state.watch->check();
        try {
            Board board = board_of(session, Json::array({Json(stones)}));
            if (!board.over() && board.value().value != 0) return board;
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;  // `where` does not allow it
        }
        std::size_t i = count;
        while (i > 0 && stones[i - 1] == 0) stones[--i] = kLargest;
        if (i == 0) break;
        --stones[i - 1];
    }
    throw bad_input("give the position to start from; no small one was found from which somebody can win");
}

}  // namespace

Json play(State& state, const Json& ask) {
    const auto session = state.session(ask, What::grundy);
    const bool given = ask.contains("heaps") && !ask["heaps"].is_null();
    const Board board = given ? board_of(session, ask["heaps"]) : begin(state, ask, session);
    const ValueAnswer here = board.value();
    const Ruleset& rules = session->rules();
    const bool over = board.over();
    const std::optional<BoardMove> winning = over ? std::nullopt : board.best();
    const std::optional<BoardMove> move = winning || over ? winning : board.delay();
    Json best;
    if (move) {
        best = option_json(board, *move, winning.has_value());
        best["wins"] = winning.has_value();
        best["reason"] = board.reason(*move);
        best["text"] = board.show(*move);
    }
    Json moves;
    if (flag_in(ask, "moves"))
        if (auto all = moves_json(board, kMostMoves)) moves = std::move(*all);
    return {{"instance", rules.instance},
            {"names", names_of(*session, board.heaps()[0].position.size())},
            {"heaps", heaps_json(board)},
            {"players", board.players()},
            {"misere", rules.misere},
            {"over", over},
            {"value", exact_json(here)},
            {"wins", rules.players > 0 ? Json() : Json(here.value != 0)},
            {"warrant", warrant_json(here.warrant)},
            {"moves", moves},
            {"best", best},
            {"hints", hints(board, winning)}};
}

Json legal(State& state, const Json& ask) {
    const auto session = state.session(ask, What::grundy);
    const Board board = board_of(session, ask.value("heaps", Json::array()));
    const std::int64_t heap = number_in(ask, "heap", 0);
    if (heap < 0 || static_cast<std::size_t>(heap) >= board.heaps().size()) throw bad_input("there is no such heap");
    const Json to = ask.value("to", Json::array());
    if (!to.is_array()) throw bad_input("`to` is a list of positions");
    std::vector<LargePosition> wanted;
    std::string why;
    try {
        for (const Json& part : to) wanted.push_back(session->parse_large_position(words_in(part)));
        const std::size_t length = board.heaps()[static_cast<std::size_t>(heap)].position.size();
        for (const LargePosition& part : wanted)
            if (part.size() != length) throw bad_input("a move does not change how many heaps there are");
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        why = error.what();
    }
    const auto move = why.empty() ? board.legal(static_cast<std::size_t>(heap), wanted) : std::nullopt;
    if (!move) {
        if (why.empty()) why = fmt::format("the rules are: {}", fmt::join(session->rule_texts(), "; "));
        return {{"legal", false}, {"why", why}, {"heaps", nullptr}, {"text", ""}};
    }
    const std::string taken = board.taken(*move);
    return {{"legal", true},
            {"why", ""},
            {"heaps", heaps_json(board.after(*move))},
            {"text", taken.empty() ? board.show(*move) : taken}};
}

Json josephus(State& state, const Json& ask) {
    const auto number = [&](const char* key) {
        const auto words = words_in(Json::array({ask.contains(key) ? ask[key] : Json("1")}));
        return parse_number(words[0], key);
    };
    const Integer n = number("n"), k = number("k");
    const Integer survivor = bouton::josephus::seat(n, k, n);  // says what is wrong with n and k
    (void)state;
    Json order;
    if (n <= kMostSeats) order = json_of(bouton::josephus::order(clamp(n), k));
    return {{"n", json_of(n)}, {"k", json_of(k)}, {"survivor", json_of(survivor)}, {"order", order}};
}

}  // namespace bouton::web
