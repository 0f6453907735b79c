// One function for each kind of picture.
#pragma once

#include "draw/scene.hpp"

namespace bouton::draw {

Scene arrange_map(const ValueMap& map);
Scene arrange_panels(const Panels& panels);
Scene arrange_strip(const Strip& strip);
Scene arrange_scatter(const Scatter& scatter);
Scene arrange_circle(const Circle& circle);

}  // namespace bouton::draw
