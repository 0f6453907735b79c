#include "answers/fits.hpp"

#include "engines/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace bouton {

namespace {

constexpr std::int64_t kBefore = 4;  // so many terms may come before heap 0

}  // namespace

std::int64_t Box::at(const Position& position) const {
    std::size_t index = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
        if (position[i] < 0 || position[i] > largest[i]) return kAbsent;
        index = index * static_cast<std::size_t>(largest[i] + 1) + static_cast<std::size_t>(position[i]);
    }
    return values[index];
}

Box box_of(const Ruleset& rules, What what, const Position& largest, const Watch& watch) {
    TableMaker maker("auto", rules, what, watch);
    const TablePlan plan = maker.plan(largest);
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [&](std::int64_t) { watch.check(); });
    Box box{largest, {}};
    for (std::uint64_t i = 0; i < cells.size(); ++i)
        box.values.push_back(cells[i] == cells.absent() ? kAbsent : static_cast<std::int64_t>(cells[i]));
    return box;
}

Position Line::at(std::int64_t n) const {
    Position position = start;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (along == i || along == position.size()) position[i] = n;
    return position;
}

std::vector<Line> lines_of(const Ruleset& rules) {
    const std::size_t dimension = rules.coordinates.size();
    if (dimension == 1) return {{{0}, 0, ""}};
    if (dimension > 3) return {};
    std::vector<Line> lines;
    const std::int64_t most = dimension == 2 ? 3 : 1;
    for (std::size_t along = 0; along < dimension; ++along) {
        Position start(dimension, 0);
        for (;;) {
            std::string text;
            for (std::size_t i = 0; i < dimension; ++i)
                if (i != along)
                    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", rules.coordinates[i], start[i]);
            lines.push_back({start, along, text});
            std::size_t i = 0;
            while (i < dimension && (i == along || start[i] == most)) start[i++] = 0;
            if (i == dimension) break;
            ++start[i];
        }
    }
    if (dimension == 2)
        lines.push_back({Position(dimension, 0), dimension, rules.coordinates[0] + " = " + rules.coordinates[1]});
    return lines;
}

Terms values_along(const Line& line, const Ruleset& rules, What what, std::int64_t length, const Watch& watch) {
    const Box box = box_of(rules, what, line.at(length - 1), watch);
    Terms values;
    for (std::int64_t n = 0; n < length; ++n) values.push_back(box.at(line.at(n)));
    return values;
}

std::optional<Fit> fit_of_values(const Terms& terms, const Terms& values) {
    const auto count = static_cast<std::int64_t>(terms.size()), known = static_cast<std::int64_t>(values.size());
    for (std::int64_t i = 0; i <= kFurthest + kBefore; ++i) {
        const std::int64_t shift = i <= kFurthest ? i : kFurthest - i;
        const std::int64_t first = std::max<std::int64_t>(0, -shift), end = std::min(count, known - shift);
        if (end - first < static_cast<std::int64_t>(kFewestTerms)) continue;
        bool same = end == count;
        for (std::int64_t n = first; same && n < end; ++n)
            same = values[static_cast<std::size_t>(n + shift)] == terms[static_cast<std::size_t>(n)];
        if (same) return Fit{shift, static_cast<std::uint64_t>(end - first)};
    }
    return std::nullopt;
}

std::optional<Fit> fit_of_positions(const Terms& terms, const Terms& values) {
    for (const std::int64_t shift : {0, 1, -1, 2, -2}) {
        std::size_t next = 0;
        bool same = terms[0] + shift >= 0 && terms.back() + shift < static_cast<std::int64_t>(values.size());
        for (std::int64_t heap = terms[0]; same && heap <= terms.back(); ++heap) {
            const bool listed = terms[next] == heap;
            const std::int64_t value = values[static_cast<std::size_t>(heap + shift)];
            same = value != kAbsent && listed == (value == 0);
            next += listed;
        }
        if (same) return Fit{shift, static_cast<std::uint64_t>(terms.back() - terms[0] + 1)};
    }
    return std::nullopt;
}

std::optional<Fit> fit_of_boxes(const Box& mine, const Box& other) {
    std::vector<std::size_t> order(mine.largest.size());
    for (const std::int64_t shift : {0, 1, -1}) {
        std::iota(order.begin(), order.end(), 0);
        do {
            std::uint64_t compared = 0;
            bool same = true;
            Position position(mine.largest.size(), 0), there = position;
            for (std::size_t i = 0; same;) {
                bool inside = true;
                for (std::size_t j = 0; j < order.size(); ++j) {
                    there[order[j]] = position[j] + shift;
                    inside = inside && there[order[j]] >= 0 && there[order[j]] <= other.largest[order[j]];
                }
                if (inside) {
                    const std::int64_t value = mine.at(position);
                    same = value == other.at(there);
                    compared += value != kAbsent;
                }
                for (i = 0; i < position.size() && position[i] == mine.largest[i]; ++i) position[i] = 0;
                if (i == position.size()) break;
                ++position[i];
            }
            if (same && compared >= kFewestTerms) return Fit{shift, compared};
        } while (order.size() <= 3 && std::next_permutation(order.begin(), order.end()));
    }
    return std::nullopt;
}

}  // namespace bouton
