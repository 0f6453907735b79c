// Values as what an automaton gives that reads the digits of the coordinates: base 2, 3, numbers of the rules, Fibonacci.
//
// Myhill and Nerode: two beginnings of words are the same state if whatever follows leads to the same values. A beginning is a position (its
// digits so far); what follows is compared as far as the table reaches. From the empty word on, each column of digits leads to a beginning
// that is like an earlier one, or a new state. If all comparisons were deep enough and the states stay few, that is the guess, and the rest
// of the table must agree with it. Deterministic, so wrong only where the table says too little; the check further out tells.
//
// Cost: states x columns x states comparisons of a few hundred cells. Noise has a new state for each beginning and ends at the cap.
#include "discover/finders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace bouton::discover {

namespace {

constexpr std::size_t kMostStates = 40;
constexpr std::size_t kMostColumns = 100;

/// Digits read so far of one number.
struct Word {
    std::int64_t value = 0, shifted = 0;  // shifted: with a 0 behind it, in Fibonacci digits
    int last = 0;
};

struct Columns {
    int base;  // 0: Fibonacci
    std::size_t numbers;

    int width() const { return base == 0 ? 2 : base; }
    std::size_t count() const {
        std::size_t count = 1;
        for (std::size_t i = 0; i < numbers; ++i) count *= static_cast<std::size_t>(width());
        return count;
    }
    /// The words with the digits of the column behind them; nothing where these digits cannot follow.
    std::optional<std::vector<Word>> after(std::vector<Word> words, std::size_t column) const {
        for (std::size_t i = numbers; i-- > 0; column /= static_cast<std::size_t>(width())) {
            const int digit = static_cast<int>(column % static_cast<std::size_t>(width()));
            Word& word = words[i];
            if (base == 0) {
                if (word.last + digit > 1) return std::nullopt;
                const std::int64_t value = word.shifted + digit;
                word.shifted = word.value + word.shifted + 2 * digit;
                word.value = value;
                word.last = digit;
            } else {
                word.value = base * word.value + digit;
            }
        }
        return words;
    }
};

struct Machine {
    std::vector<std::int32_t> outputs;
    std::vector<std::vector<std::size_t>> next;
};

class Finder {
  public:
    Finder(const Table& table, int base, Effort& effort)
        : table_(table), columns_{base, table.dimension()}, effort_(effort) {
        // As deep as some thousand cells allow, and two at the least.
        double cells = 1;
        while (cells < 300) {
            cells *= static_cast<double>(columns_.count());
            ++depth_;
        }
        least_ = std::max<std::size_t>(2, depth_ / 2);
    }

    std::optional<Machine> operator()() {
        Machine machine;
        std::vector<std::vector<Word>> states{std::vector<Word>(columns_.numbers)};
        for (std::size_t i = 0; i < states.size(); ++i) {
            machine.next.emplace_back();
            for (std::size_t column = 0; column < columns_.count(); ++column) {
                const auto words = columns_.after(states[i], column);
                if (!words) {  // never read
                    machine.next[i].push_back(0);
                    continue;
                }
                std::size_t found = states.size();
                for (std::size_t j = 0; j < states.size() && found == states.size(); ++j)
                    if (same(*words, states[j])) found = j;
                if (shallow_ || effort_.empty()) return std::nullopt;
                if (found == states.size()) {
                    if (states.size() == kMostStates) return std::nullopt;
                    states.push_back(*words);
                }
                machine.next[i].push_back(found);
            }
        }
        for (const auto& words : states) machine.outputs.push_back(std::max(0, value(words)));
        return machine;
    }

    /// Does it give the whole table?
    bool gives_table(const Machine& machine) {
        for (std::size_t cell = 0; cell < table_.size(); ++cell) {
            if (table_[cell] == Table::kNone) continue;
            if (cell % 100 == 0 && !effort_.spend()) return false;
            if (output(machine, table_.position(cell)) != table_[cell]) return false;
        }
        return true;
    }

  private:
    std::int32_t value(const std::vector<Word>& words) const {
        Position position;
        for (const Word& word : words) position.push_back(word.value);
        return table_.at(position);
    }

    bool inside(const std::vector<Word>& words) const {
        for (std::size_t i = 0; i < words.size(); ++i)
            if (words[i].value >= table_.extent()[i]) return false;
        return true;
    }

    /// The same values whatever follows, as far as both can be seen; `shallow_` if that is not far.
    bool same(const std::vector<Word>& a, const std::vector<Word>& b) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (columns_.base == 0 && a[i].last != b[i].last) return false;
        std::vector<std::pair<std::vector<Word>, std::vector<Word>>> now{{a, b}}, next;
        for (std::size_t depth = 0; depth <= depth_; ++depth, now.swap(next)) {
            next.clear();
            if (!effort_.spend(1 + now.size() / 32)) return false;
            for (const auto& [left, right] : now) {
                if (!inside(left) || !inside(right)) {
                    if (depth <= least_) shallow_ = true;
                    return true;
                }
                const std::int32_t x = value(left), y = value(right);
                if (x != Table::kNone && y != Table::kNone && x != y) return false;
                if (depth == depth_) continue;
                for (std::size_t column = 0; column < columns_.count(); ++column) {
                    auto more = columns_.after(left, column), other = columns_.after(right, column);
                    if (more && other) next.emplace_back(std::move(*more), std::move(*other));
                }
            }
        }
        return true;
    }

    std::int32_t output(const Machine& machine, const Position& position) const {
        std::vector<std::vector<int>> digits;
        std::size_t length = 0;
        for (const std::int64_t number : position) {
            digits.push_back(digits_of(number));
            length = std::max(length, digits.back().size());
        }
        std::size_t state = 0;
        for (std::size_t i = length; i-- > 0;) {
            std::size_t column = 0;
            for (const auto& number : digits)
                column = column * static_cast<std::size_t>(columns_.width()) +
                         static_cast<std::size_t>(i < number.size() ? number[i] : 0);
            state = machine.next[state][column];
        }
        return machine.outputs[state];
    }

    /// Least significant first.
    std::vector<int> digits_of(std::int64_t number) const {
        std::vector<int> digits;
        if (columns_.base != 0) {
            for (; number > 0; number /= columns_.base) digits.push_back(static_cast<int>(number % columns_.base));
            return digits;
        }
        std::vector<std::int64_t> weights{1, 2};
        while (weights.back() <= number) weights.push_back(weights.back() + weights[weights.size() - 2]);
        digits.assign(weights.size(), 0);
        for (std::size_t i = weights.size(); i-- > 0;)
            if (weights[i] <= number) {
                digits[i] = 1;
                number -= weights[i];
            }
        return digits;
    }

    const Table& table_;
    Columns columns_;
    Effort& effort_;
    std::size_t depth_ = 0, least_ = 0;
    bool shallow_ = false;
};

std::string text_of(const Machine& machine, int base, const Sample& sample) {
    std::string text = fmt::format("automaton digits({}) base {}\n", sample.position(),
                                   base == 0 ? "fibonacci" : std::to_string(base));
    for (std::size_t i = 0; i < machine.next.size(); ++i)
        text += fmt::format("  state {} gives {}: {}\n", i, machine.outputs[i], fmt::join(machine.next[i], " "));
    return text;
}

Guess stated(const Machine& machine, int base, const Sample& sample) {
    Guess guess;
    guess.kind = Kind::automaton;
    const double states = static_cast<double>(machine.next.size());
    guess.cost = 4 + states * (1 + static_cast<double>(machine.next[0].size()) * std::log2(states + 1) / 2);
    guess.note = fmt::format("{} states over digits in base {}", machine.next.size(),
                             base == 0 ? "fibonacci" : std::to_string(base));
    guess.plain.name = "automaton";
    guess.plain.definitions = text_of(machine, base, sample);
    guess.plain.variables = sample.variables();
    if (sample.outcomes()) {
        guess.label = "P-positions";
        guess.plain.statement = fmt::format("outcome({0}) = {1} iff digits({0}) = 0", sample.position(),
                                            sample.rules().players > 0 ? "0" : "P");
    } else {
        guess.label = "values";
        guess.plain.statement = fmt::format("{0}({1}) = digits({1})", sample.value_word(), sample.position());
    }
    return guess;
}

}  // namespace

std::vector<Guess> find_automata(const Sample& sample, Effort& effort) {
    constexpr std::int64_t sides[] = {0, 20000, 400, 70};
    if (sample.dimension() == 0 || sample.dimension() >= std::size(sides)) return {};
    for (const std::string& name : sample.coordinates)
        if (name == "digits") return {};
    std::vector<std::int64_t> extent = sample.large.extent();
    const std::int64_t most = *std::max_element(extent.begin(), extent.end());
    for (std::int64_t& side : extent)
        if (side == most) side = std::max(side, sides[sample.dimension()]);
    std::optional<Table> wide;
    if (sample.table) wide = sample.table(extent);
    const Table& table = wide ? *wide : sample.large;
    std::set<int> bases{2, 3};
    for (const std::int64_t number : sample.constants)
        if (number >= 2 && number <= 10) bases.insert(static_cast<int>(number));
    bases.insert(0);
    std::vector<Guess> guesses;
    for (const int base : bases) {
        if (Columns{base, sample.dimension()}.count() > kMostColumns) continue;
        Finder finder(table, base, effort);
        const auto machine = finder();
        if (machine && machine->next.size() > 1 && finder.gives_table(*machine))
            guesses.push_back(stated(*machine, base, sample));
    }
    return guesses;
}

}  // namespace bouton::discover
