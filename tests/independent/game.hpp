// A game played straight from its syntax tree: a second opinion on elaboration, engines, laws and checks, written for the comparisons.
//
// Positions are walked in plain recursion with a memory. Under normal play a sum's value is the xor of its parts' (Sprague and Grundy);
// under misere play and with several players the sum itself is the position. Variables of moves are tried from -horizon to horizon: what
// is farther away can be part of no legal move, which whoever makes the rules must see to.
#pragma once

#include "independent/terms.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bouton::independent {

class Walk {
  public:
    using Position = std::vector<std::int64_t>;
    using Sum = std::vector<Position>;  // sorted

    /// What a rule function or a number or a set of the game is, if it is not the default.
    using Arguments = std::vector<std::pair<std::string, Term>>;

    /// `definitions`: functions and sets of the game's file, which its rules may use.
    Walk(const syntax::Game& game, Arguments arguments, std::int64_t horizon,
         const std::vector<syntax::Definition>* definitions = nullptr);

    bool exists(const Position& position);
    const std::set<Sum>& options(const Position& position);

    std::int64_t grundy(const Position& position) { return value({position}, false); }
    std::int64_t outcome(const Position& position) { return value({position}, true); }
    std::int64_t value(const Sum& sum, bool outcome);

    std::int64_t players() const { return players_; }  // 0: two, without the podium rule

    /// The terms of the rules at a position: for conditions about it.
    Terms& at(const Position& position);

  private:
    void moves_of(const syntax::Move& move, const Position& position, std::set<Sum>& found);
    void moves_in_several(const syntax::Move& move, const Position& position, std::set<Sum>& found);
    void moves_by_changes(const syntax::Move& move, const Position& position, std::set<Sum>& found);
    using Changes = std::map<std::size_t, std::int64_t>;  // coordinates and what they become
    std::vector<Changes> changes_of(const syntax::Move& move);
    std::size_t coordinate_named(const Term& what);
    void add(Sum parts, std::set<Sum>& found);
    std::int64_t coordinate(const Term& term);
    std::int64_t alone(const Position& position, bool outcome);
    std::int64_t of_options(const std::vector<std::int64_t>& values, bool outcome) const;
    std::optional<Integer> rule_function(const Term& term, Terms& terms);

    const syntax::Game& game_;
    Arguments arguments_;
    Integer horizon_;
    std::size_t piles_at_;
    std::int64_t players_ = 0;
    Terms terms_;
    std::map<Position, std::set<Sum>> options_;
    std::map<Position, std::int64_t> values_[2];
    std::map<Sum, std::int64_t> sums_[2];
};

}  // namespace bouton::independent
