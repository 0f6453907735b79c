#include "app/notes.hpp"
#include "lang/coordinates.hpp"
#include "render/render.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>

namespace bouton::app {

namespace {

std::set<int> humans(const std::string& text, int players) {
    std::set<int> result;
    if (text == "all") {
        for (int i = 0; i < players; ++i) result.insert(i);
        return result;
    }
    if (text == "none") return result;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        const Integer number = parse_number(part, "--human");
        if (number < 1 || number > players)
            throw bad_input(
                fmt::format("--human {}: there are players 1 to {}; write 1, 1,2, all or none", text, players));
        result.insert(static_cast<int>(number) - 1);
    }
    return result;
}

std::vector<std::string> names_of(const Heap& heap) {
    const Ruleset& rules = heap.session->rules();
    return coordinate_names(rules, Places(rules, heap.position.size()).pile_count);
}

void draw(const Board& board) {
    constexpr std::int64_t kMostDrawn = 60;
    for (std::size_t h = 0; h < board.heaps().size(); ++h) {
        const Heap& heap = board.heaps()[h];
        if (board.heaps().size() > 1) fmt::print("  {}: {}\n", h + 1, heap.session->rules().instance);
        const auto names = names_of(heap);
        std::size_t width = 0;
        for (const std::string& name : names) width = std::max(width, name.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::string stones;
            if (heap.position[i] <= kMostDrawn)
                for (Integer s = 0; s < heap.position[i]; ++s) stones += s > 0 && s % 5 == 0 ? " o" : "o";
            fmt::print("  {:>{}} {:>4}  {}\n", names[i], width, to_text(heap.position[i]), stones);
        }
    }
}

std::vector<std::string> words_of(const std::string& line) {
    std::string text = line;
    for (char& c : text)
        if (c == ',' || c == '(' || c == ')') c = ' ';
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

bool is_number_text(const std::string& word) {
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0]));
}

/// What a player typed, as a move; throws what is wrong with it.
BoardMove read_move(const Board& board, const std::string& line) {
    std::vector<std::string> words = words_of(line);
    std::size_t heap = 0;
    if (board.heaps().size() > 1) {
        if (words.empty() || !words[0].ends_with(":"))
            throw bad_input(fmt::format("say first which part moves, as in  1: {}", line.empty() ? "2 3" : line));
        const Integer which = parse_number(words[0].substr(0, words[0].size() - 1), "part");
        if (which < 1 || which > board.heaps().size())
            throw bad_input(fmt::format("there are parts 1 to {}", board.heaps().size()));
        heap = static_cast<std::size_t>(which) - 1;
        words.erase(words.begin());
    }
    const Heap& from = board.heaps()[heap];
    const auto names = names_of(from);
    const auto forbidden = [&](const std::string& what) {
        return bad_input(
            fmt::format("{} is no legal move; the rules are: {}", what, fmt::join(from.session->rule_texts(), "; ")));
    };
    if (!words.empty() && words[0] == "to") words.erase(words.begin());
    if (words.size() == 1 && is_number_text(words[0]) && names.size() == 1 && !from.session->rules().splits)
        words.insert(words.begin(), "take");
    if (!words.empty() && words[0] == "take") {
        if (words.size() < 2 || !is_number_text(words[1]))
            throw bad_input("take how many? as in  take 2 from " + names[0]);
        const Integer stones = parse_number(words[1], "move");
        std::size_t which = 0;
        if (words.size() > 2) {
            const std::string& name = words.back();
            const auto found = std::find(names.begin(), names.end(), name);
            if (found != names.end())
                which = static_cast<std::size_t>(found - names.begin());
            else if (is_number_text(name) && parse_number(name, "pile") >= 1 &&
                     parse_number(name, "pile") <= names.size())
                which = static_cast<std::size_t>(parse_number(name, "pile")) - 1;
            else
                throw bad_input(fmt::format("there is no {}; take from one of {}", name, fmt::join(names, ", ")));
        } else if (names.size() > 1) {
            throw bad_input(fmt::format("from which? as in  take {} from {}", words[1], names[0]));
        }
        if (stones > from.position[which])
            throw bad_input(fmt::format("there are only {} in {}", to_text(from.position[which]), names[which]));
        LargePosition to = from.position;
        to[which] -= stones;
        if (const auto move = board.legal(heap, {to})) return *move;
        // Other coordinates may change with it, such as a count of turns.
        if (const auto all = board.moves()) {
            std::vector<BoardMove> fitting;
            for (const BoardMove& move : *all)
                if (move.heap == heap && move.to.size() == 1 && stones > 0 && move.to[0][which] == to[which])
                    fitting.push_back(move);
            if (fitting.size() == 1) return fitting[0];
            if (fitting.size() > 1) throw bad_input("several moves do that; give the whole new position");
        }
        throw forbidden(fmt::format("to take {} from {}", words[1], names[which]));
    }
    // The new position, or several with + between them.
    std::vector<LargePosition> to(1);
    for (const std::string& word : words) {
        if (word == "+")
            to.emplace_back();
        else if (is_number_text(word))
            to.back().push_back(parse_number(word, "move"));
        else
            throw bad_input(fmt::format(
                "{} is not understood; a move is the new position (as in {}), or: take 1 from {} (also: hint, undo, "
                "moves, quit)",
                word, to_text(from.position), names[0]));
    }
    for (const LargePosition& position : to)
        if (position.size() != names.size())
            throw bad_input(fmt::format("a position here has {} number{}: {}", names.size(),
                                        names.size() == 1 ? "" : "s", fmt::join(names, " ")));
    if (const auto move = board.legal(heap, to)) return *move;
    throw forbidden(fmt::format("{} to {}", to_text(from.position), to_text(to[0])));
}

/// A small position speaks for itself; of a large one the player is told why, and on what ground.
void explain(const Board& board, const BoardMove* winning) {
    const ValueAnswer here = board.value();
    if (here.warrant.kind == Warrant::Kind::computed) return;
    if (winning)
        fmt::print("  {}\n", board.reason(*winning));
    else if (here.value == 0)
        fmt::print("  every move loses: {}\n", here.warrant.text());
}

/// The players, from 0 on, the winner first. `turn`: who cannot move.
std::vector<int> ranking(const Board& board, int turn) {
    const int players = board.players();
    if (players == 2 && board.rules().misere) return {turn, 1 - turn};
    std::vector<int> result;
    for (int i = 1; i <= players; ++i) result.push_back((turn - i + 2 * players) % players);
    return result;
}

void announce_end(const Board& board, int turn) {
    const std::vector<int> order = ranking(board, turn);
    if (order.size() == 2) {
        fmt::print("Player {} cannot move. Player {} wins.\n", turn + 1, order[0] + 1);
        return;
    }
    std::vector<std::string> names;
    for (const int player : order) names.push_back(fmt::format("player {}", player + 1));
    fmt::print("Player {} cannot move. Ranking, best first: {}.\n", turn + 1, fmt::join(names, ", "));
}

BoardMove move_of_computer(const Board& board, const std::optional<BoardMove>& winning) {
    const auto move = winning ? winning : board.delay();
    if (!move) throw over_limit("no move can be found from a position this large; start with a smaller one");
    return *move;
}

/// For programs: every turn, every move and the end as an object; a line of the input is a move or `quit`.
int play_json(Board board, const std::set<int>& people, const Watch& watch) {
    int turn = 0;
    const auto make = [&](const BoardMove& move) {
        render::played_json(std::cout, board, move, turn);
        board = board.after(move);
        turn = (turn + 1) % board.players();
    };
    while (!board.over()) {
        watch.check();
        render::turn_json(std::cout, board, turn);
        std::cout.flush();
        if (!people.contains(turn)) {
            make(move_of_computer(board, board.best()));
            continue;
        }
        std::string line;
        if (!std::getline(std::cin, line)) {
            watch.check();
            throw bad_input("the input ended in the middle of the game");
        }
        if (line == "quit") return 0;
        try {
            make(read_move(board, line));
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            std::cout << render::error_json(error.what());
        }
    }
    render::end_json(std::cout, ranking(board, turn));
    return 0;
}

}  // namespace

int play(const Settings& settings, const GameWords& words, const std::string& human, const Watch& watch) {
    Library library = settings.library();
    Board board = Board::parse(library, words.all(), watch, words.engine);
    Notes notes(settings);
    const int players = board.players();
    const std::set<int> people = humans(human, players);
    if (settings.json) return play_json(std::move(board), people, watch);
    std::vector<std::pair<Board, int>> history;
    const auto how_to_go_on = [&](const Board& here) {
        std::vector<std::string> parts;
        for (const Heap& heap : here.heaps()) {
            std::string text = heap.session->rules().instance;
            for (const Integer& c : heap.position) text += " " + c.str();
            parts.push_back(text);
        }
        return fmt::format("bouton play '{}'", fmt::join(parts, " + "));
    };
    for (const Heap& heap : board.heaps())
        if (&heap == &board.heaps()[0] || heap.session != board.heaps()[0].session)
            fmt::print("{}: {}\n", heap.session->rules().instance, heap.session->about());
    int turn = 0;
    while (!board.over()) {
        watch.check();
        notes.tell(board);
        fmt::print("\n");
        draw(board);
        if (!people.contains(turn)) {
            const auto winning = board.best();
            const BoardMove move = move_of_computer(board, winning);
            fmt::print("Player {} (computer) moves: {}\n", turn + 1, board.show(move));
            explain(board, winning ? &*winning : nullptr);
            board = board.after(move);
            turn = (turn + 1) % players;
            continue;
        }
        fmt::print("Player {}, your move: ", turn + 1);
        std::fflush(stdout);
        std::string line;
        if (!std::getline(std::cin, line)) {
            watch.check();
            fmt::print("\n");
            throw bad_input("the input ended in the middle of the game; it goes on with: " + how_to_go_on(board));
        }
        line.erase(0, std::min(line.find_first_not_of(" \t\r"), line.size()));
        line.erase(std::min(line.find_last_not_of(" \t\r") + 1, line.size()));
        try {
            if (line.empty()) continue;
            if (line == "quit" || line == "exit") {
                fmt::print("The game goes on with: {}\n", how_to_go_on(board));
                return 0;
            }
            if (line == "help") {
                fmt::print("A move is the new position, as in {}, or: take 1 from {}. Also: hint, moves, undo, quit.\n",
                           to_text(board.heaps()[0].position), names_of(board.heaps()[0])[0]);
            } else if (line == "undo") {
                if (history.empty()) {
                    fmt::print("Nothing to take back.\n");
                } else {
                    std::tie(board, turn) = history.back();
                    history.pop_back();
                }
            } else if (line == "moves") {
                if (const auto all = board.moves(200)) {
                    for (const BoardMove& move : *all) fmt::print("  {}\n", board.show(move));
                } else {
                    fmt::print("There are more than can be shown. The rules: {}\n",
                               fmt::join(board.heaps()[0].session->rule_texts(), "; "));
                }
            } else if (line == "hint") {
                if (const auto move = board.best()) {
                    fmt::print("{}: {}.\n", board.show(*move), board.reason(*move));
                } else if (board.value().value == 0) {
                    fmt::print(
                        "You are lost against perfect play: every move leaves the other player one that wins.\n");
                } else {
                    fmt::print("There is a winning move, but the claims about this game do not lead to it.\n");
                }
            } else {
                const BoardMove move = read_move(board, line);
                history.emplace_back(board, turn);
                board = board.after(move);
                turn = (turn + 1) % players;
            }
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            fmt::print("{}\n", with_option(error));
        }
    }
    notes.tell(board);
    fmt::print("\n");
    draw(board);
    announce_end(board, turn);
    return 0;
}

}  // namespace bouton::app
