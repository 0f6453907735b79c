// What a template sees of a game: its values (or outcomes) on a small box, to guess from, and on a larger one, to test on.
//
// A guess has to say something about positions it has never seen. So a template fits on the small box alone; the larger one, of about 16
// times as many positions, kills what is false. Both are made by the fast engines. A game with any number of piles is sampled with 1, 2
// and 3 of them, each a sample of its own; `siblings` of one are the others.
#pragma once

#include "base/watch.hpp"
#include "engines/engine.hpp"
#include "lang/document.hpp"
#include "lang/elaborate.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton::discover {

/// What a law is about. `values`: Grundy numbers, with several players their outcomes 0 .. n - 1. `outcomes`: where the value is 0.
enum class Quantity { values, outcomes };

/// The values of all positions with coordinates below `extent`, in lexicographic order; kNone where there is no position.
class Table {
  public:
    static constexpr std::int32_t kNone = -1;

    Table() = default;
    Table(std::vector<std::int64_t> extent, std::vector<std::int32_t> values);

    const std::vector<std::int64_t>& extent() const { return extent_; }
    std::size_t dimension() const { return extent_.size(); }
    std::size_t size() const { return values_.size(); }
    std::int32_t operator[](std::size_t cell) const { return values_[cell]; }
    const std::vector<std::int32_t>& values() const { return values_; }

    bool covers(const Position& position) const;
    std::size_t cell(const Position& position) const;
    Position position(std::size_t cell) const;
    /// kNone outside of the table too.
    std::int32_t at(const Position& position) const { return covers(position) ? values_[cell(position)] : kNone; }

    /// The part with coordinates below `extent`, which must not be larger.
    Table part(const std::vector<std::int64_t>& extent) const;

  private:
    std::vector<std::int64_t> extent_;
    std::vector<std::int32_t> values_;
};

/// The game that laws are sought for, as the user named it.
struct Subject {
    lang::DocumentPtr document;  // where the game is declared
    lang::GameRef game;
    std::vector<std::pair<std::string, std::string>> arguments;  // k, 3
    Ruleset rules;                                               // with these arguments
    Quantity quantity = Quantity::values;
};

struct Sample {
    const Subject* subject = nullptr;
    std::size_t piles = 0;                 // how many; 0: the game has no group of piles
    std::vector<std::string> coordinates;  // as claims name them: x, y; piles are called x, y, z
    std::string where;                     // in maximum-nim(k = 3) with 2 piles
    std::string domain;                    // condition on the coordinates for a position to exist; empty: none
    Table small, large;                    // outcomes: 0 (P) and 1
    bool symmetric = false;                // in all coordinates, as far as the large table goes
    std::vector<std::string> terms;        // expressions of the rules in the coordinates: floor(x/3), min(x, y)
    std::vector<std::int64_t> constants;   // numbers that rules and arguments mention, positive, ascending
    std::vector<std::pair<std::string, std::int64_t>> parameters;  // arguments that are numbers: k, 3
    std::vector<const Sample*> siblings;                           // the same game with other numbers of piles

    Quantity quantity() const { return subject->quantity; }
    const Ruleset& rules() const { return subject->rules; }
    std::size_t dimension() const { return coordinates.size(); }
    bool outcomes() const { return quantity() == Quantity::outcomes; }
    /// `grundy`, or `outcome` with several players: the word for a value in claims.
    std::string value_word() const { return rules().players > 0 ? "outcome" : "grundy"; }
    /// `outcome = P`, or `outcome = 0` with several players: the condition for a position to belong to the set that outcomes are about.
    std::string zero() const { return rules().players > 0 ? "outcome = 0" : "outcome = P"; }
    std::string position() const;   // x, y
    std::string variables() const;  // x >= 0, y >= 0 if DOMAIN

    /// Values on another box, 0 .. extent - 1, from the same engine; nothing where that is too large or too slow.
    std::function<std::optional<Table>(const std::vector<std::int64_t>& extent)> table;
    /// A term of the language in the coordinates, on any positions; a position where it has no value gives nothing.
    std::vector<std::optional<std::int64_t>> evaluate(const std::string& term, const std::vector<Position>& at) const;
};

/// The samples of a game: one, or one for each number of piles (`piles`: this number only); the one to search first stands first. Throws
/// what the engines throw.
std::vector<std::unique_ptr<Sample>> samples_of(const Subject& subject, const Watch& watch, std::size_t piles = 0);

/// A sample without a game, for tests: values of f on boxes of the usual sizes.
std::unique_ptr<Sample> planted(const Subject& subject, std::vector<std::string> coordinates,
                                const std::function<std::int32_t(const Position&)>& f);

/// The sides of the two boxes, by dimension.
struct Sides {
    std::int64_t small, large;
};
Sides sides(std::size_t dimension);

}  // namespace bouton::discover
