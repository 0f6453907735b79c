// Values that depend on one form of the coordinates only: grundy(x, y) = grundy(x + y, 0). A game of one heap stands behind the two.
#include "discover/finders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace bouton::discover {

namespace {

struct Form {
    const char* text;  // {0}, {1}: the coordinates
    std::int64_t (*value)(std::int64_t x, std::int64_t y);
};

constexpr std::array<Form, 8> kForms = {{
    {"{0} + {1}", [](std::int64_t x, std::int64_t y) { return x + y; }},
    {"{0} + 2*{1}", [](std::int64_t x, std::int64_t y) { return x + 2 * y; }},
    {"2*{0} + {1}", [](std::int64_t x, std::int64_t y) { return 2 * x + y; }},
    {"{0} + 3*{1}", [](std::int64_t x, std::int64_t y) { return x + 3 * y; }},
    {"abs({0} - {1})", [](std::int64_t x, std::int64_t y) { return std::abs(x - y); }},
    {"min({0}, {1})", [](std::int64_t x, std::int64_t y) { return std::min(x, y); }},
    {"max({0}, {1})", [](std::int64_t x, std::int64_t y) { return std::max(x, y); }},
    {"xor({0}, {1})", [](std::int64_t x, std::int64_t y) { return x ^ y; }},
}};

bool fits(const Table& table, const Form& form, std::size_t& compared, Effort& effort) {
    compared = 0;
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        if (cell % 128 == 0 && !effort.spend()) return false;
        const Position position = table.position(cell);
        const std::int64_t heap = form.value(position[0], position[1]);
        const std::int32_t there = table.at({heap, 0});
        if (table[cell] == Table::kNone || there == Table::kNone) continue;
        if (there != table[cell]) return false;
        ++compared;
    }
    return true;
}

}  // namespace

std::vector<Guess> find_reductions(const Sample& sample, Effort& effort) {
    if (sample.dimension() != 2 || !sample.domain.empty()) return {};
    const auto& values = sample.small.values();
    if (std::all_of(values.begin(), values.end(), [&](std::int32_t v) { return v == values[0]; })) return {};
    std::vector<Guess> guesses;
    for (const Form& form : kForms) {
        std::size_t compared = 0;
        if (!fits(sample.small, form, compared, effort)) continue;
        if (compared < sample.small.size() / 4) continue;
        const std::string word = sample.outcomes() ? "outcome" : sample.value_word();
        Guess guess;
        guess.kind = Kind::reduction;
        guess.label = "one heap";
        guess.cost = 4;
        guess.part = true;
        guess.note = "reduces to positions with one heap";
        guess.plain.variables = sample.variables();
        guess.plain.statement =
            fmt::format("{0}({1}) = {0}({2}, 0)", word, sample.position(),
                        fmt::format(fmt::runtime(form.text), sample.coordinates[0], sample.coordinates[1]));
        guesses.push_back(std::move(guess));
    }
    return guesses;
}

}  // namespace bouton::discover
