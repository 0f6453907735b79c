#include "draw/legend.hpp"

#include "draw/axes.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace bouton::draw {
namespace {

constexpr double size = 8;
constexpr double symbol = 11;
constexpr double gap = 5;       // from a symbol to its words
constexpr double column = 150;  // the widest words in a column
constexpr double bar_length = 128;
constexpr double bar_width = 11;
constexpr int bar_steps = 64;

Colour bar_colour(const Scale& scale, int step) {
    if (scale.high <= scale.low) return sequential(0.35);
    return sequential((step + 0.5) / bar_steps);
}

/// Ticks of the bar: round numbers, and how far along each one is.
std::vector<std::pair<std::int64_t, double>> bar_ticks(const Scale& scale, double label) {
    const std::int64_t range = std::max<std::int64_t>(scale.high - scale.low, 1);
    const Axis axis{{}, scale.low, scale.high - scale.low + 1, bar_length / static_cast<double>(range)};
    std::vector<std::pair<std::int64_t, double>> result;
    for (const std::int64_t n : ticks(axis, tick_step(axis, std::max(label, bar_length / 7))))
        if (n != 0) result.emplace_back(n, static_cast<double>(n - scale.low) * axis.unit);
    return result;
}

/// The bar, with its top left corner here.
void add_bar(Scene& scene, const Scale& scale, Dot at, bool flat) {
    const double step = bar_length / bar_steps;
    for (int i = 0; i < bar_steps; ++i) {
        const Box box = flat ? Box{at.x + i * step, at.y, step, bar_width}
                             : Box{at.x, at.y + bar_length - (i + 1) * step, bar_width, step};
        scene.add(Rect{box, bar_colour(scale, i)});
    }
    const double label = flat ? std::max(scene.ruler.width(fmt::to_string(scale.high), size),
                                         scene.ruler.width(fmt::to_string(scale.low), size)) +
                                    8
                              : size * 1.5;
    for (const auto& [n, along] : bar_ticks(scale, label)) {
        if (flat) {
            const double x = at.x + along;
            scene.add(Stroke{{{x, at.y + bar_width}, {x, at.y + bar_width + 2.5}}});
            scene.add(
                Text{{x, at.y + bar_width + 4 + scene.ruler.ascent(size)}, fmt::to_string(n), size, Anchor::middle});
        } else {
            const double y = at.y + bar_length - along;
            scene.add(Stroke{{{at.x + bar_width, y}, {at.x + bar_width + 2.5, y}}});
            scene.add(Text{{at.x + symbol + gap, y + 0.37 * size}, fmt::to_string(n), size});
        }
    }
}

/// One entry with its symbol's top left corner here.
void add_entry(Scene& scene, const LegendEntry& entry, Dot at, double words) {
    entry.symbol(scene, {at.x + symbol / 2, at.y + symbol / 2});
    scene.add_lines(scene.ruler.wrap(entry.text, words, size),
                    Text{{at.x + symbol + gap, at.y + symbol / 2 + 0.37 * size}, {}, size});
}

void add_title(Scene& scene, const std::string& title, Dot& at, double words) {
    if (title.empty()) return;
    at.y += scene.ruler.ascent(size);
    at.y = scene.add_lines(scene.ruler.wrap(title, words, size), Text{at, {}, size, Anchor::start, faint_ink}) + 7;
}

void add_column(Scene& scene, const Legend& legend, Dot at) {
    add_title(scene, legend.title, at, column + symbol + gap);
    if (legend.bar) {
        at.y += 3;  // half of a label at the bar's end
        add_bar(scene, *legend.bar, {at.x, std::round(at.y)}, false);
        at.y += bar_length + 9;
    }
    for (const LegendEntry& entry : legend.entries) {
        const std::size_t first = scene.items.size();
        add_entry(scene, entry, at, column);
        at.y = std::max(at.y + symbol, scene.bounds(first).bottom()) + 3;
    }
}

void add_rows(Scene& scene, const Legend& legend, Dot at, double width) {
    add_title(scene, legend.title, at, width);
    const double left = at.x;
    double bottom = at.y;
    const auto place = [&](const std::function<void()>& add) {
        const std::size_t first = scene.items.size();
        add();
        const Box box = scene.bounds(first);
        if (at.x > left && box.right() > left + width) {
            scene.move(first, left - at.x, bottom + 4 - at.y);
            at = {left, bottom + 4};
        }
        const Box placed = scene.bounds(first);
        at.x = std::ceil(placed.right() + 14);
        bottom = std::max(bottom, placed.bottom());
    };
    if (legend.bar) place([&] { add_bar(scene, *legend.bar, {at.x, std::round(at.y)}, true); });
    for (const LegendEntry& entry : legend.entries)
        place([&] { add_entry(scene, entry, at, std::max(width - symbol - gap, column)); });
}

}  // namespace

LegendEntry colour_entry(Colour colour, const std::string& text) {
    return {[colour](Scene& scene, Dot c) {
                scene.add(
                    Polygon{{{c.x - 5, c.y - 5}, {c.x + 5, c.y - 5}, {c.x + 5, c.y + 5}, {c.x - 5, c.y + 5}}, colour});
            },
            text};
}

LegendEntry hatch_entry(const std::string& text) {
    return {[](Scene& scene, Dot c) { add_hatch(scene, {c.x - 5, c.y - 5, 10, 10}); }, text};
}

LegendEntry ring_entry(const std::string& text) {
    return {[](Scene& scene, Dot c) { add_ring(scene, c, 4.5); }, text};
}

void add_hatch(Scene& scene, const Box& box) {
    scene.add(Rect{box, hole_colour, Role::hole});
    const double half = box.width / 2;
    const double tall = box.height / 2;
    scene.add(Stroke{{{box.x, box.bottom()}, {box.right(), box.y}}, hatch_colour, 0.5});
    scene.add(Stroke{{{box.x, box.bottom() - tall}, {box.x + half, box.y}}, hatch_colour, 0.5});
    scene.add(Stroke{{{box.x + half, box.bottom()}, {box.right(), box.bottom() - tall}}, hatch_colour, 0.5});
}

void add_ring(Scene& scene, Dot centre, double radius) {
    scene.add(Disc{centre, radius, std::nullopt, white, 3.2});
    scene.add(Disc{.centre = centre, .radius = radius, .line = p_colour, .width = 1.4, .role = Role::ring});
}

void add_numbers(Legend& legend, const Scale& scale, const std::vector<std::int64_t>& few) {
    if (few.size() > few_numbers) {
        legend.bar = scale;
        return;
    }
    for (const std::int64_t n : few)
        if (n != 0) legend.entries.push_back(colour_entry(colour_of(scale, n), fmt::to_string(n)));
}

void add_legend(Scene& scene, const Legend& legend, const Box& plot, std::size_t from) {
    if (legend.entries.empty() && !legend.bar) return;
    const Box all = scene.bounds(from);
    if (plot.height < 90 && plot.width > 2 * plot.height) {
        add_rows(scene, legend, {std::ceil(plot.x), std::ceil(all.bottom() + 12)}, std::max(plot.width, 260.0));
    } else {
        add_column(scene, legend, {std::ceil(all.right() + 18), plot.y});
    }
}

}  // namespace bouton::draw
