#include "discover/vocabulary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace bouton::discover {

namespace {

ExpressionPtr plus(const ExpressionPtr& a, const ExpressionPtr& b) { return node(Operation::add, {a, b}); }
ExpressionPtr minus(const ExpressionPtr& a, const ExpressionPtr& b) { return node(Operation::subtract, {a, b}); }
ExpressionPtr floor_of(const ExpressionPtr& a, Number c) { return node(Operation::divide, {a}, c); }
ExpressionPtr rest_of(const ExpressionPtr& a, Number c) { return node(Operation::modulo, {a}, c); }
ExpressionPtr times(const ExpressionPtr& a, Number c) { return c == 1 ? a : node(Operation::times, {a}, c); }
ExpressionPtr less_one(const ExpressionPtr& a) { return node(Operation::decrement, {a}); }
ExpressionPtr at_most(const ExpressionPtr& a, const ExpressionPtr& b) { return node(Operation::at_most, {a, b}); }
ExpressionPtr less(const ExpressionPtr& a, const ExpressionPtr& b) { return node(Operation::less, {a, b}); }
ExpressionPtr equal(const ExpressionPtr& a, const ExpressionPtr& b) { return node(Operation::equal, {a, b}); }

ExpressionPtr all_of(Operation operation, const std::vector<ExpressionPtr>& parts) {
    ExpressionPtr all = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) all = node(operation, {all, parts[i]});
    return all;
}

std::vector<Operation> operations_for(Style style, std::size_t dimension) {
    using enum Operation;  // `times` is a function here too
    if (style == Style::algebraic) return {add, subtract, quotient, absolute, root};
    std::vector<Operation> all = {increment, decrement, Operation::times, divide,  modulo,
                                  add,       subtract,  bit_xor,          minimum, maximum};
    if (dimension <= 2)
        for (const Operation more : {absolute, twos, logarithm, odd_half, low_power}) all.push_back(more);
    if (dimension == 2) all.push_back(bit_or);
    if (dimension == 1)
        for (const Operation more : {ones, root, power_of_two}) all.push_back(more);
    return all;
}

}  // namespace

Vocabulary::Vocabulary(const Sample& sample, Style style)
    : sample_(sample), operations_(operations_for(style, sample.dimension())) {
    add_positions();
    for (std::size_t d = 0; d < sample.dimension(); ++d) {
        std::vector<Number> column;
        for (const Position& position : positions_) column.push_back(static_cast<Number>(position[d]));
        coordinates_.push_back(opaque(sample.coordinates[d], std::move(column)));
        leaves_.push_back({coordinates_.back(), 1});
    }
    leaves_.push_back({constant(1), 1});
    leaves_.push_back({constant(0), 1});
    choose_constants();
    if (style == Style::algebraic) {
        add_products();
    } else {
        if (sample.symmetric) add_symmetric_leaves();
        add_rule_terms();
        // Coordinates that begin with 1 count from there.
        for (std::size_t d = 0; d < coordinates_.size(); ++d)
            if (std::none_of(positions_.begin(), positions_.end(), [&](const Position& p) { return p[d] == 0; }))
                leaves_.push_back({less_one(coordinates_[d]), 1});
        if (style == Style::recursive && !sample.outcomes()) add_recursive_leaves();
    }
    sample.dimension() == 1 ? add_conditions_of_one() : add_conditions_of_several();
}

void Vocabulary::add_positions() {
    std::vector<std::size_t> cells;
    const Table& table = sample_.large;
    for (std::size_t cell = 0; cell < table.size(); ++cell)
        if (table[cell] != Table::kNone) cells.push_back(cell);
    const auto sum = [&](std::size_t cell) {
        const Position p = table.position(cell);
        return std::accumulate(p.begin(), p.end(), std::int64_t{0});
    };
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    for (const std::size_t cell : cells) order.emplace_back(sum(cell), cell);
    std::sort(order.begin(), order.end());
    for (const auto& [total, cell] : order) {
        positions_.push_back(table.position(cell));
        target_.push_back(table[cell]);
        near_.push_back(sample_.small.covers(positions_.back()));
    }
}

ExpressionPtr Vocabulary::opaque(const std::string& text, std::vector<Number> column) {
    const auto index = static_cast<std::int32_t>(columns_.size());
    columns_.push_back(std::move(column));
    recursive_.push_back(false);
    return leaf(index, text);
}

void Vocabulary::add_rule_terms() {
    for (const std::string& text : sample_.terms) {
        std::vector<Number> column;
        for (const auto& value : sample_.evaluate(text, positions_))
            column.push_back(value && std::abs(*value) <= kLargest ? static_cast<Number>(*value) : kUndefined);
        rule_terms_.push_back(opaque(text, std::move(column)));
        leaves_.push_back({rule_terms_.back(), 2});
    }
}

/// For symmetric tables: what treats all coordinates alike is cheap.
void Vocabulary::add_symmetric_leaves() {
    const auto each = [&](auto f) {
        std::vector<ExpressionPtr> parts;
        for (const ExpressionPtr& x : coordinates_) parts.push_back(f(x));
        return parts;
    };
    for (const Operation operation : {Operation::add, Operation::bit_xor, Operation::maximum, Operation::minimum})
        leaves_.push_back({all_of(operation, coordinates_), 2});
    for (const auto& [c, price] : constants_) {
        const Number q = c;
        if (q > 8 || (coordinates_.size() == 2 && price > 2)) continue;
        const auto quotients = each([&](const ExpressionPtr& x) { return floor_of(x, q); });
        const auto rests = each([&](const ExpressionPtr& x) { return rest_of(x, q); });
        leaves_.push_back({all_of(Operation::bit_xor, quotients), 3});
        leaves_.push_back({all_of(Operation::add, rests), 3});
        leaves_.push_back({rest_of(all_of(Operation::add, coordinates_), q), 3});
        leaves_.push_back({all_of(Operation::bit_xor, rests), 3});
    }
}

/// The value of an earlier position as a leaf; only where it is earlier, and if that is often enough.
void Vocabulary::add_value_at(const std::vector<ExpressionPtr>& at, int cost) {
    const std::size_t count = positions_.size();
    std::vector<std::vector<Number>> coordinates(at.size(), std::vector<Number>(count));
    for (std::size_t d = 0; d < at.size(); ++d) evaluate(at[d], columns_, 0, count, coordinates[d].data());
    std::vector<Number> column(count, kUndefined);
    std::size_t defined = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Position there;
        for (std::size_t d = 0; d < at.size(); ++d) there.push_back(coordinates[d][i]);
        const auto& here = positions_[i];
        const auto total = [](const Position& p) { return std::accumulate(p.begin(), p.end(), std::int64_t{0}); };
        if (std::find(there.begin(), there.end(), kUndefined) != there.end()) continue;
        // In a swapped position the first coordinate has to fall; else the sum.
        if (total(there) > total(here) || (total(there) == total(here) && there >= here)) continue;
        const std::int32_t value = sample_.large.at(there);
        if (value == Table::kNone) continue;
        column[i] = value;
        ++defined;
    }
    if (defined * 5 < count) return;
    std::string arguments;
    for (const ExpressionPtr& a : at) arguments += (arguments.empty() ? "" : ", ") + text(a);
    const ExpressionPtr value = opaque(fmt::format("{}({})", sample_.value_word(), arguments), std::move(column));
    recursive_.back() = true;
    leaves_.push_back({value, cost});
}

void Vocabulary::add_recursive_leaves() {
    if (coordinates_.size() == 1) {
        const ExpressionPtr x = coordinates_[0];
        for (Number b = 2; b <= 7; ++b) {
            for (Number a = 1; a < b; ++a)
                if (std::gcd(a, b) == 1) add_value_at({floor_of(times(x, a), b)}, 4);
            add_value_at({floor_of(less_one(x), b)}, 5);
            if (b <= 3) {
                add_value_at({minus(x, floor_of(x, b))}, 5);
                add_value_at({less_one(minus(x, floor_of(x, b)))}, 6);
            }
        }
        const std::vector<ExpressionPtr> terms = rule_terms_;
        for (const ExpressionPtr& f : terms) {
            add_value_at({less_one(minus(x, f))}, 3);
            add_value_at({minus(x, f)}, 3);
            add_value_at({f}, 4);
        }
        return;
    }
    if (coordinates_.size() != 2) return;
    const ExpressionPtr x = coordinates_[0], y = coordinates_[1], zero = constant(0);
    const ExpressionPtr least = node(Operation::minimum, {x, y});
    add_value_at({floor_of(x, 2), floor_of(y, 2)}, 8);
    add_value_at({floor_of(x, 3), floor_of(y, 3)}, 8);
    add_value_at({less_one(x), less_one(y)}, 7);
    add_value_at({minus(x, least), minus(y, least)}, 7);
    add_value_at({least, zero}, 7);
    add_value_at({x, zero}, 6);
    add_value_at({zero, y}, 6);
    add_value_at({y, x}, 6);
}

void Vocabulary::add_products() {
    for (std::size_t i = 0; i < coordinates_.size(); ++i)
        for (std::size_t j = i; j < coordinates_.size(); ++j)
            leaves_.push_back({node(Operation::product, {coordinates_[i], coordinates_[j]}), 2});
}

/// Small numbers, those of the rules and their neighbours, products of two parameters.
void Vocabulary::choose_constants() {
    std::map<Number, int> price = {{2, 1}, {3, 2}, {4, 2}, {5, 3}, {6, 3}, {7, 3}, {8, 3}};
    const auto offer = [&](std::int64_t c, int cost) {
        if (c < 2 || c > 64) return;
        const auto [at, added] = price.try_emplace(static_cast<Number>(c), cost);
        if (!added) at->second = std::min(at->second, cost);
    };
    for (const auto& [name, a] : sample_.parameters)
        for (const auto& [other, b] : sample_.parameters)
            if (name != other && a > 0 && b > 0 && a < 12 && b < 12)
                for (const std::int64_t c : {a * b, a * b - a + 1, a * b + 1, a + b}) offer(c, 3);
    for (const std::int64_t c : sample_.constants) {
        offer(c, 1);
        offer(c + 1, 2);
        offer(c - 1, 2);
        offer(2 * c, 2);
    }
    constants_.assign(price.begin(), price.end());
}

void Vocabulary::add_conditions_of_one() {
    const ExpressionPtr x = coordinates_[0], zero = constant(0), one = constant(1);
    for (const ExpressionPtr& f : rule_terms_) {
        add(2, at_most(zero, f));
        add(2, at_most(one, f));
        add(3, equal(f, zero));
        add(3, at_most(x, f));
        add(3, less(x, f));
    }
    for (Number c = 0; c < 7; ++c) add(2 + c / 3, at_most(x, constant(c)));
    std::vector<Number> moduli = {2, 3, 4, 5, 6};
    for (const std::int64_t c : sample_.constants)
        for (const std::int64_t m : {c - 1, c, c + 1})
            if (m > 6 && m <= 12) moduli.push_back(static_cast<Number>(m));
    std::sort(moduli.begin(), moduli.end());
    moduli.erase(std::unique(moduli.begin(), moduli.end()), moduli.end());
    for (const Number m : moduli)
        for (Number r = 0; r < m; ++r) add(3 + (m > 4) + (r > 1), equal(rest_of(x, m), constant(r)));
    add(4, equal(node(Operation::ones, {x}), one));
    add(4, equal(node(Operation::ones, {node(Operation::increment, {x})}), one));
}

void Vocabulary::add_conditions_of_several() {
    const auto& X = coordinates_;
    const ExpressionPtr zero = constant(0), one = constant(1);
    for (const ExpressionPtr& f : rule_terms_) {
        add(2, at_most(zero, f));
        add(2, at_most(one, f));
        add(3, equal(f, zero));
        for (const ExpressionPtr& x : X) {
            add(3, at_most(x, f));
            add(3, less(x, f));
        }
    }
    for (std::size_t i = 0; i < X.size(); ++i)
        for (std::size_t j = 0; j < X.size(); ++j) {
            if (i == j) continue;
            add(2, at_most(X[i], X[j]));
            add(3, at_most(times(X[i], 2), X[j]));
            add(3, less(times(X[i], 2), X[j]));
            add(3, at_most(X[i], times(X[j], 2)));
            if (i > j) continue;
            add(2, equal(X[i], X[j]));
            add(4, at_most(node(Operation::absolute, {minus(X[i], X[j])}), one));
            add(3, equal(rest_of(plus(X[i], X[j]), 2), zero));
            add(4, equal(rest_of(plus(X[i], X[j]), 3), zero));
        }
    for (const ExpressionPtr& x : X) {
        for (Number c = 0; c < 4; ++c) add(2 + c / 2, at_most(x, constant(c)));
        for (const Number m : {2, 3, 4}) add(3, equal(rest_of(x, m), zero));
        add(3, equal(rest_of(x, 2), one));
    }
    for (const Operation operation : {Operation::maximum, Operation::minimum, Operation::add})
        for (Number c = 0; c < 4; ++c) add(3, at_most(all_of(operation, X), constant(c)));
    if (X.size() > 2)
        for (const ExpressionPtr& x : X) add(3, equal(x, all_of(Operation::maximum, X)));
}

bool Vocabulary::is_recursive(const ExpressionPtr& e) const {
    const std::vector<std::int32_t> used = leaves_of(e);
    return std::any_of(used.begin(), used.end(),
                       [&](std::int32_t index) { return recursive_[static_cast<std::size_t>(index)]; });
}

}  // namespace bouton::discover
