// A box of values as attributes of a figure, for src/render/viewer.js, and the script itself with the hash that the page's policy names:
// no other script can run in a page, whatever a file says.
#pragma once

#include "answers/value_box.hpp"

#include <string>
#include <string_view>

namespace bouton::render {

/// data-axes="..." data-words="..." data-box="...": 16-bit numbers, gzip, base64. First the values; then for each cell how many runs of
/// options it has and for each its length, first difference and step. Empty if a number does not fit.
std::string viewer_attributes(const ValueBox& box);

std::string_view viewer_script();

/// The content security policy of a page: nothing is loaded, and of scripts only the viewer runs.
std::string viewer_policy();

std::string base64(std::string_view bytes);

}  // namespace bouton::render
