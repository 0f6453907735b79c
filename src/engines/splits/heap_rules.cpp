#include "engines/splits/heap_rules.hpp"

#include "lang/linear.hpp"
#include "lang/messages.hpp"

#include <algorithm>

namespace bouton::splits {

namespace {

/// What the components of an option are.
struct Components {
    std::vector<std::int64_t> heaps;  // those that stay the same through the interval
    std::int64_t up = 0, down = 0;    // those that grow and fall by 1 with the variable, at its first value
    int ups = 0, downs = 0;
};

/// A heap after a move. However negative it is, the move is just not legal.
std::int64_t heap_after(const Expr& e, Frame& frame) {
    const std::int64_t heap = evaluate_clamped(e, frame);
    if (heap == std::numeric_limits<std::int64_t>::max()) throw messages::value_too_large(evaluate(e, frame));
    return heap;
}

Components components_at(const Move& move, const std::vector<std::int64_t>& steps, Frame& frame) {
    Components result;
    for (std::size_t c = 0; c < move.results.size(); ++c) {
        const std::int64_t heap = heap_after(move.results[c][0], frame);
        const std::int64_t step = steps.empty() ? 0 : steps[c];
        if (step == 0) {
            result.heaps.push_back(heap);
        } else if (step > 0) {
            result.up = heap;
            ++result.ups;
        } else {
            result.down = heap;
            ++result.downs;
        }
    }
    return result;
}

/// Pairs a and total - a for first <= a <= last, in whatever order, each once.
void add_pairs(std::int64_t total, std::int64_t first, std::int64_t last, Value other, std::vector<Pairs>& pairs) {
    first = std::max<std::int64_t>(first, 0);
    last = std::min(last, total);
    if (first > last) return;
    const std::int64_t middle = total / 2;
    // The part with a <= total - a, and the part with a > total - a seen from the other heap.
    const Pairs small{total, first, std::min(last, middle), other};
    const Pairs large{total, total - last, std::min(total - first, total - middle - 1), other};
    const bool both = small.first <= small.last && large.first <= large.last;
    if (both && small.first <= large.last + 1 && large.first <= small.last + 1) {
        pairs.push_back({total, std::min(small.first, large.first), std::max(small.last, large.last), other});
        return;
    }
    for (const Pairs& part : {small, large})
        if (part.first <= part.last) pairs.push_back(part);
}

}  // namespace

HeapRules::HeapRules(const Ruleset& rules) : rules_(rules) {
    for (const Move& move : rules.moves) plans_.push_back(plan_of(move));
}

HeapRules::Plan HeapRules::plan_of(const Move& move) {
    const auto& loop = move.loop;
    Plan plan{&move, loop, {}};
    if (loop.binders.empty() || loop.binders.back().kind != Binder::Kind::range) return plan;
    if (std::find(loop.ready.begin(), loop.ready.end(), loop.binders.size()) != loop.ready.end()) return plan;
    std::vector<std::int64_t> steps;
    for (const auto& component : move.results) {
        const auto step = coefficient(component[0], loop.binders.back().slots[0]);
        if (!step || *step < -1 || *step > 1) return plan;
        steps.push_back(*step);
    }
    // One component that changes, or two that keep their sum.
    const auto ups = std::count(steps.begin(), steps.end(), 1), downs = std::count(steps.begin(), steps.end(), -1);
    if (ups > 1 || downs > 1 || ups + downs == 0) return plan;
    plan.steps = std::move(steps);
    plan.outer.binders.pop_back();
    return plan;
}

Frame HeapRules::frame(const Watch& watch) const {
    Frame frame;
    frame.watch = &watch;
    frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    return frame;
}

void HeapRules::options(std::int64_t heap, Frame& frame, const ValueOf& value, HeapOptions& result) const {
    result.clear();
    frame[rules_.slots[0]] = heap;
    /// One option, or an interval of them where the plan has steps and the last variable is set to its first value.
    const auto add = [&](const Plan& plan, std::int64_t more) {
        const Components components = components_at(*plan.move, plan.steps, frame);
        Value other = 0;
        for (const std::int64_t part : components.heaps) {
            if (part < 0) return;  // not a legal move
            other ^= value(part);
        }
        if (components.ups + components.downs == 0) {
            result.runs.push_back({0, 0, other});  // beside the empty heap, whose value is 0
        } else if (components.ups + components.downs == 1) {
            const bool grows = components.ups == 1;
            const std::int64_t first = grows ? components.up : arithmetic::subtract(components.down, more);
            const std::int64_t last = grows ? arithmetic::add(components.up, more) : components.down;
            if (last >= 0) result.runs.push_back({std::max<std::int64_t>(first, 0), last, other});
        } else {
            add_pairs(arithmetic::add(components.up, components.down), components.up,
                      arithmetic::add(components.up, more), other, result.pairs);
        }
    };
    try {
        for (const Plan& plan : plans_) {
            for_each(plan.outer, frame, nullptr, [&] {
                if (plan.steps.empty()) {
                    add(plan, 0);
                    return true;
                }
                const Binder& last = plan.move->loop.binders.back();
                const auto range = detail::interval(last, frame, nullptr);
                if (range.first > range.last) return true;
                detail::require_countable(last, range);
                std::int64_t more;
                if (__builtin_sub_overflow(range.last, range.first, &more)) throw messages::uncountable(last.names[0]);
                frame[last.slots[0]] = range.first;
                add(plan, more);
                return true;
            });
        }
    } catch (const Overflow&) {
        throw messages::met_at(messages::value_too_large(Integer(1) << 63), to_text(Position{heap}), rules_.name);
    } catch (const Error& error) {
        throw messages::met_at(error, to_text(Position{heap}), rules_.name);
    }
}

}  // namespace bouton::splits
