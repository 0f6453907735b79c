// A position as it lies on the table: a sum of heaps, each a position of some game; usually there is one. Values, moves, the best move, and
// why it is best, at any size.
#pragma once

#include "answers/answer.hpp"

#include <memory>
#include <string>
#include <vector>

namespace bouton {

struct Heap {
    std::shared_ptr<Session> session;
    LargePosition position;
};

/// One heap is replaced by others: one, unless it splits.
struct BoardMove {
    std::size_t heap = 0;
    std::vector<LargePosition> to;
    std::optional<Integer> value;  // of the whole after the move; nothing: not worked out
};

namespace misere {
class Sums;
}

class Board {
  public:
    explicit Board(std::vector<Heap> heaps, std::shared_ptr<misere::Sums> sums = nullptr);

    /// GAME k=3 29, or a sum: GAME(k=3) 29 + GAME 10 3. The words may stand in one text or in several.
    static Board parse(Shelf& shelf, const std::vector<std::string>& words, const Watch& watch,
                       const std::string& engine = "auto");
    /// A game without a position: a small one to begin with, which the first player can win if there is such.
    static Board start(Shelf& shelf, const std::vector<std::string>& words, const Watch& watch,
                       const std::string& engine = "auto");

    /// Is there a sum in these words?
    static bool is_sum(const std::vector<std::string>& words);

    const std::vector<Heap>& heaps() const { return heaps_; }
    const Ruleset& rules() const { return heaps_[0].session->rules(); }
    int players() const { return rules().players > 2 ? rules().players : 2; }
    std::string show() const;
    std::string show(const BoardMove& move) const;
    /// "takes 2 from a3, 1 from a4"; empty if a move does anything but take stones.
    std::string taken(const BoardMove& move) const;

    /// Of the whole: the nim-sum of the heaps, or what the rules say of their sum.
    ValueAnswer value() const;
    bool over() const;  // no move is left

    /// All moves, with values; nothing: there are more than `most`.
    std::optional<std::vector<BoardMove>> moves(std::size_t most = 5000) const;

    /// A move that wins (podium: to the best rank that can be had); nothing if there is none, or none was found.
    std::optional<BoardMove> best() const;
    /// The move of a player who cannot win: it leaves the other one as few winning answers as possible, and many stones.
    std::optional<BoardMove> delay() const;
    /// In a sentence.
    std::string reason(const BoardMove& move) const;

    /// The move that leads to these heaps' positions, if it is legal.
    std::optional<BoardMove> legal(std::size_t heap, const std::vector<LargePosition>& to) const;
    Board after(const BoardMove& move) const;

  private:
    bool plain() const { return rules().players == 0 && !rules().misere; }
    bool several_games() const;
    Integer value_of(const std::vector<Heap>& heaps) const;
    std::vector<Heap> heaps_after(const BoardMove& move) const;

    std::vector<Heap> heaps_;
    std::shared_ptr<misere::Sums> sums_;  // of different games under misere play
};

}  // namespace bouton
