// Answers what a claim asks about one game: values, sets of positions, what can be reached.
#pragma once

#include "base/hash.hpp"
#include "claims/families.hpp"
#include "engines/options.hpp"
#include "lang/elaborate.hpp"

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

namespace bouton {

/// Options of a position, or some of them: known exactly. Of other sets only what lies up to the claim's bound is looked at.
bool is_exact(const PositionSet& set);

class Examiner : public Oracle {
  public:
    Examiner(const lang::ClaimInstance& instance, const Watch& watch, std::string engine = "auto");

    std::int64_t answer(const Node& node, Frame& frame) override;
    std::vector<Position> members(const Positions& set, Frame& frame) override;

    /// The first position up to the bound that is in one set and not in the other (or in a and not in b).
    std::optional<Position> first_difference(const Positions& a, const Positions& b, bool only_subset, Frame& frame);

    bool contains(const Positions& set, const Position& position, Frame& frame);

    /// Is the position in one set and not in the other (or in a and not in b)?
    bool differ_at(const Positions& a, const Positions& b, bool only_subset, const Position& position, Frame& frame);

    /// Positions whose box has more cells than this are refused.
    void set_most_cells(std::uint64_t cells) { most_cells_ = cells; }

    Value value(What what, const Position& position);

    /// The names of a position's coordinates: x, y or a1, a2, ...

  private:
    using Flags = std::vector<bool>;  // by cell of the claim's box

    void for_each(const Positions& set, const Box& box, Frame& frame,
                  const std::function<bool(const Position&)>& visit);
    const Flags* named_cells(const PositionSet& set, Frame& frame);
    Flags cells_of(const Positions& set, Frame& frame);
    bool is_empty(const Positions& set, Frame& frame);
    bool exists(const Position& position);
    bool reaches(const Position& position, const Positions& target, std::int64_t moves, Frame& frame);
    Position position_of(const std::vector<Expr>& coordinates, std::size_t count, Frame& frame);
    void for_each_option(const Position& position, const std::function<bool(const Position&)>& visit);

    std::optional<std::size_t> cell(const Position& position) const;
    Position position_at(std::size_t cell) const;
    void require_box() const;
    void require_length(std::size_t element, std::size_t position) const;

    const lang::ClaimInstance& instance_;
    const Watch& watch_;
    std::string engine_name_;
    std::unique_ptr<Engine> grundy_, outcome_;
    std::vector<std::unique_ptr<Options>> options_;  // by depth of nesting
    std::size_t option_depth_ = 0;
    Position largest_;  // the corner of the claim's box; empty: it has none
    std::size_t cells_ = 0;
    std::uint64_t most_cells_ = 0;  // 0: no limit
    std::map<std::pair<std::string, std::vector<std::int64_t>>, Flags> named_;
    using Distances = std::unordered_map<Position, std::int64_t, HashNumbers>;
    std::map<std::pair<const PositionSet*, std::vector<std::int64_t>>, Distances>
        distances_;  // by target and the variables in it
};

}  // namespace bouton
