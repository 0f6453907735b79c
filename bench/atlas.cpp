// Atlases against plain loops in the same run: all subtraction sets of three moves up to 64, findings of each; then what the targets of
// docs/performance.md ask for without a baseline. Results are compared before times are.
//
//     bouton-bench-atlas [MOST]        sets up to MOST (64) against plain loops; then up to 256 by the sweep alone
//     bouton-bench-atlas codes LAST    octal codes of three digits, heaps to LAST, against plain loops
#include "atlas/solver.hpp"
#include "atlas/subtraction.hpp"
#include "base/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
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

struct Time {
    double seconds = 1e9,
           cpu = 1e9;  // by the clock; of all threads together, which counts on a machine that does other things too
};

template <class Work> Time time_of(Work work) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t begin = std::clock();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
            static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC};
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

const char* const kOctal =
    "game octal (x)\n"
    "  parameter code(t)\n"
    "  move (x - t)           for t >= 1 if x = t and digit(code(t), 2, 0) = 1\n"
    "  move (x - t)           for t >= 1 if x > t and digit(code(t), 2, 1) = 1\n"
    "  move (a) + (x - t - a) for 0 <= t <= x - 2, 1 <= a <= x - t - a if digit(code(t), 2, 2) = 1\n";

/// Values of the heaps up to `last` of the code 0.abc, as one would write it; the largest of them.
int plain_code(const Values& code, int last) {
    std::vector<std::uint16_t> values(static_cast<std::size_t>(last) + 1);
    std::vector<int> seen(65536, -1);
    for (int n = 1; n <= last; ++n) {
        for (int t = 1; t <= 3; ++t) {
            const std::int64_t digit = code[static_cast<std::size_t>(t - 1)];
            if (n == t && (digit & 1)) seen[0] = n;
            if (n > t && (digit & 2)) seen[values[static_cast<std::size_t>(n - t)]] = n;
            if (!(digit & 4)) continue;
            const std::uint16_t* const rest = values.data() + (n - t);
            for (int a = 1; 2 * a <= n - t; ++a) seen[values[static_cast<std::size_t>(a)] ^ rest[-a]] = n;
        }
        std::uint16_t value = 0;
        while (seen[value] == n) ++value;
        values[static_cast<std::size_t>(n)] = value;
    }
    return *std::max_element(values.begin(), values.end());
}

/// All codes of three digits: how long they take with heaps to `last`, and how long plain loops take for the values alone of every eighth.
int codes(int last) {
    const Watch watch;
    const auto document = lang::read_document({"octal.bouton", kOctal}, [](const std::string&) { return nullptr; });
    const Family family({&document->file.games[0], document.get()},
                        {"octal", {{"code", "0.{a}{b}{c}"}}, "0 <= a <= 7, 0 <= b <= 7, 0 <= c <= 7 if a + b + c > 0"});
    std::vector<Values> all;
    family.for_each([&](const Values& values) {
        all.push_back(values);
        return true;
    });
    Solver solver(family, {last, true, true}, watch);
    std::vector<Findings> found(all.size());
    const Time fast = time_of([&] {
        for (std::size_t i = 0; i < all.size(); ++i) found[i] = solver.find(all[i]);
    });
    std::size_t count = 0;
    bool right = true;
    const Time slow = time_of([&] {
        for (std::size_t i = 0; i < all.size(); i += 8, ++count)
            right = right && plain_code(all[i], last) == found[i].largest_value;
    });
    if (!right) {
        fmt::print("DIFFERENT largest values\n");
        return 1;
    }
    const double each = fast.cpu / static_cast<double>(all.size()), plain_each = slow.cpu / static_cast<double>(count);
    fmt::print("octal codes of three digits to {}, one thread: {:.2f} ms a code, plain loops {:.1f} ms: {:.0f} times\n",
               last, 1000 * each, 1000 * plain_each, plain_each / each);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 2 && std::string(argv[1]) == "codes") return codes(std::atoi(argv[2]));
    const int most = argc > 1 ? std::atoi(argv[1]) : 64;
    const std::vector<Set> all = sets(most);
    std::vector<Plain> slow(all.size());
    std::vector<Findings> fast(all.size());
    const Time by_loops = time_of([&] {
        for (std::size_t i = 0; i < all.size(); ++i) slow[i] = plain(all[i].a, all[i].b, all[i].c);
    });
    Time by_sweep;
    for (int i = 0; i < 5; ++i) {
        const Time once = time_of([&] { sweep(all, fast); });
        by_sweep = {std::min(by_sweep.seconds, once.seconds), std::min(by_sweep.cpu, once.cpu)};
    }
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
        "three moves to {}: {} sets, plain loops in one thread {:.3f} s, {:.3f} s of processor; sweep in all threads "
        "{:.4f} s, "
        "{:.4f} s of processor: {:.0f} times by the clock, {:.0f} times a core\n",
        most, all.size(), by_loops.seconds, by_loops.cpu, by_sweep.seconds, by_sweep.cpu,
        by_loops.seconds / by_sweep.seconds, by_loops.cpu / by_sweep.cpu);
    const std::vector<Set> many = sets(256);
    std::vector<Findings> found(many.size());
    const Time by_sweep_256 = time_of([&] { sweep(many, found); });
    fmt::print("three moves to 256: {} sets, sweep {:.1f} s, {:.1f} s of processor\n", many.size(),
               by_sweep_256.seconds, by_sweep_256.cpu);
    return 0;
}
