// Writes pictures of every kind into a folder, in every format, with the page of inline SVGs: for pictures_test.py, and to look at.
#include "base/error.hpp"
#include "draw/draw.hpp"

#include <fmt/format.h>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

namespace {

using namespace bouton::draw;
using Values = std::span<std::int64_t>;

Paper paper(const std::string& title) { return {title, "", "bouton picture --title \"<" + title + ">\" & more"}; }

ValueMap nim(std::int64_t columns, std::int64_t rows, std::int64_t z = 0) {
    ValueMap map;
    map.paper = paper(fmt::format("Nim, {} × {}", columns, rows));
    map.columns = columns;
    map.rows = rows;
    map.legend = "Grundy number";
    map.fill = [z](std::int64_t x, std::int64_t y, Values out) {
        for (std::int64_t& value : out) value = x ^ y++ ^ z;
    };
    return map;
}

ValueMap differences() {
    ValueMap map = nim(20, 20);
    map.paper = paper("Two tables");
    map.legend.clear();
    map.categories = difference_categories("a.npy", "b.npy");
    map.ring = Point{5, 1};
    map.fill = [](std::int64_t x, std::int64_t y, Values out) {
        for (std::int64_t& value : out) value = x > 17 ? 2 : x * y++ % 17 == 5;
    };
    return map;
}

Panels slices() {
    Panels panels{paper("Nim with three piles"), {}};
    for (std::int64_t z = 0; z < 6; ++z) {
        panels.maps.push_back(nim(10, 10, z));
        panels.maps.back().paper.title = fmt::format("z = {}", z);
    }
    return panels;
}

Strip kayles() {
    std::vector<std::int64_t> values = {0};
    for (std::size_t n = 1; n < 180; ++n) {
        std::set<std::int64_t> options;
        for (std::size_t taken = 1; taken <= std::min<std::size_t>(2, n); ++taken)
            for (std::size_t left = 0; left <= n - taken; ++left)
                options.insert(values[left] ^ values[n - taken - left]);
        std::int64_t mex = 0;
        while (options.contains(mex)) ++mex;
        values.push_back(mex);
    }
    Strip strip;
    strip.paper = paper("Kayles");
    strip.values = values;
    strip.period = Period{71, 12, 0};
    return strip;
}

Scatter wythoff() {
    Scatter scatter;
    scatter.paper = paper("Wythoff’s game");
    Family low{"(⌊nφ⌋, ⌊nφ⌋ + n)", {}};
    Family high{"the same with the piles exchanged, and one that does not belong", {{20, 20}}};
    std::set<std::int64_t> used;
    for (std::int64_t n = 0, a = 0; n < 16; ++n) {
        while (used.contains(a)) ++a;
        used.insert({a, a + n});
        scatter.positions.push_back({a, a + n});
        scatter.positions.push_back({a + n, a});
        low.points.push_back({a, a + n});
        if (n > 3) high.points.push_back({a + n, a});
    }
    scatter.families = {low, high};
    return scatter;
}

Circle josephus(std::int64_t seats, std::size_t k) {
    Circle circle;
    circle.paper = paper(fmt::format("{} seats, every {}th", seats, k));
    circle.seats = seats;
    std::vector<std::int64_t> left;
    for (std::int64_t seat = 1; seat <= seats; ++seat) left.push_back(seat);
    for (std::size_t at = 0; !left.empty();) {
        at = (at + k - 1) % left.size();
        circle.order.push_back(left[at]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return circle;
}

void write(const std::string& file, const std::string& bytes) {
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    if (!out.flush()) throw bouton::bad_input("cannot write " + file);
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 2) throw bouton::bad_input("usage: gallery FOLDER");
    const std::string folder = std::string(arguments[1]) + "/";
    const std::map<std::string, Picture> pictures = {
        {"map", nim(12, 12)},        {"tiny", nim(1, 1)},        {"image", nim(300, 300)},
        {"large", nim(3000, 3000)},  {"flat", nim(40, 1)},       {"differences", differences()},
        {"panels", slices()},        {"strip", kayles()},        {"scatter", wythoff()},
        {"circle", josephus(41, 3)}, {"ring", josephus(500, 3)}, {"dots", josephus(3000, 4)},
    };
    std::string page = "<!DOCTYPE html>\n<html><body>\n";
    for (const auto& [name, picture] : pictures) {
        write(folder + name + ".svg", paint(picture, Format::svg));
        write(folder + name + ".png", paint(picture, Format::png));
        write(folder + name + ".pdf", paint(picture, Format::pdf));
        page += inline_svg(picture, name + "-") + "\n";
    }
    write(folder + "page.html", page + "</body></html>\n");
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
