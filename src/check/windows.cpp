#include "check/windows.hpp"

#include "base/integer.hpp"
#include "lang/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace bouton {

namespace {

using Json = nlohmann::ordered_json;
using Number = std::int64_t;
using arithmetic::add;
using arithmetic::floor_divide;
using arithmetic::multiply;
using arithmetic::subtract;

constexpr Number kMostHeaps = 20'000'000;    // more are not recomputed
constexpr Number kMostChoices = 2'000'000;   // of variables that are tried one by one
constexpr Number kMostExcluded = 1'000'000;  // the largest removal of which an all-but set may speak
constexpr Number kForEver = std::numeric_limits<Number>::max();
constexpr Number kEvaluated = 40;  // so many small heaps are also valued straight from the rules

/// Something is wrong; never leaves this file.
struct Wrong {
    std::string what;
};

// ---- linear inequalities

/// x*X + v*V + c, where X is the heap and V the variable that is left, or what stands for it.
struct Form {
    Number x = 0, v = 0, c = 0;
    bool operator==(const Form&) const = default;
};
Form operator+(const Form& a, const Form& b) { return {add(a.x, b.x), add(a.v, b.v), add(a.c, b.c)}; }
Form operator*(Number k, const Form& a) { return {multiply(k, a.x), multiply(k, a.v), multiply(k, a.c)}; }
Form operator-(const Form& a, const Form& b) { return a + (-1) * b; }
Number at(const Form& f, Number x, Number v) { return add(add(multiply(f.x, x), multiply(f.v, v)), f.c); }

/// The form with V = w*(V' - g), where g has no V and w is 1 or -1.
Form replaced(const Form& f, Number w, const Form& g) {
    const Form moved = multiply(f.v, w) * (Form{0, 1, 0} - g);
    return Form{f.x, 0, f.c} + moved;
}

Number magnitude(Number a) { return a < 0 ? subtract(0, a) : a; }

/// A condition made of inequalities.
struct Formula {
    enum class Kind { at_most_zero, all, any, none };  // none: not even one of the parts
    Kind kind = Kind::all;
    Form form;
    std::vector<Formula> parts;

    bool holds(Number x, Number v) const {
        const auto good = [&](const Formula& part) { return part.holds(x, v); };
        switch (kind) {
            case Kind::at_most_zero: return at(form, x, v) <= 0;
            case Kind::all: return std::all_of(parts.begin(), parts.end(), good);
            case Kind::any: return std::any_of(parts.begin(), parts.end(), good);
            case Kind::none: return std::none_of(parts.begin(), parts.end(), good);
        }
        return false;
    }
    template <class Change> void change(const Change& f) {
        form = f(form);
        for (Formula& part : parts) part.change(f);
    }
    template <class Look> void look(const Look& f) const {
        if (kind == Kind::at_most_zero) f(form);
        for (const Formula& part : parts) part.look(f);
    }
};

/// Beyond this number the form in one unknown, a*unknown + c, has always the same sign, on either side.
Number reach_of(Number a, Number c) { return a == 0 ? 0 : add(magnitude(c) / magnitude(a), 1); }

/// One choice of the variables that do not depend on the heap.
struct Option {
    std::vector<Form> results;   // what the heap becomes
    std::vector<Form> at_most;   // each <= 0
    std::vector<Form> not_zero;  // each != 0
    std::vector<Formula> tests;  // what is neither
    bool open = false;           // there is a variable that depends on the heap
};

// ---- the rules

class Reader {
  public:
    Reader(const Ruleset& rules, const Watch& watch) : rules_(rules), watch_(watch) {
        frame_.slots.resize(static_cast<std::size_t>(rules.frame_size));
        frame_.watch = &watch;
        for (const Move& move : rules.moves) {
            move_ = &move;
            bind(0);
        }
    }

    const std::vector<Option>& options() const { return options_; }

  private:
    int heap() const { return rules_.slots[0]; }

    /// A linear form, with their values in the place of the other variables.
    std::optional<Form> linear(const Expr& e) {
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

    bool is_closed(const Expr& e) const {
        std::vector<bool> seen;
        free_slots(e, seen);
        const auto occurs = [&](int slot) {
            return slot >= 0 && static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)];
        };
        return !occurs(heap()) && !occurs(open_);
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Wrong{fmt::format("line {}: {}", move_->place.line, what)};
    }

    void bind(std::size_t i) {
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

    static void flatten(const Expr& e, Op op, std::vector<Expr>& parts) {
        if (e->op != op) return parts.push_back(e);
        for (const Expr& arg : e->args) flatten(arg, op, parts);
    }

    void choose(std::size_t i, Number first, Number last) {
        const int slot = move_->loop.binders[i].slots[0];
        for (Number value = first; value <= last; ++value) {
            if (++choices_ > kMostChoices) fail("too many choices");
            if (choices_ % 1024 == 0) watch_.check();
            frame_[slot] = value;
            bind(i + 1);
        }
    }

    void finish() {
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

    void condition(const Expr& e, Option& option) {
        const Formula formula = formula_of(e);
        if (e->op == Op::not_equal && linear(e->args[0]) && linear(e->args[1]))
            option.not_zero.push_back(*linear(e->args[0]) - *linear(e->args[1]));
        else if (!flatten(formula, option.at_most))
            option.tests.push_back(formula);
    }

    static bool flatten(const Formula& formula, std::vector<Form>& forms) {
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

    Formula formula_of(const Expr& e) {
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
            case Op::not_equal:
                return {Kind::any, {}, {leaf(e->args[0], e->args[1], 1), leaf(e->args[1], e->args[0], 1)}};
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

    /// An expression as a linear form, or plus or minus the floor of one divided by d > 1.
    struct Side {
        Form form;
        Number divisor = 1;
        bool negated = false;
    };
    Side side(const Expr& e) {
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

    /// a + gap <= b, as a form that is at most 0.
    Form less_equal(const Expr& left, const Expr& right, Number gap) {
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

    const Ruleset& rules_;
    const Watch& watch_;
    const Move* move_ = nullptr;
    Frame frame_;
    std::vector<Option> options_;
    std::vector<std::pair<Expr, Expr>> bounds_;  // first <= second
    int open_ = -1;
    Number choices_ = 0;
};

/// The heaps first..last that pass the tests.
struct Heaps {
    Number first = 0, last = kForEver;
    std::vector<Formula> tests;

    bool contains(Number x) const {
        return first <= x && x <= last &&
               std::all_of(tests.begin(), tests.end(), [&](const Formula& f) { return f.holds(x, 0); });
    }
    bool empty() const { return first > last; }

    /// From here on they contain all heaps or none.
    Number settled() const {
        Number from = last < kForEver ? std::max(first, add(last, 1)) : first;
        for (const Formula& f : tests)
            f.look([&](const Form& form) { from = std::max(from, add(reach_of(form.x, form.c), 1)); });
        return from;
    }
};

/// For these x all that is said without V is true.
Heaps heaps_of(const std::vector<Form>& at_most, const std::vector<Form>& not_zero, const std::vector<Formula>& tests) {
    Heaps heaps;
    for (const Form& f : at_most) {
        if (f.v != 0) continue;
        if (f.x == 0 && f.c > 0) heaps.last = -1;
        if (f.x > 0) heaps.last = std::min(heaps.last, floor_divide(subtract(0, f.c), f.x));
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

// ---- moves of large heaps

/// x - number, or the heap `number` whatever x, for these x.
struct Single {
    bool removal;
    Number number;
    Heaps heaps;
};

/// x becomes u and x - removed - u, where u stands for V and all inequalities hold.
struct Pair {
    Number removed;
    std::vector<Form> at_most, not_zero;
    Heaps heaps;
};

struct SplitClaim {
    Number removed, least;
    bool unequal;
    bool used = false;
};

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

/// For x >= from the pairs are exactly those of the claim.
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

// ---- values

/// The least number that is not marked, nor in the collection.
class Mex {
  public:
    void mark(Number value) {  // until the next `take`
        entry(value).round = round_;
        any_ = true;
    }
    void enter(Number value) { count(value, 1); }
    void leave(Number value) { count(value, -1); }

    Number take(bool misere) {
        const bool stuck = !any_ && size_ == 0;
        while (static_cast<std::size_t>(least_) < seen_.size() && entry(least_).count > 0) ++least_;
        Number value = least_;
        while (static_cast<std::size_t>(value) < seen_.size() &&
               (entry(value).round == round_ || entry(value).count > 0))
            ++value;
        ++round_;
        any_ = false;
        return stuck && misere ? 1 : value;
    }

  private:
    struct Entry {
        Number round = -1, count = 0;  // when it was marked, how often it is in the collection
    };
    Entry& entry(Number value) {
        if (seen_.size() <= static_cast<std::size_t>(value)) seen_.resize(static_cast<std::size_t>(value) + 1);
        return seen_[static_cast<std::size_t>(value)];
    }
    void count(Number value, Number change) {
        entry(value).count += change;
        size_ += change;
        if (change < 0) least_ = std::min(least_, value);
    }
    std::vector<Entry> seen_;
    Number round_ = 0, size_ = 0;
    Number least_ = 0;  // all below are in the collection
    bool any_ = false;
};

class Check {
  public:
    Check(const Ruleset& rules, const Json& certificate, const Watch& watch)
        : rules_(rules), certificate_(certificate), watch_(watch) {}

    void run() {
        require(certificate_.at("method") == "windows", "the method is not windows");
        const auto what = certificate_.at("what").get<std::string>();
        require(what == "nim-values" || what == "outcomes", "it is neither about nim-values nor about outcomes");
        outcomes_ = what == "outcomes";
        require(rules_.coordinates.size() == 1 && rules_.piles < 0 && rules_.players == 0 && !rules_.domain,
                "the game is not one heap of any size for two players");
        preperiod_ = natural("preperiod");
        period_ = natural("period");
        saltus_ = natural("saltus");
        start_ = natural("start");
        end_ = natural("end");
        require(period_ >= 1, "the period is not positive");
        const auto argument = certificate_.at("argument").get<std::string>();
        if (argument == "all-but")
            all_but();
        else if (argument == "subtraction" || argument == "splitting")
            steady(argument == "splitting");
        else
            throw Wrong{"the argument is not known"};
        listed_values();
        no_other_fields(argument);
    }

  private:
    static void require(bool good, const std::string& what) {
        if (!good) throw Wrong{what};
    }
    static void require_equal(Number claimed, Number found, const char* name) {
        require(claimed == found, fmt::format("{} is {}, not {}", name, found, claimed));
    }

    Number natural(const Json& json, const char* name) const {
        const Json& field = json.at(name);
        require(field.is_number_integer(), fmt::format("{} is not a number", name));
        const auto value = field.get<Number>();
        require(value >= 0 && value <= kMostHeaps, fmt::format("{} is negative or too large to be checked", name));
        return value;
    }
    Number natural(const char* name) const { return natural(certificate_, name); }

    std::set<Number> list(const char* name) const {
        std::set<Number> result;
        require(certificate_.at(name).is_array(), fmt::format("{} is not a list", name));
        for (const Json& item : certificate_.at(name)) {
            require(item.is_number_integer(), fmt::format("{} are not numbers", name));
            require(result.insert(item.get<Number>()).second, fmt::format("{} has a number twice", name));
        }
        return result;
    }

    Number value(Number n) const { return values_[static_cast<std::size_t>(n)]; }

    // ---- (1) and (2)

    void steady(bool splitting) {
        require(!rules_.splits || !rules_.misere, "misere play of heaps that split");
        const Reader reader(rules_, watch_);
        for (const Option& option : reader.options()) read(option);
        std::set<Number> removals, heaps;
        Number from = 0, reach = 0, least = 0;
        for (const Single& single : singles_) {
            const Number settled = single.heaps.settled();
            from = std::max(from, settled);
            if (!single.heaps.contains(settled)) continue;
            (single.removal ? removals : heaps).insert(single.number);
            if (single.removal) reach = std::max(reach, single.number);
        }
        require(removals == list("removals"), "these are not the removals of the rules");
        require(heaps == list("heaps"), "these are not the fixed heaps of the rules");
        bool unequal = false;
        std::vector<SplitClaim> claims;
        require(certificate_.at("splits").is_array(), "splits is not a list");
        for (const Json& json : certificate_.at("splits")) {
            claims.push_back({natural(json, "removed"), natural(json, "least"), json.at("unequal").get<bool>()});
            reach = std::max(reach, claims.back().removed);
            least = std::max(least, claims.back().least);
            unequal = unequal || claims.back().unequal;
        }
        require(claims.empty() != splitting, "the argument is for other moves");
        for (const Pair& pair : pairs_) from = std::max(from, read(pair, claims));
        for (const SplitClaim& claim : claims) require(claim.used, "the rules have no such split");
        require(reach <= kMostHeaps && from <= kMostHeaps, "the moves take too many stones to be checked");

        Number preperiod = preperiod_, period = period_;
        const bool derived = splitting && outcomes_;
        if (derived) {
            preperiod = natural(certificate_.at("nim-values"), "preperiod");
            period = natural(certificate_.at("nim-values"), "period");
            require(period >= 1, "the period is not positive");
        }
        require_equal(start_, std::max(preperiod, least), "start");
        const Number end = !splitting ? start_ + reach
                           : unequal  ? 2 * (start_ + period) + reach + 1
                                      : 2 * start_ + period + reach;
        require_equal(end_, end, "end");
        make_values(std::max({end, from, preperiod + period, preperiod_ + 2 * period_}) + period);
        if (outcomes_ && !derived) reduce_to_outcomes();
        require(saltus_ == 0, "the values are bounded: there is no saltus");
        compare(preperiod, std::max(end, from), period, 0);
        require_least(preperiod, period, 0);
        if (!derived) return;
        reduce_to_outcomes();
        require(preperiod_ <= preperiod && period % period_ == 0, "the nim-values have a shorter period");
        compare(preperiod_, preperiod + period, period_, 0);
        require_least(preperiod_, period_, 0);
    }

    void read(const Option& option) {
        if (!option.open) {
            const Heaps heaps = heaps_of(option.at_most, option.not_zero, option.tests);
            if (heaps.empty()) return;
            require(option.results.size() == 1, "a split has a part of fixed size");
            const Form& after = option.results[0];
            require(after.x == 0 || after.x == 1, "what the heap becomes is a multiple of it");
            const bool removal = after.x == 1;
            require(!removal || after.c < 0, "a move does not make the heap smaller");
            require(removal || after.c < heaps.first, "a move does not make the heap smaller");
            singles_.push_back({removal, removal ? -after.c : after.c, heaps});
            return;
        }
        require(option.results.size() == 2, "a move takes a number of stones that depends on the heap");
        const Form &a = option.results[0], &b = option.results[1];
        require((a.v == 1 || a.v == -1) && b.v == -a.v && a.x + b.x == 1, "the parts are not all that is left");
        Pair pair;
        pair.removed = -add(a.c, b.c);
        // u = a.x X + a.v V + a.c, so V = a.v (u - a.x X - a.c)
        const Form rest{a.x, 0, a.c};
        for (const Form& f : option.at_most) pair.at_most.push_back(replaced(f, a.v, rest));
        for (const Form& f : option.not_zero) pair.not_zero.push_back(replaced(f, a.v, rest));
        std::vector<Formula> tests = option.tests;
        for (Formula& test : tests) test.change([&](const Form& f) { return replaced(f, a.v, rest); });
        pair.heaps = heaps_of(pair.at_most, pair.not_zero, tests);
        if (!pair.heaps.empty()) pairs_.push_back(std::move(pair));
    }

    /// Finds the claim for these pairs, and returns from which heap on it is true.
    static Number read(const Pair& pair, std::vector<SplitClaim>& claims) {
        const Number from = pair.heaps.settled();
        if (!pair.heaps.contains(from)) return from;
        for (SplitClaim& claim : claims) {
            if (claim.removed != pair.removed) continue;
            // Large enough for every corner, if it is true at all.
            const Number sizes = add(add(claim.least, claim.removed), 1);
            Number enough = multiply(2, sizes);
            for (const Form& f : pair.at_most)
                enough = std::max(
                    enough, multiply(4, add(magnitude(f.c), multiply(add(magnitude(f.v), magnitude(f.x)), sizes))));
            enough = std::max(enough, from);
            if (!is_split(pair, claim, enough)) continue;
            claim.used = true;
            return enough;
        }
        throw Wrong{"the rules have a split that is not listed"};
    }

    void make_values(Number count) {
        require(count <= kMostHeaps, "too many heaps to be checked");
        Mex mex;
        // Removals first..last that are always possible are the values of a window that moves.
        std::vector<std::pair<Number, Number>> runs;
        std::vector<Single> others;
        std::set<Number> always;
        for (const Single& single : singles_) {
            const bool plain = single.removal && single.heaps.first == single.number && single.heaps.last == kForEver &&
                               single.heaps.tests.empty();
            if (plain)
                always.insert(single.number);
            else
                others.push_back(single);
        }
        for (const Number s : always) {
            if (runs.empty() || runs.back().second != s - 1) runs.emplace_back(s, s);
            runs.back().second = s;
        }
        for (Number n = 0; n < count; ++n) {
            if (n % 64 == 0) watch_.check();
            for (const auto& [first, last] : runs) {
                if (n >= first) mex.enter(value(n - first));
                if (n > last) mex.leave(value(n - last - 1));
            }
            for (const Single& single : others)
                if (single.heaps.contains(n)) mex.mark(value(single.removal ? n - single.number : single.number));
            for (const Pair& pair : pairs_) mark_pairs(pair, n, mex);
            values_.push_back(mex.take(rules_.misere));
        }
        compare_with_rules();
    }

    void mark_pairs(const Pair& pair, Number n, Mex& mex) const {
        if (!pair.heaps.contains(n)) return;
        Number first = 0, last = n - pair.removed;
        for (const Form& f : pair.at_most) {
            const Number c = add(multiply(f.x, n), f.c);
            if (f.v > 0) last = std::min(last, floor_divide(-c, f.v));
            if (f.v < 0) first = std::max(first, -floor_divide(c, f.v));
        }
        require(first > last || (last < n && first + pair.removed > 0), "a move does not make the heap smaller");
        for (Number u = first; u <= last; ++u) {
            const auto forbids = [&](const Form& f) { return f.v != 0 && at(f, n, u) == 0; };
            if (!pair.not_zero.empty() && std::any_of(pair.not_zero.begin(), pair.not_zero.end(), forbids)) continue;
            mex.mark(value(u) ^ value(n - pair.removed - u));
        }
    }

    /// Of two players: a position is lost for the one to move exactly if its value is 0.
    void reduce_to_outcomes() {
        for (Number& v : values_) v = std::min<Number>(v, 1);
    }

    /// The first values once more, with the language's own evaluation of the moves.
    void compare_with_rules() {
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
        Mex mex;
        std::vector<Number> values;
        for (Number n = 0; n < std::min(kEvaluated, static_cast<Number>(values_.size())); ++n) {
            for (const Move& move : rules_.moves) {
                frame[rules_.slots[0]] = n;
                for_each(move.loop, frame, nullptr, [&] {
                    Number sum = 0;
                    for (const auto& component : move.results) {
                        const Number part = evaluate_machine(component[0], frame);
                        if (part < 0) return true;
                        require(part < n, "a move does not make the heap smaller");
                        sum ^= values[static_cast<std::size_t>(part)];
                    }
                    mex.mark(sum);
                    return true;
                });
            }
            values.push_back(mex.take(rules_.misere));
            require(value(n) == values.back(), fmt::format("heap {} has another value by the rules", n));
        }
    }

    // ---- (3)

    void all_but() {
        std::optional<Number> least;
        std::set<Number> excluded;
        const Reader reader(rules_, watch_);
        for (const Option& option : reader.options()) {
            require(option.results.size() == 1, "a heap splits");
            if (!option.open) {
                read(option);
                continue;
            }
            const auto one = removals_of(option);
            require(!least || *least == one.first, "moves leave different numbers of stones");
            if (least)
                std::erase_if(excluded, [&](Number e) { return !one.second.contains(e); });
            else
                excluded = one.second;
            least = one.first;
        }
        require(least.has_value(), "no move takes any number of stones");
        for (const Single& single : singles_) {
            require(single.removal && single.heaps.first == single.number && single.heaps.last == kForEver &&
                        single.heaps.tests.empty() && *least == 0,
                    "a move is for some heaps only");
            excluded.erase(single.number);
        }
        require_equal(natural("least"), *least, "least");
        require(excluded == list("excluded"), "these are not the excluded numbers of the rules");
        const Number most = excluded.empty() ? 0 : *excluded.rbegin();
        std::vector<bool> is_excluded(static_cast<std::size_t>(most) + 1);
        for (const Number e : excluded) is_excluded[static_cast<std::size_t>(e)] = true;

        const Number count = std::max({end_, preperiod_ + period_, *least + 2 * most + 4}) + period_ + 1;
        require(count <= kMostHeaps, "too many heaps to be checked");
        Mex mex;
        for (Number n = 0; n < count; ++n) {
            if (n % 64 == 0) watch_.check();
            if (n - most - 1 >= *least) mex.enter(value(n - most - 1));
            for (Number y = std::max(*least, n - most); y < n; ++y)
                if (!is_excluded[static_cast<std::size_t>(n - y)]) mex.mark(value(y));
            values_.push_back(mex.take(rules_.misere));
        }
        compare_with_rules();
        if (outcomes_) {
            reduce_to_outcomes();
            const auto zero = std::find(values_.begin() + *least, values_.end(), 0) - values_.begin();
            require_equal(start_, zero, "start");
            require_equal(end_, zero + most + 1, "end");
            require_equal(period_, 1, "the period");
            require_equal(saltus_, 0, "the saltus");
            compare(preperiod_, end_, 1, 0);
            require(value(std::max(preperiod_, end_)) == 1, "large heaps are N-positions");
        } else {
            require_equal(start_, std::max(preperiod_, *least + (rules_.misere ? most + 1 : 0)), "start");
            require_equal(end_, start_ + 2 * most + 1, "end");
            compare(preperiod_, end_, period_, saltus_);
        }
        require_least(preperiod_, period_, saltus_);
    }

    /// The fewest stones that stay, and the removals that are not allowed.
    static std::pair<Number, std::set<Number>> removals_of(const Option& option) {
        const Form& a = option.results[0];
        require((a.v == 1 || a.v == -1) && (a.x == 0 || a.x == 1), "what is left is not any number");
        // r = X - a, so V = a.v (X - r - a.x X - a.c); with -r in the place of V'
        const auto of_removal = [&](const Form& f) {
            Form g = replaced(f, a.v, Form{a.x - 1, 0, a.c});
            g.v = -g.v;
            return g;
        };
        Number least = 0, reach = 0;
        std::vector<Form> at_most, not_zero;
        const auto keep = [&](const Form& f, std::vector<Form>& to) {
            require(f.x == 0, "what may be taken depends on the heap");
            reach = std::max(reach, reach_of(f.v, f.c));
            to.push_back(f);
        };
        for (const Form& from : option.at_most) {
            const Form f = of_removal(from);
            if (f.x == -1 && f.v == 1)
                least = std::max(least, f.c);                // r + c <= x
            else if (!(f.x < 0 && f.v == 0 && f.c <= -f.x))  // x >= 1 says nothing where there is a move
                keep(f, at_most);
        }
        for (const Form& from : option.not_zero) keep(of_removal(from), not_zero);
        std::vector<Formula> tests = option.tests;
        for (Formula& test : tests) {
            test.change(of_removal);
            std::vector<Form> leaves;
            test.look([&](const Form& f) { keep(f, leaves); });
        }
        require(reach <= kMostExcluded, "the excluded numbers are too large to be checked");
        const auto allowed = [&](Number r) {
            return std::all_of(at_most.begin(), at_most.end(), [&](const Form& f) { return at(f, 0, r) <= 0; }) &&
                   std::all_of(not_zero.begin(), not_zero.end(), [&](const Form& f) { return at(f, 0, r) != 0; }) &&
                   std::all_of(tests.begin(), tests.end(), [&](const Formula& f) { return f.holds(0, r); });
        };
        for (Number r = -reach - 1; r <= 0; ++r) require(!allowed(r), "a move does not make the heap smaller");
        require(allowed(reach + 1), "not every large number may be taken");
        std::set<Number> excluded;
        for (Number r = 1; r <= reach; ++r)
            if (!allowed(r)) excluded.insert(r);
        return {least, excluded};
    }

    // ---- sequences

    void compare(Number first, Number end, Number period, Number saltus) const {
        for (Number n = first; n < end; ++n)
            if (value(n + period) != value(n) + saltus)
                throw Wrong{fmt::format("heap {} does not follow heap {}", n + period, n)};
    }

    /// No smaller period, nor an earlier begin.
    void require_least(Number preperiod, Number period, Number saltus) const {
        require(preperiod == 0 || value(preperiod - 1 + period) != value(preperiod - 1) + saltus,
                "the preperiod is not the least one");
        Number rest = period;
        const auto refuse = [&](Number q) {
            if (saltus % q != 0) return;
            const Number d = period / q;
            for (Number n = preperiod; n < preperiod + period; ++n)
                if (value(n + d) != value(n) + saltus / q) return;
            throw Wrong{fmt::format("{} is a period too", d)};
        };
        for (Number q = 2; q * q <= rest; ++q) {
            if (rest % q == 0) refuse(q);
            while (rest % q == 0) rest /= q;
        }
        if (rest > 1) refuse(rest);
    }

    void no_other_fields(const std::string& argument) const {
        std::set<std::string> known{"method", "argument", "what", "preperiod", "period",
                                    "saltus", "start",    "end",  "values"};
        if (argument == "all-but")
            known.insert({"least", "excluded"});
        else
            known.insert({"removals", "heaps", "splits"});
        if (argument == "splitting" && outcomes_) known.insert("nim-values");
        for (const auto& [key, field] : certificate_.items())
            require(known.contains(key), fmt::format("{} is not used", key));
    }

    void listed_values() const {
        const Json& listed = certificate_.at("values");
        require(listed.is_array(), "the values are not a list");
        const auto count = std::min<Number>(1000, preperiod_ + period_);
        require_equal(static_cast<Number>(listed.size()), count, "the number of values");
        for (std::size_t n = 0; n < listed.size(); ++n)
            if (!listed[n].is_number_integer() || listed[n].get<Number>() != values_[n])
                throw Wrong{fmt::format("heap {} has the value {}", n, values_[n])};
    }

    const Ruleset& rules_;
    const Json& certificate_;
    const Watch& watch_;
    bool outcomes_ = false;
    Number preperiod_ = 0, period_ = 0, saltus_ = 0, start_ = 0, end_ = 0;
    std::vector<Single> singles_;
    std::vector<Pair> pairs_;
    std::vector<Number> values_;
};

}  // namespace

std::string check_period(const Ruleset& rules, const Json& certificate, const Watch& watch) {
    try {
        Check(rules, certificate, watch).run();
    } catch (const Wrong& wrong) {
        return wrong.what;
    } catch (const Json::exception& error) {
        return fmt::format("the certificate is not of the right form: {}", error.what());
    } catch (const Overflow&) {
        return "numbers too large to be checked";
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return fmt::format("the rules fail: {}", error.what());
    }
    return {};
}

}  // namespace bouton
