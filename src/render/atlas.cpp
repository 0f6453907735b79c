#include "render/atlas.hpp"

#include "render/json.hpp"
#include "render/parts.hpp"

#include <fmt/ostream.h>

namespace bouton::render {

namespace {

/// What every answer begins with.
Json about(const atlas::Store& store) {
    return {{"atlas", store.file()}, {"family", store.manifest().family}, {"members", json_of(store.done())}};
}

void add_table(Json& json, const std::string& question, const atlas::Table& table) {
    json["question"] = question;
    json["columns"] = table.columns;
    Json& rows = json["rows"] = Json::array();
    for (const auto& row : table.rows) {
        Json cells = Json::array();
        for (const std::string& cell : row) cells.push_back(cell.empty() ? Json(nullptr) : json_of_text(cell));
        rows.push_back(std::move(cells));
    }
    json["left_out"] = json_of(table.left_out);
}

}  // namespace

void atlas(std::ostream& out, const atlas::Store& store, const atlas::Made& made, const atlas::Table& summary,
           Format format) {
    if (format == Format::json) {
        Json json = about(store);
        add_table(json, "summary", summary);
        json["before"] = json_of(made.before);
        json["seconds"] = made.seconds;
        out << answer_line(json);
        return;
    }
    fmt::print(out, "{}\n", store.manifest().family);
    for (const auto& row : summary.rows)
        fmt::print(out, "  {}: {}{}\n", row[0], row[1], row[2].empty() ? "" : " (" + row[2] + ")");
    if (made.before > 0 && made.before < made.size) fmt::print(out, "{} members were there already\n", made.before);
    if (made.before == made.size) fmt::print(out, "all of them were there already\n");
    fmt::print(out, "atlas: {} ({:.1f} s)\n", store.file(), made.seconds);
}

void atlas_query(std::ostream& out, const atlas::Store& store, const std::string& question, const atlas::Table& table,
                 Format format) {
    if (format == Format::json) {
        Json json = about(store);
        add_table(json, question, table);
        out << answer_line(json);
        return;
    }
    out << atlas::csv(table);
}

void atlas_recheck(std::ostream& out, const atlas::Store& store, const atlas::Rechecked& found, Format format) {
    if (format == Format::json) {
        Json json = about(store);
        json["rows_intact"] = found.rows_intact;
        json["recomputed"] = json_of(found.members);
        json["left_out"] = json_of(found.left_out);
        json["wrong"] = found.wrong;
        out << answer_line(json);
        return;
    }
    fmt::print(out, "{}\n", store.manifest().family);
    fmt::print(out, "{}\n",
               found.rows_intact ? "the rows are what was written" : "! the rows are NOT what was written");
    for (const std::string& wrong : found.wrong) fmt::print(out, "! {}\n", wrong);
    fmt::print(out, "{} recomputed by plain loops: {}{}\n", plural(found.members, "member"),
               found.wrong.empty() ? "no difference" : fmt::format("{} wrong", found.wrong.size()),
               found.left_out > 0 ? fmt::format("; {} left out, too long for these", found.left_out) : "");
}

}  // namespace bouton::render
