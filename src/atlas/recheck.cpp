#include "atlas/recheck.hpp"

#include "atlas/fingerprint.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "engines/reference/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <random>
#include <set>

namespace bouton::atlas {

namespace {

using Sequence = std::vector<std::int64_t>;

constexpr std::int64_t kMostPlain = 4000000;  // heaps of a loop over a few moves
constexpr std::int64_t kMostByReference = 3000;

/// The definition: the least value that no option has.
Sequence plain_values(const std::vector<std::int64_t>& moves, std::int64_t count, const Watch& watch) {
    Sequence values;
    std::vector<bool> seen;
    for (std::int64_t n = 0; n < count; ++n) {
        if (n % 65536 == 0) watch.check();
        seen.assign(moves.size() + 1, false);
        for (const std::int64_t move : moves)
            if (move <= n) seen[static_cast<std::size_t>(values[static_cast<std::size_t>(n - move)])] = true;
        values.push_back(std::find(seen.begin(), seen.end(), false) - seen.begin());
    }
    return values;
}

Sequence reference_values(const Ruleset& rules, std::int64_t count, const Watch& watch) {
    const auto engine = make_reference_engine(rules, What::grundy, watch);
    Sequence values;
    for (std::int64_t n = 0; n < count; ++n) values.push_back(engine->value({n}));
    return values;
}

/// Is p (with saltus s) the least period of these values, and m the least preperiod, as far as they go?
std::string wrong_period(const Sequence& values, std::int64_t m, std::int64_t p, std::int64_t s, const char* what) {
    const auto count = static_cast<std::int64_t>(values.size());
    const auto holds = [&](std::int64_t n, std::int64_t q, std::int64_t t) {
        return values[static_cast<std::size_t>(n + q)] == values[static_cast<std::size_t>(n)] + t;
    };
    if (m < 0 || p < 1) return fmt::format("there is no period of {}", what);
    for (std::int64_t n = m; n + p < count; ++n)
        if (!holds(n, p, s)) return fmt::format("{} do not repeat after {} at {}", what, p, n);
    if (m > 0 && holds(m - 1, p, s)) return fmt::format("{} repeat from {} on already", what, m - 1);
    for (std::int64_t q = 2; q <= p; ++q) {
        if (p % q != 0 || s % q != 0) continue;
        bool all = true;
        for (std::int64_t n = m; all && n + p / q < count; ++n) all = holds(n, p / q, s / q);
        if (all) return fmt::format("{} repeat after {} already", what, p / q);
    }
    return "";
}

std::string wrong_findings(const Findings& f, const Sequence& values) {
    const auto count = static_cast<std::int64_t>(values.size());
    Sequence outcomes;
    for (const std::int64_t value : values) outcomes.push_back(std::min<std::int64_t>(value, 1));
    if (f.outcome_period != kUnknown) {
        const std::string wrong = wrong_period(outcomes, f.outcome_preperiod, f.outcome_period, 0, "outcomes");
        if (!wrong.empty()) return wrong;
    }
    const std::int64_t first = f.settled ? f.preperiod + f.period : f.looked + 1;
    if (f.settled) {
        const std::string wrong = wrong_period(values, f.preperiod, f.period, f.saltus, "values");
        if (!wrong.empty()) return wrong;
    }
    if (first > count) return "too few values";
    const Sequence begin(values.begin(), values.begin() + first);
    const std::int64_t largest = *std::max_element(begin.begin(), begin.end());
    if (f.largest_value != (f.settled && f.saltus > 0 ? kUnknown : largest))
        return fmt::format("the largest value is {}", largest);
    const std::uint64_t hash =
        f.settled ? fingerprint(f.preperiod, f.period, f.saltus, begin) : fingerprint(first, 0, 0, begin);
    return hash == f.hash ? "" : "the values are others";
}

/// A table of a box: all its positions by the reference engine.
std::optional<std::string> wrong_box(const Ruleset& rules, const Findings& f, const Watch& watch) {
    std::int64_t count = 1;
    for (std::size_t i = 0; i < rules.coordinates.size() && count <= kMostByReference; ++i) count *= f.looked + 1;
    if (count > kMostByReference) return std::nullopt;
    const auto engine = make_reference_engine(rules, What::grundy, watch);
    Sequence values;
    Position at(rules.coordinates.size(), 0);
    for (std::int64_t cell = 0; cell < count; ++cell) {
        std::int64_t rest = cell;
        for (std::size_t i = at.size(); i-- > 0; rest /= f.looked + 1) at[i] = rest % (f.looked + 1);
        values.push_back(engine->value(at));
    }
    const std::int64_t largest = *std::max_element(values.begin(), values.end());
    if (f.largest_value != largest) return fmt::format("the largest value is {}", largest);
    const std::uint64_t hash = fingerprint(static_cast<std::int64_t>(values.size()), 0, 0, values);
    return hash == f.hash && !f.settled ? "" : "the values are others";
}

/// The members with the greatest of everything, and some at random, by their number.
std::set<std::uint64_t> chosen(Store& store, std::uint64_t count, std::uint64_t seed) {
    std::set<std::uint64_t> result;
    for (const char* column : {"period", "preperiod", "outcome_period", "outcome_preperiod", "largest_value"}) {
        Statement select(store.database(),
                         fmt::format("SELECT member FROM members WHERE settled = 1 AND {} IS NOT NULL "
                                     "ORDER BY {} DESC, member LIMIT 3",
                                     column, column));
        while (select.step()) result.insert(static_cast<std::uint64_t>(select.integer(0)));
    }
    std::mt19937_64 random(seed);
    const std::uint64_t done = store.done();
    for (std::uint64_t i = 0; i < count && done > 0; ++i) result.insert(random() % done + 1);
    return result;
}

}  // namespace

std::optional<std::string> compare_plainly(const Family& family, const Values& values, const Findings& f,
                                           const Watch& watch) {
    const std::int64_t needed = f.settled ? f.preperiod + 2 * f.period : f.looked + 1;
    std::vector<std::int64_t> moves;
    if (family.is_subtraction() && family.moves(values, 1000, 1000000, moves)) {
        // A window as long as the largest move that repeats makes the period certain.
        const std::int64_t count = std::max(needed, f.settled ? f.preperiod + f.period + moves.back() : 0);
        if (count > kMostPlain) return std::nullopt;
        return wrong_findings(f, plain_values(moves, count, watch));
    }
    if (family.dimension() > 1) return wrong_box(family.rules(values), f, watch);
    if (needed > kMostByReference) return std::nullopt;
    return wrong_findings(f, reference_values(family.rules(values), std::max<std::int64_t>(needed, 100), watch));
}

Rechecked recheck(Store& store, const Family& family, std::uint64_t count, std::uint64_t seed, const Watch& watch) {
    Rechecked result;
    const std::set<std::uint64_t> wanted = chosen(store, count, seed);
    std::vector<Row> rows;
    std::uint64_t hash = 0, number = 0;
    store.for_each([&](const Row& row) {
        if (++number % 4096 == 0) watch.check();
        hash = Store::rows_hash(hash, row);
        if (wanted.contains(number)) rows.push_back(row);
        return true;
    });
    result.rows_intact = number == store.done() && hash == store.rows_hash();
    std::mutex mutex;
    std::map<std::size_t, std::string> wrong;
    parallel::each(rows.size(), [&](std::size_t i) {
        watch.check();
        const auto said = compare_plainly(family, rows[i].values, rows[i].findings, watch);
        const std::lock_guard lock(mutex);
        ++(said ? result.members : result.left_out);
        if (said && !said->empty()) wrong[i] = *said;
    });
    for (const auto& [i, said] : wrong)
        result.wrong.push_back(fmt::format("{}: {}", named(family.variables(), rows[i].values), said));
    return result;
}

}  // namespace bouton::atlas
