// Pictures of values, for papers and reports: plain data in, the bytes of an .svg, .png or .pdf file out. Knows no games.
//
// One drawing code serves all formats: a picture is first arranged into a scene (scene.hpp: boxes, lines and texts with their places),
// which is then painted by Cairo. The same input gives the same bytes on the same machine: there are no dates in any of the files.
// Where there are more positions than can be seen, a square or bar stands for several of them, and the subtitle says so.
#pragma once

#include "draw/colour.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bouton::draw {

enum class Format { svg, png, pdf };

/// The format that a file name asks for by its ending; none for other endings.
std::optional<Format> format_of(std::string_view file);

/// What every picture has. The command line that made it and what it can be believed on (warrant) are not drawn but stand in the file: SVG
/// <desc> and <metadata>, PDF subject and keywords, PNG description and comment.
struct Paper {
    std::string title;
    std::string subtitle;
    std::string command;
    int scale = 2;  // PNG only: pixels for a point (1/72 inch); even numbers keep small cells sharp
    std::string warrant{};
};

struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
    friend auto operator<=>(const Point&, const Point&) = default;
};

/// A coordinate pair that is no position.
constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::min();

/// Writes the values at (x, y), (x, y + 1), ... into the span: the order of a table of x and y in memory. Called once for each piece of
/// each x, from left to right and upwards.
using Fill = std::function<void(std::int64_t x, std::int64_t y, std::span<std::int64_t> values)>;

/// One of a few kinds of cells. Without a colour of its own it gets one that all eyes can tell from the others.
struct Category {
    std::int64_t value = 0;
    std::string text;  // for the legend; one or two characters are also written into the cells
    std::optional<Colour> colour = std::nullopt;
};

/// 0 is "P", 1 is "N".
std::vector<Category> outcome_categories();
/// Values 1 to `players`, called "rank 1" and so on.
std::vector<Category> rank_categories(int players);
/// 1: different, 2: only in the first, 3: only in the second, 0: equal.
std::vector<Category> difference_categories(const std::string& first, const std::string& second);

/// Values over two coordinates: x to the right, y upwards.
struct ValueMap {
    Paper paper;
    std::string across = "x";
    std::string up = "y";
    std::int64_t left = 0;    // the first x
    std::int64_t bottom = 0;  // the first y
    std::int64_t columns = 0;
    std::int64_t rows = 0;
    Fill fill;
    std::string legend = "value";         // over the colours; may be empty
    std::string zero = "0 (P-position)";  // what the value 0 means
    std::string hole = "not a position";  // what `absent` means
    std::vector<Category> categories =
        {};                    // empty: numbers. A square of several cells shows the first that occurs in it
    bool write_values = true;  // into the cells, where they fit
    std::optional<Point> ring = std::nullopt;  // a cell to mark, such as the first difference
    std::string ring_text = "first difference";
};

/// A fill from an array in which y runs fastest; the array must outlive it.
Fill from_array(std::span<const std::int64_t> values, std::int64_t left, std::int64_t bottom, std::int64_t rows);

/// Small multiples with one legend: slices of a game of three coordinates. The titles of the maps stand over them; the legend's words are
/// those of the first.
struct Panels {
    Paper paper;
    std::vector<ValueMap> maps;
};

struct Period {
    std::int64_t preperiod = 0;
    std::int64_t length = 1;
    std::int64_t saltus = 0;
};

/// The values of one heap of first, first + 1, ... stones, row after row as in a score; a row is a whole number of periods if it can be.
struct Strip {
    Paper paper;
    std::string across = "n";
    std::string up = "value";
    std::int64_t first = 0;
    std::vector<std::int64_t> values;
    std::string zero = "0 (P-position)";
    std::optional<Period> period = std::nullopt;
};

/// The positions that a theorem names, in one of its families.
struct Family {
    std::string name;
    std::vector<Point> points;
};

/// P-positions as points, with families drawn over them. A member of a family that is no P-position is crossed.
struct Scatter {
    Paper paper;
    std::string across = "x";
    std::string up = "y";
    std::int64_t left = 0;
    std::int64_t bottom = 0;
    std::int64_t columns = 0;
    std::int64_t rows = 0;
    std::vector<Point> positions;
    std::vector<Family> families = {};
    std::string plain = "P-position";                         // what a point is
    std::string wrong = "in a family, but not a P-position";  // what a crossed one is
};

/// A Josephus circle: seats 1 to `seats`, and those removed, in order. If all are removed, the last is the survivor.
struct Circle {
    Paper paper;
    std::int64_t seats = 0;
    std::vector<std::int64_t> order;
    std::int64_t path = 8;  // how many removals are joined by arrows
};

using Picture = std::variant<ValueMap, Panels, Strip, Scatter, Circle>;

/// The bytes of a file. Throws Error when there is nothing to draw or too much of it.
std::string paint(const Picture& picture, Format format);

/// An <svg> element to put into an HTML page: as wide as there is room for, and with ids that begin with `prefix`, so that many can stand
/// in one page.
std::string inline_svg(const Picture& picture, std::string_view prefix);

}  // namespace bouton::draw
