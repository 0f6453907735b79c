// One game, ready to be asked.
//
//     bouton::Game game = bouton::Game::from_text("game bachet (x) move (x - t) for 1 <= t <= 3");
//     game.value({10}).value;      // 2
//     game.value({"10^30"});       // by the game's period, which is proved: any size
//
// A Game owns all that it needs; what it returns does not depend on it. Several threads may ask the same Game; they wait for each other.
// Everything throws Error.
#pragma once

#include "bouton/number.hpp"
#include "bouton/run_options.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton {

class Game {
  public:
    using Position = std::vector<Number>;                                // {3, 5}, {"10^30"}
    using Arguments = std::vector<std::pair<std::string, std::string>>;  // {{"k", "3"}, {"f", "floor(sqrt(x))"}}
    using Bounds = std::vector<std::int64_t>;                            // the largest coordinates

    /// On what ground an answer stands.
    struct Warrant {
        enum class Kind {
            computed,     // from the rules
            checked,      // by a claim that was compared with them
            proved,       // by a certified period, or by a claim that is known to be proved
            conjectured,  // by a claim that its author calls a conjecture
        };
        Kind kind = Kind::computed;
        std::string text;  // in a sentence
    };

    struct Value {
        Number value;  // Grundy number; of several players: the place of the one to move under the podium rule
        Warrant warrant;
    };

    enum class Winner { previous, next };  // a P-position, an N-position
    struct Outcome {
        Winner winner = Winner::previous;
        Warrant warrant;
    };

    struct Move {
        std::vector<Position> to;  // one position, or, where heaps split, a sum of several
        Number value;              // of what is left
        bool best = false;         // it wins; of several players: no other leads to a better place
    };

    /// Values of all positions from 0 up to a bound, in lexicographic order.
    class Table {
      public:
        static constexpr std::uint32_t kNoPosition = 0xffffffff;  // outside of the game's domain

        const std::vector<std::size_t>& shape() const { return shape_; }  // how many along each coordinate
        std::size_t size() const { return size_; }
        std::uint32_t operator[](std::size_t cell) const;
        std::uint32_t at(const Bounds& position) const;  // throws where the table has no such place

        /// The block itself: unsigned integers of 1, 2 or 4 bytes, the last coordinate fastest; all bits set: no position.
        const void* data() const { return data_.get(); }
        std::size_t element_bytes() const { return element_bytes_; }

      private:
        friend class Game;
        std::vector<std::size_t> shape_;
        std::size_t size_ = 0, element_bytes_ = 1;
        std::shared_ptr<const void> data_;
    };

    /// value(n + period) = value(n) + saltus for all n >= preperiod, and for no smaller numbers. Of one heap.
    struct Period {
        bool proved = false;
        std::int64_t preperiod = 0, period = 0, saltus = 0;
        std::vector<std::int64_t> first;  // the values of the first preperiod + 2 * period heaps
        std::string text;                 // proved: how; otherwise why not
    };

    /// What kind of moves there are, and which engine that calls for.
    struct Shape {
        std::size_t coordinates = 0;
        std::vector<std::string> moves;  // by move of the rules: jump, line, region, split, other
        bool boxed = false;              // tables can be filled
        std::string engine;
        std::vector<std::pair<std::string, std::string>> others;  // engines that do not fit, and why
    };

    /// The game of that name in a text of Bouton's language; without a name the first. The text imports nothing.
    static Game from_text(const std::string& text, const std::string& name = "", const Arguments& arguments = {},
                          const RunOptions& options = {});

    /// A game of the library: the folder with games/ and papers/, which BOUTON_HOME names if `home` is empty. Needs bouton::files.
    static Game named(const std::string& name, const Arguments& arguments = {}, const RunOptions& options = {},
                      const std::string& home = "");

    Game(Game&&) noexcept;
    Game& operator=(Game&&) noexcept;
    ~Game();

    std::string name() const;                      // with the arguments: maximum-nim(k = 3)
    std::vector<std::string> coordinates() const;  // a group of piles is one of them, a...

    Value value(const Position& position);
    Outcome outcome(const Position& position);                   // of two players
    std::vector<Move> moves(const Position& position);           // all of them; throws if there are more than a million
    std::optional<Move> winning_move(const Position& position);  // of two players, from positions of any size

    Table table(const Bounds& to);
    std::vector<Bounds> p_positions(const Bounds& to);

    Period period();                     // of the values
    Period outcome_period();             // of the outcomes; the values 0 and 1 stand for P and N
    Shape shape(std::size_t piles = 1);  // piles: where their number is not fixed

    struct Parts;  // for the library's own files
    Parts& parts() { return *parts_; }

  private:
    explicit Game(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace bouton
