// Tables: the cells as they lie in memory, and as files.
#include "state.hpp"

#include "base/text.hpp"
#include "map_svg.hpp"
#include "render/render.hpp"

#include <fmt/format.h>

#include <sstream>

namespace bouton::web {

namespace {

TableRequest request_in(const Json& ask) {
    TableRequest request;
    request.to = numbers_in(ask, "to");
    request.from = numbers_in(ask, "from");
    if (const auto slice = ask.find("slice"); slice != ask.end() && slice->is_object())
        for (const auto& [name, value] : slice->items()) {
            if (!value.is_number_integer()) throw bad_input("the slice has no proper " + name);
            request.slice.emplace_back(name, value.get<std::int64_t>());
        }
    return request;
}

/// What is shown of a table, in one piece. A whole table is one already.
struct Piece {
    std::shared_ptr<const void> owner;
    const void* data = nullptr;
    std::uint64_t count = 0;
};

template <class T> Piece piece_of(const TableAnswer& table, const T* values) {
    const Axis along = table.axes().back();
    if (table.count() == table.cells->size()) return {table.cells, values, table.count()};
    auto copy = std::make_shared<std::vector<T>>();
    copy->reserve(static_cast<std::size_t>(table.count()));
    for_each_row(table, [&](const Position&, std::uint64_t cell) {
        for (std::uint64_t i = 0; i < along.count(); ++i, cell += along.stride) copy->push_back(values[cell]);
    });
    return {copy, copy->data(), copy->size()};
}

struct Summary {
    std::uint64_t zeros = 0, positions = 0;
    Value largest = 0;
    std::uint32_t sum = 0;  // to compare builds
};

template <class T> Summary summary_of(const T* values, std::uint64_t count, Value absent) {
    Summary summary;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Value value = values[i];
        summary.sum = summary.sum * 31 + value;
        if (value == absent) continue;
        ++summary.positions;
        summary.zeros += value == 0;
        summary.largest = std::max(summary.largest, value);
    }
    return summary;
}

}  // namespace

Json table(State& state, const Json& ask) {
    const auto session = state.session(ask, what_in(ask));
    const TableAnswer answer = session->table(request_in(ask));
    Summary summary;
    const Piece piece = answer.cells->visit([&](const auto* values) {
        using T = std::remove_cv_t<std::remove_pointer_t<decltype(values)>>;
        const Piece found = piece_of<T>(answer, values);
        summary = summary_of(static_cast<const T*>(found.data), found.count, answer.cells->absent());
        return found;
    });
    state.cells = piece.owner;
    Json axes = Json::array(), fixed = Json::object();
    for (const Axis& axis : answer.coordinates) {
        if (axis.fixed)
            fixed[axis.name] = axis.from;
        else
            axes.push_back({{"name", axis.name}, {"from", axis.from}, {"to", axis.to}});
    }
    const Ruleset& rules = session->rules();
    return {{"instance", rules.instance},
            {"axes", axes},
            {"fixed", fixed},
            {"quantity", rules.players > 0                  ? "podium"
                         : session->what() == What::outcome ? "outcome"
                                                            : "grundy"},
            {"players", rules.players > 0 ? rules.players : 2},
            {"engine", answer.engine},
            {"width", answer.cells->width()},
            {"absent", answer.cells->absent()},
            {"largest", summary.largest},
            {"zeros", summary.zeros},
            {"positions", summary.positions},
            {"sum", summary.sum},
            {"warrant", warrant_json({})},
            {"count", piece.count},
            {"pointer", reinterpret_cast<std::uintptr_t>(piece.data)}};
}

Json exported(State& state, const Json& ask) {
    struct Kind {
        const char *name, *ending, *type;
        render::Format format;
    };
    static const Kind kinds[] = {{"csv", ".csv", "text/csv", render::Format::csv},
                                 {"tex", ".tex", "application/x-tex", render::Format::latex},
                                 {"txt", ".txt", "text/plain", render::Format::text},
                                 {"json", ".json", "application/json", render::Format::json},
                                 {"bfile", ".b.txt", "text/plain", render::Format::bfile},
                                 {"svg", ".svg", "image/svg+xml", render::Format::picture}};
    const std::string wanted = text_in(ask, "format");
    for (const Kind& kind : kinds) {
        if (wanted != kind.name) continue;
        const auto session = state.session(ask, what_in(ask));
        const TableRequest request = request_in(ask);
        render::require_fits(axes_of(request, session->rules()), kind.format);
        const TableAnswer answer = session->table(request);
        const std::string command = "made by Bouton's lab: " + session->rules().instance;
        std::ostringstream out;
        if (kind.format == render::Format::picture)
            out << map_svg(*session, answer);
        else
            render::table(out, *session, answer, kind.format, command, *state.watch);
        return {{"name", slug(session->rules().instance) + kind.ending}, {"type", kind.type}, {"text", out.str()}};
    }
    throw bad_input("a table can be exported as csv, tex, txt, json, bfile or svg");
}

}  // namespace bouton::web
