// The values of one heap as bars, row after row as in a score. A zero has no height: it is a black square under its place instead. Where
// there are more heaps than can be seen and no period tells the rest, each is a point; beyond 100 000 of them a bar stands for several and
// shows P if one of them is a P-position, and their largest value.
#include "draw/axes.hpp"
#include "draw/kinds.hpp"
#include "draw/legend.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace bouton::draw {
namespace {

constexpr double row_width = 500;
constexpr std::int64_t most_bars = 6000;
constexpr std::int64_t largest_number = std::int64_t{1} << 60;  // sums of a few must not overflow
constexpr double zero_height = 4;
constexpr double smallest_digits = 5.5;
constexpr Colour preperiod_band{238, 238, 238};
constexpr Colour period_band{228, 240, 250};

struct Bars {
    std::int64_t group = 1;  // heaps for a bar
    std::vector<std::int64_t> highest;
    std::vector<bool> zero;
    std::int64_t top = 1;
    std::int64_t low = 1;
};

Bars bars_of(const Strip& strip) {
    Bars bars;
    const auto count = static_cast<std::int64_t>(strip.values.size());
    bars.group = (count + most_bars - 1) / most_bars;
    bool any = false;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t value = strip.values[static_cast<std::size_t>(i)];
        if (value < 0 && value != absent)
            throw bad_input(fmt::format("a bar cannot show the negative value {}", value));
        if (i % bars.group == 0) {
            bars.highest.push_back(absent);
            bars.zero.push_back(false);
        }
        bars.highest.back() = std::max(bars.highest.back(), value);
        if (value == 0) bars.zero.back() = true;
        if (value <= 0) continue;
        bars.top = std::max(bars.top, value);
        bars.low = any ? std::min(bars.low, value) : value;
        any = true;
    }
    return bars;
}

struct Layout {
    double pitch = 1;
    std::int64_t in_row = 1;
    std::int64_t rows = 1;
    double height = 90;  // of the highest bar
    double digits = 0;   // their size; 0: none
};

std::int64_t bars_in_row(const Strip& strip, const Bars& bars, double pitch) {
    const auto room = static_cast<std::int64_t>(row_width / pitch);
    const auto count = static_cast<std::int64_t>(bars.highest.size());
    if (count <= room) return count;
    if (!strip.period || bars.group > 1 || strip.period->length > room) return room;
    return room / strip.period->length * strip.period->length;
}

Layout layout_of(const Scene& scene, const Strip& strip, const Bars& bars) {
    Layout layout;
    const auto count = static_cast<std::int64_t>(bars.highest.size());
    for (const double pitch : {20.0, 16.0, 14.0, 12.0, 10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.5, 1.0}) {
        layout.pitch = pitch;
        layout.in_row = bars_in_row(strip, bars, pitch);
        layout.rows = (count + layout.in_row - 1) / layout.in_row;
        if (layout.rows <= (pitch > 12 ? 3 : pitch > 4 ? 6 : 12)) break;
    }
    layout.height = layout.rows == 1 ? 90 : layout.rows == 2 ? 70 : layout.rows <= 4 ? 50 : 36;
    const double size = std::min(7.5, (layout.pitch - 2) / scene.ruler.width(fmt::to_string(bars.top), 1));
    if (bars.group == 1 && size >= smallest_digits) layout.digits = size;
    return layout;
}

/// A stretch of heaps with a name, counted from the first one shown.
struct Stretch {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::string caption;
};

std::vector<Stretch> stretches_of(const Strip& strip) {
    if (!strip.period) return {};
    const auto& [preperiod, length, saltus] = *strip.period;
    const std::int64_t start = preperiod - strip.first;
    std::vector<Stretch> result;
    if (start > 0) result.push_back({0, start, fmt::format("preperiod {}", preperiod)});
    // If the beginning is not shown, the first whole period is marked.
    const std::int64_t from = start >= 0 ? start : (start % length + length) % length;
    result.push_back(
        {from, from + length, fmt::format("period {}", length) + (saltus ? fmt::format(", saltus {}", saltus) : "")});
    return result;
}

/// One row of the score; y runs down from its baseline.
struct Row {
    std::int64_t first;  // bar
    std::int64_t count;
    double baseline;
};

class StripPainter {
  public:
    StripPainter(Scene& scene, const Strip& strip, const Bars& bars)
        : scene_(scene),
          strip_(strip),
          bars_(bars),
          layout_(layout_of(scene, strip, bars)),
          stretches_(stretches_of(strip)),
          row_top_(-layout_.height) {}

    void add_all() {
        double free_from = 0;  // below the rows before
        for (std::int64_t r = 0; r < layout_.rows; ++r) {
            Row row{r * layout_.in_row, layout_.in_row, 0};
            row.count = std::min(row.count, static_cast<std::int64_t>(bars_.highest.size()) - row.first);
            const bool brackets = std::any_of(stretches_.begin(), stretches_.end(),
                                              [&](const Stretch& stretch) { return heaps_in(row, stretch) > 0; });
            row.baseline = r == 0 ? 0 : std::ceil(free_from + above() + (brackets ? 18 : 0));
            row_bottom_ = row.baseline;
            add_bands(row);
            add_bars(row);
            add_axes(row, r + 1 == layout_.rows);
            add_brackets(row);
            free_from = scene_.bounds().bottom() + 11;
        }
        add_name_up(scene_, strip_.up, {scene_.bounds().x - 5, row_bottom_}, row_bottom_ - row_top_);
    }

  private:
    double above() const { return layout_.height + (layout_.digits > 0 ? layout_.digits + 2 : 2); }
    std::int64_t heaps_in(const Row& row, const Stretch& stretch) const {
        return std::min(stretch.to, heaps_until(row)) - std::max(stretch.from, heaps_before(row));
    }
    /// A caption stands where most of its stretch is.
    bool carries_caption(const Row& row, const Stretch& stretch) const {
        for (std::int64_t r = 0; r < layout_.rows; ++r) {
            const Row other{
                r * layout_.in_row,
                std::min(layout_.in_row, static_cast<std::int64_t>(bars_.highest.size()) - r * layout_.in_row), 0};
            const std::int64_t mine = heaps_in(row, stretch);
            const std::int64_t theirs = heaps_in(other, stretch);
            if (theirs > mine || (theirs == mine && other.first < row.first)) return false;
        }
        return true;
    }
    /// Where a heap's place begins, in this row or clipped to its ends.
    double x_of(const Row& row, std::int64_t heap) const {
        const double bar =
            static_cast<double>(heap) / static_cast<double>(bars_.group) - static_cast<double>(row.first);
        return std::clamp(bar, 0.0, static_cast<double>(row.count)) * layout_.pitch;
    }
    std::int64_t heaps_before(const Row& row) const { return row.first * bars_.group; }
    std::int64_t heaps_until(const Row& row) const {
        return std::min((row.first + row.count) * bars_.group, static_cast<std::int64_t>(strip_.values.size()));
    }

    void add_band(const Row& row, std::int64_t from, std::int64_t to, Colour colour) {
        const double left = x_of(row, from);
        const double right = x_of(row, to);
        if (right > left) scene_.add(Rect{{left, row.baseline - above(), right - left, above()}, colour});
    }

    void add_bands(const Row& row) {
        if (stretches_.empty()) return;
        if (stretches_.size() == 2) add_band(row, stretches_[0].from, stretches_[0].to, preperiod_band);
        const std::int64_t length = strip_.period->length;
        const std::int64_t start = stretches_.back().from;
        // Every other period is shaded, as long as the eye can follow.
        const bool fine = static_cast<double>(length) * layout_.pitch / static_cast<double>(bars_.group) < 6;
        if (fine) return add_band(row, start, start + length, period_band);
        const std::int64_t skipped = std::max<std::int64_t>(0, (heaps_before(row) - start) / (2 * length));
        for (std::int64_t from = start + 2 * length * skipped; from < heaps_until(row); from += 2 * length)
            add_band(row, from, from + length, period_band);
    }

    void add_bars(const Row& row) {
        const Scale scale{bars_.low, bars_.top};
        const double unit = layout_.height / static_cast<double>(bars_.top);
        const double gap = layout_.pitch >= 6 ? 1 : layout_.pitch >= 3 ? 0.5 : 0;
        for (std::int64_t i = 0; i < row.count; ++i) {
            const auto bar = static_cast<std::size_t>(row.first + i);
            const double x = static_cast<double>(i) * layout_.pitch + gap / 2;
            const double width = layout_.pitch - gap;
            const std::int64_t value = bars_.highest[bar];
            const double height = std::max(0.0, static_cast<double>(value) * unit);
            if (value > 0)
                scene_.add(Rect{{x, row.baseline - height, width, height}, colour_of(scale, value), Role::cell});
            if (bars_.zero[bar]) scene_.add(Rect{{x, row.baseline + 1, width, zero_height}, p_colour, Role::marker});
            if (value == absent) scene_.add(Rect{{x, row.baseline + 1, width, zero_height}, hatch_colour, Role::hole});
            if (layout_.digits > 0 && value != absent)
                scene_.add(Text{
                    {x + width / 2, row.baseline - height - 2}, fmt::to_string(value), layout_.digits, Anchor::middle});
        }
    }

    void add_axes(const Row& row, bool last) {
        const double width = static_cast<double>(row.count) * layout_.pitch;
        const double unit = layout_.pitch / static_cast<double>(bars_.group);
        scene_.add(Stroke{{{0, row.baseline}, {width, row.baseline}}});
        const Axis whole{{}, strip_.first, static_cast<std::int64_t>(strip_.values.size()), unit};
        Axis axis{{}, strip_.first, std::max<std::int64_t>(layout_.in_row * bars_.group, 1), unit};
        const double label = scene_.ruler.width(fmt::to_string(whole.first + whole.count), tick_size) + 7;
        const std::int64_t step = tick_step(axis, label);
        axis.first += heaps_before(row);
        axis.count = heaps_until(row) - heaps_before(row);
        const double below = row.baseline + 1 + zero_height;
        for (const std::int64_t n : ticks(axis, step)) {
            const double x = (static_cast<double>(n - axis.first) + 0.5) * unit;
            scene_.add(Stroke{{{x, below}, {x, below + 2.5}}});
            scene_.add(
                Text{{x, below + 4 + scene_.ruler.ascent(tick_size)}, fmt::to_string(n), tick_size, Anchor::middle});
        }
        add_heights(row);
        if (last) add_name_across(scene_, strip_.across, {0, below + 4 + line_height * tick_size + 4}, width);
    }

    void add_heights(const Row& row) {
        const double unit = layout_.height / static_cast<double>(bars_.top);
        const Axis axis{{}, 0, bars_.top + 1, unit};
        scene_.add(Stroke{{{0, row.baseline}, {0, row.baseline - layout_.height}}});
        for (const std::int64_t value : ticks(axis, tick_step(axis, layout_.height > 60 ? 16 : 12))) {
            const double y = row.baseline - static_cast<double>(value) * unit;
            scene_.add(Stroke{{{-3, y}, {0, y}}});
            scene_.add(Text{{-5.5, y + 0.37 * tick_size}, fmt::to_string(value), tick_size, Anchor::end});
        }
    }

    /// The bracket over a stretch as far as it lies in this row; its caption once.
    void add_brackets(const Row& row) {
        double free_from = -1e9;  // captions stand side by side
        const double y = row.baseline - above() - 3;
        for (const Stretch& stretch : stretches_) {
            const std::int64_t from = std::max(stretch.from, heaps_before(row));
            const std::int64_t to = std::min(stretch.to, heaps_until(row));
            if (from >= to) continue;
            const double left = x_of(row, from) + 0.5;
            const double right = std::max(left, x_of(row, to) - 0.5);
            std::vector<Dot> line = {{left, y}, {right, y}};
            if (from == stretch.from) line.insert(line.begin(), {left, y + 3});
            if (to == stretch.to) line.push_back({right, y + 3});
            scene_.add(Stroke{line, ink, 0.8});
            if (!carries_caption(row, stretch)) continue;
            const double width = scene_.ruler.width(stretch.caption, 8);
            const double end = std::max(static_cast<double>(row.count) * layout_.pitch, width);
            const double x = std::max(free_from, std::clamp((left + right - width) / 2, 0.0, end - width));
            scene_.add(Text{{x, y - 3.5}, stretch.caption, 8});
            free_from = x + width + 10;
        }
    }

    Scene& scene_;
    const Strip& strip_;
    const Bars& bars_;
    Layout layout_;
    std::vector<Stretch> stretches_;
    double row_top_;
    double row_bottom_ = 0;
};

constexpr std::int64_t most_points = 100000;

/// A long sequence as points: every heap is there, and lines and bands show that no bar for several heaps can show.
Scatter points_of(const Strip& strip) {
    Scatter scatter;
    scatter.paper = strip.paper;
    scatter.across = strip.across;
    scatter.up = strip.up;
    scatter.left = strip.first;
    scatter.columns = static_cast<std::int64_t>(strip.values.size());
    scatter.plain = "value of a heap";
    for (std::size_t i = 0; i < strip.values.size(); ++i)
        if (strip.values[i] != absent)
            scatter.positions.push_back({strip.first + static_cast<std::int64_t>(i), strip.values[i]});
    return scatter;
}

}  // namespace

Scene arrange_strip(const Strip& strip) {
    if (strip.values.empty()) throw bad_input("there is nothing to draw: the sequence has no values");
    if (strip.period && (strip.period->length < 1 || strip.period->preperiod < 0))
        throw bad_input("a period is at least 1, and a preperiod at least 0");
    const std::int64_t largest = *std::max_element(strip.values.begin(), strip.values.end());
    const Period period = strip.period.value_or(Period{});
    if (std::max({largest, period.length, period.preperiod, strip.first, -std::max(strip.first, -largest_number)}) >=
        largest_number)
        throw bad_input("a number is too large to be drawn");
    const Bars bars = bars_of(strip);
    if (bars.group > 1 && !strip.period && static_cast<std::int64_t>(strip.values.size()) <= most_points)
        return arrange_scatter(points_of(strip));
    Scene scene;
    StripPainter(scene, strip, bars).add_all();
    Legend legend;
    if (std::find(bars.zero.begin(), bars.zero.end(), true) != bars.zero.end())
        legend.entries.push_back(colour_entry(p_colour, strip.zero));
    if (std::find(bars.highest.begin(), bars.highest.end(), absent) != bars.highest.end())
        legend.entries.push_back(colour_entry(hatch_colour, "no value"));
    const Box all = scene.bounds();
    add_legend(scene, legend, {0, all.y, std::max(all.right(), 100.0), 0});
    std::vector<std::string> notes;
    if (bars.group > 1)
        notes.push_back(fmt::format(
            "Each bar stands for {} heaps and shows their largest value, and P if one of them is a P-position.",
            bars.group));
    scene.finish(strip.paper, notes);
    return scene;
}

}  // namespace bouton::draw
