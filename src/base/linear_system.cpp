#include "base/linear_system.hpp"

#include <algorithm>
#include <set>

namespace bouton {

namespace {

constexpr std::size_t kMostRows = 2000;
constexpr int kTries = 24;        // values of one variable that are tried from each end
constexpr int kMostNodes = 4000;  // choices altogether

using Form = System::Form;
using arithmetic::ceil_divide;
using arithmetic::floor_divide;

/// Puts `variable` out of `form` with the help of an equation that contains it; the form is multiplied by something positive.
Form without(const Form& form, int variable, const Form& equation) {
    const Integer a = form.of(variable), e = equation.of(variable);
    if (a == 0) return form;
    Form result;
    result.add(form, abs(e));
    result.add(equation, e > 0 ? Integer(-a) : a);
    return result;
}

struct Infeasible {};

/// Of two rows with the same terms the one with the larger constant says more, and is the only one kept.
struct ByTerms {
    bool operator()(const Form& a, const Form& b) const { return a.terms < b.terms; }
};
using Rows = std::set<Form, ByTerms>;

/// form <= 0, divided by the common factor of its variables and rounded; throws if it can never hold.
void keep(Rows& rows, Form form) {
    if (form.is_constant()) {
        if (form.constant > 0) throw Infeasible{};
        return;
    }
    form.divide(form.content());
    const auto same = rows.find(form);
    if (same != rows.end()) {
        if (same->constant >= form.constant) return;
        rows.erase(same);
    }
    rows.insert(std::move(form));
}

/// One elimination, for the way back.
struct Stage {
    int variable;
    std::vector<Form> rows;  // an equation, or inequalities that contain the variable
    bool is_equation;
};

/// Eliminates all variables but `kept` (-1: all); everything may throw Infeasible.
class Elimination {
  public:
    Elimination(const std::vector<Form>& inequalities, int variables, int kept = -1) {
        for (const Form& row : inequalities) keep(rest_, row);
        for (int v = 0; v < variables; ++v)
            if (v != kept) left_.insert(v);
    }

    const std::vector<Stage>& stages() const { return stages_; }
    std::vector<Form> rest() const { return {rest_.begin(), rest_.end()}; }  // without the eliminated variables
    bool done() const { return left_.empty(); }

    void use(std::vector<Form> equations);

    /// The variable that makes the fewest new rows, and their number.
    std::pair<int, std::size_t> next() const;
    void remove(int variable);

    Elimination& all(const std::vector<Form>& equations) {
        use(equations);
        while (!done()) remove(next().first);
        return *this;
    }

  private:
    std::set<int> left_;
    std::vector<Stage> stages_;
    Rows rest_;
};

void Elimination::use(std::vector<Form> equations) {
    while (!equations.empty()) {
        // The equation and variable with the smallest coefficient: 1, if there is one.
        std::size_t best = 0;
        int variable = -1;
        Integer smallest = 0;
        for (std::size_t i = 0; i < equations.size(); ++i) {
            Form& row = equations[i];
            if (row.is_constant()) {
                if (row.constant != 0) throw Infeasible{};
                continue;
            }
            const Integer g = row.content();
            if (row.constant % g != 0) throw Infeasible{};
            row.divide(g);
            for (const auto& [v, factor] : row.terms) {
                if (!left_.contains(v)) continue;
                if (variable < 0 || abs(factor) < smallest) {
                    best = i;
                    variable = v;
                    smallest = abs(factor);
                }
            }
        }
        if (variable < 0) {  // only the kept variable is left in them
            for (const Form& row : equations) {
                Form opposite;
                opposite.add(row, -1);
                keep(rest_, row);
                keep(rest_, opposite);
            }
            break;
        }
        const Form equation = equations[best];
        equations.erase(equations.begin() + static_cast<std::ptrdiff_t>(best));
        for (Form& row : equations) row = without(row, variable, equation);
        Rows rows;
        for (const Form& row : rest_) keep(rows, without(row, variable, equation));
        rest_ = std::move(rows);
        stages_.push_back({variable, {equation}, true});
        left_.erase(variable);
    }
}

std::pair<int, std::size_t> Elimination::next() const {
    std::map<int, std::pair<std::size_t, std::size_t>> signs;
    for (const Form& row : rest_)
        for (const auto& [v, factor] : row.terms) ++(factor > 0 ? signs[v].first : signs[v].second);
    std::pair<int, std::size_t> best{*left_.begin(), kMostRows + 1};
    for (const int v : left_) {
        const auto found = signs.find(v);
        const std::size_t rows = found == signs.end() ? 0 : found->second.first * found->second.second;
        if (rows < best.second) best = {v, rows};
    }
    return best;
}

void Elimination::remove(int variable) {
    Rows rows;
    Stage stage{variable, {}, false};
    for (const Form& row : rest_) {
        if (row.terms.contains(variable))
            stage.rows.push_back(row);
        else
            rows.insert(row);
    }
    for (const Form& a : stage.rows) {
        const Integer up = a.of(variable);
        if (up < 0) continue;
        for (const Form& b : stage.rows) {
            const Integer down = b.of(variable);
            if (down > 0 || rows.size() > kMostRows) continue;
            Form sum;
            sum.add(a, -down);
            sum.add(b, up);
            keep(rows, std::move(sum));
        }
    }
    rest_ = std::move(rows);
    stages_.push_back(std::move(stage));
    left_.erase(variable);
}

/// The value of a row without one variable.
Integer rest_of(const Form& row, int variable, const std::vector<Integer>& values) {
    Integer rest = row.constant;
    for (const auto& [v, factor] : row.terms)
        if (v != variable) rest += factor * values[static_cast<std::size_t>(v)];
    return rest;
}

/// The integers v with factor(v) * v + rest <= 0 for all rows.
System::Range bounds_of(const std::vector<Form>& rows, int variable, const std::vector<Integer>& values) {
    System::Range range;
    for (const Form& row : rows) {
        const Integer rest = rest_of(row, variable, values);
        const Integer factor = row.of(variable);
        if (factor > 0) {
            const Integer top = floor_divide(Integer(-rest), factor);
            if (!range.greatest || top < *range.greatest) range.greatest = top;
        } else if (factor < 0) {
            const Integer bottom = ceil_divide(rest, Integer(-factor));
            if (!range.least || bottom > *range.least) range.least = bottom;
        }
    }
    range.empty = range.least && range.greatest && *range.least > *range.greatest;
    return range;
}

/// Chooses integers for the variables of the stages, last first.
Found choose(const std::vector<Stage>& stages, std::size_t left, std::vector<Integer>& values, int& nodes) {
    if (left == 0) return Found::yes;
    if (++nodes > kMostNodes) return Found::unknown;
    const Stage& stage = stages[left - 1];
    Integer& value = values[static_cast<std::size_t>(stage.variable)];
    if (stage.is_equation) {
        const Form& row = stage.rows[0];
        const Integer rest = rest_of(row, stage.variable, values);
        const Integer factor = row.of(stage.variable);
        if (rest % factor != 0) return Found::none;
        value = -rest / factor;
        return choose(stages, left - 1, values, nodes);
    }
    const System::Range range = bounds_of(stage.rows, stage.variable, values);
    if (range.empty) return Found::none;
    Found result = Found::none;
    const auto attempt = [&](const Integer& candidate) {
        value = candidate;
        const Found found = choose(stages, left - 1, values, nodes);
        if (found != Found::none) result = found;
        return found == Found::yes;
    };
    if (!range.least && !range.greatest) return attempt(0) ? Found::yes : Found::unknown;
    const bool complete = range.least && range.greatest && *range.greatest - *range.least < 2 * kTries;
    for (int i = 0; i < 2 * kTries; ++i) {
        const bool from_below = range.least && (complete || !range.greatest || i % 2 == 0);
        const Integer candidate = complete     ? Integer(*range.least + i)
                                  : from_below ? Integer(*range.least + i / 2)
                                               : Integer(*range.greatest - i / 2);
        if (complete && candidate > *range.greatest) break;
        if (attempt(candidate)) return Found::yes;
    }
    return complete ? result : Found::unknown;
}

}  // namespace

Found System::solve(std::vector<Integer>& values) const {
    try {
        Elimination elimination(inequalities_, variables_);
        elimination.all(equations_);
        values.assign(static_cast<std::size_t>(variables_), 0);
        int nodes = 0;
        return choose(elimination.stages(), elimination.stages().size(), values, nodes);
    } catch (const Infeasible&) {
        return Found::none;
    }
}

bool System::contradictory() const {
    try {
        Elimination elimination(inequalities_, variables_);
        elimination.use(equations_);
        while (!elimination.done()) {
            const auto [variable, rows] = elimination.next();
            if (rows > kMostRows) return false;
            elimination.remove(variable);
        }
        return false;
    } catch (const Infeasible&) {
        return true;
    }
}

System::Range System::range(int variable) const {
    try {
        return bounds_of(Elimination(inequalities_, variables_, variable).all(equations_).rest(), variable, {});
    } catch (const Infeasible&) {
        Range range;
        range.empty = true;
        return range;
    }
}

}  // namespace bouton
