// A table of one or two coordinates as an SVG file: squares in the colours of draw/colour.hpp, numbers in them where they fit, real text.
// The program's own pictures (draw/) measure text with Cairo, which a page does not have; nothing here has to be measured.
#pragma once

#include "answers/answer.hpp"

#include <string>

namespace bouton::web {

std::string map_svg(const Session& session, const TableAnswer& table);

}  // namespace bouton::web
