// Expressions of the rules, evaluated for a whole row of positions (all that differ in the last coordinate only) at once.
//
// The expressions become one straight-line program over vectors. Before anything runs, the least and greatest number that each step can
// give on the whole box is worked out: if no step can fail (divide by 0, take the root of a negative number, ...) and all numbers fit
// into 32 or 64 bits, the program runs without any test, in SIMD. Otherwise each position is evaluated by itself, with the same result
// or the same error as the reference engine.
#pragma once

#include "engines/engine.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace bouton {

using Range = detail::Interval;

class RowProgram {
  public:
    /// Rows of the box 0..largest of a game whose piles are written out.
    RowProgram(const Ruleset& rules, const Position& largest);

    /// Adds an expression of the position; returns the number under which its values are found.
    std::size_t add(const Expr& e);

    /// What an expression of the position can be on the box, if that can be worked out.
    std::optional<Range> range_of(const Expr& e);

    /// What one thread needs to run the program.
    struct Scratch {
        Frame frame;
        std::vector<std::int64_t> registers;            // as int32_t or int64_t
        std::vector<std::vector<std::int32_t>> values;  // by output, where it is not a register of 32 bits
    };
    Scratch scratch() const;

    /// The most positions that one run evaluates.
    static constexpr std::size_t kMost = 256;

    /// Evaluates all expressions at the positions that start with `outer` and end with first, first + 1, ...; where `where` (a number
    /// given by add) is 0, the others are not evaluated unless that cannot fail.
    void run(Scratch& scratch, const std::int64_t* outer, std::int64_t first, std::size_t count,
             std::optional<std::size_t> where = std::nullopt) const;

    /// The values of an expression, by position; what no 32 bits can hold is cut off there.
    const std::int32_t* values(const Scratch& scratch, std::size_t output) const;

    /// One step: registers[to] = op(registers[a], registers[b], registers[c]).
    struct Step {
        Op op;
        std::uint32_t to, a, b, c;
        std::int64_t constant;  // of a division by a known number
    };

    enum class Width { machine32, machine64 };

  private:
    struct Register {
        Range range;
        bool varies;            // along a row
        std::int64_t constant;  // of number
        int coordinate;         // of variable, else -1
    };
    struct Output {
        Expr expression;
        std::optional<std::uint32_t> in;  // register; none: evaluated one by one
    };

    std::optional<std::uint32_t> compile(const Expr& e);
    static std::optional<Range> result_range(const Node& node, const std::vector<Range>& args);
    std::uint32_t new_register(Range range, bool varies);
    template <class T>
    void run_steps(Scratch& scratch, const std::int64_t* outer, std::int64_t first, std::size_t count) const;
    void run_one_by_one(Scratch& scratch, const std::int64_t* outer, std::int64_t first, std::size_t count,
                        std::optional<std::size_t> where) const;

    const Ruleset& rules_;
    Position largest_;
    std::vector<Register> registers_;
    std::vector<std::uint32_t> coordinates_;  // registers that hold one
    std::vector<Step> steps_;
    std::map<std::string, std::uint32_t> known_;  // by text
    std::vector<Output> outputs_;
    Width width_ = Width::machine32;
};

}  // namespace bouton
