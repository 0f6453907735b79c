#include "unit/formulas.hpp"

#include <algorithm>
#include <deque>

namespace bouton::unit {

using namespace kernel;

namespace {

/// The order in which a circle of n leaves when every k-th goes, by walking around it.
std::vector<long long> leaving_order(long long n, long long k) {
    std::deque<long long> circle;
    for (long long i = 1; i <= n; ++i) circle.push_back(i);
    std::vector<long long> order;
    while (!circle.empty()) {
        for (long long i = 1; i < k; ++i) {
            circle.push_back(circle.front());
            circle.pop_front();
        }
        order.push_back(circle.front());
        circle.pop_front();
    }
    return order;
}

}  // namespace

Integer Formulas::of(const Poly& p) {
    Integer sum = 0;
    for (const auto& [monomial, c] : p) {
        Integer product = c;
        for (const AtomId id : monomial) product *= of(id);
        sum += product;
    }
    return sum;
}

bool Formulas::of(const FormulaPtr& f) {
    using K = Formula::Kind;
    const auto part = [&](const FormulaPtr& g) { return of(g); };
    switch (f->kind) {
        case K::all: return std::all_of(f->parts.begin(), f->parts.end(), part);
        case K::any: return std::any_of(f->parts.begin(), f->parts.end(), part);
        case K::at_most_zero: return of(f->poly) <= 0;
        case K::zero: return of(f->poly) == 0;
        case K::not_zero: return of(f->poly) != 0;
        case K::for_all:
        case K::exists: break;
    }
    if (!first_) throw TooLarge{};
    return tried(*f, 0);
}

bool Formulas::tried(const Formula& f, std::size_t at) {
    if (at == f.variables.size()) return of(f.parts[0]);
    const bool all = f.kind == Formula::Kind::for_all;
    bool result = all;
    for (std::int64_t value = *first_; value <= *last_ && result == all; ++value) {
        set(f.variables[at], value);
        result = tried(f, at + 1);
    }
    variables_.erase(f.variables[at]);
    values_.clear();
    return result;
}

Integer Formulas::of(AtomId id) {
    const Atom& atom = terms_[id];
    if (atom.kind == Atom::Kind::variable) {
        const auto known = variables_.find(id);
        if (known != variables_.end()) return known->second;
        return variables_[id] = next_ ? next_() : Integer(random_.between(-3, random_.chance(30) ? 40 : 7));
    }
    const auto known = values_.find(id);
    if (known != values_.end()) return known->second;
    const Integer value = compute(id);
    return values_[id] = value;
}

Integer Formulas::compute(AtomId id) {
    const Atom& atom = terms_[id];
    if (atom.kind == Atom::Kind::choose) return of(atom.condition) ? of(atom.args[0]) : of(atom.args[1]);
    std::vector<Integer> args;
    for (const Poly& arg : atom.args) args.push_back(of(arg));
    if (atom.kind == Atom::Kind::quotient && args[1] != 0)
        return args[1] > 0 ? arithmetic::floor_divide(args[0], args[1])
                           : arithmetic::floor_divide(Integer(-args[0]), Integer(-args[1]));
    if (atom.kind == Atom::Kind::call) {
        if (const auto function = functions_.find(atom.name); function != functions_.end())
            if (const auto value = function->second(args)) return *value;
        if (const auto value = usual(atom.name, args)) return *value;
        if (const auto value = sum(atom.name, args)) return *value;
    }
    const auto [at, fresh] = others_.try_emplace({std::to_string(static_cast<int>(atom.kind)) + atom.name, args}, 0);
    if (fresh) at->second = atom.name.starts_with("f_") ? random_.between(0, 9) : random_.between(-9, 9);
    return at->second;
}

/// The arguments: the last index, the first, and what else the term depends on. Inside, everything has another value: a copy computes it.
std::optional<Integer> Formulas::sum(const std::string& name, const std::vector<Integer>& args) {
    if (!sums_) return std::nullopt;
    const auto found = sums_->find(name);
    if (found == sums_->end()) return std::nullopt;
    const SumBody& body = found->second;
    if (args[0] - args[1] > 2000) throw TooLarge{};
    Formulas inner = *this;
    Integer total = 0;
    for (Integer i = args[1]; i <= args[0]; i += 1) {
        for (std::size_t j = 0; j < body.placeholders.size(); ++j)
            inner.set(body.placeholders[j], j == 0 ? i : args.at(j + 1));
        total += inner.of(body.term);
    }
    others_ = inner.others_;  // what was made up stays so
    return total;
}

std::optional<Integer> Formulas::usual(const std::string& name, const std::vector<Integer>& args) {
    if (name.starts_with("pow") && args[0] >= 0) {
        if (args[0] > 300) throw TooLarge{};
        Integer power = 1;
        for (Integer i = 0; i < args[0]; i += 1) power *= std::stoi(name.substr(3));
        return power;
    }
    if (name == "log2" && args[0] >= 1) {
        Integer log = 0;
        for (Integer n = args[0]; n > 1; n = arithmetic::floor_divide(n, Integer(2))) log += 1;
        return log;
    }
    if (name == "twos" && args[0] >= 1) {
        Integer count = 0;
        for (Integer n = args[0]; n % 2 == 0; n /= 2) count += 1;
        return count;
    }
    if ((name == "rank" || name == "seat") && args[1] >= 1 && args[2] >= 1 && args[2] <= args[0]) {
        if (args[0] > 60 || args[1] > 200) throw TooLarge{};
        const auto order = leaving_order(clamp(args[0]), clamp(args[1]));
        const auto m = clamp(args[2]);
        if (name == "seat") return Integer(order[static_cast<std::size_t>(m - 1)]);
        return Integer(std::find(order.begin(), order.end(), m) - order.begin() + 1);
    }
    return std::nullopt;
}

}  // namespace bouton::unit
