#include "discover/sample.hpp"

#include "discover/rule_terms.hpp"
#include "engines/choose.hpp"
#include "lang/elaborator.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace bouton::discover {

namespace {

constexpr std::size_t kMostPiles = 3;
constexpr std::int64_t kProbe = 8;             // coordinates that end below this in the domain are short
constexpr std::uint64_t kMostCells = 4 << 20;  // of a table that a template asks for
constexpr double kTableSeconds = 4;            // for it

std::uint64_t count(const std::vector<std::int64_t>& extent) {
    return std::accumulate(extent.begin(), extent.end(), std::uint64_t{1},
                           [](std::uint64_t n, std::int64_t side) { return n * static_cast<std::uint64_t>(side); });
}

/// The values of a box, straight from an engine.
Table computed(const Subject& subject, const std::vector<std::int64_t>& extent, const Watch& watch) {
    Position largest = extent;
    for (std::int64_t& side : largest) --side;
    const What what = subject.quantity == Quantity::values || subject.rules.players > 0 ? What::grundy : What::outcome;
    TableMaker maker("auto", subject.rules, what, watch);
    const TablePlan plan = maker.plan(largest);
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [&](std::int64_t) { watch.check(); });
    std::vector<std::int32_t> values(cells.size());
    const bool outcomes = subject.quantity == Quantity::outcomes;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Value value = cells[i];
        values[i] = value == cells.absent() ? Table::kNone : static_cast<std::int32_t>(outcomes ? value != 0 : value);
    }
    return {extent, std::move(values)};
}

/// Equal under every exchange of two coordinates.
bool is_symmetric(const Table& table) {
    const auto& extent = table.extent();
    if (extent.size() < 2 || std::count(extent.begin(), extent.end(), extent[0]) != std::ptrdiff_t(extent.size()))
        return false;
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        Position position = table.position(cell);
        for (std::size_t d = 0; d + 1 < position.size(); ++d) {
            std::swap(position[d], position[d + 1]);
            if (table.at(position) != table[cell]) return false;
            std::swap(position[d], position[d + 1]);
        }
    }
    return true;
}

/// The largest coordinates of positions.
Position last_of(const Table& table) {
    Position last(table.dimension(), -1);
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        if (table[cell] == Table::kNone) continue;
        const Position position = table.position(cell);
        for (std::size_t d = 0; d < last.size(); ++d) last[d] = std::max(last[d], position[d]);
    }
    return last;
}

/// Coordinates that end early whatever the others are, such as a pass that is there or not: how many values they have, 0 for the others.
std::vector<std::int64_t> short_coordinates(const Subject& subject, std::size_t dimension, const Watch& watch) {
    std::vector<std::int64_t> ends(dimension, 0);
    if (!subject.rules.domain) return ends;
    const std::int64_t side = dimension <= 3 ? kProbe : kProbe / 2;
    const Position near = last_of(computed(subject, std::vector<std::int64_t>(dimension, side), watch));
    const Position far = last_of(computed(subject, std::vector<std::int64_t>(dimension, 2 * side), watch));
    for (std::size_t d = 0; d < dimension; ++d)
        if (near[d] >= 0 && near[d] + 1 < side && far[d] == near[d]) ends[d] = near[d] + 1;
    return ends;
}

/// Names for the coordinates: piles are called x, y, z as far as the game leaves these names free.
std::vector<std::string> coordinate_names(const Subject& subject, std::size_t piles) {
    const auto& own = subject.rules.coordinates;
    std::vector<std::string> names;
    const auto taken = [&](const std::string& name) {
        const auto& parameters = subject.game.game->parameters;
        return std::find(own.begin(), own.end(), name) != own.end() ||
               std::find(names.begin(), names.end(), name) != names.end() ||
               std::any_of(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == name; });
    };
    for (std::size_t d = 0; d < own.size(); ++d) {
        if (static_cast<int>(d) != subject.rules.piles) {
            names.push_back(own[d]);
            continue;
        }
        for (std::size_t pile = 0; pile < piles; ++pile)
            for (const char* name : {"x", "y", "z", "u", "v", "w"})
                if (!taken(name)) {
                    names.emplace_back(name);
                    break;
                }
    }
    return names;
}

std::string where_text(const Subject& subject, std::size_t piles) {
    std::vector<std::string> given;
    for (const auto& [name, value] : subject.arguments) {
        const auto& parameters = subject.game.game->parameters;
        const auto parameter =
            std::find_if(parameters.begin(), parameters.end(), [&, n = name](const auto& p) { return p.name == n; });
        if (parameter == parameters.end()) continue;
        syntax::Term term = lang::parse_term(value, name);
        if (parameter->kind == syntax::Parameter::Kind::set && term.kind != syntax::Term::Kind::list) {
            syntax::Term list;
            list.kind = syntax::Term::Kind::list;
            if (term.kind == syntax::Term::Kind::tuple)
                list.parts = term.parts;
            else
                list.parts = {term};
            term = list;
        }
        const std::string formals =
            parameter->arguments.empty() ? "" : fmt::format("({})", fmt::join(parameter->arguments, ", "));
        given.push_back(fmt::format("{}{} = {}", name, formals, lang::print(term)));
    }
    std::string text = "in " + subject.rules.name;
    if (!given.empty()) text += fmt::format("({})", fmt::join(given, ", "));
    if (piles > 0) text += fmt::format(" with {} {}", piles, piles == 1 ? "pile" : "piles");
    return text;
}

std::vector<std::pair<std::string, std::int64_t>> numbers_given(const Subject& subject) {
    std::vector<std::pair<std::string, std::int64_t>> numbers;
    for (const syntax::Parameter& parameter : subject.game.game->parameters) {
        if (parameter.kind != syntax::Parameter::Kind::number) continue;
        std::string text = parameter.value ? lang::print(*parameter.value) : "";
        for (const auto& [name, value] : subject.arguments)
            if (name == parameter.name) text = value;
        const std::string digits = text.starts_with("-") ? text.substr(1) : text;
        if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
            continue;
        numbers.emplace_back(parameter.name, std::stoll(text));
    }
    return numbers;
}

/// All but the tables.
void describe(Sample& sample) {
    const Subject& subject = *sample.subject;
    sample.where = where_text(subject, sample.piles);
    sample.parameters = numbers_given(subject);
    const RuleTerms found = rule_terms(subject, sample.coordinates);
    sample.domain = found.domain;
    for (const std::string& term : found.terms) {  // what the language does not read back is of no use in a claim
        try {
            sample.evaluate(term, {Position(sample.dimension(), 1)});
            sample.terms.push_back(term);
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
        }
    }
    sample.constants = found.constants;
}

std::unique_ptr<Sample> sample_with(const Subject& subject, std::size_t piles, const Watch& watch) {
    auto sample = std::make_unique<Sample>();
    sample->subject = &subject;
    sample->piles = piles;
    sample->coordinates = coordinate_names(subject, piles);
    describe(*sample);
    sample->table = [&subject, &watch](const std::vector<std::int64_t>& extent) -> std::optional<Table> {
        if (count(extent) > kMostCells) return std::nullopt;
        try {
            return computed(subject, extent, Watch(watch, {watch.limits().memory, kTableSeconds}));
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            watch.check();
            return std::nullopt;
        }
    };
    const std::size_t dimension = sample->coordinates.size();
    const std::vector<std::int64_t> ends = short_coordinates(subject, dimension, watch);
    const auto longs = std::count(ends.begin(), ends.end(), 0);
    const auto [small, large] = sides(static_cast<std::size_t>(std::max<std::ptrdiff_t>(longs, 1)));
    std::vector<std::int64_t> near = ends, far = ends;
    std::replace(near.begin(), near.end(), std::int64_t{0}, small);
    std::replace(far.begin(), far.end(), std::int64_t{0}, large);
    sample->large = computed(subject, far, watch);
    sample->small = sample->large.part(near);
    sample->symmetric = is_symmetric(sample->large);
    return sample;
}

}  // namespace

Sides sides(std::size_t dimension) {
    switch (dimension) {
        case 1: return {320, 6000};
        case 2: return {48, 192};
        case 3: return {16, 40};
        case 4: return {7, 14};
        case 5: return {5, 9};
        default: return {4, 6};
    }
}

// ---- tables ----

Table::Table(std::vector<std::int64_t> extent, std::vector<std::int32_t> values)
    : extent_(std::move(extent)), values_(std::move(values)) {}

bool Table::covers(const Position& position) const {
    for (std::size_t d = 0; d < extent_.size(); ++d)
        if (position[d] < 0 || position[d] >= extent_[d]) return false;
    return true;
}

std::size_t Table::cell(const Position& position) const {
    std::size_t cell = 0;
    for (std::size_t d = 0; d < extent_.size(); ++d)
        cell = cell * static_cast<std::size_t>(extent_[d]) + static_cast<std::size_t>(position[d]);
    return cell;
}

Position Table::position(std::size_t cell) const {
    Position position(extent_.size());
    for (std::size_t d = extent_.size(); d-- > 0;) {
        position[d] = static_cast<std::int64_t>(cell % static_cast<std::size_t>(extent_[d]));
        cell /= static_cast<std::size_t>(extent_[d]);
    }
    return position;
}

Table Table::part(const std::vector<std::int64_t>& extent) const {
    Table result(extent, std::vector<std::int32_t>(static_cast<std::size_t>(count(extent))));
    for (std::size_t i = 0; i < result.size(); ++i) result.values_[i] = at(result.position(i));
    return result;
}

// ---- samples ----

std::string Sample::position() const { return fmt::format("{}", fmt::join(coordinates, ", ")); }

std::string Sample::variables() const {
    std::string text;
    for (const std::string& name : coordinates) text += fmt::format("{}{} >= 0", text.empty() ? "" : ", ", name);
    return domain.empty() ? text : text + " if " + domain;
}

std::vector<std::optional<std::int64_t>> Sample::evaluate(const std::string& term,
                                                          const std::vector<Position>& at) const {
    const lang::Source source{"term", term};
    lang::Elaborator elaborator(source);
    lang::Scope scope;
    std::vector<int> slots;
    for (const std::string& name : coordinates) {
        slots.push_back(elaborator.new_slot());
        scope.names[name].meaning = lang::integer_meaning(variable(slots.back(), name));
    }
    const lang::Meaning meaning = elaborator.meaning(lang::parse_term(term, "term"), scope);
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(elaborator.slot_count()));
    std::vector<std::optional<std::int64_t>> values;
    for (const Position& position : at) {
        for (std::size_t d = 0; d < slots.size(); ++d) frame[slots[d]] = position[d];
        try {
            values.push_back(evaluate_machine(meaning.value, frame));
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            values.push_back(std::nullopt);
        }
    }
    return values;
}

std::vector<std::unique_ptr<Sample>> samples_of(const Subject& subject, const Watch& watch, std::size_t only) {
    std::vector<std::unique_ptr<Sample>> samples;
    if (subject.rules.piles < 0) {
        samples.push_back(sample_with(subject, 0, watch));
        return samples;
    }
    for (const std::size_t piles : {kMostPiles, std::size_t{2}, std::size_t{1}})
        if (only == 0) samples.push_back(sample_with(subject, piles, watch));
    if (only > 0) samples.push_back(sample_with(subject, only, watch));
    for (const auto& sample : samples)
        for (const auto& other : samples)
            if (other != sample) sample->siblings.push_back(other.get());
    return samples;
}

std::unique_ptr<Sample> planted(const Subject& subject, std::vector<std::string> coordinates,
                                const std::function<std::int32_t(const Position&)>& f) {
    auto sample = std::make_unique<Sample>();
    sample->subject = &subject;
    sample->coordinates = std::move(coordinates);
    describe(*sample);
    sample->table = [f](const std::vector<std::int64_t>& extent) -> std::optional<Table> {
        if (count(extent) > kMostCells) return std::nullopt;
        const Table blank(extent, std::vector<std::int32_t>(static_cast<std::size_t>(count(extent))));
        std::vector<std::int32_t> values(blank.size());
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = f(blank.position(i));
        return Table(extent, std::move(values));
    };
    const std::size_t dimension = sample->coordinates.size();
    sample->large = *sample->table(std::vector<std::int64_t>(dimension, sides(dimension).large));
    sample->small = sample->large.part(std::vector<std::int64_t>(dimension, sides(dimension).small));
    sample->symmetric = is_symmetric(sample->large);
    return sample;
}

}  // namespace bouton::discover
