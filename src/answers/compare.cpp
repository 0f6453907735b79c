#include "answers/compare.hpp"

#include "answers/figures.hpp"
#include "answers/words.hpp"
#include "lang/elaborator.hpp"
#include "lang/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace bouton {

namespace {

/// Of a cell: 0 equal, 1 different, 2 and 3 in one only, 4 in none.
using Kinds = std::vector<std::uint8_t>;

GameRequest game_request(const std::string& text) {
    const auto [request, coordinates] = read_words(split_words(text));
    std::vector<std::string> wrong = coordinates;
    for (const auto& [name, value] : request.arguments)
        if (name.empty()) wrong.push_back("=" + value);
    if (!wrong.empty())
        throw bad_input(fmt::format("compare: {} is no argument; write {} NAME=VALUE, and the size as a bound",
                                    wrong[0], request.game));
    if (request.game.empty()) throw bad_input("compare: a game is missing");
    return request;
}

bool names_game(Shelf& shelf, const std::string& text) {
    std::istringstream words(text);
    std::string first;
    words >> first;
    if (first.ends_with(".bouton") || first.find('#') != std::string::npos) return true;
    try {
        shelf.game(first);
        return true;
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return false;
    }
}

std::string shortened(const std::string& number) {
    constexpr std::size_t kLongest = 60;
    if (number.size() <= kLongest) return number;
    return fmt::format("{}... ({} digits)", number.substr(0, 20), number.size());
}

/// A number for every position: an expression in the names of the coordinates.
class Formula {
  public:
    Formula(const std::string& text, const std::vector<Axis>& axes, const Watch& watch) : source_{"the formula", text} {
        lang::Elaborator elaborator(source_);
        const lang::Scope root;
        lang::Scope scope{&root, true, {}};
        for (const Axis& axis : axes) {
            slots_.push_back(elaborator.new_slot());
            scope.names[axis.name].meaning = lang::integer_meaning(variable(slots_.back(), axis.name));
        }
        try {
            value_ = elaborator.integer(lang::parse_term(text, source_.path), scope);
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            std::string names;
            for (const Axis& axis : axes) names += (names.empty() ? "" : ", ") + axis.name;
            throw bad_input(
                fmt::format("{}\n(`{}` is not the name of a game, so it was read as a formula; the coordinates are {})",
                            error.what(), text, names));
        }
        frame_.slots.resize(static_cast<std::size_t>(elaborator.slot_count()));
        frame_.watch = &watch;
    }

    Integer operator()(const Position& position) {
        for (std::size_t i = 0; i < slots_.size(); ++i) frame_.set(slots_[i], position[i]);
        try {
            return evaluate(value_, frame_);
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            throw bad_input(fmt::format("the formula has no value at {}: {}", to_text(position), error.what()));
        }
    }

  private:
    lang::Source source_;
    std::vector<int> slots_;
    Expr value_;
    Frame frame_;
};

class Comparer {
  public:
    Comparer(Shelf& shelf, const CompareRequest& request, bool draw, const Watch& watch)
        : request_(request),
          watch_(watch),
          session_(shelf, game_request(request.first), request.what, watch),
          table_(make_table(draw)) {
        session_.require_theory();
        result_.first = session_.rules().instance;
        result_.bound = table_.bound();
        kinds_.reserve(table_.count());
        if (names_game(shelf, request.second))
            with_game(shelf);
        else
            with_formula();
        if (draw) draw_it();
    }

    Comparison result() { return std::move(result_); }

  private:
    /// What cannot be drawn is refused before the work.
    TableAnswer make_table(bool draw) {
        if (draw) require_picture(axes_of(request_.box, session_.rules()));
        return session_.table(request_.box);
    }

    void with_game(Shelf& shelf) {
        Session other(shelf, game_request(request_.second), request_.what, watch_);
        other.require_theory();
        result_.second = other.rules().instance;
        if (result_.second == result_.first) result_.second += " (the second)";
        if ((session_.rules().players > 0) != (other.rules().players > 0))
            throw bad_input(
                fmt::format("of {} and {} one has several players: an outcome and a Grundy number cannot be "
                            "compared",
                            result_.first, result_.second));
        const auto length = [](const Ruleset& rules) { return rules.fixed_size() ? rules.coordinates.size() : 0; };
        const std::size_t mine = table_.coordinates.size(), theirs = length(other.rules());
        if (theirs > 0 && theirs != mine)
            throw bad_input(fmt::format("{} has {} coordinate{}, {} has {}: they cannot be compared", result_.first,
                                        mine, mine == 1 ? "" : "s", result_.second, theirs));
        TableRequest box = request_.box;
        for (auto& [name, value] : box.slice)  // by number: the names may differ
            for (std::size_t i = 0; i < table_.coordinates.size(); ++i)
                if (table_.coordinates[i].name == name) name = std::to_string(i + 1);
        const TableAnswer second = other.table(box);
        const std::uint64_t stride = second.axes().back().stride;
        std::uint64_t there = 0;
        std::vector<std::uint64_t> rows;  // where each row of the second begins
        for_each_row(second, [&](const Position&, std::uint64_t cell) { rows.push_back(cell); });
        const std::uint64_t along = second.axes().back().count();
        each([&](const Position&, std::uint64_t cell) {
            const std::uint64_t other_cell = rows[there / along] + there % along * stride;
            ++there;
            const bool in_second = second.exists(other_cell);
            note(cell, in_second,
                 in_second && table_.exists(cell) && (*second.cells)[other_cell] == (*table_.cells)[cell],
                 [&] { return in_second ? other.show((*second.cells)[other_cell]) : std::string(); });
        });
    }

    void with_formula() {
        result_.second = request_.second;
        Formula formula(request_.second, table_.coordinates, watch_);
        each([&](const Position& position, std::uint64_t cell) {
            if (!table_.exists(cell)) {  // a formula says nothing about what is no position
                kinds_.push_back(4);
                return;
            }
            const Integer value = formula(position);
            note(cell, true, value == Integer((*table_.cells)[cell]), [&] { return session_.show(value); });
        });
    }

    /// Calls visit(position, cell) for every position that is shown.
    template <class Visit> void each(Visit visit) {
        const auto& coordinates = table_.coordinates;
        std::size_t last = coordinates.size();
        while (last > 0 && coordinates[last - 1].fixed) --last;
        const Axis& along = coordinates[last - 1];
        for_each_row(table_, [&](const Position& start, std::uint64_t cell) {
            watch_.check();
            position_ = start;
            for (std::uint64_t i = 0; i < along.count(); ++i, cell += along.stride, ++position_[last - 1])
                visit(position_, cell);
        });
    }

    template <class Show> void note(std::uint64_t cell, bool in_second, bool same, Show show) {
        const bool in_first = table_.exists(cell);
        const std::uint8_t kind = in_first && in_second ? (same ? 0 : 1) : in_first ? 2 : in_second ? 3 : 4;
        kinds_.push_back(kind);
        if (kind == 4) return;
        ++result_.positions;
        if (kind == 0) return;
        ++(kind == 1 ? result_.different : kind == 2 ? result_.only_first : result_.only_second);
        if (result_.at) return;
        result_.at = position_;
        result_.value_first = in_first ? session_.show((*table_.cells)[cell]) : "";
        result_.value_second = shortened(show());
    }

    draw::ValueMap map_of(const Axis& across, const Axis* up, std::size_t first, std::size_t step) {
        draw::ValueMap map;
        map.across = across.name;
        map.up = up ? up->name : "";
        map.left = across.from;
        map.bottom = up ? up->from : 0;
        map.columns = static_cast<std::int64_t>(across.count());
        map.rows = up ? static_cast<std::int64_t>(up->count()) : 1;
        map.legend = "values";
        map.categories = draw::difference_categories(result_.first, result_.second);
        if (result_.only_first + result_.only_second == 0)
            std::erase_if(map.categories, [](const draw::Category& c) { return c.value > 1; });
        if (result_.different == 0) std::erase_if(map.categories, [](const draw::Category& c) { return c.value == 1; });
        map.write_values = false;
        const auto rows = static_cast<std::size_t>(map.rows);
        map.fill = [kinds = shared_, left = map.left, bottom = map.bottom, rows, first, step](
                       std::int64_t x, std::int64_t y, std::span<std::int64_t> values) {
            std::size_t at =
                first + (static_cast<std::size_t>(x - left) * rows + static_cast<std::size_t>(y - bottom)) * step;
            for (std::int64_t& value : values) {
                value = (*kinds)[at] == 4 ? draw::absent : (*kinds)[at];
                at += step;
            }
        };
        return map;
    }

    void draw_it() {
        const std::vector<Axis> axes = table_.axes();
        shared_ = std::make_shared<Kinds>(std::move(kinds_));
        draw::Paper paper;
        paper.title = fmt::format("{} and {}", result_.first, result_.second);
        paper.command = request_.command;
        paper.warrant = Warrant{}.text();
        if (axes.size() == 3) {
            draw::Panels panels;
            panels.paper = paper;
            const std::size_t slices = axes[2].count();
            for (std::size_t i = 0; i < slices; ++i) {
                panels.maps.push_back(map_of(axes[0], &axes[1], i, slices));
                panels.maps.back().paper.title =
                    fmt::format("{} = {}", axes[2].name, axes[2].from + static_cast<std::int64_t>(i));
            }
            result_.picture = std::move(panels);
            return;
        }
        draw::ValueMap map = map_of(axes[0], axes.size() == 2 ? &axes[1] : nullptr, 0, 1);
        map.paper = paper;
        if (result_.at) {
            std::vector<std::int64_t> running;
            for (std::size_t i = 0; i < table_.coordinates.size(); ++i)
                if (!table_.coordinates[i].fixed) running.push_back((*result_.at)[i]);
            map.ring = draw::Point{running[0], running.size() > 1 ? running[1] : 0};
        }
        result_.picture = std::move(map);
    }

    const CompareRequest& request_;
    const Watch& watch_;
    Session session_;
    TableAnswer table_;
    Comparison result_;
    Kinds kinds_;
    std::shared_ptr<const Kinds> shared_;
    Position position_;
};

}  // namespace

Comparison compare(Shelf& shelf, const CompareRequest& request, bool draw, const Watch& watch) {
    if (!names_game(shelf, request.first) && names_game(shelf, request.second))
        throw bad_input(fmt::format("`{}` is no game; give the game first and the formula second", request.first));
    return Comparer(shelf, request, draw, watch).result();
}

}  // namespace bouton
