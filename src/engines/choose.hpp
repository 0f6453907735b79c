// Which engine makes a table, and why; tables for any ruleset.
#pragma once

#include "engines/filler.hpp"

#include <memory>
#include <string>
#include <vector>

namespace bouton {

/// What the user may name as an engine, beside "auto": the engines that fill tables, in the order in which they are tried, and
/// "reference".
const std::vector<std::string>& engine_names();

/// What one engine says about a ruleset.
struct Candidate {
    std::string name;
    std::string why_not;  // empty: it fits
};
std::vector<Candidate> candidates(const std::shared_ptr<const Shape>& shape, What what);

/// The engine of that name; null and a reason when it does not fit.
std::unique_ptr<Filler> make_filler(const std::string& name, const std::shared_ptr<const Shape>& shape, What what,
                                    const Watch& watch, std::string& why_not);

/// A table that is to be made: everything is settled before work starts.
struct TablePlan {
    std::string engine;
    Position largest;
    unsigned width = 4;            // bytes a cell
    std::uint64_t cell_bytes = 0;  // of the table
    std::uint64_t work_bytes = 0;  // beside it
    std::unique_ptr<Filler> filler;

    std::uint64_t bytes() const { return cell_bytes + work_bytes; }
};

/// Plans tables of one game.
class TableMaker {
  public:
    /// `engine`: a name, or "auto" for the first that fits and has enough memory.
    TableMaker(std::string engine, const Ruleset& rules, What what, const Watch& watch);

    /// Throws when the named engine does not fit. The memory limit only decides between engines; a table in a file does not count.
    TablePlan plan(const Position& largest, bool in_file = false);

    const Shape& shape(std::size_t length);

  private:
    std::string engine_;
    const Ruleset rules_;
    What what_;
    const Watch& watch_;
    std::shared_ptr<const Shape> shape_;
};

/// Single positions, from a table that grows as larger ones are asked for. Where a table would be too large, or the rules fail somewhere
/// in it, the reference engine answers (unless an engine was named).
std::unique_ptr<Engine> make_engine(const std::string& engine, const Ruleset& rules, What what, const Watch& watch);

}  // namespace bouton
