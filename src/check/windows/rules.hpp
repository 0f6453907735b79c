// The moves of a one-heap game as linear inequalities in the heap and at most one variable more; what follows for large heaps.
#pragma once

#include "base/integer.hpp"
#include "base/watch.hpp"
#include "lang/evaluate.hpp"
#include "lang/rules.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bouton::recheck::windows {

using Number = std::int64_t;
using arithmetic::add;
using arithmetic::floor_divide;
using arithmetic::multiply;
using arithmetic::subtract;

constexpr Number kForEver = std::numeric_limits<Number>::max();

/// Something is wrong; never leaves check_period.
struct Wrong {
    std::string what;
};

// ---- linear inequalities

/// x*X + v*V + c, where X is the heap and V the variable that is left, or what stands for it.
struct Form {
    Number x = 0, v = 0, c = 0;
    bool operator==(const Form&) const = default;
};
inline Form operator+(const Form& a, const Form& b) { return {add(a.x, b.x), add(a.v, b.v), add(a.c, b.c)}; }
inline Form operator*(Number k, const Form& a) { return {multiply(k, a.x), multiply(k, a.v), multiply(k, a.c)}; }
inline Form operator-(const Form& a, const Form& b) { return a + (-1) * b; }
inline Number at(const Form& f, Number x, Number v) { return add(add(multiply(f.x, x), multiply(f.v, v)), f.c); }

/// The form with V = w*(V' - g), where g has no V and w is 1 or -1.
Form replaced(const Form& f, Number w, const Form& g);

inline Number magnitude(Number a) { return a < 0 ? subtract(0, a) : a; }

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
inline Number reach_of(Number a, Number c) { return a == 0 ? 0 : add(magnitude(c) / magnitude(a), 1); }

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
    Reader(const Ruleset& rules, const Watch& watch);

    const std::vector<Option>& options() const { return options_; }

  private:
    int heap() const { return rules_.slots[0]; }

    /// A linear form, with their values in the place of the other variables.
    std::optional<Form> linear(const Expr& e);
    bool is_closed(const Expr& e) const;
    [[noreturn]] void fail(const std::string& what) const;
    void bind(std::size_t i);
    static void flatten(const Expr& e, Op op, std::vector<Expr>& parts);
    void choose(std::size_t i, Number first, Number last);
    void finish();
    void condition(const Expr& e, Option& option);
    static bool flatten(const Formula& formula, std::vector<Form>& forms);
    Formula formula_of(const Expr& e);

    /// An expression as a linear form, or plus or minus the floor of one divided by d > 1.
    struct Side {
        Form form;
        Number divisor = 1;
        bool negated = false;
    };
    Side side(const Expr& e);

    /// a + gap <= b, as a form that is at most 0.
    Form less_equal(const Expr& left, const Expr& right, Number gap);

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
Heaps heaps_of(const std::vector<Form>& at_most, const std::vector<Form>& not_zero, const std::vector<Formula>& tests);

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

/// For x >= from the pairs are exactly those of the claim.
bool is_split(const Pair& pair, const SplitClaim& claim, Number from);

}  // namespace bouton::recheck::windows
