// What the claims about a game say of positions of any size.
//
// Before a law is used it is compared with the rules for exactly these arguments: on all positions of a box, and then, within a fraction
// of a second, where rules like to change: along each coordinate, and near every number that the law or the rules mention. One that fails
// is an error, never silently dropped. A law whose claim the refuter refutes for other arguments is not used either.
#pragma once

#include "engines/engine.hpp"
#include "lang/elaborate.hpp"
#include "laws/columns.hpp"
#include "laws/law.hpp"
#include "laws/legal.hpp"
#include "laws/solve.hpp"

#include <memory>
#include <string>
#include <vector>

namespace bouton {

/// What a law says of a position.
struct LawAnswer {
    Integer value;  // if not exact: all that is known is that it is not 0
    bool exact = true;
    std::vector<const Law*> laws;  // all that it rests on
};

class Theory : public Oracle {
  public:
    /// The laws in the documents for a game whose positions have `length` coordinates. `what`: grundy or outcome.
    Theory(const std::vector<lang::DocumentPtr>& documents, const std::vector<lang::GivenArgument>& given,
           const Ruleset& rules, std::size_t length, What what, Engine& engine, const Watch& watch);

    bool empty() const { return laws_.empty(); }
    const std::vector<Law>& laws() const { return laws_; }
    const std::vector<std::string>& refused() const {
        return refused_;
    }  // claims that might have been laws, and why they are none

    /// The law that quick() answers with; null: none.
    const Law* quick_law() const { return quick_; }

    /// Laws that are proved are asked before the others.
    void prefer(const std::function<bool(const Law&)>& proved);

    const std::string& bound() const { return bound_; }  // the box on which laws are compared with the rules

    /// Nothing: no law speaks of the position, or it cannot be decided.
    std::optional<LawAnswer> value(const LargePosition& position);

    /// The same for many positions of machine integers, coordinate by coordinate (all first ones, all second ones, ...; at most
    /// Columns::kRows); for those that are not `answered` ask value().
    void quick(const std::vector<std::int64_t>& coordinates, std::size_t rows, std::vector<std::int64_t>& results,
               std::vector<std::uint8_t>& answered);

    /// What a move makes of the position, with this value (two players) or, for several players, of the least outcome; nothing: none was
    /// found. What is found is legal and has the value.
    std::optional<LargeOption> move_to(const LargePosition& position, const Integer& value);
    std::optional<LargeOption> first_move(const LargePosition& position);  // any legal move that changes little
    bool is_move(const LargePosition& from, const LargeOption& to);

    std::int64_t answer(const Node& node, Frame& frame) override;
    Integer large_answer(const Node& node, Frame& frame) override;
    std::vector<Position> members(const Positions& set, Frame& frame) override;

  private:
    enum class Assumed { always, here, no };
    Assumed assumption(const lang::ClaimInstance& instance, const LargePosition& position, std::string& why_not);
    bool follows_from_growth(const Expr& part, const Binder& binder, Frame& frame);
    bool ensure_checked(std::size_t law);  // throws if it is wrong here; false: it is wrong elsewhere
    void compare(Law& law, const Position& position, Engine& engine);
    void compare_on_box(Law& law);
    void compare_far(Law& law);
    void prepare_quick();
    std::vector<bool> usable(const LargePosition& position);
    Frame frame_at(const Law& law, const LargePosition& position) const;
    std::optional<LawAnswer> apply(const Law& law, LargePosition& position, bool& moved);
    std::optional<LawAnswer> apply_set(const Law& law, const LargePosition& position);
    bool fall_by_period(const Law& law, LargePosition& position);
    bool follow(const Law& law, const Expr& value, Frame& frame, LargePosition& position);
    bool is_position(const LargePosition& position) const;
    std::optional<Integer> podium_outcome(const LargePosition& position, LargePosition* next);
    Found contains(const Positions& set, const LargePosition& position, Frame& frame,
                   const std::vector<const Loop*>& loops);
    std::optional<Integer> qsum_base(const Law& law, Frame& frame) const;
    static Positions filled_in(const PositionSet& named);
    std::optional<Integer> piles_in_a_move() const;

    // moves.cpp
    using Visit = std::function<bool(const LargeOption&)>;  // false: stop
    bool has_value(const LargeOption& option, const Integer& value);
    void for_each_candidate(const LargePosition& position, const Integer& value, const Visit& visit);
    bool into_set(const Law& law, const Positions& set, Frame& frame, const LargePosition& position,
                  const Visit& visit);
    bool one_parameter(const Ruleset& rules, const Move& move, const PositionSet& family, const LargePosition& position,
                       Frame& frame, const Visit& visit);
    bool into_intervals(const Ruleset& rules, const PositionSet& set, const LargePosition& position, Frame& frame,
                        const Visit& visit);
    bool along_a_heap(const LargePosition& position, const Integer& value, const Visit& visit);
    bool at_the_ends(const LargePosition& position, const Visit& visit);

    const Ruleset& rules_;
    std::size_t length_;
    What what_;
    const Watch& watch_;
    std::vector<Law> laws_;
    std::vector<std::size_t> order_;  // in which they are asked
    std::vector<std::string> refused_;
    Position box_;
    std::string bound_;
    Engine& engine_;
    Engine* source_;          // while a law is checked: where values come from
    bool comparing_ = false;  // while a law is checked: values of other positions come from the rules
    int depth_ = 0;
    std::vector<const Law*> trail_;  // what the value that is being found rests on
    const Law* quick_ = nullptr;     // the law that quick() uses
    std::vector<lang::DocumentPtr> documents_;
    double doubt_;  // seconds left for comparisons beyond the box
    std::unique_ptr<Columns> columns_;
    std::vector<std::int64_t> word_;
    bool quick_ready_ = false;
};

}  // namespace bouton
