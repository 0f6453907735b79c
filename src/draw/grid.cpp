#include "draw/grid.hpp"

#include "base/error.hpp"
#include "draw/legend.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <set>

namespace bouton::draw {
namespace {

constexpr double largest_cell = 36;
constexpr std::int64_t piece = 1 << 16;                        // values asked for at a time
constexpr std::int64_t largest_side = 1'000'000'000'000;       // positions; far beyond what anybody waits for
constexpr std::int64_t largest_value = std::int64_t{1} << 60;  // differences of values must not overflow

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

void check(const ValueMap& map) {
    if (map.columns < 1 || map.rows < 1) throw bad_input("there is nothing to draw: the picture has no cells");
    if (map.columns > largest_side || map.rows > largest_side) throw bad_input("the picture has too many cells");
    if (std::max(std::abs(map.left), std::abs(map.bottom)) > largest_value || map.left == absent ||
        map.bottom == absent)
        throw bad_input("the picture's coordinates are too large");
    if (!map.fill) throw bad_input("there is nothing to draw: the picture has no values");
    if (map.categories.size() > distinct_colours)
        throw bad_input(fmt::format("{} kinds of cells cannot be told apart by colour; {} are the most that can",
                                    map.categories.size(), distinct_colours));
}

/// What a square shows: 0 before the largest value, a value before nothing.
std::int64_t stronger_number(std::int64_t a, std::int64_t b) {
    if (a == absent || b == absent) return a == absent ? b : a;
    if (a == 0 || b == 0) return 0;
    return std::max(a, b);
}

/// Categories become their place in the list, so that the smaller one is shown.
class Ranks {
  public:
    explicit Ranks(const std::vector<Category>& categories) : categories_(categories) {}
    std::int64_t of(std::int64_t value) {
        if (value == absent || value == last_value_) return value == absent ? absent : last_rank_;
        for (std::size_t i = 0; i < categories_.size(); ++i) {
            if (categories_[i].value != value) continue;
            last_value_ = value;
            return last_rank_ = static_cast<std::int64_t>(i);
        }
        throw bad_input(fmt::format("the picture has a cell of kind {}, which its legend does not name", value));
    }

  private:
    const std::vector<Category>& categories_;
    std::int64_t last_value_ = absent;
    std::int64_t last_rank_ = 0;
};

/// Runs of a column that fall into one square after another.
template <typename Combine>
void collect(Grid& grid, std::int64_t column, std::int64_t row, std::span<const std::int64_t> values,
             const Combine& combine) {
    const std::int64_t start = column / grid.fit.group_x * grid.fit.rows;
    std::size_t i = 0;
    while (i < values.size()) {
        const std::int64_t square = row / grid.fit.group_y;
        const auto end = std::min(values.size(), i + static_cast<std::size_t>((square + 1) * grid.fit.group_y - row));
        std::int64_t& target = grid.values[static_cast<std::size_t>(start + square)];
        std::int64_t best = target;
        row += static_cast<std::int64_t>(end - i);
        for (; i < end; ++i) best = combine(best, values[i]);
        target = best;
    }
}

/// How many positions each square has, and how many of them are P-positions.
struct Density {
    std::vector<std::int32_t> positions, losing;

    void count(const Grid& grid, std::int64_t column, std::int64_t row, std::span<const std::int64_t> values) {
        const std::int64_t start = column / grid.fit.group_x * grid.fit.rows;
        for (std::size_t i = 0; i < values.size(); ++i, ++row) {
            if (values[i] == absent) continue;
            const auto square = static_cast<std::size_t>(start + row / grid.fit.group_y);
            ++positions[square];
            losing[square] += values[i] == 0;
        }
    }

    /// Most squares with positions have a P-position.
    bool dense() const {
        std::size_t all = 0, some = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            all += positions[i] > 0;
            some += losing[i] > 0;
        }
        return 2 * some > all;
    }

    void shade(Grid& grid) const {
        grid.shaded = true;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (positions[i] == 0) continue;
            const double share = static_cast<double>(losing[i]) / positions[i];
            grid.values[i] = losing[i] == 0 ? 0 : share <= 0.25 ? 1 : share <= 0.5 ? 2 : share <= 0.75 ? 3 : 4;
        }
    }
};

double cell_extent(std::int64_t count, double extent) {
    const double cell = std::floor(2 * extent / static_cast<double>(count)) / 2;
    return std::clamp(cell >= 4 ? std::floor(cell) : cell, 0.5, largest_cell);
}

}  // namespace

Fit fit(std::int64_t columns, std::int64_t rows, double extent) {
    const auto most = static_cast<std::int64_t>(2 * extent);  // cells of half a point
    const std::int64_t small = std::min(columns, rows);
    const std::int64_t large = std::max(columns, rows);
    const bool elongated = large / small > 20;
    const auto group = [&](std::int64_t count) { return divided_up(elongated ? count : large, most); };
    Fit result{group(columns), group(rows), 0, 0, 0, 0};
    result.columns = static_cast<int>(divided_up(columns, result.group_x));
    result.rows = static_cast<int>(divided_up(rows, result.group_y));
    result.width = result.height = cell_extent(std::max(result.columns, result.rows), extent);
    // The short side of a very long box is made visible.
    double& thin = columns < rows ? result.width : result.height;
    if (elongated) thin = std::max(thin, std::min(14.0, cell_extent(std::min(result.columns, result.rows), 42)));
    return result;
}

std::vector<Category> density_categories() {
    return {{0, "no P-position", Colour{235, 235, 235}},
            {1, "up to 1/4 P-positions", Colour{180, 180, 180}},
            {2, "up to 1/2", Colour{130, 130, 130}},
            {3, "up to 3/4", Colour{75, 75, 75}},
            {4, "more", p_colour}};
}

Grid reduce(const ValueMap& map, double extent, bool may_shade) {
    check(map);
    Grid grid{fit(map.columns, map.rows, extent), {}, false};
    grid.values.assign(static_cast<std::size_t>(grid.fit.columns) * static_cast<std::size_t>(grid.fit.rows), absent);
    std::vector<std::int64_t> buffer(static_cast<std::size_t>(std::min(piece, map.rows)));
    Ranks ranks(map.categories);
    const bool losing = map.categories.empty() || (map.categories[0].value == 0 && map.categories[0].text == "P");
    const bool counted = may_shade && losing && (grid.fit.group_x > 1 || grid.fit.group_y > 1);
    Density density;
    if (counted) density.positions = density.losing = std::vector<std::int32_t>(grid.values.size(), 0);
    // Ranks go down as numbers do not: the first category is the strongest.
    const auto stronger_category = [&](std::int64_t a, std::int64_t value) {
        const std::int64_t b = ranks.of(value);
        return a == absent || b == absent ? (a == absent ? b : a) : std::min(a, b);
    };
    for (std::int64_t column = 0; column < map.columns; ++column) {
        for (std::int64_t row = 0; row < map.rows; row += piece) {
            const std::span<std::int64_t> values(buffer.data(),
                                                 static_cast<std::size_t>(std::min(piece, map.rows - row)));
            map.fill(map.left + column, map.bottom + row, values);
            if (counted) density.count(grid, column, row, values);
            if (map.categories.empty()) {
                collect(grid, column, row, values, stronger_number);
            } else {
                collect(grid, column, row, values, stronger_category);
            }
        }
    }
    if (counted && density.dense()) density.shade(grid);
    return grid;
}

Contents contents_of(const std::vector<Grid>& grids) {
    Contents result;
    std::set<std::int64_t> numbers;
    bool first = true;
    for (const Grid& grid : grids) {
        for (const std::int64_t value : grid.values) {
            result.hole = result.hole || value == absent;
            result.zero = result.zero || value == 0;
            if (value == absent || value == 0) continue;
            if (value > largest_value || value < -largest_value) throw bad_input("a value is too large to be drawn");
            result.scale = first ? Scale{value, value}
                                 : Scale{std::min(result.scale.low, value), std::max(result.scale.high, value)};
            first = false;
            if (numbers.size() <= few_numbers) numbers.insert(value);
        }
    }
    result.numbers.assign(numbers.begin(), numbers.end());
    return result;
}

std::string reduction_note(const ValueMap& map, const Grid& grid) {
    const Fit& fit = grid.fit;
    if (fit.group_x == 1 && fit.group_y == 1) return {};
    std::string shows = "P if one of them is a P-position, otherwise their largest value";
    if (grid.shaded) {
        shows = "which part of them are P-positions";
    } else if (!map.categories.empty()) {
        std::vector<std::string> texts;
        for (const Category& category : map.categories) texts.push_back(category.text);
        shows = fmt::format("the first of these that occurs among them: {}", fmt::join(texts, ", "));
    }
    return fmt::format("Each square stands for {} × {} positions and shows {}.", fit.group_x, fit.group_y, shows);
}

}  // namespace bouton::draw
