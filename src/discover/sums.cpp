// Sums of independent parts: the value of a position is the xor of the values of its coordinates, each alone. Then a law for each
// coordinate gives one for all of them: grundy(x, y) = xor(f(x), g(y)), and the P-positions are where that is 0.
//
// Whether it is a sum is seen on the small box. The parts are sought as periods and formulas, on their own small and large tables.
#include "discover/finders.hpp"
#include "discover/formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bouton::discover {

namespace {

constexpr std::int64_t kSmallPart = 120, kLargePart = 2000;  // heaps: engines for several coordinates take their time
constexpr std::int64_t kLongestWord = 6;                     // a period of a part that is written out

/// The values along one axis, 0 elsewhere.
std::int32_t alone(const Table& table, std::size_t axis, std::int64_t x) {
    Position position(table.dimension(), 0);
    position[axis] = x;
    return table.at(position);
}

bool is_sum(const Table& table, Effort& effort) {
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        if (cell % 64 == 0 && !effort.spend()) return false;
        const Position position = table.position(cell);
        std::int32_t all = 0;
        for (std::size_t d = 0; d < position.size(); ++d) {
            const std::int32_t part = alone(table, d, position[d]);
            if (part == Table::kNone) return false;
            all ^= part;
        }
        if (all != table[cell]) return false;
    }
    return true;
}

/// The sample of one coordinate, the others 0. Terms of the rules that speak of others are left out.
Sample part_of(const Sample& sample, std::size_t axis) {
    Sample part;
    part.subject = sample.subject;
    part.coordinates = {sample.coordinates[axis]};
    part.constants = sample.constants;
    part.parameters = sample.parameters;
    part.table = [&sample, axis](const std::vector<std::int64_t>& extent) -> std::optional<Table> {
        std::vector<std::int64_t> whole(sample.dimension(), 1);
        whole[axis] = extent[0];
        const std::optional<Table> table = sample.table(whole);
        if (!table) return std::nullopt;
        return Table(extent, table->values());
    };
    for (const std::string& term : sample.terms) {
        try {
            part.evaluate(term, {{1}});
            part.terms.push_back(term);
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
        }
    }
    if (std::optional<Table> table = part.table({kLargePart})) {
        part.large = std::move(*table);
        part.small = part.large.part({kSmallPart});
    }
    return part;
}

/// if x mod 3 = 0 then ..., from the values of one period, where it is short and begins at 0.
ExpressionPtr period_of(const Sample& part) {
    const ExpressionPtr x = leaf(0, part.coordinates[0]);
    const auto& values = part.large.values();
    for (std::int64_t p = 1; p <= kLongestWord; ++p) {
        const auto period = static_cast<std::size_t>(p);
        bool holds = true;
        for (std::size_t n = period; holds && n < values.size(); ++n) holds = values[n] == values[n - period];
        if (!holds) continue;
        bool rising = true;
        for (std::size_t r = 0; r < period; ++r) rising = rising && values[r] == static_cast<std::int32_t>(r);
        if (rising) return p == 1 ? constant(0) : node(Operation::modulo, {x}, static_cast<Number>(p));
        ExpressionPtr word = constant(values[period - 1]);
        for (std::size_t r = period - 1; r-- > 0;)
            word = node(Operation::choose,
                        {node(Operation::equal,
                              {node(Operation::modulo, {x}, static_cast<Number>(p)), constant(static_cast<Number>(r))}),
                         constant(values[r]), word});
        return word;
    }
    return nullptr;
}

struct PartLaw {
    ExpressionPtr expression;
    double cost = 0;
};

/// A part's formula with its coordinate as that of the whole; null: it has terms of the rules in it.
ExpressionPtr of_coordinate(const ExpressionPtr& e, std::int32_t index, const std::string& name) {
    for (const std::int32_t used : leaves_of(e))
        if (used != 0) return nullptr;
    return with_leaves(e, {leaf(index, name)});
}

PartLaw law_of(const Sample& part, Effort& effort) {
    if (part.large.size() == 0) return {};
    if (const ExpressionPtr word = period_of(part)) return {word, 4};
    const std::vector<Guess> formulas = find_closed_formulas(part, effort);
    if (formulas.empty()) return {};
    return {formulas[0].expression, formulas[0].cost};
}

Guess guess_of(const Sample& sample, const std::string& all, double cost) {
    Guess guess;
    guess.kind = Kind::sum;
    guess.cost = cost;
    guess.label = sample.outcomes() ? "P-positions" : "values";
    guess.plain.variables = sample.variables();
    guess.plain.statement = sample.outcomes() ? fmt::format("outcome({}) = P iff {} = 0", sample.position(), all)
                                              : fmt::format("grundy({}) = {}", sample.position(), all);
    return guess;
}

/// The same from two lemmas: it is a sum, and what the parts are.
Phrasing by_parts(const Sample& sample, const std::vector<std::string>& parts, const Guess& guess) {
    Phrasing phrasing = guess.plain;
    phrasing.name = "parts";
    std::vector<std::string> single;
    std::string at;
    for (std::size_t d = 0; d < sample.dimension(); ++d) {
        std::vector<std::string> position(sample.dimension(), "0");
        position[d] = sample.coordinates[d];
        single.push_back(fmt::format("grundy({})", fmt::join(position, ", ")));
        at += fmt::format("{}{} = {}", d ? ", " : "", sample.coordinates[d], sample.coordinates[d]);
        const std::string label = "part " + sample.coordinates[d];
        phrasing.lemmas += fmt::format("claim \"{}\" {} for {} >= 0: {} = {}  to 200\n", label, sample.where,
                                       sample.coordinates[d], single.back(), parts[d]);
        phrasing.hints += fmt::format("using \"{}\" at {} = {} ", label, sample.coordinates[d], sample.coordinates[d]);
    }
    phrasing.lemmas += fmt::format("claim \"sum\" {} for {}: grundy({}) = xor({})  to 40\n", sample.where,
                                   sample.variables(), sample.position(), fmt::join(single, ", "));
    phrasing.hints += "using \"sum\" at " + at;
    return phrasing;
}

}  // namespace

std::vector<Guess> find_sums(const Sample& sample, Effort& effort) {
    if (sample.dimension() < 2 || !sample.domain.empty() || sample.rules().players > 0 || sample.rules().misere)
        return {};
    // Values decide also where only outcomes are asked for.
    Subject subject = *sample.subject;
    subject.quantity = Quantity::values;
    std::vector<std::unique_ptr<Sample>> own;
    if (sample.outcomes()) own = samples_of(subject, effort.watch(), sample.piles);
    const Sample& values = sample.outcomes() ? *own[0] : sample;
    if (!is_sum(values.small, effort)) return {};
    std::vector<std::string> parts;
    ExpressionPtr all;
    double cost = 1;
    std::vector<std::string> single;
    for (std::size_t d = 0; d < values.dimension(); ++d) {
        Effort share(effort.left() / (values.dimension() - d), effort.watch());
        const PartLaw law = law_of(part_of(values, d), share);
        effort.spend(share.spent());
        std::vector<std::string> position(values.dimension(), "0");
        position[d] = values.coordinates[d];
        single.push_back(fmt::format("grundy({})", fmt::join(position, ", ")));
        cost += law.cost + 1;
        if (!law.expression) continue;
        parts.push_back(text(law.expression));
        const ExpressionPtr part = of_coordinate(law.expression, static_cast<std::int32_t>(d), values.coordinates[d]);
        all = !part ? nullptr : d == 0 ? part : all ? node(Operation::bit_xor, {all, part}) : nullptr;
    }
    if (parts.size() < values.dimension()) {
        Guess guess = guess_of(sample, fmt::format("xor({})", fmt::join(single, ", ")), 2);
        guess.part = true;
        guess.note = "a sum of games of one heap each";
        return {guess};
    }
    Guess guess = guess_of(sample, fmt::format("xor({})", fmt::join(parts, ", ")), cost);
    if (all) guess.expression = sample.outcomes() ? node(Operation::equal, {all, constant(0)}) : all;
    guess.others.push_back(by_parts(values, parts, guess));
    return {guess};
}

}  // namespace bouton::discover
