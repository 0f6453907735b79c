// The few lines that every use of Cairo here needs.
#pragma once

#include "draw/scene.hpp"

#include <cairo/cairo.h>

namespace bouton::draw {

struct Free {
    void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
using CairoPtr = std::unique_ptr<cairo_t, Free>;
using SurfacePtr = std::unique_ptr<cairo_surface_t, Free>;

/// A context on a surface, with text set to be the same in all formats.
CairoPtr context_on(cairo_surface_t* surface);
void set_font(cairo_t* cairo, double size, Face face);
void require_success(cairo_status_t status);

}  // namespace bouton::draw
