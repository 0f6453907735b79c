// Pictures of values. Needs bouton::pictures.
#pragma once

#include "bouton/game.hpp"

#include <string>

namespace bouton {

enum class PictureFormat { svg, png, pdf };

/// The bytes of a file with a picture of the values up to a bound: of one coordinate a strip, of two a map, of three a map for each value of
/// the last.
std::string picture(Game& game, const Game::Bounds& to, PictureFormat format = PictureFormat::svg);

}  // namespace bouton
