#include "discover/families.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton::discover {

namespace {

constexpr std::int64_t kBeyond = 8;  // families whose g^n is this many times the side have left the box

/// c, c*word, or nothing where c is 0.
void add_term(std::vector<std::string>& terms, std::int64_t c, const std::string& word) {
    if (c == 0) return;
    terms.push_back(c == 1 ? word : c == -1 ? "-" + word : fmt::format("{}*{}", c, word));
}

/// 2^n - n + 3*i - 1, with a positive term first where there is one.
std::string line_text(const PowerLine& line, std::int64_t base, const Names& names, std::int64_t i) {
    std::vector<std::string> terms;
    add_term(terms, line.power, fmt::format("{}^{}", base, names.n));
    add_term(terms, line.slope, names.n);
    add_term(terms, i, names.i);
    if (line.constant != 0 || terms.empty()) terms.push_back(std::to_string(line.constant));
    const auto positive = std::find_if(terms.begin(), terms.end(), [](const auto& t) { return t[0] != '-'; });
    if (positive != terms.end()) std::rotate(terms.begin(), positive, positive + 1);
    std::string text = terms[0];
    for (std::size_t k = 1; k < terms.size(); ++k)
        text += terms[k][0] == '-' ? " - " + terms[k].substr(1) : " + " + terms[k];
    return text;
}

std::int64_t small(const PowerLine& line) {
    const auto bounded = [](std::int64_t c) { return std::min<std::int64_t>(3, std::abs(c)); };
    return bounded(line.power) + bounded(line.slope) + bounded(line.constant);
}

}  // namespace

std::int64_t Grid::count() const {
    return static_cast<std::int64_t>(std::count_if(cells_.begin(), cells_.end(), [](auto c) { return c != 0; }));
}

std::optional<Cell> Grid::first_difference(const Grid& other) const {
    for (std::int64_t x = 0; x < width_; ++x)
        for (std::int64_t y = 0; y < height_; ++y)
            if (at(x, y) != other.at(x, y)) return Cell{x, y};
    return std::nullopt;
}

std::int64_t PowerLine::at(std::int64_t base, std::int64_t n) const {
    std::int64_t unit = 1;
    for (std::int64_t k = 0; k < n; ++k) unit *= base;
    return power * unit + slope * n + constant;
}

std::vector<Cell> Family::cells(std::int64_t width, std::int64_t height) const {
    std::vector<Cell> result;
    const auto walk = [&](std::int64_t from_x, std::int64_t from_y, std::int64_t count) {
        const std::int64_t most = 4 * std::max(width, height);
        for (std::int64_t i = 0; i < std::min(count, most); ++i) {
            const std::int64_t u = from_x + dx * i, v = from_y + dy * i;
            if (u >= 0 && v >= 0 && u < width && v < height) result.push_back({u, v});
        }
    };
    if (ray) {
        walk(x.constant, y.constant, std::max(width, height));
        return result;
    }
    std::int64_t unit = 1;
    for (std::int64_t n = 0; unit <= kBeyond * std::max(width, height); ++n, unit *= base)
        if (n >= first) walk(x.at(base, n), y.at(base, n), length.at(base, n));
    return result;
}

double Family::cost() const {
    if (ray) return 3;
    return 3 + static_cast<double>((small(x) + small(y) + small(length)) / 2) + (base == 2 ? 0 : 1);
}

std::string Family::text(const Names& names, std::size_t dimension) const {
    std::string element = "(" + line_text(x, base, names, dx);
    if (dimension > 1) element += ", " + line_text(y, base, names, dy);
    element += ")";
    if (ray) return fmt::format("{{ {} for {} >= 0 }}", element, names.i);
    std::string loops = fmt::format("{} >= {}", names.n, first);
    if (length.power != 0 || length.slope != 0 || length.constant != 1)
        loops += fmt::format(", 0 <= {} <= {}", names.i,
                             line_text({length.power, length.slope, length.constant - 1}, base, names, 0));
    return fmt::format("{{ {} for {} }}", element, loops);
}

Grid Union::members(std::int64_t width, std::int64_t height) const {
    Grid grid(width, height);
    for (const Cell& cell : alone)
        if (grid.covers(cell.x, cell.y)) grid.set(cell.x, cell.y, 1);
    for (const Family& family : families)
        for (const Cell& cell : family.cells(width, height)) grid.set(cell.x, cell.y, 1);
    return grid;
}

double Union::cost() const {
    double cost = 2 * static_cast<double>(alone.size());
    for (const Family& family : families) cost += family.cost();
    return cost;
}

std::string Union::text(const Names& names, std::size_t dimension) const {
    std::vector<std::string> parts, single;
    for (const Cell& cell : alone)
        single.push_back(dimension > 1 ? fmt::format("({}, {})", cell.x, cell.y) : fmt::format("({})", cell.x));
    if (!single.empty()) parts.push_back(fmt::format("{{ {} }}", fmt::join(single, ", ")));
    for (const Family& family : families) parts.push_back(family.text(names, dimension));
    return parts.empty() ? "{}" : fmt::format("{}", fmt::join(parts, " | "));
}

}  // namespace bouton::discover
