// Periods of one-heap games that are said to be certain: the values of the first heaps, by the definition alone, follow them; what the
// law says of a heap is its value; and the second checker accepts the certificate.
#include "check/windows/windows.hpp"
#include "fuzz/fuzz.hpp"
#include "proofs/windows/windows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace {

using namespace bouton;
using namespace bouton::fuzz;

/// What may be done with a heap: take t for good; take r and leave two heaps of at least `least`, perhaps unequal ones; take all but E.
struct Split {
    std::int64_t taken, least;
    bool unequal;
};
struct Heap {
    std::set<std::int64_t> taken;
    std::vector<Split> splits;
    std::int64_t lowest = -1;  // all-but: to every heap from this on; -1: not
    std::set<std::int64_t> except;
    bool misere = false;

    std::string text() const {
        std::string result = "game g (x)\n";
        if (misere) result += "  misere\n";
        for (const std::int64_t t : taken) result += fmt::format("  move (x - {})\n", t);
        for (const Split& s : splits)
            result += fmt::format("  move (a) + (x - {0} - a) for {1} <= a {2} x - {0} - a\n", s.taken, s.least,
                                  s.unequal ? "<" : "<=");
        if (lowest >= 0) {
            result += fmt::format("  move (y) for {} <= y < x", lowest);
            std::string condition;
            for (const std::int64_t e : except)
                condition += fmt::format("{}x - y != {}", condition.empty() ? " if " : " and ", e);
            result += condition + "\n";
        }
        return result;
    }

    std::vector<std::int64_t> values(std::int64_t count, bool outcomes) const {
        std::vector<std::int64_t> g;
        std::vector<bool> seen;
        for (std::int64_t x = 0; x < count; ++x) {
            seen.assign(256, false);
            bool any = false;
            const auto see = [&](std::int64_t value) {
                any = true;
                if (static_cast<std::size_t>(value) < seen.size()) seen[static_cast<std::size_t>(value)] = true;
            };
            const auto at = [&](std::int64_t heap) { return g[static_cast<std::size_t>(heap)]; };
            for (const std::int64_t t : taken)
                if (t <= x) see(at(x - t));
            for (const Split& s : splits)
                for (std::int64_t a = s.least; a <= x - s.taken - a; ++a)
                    if (!s.unequal || a < x - s.taken - a) see(at(a) ^ at(x - s.taken - a));
            if (lowest >= 0)
                for (std::int64_t y = lowest; y < x; ++y)
                    if (!except.contains(x - y)) see(at(y));
            std::int64_t mex = 0;
            while (seen[static_cast<std::size_t>(mex)]) ++mex;
            g.push_back(!any && misere ? 1 : mex);
        }
        if (outcomes)
            for (std::int64_t& v : g) v = v != 0;
        return g;
    }
};

Heap heap_from(Random& random) {
    Heap heap;
    const auto kind = random.between(0, 9);
    if (kind >= 8) {
        heap.lowest = random.between(0, 2);
        for (auto n = random.between(0, 3); n > 0; --n) heap.except.insert(random.between(1, 7));
    }
    for (auto n = random.between(kind >= 8 || kind >= 5 ? 0 : 1, 4); n > 0; --n)
        heap.taken.insert(random.between(1, random.chance(70) ? 9 : 30));
    if (kind >= 5 && kind < 8) {
        for (auto n = random.between(1, 2); n > 0; --n) {
            const auto taken = random.between(0, 3);
            heap.splits.push_back({taken, random.between(taken == 0 ? 1 : 0, 2), random.chance(25)});
        }
    } else {
        heap.misere = random.chance(20);
    }
    return heap;
}

/// A number of the certificate is changed: what is still accepted must still be true.
void forge(Random& random, const Ruleset& rules, const PeriodAnswer& answer, const std::vector<std::int64_t>& values,
           const Watch& watch) {
    if (!random.chance(30)) return;
    nlohmann::ordered_json forged = answer.certificate;
    std::vector<nlohmann::ordered_json*> numbers;
    const std::function<void(nlohmann::ordered_json&)> collect = [&](nlohmann::ordered_json& part) {
        if (part.is_number_integer()) numbers.push_back(&part);
        if (part.is_structured())
            for (auto& inside : part) collect(inside);
    };
    collect(forged);
    if (numbers.empty()) return;
    nlohmann::ordered_json& chosen = *random.pick(numbers);
    chosen = chosen.get<std::int64_t>() +
             random.pick(std::vector<std::int64_t>{1, -1, 2, -7, 100, INT64_MIN / 2, INT64_MAX / 2});
    allow_errors([&] {
        try {
            if (!check_period(rules, forged, watch).empty()) return;
        } catch (const nlohmann::ordered_json::exception&) {
            return;
        }
        const auto number = [&](const char* key) { return forged.value(key, std::int64_t{0}); };
        const std::int64_t from = number("preperiod"), period = number("period");
        for (std::int64_t n = from; n >= 0 && period > 0 && n + period < static_cast<std::int64_t>(values.size()); ++n)
            if (values[static_cast<std::size_t>(n + period)] != values[static_cast<std::size_t>(n)] + number("saltus"))
                finding("a forged certificate is accepted", forged.dump());
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return input([&] {
        Random random(data, size);
        const Heap heap = heap_from(random);
        const What what = random.chance(30) ? What::outcome : What::grundy;
        Ruleset rules;
        if (!allow_errors([&] { rules = unit::rules_in(heap.text()); })) return;
        const Watch watch(small_limits());
        PeriodAnswer answer;
        if (!allow_errors([&] { answer = find_period(rules, what, 200, watch); })) return;
        if (!answer.proved) return;
        const auto told = [&](const std::string& how) {
            finding(fmt::format("{} (preperiod {}, period {}, saltus {}, {})", how, answer.preperiod, answer.period,
                                answer.saltus, what == What::outcome ? "outcomes" : "values"),
                    heap.text());
        };
        if (random.chance(25)) {
            allow_errors([&] {
                if (const std::string problem = check_period(rules, answer.certificate, watch); !problem.empty())
                    told("its certificate is refused: " + problem);
            });
            return;
        }
        const std::int64_t count = heap.splits.empty() ? 160 : 80;
        const auto values = heap.values(count, what == What::outcome);
        if (answer.period < 1 || answer.preperiod < 0) told("no period at all");
        for (std::int64_t n = answer.preperiod; n + answer.period < count; ++n)
            if (values[static_cast<std::size_t>(n + answer.period)] !=
                values[static_cast<std::size_t>(n)] + answer.saltus)
                told(fmt::format("heap {} does not follow", n));
        for (std::size_t n = 0; n < answer.first.size() && n < values.size(); ++n)
            if (answer.first[n] != values[n]) told(fmt::format("heap {} is worth {}", n, values[n]));
        if (answer.preperiod > 0 && answer.preperiod - 1 + answer.period < count) {
            const auto n = static_cast<std::size_t>(answer.preperiod - 1);
            if (values[n + static_cast<std::size_t>(answer.period)] == values[n] + answer.saltus)
                told("it begins earlier");
        }
        forge(random, rules, answer, values, watch);
    });
}
