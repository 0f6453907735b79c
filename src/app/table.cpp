#include "app/commands.hpp"
#include "render/render.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

namespace bouton::app {

namespace {

Position parse_bounds(const std::string& to) {
    Position largest;
    std::size_t begin = 0;
    if (to.starts_with("(") && to.ends_with(")")) return parse_bounds(to.substr(1, to.size() - 2));
    for (;;) {
        const auto comma = to.find(',', begin);
        const Integer bound = parse_number(to.substr(begin, comma - begin), "--to");
        if (bound < 0) throw bad_input("--to: a bound is negative; positions start at 0");
        if (!fits(bound)) throw over_limit("--to: the bound " + to_text(bound) + " is too large for a table");
        largest.push_back(clamp(bound));
        if (comma == std::string::npos) return largest;
        begin = comma + 1;
    }
}

/// Writes beside the target and renames, so that no half file is ever seen.
template <class Write> void write_file(const std::string& file, Write write) {
    const std::string beside = file + ".part";
    {
        std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
        if (!stream) throw bad_input(file + " cannot be written; is the folder there, and may you write to it?");
        write(stream);
        stream.close();
        if (!stream) {
            std::filesystem::remove(beside);
            throw bad_input(file + " could not be written completely (is the disk full?); nothing was left behind");
        }
    }
    std::error_code error;
    std::filesystem::rename(beside, file, error);
    if (error) {
        const std::string reason = error.message();
        std::filesystem::remove(beside, error);
        throw bad_input(file + " cannot be written: " + reason);
    }
}

}  // namespace

int table(const Settings& settings, const GameWords& words, const std::string& to, const std::string& out,
          const Watch& watch) {
    const auto format = !out.empty()    ? render::format_of(out)
                        : settings.json ? render::Format::json
                                        : render::Format::text;
    Library library(settings.home);
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    if (!words.coordinates().empty())
        throw bad_input("a table takes no position: give its size with --to " + words.coordinates()[0]);
    if (format == render::Format::npy) {
        session.store_table(parse_bounds(to), out, [](const std::string& text) { std::cerr << text << '\n'; });
        return 0;
    }
    const TableAnswer answer = session.table(parse_bounds(to));
    if (out.empty())
        render::table(std::cout, session, answer, format);
    else
        write_file(out, [&](std::ostream& stream) { render::table(stream, session, answer, format); });
    return 0;
}

}  // namespace bouton::app
