#include "render/html.hpp"

#include "base/utf8.hpp"

#include <fmt/format.h>

namespace bouton::render {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// U+0080 to U+009F: controls too, and not allowed in HTML. U+202A to U+202E, U+2066 to U+2069: change the direction of all that follows.
bool misleads(std::string_view character) {
    return (character >= "\xC2\x80" && character <= "\xC2\x9F") ||
           (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
           (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9");
}

std::string markup(char c) {
    switch (c) {
        case '&': return "&amp;";
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '"': return "&quot;";
        case '\'': return "&#39;";
        default: return std::string(1, c);
    }
}

bool is_control(char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }

/// Character by character: `ascii` says what becomes of one byte, `wide` of several.
template <typename Ascii, typename Wide> std::string rewrite(std::string_view text, Ascii ascii, Wide wide) {
    std::string result;
    for (std::size_t length = 0; !text.empty(); text.remove_prefix(length == 0 ? 1 : length)) {
        length = utf8_length(text);
        const std::string_view character = text.substr(0, length);
        if (length == 1)
            result += ascii(character[0]);
        else
            result += length == 0 || misleads(character) ? kReplacement : wide(character);
    }
    return result;
}

}  // namespace

std::string html(std::string_view text) {
    return rewrite(
        text, [](char c) { return is_control(c) && c != '\n' && c != '\t' ? " " : markup(c); },
        [](std::string_view character) { return character; });
}

std::string plain(std::string_view text) {
    return rewrite(
        text, [](char c) { return is_control(c) ? ' ' : c; },
        [](std::string_view character) { return character == "\u202F" ? std::string_view(" ") : character; });
}

std::string relative_link(std::string_view path) {
    std::string result = "./";
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-._~/").find(c) != std::string_view::npos;
        if (plain)
            result += c;
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

}  // namespace bouton::render
