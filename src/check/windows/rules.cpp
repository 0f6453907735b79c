// Linear forms and what follows from them are written here once more (lang/linear.hpp), on purpose.
#include "check/windows/rules.hpp"

#include <fmt/format.h>

namespace bouton::recheck::windows {

namespace {

constexpr Number kMostChoices = 2'000'000;  // of variables that are tried one by one

/// Is the target <= 0 wherever all the forms are? A sum of at most two of them shows it, as always with two unknowns.
bool implied(const std::vector<Form>& forms, const Form& target) {
    if (target.x == 0 && target.v == 0) return target.c <= 0;
    for (const Form& f : forms)
        for (const Form& g : forms) {
            // d * target = a*f + b*g + constant, by Cramer's rule; g = f: the multiples of f alone
            Number d = subtract(multiply(f.x, g.v), multiply(f.v, g.x));
            Number a = subtract(multiply(target.x, g.v), multiply(target.v, g.x));
            Number b = subtract(multiply(f.x, target.v), multiply(f.v, target.x));
            if (d == 0) {
                const bool by_x = f.x != 0;
                if (!by_x && f.v == 0) continue;
                d = by_x ? f.x : f.v;
                a = by_x ? target.x : target.v;
                b = 0;
            }
            if (d < 0) {
                d = -d;
                a = -a;
                b = -b;
            }
            if (a < 0 || b < 0) continue;
            const Form rest = d * target - a * f - b * g;
            if (rest.x == 0 && rest.v == 0 && rest.c <= 0) return true;
        }
    return false;
}

/// Does the form hold for all x >= from and all u with  least <= u,  2u + gap <= x - removed?
/// That region is spanned by two corners and the directions (1, 0) and (2, 1).
bool holds_on_pairs(const Form& f, Number from, Number removed, Number least, Number gap) {
    const Number rest = subtract(subtract(from, removed), gap);
    return rest >= multiply(2, least) && f.x <= 0 && add(multiply(2, f.x), f.v) <= 0 && at(f, from, least) <= 0 &&
           at(2 * Form{f.x, 0, f.c} + Form{0, f.v, 0}, from, rest) <= 0;
}

}  // namespace

Form replaced(const Form& f, Number w, const Form& g) {
    const Form moved = multiply(f.v, w) * (Form{0, 1, 0} - g);
    return Form{f.x, 0, f.c} + moved;
}

// ---- the rules

Reader::Reader(const Ruleset& rules, const Watch& watch) : rules_(rules), watch_(watch) {
    frame_.slots.resize(static_cast<std::size_t>(rules.frame_size));
    frame_.watch = &watch;
    for (const Move& move : rules.moves) {
        move_ = &move;
        bind(0);
    }
}

std::optional<Form> Reader::linear(const Expr& e) {
    if (is_closed(e)) return Form{0, 0, evaluate_machine(e, frame_)};
    const auto both = [&](const auto& join) -> std::optional<Form> {
        const auto a = linear(e->args[0]), b = linear(e->args[1]);
        return a && b ? join(*a, *b) : std::nullopt;
    };
    switch (e->op) {
        case Op::variable: return e->slot == heap() ? Form{1, 0, 0} : Form{0, 1, 0};
        case Op::add: return both([](const Form& a, const Form& b) { return std::optional(a + b); });
        case Op::subtract: return both([](const Form& a, const Form& b) { return std::optional(a - b); });
        case Op::multiply:
            return both([](const Form& a, const Form& b) -> std::optional<Form> {
                if (a.x == 0 && a.v == 0) return a.c * b;
                if (b.x == 0 && b.v == 0) return b.c * a;
                return std::nullopt;
            });
        case Op::negate: {
            const auto a = linear(e->args[0]);
            return a ? std::optional((-1) * *a) : std::nullopt;
        }
        default: return std::nullopt;
    }
}

bool Reader::is_closed(const Expr& e) const {
    std::vector<bool> seen;
    free_slots(e, seen);
    const auto occurs = [&](int slot) {
        return slot >= 0 && static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)];
    };
    return !occurs(heap()) && !occurs(open_);
}

void Reader::fail(const std::string& what) const { throw Wrong{fmt::format("line {}: {}", move_->place.line, what)}; }

void Reader::bind(std::size_t i) {
    const Loop& loop = move_->loop;
    for (std::size_t c = 0; c < loop.conditions.size(); ++c)
        if (loop.ready[c] == i && is_closed(loop.conditions[c]) && !test(loop.conditions[c], frame_)) return;
    if (i == loop.binders.size()) return finish();
    const Binder& binder = loop.binders[i];
    const auto closed = [&](const Expr& e) {
        if (!is_closed(e)) fail("a variable's values depend on the heap");
        return evaluate_machine(e, frame_);
    };
    switch (binder.kind) {
        case Binder::Kind::positions: fail("a variable is a position");
        case Binder::Kind::piles:
        case Binder::Kind::values: fail("a variable runs through piles");
        case Binder::Kind::value: return choose(i, closed(binder.lower[0]), closed(binder.lower[0]));
        case Binder::Kind::numbers:
            if (!binder.numbers->known) fail("a set is not given");
            for (const auto& part : binder.numbers->intervals) choose(i, closed(part.first), closed(part.last));
            return;
        case Binder::Kind::range: break;
    }
    std::vector<Expr> lower, upper;
    std::optional<Number> first, last;
    for (const Expr& e : binder.lower) flatten(e, Op::maximum, lower);
    for (const Expr& e : binder.upper) flatten(e, Op::minimum, upper);
    for (const Expr& e : lower)
        if (is_closed(e)) first = std::max(first.value_or(closed(e)), closed(e));
    for (const Expr& e : upper)
        if (is_closed(e)) last = std::min(last.value_or(closed(e)), closed(e));
    const bool has_ends = first && last;
    if (!has_ends) {
        if (open_ >= 0) fail("two variables have ranges that depend on the heap");
        open_ = binder.slots[0];
    }
    const std::size_t before = bounds_.size();
    const Expr v = variable(binder.slots[0], binder.names[0]);
    for (const Expr& e : lower)
        if (!has_ends || !is_closed(e)) bounds_.emplace_back(e, v);
    for (const Expr& e : upper)
        if (!has_ends || !is_closed(e)) bounds_.emplace_back(v, e);
    if (has_ends)
        choose(i, *first, *last);
    else
        bind(i + 1);
    bounds_.resize(before);
    if (!has_ends) open_ = -1;
}

void Reader::flatten(const Expr& e, Op op, std::vector<Expr>& parts) {
    if (e->op != op) return parts.push_back(e);
    for (const Expr& arg : e->args) flatten(arg, op, parts);
}

void Reader::choose(std::size_t i, Number first, Number last) {
    const int slot = move_->loop.binders[i].slots[0];
    for (Number value = first; value <= last; ++value) {
        if (++choices_ > kMostChoices) fail("too many choices");
        if (choices_ % 1024 == 0) watch_.check();
        frame_[slot] = value;
        bind(i + 1);
    }
}

void Reader::finish() {
    Option option;
    option.open = open_ >= 0;
    for (const auto& [a, b] : bounds_) option.at_most.push_back(less_equal(a, b, 0));
    for (const Expr& e : move_->loop.conditions)
        if (!is_closed(e)) condition(e, option);
    for (const auto& component : move_->results) {
        const auto result = linear(component[0]);
        if (!result) fail("what the heap becomes is not linear");
        option.results.push_back(*result);
        option.at_most.push_back((-1) * *result);
    }
    options_.push_back(std::move(option));
}

void Reader::condition(const Expr& e, Option& option) {
    const Formula formula = formula_of(e);
    if (e->op == Op::not_equal && linear(e->args[0]) && linear(e->args[1]))
        option.not_zero.push_back(*linear(e->args[0]) - *linear(e->args[1]));
    else if (!flatten(formula, option.at_most))
        option.tests.push_back(formula);
}

bool Reader::flatten(const Formula& formula, std::vector<Form>& forms) {
    std::vector<Form> found;
    if (formula.kind == Formula::Kind::at_most_zero)
        found.push_back(formula.form);
    else if (formula.kind != Formula::Kind::all)
        return false;
    for (const Formula& part : formula.parts)
        if (!flatten(part, found)) return false;
    forms.insert(forms.end(), found.begin(), found.end());
    return true;
}

Formula Reader::formula_of(const Expr& e) {
    using Kind = Formula::Kind;
    const auto leaf = [&](const Expr& a, const Expr& b, Number gap) {
        return Formula{Kind::at_most_zero, less_equal(a, b, gap), {}};
    };
    const auto parts = [&](Kind kind) {
        Formula result{kind, {}, {}};
        for (const Expr& arg : e->args) result.parts.push_back(formula_of(arg));
        return result;
    };
    if (is_closed(e)) return {Kind::at_most_zero, {0, 0, test(e, frame_) ? 0 : 1}, {}};
    switch (e->op) {
        case Op::less_equal: return leaf(e->args[0], e->args[1], 0);
        case Op::less: return leaf(e->args[0], e->args[1], 1);
        case Op::equal: return {Kind::all, {}, {leaf(e->args[0], e->args[1], 0), leaf(e->args[1], e->args[0], 0)}};
        case Op::not_equal: return {Kind::any, {}, {leaf(e->args[0], e->args[1], 1), leaf(e->args[1], e->args[0], 1)}};
        case Op::conjunction: return parts(Kind::all);
        case Op::disjunction: return parts(Kind::any);
        case Op::negation: return parts(Kind::none);
        case Op::member: {
            if (!e->numbers->known) fail("a set is not given");
            Formula result{Kind::any, {}, {}};
            for (const auto& part : e->numbers->intervals)
                result.parts.push_back(
                    {Kind::all, {}, {leaf(part.first, e->args[0], 0), leaf(e->args[0], part.last, 0)}});
            return result;
        }
        default: fail("a condition is not an inequality");
    }
}

Reader::Side Reader::side(const Expr& e) {
    if (const auto form = linear(e)) return {*form};
    const bool negated = e->op == Op::negate;
    const Expr& inner = negated ? e->args[0] : e;
    if (inner->op == Op::floor_divide && is_closed(inner->args[1])) {
        const auto form = linear(inner->args[0]);
        const Number divisor = evaluate_machine(inner->args[1], frame_);
        if (form && divisor == 1) return {negated ? (-1) * *form : *form};
        if (form && divisor > 1) return {*form, divisor, negated};
    }
    fail("a condition is not linear");
}

Form Reader::less_equal(const Expr& left, const Expr& right, Number gap) {
    const Side a = side(left), b = side(right);
    const Form extra{0, 0, gap};
    if (a.divisor == 1 && b.divisor == 1) return a.form + extra - b.form;
    if (a.divisor > 1 && b.divisor > 1) fail("a condition is not linear");
    // One side is a floor, the other one is moved: floor(n/d) <= g  is  n <= d*g + d - 1,  g <= floor(n/d)  is  d*g <= n
    const Side& floor = a.divisor > 1 ? a : b;
    const bool upper = (a.divisor > 1) != floor.negated;  // floor <= g
    Form g = a.divisor > 1 ? b.form - extra : a.form + extra;
    if (floor.negated) g = (-1) * g;
    const Number d = floor.divisor;
    return upper ? floor.form - d * g - Form{0, 0, d - 1} : d * g - floor.form;
}

// ---- moves of large heaps

Heaps heaps_of(const std::vector<Form>& at_most, const std::vector<Form>& not_zero, const std::vector<Formula>& tests) {
    Heaps heaps;
    for (const Form& f : at_most) {
        if (f.v != 0) continue;
        if (f.x == 0 && f.c > 0) heaps.last = -1;
        if (f.x > 0) {
            const Number last = floor_divide(subtract(0, f.c), f.x);
            if (last == kForEver)
                throw Wrong{"a bound that is too large"};  // it ends there, and does not go on for ever
            heaps.last = std::min(heaps.last, last);
        }
        if (f.x < 0) heaps.first = std::max(heaps.first, subtract(0, floor_divide(f.c, f.x)));
    }
    using Kind = Formula::Kind;
    for (const Form& f : not_zero) {
        const Form one{0, 0, 1};
        if (f.v == 0)
            heaps.tests.push_back(
                {Kind::any, {}, {{Kind::at_most_zero, f + one, {}}, {Kind::at_most_zero, (-1) * f + one, {}}}});
    }
    for (const Formula& test : tests) {
        test.look([](const Form& f) {
            if (f.v != 0) throw Wrong{"a condition is not an inequality"};
        });
        heaps.tests.push_back(test);
    }
    return heaps;
}

bool is_split(const Pair& pair, const SplitClaim& claim, Number from) {
    const Number gap = claim.unequal ? 1 : 0;
    const Form difference{-1, 2, pair.removed};  // u - (x - removed - u)
    std::vector<Form> known = pair.at_most;
    known.push_back({-1, 0, from});
    if (!implied(known, Form{0, -1, claim.least})) return false;
    if (!implied(known, Form{-1, 1, add(pair.removed, claim.least)})) return false;
    bool never_equal = implied(known, difference + Form{0, 0, 1}) || implied(known, (-1) * difference + Form{0, 0, 1});
    for (const Form& f : pair.not_zero) {
        if (f.v == 0) continue;
        if (f != difference && f != (-1) * difference) return false;
        never_equal = true;
    }
    if (never_equal != claim.unequal) return false;
    const auto all_hold = [&](bool mirrored) {
        return std::all_of(pair.at_most.begin(), pair.at_most.end(), [&](Form f) {
            if (mirrored) f = replaced(f, -1, Form{1, 0, -pair.removed});
            return holds_on_pairs(f, from, pair.removed, claim.least, gap);
        });
    };
    return all_hold(false) || all_hold(true);
}

}  // namespace bouton::recheck::windows
