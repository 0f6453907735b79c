#include "proofs/goals/simplex.hpp"

#include "base/linear_form.hpp"

namespace bouton::proofs {

using namespace kernel;

Simplex::Variable Simplex::unknown(const Monomial& monomial) {
    const auto [at, fresh] = unknowns_.try_emplace(monomial, static_cast<Variable>(columns_.size()));
    if (fresh) columns_.emplace_back();
    return at->second;
}

/// The variable that is this form; a new one is basic.
Simplex::Variable Simplex::form(const std::map<Variable, Rational>& form) {
    if (form.size() == 1) return form.begin()->first;
    const auto [at, fresh] = forms_.try_emplace(form, static_cast<Variable>(columns_.size()));
    const Variable v = at->second;
    if (!fresh) return v;
    columns_.emplace_back();
    Row row;
    Rational value = 0;
    for (const auto& [u, c] : form) {
        value += c * columns_[static_cast<std::size_t>(u)].value;
        const auto basic = rows_.find(u);
        if (basic == rows_.end()) {
            add_multiple(row, {{u, c}}, Rational(1));
            continue;
        }
        add_multiple(row, basic->second, c);
    }
    columns_[static_cast<std::size_t>(v)].value = value;
    rows_.emplace(v, std::move(row));
    return v;
}

void Simplex::push(EntryId entry, const Formula& comparison) {
    entries_.push_back(entry);
    // p = k * (form - b), where the form's first coefficient is 1
    std::map<Variable, Rational> linear;
    Rational k = 0, rest = 0;
    for (const auto& [monomial, c] : comparison.poly) {
        if (monomial.empty()) {
            rest = Rational(c);
            continue;
        }
        linear[unknown(monomial)] = Rational(c);
    }
    const bool is_equation = comparison.kind == Formula::Kind::zero;
    if (linear.empty()) {
        if (rest > 0 || (is_equation && rest < 0)) {
            contradictions_.push_back(entries_.size());
            known_.push_back({{entry, rest > 0 ? 1 : -1}});
        }
        return;
    }
    k = linear.begin()->second;
    for (auto& [v, c] : linear) c /= k;
    const Variable v = form(linear);
    const Rational at = -rest / k;
    if (is_equation || k > 0) bound(v, true, {at, entry, 1 / k});
    if (is_equation || k < 0) bound(v, false, {at, entry, -1 / k});
}

/// Keeps the stronger bound.
void Simplex::bound(Variable v, bool is_upper, Bound bound) {
    Column& column = columns_[static_cast<std::size_t>(v)];
    std::optional<Bound>& mine = is_upper ? column.upper : column.lower;
    const std::optional<Bound>& other = is_upper ? column.lower : column.upper;
    if (mine && (is_upper ? mine->value <= bound.value : mine->value >= bound.value)) return;
    if (other && (is_upper ? other->value > bound.value : other->value < bound.value)) {
        std::map<EntryId, Rational> sum;
        sum[bound.entry] += bound.factor;
        sum[other->entry] += other->factor;
        contradictions_.push_back(entries_.size());
        known_.push_back(whole(sum));
        return;
    }
    changes_.push_back({entries_.size(), v, is_upper, std::move(mine)});
    mine = std::move(bound);
    if (!rows_.contains(v) && (is_upper ? column.value > mine->value : column.value < mine->value))
        set_value(v, mine->value);
}

void Simplex::pop() {
    while (!changes_.empty() && changes_.back().depth == entries_.size()) {
        Change& change = changes_.back();
        Column& column = columns_[static_cast<std::size_t>(change.variable)];
        (change.is_upper ? column.upper : column.lower) = std::move(change.before);
        changes_.pop_back();
    }
    while (!contradictions_.empty() && contradictions_.back() == entries_.size()) {
        contradictions_.pop_back();
        known_.pop_back();
    }
    entries_.pop_back();
}

/// Of a variable that is not basic.
void Simplex::set_value(Variable v, const Rational& value) {
    const Rational step = value - columns_[static_cast<std::size_t>(v)].value;
    columns_[static_cast<std::size_t>(v)].value = value;
    for (const auto& [basic, row] : rows_) {
        const auto part = row.find(v);
        if (part != row.end()) columns_[static_cast<std::size_t>(basic)].value += part->second * step;
    }
}

/// They change places, and `basic` gets this value.
void Simplex::pivot(Variable basic, Variable other, const Rational& value) {
    Row row = std::move(rows_.at(basic));
    rows_.erase(basic);
    const Rational a = row.at(other);
    set_value(other, columns_[static_cast<std::size_t>(other)].value +
                         (value - columns_[static_cast<std::size_t>(basic)].value) / a);
    columns_[static_cast<std::size_t>(basic)].value = value;
    row.erase(other);
    for (auto& [v, c] : row) c /= -a;
    row[basic] = 1 / a;
    for (auto& [name, mine] : rows_) {
        const auto part = mine.find(other);
        if (part == mine.end()) continue;
        const Rational factor = part->second;
        mine.erase(part);
        add_multiple(mine, row, factor);
    }
    rows_.emplace(other, std::move(row));
}

Multipliers Simplex::whole(const std::map<EntryId, Rational>& sum) {
    Integer scale = 1;
    for (const auto& [entry, factor] : sum) {
        const Integer below = denominator(factor);
        scale = scale / arithmetic::gcd(scale, below) * below;
    }
    Multipliers result;
    for (const auto& [entry, factor] : sum)
        if (factor != 0) result.emplace_back(entry, Integer(numerator(factor) * (scale / denominator(factor))));
    return result;
}

/// The row's bounds, added up: the basic variable is below its lower bound (or above its upper one) although all others help.
Multipliers Simplex::explained(Variable basic, bool is_below) const {
    std::map<EntryId, Rational> sum;
    const Column& own = columns_[static_cast<std::size_t>(basic)];
    const Bound& missed = is_below ? *own.lower : *own.upper;
    sum[missed.entry] += missed.factor;
    for (const auto& [v, c] : rows_.at(basic)) {
        const Column& column = columns_[static_cast<std::size_t>(v)];
        const Bound& limit = (c > 0) == is_below ? *column.upper : *column.lower;
        sum[limit.entry] += abs(c) * limit.factor;
    }
    return whole(sum);
}

std::optional<Multipliers> Simplex::contradiction() {
    if (!known_.empty()) return known_.front();
    while (true) {
        // The first variable that misses a bound, the first other one that can help: so it ends (Bland).
        Variable basic = -1;
        bool is_below = false;
        for (const auto& [v, row] : rows_) {
            const Column& column = columns_[static_cast<std::size_t>(v)];
            is_below = column.lower && column.value < column.lower->value;
            if (!is_below && !(column.upper && column.value > column.upper->value)) continue;
            basic = v;
            break;
        }
        if (basic < 0) return std::nullopt;
        Variable other = -1;
        for (const auto& [v, c] : rows_.at(basic)) {
            const Column& column = columns_[static_cast<std::size_t>(v)];
            const bool should_rise = (c > 0) == is_below;
            if (should_rise ? column.upper && column.value >= column.upper->value
                            : column.lower && column.value <= column.lower->value)
                continue;
            other = v;
            break;
        }
        if (other < 0) return explained(basic, is_below);
        const Column& column = columns_[static_cast<std::size_t>(basic)];
        const Rational value = is_below ? column.lower->value : column.upper->value;
        pivot(basic, other, value);
    }
}

Simplex::Rational Simplex::value(const Monomial& unknown) const {
    const auto at = unknowns_.find(unknown);
    return at == unknowns_.end() ? Rational(0) : columns_[static_cast<std::size_t>(at->second)].value;
}

}  // namespace bouton::proofs
