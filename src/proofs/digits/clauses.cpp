#include "proofs/digits/clauses.hpp"

#include "lang/coordinates.hpp"
#include "lang/evaluate.hpp"
#include "proofs/digits/clauses_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace bouton::digits {

namespace {

constexpr std::size_t kMostClauses = 5000;
constexpr std::int64_t kLargest = 1000000;

Unsupported unreadable(const Expr& e) {
    return Unsupported{fmt::format(
        "{}; linear terms, floor and mod by constants, powers, xor, qsum = 0 can be read in digits", shown(e))};
}

}  // namespace

std::string shown(const Expr& e) {
    const std::string text = infix(e);
    return text.find('@') == std::string::npos ? text : "a term with `for`";
}

Clause joined(Clause a, const Clause& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

void without_floors(const Value& value, std::size_t i, Linear sum, std::int64_t multiple, const Clause& guard,
                    const std::function<void(const Clause&, const Linear&, std::int64_t)>& visit) {
    if (i == value.floors.size()) return visit(guard, sum, multiple);
    const Floor& floor = value.floors[i];
    if (floor.by > kMostValues)
        throw Unsupported{fmt::format("a remainder modulo {}; at most {} can be told apart", floor.by, kMostValues)};
    for (std::int64_t rest = 0; rest < floor.by; ++rest) {
        Condition c = linear(Condition::Kind::congruent, floor.of);
        c.modulus = floor.by;
        c.sum.constant -= rest;
        Linear next;
        next.add(sum, floor.by);
        const std::int64_t factor = small(Integer(floor.factor) * multiple);
        next.add(floor.of, factor);
        next.constant = small(Integer(next.constant) - Integer(rest) * factor);
        without_floors(value, i + 1, next, small(Integer(multiple) * floor.by), joined(guard, {c}), visit);
    }
}

std::int64_t small(const Integer& value) {
    if (value > kLargest || value < -kLargest)
        throw Unsupported{"the number " + bouton::to_text(value) + " is too large for digits"};
    return clamp(value);
}

Value constant_value(std::int64_t constant) {
    Value value;
    value.sum.constant = constant;
    return value;
}

void add(Value& to, const Value& from, std::int64_t factor) {
    to.sum.add(from.sum, factor);
    for (const Floor& floor : from.floors) {
        const auto same = std::find_if(to.floors.begin(), to.floors.end(), [&](const Floor& other) {
            return other.by == floor.by && other.of.terms == floor.of.terms && other.of.constant == floor.of.constant;
        });
        if (same == to.floors.end()) {
            to.floors.push_back(floor);
            to.floors.back().factor = small(Integer(floor.factor) * factor);
        } else {
            same->factor = small(same->factor + Integer(floor.factor) * factor);
        }
    }
    std::erase_if(to.floors, [](const Floor& floor) { return floor.factor == 0; });
}

Condition linear(Condition::Kind kind, Linear sum) {
    Condition c;
    c.kind = kind;
    c.sum = std::move(sum);
    return c;
}

Condition about(Condition::Kind kind, std::vector<std::string> tracks, std::int64_t modulus, std::int64_t rest) {
    Condition c;
    c.kind = kind;
    c.tracks = std::move(tracks);
    c.modulus = modulus;
    c.rest = rest;
    return c;
}

std::vector<std::pair<Clause, std::vector<Value>>> choices(const std::vector<std::vector<Translator::Case>>& args) {
    std::vector<std::pair<Clause, std::vector<Value>>> result;
    combine(args, [&](const Clause& guard, const std::vector<Value>& values) { result.emplace_back(guard, values); });
    return result;
}

Value track(const std::string& name) {
    Value value;
    value.sum.add(name, 1);
    return value;
}

std::string to_text(const Value& value) {
    std::string text =
        value.floors.empty() || !value.sum.terms.empty() || value.sum.constant != 0 ? to_text(value.sum) : "";
    std::vector<std::string> floors;
    for (const Floor& floor : value.floors)
        floors.push_back(fmt::format("{}*floor(({})/{})", floor.factor, to_text(floor.of), floor.by));
    std::sort(floors.begin(), floors.end());
    for (const std::string& floor : floors) text += (text.empty() ? "" : " + ") + floor;
    return text;
}

Clauses both(const Clauses& a, const Clauses& b) {
    if (a.size() * b.size() > kMostClauses)
        throw Unsupported{fmt::format("it falls into more than {} cases", kMostClauses)};
    Clauses result;
    for (const Clause& x : a)
        for (const Clause& y : b) result.push_back(joined(x, y));
    return result;
}

Clauses either(Clauses a, const Clauses& b) {
    if (a.size() + b.size() > kMostClauses)
        throw Unsupported{fmt::format("it falls into more than {} cases", kMostClauses)};
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// ---- values

std::vector<std::string> Translator::coordinates(const std::string& suffix) const {
    std::vector<std::string> names = coordinate_names(rules_, pile_count_);
    for (std::string& name : names) name += suffix;
    return names;
}

Scope Translator::place(const std::vector<int>& slots, const std::vector<Value>& position, Scope scope) const {
    scope.piles.clear();
    std::size_t at = 0;
    for (std::size_t i = 0; i < rules_.coordinates.size(); ++i) {
        if (static_cast<int>(i) == rules_.piles) {
            for (std::size_t j = 0; j < pile_count_; ++j) scope.piles.push_back(position[at++]);
        } else {
            Scope::Entry entry;
            entry.value = position[at++];
            scope.slots[slots[i]] = entry;
        }
    }
    return scope;
}

bool Translator::is_constant(const Expr& e, const Scope& scope) const {
    if (e->loop || e->numbers || !e->sets.empty()) return false;
    if (e->op >= Op::piles_sum) return false;
    if (e->op == Op::variable) {
        const auto found = scope.slots.find(e->slot);
        return found != scope.slots.end() && found->second.power.empty() && found->second.value.constant();
    }
    return std::all_of(e->args.begin(), e->args.end(), [&](const Expr& arg) { return is_constant(arg, scope); });
}

std::optional<std::int64_t> Translator::constant(const Expr& e, const Scope& scope) {
    if (is_constant(e, scope)) {
        std::vector<bool> seen;
        free_slots(e, seen);
        Frame frame;
        frame.slots.resize(seen.size());
        for (std::size_t slot = 0; slot < seen.size(); ++slot)
            if (seen[slot]) frame.slots[slot] = scope.slots.at(static_cast<int>(slot)).value.sum.constant;
        try {
            return small(evaluate(e, frame));
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            Watch::check_current();
            throw Unsupported{error.what()};
        }
    }
    if (e->op != Op::piles_count) return std::nullopt;
    return static_cast<std::int64_t>(pile_count_);
}

std::int64_t Translator::need_constant(const Expr& e, const Scope& scope, const std::string& what) {
    const auto value = constant(e, scope);
    if (!value) throw Unsupported{fmt::format("{} {} is not a constant", what, shown(e))};
    return *value;
}

/// Never negative, by its signs?
bool Translator::natural(const Value& value) const {
    const auto of = [&](const Linear& sum) {
        return sum.constant >= 0 && std::all_of(sum.terms.begin(), sum.terms.end(), [&](const auto& term) {
                   return term.second >= 0 &&
                          (term.first.find('#') == std::string::npos || natural_.contains(term.first));
               });
    };
    return of(value.sum) && std::all_of(value.floors.begin(), value.floors.end(),
                                        [&](const Floor& floor) { return floor.factor >= 0 && of(floor.of); });
}

std::string Translator::as_track(const Value& value, const std::string& function, Clause& guard) {
    if (!natural(value))
        throw Unsupported{fmt::format(
            "{} of {}, of which it is not clear that it is never negative; use plain coordinates and variables",
            function, to_text(value))};
    const Linear& sum = value.sum;
    if (value.floors.empty() && sum.constant == 0 && sum.terms.size() == 1 && sum.terms.begin()->second == 1)
        return sum.terms.begin()->first;
    const std::string name = "(" + to_text(value) + ")";
    Value difference = track(name);
    add(difference, value, -1);
    const Clauses equal = compare(Condition::Kind::equal, difference);
    if (equal.size() != 1)
        throw Unsupported{fmt::format("{} of {}; use plain coordinates and variables", function, to_text(value))};
    guard = joined(guard, equal[0]);
    return name;
}

/// floor(of / by): what is a multiple of `by` goes out, common divisors go, floors inside become one division.
std::vector<Translator::Case> Translator::divided(const Case& of, std::int64_t by) const {
    std::vector<Case> result;
    const auto emit = [&](const Clause& guard, const Linear& sum, std::int64_t divisor) {
        Case out{joined(of.guard, guard), {}};
        Linear inner;
        std::int64_t common = divisor;
        for (const auto& [name, factor] : sum.terms) {
            const std::int64_t whole = arithmetic::floor_divide(factor, divisor);
            if (whole != 0) out.value.sum.add(name, whole);
            if (factor - whole * divisor == 0) continue;
            inner.add(name, factor - whole * divisor);
            common = std::gcd(common, factor - whole * divisor);
        }
        for (auto& term : inner.terms) term.second /= common;
        const std::int64_t constant = arithmetic::floor_divide(sum.constant, common), reduced = divisor / common;
        out.value.sum.constant = arithmetic::floor_divide(constant, reduced);
        inner.constant = constant - out.value.sum.constant * reduced;
        if (!inner.terms.empty()) out.value.floors.push_back({1, inner, reduced});
        result.push_back(std::move(out));
    };
    const auto& floors = of.value.floors;
    if (floors.size() == 1 && (floors[0].factor == 1 || floors[0].factor == -1)) {
        // floor((floor(a/c) + r)/d) = floor((a + c*r)/(c*d)), and -floor(a/c) = floor((-a + c - 1)/c)
        const Floor& floor = floors[0];
        Linear sum;
        sum.add(of.value.sum, floor.by);
        sum.add(floor.of, floor.factor);
        if (floor.factor < 0) sum.constant += floor.by - 1;
        emit({}, sum, small(Integer(floor.by) * by));
    } else {
        without_floors(of.value, 0, of.value.sum, 1, {},
                       [&](const Clause& guard, const Linear& sum, std::int64_t multiple) {
                           emit(guard, sum, small(Integer(multiple) * by));
                       });
    }
    return result;
}

std::vector<Translator::Case> Translator::extreme(const std::vector<std::vector<Case>>& args, bool least) const {
    std::vector<Case> result;
    combine(args, [&](const Clause& guard, const std::vector<Value>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            Clauses here{guard};
            for (std::size_t j = 0; j < values.size(); ++j) {
                if (i == j) continue;
                Value difference;
                add(difference, values[i], least ? 1 : -1);
                add(difference, values[j], least ? -1 : 1);
                if (j < i) difference.sum.constant += 1;  // of equal values the first
                here = both(here, compare(Condition::Kind::at_most, difference));
            }
            for (const Clause& clause : here) result.push_back({clause, values[i]});
        }
    });
    return result;
}

std::optional<std::int64_t> offset_of(const Expr& e, int slot,
                                      const std::function<std::optional<std::int64_t>(const Expr&)>& value) {
    if (e->op == Op::variable && e->slot == slot) return 0;
    if (e->op != Op::add && e->op != Op::subtract) return std::nullopt;
    for (std::size_t i = 0; i < 2; ++i) {
        if (i == 1 && e->op == Op::subtract) break;
        const auto offset = offset_of(e->args[i], slot, value);
        const auto constant = value(e->args[1 - i]);
        if (offset && constant) return *offset + (e->op == Op::add ? *constant : -*constant);
    }
    return std::nullopt;
}

std::vector<Translator::Case> Translator::power(const Expr& e, const Scope& scope) {
    const auto base = constant(e->args[0], scope);
    for (const auto& [slot, entry] : scope.slots) {
        if (entry.power.empty()) continue;
        const auto offset = offset_of(e->args[1], slot, [&](const Expr& part) { return constant(part, scope); });
        if (!offset) continue;
        if (!base || *base != numeration_.base) break;
        Integer factor = 1;
        for (std::int64_t i = entry.offset; i < *offset; ++i) small(factor *= *base);
        Value value;
        value.sum.add(entry.power, small(factor));
        return {{{}, value}};
    }
    throw Unsupported{
        fmt::format("{}; a power must have a constant exponent, or an exponent n + c with n in powers only", shown(e))};
}

std::vector<Translator::Case> Translator::product(const Expr& e, const std::vector<std::vector<Case>>& args) const {
    std::vector<Case> result;
    combine(args, [&](const Clause& guard, const std::vector<Value>& values) {
        Value product = constant_value(1);
        for (const Value& value : values) {
            if (!product.constant() && !value.constant())
                throw Unsupported{fmt::format("the product {}; one factor must be a constant", shown(e))};
            Value next;
            if (value.constant())
                add(next, product, value.sum.constant);
            else
                add(next, value, product.sum.constant);
            product = next;
        }
        result.push_back({guard, product});
    });
    return result;
}

/// floor(a/b), a mod b
std::vector<Translator::Case> Translator::quotient(const Expr& e, const Scope& scope) {
    std::vector<Case> result;
    const std::int64_t by = need_constant(e->args[1], scope, "the divisor");
    if (by == 0) throw Unsupported{"a division by 0"};
    for (const Case& of : cases(e->args[0], scope)) {
        Case numerator{of.guard, {}};
        add(numerator.value, of.value, by < 0 ? -1 : 1);
        for (Case quotient : divided(numerator, by < 0 ? -by : by)) {
            if (e->op == Op::modulo) {
                Value rest = of.value;
                add(rest, quotient.value, -by);
                quotient.value = rest;
            }
            result.push_back(quotient);
        }
    }
    return result;
}

std::vector<Translator::Case> Translator::digit(const Expr& e, const Scope& scope) {
    std::vector<Case> result;
    const std::int64_t base = need_constant(e->args[1], scope, "the base");
    const std::int64_t index = need_constant(e->args[2], scope, "the place of the digit");
    if (base < 2 || index < 0) throw unreadable(e);
    Integer weight = 1;
    for (std::int64_t i = 0; i < index; ++i) small(weight *= base);
    for (const Case& of : cases(e->args[0], scope)) {
        if (!natural(of.value)) throw Unsupported{fmt::format("{} may be negative", shown(e->args[0]))};
        for (const Case& high : divided(of, small(weight)))
            for (Case rest : divided(high, base)) {
                Value digit = high.value;
                add(digit, rest.value, -base);
                rest.value = digit;
                result.push_back(rest);
            }
    }
    return result;
}

/// A case for each number that it can give.
std::vector<Translator::Case> Translator::automaton(const Expr& e, const std::vector<std::vector<Case>>& args) {
    std::size_t row = 1;
    for (std::size_t i = 0; i < e->args.size(); ++i) row *= static_cast<std::size_t>(numeration_.base);
    ++row;
    Condition condition = about(Condition::Kind::automaton, {});
    for (const Integer& value : e->table) condition.table.push_back(small(value));
    std::set<std::int64_t> outputs;
    for (std::size_t i = 1; i < condition.table.size(); i += row) outputs.insert(condition.table[i]);
    std::vector<Case> result;
    combine(args, [&](Clause guard, const std::vector<Value>& values) {
        condition.tracks.clear();
        for (const Value& value : values) condition.tracks.push_back(as_track(value, e->text, guard));
        for (const std::int64_t output : outputs) {
            condition.rest = output;
            result.push_back({joined(guard, {condition}), constant_value(output)});
        }
    });
    return result;
}

/// Long: a case for each operator.
std::vector<Translator::Case> Translator::cases(const Expr& e, const Scope& scope) {
    if (const auto value = constant(e, scope)) return {{{}, constant_value(*value)}};
    const auto arguments = [&](std::size_t from = 0) {
        std::vector<std::vector<Case>> args;
        for (std::size_t i = from; i < e->args.size(); ++i) args.push_back(cases(e->args[i], scope));
        return args;
    };
    const auto piles = [&] {
        std::vector<std::vector<Case>> args;
        for (const Value& pile : scope.piles) args.push_back({{{}, pile}});
        return args;
    };
    std::vector<Case> result;
    const auto exclusive_or = [&](const std::vector<std::vector<Case>>& args) {
        combine(args, [&](Clause guard, const std::vector<Value>& values) {
            std::vector<std::string> tracks;
            for (const Value& value : values) tracks.push_back(as_track(value, "xor", guard));
            std::sort(tracks.begin(), tracks.end());
            const std::string name = fmt::format("xor({})", fmt::join(tracks, ", "));
            tracks.push_back(name);
            guard.push_back(about(Condition::Kind::columns, tracks, 2));
            result.push_back({guard, track(name)});
        });
        return result;
    };
    switch (e->op) {
        case Op::variable: {
            const auto found = scope.slots.find(e->slot);
            if (found == scope.slots.end()) throw Unsupported{"the variable " + e->text + " has no range here"};
            if (!found->second.power.empty())
                throw Unsupported{fmt::format(
                    "{} occurs in a power and outside; only one of the two can be read in digits", e->text)};
            return {{{}, found->second.value}};
        }
        case Op::add:
        case Op::subtract:
        case Op::negate:
            combine(arguments(), [&](const Clause& guard, const std::vector<Value>& values) {
                Value sum;
                for (std::size_t i = 0; i < values.size(); ++i)
                    add(sum, values[i], e->op == Op::negate || (e->op == Op::subtract && i > 0) ? -1 : 1);
                result.push_back({guard, sum});
            });
            return result;
        case Op::multiply: return product(e, arguments());
        case Op::floor_divide:
        case Op::modulo: return quotient(e, scope);
        case Op::natural:
            for (Case& one : result = cases(e->args[0], scope))
                if (!natural(one.value)) throw Unsupported{fmt::format("{} may be negative", shown(e->args[0]))};
            return result;
        case Op::minimum:
        case Op::maximum: return extreme(arguments(), e->op == Op::minimum);
        case Op::absolute:
            for (const Case& of : cases(e->args[0], scope)) {
                Value negative;
                add(negative, of.value, -1);
                const auto two = extreme({{{of.guard, of.value}}, {{{}, negative}}}, false);
                result.insert(result.end(), two.begin(), two.end());
            }
            return result;
        case Op::choose:
            for (bool yes : {true, false})
                for (const Clause& when : condition(e->args[0], scope, yes))
                    for (const Case& one : cases(e->args[yes ? 1 : 2], scope))
                        result.push_back({joined(when, one.guard), one.value});
            return result;
        case Op::power: return power(e, scope);
        case Op::bit_xor: return exclusive_or(arguments());
        case Op::piles_xor: return exclusive_or(piles());
        case Op::qsum:
        case Op::piles_qsum:
            if (need_constant(e->args[0], scope, "q") == 2)
                return exclusive_or(e->op == Op::qsum ? arguments(1) : piles());
            throw Unsupported{"a value of qsum; only qsum(...) = 0 can be read in digits"};
        case Op::piles_sum: {
            Value sum;
            for (const Value& pile : scope.piles) add(sum, pile, 1);
            return {{{}, sum}};
        }
        case Op::piles_least:
        case Op::piles_greatest:
            if (scope.piles.empty()) return {{{}, constant_value(0)}};
            return extreme(piles(), e->op == Op::piles_least);
        case Op::fibonacci_shift:
            for (Case& of : cases(e->args[0], scope)) {
                const std::string from = as_track(of.value, "fibonacci_shift", of.guard), to = "shift(" + from + ")";
                of.guard.push_back(about(Condition::Kind::shift, {from, to}));
                result.push_back({of.guard, track(to)});
            }
            return result;
        case Op::digit: return digit(e, scope);
        case Op::automaton: return automaton(e, arguments());
        default: break;
    }
    throw unreadable(e);
}

}  // namespace bouton::digits
