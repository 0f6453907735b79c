// The Josephus circle: seat 1 on top, then clockwise; colours tell the order of removal. Up to a hundred seats are numbered discs; more are a
// ring of coloured pieces; more than a thousand are dots, which lie the farther out the later they are removed.
#include "draw/axes.hpp"
#include "draw/kinds.hpp"
#include "draw/legend.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace bouton::draw {
namespace {

constexpr std::int64_t most_discs = 100;
constexpr std::int64_t most_seats = 5000;
constexpr double outer = 210;
constexpr double inner = 165;
constexpr std::int64_t most_pieces = 1000;  // beyond, a piece is narrower than a pixel and colours would run together
constexpr double first_dot = 60;            // the radius at which the first one removed lies

/// For each seat its place in the order of removal, from 1; 0 for survivors.
std::vector<std::int64_t> ranks_of(const Circle& circle) {
    if (circle.seats < 1) throw bad_input("a circle has at least one seat");
    if (circle.seats > most_seats)
        throw bad_input(fmt::format("a circle of {} seats cannot be drawn so that seats can be seen; {} can",
                                    circle.seats, most_seats));
    std::vector<std::int64_t> ranks(static_cast<std::size_t>(circle.seats), 0);
    std::int64_t rank = 0;
    for (const std::int64_t seat : circle.order) {
        if (seat < 1 || seat > circle.seats)
            throw bad_input(fmt::format("there is no seat {} in a circle of {} seats", seat, circle.seats));
        std::int64_t& of_seat = ranks[static_cast<std::size_t>(seat - 1)];
        if (of_seat != 0) throw bad_input(fmt::format("seat {} is removed twice", seat));
        of_seat = ++rank;
    }
    // Whoever comes last has not been removed by anybody.
    if (rank == circle.seats) ranks[static_cast<std::size_t>(circle.order.back() - 1)] = 0;
    return ranks;
}

class CirclePainter {
  public:
    CirclePainter(Scene& scene, const Circle& circle)
        : scene_(scene), circle_(circle), ranks_(ranks_of(circle)), count_(static_cast<double>(circle.seats)) {
        for (std::size_t i = 0; i < ranks_.size(); ++i)
            (ranks_[i] == 0 ? survivors_ : removed_).push_back(static_cast<std::int64_t>(i) + 1);
        scale_ = {1, std::max<std::int64_t>(1, static_cast<std::int64_t>(removed_.size()))};
    }

    void add_all() {
        circle_.seats <= most_discs ? add_discs() : add_ring();
        const Box box = scene_.bounds();
        Legend legend{circle_.seats <= most_discs    ? "order of removal (small numbers)"
                      : circle_.seats <= most_pieces ? "order of removal"
                                                     : "order of removal, outwards",
                      {}};
        std::vector<std::int64_t> numbers;
        for (std::int64_t n = 1; n <= scale_.high && !removed_.empty() && numbers.size() <= few_numbers; ++n)
            numbers.push_back(n);
        add_numbers(legend, scale_, numbers);
        legend.entries.push_back(colour_entry(p_colour, survivor_words()));
        add_legend(scene_, legend, box);
    }

  private:
    std::string survivor_words() const {
        std::vector<std::int64_t> some(survivors_.begin(),
                                       survivors_.begin() + std::min<std::ptrdiff_t>(10, std::ssize(survivors_)));
        const std::string more =
            some.size() < survivors_.size() ? fmt::format(" and {} more", survivors_.size() - some.size()) : "";
        return fmt::format("survivor{}: {}{}", survivors_.size() == 1 ? "" : "s", fmt::join(some, ", "), more);
    }
    double angle(double seat) const { return (seat - 1) / count_ * 2 * std::numbers::pi; }
    Dot at(double angle, double radius) const { return {radius * std::sin(angle), -radius * std::cos(angle)}; }
    Colour colour(std::int64_t seat) const { return colour_of(scale_, ranks_[static_cast<std::size_t>(seat - 1)]); }

    void add_discs() {
        const double disc = circle_.seats <= 24 ? 12 : circle_.seats <= 60 ? 9 : 7;
        const double radius =
            circle_.seats == 1 ? 0 : std::max(52.0, (disc + 2.1) / std::sin(std::numbers::pi / count_));
        const double size = circle_.seats <= 24 ? 10 : circle_.seats <= 60 ? 7.5 : 6;
        add_path(radius - disc - 2.5);
        for (std::int64_t seat = 1; seat <= circle_.seats; ++seat) {
            const Dot centre = at(angle(static_cast<double>(seat)), radius);
            const std::int64_t rank = ranks_[static_cast<std::size_t>(seat - 1)];
            scene_.add(Disc{
                .centre = centre, .radius = disc, .fill = colour(seat), .role = rank ? Role::seat : Role::survivor});
            if (!rank) scene_.add(Disc{.centre = centre, .radius = disc + 1.5, .line = p_colour, .width = 0.9});
            scene_.add(Text{{centre.x, centre.y + 0.365 * size},
                            fmt::to_string(seat),
                            size,
                            Anchor::middle,
                            ink_on(colour(seat)),
                            rank ? Face::plain : Face::bold});
            if (!rank) continue;
            const Dot label = at(angle(static_cast<double>(seat)), radius + disc + 7.5);
            scene_.add(Text{{label.x, label.y + 0.365 * 6.5}, fmt::to_string(rank), 6.5, Anchor::middle, faint_ink});
        }
    }

    /// Arrows from each removed seat to the next, bent towards the middle so that they do not run through seats.
    void add_path(double radius) {
        const auto steps = std::min<std::int64_t>(circle_.path, std::ssize(circle_.order));
        for (std::int64_t i = 0; i + 1 < steps; ++i) {
            const Dot from = at(angle(static_cast<double>(circle_.order[static_cast<std::size_t>(i)])), radius);
            const Dot to = at(angle(static_cast<double>(circle_.order[static_cast<std::size_t>(i + 1)])), radius);
            const Dot middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
            const double inwards = 0.35 * std::hypot(to.x - from.x, to.y - from.y);
            const double keep = std::max(0.3, 1 - inwards / std::max(1.0, std::hypot(middle.x, middle.y)));
            const Dot bend{keep * middle.x, keep * middle.y};
            std::vector<Dot> curve;
            for (int k = 0; k <= 20; ++k) {
                const double t = k / 20.0;
                const double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
                curve.push_back({a * from.x + b * bend.x + c * to.x, a * from.y + b * bend.y + c * to.y});
            }
            scene_.add(Stroke{curve, axis_colour, 0.8});
            add_head(curve[curve.size() - 3], to);
        }
    }

    void add_head(Dot from, Dot to) {
        const double length = std::max(1e-9, std::hypot(to.x - from.x, to.y - from.y));
        const Dot along{(to.x - from.x) / length, (to.y - from.y) / length};
        const Dot back{to.x - 5 * along.x, to.y - 5 * along.y};
        scene_.add(
            Polygon{{to, {back.x - 2 * along.y, back.y + 2 * along.x}, {back.x + 2 * along.y, back.y - 2 * along.x}},
                    axis_colour});
    }

    void add_pieces() {
        const double piece = 2 * std::numbers::pi / count_;
        for (std::int64_t seat = 1; seat <= circle_.seats; ++seat) {
            const double from = angle(static_cast<double>(seat) - 0.5);
            // Each piece reaches under the next, or seams would show.
            const double to = from + piece * (seat == circle_.seats ? 1.0 : 1.5);
            scene_.add(Disc{.centre = {},
                            .radius = outer,
                            .fill = colour(seat),
                            .inner = inner,
                            .from = from,
                            .to = to,
                            .role = Role::seat});
        }
    }

    void add_dots() {
        scene_.add(Disc{.centre = {}, .radius = outer, .line = grid_colour, .width = 0.6});
        for (const std::int64_t seat : removed_) {
            const double late = static_cast<double>(ranks_[static_cast<std::size_t>(seat - 1)]) / count_;
            const Dot centre = at(angle(static_cast<double>(seat)), first_dot + late * (outer - first_dot));
            scene_.add(Disc{.centre = centre, .radius = 0.8, .fill = colour(seat), .role = Role::seat});
        }
    }

    void add_ring() {
        const bool dots = circle_.seats > most_pieces;
        dots ? add_dots() : add_pieces();
        const double piece = 2 * std::numbers::pi / count_;
        for (const std::int64_t seat : survivors_) {
            const double half = std::max(piece / 2, 0.7 / outer);
            const double middle = angle(static_cast<double>(seat));
            scene_.add(Disc{.centre = {},
                            .radius = outer + 6,
                            .fill = p_colour,
                            .inner = dots ? outer - 6 : inner - 6,
                            .from = middle - half,
                            .to = middle + half,
                            .role = Role::survivor});
        }
        add_seat_numbers();
        const auto lines = scene_.ruler.wrap(survivor_words(), dots ? 1.6 * first_dot : 1.5 * inner, dots ? 8 : 10);
        scene_.add_lines(
            lines, Text{{0, 4 - 6.5 * (static_cast<double>(lines.size()) - 1)}, {}, dots ? 8.0 : 10.0, Anchor::middle});
    }

    void add_seat_numbers() {
        const double radius = outer + 18;
        const Axis axis{{}, 1, circle_.seats, 2 * std::numbers::pi * radius / count_};
        const std::int64_t step = tick_step(axis, 40);
        for (std::int64_t seat = 1; seat <= circle_.seats; seat = seat == 1 ? step : seat + step) {
            // The numbers before the top would run into seat 1.
            if (seat != 1 && static_cast<double>(std::min(seat - 1, circle_.seats - seat + 1)) * axis.unit < 24)
                continue;
            const double direction = angle(static_cast<double>(seat));
            scene_.add(Stroke{{at(direction, outer + 1), at(direction, outer + 6)}});
            const Dot label = at(direction, radius);
            const Anchor anchor = label.x > 8 ? Anchor::start : label.x < -8 ? Anchor::end : Anchor::middle;
            const double nudge = anchor == Anchor::start ? -8 : anchor == Anchor::end ? 8 : 0;
            scene_.add(Text{{label.x + nudge, label.y + 0.37 * tick_size}, fmt::to_string(seat), tick_size, anchor});
        }
    }

    Scene& scene_;
    const Circle& circle_;
    std::vector<std::int64_t> ranks_;
    std::vector<std::int64_t> survivors_;
    std::vector<std::int64_t> removed_;
    double count_;
    Scale scale_;
};

}  // namespace

Scene arrange_circle(const Circle& circle) {
    Scene scene;
    CirclePainter(scene, circle).add_all();
    scene.finish(circle.paper);
    return scene;
}

}  // namespace bouton::draw
