// Families of positions with two coordinates: (x(n) + i dx, y(n) + i dy) for 0 <= i < length(n), n >= first, where x, y and length are
// a g^n + b n + c; or one ray. A set is a union of some of them and of single positions.
#pragma once

#include "discover/template.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bouton::discover {

struct Cell {
    std::int64_t x, y;
};

/// A number at each cell of a box; 0 outside of it.
class Grid {
  public:
    Grid(std::int64_t width, std::int64_t height)
        : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height)) {}

    std::int64_t width() const { return width_; }
    std::int64_t height() const { return height_; }
    std::size_t cells() const { return cells_.size(); }
    bool covers(std::int64_t x, std::int64_t y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
    std::int32_t at(std::int64_t x, std::int64_t y) const { return covers(x, y) ? cells_[index(x, y)] : 0; }
    void set(std::int64_t x, std::int64_t y, std::int32_t value) { cells_[index(x, y)] = value; }
    std::int64_t count() const;  // cells that are not 0
    std::optional<Cell> first_difference(const Grid& other) const;
    bool operator==(const Grid& other) const = default;

  private:
    std::size_t index(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(x * height_ + y); }
    std::int64_t width_, height_;
    std::vector<std::int32_t> cells_;
};

/// power * g^n + slope * n + constant
struct PowerLine {
    std::int64_t power = 0, slope = 0, constant = 0;

    std::int64_t at(std::int64_t base, std::int64_t n) const;
};

/// What the variables are called.
struct Names {
    std::string n = "n", i = "i";
};

struct Family {
    std::int64_t base = 2, dx = 0, dy = 0;
    PowerLine x, y, length;
    std::int64_t first = 0;
    bool ray = false;  // i >= 0 instead of n and a length

    /// Those inside a box.
    std::vector<Cell> cells(std::int64_t width, std::int64_t height) const;
    double cost() const;
    std::string text(const Names& names, std::size_t dimension) const;
};

struct Union {
    std::vector<Family> families;
    std::vector<Cell> alone;

    Grid members(std::int64_t width, std::int64_t height) const;
    double cost() const;
    std::string text(const Names& names, std::size_t dimension) const;
};

/// The non-zero cells as a union, or nothing.
std::optional<Union> union_of_families(const Grid& members, Effort& effort);

}  // namespace bouton::discover
