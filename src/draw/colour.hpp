// Colours. Numbers run through viridis (S. van der Walt and N. Smith, 2015), which is even to the eye, also to one that sees few colours.
// Its dark end is left out, so that P-positions, in black, differ from every value in lightness too: they stay visible in a grey print.
// Categories and families use the palette of M. Okabe and K. Ito (2008).
#pragma once

#include <cstddef>
#include <cstdint>

namespace bouton::draw {

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    friend bool operator==(const Colour&, const Colour&) = default;
};

constexpr Colour white{255, 255, 255};
constexpr Colour p_colour{0, 0, 0};
constexpr Colour ink{38, 38, 38};           // text
constexpr Colour faint_ink{100, 100, 100};  // secondary text
constexpr Colour axis_colour{90, 90, 90};
constexpr Colour grid_colour{226, 226, 226};
constexpr Colour hole_colour{240, 240, 240};  // not a position
constexpr Colour hatch_colour{190, 190, 190};
constexpr Colour pale{214, 226, 240};  // the unremarkable kind: N-positions, equal cells
constexpr Colour alarm{213, 94, 0};    // vermilion
constexpr std::size_t distinct_colours = 14;

/// From light (0) to dark (1).
Colour sequential(double t);

/// The i-th of colours that can be told apart, i < distinct_colours.
Colour distinct(std::size_t i);

/// Black or white, whichever is easier to read on this ground.
Colour ink_on(Colour ground);

/// Numbers to colours; 0 is always p_colour.
struct Scale {
    std::int64_t low = 1;
    std::int64_t high = 1;
};
Colour colour_of(const Scale& scale, std::int64_t value);

}  // namespace bouton::draw
