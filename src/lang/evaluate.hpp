// The value of a checked expression. Variables are machine integers (a few may be larger); what is computed from them may be of any
// size: the machine evaluation gives up with Overflow and the same expression is evaluated again with Integer.
#pragma once

#include "base/error.hpp"
#include "base/watch.hpp"
#include "lang/expr.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace bouton {

using Position = std::vector<std::int64_t>;

using LargePosition = std::vector<Integer>;

struct RecursionGroup;

/// In Frame::slots: the value is in Frame::large.
constexpr std::int64_t kLarge = std::numeric_limits<std::int64_t>::min();

/// The values of the variables, by slot, and the piles of the position at hand.
struct Frame : Steps {
    std::vector<std::int64_t> slots;
    Position piles;
    std::vector<Integer> large;             // by slot, where a machine integer is too small
    LargePosition large_piles;              // if not empty: the piles, instead of `piles`
    const RecursionGroup* group = nullptr;  // whose bodies are evaluated here (sequences.hpp)

    void set(int slot, const Integer& value) {
        const auto at = static_cast<std::size_t>(slot);
        slots[at] = fits(value) ? clamp(value) : kLarge;
        if (slots[at] != kLarge) return;
        if (large.size() < slots.size()) large.resize(slots.size());
        large[at] = value;
    }
    Integer get(int slot) const {
        const auto at = static_cast<std::size_t>(slot);
        return slots[at] == kLarge && at < large.size() ? large[at] : Integer(slots[at]);
    }
    void set_piles(const LargePosition& values) {
        piles.clear();
        large_piles.clear();
        if (std::all_of(values.begin(), values.end(), fits))
            for (const Integer& value : values) piles.push_back(clamp(value));
        else
            large_piles = values;
    }

    std::int64_t& operator[](int slot) { return slots[static_cast<std::size_t>(slot)]; }
    std::int64_t operator[](int slot) const { return slots[static_cast<std::size_t>(slot)]; }
};

/// Answers what an expression in a claim asks about a game.
class Oracle {
  public:
    virtual ~Oracle() = default;
    virtual std::int64_t answer(const Node& node, Frame& frame) = 0;  // grundy ... reaches; may throw Overflow
    virtual Integer large_answer(const Node& node, Frame& frame) { return answer(node, frame); }
    virtual std::vector<Position> members(const Positions& set, Frame& frame) = 0;  // up to the bound
};

Integer evaluate(const Expr& e, Frame& frame, Oracle* oracle = nullptr);
std::int64_t evaluate_clamped(const Expr& e, Frame& frame, Oracle* oracle = nullptr);  // the nearest machine integer
bool test(const Expr& e, Frame& frame, Oracle* oracle = nullptr);

/// A value that becomes a variable or a coordinate; throws (over a limit) if no machine integer can hold it.
std::int64_t evaluate_machine(const Expr& e, Frame& frame, Oracle* oracle = nullptr);

bool contains(const NumberSet& set, const Integer& value, Frame& frame, Oracle* oracle);

/// Is the value of a range's or value's variable one that it runs through?
bool in_range(const Binder& binder, Frame& frame, Oracle* oracle = nullptr);

namespace detail {

constexpr std::int64_t kNoBound = std::numeric_limits<std::int64_t>::max();

struct Interval {
    std::int64_t first, last;
};

/// The values that a range or value binder runs through.
Interval interval(const Binder& binder, Frame& frame, Oracle* oracle);
/// The intervals of a set, none of them empty; throws (over a limit) if no variable can hold an end. Of a binder of numbers: the part
/// between its bounds.
std::vector<Interval> intervals(const NumberSet& set, Frame& frame, Oracle* oracle);
std::vector<Interval> intervals(const Binder& binder, Frame& frame, Oracle* oracle);
void require_countable(const Binder& binder, Interval range);  // its ends were not cut off
[[noreturn]] void throw_large_pile(const Frame& frame);        // no variable can hold it

template <class Body> bool run(const Loop& loop, std::size_t depth, Frame& frame, Oracle* oracle, Body& body) {
    for (std::size_t i = 0; i < loop.conditions.size(); ++i)
        if (loop.ready[i] == depth && !test(loop.conditions[i], frame, oracle)) return true;
    if (depth == loop.binders.size()) return body();
    const Binder& binder = loop.binders[depth];
    const auto over = [&](Interval range) {  // not empty; it may end with the largest number there is
        std::int64_t& v = frame[binder.slots[0]];
        for (std::int64_t value = range.first;; ++value) {
            frame.tick();
            v = value;
            if (!run(loop, depth + 1, frame, oracle, body)) return false;
            if (value == range.last) return true;
        }
    };
    switch (binder.kind) {
        case Binder::Kind::range:
        case Binder::Kind::value: {
            const Interval range = interval(binder, frame, oracle);
            if (range.first > range.last) return true;
            require_countable(binder, range);
            return over(range);
        }
        case Binder::Kind::numbers:
            for (const Interval& range : intervals(binder, frame, oracle))
                if (!over(range)) return false;
            return true;
        case Binder::Kind::values:
            for (const Expr& e : binder.lower) {
                const std::int64_t value = evaluate_machine(e, frame, oracle);
                if (!over({value, value})) return false;
            }
            return true;
        case Binder::Kind::piles: {
            if (!frame.large_piles.empty()) throw_large_pile(frame);
            const Position piles = frame.piles;
            for (const std::int64_t pile : piles)
                if (!over({pile, pile})) return false;
            return true;
        }
        case Binder::Kind::positions:
            for (const Position& position : oracle->members(binder.positions, frame)) {
                for (std::size_t i = 0; i < binder.slots.size(); ++i) frame[binder.slots[i]] = position[i];
                if (!run(loop, depth + 1, frame, oracle, body)) return false;
            }
            return true;
    }
    return true;
}

}  // namespace detail

/// Runs body for every assignment, in order, until it returns false; returns whether it never did.
template <class Body> bool for_each(const Loop& loop, Frame& frame, Oracle* oracle, Body body) {
    return detail::run(loop, 0, frame, oracle, body);
}

}  // namespace bouton
