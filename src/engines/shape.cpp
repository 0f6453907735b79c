#include "engines/shape.hpp"

#include "lang/coordinates.hpp"
#include "lang/linear.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace bouton {

namespace {

// ---- a group of piles as coordinates

class PilesWrittenOut {
  public:
    PilesWrittenOut(const Ruleset& rules, std::size_t count)
        : from_(rules), group_(static_cast<std::size_t>(rules.piles)), to_(rules) {
        to_.coordinates = coordinate_names(from_, count);
        to_.slots.clear();
        to_.never_grows.clear();
        to_.moves.clear();
        to_.piles = -1;
        for (std::size_t i = 0; i < from_.coordinates.size(); ++i) {
            const std::size_t copies = i == group_ ? count : 1;
            for (std::size_t j = 0; j < copies; ++j) {
                if (i == group_) piles_.push_back(variable(new_slot(), to_.coordinates[to_.slots.size()]));
                to_.slots.push_back(i == group_ ? piles_.back()->slot : from_.slots[i]);
                to_.never_grows.push_back(from_.never_grows[i]);
            }
        }
    }

    Ruleset result() {
        if (from_.domain) to_.domain = without_group(from_.domain, -1);
        for (const Move& move : from_.moves) add(move);
        return std::move(to_);
    }

  private:
    int new_slot() { return to_.frame_size++; }

    /// The same expression without the group; `pile` is the chosen one (-1: none).
    Expr without_group(const Expr& e, int pile, const std::vector<std::pair<int, Expr>>& renamed = {}) const {
        return rewritten(e, [&](const Expr& node) { return replaced(node, pile, renamed); });
    }

    Expr replaced(const Expr& node, int pile, const std::vector<std::pair<int, Expr>>& renamed) const {
        const auto fold = [&](Op op, std::vector<Expr> args) {
            args.insert(args.end(), piles_.begin(), piles_.end());
            return args.empty() ? number(0) : args.size() == 1 && op != Op::qsum ? args[0] : make(op, args);
        };
        switch (node->op) {
            case Op::variable:
                if (pile >= 0 && node->slot == from_.slots[group_]) return piles_[static_cast<std::size_t>(pile)];
                for (const auto& [slot, by] : renamed)
                    if (node->slot == slot) return by;
                return nullptr;
            case Op::piles_count: return number(static_cast<std::int64_t>(piles_.size()));
            case Op::piles_least: return fold(Op::minimum, {});
            case Op::piles_greatest: return fold(Op::maximum, {});
            case Op::piles_xor: return fold(Op::bit_xor, {});
            case Op::piles_qsum: return fold(Op::qsum, {without_group(node->args[0], pile, renamed)});
            case Op::piles_sum: {
                Expr total = number(0);
                for (const Expr& p : piles_) total = total->op == Op::number ? p : make(Op::add, {total, p});
                return total;
            }
            default: break;
        }
        const auto over_piles = [](const Binder& binder) { return binder.kind == Binder::Kind::piles; };
        if (!node->loop || std::none_of(node->loop->binders.begin(), node->loop->binders.end(), over_piles))
            return nullptr;
        auto copy = std::make_shared<Node>(*node);
        Loop loop = *node->loop;
        for (Binder& binder : loop.binders) {
            if (!over_piles(binder)) continue;
            binder.kind = Binder::Kind::values;
            binder.lower = piles_;
        }
        copy->loop = std::make_shared<const Loop>(std::move(loop));
        return without_group(copy, pile, renamed);
    }

    void add(const Move& move) {
        if (move.piles == Move::Piles::none) add(move, {});
        if (move.piles == Move::Piles::one)
            for (std::size_t p = 0; p < piles_.size(); ++p) add(move, {static_cast<int>(p)});
        if (move.piles != Move::Piles::up_to && move.piles != Move::Piles::exactly) return;
        // The number of piles may depend on the position; then it is a condition of the move.
        const Expr wanted = without_group(move.pile_count, -1);
        for (unsigned subset = 1; subset < 1u << piles_.size(); ++subset) {
            std::vector<int> chosen;
            for (std::size_t p = 0; p < piles_.size(); ++p)
                if (subset >> p & 1) chosen.push_back(static_cast<int>(p));
            const Expr size = number(static_cast<std::int64_t>(chosen.size()));
            const Expr allowed = make(move.piles == Move::Piles::up_to ? Op::less_equal : Op::equal, {size, wanted});
            if (is_number(wanted) &&
                (move.piles == Move::Piles::up_to ? size->number > wanted->number : size->number != wanted->number))
                continue;
            add(move, chosen);
            if (is_number(wanted)) continue;
            to_.moves.back().loop.conditions.push_back(allowed);
            to_.moves.back().loop.ready.push_back(0);
        }
    }

    /// One move for one choice of piles: the variables are there once for every chosen pile.
    void add(const Move& move, const std::vector<int>& chosen) {
        Move result = move;
        result.piles = Move::Piles::none;
        result.pile_count = nullptr;
        result.loop = {};
        result.results.assign(move.results.size(), {});
        std::vector<std::vector<Expr>> after(move.results.size(), std::vector<Expr>(piles_.size()));
        std::vector<std::pair<int, Expr>> renamed;
        const std::vector<int> rounds = chosen.empty() ? std::vector<int>{-1} : chosen;
        for (std::size_t round = 0; round < rounds.size(); ++round) {
            const int pile = rounds[round];
            const std::size_t before = result.loop.binders.size();
            renamed.clear();
            Loop loop = move.loop;
            for (Binder& binder : loop.binders)
                for (std::size_t i = 0; i < binder.slots.size() && round > 0; ++i) {
                    const int fresh = new_slot();
                    renamed.emplace_back(binder.slots[i], variable(fresh, binder.names[i]));
                    binder.slots[i] = fresh;
                }
            loop = rewritten(std::move(loop), [&](const Expr& e) { return replaced(e, pile, renamed); });
            for (std::size_t i = 0; i < loop.conditions.size(); ++i) {
                result.loop.conditions.push_back(loop.conditions[i]);
                result.loop.ready.push_back(loop.ready[i] == 0 ? 0 : before + loop.ready[i]);
            }
            result.loop.binders.insert(result.loop.binders.end(), loop.binders.begin(), loop.binders.end());
            for (std::size_t c = 0; pile >= 0 && c < move.results.size(); ++c)
                after[c][static_cast<std::size_t>(pile)] = without_group(move.results[c][group_], pile, renamed);
        }
        for (std::size_t c = 0; c < move.results.size(); ++c)
            for (std::size_t i = 0; i < move.results[c].size(); ++i) {
                if (i != group_) {
                    result.results[c].push_back(without_group(move.results[c][i], chosen.empty() ? -1 : chosen[0]));
                    continue;
                }
                for (std::size_t p = 0; p < piles_.size(); ++p)
                    result.results[c].push_back(after[c][p] ? after[c][p] : piles_[p]);
            }
        to_.moves.push_back(std::move(result));
    }

    const Ruleset& from_;
    std::size_t group_;
    Ruleset to_;
    std::vector<Expr> piles_;
};

// ---- moves

class MoveReader {
  public:
    MoveReader(const Ruleset& rules, const Move& move) : rules_(rules), move_(move) {}

    MoveShape shape() {
        MoveShape shape;
        shape.move = &move_;
        const auto& binders = move_.loop.binders;
        for (std::size_t i = 0; i < move_.loop.conditions.size(); ++i) {
            if (move_.loop.ready[i] == 0)
                shape.conditions.push_back(move_.loop.conditions[i]);
            else
                shape.needs_tests = true;
        }
        if (move_.results.size() > 1) {
            shape.kind = MoveShape::Kind::split;
            return shape;
        }
        const bool numbers_known = std::all_of(binders.begin(), binders.end(), [](const Binder& b) {
            return b.kind == Binder::Kind::range || b.kind == Binder::Kind::value ||
                   (b.kind == Binder::Kind::numbers && b.numbers->known);
        });
        if (!numbers_known || !read_options(shape)) return shape;
        if (binders.size() == 1) shape.intervals = intervals(binders[0]);
        shape.kind = binders.empty()       ? MoveShape::Kind::jump
                     : binders.size() == 1 ? MoveShape::Kind::line
                                           : MoveShape::Kind::region;
        return shape;
    }

  private:
    /// Every coordinate of the option as a sum of its old value, a constant and multiples of the variables.
    bool read_options(MoveShape& shape) {
        const std::size_t dimension = rules_.slots.size();
        shape.offset.assign(dimension, 0);
        shape.steps.assign(move_.loop.binders.size(), std::vector<std::int64_t>(dimension, 0));
        for (std::size_t i = 0; i < dimension; ++i) {
            Facts facts;
            bool old_value = false;
            for (const auto& [monomial, coefficient] : facts.polynomial(move_.results[0][i])) {
                if (!fits(coefficient) || monomial.size() > 1) return false;
                const std::int64_t c = clamp(coefficient);
                if (c > kLargest || c < -kLargest) return false;
                if (monomial.empty()) {
                    shape.offset[i] = c;
                    continue;
                }
                const Expr& atom = facts.atom(monomial[0]);
                if (atom->op != Op::variable) return false;
                if (atom->slot == rules_.slots[i]) {
                    if (c != 1) return false;
                    old_value = true;
                } else if (!step(shape, atom->slot, i, c)) {
                    return false;
                }
            }
            if (old_value) continue;
            if (shape.absolute >= 0) return false;
            shape.absolute = static_cast<int>(i);
        }
        const auto moves_nothing = [](const std::vector<std::int64_t>& step) {
            return std::all_of(step.begin(), step.end(), [](std::int64_t c) { return c == 0; });
        };
        if (std::any_of(shape.steps.begin(), shape.steps.end(), moves_nothing)) return false;
        if (shape.absolute < 0) return true;
        // "Move to t" is a line along one coordinate.
        const auto at = static_cast<std::size_t>(shape.absolute);
        if (shape.steps.size() != 1 || std::abs(shape.steps[0][at]) != 1) return false;
        for (std::size_t i = 0; i < dimension; ++i)
            if (i != at && shape.steps[0][i] != 0) return false;
        return true;
    }

    bool step(MoveShape& shape, int slot, std::size_t coordinate, std::int64_t c) const {
        for (std::size_t j = 0; j < move_.loop.binders.size(); ++j)
            if (move_.loop.binders[j].slots[0] == slot) {
                shape.steps[j][coordinate] = c;
                return true;
            }
        return false;
    }

    /// The least of min(a, b) and c is the least of a, b and c; likewise for the largest.
    static std::vector<Expr> parts(Op op, const std::vector<Expr>& bounds) {
        std::vector<Expr> result;
        for (const Expr& e : bounds) {
            const std::vector<Expr> inner = e->op == op ? parts(op, e->args) : std::vector<Expr>{e};
            result.insert(result.end(), inner.begin(), inner.end());
        }
        return result;
    }

    static std::vector<Expr> each_once(const std::vector<Expr>& bounds) {
        std::vector<Expr> result;
        std::set<std::string> seen;
        for (const Expr& e : bounds)
            if (seen.insert(to_text(e)).second) result.push_back(e);
        return result;
    }

    static std::vector<MoveShape::Interval> intervals(const Binder& binder) {
        if (binder.kind == Binder::Kind::range)
            return {{each_once(parts(Op::maximum, binder.lower)), each_once(parts(Op::minimum, binder.upper))}};
        if (binder.kind == Binder::Kind::value) return {{binder.lower, binder.lower}};
        std::vector<MoveShape::Interval> result;
        for (const auto& part : binder.numbers->intervals) result.push_back({{part.first}, {part.last}});
        return result;
    }

    static constexpr std::int64_t kLargest = 1 << 30;

    const Ruleset& rules_;
    const Move& move_;
};

// ---- the whole

/// Is there a constant among the lower bounds that is at least `least`?
bool at_least(const MoveShape::Interval& interval, std::int64_t least) {
    return std::any_of(interval.lower.begin(), interval.lower.end(),
                       [&](const Expr& e) { return is_number(e) && e->number >= least; });
}

/// The most by which the last coordinate grows, if the first one falls whenever it does; nothing if that is not plain to see.
std::optional<std::int64_t> growth_of(const Shape& shape) {
    std::int64_t growth = 0;
    for (std::size_t i = 0; i + 1 < shape.dimension; ++i)
        if (!shape.rules.never_grows[i]) return std::nullopt;
    if (shape.rules.never_grows.back()) return 0;
    if (shape.dimension < 2) return std::nullopt;
    for (const MoveShape& move : shape.moves) {
        const bool simple = move.kind == MoveShape::Kind::jump || move.kind == MoveShape::Kind::line;
        if (!simple || move.absolute >= 0) return std::nullopt;
        const std::int64_t by = move.offset.back();
        if (move.kind == MoveShape::Kind::line && move.steps[0].back() != 0) return std::nullopt;
        if (by <= 0) continue;
        growth = std::max(growth, by);
        if (move.kind == MoveShape::Kind::jump && move.offset[0] <= -1) continue;
        if (move.kind == MoveShape::Kind::jump || move.steps[0][0] >= 0) return std::nullopt;
        for (const auto& interval : move.intervals)
            if (!at_least(interval, 1 + std::max<std::int64_t>(move.offset[0], 0))) return std::nullopt;
    }
    return growth;
}

std::optional<std::vector<std::int64_t>> removals_of(const Shape& shape) {
    constexpr std::int64_t kMost = 1 << 20;
    if (shape.dimension != 1 || shape.rules.domain) return std::nullopt;
    std::set<std::int64_t> removals;
    for (const MoveShape& move : shape.moves) {
        const bool simple = move.kind == MoveShape::Kind::jump || move.kind == MoveShape::Kind::line;
        if (!simple || move.absolute >= 0 || !move.conditions.empty() || move.needs_tests) return std::nullopt;
        if (move.kind == MoveShape::Kind::jump) removals.insert(-move.offset[0]);
        for (const auto& interval : move.intervals) {
            std::optional<std::int64_t> first, last;
            for (const Expr& e : interval.lower) {
                if (!is_number(e) || !e->is_small) return std::nullopt;
                first = std::max(first.value_or(e->small), e->small);
            }
            // "At most what is there" says nothing new.
            for (const Expr& e : interval.upper) {
                if (e->op == Op::variable && e->slot == shape.rules.slots[0] && move.offset[0] == 0 &&
                    move.steps[0][0] == -1)
                    continue;
                if (!is_number(e) || !e->is_small) return std::nullopt;
                last = std::min(last.value_or(e->small), e->small);
            }
            if (!first || !last) return std::nullopt;
            if (*first > *last) continue;
            if (Integer(*last) - Integer(*first) > kMost) return std::nullopt;
            for (std::int64_t v = *first;; ++v) {
                std::int64_t removed = 0;
                if (__builtin_mul_overflow(v, -move.steps[0][0], &removed) ||
                    __builtin_sub_overflow(removed, move.offset[0], &removed))
                    return std::nullopt;
                removals.insert(removed);
                if (v == *last) break;
            }
        }
        if (static_cast<std::int64_t>(removals.size()) > kMost) return std::nullopt;
    }
    if (!removals.empty() && *removals.begin() < 1) return std::nullopt;
    return std::vector<std::int64_t>(removals.begin(), removals.end());
}

constexpr std::size_t kMostPiles = 12;  // of which several may be chosen: there is one move for every choice

}  // namespace

std::shared_ptr<const Shape> shape_of_levels(const Ruleset& rules) {
    auto shape = std::make_shared<Shape>();
    shape->rules = rules;
    shape->dimension = rules.slots.size();
    for (const Move& move : shape->rules.moves) shape->moves.push_back(MoveReader(shape->rules, move).shape());
    shape->boxed = true;
    shape->levels = true;
    return shape;
}

std::shared_ptr<const Shape> shape_of(const Ruleset& rules, std::size_t length) {
    auto shape = std::make_shared<Shape>();
    shape->dimension = length;
    const Places places(rules, length);
    const bool choices = std::any_of(rules.moves.begin(), rules.moves.end(), [](const Move& move) {
        return move.piles == Move::Piles::up_to || move.piles == Move::Piles::exactly;
    });
    const bool written_out =
        rules.piles < 0 || (places.pile_count > 0 && (!choices || places.pile_count <= kMostPiles));
    if (rules.piles < 0)
        shape->rules = rules;
    else if (written_out)
        shape->rules = PilesWrittenOut(rules, places.pile_count).result();
    else
        shape->rules = rules;
    if (!written_out || length == 0) return shape;
    for (const Move& move : shape->rules.moves) shape->moves.push_back(MoveReader(shape->rules, move).shape());
    const bool splits = std::any_of(shape->moves.begin(), shape->moves.end(),
                                    [](const MoveShape& move) { return move.kind == MoveShape::Kind::split; });
    const auto growth = growth_of(*shape);
    shape->boxed = growth.has_value() && !(splits && *growth > 0);
    shape->growth = growth.value_or(0);
    if (shape->boxed) shape->removals = removals_of(*shape);
    return shape;
}

}  // namespace bouton
