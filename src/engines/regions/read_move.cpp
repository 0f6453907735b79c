#include "engines/regions/read_move.hpp"

#include "base/linear_form.hpp"
#include "lang/evaluate.hpp"
#include "lang/linear.hpp"

#include <algorithm>

namespace bouton::regions {

namespace {

constexpr std::int64_t kLargestCoefficient = 1 << 20;
constexpr std::int64_t kLargestLimit = std::int64_t{1} << 40;

/// Variables go by their slots; coordinate i of the option by option_key(i).
using Linear = LinearForm<int, Integer>;

int option_key(std::size_t coordinate) { return -1 - static_cast<int>(coordinate); }

bool has_variables(const Expr& e) {
    const std::vector<bool> seen = slots_in(e);
    return std::find(seen.begin(), seen.end(), true) != seen.end();
}

class MoveReader {
  public:
    MoveReader(const Ruleset& rules, const Move& move) : rules_(rules), move_(move) {}

    ReadMove read() {
        if (move_.results.size() > 1) throw Unfit{"a heap may split"};
        if (move_.piles != Move::Piles::none) throw Unfit{"the piles are not written out as coordinates"};
        for (const Binder& binder : move_.loop.binders) read(binder);
        for (const Expr& condition : move_.loop.conditions) read(condition);
        for (std::size_t i = 0; i < rules_.slots.size(); ++i) {
            Linear equation = linear(facts_.polynomial(move_.results[0][i]));
            equation.add(Linear{{{option_key(i), 1}}, 0}, -1);
            equations_.push_back(equation);
        }
        solve();
        return {region(), ranges_};
    }

  private:
    void read(const Binder& binder) {
        const Expr v = variable(binder.slots[0], binder.names[0]);
        switch (binder.kind) {
            case Binder::Kind::range: read_range(v, binder.lower, binder.upper); break;
            case Binder::Kind::value:
                equations_.push_back(linear(difference(v, binder.lower[0])));
                variables_.push_back(v->slot);
                break;
            case Binder::Kind::numbers:
                if (!binder.numbers->known || binder.numbers->intervals.size() != 1)
                    throw Unfit{"a variable runs through a set of numbers"};
                read_range(v, {binder.numbers->intervals[0].first}, {binder.numbers->intervals[0].last});
                break;
            case Binder::Kind::piles:
            case Binder::Kind::values: throw Unfit{"a variable runs through piles"};
            case Binder::Kind::positions: throw Unfit{"a variable runs through a set of positions"};
        }
    }

    void read_range(const Expr& v, const std::vector<Expr>& lower, const std::vector<Expr>& upper) {
        variables_.push_back(v->slot);
        ++ranges_;
        for (const Expr& e : lower) at_most_zero(difference(e, v));
        for (const Expr& e : upper) at_most_zero(difference(v, e));
    }

    void read(const Expr& condition) {
        const auto& args = condition->args;
        switch (condition->op) {
            case Op::conjunction:
                for (const Expr& part : args) read(part);
                break;
            case Op::less: at_most_zero(difference(args[0], args[1]) + constant(1)); break;
            case Op::less_equal: at_most_zero(difference(args[0], args[1])); break;
            case Op::equal:
                if (is_condition(args[0]->op)) throw Unfit{"a condition is not a linear inequality"};
                at_most_zero(difference(args[0], args[1]));
                at_most_zero(difference(args[1], args[0]));
                break;
            default: throw Unfit{"a condition is not a linear inequality"};
        }
    }

    Polynomial difference(const Expr& a, const Expr& b) { return facts_.polynomial(a) - facts_.polynomial(b); }

    /// The first term that is not a multiple of a variable; the end if there is none.
    Polynomial::const_iterator not_linear(const Polynomial& p) const {
        return std::find_if(p.begin(), p.end(), [&](const auto& term) {
            return term.first.size() > 1 || (term.first.size() == 1 && facts_.atom(term.first[0])->op != Op::variable);
        });
    }

    Linear linear(const Polynomial& p) const {
        if (not_linear(p) != p.end())
            throw Unfit{"an option is not a linear function of the position and the variables"};
        Linear result;
        for (const auto& [monomial, c] : p) {
            if (monomial.empty())
                result.constant = c;
            else
                result.terms[facts_.atom(monomial[0])->slot] = c;
        }
        return result;
    }

    /// Takes note of  p <= 0  after removing floor, min, max and abs, one at a time.
    void at_most_zero(Polynomial p) {
        divide_by_common_factor(p);
        const auto found = not_linear(p);
        if (found == p.end()) {
            inequalities_.push_back(linear(p));
            return;
        }
        if (found->first.size() > 1) throw Unfit{"its bounds are not linear"};
        const Expr atom = facts_.atom(found->first[0]);
        const Integer c = found->second;
        p.erase(found);
        const auto with = [&](const Expr& e, const Integer& factor) {
            at_most_zero(p + factor * facts_.polynomial(e));
        };
        if (!has_variables(atom)) {
            Frame empty;
            at_most_zero(p + constant(c * evaluate(atom, empty)));
            return;
        }
        switch (atom->op) {
            case Op::floor_divide: return divided(p, c, atom);
            case Op::minimum:
                if (c > 0) break;
                for (const Expr& e : atom->args) with(e, c);
                return;
            case Op::maximum:
                if (c < 0) break;
                for (const Expr& e : atom->args) with(e, c);
                return;
            case Op::absolute:
                if (c < 0) break;
                with(atom->args[0], c);
                with(atom->args[0], -c);
                return;
            case Op::natural:  // its argument, unless that is negative, which is an error of the rules
                if (!never_negative(atom->args[0])) break;
                return with(atom->args[0], c);
            default: break;
        }
        throw Unfit{"its bounds are not linear"};
    }

    /// p + c*floor(a/b) <= 0  for a number b >= 1 and c = 1 or -1.
    void divided(const Polynomial& p, const Integer& c, const Expr& atom) {
        if (!is_number(atom->args[1]) || atom->args[1]->number < 1) throw Unfit{"its bounds are not linear"};
        const Integer& b = atom->args[1]->number;
        const Polynomial a = facts_.polynomial(atom->args[0]);
        if (c == -1)
            at_most_zero(b * p - a);  // p <= floor(a/b)  is  b*p <= a
        else if (c == 1)
            at_most_zero(b * p + a + constant(1 - b));  // floor(a/b) <= -p  is  a <= -b*p + b - 1
        else
            throw Unfit{"its bounds are not linear"};
    }

    bool never_negative(const Expr& e) const {
        Facts facts;
        for (std::size_t i = 0; i < rules_.slots.size(); ++i)
            facts.assume(make(Op::less_equal, {number(0), variable(rules_.slots[i], rules_.coordinates[i])}));
        for (const Binder& binder : move_.loop.binders)
            for (const Expr& lower : binder.lower)
                facts.assume(make(Op::less_equal, {lower, variable(binder.slots[0], binder.names[0])}));
        return facts.proves_at_least(e, 0);
    }

    /// All terms are integers, so  g*s + k <= 0  is  s + ceil(k/g) <= 0.
    static void divide_by_common_factor(Polynomial& p) {
        Integer common = 0;
        for (const auto& [monomial, c] : p)
            if (!monomial.empty()) common = gcd(common, c);
        if (common <= 1) return;
        for (auto& [monomial, c] : p) c = monomial.empty() ? arithmetic::ceil_divide(c, common) : Integer(c / common);
    }

    /// Expresses every variable by position and option.
    void solve() {
        for (const int v : variables_) {
            const auto pivot =
                std::find_if(equations_.begin(), equations_.end(), [&](const Linear& e) { return abs(e.of(v)) == 1; });
            if (pivot == equations_.end()) throw Unfit{"the option does not tell the variables of the move"};
            const Linear by = pivot->solved_for(v);
            equations_.erase(pivot);
            for (Linear& e : equations_) e.replace(v, by);
            for (Linear& e : inequalities_) e.replace(v, by);
        }
    }

    std::optional<Region> region() {
        const std::size_t dimension = rules_.slots.size();
        Region result;
        result.axes = dimension == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << dimension) - 1;
        for (const Linear& e : equations_) {
            const std::optional<std::size_t> same = unchanged(e);
            if (same) {
                result.axes &= ~(std::uint64_t{1} << *same);
                continue;
            }
            inequalities_.push_back(e);
            inequalities_.emplace_back();
            inequalities_.back().add(e, -1);
        }
        for (std::size_t i = 0; i < dimension; ++i)
            if (result.takes_from(i) && !rules_.never_grows[i]) throw Unfit{"a coordinate may grow"};
        for (Linear& e : inequalities_) {
            for (std::size_t i = 0; i < dimension; ++i)
                if (!result.takes_from(i)) e.replace(option_key(i), Linear{{{rules_.slots[i], 1}}, 0});
            if (!e.terms.empty())
                result.conditions.push_back(condition(e));
            else if (e.constant > 0)
                return std::nullopt;
        }
        return result;
    }

    /// The coordinate i of an equation  p_i = q_i.
    std::optional<std::size_t> unchanged(const Linear& e) const {
        if (e.terms.size() != 2 || e.constant != 0) return std::nullopt;
        for (std::size_t i = 0; i < rules_.slots.size(); ++i)
            if (abs(e.of(option_key(i))) == 1 && e.of(option_key(i)) == -e.of(rules_.slots[i])) return i;
        return std::nullopt;
    }

    Condition condition(const Linear& e) const {
        const Integer common = e.content();
        const auto small = [](const Integer& value, std::int64_t largest) {
            if (abs(value) > largest) throw Unfit{"its numbers are too large"};
            return clamp(value);
        };
        Condition result;
        for (std::size_t i = 0; i < rules_.slots.size(); ++i) {
            result.position.push_back(small(e.of(rules_.slots[i]) / common, kLargestCoefficient));
            result.option.push_back(small(e.of(option_key(i)) / common, kLargestCoefficient));
        }
        result.limit = small(arithmetic::floor_divide(Integer(-e.constant), common), kLargestLimit);
        return result;
    }

    const Ruleset& rules_;
    const Move& move_;
    Facts facts_;
    std::vector<int> variables_;
    std::size_t ranges_ = 0;            // so many of them run through a range
    std::vector<Linear> equations_;     // each = 0
    std::vector<Linear> inequalities_;  // each <= 0
};

}  // namespace

ReadMove read_move(const Ruleset& rules, const Move& move) { return MoveReader(rules, move).read(); }

}  // namespace bouton::regions
