// Known sequences of two indices, along lines of heaps: grundy(n*k - m) = n - josephus_rank(n, k, m), the number that goes m-th in a circle.
//
// The maps are few: heaps n*k + b*m + c for b = 1, -1 and small c, values p*n + q*rank + r; k is a number of the rules. Each must hold for
// all 1 <= m <= n whose heap is in the small table, hundreds of values for at most five choices. The proof follows the circle: where the
// window lemma gives G(x) = G(x - f(x) - 1), the heap of m goes to that of m + n, the same number one round later.
#include "discover/finders.hpp"
#include "discover/scaffolds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::discover {

namespace {

constexpr std::int64_t kLargestNumber = 12, kFewest = 100;

/// The turn at which number m goes, where of n in a circle every k-th does, counted from 1.
std::vector<std::int64_t> ranks(std::int64_t n, std::int64_t k) {
    std::vector<std::int64_t> circle, turn(static_cast<std::size_t>(n) + 1);
    for (std::int64_t i = 1; i <= n; ++i) circle.push_back(i);
    std::size_t at = 0;
    for (std::int64_t i = 1; i <= n; ++i) {
        at = (at + static_cast<std::size_t>(k) - 1) % circle.size();
        turn[static_cast<std::size_t>(circle[at])] = i;
        circle.erase(circle.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return turn;
}

struct Map {
    std::int64_t k, b, c, p, q, r;  // grundy(n*k + b*m + c) = p*n + q*rank + r
};

bool holds(const Table& table, const Map& map) {
    std::int64_t count = 0;
    for (std::int64_t n = 1; n * map.k < table.extent()[0]; ++n) {
        const auto turn = ranks(n, map.k);
        for (std::int64_t m = 1; m <= n; ++m) {
            const std::int64_t heap = n * map.k + map.b * m + map.c;
            if (heap < 0) return false;
            if (heap >= table.extent()[0]) continue;
            if (table.at({heap}) != map.p * n + map.q * turn[static_cast<std::size_t>(m)] + map.r) return false;
            ++count;
        }
    }
    return count >= kFewest;
}

std::string plus(std::int64_t c, const std::string& term = "") {
    if (c == 0) return "";
    const std::string size = term.empty() ? std::to_string(std::abs(c)) : term;
    return (c > 0 ? " + " : " - ") + size;
}

}  // namespace

std::vector<Guess> find_known(const Sample& sample, Effort& effort) {
    if (sample.dimension() != 1 || sample.outcomes() || sample.rules().players > 0 || !sample.domain.empty()) return {};
    const std::string& x = sample.coordinates[0];
    if (x == "n" || x == "m") return {};
    for (const std::int64_t k : sample.constants) {
        if (k < 2 || k > kLargestNumber) continue;
        for (const std::int64_t b : {-1, 1})
            for (std::int64_t c = -2; c <= 2; ++c)
                for (const std::int64_t p : {0, 1})
                    for (const std::int64_t q : {-1, 1})
                        for (std::int64_t r = -1; r <= 1; ++r) {
                            if (!effort.spend(5)) return {};
                            if (!holds(sample.small, {k, b, c, p, q, r})) continue;
                            Guess guess;
                            guess.kind = Kind::known;
                            guess.label = "ranks";
                            guess.cost = 6 + static_cast<double>(std::abs(c) + std::abs(r));
                            guess.part = true;
                            guess.note = "the Josephus circle";
                            guess.plain.variables = "n >= 1, 1 <= m <= n";
                            guess.plain.statement =
                                fmt::format("grundy(n*{0}{1}{2}) = {3}josephus_rank(n, {0}, m){4}", k, plus(b, "m"),
                                            plus(c), p == 1 ? (q < 0 ? "n - " : "n + ") : (q < 0 ? "-" : ""), plus(r));
                            guess.plain.bounds = "60";
                            return {guess};
                        }
    }
    return {};
}

std::vector<Phrasing> with_circle_lemmas(const Sample& sample, const Guess& guess) {
    const std::string start = "grundy(n*", end = " - m) = n - josephus_rank(n, ";
    if (guess.kind != Kind::known || !guess.plain.statement.starts_with(start)) return {};
    const std::string rest = guess.plain.statement.substr(start.size());
    const std::string k = rest.substr(0, rest.find(' ')), x = sample.coordinates[0];
    if (rest != fmt::format("{0}{1}{0}, m)", k, end)) return {};
    Guess recursion;  // any law of the same game, for the lemmas before it
    recursion.plain.where = guess.plain.where;
    recursion.plain.statement = fmt::format("grundy({}) = 0", x);
    const std::vector<Phrasing> window = with_window_lemma(sample, recursion);
    const std::optional<std::string> cap = taking_cap(sample);
    if (window.empty() || !cap || !cap->starts_with(fmt::format("floor({}/", x))) return {};
    Phrasing circle = guess.plain;
    circle.name = "along the circle";
    circle.game = window[0].game;
    circle.where = window[0].where.empty() ? sample.where : window[0].where;
    circle.lemmas = window[0].lemmas;
    const bool all = k.find_first_not_of("0123456789") != std::string::npos;
    const std::string loops = all ? guess.plain.variables.substr(0, guess.plain.variables.find(',')) + ", " : "";
    const std::string most = all ? fmt::format(", {} <= 6", k) : "";
    circle.lemmas +=
        fmt::format(R"(claim "multiples" {0} for {1}{2} >= 0 if {2} mod {3} = 0: grundy({2}) = floor({2}/{3})
  using "recursion" at {2} = {2}  to 300{4}
claim "step" {0} for {1}n >= 1, 1 <= i < {3}: grundy(n*{3} - i) = grundy(n*{3} - i - n)
  using "recursion" at {2} = n*{3} - i  to 40{4}
claim "iterated" {0} for {1}n >= 1, a >= 0, 1 <= i <= n*{3} if a = 0 or i + (a - 1)*n < {3}: grundy(n*{3} - i) = grundy(n*{3} - i - a*n)
  by induction on a using "step" at i = i + (a - 1)*n, n = n using "iterated" at a = a - 1, i = i, n = n  to 8{4}
)",
                    circle.where, loops, x, k, most);
    circle.hints = fmt::format(
        "by induction on n using \"iterated\" at n = n, i = m, a = -floor((m - {0})/n) using \"iterated\" at n = n, i "
        "= m, "
        "a = -floor((m - {0} - 1)/n)\n  using \"multiples\" at {1} = n*{0} - {0} using \"{2}\" at n = n - 1, m = (m - "
        "{0} - "
        "1) mod n + 1",
        k, x, guess.label);
    return {circle};
}

}  // namespace bouton::discover
