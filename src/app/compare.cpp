#include "answers/compare.hpp"
#include "app/commands.hpp"
#include "base/text.hpp"
#include "render/render.hpp"
#include "store/input.hpp"
#include "store/output.hpp"

#include <fmt/format.h>

#include <iostream>

namespace bouton::app {

int compare(const Settings& settings, const std::string& first, const std::string& second, const std::string& what,
            const TableWords& table, const Watch& watch) {
    const auto format = draw::format_of(table.out);
    if (!table.out.empty() && !format) throw bad_input(table.out + ": differences can be drawn as .svg, .png or .pdf");
    if (!table.out.empty()) store::require_writable(table.out);
    Library library = settings.library();
    CompareRequest request;
    request.first = first;
    request.second = second;
    request.what = what == "outcome" ? What::outcome : What::grundy;
    request.box = parse_request(table);
    request.command =
        "bouton compare " + quoted_for_shell(first) + " " + quoted_for_shell(second) + options_line(what, table);
    const Comparison result = bouton::compare(library, request, format.has_value(), watch);
    if (format) store::require_not_input(table.out, library.read_files());
    if (format) store::write_file(table.out, draw::paint(*result.picture, *format));
    render::comparison(std::cout, result, settings.json ? render::Format::json : render::Format::text);
    return result.equal() ? 0 : 1;
}

}  // namespace bouton::app
