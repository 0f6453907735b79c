// P-positions of a game (x, k) whose rules have a function f(k): for every rising f, where it was not given, or for the one that was.
//
// Random rising functions are put in. In each row k the P-positions are intervals, low(k, n) <= x <= high(k, n) for n = 0, 1, 2, ...; the
// steps of both ends are compared with f(k + a n + b) + c, the same a, b, c in all games, rows and steps: hundreds of equations for three
// unknowns. The ends are then sums, low(k, n) = sum(f(k + a t + b) + c for 1 <= t <= n), and the claim that P-positions lie between
// them comes with lemmas about such sums, which rest on nothing but that f rises. With a given f there is one game instead of many, and the
// same lemmas give the law for it.
#include "discover/finders.hpp"
#include "discover/lift.hpp"
#include "discover/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::size_t kGames = 24, kFewestSteps = 100, kFewGivenSteps = 40, kMostBounds = 3;
constexpr std::int64_t kTable = 400, kRows = 4, kMostIntervals = 5;

/// Interval number n of row k in a game with the function f.
struct Ends {
    std::size_t game;
    std::int64_t k, n, low, high;
};

/// end(k, n) - end(k, n - 1) = f(k + a n + b) + c
struct Steps {
    std::int64_t a, b, c;
    bool operator==(const Steps&) const = default;
};

std::vector<std::int64_t> rising(std::mt19937& random) {
    const auto below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
    std::vector<std::int64_t> f{1 + below(4)};
    while (f.size() < kTable) f.push_back(f.back() + (below(2) == 0 ? 0 : below(4)));
    return f;
}

void add_intervals(const Table& table, std::size_t game, std::int64_t rows, std::vector<Ends>& all) {
    const std::int64_t last = table.extent()[0] - 1;
    for (std::int64_t k = 1; k <= rows; ++k) {
        std::int64_t n = 0;
        for (std::int64_t x = 0; x <= last && n < kMostIntervals; ++x) {
            if (table.at({x, k}) != 0) continue;
            const std::int64_t low = x;
            while (x < last && table.at({x + 1, k}) == 0) ++x;
            if (x < last) all.push_back({game, k, n++, low, x});
        }
    }
}

/// All that the ends follow.
std::vector<Steps> steps_of(const std::vector<Ends>& ends, const std::vector<std::vector<std::int64_t>>& functions,
                            std::size_t fewest, bool high) {
    const auto end = [&](const Ends& e) { return high ? e.high : e.low; };
    std::vector<Steps> found;
    for (std::int64_t a = 0; a <= 3; ++a)
        for (std::int64_t b = -3; b <= 3; ++b)
            for (const std::int64_t c : {1, 0, 2}) {  // a move takes a stone at least
                std::size_t count = 0;
                bool same = true;
                for (std::size_t i = 0; same && i < ends.size(); ++i) {
                    if (ends[i].n == 0) {
                        same = end(ends[i]) == 0;
                        continue;
                    }
                    const std::int64_t argument = ends[i].k + a * ends[i].n + b;
                    same = argument >= 1 && argument < kTable &&
                           end(ends[i]) - end(ends[i - 1]) ==
                               functions[ends[i].game][static_cast<std::size_t>(argument)] + c;
                    ++count;
                }
                if (same && count >= fewest) found.push_back({a, b, c});
            }
    return found;
}

/// Low and high ends whose sums differ in where f is asked only, for which there are lemmas; then any others. One function alone may leave
/// several: with f(k) = k, f(k) + 1 is f(k + 1).
std::vector<std::pair<Steps, Steps>> bounds_of(const std::vector<Ends>& ends,
                                               const std::vector<std::vector<std::int64_t>>& functions,
                                               std::size_t fewest) {
    const auto lows = steps_of(ends, functions, fewest, false), highs = steps_of(ends, functions, fewest, true);
    std::vector<std::pair<Steps, Steps>> like, unlike;
    for (const Steps& low : lows)
        for (const Steps& high : highs) (low.a == high.a && low.c == high.c ? like : unlike).emplace_back(low, high);
    std::stable_sort(like.begin(), like.end(),
                     [](const auto& p, const auto& q) { return std::abs(p.first.c - 1) < std::abs(q.first.c - 1); });
    return like.empty() ? unlike : like;
}

std::string plus(std::int64_t c) { return c == 0 ? "" : c > 0 ? fmt::format(" + {}", c) : fmt::format(" - {}", -c); }

/// The claims, with x, k, f for what the game calls them.
class Writer {
  public:
    Writer(const Sample& sample, const syntax::Parameter& f, const Steps& low, const Steps& high)
        : name_(sample.rules().name),
          x_(sample.coordinates[0]),
          k_(sample.coordinates[1]),
          f_(f.name),
          low_(low),
          high_(high) {
        where_ = fmt::format("in {}({}({}) = 1 + ones(c mod 2^{}))", name_, f_, f.arguments[0], f.arguments[0]);
        assuming_ = fmt::format("assuming {0}(1) >= 1 and {0}(t) <= {0}(t + 1) for t >= 1", f_);
    }

    /// For every rising function; `given`: for that of the sample.
    Phrasing phrasing(const Sample* given = nullptr) {
        Phrasing result;
        const auto sum = [&](const Steps& s) {
            return fmt::format("sum({}({} + {}*t{}){} for 1 <= t <= n)", f_, k_, s.a, plus(s.b), plus(s.c));
        };
        result.definitions = fmt::format(
            "function low({0}, n) = {1}\nfunction high({0}, n) = {2}\n"
            "set Row(j) = {{ {0} = j and (exists 0 <= n <= floor({3}/2): low(j, n) <= {3} <= high(j, n)) }}\n"
            "set Between = {{ exists 0 <= n <= floor({3}/2): low({0}, n) <= {3} <= high({0}, n) }}\n",
            k_, sum(low_), sum(high_), x_);
        if (low_.a == high_.a && low_.c == high_.c) add_lemmas();
        result.lemmas = lemmas_;
        result.where = given ? given->where : where_;
        result.variables = given ? "" : "0 <= c < 32";
        result.statement = "{ outcome = P } = Between";
        result.hints = given ? "" : assuming_ + "\n  ";
        if (!lemmas_.empty())
            result.hints +=
                fmt::format("using \"inside\" at j = {0}, {1} = {1} using \"outside\" at j = {0}, {1} = {1}", k_, x_);
        result.bounds =
            given ? fmt::format("{} <= 300, {} <= 10", x_, k_) : fmt::format("{} <= 30, {} <= 4, t <= 20", x_, k_);
        return result;
    }

  private:
    void lemma(const std::string& label, const std::string& loops, const std::string& body, const std::string& hints,
               const std::string& bounds) {
        lemmas_ += fmt::format("claim \"{}\" {} for 0 <= c < 32, {}: {}\n  {}\n  {}  to {}\n", label, where_, loops,
                               body, assuming_, hints, bounds);
    }

    void add_lemmas() {
        const std::string sums = "6, t <= 20", rows = fmt::format("{} <= 30, j <= 3, t <= 20", x_);
        const std::string both = "j >= 1, n >= 0";
        lemma("positive", "j >= 1", fmt::format("{}(j) >= 1", f_), "by induction on j", "12");
        lemma(
            "first term", both,
            fmt::format("low(j, n + 1) = {}(j{}){} + low(j + {}, n)", f_, plus(low_.a + low_.b), plus(low_.c), low_.a),
            "by induction on n using \"first term\" at j = j, n = n - 1", sums);
        lemma("high is low", both, fmt::format("high(j, n) = low(j{}, n)", plus(high_.b - low_.b)),
              "by induction on n using \"high is low\" at j = j, n = n - 1", sums);
        lemma("rises with j", both, "low(j, n) <= low(j + 1, n)",
              "by induction on n using \"rises with j\" at j = j, n = n - 1", sums);
        lemma("rises with n", "j >= 1, 0 <= n <= m", "low(j, n) <= low(j, m)",
              "by induction on m using \"rises with n\" at j = j, n = n, m = m - 1 using \"positive\"", sums);
        lemma("grows", both, "low(j, n) >= 2*n",
              "by induction on n using \"grows\" at j = j, n = n - 1 using \"positive\"", sums);
        lemma("bracket", fmt::format("j >= 1, {} >= 0", x_),
              fmt::format("exists 0 <= n <= {0}: low(j, n) <= {0} < low(j, n + 1)", x_),
              fmt::format("by induction on {0} using \"bracket\" at j = j, {0} = {0} - 1 using \"positive\"", x_),
              fmt::format("{} <= 12, j <= 3, t <= 20", x_));
        lemma("inside", fmt::format("j >= 1, {0} >= 0 if ({0}, j) in Row(j)", x_),
              fmt::format("options({}, j) & Row(j + 1) = {{}}", x_),
              "using \"high is low\" using \"rises with j\" using \"rises with n\" using \"first term\" using "
              "\"positive\"",
              rows);
        lemma("outside", fmt::format("j >= 1, {0} >= 0 if not (({0}, j) in Row(j))", x_),
              fmt::format("options({}, j) & Row(j + 1) != {{}}", x_),
              fmt::format(
                  "using \"bracket\" at j = j, {0} = {0} using \"high is low\" at j = j using \"high is low\" at j = j "
                  "+ 1 using \"rises with j\" at j = j + 1\n  using \"first term\" at j = j using \"grows\" at j = "
                  "j using \"grows\" at j = j + 1 using \"positive\" at j = j",
                  x_),
              rows);
    }

    std::string name_, x_, k_, f_, where_, assuming_, lemmas_;
    Steps low_, high_;
};

/// The names that the claims need are not those of the game.
bool names_are_free(const Sample& sample, const std::string& parameter) {
    for (const char* name : {"j", "n", "m", "t", "c"})
        if (std::count(sample.coordinates.begin(), sample.coordinates.end(), name) > 0 || parameter == name)
            return false;
    return true;
}

/// f(0), f(1), ... of the function that was given for this parameter of the second coordinate; empty: it is none.
std::vector<std::int64_t> given_function(const Sample& sample, const syntax::Parameter& parameter) {
    if (parameter.kind != syntax::Parameter::Kind::function || parameter.arguments.size() != 1 ||
        parameter.arguments[0] != sample.coordinates[1])
        return {};
    for (const auto& [name, text] : sample.subject->arguments) {
        if (name != parameter.name) continue;
        std::vector<Position> at;
        for (std::int64_t k = 0; k < kTable; ++k) at.push_back({0, k});
        std::vector<std::int64_t> values;
        for (const auto& value : sample.evaluate(text, at)) values.push_back(value.value_or(-1));
        return values;
    }
    return {};
}

}  // namespace

std::vector<Guess> find_rows(const Sample& sample, Effort& effort) {
    if (sample.dimension() != 2 || sample.piles > 0 || sample.rules().players > 0 || sample.rules().misere) return {};
    if (sample.large.extent()[1] <= kRows) return {};
    for (const syntax::Parameter& parameter : sample.subject->game.game->parameters) {
        std::vector<std::vector<std::int64_t>> functions{given_function(sample, parameter)};
        if (functions[0].empty() || !names_are_free(sample, parameter.name)) continue;
        effort.spend(1000);
        std::vector<Ends> ends;
        add_intervals(sample.large, 0, sample.large.extent()[1] - 1, ends);
        const auto bounds = bounds_of(ends, functions, kFewGivenSteps);
        if (bounds.empty()) continue;
        Guess guess;
        guess.kind = Kind::rows;
        guess.label = "P-positions";
        guess.cost = 12;
        guess.plain = Writer(sample, parameter, bounds[0].first, bounds[0].second).phrasing(&sample);
        for (std::size_t i = 1; i < std::min(bounds.size(), kMostBounds); ++i) {
            guess.others.push_back(Writer(sample, parameter, bounds[i].first, bounds[i].second).phrasing(&sample));
            guess.others.back().name = "another sum";
        }
        return {guess};
    }
    return {};
}

LiftReport lift_function(const Instance& instance, const std::string& parameter, const Request& request,
                         const Watch& watch) {
    LiftReport result;
    std::mt19937 random(1901);
    std::vector<std::vector<std::int64_t>> functions;
    std::vector<Ends> ends;
    std::unique_ptr<Subject> subject;
    std::vector<std::unique_ptr<Sample>> samples;
    for (std::size_t game = 0; game < kGames; ++game) {
        watch.check();
        watch.report(fmt::format("{} of {} rule functions …", game, kGames));
        functions.push_back(rising(random));
        samples.clear();
        subject = std::make_unique<Subject>(instance(functions.back()));
        result.subject = *subject;
        samples = samples_of(*subject, watch);
        if (samples[0]->dimension() != 2 || samples[0]->piles > 0 || samples[0]->large.extent()[1] <= kRows)
            return result;
        add_intervals(samples[0]->large, game, kRows, ends);
    }
    result.report.boxes = fmt::format("fitted on {} random rising functions, {} intervals", kGames, ends.size());
    const auto bounds = bounds_of(ends, functions, kFewestSteps);
    result.report.tried.push_back({"sums of the rule function", 0, ends.size(), bounds.size()});
    if (bounds.empty()) return result;
    const Sample& sample = *samples[0];
    if (!names_are_free(sample, parameter)) return result;
    const auto& parameters = sample.subject->game.game->parameters;
    const auto f =
        std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == parameter; });
    Guess guess;
    guess.kind = Kind::rows;
    guess.label = "P-positions";
    guess.cost = 12;
    guess.note = "for every rising function";
    guess.plain = Writer(sample, *f, bounds[0].first, bounds[0].second).phrasing();
    NearMiss miss;
    std::optional<Law> law = tested(sample, guess, watch, miss);
    if (law && prove(sample, guess, request.effort, watch, *law, miss)) {
        law->seconds = watch.elapsed();
        result.report.laws.push_back(*law);
    } else {
        result.report.misses.push_back(miss);
    }
    result.report.seconds = watch.elapsed();
    return result;
}

}  // namespace bouton::discover
