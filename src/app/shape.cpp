#include "app/commands.hpp"
#include "render/render.hpp"

#include <iostream>

namespace bouton::app {

int shape(const Settings& settings, const GameWords& words, const Watch& watch) {
    Library library = settings.library();
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    std::size_t length = session.rules().coordinates.size();
    if (!words.coordinates().empty()) length = session.parse_position(words.coordinates()).size();
    render::shape(std::cout, session, session.shape(length),
                  settings.json ? render::Format::json : render::Format::text);
    return 0;
}

}  // namespace bouton::app
