// Values over two coordinates, made small enough to be seen: where there are more than a thousand positions across, a square of the grid stands
// for n x n of them. It shows P if there is a P-position among them, otherwise the largest value; with categories, the first in the list that
// occurs. Where that would make most squares black, as with the P-positions of Nim, a square shows which part of its positions are
// P-positions instead. Time O(positions), memory O(squares).
#pragma once

#include "draw/draw.hpp"

namespace bouton::draw {

/// How many points (1/72 inch) a cell gets, and how many positions it stands for.
struct Fit {
    std::int64_t group_x = 1;
    std::int64_t group_y = 1;
    int columns = 0;
    int rows = 0;
    double width = 0;
    double height = 0;
};

/// Cells are squares, except in very long boxes; half points, so that each is a whole number of pixels in a PNG of scale 2.
Fit fit(std::int64_t columns, std::int64_t rows, double extent);

struct Grid {
    Fit fit;
    std::vector<std::int64_t> values;  // y runs fastest
    bool shaded = false;               // values are places in density_categories()
    std::int64_t at(int column, int row) const {
        return values[static_cast<std::size_t>(column) * static_cast<std::size_t>(fit.rows) +
                      static_cast<std::size_t>(row)];
    }
};

/// `may_shade`: a dense set may be shown by its density.
Grid reduce(const ValueMap& map, double extent, bool may_shade = false);

/// No P-position, up to a quarter of them, up to a half, up to three quarters, more.
std::vector<Category> density_categories();

/// What occurs in grids.
struct Contents {
    Scale scale;
    std::vector<std::int64_t> numbers;  // in order; only the first few_numbers + 1 if there are more
    bool zero = false;
    bool hole = false;
};
Contents contents_of(const std::vector<Grid>& grids);

/// In words, for the subtitle; empty if every square is one position.
std::string reduction_note(const ValueMap& map, const Grid& grid);

}  // namespace bouton::draw
