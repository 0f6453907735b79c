#include "laws/digits.hpp"

#include <algorithm>
#include <set>

namespace bouton {

namespace {

constexpr std::uint64_t kMostStates = 3000000;
constexpr int kMostBits = 8000;  // the search goes so deep

class Search {
  public:
    Search(const LargePosition& piles, std::uint64_t q, const Watch& watch) : piles_(piles), q_(q), watch_(watch) {
        for (const Integer& pile : piles)
            if (pile != 0) bits_ = std::max(bits_, static_cast<int>(msb(pile)) + 1);
    }

    std::optional<LargePosition> run() {
        if (bits_ > kMostBits) return std::nullopt;
        for (std::uint64_t budget = 0; budget <= piles_.size(); ++budget) {
            dead_.clear();
            budget_ = budget;
            result_ = piles_;
            if (from(bits_ - 1, 0, 0)) return result_;
            if (states_ > kMostStates) return std::nullopt;
        }
        return std::nullopt;
    }

  private:
    using Set = std::uint64_t;  // of piles

    bool digit(std::size_t pile, int bit) const { return bit_test(piles_[pile], static_cast<unsigned>(bit)); }

    /// Can columns `bit`, bit - 1, ..., 0 be put right, when the piles in `free` (so many) are smaller already?
    bool from(int bit, Set free, std::uint64_t count) {
        if (bit < 0) return true;
        if (++states_ > kMostStates) return false;
        if (states_ % 1024 == 0) watch_.check();
        if (dead_.contains({bit, free})) return false;
        std::vector<std::size_t> ones;  // piles with a 1 here that are as large as before
        for (std::size_t i = 0; i < piles_.size(); ++i)
            if (!(free >> i & 1) && digit(i, bit)) ones.push_back(i);
        // d of them become smaller here, u free ones get a 1: ones - d + u must be a multiple of q.
        const std::uint64_t most = std::min<std::uint64_t>(ones.size(), budget_ - count);
        for (std::uint64_t d = 0; d <= most; ++d) {
            const std::uint64_t u = (q_ - (ones.size() - d) % q_) % q_;
            if (u > count) continue;
            if (choose(ones, 0, d, bit, free, free, u)) return true;
        }
        dead_.insert({bit, free});
        return false;
    }

    /// Picks d of the piles ones[start...] to become smaller in this column.
    bool choose(const std::vector<std::size_t>& ones, std::size_t start, std::uint64_t d, int bit, Set before, Set now,
                std::uint64_t u) {
        if (d == 0) {
            if (!from(bit - 1, now, static_cast<std::uint64_t>(__builtin_popcountll(now)))) return false;
            std::uint64_t left = u;
            for (std::size_t i = 0; i < piles_.size(); ++i) {
                const auto place = static_cast<unsigned>(bit);
                if (before >> i & 1) {  // free already: ones in the first u of them
                    if (left > 0) {
                        bit_set(result_[i], place);
                        --left;
                    } else {
                        bit_unset(result_[i], place);
                    }
                } else if (now >> i & 1) {
                    bit_unset(result_[i], place);
                }
            }
            return true;
        }
        for (std::size_t i = start; i + d <= ones.size(); ++i) {
            if (i > start && piles_[ones[i]] == piles_[ones[i - 1]]) continue;  // the same again
            if (choose(ones, i + 1, d - 1, bit, before, now | Set{1} << ones[i], u)) return true;
        }
        return false;
    }

    const LargePosition& piles_;
    std::uint64_t q_;
    const Watch& watch_;
    int bits_ = 0;
    std::uint64_t budget_ = 0, states_ = 0;
    std::set<std::pair<int, Set>> dead_;
    LargePosition result_;
};

}  // namespace

std::optional<LargePosition> fewest_changes(const LargePosition& piles, const Integer& q, const Watch& watch) {
    if (piles.size() > 64 || q < 1) return std::nullopt;
    // Sorted, so that equal piles stand side by side and only one of them is tried.
    std::vector<std::size_t> order(piles.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return piles[a] > piles[b]; });
    LargePosition sorted;
    for (const std::size_t i : order) sorted.push_back(piles[i]);
    const auto found = Search(sorted, static_cast<std::uint64_t>(std::min<Integer>(q, 1000000)), watch).run();
    if (!found) return std::nullopt;
    LargePosition result(piles.size());
    for (std::size_t i = 0; i < order.size(); ++i) result[order[i]] = (*found)[i];
    return result;
}

}  // namespace bouton
