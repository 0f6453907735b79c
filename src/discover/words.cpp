// A word is cut into runs, the runs into a group that repeats and a tail: (0^2 1^2)^3 0^1 2^1 1^1. Words of the same shape get exponents
// c0 + c1 x + c2 r + c3 m with small coefficients, fitted on all choices of that shape (at least six, for at most four unknowns). A law is
// then tested on every choice, with runs of length 0 where an exponent says so; of the conditions on x and r that imply it the widest is
// taken. Exponents in m = floor(y/(2 x)) and r = y - 2 x m: that x and -x are both moves of period 2 x suggests them.
#include "discover/words.hpp"

#include "discover/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::int64_t kLargestMove = 12;
constexpr std::size_t kFewest = 6;  // choices of one shape

using Coefficients = std::array<std::int64_t, 4>;  // of 1, x, r, m
using Choice = std::pair<std::int64_t, std::int64_t>;

struct Point {
    std::int64_t x, r, m;
};

Point point_of(const Choice& c) { return {c.first, c.second % (2 * c.first), c.second / (2 * c.first)}; }

std::int64_t at(const Coefficients& c, const Point& p) { return c[0] + c[1] * p.x + c[2] * p.r + c[3] * p.m; }

struct RunLength {
    std::int32_t symbol;
    std::int64_t count;
    bool operator==(const RunLength&) const = default;
};
using Runs = std::vector<RunLength>;

Runs runs_of(const std::vector<std::int32_t>& word) {
    Runs runs;
    for (const std::int32_t symbol : word) {
        if (runs.empty() || runs.back().symbol != symbol) runs.push_back({symbol, 0});
        ++runs.back().count;
    }
    return runs;
}

/// group^times tail
struct Shaped {
    Runs group, tail;
    std::int64_t times;
};

Shaped shaped(const Runs& runs) {
    Shaped best;
    std::size_t least = 0;
    for (const std::size_t size : {2, 1, 3}) {
        if (runs.size() < size) continue;
        const Runs group(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(size));
        std::size_t times = 1;
        while ((times + 1) * size <= runs.size() &&
               std::equal(group.begin(), group.end(), runs.begin() + static_cast<std::ptrdiff_t>(times * size)))
            ++times;
        const Runs tail(runs.begin() + static_cast<std::ptrdiff_t>(times * size), runs.end());
        const std::size_t cost = size + tail.size() + (times > 1);
        if (least > 0 && cost >= least) continue;
        least = cost;
        best = {group, tail, static_cast<std::int64_t>(times)};
    }
    return best;
}

struct Condition {
    const char* text;
    bool (*holds)(std::int64_t x, std::int64_t r);
};

constexpr Condition kConditions[] = {
    {"r = x", [](std::int64_t x, std::int64_t r) { return r == x; }},
    {"r < x", [](std::int64_t x, std::int64_t r) { return r < x; }},
    {"r > x", [](std::int64_t x, std::int64_t r) { return r > x; }},
    {"r = 0", [](std::int64_t, std::int64_t r) { return r == 0; }},
    {"0 < r < x", [](std::int64_t x, std::int64_t r) { return 0 < r && r < x; }},
    {"r >= x", [](std::int64_t x, std::int64_t r) { return r >= x; }},
    {"r <= x", [](std::int64_t x, std::int64_t r) { return r <= x; }},
    {"r > 0", [](std::int64_t, std::int64_t r) { return r > 0; }},
    {"r >= 0", [](std::int64_t, std::int64_t r) { return r >= 0; }},
};

/// The simplest coefficients with these values.
std::optional<Coefficients> fitted(const std::vector<std::int64_t>& values, const std::vector<Point>& points) {
    std::optional<Coefficients> best;
    std::int64_t least = 0;
    constexpr std::int64_t sizes[] = {0, 1, -1, 2, -2};
    for (const std::int64_t a : sizes)
        for (const std::int64_t b : sizes)
            for (const std::int64_t c : sizes)
                for (const std::int64_t d : sizes) {
                    const Coefficients now{a, b, c, d};
                    const std::int64_t cost = std::abs(a) + std::abs(b) + std::abs(c) + std::abs(d);
                    if (best && cost >= least) continue;
                    bool same = true;
                    for (std::size_t i = 0; same && i < values.size(); ++i) same = at(now, points[i]) == values[i];
                    if (!same) continue;
                    best = now;
                    least = cost;
                }
    return best;
}

std::string text_of(const Coefficients& c) {
    std::string plus, minus;
    const std::array<std::pair<std::int64_t, const char*>, 4> terms{
        {{c[1], "x"}, {c[2], "r"}, {c[3], "m"}, {c[0], ""}}};
    for (const auto& [k, name] : terms) {
        if (k == 0) continue;
        const std::int64_t size = std::abs(k);
        const std::string term = *name == 0  ? std::to_string(size)
                                 : size == 1 ? name
                                             : fmt::format("{}*{}", size, name);
        if (k > 0)
            plus += (plus.empty() ? "" : " + ") + term;
        else
            minus += " - " + term;
    }
    if (plus.empty() && minus.empty()) return "0";
    return plus.empty() ? "0" + minus : plus + minus;
}

std::string power_text(const std::string& base, const Coefficients& c) {
    const std::string exponent = text_of(c);
    if (exponent == "1") return base;
    return base + "^" + (exponent.size() == 1 ? exponent : "(" + exponent + ")");
}

/// A shape with exponents.
struct Scheme {
    std::vector<std::int32_t> group_symbols, tail_symbols;
    std::vector<Coefficients> group, tail;
    Coefficients times{};

    /// Empty: an exponent is negative.
    std::vector<std::int32_t> word(const Choice& choice) const {
        const Point p = point_of(choice);
        std::vector<std::int32_t> result;
        const auto append = [&](const std::vector<std::int32_t>& symbols, const std::vector<Coefficients>& counts) {
            for (std::size_t i = 0; i < symbols.size(); ++i) {
                const std::int64_t count = at(counts[i], p);
                if (count < 0) return false;
                result.insert(result.end(), static_cast<std::size_t>(count), symbols[i]);
            }
            return true;
        };
        for (std::int64_t i = 0; i < at(times, p); ++i)
            if (!append(group_symbols, group)) return {};
        if (at(times, p) < 0 || !append(tail_symbols, tail)) return {};
        return result;
    }

    std::string text() const {
        std::string inner, rest;
        for (std::size_t i = 0; i < group.size(); ++i)
            inner += (i ? " " : "") + power_text(std::to_string(group_symbols[i]), group[i]);
        for (std::size_t i = 0; i < tail.size(); ++i)
            rest += " " + power_text(std::to_string(tail_symbols[i]), tail[i]);
        return (text_of(times) == "1" ? inner : power_text("(" + inner + ")", times)) + rest;
    }
};

/// Do they go on to the same sequence?
bool same_sequence(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    if (a.empty() || b.empty()) return false;
    for (std::size_t i = 0; i < a.size() * b.size(); ++i)
        if (a[i % a.size()] != b[i % b.size()]) return false;
    return true;
}

using Group = std::vector<std::pair<Choice, Shaped>>;

std::optional<Scheme> scheme_of(const Group& group) {
    Scheme scheme;
    std::vector<Point> points;
    std::vector<std::int64_t> times;
    for (const auto& [choice, shape] : group) {
        points.push_back(point_of(choice));
        times.push_back(shape.times);
    }
    const auto fit = [&](bool tail, std::vector<std::int32_t>& symbols, std::vector<Coefficients>& counts) {
        const Runs& first = tail ? group[0].second.tail : group[0].second.group;
        for (std::size_t i = 0; i < first.size(); ++i) {
            std::vector<std::int64_t> values;
            for (const auto& [choice, shape] : group) values.push_back((tail ? shape.tail : shape.group)[i].count);
            const auto found = fitted(values, points);
            if (!found) return false;
            symbols.push_back(first[i].symbol);
            counts.push_back(*found);
        }
        return true;
    };
    const auto found = fitted(times, points);
    if (!found || !fit(false, scheme.group_symbols, scheme.group) || !fit(true, scheme.tail_symbols, scheme.tail))
        return std::nullopt;
    scheme.times = *found;
    return scheme;
}

/// Choices whose words have the same shape, and parts of them under conditions: one shape may come from two laws.
std::vector<Group> groups_of(const PeriodWords& words) {
    std::map<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>, Group> by_shape;
    for (const auto& [choice, word] : words) {
        const Shaped shape = shaped(runs_of(word));
        std::vector<std::int32_t> group, tail;
        for (const RunLength& run : shape.group) group.push_back(run.symbol);
        for (const RunLength& run : shape.tail) tail.push_back(run.symbol);
        by_shape[{group, tail}].emplace_back(choice, shape);
    }
    std::vector<Group> groups;
    for (const auto& [symbols, group] : by_shape) {
        groups.push_back(group);
        for (const Condition& condition : kConditions) {
            Group part;
            for (const auto& entry : group)
                if (condition.holds(point_of(entry.first).x, point_of(entry.first).r)) part.push_back(entry);
            if (part.size() < group.size()) groups.push_back(part);
        }
    }
    std::erase_if(groups, [](const Group& group) { return group.size() < kFewest; });
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.size() > b.size(); });
    return groups;
}

}  // namespace

std::vector<WordLaw> word_laws(const PeriodWords& words, Effort& effort) {
    struct Found {
        WordLaw law;
        std::set<Choice> choices;
    };
    std::vector<Found> found;
    for (const Group& group : groups_of(words)) {
        if (!effort.spend(100)) break;
        const std::optional<Scheme> scheme = scheme_of(group);
        if (!scheme) continue;
        const Condition* widest = nullptr;
        std::set<Choice> best;
        for (const Condition& condition : kConditions) {
            std::set<Choice> where;
            bool right = true;
            for (const auto& [choice, word] : words) {
                if (!condition.holds(point_of(choice).x, point_of(choice).r)) continue;
                where.insert(choice);
                right = right && same_sequence(word, scheme->word(choice));
            }
            if (!right || where.size() < kFewest || where.size() <= best.size()) continue;
            widest = &condition;
            best = where;
        }
        if (widest) found.push_back({{widest->text, scheme->text(), best.size()}, best});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.choices.size() > b.choices.size(); });
    std::vector<WordLaw> laws;
    std::set<Choice> covered;
    for (const Found& one : found) {
        const std::size_t before = covered.size();
        covered.insert(one.choices.begin(), one.choices.end());
        if (covered.size() > before) laws.push_back(one.law);
    }
    if (covered.size() < words.size()) laws.clear();
    return laws;
}

LiftReport lift_set(const Instance& instance, const std::string& parameter, const Request& request,
                    const Watch& watch) {
    LiftReport result;
    result.subject = instance({1, 2});
    if (result.subject.rules.coordinates.size() != 1 || result.subject.rules.piles >= 0) return result;
    PeriodWords words;
    std::vector<std::unique_ptr<Sample>> samples;
    std::unique_ptr<Subject> last;
    for (std::int64_t y = 2; y <= kLargestMove; ++y)
        for (std::int64_t x = 1; x < y; ++x) {
            watch.check();
            watch.report(fmt::format("{} = {{{}, {}}} …", parameter, x, y));
            auto subject = std::make_unique<Subject>(instance({x, y}));
            auto here = samples_of(*subject, watch);
            const auto& values = here[0]->small.values();
            std::int64_t period = 1;
            const auto count = std::min<std::int64_t>(static_cast<std::int64_t>(values.size()), 10 * (x + y));
            const auto repeats = [&](std::int64_t p) {
                return std::equal(values.begin() + p, values.begin() + count, values.begin());
            };
            while (3 * period < count && !repeats(period)) ++period;
            if (3 * period < count) words[{x, y}].assign(values.begin(), values.begin() + period);
            samples = std::move(here);
            last = std::move(subject);
        }
    result.report.boxes = fmt::format("fitted on {} games with moves up to {}", words.size(), kLargestMove);
    Effort effort(100000, watch);
    const std::vector<WordLaw> laws = word_laws(words, effort);
    result.report.tried.push_back({"words", 0, effort.spent(), laws.size()});
    const Sample& sample = *samples[0];
    for (const WordLaw& law : laws) {
        Guess guess;
        guess.kind = Kind::words;
        guess.label = "word if " + law.condition;
        guess.cost = 4 + static_cast<double>(law.word.size()) / 4;
        guess.note = fmt::format("{} of {} games", law.explains, words.size());
        guess.plain.where = fmt::format("in {}({} = {{x, y}})", sample.rules().name, parameter);
        guess.plain.variables = fmt::format("1 <= x < y, m = floor(y/(2*x)), r = y - 2*x*m if {}", law.condition);
        guess.plain.statement =
            fmt::format("{} repeats {}", sample.outcomes() ? "outcome" : sample.value_word(), law.word);
        guess.plain.bounds = "1000, y <= 40";
        NearMiss miss;
        std::optional<Law> found = tested(sample, guess, watch, miss);
        if (!found || !prove(sample, guess, request.effort, watch, *found, miss)) {
            ++result.report.tried.back().refuted;
            result.report.misses.push_back(miss);
            continue;
        }
        found->seconds = watch.elapsed();
        result.report.laws.push_back(*found);
    }
    result.report.seconds = watch.elapsed();
    return result;
}

}  // namespace bouton::discover
