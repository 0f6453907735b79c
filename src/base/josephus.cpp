#include "base/josephus.hpp"

#include "base/error.hpp"
#include "base/floor_map.hpp"
#include "base/watch.hpp"

#include <bit>

namespace bouton::josephus {

namespace {

constexpr std::uint64_t kOneSize = 8;  // steps that one size of the circle counts for: a few divisions

void require(bool condition, const std::string& message) {
    if (!condition) throw bad_input(message);
}

void require_circle(const Integer& n, const Integer& k) {
    require(n >= 1, "a Josephus circle needs at least 1 seat, not " + to_text(n));
    require(k >= 1, "every k-th seat is removed: k must be at least 1, not " + to_text(k));
}

/// Is walking seat by seat through the sizes of the circle (n steps) cheaper than k log n steps?
bool walk_sizes(const Integer& n, const Integer& k) { return k * (msb(n) + 1) > n; }

/// Both ways take too long when n and k are large.
void require_possible(const Integer& n, const Integer& k) {
    const Integer steps = std::min<Integer>(n, k * (msb(n) + 1));
    if (msb(steps) >= 50)
        throw over_limit("a circle of " + to_text(n) + " seats with every " + to_text(k) +
                         "-th removed takes about 2^" + std::to_string(msb(steps)) +
                         " steps; make one of the two numbers smaller");
}

}  // namespace

namespace {

void require_turn(const Integer& n, const Integer& i) {
    require(1 <= i && i <= n, "the seats are removed 1st to " + to_text(n) + "-th; there is no " + to_text(i) + "-th");
}

void require_seat(const Integer& n, const Integer& seat) {
    require(1 <= seat && seat <= n,
            "the seats are numbered 1 to " + to_text(n) + "; there is no seat " + to_text(seat));
}

}  // namespace

namespace {

/// In a circle of n - i + 1 seats the first removed is ((k - 1) mod size) + 1; put removed seats back one by one.
template <class N> N walk_to_seat(const N& n, const N& k, const N& i) {
    N size = n - i + 1;
    N position = (k - 1) % size;
    Steps steps;
    while (size < n) {
        size = size + 1;
        position = (position + k % size) % size;
        steps.tick(kOneSize);
    }
    return position + 1;
}

/// Follow the seat's place, counted from where the next count starts, while the circle shrinks.
template <class N> N walk_to_rank(const N& n, const N& k, const N& seat) {
    N size = n;
    N position = seat - 1;
    N removed = (k - 1) % size;
    N count = 1;
    Steps steps;
    while (position != removed) {
        position = (position - removed - 1 + size) % size;
        size = size - 1;
        removed = (k - 1) % size;
        count = count + 1;
        steps.tick(kOneSize);
    }
    return count;
}

/// Machine integers whenever sums of two of the numbers still fit.
bool small(const Integer& n, const Integer& k) { return n < (Integer(1) << 62) && k < (Integer(1) << 62); }

}  // namespace

Integer seat_by_walking(const Integer& n, const Integer& k, const Integer& i) {
    require_circle(n, k);
    require_turn(n, i);
    if (small(n, k)) return walk_to_seat(clamp(n), clamp(k), clamp(i));
    return walk_to_seat(n, k, i);
}

Integer rank_by_walking(const Integer& n, const Integer& k, const Integer& seat) {
    require_circle(n, k);
    require_seat(n, seat);
    if (small(n, k)) return walk_to_rank(clamp(n), clamp(k), clamp(seat));
    return walk_to_rank(n, k, seat);
}

Integer seat(const Integer& n, const Integer& k, const Integer& i) {
    require_circle(n, k);
    require_turn(n, i);
    if (k == 1) return i;
    require_possible(n, k);
    if (walk_sizes(n, k)) return seat_by_walking(n, k, i);
    return n * k - FloorMap(k, k - 1, k - 1).climb((n - i) * k, n * (k - 1));
}

Integer rank(const Integer& n, const Integer& k, const Integer& seat) {
    require_circle(n, k);
    require_seat(n, seat);
    if (k == 1) return seat;
    require_possible(n, k);
    if (walk_sizes(n, k)) return rank_by_walking(n, k, seat);
    return n - FloorMap(k - 1, 0, k).fall_to_multiple(n * k - seat) / k;
}

std::vector<std::int64_t> order(std::int64_t n, const Integer& k) {
    require_circle(n, k);
    // A Fenwick tree over the seats finds the j-th seat that is still there in O(log n).
    std::vector<std::int64_t> tree(static_cast<std::size_t>(n) + 1);
    for (std::int64_t i = 1; i <= n; ++i) tree[static_cast<std::size_t>(i)] = i & -i;
    std::vector<std::int64_t> result;
    result.reserve(static_cast<std::size_t>(n));
    std::int64_t position = 0;
    Steps steps;
    for (std::int64_t left = n; left > 0; --left) {
        const auto step = Integer((k - 1) % left).convert_to<std::int64_t>();
        position = (position + step) % left;
        std::int64_t want = position + 1;
        std::int64_t at = 0;
        for (auto bit = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(n))); bit > 0; bit /= 2) {
            if (at + bit <= n && tree[static_cast<std::size_t>(at + bit)] < want) {
                at += bit;
                want -= tree[static_cast<std::size_t>(at)];
            }
        }
        const std::int64_t found = at + 1;
        result.push_back(found);
        steps.tick(kOneSize);
        for (std::int64_t i = found; i <= n; i += i & -i) --tree[static_cast<std::size_t>(i)];
    }
    return result;
}

}  // namespace bouton::josephus
