#include "check/windows/values.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace bouton::recheck::windows {

namespace {

constexpr Number kFirstChoice = 256;  // heaps after which a mask is chosen, then whenever there are twice as many
constexpr Number kMostMasks = 1 << 12;
constexpr Number kRare = 8;  // at most one heap in so many is even, or the mask is of no use

bool is_odd(Number value, Number mask) { return std::popcount(static_cast<std::uint64_t>(value & mask)) % 2 == 1; }

/// The splits of one heap: u and total - u for first <= u <= last.
struct Splits {
    const Pair* pair;
    Number heap, total, first, last;

    bool allow(Number u) const {
        if (u < first || u > last) return false;
        return std::none_of(pair->not_zero.begin(), pair->not_zero.end(),
                            [&](const Form& f) { return f.v != 0 && at(f, heap, u) == 0; });
    }
};

class Values {
  public:
    Values(const std::vector<Single>& singles, const std::vector<Pair>& pairs, bool misere, const Watch& watch)
        : pairs_(pairs), misere_(misere), watch_(watch) {
        // Removals first..last that are always possible are the values of a window that moves.
        std::set<Number> always;
        for (const Single& single : singles) {
            const bool plain = single.removal && single.heaps.first == single.number && single.heaps.last == kForEver &&
                               single.heaps.tests.empty();
            if (plain)
                always.insert(single.number);
            else
                others_.push_back(single);
        }
        for (const Number s : always) {
            if (runs_.empty() || runs_.back().second != s - 1) runs_.emplace_back(s, s);
            runs_.back().second = s;
        }
    }

    std::vector<Number> take(Number count) {
        for (Number n = 0; n < count; ++n) {
            if (n % 64 == 0) watch_.check();
            if (n == next_choice_ && !pairs_.empty()) choose();
            for (const auto& [first, last] : runs_) {
                if (n >= first) mex_.enter(value(n - first));
                if (n > last) mex_.leave(value(n - last - 1));
            }
            for (const Single& single : others_)
                if (single.heaps.contains(n)) mex_.mark(value(single.removal ? n - single.number : single.number));
            mark_splits(n);
            append(mex_.take(misere_));
            if (sparse_ && !is_odd(value(n), mask_)) even_.push_back(n);
        }
        return {values_.begin(), values_.end()};
    }

  private:
    Number value(Number n) const { return values_[static_cast<std::size_t>(n)]; }
    void append(Number value) {
        if (value >= kForEver >> 32) throw Wrong{"a value too large to be checked"};
        values_.push_back(static_cast<std::uint32_t>(value));
        while (size_ <= value) size_ *= 2;
    }
    Number value(const Splits& splits, Number u) const { return value(u) ^ value(splits.total - u); }

    /// The mask that makes the fewest heaps even.
    void choose() {
        next_choice_ *= 2;
        const Number masks = size_;
        sparse_ = false;
        if (masks > kMostMasks) return;
        std::vector<Number> heaps(static_cast<std::size_t>(masks));
        for (const std::uint32_t v : values_) ++heaps[v];
        Number fewest = static_cast<Number>(values_.size()) / kRare;
        for (Number mask = 1; mask < masks; ++mask) {
            Number even = 0;
            for (Number v = 0; v < masks && even < fewest; ++v)
                if (!is_odd(v, mask)) even += heaps[static_cast<std::size_t>(v)];
            if (even >= fewest) continue;
            fewest = even;
            mask_ = mask;
            sparse_ = true;
        }
        even_.clear();
        odd_.clear();
        for (std::size_t n = 0; sparse_ && n < values_.size(); ++n)
            if (!is_odd(values_[n], mask_)) even_.push_back(static_cast<Number>(n));
    }

    void mark_splits(Number n) {
        splits_.clear();
        for (const Pair& pair : pairs_) {
            if (!pair.heaps.contains(n)) continue;
            Splits splits{&pair, n, n - pair.removed, 0, n - pair.removed};
            for (const Form& f : pair.at_most) {
                const Number c = add(multiply(f.x, n), f.c);
                if (f.v > 0) splits.last = std::min(splits.last, floor_divide(-c, f.v));
                if (f.v < 0) splits.first = std::max(splits.first, -floor_divide(c, f.v));
            }
            if (splits.first > splits.last) continue;
            if (splits.last >= n || splits.first + pair.removed <= 0)
                throw Wrong{"a move does not make the heap smaller"};
            splits_.push_back(splits);
        }
        if (splits_.empty()) return;
        if (sparse_)
            mark_needed();
        else
            for (const Splits& splits : splits_)
                for (Number u = splits.first; u <= splits.last; ++u)
                    if (splits.pair->not_zero.empty() || splits.allow(u)) mex_.mark(value(splits, u));
    }

    void mark_needed() {
        for (const Splits& splits : splits_) mark_with_even(splits);
        for (Number v = static_cast<Number>(odd_.size()); v <= 2 * size_; ++v) odd_.push_back(is_odd(v, mask_));
        const auto odd = [&](Number v) { return odd_[static_cast<std::size_t>(v)] != 0; };
        // Some odd number of size_ .. 2 * size_ is the value of no option.
        Number c = 0;
        while (!odd(c) || mex_.taken(c)) ++c;
        Number missing = 0;
        for (Number v = 0; v < c; ++v)
            if (!odd(v) && !mex_.taken(v)) ++missing;
        for (const Splits& splits : splits_)
            for (Number u = splits.first; u <= splits.last && missing > 0; ++u) {
                const Number v = value(splits, u);
                if (v >= c || odd(v) || mex_.taken(v) || !splits.allow(u)) continue;
                mex_.mark(v);
                --missing;
            }
    }

    /// Marks all splits with a part whose value is even. It may be either part: u, or total - u.
    void mark_with_even(const Splits& splits) {
        const Number first = std::min(splits.first, splits.total - splits.last);
        const Number last = std::max(splits.last, splits.total - splits.first);
        const auto begin = std::lower_bound(even_.begin(), even_.end(), first);
        const auto end = std::upper_bound(begin, even_.end(), last);
        const bool gap = splits.last + 1 < splits.total - splits.last || splits.total - splits.first + 1 < splits.first;
        if (gap || !splits.pair->not_zero.empty()) {
            for (auto part = begin; part != end; ++part)
                if (splits.allow(*part) || splits.allow(splits.total - *part)) mex_.mark(value(splits, *part));
            return;
        }
        std::uint32_t* const marks = mex_.room(size_);
        const std::uint32_t round = mex_.round();
        const std::uint32_t* const values = values_.data();
        for (auto part = begin; part != end; ++part) marks[values[*part] ^ values[splits.total - *part]] = round;
    }

    const std::vector<Pair>& pairs_;
    bool misere_;
    const Watch& watch_;
    std::vector<std::pair<Number, Number>> runs_;
    std::vector<Single> others_;
    Mex mex_;
    std::vector<std::uint32_t> values_;
    Number size_ = 1;  // a power of two; values are smaller
    std::vector<Splits> splits_;
    Number next_choice_ = kFirstChoice;
    bool sparse_ = false;
    Number mask_ = 0;
    std::vector<Number> even_;       // heaps with even values, if sparse_
    std::vector<std::uint8_t> odd_;  // by number
};

}  // namespace

std::vector<Number> values_of(const std::vector<Single>& singles, const std::vector<Pair>& pairs, bool misere,
                              Number count, const Watch& watch) {
    return Values(singles, pairs, misere, watch).take(count);
}

}  // namespace bouton::recheck::windows
