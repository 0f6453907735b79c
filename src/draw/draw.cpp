#include "draw/draw.hpp"

#include "base/error.hpp"
#include "draw/kinds.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace bouton::draw {
namespace {

template <typename... F> struct Overloaded : F... { using F::operator()...; };
template <typename... F> Overloaded(F...) -> Overloaded<F...>;

}  // namespace

std::optional<Format> format_of(std::string_view file) {
    if (file.ends_with(".svg")) return Format::svg;
    if (file.ends_with(".png")) return Format::png;
    if (file.ends_with(".pdf")) return Format::pdf;
    return std::nullopt;
}

std::vector<Category> outcome_categories() { return {{0, "P", p_colour}, {1, "N", pale}}; }

std::vector<Category> rank_categories(int players) {
    std::vector<Category> result;
    for (int rank = 1; rank <= players; ++rank) result.push_back({rank, fmt::format("rank {}", rank)});
    return result;
}

std::vector<Category> difference_categories(const std::string& first, const std::string& second) {
    return {{1, "different", alarm},
            {2, "only in " + first, distinct(0)},
            {3, "only in " + second, distinct(1)},
            {0, "equal", pale}};
}

Fill from_array(std::span<const std::int64_t> values, std::int64_t left, std::int64_t bottom, std::int64_t rows) {
    return [=](std::int64_t x, std::int64_t y, std::span<std::int64_t> out) {
        const auto start = static_cast<std::size_t>((x - left) * rows + (y - bottom));
        if (start + out.size() > values.size()) throw bad_input("the picture has more cells than values");
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(start), out.size(), out.begin());
    };
}

Scene arrange(const Picture& picture) {
    return std::visit(Overloaded{[](const ValueMap& map) { return arrange_map(map); },
                                 [](const Panels& panels) { return arrange_panels(panels); },
                                 [](const Strip& strip) { return arrange_strip(strip); },
                                 [](const Scatter& scatter) { return arrange_scatter(scatter); },
                                 [](const Circle& circle) { return arrange_circle(circle); }},
                      picture);
}

const Paper& paper_of(const Picture& picture) {
    return std::visit([](const auto& kind) -> const Paper& { return kind.paper; }, picture);
}

}  // namespace bouton::draw
