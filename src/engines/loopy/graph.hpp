// All positions that can be reached from some, numbered as they are met, and their moves.
#pragma once

#include "base/hash.hpp"
#include "engines/options.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace bouton::loopy {

using Node = std::uint32_t;

class Graph {
  public:
    Graph(const Ruleset& rules, const Watch& watch);

    /// The node of a position (or sum) that was explored.
    Node at(const std::vector<Position>& components) const;

    /// Adds everything that can be reached. Throws when that takes more than the memory limit.
    void explore(const std::vector<std::vector<Position>>& from);
    bool knows(const std::vector<Position>& components) const { return nodes_.contains(key(components)); }

    Node size() const { return static_cast<Node>(positions_.size()); }
    const Node* begin(Node node) const { return edges_.data() + first_[node]; }
    const Node* end(Node node) const { return edges_.data() + first_[node + 1]; }

  private:
    Position key(std::vector<Position> components) const;
    Node add(const Position& position);
    void expand(Node node);

    const Ruleset& rules_;
    const Watch& watch_;
    Options options_;
    std::unordered_map<Position, Node, HashNumbers> nodes_;
    std::vector<const Position*> positions_;  // keys of nodes_, which stay where they are
    std::vector<std::uint64_t> first_{0};     // where a node's edges begin; one more than nodes that were expanded
    std::vector<Node> edges_;
    std::uint64_t steps_ = 0;
};

}  // namespace bouton::loopy
