#include "draw/colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace bouton::draw {
namespace {

constexpr std::array<Colour, 11> viridis = {{{68, 1, 84},
                                             {72, 36, 117},
                                             {65, 68, 135},
                                             {53, 95, 141},
                                             {42, 120, 142},
                                             {33, 145, 140},
                                             {34, 168, 132},
                                             {68, 191, 112},
                                             {122, 209, 81},
                                             {189, 223, 38},
                                             {253, 231, 37}}};
constexpr double darkest = 0.24;  // where the scale ends: below it viridis is close to black

// Okabe and Ito's colours without black, which is for P-positions; yellow, the weakest on white, comes last.
constexpr std::array<Colour, 7> okabe_ito = {
    {{0, 114, 178}, {230, 159, 0}, {0, 158, 115}, {204, 121, 167}, {86, 180, 233}, {213, 94, 0}, {240, 228, 66}}};
static_assert(distinct_colours == 2 * okabe_ito.size());

Colour mix(Colour a, Colour b, double t) {
    const auto channel = [t](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(std::lround(from + (to - from) * t));
    };
    return {channel(a.red, b.red), channel(a.green, b.green), channel(a.blue, b.blue)};
}

}  // namespace

Colour sequential(double t) {
    const double place = (1 - std::clamp(t, 0.0, 1.0) * (1 - darkest)) * (viridis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), viridis.size() - 2);
    return mix(viridis[below], viridis[below + 1], place - static_cast<double>(below));
}

Colour distinct(std::size_t i) {
    const Colour full = okabe_ito[i % okabe_ito.size()];
    return i < okabe_ito.size() ? full : mix(full, white, 0.55);
}

Colour ink_on(Colour ground) {
    const auto linear = [](std::uint8_t channel) { return std::pow(channel / 255.0, 2.2); };
    const double light = 0.2126 * linear(ground.red) + 0.7152 * linear(ground.green) + 0.0722 * linear(ground.blue);
    // WCAG's contrast is equal at 0.18; on blue and green of that lightness the eye prefers white.
    return light > 0.23 ? Colour{0, 0, 0} : white;
}

Colour colour_of(const Scale& scale, std::int64_t value) {
    if (value == 0) return p_colour;
    if (scale.high <= scale.low) return sequential(0.35);
    const auto low = static_cast<double>(scale.low);
    return sequential((static_cast<double>(value) - low) / (static_cast<double>(scale.high) - low));
}

}  // namespace bouton::draw
