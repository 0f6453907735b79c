// One heap x from which 1, 2, ... can be taken, up to a number that any function of x gives: the options are the window
// low(x) .. x - 1.
//
// Where the window grows by 0 or 1 from one heap to the next, the window and its heap together hold each of 0, 1, ...
// once. So a heap gets the size of its window if that grew, and otherwise the value that left it (steps.hpp): a few
// instructions for eight heaps. Where the window's begin moves otherwise, but not far, the values that the window lacks
// are kept as a tree of bits, 64 to a node: O(1) for each cell that enters or leaves. Where it jumps, a tree over the
// values holds the last heap of each, and the mex is the least value whose last heap is before the window: O(log) for
// any function. The engine passes from one to another as the function demands, heap by heap, and stays with the tree long
// enough to pay for what the change cost. Outcomes and podium outcomes need only the last heap of each.
#pragma once

#include "engines/filler.hpp"

#include <cstdint>
#include <functional>

namespace bouton {

/// Writes low(first), low(first + 1), ...: the least heap that a move leaves; x or more where there is no move. Negative
/// numbers count as 0.
using LowEnds = std::function<void(std::int64_t first, std::size_t count, std::int64_t* low)>;

/// Values of all heaps of the table from `from` on. Throws (over a limit) when a value does not fit into a cell.
void heap_values(const LowEnds& low, Values values, Cells& cells, std::int64_t from, const Watch& watch,
                 const Filler::Progress& progress);

class HeapFiller final : public Filler {
  public:
    using MakeLowEnds = std::function<LowEnds(const Position& largest)>;  // for a table up to this heap
    using LargestWindow =
        std::function<std::int64_t(const Position& largest)>;  // no window in the table has more heaps

    HeapFiller(MakeLowEnds low, LargestWindow window, Values values, const Watch& watch)
        : low_(std::move(low)), window_(std::move(window)), values_(values), watch_(watch) {}

    Value bound(const Position& largest) const override;
    std::uint64_t working_memory(const Position& largest) const override;
    void fill(Cells& cells, const Done& from, const Progress& progress) const override;

  private:
    MakeLowEnds low_;
    LargestWindow window_;
    Values values_;
    const Watch& watch_;
};

}  // namespace bouton
