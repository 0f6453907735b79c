// The contract of an engine: values of positions of one ruleset.
//
// What a value is:  normal play   mex of the options' values (of a sum: their xor)
//                   misere play   the same, but 1 for a position without options; 0 exactly where the previous player wins
//                   outcome       0 (P) or 1 (N): whether the value above is 0; cheaper, since one winning option decides
//                   players n     podium outcome: 0 without options, otherwise (1 + least of the options) mod n
//                   remoteness    how many moves a won game takes: the winner hurries, the loser does not (engines/loopy)
//                   loopy         outcome 2 (D): nobody can win; values that are no numbers: is_infinite
//                   prefer, coalition, block: winning.hpp
#pragma once

#include "base/watch.hpp"
#include "lang/evaluate.hpp"
#include "lang/rules.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace bouton {

using Value = std::uint32_t;

enum class What { grundy, outcome, remoteness };

/// Of loopy games: a value, or remoteness, that is no number.
constexpr Value kInfinite = 0x80000000;
constexpr bool is_infinite(Value value) { return value >= kInfinite; }

class Engine {
  public:
    virtual ~Engine() = default;

    /// The value of one position, which must exist (domain, natural coordinates).
    virtual Value value(const Position& position) = 0;

    /// The value of a sum of positions, as a heap leaves it when it splits.
    virtual Value value_of_sum(const std::vector<Position>& components) = 0;

    /// Announces that positions up to `largest` will be asked for; throws when the table would not fit.
    virtual void prepare(const Position& largest) = 0;

    /// A value that is_infinite, or of which several players are the winners, in words.
    virtual std::string show(Value value) const { return std::to_string(value); }
};

/// Where the coordinates of a position are: piles are expanded in place.
struct Places {
    std::size_t fixed = 0;     // coordinates that are not piles
    std::size_t piles_at = 0;  // index of the first pile
    std::size_t pile_count = 0;

    Places(const Ruleset& rules, std::size_t length)
        : fixed(rules.coordinates.size() - (rules.piles >= 0 ? 1 : 0)),
          piles_at(rules.piles >= 0 ? static_cast<std::size_t>(rules.piles) : rules.coordinates.size()),
          pile_count(rules.piles >= 0 && length >= fixed ? length - fixed : 0) {}
};

/// Puts a position's coordinates into a frame.
void load(const Ruleset& rules, const Position& position, Frame& frame);
void load(const Ruleset& rules, const LargePosition& position, Frame& frame);

/// The same with other slots than those of the rules, such as those of a set in a claim.
void load(const Ruleset& rules, const std::vector<int>& slots, const LargePosition& position, Frame& frame);

/// Throws if the position does not exist in the game.
void require_position(const Ruleset& rules, const Position& position);
void require_position(const Ruleset& rules, const LargePosition& position);

std::string to_text(const Position& position);
std::string to_text(const LargePosition& position);

}  // namespace bouton
