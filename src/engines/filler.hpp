// An engine that values a whole box of positions at once. Each kind of engine is one; box.cpp turns any of them into an Engine.
#pragma once

#include "engines/cells.hpp"
#include "engines/shape.hpp"

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bouton {

/// Cells that are final: so many in lexicographic order, and the beginnings of rows beyond (a row: cells that differ in the last
/// coordinate only). steps[i] counts cells of the i-th row from the one on that holds the first cell not counted; steps never grow, so
/// that with a cell every cell with no larger coordinates is final too.
struct Done {
    Done(std::int64_t count = 0, std::vector<std::int64_t> beginnings = {})  // NOLINT: a number is the usual case
        : cells(count), steps(std::move(beginnings)) {}

    std::int64_t cells;
    std::vector<std::int64_t> steps;
    bool operator==(const Done&) const = default;
};

/// How an engine tells what is final, now and then. May throw to stop it.
class FillProgress {
  public:
    using Beyond = std::function<std::vector<std::int64_t>()>;  // the steps at this moment; null: there are none

    /// From a function of the number of cells, or of this number and of what lies beyond.
    template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, FillProgress>>> FillProgress(F told) {
        if constexpr (std::is_invocable_v<F, std::int64_t, const Beyond&>)
            told_ = std::move(told);
        else
            told_ = [told = std::move(told)](std::int64_t cells, const Beyond&) { told(cells); };
    }

    /// One call at a time; `cells` never shrinks.
    void operator()(std::int64_t cells, const Beyond& beyond = {}) const { told_(cells, beyond); }

  private:
    std::function<void(std::int64_t, const Beyond&)> told_;
};

class Filler {
  public:
    virtual ~Filler() = default;

    /// No value in the box is larger. Decides the cells' width.
    virtual Value bound(const Position& largest) const = 0;

    /// Bytes needed beside the cells, about.
    virtual std::uint64_t working_memory(const Position& largest) const = 0;

    using Progress = FillProgress;

    /// Values of all cells but those that are done; an engine may make some of these again, with the same values.
    virtual void fill(Cells& cells, const Done& done, const Progress& progress) const = 0;
};

/// How values are made from the options' values.
struct Values {
    Value players = 0;   // 0: mex. n: (1 + least) mod n, early exit at 0. Outcomes of two players are n = 2.
    Value terminal = 0;  // without options (misere: 1)
};
Values values_of(const Ruleset& rules, What what);

/// No play that starts in the box is longer (for rules without splits); and no mex in it is larger.
Value longest_play(const Shape& shape, const Position& largest);

}  // namespace bouton
