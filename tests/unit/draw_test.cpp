// Pictures: what stands where is asked of the scene, which colour is there of the PNG file, read back by libpng. Every kind is arranged in awkward
// sizes and with long words, and no label may lie over another or outside the page.
#include "draw/axes.hpp"
#include "draw/grid.hpp"
#include "draw/scene.hpp"

#include "base/error.hpp"
#include "base/josephus.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <png.h>
#include <algorithm>
#include <cmath>

namespace bouton::draw {
namespace {

using Values = std::span<std::int64_t>;

ValueMap map_of(std::int64_t columns, std::int64_t rows,
                std::function<std::int64_t(std::int64_t, std::int64_t)> value) {
    ValueMap map;
    map.paper = {"A map", "", "bouton table \"a & <b>\" --out a.svg"};
    map.columns = columns;
    map.rows = rows;
    map.fill = [value = std::move(value)](std::int64_t x, std::int64_t y, Values out) {
        for (std::int64_t& each : out) each = value(x, y++);
    };
    return map;
}

ValueMap nim(std::int64_t columns, std::int64_t rows, std::int64_t times = 1) {
    return map_of(columns, rows, [times](std::int64_t x, std::int64_t y) { return (x ^ y) * times; });
}

Circle josephus_circle(std::int64_t seats, std::int64_t k) {
    Circle circle;
    circle.paper.title = "Josephus";
    circle.seats = seats;
    circle.order = josephus::order(seats, k);
    return circle;
}

template <typename Thing> std::int64_t count(const Scene& scene, Role role) {
    return std::count_if(scene.items.begin(), scene.items.end(), [&](const Item& item) {
        const Thing* const thing = std::get_if<Thing>(&item);
        return thing && thing->role == role;
    });
}

template <typename Thing> std::vector<Thing> all(const Scene& scene) {
    std::vector<Thing> result;
    for (const Item& item : scene.items)
        if (const Thing* const thing = std::get_if<Thing>(&item)) result.push_back(*thing);
    return result;
}

std::vector<std::string> words(const Scene& scene) {
    std::vector<std::string> result;
    for (const Text& text : all<Text>(scene)) result.push_back(text.content);
    return result;
}

bool says(const Scene& scene, const std::string& part) {
    std::string text;
    for (const std::string& each : words(scene)) text += each + " ";
    return text.find(part) != std::string::npos;
}

/// A PNG file as libpng reads it.
struct Pixels {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> bytes;

    explicit Pixels(const std::string& file) {
        png_image image = {};
        image.version = PNG_IMAGE_VERSION;
        if (!png_image_begin_read_from_memory(&image, file.data(), file.size()))
            throw std::runtime_error(image.message);
        image.format = PNG_FORMAT_RGB;
        bytes.resize(PNG_IMAGE_SIZE(image));
        width = static_cast<int>(image.width);
        height = static_cast<int>(image.height);
        if (!png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr)) throw std::runtime_error(image.message);
    }
    Colour at(double x, double y) const {
        const std::size_t i =
            3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
        return {bytes.at(i), bytes.at(i + 1), bytes.at(i + 2)};
    }
};

void expect_colour(Colour found, Colour expected, const std::string& where) {
    EXPECT_EQ(fmt::format("{},{},{}", found.red, found.green, found.blue),
              fmt::format("{},{},{}", expected.red, expected.green, expected.blue))
        << where;
}

/// No label over another, none outside the page.
void expect_tidy(const Picture& picture, const std::string& name) {
    const Scene scene = arrange(picture);
    const Box bounds = scene.bounds();
    EXPECT_GE(bounds.x, 0) << name;
    EXPECT_GE(bounds.y, 0) << name;
    EXPECT_LE(bounds.right(), scene.width) << name;
    EXPECT_LE(bounds.bottom(), scene.height) << name;
    std::vector<Text> texts = all<Text>(scene);
    std::sort(texts.begin(), texts.end(), [](const Text& a, const Text& b) { return a.box.y < b.box.y; });
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = i + 1; j < texts.size() && texts[j].box.y < texts[i].box.bottom(); ++j)
            EXPECT_FALSE(overlap(texts[i].box, texts[j].box))
                << name << ": '" << texts[i].content << "', '" << texts[j].content << "'";
}

const std::string long_text =
    "A long text that has to be wrapped into several lines, with "
    "oneverylongwordthatisnotbrokenbyanyspaceatallandhastobecutsomewhere, ∑ ⌊nφ⌋";

TEST(Draw, CellsHaveTheirColours) {
    const ValueMap map = nim(5, 3);
    const Scene scene = arrange(map);
    EXPECT_EQ(count<Rect>(scene, Role::cell), 15);
    const Place place = all<Place>(scene).front();
    const Pixels pixels(paint(map, Format::png));
    EXPECT_EQ(pixels.width, 2 * scene.width);
    EXPECT_EQ(pixels.height, 2 * scene.height);
    const Scale scale{1, 6};
    for (std::int64_t x = 0; x < 5; ++x) {
        for (std::int64_t y = 0; y < 3; ++y) {
            // Beside the digit in the middle of the cell.
            const Dot centre = place.centre(x, y);
            expect_colour(pixels.at(2 * (centre.x - place.width * 0.4), 2 * (centre.y - place.height * 0.4)),
                          colour_of(scale, x ^ y), fmt::format("cell {},{}", x, y));
        }
    }
}

TEST(Draw, EveryDrawingOfCellsShowsTheSame) {
    // Rectangles with gaps, runs of rectangles, an image.
    for (const std::int64_t side : {20, 70, 100, 250}) {
        const ValueMap map =
            map_of(side, side, [](std::int64_t x, std::int64_t y) { return x > y + 60 ? absent : (x / 3 + y) % 4; });
        const Pixels pixels(paint(map, Format::png));
        const Place place = all<Place>(arrange(map)).front();
        const Scale scale{1, 3};
        for (std::int64_t x = 0; x < side; x += 1) {
            for (std::int64_t y = side / 2; y < side; y += 7) {
                const Dot centre = place.centre(x, y);
                const double aside = place.width >= 8 ? 0.4 * place.width : 0;
                const Colour expected = x > y + 60 ? hole_colour : colour_of(scale, (x / 3 + y) % 4);
                expect_colour(pixels.at(2 * (centre.x - aside), 2 * (centre.y - aside)), expected,
                              fmt::format("side {}, cell {},{}", side, x, y));
            }
        }
    }
}

TEST(Draw, PPositionsDifferFromEveryValue) {
    const auto light = [](Colour c) { return 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue; };
    const Scale scale{1, 1000};
    for (std::int64_t value = 1; value <= 1000; ++value)
        EXPECT_GT(light(colour_of(scale, value)), light(p_colour) + 60) << value;
    // Even steps: lightness falls all the way.
    for (std::int64_t value = 2; value <= 1000; ++value)
        EXPECT_LE(light(colour_of(scale, value)), light(colour_of(scale, value - 1)) + 0.5) << value;
    EXPECT_EQ(colour_of(scale, 0), p_colour);
}

TEST(Draw, LargeBoxesAreReducedAndSaySo) {
    // Ten million positions with one P-position, which must be seen.
    const ValueMap map = map_of(4000, 2500, [](std::int64_t x, std::int64_t y) {
        return x == 1234 && y == 2001 ? 0 : x % 4 + 1 + (x / 4 + y / 4) % 2 * 4;
    });
    const Scene scene = arrange(map);
    EXPECT_TRUE(says(scene, "Each square stands for 4 × 4 positions"));
    const Image image = all<Image>(scene).front();
    EXPECT_EQ(image.columns, 1000);
    EXPECT_EQ(image.rows, 625);
    EXPECT_EQ(std::count(image.pixels.begin(), image.pixels.end(), p_colour), 1);
    const auto row_from_top = static_cast<std::size_t>(624 - 2001 / 4);
    EXPECT_EQ(image.pixels[row_from_top * 1000 + 1234 / 4], p_colour);
    // All others show the largest of 1, 2, 3, 4 or of 5, 6, 7, 8.
    EXPECT_EQ(image.pixels[0], colour_of({4, 8}, 4));
    EXPECT_EQ(image.pixels[1], colour_of({4, 8}, 8));
    const Pixels pixels(paint(map, Format::png));
    const Dot centre = all<Place>(scene).front().centre(1234 / 4, 2001 / 4);
    expect_colour(pixels.at(2 * centre.x, 2 * centre.y), p_colour, "the P-position");
    EXPECT_LT(paint(map, Format::svg).size(), 1'000'000U);
}

TEST(Draw, ReductionPrefersTheFirstCategory) {
    ValueMap map = map_of(3000, 3000, [](std::int64_t x, std::int64_t y) {
        return x == 7 && y == 8 ? 1 : x < 1500 ? 2 : 0;
    });
    map.categories = difference_categories("a", "b");
    map.ring = Point{7, 8};
    const Grid grid = reduce(map, 500);
    EXPECT_EQ(grid.fit.group_x, 3);
    EXPECT_EQ(grid.at(2, 2), 0);    // different
    EXPECT_EQ(grid.at(10, 2), 1);   // only in a
    EXPECT_EQ(grid.at(900, 2), 3);  // equal
    const Scene scene = arrange(map);
    EXPECT_EQ(count<Disc>(scene, Role::ring), 2);  // in the map and in the legend
    EXPECT_TRUE(says(scene, "first difference (7, 8)"));
}

TEST(Draw, DenseSetsAreShaded) {
    // Every square of 4 x 4 has P-positions: all of them on the left, one in 16 on the right.
    const ValueMap dense = map_of(
        4000, 4000, [](std::int64_t x, std::int64_t y) { return x < 2000 || (x % 4 == 0 && y % 4 == 0) ? 0 : 5; });
    const Grid grid = reduce(dense, 500, true);
    ASSERT_EQ(grid.fit.group_x, 4);
    EXPECT_TRUE(grid.shaded);
    EXPECT_EQ(grid.at(0, 0), 4);
    EXPECT_EQ(grid.at(999, 999), 1);
    EXPECT_TRUE(says(arrange(dense), "which part of them are P-positions"));
    EXPECT_FALSE(reduce(dense, 500).shaded);
    const ValueMap thin = map_of(4000, 4000, [](std::int64_t x, std::int64_t y) { return x == y ? 0 : 5; });
    EXPECT_FALSE(reduce(thin, 500, true).shaded);
}

TEST(Draw, LongSequencesArePoints) {
    Strip strip;
    for (std::int64_t i = 0; i < 20000; ++i) strip.values.push_back(i % 2 == 0 ? 0 : i % 100);
    EXPECT_TRUE(says(arrange(strip), "value of a heap"));
    strip.period = Period{0, 100, 0};
    EXPECT_TRUE(says(arrange(strip), "Each bar stands for 4 heaps"));
}

TEST(Draw, LettersOfAnSvgAreText) {
    ValueMap map = nim(9, 9);
    map.paper.title = "a < b";
    const std::string svg = paint(map, Format::svg);
    EXPECT_NE(svg.find(">a &lt; b</text>"), std::string::npos);
    EXPECT_EQ(svg.find("glyph"), std::string::npos);
}

TEST(Draw, WindowsAndArrays) {
    const std::vector<std::int64_t> values = {0, 1, 2, 3, 4, 5};
    ValueMap map;
    map.left = 1000;
    map.bottom = -7;
    map.columns = 2;
    map.rows = 3;
    map.fill = from_array(values, 1000, -7, 3);
    const Grid grid = reduce(map, 500);
    for (int x = 0; x < 2; ++x)
        for (int y = 0; y < 3; ++y) EXPECT_EQ(grid.at(x, y), 3 * x + y);
    const Scene scene = arrange(map);
    EXPECT_TRUE(says(scene, "1000"));
    EXPECT_TRUE(says(scene, "-7"));
    map.columns = 3;
    EXPECT_THROW(arrange(map), Error);
}

TEST(Draw, Ticks) {
    EXPECT_EQ(tick_step({"", 0, 12, 36}, 20), 1);
    EXPECT_EQ(tick_step({"", 0, 40, 12}, 20), 5);
    EXPECT_EQ(tick_step({"", 0, 10000, 0.05}, 30), 1000);
    EXPECT_EQ(ticks({"", 3, 10, 1}, 5), (std::vector<std::int64_t>{5, 10}));
    EXPECT_EQ(ticks({"", -7, 10, 1}, 5), (std::vector<std::int64_t>{-5, 0}));
    EXPECT_EQ(ticks({"", 6, 2, 1}, 5), (std::vector<std::int64_t>{6}));
}

TEST(Draw, NothingOverlapsOrIsClipped) {
    const std::vector<std::pair<std::int64_t, std::int64_t>> boxes = {{1, 1},   {2, 2},  {5, 3},       {12, 12},
                                                                      {60, 60}, {1, 40}, {40, 1},      {1, 500},
                                                                      {500, 1}, {3, 99}, {1000, 1000}, {3000, 2}};
    for (const auto& [columns, rows] : boxes) {
        for (const std::int64_t times : {1, 97, 65537}) {
            ValueMap map = nim(columns, rows, times);
            const std::string name = fmt::format("{} x {}, times {}", columns, rows, times);
            expect_tidy(map, name);
            map.left = 1'000'003;
            map.bottom = 999'999;
            expect_tidy(map, name + ", window");
            map.paper.title = map.paper.subtitle = map.zero = map.legend = long_text;
            map.across = map.up = "stones in a pile";
            expect_tidy(map, name + ", long texts");
            map.categories = rank_categories(14);
            map.fill = [](std::int64_t x, std::int64_t y, Values out) {
                for (std::int64_t& value : out) value = (x + y++) % 14 + 1;
            };
            map.categories.front().text = long_text;
            expect_tidy(map, name + ", categories");
        }
    }
}

TEST(Draw, PanelsShareALegend) {
    Panels panels;
    panels.paper.title = "Slices";
    for (std::int64_t z = 0; z < 7; ++z) {
        panels.maps.push_back(map_of(8, 8, [z](std::int64_t x, std::int64_t y) { return x ^ y ^ z; }));
        panels.maps.back().paper.title = fmt::format("z = {}", z);
        const Scene scene = arrange(panels);
        EXPECT_EQ(count<Rect>(scene, Role::cell), 64 * (z + 1));
        const auto texts = words(scene);
        EXPECT_EQ(std::count(texts.begin(), texts.end(), "0 (P-position)"), 1);
        EXPECT_EQ(std::count(texts.begin(), texts.end(), fmt::format("z = {}", z)), 1);
        expect_tidy(panels, fmt::format("{} panels", z + 1));
    }
    panels.maps.resize(2);
    panels.maps[0].paper.title = long_text;
    panels.maps[1].columns = 1;
    panels.maps[1].rows = 30;
    expect_tidy(panels, "different panels");
}

Strip strip_of(std::size_t length, std::int64_t preperiod, std::int64_t period, std::int64_t saltus,
               std::int64_t times = 1) {
    Strip strip;
    strip.paper.title = "A sequence";
    for (std::int64_t n = 0; n < static_cast<std::int64_t>(length); ++n) {
        const std::int64_t late = std::max<std::int64_t>(0, n - preperiod);
        strip.values.push_back((n < preperiod ? n % 2 : late % period + late / period * saltus) * times);
    }
    strip.period = Period{preperiod, period, saltus};
    return strip;
}

TEST(Draw, Strips) {
    const Strip strip = strip_of(60, 5, 7, 4);
    const Scene scene = arrange(strip);
    EXPECT_EQ(count<Rect>(scene, Role::marker), 4);  // the zeros at 0, 2, 4 and 5
    EXPECT_EQ(count<Rect>(scene, Role::cell), 56);
    EXPECT_TRUE(says(scene, "preperiod 5"));
    EXPECT_TRUE(says(scene, "period 7, saltus 4"));
    for (const std::size_t length : {1, 2, 30, 180, 600, 2999, 100'000})
        for (const auto& [preperiod, period] :
             std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 1}, {1, 2}, {29, 3}, {71, 12}, {500, 5000}})
            for (const std::int64_t times : {1, 1000})
                expect_tidy(strip_of(length, preperiod, period, 0, times),
                            fmt::format("{} heaps, {} + {}", length, preperiod, period));
    Strip long_strip = strip_of(100'000, 0, 3, 0);
    EXPECT_TRUE(says(arrange(long_strip), "Each bar stands for 17 heaps"));
    EXPECT_EQ(count<Rect>(arrange(long_strip), Role::marker), 5883);  // each of the 17 heaps has a zero
}

TEST(Draw, ScatterShowsFamiliesAndErrors) {
    Scatter scatter;
    scatter.paper.title = "P-positions";
    scatter.columns = scatter.rows = 30;
    for (std::int64_t n = 0; n < 25; ++n) scatter.positions.push_back({n, n});
    scatter.families = {{long_text, {{1, 1}, {2, 2}}}, {"the second", {{2, 2}, {3, 4}, {99, 99}}}};
    const Scene scene = arrange(scatter);
    // 23 plain points, three memberships of P-positions and one more; four in the legend less the cross.
    EXPECT_EQ(count<Disc>(scene, Role::marker) + count<Polygon>(scene, Role::marker), 23 + 3 + 1 + 3);
    // Two strokes for the member that is no P-position and for each P-position in no family; the same in the legend.
    EXPECT_EQ(count<Polygon>(scene, Role::wrong), 2 + 2 * 23 + 2 + 2);
    EXPECT_TRUE(says(scene, "1 further point lies outside this window"));
    EXPECT_TRUE(says(scene, "P-position in no family"));
    expect_tidy(scatter, "scatter");
    Scatter large;
    for (std::int64_t n = 0; n < 30'000; ++n) large.positions.push_back({n, n * n % 30'011});
    EXPECT_EQ(all<Image>(arrange(large)).size(), 1U);
    expect_tidy(large, "many points");
}

TEST(Draw, Circles) {
    for (const std::int64_t seats : {1, 2, 3, 10, 24, 25, 41, 60, 61, 100, 101, 365, 999, 1000, 1001, 4096}) {
        const Circle circle = josephus_circle(seats, 3);
        const Scene scene = arrange(circle);
        EXPECT_EQ(count<Disc>(scene, Role::survivor), 1) << seats;
        EXPECT_TRUE(says(scene, fmt::format("survivor: {}", circle.order.back())));
        expect_tidy(circle, fmt::format("{} seats", seats));
    }
    Circle half = josephus_circle(30, 9);
    half.order.resize(15);
    EXPECT_EQ(count<Disc>(arrange(half), Role::survivor), 15);
    EXPECT_EQ(count<Disc>(arrange(half), Role::seat), 15);
}

TEST(Draw, FilesCarryTheCommandAndNothingThatChanges) {
    const ValueMap map = nim(250, 250);
    const std::string svg = paint(map, Format::svg);
    const std::string png = paint(map, Format::png);
    const std::string pdf = paint(map, Format::pdf);
    EXPECT_TRUE(svg.starts_with("<?xml") && svg.ends_with("</svg>\n"));
    EXPECT_TRUE(png.starts_with("\x89PNG\r\n"));
    EXPECT_TRUE(pdf.starts_with("%PDF-") && pdf.ends_with("%%EOF\n"));
    EXPECT_NE(svg.find("<desc>bouton table &quot;a &amp; &lt;b&gt;&quot; --out a.svg</desc>"), std::string::npos);
    EXPECT_NE(svg.find("image-rendering:pixelated"), std::string::npos);
    EXPECT_NE(png.find(map.paper.command), std::string::npos);
    EXPECT_NE(pdf.find(map.paper.command), std::string::npos);
    EXPECT_EQ(pdf.find("CreationDate"), std::string::npos);
    // The second time in the same process: Cairo goes on counting its surfaces.
    EXPECT_EQ(paint(map, Format::svg), svg);
    EXPECT_EQ(paint(map, Format::png), png);
    EXPECT_EQ(paint(map, Format::pdf), pdf);
    EXPECT_EQ(inline_svg(map, "a-"), inline_svg(map, "a-"));
}

TEST(Draw, InlineSvgHasItsOwnIds) {
    const std::string svg = inline_svg(nim(250, 250), "fig7-");
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.find("<?xml") == std::string::npos);
    EXPECT_NE(svg.find("role=\"img\" aria-label=\"A map\""), std::string::npos);
    EXPECT_NE(svg.find("<title>A map</title>"), std::string::npos);
    int found = 0;
    for (const std::string mark : {" id=\"", "href=\"#", "url(#"}) {
        for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at + 1), ++found)
            EXPECT_EQ(svg.compare(at + mark.size(), 5, "fig7-"), 0) << svg.substr(at, 40);
    }
    EXPECT_GT(found, 2);  // the picture of the cells, and what cuts it; letters are text
    EXPECT_THROW(inline_svg(nim(2, 2), "7"), Error);
    EXPECT_THROW(inline_svg(nim(2, 2), "a\"b"), Error);
}

TEST(Draw, AnyBytesAreDrawn) {
    ValueMap map = nim(3, 3);
    map.paper = {"bad \xFF\xC3 bytes \x01 and 日本 ∑", std::string("\0x", 2), "c\xFFommand\n"};
    for (const Format format : {Format::svg, Format::png, Format::pdf}) EXPECT_GT(paint(map, format).size(), 1000U);
}

template <typename Picture> std::string complaint(const Picture& picture) {
    try {
        paint(picture, Format::svg);
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::input);
        return error.what();
    }
    return "none";
}

TEST(Draw, Nonsense) {
    EXPECT_EQ(complaint(ValueMap{}), "there is nothing to draw: the picture has no cells");
    EXPECT_EQ(complaint(Panels{}), "there is nothing to draw: no panels");
    EXPECT_EQ(complaint(Strip{}), "there is nothing to draw: the sequence has no values");
    EXPECT_EQ(complaint(Circle{}), "a circle has at least one seat");
    EXPECT_EQ(complaint(josephus_circle(6000, 2)),
              "a circle of 6000 seats cannot be drawn so that seats can be seen; 5000 can");
    Circle twice = josephus_circle(5, 2);
    twice.order[1] = twice.order[0];
    EXPECT_EQ(complaint(twice), "seat 2 is removed twice");
    ValueMap map = nim(3, 3);
    map.ring = Point{3, 0};
    EXPECT_EQ(complaint(map), "the marked cell (3, 0) is outside the picture");
    map = nim(3, 3);
    map.categories = outcome_categories();
    EXPECT_EQ(complaint(map), "the picture has a cell of kind 2, which its legend does not name");
    map = nim(3, 3, std::int64_t{1} << 61);
    EXPECT_EQ(complaint(map), "a value is too large to be drawn");
    Strip strip = strip_of(10, 0, 3, 0);
    strip.period->length = 0;
    EXPECT_EQ(complaint(strip), "a period is at least 1, and a preperiod at least 0");
    strip = strip_of(10, 0, 3, 0);
    strip.first = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(complaint(strip), "a number is too large to be drawn");
    strip.first = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(complaint(strip), "a number is too large to be drawn");
    Panels panels;
    panels.maps = {nim(2, 2), nim(2, 2)};
    panels.maps[1].categories = outcome_categories();
    EXPECT_EQ(complaint(panels), "panels with one legend must have the same kinds of cells");
    Scatter scatter;
    scatter.positions = {{std::numeric_limits<std::int64_t>::max(), 0}};
    EXPECT_EQ(complaint(scatter), "a point's coordinates are too large to be drawn");
    scatter.families.resize(15);
    EXPECT_EQ(complaint(scatter), "15 families cannot be told apart; 14 are the most that can");
}

TEST(Draw, FormatsByName) {
    EXPECT_EQ(format_of("a.svg"), Format::svg);
    EXPECT_EQ(format_of("a.b.png"), Format::png);
    EXPECT_EQ(format_of("a.pdf"), Format::pdf);
    EXPECT_EQ(format_of("a.csv"), std::nullopt);
}

}  // namespace
}  // namespace bouton::draw
