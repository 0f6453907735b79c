// Xor- and mod-combinations of coordinates: xor(x, z), (x + 2*y) mod 5, and low + m*high with high the xor of floor(x/m) and low the sum of
// the coordinates mod m, or the xor of their remainders. Also sets: where such a combination is 0.
//
// All subsets of the coordinates, all moduli up to kLargestModulus and of the rules; each is given up at the first position of the small
// box that it does not explain, so that the dimension may be larger than for formulas by enumeration.
#include "discover/finders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace bouton::discover {

namespace {

constexpr Number kLargestModulus = 9;
constexpr std::size_t kMostWeights = 4096;  // choices of weights for one modulus

struct Combination {
    ExpressionPtr expression;
    double cost = 0;
};

class CombinationSearch {
  public:
    CombinationSearch(const Sample& sample, Effort& effort) : sample_(sample), effort_(effort) {
        const Table& table = sample.small;
        columns_.resize(sample.dimension());
        for (std::size_t cell = 0; cell < table.size(); ++cell) {
            if (table[cell] == Table::kNone) continue;
            const Position position = table.position(cell);
            for (std::size_t d = 0; d < position.size(); ++d) columns_[d].push_back(static_cast<Number>(position[d]));
            target_.push_back(table[cell]);
        }
        for (std::size_t d = 0; d < sample.dimension(); ++d)
            coordinates_.push_back(leaf(static_cast<std::int32_t>(d), sample.coordinates[d]));
        for (Number m = 2; m <= kLargestModulus; ++m) moduli_.insert(m);
        for (const std::int64_t c : sample.constants)
            for (const std::int64_t m : {c, c + 1})
                if (m >= 2 && m <= 32) moduli_.insert(static_cast<Number>(m));
    }

    std::vector<Guess> run() {
        const std::size_t subsets = std::size_t{1} << coordinates_.size();
        for (std::size_t subset = 1; subset < subsets; ++subset) {
            std::vector<ExpressionPtr> chosen;
            for (std::size_t d = 0; d < coordinates_.size(); ++d)
                if (subset >> d & 1) chosen.push_back(coordinates_[d]);
            const double size = 2.0 * static_cast<double>(chosen.size()) - 1;
            offer(all_of(Operation::bit_xor, chosen), size);
            for (const Number m : moduli_) of_modulus(chosen, m, size);
        }
        for (const Number m : moduli_) weighted(m);
        return std::move(guesses_);
    }

  private:
    static ExpressionPtr all_of(Operation operation, const std::vector<ExpressionPtr>& parts) {
        ExpressionPtr all = parts[0];
        for (std::size_t i = 1; i < parts.size(); ++i) all = node(operation, {all, parts[i]});
        return all;
    }
    static std::vector<ExpressionPtr> each(const std::vector<ExpressionPtr>& parts, Operation operation, Number m) {
        std::vector<ExpressionPtr> result;
        for (const ExpressionPtr& part : parts) result.push_back(node(operation, {part}, m));
        return result;
    }

    void of_modulus(const std::vector<ExpressionPtr>& chosen, Number m, double size) {
        const ExpressionPtr high = all_of(Operation::bit_xor, each(chosen, Operation::divide, m));
        const std::vector<ExpressionPtr> lows = {
            node(Operation::modulo, {all_of(Operation::add, chosen)}, m),
            all_of(Operation::bit_xor, each(chosen, Operation::modulo, m)),
        };
        offer(high, size + 3);
        for (const ExpressionPtr& low : lows) {
            offer(low, size + 2);
            if (sample_.outcomes())
                offer(node(Operation::add, {low, high}), 2 * size + 4);
            else
                offer(node(Operation::add, {low, node(Operation::times, {high}, m)}), 2 * size + 5);
        }
    }

    /// (a*x + b*y + ...) mod m
    void weighted(Number m) {
        const std::size_t d = coordinates_.size();
        std::size_t choices = 1;
        for (std::size_t i = 0; i < d && choices <= kMostWeights; ++i) choices *= static_cast<std::size_t>(m);
        if (choices > kMostWeights) return;
        for (std::size_t code = 1; code < choices; ++code) {
            std::vector<ExpressionPtr> parts;
            double cost = 3;
            std::size_t rest = code;
            for (std::size_t i = 0; i < d; ++i, rest /= static_cast<std::size_t>(m)) {
                const auto weight = static_cast<Number>(rest % static_cast<std::size_t>(m));
                if (weight == 0) continue;
                parts.push_back(weight == 1 ? coordinates_[i] : node(Operation::times, {coordinates_[i]}, weight));
                cost += weight == 1 ? 2 : 4;
            }
            offer(node(Operation::modulo, {all_of(Operation::add, parts)}, m), cost);
        }
    }

    void offer(const ExpressionPtr& e, double cost) {
        constexpr std::size_t kFirst = 64;
        std::vector<Number> values(target_.size());
        for (std::size_t first = 0, size = kFirst; first < target_.size(); first += size, size *= 4) {
            const std::size_t count = std::min(size, target_.size() - first);
            if (!effort_.spend(count / 64)) return;
            evaluate(e, columns_, first, count, values.data());
            for (std::size_t i = 0; i < count; ++i) {
                const bool right = sample_.outcomes() ? (values[i] == 0) == (target_[first + i] == 0)
                                                      : values[i] == target_[first + i];
                if (!right) return;
            }
        }
        add(e, cost);
    }

    void add(const ExpressionPtr& e, double cost) {
        Guess guess;
        guess.kind = Kind::combination;
        guess.cost = cost;
        guess.label = sample_.outcomes() ? "P-positions" : "values";
        guess.plain.variables = sample_.variables();
        guess.expression = sample_.outcomes() ? node(Operation::equal, {e, constant(0)}) : e;
        guess.plain.statement = sample_.outcomes()
                                    ? fmt::format("outcome({}) = {} iff ({})", sample_.position(),
                                                  sample_.rules().players > 0 ? "0" : "P", text(guess.expression))
                                    : fmt::format("{}({}) = {}", sample_.value_word(), sample_.position(), text(e));
        guesses_.push_back(std::move(guess));
    }

    const Sample& sample_;
    Effort& effort_;
    std::vector<std::vector<Number>> columns_;
    std::vector<Number> target_;
    std::vector<ExpressionPtr> coordinates_;
    std::set<Number> moduli_;
    std::vector<Guess> guesses_;
};

}  // namespace

std::vector<Guess> find_combinations(const Sample& sample, Effort& effort) {
    if (sample.dimension() < 2 || sample.dimension() > 6) return {};
    return CombinationSearch(sample, effort).run();
}

}  // namespace bouton::discover
