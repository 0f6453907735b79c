// Sums under misere play: the last to move loses. The value of a component says nothing of a sum here, so a sum is a position like any other.
//
// A component is a position of some game, known by a number; those without a move are nothing. A sum is the sorted list of its components,
// and what is known of sums is kept. Time and memory: the number of sums below the one asked for, which is at most that of the ways to
// divide what is left; heaps of 60 in all have about a million.
//
// Genus (Conway): of the sum X the nim-value g and the misere values g0, g1, ... of X, X + *2, X + *2 + *2, ... where the misere value is 1
// without options and otherwise the mex. Since the misere value of X + *1 is that of X with its last bit changed,
//     g(n+1) = mex { g(n), g(n) xor 1, g(n+1) of the options }.
// If from n on all options' sequences have period 2 and g(n+2) = g(n), then so it goes on: the next one depends on these alone. So a
// sequence is known for ever after finitely many terms, and is written up to the second of the two numbers that repeat.
#pragma once

#include "base/hash.hpp"
#include "engines/options.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace bouton::misere {

using Component = std::uint32_t;
using Sum = std::vector<Component>;  // sorted; no component is without moves

struct Genus {
    Value value = 0;              // under normal play
    std::vector<Value> sequence;  // g0, g1, ...; the last two repeat for ever
    bool operator==(const Genus&) const = default;

    Value at(std::size_t n) const;
    /// That of a sum of nim-heaps.
    bool tame() const;
    /// 2^20, 0^120; numbers of several digits with commas.
    std::string text() const;
};

class Sums {
  public:
    explicit Sums(const Watch& watch) : watch_(watch) {}

    /// The number of the game with these rules, whatever they say of misere play.
    std::size_t game(const Ruleset& rules);

    /// One position as a sum: itself, or nothing if it has no move.
    Sum component(std::size_t game, const Position& position);
    static Sum joined(const Sum& left, const Sum& right);

    const std::vector<Sum>& options(Component component) { return components_[component].options; }

    bool is_p(const Sum& sum);    // the previous player wins
    Value value(const Sum& sum);  // 1 without options, otherwise the mex; 0: P
    Genus genus(const Sum& sum);
    /// Has every sum whose genus was asked for, and every one below it, the genus of nim-heaps?
    bool all_tame() const;

  private:
    struct Game {
        std::string identity;
        std::unique_ptr<Ruleset> rules;
        std::unique_ptr<Options> options;
    };
    struct Entry {
        std::vector<Sum> options;
    };
    template <class Known, class Collect> void solve(const Sum& sum, Known& known, const Collect& collect);
    template <class Visit> void for_each_option(const Sum& sum, const Visit& visit);
    void check_memory(std::size_t entries, const Sum& sum) const;

    const Watch& watch_;
    std::vector<Game> games_;
    std::map<std::pair<std::size_t, Position>, std::pair<bool, Component>> known_components_;  // false: no moves
    std::vector<Entry> components_;
    std::map<std::vector<Sum>, Component> by_options_;  // the same options: the same component
    std::unordered_map<Sum, bool, HashNumbers> outcomes_;
    std::unordered_map<Sum, Value, HashNumbers> values_;
    std::unordered_map<Sum, Genus, HashNumbers> genera_;
    Steps steps_;
};

}  // namespace bouton::misere
