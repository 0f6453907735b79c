#include "atlas/fingerprint.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>

namespace bouton::atlas {

void Fingerprint::begin(std::int64_t preperiod, std::int64_t period, std::int64_t saltus) {
    if (words_.size() < 64) words_.resize(64);
    words_[0] = static_cast<std::uint64_t>(preperiod);
    words_[1] = static_cast<std::uint64_t>(period);
    words_[2] = static_cast<std::uint64_t>(saltus);
    used_ = 3;
}

std::uint64_t* Fingerprint::plane(std::int64_t bits) {
    const std::size_t more = static_cast<std::size_t>(bits + 63) / 64, begin = used_;
    used_ += more;
    if (words_.size() < used_) words_.resize(2 * used_);
    std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(begin), more, 0);
    return words_.data() + begin;
}

std::uint64_t Fingerprint::hash() const { return XXH3_64bits(words_.data(), used_ * sizeof(std::uint64_t)); }

std::uint64_t fingerprint(std::int64_t preperiod, std::int64_t period, std::int64_t saltus,
                          const std::vector<std::int64_t>& first) {
    Fingerprint result;
    result.begin(preperiod, period, saltus);
    std::int64_t largest = 0;
    for (const std::int64_t value : first) largest = std::max(largest, value);
    const auto count = static_cast<std::int64_t>(first.size());
    const auto planes = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(largest)));
    for (int b = 0; b < planes; ++b) {
        std::uint64_t* const words = result.plane(count);
        for (std::size_t n = 0; n < first.size(); ++n)
            words[n / 64] |= static_cast<std::uint64_t>(first[n] >> b & 1) << (n % 64);
    }
    return result.hash();
}

}  // namespace bouton::atlas
