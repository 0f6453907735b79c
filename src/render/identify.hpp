// Games that `identify` found, as text and JSON.
#pragma once

#include "answers/identify.hpp"
#include "render/render.hpp"

namespace bouton::render {

/// As text a few of every game, as JSON one object a match; none: an object whose game is null.
void identification(std::ostream& out, const Identification& result, Format format);

}  // namespace bouton::render
