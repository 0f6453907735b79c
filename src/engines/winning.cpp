#include "engines/winning.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bouton {

Winning::Winning(const Ruleset& rules)
    : rules_(rules), players_(static_cast<Value>(std::max(rules.players, 1))), level_(players_) {
    for (std::size_t level = 0; level < rules.prefer.size(); ++level)
        for (const int last : rules.prefer[level])
            level_[(static_cast<std::size_t>(last) + 1) % players_] = static_cast<int>(level);
}

void Winning::start() {
    any_ = false;
    sum_ = 0;
    winning_.clear();
}

/// A single player is called by his number, several by n + the set's bits.
std::uint32_t Winning::stuck(Value value) const {
    return value < players_ ? std::uint32_t{1} << value : value - players_;
}

std::uint32_t Winning::seen_by_mover(Value option) const {
    const std::uint32_t bits = stuck(option) << 1, end = std::uint32_t{1} << players_;
    return (bits | (bits & end ? 1 : 0)) & (end - 1);
}

std::pair<int, int> Winning::rank(Value option) const {
    if (rules_.players == 0) return {static_cast<int>(option), 0};
    if (rules_.coalition) return {option < players_ && (option + 1) % players_ == 1 % players_ ? 0 : 1, 0};
    int worst = 0, best = static_cast<int>(players_);
    const std::uint32_t bits = seen_by_mover(option);
    for (Value seat = 0; seat < players_; ++seat) {
        if (!(bits >> seat & 1)) continue;
        worst = std::max(worst, level_[seat]);
        best = std::min(best, level_[seat]);
    }
    return {worst, best};
}

bool Winning::add(const Position& option, Value value) {
    if (rules_.players == 0) {
        any_ = true;
        if (value == 0) winning_.insert(option);
        return winning_.size() < static_cast<std::size_t>(rules_.block);
    }
    if (rules_.coalition) {
        const Value seen = value < players_ ? (value + 1) % players_ : players_;
        sum_ = !any_ || sum_ == seen ? seen : players_;
        if (seen == 1 % players_) sum_ = seen;
        any_ = true;
        return sum_ != 1 % players_;
    }
    const auto here = rank(value);
    if (!any_ || here < best_) {
        best_ = here;
        sum_ = 0;
    }
    any_ = true;
    if (here == best_) sum_ |= seen_by_mover(value);
    return true;
}

Value Winning::result() const {
    if (!any_) return 0;
    if (rules_.players == 0) return winning_.size() >= static_cast<std::size_t>(rules_.block) ? 1 : 0;
    if (rules_.coalition) return sum_;
    if ((sum_ & (sum_ - 1)) != 0) return players_ + sum_;
    Value seat = 0;
    while (!(sum_ >> seat & 1)) ++seat;
    return seat;
}

Value largest_winning(const Ruleset& rules) {
    if (rules.players == 0) return 1;
    const auto players = static_cast<Value>(rules.players);
    return rules.coalition ? players : players + (Value{1} << players);
}

std::string show_winning(const Ruleset& rules, Value value) {
    const auto players = static_cast<Value>(rules.players);
    if (rules.computed_only.empty() || rules.players == 0 || value < players) return std::to_string(value);
    if (rules.coalition) return "queer";
    std::vector<Value> seats;
    for (Value seat = 0; seat < players; ++seat)
        if ((value - players) >> seat & 1) seats.push_back(seat);
    return fmt::format("{{{}}}", fmt::join(seats, ","));
}

}  // namespace bouton
