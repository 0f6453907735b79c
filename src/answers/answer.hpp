// The one façade: what the command line, and later the page and Python, ask Bouton. Nothing here prints; errors are bouton::Error.
#pragma once

#include "answers/shelf.hpp"
#include "answers/table.hpp"
#include "base/watch.hpp"
#include "engines/choose.hpp"
#include "laws/period_law.hpp"
#include "laws/theory.hpp"
#include "laws/warrant.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

/// A game with its arguments, as the user gave them.
struct GameRequest {
    std::string game;
    std::vector<std::pair<std::string, std::string>> arguments;  // k, 3
};

struct Option {
    std::vector<Position> components;
    Value value = 0;
    bool best = false;  // two players: wins; several: leads to the best rank that can be had
};

struct ValueAnswer {
    Integer value;
    Warrant warrant;
    bool exact = true;             // no: it is only known not to be 0
    std::vector<const Law*> laws;  // what it rests on, beside the rules and certified periods
};

struct MovesAnswer {
    Position position;
    Value value = 0;
    std::vector<Option> options;
};

/// What kind of moves the game has, and which engine that calls for.
struct ShapeAnswer {
    std::shared_ptr<const Shape> shape;
    std::vector<Candidate> engines;  // in the order in which they are tried; the first that fits is taken
    std::string engine;
};

/// One game, ready to be asked.
class Session {
  public:
    Session(Shelf& shelf, const GameRequest& request, What what, const Watch& watch,
            const std::string& engine = "auto");

    const Ruleset& rules() const { return rules_; }
    const lang::GameRef& game() const { return game_; }
    What what() const { return what_; }

    Position parse_position(const std::vector<std::string>& coordinates) const;
    LargePosition parse_large_position(const std::vector<std::string>& coordinates) const;
    Value value(const Position& position);

    /// A position of any size: from the rules where that is cheap, otherwise by what the claims about the game say.
    /// `zero_or_not`: an answer that only tells whether the value is 0 will do.
    ValueAnswer answer(const LargePosition& position, bool zero_or_not = false);

    /// Many questions at once, as Theory::quick takes them; for what is not `answered` ask answer().
    void quick(const std::vector<std::int64_t>& coordinates, std::size_t rows, std::vector<std::int64_t>& results,
               std::vector<std::uint8_t>& answered);
    Value value_of_sum(const std::vector<Position>& components);

    /// Claims may have been proved since the last answer.
    void look_for_proofs_again();

    /// What readers of the answers so far must be told, each once.
    const std::vector<std::string>& notes() const { return notes_; }

    /// From positions of any size: a move to this value (podium: to the least outcome), any move, and whether a move is legal.
    std::optional<LargeOption> move_to(const LargePosition& position, const Integer& value);
    std::optional<LargeOption> first_move(const LargePosition& position);
    bool is_move(const LargePosition& from, const LargeOption& to);
    /// All moves from a position beyond machine integers; nothing: more than `most`, or it is not known that these are all.
    std::optional<std::vector<LargeOption>> large_moves(const LargePosition& position, std::size_t most);
    MovesAnswer moves(const Position& position);
    TableAnswer table(const TableRequest& request);

    /// A whole table that somebody else has room for, such as a file (answers/files.hpp), and what to tell of its progress.
    TablePlan plan_for_file(const Position& to);
    Filler::Progress progress(const TablePlan& plan) const;
    const Watch& watch() const { return watch_; }

    ShapeAnswer shape(std::size_t length);

    /// What the claims say about positions with so many coordinates.
    Theory& theory(std::size_t length);
    /// What an answer by this law can be believed on.
    const Warrant& warrant_of(const Law& law, const Theory& laws);

    const std::string& about() const { return game_.game->about; }
    std::vector<std::string> rule_texts() const;  // the lines of the file that say what a move is

    /// No law is known, no claim used, nothing proved: what is asked for is computed from the rules.
    bool computed_only() const { return !rules_.computed_only.empty() || what_ == What::remoteness; }
    /// Throws unless there is a theory of the game: for everything but values, moves, tables and checks.
    void require_theory() const;

    /// P, N, D (a draw), a number, or what a value is that is no number.
    std::string show(Value value) const;
    std::string show(const Integer& value) const;

  private:
    Ruleset read_rules(const GameRequest& request);
    TableAnswer table_by_engine(const TableRequest& request, const std::vector<Axis>& axes);
    const PeriodLaw* period();
    std::optional<ProofRecord> proof_of(const Law& law) const;
    void prefer_proved(Theory& theory) const;
    ValueAnswer by_law(const LawAnswer& answer, const Theory& laws);
    void add_note(const Warrant& warrant);

    Shelf& shelf_;
    std::vector<std::unique_ptr<lang::Source>> texts_;  // of the arguments
    std::vector<lang::GivenArgument> given_;
    lang::GameRef game_;
    Ruleset rules_;
    What what_;
    const Watch& watch_;
    std::unique_ptr<Engine> engine_;
    TableMaker maker_;
    std::map<std::size_t, std::unique_ptr<Theory>> theories_;  // by the number of coordinates
    std::unique_ptr<const PeriodLaw> period_;
    bool period_searched_ = false;
    std::vector<std::string> notes_;
    std::map<const Law*, Warrant> warrants_;
    const Law* noted_ = nullptr;  // the last one that is among them
};

/// A number as the user may type it: 29, 10^100, 2^4000-1.
Integer parse_number(const std::string& text, const std::string& what);

}  // namespace bouton
