// PNG by libpng, since Cairo's own writer cannot store text beside the pixels.
#include "base/error.hpp"
#include "draw/files.hpp"

#include <fmt/format.h>
#include <png.h>
#include <algorithm>
#include <array>
#include <csetjmp>

namespace bouton::draw {
namespace {

struct Writer {
    png_structp png = nullptr;
    png_infop info = nullptr;
    Writer()
        : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, [](png_structp, png_const_charp) {})) {
        if (png) info = png_create_info_struct(png);
    }
    ~Writer() { png_destroy_write_struct(&png, &info); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
};

void append(png_structp png, png_bytep bytes, std::size_t length) {
    bool full = false;
    try {
        static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), length);
    } catch (const std::bad_alloc&) {
        full = true;
    }
    if (full) png_error(png, "no memory");
}

void no_flush(png_structp) {}

/// Rows of red, green and blue bytes.
std::vector<unsigned char> pixels_of(const Raster& raster) {
    std::vector<unsigned char> result;
    result.reserve(static_cast<std::size_t>(raster.width) * static_cast<std::size_t>(raster.height) * 3);
    for (int y = 0; y < raster.height; ++y) {
        const auto* row =
            reinterpret_cast<const std::uint32_t*>(raster.data + static_cast<std::ptrdiff_t>(y) * raster.stride);
        for (int x = 0; x < raster.width; ++x) {
            result.push_back(static_cast<unsigned char>(row[x] >> 16));
            result.push_back(static_cast<unsigned char>(row[x] >> 8));
            result.push_back(static_cast<unsigned char>(row[x]));
        }
    }
    return result;
}

png_text text_of(const char* key, std::string& content) {
    png_text text = {};
    const bool ascii =
        std::all_of(content.begin(), content.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    text.compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;  // tEXt is Latin-1, iTXt is UTF-8
    text.key = const_cast<char*>(key);
    text.text = content.data();
    text.text_length = content.size();
    return text;
}

/// libpng jumps back here when it fails; there is nothing in this function that would have to be destroyed.
bool write(const Writer& writer, const Raster& raster, unsigned char* pixels, png_text* texts, int count, int scale) {
    if (setjmp(png_jmpbuf(writer.png))) return false;
    const auto width = static_cast<png_uint_32>(raster.width);
    png_set_IHDR(writer.png, writer.info, width, static_cast<png_uint_32>(raster.height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    const auto per_metre = static_cast<png_uint_32>(scale * 72 / 0.0254 + 0.5);
    png_set_pHYs(writer.png, writer.info, per_metre, per_metre, PNG_RESOLUTION_METER);
    png_set_text(writer.png, writer.info, texts, count);
    png_write_info(writer.png, writer.info);
    for (int y = 0; y < raster.height; ++y)
        png_write_row(writer.png, pixels + std::size_t{3} * width * static_cast<std::size_t>(y));
    png_write_end(writer.png, nullptr);
    return true;
}

}  // namespace

std::string png_bytes(const Raster& raster, const Paper& paper) {
    std::string bytes;
    std::array<std::string, 4> contents = {readable(paper.title), readable(paper.command), readable(paper.warrant),
                                           "Bouton"};
    std::vector<png_text> texts;
    if (!contents[0].empty()) texts.push_back(text_of("Title", contents[0]));
    if (!contents[1].empty()) texts.push_back(text_of("Description", contents[1]));
    if (!contents[2].empty()) texts.push_back(text_of("Comment", contents[2]));
    texts.push_back(text_of("Software", contents[3]));
    std::vector<unsigned char> pixels = pixels_of(raster);
    const Writer writer;
    if (!writer.info) throw over_limit("no memory for the PNG picture");
    png_set_write_fn(writer.png, &bytes, append, no_flush);
    if (!write(writer, raster, pixels.data(), texts.data(), static_cast<int>(texts.size()), paper.scale))
        throw over_limit("the PNG picture cannot be written: libpng gave up");
    return bytes;
}

}  // namespace bouton::draw
