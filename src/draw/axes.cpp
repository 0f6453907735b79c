#include "draw/axes.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace bouton::draw {
namespace {

constexpr double tick = 3;
constexpr std::int64_t most_ticks = 16;
constexpr double name_size = 9;
constexpr double shortest_name = 120;  // a name is not broken to fit a shorter axis

double widest_label(const Ruler& ruler, const Axis& axis) {
    const auto width = [&](std::int64_t n) { return ruler.width(fmt::to_string(n), tick_size); };
    return std::max(width(axis.first), width(axis.first + axis.count - 1));
}

void add_across(Scene& scene, const Frame& frame) {
    const double base = frame.box.bottom();
    for (const std::int64_t x : ticks(frame.across, across_step(scene.ruler, frame.across))) {
        const double at = frame.x_of(x);
        scene.add(Stroke{{{at, base}, {at, base + tick}}});
        const double baseline = base + tick + 2 + scene.ruler.ascent(tick_size);
        scene.add(Text{{at, baseline}, fmt::to_string(x), tick_size, Anchor::middle});
    }
    add_name_across(scene, frame.across.name, {frame.box.x, base + tick + 2 + line_height * tick_size + 4},
                    frame.box.width);
}

void add_up(Scene& scene, const Frame& frame) {
    double left = frame.box.x - tick;
    for (const std::int64_t y : ticks(frame.up, up_step(frame.up))) {
        const double at = frame.y_of(y);
        scene.add(Stroke{{{frame.box.x - tick, at}, {frame.box.x, at}}});
        const Text label{{frame.box.x - tick - 2.5, at + 0.37 * tick_size}, fmt::to_string(y), tick_size, Anchor::end};
        left = std::min(left, label.at.x - scene.ruler.width(label.content, tick_size));
        scene.add(label);
    }
    add_name_up(scene, frame.up.name, {left - 7, frame.box.bottom()}, frame.box.height);
}

}  // namespace

std::int64_t tick_step(const Axis& axis, double label) {
    for (std::int64_t power = 1;; power *= 10) {
        for (const std::int64_t digit : {1, 2, 5}) {
            const std::int64_t step = digit * power;
            const bool apart = static_cast<double>(step) * axis.unit >= label;
            if (step >= axis.count || (apart && axis.count / step <= most_ticks)) return step;
            if (power > std::int64_t{1} << 58) return step;
        }
    }
}

std::vector<std::int64_t> ticks(const Axis& axis, std::int64_t step) {
    std::vector<std::int64_t> result;
    // The smallest multiple of the step that is not below the first.
    const std::int64_t rest = ((axis.first % step) + step) % step;
    std::int64_t offset = rest == 0 ? 0 : step - rest;
    if (offset >= axis.count) return {axis.first};  // no round number in sight
    for (; offset < axis.count; offset += step) result.push_back(axis.first + offset);
    return result;
}

std::int64_t across_step(const Ruler& ruler, const Axis& axis) {
    return tick_step(axis, widest_label(ruler, axis) + 7);
}
std::int64_t up_step(const Axis& axis) { return tick_step(axis, tick_size * 1.25); }

void add_name_across(Scene& scene, const std::string& name, Dot left, double length) {
    const auto lines = scene.ruler.wrap(name, std::max(length, shortest_name), name_size, Face::slanted);
    const Dot first{left.x + length / 2, left.y + scene.ruler.ascent(name_size)};
    scene.add_lines(lines, Text{first, {}, name_size, Anchor::middle, ink, Face::slanted});
}

void add_name_up(Scene& scene, const std::string& name, Dot right, double length) {
    Text text{{right.x, right.y - length / 2 + 0.3 * name_size}, name, name_size, Anchor::end, ink, Face::slanted};
    if (scene.ruler.width(name, name_size, Face::slanted) <= 16) {
        if (!name.empty()) scene.add(text);
        return;
    }
    text.upright = true;
    text.anchor = Anchor::middle;
    const auto lines = scene.ruler.wrap(name, std::max(length, shortest_name), name_size, Face::slanted);
    double widest = 0;
    for (const std::string& line : lines) widest = std::max(widest, scene.ruler.width(line, name_size, Face::slanted));
    // A name longer than the axis goes on upwards, since there may be another one below.
    text.at = {
        right.x - static_cast<double>(lines.size() - 1) * line_height * name_size - scene.ruler.descent(name_size),
        right.y - std::max(widest, length) / 2};
    for (const std::string& line : lines) {
        text.content = line;
        scene.add(text);
        text.at.x += line_height * name_size;
    }
}

void add_frame(Scene& scene, const Frame& frame) {
    const Box& box = frame.box;
    scene.add(Polygon{{{box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}},
                      std::nullopt,
                      axis_colour,
                      0.6});
    add_across(scene, frame);
    add_up(scene, frame);
}

}  // namespace bouton::draw
