#include "bouton/picture.hpp"

#include "answers/figures.hpp"
#include "api/parts.hpp"

namespace bouton {

std::string picture(Game& game, const Game::Bounds& to, PictureFormat format) {
    Game::Parts& parts = game.parts();
    return parts.ask([&] {
        Session& session = parts.session(What::grundy);
        const TableRequest request{to, {}, {}};
        require_picture(axes_of(request, session.rules()));
        const auto drawn = format == PictureFormat::svg   ? draw::Format::svg
                           : format == PictureFormat::png ? draw::Format::png
                                                          : draw::Format::pdf;
        return draw::paint(picture_of(session, session.table(request), "", *parts.watch), drawn);
    });
}

}  // namespace bouton
