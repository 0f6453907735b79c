// Laws that `discover` found, as text and JSON.
#pragma once

#include "discover/search.hpp"
#include "render/json.hpp"
#include "render/render.hpp"

namespace bouton::render {

/// One object a law; none: an object whose law is null, with what was tried and the nearest laws.
void laws(std::ostream& out, const discover::Subject& subject, const discover::Report& report, Format format);

Json json_of(const discover::Law& law);

/// The claim with all that it needs, as it can be pasted; its verdict, how it was found, and what the verdict rests on.
std::string law_text(const discover::Law& law);
std::string law_words(const discover::Law& law);

}  // namespace bouton::render
