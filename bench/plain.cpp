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

}  // namespace plain
