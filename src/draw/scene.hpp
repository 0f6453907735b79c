// A picture as a list of things with their places, in points (1/72 inch), x to the right and y down. A picture is built wherever it is
// convenient; parts are measured and moved; `finish` puts the title over everything and cuts the page to what is there, so that nothing
// can be clipped. Tests read the list instead of the files.
#pragma once

#include "draw/draw.hpp"

#include <memory>

struct _cairo;

namespace bouton::draw {

struct Dot {
    double x = 0;
    double y = 0;
};

struct Box {
    double x = 0;  // left
    double y = 0;  // top
    double width = 0;
    double height = 0;
    double right() const { return x + width; }
    double bottom() const { return y + height; }
};

Box united(const Box& a, const Box& b);
bool overlap(const Box& a, const Box& b);

/// What a thing stands for; the painter does not care.
enum class Role { other, cell, hole, marker, wrong, ring, seat, survivor };

struct Rect {
    Box box;
    Colour fill;
    Role role = Role::other;
};

struct Stroke {
    std::vector<Dot> points;
    Colour colour = axis_colour;
    double width = 0.6;
    bool dashed = false;
};

struct Polygon {
    std::vector<Dot> points;
    std::optional<Colour> fill = std::nullopt;
    std::optional<Colour> line = std::nullopt;
    double width = 1;
    Role role = Role::other;
};

/// A disc, a ring, or a piece of one: from angle `from` to `to` (0 is up, clockwise) and from radius `inner` to `radius`.
struct Disc {
    Dot centre;
    double radius = 0;
    std::optional<Colour> fill = std::nullopt;
    std::optional<Colour> line = std::nullopt;
    double width = 1;
    double inner = 0;
    double from = 0;
    double to = 2 * 3.14159265358979323846;
    Role role = Role::other;
};

enum class Anchor { start, middle, end };
enum class Face { plain, bold, slanted };

struct Text {
    Dot at;  // on the baseline
    std::string content;
    double size = 8;
    Anchor anchor = Anchor::start;
    Colour colour = ink;
    Face face = Face::plain;
    bool upright = false;  // reads upwards
    Box box = {};          // set by Scene::add
};

/// A grid of colours, one for each cell; the top row first. Drawn without smoothing.
struct Image {
    Box box;
    int columns = 0;
    int rows = 0;
    std::vector<Colour> pixels;
};

/// Where a cell is drawn: nothing to see, for whoever asks.
struct Place {
    Box box;  // all cells
    double width = 0;
    double height = 0;
    Dot centre(std::int64_t column, std::int64_t row) const {
        return {box.x + (static_cast<double>(column) + 0.5) * width,
                box.bottom() - (static_cast<double>(row) + 0.5) * height};
    }
};

using Item = std::variant<Rect, Stroke, Polygon, Disc, Text, Image, Place>;

/// Measures text as all formats will draw it: without hinting.
class Ruler {
  public:
    Ruler();
    double width(const std::string& text, double size, Face face = Face::plain) const;
    double ascent(double size) const { return 0.76 * size; }  // of digits and capitals
    double descent(double size) const { return 0.24 * size; }
    /// Lines no wider than `width`; a word that is too long is broken.
    std::vector<std::string> wrap(const std::string& text, double width, double size, Face face = Face::plain) const;

  private:
    std::shared_ptr<_cairo> cairo_;
};

struct Scene {
    Ruler ruler;
    std::vector<Item> items;
    double width = 0;
    double height = 0;

    void add(Item item);
    /// Lines from a first baseline downwards; returns the last baseline.
    double add_lines(const std::vector<std::string>& lines, Text like);
    /// What the items from this one on cover.
    Box bounds(std::size_t from = 0) const;
    void move(std::size_t from, double dx, double dy, std::size_t end = std::numeric_limits<std::size_t>::max());
    /// The title over everything, then the page around it. Notes are further lines of the subtitle.
    void finish(const Paper& paper, const std::vector<std::string>& notes = {});
};

constexpr double line_height = 1.3;  // times the size

/// The picture, ready to be painted.
Scene arrange(const Picture& picture);
const Paper& paper_of(const Picture& picture);

}  // namespace bouton::draw
