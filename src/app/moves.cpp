#include "app/notes.hpp"
#include "engines/options.hpp"
#include "render/render.hpp"

#include <iostream>

namespace bouton::app {

namespace {

bool has_more_moves(const Ruleset& rules, const Position& position, std::size_t most) {
    std::size_t count = 0;
    Options(rules).for_each(position, [&](const std::vector<Position>&) { return ++count <= most; });
    return count > most;
}

}  // namespace

int moves(const Settings& settings, const GameWords& words, const Watch& watch) {
    constexpr std::size_t kListed = 100000;
    constexpr std::size_t kManyMoves = 1 << 20;  // where a winning one is certain to be found, so many are not listed
    Library library = settings.library();
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto board_moves = [&](const Board& board) {
        render::moves(std::cout, board, format);
        Notes(settings).tell(board);
        return 0;
    };
    if (Board::is_sum(words.all())) require_no_remoteness(words);
    if (Board::is_sum(words.all())) return board_moves(Board::parse(library, words.all(), watch, words.engine));
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    const LargePosition position = session.parse_large_position(words.coordinates());
    if (session.computed_only()) {
        render::moves(std::cout, session, session.moves(session.parse_position(words.coordinates())), format);
        return 0;
    }
    if (cells_below(position) > kListed * kListed) {  // more than can be listed: one that wins
        return board_moves(Board::parse(library, words.all(), watch, words.engine));
    }
    const Position small = clamped(position);
    if (has_more_moves(session.rules(), small, kManyMoves) &&
        session.answer(position).warrant.kind == Warrant::Kind::proved)
        return board_moves(Board::parse(library, words.all(), watch, words.engine));
    render::moves(std::cout, session, session.moves(small), format);
    return 0;
}

}  // namespace bouton::app
