#include "engines/misere/sums.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace bouton::misere {

namespace {

constexpr std::uint64_t kBytesPerEntry = 100;
constexpr std::size_t kLongestGenus = 10000;

Value mex(const std::set<Value>& values) {
    Value least = 0;
    for (const Value value : values) {
        if (value != least) break;
        ++least;
    }
    return least;
}

}  // namespace

Value Genus::at(std::size_t n) const {
    const std::size_t last = sequence.size() - 1;
    return n <= last ? sequence[n] : sequence[last - (n - last) % 2];
}

bool Genus::tame() const {
    const auto firm_from = [&](std::size_t begin, Value first) {
        for (std::size_t n = begin; n < sequence.size() + 2; ++n)
            if (at(n) != (first ^ ((n - begin) % 2 == 0 ? 0U : 2U))) return false;
        return true;
    };
    return firm_from(0, value) || (value <= 1 && at(0) == (value ^ 1U) && firm_from(1, value ^ 2U));
}

std::string Genus::text() const {
    const bool digits = std::all_of(sequence.begin(), sequence.end(), [](Value v) { return v < 10; });
    return fmt::format("{}^{}", value, fmt::join(sequence, digits ? "" : ","));
}

std::size_t Sums::game(const Ruleset& rules) {
    steps_.watch = &watch_;
    const std::string text = identity(rules);
    for (std::size_t i = 0; i < games_.size(); ++i)
        if (games_[i].identity == text) return i;
    Game game;
    game.identity = text;
    game.rules = std::make_unique<Ruleset>(rules);
    game.options = std::make_unique<Options>(*game.rules, &watch_);
    games_.push_back(std::move(game));
    return games_.size() - 1;
}

/// Those below it first, on a stack of their own: heaps may be large.
Sum Sums::component(std::size_t game, const Position& position) {
    const Ruleset& rules = *games_[game].rules;
    const auto key = [&](Position p) {
        if (rules.piles >= 0) {
            const Places places(rules, p.size());
            const auto first = p.begin() + static_cast<std::ptrdiff_t>(places.piles_at);
            std::sort(first, first + static_cast<std::ptrdiff_t>(places.pile_count));
        }
        return std::pair(game, std::move(p));
    };
    std::vector<std::pair<std::size_t, Position>> stack{key(position)};
    while (!stack.empty()) {
        steps_.tick(64);
        const auto here = stack.back();
        if (known_components_.contains(here)) {
            stack.pop_back();
            continue;
        }
        check_memory(known_components_.size() + stack.size(), {});
        bool complete = true;
        std::set<Sum> options;
        games_[game].options->for_each(here.second, [&](const std::vector<Position>& parts) {
            Sum option;
            for (const Position& part : parts) {
                const auto below = key(part);
                const auto found = known_components_.find(below);
                if (found == known_components_.end()) {
                    stack.push_back(below);
                    complete = false;
                } else if (found->second.first) {
                    option.push_back(found->second.second);
                }
            }
            std::sort(option.begin(), option.end());
            if (complete) options.insert(std::move(option));
            return complete;
        });
        if (!complete) continue;
        std::vector<Sum> list(options.begin(), options.end());
        const auto next = static_cast<Component>(components_.size());
        const Component number = list.empty() ? 0 : by_options_.try_emplace(list, next).first->second;
        known_components_[here] = {!list.empty(), number};
        if (!list.empty() && number == next) components_.push_back({std::move(list)});
        stack.pop_back();
    }
    const auto& [moves, number] = known_components_.at(key(position));
    return moves ? Sum{number} : Sum{};
}

Sum Sums::joined(const Sum& left, const Sum& right) {
    Sum sum(left.size() + right.size());
    std::merge(left.begin(), left.end(), right.begin(), right.end(), sum.begin());
    return sum;
}

/// Until visit returns false.
template <class Visit> void Sums::for_each_option(const Sum& sum, const Visit& visit) {
    for (std::size_t i = 0; i < sum.size(); ++i) {
        if (i > 0 && sum[i] == sum[i - 1]) continue;
        Sum others = sum;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        for (const Sum& option : components_[sum[i]].options)
            if (!visit(joined(others, option))) return;
    }
}

void Sums::check_memory(std::size_t entries, const Sum& sum) const {
    if (entries * (kBytesPerEntry + sum.size() * sizeof(Component)) > watch_.limits().memory)
        throw over_limit(
            fmt::format(
                "the sums below this one need more than the memory limit of {} MiB; allow more, or take smaller "
                "heaps",
                watch_.limits().memory >> 20),
            Setting::memory);
}

/// A sum waits on a stack until its options are known. `collect(sum, known_option)` calls known_option(option), which returns null
/// where it must wait, and then gives up.
template <class Known, class Collect> void Sums::solve(const Sum& sum, Known& known, const Collect& collect) {
    std::vector<Sum> stack{sum};
    while (!stack.empty()) {
        steps_.tick(8);
        const Sum here = stack.back();
        if (known.contains(here)) {
            stack.pop_back();
            continue;
        }
        check_memory(known.size() + stack.size(), here);
        const auto look = [&](const Sum& option) -> const typename Known::mapped_type* {
            const auto found = known.find(option);
            if (found != known.end()) return &found->second;
            stack.push_back(option);
            return nullptr;
        };
        const auto result = collect(here, look);
        if (result) known.emplace(here, *result);
    }
}

bool Sums::is_p(const Sum& sum) {
    solve(sum, outcomes_, [&](const Sum& here, const auto& look) -> std::optional<bool> {
        bool p = !here.empty(), complete = true;
        for_each_option(here, [&](const Sum& option) {
            const bool* known = look(option);
            complete = known != nullptr;
            if (complete && *known) p = false;
            return complete && p;
        });
        return complete ? std::optional(p) : std::nullopt;
    });
    return outcomes_.at(sum);
}

Value Sums::value(const Sum& sum) {
    solve(sum, values_, [&](const Sum& here, const auto& look) -> std::optional<Value> {
        if (here.empty()) return 1;
        std::set<Value> seen;
        bool complete = true;
        for_each_option(here, [&](const Sum& option) {
            const Value* known = look(option);
            complete = known != nullptr;
            if (complete) seen.insert(*known);
            return complete;
        });
        return complete ? std::optional(mex(seen)) : std::nullopt;
    });
    return values_.at(sum);
}

bool Sums::all_tame() const {
    return std::all_of(genera_.begin(), genera_.end(), [](const auto& entry) { return entry.second.tame(); });
}

Genus Sums::genus(const Sum& sum) {
    solve(sum, genera_, [&](const Sum& here, const auto& look) -> std::optional<Genus> {
        std::vector<const Genus*> options;
        bool complete = true;
        for_each_option(here, [&](const Sum& option) {
            const Genus* known = look(option);
            complete = known != nullptr;
            options.push_back(known);
            return complete;
        });
        if (!complete) return std::nullopt;
        Genus genus;
        std::set<Value> seen;
        std::size_t settled = 0;  // from here on the options have period 2
        for (const Genus* option : options) {
            seen.insert(option->value);
            settled = std::max(settled, option->sequence.size() - 2);
        }
        genus.value = mex(seen);
        for (std::size_t n = 0;; ++n) {
            if (n > kLongestGenus) throw over_limit("a genus sequence of more than 10000 terms");
            seen.clear();
            for (const Genus* option : options) seen.insert(option->at(n));
            if (n > 0) seen.insert({genus.sequence.back(), genus.sequence.back() ^ 1U});
            genus.sequence.push_back(n == 0 && options.empty() ? 1 : mex(seen));
            if (n >= settled + 2 && genus.sequence[n] == genus.sequence[n - 2]) break;
        }
        auto& terms = genus.sequence;  // without what repeats
        while (terms.size() > 2 && terms.back() == terms[terms.size() - 3]) terms.pop_back();
        return genus;
    });
    return genera_.at(sum);
}

}  // namespace bouton::misere
