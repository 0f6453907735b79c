#include "proofs/windows/rules.hpp"

#include "lang/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace bouton::windows {

namespace {

using splits::Split;
using splits::SteadyRules;

constexpr std::int64_t kMostChoices = 1 << 14;   // moves after variables have got their values
constexpr std::int64_t kMostExcluded = 1 << 14;  // the largest removal that an all-but set may exclude

/// The same rules, with a move for every choice of the variables whose values do not depend on the heap.
class Flattened {
  public:
    explicit Flattened(const Ruleset& rules) : heap_(variable(rules.slots[0], rules.coordinates[0])) {
        frame_.slots.resize(static_cast<std::size_t>(rules.frame_size));
        result_ = rules;
        result_.moves.clear();
        for (const Move& move : rules.moves) {
            move_ = &move;
            if (!bind(0)) failed_ = true;
        }
    }

    std::optional<Ruleset> result() const { return failed_ ? std::nullopt : std::optional(result_); }

  private:
    bool is_constant(const Expr& e) const {
        const auto seen = slots_in(e);
        const auto occurs = [&](int slot) {
            return static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)];
        };
        return !occurs(heap_->slot) &&
               std::none_of(open_.begin(), open_.end(), [&](const Binder& b) { return occurs(b.slots[0]); });
    }

    /// With numbers in the place of what is constant.
    Expr folded(const Expr& e) {
        return rewritten(e, [&](const Expr& node) {
            return node->op != Op::number && !is_condition(node->op) && is_constant(node)
                       ? number(evaluate(node, frame_))
                       : nullptr;
        });
    }

    bool bind(std::size_t i) {
        for (std::size_t c = 0; c < move_->loop.conditions.size(); ++c) {
            const Expr& e = move_->loop.conditions[c];
            if (move_->loop.ready[c] == i && is_constant(e) && !test(e, frame_)) return true;
        }
        if (i == move_->loop.binders.size()) return emit();
        const Binder& binder = move_->loop.binders[i];
        switch (binder.kind) {
            case Binder::Kind::positions:
            case Binder::Kind::piles:
            case Binder::Kind::values: return false;
            case Binder::Kind::value:
                return is_constant(binder.lower[0]) &&
                       choose(i, evaluate(binder.lower[0], frame_), evaluate(binder.lower[0], frame_));
            case Binder::Kind::numbers:
                return binder.numbers->known &&
                       std::all_of(binder.numbers->intervals.begin(), binder.numbers->intervals.end(),
                                   [&](const auto& part) {
                                       return is_constant(part.first) && is_constant(part.last) &&
                                              choose(i, evaluate(part.first, frame_), evaluate(part.last, frame_));
                                   });
            case Binder::Kind::range: break;
        }
        return range(i, binder);
    }

    /// At most min(a, b) is at most a and at most b.
    static std::vector<Expr> parts(Op op, const std::vector<Expr>& bounds) {
        std::vector<Expr> result;
        for (const Expr& e : bounds) {
            const auto inner = e->op == op ? parts(op, e->args) : std::vector<Expr>{e};
            result.insert(result.end(), inner.begin(), inner.end());
        }
        return result;
    }

    bool range(std::size_t i, Binder binder) {
        binder.lower = parts(Op::maximum, binder.lower);
        binder.upper = parts(Op::minimum, binder.upper);
        std::optional<Integer> first, last;
        for (const Expr& e : binder.lower)
            if (is_constant(e)) first = std::max(first.value_or(evaluate(e, frame_)), evaluate(e, frame_));
        for (const Expr& e : binder.upper)
            if (is_constant(e)) last = std::min(last.value_or(evaluate(e, frame_)), evaluate(e, frame_));
        const std::size_t before = conditions_.size();
        if (first && last) {
            const Expr v = variable(binder.slots[0], binder.names[0]);
            for (const Expr& e : binder.lower)
                if (!is_constant(e)) conditions_.push_back(make(Op::less_equal, {e, v}));
            for (const Expr& e : binder.upper)
                if (!is_constant(e)) conditions_.push_back(make(Op::less_equal, {v, e}));
            const bool good = choose(i, *first, *last);
            conditions_.resize(before);
            return good;
        }
        open_.push_back(binder);
        const bool good = bind(i + 1);
        open_.pop_back();
        return good;
    }

    bool choose(std::size_t i, const Integer& first, const Integer& last) {
        for (Integer value = first; value <= last; value += 1) {
            if (++choices_ > kMostChoices || !fits(value)) return false;
            frame_[move_->loop.binders[i].slots[0]] = clamp(value);
            if (!bind(i + 1)) return false;
        }
        return true;
    }

    bool emit() {
        Move flat = *move_;
        flat.loop = {};
        for (Binder binder : open_) {
            for (auto* side : {&binder.lower, &binder.upper})
                for (Expr& e : *side) e = folded(e);
            flat.loop.binders.push_back(std::move(binder));
        }
        std::vector<Expr> conditions = conditions_;
        for (const Expr& e : move_->loop.conditions)
            if (!is_constant(e)) conditions.push_back(e);
        for (const Expr& e : conditions) {
            flat.loop.conditions.push_back(folded(e));
            flat.loop.ready.push_back(open_.size());
        }
        for (auto& component : flat.results) component[0] = folded(component[0]);
        result_.moves.push_back(std::move(flat));
        return true;
    }

    const Expr heap_;
    Ruleset result_;
    Frame frame_;
    const Move* move_ = nullptr;
    std::vector<Binder> open_;
    std::vector<Expr> conditions_;  // bounds of variables that have a value
    std::int64_t choices_ = 0;
    bool failed_ = false;
};

/// Reads rules with one move of every size but a few. Everything is written in terms of the heap x and the removal r = x - y.
class AllButReader {
  public:
    explicit AllButReader(const Ruleset& flat)
        : rules_(flat), heap_(variable(flat.slots[0], flat.coordinates[0])), removal_(variable(flat.frame_size, "r")) {}

    std::optional<AllBut> read() {
        AllBut result;
        bool unbounded = false;
        std::set<std::int64_t> singles;
        for (const Move& move : rules_.moves) {
            if (move.results.size() != 1 || move.loop.binders.size() > 1) return std::nullopt;
            if (move.loop.binders.empty()) {
                const auto s = single(move);
                if (!s) return std::nullopt;
                singles.insert(*s);
                continue;
            }
            auto one = several(move);
            if (!one || (unbounded && one->least != result.least)) return std::nullopt;
            if (unbounded)
                std::erase_if(result.excluded, [&](std::int64_t e) { return !one->excluded.contains(e); });
            else
                result = std::move(*one);
            unbounded = true;
        }
        if (!unbounded || (!singles.empty() && result.least > 0)) return std::nullopt;
        for (const std::int64_t s : singles) result.excluded.erase(s);
        return result;
    }

  private:
    /// Coefficients of the heap, the removal and 1.
    struct Form {
        Integer x, r, c;
    };
    std::optional<Form> form(const Expr& e) {
        Facts facts;
        Form result{0, 0, 0};
        for (const auto& [monomial, coefficient] : facts.polynomial(e)) {
            if (monomial.size() > 1) return std::nullopt;
            if (monomial.empty()) {
                result.c = coefficient;
                continue;
            }
            const Expr& atom = facts.atom(monomial[0]);
            if (atom->op != Op::variable) return std::nullopt;
            if (atom->slot == heap_->slot)
                result.x = coefficient;
            else if (atom->slot == removal_->slot)
                result.r = coefficient;
            else
                return std::nullopt;
        }
        return result;
    }

    /// x - s, whenever there are s stones.
    std::optional<std::int64_t> single(const Move& move) {
        const auto after = form(move.results[0][0]);
        if (!after || after->x != 1 || after->c >= 0 || !fits(after->c)) return std::nullopt;
        const std::int64_t s = -clamp(after->c);
        Facts facts;
        facts.assume(make(Op::less_equal, {number(s), heap_}));
        for (const Expr& e : move.loop.conditions) {
            if (e->op != Op::less_equal) return std::nullopt;
            if (!facts.proves_at_most_zero(facts.polynomial(e->args[0]) - facts.polynomial(e->args[1])))
                return std::nullopt;
        }
        return s;
    }

    std::optional<AllBut> several(const Move& move) {
        const Binder& binder = move.loop.binders[0];
        const Expr& after = move.results[0][0];
        const auto a = coefficient(after, heap_->slot), b = coefficient(after, binder.slots[0]);
        if (!a || !b || (*a != 0 && *a != 1) || (*b != 1 && *b != -1)) return std::nullopt;
        // after = a x + b v + c = x - r, so v = b (x - r - after without v)
        const Expr rest = substitute(after, {{binder.slots[0], number(0)}});
        const Expr v =
            make(Op::multiply, {number(*b), make(Op::subtract, {make(Op::subtract, {heap_, removal_}), rest})});
        tests_.clear();
        reach_ = 0;
        least_ = 0;
        std::vector<Expr> conditions = move.loop.conditions;
        const Expr bound = variable(binder.slots[0], binder.names[0]);
        for (const Expr& e : binder.lower) conditions.push_back(make(Op::less_equal, {e, bound}));
        for (const Expr& e : binder.upper) conditions.push_back(make(Op::less_equal, {bound, e}));
        for (const Expr& e : conditions)
            if (!add(substitute(e, {{binder.slots[0], v}}))) return std::nullopt;
        if (reach_ > kMostExcluded) return std::nullopt;
        AllBut result;
        result.least = least_;
        const auto allowed = [&](std::int64_t r) {
            return std::all_of(tests_.begin(), tests_.end(), [&](const Expr& e) { return holds(e, r); });
        };
        if (allowed(0) || !allowed(reach_ + 1)) return std::nullopt;  // beyond reach_ nothing changes any more
        for (std::int64_t r = 1; r <= reach_; ++r)
            if (!allowed(r)) result.excluded.insert(r);
        return result;
    }

    /// A condition: a test of r alone, or that so many stones stay.
    bool add(const Expr& e) {
        if (e->op == Op::conjunction)
            return std::all_of(e->args.begin(), e->args.end(), [&](const Expr& arg) { return add(arg); });
        if (e->op == Op::less_equal || e->op == Op::less) {
            auto f = form(make(Op::subtract, {e->args[0], e->args[1]}));
            if (!f) return false;
            if (e->op == Op::less) f->c += 1;
            if (f->x == -1 && f->r == 1 && fits(f->c)) {  // r + c <= x; for c < 0 that is true of every move
                least_ = std::max(least_, clamp(f->c));
                return true;
            }
            if (f->x < 0 && f->r == 0 && f->c <= -f->x) return true;  // x >= 1: where there is a move
        }
        if (!of_removal(e)) return false;
        tests_.push_back(e);
        return true;
    }

    /// Does the truth of e depend on r alone, and not even on r if it is large?
    bool of_removal(const Expr& e) {
        const auto breaks_at = [&](const Expr& difference) {
            const auto f = form(difference);
            if (!f || f->x != 0) return false;
            const Integer root = f->r == 0 ? Integer(0) : Integer(abs(f->c) / abs(f->r) + 1);
            reach_ = std::max(reach_, clamp(root));
            return true;
        };
        switch (e->op) {
            case Op::equal:
            case Op::not_equal:
            case Op::less:
            case Op::less_equal: return breaks_at(make(Op::subtract, {e->args[0], e->args[1]}));
            case Op::conjunction:
            case Op::disjunction:
            case Op::negation:
                return std::all_of(e->args.begin(), e->args.end(), [&](const Expr& arg) { return of_removal(arg); });
            case Op::member:
                return e->numbers->known &&
                       std::all_of(e->numbers->intervals.begin(), e->numbers->intervals.end(), [&](const auto& part) {
                           return breaks_at(make(Op::subtract, {e->args[0], part.first})) &&
                                  breaks_at(make(Op::subtract, {e->args[0], part.last}));
                       });
            default: return false;
        }
    }

    bool holds(const Expr& e, std::int64_t r) const {
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules_.frame_size) + 1);  // x = 0: its value does not matter
        frame[removal_->slot] = r;
        return test(e, frame);
    }

    const Ruleset& rules_;
    const Expr heap_, removal_;
    std::vector<Expr> tests_;
    std::int64_t reach_ = 0, least_ = 0;
};

Expr without_ones(const Expr& e) {
    return rewritten(e, [](const Expr& node) -> Expr {
        if (node->op != Op::multiply) return nullptr;
        for (std::size_t i : {0u, 1u})
            if (is_number(node->args[i]) && node->args[i]->number == 1) return without_ones(node->args[1 - i]);
        return nullptr;
    });
}

/// Names the move that no argument covers.
std::string reason(const Ruleset& rules, const Ruleset* flat) {
    constexpr const char* kNone = "no finite window decides such a game";
    const bool splits = rules.splits;
    for (const Move& move : rules.moves) {
        if (move.results.size() != 1 || move.loop.binders.size() != 1) continue;
        const Binder& binder = move.loop.binders[0];
        const Expr& after = move.results[0][0];
        if (binder.kind != Binder::Kind::range || coefficient(after, rules.slots[0]) != 1 ||
            coefficient(after, binder.slots[0]) != -1)
            continue;
        const bool bounded =
            std::any_of(binder.upper.begin(), binder.upper.end(), [](const Expr& e) { return is_number(e); });
        if (bounded) continue;
        const auto is_heap = [&](const Expr& e) { return e->op == Op::variable && e->slot == rules.slots[0]; };
        const auto other =
            std::find_if(binder.upper.begin(), binder.upper.end(), [&](const Expr& e) { return !is_heap(e); });
        const std::string most = other == binder.upper.end() ? rules.coordinates[0] : infix(without_ones(*other));
        std::string also = splits ? " and another one splits the heap" : "";
        if (!move.loop.conditions.empty()) also = fmt::format(" if {}", infix(move.loop.conditions[0]));
        return fmt::format("a move may take up to {} stones{}: {}", most, also, kNone);
    }
    if (flat && std::any_of(flat->moves.begin(), flat->moves.end(), [](const Move& move) {
            return move.results.size() > 1 && move.loop.binders.size() + 1 < move.results.size();
        }))
        return "a move leaves a heap of fixed size beside another one: such splits are not covered";
    if (!flat)
        return fmt::format("the moves have more than {} choices, or depend on the heap: {}", kMostChoices, kNone);
    return fmt::format("what a move takes depends on the heap, not only on a fixed set of numbers: {}", kNone);
}

}  // namespace

Reading read_rules(const Ruleset& rules, const Shape& shape) {
    if (shape.removals) {
        SteadyRules result;
        result.removals = *shape.removals;
        return result;
    }
    const auto flat = Flattened(rules).result();
    if (!flat) return reason(rules, nullptr);
    if (auto steady = splits::steady_rules(*flat)) {
        for (const Split& split : steady->splits)
            if (split.parts > 2) return std::string("a heap may become three heaps: only splits into two are covered");
        return *steady;
    }
    if (auto all_but = AllButReader(*flat).read()) return *all_but;
    return reason(rules, &*flat);
}

}  // namespace bouton::windows
