// What Cairo leaves to us in the files: descriptions, ids, PNG with text.
#pragma once

#include "draw/scene.hpp"

namespace bouton::draw {

/// Text without control characters and without bytes that are no UTF-8: what every file format takes.
std::string readable(std::string_view text);

/// Cairo's SVG file with a title and the command.
std::string described_svg(const std::string& svg, const Paper& paper);

/// The <svg> element alone, for an HTML page.
std::string inlined_svg(const std::string& svg, const Paper& paper, std::string_view prefix, double width,
                        double height);

/// The letters of a scene as text, over everything else; as wide as measured, whatever font the reader has.
std::string with_texts(const std::string& svg, const Scene& scene);

/// Pixels of four bytes, as Cairo's RGB24 has them.
struct Raster {
    const unsigned char* data;
    int width;
    int height;
    int stride;
};
std::string png_bytes(const Raster& raster, const Paper& paper);

}  // namespace bouton::draw
