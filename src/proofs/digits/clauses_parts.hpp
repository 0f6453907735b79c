// What the files of the translator share among themselves.
#pragma once

#include "proofs/digits/clauses.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bouton::digits {

/// For messages.
std::string shown(const Expr& e);

Clause joined(Clause a, const Clause& b);

/// Calls visit(guard, values) for all choices of one case for each argument.
template <class Visit>
void combine(const std::vector<std::vector<Translator::Case>>& args, std::size_t i, Clause guard,
             std::vector<Value>& values, const Visit& visit) {
    if (i == args.size()) return visit(guard, values);
    for (const auto& one : args[i]) {
        values.push_back(one.value);
        combine(args, i + 1, joined(guard, one.guard), values, visit);
        values.pop_back();
    }
}
template <class Visit> void combine(const std::vector<std::vector<Translator::Case>>& args, const Visit& visit) {
    std::vector<Value> values;
    combine(args, 0, {}, values, visit);
}

/// Visits every choice of remainders, with the value multiplied by the product of the divisors: no floors are left.
void without_floors(const Value& value, std::size_t i, Linear sum, std::int64_t multiple, const Clause& guard,
                    const std::function<void(const Clause&, const Linear&, std::int64_t)>& visit);

}  // namespace bouton::digits
