#include "engines/loopy/graph.hpp"

#include "lang/messages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::loopy {

namespace {

constexpr std::uint64_t kBytesPerNode = 130;  // node and bucket of the table, key, labels
constexpr Node kMostNodes = 0x7ffffff0;

}  // namespace

Graph::Graph(const Ruleset& rules, const Watch& watch) : rules_(rules), watch_(watch), options_(rules_, &watch) {}

/// Piles are interchangeable, and so are the components of a sum.
Position Graph::key(std::vector<Position> components) const {
    for (Position& component : components) {
        if (rules_.piles < 0) continue;
        const Places places(rules_, component.size());
        const auto first = component.begin() + static_cast<std::ptrdiff_t>(places.piles_at);
        std::sort(first, first + static_cast<std::ptrdiff_t>(places.pile_count));
    }
    if (components.size() == 1) return std::move(components[0]);
    std::sort(components.begin(), components.end());
    Position whole;
    for (const Position& component : components) whole.insert(whole.end(), component.begin(), component.end());
    return whole;
}

Node Graph::at(const std::vector<Position>& components) const { return nodes_.at(key(components)); }

Node Graph::add(const Position& position) {
    const auto [found, is_new] = nodes_.try_emplace(position, size());
    if (!is_new) return found->second;
    positions_.push_back(&found->first);
    const std::uint64_t bytes =
        positions_.size() * (kBytesPerNode + 8 * position.size()) + edges_.size() * 2 * sizeof(Node);
    if (bytes > watch_.limits().memory || size() >= kMostNodes)
        throw over_limit(
            fmt::format(
                "more than {} positions of {} can be reached, and they need more than the memory limit of {} MiB; "
                "allow more, take a smaller position, or bound the coordinates with `where`",
                size() - 1, rules_.instance, watch_.limits().memory >> 20),
            Setting::memory);
    return found->second;
}

void Graph::explore(const std::vector<std::vector<Position>>& from) {
    for (const auto& components : from) add(key(components));
    while (first_.size() <= positions_.size()) {
        if (++steps_ % 1024 == 0) {
            watch_.check();
            watch_.report(fmt::format("{}: {} positions found", rules_.name, size()));
        }
        expand(static_cast<Node>(first_.size() - 1));
    }
}

/// A position of a game whose heaps split is a concatenation of components; a move replaces one of them.
void Graph::expand(Node node) {
    const Position here = *positions_[node];
    const std::size_t size = rules_.splits ? rules_.coordinates.size() : std::max<std::size_t>(here.size(), 1);
    const std::uint64_t before = edges_.size();
    try {
        for (std::size_t at = 0; at < here.size(); at += size) {
            const auto part = [&](std::size_t i) {
                return Position(here.begin() + static_cast<std::ptrdiff_t>(i),
                                here.begin() + static_cast<std::ptrdiff_t>(i + size));
            };
            options_.for_each(part(at), [&](const std::vector<Position>& components) {
                std::vector<Position> parts = components;
                for (std::size_t other = 0; other < here.size(); other += size)
                    if (other != at) parts.push_back(part(other));
                edges_.push_back(add(key(std::move(parts))));
                return true;
            });
        }
    } catch (const Error& error) {
        if (error.fault() == Fault::limit) throw;
        throw messages::met_at(error, to_text(here), rules_.name);
    }
    std::sort(edges_.begin() + static_cast<std::ptrdiff_t>(before), edges_.end());
    edges_.erase(std::unique(edges_.begin() + static_cast<std::ptrdiff_t>(before), edges_.end()), edges_.end());
    first_.push_back(edges_.size());
}

}  // namespace bouton::loopy
