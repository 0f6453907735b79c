// Moves from positions with more options than can be looked at. Candidates come from the sets and formulas of the laws; each is tested: it is legal
// by the rules, and the laws give it the value that is wanted.
#include "base/floor_map.hpp"
#include "lang/linear.hpp"
#include "lang/shortcuts.hpp"
#include "laws/digits.hpp"
#include "laws/theory.hpp"

#include <algorithm>

namespace bouton {

namespace {

constexpr int kEnds = 40;          // options at each end of a range that are looked at
constexpr int kMostTried = 20000;  // candidates

/// The ends of a range.
std::optional<std::pair<Integer, Integer>> ends_of(const Binder& binder, Frame& frame) {
    if (binder.kind != Binder::Kind::range || binder.lower.empty() || binder.upper.empty()) return std::nullopt;
    Integer low = evaluate(binder.lower[0], frame), high = evaluate(binder.upper[0], frame);
    for (const Expr& e : binder.lower) low = std::max(low, evaluate(e, frame));
    for (const Expr& e : binder.upper) high = std::min(high, evaluate(e, frame));
    return {{low, high}};
}

}  // namespace

/// Of several heaps the value is the nim-sum.
bool Theory::has_value(const LargeOption& option, const Integer& wanted) {
    if (option.size() > 1 && (rules_.misere || what_ == What::outcome)) return false;
    Integer sum = 0;
    for (const LargePosition& part : option) {
        const auto answer = value(part);
        if (!answer || !answer->exact) return false;
        sum = arithmetic::bit_xor(sum, answer->value);
    }
    return sum == wanted;
}

std::optional<LargeOption> Theory::move_to(const LargePosition& position, const Integer& wanted) {
    if (rules_.players > 2) {
        LargePosition next;
        const auto outcome = podium_outcome(position, &next);
        if (!outcome || *outcome == 0) return std::nullopt;
        return LargeOption{next};
    }
    std::optional<LargeOption> found;
    int tried = 0;
    for_each_candidate(position, wanted, [&](const LargeOption& next) {
        watch_.check();
        if (has_value(next, wanted) && is_move(position, next)) found = next;
        return !found && ++tried < kMostTried;
    });
    return found;
}

/// Candidates until visit returns false.
void Theory::for_each_candidate(const LargePosition& position, const Integer& wanted, const Visit& visit) {
    const std::vector<bool> use = usable(position);
    for (std::size_t i = 0; i < laws_.size(); ++i)
        if (use[i] && laws_[i].kind() == Law::Kind::value_set) ensure_checked(i);
    // Binary digits: the fewest piles that put every column right.
    if (const auto piles = piles_in_a_move()) {
        for (std::size_t i = 0; i < laws_.size(); ++i) {
            Frame frame = frame_at(laws_[i], position);
            const auto q = use[i] ? qsum_base(laws_[i], frame) : std::nullopt;
            if (!q || (wanted != 0 && *q != 2)) continue;
            LargePosition extended = position;
            if (wanted != 0) extended.push_back(wanted);  // one more pile of that value makes it 0
            const auto target = fewest_changes(extended, *q, watch_);
            if (!target || (wanted != 0 && target->back() != wanted)) continue;
            const LargePosition next(target->begin(), target->begin() + static_cast<std::ptrdiff_t>(position.size()));
            if (next != position && !visit({next})) return;
        }
        // xor: a pile becomes the nim-sum of the others and the wanted value.
        if (*piles == 1) {
            Integer total = wanted;
            for (const Integer& pile : position) total = arithmetic::bit_xor(total, pile);
            for (std::size_t i = 0; i < position.size(); ++i) {
                LargePosition next = position;
                next[i] = arithmetic::bit_xor(total, position[i]);
                if (next[i] < position[i] && !visit({next})) return;
            }
        }
    }
    for (std::size_t i = 0; i < laws_.size(); ++i) {
        const Law& law = laws_[i];
        if (!use[i] || law.kind() != Law::Kind::value_set) continue;
        Frame frame = frame_at(law, position);
        if (law.says().level->op == Op::variable)
            frame.set(law.says().level->slot, wanted);
        else if (wanted != 0)
            continue;
        if (!holds(law.instance->loop, frame)) continue;
        if (!into_set(law, law.says().set, frame, position, visit)) return;
    }
    if (!along_a_heap(position, wanted, visit)) return;
    at_the_ends(position, visit);
}

/// Moves into a family, or into { exists n: low(n) <= x <= high(n) }.
bool Theory::into_set(const Law& law, const Positions& set, Frame& frame, const LargePosition& position,
                      const Visit& visit) {
    const Ruleset& rules = law.instance->rules;
    switch (set->kind) {
        case PositionSet::Kind::join:
            return std::all_of(set->parts.begin(), set->parts.end(),
                               [&](const Positions& part) { return into_set(law, part, frame, position, visit); });
        case PositionSet::Kind::intersection:
        case PositionSet::Kind::difference: return into_set(law, set->parts[0], frame, position, visit);
        case PositionSet::Kind::named: return into_set(law, filled_in(*set), frame, position, visit);
        case PositionSet::Kind::family:
            if (!rules.fixed_size() || set->element.size() != position.size()) return true;
            return for_each_move(rules, position, frame, [&](const Move& move, std::size_t pile) {
                if (move.results.size() != 1) return true;
                Equations equations;
                equations.left = move.results[0];
                equations.right = set->element;
                equations.loops = {&move.loop};
                if (set->loop) equations.loops.push_back(set->loop.get());
                if (solve(equations, frame) == Found::yes) {
                    if (const auto next = after(rules, move, pile, position, frame); next && !visit(*next))
                        return false;
                }
                return one_parameter(rules, move, *set, position, frame, visit);
            });
        case PositionSet::Kind::where: return into_intervals(rules, *set, position, frame, visit);
        case PositionSet::Kind::empty:
        case PositionSet::Kind::options: return true;
    }
    return true;
}

/// A family with one parameter n whose elements rise with it, such as Wythoff's: a coordinate that the move leaves alone, or a difference that
/// it leaves alone, gives n.
bool Theory::one_parameter(const Ruleset& rules, const Move& move, const PositionSet& family,
                           const LargePosition& position, Frame& frame, const Visit& visit) {
    if (!family.loop || family.loop->binders.size() != 1 || move.loop.binders.size() != 1) return true;
    const int n = family.loop->binders[0].slots[0], t = move.loop.binders[0].slots[0];
    const auto value_at = [&](const Expr& e, int slot, const Integer& v) {
        frame.set(slot, v);
        return evaluate(e, frame);
    };
    const std::vector<Expr>& results = move.results[0];
    const auto attempt = [&](const std::function<Integer()>& moving, const Integer& target) {
        const auto below = [&](const Integer& v) {
            frame.set(n, v);
            return moving() < target;
        };
        const Integer first = last_true(0, std::nullopt, below) + 1;
        for (Integer v = first; v <= first + 1; ++v) {
            frame.set(n, v);
            // The move's variable from the first coordinate that it changes; it changes by a constant for each step.
            for (std::size_t c = 0; c < results.size(); ++c) {
                const Integer at0 = value_at(results[c], t, 0), step = value_at(results[c], t, 1) - at0;
                if (step == 0) continue;
                frame.set(n, v);
                const Integer wanted = evaluate(family.element[c], frame) - at0;
                if (wanted % step != 0) break;
                frame.set(t, wanted / step);
                if (const auto next = after(rules, move, 0, position, frame); next && !visit(*next)) return false;
                break;
            }
        }
        return true;
    };
    std::vector<std::size_t> moving;
    for (std::size_t c = 0; c < results.size(); ++c) {
        const Integer at0 = value_at(results[c], t, 0), at1 = value_at(results[c], t, 1);
        if (at0 != at1) {
            moving.push_back(c);
        } else if (rises(family.element[c], n, frame)) {
            if (!attempt([&] { return evaluate(family.element[c], frame); }, at0)) return false;
        }
    }
    if (moving.size() == 2) {
        const std::size_t a = moving[0], b = moving[1];
        for (const bool swapped : {false, true}) {
            const std::size_t high = swapped ? b : a, low = swapped ? a : b;
            const Integer target = value_at(results[high], t, 0) - value_at(results[low], t, 0);
            if (target < 0) continue;
            frame.set(n, 1 << 10);
            if (evaluate(family.element[high], frame) <= evaluate(family.element[low], frame)) continue;
            if (!attempt([&] { return evaluate(family.element[high], frame) - evaluate(family.element[low], frame); },
                         target))
                return false;
        }
    }
    return true;
}

/// { exists n: low(n) <= x <= high(n) }: the last n with low(n) below what a move can leave, and there the largest x.
bool Theory::into_intervals(const Ruleset& rules, const PositionSet& set, const LargePosition& position, Frame& frame,
                            const Visit& visit) {
    const Expr& condition = set.condition;
    if (condition->op != Op::exists || !rules.fixed_size()) return true;
    if (condition->loop->binders.size() != 1) return true;
    const int n = condition->loop->binders[0].slots[0];
    const Expr& body = condition->args[0];
    if (body->op != Op::conjunction || body->args.size() != 2) return true;
    for (std::size_t c = 0; c < set.slots.size(); ++c) {
        const auto is_it = [&](const Expr& e) { return e->op == Op::variable && e->slot == set.slots[c]; };
        const Expr &lower = body->args[0], &upper = body->args[1];
        if (lower->op != Op::less_equal || upper->op != Op::less_equal) return true;
        if (!is_it(lower->args[1]) || !is_it(upper->args[0])) continue;
        const bool go_on = for_each_move(rules, position, frame, [&](const Move& move, std::size_t pile) {
            if (move.loop.binders.size() != 1 || move.results.size() != 1) return true;
            const auto range = ends_of(move.loop.binders[0], frame);
            if (!range || range->first > range->second) return true;
            const int t = move.loop.binders[0].slots[0];
            frame.set(t, range->first);
            const auto nearest = after(rules, move, pile, position, frame);
            if (!nearest) return true;
            for (std::size_t i = 0; i < set.slots.size(); ++i) frame.set(set.slots[i], nearest->front()[i]);
            const Integer top = nearest->front()[c];
            const Integer last = last_true(0, top, [&](const Integer& v) {
                frame.set(n, v);
                return evaluate(lower->args[0], frame) <= top;
            });
            if (last < 0) return true;
            frame.set(n, last);
            const Integer leave = std::min(top, evaluate(upper->args[1], frame));
            frame.set(t, range->first + top - leave);
            const auto next = after(rules, move, pile, position, frame);
            return !next || visit(*next);
        });
        if (!go_on) return false;
    }
    return true;
}

/// One heap from which 1, 2, ..., f(x) can be taken, f growing by at most one at a time: from one heap with a value to the next one it is
/// f(next) + 1, so the heaps with that value are found going upwards from the first.
bool Theory::along_a_heap(const LargePosition& position, const Integer& wanted, const Visit& visit) {
    if (position.size() != 1 || rules_.moves.size() != 1 || rules_.moves[0].loop.binders.size() != 1) return true;
    const Move& move = rules_.moves[0];
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    const int x = rules_.slots[0];
    const auto f = [&](const Integer& heap) {
        frame.set(x, heap);
        const auto range = ends_of(move.loop.binders[0], frame);
        return range && range->first == 1 ? range->second : Integer(-1);
    };
    if (f(position[0]) < 1) return true;
    // floor(x/k): the map is x -> floor(k x / (k - 1)) + 1, many steps at once.
    for (const Expr& e : move.loop.binders[0].upper) {
        const Expr& inner = e->op == Op::natural ? e->args[0] : e;
        if (inner->op != Op::floor_divide || !is_number(inner->args[1]) || inner->args[1]->number < 2) continue;
        frame.set(x, 0);
        if (coefficient(inner->args[0], x) != 1 || evaluate(inner->args[0], frame) != 0) continue;
        const Integer& k = inner->args[1]->number;
        if (k * wanted >= position[0]) return true;
        return visit({{FloorMap(k, k - 1, k - 1).last_below(k * wanted, position[0])}});
    }
    Integer heap = last_true(0, position[0], [&](const Integer& v) { return f(v) < wanted; }) + 1;
    for (int step = 0; step < kMostTried && heap < position[0]; ++step) {
        watch_.check();
        if (heap >= position[0] - f(position[0]) && !visit({{heap}})) return false;
        heap = last_true(heap + 1, position[0], [&](const Integer& v) { return v - f(v) <= heap; }) + 1;
    }
    return true;
}

/// Moves with one variable, near both ends of its range; all of them where there are few.
bool Theory::at_the_ends(const LargePosition& position, const Visit& visit) {
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    return for_each_move(rules_, position, frame, [&](const Move& move, std::size_t pile) {
        const auto attempt = [&] {
            const auto next = after(rules_, move, pile, position, frame);
            return !next || visit(*next);
        };
        if (move.loop.binders.empty()) return attempt();
        if (move.loop.binders.size() != 1) return true;
        const Binder& binder = move.loop.binders[0];
        if (binder.kind == Binder::Kind::numbers) {
            for (const auto& range : detail::intervals(*binder.numbers, frame, nullptr))
                for (std::int64_t v = range.first; v <= range.last && v - range.first < kMostTried; ++v) {
                    frame.set(binder.slots[0], v);
                    if (!attempt()) return false;
                }
            return true;
        }
        const auto range = ends_of(binder, frame);
        if (!range) return true;
        for (int i = 0; i < kEnds; ++i) {
            for (const Integer& v : {Integer(range->second - i), Integer(range->first + i)}) {
                frame.set(binder.slots[0], v);
                if (v >= range->first && v <= range->second && !attempt()) return false;
            }
        }
        return true;
    });
}

std::optional<LargeOption> Theory::first_move(const LargePosition& position) {
    std::optional<LargeOption> best;
    Integer most = -1;
    at_the_ends(position, [&](const LargeOption& next) {
        Integer sum = 0;
        for (const LargePosition& part : next)
            for (const Integer& c : part) sum += c;
        if (sum > most) best = next, most = sum;
        return true;
    });
    if (!best && piles_in_a_move())
        for (std::size_t i = 0; i < position.size() && !best; ++i)
            if (position[i] > 0) {
                best = {position};
                --best->front()[i];
            }
    return best;
}

bool Theory::is_move(const LargePosition& from, const LargeOption& option) {
    if (const auto most = piles_in_a_move()) {
        if (option.size() != 1) return false;
        const LargePosition& to = option[0];
        Integer changed = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            if (to[i] > from[i] || to[i] < 0) return false;
            changed += to[i] != from[i];
        }
        return changed >= 1 && changed <= *most;
    }
    return is_legal(rules_, from, option);
}

}  // namespace bouton
