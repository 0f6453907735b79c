// Axes of integers: ticks at round numbers, no two labels closer than a gap.
#pragma once

#include "draw/scene.hpp"

namespace bouton::draw {

/// A run of integers along one side of a plot.
struct Axis {
    std::string name;
    std::int64_t first = 0;
    std::int64_t count = 1;
    double unit = 1;  // points for one integer
};

/// 1, 2 or 5 times a power of ten: the smallest step with which labels of this extent (along the axis) stand apart.
std::int64_t tick_step(const Axis& axis, double label);

/// The integers with a tick.
std::vector<std::int64_t> ticks(const Axis& axis, std::int64_t step);

constexpr double tick_size = 7.5;

struct Frame {
    Box box;  // the plot
    Axis across;
    Axis up;
    /// The middle of an integer's place.
    double x_of(std::int64_t x) const { return box.x + (static_cast<double>(x - across.first) + 0.5) * across.unit; }
    double y_of(std::int64_t y) const { return box.bottom() - (static_cast<double>(y - up.first) + 0.5) * up.unit; }
};

std::int64_t across_step(const Ruler& ruler, const Axis& axis);
std::int64_t up_step(const Axis& axis);

/// The name of an axis below this corner, in the middle of its length; or left of this corner and upwards.
void add_name_across(Scene& scene, const std::string& name, Dot left, double length);
void add_name_up(Scene& scene, const std::string& name, Dot right, double length);

/// The lines around the plot, ticks, labels and names.
void add_frame(Scene& scene, const Frame& frame);

}  // namespace bouton::draw
