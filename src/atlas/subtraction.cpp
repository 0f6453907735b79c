#include "atlas/subtraction.hpp"

#include "atlas/planes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <tuple>

namespace bouton::atlas {

namespace {

/// The first number above 1 that divides n > 1.
std::int64_t least_factor(std::int64_t n) {
    for (std::int64_t q = 2; q * q <= n; ++q)
        if (n % q == 0) return q;
    return n;
}

/// Sets the bits first..last-1.
void set_range(Word* words, std::int64_t first, std::int64_t last) {
    for (; first < last && first % kBits != 0; ++first) words[first / kBits] |= Word{1} << (first % kBits);
    for (; first + kBits <= last; first += kBits) words[first / kBits] = ~Word{0};
    if (first < last) words[first / kBits] |= low_bits(last - first);
}

}  // namespace

/// One game at a time, with B planes.
template <unsigned B> class Sweep {
  public:
    Findings find(const std::vector<std::int64_t>& moves, std::int64_t limit, std::int64_t scale,
                  Fingerprint& fingerprint, const Watch& watch) {
        window_ = moves.back();
        values_.begin(moves);
        end_ = 0;
        Findings found;
        const std::int64_t period = certain_period(moves, limit + 1, watch);
        if (period == 0) return not_settled(limit, fingerprint);
        found.settled = true;
        found.saltus = 0;
        const std::int64_t outcomes = least_divisor<true>(period), preperiod = last_difference<false>(period);
        found.period = scale * period;
        found.preperiod = scale * preperiod;
        found.outcome_period = scale * outcomes;
        found.outcome_preperiod = scale * last_difference<true>(outcomes);
        found.largest_value = largest(preperiod + period);
        fingerprint.begin(found.preperiod, found.period, 0);
        add_planes(preperiod + period, found.largest_value, scale, fingerprint);
        found.hash = fingerprint.hash();
        return found;
    }

  private:
    /// The least period, if the values of the heaps below `count` show it; 0: they do not.
    std::int64_t certain_period(const std::vector<std::int64_t>& moves, std::int64_t count, const Watch& watch) {
        std::int64_t searched = 0;
        for (std::int64_t end = std::min(count, 3 * window_ + kBits);; end = std::min(count, end + end / 4 + kBits)) {
            values_.extend(end, watch);
            end_ = std::min(values_.length(), count);
            if (moves.size() <= kFewMoves)
                for (std::size_t i = 0; i < moves.size(); ++i)
                    for (std::size_t j = i + 1; j < moves.size(); ++j)
                        if (repeats<false>(moves[i] + moves[j])) return least_divisor<false>(moves[i] + moves[j]);
            if (end_ >= 2 * searched + 8 * kBits || end_ == count) {
                searched = end_;
                if (const std::int64_t p = search<false>()) return p;
            }
            if (end_ == count) return 0;
        }
    }

    /// Do the last values equal those p earlier?
    template <bool Outcomes> bool repeats(std::int64_t p) const {
        const std::int64_t begin = end_ - window_;
        if (begin < p) return false;
        for (std::int64_t i = 0; i < window_; i += kBits)
            if (values_.template differ<Outcomes>(begin + i - p, p) & low_bits(window_ - i)) return false;
        return true;
    }

    /// The least divisor that is a period too, of one that is.
    template <bool Outcomes> std::int64_t least_divisor(std::int64_t period) const {
        for (std::int64_t rest = period; rest > 1;) {
            const std::int64_t q = least_factor(rest);
            while (rest % q == 0) rest /= q;
            while (period % q == 0 && repeats<Outcomes>(period / q)) period /= q;
        }
        return period;
    }

    static Word spread(Word bits) { return Word{0} - (bits & 1); }  // its first bit, everywhere

    /// The least p such that the last values equal those p earlier: candidates for where these begin, 64 at a time, from the last one down.
    template <bool Outcomes> std::int64_t search() const {
        const std::int64_t begin = end_ - window_;
        for (std::int64_t top = begin; top > 0; top -= kBits) {
            const std::int64_t from = std::max<std::int64_t>(0, top - kBits);
            Word fit = low_bits(top - from);
            for (std::int64_t i = 0; i < window_ && fit; ++i) {
                if constexpr (Outcomes) {
                    fit &= ~(values_.outcomes(from + i) ^ spread(values_.outcomes(begin + i)));
                } else {
                    for (unsigned b = 0; b < B; ++b)
                        fit &= ~(values_.bits(b, from + i) ^ spread(values_.bits(b, begin + i)));
                }
            }
            if (fit) return begin - (from + kBits - 1 - std::countl_zero(fit));
        }
        return 0;
    }

    /// One more than the last heap that differs from the one p later.
    template <bool Outcomes> std::int64_t last_difference(std::int64_t p) const {
        for (std::int64_t top = end_ - p; top > 0; top -= kBits) {
            const std::int64_t from = std::max<std::int64_t>(0, top - kBits);
            if (const Word d = values_.template differ<Outcomes>(from, p) & low_bits(top - from))
                return from + kBits - std::countl_zero(d);
        }
        return 0;
    }

    std::int64_t largest(std::int64_t count) const {
        for (unsigned v = Planes<B>::kValues - 1; v > 0; --v)
            for (std::int64_t n = 0; n < count; n += kBits) {
                Word is = low_bits(count - n);
                for (unsigned b = 0; b < B; ++b) is &= v >> b & 1 ? values_.bits(b, n) : ~values_.bits(b, n);
                if (is) return v;
            }
        return 0;
    }

    void add_planes(std::int64_t count, std::int64_t largest, std::int64_t scale, Fingerprint& fingerprint) const {
        for (unsigned b = 0; b < static_cast<unsigned>(std::bit_width(static_cast<Word>(largest))); ++b) {
            Word* const words = fingerprint.plane(scale * count);
            for (std::int64_t n = 0; n < count; n += kBits) {
                Word bits = values_.bits(b, n) & low_bits(count - n);
                if (scale == 1) words[n / kBits] = bits;
                while (scale > 1 && bits) {  // each run of ones, scaled
                    const int first = std::countr_zero(bits), length = std::countr_one(bits >> first);
                    set_range(words, scale * (n + first), scale * (n + first + length));
                    bits &= ~(low_bits(length) << first);
                }
            }
        }
    }

    Findings not_settled(std::int64_t limit, Fingerprint& fingerprint) const {
        Findings found;
        found.looked = limit;
        if ((found.outcome_period = search<true>()) > 0)
            found.outcome_preperiod = last_difference<true>(found.outcome_period);
        else
            found.outcome_period = kUnknown;
        found.largest_value = largest(limit + 1);
        fingerprint.begin(limit + 1, 0, 0);
        add_planes(limit + 1, found.largest_value, 1, fingerprint);
        found.hash = fingerprint.hash();
        return found;
    }

    static constexpr std::size_t kFewMoves = 4;  // sums of two are periods often enough to try them first
    Planes<B> values_;
    std::int64_t window_ = 0, end_ = 0;
};

struct SubtractionSweep::State {
    const Watch* watch;
    Fingerprint fingerprint;
    std::vector<std::int64_t> divided;
    std::tuple<Sweep<1>, Sweep<2>, Sweep<3>, Sweep<4>> sweeps;

    Findings find(const std::vector<std::int64_t>& moves, std::int64_t limit, std::int64_t scale) {
        const auto with = [&](auto& sweep) { return sweep.find(moves, limit, scale, fingerprint, *watch); };
        switch (std::bit_width(moves.size())) {  // values up to the number of moves
            case 1: return with(std::get<0>(sweeps));
            case 2: return with(std::get<1>(sweeps));
            case 3: return with(std::get<2>(sweeps));
            default: return with(std::get<3>(sweeps));
        }
    }
};

SubtractionSweep::SubtractionSweep(const Watch& watch) : state_(std::make_unique<State>()) { state_->watch = &watch; }
SubtractionSweep::~SubtractionSweep() = default;
SubtractionSweep::SubtractionSweep(SubtractionSweep&&) noexcept = default;

Findings SubtractionSweep::find(const std::vector<std::int64_t>& moves, std::int64_t limit, bool scaled) {
    std::int64_t divisor = 0;
    for (const std::int64_t move : moves) divisor = std::gcd(divisor, move);
    if (scaled && divisor > 1) {
        state_->divided.clear();
        for (const std::int64_t move : moves) state_->divided.push_back(move / divisor);
        const std::int64_t last = (limit + 1) / divisor - 1;
        const Findings found = last >= 0 ? state_->find(state_->divided, last, divisor) : Findings();
        if (found.settled) return found;
    }
    return state_->find(moves, limit, 1);
}

}  // namespace bouton::atlas
