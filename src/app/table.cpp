#include "app/commands.hpp"
#include "render/render.hpp"
#include "store/file.hpp"
#include "store/output.hpp"

#include <iostream>

namespace bouton::app {

namespace {

std::int64_t parse_bound(const std::string& text, const std::string& option) {
    if (text.find_first_not_of(' ') == std::string::npos) throw bad_input(option + ": a number is missing");
    const Integer bound = parse_number(text, option);
    if (bound < 0) throw bad_input(option + ": a bound is negative; positions start at 0");
    if (!fits(bound)) throw over_limit(option + ": the bound " + to_text(bound) + " is too large for a table");
    return clamp(bound);
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0;;) {
        const auto comma = list.find(',', begin);
        parts.push_back(list.substr(begin, comma - begin));
        if (comma == std::string::npos) return parts;
        begin = comma + 1;
    }
}

/// 5,7 or (5,7).
Position parse_bounds(const std::string& list, const std::string& option) {
    if (list.starts_with("(") && list.ends_with(")")) return parse_bounds(list.substr(1, list.size() - 2), option);
    Position bounds;
    for (const std::string& bound : split(list)) bounds.push_back(parse_bound(bound, option));
    return bounds;
}

TableRequest parse_request(const TableWords& words) {
    TableRequest request{parse_bounds(words.to, "--to"), {}, {}};
    if (!words.from.empty()) request.from = parse_bounds(words.from, "--from");
    if (words.slice.empty()) return request;
    for (const std::string& part : split(words.slice)) {
        const auto equals = part.find('=');
        if (equals == std::string::npos || equals == 0)
            throw bad_input("--slice: " + part + " fixes no coordinate; write NAME=NUMBER, such as z=3 or a3=5");
        request.slice.emplace_back(part.substr(0, equals), parse_bound(part.substr(equals + 1), "--slice"));
    }
    return request;
}

/// A word as a shell takes it back.
std::string quoted(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=,./:@%^") == std::string::npos;
    if (plain) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string command_line(const GameWords& words, const TableWords& table) {
    std::string line = "bouton table " + quoted(words.game);
    const auto option = [&](const char* name, const std::string& text) {
        if (!text.empty()) line += std::string(" ") + name + " " + quoted(text);
    };
    for (const std::string& word : words.words) line += " " + quoted(word);
    if (words.quantity() == What::outcome) option("--what", words.what);
    option("--slice", table.slice);
    option("--from", table.from);
    option("--to", table.to);
    option("--out", table.out);
    return line;
}

}  // namespace

int table(const Settings& settings, const GameWords& words, const TableWords& table_words, const Watch& watch) {
    using render::Format;
    const std::string& out = table_words.out;
    const auto format = !out.empty() ? render::format_of(out) : settings.json ? Format::json : Format::text;
    Library library(settings.home);
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    if (!words.coordinates().empty())
        throw bad_input("a table takes no position: give its size with --to " + words.coordinates()[0]);
    const TableRequest request = parse_request(table_words);
    if (format == Format::npy && request.whole()) {
        session.store_table(request.to, out, [](const std::string& text) { std::cerr << text << '\n'; });
        return 0;
    }
    render::require_fits(axes_of(request, session.rules()), format);
    if (format == Format::npy && store::exists(out))  // as for whole tables, which may have taken days
        throw bad_input(out + " is already there; delete it or choose another name");
    if (!out.empty()) store::require_writable(out);
    const TableAnswer answer = session.table(request);
    const auto write = [&](std::ostream& stream) {
        render::table(stream, session, answer, format, command_line(words, table_words), watch);
    };
    if (out.empty())
        write(std::cout);
    else
        store::write_file(out, write);
    return 0;
}

}  // namespace bouton::app
