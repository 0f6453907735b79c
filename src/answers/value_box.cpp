#include "answers/value_box.hpp"

#include "engines/options.hpp"

#include <algorithm>

namespace bouton {

namespace {

using Runs = std::vector<ValueBox::Run>;

/// The options of a position as runs, in the order of the rules; nothing if one has several components.
std::optional<Runs> runs_of(Options& options, const Position& position) {
    Runs runs;
    for (const std::vector<Position>& option : options.all(position)) {
        if (option.size() != 1) return std::nullopt;
        Position away = option[0];
        for (std::size_t i = 0; i < away.size(); ++i) away[i] -= position[i];
        if (!runs.empty()) {
            ValueBox::Run& last = runs.back();
            Position step = away;
            for (std::size_t i = 0; i < step.size(); ++i) step[i] -= last.first[i] + (last.count - 1) * last.step[i];
            if (last.count == 1 || step == last.step) {
                last.step = step;
                ++last.count;
                continue;
            }
        }
        runs.push_back({away, Position(away.size(), 0), 1});
    }
    return runs;
}

}  // namespace

std::optional<ValueBox> value_box(const Session& session, const TableAnswer& table, std::uint64_t most) {
    ValueBox box;
    box.axes = table.axes();
    if (box.axes.empty() || box.axes.size() > 3 || table.count() > most) return std::nullopt;
    box.outcomes = session.what() == What::outcome && session.rules().players == 0;
    Options options(session.rules(), &session.watch());
    bool single = !table.sliced();
    const Axis along = box.axes.back();
    for_each_row(table, [&](Position position, std::uint64_t cell) {
        for (std::uint64_t i = 0; i < along.count(); ++i, cell += along.stride, ++position.back()) {
            const bool exists = table.exists(cell);
            box.values.push_back(exists ? static_cast<std::int64_t>((*table.cells)[cell]) : -1);
            if (!single) continue;
            std::optional<Runs> runs = exists ? runs_of(options, position) : Runs{};
            single = runs.has_value();
            if (runs) box.moves.push_back(std::move(*runs));
        }
        session.watch().check();
    });
    if (!single) box.moves.clear();
    return box;
}

}  // namespace bouton
