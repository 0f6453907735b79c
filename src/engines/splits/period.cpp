#include "engines/splits/period.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace bouton::splits {

namespace {

/// The numbers of the theorem.
struct Requirements {
    std::int64_t parts = 1, reach = 0, first = 0;  // j, k and the least n0
    bool unequal = false;

    explicit Requirements(const SteadyRules& rules) : first(rules.from) {
        for (const std::int64_t t : rules.removals) reach = std::max(reach, t);
        for (const Split& split : rules.splits) {
            parts = std::max(parts, static_cast<std::int64_t>(split.parts));
            reach = std::max(reach, split.removed);
            first = std::max(first, split.least);
            unequal = unequal || split.gap > 0;
        }
    }

    /// G(n + p) = G(n) must hold for n0 <= n < end.
    std::int64_t end(std::int64_t n0, std::int64_t p) const {
        const std::int64_t plain = parts * n0 + (parts - 1) * p + reach;
        return unequal ? std::max(plain, 2 * (n0 + p) + reach + 1) : plain;
    }
};

/// The least p >= 1 such that the last `length` of `count` >= 1 values equal those p earlier, by the method of Knuth, Morris and Pratt on the
/// values read backwards.
template <class T> std::optional<std::int64_t> repeats(const T* values, std::int64_t count, std::int64_t length) {
    if (length == 0)
        return 1;  // moves that lead to fixed heaps only, or none: any heap has the value of the one before
    const auto text = [&](std::int64_t i) { return values[count - 1 - i]; };
    std::vector<std::int64_t> border(static_cast<std::size_t>(length) + 1, 0);
    border[0] = -1;
    const auto longer = [&](std::int64_t matched, std::int64_t i) {
        while (matched >= 0 && text(matched) != text(i)) matched = border[static_cast<std::size_t>(matched)];
        return matched + 1;
    };
    std::int64_t matched = 0;
    for (std::int64_t i = 1; i < count; ++i) {
        matched = longer(matched, i);
        if (matched == length) return i + 1 - length;
        if (i < length) border[static_cast<std::size_t>(i) + 1] = matched;
    }
    return std::nullopt;
}

/// Whether the last few values occur before, so that a closer look is worth the time.
template <class T> bool may_repeat(const T* values, std::int64_t count) {
    constexpr std::int64_t kFew = 32;
    const auto last = std::make_reverse_iterator(values + count), end = std::make_reverse_iterator(values);
    const auto few = std::min(kFew, count / 2);
    return std::search(last + 1, end, last, last + few) != end;
}

}  // namespace

template <class T>
std::optional<std::int64_t> certain_period(const SteadyRules& rules, const T* values, std::int64_t count) {
    const Requirements needs(rules);
    // From  end(n0, p) + p <= count  follows that at least so many of the last values repeat those p earlier.
    const std::int64_t length = count - (count - needs.reach) / needs.parts;
    if (needs.first >= count || length >= count || !may_repeat(values, count)) return std::nullopt;
    const auto p = repeats(values, count, length);
    if (!p) return std::nullopt;
    std::int64_t n0 = count - *p - length;
    while (n0 > 0 && values[n0 - 1] == values[n0 - 1 + *p]) --n0;
    n0 = std::max(n0, needs.first);
    if (needs.end(n0, *p) + *p > count) return std::nullopt;
    return p;
}

template std::optional<std::int64_t> certain_period(const SteadyRules&, const std::uint16_t*, std::int64_t);
template std::optional<std::int64_t> certain_period(const SteadyRules&, const std::uint32_t*, std::int64_t);

}  // namespace bouton::splits
