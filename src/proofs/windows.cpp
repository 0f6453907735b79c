#include "proofs/windows.hpp"

#include "engines/choose.hpp"
#include "engines/splits/steady.hpp"
#include "lang/linear.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <variant>

namespace bouton {

namespace {

using splits::Split;
using splits::SteadyRules;
using Sequence = std::vector<std::int64_t>;

constexpr std::int64_t kMostChoices = 1 << 14;   // moves after variables have got their values
constexpr std::int64_t kMostExcluded = 1 << 14;  // the largest removal that an all-but set may exclude
constexpr std::size_t kValuesInCertificate = 1000;

// ---- what the moves are

/// All y with least <= y < x, except x - e for e in `excluded`.
struct AllBut {
    std::int64_t least = 0;
    std::set<std::int64_t> excluded;
    std::int64_t largest() const { return excluded.empty() ? 0 : *excluded.rbegin(); }
};

std::vector<bool> slots_in(const Expr& e) {
    std::vector<bool> seen;
    free_slots(e, seen);
    return seen;
}

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
            case Binder::Kind::positions: return false;
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
            if (monomial.size() > 1 || denominator(coefficient) != 1) return std::nullopt;
            if (monomial.empty()) {
                result.c = numerator(coefficient);
                continue;
            }
            const Expr& atom = facts.atom(monomial[0]);
            if (atom->op != Op::variable) return std::nullopt;
            if (atom->slot == heap_->slot)
                result.x = numerator(coefficient);
            else if (atom->slot == removal_->slot)
                result.r = numerator(coefficient);
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
            if (!facts.proves_at_most_zero(facts.polynomial(e->args[0]) + Rational(-1) * facts.polynomial(e->args[1])))
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

using Reading = std::variant<std::string, SteadyRules, AllBut>;  // the text: why there is none

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

// ---- periods of a sequence

/// The least p >= 1 such that the last `length` elements equal those p earlier, by the method of Knuth, Morris and Pratt on the sequence
/// read backwards.
std::optional<std::int64_t> repeats(const Sequence& values, std::int64_t length) {
    const auto count = static_cast<std::int64_t>(values.size());
    const auto text = [&](std::int64_t i) { return values[static_cast<std::size_t>(count - 1 - i)]; };
    std::vector<std::int64_t> border(static_cast<std::size_t>(length) + 1, 0);
    border[0] = -1;
    std::int64_t matched = 0;
    for (std::int64_t i = 1; i < count; ++i) {
        while (matched >= 0 && text(matched) != text(i)) matched = border[static_cast<std::size_t>(matched)];
        ++matched;
        if (matched == length) return i + 1 - length;
        if (i < length) border[static_cast<std::size_t>(i) + 1] = matched;
    }
    return std::nullopt;
}

struct Period {
    std::int64_t preperiod = 0, period = 0, saltus = 0;
};

/// The value of any heap; `values` covers preperiod + period heaps.
std::int64_t value_at(const Sequence& values, const Period& law, std::int64_t n) {
    if (n < law.preperiod) return values[static_cast<std::size_t>(n)];
    const std::int64_t rounds = (n - law.preperiod) / law.period;
    return values[static_cast<std::size_t>(n - rounds * law.period)] + rounds * law.saltus;
}

/// The least period and preperiod of a sequence that follows the law for ever.
Period least(const Sequence& values, Period law) {
    std::set<std::int64_t> primes;
    std::int64_t rest = law.period;
    for (std::int64_t q = 2; q * q <= rest; ++q)
        for (; rest % q == 0; rest /= q) primes.insert(q);
    if (rest > 1) primes.insert(rest);
    for (const std::int64_t q : primes) {
        while (law.period % q == 0 && law.saltus % q == 0) {
            const std::int64_t d = law.period / q, s = law.saltus / q;
            bool good = true;
            for (std::int64_t n = law.preperiod; good && n < law.preperiod + law.period; ++n)
                good = value_at(values, law, n + d) == value_at(values, law, n) + s;
            if (!good) break;
            law.period = d;
            law.saltus = s;
        }
    }
    const auto follows = [&](std::int64_t n) {
        return value_at(values, law, n + law.period) == values[static_cast<std::size_t>(n)] + law.saltus;
    };
    while (law.preperiod > 0 && follows(law.preperiod - 1)) --law.preperiod;
    return law;
}

/// Where the equality G(n + p) = G(n) + s that is known for the last `length` heaps begins.
Period walked_back(const Sequence& values, std::int64_t p, std::int64_t length, std::int64_t saltus) {
    Period law{static_cast<std::int64_t>(values.size()) - p - length, p, saltus};
    const auto at = [&](std::int64_t n) { return values[static_cast<std::size_t>(n)]; };
    while (law.preperiod > 0 && at(law.preperiod - 1 + p) == at(law.preperiod - 1) + saltus) --law.preperiod;
    return law;
}

/// Calls attempt with more and more heaps; the result of the first that succeeds.
template <class Attempt>
std::optional<Period> search(std::int64_t begin, std::int64_t search_limit, const Attempt& attempt) {
    const std::int64_t most = std::max<std::int64_t>(search_limit, 0) + 1;
    for (std::int64_t count = std::min(begin, most);; count = std::min(2 * count, most)) {
        if (auto found = attempt(count)) return found;
        if (count == most) return std::nullopt;
    }
}

// ---- (1) and (2)

/// The numbers of the theorems.
struct Criterion {
    std::int64_t parts = 1, reach = 0, least = 0, from = 0;  // number of parts, k, the largest l, F
    bool unequal = false;

    explicit Criterion(const SteadyRules& rules) : from(rules.from) {
        for (const std::int64_t t : rules.removals) reach = std::max(reach, t);
        for (const Split& split : rules.splits) {
            parts = 2;
            reach = std::max(reach, split.removed);
            least = std::max(least, split.least);
            unequal = unequal || split.gap > 0;
        }
    }
    std::int64_t end(std::int64_t n0, std::int64_t p) const {
        if (parts == 1) return n0 + reach;
        return unequal ? 2 * (n0 + p) + reach + 1 : 2 * n0 + p + reach;
    }
};

Sequence table(TableMaker& maker, std::int64_t count) {
    const TablePlan plan = maker.plan({count - 1});
    Cells cells(plan.largest, plan.width);
    plan.filler->fill(cells, 0, [](std::int64_t) {});
    Sequence values(static_cast<std::size_t>(count));
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = cells[n];
    return values;
}

std::optional<Period> certain_period(const Criterion& needs, const Sequence& values) {
    const auto count = static_cast<std::int64_t>(values.size());
    // From  end(n0, p) + p <= count  follows that at least so many of the last values repeat those p earlier.
    const std::int64_t length =
        std::max<std::int64_t>(1, needs.parts == 1 ? needs.reach : count - (count - needs.reach) / 2);
    if (needs.from >= count || length >= count) return std::nullopt;
    const auto p = repeats(values, length);
    if (!p) return std::nullopt;
    const Period law = walked_back(values, *p, length, 0);
    const std::int64_t start = std::max(law.preperiod, needs.least);
    if (std::max(needs.end(start, *p), needs.from) + *p > count) return std::nullopt;
    return least(values, law);
}

// ---- (3)

/// Values of the heaps below `count`: the least v such that all heaps of value v are away by an excluded number.
Sequence all_but_values(const AllBut& rules, bool misere, std::int64_t count, const Watch& watch) {
    const std::int64_t most = rules.largest();
    std::vector<bool> excluded(static_cast<std::size_t>(most) + 1);
    for (const std::int64_t e : rules.excluded) excluded[static_cast<std::size_t>(e)] = true;
    std::int64_t stuck = rules.least;  // no larger heap is without a move
    while (rules.excluded.contains(stuck - rules.least + 1)) ++stuck;
    Sequence values(static_cast<std::size_t>(count));
    std::vector<std::int64_t> first,
        taken;               // by value: where it occurs first, for which heap it was last seen to be taken
    std::int64_t fresh = 0;  // the least value that does not occur yet
    for (std::int64_t n = 0; n < count; ++n) {
        if (n % 4096 == 0) watch.check();
        std::int64_t value = misere && n <= stuck ? 1 : 0;
        if (n > stuck || (n >= rules.least && !misere)) {
            const std::int64_t low = std::max(rules.least, n - most);
            const auto v_at = [&](std::int64_t m) {
                return static_cast<std::size_t>(values[static_cast<std::size_t>(m)]);
            };
            for (std::int64_t m = low; m < n; ++m)
                if (!excluded[static_cast<std::size_t>(n - m)] || first[v_at(m)] < low) taken[v_at(m)] = n;
            value = fresh;
            for (std::int64_t m = low; m < n; ++m)
                if (taken[v_at(m)] != n) value = std::min(value, values[static_cast<std::size_t>(m)]);
        }
        values[static_cast<std::size_t>(n)] = value;
        if (n < rules.least) continue;
        const auto v = static_cast<std::size_t>(value);
        if (first.size() <= v) {
            first.resize(v + 1, -1);
            taken.resize(v + 1, -1);
        }
        if (first[v] < 0) first[v] = n;
        while (static_cast<std::size_t>(fresh) < first.size() && first[static_cast<std::size_t>(fresh)] >= 0) ++fresh;
    }
    return values;
}

struct AllButCriterion {
    std::int64_t least, window;
    AllButCriterion(const AllBut& rules, bool misere)
        : least(rules.least + (misere ? rules.largest() + 1 : 0)), window(2 * rules.largest() + 1) {}
};

std::optional<Period> certain_saltus(const AllButCriterion& needs, const Sequence& values) {
    const auto count = static_cast<std::int64_t>(values.size());
    if (needs.least + needs.window + 1 >= count) return std::nullopt;
    Sequence steps;  // windows are equal but for a number that is added if their steps are equal
    for (std::size_t n = 0; n + 1 < values.size(); ++n) steps.push_back(values[n + 1] - values[n]);
    const auto p = repeats(steps, std::max<std::int64_t>(1, needs.window - 1));
    if (!p) return std::nullopt;
    const std::int64_t saltus = values.back() - values[static_cast<std::size_t>(count - 1 - *p)];
    const Period law = walked_back(values, *p, 1, saltus);
    if (std::max(law.preperiod, needs.least) + needs.window + *p > count) return std::nullopt;
    return least(values, law);
}

// ---- the answer

/// Nim-values of heaps that split, which take the most time: kept for the outcomes.
struct Kept {
    bool searched = false;
    std::optional<Period> found;
    Sequence values;
};

class Finder {
  public:
    Finder(const Ruleset& rules, What what, std::int64_t limit, const Watch& watch, Kept& kept)
        : rules_(rules), what_(what), limit_(limit), watch_(watch), kept_(kept) {}

    PeriodAnswer answer() {
        if (!one_heap()) return std::move(answer_);
        const auto shape = shape_of(rules_, 1);
        const Reading reading = read_rules(rules_, *shape);
        if (const auto* why_not = std::get_if<std::string>(&reading)) return refuse(*why_not);
        auto& certificate = answer_.certificate;
        certificate["method"] = "windows";
        if (const auto* all_but = std::get_if<AllBut>(&reading)) {
            certificate["argument"] = answer_.kind = "all-but";
            certificate["least"] = all_but->least;
            certificate["excluded"] = all_but->excluded;
            answer_all_but(*all_but);
        } else {
            const auto& steady = std::get<SteadyRules>(reading);
            certificate["argument"] = answer_.kind = steady.splits.empty() ? "subtraction" : "splitting";
            certificate["removals"] = steady.removals;
            certificate["heaps"] = steady.heaps;
            certificate["splits"] = nlohmann::ordered_json::array();
            for (const Split& split : steady.splits)
                certificate["splits"].push_back(
                    {{"removed", split.removed}, {"least", split.least}, {"unequal", split.gap > 0}});
            answer_steady(steady);
        }
        if (!answer_.proved) certificate = nullptr;
        return std::move(answer_);
    }

  private:
    PeriodAnswer refuse(const std::string& why_not) {
        answer_.why_not = why_not;
        return std::move(answer_);
    }

    bool one_heap() {
        const auto refused = [&](const char* why_not) {
            answer_.why_not = why_not;
            return false;
        };
        if (rules_.coordinates.size() != 1 || rules_.piles >= 0)
            return refused("a position is more than one heap: periods are of games with one coordinate");
        if (rules_.players > 0) return refused("periods are of games of two players, not of the podium rule");
        if (rules_.domain) return refused("not every heap is a position of this game");
        if (!rules_.never_grows[0]) return refused("a move may make the heap larger");
        if (rules_.splits && rules_.misere)
            return refused("under misere play the values of heaps that split do not add up: no finite window decides");
        return true;
    }

    std::string not_found() const {
        return fmt::format("no period is certain from the values of the heaps up to {}", limit_);
    }

    void answer_steady(const SteadyRules& steady) {
        const bool derived = what_ == What::outcome && !steady.splits.empty();
        const Criterion needs(steady);
        if (!derived || !kept_.searched) {
            TableMaker maker("auto", rules_, derived ? What::grundy : what_, watch_);
            const std::int64_t begin = std::max<std::int64_t>(256, needs.from + 2 * needs.reach + 2);
            kept_.found = search(begin, limit_, [&](std::int64_t count) {
                kept_.values = table(maker, count);
                return certain_period(needs, kept_.values);
            });
            kept_.searched = true;
        }
        Sequence values = kept_.values;
        const auto found = kept_.found;
        if (!found) {
            answer_.why_not = not_found();
            if (derived) answer_.why_not += "; where heaps split, outcomes alone determine nothing";
            return;
        }
        const std::int64_t start = std::max(found->preperiod, needs.least), end = needs.end(start, found->period);
        if (steady.splits.empty())
            answer_.how = fmt::format("no move takes more than {}, and {} values in a row repeat after {}", needs.reach,
                                      needs.reach, found->period);
        else
            answer_.how = fmt::format("no move takes more than {}, and G(n + {}) = G(n) for {} <= n < {}", needs.reach,
                                      found->period, start, std::max(end, needs.from));
        if (steady.splits.empty() && needs.reach == 0) answer_.how = "large heaps all have the same options";
        if (derived) {
            answer_.certificate["nim-values"] = {{"preperiod", found->preperiod}, {"period", found->period}};
            answer_.how = fmt::format("from the nim-values, period {} after {}: {}", found->period, found->preperiod,
                                      answer_.how);
            for (std::int64_t& v : values) v = std::min<std::int64_t>(v, 1);
        }
        finish(values, derived ? least(values, *found) : *found, start, end);
    }

    void answer_all_but(const AllBut& all_but) {
        const AllButCriterion needs(all_but, rules_.misere);
        const std::int64_t most = all_but.largest(), begin = needs.least + 4 * needs.window + 64;
        if (what_ == What::outcome) return answer_all_but_outcomes(all_but);
        Sequence values;
        const auto found = search(begin, limit_, [&](std::int64_t count) {
            values = all_but_values(all_but, rules_.misere, count, watch_);
            return certain_saltus(needs, values);
        });
        if (!found) {
            answer_.why_not = not_found();
            return;
        }
        const std::int64_t start = std::max(found->preperiod, needs.least);
        answer_.how = most == 0 ? std::string("every number may be taken")
                                : fmt::format(
                                      "every number above {} may be taken, and G(n + {}) = G(n) + {} for {} "
                                      "heaps in a row",
                                      most, found->period, found->saltus, needs.window);
        finish(values, *found, start, start + needs.window);
    }

    void answer_all_but_outcomes(const AllBut& all_but) {
        // The least P-position is at most the second heap after those without a move.
        const std::int64_t most = all_but.largest(), count = all_but.least + 2 * most + 4;
        if (count > limit_) {
            answer_.why_not = not_found();
            return;
        }
        Sequence values = all_but_values(all_but, rules_.misere, count, watch_);
        for (std::int64_t& v : values) v = std::min<std::int64_t>(v, 1);
        const auto zero = std::find(values.begin() + all_but.least, values.end(), 0) - values.begin();
        answer_.how = fmt::format("every heap above {} has a move to the P-position {}", zero + most, zero);
        finish(values, least(values, {zero + most + 1, 1, 0}), zero, zero + most + 1);
    }

    /// The law holds for ever, and is the least one; G(n + period) = G(n) + saltus was compared for start <= n < end.
    void finish(const Sequence& values, const Period& law, std::int64_t start, std::int64_t end) {
        answer_.proved = true;
        answer_.preperiod = law.preperiod;
        answer_.period = law.period;
        answer_.saltus = law.saltus;
        for (std::int64_t n = 0; n < law.preperiod + 2 * law.period; ++n)
            answer_.first.push_back(value_at(values, law, n));
        auto& certificate = answer_.certificate;
        certificate["what"] = what_ == What::grundy ? "nim-values" : "outcomes";
        certificate["preperiod"] = law.preperiod;
        certificate["period"] = law.period;
        certificate["saltus"] = law.saltus;
        certificate["start"] = start;
        certificate["end"] = end;
        certificate["values"] = Sequence(
            answer_.first.begin(),
            answer_.first.begin() + static_cast<std::ptrdiff_t>(std::min(
                                        kValuesInCertificate, static_cast<std::size_t>(law.preperiod + law.period))));
    }

    const Ruleset& rules_;
    What what_;
    std::int64_t limit_;
    const Watch& watch_;
    Kept& kept_;
    PeriodAnswer answer_;
};

}  // namespace

PeriodAnswer find_period(const Ruleset& rules, What what, std::int64_t search_limit, const Watch& watch) {
    Kept kept;
    return Finder(rules, what, search_limit, watch, kept).answer();
}

Periods find_periods(const Ruleset& rules, std::int64_t search_limit, const Watch& watch) {
    Kept kept;
    Periods result;
    result.nim_values = Finder(rules, What::grundy, search_limit, watch, kept).answer();
    result.outcomes = Finder(rules, What::outcome, search_limit, watch, kept).answer();
    return result;
}

}  // namespace bouton
