// Conditions: texts, normal form, and each as an automaton of its own.
#include "proofs/digits/automaton.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>

namespace bouton::digits {

namespace {

constexpr std::int64_t kLargest = 1000000;  // coefficients and constants
constexpr std::int64_t kWidest = 20000;     // Zeckendorf states

bool is_variable(const std::string& name) { return name.find('#') != std::string::npos; }

std::int64_t checked(std::int64_t value) {
    if (value > kLargest || value < -kLargest)
        throw Unsupported{fmt::format("numbers beyond {} arise in its conditions", kLargest)};
    return value;
}

}  // namespace

// ---- texts

std::string to_text(const Numeration& numeration) {
    return numeration.zeckendorf ? "Zeckendorf" : fmt::format("base {}", numeration.base);
}

std::string to_text(const Linear& sum) {
    std::string text;
    const auto put = [&](std::int64_t factor, const std::string& name) {
        text += text.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
        if (name.empty() || std::abs(factor) != 1) text += std::to_string(std::abs(factor)) + (name.empty() ? "" : "*");
        text += name;
    };
    for (const auto& [name, factor] : sum.terms) put(factor, name);
    if (sum.constant != 0 || text.empty()) put(sum.constant, "");
    return text;
}

std::string to_text(const Condition& c) {
    using Kind = Condition::Kind;
    switch (c.kind) {
        case Kind::at_most: return to_text(c.sum) + " <= 0";
        case Kind::equal: return to_text(c.sum) + " = 0";
        case Kind::congruent: return fmt::format("{} = 0 mod {}", to_text(c.sum), c.modulus);
        case Kind::columns:
            return fmt::format("qsum({}; {}) {} 0", c.modulus, fmt::join(c.tracks, ", "), c.negated ? "!=" : "=");
        case Kind::power: return fmt::format("{} is a power", c.tracks[0]);
        case Kind::ones: return fmt::format("ones({}) = {} mod {}", c.tracks[0], c.rest, c.modulus);
        case Kind::zeros: return fmt::format("zeros({}) = {} mod {}", c.tracks[0], c.rest, c.modulus);
        case Kind::shift: return fmt::format("{} = shift({})", c.tracks[1], c.tracks[0]);
        case Kind::changed: return fmt::format("1 to {} fall of {}", c.modulus, fmt::join(c.tracks, ", "));
        case Kind::valid: return fmt::format("{} is valid", c.tracks[0]);
        case Kind::automaton:  // with the table: what is told apart by its text must be
            return fmt::format("[{}]({}) = {}", fmt::join(c.table, " "), fmt::join(c.tracks, ", "), c.rest);
    }
    return "";
}

void Linear::add(const std::string& name, std::int64_t factor) {
    add_multiple(terms, {{name, factor}}, std::int64_t{1}, checked);
}

void Linear::add(const Linear& other, std::int64_t factor) {
    checked(factor);
    LinearForm::add(other, factor, checked);
}

// ---- simplify

namespace {

using Kind = Condition::Kind;
enum class Truth { open, always, never };

Truth normalize(Condition& c) {
    Linear& sum = c.sum;
    switch (c.kind) {
        case Kind::at_most:
        case Kind::equal: {
            if (sum.terms.empty())
                return (c.kind == Kind::equal ? sum.constant == 0 : sum.constant <= 0) ? Truth::always : Truth::never;
            std::int64_t divisor = sum.content();
            if (c.kind == Kind::equal) {
                if (sum.constant % divisor != 0) return Truth::never;
                if (sum.terms.begin()->second < 0) divisor = -divisor;
            }
            sum.divide(divisor);
            return Truth::open;
        }
        case Kind::congruent:
            for (auto entry = sum.terms.begin(); entry != sum.terms.end();) {
                entry->second = arithmetic::modulo(entry->second, c.modulus);
                entry = entry->second == 0 ? sum.terms.erase(entry) : std::next(entry);
            }
            sum.constant = arithmetic::modulo(sum.constant, c.modulus);
            if (!sum.terms.empty()) return Truth::open;
            return sum.constant == 0 ? Truth::always : Truth::never;
        case Kind::columns:
            std::sort(c.tracks.begin(), c.tracks.end());
            if (!c.tracks.empty() && c.modulus > 1) return Truth::open;
            return c.negated ? Truth::never : Truth::always;
        default: return Truth::open;
    }
}

/// Where all tracks are natural numbers.
Truth by_signs(const Condition& c) {
    if (c.kind != Kind::at_most && c.kind != Kind::equal) return Truth::open;
    bool up = true, down = true;
    for (const auto& entry : c.sum.terms) (entry.second > 0 ? down : up) = false;
    if (up && c.sum.constant > 0) return Truth::never;
    if (c.kind == Kind::equal) return down && c.sum.constant < 0 ? Truth::never : Truth::open;
    return down && c.sum.constant <= 0 ? Truth::always : Truth::open;
}

class Simplifier {
  public:
    Simplifier(Clause clause, const std::vector<std::string>& visible)
        : clause_(std::move(clause)), visible_(visible.begin(), visible.end()) {}

    std::optional<Clause> operator()() {
        if (!normalize_all()) return std::nullopt;
        while (eliminate_one())
            if (!normalize_all()) return std::nullopt;
        require_natural();
        std::map<std::string, Condition> sorted;
        for (Condition& c : clause_) {
            const Truth truth = by_signs(c);
            if (truth == Truth::never) return std::nullopt;
            if (truth == Truth::open) sorted.emplace(to_text(c), std::move(c));
        }
        Clause result;
        for (auto& entry : sorted) result.push_back(std::move(entry.second));
        return result;
    }

  private:
    bool normalize_all() {
        Clause kept;
        for (Condition& c : clause_) {
            const Truth truth = normalize(c);
            if (truth == Truth::never) return false;
            if (truth == Truth::open) kept.push_back(std::move(c));
        }
        clause_ = std::move(kept);
        return true;
    }

    bool eliminate_one() {
        std::set<std::pair<bool, std::string>> hidden;  // variables first
        for (const Condition& c : clause_) {
            for (const auto& entry : c.sum.terms) hidden.emplace(!is_variable(entry.first), entry.first);
            for (const std::string& track : c.tracks) hidden.emplace(!is_variable(track), track);
        }
        for (const auto& [rank, name] : hidden)
            if (!visible_.contains(name) && eliminate(name)) return true;
        return false;
    }

    bool eliminate(const std::string& name) {
        bool digits = false, only_columns = true;
        for (const Condition& c : clause_) {
            if (std::find(c.tracks.begin(), c.tracks.end(), name) == c.tracks.end()) continue;
            digits = true;
            only_columns = only_columns && c.kind == Kind::columns;
        }
        std::size_t best = clause_.size();
        std::string best_text;
        for (std::size_t i = 0; i < clause_.size(); ++i) {
            const Condition& c = clause_[i];
            const auto here = c.sum.terms.find(name);
            if (c.kind != Kind::equal || here == c.sum.terms.end() || std::abs(here->second) != 1) continue;
            if (digits) {
                std::int64_t total = 0;
                for (const auto& entry : c.sum.terms) total += entry.second;
                const bool renames = c.sum.terms.size() == 2 && total == 0 && c.sum.constant == 0;
                const bool zero = c.sum.terms.size() == 1 && c.sum.constant == 0 && only_columns;
                if (!renames && !zero) continue;
            }
            std::string text = to_text(c);
            if (best < clause_.size() && best_text <= text) continue;
            best = i;
            best_text = std::move(text);
        }
        if (best == clause_.size()) return false;
        const Linear equation = clause_[best].sum;
        clause_.erase(clause_.begin() + static_cast<std::ptrdiff_t>(best));
        const Linear value{equation.solved_for(name)};
        for (Condition& c : clause_) {
            c.sum.replace(name, value, checked);
            for (std::size_t i = 0; i < c.tracks.size();) {
                if (c.tracks[i] != name) {
                    ++i;
                } else if (value.terms.empty()) {
                    c.tracks.erase(c.tracks.begin() + static_cast<std::ptrdiff_t>(i));
                } else {
                    c.tracks[i++] = value.terms.begin()->first;
                }
            }
        }
        if (!is_variable(name)) {
            Condition natural;
            natural.sum.add(value, -1);
            clause_.push_back(natural);
        }
        return true;
    }

    void require_natural() const {
        std::set<std::string> open;
        for (const Condition& c : clause_) {
            for (const auto& entry : c.sum.terms)
                if (is_variable(entry.first) && !visible_.contains(entry.first)) open.insert(entry.first);
            for (const std::string& track : c.tracks)
                if (is_variable(track) && !visible_.contains(track)) open.insert(track);
        }
        for (bool found = true; found && !open.empty();) {
            found = false;
            for (const std::string& name : std::set<std::string>(open)) {
                if (std::any_of(clause_.begin(), clause_.end(),
                                [&](const Condition& c) { return bounds_below(c, name, open); })) {
                    open.erase(name);
                    found = true;
                }
            }
        }
        if (!open.empty())
            throw Unsupported{fmt::format("the variable {} may be negative; give it a lower bound",
                                          open.begin()->substr(0, open.begin()->find('#')))};
    }

    /// name >= a sum of natural numbers?
    static bool bounds_below(const Condition& c, const std::string& name, const std::set<std::string>& open) {
        const auto here = c.sum.terms.find(name);
        if ((c.kind != Kind::at_most && c.kind != Kind::equal) || here == c.sum.terms.end()) return false;
        if (c.kind == Kind::at_most && here->second > 0) return false;
        const std::int64_t sign = here->second > 0 ? -1 : 1;
        if (sign * c.sum.constant < 0) return false;
        return std::all_of(c.sum.terms.begin(), c.sum.terms.end(), [&](const auto& entry) {
            return entry.first == name || (sign * entry.second > 0 && !open.contains(entry.first));
        });
    }

    Clause clause_;
    std::set<std::string> visible_;
};

}  // namespace

std::optional<Clause> simplify(Clause clause, const std::vector<std::string>& visible) {
    return Simplifier(std::move(clause), visible)();
}

Clauses prepared(const Clauses& clauses, const std::vector<std::string>& visible, bool left,
                 const Numeration& numeration) {
    std::map<std::string, Clause> sorted;
    for (const Clause& clause : clauses) {
        const auto simple = simplify(clause, visible);
        if (!simple) continue;
        std::map<std::string, Condition> conditions;
        std::set<std::string> tracks;
        for (const Condition& c : *simple) {
            for (const auto& entry : c.sum.terms) tracks.insert(entry.first);
            tracks.insert(c.tracks.begin(), c.tracks.end());
            conditions.emplace(to_text(c), c);
        }
        for (const std::string& name : visible) {
            tracks.erase(name);
            if (left) tracks.insert(name);
        }
        for (const std::string& name : numeration.zeckendorf ? tracks : std::set<std::string>{}) {
            Condition valid;
            valid.kind = Kind::valid;
            valid.tracks = {name};
            conditions.emplace(to_text(valid), valid);
        }
        std::string text;
        Clause result;
        for (const auto& [key, c] : conditions) {
            text += key + "; ";
            result.push_back(c);
        }
        sorted.emplace(text, std::move(result));
    }
    Clauses result;
    for (auto& entry : sorted) result.push_back(std::move(entry.second));
    return result;
}

// ---- one condition

Component::Component(const Condition& condition, const Numeration& numeration, const std::vector<std::string>& tracks)
    : kind_(condition.kind),
      numeration_(numeration),
      constant_(condition.sum.constant),
      modulus_(condition.modulus),
      rest_(condition.rest),
      negated_(condition.negated),
      table_(condition.table) {
    const auto index = [&](const std::string& name) {
        return static_cast<std::size_t>(std::find(tracks.begin(), tracks.end(), name) - tracks.begin());
    };
    for (const auto& [name, factor] : condition.sum.terms) {
        tracks_.push_back(index(name));
        factors_.push_back(factor);
        (factor > 0 ? positive_ : negative_) += std::abs(factor);
    }
    for (const std::string& name : condition.tracks) tracks_.push_back(index(name));
    row_ = 1;
    for (std::size_t i = 0; i < tracks_.size() && kind_ == Kind::automaton; ++i)
        row_ *= static_cast<std::size_t>(numeration.base);
    ++row_;
    const bool binary = kind_ == Kind::columns || kind_ == Kind::ones || kind_ == Kind::changed;
    if (binary && (numeration.zeckendorf || numeration.base != 2) && kind_ != Kind::changed)
        throw Unsupported{"binary digits and other digits occur together"};
    if (kind_ == Kind::changed && tracks_.size() > 48) throw Unsupported{"there are more than 24 piles"};
}

/// base b: sum read so far v, and k more digits make v*b^k + something from -(b^k - 1)*negative to (b^k - 1)*positive.
/// Zeckendorf: p*w(k) + q*w(k-1) + something from -(w(k) - 1)*negative to (w(k) - 1)*positive. With h(k) = (p - negative)*w(k) + q*w(k-1),
/// which grows like Fibonacci numbers, all sums are positive if h(0) and h(1) are not negative and h + negative + constant > 0 for both.
State Component::linear(State state, const std::vector<int>& digits) const {
    std::int64_t column = 0;
    for (std::size_t i = 0; i < tracks_.size(); ++i) column += factors_[i] * digits[tracks_[i]];
    const std::int64_t q0 = static_cast<std::int16_t>(state & 0xffff), p0 = (state - q0) / 65536;
    if (kind_ == Kind::congruent) {
        if (!numeration_.zeckendorf)
            return static_cast<State>(arithmetic::modulo(state * std::int64_t{numeration_.base} + column, modulus_));
        return static_cast<State>(arithmetic::modulo(p0 + q0 + column, modulus_) * 65536 + p0);
    }
    bool above, below, at_most;  // whatever follows: sum > 0, < 0, <= 0
    std::int64_t next;
    if (!numeration_.zeckendorf) {
        next = state * std::int64_t{numeration_.base} + column;
        above = next >= negative_ && next + constant_ > 0;
        below = next <= -positive_ && next + constant_ < 0;
        at_most = next <= -positive_ && next + constant_ <= 0;
    } else {
        const std::int64_t p = p0 + q0 + column, q = p0;
        const std::int64_t low0 = p - negative_ + q, low1 = 2 * (p - negative_) + q;
        const std::int64_t high0 = p + positive_ + q, high1 = 2 * (p + positive_) + q;
        const std::int64_t least = std::min(low0, low1), most = std::max(high0, high1);
        above = least >= 0 && least + negative_ + constant_ > 0;
        below = most <= 0 && most - positive_ + constant_ < 0;
        at_most = most <= 0 && most - positive_ + constant_ <= 0;
        next = p * 65536 + q;
        if (!above && !at_most && (std::abs(p) > kWidest || std::abs(q) > kWidest))
            throw Unsupported{"the numbers in its conditions are too large for Zeckendorf digits"};
    }
    if (above || (kind_ == Kind::equal && below)) return kDead;
    if (kind_ == Kind::at_most && at_most) return kAll;
    return static_cast<State>(next);
}

State Component::step(State state, const std::vector<int>& digits) const {
    if (state == kAll) return kAll;
    const auto digit = [&](std::size_t i) { return digits[tracks_[i]]; };
    switch (kind_) {
        case Kind::at_most:
        case Kind::equal:
        case Kind::congruent: return linear(state, digits);
        case Kind::columns: {
            std::int64_t sum = 0;
            for (std::size_t track : tracks_) sum += digits[track];
            if (sum % modulus_ == 0) return 0;
            return negated_ ? kAll : kDead;
        }
        case Kind::power:
            if (digit(0) == 0) return state;
            return digit(0) == 1 && state == 0 ? 1 : kDead;
        case Kind::ones: return static_cast<State>((state + digit(0)) % modulus_);
        case Kind::zeros:
            if (digit(0) != 0) return 1;
            return state == 0 ? 0 : static_cast<State>(1 + state % modulus_);
        case Kind::shift: return digit(0) == state ? digit(1) : kDead;
        case Kind::valid: return digit(0) + state > 1 ? kDead : digit(0);
        case Kind::automaton: {
            std::size_t column = 0;
            for (std::size_t i = 0; i < tracks_.size(); ++i)
                column = column * static_cast<std::size_t>(numeration_.base) + static_cast<std::size_t>(digit(i));
            return static_cast<State>(table_[2 + static_cast<std::size_t>(state) * row_ + column]);
        }
        case Kind::changed: {
            std::int64_t count = 0;
            for (std::size_t i = 0; i < tracks_.size(); i += 2) {
                if (!(state >> (i / 2) & 1) && digit(i) != digit(i + 1)) {
                    if (digit(i) > digit(i + 1)) return kDead;
                    state |= 1 << (i / 2);
                }
                count += state >> (i / 2) & 1;
            }
            return count > modulus_ ? kDead : state;
        }
    }
    return kDead;
}

bool Component::accepts(State state) const {
    if (state == kAll) return true;
    const std::int64_t q = static_cast<std::int16_t>(state & 0xffff), p = (state - q) / 65536;
    const std::int64_t value = (numeration_.zeckendorf ? p + q : state) + constant_;
    switch (kind_) {
        case Kind::at_most: return value <= 0;
        case Kind::equal: return value == 0;
        case Kind::congruent: return value % modulus_ == 0;
        case Kind::columns: return !negated_;
        case Kind::power: return state == 1;
        case Kind::ones: return state == rest_;
        case Kind::zeros: return state == 1 + rest_;
        case Kind::shift: return state == 0;
        case Kind::valid: return true;
        case Kind::automaton: return table_[1 + static_cast<std::size_t>(state) * row_] == rest_;
        case Kind::changed: return state != 0;
    }
    return false;
}

}  // namespace bouton::digits
