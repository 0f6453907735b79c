// Columns of binary digits: the P-positions are those whose digits add up to a multiple of q in every column, qsum(q, ...) = 0.
//
// With fewer coordinates than q only the empty position satisfies that; such a law says nothing about columns and is left to others.
// Games with piles: if the samples with other numbers of piles agree, the law is stated for every number of piles first.
#include "discover/finders.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::discover {

namespace {

/// Does qsum(q, position) = 0 give exactly the zeros of the table? Nothing more is asked of it here than its small box.
bool fits(const Table& table, std::int64_t q, Effort& effort) {
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        if (table[cell] == Table::kNone) continue;
        if (cell % 128 == 0 && !effort.spend()) return false;
        Position rest = table.position(cell);
        bool zero = true;
        for (bool any = true; any && zero;) {
            std::int64_t ones = 0;
            any = false;
            for (std::int64_t& coordinate : rest) {
                ones += coordinate & 1;
                coordinate >>= 1;
                any = any || coordinate > 0;
            }
            zero = ones % q == 0;
        }
        if (zero != (table[cell] == 0)) return false;
    }
    return true;
}

}  // namespace

std::vector<Guess> find_columns(const Sample& sample, Effort& effort) {
    std::vector<Guess> guesses;
    const auto dimension = static_cast<std::int64_t>(sample.dimension());
    if (dimension < 2 || !sample.domain.empty()) return {};
    for (std::int64_t q = 2; q <= dimension; ++q) {
        if (!fits(sample.small, q, effort)) continue;
        Guess guess;
        guess.kind = Kind::columns;
        guess.label = "P-positions";
        guess.cost = 3;
        const bool only_piles = sample.piles > 0 && sample.piles == sample.dimension();
        const std::string all = only_piles
                                    ? sample.rules().coordinates[static_cast<std::size_t>(sample.rules().piles)] + "..."
                                    : sample.position();
        guess.plain.statement = fmt::format("{{ {} }} = {{ qsum({}, {}) = 0 }}", sample.zero(), q, all);
        if (only_piles &&
            std::all_of(sample.siblings.begin(), sample.siblings.end(),
                        [&](const Sample* other) { return fits(other->small, q, effort); }) &&
            !sample.siblings.empty()) {
            Guess any = guess;
            const std::size_t with = sample.where.find(" with ");
            any.cost = 2;
            any.plain.where = sample.where.substr(0, with) + " with m piles";
            any.plain.variables = "m >= 1";
            any.plain.bounds = "10, m <= 4";
            guesses.push_back(any);
        }
        guesses.push_back(guess);
    }
    return guesses;
}

}  // namespace bouton::discover
