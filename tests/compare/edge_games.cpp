#include "compare/edge_games.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bouton::compare {

using unit::Random;
using unit::TableGame;

namespace {

std::string far(Random& random) {
    return random.word({"2^63", "2^63 - 1", "2^62", "2^64", "9223372036854775807", "10^30", "4294967296", "4294967295",
                        "2^31", "65536", "1000000"});
}

/// An upper end; sometimes below every lower one.
std::string upper(Random& random, const std::string& heap) {
    switch (random.between(0, 9)) {
        case 0: return far(random);
        case 1: return fmt::format("{} + {}", heap, far(random));
        case 2: return fmt::format("{}*{}", far(random), heap);
        case 3: return fmt::format("-{}", random.between(0, 5));
        case 4: return fmt::format("0 - {}", far(random));
        case 5: return fmt::format("floor({}/{})", heap, random.between(1, 4));
        case 6: return fmt::format("{} + sum(1 for {} <= i <= 0 - 2)", random.between(1, 4), far(random));
        case 7: return fmt::format("{}^{}", heap, random.between(1, 90));
        case 8: return fmt::format("{} - {}", heap, random.between(0, 6));
        default: return std::to_string(random.between(1, 9));
    }
}

/// A lower end, at least 1 in effect: max(1, ...) may be written or not.
std::string lower(Random& random, const std::string& heap) {
    switch (random.between(0, 7)) {
        case 0: return fmt::format("max(1, 0 - {})", far(random));
        case 1: return fmt::format("max(1, {} - {})", heap, random.between(0, 9));
        case 2: return far(random);
        case 3: return fmt::format("max(1, {} - {})", heap, far(random));
        default: return "1";
    }
}

std::string play(Random& random) {
    if (random.chance(15)) return "  misere\n";
    if (random.chance(20)) return fmt::format("  players {}\n", random.between(1, 5));
    return "";
}

std::string range(Random& random, const std::string& heap) {
    return fmt::format("{} <= t <= {}", lower(random, heap), upper(random, heap));
}

TableGame one_heap(Random& random) {
    std::string text = "game g (x)\n" + play(random) + fmt::format("  move (x - t) for {}\n", range(random, "x"));
    if (random.chance(30)) text += fmt::format("  move (x - t) for {}\n", range(random, "x"));
    return {text, {random.between(0, random.chance(20) ? 300 : 60)}};
}

TableGame removals(Random& random) {
    std::vector<std::string> set;
    for (auto n = random.between(1, 6); n > 0; --n)
        set.push_back(random.chance(25)   ? far(random)
                      : random.chance(20) ? fmt::format("{0}..{0} + {1}", random.between(1, 20), random.between(0, 9))
                      : random.chance(10) ? fmt::format("{}..{}", random.between(20, 90), far(random))
                                          : std::to_string(random.between(1, random.chance(60) ? 12 : 300)));
    return {"game g (x)\n" + play(random) + fmt::format("  move (x - s) for s in {{{}}}\n", fmt::join(set, ", ")),
            {random.between(0, 700)}};
}

TableGame two_coordinates(Random& random) {
    std::string text = "game g (x, y)\n" + play(random);
    text += fmt::format("  move (x - t, y) for {}\n", range(random, random.word({"x", "y"})));
    if (random.chance(60)) text += fmt::format("  move (x, y - t) for {}\n", range(random, random.word({"x", "y"})));
    if (random.chance(40)) text += fmt::format("  move (x - t, y - t) for {}\n", range(random, "min(x, y)"));
    if (random.chance(20)) text += fmt::format("  move (x - t, y - 2*t) for {}\n", range(random, "x"));
    if (random.chance(20)) text += "  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= t + u <= 3\n";
    return {text, {random.between(0, 18), random.between(0, 18)}};
}

TableGame turns(Random& random) {
    return {fmt::format("game g (x, k)\n{}  move (x - t, k + {}) for {}\n", play(random), random.between(1, 2),
                        range(random, random.word({"x", "k"}))),
            {random.between(0, 16), random.between(0, 16)}};
}

TableGame piles(Random& random) {
    const std::string chosen =
        random.chance(70) ? fmt::format(" in {} {} piles", random.word({"up to", "exactly"}), random.between(1, 3))
                          : "";
    const auto count = random.between(1, 3);
    const std::vector<std::int64_t> most{0, 60, 11, 5};
    Position largest;
    for (auto i = count; i > 0; --i) largest.push_back(random.between(0, most[static_cast<std::size_t>(count)]));
    return {"game g (a...)\n" + play(random) + fmt::format("  move (a - t) for {}{}\n", range(random, "a"), chosen),
            largest};
}

/// Also splits that leave nothing, reach nothing, or never apply.
TableGame splits(Random& random) {
    std::string text = "game g (x)\n" + (random.chance(12) ? play(random) : "");
    const bool small = text.size() > 12;
    const auto moves = random.between(1, 3);
    for (int m = 0; m < moves; ++m) {
        const auto taken = random.between(0, 3);
        switch (random.between(0, 6)) {
            case 0:
                text += fmt::format("  move (x - {}) if x {} {}\n", taken + 1, random.word({">=", "=", "<="}),
                                    random.between(0, 4));
                break;
            case 1:
                text += fmt::format("  move (a) + (x - {0} - a) for {1} <= a <= x - {0} - a\n", taken,
                                    taken == 0 ? 1 : random.between(0, 2));
                break;
            case 2: text += fmt::format("  move (a) + (x - {0} - a) for 1 <= a < x - {0} - a\n", taken); break;
            case 3:
                text += fmt::format("  move (a) + (x - {0} - a) for 1 <= a <= {1}\n", taken + 1,
                                    random.word({"0", "1", "2", "min(x, 3)", "x", "0 - 5", "2^63"}));
                break;
            case 4:
                text += fmt::format("  move (a) + (x - {0} - a) for 1 <= a <= x if x >= {1}\n", taken + 1,
                                    random.word({"1", "5", "2^40", "2^63"}));
                break;
            case 5:
                text += fmt::format("  move ({0}) + (x - {1}) if x >= {2}\n", random.between(0, 2),
                                    random.between(3, 5), random.between(3, 8));
                break;
            default:
                text += fmt::format("  move (a) + (b) + (x - {0} - a - b) for 1 <= a <= x, a <= b <= x - {0} - a - b\n",
                                    taken);
        }
    }
    if (text.find("+ (") == std::string::npos) text += "  move (a) + (x - 1 - a) for 0 <= a <= x - 1\n";
    return {text, {random.between(0, small ? 9 : 60)}};
}

std::uint32_t heap(const Position& p) { return static_cast<std::uint32_t>(p[0]); }
std::uint32_t two_heaps(const Position& p) { return static_cast<std::uint32_t>(p[0] ^ p[1]); }
std::uint32_t misere_heap(const Position& p) {
    return p[0] < 2 ? static_cast<std::uint32_t>(1 - p[0]) : static_cast<std::uint32_t>(p[0]);
}
std::uint32_t half_heap(
    const Position& p) {  // at most half: the nim-values of maximum-nim(k=2), by G(2x) = x, G(2x + 1) = G(x)
    std::int64_t x = p[0];
    while (x % 2 == 1) x /= 2;
    return static_cast<std::uint32_t>(x / 2);
}
std::uint32_t podium_heap(const Position& p) { return p[0] > 0; }

}  // namespace

TableGame edge_game(Random& random) {
    switch (random.between(0, 6)) {
        case 0: return one_heap(random);
        case 1: return removals(random);
        case 2: return two_coordinates(random);
        case 3: return turns(random);
        case 4: return piles(random);
        case 5: return splits(random);
        default: return random.chance(50) ? one_heap(random) : splits(random);
    }
}

WideGame wide_game(Random& random) {
    const std::int64_t end =
        random.pick(std::vector<std::int64_t>{253, 254, 255, 256, 257, 65533, 65534, 65535, 65536, 65537});
    const std::string nim = "  move (x - t) for 1 <= t <= x\n";
    switch (random.between(0, 4)) {
        case 0: return {"game g (x)\n" + nim, {end}, heap, false};
        case 1:
            return {"game g (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n",
                    {end, 1},
                    two_heaps,
                    false};
        case 2: return {"game g (x)\n  misere\n" + nim, {end}, misere_heap, false};
        case 3: return {"game g (x)\n  move (x - t) for 1 <= t <= floor(x/2)\n", {2 * end}, half_heap, false};
        default: return {"game g (x)\n  players 3\n" + nim, {end}, podium_heap, true};
    }
}

}  // namespace bouton::compare
