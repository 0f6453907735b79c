#include "unit/random_claims.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>

namespace bouton::unit {
namespace {

constexpr auto kHeap = "game heap (x)\n  move (x - t) for 1 <= t <= x\n";
constexpr auto kTwo = "game two (x, y)\n  move (x - t, y) for 1 <= t <= x\n  move (x, y - t) for 1 <= t <= y\n";
constexpr auto kThree =
    "game three (x, y, z)\n  move (x - t, y, z) for 1 <= t <= x\n  move (x, y - t, z) for 1 <= t <= y\n"
    "  move (x, y, z - t) for 1 <= t <= z\n";
constexpr auto kSlow =
    "game slow (x, y)\n  move (x - t, y) for 1 <= t <= min(x, 3)\n  move (x, y - t) for 1 <= t <= min(y, 3)\n"
    "set Zero = {(0, 0)}\n";
constexpr auto kNim = "game nim (a...)\n  move (a - t) for 1 <= t <= a\n";
constexpr auto kSteps = "game steps (x)\n  parameter k = 3 where k >= 1\n  move (x - t) for 1 <= t <= min(x, k)\n";
constexpr auto kFunction = "game limit (x)\n  parameter f(x)\n  move (x - t) for 1 <= t <= min(x, f(x))\n";

/// A heap from which up to three stones may be taken, and fewer from heap `from` on.
std::string changing(std::int64_t from) {
    return fmt::format("game changing (x)\n  move (x - t) for 1 <= t <= (if x < {} then 3 else 2)\n", from);
}

/// `c` is where the claim goes wrong, `to` where its author stopped looking; `d` is another number between 10 and 60.
using Maker = std::function<std::string(std::int64_t c, std::int64_t d, std::int64_t to)>;

struct Kind {
    const char* name;
    std::int64_t most;  // for c: what a search can be asked to reach in this shape
    Maker make;
};

std::string claim(const std::string& game, const std::string& text) { return game + "claim \"wrong\" " + text + "\n"; }

const std::vector<Kind>& kinds() {
    using fmt::format;
    static const std::vector<Kind> list{
        {"formula of one heap", 99,
         [](auto c, auto, auto to) {
             return claim(kHeap, format("for x >= 0: grundy(x) = (if x < {} then x else x + 1) to {}", c, to));
         }},
        {"formula of two heaps", 99,
         [](auto c, auto d, auto to) {
             return claim(kTwo, format("for x >= 0, y >= 0: grundy(x, y) = (if x < {} or y < {} then xor(x, y) else "
                                       "1000) to {}",
                                       c, d, to));
         }},
        {"named bound", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo,
                          format("for x >= 0, y >= 0: outcome(x, y) = P iff (x = y and x < {}) to 30, x <= {}", c, to));
         }},
        {"outcome iff", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo, format("for x >= 0, y >= 0: outcome(x, y) = P iff (x = y and x < {}) to {}", c, to));
         }},
        {"set of P-positions", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo, format(": {{ outcome = P }} = {{ x = y and x < {} }} to {}", c, to));
         }},
        {"family", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo, format(": {{ outcome = P }} = {{ (n, n) for 0 <= n < {} }} to {}", c, to));
         }},
        {"subset", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo, format(": {{ outcome = P }} subset {{ (n, n) for 0 <= n < {} }} to {}", c, to));
         }},
        {"levels of one heap", 99,
         [](auto c, auto, auto to) {
             return claim(kHeap, format("for s >= 0: {{ grundy = s }} = {{ x = s and s < {} }} to 20, s <= {}", c, to));
         }},
        {"levels of two heaps", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo, format("for s >= 0: {{ grundy = s }} = {{ xor(x, y) = s and s < {} }} to {}", c, to));
         }},
        {"negative levels", 99,
         [](auto c, auto, auto to) {
             return claim(kHeap,
                          format("for s >= -1: {{ grundy = s }} = {{ x = s or (s < 0 and x >= {}) }} to {}", c, to));
         }},
        {"repeats", 95,
         [](auto c, auto, auto to) { return claim(changing(c), format(": grundy repeats 0 1 2 3 to {}", to)); }},
        {"repeats with a parameter", 60,
         [](auto c, auto, auto to) {
             return claim(kSteps, format("in steps(k) for k >= 1: outcome repeats 0 1^(if k < {} then k else k + 1) to "
                                         "30, k <= {}",
                                         c, to));
         }},
        {"starts", 95,
         [](auto c, auto, auto to) {
             return claim(changing(c), format("for n >= 1: grundy starts (0 1 2 3)^n to n <= {}",
                                              std::max<std::int64_t>(to / 4, 1)));
         }},
        {"period", 95,
         [](auto c, auto, auto to) {
             return claim(changing(c), format(": grundy has period 4 to {}", std::max<std::int64_t>(to, 8)));
         }},
        {"membership", 99,
         [](auto c, auto d, auto to) {
             return claim(kTwo, format("for p >= 0, q >= 0: (p, q) in {{ x < {} or y < {} }} to {}", c, d, to));
         }},
        {"parameter", 99,
         [](auto c, auto, auto to) {
             return claim(kSteps, format("in steps(k) for k >= 1, x >= 0: grundy(x) = x mod (if k < {} then k + 1 else "
                                         "k + 2) to 30, k <= {}",
                                         c, to));
         }},
        {"piles", 60,
         [](auto c, auto, auto to) {
             return claim(kNim, format("in nim with m piles for m >= 2: {{ outcome = P }} = {{ xor(a...) = 0 and "
                                       "max(a...) < {} }} to {}, m <= 2",
                                       c, to));
         }},
        {"three piles", 40,
         [](auto c, auto, auto to) {
             return claim(kNim,
                          format("in nim with 3 piles: {{ outcome = P }} = {{ xor(a...) = 0 and max(a...) < {} }} "
                                 "to {}",
                                 c, std::min<std::int64_t>(to, 9)));
         }},
        {"forall", 99,
         [](auto c, auto, auto to) {
             return claim(kHeap, format("for x >= 0: forall 0 <= t <= x: grundy(t) < {} to {}", c, to));
         }},
        {"options", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo, format("for x >= 1, y >= 0 if x != y: options(x, y) & {{ (n, n) for 0 <= n < {} }} != "
                                       "{{}} to {}",
                                       c, to));
         }},
        {"reaches", 60,
         [](auto c, auto, auto to) {
             const std::int64_t moves = (c + 2) / 3;
             return claim(kSlow, format("for x >= 0, y >= 0 if x + y > 0: reaches((x, y), Zero, {}) to {}", moves,
                                        std::min(to, moves / 2 * 3)));
         }},
        {"formula of two numbers", 99,
         [](auto c, auto d, auto to) {
             return claim(kHeap, format("for m >= 0, n >= 0: m < {} or n < {} to {}", c, d, to));
         }},
        {"conjunction", 99,
         [](auto c, auto d, auto to) {
             return claim(kHeap, format("for m >= 0, n >= 0: m < {} and n < {} to {}", c, d, std::min(to, d - 1)));
         }},
        {"formula of three numbers", 99,
         [](auto c, auto d, auto to) {
             return claim(kHeap,
                          format("for a >= 0, b >= 0, c >= 0: a < {} or b < {} or c < {} to {}", c, d, d + 7, to));
         }},
        {"formula of five numbers", 99,
         [](auto c, auto d, auto to) {
             return claim(
                 kHeap, format("for a >= 0, b >= 0, c >= 0, d >= 0, e >= 0: a + e < {} or b < {} or c = d to {}", c, d,
                               std::min<std::int64_t>(to, 4)));
         }},
        {"three heaps", 60,
         [](auto c, auto, auto to) {
             return claim(kThree, format("for x >= 0, y >= 0, z >= 0: grundy(x, y, z) = (if x + y + z < {} then "
                                         "xor(xor(x, y), z) else 1000) to {}",
                                         c, std::min<std::int64_t>(to / 3, 8)));
         }},
        {"with a condition", 95,
         [](auto c, auto, auto to) {
             return claim(kHeap, format("for x >= 0 if x mod 3 = 1: grundy(x) < {} or x mod 2 = 7 to {}", c, to));
         }},
        {"value of a variable", 90,
         [](auto c, auto, auto to) {
             return claim(kHeap, format("for x >= 0, d = x - 3 if d >= 0: grundy(d) < {} to {}", c, to));
         }},
        {"positions of a set", 99,
         [](auto c, auto, auto to) {
             return claim(kTwo, format("for (x, y) in {{ outcome = P }}: x < {} to {}", c, to));
         }},
        {"assuming", 99,
         [](auto c, auto, auto to) {
             return claim(kFunction,
                          format("in limit(f(x) = min(x, 3)) for x >= 0: grundy(x) < {}\n  assuming f(0) = 0 "
                                 "and f(t - 1) <= f(t) and f(t) <= f(t - 1) + 1 for t >= 1 to {}",
                                 c, to));
         }},
        {"rules that change", 95,
         [](auto c, auto, auto to) { return claim(changing(c), format("for x >= 0: grundy(x) = x mod 4 to {}", to)); }},
        {"power", 6, [](auto c, auto, auto) { return claim(kHeap, format("for n >= 0: 2^n < {}^9 to 5", c)); }},
        {"moves of a parameter", 30,
         [](auto c, auto, auto to) {
             return claim("game take (x)\n  parameter moves: set\n  move (x - t) for t in moves\n",
                          format("in take(moves = {{1, k}}) for k >= 2, x >= 0: grundy(x) < 3 and (k < {} or x < k) to "
                                 "20, k <= {}",
                                 c, to));
         }},
    };
    return list;
}

}  // namespace

std::size_t wrong_shapes() { return kinds().size(); }

WrongClaim wrong_claim(Random& random, std::size_t number) {
    const Kind& kind = kinds()[number % kinds().size()];
    const std::int64_t c = random.between(std::min<std::int64_t>(10, kind.most), kind.most);
    const std::int64_t d = random.between(10, 60);
    const std::int64_t to = random.between(2, std::min<std::int64_t>(c, 20) - 2);
    return {kind.make(c, d, to), kind.name};
}

}  // namespace bouton::unit
