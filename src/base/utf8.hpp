// Which bytes are a character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bouton {

/// How many bytes the first character has; 0 if the text does not begin with one. Strict: no surrogates, nothing in more bytes than needed,
/// as browsers and JSON readers see it.
constexpr std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || text.size() < length) return 0;
    std::uint32_t code = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) return 0;
        code = code << 6 | (next & 0x3F);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return code >= least[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

}  // namespace bouton
