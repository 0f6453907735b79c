#include "engines/splits/period.hpp"

#include <algorithm>
#include <iterator>

namespace bouton::splits {

namespace {

/// Whether the last few values occur before, so that a closer look is worth the time.
template <class T> bool may_repeat(const T* values, std::int64_t count, std::int64_t length) {
    constexpr std::int64_t kFew = 32;
    const auto last = std::make_reverse_iterator(values + count), end = std::make_reverse_iterator(values);
    return std::search(last + 1, end, last, last + std::min(kFew, length)) != end;
}

}  // namespace

Criterion::Criterion(const SteadyRules& rules) : from(rules.from) {
    for (const std::int64_t t : rules.removals) reach = std::max(reach, t);
    for (const Split& split : rules.splits) {
        parts = std::max(parts, static_cast<std::int64_t>(split.parts));
        reach = std::max(reach, split.removed);
        least = std::max(least, split.least);
        unequal = unequal || split.gap > 0;
    }
}

std::int64_t Criterion::end(std::int64_t n0, std::int64_t p) const {
    const std::int64_t plain = parts * n0 + (parts - 1) * p + reach;
    return unequal ? std::max(plain, 2 * (n0 + p) + reach + 1) : plain;
}

template <class T> std::optional<Period> certain_period(const Criterion& needs, const T* values, std::int64_t count) {
    // From  end(n0, p) + p <= count  follows that at least so many of the last values repeat those p earlier.
    const std::int64_t length = std::max<std::int64_t>(1, count - (count - needs.reach) / needs.parts);
    if (needs.from >= count || length >= count || !may_repeat(values, count, length)) return std::nullopt;
    const auto p = repeats(values, count, length);
    if (!p) return std::nullopt;
    const Period law = walked_back(values, count, length, *p);
    const std::int64_t end = needs.end(std::max(law.preperiod, needs.least), *p);
    return std::max(end, needs.from) + *p <= count ? std::optional(law) : std::nullopt;
}

template std::optional<Period> certain_period(const Criterion&, const std::uint16_t*, std::int64_t);
template std::optional<Period> certain_period(const Criterion&, const std::uint32_t*, std::int64_t);
template std::optional<Period> certain_period(const Criterion&, const std::int64_t*, std::int64_t);

}  // namespace bouton::splits
