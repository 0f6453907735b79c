#include "answers/words.hpp"
#include "app/notes.hpp"
#include "lang/coordinates.hpp"
#include "render/render.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <map>
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

/// What a player typed, as a move of one heap; throws what is wrong with it. Nothing is guessed: words that are not understood are told.
class MoveReader {
  public:
    MoveReader(const Board& board, const std::string& line) : board_(board), words_(words_of(line)) {
        if (board.heaps().size() > 1) heap_ = which_heap(line);
        names_ = names_of(from());
    }

    BoardMove operator()() {
        if (!words_.empty() && words_[0] == "to") words_.erase(words_.begin());
        const bool one_number = words_.size() == 1 && is_number_text(words_[0]) && names_.size() == 1;
        if (one_number && !from().session->rules().splits) words_.insert(words_.begin(), "take");
        return !words_.empty() && words_[0] == "take" ? take() : new_position();
    }

  private:
    const Heap& from() const { return board_.heaps()[heap_]; }

    std::size_t which_heap(const std::string& line) {
        if (words_.empty() || !words_[0].ends_with(":"))
            throw bad_input(fmt::format("say first which part moves, as in  1: {}", line.empty() ? "2 3" : line));
        const Integer which = parse_number(words_[0].substr(0, words_[0].size() - 1), "part");
        if (which < 1 || which > board_.heaps().size())
            throw bad_input(fmt::format("there are parts 1 to {}", board_.heaps().size()));
        words_.erase(words_.begin());
        return static_cast<std::size_t>(which) - 1;
    }

    Error forbidden(const std::string& what) const {
        return bad_input(
            fmt::format("{} is no legal move; the rules are: {}", what, fmt::join(from().session->rule_texts(), "; ")));
    }

    std::size_t place(const std::string& name) const {
        const auto found = std::find(names_.begin(), names_.end(), name);
        if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
        if (is_number_text(name)) {
            const Integer number = parse_number(name, "pile");
            if (number >= 1 && number <= names_.size()) return static_cast<std::size_t>(number) - 1;
        }
        throw bad_input(fmt::format("there is no {}; take from one of {}", name, fmt::join(names_, ", ")));
    }

    /// take 2 from x, 1 from y; with one coordinate: take 2
    std::map<std::size_t, Integer> stones_taken() const {
        std::map<std::size_t, Integer> taken;
        std::size_t i = 1;
        do {
            if (taken.size() > 0 && i < words_.size() && words_[i] == "and") ++i;
            if (i >= words_.size() || !is_number_text(words_[i]))
                throw bad_input("take how many? as in  take 2 from " + names_[0]);
            const Integer stones = parse_number(words_[i++], "move");
            std::size_t which = 0;
            if (i < words_.size() && words_[i] == "from") ++i;
            if (i < words_.size())
                which = place(words_[i++]);
            else if (names_.size() > 1)
                throw bad_input(fmt::format("from which? as in  take {} from {}", to_text(stones), names_[0]));
            if (!taken.emplace(which, stones).second)
                throw bad_input(fmt::format("{} is named twice; say once how many to take from it", names_[which]));
            if (stones > from().position[which])
                throw bad_input(fmt::format("there are only {} in {}", to_text(from().position[which]), names_[which]));
        } while (i < words_.size());
        return taken;
    }

    BoardMove take() const {
        const auto taken = stones_taken();
        LargePosition to = from().position;
        std::vector<std::string> parts;
        for (const auto& [which, stones] : taken) {
            to[which] -= stones;
            parts.push_back(fmt::format("{} from {}", to_text(stones), names_[which]));
        }
        if (const auto move = board_.legal(heap_, {to})) return *move;
        // Other coordinates may change with it, such as a count of turns.
        if (const auto all = board_.moves()) {
            std::vector<BoardMove> fitting;
            for (const BoardMove& move : *all)
                if (move.heap == heap_ && move.to.size() == 1 &&
                    std::all_of(taken.begin(), taken.end(), [&](const auto& part) {
                        return part.second > 0 && move.to[0][part.first] == to[part.first];
                    }))
                    fitting.push_back(move);
            if (fitting.size() == 1) return fitting[0];
            if (fitting.size() > 1) throw bad_input("several moves do that; give the whole new position");
        }
        throw forbidden(fmt::format("to take {}", fmt::join(parts, ", ")));
    }

    /// The new position, or several with + between them.
    BoardMove new_position() const {
        std::vector<LargePosition> to(1);
        for (const std::string& word : words_) {
            if (word == "+")
                to.emplace_back();
            else if (is_number_text(word))
                to.back().push_back(parse_number(word, "move"));
            else
                throw bad_input(fmt::format(
                    "{} is not understood; a move is the new position (as in {}), or: take 1 from {} (also: hint, "
                    "undo, moves, quit)",
                    word, to_text(from().position), names_[0]));
        }
        for (const LargePosition& position : to)
            if (position.size() != names_.size())
                throw bad_input(fmt::format("a position here has {} number{}: {}", names_.size(),
                                            names_.size() == 1 ? "" : "s", fmt::join(names_, " ")));
        if (const auto move = board_.legal(heap_, to)) return *move;
        throw forbidden(fmt::format("{} to {}", to_text(from().position), to_text(to[0])));
    }

    const Board& board_;
    std::vector<std::string> words_;
    std::size_t heap_ = 0;
    std::vector<std::string> names_;
};

BoardMove read_move(const Board& board, const std::string& line) { return MoveReader(board, line)(); }

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

/// A game in the terminal between people and the computer.
class Match {
  public:
    Match(const Settings& settings, Board board, std::set<int> people, const Watch& watch)
        : board_(std::move(board)), people_(std::move(people)), watch_(watch), notes_(settings) {}

    void run() {
        for (const Heap& heap : board_.heaps())
            if (&heap == &board_.heaps()[0] || heap.session != board_.heaps()[0].session)
                fmt::print("{}: {}\n", heap.session->rules().instance, heap.session->about());
        while (!board_.over()) {
            watch_.check();
            show();
            if (!people_.contains(turn_)) {
                computer();
            } else if (const std::string line = asked(); line == "quit" || line == "exit") {
                fmt::print("The game goes on with: {}\n", how_to_go_on());
                return;
            } else {
                person(line);
            }
        }
        show();
        announce_end(board_, turn_);
    }

  private:
    void show() {
        notes_.tell(board_);
        fmt::print("\n");
        draw(board_);
    }

    void make(const BoardMove& move) {
        board_ = board_.after(move);
        turn_ = (turn_ + 1) % board_.players();
    }

    void computer() {
        const auto winning = board_.best();
        const BoardMove move = move_of_computer(board_, winning);
        const std::string taken = board_.taken(move);
        fmt::print("Player {} (computer) moves: {}{}\n", turn_ + 1, board_.show(move),
                   taken.empty() ? "" : ", " + taken);
        explain(board_, winning ? &*winning : nullptr);
        make(move);
    }

    std::string asked() {
        fmt::print("Player {}, your move: ", turn_ + 1);
        std::fflush(stdout);
        std::string line;
        if (!std::getline(std::cin, line)) {
            watch_.check();
            fmt::print("\n");
            throw bad_input("the input ended in the middle of the game; it goes on with: " + how_to_go_on());
        }
        line.erase(0, std::min(line.find_first_not_of(" \t\r"), line.size()));
        line.erase(std::min(line.find_last_not_of(" \t\r") + 1, line.size()));
        return line;
    }

    void person(const std::string& line) {
        try {
            if (line.empty()) return;
            if (line == "help") return help();
            if (line == "undo") return undo();
            if (line == "moves") return moves();
            if (line == "hint") return hint();
            if (line == "win" || line == "where") return nudge(line == "where");
            const BoardMove move = read_move(board_, line);
            history_.emplace_back(board_, turn_);
            make(move);
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            fmt::print("{}\n", with_option(error));
        }
    }

    void help() const {
        fmt::print(
            "A move is the new position, as in {}, or: take 1 from {}. Also: win (is there a winning move?), "
            "where (which heap?), hint (the move and why), moves, undo, quit.\n",
            to_text(board_.heaps()[0].position), names_of(board_.heaps()[0])[0]);
    }

    void undo() {
        if (history_.empty()) return fmt::print("Nothing to take back.\n");
        std::tie(board_, turn_) = history_.back();
        history_.pop_back();
    }

    void moves() const {
        if (const auto all = board_.moves(200)) {
            for (const BoardMove& move : *all) fmt::print("  {}\n", board_.show(move));
        } else {
            fmt::print("There are more than can be shown. The rules: {}\n",
                       fmt::join(board_.heaps()[0].session->rule_texts(), "; "));
        }
    }

    /// Less than a hint: whether there is a winning move, or which heap it is in.
    void nudge(bool where) {
        const auto move = board_.best();
        if (!move || board_.value().value == 0) return hint();
        std::string text = board_.players() > 2 ? "There is a best move" : "There is a winning move";
        if (where) {
            std::vector<std::string> names;
            const Heap& heap = board_.heaps()[move->heap];
            for (std::size_t i = 0; i < heap.position.size() && move->to.size() == 1; ++i)
                if (move->to[0][i] != heap.position[i]) names.push_back(names_of(heap)[i]);
            if (board_.heaps().size() > 1) text += fmt::format(" in part {}", move->heap + 1);
            if (!names.empty()) text += fmt::format("; it changes {}", fmt::join(names, " and "));
        }
        fmt::print("{}.\n", text);
    }

    void hint() {
        if (const auto move = board_.best()) {
            fmt::print("{}: {}.\n", board_.show(*move), board_.reason(*move));
        } else if (board_.value().value == 0) {
            fmt::print("You are lost against perfect play: every move leaves the other player one that wins.\n");
        } else {
            fmt::print("There is a winning move, but the claims about this game do not lead to it.\n");
        }
    }

    std::string how_to_go_on() const {
        std::vector<std::string> parts;
        for (const Heap& heap : board_.heaps()) {
            std::string text = heap.session->rules().instance;
            for (const Integer& c : heap.position) text += " " + c.str();
            parts.push_back(text);
        }
        return fmt::format("bouton play '{}'", fmt::join(parts, " + "));
    }

    Board board_;
    std::set<int> people_;
    const Watch& watch_;
    Notes notes_;
    int turn_ = 0;
    std::vector<std::pair<Board, int>> history_;
};

}  // namespace

int play(const Settings& settings, const GameWords& words, const std::string& human, const Watch& watch) {
    Library library = settings.library();
    const std::vector<std::string> all = words.all();
    const bool has_position = Board::is_sum(all) || !read_words(all).coordinates.empty();
    Board board = has_position ? Board::parse(library, all, watch, words.engine)
                               : Board::start(library, all, watch, words.engine);
    const std::set<int> people = humans(human, board.players());
    if (settings.json) return play_json(std::move(board), people, watch);
    Match(settings, std::move(board), people, watch).run();
    return 0;
}

}  // namespace bouton::app
