// Atlases against plain loops in the same run: all subtraction sets of three moves up to 64, findings of each; then what the targets of
// docs/performance.md ask for without a baseline. Results are compared before times are.
//
//     bouton-bench-atlas [MOST]        sets up to MOST (64) against plain loops; then up to 256 by the sweep alone
#include "atlas/subtraction.hpp"
#include "base/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using namespace bouton;
using namespace bouton::atlas;

struct Plain {
    std::int64_t preperiod, period, outcome_preperiod, outcome_period;
    std::uint8_t largest;
};

/// The first window of so many values that occurs a second time.
std::pair<std::int64_t, std::int64_t> first_repetition(const std::string& values, std::size_t window,
                                                       std::unordered_map<std::string, std::size_t>& seen) {
    seen.clear();
    for (std::size_t n = 0; n + window <= values.size(); ++n) {
        const auto [at, is_new] = seen.emplace(values.substr(n, window), n);
        if (!is_new) return {at->second, n - at->second};
    }
    return {-1, -1};
}

/// As one would write it: values by the definition until a window repeats, found in a hash table.
Plain plain(int a, int b, int c) {
    std::string values;
    std::unordered_map<std::string, std::size_t> seen;
    std::int64_t preperiod = -1, period = -1;
    for (int n = 0; period < 0; ++n) {
        bool taken[4] = {};
        for (const int move : {a, b, c})
            if (move <= n) taken[static_cast<unsigned char>(values[static_cast<std::size_t>(n - move)])] = true;
        values += static_cast<char>(std::find(taken, taken + 3, false) - taken);
        if (n + 1 < c) continue;
        const std::size_t start = static_cast<std::size_t>(n + 1 - c);
        const auto [at, is_new] = seen.emplace(values.substr(start), start);
        if (!is_new) {
            preperiod = static_cast<std::int64_t>(at->second);
            period = static_cast<std::int64_t>(start) - preperiod;
        }
    }
    const auto largest = static_cast<std::uint8_t>(*std::max_element(values.begin(), values.end()));
    for (char& value : values) value = std::min<char>(value, 1);
    const auto [outcome_preperiod, outcome_period] = first_repetition(values, static_cast<std::size_t>(c), seen);
    return {preperiod, period, outcome_preperiod, outcome_period, largest};
}

template <class Work> double seconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Set {
    int a, b, c;
};

std::vector<Set> sets(int most) {
    std::vector<Set> result;
    for (int a = 1; a <= most; ++a)
        for (int b = a + 1; b <= most; ++b)
            for (int c = b + 1; c <= most; ++c) result.push_back({a, b, c});
    return result;
}

void sweep(const std::vector<Set>& all, std::vector<Findings>& found) {
    const Watch watch;
    parallel::PerThread<SubtractionSweep> sweeps([&watch] { return SubtractionSweep(watch); });
    constexpr std::size_t kParts = 64;
    parallel::each(kParts, [&](std::size_t part) {
        for (std::size_t i = part; i < all.size(); i += kParts)
            found[i] = sweeps.local().find({all[i].a, all[i].b, all[i].c}, 1000000, true);
    });
}

}  // namespace

int main(int argc, char** argv) {
    const int most = argc > 1 ? std::atoi(argv[1]) : 64;
    const std::vector<Set> all = sets(most);
    std::vector<Plain> slow(all.size());
    std::vector<Findings> fast(all.size());
    const double by_loops = seconds([&] {
        for (std::size_t i = 0; i < all.size(); ++i) slow[i] = plain(all[i].a, all[i].b, all[i].c);
    });
    double by_sweep = 1e9;
    for (int i = 0; i < 5; ++i) by_sweep = std::min(by_sweep, seconds([&] { sweep(all, fast); }));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Findings& f = fast[i];
        const Plain& p = slow[i];
        if (f.settled && f.preperiod == p.preperiod && f.period == p.period &&
            f.outcome_preperiod == p.outcome_preperiod && f.outcome_period == p.outcome_period &&
            f.largest_value == p.largest)
            continue;
        fmt::print("DIFFERENT at {} {} {}\n", all[i].a, all[i].b, all[i].c);
        return 1;
    }
    fmt::print(
        "three moves to {}: {} sets, plain loops (one thread) {:.3f} s, sweep (all threads) {:.4f} s: {:.0f} times\n",
        most, all.size(), by_loops, by_sweep, by_loops / by_sweep);
    const std::vector<Set> many = sets(256);
    std::vector<Findings> found(many.size());
    const double by_sweep_256 = seconds([&] { sweep(many, found); });
    fmt::print("three moves to 256: {} sets, sweep {:.1f} s, {:.2f} microseconds each\n", many.size(), by_sweep_256,
               1e6 * by_sweep_256 / static_cast<double>(many.size()));
    return 0;
}
