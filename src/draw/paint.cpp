// Scenes onto Cairo's surfaces.
#include "base/error.hpp"
#include "draw/cairo.hpp"
#include "draw/files.hpp"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace bouton::draw {
namespace {

constexpr int largest_png = 20000;  // pixels a side; Cairo's own limit is 32767

void set_colour(cairo_t* cairo, Colour colour) {
    cairo_set_source_rgb(cairo, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

void fill_and_line(cairo_t* cairo, std::optional<Colour> fill, std::optional<Colour> line, double width) {
    if (fill) {
        set_colour(cairo, *fill);
        cairo_fill_preserve(cairo);
    }
    if (line) {
        set_colour(cairo, *line);
        cairo_set_line_width(cairo, width);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

void trace(cairo_t* cairo, const std::vector<Dot>& points) {
    for (const Dot& point : points) cairo_line_to(cairo, point.x, point.y);
}

void put(cairo_t* cairo, const Rect& rect) {
    // Without smoothing no seam shows between cells that touch.
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    set_colour(cairo, rect.fill);
    cairo_rectangle(cairo, rect.box.x, rect.box.y, rect.box.width, rect.box.height);
    cairo_fill(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
}

void put(cairo_t* cairo, const Stroke& stroke) {
    const double dash[] = {2, 2};
    cairo_set_dash(cairo, dash, stroke.dashed ? 2 : 0, 0);
    trace(cairo, stroke.points);
    fill_and_line(cairo, std::nullopt, stroke.colour, stroke.width);
    cairo_set_dash(cairo, dash, 0, 0);
}

void put(cairo_t* cairo, const Polygon& polygon) {
    trace(cairo, polygon.points);
    cairo_close_path(cairo);
    fill_and_line(cairo, polygon.fill, polygon.line, polygon.width);
}

void put(cairo_t* cairo, const Disc& disc) {
    const auto [x, y] = disc.centre;
    const double from = disc.from - std::numbers::pi / 2;
    const double to = disc.to - std::numbers::pi / 2;
    cairo_arc(cairo, x, y, disc.radius, from, to);
    if (disc.inner > 0) cairo_arc_negative(cairo, x, y, disc.inner, to, from);
    cairo_close_path(cairo);
    fill_and_line(cairo, disc.fill, disc.line, disc.width);
}

void put(cairo_t* cairo, const Text& text) {
    set_font(cairo, text.size, text.face);
    set_colour(cairo, text.colour);
    if (text.upright) {
        cairo_save(cairo);
        cairo_move_to(cairo, text.at.x, text.box.bottom());
        cairo_rotate(cairo, -std::numbers::pi / 2);
        cairo_show_text(cairo, text.content.c_str());
        cairo_restore(cairo);
    } else {
        cairo_move_to(cairo, text.box.x, text.at.y);
        cairo_show_text(cairo, text.content.c_str());
    }
    cairo_new_path(cairo);
}

/// Each cell is several pixels wide where there are few cells, since some viewers smooth enlarged images, whatever they are told.
int pixels_of_cell(const Image& image) { return std::max(1, 1500 / std::max(image.columns, image.rows)); }

SurfacePtr image_surface(const Image& image) {
    const int zoom = pixels_of_cell(image);
    SurfacePtr surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, zoom * image.columns, zoom * image.rows));
    require_success(cairo_surface_status(surface.get()));
    cairo_surface_flush(surface.get());
    unsigned char* const data = cairo_image_surface_get_data(surface.get());
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    const auto columns = static_cast<std::size_t>(image.columns);
    for (std::size_t y = 0; y < static_cast<std::size_t>(zoom * image.rows); ++y) {
        for (std::size_t x = 0; x < static_cast<std::size_t>(zoom) * columns; ++x) {
            const auto size = static_cast<std::size_t>(zoom);
            const Colour colour = image.pixels[y / size * columns + x / size];
            const std::uint32_t pixel =
                0xFF000000U | std::uint32_t{colour.red} << 16 | std::uint32_t{colour.green} << 8 | colour.blue;
            std::memcpy(data + y * stride + x * 4, &pixel, 4);
        }
    }
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

void put(cairo_t* cairo, const Image& image) {
    const SurfacePtr surface = image_surface(image);
    cairo_save(cairo);
    cairo_translate(cairo, image.box.x, image.box.y);
    const int zoom = pixels_of_cell(image);
    cairo_scale(cairo, image.box.width / image.columns / zoom, image.box.height / image.rows / zoom);
    cairo_set_source_surface(cairo, surface.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

void put(cairo_t*, const Place&) {}

/// Cairo writes letters into SVG as outlines, which nobody can search, copy or hear: there they are left to svg_file.cpp.
enum class Letters { drawn, left_out };

void put_all(cairo_t* cairo, const Scene& scene, Letters letters = Letters::drawn) {
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (const Item& item : scene.items)
        if (letters == Letters::drawn || !std::holds_alternative<Text>(item))
            std::visit([&](const auto& thing) { put(cairo, thing); }, item);
    cairo_show_page(cairo);
    require_success(cairo_status(cairo));
}

/// Where Cairo's bytes go. Exceptions must not pass through C.
cairo_status_t append(void* out, const unsigned char* bytes, unsigned length) {
    try {
        static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(bytes), length);
        return CAIRO_STATUS_SUCCESS;
    } catch (const std::bad_alloc&) {
        return CAIRO_STATUS_NO_MEMORY;
    }
}

std::string finished(const SurfacePtr& surface, std::string& bytes) {
    cairo_surface_finish(surface.get());
    require_success(cairo_surface_status(surface.get()));
    return std::move(bytes);
}

std::string svg_bytes(const Scene& scene) {
    std::string bytes;
    const SurfacePtr surface(cairo_svg_surface_create_for_stream(append, &bytes, scene.width, scene.height));
    cairo_svg_surface_restrict_to_version(surface.get(), CAIRO_SVG_VERSION_1_1);
    const CairoPtr cairo = context_on(surface.get());
    set_colour(cairo.get(), white);  // black lines must not end up on a dark page
    cairo_paint(cairo.get());
    put_all(cairo.get(), scene, Letters::left_out);
    return finished(surface, bytes);
}

std::string pdf_bytes(const Scene& scene, const Paper& paper) {
    std::string bytes;
    const SurfacePtr surface(cairo_pdf_surface_create_for_stream(append, &bytes, scene.width, scene.height));
    const auto set = [&](cairo_pdf_metadata_t what, const std::string& text) {
        if (!text.empty()) cairo_pdf_surface_set_metadata(surface.get(), what, readable(text).c_str());
    };
    set(CAIRO_PDF_METADATA_TITLE, paper.title);
    set(CAIRO_PDF_METADATA_SUBJECT, paper.command);
    set(CAIRO_PDF_METADATA_KEYWORDS, paper.warrant);
    set(CAIRO_PDF_METADATA_CREATOR, "Bouton");
    // A date would make two files of the same picture differ.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
    put_all(context_on(surface.get()).get(), scene);
    return finished(surface, bytes);
}

std::string png_bytes_of(const Scene& scene, const Paper& paper) {
    if (paper.scale < 1 || paper.scale > 16) throw bad_input("the scale of a PNG picture is a number from 1 to 16");
    const double width = scene.width * paper.scale;
    const double height = scene.height * paper.scale;
    if (width > largest_png || height > largest_png)
        throw bad_input("the PNG picture would be larger than 20000 pixels; use a smaller scale, or .svg or .pdf");
    const SurfacePtr surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)));
    require_success(cairo_surface_status(surface.get()));
    const CairoPtr cairo = context_on(surface.get());
    set_colour(cairo.get(), white);
    cairo_paint(cairo.get());
    cairo_scale(cairo.get(), paper.scale, paper.scale);
    put_all(cairo.get(), scene);
    cairo_surface_flush(surface.get());
    const Raster raster{cairo_image_surface_get_data(surface.get()), cairo_image_surface_get_width(surface.get()),
                        cairo_image_surface_get_height(surface.get()), cairo_image_surface_get_stride(surface.get())};
    return png_bytes(raster, paper);
}

}  // namespace

std::string paint(const Picture& picture, Format format) {
    const Scene scene = arrange(picture);
    const Paper& paper = paper_of(picture);
    switch (format) {
        case Format::svg: return with_texts(described_svg(svg_bytes(scene), paper), scene);
        case Format::pdf: return pdf_bytes(scene, paper);
        case Format::png: return png_bytes_of(scene, paper);
    }
    throw bad_input("unknown picture format");
}

std::string inline_svg(const Picture& picture, std::string_view prefix) {
    const Scene scene = arrange(picture);
    return with_texts(inlined_svg(svg_bytes(scene), paper_of(picture), prefix, scene.width, scene.height), scene);
}

}  // namespace bouton::draw
