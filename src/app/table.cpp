#include "answers/figures.hpp"
#include "app/commands.hpp"
#include "base/text.hpp"
#include "lang/print.hpp"
#include "render/render.hpp"
#include "store/file.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>

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

}  // namespace

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

std::string options_line(const std::string& what, const TableWords& table) {
    std::string line;
    const auto option = [&](const char* name, const std::string& text) {
        if (!text.empty()) line += std::string(" ") + name + " " + quoted_for_shell(text);
    };
    if (what != "grundy") option("--what", what);
    option("--slice", table.slice);
    option("--from", table.from);
    option("--to", table.to);
    option("--families", table.families);
    option("--out", table.out);
    return line;
}

namespace {

std::string command_line(const GameWords& words, const TableWords& table) {
    std::string line = "bouton table";
    for (const std::string& word : words.all()) line += " " + quoted_for_shell(word);
    return line + options_line(words.what, table);
}

/// The P-positions with the families of the claim that was asked for.
draw::Picture families(Library& library, Session& session, const TableRequest& request, const std::string& name,
                       const std::string& command, const Watch& watch) {
    session.require_theory();
    if (!request.whole()) throw bad_input("--families draws positions from 0 on; leave --from and --slice out");
    if (session.rules().coordinates.size() != 2 || session.rules().piles >= 0)
        throw bad_input("--families is for games with two coordinates");
    std::string known;
    for (ClaimPicture& found : pictures_of_claims(library, session, request.to, command, watch)) {
        if (found.claim == name || found.claim.ends_with(" " + name)) return std::move(found.picture);
        known += (known.empty() ? "" : ", ") + found.claim;
    }
    for (const lang::DocumentPtr& document : library.about(session.game()))
        for (const syntax::Claim& claim : document->file.claims)
            if (claim.expect_refuted && (lang::full_name(claim) == name || claim.label == name))
                throw bad_input(name + " is marked `expect refuted`; --families draws claims that are not");
    throw bad_input(fmt::format("{} says of no families of {} that they are the P-positions; {}", name,
                                session.rules().instance, known.empty() ? "no claim does" : "these do: " + known));
}

}  // namespace

int table(const Settings& settings, const GameWords& words, const TableWords& table_words, const Watch& watch) {
    using render::Format;
    const std::string& out = table_words.out;
    const auto format = !out.empty() ? render::format_of(out) : settings.json ? Format::json : Format::text;
    Library library = settings.library();
    Session session(library, words.request(), words.quantity(), watch, words.engine);
    if (!words.coordinates().empty())
        throw bad_input("a table takes no position: give its size with --to " + words.coordinates()[0]);
    const TableRequest request = parse_request(table_words);
    if (!out.empty()) store::require_not_input(out, library.read_files());
    if (format == Format::npy && request.whole()) {
        store_table(session, request.to, out, [](const std::string& text) { std::cerr << text << '\n'; });
        return 0;
    }
    const std::vector<Axis> axes = axes_of(request, session.rules());
    if (!table_words.families.empty() && format != Format::picture)
        throw bad_input("--families is for pictures: give --out FILE.svg, .png or .pdf");
    if (format == Format::picture) {
        require_picture(axes);
        store::require_writable(out);
        const std::string command = command_line(words, table_words);
        const draw::Picture picture = table_words.families.empty()
                                          ? picture_of(session, session.table(request), command, watch)
                                          : families(library, session, request, table_words.families, command, watch);
        store::write_file(out, draw::paint(picture, *draw::format_of(out)));
        return 0;
    }
    render::require_fits(axes, format);
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
