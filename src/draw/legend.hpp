// Legends: symbols with words, and a bar for a range of numbers; as a column beside a picture or as rows below it.
#pragma once

#include "draw/scene.hpp"

namespace bouton::draw {

struct LegendEntry {
    std::function<void(Scene&, Dot centre)> symbol;  // within 11 x 11 points
    std::string text;
};

struct Legend {
    std::string title;
    std::vector<LegendEntry> entries;
    std::optional<Scale> bar = std::nullopt;  // comes first
};

LegendEntry colour_entry(Colour colour, const std::string& text);
LegendEntry hatch_entry(const std::string& text);
LegendEntry ring_entry(const std::string& text);

/// A cell that is no position.
void add_hatch(Scene& scene, const Box& box);
/// A ring that can be seen on any colour.
void add_ring(Scene& scene, Dot centre, double radius);

/// The colours of numbers from low to high: single ones when they are few, a bar when they are many.
void add_numbers(Legend& legend, const Scale& scale, const std::vector<std::int64_t>& few);
constexpr std::size_t few_numbers = 12;

/// Beside (to the right of) or below what the scene holds from this item on: beside by default, below when that is flat. `plot` is what the
/// legend is aligned with.
void add_legend(Scene& scene, const Legend& legend, const Box& plot, std::size_t from = 0);

}  // namespace bouton::draw
