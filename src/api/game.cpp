#include "answers/periods.hpp"
#include "api/parts.hpp"
#include "engines/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace bouton {

namespace {

constexpr std::size_t kMostMoves = 1000000;
constexpr std::int64_t kPeriodSearch = 1000000,
                       kSplitSearch = 50000;  // heaps that are looked at, as `bouton period` does

LargePosition large(const Session& session, const Game::Position& position) {
    LargePosition result;
    for (const Number& coordinate : position) result.push_back(integer_from(coordinate.str()));
    require_position(session.rules(), result);
    return result;
}

bool all_fit(const LargePosition& position) { return std::all_of(position.begin(), position.end(), fits); }

Position machine(const LargePosition& position) {
    Position result;
    for (const Integer& coordinate : position) result.push_back(clamp(coordinate));
    return result;
}

template <class Coordinates> Game::Position shown(const Coordinates& position) {
    Game::Position result;
    for (const auto& coordinate : position) {
        if constexpr (std::is_integral_v<std::decay_t<decltype(coordinate)>>)
            result.emplace_back(coordinate);
        else
            result.emplace_back(coordinate.str());
    }
    return result;
}

Game::Warrant shown(const Warrant& warrant) {
    using Kind = Game::Warrant::Kind;
    switch (warrant.kind) {
        case Warrant::Kind::computed: return {Kind::computed, warrant.text()};
        case Warrant::Kind::proved: return {Kind::proved, warrant.text()};
        case Warrant::Kind::checked: return {Kind::checked, warrant.text()};
        case Warrant::Kind::conjectured: return {Kind::conjectured, warrant.text()};
    }
    throw std::logic_error("a warrant of no kind");
}

void require_two_players(const Session& session) {
    if (session.rules().players > 0)
        throw bad_input(fmt::format("{} has {} players: ask for values, which are places", session.rules().instance,
                                    session.rules().players));
}

void require_few_moves(const Ruleset& rules, const Position& position) {
    std::size_t count = 0;
    Options(rules).for_each(position, [&](const std::vector<bouton::Position>&) { return ++count <= kMostMoves; });
    if (count > kMostMoves)
        throw over_limit(fmt::format("there are more than {} moves; ask for a winning one", kMostMoves));
}

Game::Period shown(const PeriodAnswer& found) {
    if (!found.proved) return {false, 0, 0, 0, {}, found.why_not};
    return {true, found.preperiod, found.period, found.saltus, found.first, found.how};
}

const char* name_of(MoveShape::Kind kind) {
    switch (kind) {
        case MoveShape::Kind::jump: return "jump";
        case MoveShape::Kind::line: return "line";
        case MoveShape::Kind::region: return "region";
        case MoveShape::Kind::split: return "split";
        case MoveShape::Kind::other: break;
    }
    return "other";
}

/// The cells of an answer as one block: those of the engine, unless it needed room beyond the bound.
std::shared_ptr<const void> block_of(const TableAnswer& answer) {
    const std::shared_ptr<const Cells>& cells = answer.cells;
    if (answer.count() == cells->size()) return {cells, cells->bytes()};
    const std::size_t width = cells->width(), row = answer.axes().back().count();
    auto copy = std::make_shared<std::vector<std::byte>>(answer.count() * width);
    std::byte* to = copy->data();
    for_each_row(answer, [&](const Position&, std::uint64_t cell) {
        std::memcpy(to, cells->bytes() + cell * width, row * width);
        to += row * width;
    });
    return {copy, copy->data()};
}

}  // namespace

Game::Game(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Game::Game(Game&&) noexcept = default;
Game& Game::operator=(Game&&) noexcept = default;
Game::~Game() = default;

Game Game::from_text(const std::string& text, const std::string& name, const Arguments& arguments,
                     const RunOptions& options) {
    return Game(parts_of(std::make_unique<TextShelf>(text), name, arguments, options));
}

std::string Game::name() const { return parts_->grundy->rules().instance; }

std::vector<std::string> Game::coordinates() const {
    const Ruleset& rules = parts_->grundy->rules();
    std::vector<std::string> names = rules.coordinates;
    if (rules.piles >= 0) names[static_cast<std::size_t>(rules.piles)] += "...";
    return names;
}

Game::Value Game::value(const Position& position) {
    return parts_->ask([&] {
        Session& session = parts_->session(What::grundy);
        const ValueAnswer answer = session.answer(large(session, position));
        return Value{answer.value.str(), shown(answer.warrant)};
    });
}

Game::Outcome Game::outcome(const Position& position) {
    return parts_->ask([&] {
        Session& session = parts_->session(What::outcome);
        require_two_players(session);
        const ValueAnswer answer = session.answer(large(session, position), true);
        return Outcome{answer.value == 0 ? Winner::previous : Winner::next, shown(answer.warrant)};
    });
}

std::vector<Game::Move> Game::moves(const Position& position) {
    return parts_->ask([&] {
        Session& session = parts_->session(What::grundy);
        const LargePosition from = large(session, position);
        if (!all_fit(from))
            throw over_limit("the moves of such a large position cannot be listed; ask for a winning one");
        require_few_moves(session.rules(), machine(from));
        std::vector<Move> result;
        for (const Option& option : session.moves(machine(from)).options) {
            std::vector<Position> to;
            for (const auto& part : option.components) to.push_back(shown(part));
            result.push_back({std::move(to), option.value, option.best});
        }
        return result;
    });
}

std::optional<Game::Move> Game::winning_move(const Position& position) {
    return parts_->ask([&]() -> std::optional<Move> {
        Session& session = parts_->session(What::grundy);
        require_two_players(session);
        const LargePosition from = large(session, position);
        if (session.answer(from, true).value == 0) return std::nullopt;
        std::optional<LargeOption> found = session.move_to(from, 0);
        if (!found && all_fit(from))  // no law leads there: one after the other
            Options(session.rules()).for_each(machine(from), [&](const std::vector<bouton::Position>& parts) {
                if (session.value_of_sum(parts) != 0) return true;
                found.emplace();
                for (const auto& part : parts) found->emplace_back(part.begin(), part.end());
                return false;
            });
        if (!found) throw over_limit("a winning move exists, but none was found");
        Move move{{}, 0, true};
        for (const LargePosition& part : *found) move.to.push_back(shown(part));
        return move;
    });
}

Game::Table Game::table(const Bounds& to) {
    return parts_->ask([&] {
        const TableAnswer answer = parts_->session(What::grundy).table({to, {}, {}});
        Table table;
        for (const Axis& axis : answer.axes()) table.shape_.push_back(axis.count());
        table.size_ = answer.count();
        table.element_bytes_ = answer.cells->width();
        table.data_ = block_of(answer);
        return table;
    });
}

std::uint32_t Game::Table::operator[](std::size_t cell) const {
    const auto read = [&](auto type) {
        const auto value = static_cast<const decltype(type)*>(data_.get())[cell];
        return value == static_cast<decltype(type)>(~decltype(type){0}) ? kNoPosition : std::uint32_t{value};
    };
    return element_bytes_ == 1   ? read(std::uint8_t{})
           : element_bytes_ == 2 ? read(std::uint16_t{})
                                 : read(std::uint32_t{});
}

std::uint32_t Game::Table::at(const Bounds& position) const {
    if (position.size() != shape_.size()) throw bad_input(fmt::format("the table has {} coordinates", shape_.size()));
    std::size_t cell = 0;
    for (std::size_t i = 0; i < shape_.size(); ++i) {
        if (position[i] < 0 || static_cast<std::size_t>(position[i]) >= shape_[i])
            throw bad_input(fmt::format("{} is not in the table", to_text(position)));
        cell = cell * shape_[i] + static_cast<std::size_t>(position[i]);
    }
    return (*this)[cell];
}

std::vector<Game::Bounds> Game::p_positions(const Bounds& to) {
    return parts_->ask([&] {
        Session& session = parts_->session(What::outcome);
        require_two_players(session);
        const TableAnswer answer = session.table({to, {}, {}});
        const Axis along = answer.axes().back();
        std::vector<Bounds> result;
        for_each_row(answer, [&](const Bounds& start, std::uint64_t cell) {
            Bounds position = start;
            for (std::uint64_t i = 0; i < along.count(); ++i, ++position.back())
                if ((*answer.cells)[cell + i * along.stride] == 0) result.push_back(position);
        });
        return result;
    });
}

Game::Period Game::period() {
    return parts_->ask([&] {
        Session& session = parts_->session(What::grundy);
        const auto limit = session.rules().splits ? kSplitSearch : kPeriodSearch;
        if (!parts_->periods) parts_->periods = periods(session, limit, *parts_->watch);
        return shown(parts_->periods->nim_values);
    });
}

Game::Period Game::outcome_period() {
    period();
    return shown(parts_->periods->outcomes);
}

Game::Shape Game::shape(std::size_t piles) {
    return parts_->ask([&] {
        Session& session = parts_->session(What::grundy);
        const Ruleset& rules = session.rules();
        const std::size_t length = rules.coordinates.size() + (rules.piles >= 0 ? piles - 1 : 0);
        const ShapeAnswer answer = session.shape(length);
        Shape shape{length, {}, answer.shape->boxed, answer.engine, {}};
        for (const MoveShape& move : answer.shape->moves) shape.moves.push_back(name_of(move.kind));
        for (const Candidate& candidate : answer.engines)
            if (!candidate.why_not.empty()) shape.others.emplace_back(candidate.name, candidate.why_not);
        return shape;
    });
}

}  // namespace bouton
