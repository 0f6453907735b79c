// Periods of games with one heap: G(n + p) = G(n) for n >= m, or G(n + p) = G(n) + s.
//
// A certain period (proofs/windows) is guessed first: its proof needs no luck. Otherwise the least one that the small table shows at least
// three times over, with the preperiod in its first quarter; the large table then has room for dozens more. Time: periods times values.
#include "base/period.hpp"
#include "discover/finders.hpp"
#include "proofs/windows/windows.hpp"

#include <fmt/format.h>

#include <cmath>

namespace bouton::discover {

namespace {

constexpr std::int64_t kCertain[] = {2000,
                                     30000};  // heaps that are searched for a period that is certain: most are short
constexpr double kCertainSeconds = 5;
constexpr std::int64_t kLongestWord = 12;  // a period that is also written out, value by value
constexpr std::int64_t kHeap = 4000;       // for longer periods than the small table can show

/// The least period that the first `count` values show; they are few, and all periods are tried.
std::optional<Period> shown(const std::vector<std::int32_t>& values, std::int64_t count, Effort& effort) {
    const auto at = [&](std::int64_t n) { return values[static_cast<std::size_t>(n)]; };
    for (std::int64_t p = 1; 6 * p + 20 <= count; ++p) {
        if (!effort.spend(static_cast<std::uint64_t>(count / 100 + 1))) return std::nullopt;
        const std::int64_t saltus = at(count - 1) - at(count - 1 - p);
        if (saltus < 0) continue;
        std::int64_t first = count - p;
        while (first > 0 && at(first - 1 + p) == at(first - 1) + saltus) --first;
        if (first <= count / 4 && count - first >= 6 * p + 20) return Period{first, p, saltus};
    }
    return std::nullopt;
}

double cost_of(const Period& law) {
    const auto bits = [](std::int64_t n) { return std::log2(static_cast<double>(n) + 1); };
    return 2 + 0.5 * (bits(law.period) + bits(law.preperiod) + bits(law.saltus));
}

/// if x mod 4 = 0 then x else ...: the value from the word of the period.
std::string written_out(const std::string& x, const std::vector<std::int32_t>& values, const Period& law) {
    std::string word;
    for (std::int64_t r = 0; r < law.period; ++r) {
        const std::int32_t value = values[static_cast<std::size_t>(r)];
        word += r + 1 == law.period ? fmt::format("{}", value)
                                    : fmt::format("if {} mod {} = {} then {} else ", x, law.period, r, value);
    }
    if (law.period == 1) word = std::to_string(values[0]);
    if (law.saltus == 0) return word;
    const std::string count = law.period == 1 ? x : fmt::format("floor({}/{})", x, law.period);
    const std::string steps = law.saltus == 1 ? count : fmt::format("{}*{}", law.saltus, count);
    return law.period == 1 && values[0] == 0 ? steps : fmt::format("{} + ({})", steps, word);
}

/// A period that is certain; where that takes too long, none.
PeriodAnswer certain(const Ruleset& rules, What what, const Watch& watch) {
    PeriodAnswer answer;
    const Watch part(watch, {watch.limits().memory, kCertainSeconds});
    for (const std::int64_t heaps : kCertain) {
        try {
            answer = find_period(rules, what, heaps, part);
        } catch (const Error& error) {
            if (error.fault() != Fault::limit) throw;
            watch.check();
            break;
        }
        if (answer.proved || answer.kind.empty()) break;
    }
    return answer;
}

Guess guess_of(const Sample& sample, const std::vector<std::int32_t>& values, const Period& law) {
    const std::string& x = sample.coordinates[0];
    const std::string word = sample.outcomes() ? "outcome" : sample.value_word();
    Guess guess;
    guess.kind = law.saltus == 0 ? Kind::period : Kind::arithmetic_period;
    guess.label = "period";
    guess.cost = cost_of(law);
    if (law.saltus == 0) {
        guess.plain.statement = fmt::format("{} has period {}", word, law.period);
        if (law.preperiod > 0) guess.plain.statement += fmt::format(" after {}", law.preperiod);
    } else {
        guess.plain.variables = fmt::format("{} >= {}", x, law.preperiod);
        guess.plain.statement = fmt::format("{0}({1} + {2}) = {0}({1}) + {3}", word, x, law.period, law.saltus);
    }
    if (law.preperiod == 0 && law.period <= kLongestWord && !sample.outcomes()) {
        Phrasing all;
        all.name = "values of one period";
        all.variables = sample.variables();
        all.statement = fmt::format("{}({}) = {}", word, x, written_out(x, values, law));
        guess.others.push_back(all);
    }
    return guess;
}

}  // namespace

std::vector<Guess> find_periods(const Sample& sample, Effort& effort) {
    if (sample.dimension() != 1 || !sample.domain.empty()) return {};
    const Ruleset& rules = sample.rules();
    if (rules.players == 0 && !rules.moves.empty() && rules.piles < 0) {
        const What what = sample.outcomes() ? What::outcome : What::grundy;
        const PeriodAnswer answer = certain(rules, what, effort.watch());
        if (answer.proved) {
            const std::vector<std::int32_t> first(answer.first.begin(), answer.first.end());
            return {guess_of(sample, first, {answer.preperiod, answer.period, answer.saltus})};
        }
    }
    for (const Table* table : {&sample.small, &sample.large}) {
        const auto count = std::min<std::int64_t>(static_cast<std::int64_t>(table->size()), kHeap);
        const std::optional<Period> law = shown(table->values(), count, effort);
        if (!law) continue;
        if (sample.outcomes() && law->saltus != 0) continue;
        return {guess_of(sample, table->values(), *law)};
    }
    return {};
}

}  // namespace bouton::discover
