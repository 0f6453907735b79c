// The names of piles are made here once more (lang/coordinates.hpp), on purpose.
#include "check/digits/reader.hpp"

#include "lang/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace bouton::recheck {

namespace {

constexpr const char* kNoValue = "a term that has no value in digits";

}  // namespace

std::vector<std::string> Reader::coordinates(const std::string& suffix) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rules_.coordinates.size(); ++i) {
        if (static_cast<int>(i) == rules_.piles)
            for (std::size_t j = 0; j < pile_count_; ++j)
                names.push_back(fmt::format("{}{}{}", rules_.coordinates[i], j + 1, suffix));
        else
            names.push_back(rules_.coordinates[i] + suffix);
    }
    return names;
}

std::vector<Term> Reader::position(const std::string& suffix) const {
    std::vector<Term> result;
    for (const std::string& name : coordinates(suffix)) result.push_back(plain(name));
    return result;
}

Names Reader::placed(Names names, const std::vector<int>& slots, const std::vector<Term>& position) const {
    names.piles.clear();
    auto next = position.begin();
    for (std::size_t i = 0; i < rules_.coordinates.size(); ++i) {
        if (static_cast<int>(i) == rules_.piles) {
            names.piles.assign(next, next + static_cast<std::ptrdiff_t>(pile_count_));
            next += static_cast<std::ptrdiff_t>(pile_count_);
        } else {
            names.slots[slots[i]] = {*next++, "", 0, {}};
        }
    }
    return names;
}

// ---- terms

bool Reader::known(const Expr& e, const Names& names) const {
    if (e->loop || e->numbers || !e->sets.empty() || e->op >= Op::piles_sum) return false;
    if (e->op == Op::variable) {
        const auto found = names.slots.find(e->slot);
        return found != names.slots.end() && found->second.power.empty() && found->second.term.fixed();
    }
    return std::all_of(e->args.begin(), e->args.end(), [&](const Expr& arg) { return known(arg, names); });
}

std::optional<Long> Reader::constant(const Expr& e, const Names& names) const {
    if (e->op == Op::piles_count) return static_cast<Long>(pile_count_);
    if (!known(e, names)) return std::nullopt;
    Frame frame;
    std::vector<bool> seen;
    free_slots(e, seen);
    frame.slots.resize(seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i]) frame.slots[i] = names.slots.at(static_cast<int>(i)).term.sum.add;
    const Integer value = evaluate(e, frame);
    if (value > kLimit || value < -kLimit) throw Wrong{"the claim needs numbers that are too large"};
    return clamp(value);
}

Long Reader::needed(const Expr& e, const Names& names) const {
    const auto value = constant(e, names);
    if (!value) throw Wrong{"a divisor, base or count is not a constant"};
    return *value;
}

F Reader::with_all(const std::vector<Expr>& list, const Names& names,
                   const std::function<F(const std::vector<Term>&)>& then, std::vector<Term> so_far) {
    if (so_far.size() == list.size()) return then(so_far);
    return with(list[so_far.size()], names, [&](const Term& term) {
        auto more = so_far;
        more.push_back(term);
        return with_all(list, names, then, more);
    });
}

F Reader::with(const Expr& e, const Names& names, const Then& then) {
    if (const auto value = constant(e, names)) return then(fixed(*value));
    switch (e->op) {
        case Op::variable: {
            const auto found = names.slots.find(e->slot);
            if (found == names.slots.end() || !found->second.power.empty())
                throw Wrong{"the variable " + e->text + " has no value in digits"};
            return then(found->second.term);
        }
        case Op::add:
        case Op::subtract:
        case Op::negate:
            return with_all(e->args, names, [&](const std::vector<Term>& terms) {
                Term sum = fixed(0);
                for (std::size_t i = 0; i < terms.size(); ++i) {
                    const bool minus = e->op == Op::negate || (e->op == Op::subtract && i != 0);
                    sum = combined(sum, terms[i], minus ? -1 : 1);
                }
                return then(sum);
            });
        case Op::multiply: return with_product(e, names, then);
        case Op::floor_divide:
        case Op::modulo: return with_quotient(e, names, then);
        case Op::natural:
            return with(e->args[0], names, [&](const Term& term) {
                require_natural(term);
                return then(term);
            });
        case Op::minimum:
        case Op::maximum:
            return with_all(e->args, names,
                            [&](const std::vector<Term>& terms) { return extreme(terms, e->op == Op::minimum, then); });
        case Op::absolute:
            return with(e->args[0], names, [&](const Term& term) {
                return extreme({term, combined(fixed(0), term, -1)}, false, then);
            });
        case Op::choose:
            return any({all({condition(e->args[0], names, true), with(e->args[1], names, then)}),
                        all({condition(e->args[0], names, false), with(e->args[2], names, then)})});
        case Op::power: return with_power(e, names, then);
        case Op::bit_xor:
            return with_all(e->args, names, [&](const std::vector<Term>& terms) { return exclusive(terms, then); });
        case Op::qsum:
            if (needed(e->args[0], names) != 2) break;
            return with_all({e->args.begin() + 1, e->args.end()}, names,
                            [&](const std::vector<Term>& terms) { return exclusive(terms, then); });
        case Op::piles_qsum:
            if (needed(e->args[0], names) != 2) break;
            return exclusive(names.piles, then);
        case Op::piles_xor: return exclusive(names.piles, then);
        case Op::piles_sum: {
            Term sum = fixed(0);
            for (const Term& pile : names.piles) sum = combined(sum, pile, 1);
            return then(sum);
        }
        case Op::piles_least:
        case Op::piles_greatest:
            return names.piles.empty() ? then(fixed(0)) : extreme(names.piles, e->op == Op::piles_least, then);
        case Op::fibonacci_shift:
            return with(e->args[0], names, [&](const Term& term) {
                std::vector<F> parts;
                const std::string from = named(term, parts), to = "shift(" + from + ")";
                parts.push_back(leaf(digit_fact('s', {from, to})));
                parts.push_back(then(plain(to)));
                return all(parts);
            });
        case Op::digit: return with_digit(e, names, then);
        case Op::automaton: return with_automaton(e, names, then);
        default: break;
    }
    throw Wrong{kNoValue};
}

bool Reader::is_natural(const Sum& sum) const {
    return sum.add >= 0 && std::all_of(sum.of.begin(), sum.of.end(), [&](const auto& part) {
               return part.second >= 0 && (part.first.find('#') == std::string::npos || natural_.contains(part.first));
           });
}

void Reader::require_natural(const Term& term) const {
    bool good = is_natural(term.sum);
    for (const Divided& floor : term.floors) good = good && floor.times >= 0 && is_natural(floor.of);
    if (!good) throw Wrong{"a function of digits is asked for a number that may be negative"};
}

std::string Reader::named(const Term& term, std::vector<F>& parts) {
    require_natural(term);
    if (term.floors.empty() && term.sum.add == 0 && term.sum.of.size() == 1 && term.sum.of.begin()->second == 1)
        return term.sum.of.begin()->first;
    const std::string name = "(" + text_of(term) + ")";
    parts.push_back(compared('=', combined(plain(name), term, -1)));
    return name;
}

F Reader::exclusive(const std::vector<Term>& terms, const Then& then) {
    std::vector<F> parts;
    std::vector<std::string> names;
    for (const Term& term : terms) names.push_back(named(term, parts));
    std::sort(names.begin(), names.end());
    const std::string result = fmt::format("xor({})", fmt::join(names, ", "));
    names.push_back(result);
    parts.push_back(leaf(digit_fact('x', names, 2)));
    parts.push_back(then(plain(result)));
    return all(parts);
}

F Reader::extreme(const std::vector<Term>& terms, bool least, const Then& then) {
    std::vector<F> choices;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        std::vector<F> parts;
        for (std::size_t j = 0; j < terms.size(); ++j) {
            if (j == i) continue;
            Term difference = least ? combined(terms[i], terms[j], -1) : combined(terms[j], terms[i], -1);
            difference.sum.add += j < i ? 1 : 0;
            parts.push_back(compared('<', difference));
        }
        parts.push_back(then(terms[i]));
        choices.push_back(all(parts));
    }
    return any(choices);
}

F Reader::divided(const Term& term, Long by, const Then& then) {
    Sum::guard(by);
    const auto finish = [&](const Sum& sum, Long divisor) {
        Sum::guard(divisor);
        Term result;
        Sum inner;
        Long common = divisor;
        for (const auto& [name, factor] : sum.of) {
            const Long r = remainder(factor, divisor);
            if (factor != r) result.sum.of[name] = (factor - r) / divisor;
            if (r == 0) continue;
            inner.of[name] = r;
            common = std::gcd(common, r);
        }
        for (auto& entry : inner.of) entry.second /= common;
        const Long scaled = quotient(sum.add, common);
        result.sum.add = quotient(scaled, divisor / common);
        inner.add = remainder(scaled, divisor / common);
        if (!inner.of.empty()) result.floors.push_back({1, inner, divisor / common});
        return then(result);
    };
    if (term.floors.size() == 1 && (term.floors[0].times == 1 || term.floors[0].times == -1)) {
        const Divided& floor = term.floors[0];
        Sum sum;
        sum.plus(term.sum, floor.by).plus(floor.of, floor.times);
        if (floor.times == -1) sum.add += floor.by - 1;
        return finish(sum, floor.by * by);
    }
    return by_remainders(term, [&](const Sum& sum, Long multiple) { return finish(sum, multiple * by); });
}

std::optional<Long> Reader::offset(const Expr& e, int slot, const Names& names) const {
    if (e->op == Op::variable && e->slot == slot) return 0;
    if (e->op == Op::add || e->op == Op::subtract) {
        const auto first = offset(e->args[0], slot, names), second = constant(e->args[1], names);
        if (first && second) return e->op == Op::add ? *first + *second : *first - *second;
        if (e->op == Op::subtract) return std::nullopt;
        const auto other = offset(e->args[1], slot, names), number = constant(e->args[0], names);
        if (other && number) return *other + *number;
    }
    return std::nullopt;
}

F Reader::with_product(const Expr& e, const Names& names, const Then& then) {
    return with_all(e->args, names, [&](const std::vector<Term>& terms) {
        Long factor = 1;
        std::vector<Term> open;
        for (const Term& term : terms) {
            if (term.fixed())
                factor *= term.sum.add;
            else
                open.push_back(term);
            Sum::guard(factor);
        }
        if (open.size() > 1) throw Wrong{"a product of two unknowns"};
        return then(combined(fixed(0), open.empty() ? fixed(1) : open[0], factor));
    });
}

F Reader::with_quotient(const Expr& e, const Names& names, const Then& then) {
    const Long by = needed(e->args[1], names);
    if (by == 0) throw Wrong{"a division by 0"};
    return with(e->args[0], names, [&](const Term& term) {
        const Term top = by < 0 ? combined(fixed(0), term, -1) : term;
        return divided(top, by < 0 ? -by : by, [&](const Term& floor) {
            return then(e->op == Op::modulo ? combined(term, floor, -by) : floor);
        });
    });
}

F Reader::with_digit(const Expr& e, const Names& names, const Then& then) {
    const Long base = needed(e->args[1], names), place = needed(e->args[2], names);
    if (base < 2 || place < 0) throw Wrong{kNoValue};
    Long weight = 1;
    for (Long i = 0; i < place; ++i) Sum::guard(weight *= base);
    return with(e->args[0], names, [&](const Term& term) {
        require_natural(term);
        return divided(term, weight, [&](const Term& high) {
            return divided(high, base, [&](const Term& rest) { return then(combined(high, rest, -base)); });
        });
    });
}

/// One case for each output. The automaton is total, deterministic and blind to leading zeros, which is looked at here: so for any numbers
/// exactly one of the cases holds.
F Reader::with_automaton(const Expr& e, const Names& names, const Then& then) {
    auto table = std::make_shared<std::vector<Long>>();
    for (const Integer& value : e->table) {
        if (value < 0 || value > kLimit) throw Wrong{"an automaton with strange numbers"};
        table->push_back(clamp(value));
    }
    std::size_t row = 1;
    for (std::size_t i = 0; i < e->args.size() && row <= 10000; ++i) row *= static_cast<std::size_t>(base_);
    ++row;
    if (table->size() <= row || table->size() % row != 1 || row > 10000 || (*table)[0] != (zeckendorf_ ? 0 : base_))
        throw Wrong{"an automaton of another shape"};
    const Long states = static_cast<Long>(table->size() / row);
    std::set<Long> outputs;
    for (std::size_t i = 1; i < table->size(); ++i) {
        if ((i - 1) % row == 0)
            outputs.insert((*table)[i]);
        else if ((*table)[i] >= states)
            throw Wrong{"an automaton with a state that is missing"};
    }
    if ((*table)[2] != 0) throw Wrong{"an automaton that counts leading zeros"};
    return with_all(e->args, names, [&](const std::vector<Term>& terms) {
        std::vector<F> parts, choices;
        std::vector<std::string> tracks;
        for (const Term& term : terms) tracks.push_back(named(term, parts));
        for (const Long output : outputs) {
            Fact fact = digit_fact('a', tracks, 0, output);
            fact.table = table;
            choices.push_back(all({leaf(fact), then(fixed(output))}));
        }
        parts.push_back(any(choices));
        return all(parts);
    });
}

F Reader::with_power(const Expr& e, const Names& names, const Then& then) {
    for (const auto& [slot, meaning] : names.slots) {
        if (meaning.power.empty() || !mentions(e->args[1], slot)) continue;
        const auto exponent = offset(e->args[1], slot, names);
        if (!exponent || needed(e->args[0], names) != base_) break;
        Long factor = 1;
        for (Long i = meaning.offset; i < *exponent; ++i) Sum::guard(factor *= base_);
        Term term;
        term.sum.of[meaning.power] = factor;
        return then(term);
    }
    throw Wrong{"a power whose exponent is not n + c"};
}

// ---- conditions

F Reader::condition(const Expr& e, const Names& names, bool positive) {
    const auto parts = [&](bool wanted) {
        std::vector<F> result;
        for (const Expr& arg : e->args) result.push_back(condition(arg, names, wanted));
        return result;
    };
    switch (e->op) {
        case Op::number: return (e->number != 0) == positive ? yes() : no();
        case Op::conjunction: return positive ? all(parts(true)) : any(parts(false));
        case Op::disjunction: return positive ? any(parts(true)) : all(parts(false));
        case Op::negation: return condition(e->args[0], names, !positive);
        case Op::choose:
            return any({all({condition(e->args[0], names, true), condition(e->args[1], names, positive)}),
                        all({condition(e->args[0], names, false), condition(e->args[2], names, positive)})});
        case Op::less:
            return positive ? at_most(e->args[0], e->args[1], 1, names) : at_most(e->args[1], e->args[0], 0, names);
        case Op::less_equal:
            return positive ? at_most(e->args[0], e->args[1], 0, names) : at_most(e->args[1], e->args[0], 1, names);
        case Op::equal:
        case Op::not_equal: return equality(e->args[0], e->args[1], names, (e->op == Op::equal) == positive);
        case Op::member: {
            if (!e->numbers->known) throw Wrong{"a set that is not given"};
            std::vector<F> result;
            for (const auto& interval : e->numbers->intervals) {
                if (positive) {
                    result.push_back(all(
                        {at_most(interval.first, e->args[0], 0, names), at_most(e->args[0], interval.last, 0, names)}));
                } else {
                    result.push_back(any(
                        {at_most(e->args[0], interval.first, 1, names), at_most(interval.last, e->args[0], 1, names)}));
                }
            }
            return positive ? any(result) : all(result);
        }
        case Op::exists:
        case Op::for_all:
            if ((e->op == Op::exists) != positive) break;
            return run(*e->loop, 0, e->args, names,
                       [&](const Names& inner) { return condition(e->args[0], inner, positive); });
        case Op::in_set: {
            // Whether something that is no position is in a set is no question.
            if (rules_.domain) throw Wrong{"a question about tuples in a game with `where`"};
            std::vector<Expr> list;
            for (const Expr& arg : e->args) {
                if (arg->op == Op::piles) return member(e->sets[0], names, names.piles, positive);
                list.push_back(arg);
            }
            return with_all(list, names, [&](const std::vector<Term>& terms) {
                for (const Term& term : terms) require_natural(term);
                return member(e->sets[0], names, terms, positive);
            });
        }
        default: break;
    }
    throw Wrong{"a condition that cannot be read in digits"};
}

F Reader::at_most(const Expr& left, const Expr& right, Long add, const Names& names) {
    const auto each = [&](const Expr& many, bool on_left) {
        std::vector<F> result;
        for (const Expr& arg : many->args)
            result.push_back(on_left ? at_most(arg, right, add, names) : at_most(left, arg, add, names));
        return result;
    };
    // A sum is no extreme: with add the left side is a sum.
    if (left->op == Op::maximum && add == 0) return all(each(left, true));
    if (right->op == Op::minimum) return all(each(right, false));
    if (left->op == Op::minimum && add == 0) return any(each(left, true));
    if (right->op == Op::maximum) return any(each(right, false));
    return with(left, names, [&](const Term& a) {
        return with(right, names, [&](const Term& b) {
            Term difference = combined(a, b, -1);
            difference.sum.add += add;
            return compared('<', difference);
        });
    });
}

F Reader::equality(const Expr& a, const Expr& b, const Names& names, bool same) {
    if (is_condition(a->op) && is_condition(b->op))
        return any({all({condition(a, names, true), condition(b, names, same)}),
                    all({condition(a, names, false), condition(b, names, !same)})});
    if (const F found = about_digits(a, b, names, same)) return found;
    if (const F found = about_digits(b, a, names, same)) return found;
    if (!same) return any({at_most(a, b, 1, names), at_most(b, a, 1, names)});
    return with(a, names, [&](const Term& x) {
        return with(b, names, [&](const Term& y) { return compared('=', combined(x, y, -1)); });
    });
}

F Reader::about_digits(const Expr& function, const Expr& value, const Names& names, bool same) {
    if (function->op == Op::qsum || function->op == Op::piles_qsum) {
        const Long q = needed(function->args[0], names);
        const auto zero = constant(value, names);
        if (q < 1 || q == 2 || !zero || *zero != 0) return nullptr;
        const auto columns = [&](const std::vector<Term>& terms) {
            std::vector<F> parts;
            Fact fact = digit_fact(same ? 'x' : 'X', {}, q);
            for (const Term& term : terms) fact.names.push_back(named(term, parts));
            parts.push_back(leaf(fact));
            return all(parts);
        };
        if (function->op == Op::piles_qsum) return columns(names.piles);
        return with_all({function->args.begin() + 1, function->args.end()}, names, columns);
    }
    if (function->op != Op::modulo) return nullptr;
    const Expr& inner = function->args[0];
    if (inner->op != Op::ones && inner->op != Op::twos && inner->op != Op::fibonacci_zeros) return nullptr;
    const Long modulus = needed(function->args[1], names), wanted = needed(value, names);
    if (modulus < 1 || modulus > 10000) throw Wrong{"a strange modulus"};
    const Expr& argument = inner->args[0];
    return with(argument, names, [&](const Term& term) {
        std::vector<F> parts, choices;
        const std::string name = named(term, parts);
        if (inner->op != Op::ones) {
            const bool bounded = argument->op == Op::variable && names.slots.at(argument->slot).least.value_or(0) >= 1;
            if (!bounded && term.sum.add < 1) throw Wrong{"the zeros of a number that may be 0"};
        }
        for (Long r = 0; r < modulus; ++r)
            if ((r == wanted) == same)
                choices.push_back(leaf(digit_fact(inner->op == Op::ones ? '1' : '0', {name}, modulus, r)));
        parts.push_back(any(choices));
        return all(parts);
    });
}

}  // namespace bouton::recheck
