// P-positions as points, and the families of a theorem over them: a colour and a shape each, since not everybody sees all colours. A point of
// several families carries the marker of the first, with the outlines of the others around it. Many points become dots in an image.
// Exceptions are crossed: members of a family that are no P-positions, and P-positions in no family.
#include "draw/axes.hpp"
#include "draw/kinds.hpp"
#include "draw/legend.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace bouton::draw {
namespace {

constexpr double extent = 420;
constexpr double largest_unit = 26;
constexpr std::size_t most_markers = 20000;
constexpr std::size_t most_crosses = 2000;
constexpr std::int64_t largest_coordinate = std::int64_t{1} << 60;

/// What is known of a point.
struct Known {
    bool position = false;
    std::vector<std::size_t> families;
};

struct Points {
    std::map<Point, Known> inside;
    std::size_t outside = 0;
    bool plain = false;  // there is a P-position in no family
    bool wrong = false;  // there is a member that is no P-position
};

/// With a window given, or around all points.
Scatter with_window(Scatter scatter) {
    Point top{scatter.left, scatter.bottom};
    const auto include = [&](const std::vector<Point>& points) {
        for (const Point& point : points) top = {std::max(top.x, point.x), std::max(top.y, point.y)};
    };
    include(scatter.positions);
    for (const Family& family : scatter.families) include(family.points);
    if (std::max({top.x, top.y, scatter.columns, scatter.rows}) > largest_coordinate ||
        std::min(scatter.left, scatter.bottom) < -largest_coordinate)
        throw bad_input("a point's coordinates are too large to be drawn");
    if (scatter.columns <= 0) scatter.columns = top.x - scatter.left + 1;
    if (scatter.rows <= 0) scatter.rows = top.y - scatter.bottom + 1;
    return scatter;
}

Points points_of(const Scatter& scatter) {
    Points points;
    const auto known = [&](const Point& point) -> Known* {
        const bool in = point.x >= scatter.left && point.x < scatter.left + scatter.columns &&
                        point.y >= scatter.bottom && point.y < scatter.bottom + scatter.rows;
        return in ? &points.inside[point] : nullptr;
    };
    for (const Point& point : scatter.positions) {
        Known* const at = known(point);
        at ? void(at->position = true) : void(++points.outside);
    }
    for (std::size_t i = 0; i < scatter.families.size(); ++i) {
        for (const Point& point : scatter.families[i].points) {
            Known* const at = known(point);
            if (at && (at->families.empty() || at->families.back() != i)) at->families.push_back(i);
            if (!at) ++points.outside;
        }
    }
    for (const auto& [point, at] : points.inside) {
        points.plain = points.plain || at.families.empty();
        points.wrong = points.wrong || !at.position;
    }
    return points;
}

/// A regular polygon with its first corner in this direction (0 is up).
std::vector<Dot> corners(Dot centre, double radius, int count, double turn) {
    std::vector<Dot> result;
    for (int i = 0; i < count; ++i) {
        const double angle = (turn + 1.0 * i / count) * 2 * std::numbers::pi;
        result.push_back({centre.x + radius * std::sin(angle), centre.y - radius * std::cos(angle)});
    }
    return result;
}

void add_marker(Scene& scene, std::size_t family, Dot centre, double radius, bool filled) {
    const Colour colour = distinct(family);
    const std::optional<Colour> fill = filled ? std::optional(colour) : std::nullopt;
    const Colour line = filled ? ink : colour;
    const double width = filled ? 0.4 : 1;
    const std::size_t shape = family % 7;
    if (shape == 0) {
        scene.add(
            Disc{.centre = centre, .radius = radius, .fill = fill, .line = line, .width = width, .role = Role::marker});
        return;
    }
    // Sizes are set so that all shapes look equally large.
    struct Form {
        int corners;
        double turn;
        double size;
    };
    constexpr Form forms[] = {{4, 0.125, 1.2}, {3, 0, 1.35}, {4, 0, 1.3}, {3, 0.5, 1.35}, {5, 0, 1.15}, {6, 0, 1.1}};
    const Form& form = forms[shape - 1];
    scene.add(Polygon{corners(centre, radius * form.size, form.corners, form.turn), fill, line, width, Role::marker});
}

void add_plain(Scene& scene, Dot centre, double radius) {
    scene.add(Disc{.centre = centre, .radius = radius, .fill = p_colour, .role = Role::marker});
}

void add_cross(Scene& scene, Dot c, double r) {
    scene.add(Polygon{{{c.x - r, c.y - r}, {c.x + r, c.y + r}}, std::nullopt, alarm, 1.6, Role::wrong});
    scene.add(Polygon{{{c.x - r, c.y + r}, {c.x + r, c.y - r}}, std::nullopt, alarm, 1.6, Role::wrong});
}

/// `exception`: what is in no family should be in one.
void add_point(Scene& scene, const Known& known, Dot at, double radius, bool exception) {
    if (known.families.empty()) {
        add_plain(scene, at, 0.75 * radius);
        if (exception) add_cross(scene, at, radius * 1.25 + 0.5);
        return;
    }
    for (std::size_t i = 0; i < known.families.size(); ++i)
        add_marker(scene, known.families[i], at, radius * (1 + 0.5 * static_cast<double>(i)), i == 0 && known.position);
    if (!known.position) add_cross(scene, at, radius * 1.25 + 0.5);
}

/// Dots of 2 x 2 pixels; members over plain points, wrong ones over everything.
void add_image(Scene& scene, const Frame& frame, const Points& points) {
    Image image{frame.box, static_cast<int>(2 * frame.box.width), static_cast<int>(2 * frame.box.height), {}};
    image.pixels.assign(static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows), white);
    const auto paint_some = [&](const auto& chosen, const auto& colour) {
        for (const auto& [point, known] : points.inside) {
            if (!chosen(known)) continue;
            const int x = static_cast<int>(2 * (frame.x_of(point.x) - frame.box.x));
            const int y = static_cast<int>(2 * (frame.y_of(point.y) - frame.box.y));
            for (int dx = 0; dx < 2; ++dx)
                for (int dy = 0; dy < 2; ++dy)
                    image.pixels[static_cast<std::size_t>(std::min(y + dy, image.rows - 1)) *
                                     static_cast<std::size_t>(image.columns) +
                                 static_cast<std::size_t>(std::min(x + dx, image.columns - 1))] = colour(known);
        }
    };
    paint_some([](const Known& known) { return known.families.empty(); }, [](const Known&) { return p_colour; });
    paint_some([](const Known& known) { return !known.families.empty(); },
               [](const Known& known) { return distinct(known.families.front()); });
    paint_some([](const Known& known) { return !known.position; }, [](const Known&) { return alarm; });
    scene.add(std::move(image));
    std::size_t crosses = 0;
    for (const auto& [point, known] : points.inside)
        if (!known.position && ++crosses <= most_crosses)
            add_cross(scene, {frame.x_of(point.x), frame.y_of(point.y)}, 2.5);
}

Frame frame_of(const Scatter& scatter) {
    const auto [small, large] = std::minmax(scatter.columns, scatter.rows);
    const double unit = std::min(extent / static_cast<double>(large), largest_unit);
    const bool elongated = large / small > 20;
    const double thin = elongated ? std::max(unit, std::min(14.0, 60 / static_cast<double>(small))) : unit;
    const double across = scatter.columns < scatter.rows ? thin : unit;
    const double up = scatter.columns < scatter.rows ? unit : thin;
    return {{0, 0, std::ceil(static_cast<double>(scatter.columns) * across),
             std::ceil(static_cast<double>(scatter.rows) * up)},
            {scatter.across, scatter.left, scatter.columns, across},
            {scatter.up, scatter.bottom, scatter.rows, up}};
}

void add_grid(Scene& scene, const Frame& frame) {
    for (const std::int64_t x : ticks(frame.across, across_step(scene.ruler, frame.across)))
        scene.add(Stroke{{{frame.x_of(x), frame.box.y}, {frame.x_of(x), frame.box.bottom()}}, grid_colour, 0.5});
    for (const std::int64_t y : ticks(frame.up, up_step(frame.up)))
        scene.add(Stroke{{{frame.box.x, frame.y_of(y)}, {frame.box.right(), frame.y_of(y)}}, grid_colour, 0.5});
}

Legend legend_of(const Scatter& scatter, const Points& points, bool dots) {
    Legend legend;
    if (points.plain)
        legend.entries.push_back({[exception = !scatter.families.empty() && !dots](Scene& scene, Dot c) {
                                      add_plain(scene, c, 3);
                                      if (exception) add_cross(scene, c, 4);
                                  },
                                  scatter.families.empty() ? scatter.plain : scatter.plain + " in no family"});
    for (std::size_t i = 0; i < scatter.families.size(); ++i) {
        if (dots) {
            legend.entries.push_back(colour_entry(distinct(i), scatter.families[i].name));
        } else {
            legend.entries.push_back(
                {[i](Scene& scene, Dot c) { add_marker(scene, i, c, 4, true); }, scatter.families[i].name});
        }
    }
    if (points.wrong) legend.entries.push_back({[](Scene& scene, Dot c) { add_cross(scene, c, 4); }, scatter.wrong});
    return legend;
}

std::vector<std::string> notes_of(const Points& points, bool dots) {
    std::vector<std::string> notes;
    if (dots) notes.push_back(fmt::format("{} points, each drawn as a dot.", points.inside.size()));
    if (points.outside > 0)
        notes.push_back(fmt::format("{} further point{} outside this window.", points.outside,
                                    points.outside == 1 ? " lies" : "s lie"));
    return notes;
}

}  // namespace

Scene arrange_scatter(const Scatter& given) {
    if (given.families.size() > distinct_colours)
        throw bad_input(fmt::format("{} families cannot be told apart; {} are the most that can", given.families.size(),
                                    distinct_colours));
    const Scatter scatter = with_window(given);
    const Points points = points_of(scatter);
    const Frame frame = frame_of(scatter);
    const bool dots = points.inside.size() > most_markers;
    Scene scene;
    scene.add(Place{frame.box, frame.across.unit, frame.up.unit});
    if (dots) {
        add_image(scene, frame, points);
    } else {
        add_grid(scene, frame);
        const double radius = std::clamp(0.3 * std::min(frame.across.unit, frame.up.unit), 1.2, 4.2);
        for (const auto& [point, known] : points.inside)
            add_point(scene, known, {frame.x_of(point.x), frame.y_of(point.y)}, radius, !scatter.families.empty());
    }
    add_frame(scene, frame);
    add_legend(scene, legend_of(scatter, points, dots), frame.box);
    scene.finish(scatter.paper, notes_of(points, dots));
    return scene;
}

}  // namespace bouton::draw
