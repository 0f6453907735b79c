#include "engines/misere/quotient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace bouton::misere {

Learner::Learner(Sums& sums, std::vector<Component> components, const Watch& watch)
    : sums_(sums), components_(std::move(components)), watch_(watch) {
    steps_.watch = &watch_;
}

void Learner::add(Component component) { components_.push_back(component); }

const Learner::Row& Learner::row_of(const Sum& sum) {
    Row& row = rows_[sum];
    while (row.size() < columns_.size()) {
        steps_.tick(16);
        row.push_back(sums_.is_p(Sums::joined(sum, columns_[row.size()])));
    }
    return row;
}

void Learner::add_column(const Sum& column) {
    if (std::find(columns_.begin(), columns_.end(), column) != columns_.end())
        throw std::logic_error("a column that tells nothing apart");
    columns_.push_back(column);
}

/// Every element with every component added is an element. Small sums first, so that few large ones are asked for.
void Learner::close() {
    by_row_.clear();
    for (std::size_t i = 0; i < elements_.size(); ++i)
        by_row_.emplace(row_of(elements_[i]), static_cast<std::uint32_t>(i));
    actions_.assign(components_.size(), {});
    for (std::size_t x = 0; x < elements_.size(); ++x) {
        watch_.report(fmt::format("{} elements, {} columns", elements_.size(), columns_.size()));
        for (std::size_t g = 0; g < components_.size(); ++g) {
            const Sum next = Sums::joined(elements_[x], {components_[g]});
            const auto [found, is_new] =
                by_row_.try_emplace(row_of(next), static_cast<std::uint32_t>(elements_.size()));
            if (is_new) elements_.push_back(next);
            actions_[g].push_back(found->second);
        }
    }
}

/// Where two components do not commute, one of the columns says so with a component more.
bool Learner::commute() {
    for (std::size_t g = 0; g < components_.size(); ++g)
        for (std::size_t h = 0; h < g; ++h)
            for (std::size_t x = 0; x < elements_.size(); ++x) {
                steps_.tick();
                const std::uint32_t one = actions_[h][actions_[g][x]], other = actions_[g][actions_[h][x]];
                if (one == other) continue;
                // x + g + h is one sum; it cannot be like both.
                const Sum whole = Sums::joined(Sums::joined(elements_[x], {components_[g]}), {components_[h]});
                const Row row = row_of(whole);
                const bool first = row != row_of(elements_[one]);
                const Sum shorter = elements_[first ? actions_[g][x] : actions_[h][x]];
                const Component added = components_[first ? h : g];
                const Row seen = row_of(Sums::joined(shorter, {added}));
                for (std::size_t i = 0; i < columns_.size(); ++i)
                    if (seen[i] != row[i]) {
                        add_column(Sums::joined(columns_[i], {added}));
                        return false;
                    }
                throw std::logic_error("actions that do not commute without a reason");
            }
    return true;
}

/// What the columns have seen is what the actions lead to. Otherwise two elements that a column tells apart need not be told apart by the
/// guess itself, which would then have an element too many: its outcome for such a sum is wrong.
bool Learner::consistent() {
    for (std::size_t x = 0; x < elements_.size(); ++x)
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            steps_.tick();
            const Row row = row_of(elements_[x]);
            if (row_of(elements_[walk(columns_[i], static_cast<std::uint32_t>(x))])[0] == row[i]) continue;
            refute(Sums::joined(elements_[x], columns_[i]));
            return false;
        }
    return true;
}

Quotient Learner::guess() {
    do close();
    while (!commute() || !consistent());
    Quotient quotient;
    quotient.elements = elements_;
    quotient.actions = actions_;
    for (const Sum& element : elements_) quotient.p_portion.push_back(row_of(element)[0]);
    return quotient;
}

std::uint32_t Learner::walk(const Sum& sum, std::uint32_t x) const {
    for (const Component component : sum) {
        const auto at = std::find(components_.begin(), components_.end(), component);
        x = actions_[static_cast<std::size_t>(at - components_.begin())][x];
    }
    return x;
}

/// Rivest and Schapire: along the sum, component by component, the element takes the place of what was read; where the outcome of the
/// whole changes, the element is not like what it stands for, and the rest of the sum is the column that shows it.
void Learner::refute(const Sum& sum) {
    const auto wrong = [&](const Sum& one) { return sums_.is_p(one) != row_of(elements_[walk(one)])[0]; };
    std::vector<Sum> suspects{sum};
    for (std::size_t i = 0; i < sum.size(); ++i) {
        Sum others = sum;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        for (const Sum& option : sums_.options(sum[i])) suspects.push_back(Sums::joined(others, option));
    }
    const auto found = std::find_if(suspects.begin(), suspects.end(), wrong);
    if (found == suspects.end()) throw std::logic_error("a guess was refuted that is right");
    std::uint32_t x = 0;
    for (std::size_t i = 0; i < found->size(); ++i) {
        const Sum rest(found->begin() + static_cast<std::ptrdiff_t>(i) + 1, found->end());
        const Sum here = Sums::joined(elements_[x], {(*found)[i]});
        const auto at = std::find(components_.begin(), components_.end(), (*found)[i]);
        const std::uint32_t next = actions_[static_cast<std::size_t>(at - components_.begin())][x];
        if (sums_.is_p(Sums::joined(here, rest)) != sums_.is_p(Sums::joined(elements_[next], rest))) {
            add_column(rest);
            return;
        }
        x = next;
    }
    throw std::logic_error("a wrong outcome without a reason");
}

}  // namespace bouton::misere
