#include "laws/system.hpp"

#include <algorithm>
#include <set>

namespace bouton {

namespace {

constexpr std::size_t kMostRows = 2000;
constexpr int kTries = 24;        // values of one variable that are tried from each end
constexpr int kMostNodes = 4000;  // choices altogether

Integer floor_of(const Integer& a, const Integer& b) { return arithmetic::floor_divide(a, b); }
Integer ceil_of(const Integer& a, const Integer& b) { return -arithmetic::floor_divide(Integer(-a), b); }

Integer content(const LinearForm& form) {
    Integer g = 0;
    for (const auto& [variable, factor] : form.factors) g = gcd(g, factor);
    return g;
}

const Integer& factor_of(const LinearForm& form, int variable) {
    static const Integer none = 0;
    const auto found = form.factors.find(variable);
    return found == form.factors.end() ? none : found->second;
}

/// Puts `variable` out of `form` with the help of an equation that contains it; the form is multiplied by something positive.
LinearForm without(const LinearForm& form, int variable, const LinearForm& equation) {
    const Integer a = factor_of(form, variable), e = factor_of(equation, variable);
    if (a == 0) return form;
    LinearForm result;
    result.add(form, abs(e));
    result.add(equation, e > 0 ? Integer(-a) : a);
    return result;
}

struct Infeasible {};

/// form <= 0, divided by the common factor of its variables and rounded; throws if it can never hold.
void keep(std::set<LinearForm>& rows, LinearForm form) {
    if (form.is_constant()) {
        if (form.constant > 0) throw Infeasible{};
        return;
    }
    const Integer g = content(form);
    for (auto& [variable, factor] : form.factors) factor /= g;
    form.constant = ceil_of(form.constant, g);
    // Of two rows with the same factors the one with the larger constant says more.
    for (auto it = rows.begin(); it != rows.end(); ++it) {
        if (it->factors != form.factors) continue;
        if (it->constant >= form.constant) return;
        rows.erase(it);
        break;
    }
    rows.insert(std::move(form));
}

/// One elimination, for the way back.
struct Stage {
    int variable;
    std::vector<LinearForm> rows;  // an equation, or inequalities that contain the variable
    bool is_equation;
};

struct Elimination {
    std::vector<Stage> stages;
    std::set<LinearForm> rest;  // rows without the eliminated variables
};

/// Eliminates all variables but `keep_variable` (-1: all); throws Infeasible.
Elimination eliminate(std::vector<LinearForm> equations, const std::vector<LinearForm>& inequalities, int variables,
                      int keep_variable) {
    Elimination result;
    for (const LinearForm& row : inequalities) keep(result.rest, row);
    std::set<int> left;
    for (int v = 0; v < variables; ++v)
        if (v != keep_variable) left.insert(v);
    while (!equations.empty()) {
        // The equation and variable with the smallest coefficient: 1, if there is one.
        std::size_t best = 0;
        int variable = -1;
        Integer smallest = 0;
        for (std::size_t i = 0; i < equations.size(); ++i) {
            LinearForm& row = equations[i];
            if (row.is_constant()) {
                if (row.constant != 0) throw Infeasible{};
                continue;
            }
            const Integer g = content(row);
            if (row.constant % g != 0) throw Infeasible{};
            for (auto& [v, factor] : row.factors) factor /= g;
            row.constant /= g;
            for (const auto& [v, factor] : row.factors) {
                if (!left.contains(v)) continue;
                if (variable < 0 || abs(factor) < smallest) {
                    best = i;
                    variable = v;
                    smallest = abs(factor);
                }
            }
        }
        if (variable < 0) {  // only the kept variable is left in them
            for (const LinearForm& row : equations) {
                LinearForm opposite;
                opposite.add(row, -1);
                keep(result.rest, row);
                keep(result.rest, opposite);
            }
            break;
        }
        const LinearForm equation = equations[best];
        equations.erase(equations.begin() + static_cast<std::ptrdiff_t>(best));
        for (LinearForm& row : equations) row = without(row, variable, equation);
        std::set<LinearForm> rows;
        for (const LinearForm& row : result.rest) keep(rows, without(row, variable, equation));
        result.rest = std::move(rows);
        result.stages.push_back({variable, {equation}, true});
        left.erase(variable);
    }
    while (!left.empty()) {
        // The variable that makes the fewest new rows.
        int variable = *left.begin();
        std::size_t fewest = kMostRows + 1;
        for (const int v : left) {
            std::size_t up = 0, down = 0;
            for (const LinearForm& row : result.rest) {
                const Integer& factor = factor_of(row, v);
                up += factor > 0;
                down += factor < 0;
            }
            if (up * down < fewest) {
                fewest = up * down;
                variable = v;
            }
        }
        std::set<LinearForm> rows;
        Stage stage{variable, {}, false};
        for (const LinearForm& row : result.rest) {
            if (factor_of(row, variable) == 0)
                keep(rows, row);
            else
                stage.rows.push_back(row);
        }
        for (const LinearForm& a : stage.rows) {
            if (factor_of(a, variable) < 0) continue;
            for (const LinearForm& b : stage.rows) {
                if (factor_of(b, variable) > 0 || rows.size() > kMostRows) continue;
                LinearForm sum;
                sum.add(a, -factor_of(b, variable));
                sum.add(b, factor_of(a, variable));
                keep(rows, sum);
            }
        }
        result.rest = std::move(rows);
        result.stages.push_back(std::move(stage));
        left.erase(variable);
    }
    return result;
}

/// The integers v with factor(v) * v + rest <= 0 for all rows.
System::Range bounds_of(const std::vector<LinearForm>& rows, int variable, const std::vector<Integer>& values) {
    System::Range range;
    for (const LinearForm& row : rows) {
        Integer rest = row.constant;
        for (const auto& [v, factor] : row.factors)
            if (v != variable) rest += factor * values[static_cast<std::size_t>(v)];
        const Integer& factor = factor_of(row, variable);
        if (factor > 0) {
            const Integer top = floor_of(-rest, factor);
            if (!range.greatest || top < *range.greatest) range.greatest = top;
        } else if (factor < 0) {
            const Integer bottom = ceil_of(rest, -factor);
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
        const LinearForm& row = stage.rows[0];
        Integer rest = row.constant;
        for (const auto& [v, factor] : row.factors)
            if (v != stage.variable) rest += factor * values[static_cast<std::size_t>(v)];
        const Integer& factor = factor_of(row, stage.variable);
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

void LinearForm::add(const LinearForm& other, const Integer& times) {
    constant += other.constant * times;
    for (const auto& [variable, factor] : other.factors) {
        Integer& mine = factors[variable];
        mine += factor * times;
        if (mine == 0) factors.erase(variable);
    }
}

Found System::solve(std::vector<Integer>& values) const {
    try {
        const Elimination elimination = eliminate(equations_, inequalities_, variables_, -1);
        values.assign(static_cast<std::size_t>(variables_), 0);
        int nodes = 0;
        return choose(elimination.stages, elimination.stages.size(), values, nodes);
    } catch (const Infeasible&) {
        return Found::none;
    }
}

System::Range System::range(int variable) const {
    try {
        const Elimination elimination = eliminate(equations_, inequalities_, variables_, variable);
        return bounds_of({elimination.rest.begin(), elimination.rest.end()}, variable, {});
    } catch (const Infeasible&) {
        Range range;
        range.empty = true;
        return range;
    }
}

}  // namespace bouton
