// A family of games: a game whose arguments are expressions of variables, and the ranges of these.
//
//     subtraction  moves = {a, b, c}   for 1 <= a < b < c <= 64
//     octal        code  = 0.{a}{b}{c} for 0 <= a <= 7, 0 <= b <= 7, 0 <= c <= 7
//
// The ranges are a `for` list of the language. An argument is a term of the language, or a code in which {expression} stands for a digit.
// For a member the numbers are put in the place of the variables, and the result is read as if it had been typed.
#pragma once

#include "lang/document.hpp"
#include "lang/evaluate.hpp"
#include "lang/ranges.hpp"
#include "lang/rules.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bouton::atlas {

/// As typed.
struct FamilyWords {
    std::string game;
    std::vector<std::pair<std::string, std::string>> arguments;
    std::string ranges;
};

constexpr std::size_t kMostVariables = 32;
using Values = std::vector<std::int64_t>;  // of the variables, in order

class Family {
  public:
    /// `game` is what words.game names.
    Family(const lang::GameRef& game, const FamilyWords& words);
    ~Family();
    Family(Family&&) noexcept;

    const std::vector<std::string>& variables() const { return variables_; }
    const lang::GameRef& game() const { return game_; }
    std::size_t dimension() const { return game_.game->coordinates.size(); }  // of a position

    /// Throws if the variables stand in no argument, so that all members would be one game.
    void refuse_if_constant() const;

    /// subtraction(moves = {a, b, c}) for 1 <= a < b < c <= 64
    const std::string& text() const { return text_; }

    /// Differs for families with other members or other rules.
    std::string identity() const;

    /// All members in order, until `visit` returns false.
    void for_each(const std::function<bool(const Values&)>& visit) const;

    /// How many members there are, counted up to `most` (which takes less time than to visit them).
    std::uint64_t size(std::uint64_t most) const;

    /// So many of them, evenly spread, of a family of this size.
    std::vector<Values> sample(std::uint64_t size, std::uint64_t count) const;

    /// The arguments of a member, as one would type them.
    std::vector<std::pair<std::string, std::string>> arguments(const Values& values) const;
    Ruleset rules(const Values& values) const;

    /// moves=1,2,3: as one would type a member after the game's name.
    std::string words(const Values& values) const;

    /// If the game says no more than "take a number of stones that is in the set": this parameter's index among the arguments.
    bool is_subtraction() const { return subtraction_ != nullptr; }

    /// The moves of a member of such a family, in order, each once. False: more than `most`, or a number below 1 or above `largest` is among them.
    bool moves(const Values& values, std::size_t most, std::int64_t largest, std::vector<std::int64_t>& moves) const;

  private:
    struct Piece;     // of a code
    struct Argument;  // a term or a code
    Frame frame_of(const Values& values) const;
    void read_ranges(const std::string& text);
    void read_argument(const std::string& name, const std::string& text);
    void find_subtraction();

    lang::GameRef game_;
    std::shared_ptr<const lang::Document> document_;
    std::vector<std::string> variables_;
    std::vector<int> slots_;
    Loop loop_;
    std::size_t frame_size_ = 0;
    std::string text_, ranges_;
    std::vector<std::unique_ptr<Argument>> arguments_;
    std::set<std::string> used_;  // names in arguments
    Numbers subtraction_;
    struct Reading;
    std::unique_ptr<Reading> reading_;  // names and texts
};

/// 1 <= a < b <= 20 if gcd(a, b) = 1
std::string print_ranges(const syntax::Ranges& ranges);

/// a = 1, b = 2
std::string named(const std::vector<std::string>& variables, const Values& values);

}  // namespace bouton::atlas
