#include "plain.hpp"

#include <algorithm>
#include <set>

namespace plain {

std::vector<std::uint8_t> subtraction(const std::vector<int>& moves, std::int64_t count) {
    std::vector<std::uint8_t> g(static_cast<std::size_t>(count));
    for (std::int64_t x = 0; x < count; ++x) {
        bool seen[8] = {};
        for (const int s : moves)
            if (s <= x) seen[g[static_cast<std::size_t>(x - s)]] = true;
        std::uint8_t mex = 0;
        while (seen[mex]) ++mex;
        g[static_cast<std::size_t>(x)] = mex;
    }
    return g;
}

namespace {

/// The mex of what was marked since the last call of start().
class Stamps {
  public:
    explicit Stamps(int values) : seen_(static_cast<std::size_t>(values), -1) {}
    void start() { ++stamp_; }
    void mark(std::uint16_t value) { seen_[value] = stamp_; }
    std::uint16_t mex() const {
        std::uint16_t v = 0;
        while (seen_[v] == stamp_) ++v;
        return v;
    }

  private:
    std::vector<int> seen_;
    int stamp_ = 0;
};

int floor_half(int a) { return a >> 1; }

}  // namespace

std::vector<std::uint16_t> josephus(int n, int weight) {
    std::vector<std::uint16_t> g(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    Stamps stamps(3 * n + 2);
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y) {
            const int half = floor_half(x - weight * y);
            stamps.start();
            for (int t = 1; t <= half && t <= x; ++t) stamps.mark(g[static_cast<std::size_t>((x - t) * n + y)]);
            for (int u = 1; u <= y; ++u)
                if (-weight * u <= half) stamps.mark(g[static_cast<std::size_t>(x * n + y - u)]);
            g[static_cast<std::size_t>(x * n + y)] = stamps.mex();
        }
    return g;
}

std::vector<std::uint16_t> third(int n) {
    std::vector<std::uint16_t> g(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    Stamps stamps(3 * n + 2);
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y) {
            const int cap = (x + y) / 3;
            stamps.start();
            for (int t = 1; t <= cap && t <= x; ++t) stamps.mark(g[static_cast<std::size_t>((x - t) * n + y)]);
            for (int t = 1; t <= cap && t <= y; ++t) stamps.mark(g[static_cast<std::size_t>(x * n + y - t)]);
            g[static_cast<std::size_t>(x * n + y)] = stamps.mex();
        }
    return g;
}

std::vector<std::uint16_t> wythoff(int n) {
    std::vector<std::uint16_t> g(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    Stamps stamps(3 * n + 2);
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y) {
            stamps.start();
            for (int t = 1; t <= x; ++t) stamps.mark(g[static_cast<std::size_t>((x - t) * n + y)]);
            for (int t = 1; t <= y; ++t) stamps.mark(g[static_cast<std::size_t>(x * n + y - t)]);
            for (int t = 1; t <= std::min(x, y); ++t) stamps.mark(g[static_cast<std::size_t>((x - t) * n + y - t)]);
            g[static_cast<std::size_t>(x * n + y)] = stamps.mex();
        }
    return g;
}

std::vector<std::uint8_t> two_weights_outcomes(int n) {
    std::vector<std::uint8_t> wins(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y) {
            const int half = (2 * x + y) / 2;
            bool win = false;
            for (int t = 0; t <= x && 2 * t <= half && !win; ++t)
                for (int u = t == 0 ? 1 : 0; u <= y && 2 * t + u <= half; ++u)
                    if (!wins[static_cast<std::size_t>((x - t) * n + y - u)]) {
                        win = true;
                        break;
                    }
            wins[static_cast<std::size_t>(x * n + y)] = win;
        }
    return wins;
}

std::vector<std::uint16_t> two_weights_values(int n) {
    std::vector<std::uint16_t> g(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    Stamps stamps(4 * n + 4);
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y) {
            const int half = (2 * x + y) / 2;
            stamps.start();
            for (int t = 0; t <= x && 2 * t <= half; ++t)
                for (int u = t == 0 ? 1 : 0; u <= y && 2 * t + u <= half; ++u)
                    stamps.mark(g[static_cast<std::size_t>((x - t) * n + y - u)]);
            g[static_cast<std::size_t>(x * n + y)] = stamps.mex();
        }
    return g;
}

std::vector<std::uint32_t> maximum_nim(int k, std::int64_t count) {
    std::vector<std::uint32_t> g(static_cast<std::size_t>(count));
    std::vector<int> occurrences(static_cast<std::size_t>(count / k + 3));
    std::set<std::uint32_t> missing;
    for (std::uint32_t v = 0; v < occurrences.size(); ++v) missing.insert(missing.end(), v);
    std::int64_t low = 0;
    for (std::int64_t x = 0; x < count; ++x) {
        for (; low < x - x / k; ++low) {
            const std::uint32_t lost = g[static_cast<std::size_t>(low)];
            if (--occurrences[lost] == 0) missing.insert(lost);
        }
        const std::uint32_t mex = *missing.begin();
        g[static_cast<std::size_t>(x)] = mex;
        if (occurrences[mex]++ == 0) missing.erase(mex);
    }
    return g;
}

std::vector<std::uint16_t> octal(const Octal& code, std::size_t count) {
    std::vector<std::uint16_t> g(count);
    std::vector<std::uint32_t> seen(1 << 16, ~0u);  // the heap from which a value was last seen
    for (std::size_t n = 0; n < count; ++n) {
        const auto stamp = static_cast<std::uint32_t>(n);
        for (const std::size_t taken : code.whole)
            if (n == taken) seen[0] = stamp;
        for (const std::size_t taken : code.leave_one)
            if (n > taken) seen[g[n - taken]] = stamp;
        for (const std::size_t taken : code.leave_two) {
            if (n < taken) continue;
            const std::size_t rest = n - taken;
            for (std::size_t a = 1; a + a < rest + (code.equal_parts ? 1 : 0); ++a) seen[g[a] ^ g[rest - a]] = stamp;
        }
        std::uint16_t value = 0;
        while (seen[value] == stamp) ++value;
        g[n] = value;
    }
    return g;
}

namespace {

/// Values are split by the parity of the bits they share with a mask: rare (even) and common (odd). Two common heaps make a rare
/// value, a rare and a common heap a common one. So the least common value that no option has is found from the splits with a rare
/// heap; the smaller rare values are then ticked off by trying splits until none is left.
class RareCommon {
  public:
    explicit RareCommon(const Octal& code) : code_(code) {}

    std::vector<std::uint16_t> values(std::size_t count) {
        g_.assign(count, 0);
        for (std::size_t n = 0; n < count; ++n) {
            if (n == next_choice_) choose_mask(n);
            const std::uint16_t value = value_of(n);
            g_[n] = value;
            if (value >= histogram_.size()) histogram_.resize(2 * value + 64);
            ++histogram_[value];
            if (rare(value)) rare_heaps_.push_back({static_cast<std::uint32_t>(n), value});
        }
        return g_;
    }

  private:
    struct RareHeap {
        std::uint32_t heap;
        std::uint16_t value;
    };

    bool rare(std::uint32_t value) const { return __builtin_parity(value & mask_) == 0; }

    /// The mask with the fewest rare heaps, whenever the number of heaps has doubled.
    void choose_mask(std::size_t n) {
        std::size_t size = 64;
        while (size < histogram_.size()) size *= 2;
        std::vector<long> sums(histogram_.begin(), histogram_.end());
        sums.resize(size);
        for (std::size_t step = 1; step < size; step *= 2)
            for (std::size_t i = 0; i < size; ++i)
                if (!(i & step)) {
                    const long even = sums[i], odd = sums[i + step];
                    sums[i] = even + odd;
                    sums[i + step] = even - odd;
                }
        mask_ = static_cast<std::uint32_t>(std::min_element(sums.begin() + 1, sums.end()) - sums.begin());
        rare_heaps_.clear();
        for (std::size_t heap = 0; heap < n; ++heap)
            if (rare(g_[heap])) rare_heaps_.push_back({static_cast<std::uint32_t>(heap), g_[heap]});
        next_choice_ = std::max<std::size_t>(64, 2 * n);
    }

    std::uint16_t value_of(std::size_t n) {
        const auto stamp = static_cast<std::uint32_t>(n);
        for (const std::size_t taken : code_.whole)
            if (n == taken) seen_[0] = stamp;
        for (const std::size_t taken : code_.leave_one)
            if (n > taken) seen_[g_[n - taken]] = stamp;
        for (const std::size_t taken : code_.leave_two) {
            const std::size_t rest = n < taken ? 0 : n - taken;
            for (const RareHeap& r : rare_heaps_) {
                if (r.heap >= rest) break;
                if (r.heap == 0 || (!code_.equal_parts && 2 * r.heap == rest)) continue;
                seen_[r.value ^ g_[rest - r.heap]] = stamp;
            }
        }
        std::uint32_t common = 0;
        while (rare(common) || seen_[common] == stamp) ++common;
        std::uint32_t missing = 0;
        for (std::uint32_t value = 0; value < common; ++value) missing += rare(value) && seen_[value] != stamp;
        for (std::size_t a = 1; missing > 0 && a + a <= n; ++a) {
            for (const std::size_t taken : code_.leave_two) {
                if (a + a + taken > n || (!code_.equal_parts && a + a + taken == n)) continue;
                const std::uint32_t value = g_[a] ^ g_[n - taken - a];
                if (seen_[value] == stamp) continue;
                seen_[value] = stamp;
                missing -= rare(value) && value < common;
            }
        }
        std::uint32_t value = 0;
        while (seen_[value] == stamp) ++value;
        return static_cast<std::uint16_t>(value);
    }

    const Octal& code_;
    std::vector<std::uint16_t> g_;
    std::vector<std::uint32_t> seen_ =
        std::vector<std::uint32_t>(1 << 16, ~0u);  // the heap from which a value was last seen
    std::vector<long> histogram_ = std::vector<long>(64);
    std::vector<RareHeap> rare_heaps_;
    std::uint32_t mask_ = 1;
    std::size_t next_choice_ = 64;
};

}  // namespace

std::vector<std::uint16_t> octal_rare(const Octal& code, std::size_t count) { return RareCommon(code).values(count); }

}  // namespace plain
