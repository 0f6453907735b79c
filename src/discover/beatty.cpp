// P-positions as complementary sequences: (a(n), a(n) + k n + c) and their mirror images, where a(n) = floor((p n + sqrt(q n^2) + s)/r).
//
// The differences of members far apart leave a short interval for the slope of a(n); quadratic irrationals of small height in it are tried,
// exactly (Wythoff's theorem: p = 1, q = 5, r = 2, k = 1). For the golden section the same set is also looked for in Fibonacci digits: the
// smaller numbers of pairs are those whose representation ends in so many zeros modulo m, the larger are their shifts. Members that come
// before the sequence starts are listed. Fitted on one box, tested on one of more than six times as many positions.
#include "base/integer.hpp"
#include "discover/families.hpp"
#include "discover/finders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::int64_t kNear = 400, kFar = 1000;  // sides of the boxes
constexpr std::size_t kFewest = 25;               // pairs
constexpr std::size_t kMostAlone = 6;
constexpr std::int64_t kSmallest = 8;  // numbers whose pairs say how far partners are apart
constexpr std::int64_t kLatestStart = 4, kHeight = 14;
constexpr std::size_t kMostNumbers = 40;

using Pair = std::pair<std::int64_t, std::int64_t>;

/// (p + sqrt(root))/r
struct Quadratic {
    std::int64_t p = 0, root = 0, r = 1;
    std::int64_t weight() const { return std::abs(p) + root + 3 * r; }
};

struct Sequence {
    Quadratic slope;
    std::int64_t shift = 0, step = 0, constant = 0, first = 0;  // b(n) = a(n) + step n + constant
    std::vector<Pair> alone;

    std::int64_t a(std::int64_t n) const {
        const std::int64_t sum = slope.p * n + arithmetic::root(slope.root * n * n) + shift;
        return sum >= 0 ? sum / slope.r : -((-sum + slope.r - 1) / slope.r);
    }
    std::int64_t b(std::int64_t n) const { return a(n) + step * n + constant; }
};

std::vector<Pair> zeros(const Table& table) {
    std::vector<Pair> pairs;
    for (std::size_t cell = 0; cell < table.size(); ++cell)
        if (table[cell] == 0) pairs.emplace_back(table.position(cell)[0], table.position(cell)[1]);
    return pairs;
}

/// Quadratic irrationals that may be the slope of a(n), small ones first.
std::vector<Quadratic> slopes(const std::vector<std::int64_t>& a) {
    double low = 0, high = 1e9;
    const std::size_t n = a.size();
    for (std::size_t s = std::max<std::size_t>(1, n / 2); s < n; ++s)
        for (std::size_t i = 0; i + s < n; ++i) {
            const auto d = static_cast<double>(a[i + s] - a[i]), gap = static_cast<double>(s);
            low = std::max(low, (d - 1) / gap);
            high = std::min(high, (d + 1) / gap);
        }
    std::vector<Quadratic> found;
    for (std::int64_t r = 1; r <= 4; ++r)
        for (std::int64_t root = 2; root <= 200; ++root) {
            const double s = std::sqrt(static_cast<double>(root));
            if (s == std::floor(s)) continue;
            for (auto p = static_cast<std::int64_t>(std::ceil(static_cast<double>(r) * low - s));
                 static_cast<double>(p) <= static_cast<double>(r) * high - s; ++p)
                if (std::abs(p) <= kHeight) found.push_back({p, root, r});
        }
    std::stable_sort(found.begin(), found.end(),
                     [](const Quadratic& x, const Quadratic& y) { return x.weight() < y.weight(); });
    if (found.size() > kMostNumbers) found.resize(kMostNumbers);
    return found;
}

/// What the law says about a box is what the table says.
bool holds(const Sequence& law, bool symmetric, const Table& table) {
    const std::int64_t side = table.extent()[0];
    std::set<Pair> want, got(law.alone.begin(), law.alone.end());
    for (const Pair& pair : zeros(table)) want.insert(pair);
    for (std::int64_t n = law.first; law.a(n) < side; ++n) {
        const Pair pair{law.a(n), law.b(n)};
        if (std::min(pair.first, pair.second) < 0 || pair.second >= side) continue;
        got.insert(pair);
        if (symmetric) got.insert({pair.second, pair.first});
    }
    if (symmetric)
        for (const Pair& pair : law.alone) got.insert({pair.second, pair.first});
    return got == want;
}

/// Below it, partners are in the box, as far as the first pairs tell.
std::int64_t limit_of(const Table& table) {
    const std::int64_t side = table.extent()[0];
    std::int64_t limit = side;
    for (const Pair& pair : zeros(table))
        if (pair.first <= pair.second && pair.first >= kSmallest && pair.first <= kSmallest + side / 16)
            limit = std::min(limit, side * pair.first / (pair.second + kSmallest / 2));
    return limit;
}

/// The pairs (smaller, larger) whose smaller number is below a limit that keeps its partner in the box; empty where two share a number.
std::vector<Pair> half_of(const Table& table, bool symmetric, std::int64_t limit) {
    std::vector<Pair> pairs;
    for (const Pair& pair : zeros(table))
        if ((!symmetric || pair.first <= pair.second) && pair.first < limit) pairs.push_back(pair);
    for (std::size_t i = 0; i + 1 < pairs.size(); ++i)
        if (pairs[i].first == pairs[i + 1].first) return {};
    return pairs.size() < kFewest ? std::vector<Pair>{} : pairs;
}

std::optional<Sequence> sequence_through(const std::vector<Pair>& pairs, std::size_t drop, std::int64_t first,
                                         Effort& effort) {
    const std::size_t count = pairs.size() - drop;
    const auto pair = [&](std::size_t i) { return pairs[drop + i]; };
    const auto difference = [&](std::size_t i) { return pair(i).second - pair(i).first; };
    Sequence law;
    law.first = first;
    const std::int64_t rise = difference(count - 1) - difference(0), steps = static_cast<std::int64_t>(count) - 1;
    if (rise % steps != 0) return std::nullopt;
    law.step = rise / steps;
    law.constant = difference(0) - law.step * first;
    std::vector<std::int64_t> a;
    for (std::size_t i = 0; i < count; ++i) {
        if (difference(i) != law.step * (static_cast<std::int64_t>(i) + first) + law.constant) return std::nullopt;
        a.push_back(pair(i).first);
    }
    for (const Quadratic& slope : slopes(a))
        for (std::int64_t size = 0; size <= 3 * slope.r; ++size)
            for (const std::int64_t shift : {size, -size}) {
                if (!effort.spend(1 + count / 100)) return std::nullopt;
                law.slope = slope;
                law.shift = shift;
                bool same = true;
                for (std::size_t i = 0; same && i < count; ++i)
                    same = law.a(static_cast<std::int64_t>(i) + first) == a[i];
                if (!same) continue;
                law.alone.assign(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(drop));
                return law;
            }
    return std::nullopt;
}

std::string signed_text(std::int64_t c) { return c > 0 ? fmt::format(" + {}", c) : fmt::format(" - {}", -c); }

std::string times(std::int64_t c, const std::string& n) {
    return c == 1 ? n : c == -1 ? "-" + n : fmt::format("{}*{}", c, n);
}

std::string listed(const std::vector<Pair>& alone, bool symmetric) {
    std::set<Pair> all(alone.begin(), alone.end());
    if (symmetric)
        for (const Pair& pair : alone) all.insert({pair.second, pair.first});
    std::vector<std::string> texts;
    for (const Pair& pair : all) texts.push_back(fmt::format("({}, {})", pair.first, pair.second));
    return texts.empty() ? "" : fmt::format("{{ {} }} | ", fmt::join(texts, ", "));
}

/// floor((n + floor(sqrt(5*n^2)))/2)
std::string lower_text(const Sequence& law) {
    const std::string root = fmt::format("floor(sqrt({}*n^2))", law.slope.root);
    std::string sum = law.slope.p > 0   ? times(law.slope.p, "n") + " + " + root
                      : law.slope.p < 0 ? root + " - " + times(-law.slope.p, "n")
                                        : root;
    if (law.shift != 0) sum += signed_text(law.shift);
    return law.slope.r == 1 ? sum : fmt::format("floor(({})/{})", sum, law.slope.r);
}

Guess guess_of(const Sample& sample, const Sequence& law, bool symmetric) {
    Guess guess;
    guess.kind = Kind::beatty;
    guess.label = "P-positions";
    guess.cost = 4 + std::log2(static_cast<double>(law.slope.weight())) + 2 * static_cast<double>(law.alone.size());
    guess.plain.definitions = fmt::format("function lower(n) = {}\n", lower_text(law));
    std::string upper = "lower(n)";
    if (law.step != 0) upper += " + " + times(law.step, "n");
    if (law.constant != 0) upper += signed_text(law.constant);
    std::string set = listed(law.alone, symmetric);
    set += fmt::format("{{ (lower(n), {}) for n >= {} }}", upper, law.first);
    if (symmetric) set += fmt::format(" | {{ ({}, lower(n)) for n >= {} }}", upper, law.first);
    guess.plain.statement = fmt::format("{{ {} }} = {}", sample.zero(), set);
    return guess;
}

bool usable(const Sample& sample) {
    return sample.dimension() == 2 && sample.outcomes() &&
           *std::min_element(sample.large.extent().begin(), sample.large.extent().end()) >= 100 &&
           zeros(sample.large).size() < 2 * static_cast<std::size_t>(sample.large.extent()[0]);
}

std::int64_t shifted(std::int64_t n) { return static_cast<std::int64_t>(fibonacci_shift(Integer(n))); }

/// The numbers n >= 1 whose Fibonacci digits end in r zeros modulo m, with partners shift(n) + c: does that give the pairs?
bool digits_give(const std::vector<Pair>& pairs, std::int64_t side, std::uint64_t m, std::uint64_t r, std::int64_t c) {
    std::vector<Pair> got;
    for (std::int64_t n = 1; 3 * n < side; ++n)
        if (fibonacci_zeros(Integer(n)) % m == r) got.emplace_back(n, shifted(n) + c);
    return got == pairs;
}

}  // namespace

std::vector<Guess> find_beatty(const Sample& sample, Effort& effort) {
    if (!usable(sample)) return {};
    const std::optional<Table> near = sample.table({kNear, kNear});
    if (!near) return {};
    const std::vector<Pair> pairs = half_of(*near, sample.symmetric, limit_of(*near));
    if (pairs.empty()) return {};
    for (std::size_t drop = 0; drop <= kMostAlone; ++drop)
        for (std::int64_t first = 0; first <= kLatestStart; ++first) {
            const std::optional<Sequence> law = sequence_through(pairs, drop, first, effort);
            if (!law) continue;
            const Guess guess = guess_of(sample, *law, sample.symmetric);
            const std::optional<Table> far = sample.table({kFar, kFar});
            if (!far || holds(*law, sample.symmetric, *far)) return {guess};
        }
    return {};
}

std::vector<Guess> find_zeckendorf(const Sample& sample, Effort& effort) {
    if (!usable(sample) || !effort.spend(100)) return {};
    const std::optional<Table> near = sample.table({kNear, kNear});
    if (!near) return {};
    std::vector<Pair> pairs = half_of(*near, sample.symmetric, (kNear + 2) / 3), alone;
    if (pairs.empty()) return {};
    if (pairs[0].first == 0) {
        alone.push_back(pairs[0]);
        pairs.erase(pairs.begin());
    }
    const std::int64_t c = pairs[0].second - shifted(pairs[0].first);
    for (const std::uint64_t m : {1u, 2u, 3u, 4u})
        for (std::uint64_t r = 0; r < m; ++r) {
            if (!digits_give(pairs, near->extent()[0], m, r, c)) continue;
            Guess guess;
            guess.kind = Kind::zeckendorf;
            guess.label = "P-positions";
            guess.cost = 6 + 2 * static_cast<double>(alone.size());
            const std::string partner = "fibonacci_shift(n)" + (c == 0 ? "" : signed_text(c));
            const std::string loop = m == 1 ? "n >= 1" : fmt::format("n >= 1 if fibonacci_zeros(n) mod {} = {}", m, r);
            guess.plain.statement = fmt::format("{{ {} }} = {}{{ (n, {}) for {} }}", sample.zero(),
                                                listed(alone, sample.symmetric), partner, loop);
            if (sample.symmetric) guess.plain.statement += fmt::format(" | {{ ({}, n) for {} }}", partner, loop);
            return {guess};
        }
    return {};
}

}  // namespace bouton::discover
