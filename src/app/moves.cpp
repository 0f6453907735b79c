#include "app/commands.hpp"
#include "render/render.hpp"

#include <iostream>

namespace bouton::app {

int moves(const Settings& settings, const GameWords& words, const Watch& watch) {
    Library library(settings.home);
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    const Position position = session.parse_position(words.coordinates());
    render::moves(std::cout, session, session.moves(position),
                  settings.json ? render::Format::json : render::Format::text);
    return 0;
}

}  // namespace bouton::app
