#include "base/floor_map.hpp"

#include "base/error.hpp"
#include "base/watch.hpp"

namespace bouton {

namespace {

__extension__ using Wide = unsigned __int128;
constexpr std::uint64_t kLimit = std::uint64_t{1} << 62;
constexpr std::uint64_t kCost = 64;  // steps that a division of large numbers counts for

}  // namespace

FloorMap::FloorMap(Integer p, Integer q, Integer d) : p_(std::move(p)), q_(std::move(q)), d_(std::move(d)) {
    if (p_ >= kLimit || q_ >= kLimit || d_ >= kLimit) return;
    small_p_ = static_cast<std::uint64_t>(p_);
    small_q_ = static_cast<std::uint64_t>(q_);
    small_d_ = static_cast<std::uint64_t>(d_);
    p_power_ = d_power_ = 1;
    // b < d^m becomes at most (b + m q) max(1, p/d)^m, so everything below stays within 64 bits.
    std::uint64_t most = 1;
    while (block_ < 62) {
        const Wide grown = Wide(most) * std::max(small_p_, small_d_);
        if (grown * (Wide(small_q_) * 64 + 1) >= kLimit) break;
        most = static_cast<std::uint64_t>(grown);
        p_power_ *= small_p_;
        d_power_ *= small_d_;
        ++block_;
    }
}

Integer FloorMap::step(const Integer& x) const { return (p_ * x + q_) / d_; }

Integer FloorMap::climb(Integer x, const Integer& bound) const { return x < bound ? step(last_below(x, bound)) : x; }

Integer FloorMap::last_below(Integer x, const Integer& bound) const {
    Integer a, b;
    Steps steps;
    for (;;) {
        steps.tick(kCost);
        if (block_ > 1) {
            divide_qr(x, Integer(d_power_), a, b);
            auto rest = static_cast<std::uint64_t>(b);
            for (int i = 0; i < block_; ++i)
                rest = static_cast<std::uint64_t>((Wide(small_p_) * rest + small_q_) / small_d_);
            Integer far = a * p_power_ + rest;
            if (far < bound) {
                x = std::move(far);
                continue;
            }
        }
        for (int i = 0; i < std::max(block_, 1); ++i) {
            Integer next = step(x);
            if (next >= bound) return x;
            x = std::move(next);
        }
    }
}

Integer FloorMap::fall_to_multiple(Integer x) const {
    Integer a, b;
    Steps steps;
    while (x % d_ != 0) {
        steps.tick(kCost);
        if (p_ + 1 == d_ && q_ == 0 && x < d_ * d_) return fall_evenly(x);
        if (block_ < 2) {
            x = step(x);
            continue;
        }
        divide_qr(x, Integer(d_power_), a, b);
        auto rest = static_cast<std::uint64_t>(b);
        std::uint64_t p_power = 1, d_power = d_power_;
        for (int i = 0; i < block_ && rest % small_d_ != 0; ++i) {
            rest = static_cast<std::uint64_t>((Wide(small_p_) * rest + small_q_) / small_d_);
            p_power *= small_p_;
            d_power /= small_d_;
        }
        x = a * p_power * d_power + rest;
    }
    return x;
}

/// p = d - 1 and x = c d + r, r > 0: a step takes c + 1 away as long as r stays positive, so all steps with the same c are done at once.
Integer FloorMap::fall_evenly(Integer x) const {
    Integer c, r;
    divide_qr(x, d_, c, r);
    Steps steps;
    while (r != 0) {
        steps.tick(kCost);
        r %= c + 1;
        if (r == 0) break;
        r += d_ - c - 1;  // one step more: c falls by one
        --c;
        if (r >= d_) throw std::logic_error("a step of the wrong size");
    }
    return c * d_ + r;
}

}  // namespace bouton
