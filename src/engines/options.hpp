// The legal moves of a position, straight from the rules.
#pragma once

#include "engines/engine.hpp"

#include <functional>
#include <optional>

namespace bouton {

class Options {
  public:
    /// The components of the position after a move: one, unless the heap split. Returning false stops the enumeration.
    using Visit = std::function<bool(const std::vector<Position>& components)>;

    explicit Options(const Ruleset& rules, const Watch* watch = nullptr);

    /// Calls visit for every legal move, move by move in the order of the rules; the same option may come several times.
    void for_each(const Position& position, const Visit& visit);

    /// Every option once, in the order in which it is first met.
    std::vector<std::vector<Position>> all(const Position& position);

  private:
    /// A move prepared for enumeration. When the last variable enters every coordinate with a constant factor and nothing is left to
    /// be tested, the innermost loop only adds.
    struct Plan {
        const Move* move;
        Loop outer;  // all variables but the last
        bool stepping = false;
        std::vector<std::vector<std::int64_t>> steps;
    };

    void each(const Position& position, const Visit& visit);
    Visit tested(const Position& position, const Visit& visit);
    bool one_pile(const Plan& plan, const Position& position, std::size_t pile, const Visit& visit);
    bool several_piles(const Plan& plan, const Position& position, const Visit& visit);
    bool emit(const Plan& plan, const Position& position, std::size_t pile, const Visit& visit);
    bool step(const Plan& plan, const Position& position, std::size_t pile, const Visit& visit);
    bool legal(const Position& result);
    void place(std::size_t coordinate, std::size_t pile, std::int64_t value, Position& target) const;

    const Ruleset& rules_;
    std::vector<Plan> plans_;
    Frame frame_;
    Frame after_;  // for the domain of results
    std::vector<Position> components_;
    Places places_;
};

}  // namespace bouton
