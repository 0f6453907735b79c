// Linear forms: a constant and multiples of unknowns, which go by keys of any kind; no coefficient is 0.
//
// lang/linear.hpp has polynomials (keys are products, their numbers rational) and the simplex method rows without a constant: these are
// bare maps, added up by the same add_multiple. check/ has forms of its own, on purpose.
#pragma once

#include "base/integer.hpp"

#include <functional>
#include <map>

namespace bouton {

namespace arithmetic {

/// Rounds towards plus infinity.
template <class N> N ceil_divide(const N& a, const N& b) { return subtract(N(0), floor_divide(subtract(N(0), a), b)); }

}  // namespace arithmetic

/// to += times * from. `checked` sees every product and every sum.
template <class Key, class Number, class Checked = std::identity>
void add_multiple(std::map<Key, Number>& to, const std::map<Key, Number>& from, const Number& times,
                  Checked checked = {}) {
    for (const auto& [key, factor] : from) {
        const Number product = checked(Number(factor * times));
        const auto [at, fresh] = to.try_emplace(key, product);
        if (!fresh) at->second = checked(Number(at->second + product));
        if (at->second == 0) to.erase(at);
    }
}

template <class Key, class Number> struct LinearForm {
    std::map<Key, Number> terms;
    Number constant = 0;

    bool is_constant() const { return terms.empty(); }
    Number of(const Key& key) const {
        const auto found = terms.find(key);
        return found == terms.end() ? Number(0) : found->second;
    }
    template <class Checked = std::identity>
    void add(const LinearForm& other, const Number& times, Checked checked = {}) {
        add_multiple(terms, other.terms, times, checked);
        constant = checked(Number(constant + checked(Number(other.constant * times))));
    }
    /// Puts a form in the place of an unknown.
    template <class Checked = std::identity> void replace(const Key& key, const LinearForm& by, Checked checked = {}) {
        const auto found = terms.find(key);
        if (found == terms.end()) return;
        const Number factor = found->second;
        terms.erase(found);
        add(by, factor, checked);
    }
    /// What an unknown is where the form is 0; its coefficient is 1 or -1.
    LinearForm solved_for(const Key& key) const {
        LinearForm result;
        result.add(*this, -terms.at(key));
        result.terms.erase(key);
        return result;
    }
    /// The greatest common divisor of the coefficients.
    Number content() const {
        Number result = 0;
        for (const auto& [key, factor] : terms) result = arithmetic::gcd(result, factor);
        return result;
    }
    /// All numbers are integers, so  g*s + k <= 0  is  s + ceil(k/g) <= 0.  A negative g: for equations, where it divides k.
    void divide(const Number& g) {
        for (auto& [key, factor] : terms) factor /= g;
        constant = arithmetic::ceil_divide(constant, g);
    }

    bool operator==(const LinearForm&) const = default;
    bool operator<(const LinearForm& other) const {
        return terms != other.terms ? terms < other.terms : constant < other.constant;
    }
};

}  // namespace bouton
