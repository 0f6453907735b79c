// Maps of values over two coordinates, alone or as small multiples.
#include "draw/axes.hpp"
#include "draw/grid.hpp"
#include "draw/kinds.hpp"
#include "draw/legend.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace bouton::draw {
namespace {

constexpr double whole_extent = 500;     // the longer side of a map on its own
constexpr int most_rectangles = 6000;    // in the whole picture; beyond, an image (a rectangle is 170 bytes of SVG)
constexpr double separate_cells = 8;     // from this size on cells have a gap between them
constexpr double smallest_digits = 5.5;  // points

/// How the squares of a grid look: numbers by a scale, or categories by their place in the list.
struct Look {
    Scale scale;
    std::vector<Category> categories;

    Colour colour(std::int64_t value) const {
        if (value == absent) return hole_colour;
        if (categories.empty()) return colour_of(scale, value);
        const auto place = static_cast<std::size_t>(value);
        return categories[place].colour.value_or(distinct(place));
    }
    std::string words(std::int64_t value) const {
        if (value == absent) return {};
        if (categories.empty()) return fmt::to_string(value);
        const std::string& text = categories[static_cast<std::size_t>(value)].text;
        return text.size() <= 2 ? text : std::string();
    }
};

bool is_separate(const Fit& fit) { return std::min(fit.width, fit.height) >= separate_cells; }

Box cell_box(const Fit& fit, const Box& plot, int column, int row, int length = 1) {
    return {plot.x + column * fit.width, plot.bottom() - (row + 1) * fit.height, length * fit.width, fit.height};
}

void add_image(Scene& scene, const Grid& grid, const Look& look, const Box& plot) {
    Image image{plot, grid.fit.columns, grid.fit.rows, {}};
    image.pixels.reserve(grid.values.size());
    for (int row = grid.fit.rows; row-- > 0;)
        for (int column = 0; column < grid.fit.columns; ++column)
            image.pixels.push_back(look.colour(grid.at(column, row)));
    scene.add(std::move(image));
}

/// Cells without gaps, equal neighbours as one. Each run reaches a little under those to its right and above it, which are drawn later:
/// otherwise viewers that smooth edges would show seams.
void add_runs(Scene& scene, const Grid& grid, const Look& look, const Box& plot) {
    constexpr double under = 0.25;
    for (int row = 0; row < grid.fit.rows; ++row) {
        const double more_up = row + 1 < grid.fit.rows ? under : 0;
        for (int column = 0; column < grid.fit.columns;) {
            const std::int64_t value = grid.at(column, row);
            int end = column + 1;
            while (end < grid.fit.columns && grid.at(end, row) == value) ++end;
            Box box = cell_box(grid.fit, plot, column, row, end - column);
            box.width += end < grid.fit.columns ? under : 0;
            box.y -= more_up;
            box.height += more_up;
            scene.add(Rect{box, look.colour(value), value == absent ? Role::hole : Role::cell});
            column = end;
        }
    }
}

int runs_of(const Grid& grid) {
    int runs = 0;
    for (int row = 0; row < grid.fit.rows; ++row)
        for (int column = 0; column < grid.fit.columns; ++column)
            runs += column == 0 || grid.at(column, row) != grid.at(column - 1, row);
    return runs;
}

/// The size at which every value fits into its cell, or 0.
double digits_size(const Scene& scene, const Grid& grid, const Look& look) {
    double widest = 0;
    for (const std::int64_t value : grid.values) {
        const std::string words = look.words(value);
        // Digits are equally wide: only longer texts are measured.
        if (!words.empty())
            widest = std::max(widest, look.categories.empty() ? 0.637 * static_cast<double>(words.size())
                                                              : scene.ruler.width(words, 1));
    }
    if (widest == 0) return 0;
    const double size = std::min({0.42 * grid.fit.height, (grid.fit.width - 4.5) / widest, 11.0});
    return size >= smallest_digits ? size : 0;
}

void add_cells(Scene& scene, const Grid& grid, const Look& look, const Box& plot, bool write_values) {
    const double size = write_values ? digits_size(scene, grid, look) : 0;
    const double gap = std::min(grid.fit.width, grid.fit.height) >= 20 ? 1 : 0.5;
    for (int row = 0; row < grid.fit.rows; ++row) {
        for (int column = 0; column < grid.fit.columns; ++column) {
            const std::int64_t value = grid.at(column, row);
            const Box whole = cell_box(grid.fit, plot, column, row);
            const Box box{whole.x + gap, whole.y, whole.width - gap, whole.height - gap};
            if (value == absent) {
                add_hatch(scene, whole);
                continue;
            }
            scene.add(Rect{box, look.colour(value), Role::cell});
            if (const std::string words = look.words(value); size > 0 && !words.empty())
                scene.add(Text{{box.x + box.width / 2, box.y + box.height / 2 + 0.365 * size},
                               words,
                               size,
                               Anchor::middle,
                               ink_on(look.colour(value)),
                               value == 0 && look.categories.empty() ? Face::bold : Face::plain});
        }
    }
}

void mark(Scene& scene, const ValueMap& map, const Fit& fit, const Place& place) {
    if (!map.ring) return;
    const std::int64_t column = map.ring->x - map.left;
    const std::int64_t row = map.ring->y - map.bottom;
    if (column < 0 || row < 0 || column >= map.columns || row >= map.rows)
        throw bad_input(fmt::format("the marked cell ({}, {}) is outside the picture", map.ring->x, map.ring->y));
    add_ring(scene, place.centre(column / fit.group_x, row / fit.group_y),
             std::max(5.0, 0.62 * std::max(fit.width, fit.height)));
}

/// What a map gets as one of several.
struct Share {
    bool name_across = true;
    bool name_up = true;
    int rectangles = most_rectangles;
};

/// The cells and axes, with the plot's top left corner at the origin. Returns the plot.
Box add_map(Scene& scene, const ValueMap& map, const Grid& grid, const Look& look, const Share& share) {
    const Fit& fit = grid.fit;
    const Box plot{0, 0, fit.columns * fit.width, fit.rows * fit.height};
    const Place place{plot, fit.width, fit.height};
    scene.add(place);
    if (is_separate(fit)) {
        add_cells(scene, grid, look, plot, map.write_values);
    } else if (runs_of(grid) <= share.rectangles) {
        add_runs(scene, grid, look, plot);
    } else {
        add_image(scene, grid, look, plot);
    }
    const Axis across{share.name_across ? map.across : "", map.left, map.columns,
                      fit.width / static_cast<double>(fit.group_x)};
    const Axis up{share.name_up ? map.up : "", map.bottom, map.rows, fit.height / static_cast<double>(fit.group_y)};
    add_frame(scene, {plot, across, up});
    mark(scene, map, fit, place);
    return plot;
}

Legend legend_of(const std::vector<ValueMap>& maps, const Contents& contents, const Look& look, bool separate) {
    const ValueMap& map = maps.front();
    Legend legend{map.legend, {}};
    if (look.categories.empty()) {
        if (contents.zero) legend.entries.push_back(colour_entry(p_colour, map.zero));
        add_numbers(legend, contents.scale, contents.numbers);
    }
    for (std::size_t i = 0; i < look.categories.size(); ++i)
        legend.entries.push_back(colour_entry(look.colour(static_cast<std::int64_t>(i)), look.categories[i].text));
    if (contents.hole) legend.entries.push_back(separate ? hatch_entry(map.hole) : colour_entry(hole_colour, map.hole));
    const auto ringed =
        std::find_if(maps.begin(), maps.end(), [](const ValueMap& each) { return each.ring.has_value(); });
    if (ringed != maps.end())
        legend.entries.push_back(
            ring_entry(ringed->up.empty()  // one coordinate
                           ? fmt::format("{} ({})", ringed->ring_text, ringed->ring->x)
                           : fmt::format("{} ({}, {})", ringed->ring_text, ringed->ring->x, ringed->ring->y)));
    return legend;
}

/// As many side by side as makes the whole about as wide as high.
int panel_columns(const std::vector<ValueMap>& maps) {
    double shape = 0;  // height over width, on average
    for (const ValueMap& map : maps)
        shape += std::clamp(static_cast<double>(map.rows) / static_cast<double>(map.columns), 0.2, 5.0);
    const auto count = static_cast<double>(maps.size());
    return static_cast<int>(std::clamp(std::ceil(std::sqrt(shape)), 1.0, std::min(count, 10.0)));
}

struct Panel {
    std::size_t first;  // items
    std::size_t end;
    Box plot;
    Box all;
};

/// Where plots begin, one after the other: each needs room before and after this point.
class Track {
  public:
    void need(std::size_t place, double before, double after) {
        if (place >= rooms_.size()) rooms_.resize(place + 1);
        rooms_[place] = {std::max(rooms_[place].first, before), std::max(rooms_[place].second, after)};
    }
    double start(std::size_t place) const {
        double at = 0;
        for (std::size_t i = 1; i <= place; ++i) at += std::ceil(rooms_[i - 1].second + rooms_[i].first + 14);
        return at;
    }

  private:
    std::vector<std::pair<double, double>> rooms_;
};

/// Rows and columns of panels, plots aligned with plots. Returns what the plots cover.
Box place_panels(Scene& scene, const std::vector<Panel>& panels, std::size_t columns) {
    Track across, down;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const auto& [first, end, plot, all] = panels[i];
        across.need(i % columns, plot.x - all.x, all.right() - plot.x);
        down.need(i / columns, plot.bottom() - all.y, all.bottom() - plot.bottom());
    }
    const double base = panels.front().plot.bottom();
    Box whole = panels.front().plot;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        Box plot = panels[i].plot;
        const double dx = across.start(i % columns) - plot.x;
        const double dy = base + down.start(i / columns) - plot.bottom();
        scene.move(panels[i].first, dx, dy, panels[i].end);
        plot.x += dx;
        plot.y += dy;
        whole = united(whole, plot);
    }
    return whole;
}

void check(const Panels& panels) {
    if (panels.maps.empty()) throw bad_input("there is nothing to draw: no panels");
    if (panels.maps.size() > 100)
        throw bad_input(fmt::format("{} panels are too many for one picture; 100 fit", panels.maps.size()));
    const auto kinds = [](const ValueMap& map) {
        std::vector<std::int64_t> values;
        for (const Category& category : map.categories) values.push_back(category.value);
        return values;
    };
    for (const ValueMap& map : panels.maps)
        if (kinds(map) != kinds(panels.maps.front()))
            throw bad_input("panels with one legend must have the same kinds of cells");
}

/// What the reductions were, each once.
std::vector<std::string> notes_of(const std::vector<ValueMap>& maps, const std::vector<Grid>& grids) {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < grids.size(); ++i) {
        const std::string note = reduction_note(maps[i], grids[i]);
        if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
    return notes;
}

}  // namespace

Scene arrange_map(const ValueMap& map) {
    const std::vector<Grid> grids = {reduce(map, whole_extent, true)};
    const Contents contents = contents_of(grids);
    const Look look{contents.scale, grids.front().shaded ? density_categories() : map.categories};
    Scene scene;
    const Box plot = add_map(scene, map, grids.front(), look, {});
    add_legend(scene, legend_of({map}, contents, look, is_separate(grids.front().fit)), plot);
    scene.finish(map.paper, notes_of({map}, grids));
    return scene;
}

Scene arrange_panels(const Panels& panels) {
    check(panels);
    const int columns = panel_columns(panels.maps);
    const double extent = std::max(40.0, std::floor(2 * whole_extent / (columns + 1)) / 1.6);
    std::vector<Grid> grids;
    for (const ValueMap& map : panels.maps) grids.push_back(reduce(map, std::floor(extent)));
    const Contents contents = contents_of(grids);
    const Look look{contents.scale, panels.maps.front().categories};
    Scene scene;
    std::vector<Panel> placed;
    for (std::size_t i = 0; i < grids.size(); ++i) {
        const ValueMap& map = panels.maps[i];
        const bool lowest = i + static_cast<std::size_t>(columns) >= grids.size();
        const std::size_t first = scene.items.size();
        const Share share{lowest, i % static_cast<std::size_t>(columns) == 0,
                          most_rectangles / static_cast<int>(grids.size())};
        const Box plot = add_map(scene, map, grids[i], look, share);
        const auto lines = scene.ruler.wrap(map.paper.title, std::max(plot.width, 60.0), 9);
        scene.add_lines(lines,
                        Text{{plot.x, plot.y - 5 - (static_cast<double>(lines.size()) - 1) * 9 * line_height}, {}, 9});
        placed.push_back({first, scene.items.size(), plot, scene.bounds(first)});
    }
    const Box whole = place_panels(scene, placed, static_cast<std::size_t>(columns));
    add_legend(scene, legend_of(panels.maps, contents, look, is_separate(grids.front().fit)), whole);
    scene.finish(panels.paper, notes_of(panels.maps, grids));
    return scene;
}

}  // namespace bouton::draw
