// The heap engine for a ruleset: the window's begin, from the bounds of its moves, a block of heaps at a time.
#include "engines/heap/make.hpp"

#include "engines/heap/heap.hpp"
#include "engines/rows.hpp"

#include <algorithm>
#include <limits>

namespace bouton {

namespace {

/// The options are x - 1, x - 2, ... down to somewhere.
bool reaches_next(const MoveShape& move) {
    if (move.kind != MoveShape::Kind::line || move.absolute >= 0 || move.needs_tests) return false;
    if (move.offset[0] != 0 || move.steps[0][0] != -1 || move.intervals.size() != 1) return false;
    const auto& lower = move.intervals[0].lower;
    return std::all_of(lower.begin(), lower.end(), [](const Expr& e) { return is_number(e) && e->number <= 1; });
}

Expr least(std::vector<Expr> list) { return list.size() == 1 ? list[0] : make(Op::minimum, std::move(list)); }

/// The least heap that a move leaves; the heap itself where there is no move.
Expr low_end(const Shape& shape) {
    const Expr heap = variable(shape.rules.slots[0], shape.rules.coordinates[0]);
    std::vector<Expr> lows;
    for (const MoveShape& move : shape.moves) {
        std::vector<Expr> upper = move.intervals[0].upper;
        upper.push_back(heap);
        const Expr low = make(Op::subtract, {heap, least(upper)});
        if (move.conditions.empty()) {
            lows.push_back(low);
        } else {
            const Expr allowed =
                move.conditions.size() == 1 ? move.conditions[0] : make(Op::conjunction, move.conditions);
            lows.push_back(make(Op::choose, {allowed, low, heap}));
        }
    }
    return least(lows);
}

}  // namespace

std::unique_ptr<Filler> make_heap(std::shared_ptr<const Shape> shape, What what, const Watch& watch,
                                  std::string& why_not) {
    const auto refuse = [&](const char* reason) {
        why_not = reason;
        return nullptr;
    };
    if (shape->dimension != 1 || !shape->boxed) return refuse("it is not one heap that only shrinks");
    if (shape->rules.domain) return refuse("not every heap is a position");
    if (shape->moves.empty() || !std::all_of(shape->moves.begin(), shape->moves.end(), reaches_next))
        return refuse("what may be taken is not 1, 2, ... up to a number");
    const Expr low = low_end(*shape);
    const auto ends = [shape, low](const Position& largest) -> LowEnds {
        auto program = std::make_shared<RowProgram>(shape->rules, largest);
        const std::size_t output = program->add(low);
        auto scratch = std::make_shared<RowProgram::Scratch>(program->scratch());
        return [program, output, scratch](std::int64_t first, std::size_t count, std::int64_t* to) {
            for (std::size_t done = 0; done < count; done += RowProgram::kMost) {
                const std::size_t piece = std::min(RowProgram::kMost, count - done);
                program->run(*scratch, nullptr, first + static_cast<std::int64_t>(done), piece);
                std::copy_n(program->values(*scratch, output), piece, to + done);
            }
        };
    };
    const auto window = [shape, low](const Position& largest) {
        const Expr heap = variable(shape->rules.slots[0], shape->rules.coordinates[0]);
        std::int64_t most = 0;
        for (const MoveShape& move : shape->moves) {
            std::vector<Expr> upper = move.intervals[0].upper;
            upper.push_back(heap);
            const auto range = RowProgram(shape->rules, largest).range_of(least(upper));
            most = std::max(most, range ? range->last : largest[0]);
        }
        return std::min(most, largest[0]);
    };
    return std::make_unique<HeapFiller>(ends, window, values_of(shape->rules, what), watch);
}

}  // namespace bouton
