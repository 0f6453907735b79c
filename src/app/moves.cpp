#include "app/notes.hpp"
#include "render/render.hpp"

#include <iostream>

namespace bouton::app {

int moves(const Settings& settings, const GameWords& words, const Watch& watch) {
    constexpr std::size_t kListed = 100000;
    Library library(settings.home);
    const auto format = settings.json ? render::Format::json : render::Format::text;
    const auto board_moves = [&](const Board& board) {
        render::moves(std::cout, board, format);
        Notes(settings).tell(board);
        return 0;
    };
    if (Board::is_sum(words.all())) return board_moves(Board::parse(library, words.all(), watch, words.engine));
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    const LargePosition position = session.parse_large_position(words.coordinates());
    Integer cells = 1;
    for (const Integer& c : position) cells *= c + 1;
    if (cells > kListed * kListed) {  // more than can be listed: one that wins
        return board_moves(Board::parse(library, words.all(), watch, words.engine));
    }
    Position small;
    for (const Integer& c : position) small.push_back(clamp(c));
    render::moves(std::cout, session, session.moves(small), format);
    return 0;
}

}  // namespace bouton::app
