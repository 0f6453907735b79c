#include "engines/levels/order.hpp"

#include "lang/descent.hpp"
#include "lang/linear.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace bouton::levels {

namespace {

constexpr int kRounds = 64;
constexpr std::int64_t kLargestStep = 1 << 20;

/// What a move changes, as far as it can be read: its first option, and the steps from there on, which go on for ever.
struct Change {
    std::vector<std::vector<std::int64_t>> first, steps;
};

std::optional<std::int64_t> least_of(const MoveShape::Interval& interval) {
    std::optional<std::int64_t> least;
    for (const Expr& e : interval.lower)
        if (is_number(e) && e->is_small) least = std::max(least.value_or(e->small), e->small);
    return least;
}

std::optional<Change> change_of(const MoveShape& move) {
    if (move.absolute >= 0) return std::nullopt;
    if (move.kind == MoveShape::Kind::jump) return Change{{move.offset}, {}};
    if (move.kind != MoveShape::Kind::line) return std::nullopt;
    Change change{{}, {move.steps[0]}};
    for (const auto& interval : move.intervals) {
        const auto least = least_of(interval);
        if (!least || std::abs(*least) > kLargestStep) return std::nullopt;
        change.first.push_back(move.offset);
        for (std::size_t i = 0; i < move.offset.size(); ++i) change.first.back()[i] += *least * move.steps[0][i];
    }
    return change;
}

class Search {
  public:
    explicit Search(const Shape& shape) : shape_(shape) {
        for (const MoveShape& move : shape.moves) changes_.push_back(change_of(move));
    }

    /// Weights, no factor less than in `start`, that every move lowers by at least `by`.
    std::optional<Weights> find(Weights start, int by) const {
        for (int round = 0; round < kRounds; ++round) {
            const auto guilty = std::find_if(shape_.moves.begin(), shape_.moves.end(),
                                             [&](const MoveShape& move) { return !lowers(move, start, by); });
            if (guilty == shape_.moves.end()) return start;
            const auto& change = changes_[static_cast<std::size_t>(guilty - shape_.moves.begin())];
            if (!change || !give_weight(*change, start, by)) return std::nullopt;
        }
        return std::nullopt;
    }

  private:
    static bool lowers(const Change& change, const Weights& weights, int by) {
        return std::all_of(change.first.begin(), change.first.end(),
                           [&](const auto& first) { return weight_of(weights, first) <= -by; }) &&
               std::all_of(change.steps.begin(), change.steps.end(),
                           [&](const auto& step) { return weight_of(weights, step) <= 0; });
    }

    bool lowers(const MoveShape& move, const Weights& weights, int by) const {
        const auto& change = changes_[static_cast<std::size_t>(&move - shape_.moves.data())];
        if (change && lowers(*change, weights, by)) return true;
        const Ruleset& rules = shape_.rules;
        Expr sum = number(0);
        for (std::size_t i = 0; i < weights.size(); ++i)
            if (weights[i] != 0)
                sum = make(Op::add, {sum, make(Op::multiply,
                                               {number(weights[i]), variable(rules.slots[i], rules.coordinates[i])})});
        return lang::falls(rules, *move.move, {}, sum, by);
    }

    static bool give_weight(const Change& change, Weights& weights, int by) {
        bool more = false;
        const auto add = [&](const std::vector<std::int64_t>& vector, std::int64_t most) {
            if (weight_of(weights, vector) <= most) return;
            for (std::size_t i = 0; i < weights.size(); ++i)
                if (vector[i] < 0) ++weights[i], more = true;
        };
        for (const auto& first : change.first) add(first, -by);
        for (const auto& step : change.steps) add(step, 0);
        return more;
    }

    const Shape& shape_;
    std::vector<std::optional<Change>> changes_;
};

Weights unit(std::size_t size, std::size_t at) {
    Weights weights(size, 0);
    weights[at] = 1;
    return weights;
}

/// Conditions that must all hold.
void conjuncts(const Expr& e, std::vector<Expr>& list) {
    if (!e) return;
    if (e->op != Op::conjunction) return list.push_back(e);
    for (const Expr& arg : e->args) conjuncts(arg, list);
}

std::optional<std::int64_t> constant_upper(const Expr& condition, int slot) {
    const auto bound = as_bound(condition, slot);
    if (!bound || !bound->upper || !is_number(bound->bound) || !bound->bound->is_small) return std::nullopt;
    return bound->bound->small < 0 ? std::nullopt : std::optional(bound->bound->small);
}

std::vector<std::optional<std::int64_t>> most_of(const Ruleset& rules) {
    std::vector<Expr> conditions;
    conjuncts(rules.domain, conditions);
    std::vector<std::optional<std::int64_t>> most(rules.slots.size());
    for (std::size_t i = 0; i < most.size(); ++i)
        for (const Expr& condition : conditions)
            if (const auto upper = constant_upper(condition, rules.slots[i]))
                most[i] = std::min(most[i].value_or(*upper), *upper);
    return most;
}

/// Every move lowers one coordinate; otherwise a sum of several.
std::optional<Weights> level_of(const Search& search, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        if (auto found = search.find(unit(size, i), 1); found && *found == unit(size, i)) return found;
    auto found = search.find(Weights(size, 1), 1);
    for (std::size_t i = 0; i < size && !found; ++i) found = search.find(unit(size, i), 1);
    return found;
}

}  // namespace

std::int64_t weight_of(const Weights& weights, const Position& position) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * position[i];
    return sum;
}

std::optional<Order> order_of(const Shape& shape, std::string& why_not) {
    const Search search(shape);
    const std::size_t size = shape.dimension;
    Order order;
    const auto level = level_of(search, size);
    const auto one = level ? std::find(level->begin(), level->end(), 1) : Weights::const_iterator();
    if (!level || one == level->end()) {
        why_not = "no weights of the coordinates were found that every move lowers";
        return std::nullopt;
    }
    order.level = *level;
    order.left_out = static_cast<std::size_t>(one - level->begin());
    order.ceilings.push_back(order.level);
    order.most = most_of(shape.rules);
    for (std::size_t i = 0; i < size; ++i) {
        std::optional<Weights> ceiling = search.find(unit(size, i), 0);
        for (std::size_t j = 0; j < size && !ceiling; ++j)
            for (int c = 1; c <= 3 && !ceiling && i != j; ++c) {
                Weights start = unit(size, i);
                start[j] = c;
                ceiling = search.find(start, 0);
            }
        if (ceiling && *ceiling != order.level) order.ceilings.push_back(*ceiling);
        if (ceiling || order.most[i] || order.level[i] > 0) continue;
        why_not = "how large " + shape.rules.coordinates[i] + " can become was not found";
        return std::nullopt;
    }
    return order;
}

// ---- rewriting

namespace {

constexpr std::int64_t kMostCases = 8;
constexpr std::size_t kMostMoves = 64;

Expr coordinate(const Ruleset& rules, std::size_t i) { return variable(rules.slots[i], rules.coordinates[i]); }

void add_condition(Move& move, Expr condition) {
    std::size_t ready = 0;
    for (std::size_t b = 0; b < move.loop.binders.size(); ++b)
        for (const int slot : move.loop.binders[b].slots)
            if (mentions(condition, slot)) ready = b + 1;
    move.loop.conditions.push_back(std::move(condition));
    move.loop.ready.push_back(ready);
}

/// Is the result, an expression of this move, at least 0 whenever the move's variables are in their ranges and its conditions hold?
bool natural(const Ruleset& rules, const Move& move, const Expr& result) {
    Facts facts;
    for (std::size_t i = 0; i < rules.slots.size(); ++i)
        facts.assume_at_most_zero(Integer(-1) * facts.polynomial(coordinate(rules, i)));
    if (rules.domain) facts.assume(rules.domain);
    for (const Binder& binder : move.loop.binders) facts.assume(binder);
    for (const Expr& condition : move.loop.conditions) facts.assume(condition);
    return facts.proves_at_least(result, 0);
}

}  // namespace

Ruleset with_cases(const Ruleset& rules) {
    Ruleset result = rules;
    const auto most = most_of(rules);
    for (std::size_t i = 0; i < most.size(); ++i) {
        if (!most[i] || *most[i] >= kMostCases || rules.never_grows[i]) continue;
        std::vector<Move> moves;
        for (const Move& move : result.moves) {
            if (move.results.size() != 1 || coefficient(move.results[0][i], rules.slots[i]) == 1) {
                moves.push_back(move);
                continue;
            }
            for (std::int64_t value = 0; value <= *most[i]; ++value) {
                Move one = move;
                const Expr here = substitute(move.results[0][i], {{rules.slots[i], number(value)}});
                one.results[0][i] = make(Op::add, {coordinate(rules, i), make(Op::subtract, {here, number(value)})});
                add_condition(one, make(Op::equal, {coordinate(rules, i), number(value)}));
                moves.push_back(std::move(one));
            }
        }
        if (moves.size() <= kMostMoves) result.moves = std::move(moves);
    }
    return result;
}

namespace {

/// The same game in new coordinates: the level in the place of the coordinate that is left out, then the others.
class Arranging {
  public:
    Arranging(const Ruleset& rules, const Order& order, const Position& largest)
        : rules_(rules),
          order_(order),
          largest_(largest),
          size_(rules.slots.size()),
          out_(order.left_out),
          result_{rules, {}, false} {
        level_ = variable(result_.rules.frame_size++, "level");
        rest_ = level_;
        for (std::size_t i = 0; i < size_; ++i)
            if (i != out_ && order.level[i] > 0) rest_ = make(Op::subtract, {rest_, times(order.level[i], i)});
        by_ = {{rules.slots[out_], rest_}};
        most_.assign(size_, std::numeric_limits<std::int64_t>::max());
        for (std::size_t i = 0; i < size_; ++i)
            if (order.most[i]) most_[i] = *order.most[i];
    }

    Arranged arranged() {
        std::vector<Expr> conditions = ceilings();
        for (const Expr& condition : domain()) conditions.push_back(condition);
        if (rest_ != level_) conditions.push_back(make(Op::less_equal, {number(0), rest_}));
        result_.rules.domain = conditions.empty()       ? nullptr
                               : conditions.size() == 1 ? conditions[0]
                                                        : make(Op::conjunction, conditions);
        for (Move& move : result_.rules.moves) arrange(move);
        name_coordinates();
        return std::move(result_);
    }

  private:
    Expr times(std::int64_t factor, std::size_t i) const {
        return make(Op::multiply, {number(factor), coordinate(rules_, i)});
    }

    /// How far each coordinate goes by the ceilings, and those that are more than that.
    std::vector<Expr> ceilings() {
        std::vector<Expr> conditions;
        for (const Weights& ceiling : order_.ceilings) {
            const std::int64_t top = weight_of(ceiling, largest_);
            Expr sum = number(0);
            std::size_t terms = 0;
            for (std::size_t i = 0; i < size_; ++i) {
                if (ceiling[i] == 0) continue;
                most_[i] = std::min(most_[i], top / ceiling[i]);
                ++terms;
                sum = make(Op::add, {sum, times(ceiling[i], i)});
            }
            const bool box = ceiling == order_.level || (terms == 1 && ceiling[out_] == 0);
            if (!box) conditions.push_back(make(Op::less_equal, {substitute(sum, by_), number(top)}));
        }
        return conditions;
    }

    /// The conditions on positions that the box does not say already.
    std::vector<Expr> domain() const {
        std::vector<Expr> all, conditions;
        conjuncts(rules_.domain, all);
        for (const Expr& condition : all) {
            bool box = false;
            for (std::size_t i = 0; i < size_ && !box; ++i) {
                const auto upper = constant_upper(condition, rules_.slots[i]);
                box = upper && i != out_ && most_[i] <= *upper;
            }
            if (!box) conditions.push_back(substitute(condition, by_));
        }
        return conditions;
    }

    void arrange(Move& move) const {
        const Move before = move;
        const std::vector<Expr>& after = before.results[0];
        if (rest_ != level_ && !natural(rules_, before, after[out_]))
            add_condition(move, make(Op::less_equal, {number(0), after[out_]}));
        for (std::size_t i = 0; i < size_; ++i) {
            if (!order_.most[i]) continue;  // a ceiling holds after the move too
            const Expr room = make(Op::subtract, {number(*order_.most[i]), after[i]});
            if (!natural(rules_, before, room)) add_condition(move, make(Op::less_equal, {number(0), room}));
        }
        move.loop = rewritten(std::move(move.loop), [&](const Expr& e) {
            return e->op == Op::variable && e->slot == rules_.slots[out_] ? rest_ : nullptr;
        });
        Expr sum = number(0);
        std::vector<Expr> kept;
        for (std::size_t i = 0; i < size_; ++i) {
            const Expr now = substitute(after[i], by_);
            if (order_.level[i] > 0) sum = make(Op::add, {sum, make(Op::multiply, {number(order_.level[i]), now})});
            if (i != out_) kept.push_back(now);
        }
        kept.insert(kept.begin(), sum);
        move.results = {kept};
    }

    void name_coordinates() {
        Ruleset& to = result_.rules;
        to.coordinates.assign(1, "level");
        to.slots.assign(1, level_->slot);
        result_.box.assign(1, weight_of(order_.level, largest_));
        long double cells = static_cast<long double>(result_.box[0]) + 1;
        for (std::size_t i = 0; i < size_; ++i) {
            if (i == out_) continue;
            to.coordinates.push_back(rules_.coordinates[i]);
            to.slots.push_back(rules_.slots[i]);
            result_.box.push_back(most_[i]);
            cells *= static_cast<long double>(most_[i]) + 1;
        }
        to.never_grows.assign(size_, false);
        to.never_grows[0] = true;
        result_.too_large = cells > 1e15L;
    }

    const Ruleset& rules_;
    const Order& order_;
    const Position& largest_;
    const std::size_t size_, out_;
    Arranged result_;
    Expr level_, rest_;  // rest: the coordinate that is left out, by the others
    std::map<int, Expr> by_;
    Position most_;
};

}  // namespace

Arranged arranged(const Ruleset& rules, const Order& order, const Position& largest) {
    return Arranging(rules, order, largest).arranged();
}

}  // namespace bouton::levels
