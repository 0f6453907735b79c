// Misere quotients as text and JSON.
#pragma once

#include "answers/misere.hpp"
#include "render/render.hpp"

#include <optional>

namespace bouton::render {

struct MisereReport {
    std::string game;
    MisereQuotient quotient;
    std::optional<GenusAnswer> genus;
    std::string sum_text;  // as typed; empty: none was asked for
    std::vector<std::pair<std::int64_t, Integer>> sum;
};

void misere(std::ostream& out, const MisereReport& report, Format format);

}  // namespace bouton::render
