#include "base/text.hpp"

#include "base/utf8.hpp"

#include <cctype>
#include <cstdint>

namespace bouton {

std::string slug(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)))
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!result.empty() && result.back() != '-')
            result += '-';
    }
    while (!result.empty() && result.back() == '-') result.pop_back();
    return result;
}

namespace {

constexpr std::string_view kUnknown = "\xef\xbf\xbd";  // U+FFFD

std::uint32_t code_of(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character[0]);
    std::uint32_t code = character.size() == 1 ? lead : lead & (0xFFU >> (character.size() + 1));
    for (const char next : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(next) & 0x3FU);
    return code;
}

/// Control characters of both kinds, the marks of Unicode's bidirectional algorithm, and its line and paragraph separators.
bool steers(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/// `file`: the text of a file, where a byte that is no UTF-8 is Latin-1, and control characters are the grammar's business.
std::string without_steering(std::string_view text, bool file) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const auto byte = static_cast<unsigned char>(text[0]);
        const std::uint32_t code = length > 0 ? code_of(text.substr(0, length)) : 0;
        const bool allowed = file ? code < 0xA0 : byte == '\n' || byte == '\t';
        if (length == 0 && file && byte >= 0xA0) {
            result += static_cast<char>(0xC0 | byte >> 6);
            result += static_cast<char>(0x80 | (byte & 0x3F));
        } else if (length > 0 && (allowed || !steers(code))) {
            result += text.substr(0, length);
        } else {
            result += kUnknown;
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

}  // namespace

std::string printable(std::string_view text) { return without_steering(text, false); }

std::string readable(std::string_view text) { return without_steering(text, true); }

std::string quoted_for_shell(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=,./:@%^") == std::string::npos;
    if (plain) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

}  // namespace bouton
