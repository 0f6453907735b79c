#include "draw/scene.hpp"

#include "base/error.hpp"
#include "draw/cairo.hpp"
#include "draw/files.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bouton::draw {
namespace {

constexpr double margin = 14;
constexpr double narrowest_title = 300;  // a title is not squeezed over a narrow picture

Box around(const std::vector<Dot>& points, double width) {
    Box box{points.front().x, points.front().y, 0, 0};
    for (const Dot& point : points) box = united(box, {point.x, point.y, 0, 0});
    return {box.x - width / 2, box.y - width / 2, box.width + width, box.height + width};
}

Box box_of(const Rect& rect) { return rect.box; }
Box box_of(const Stroke& stroke) { return around(stroke.points, stroke.width); }
Box box_of(const Polygon& polygon) { return around(polygon.points, polygon.line ? polygon.width : 0); }
Box box_of(const Text& text) { return text.box; }
Box box_of(const Image& image) { return image.box; }
Box box_of(const Place& place) { return place.box; }
Box box_of(const Disc& disc) {
    const double r = disc.radius + (disc.line ? disc.width / 2 : 0);
    return {disc.centre.x - r, disc.centre.y - r, 2 * r, 2 * r};
}

void shift(Dot& dot, double dx, double dy) {
    dot.x += dx;
    dot.y += dy;
}
void shift(Box& box, double dx, double dy) {
    box.x += dx;
    box.y += dy;
}
void shift(Rect& rect, double dx, double dy) { shift(rect.box, dx, dy); }
void shift(Image& image, double dx, double dy) { shift(image.box, dx, dy); }
void shift(Place& place, double dx, double dy) { shift(place.box, dx, dy); }
void shift(Disc& disc, double dx, double dy) { shift(disc.centre, dx, dy); }
void shift(Stroke& stroke, double dx, double dy) {
    for (Dot& point : stroke.points) shift(point, dx, dy);
}
void shift(Polygon& polygon, double dx, double dy) {
    for (Dot& point : polygon.points) shift(point, dx, dy);
}
void shift(Text& text, double dx, double dy) {
    shift(text.at, dx, dy);
    shift(text.box, dx, dy);
}

Box text_box(const Ruler& ruler, const Text& text) {
    const double width = ruler.width(text.content, text.size, text.face);
    const double before = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? width / 2 : width;
    const double up = ruler.ascent(text.size);
    const double height = up + ruler.descent(text.size);
    if (text.upright) return {text.at.x - up, text.at.y + before - width, height, width};
    return {text.at.x - before, text.at.y - up, width, height};
}

/// The bytes of the first character of UTF-8 text.
std::size_t first_character(std::string_view text) {
    std::size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
    return length;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c != ' ' && c != '\n' && c != '\t') {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

}  // namespace

Box united(const Box& a, const Box& b) {
    const double x = std::min(a.x, b.x);
    const double y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

bool overlap(const Box& a, const Box& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void require_success(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw over_limit(fmt::format("the picture cannot be drawn: {}", cairo_status_to_string(status)));
}

CairoPtr context_on(cairo_surface_t* surface) {
    CairoPtr cairo(cairo_create(surface));
    require_success(cairo_status(cairo.get()));
    const std::unique_ptr<cairo_font_options_t, Free> options(cairo_font_options_create());
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo.get(), options.get());
    return cairo;
}

void set_font(cairo_t* cairo, double size, Face face) {
    cairo_select_font_face(cairo, "DejaVu Sans",
                           face == Face::slanted ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                           face == Face::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

Ruler::Ruler() {
    const SurfacePtr surface(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
    cairo_ = std::shared_ptr<_cairo>(context_on(surface.get()).release(), cairo_destroy);
}

double Ruler::width(const std::string& text, double size, Face face) const {
    set_font(cairo_.get(), size, face);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_.get(), readable(text).c_str(), &extents);
    require_success(cairo_status(cairo_.get()));
    return extents.x_advance;
}

std::vector<std::string> Ruler::wrap(const std::string& text, double limit, double size, Face face) const {
    std::vector<std::string> lines;
    std::string line;
    for (std::string word : words_of(readable(text))) {
        const std::string longer = line.empty() ? word : line + ' ' + word;
        if (width(longer, size, face) <= limit) {
            line = longer;
            continue;
        }
        if (!line.empty()) lines.push_back(std::exchange(line, {}));
        while (width(word, size, face) > limit) {
            std::string part = word.substr(0, first_character(word));
            while (part.size() < word.size()) {
                const std::size_t next = first_character(std::string_view(word).substr(part.size()));
                if (width(word.substr(0, part.size() + next), size, face) > limit) break;
                part = word.substr(0, part.size() + next);
            }
            if (part.size() == word.size()) break;
            lines.push_back(part);
            word.erase(0, part.size());
        }
        line = word;
    }
    if (!line.empty()) lines.push_back(line);
    return lines;
}

void Scene::add(Item item) {
    if (auto* text = std::get_if<Text>(&item)) {
        text->content = readable(text->content);
        text->box = text_box(ruler, *text);
    }
    items.push_back(std::move(item));
}

double Scene::add_lines(const std::vector<std::string>& lines, Text like) {
    double last = like.at.y;
    for (const std::string& line : lines) {
        like.content = line;
        last = like.at.y;
        add(like);
        like.at.y += line_height * like.size;
    }
    return last;
}

Box Scene::bounds(std::size_t from) const {
    if (from >= items.size()) return {};
    const auto box_at = [&](std::size_t i) {
        return std::visit([](const auto& item) { return box_of(item); }, items[i]);
    };
    Box box = box_at(from);
    for (std::size_t i = from + 1; i < items.size(); ++i) box = united(box, box_at(i));
    return box;
}

void Scene::move(std::size_t from, double dx, double dy, std::size_t end) {
    for (std::size_t i = from; i < std::min(end, items.size()); ++i)
        std::visit([&](auto& item) { shift(item, dx, dy); }, items[i]);
}

void Scene::finish(const Paper& paper, const std::vector<std::string>& notes) {
    const Box body = bounds();
    const double room = std::max(body.width, narrowest_title);
    const std::size_t head = items.size();
    double y = 0;
    const auto put = [&](const std::string& text, double size, Face face, Colour colour) {
        for (const std::string& line : ruler.wrap(text, room, size, face)) {
            y += line_height * size;
            add(Text{{body.x, y}, line, size, Anchor::start, colour, face});
        }
    };
    put(paper.title, 12, Face::bold, ink);
    if (!paper.subtitle.empty() || !notes.empty()) y += 2;
    put(paper.subtitle, 9, Face::plain, faint_ink);
    for (const std::string& note : notes) put(note, 9, Face::plain, faint_ink);
    if (items.size() > head) {
        const Box title = bounds(head);
        move(head, 0, body.y - 12 - title.bottom());
    }
    // Whole numbers, so that cells fall on pixels.
    const Box page = bounds();
    move(0, std::ceil(margin - page.x), std::ceil(margin - page.y));
    const Box moved = bounds();
    width = std::ceil(moved.right() + margin);
    height = std::ceil(moved.bottom() + margin);
}

}  // namespace bouton::draw
