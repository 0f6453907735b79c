#include "engines/reference/reference.hpp"

#include "base/hash.hpp"
#include "engines/options.hpp"
#include "engines/winning.hpp"
#include "lang/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace bouton {

namespace {

constexpr Value kUnknown = static_cast<Value>(-1);
constexpr std::uint64_t kLargestBox = std::uint64_t{2} << 30;  // bytes; beyond, only what is asked for is kept
constexpr std::uint64_t kBytesPerEntry = 120;                  // of the hash table: node, bucket, key

/// Values by position: a box of cells where one was announced, a hash table elsewhere.
class Memo {
  public:
    explicit Memo(const Watch& watch) : watch_(watch) {}

    /// Grows the box so that it contains `largest`; what is known stays known. Nothing happens if that would take too much memory.
    void grow_box(const Position& largest, std::uint64_t bytes) {
        Position top = largest, generous = largest;
        for (std::size_t i = 0; i < sizes_.size() && sizes_.size() == largest.size(); ++i) {
            const auto old = static_cast<std::int64_t>(sizes_[i]) - 1;
            top[i] = std::max(top[i], old);
            generous[i] = largest[i] > old ? std::max(top[i], 2 * old) : old;  // many questions, each a little larger
        }
        if (fits(generous, bytes)) top = generous;
        if (!fits(top, bytes)) return;
        Memo next(watch_);
        std::uint64_t cells = 1;
        for (std::int64_t end : top) {
            next.sizes_.push_back(static_cast<std::uint64_t>(end) + 1);
            cells *= next.sizes_.back();
        }
        next.box_.assign(cells, kUnknown);
        Position position(sizes_.size(), 0);
        for (const Value value : box_) {
            if (value != kUnknown && sizes_.size() == top.size()) next.box_[next.index(position)] = value;
            for (std::size_t d = position.size(); d-- > 0;) {
                if (++position[d] < static_cast<std::int64_t>(sizes_[d])) break;
                position[d] = 0;
            }
        }
        sizes_ = std::move(next.sizes_);
        box_ = std::move(next.box_);
    }

    /// Would a box of this size be within the memory limit?
    static bool fits(const Position& largest, std::uint64_t bytes) {
        long double cells = 1;
        for (std::int64_t top : largest) cells *= static_cast<long double>(top) + 1;
        return cells * sizeof(Value) <= static_cast<long double>(bytes);
    }

    bool covers(const Position& position) const {
        if (sizes_.size() != position.size() || box_.empty()) return false;
        for (std::size_t i = 0; i < position.size(); ++i)
            if (static_cast<std::uint64_t>(position[i]) >= sizes_[i]) return false;
        return true;
    }

    Value find(const Position& position) const {
        if (covers(position)) return box_[index(position)];
        const auto found = table_.find(position);
        return found == table_.end() ? kUnknown : found->second;
    }

    void set(const Position& position, Value value) {
        ++known_;
        if (covers(position)) {
            box_[index(position)] = value;
            return;
        }
        if (table_.size() * (kBytesPerEntry + position.size() * 8) > watch_.limits().memory) throw too_much();
        table_.emplace(position, value);
    }

    Error too_much() const {
        return over_limit(
            fmt::format("the positions below this one need more than the memory limit of {} MiB; allow more, "
                        "or take a smaller position",
                        watch_.limits().memory >> 20),
            Setting::memory);
    }

    std::uint64_t known() const { return known_; }

  private:
    std::size_t index(const Position& position) const {
        std::uint64_t result = 0;
        for (std::size_t i = 0; i < position.size(); ++i)
            result = result * sizes_[i] + static_cast<std::uint64_t>(position[i]);
        return result;
    }

    const Watch& watch_;
    std::vector<std::uint64_t> sizes_;
    std::vector<Value> box_;
    std::unordered_map<Position, Value, HashNumbers> table_;
    std::uint64_t known_ = 0;
};

/// Collects the options' values of one position.
class Collector {
  public:
    Collector(const Ruleset& rules, What what)
        : players_(rules.players > 0       ? rules.players
                   : what == What::outcome ? 2
                                           : 0),
          without_options_(rules.misere ? 1 : 0) {
        if (!rules.computed_only.empty()) winning_ = std::make_unique<Winning>(rules);
    }

    void start() {
        ++epoch_;
        if (winning_) winning_->start();
        any_ = false;
        least_ = kUnknown;
    }

    /// Returns whether further options can still matter.
    bool add(const Position& option, Value value) {
        if (winning_) return winning_->add(option, value);
        any_ = true;
        if (players_ > 0) {
            least_ = std::min(least_, value);
            return least_ > 0;
        }
        if (value >= seen_.size()) seen_.resize(value + 64, 0);
        seen_[value] = epoch_;
        return true;
    }

    Value result() const {
        if (winning_) return winning_->result();
        if (!any_) return without_options_;
        if (players_ > 0) return (1 + least_) % static_cast<Value>(players_);
        Value mex = 0;
        while (mex < seen_.size() && seen_[mex] == epoch_) ++mex;
        return mex;
    }

  private:
    int players_;
    Value without_options_;
    std::unique_ptr<Winning> winning_;  // of other rules than these
    bool any_ = false;
    Value least_ = kUnknown;
    std::vector<std::uint64_t> seen_;
    std::uint64_t epoch_ = 0;
};

class ReferenceEngine : public Engine {
  public:
    ReferenceEngine(const Ruleset& rules, What what, const Watch& watch)
        : rules_(rules),
          watch_(watch),
          options_(rules_, &watch),
          memo_(watch),
          // The outcome of a sum needs the components' Grundy numbers; under misere or podium play not even those suffice, and the sum
          // as a whole is a position.
          collector_(rules_, rules.splits && !rules.misere && rules.players == 0 ? What::grundy : what),
          reduce_(what == What::outcome && rules.splits && !rules.misere && rules.players == 0 &&
                  rules.computed_only.empty()),
          whole_sums_(rules.splits && (rules.misere || rules.players > 0 || !rules.computed_only.empty())),
          shrinking_(std::all_of(rules.never_grows.begin(), rules.never_grows.end(), [](bool b) { return b; }) &&
                     !whole_sums_) {}

    Value value(const Position& position) override {
        Position start = position;
        canonical(start);
        Value known = memo_.find(start);
        if (known == kUnknown) {
            solve(start);
            known = memo_.find(start);
        }
        return reduce_ && known > 1 ? 1 : known;
    }

    Value value_of_sum(const std::vector<Position>& components) override {
        if (whole_sums_) return value(concatenation(components));
        Value total = 0;
        for (const Position& component : components) {
            value(component);
            Position key = component;
            canonical(key);
            total ^= memo_.find(key);
        }
        return reduce_ && total > 1 ? 1 : total;
    }

    std::string show(Value value) const override { return show_winning(rules_, value); }

    void prepare(const Position& largest) override {
        if (!shrinking_ || memo_.covers(largest)) return;
        memo_.grow_box(largest, std::min(watch_.limits().memory / 2, kLargestBox));
    }

  private:
    /// Piles are interchangeable, and so are the components of a sum.
    void canonical(Position& position) const {
        if (rules_.piles >= 0) {
            const Places places(rules_, position.size());
            const auto first = position.begin() + static_cast<std::ptrdiff_t>(places.piles_at);
            std::sort(first, first + static_cast<std::ptrdiff_t>(places.pile_count));
        }
    }

    void solve(const Position& start) {
        stack_.assign(1, start);
        while (!stack_.empty()) {
            if (++steps_ % 1024 == 0) {
                watch_.check();
                watch_.report(fmt::format("{}: {} positions valued", rules_.name, memo_.known()));
            }
            current_ = stack_.back();
            if (memo_.find(current_) != kUnknown) {
                stack_.pop_back();
                continue;
            }
            collector_.start();
            complete_ = true;
            try {
                visit_options();
            } catch (const Error& error) {
                throw messages::met_at(error, to_text(current_), rules_.name);
            }
            if (complete_) memo_.set(current_, collector_.result());
        }
    }

    void visit_options() {
        if (whole_sums_) {
            visit_options_of_sum();
            return;
        }
        options_.for_each(current_, [&](const std::vector<Position>& components) {
            Value value = 0;
            for (const Position& component : components) {
                key_ = component;
                canonical(key_);
                const Value part = memo_.find(key_);
                if (part == kUnknown) return postpone(key_);
                value ^= part;
            }
            return collector_.add(key_, value);
        });
    }

    /// current_ is a concatenation of components; a move replaces one of them.
    void visit_options_of_sum() {
        const std::size_t size = rules_.coordinates.size();
        for (std::size_t at = 0; at < current_.size(); at += size) {
            const auto begin = current_.begin() + static_cast<std::ptrdiff_t>(at),
                       end = begin + static_cast<std::ptrdiff_t>(size);
            bool go_on = true;
            options_.for_each(Position(begin, end), [&](const std::vector<Position>& components) {
                std::vector<Position> parts;
                for (std::size_t other = 0; other < current_.size(); other += size)
                    if (other != at)
                        parts.emplace_back(current_.begin() + static_cast<std::ptrdiff_t>(other),
                                           current_.begin() + static_cast<std::ptrdiff_t>(other + size));
                parts.insert(parts.end(), components.begin(), components.end());
                key_ = concatenation(std::move(parts));
                const Value value = memo_.find(key_);
                go_on = value == kUnknown ? postpone(key_) : collector_.add(key_, value);
                return go_on;
            });
            if (!go_on) return;
        }
    }

    static Position concatenation(std::vector<Position> parts) {
        std::sort(parts.begin(), parts.end());
        Position whole;
        for (const Position& part : parts) whole.insert(whole.end(), part.begin(), part.end());
        return whole;
    }

    bool postpone(const Position& option) {
        if (stack_.size() * kBytesPerEntry > watch_.limits().memory) throw memo_.too_much();
        stack_.push_back(option);
        complete_ = false;
        return false;
    }

    const Ruleset rules_;
    const Watch& watch_;
    Options options_;
    Memo memo_;
    Collector collector_;
    bool reduce_;      // Grundy numbers are computed, outcomes are wanted
    bool whole_sums_;  // positions are sums of components
    bool shrinking_;   // a box contains all positions below its corner
    std::vector<Position> stack_;
    Position current_, key_;
    bool complete_ = true;
    std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine(const Ruleset& rules, What what, const Watch& watch) {
    if (rules.loopy || what == What::remoteness)
        throw bad_input(
            fmt::format(
                "the engine reference values games that end, and no remoteness; leave the choice for {} to Bouton",
                rules.name),
            Setting::engine);
    if (rules.block > 0 && what == What::grundy)
        throw bad_input(fmt::format("{} has outcomes and no Grundy numbers: options may be forbidden", rules.name),
                        Setting::what);
    return std::make_unique<ReferenceEngine>(rules, what, watch);
}

}  // namespace bouton
