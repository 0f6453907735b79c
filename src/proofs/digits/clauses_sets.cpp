// The part of the translator that is about variables, sets and moves.
#include "proofs/digits/clauses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::digits {

namespace {

constexpr std::size_t kMostChoices = 1024;  // of piles
constexpr int kMostTurns = 3;               // in a row, with several players

}  // namespace

// ---- which digits

void NumerationFinder::look(const Node& node) {
    switch (node.op) {
        case Op::bit_xor:
        case Op::piles_xor:
        case Op::qsum:
        case Op::piles_qsum:
        case Op::ones:
        case Op::twos: binary_ = true; break;
        case Op::fibonacci_shift:
        case Op::fibonacci_zeros: zeckendorf_ = true; break;
        case Op::power:
            if (is_number(node.args[0]) && !is_number(node.args[1])) take_base(small(node.args[0]->number));
            break;
        case Op::automaton:
            if (node.table[0] == 0)
                zeckendorf_ = true;
            else
                take_base(small(node.table[0]));
            break;
        default: break;
    }
}

void NumerationFinder::take_base(std::int64_t base) {
    if (base_ && *base_ != base) throw Unsupported{fmt::format("digits in base {} and in base {} occur", *base_, base)};
    base_ = base;
}

Numeration NumerationFinder::found() const {
    if (zeckendorf_ && (binary_ || base_))
        throw Unsupported{"Zeckendorf digits occur together with powers or binary digits"};
    if (zeckendorf_) return {2, true};
    const std::int64_t base = base_.value_or(2);
    if (base < 2 || base > 10) throw Unsupported{fmt::format("powers of {}; bases 2 to 10 can be read", base)};
    if (binary_ && base != 2) throw Unsupported{fmt::format("powers of {} occur together with binary digits", base)};
    return {static_cast<int>(base), false};
}

// ---- variables

void Translator::find_usage(const Expr& e, int slot, const Scope& scope, Usage& usage) const {
    if (!mentions(e, slot)) return;
    switch (e->op) {
        case Op::variable: usage.plain = true; return;
        case Op::power: {
            const auto offset = offset_of(e->args[1], slot, [&](const Expr& part) {
                return is_constant(part, scope) ? const_cast<Translator*>(this)->constant(part, scope) : std::nullopt;
            });
            if (mentions(e->args[0], slot) || !offset) {
                usage.awkward = true;
            } else {
                usage.exponent = true;
                usage.least_offset = std::min(usage.least_offset, *offset);
            }
            return;
        }
        case Op::multiply: {
            std::size_t open = 0;
            for (const Expr& arg : e->args) open += is_constant(arg, scope) ? 0 : 1;
            if (open > 1) usage.awkward = true;
            break;
        }
        case Op::floor_divide:
        case Op::modulo: usage.awkward = usage.awkward || mentions(e->args[1], slot); break;
        case Op::root:
        case Op::logarithm:
        case Op::gcd:
        case Op::digit:
        case Op::josephus_rank:
        case Op::josephus_seat:
        case Op::nim_times:
        case Op::nim_divided:
        case Op::table: usage.awkward = true; break;
        default: break;
    }
    for (const Expr& arg : e->args) find_usage(arg, slot, scope, usage);
    if (e->loop) find_usage(*e->loop, slot, scope, usage);
    for (const Positions& set : e->sets) {
        std::vector<bool> seen;
        free_slots(set, seen);
        if (static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)]) usage.awkward = true;
    }
}

void Translator::find_usage(const Loop& loop, int slot, const Scope& scope, Usage& usage) const {
    for (const Binder& binder : loop.binders) {
        for (const Expr& e : binder.lower) find_usage(e, slot, scope, usage);
        for (const Expr& e : binder.upper) find_usage(e, slot, scope, usage);
    }
    for (const Expr& e : loop.conditions) find_usage(e, slot, scope, usage);
}

Clauses Translator::over(const Loop& loop, const std::vector<Expr>& uses, const Scope& scope, const Body& body) {
    return bind(loop, 0, uses, scope, body);
}

Clauses Translator::bind(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Scope& scope,
                         const Body& body) {
    if (i == loop.binders.size()) {
        const std::size_t count = loop.conditions.size();
        return conjoined(count + 1,
                         [&](std::size_t j) { return j < count ? condition(loop.conditions[j], scope) : body(scope); });
    }
    const Binder& binder = loop.binders[i];
    Scope inner = scope;
    Scope::Entry& entry = inner.slots[binder.slots[0]];
    Clauses result;
    switch (binder.kind) {
        case Binder::Kind::value:
            for (const Case& one : cases(binder.lower[0], scope)) {
                entry = {};
                entry.value = one.value;
                result = either(result, both({one.guard}, bind(loop, i + 1, uses, inner, body)));
            }
            return result;
        case Binder::Kind::numbers: {
            for (const auto& interval : binder.numbers->intervals) {
                const std::int64_t first = need_constant(interval.first, scope, "the number");
                const std::int64_t last = need_constant(interval.last, scope, "the number");
                if (last - first > kMostValues)
                    throw Unsupported{"a set of numbers with long intervals; write it as a range"};
                for (std::int64_t value = first; value <= last; ++value) {
                    entry = {};
                    entry.value = constant_value(value);
                    entry.least = value;
                    result = either(result, bind(loop, i + 1, uses, inner, body));
                }
            }
            return result;
        }
        case Binder::Kind::piles:
        case Binder::Kind::values: throw Unsupported{"a variable that runs through piles"};
        case Binder::Kind::positions: throw Unsupported{"a variable that runs through a set of positions"};
        case Binder::Kind::range: break;
    }
    return bind_range(loop, i, uses, scope, body);
}

Clauses Translator::bind_range(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Scope& scope,
                               const Body& body) {
    const Binder& binder = loop.binders[i];
    const int slot = binder.slots[0];
    const std::string& name = binder.names[0];
    std::optional<std::int64_t> first, last;
    bool all_first = true, all_last = true;
    for (const Expr& e : binder.lower) {
        const auto value = constant(e, scope);
        if (value) first = std::max(first.value_or(*value), *value);
        all_first = all_first && value;
    }
    for (const Expr& e : binder.upper) {
        const auto value = constant(e, scope);
        if (value) last = std::min(last.value_or(*value), *value);
        all_last = all_last && value;
    }
    Usage usage;
    Loop rest;
    rest.binders.assign(loop.binders.begin() + static_cast<std::ptrdiff_t>(i) + 1, loop.binders.end());
    rest.conditions = loop.conditions;
    find_usage(rest, slot, scope, usage);
    for (const Expr& e : uses) find_usage(e, slot, scope, usage);

    Scope inner = scope;
    Scope::Entry& entry = inner.slots[slot];
    const Expr self = variable(slot, name);
    const auto bounded = [&] {
        Clauses range{{}};
        for (const Expr& e : binder.lower) range = both(range, compare(Condition::Kind::at_most, e, self, inner));
        for (const Expr& e : binder.upper) range = both(range, compare(Condition::Kind::at_most, self, e, inner));
        return both(range, bind(loop, i + 1, uses, inner, body));
    };
    if (usage.awkward || usage.exponent) {
        if (first && last && *last - *first < kMostValues) {
            Clauses result;
            for (std::int64_t value = *first; value <= *last; ++value) {
                entry = {};
                entry.value = constant_value(value);
                entry.least = value;
                result = either(result, bounded());
            }
            return result;
        }
        if (usage.awkward || usage.plain || !first || !all_first || !all_last)
            throw Unsupported{fmt::format(
                "{}; a variable in products or exponents needs constant bounds less than {} apart, or it may "
                "occur in powers base^({} + c) only",
                name, kMostValues, name)};
        if (numeration_.zeckendorf) throw Unsupported{"powers and Zeckendorf digits occur together"};
        // base^(n + offset) as a track
        entry.power = fmt::format("{}^{}~{}{}", numeration_.base, name, slot, scope.suffix);
        bound_.insert(entry.power);
        entry.offset = usage.least_offset;
        if (*first + entry.offset < 0) throw Unsupported{fmt::format("an exponent with {} may be negative", name)};
        const auto bound = [&](std::int64_t exponent, std::int64_t sign) {
            Integer power = 1;
            for (std::int64_t k = 0; k < exponent; ++k) small(power *= numeration_.base);
            Linear sum;  // sign*(base^exponent - track) <= 0
            sum.add(entry.power, -sign);
            sum.constant = sign * small(power);
            return linear(Condition::Kind::at_most, sum);
        };
        Clause range{about(Condition::Kind::power, {entry.power}), bound(*first + entry.offset, 1)};
        if (last) range.push_back(bound(*last + entry.offset, -1));
        return both({range}, bind(loop, i + 1, uses, inner, body));
    }
    const std::string track_name = fmt::format("{}#{}{}", name, slot, scope.suffix);
    entry.value = track(track_name);
    entry.least = first;
    bound_.insert(track_name);
    if (first && *first >= 0) natural_.insert(track_name);
    return bounded();
}

// ---- sets

Clauses Translator::member(const Positions& set, const Scope& scope, const std::vector<Value>& position,
                           bool positive) {
    using Kind = PositionSet::Kind;
    const auto parts = [&](bool first, bool second, bool all) {
        const auto part = [&](std::size_t i) {
            return member(set->parts[i], scope, position, i == 0 ? first : second);
        };
        return all ? conjoined(2, part) : either(part(0), part(1));
    };
    switch (set->kind) {
        case Kind::empty: return positive ? Clauses{} : Clauses{{}};
        case Kind::join: return parts(positive, positive, !positive);
        case Kind::intersection: return parts(positive, positive, positive);
        case Kind::difference: return parts(positive, !positive, positive);
        case Kind::where: return condition(set->condition, place(set->slots, position, scope), positive);
        case Kind::named: {
            std::vector<std::vector<Case>> args;
            for (const Expr& e : set->element) args.push_back(cases(e, scope));
            Clauses result;
            for (const auto& [guard, values] : choices(args)) {
                Scope inner = scope;
                for (std::size_t i = 0; i < values.size(); ++i) {
                    Scope::Entry entry;
                    entry.value = values[i];
                    if (values[i].constant()) entry.least = values[i].sum.constant;
                    inner.slots[set->slots[i]] = entry;
                }
                result = either(result, both({guard}, member(set->parts[0], inner, position, positive)));
            }
            return result;
        }
        case Kind::family: {
            if (set->element.size() != position.size())
                throw Unsupported{fmt::format("a set of positions with {} coordinates instead of {}",
                                              set->element.size(), position.size())};
            if (!positive && !set->loop->binders.empty())
                throw Unsupported{"the complement of a set with `for`; write the set as a condition"};
            return over(*set->loop, set->element, scope, [&](const Scope& inner) {
                Clauses result = positive ? Clauses{{}} : Clauses{};
                for (std::size_t i = 0; i < position.size(); ++i) {
                    Clauses here;
                    for (const Case& one : cases(set->element[i], inner)) {
                        Value difference = position[i];
                        add(difference, one.value, -1);
                        if (positive) {
                            here = either(here, both({one.guard}, compare(Condition::Kind::equal, difference)));
                            continue;
                        }
                        for (int sign : {1, -1}) {
                            Value apart;
                            add(apart, difference, sign);
                            apart.sum.constant += 1;
                            here = either(here, both({one.guard}, compare(Condition::Kind::at_most, apart)));
                        }
                    }
                    result = positive ? both(result, here) : either(result, here);
                }
                return result;
            });
        }
        case Kind::options: break;
    }
    throw Unsupported{"`options` in a set; sets must be conditions or families"};
}

// ---- moves

Clauses Translator::domain(const std::string& suffix) {
    if (!rules_.domain) return {{}};
    std::vector<Value> position;
    for (const std::string& name : coordinates(suffix)) position.push_back(track(name));
    return condition(rules_.domain, place(rules_.slots, position));
}

/// (a - t) for 1 <= t <= a, and nothing else?
bool Translator::takes_from_piles(const Move& move) {
    if (rules_.coordinates.size() != 1 || rules_.piles != 0 || rules_.domain || move.piles == Move::Piles::none ||
        move.piles == Move::Piles::exactly)
        return false;
    if (move.loop.binders.size() != 1 || !move.loop.conditions.empty()) return false;
    const Binder& binder = move.loop.binders[0];
    if (binder.kind != Binder::Kind::range || binder.lower.empty() || binder.upper.empty()) return false;
    Scope scope;
    scope.slots[rules_.slots[0]].value = track("a");
    scope.slots[binder.slots[0]].value = track("t");
    const auto is = [&](const Expr& e, const char* text) {
        const auto found = cases(e, scope);
        return found.size() == 1 && found[0].guard.empty() && to_text(found[0].value) == text;
    };
    return std::all_of(binder.lower.begin(), binder.lower.end(), [&](const Expr& e) { return is(e, "1"); }) &&
           std::all_of(binder.upper.begin(), binder.upper.end(), [&](const Expr& e) { return is(e, "a"); }) &&
           is(move.results[0][0], "a - t");
}

/// One to `turns` moves in a row, by way of positions x~1, x~2, ...: what the i-th move hides gets ~i behind its name.
Clauses Translator::moves_in_a_row(int turns) {
    if (turns > kMostTurns) throw Unsupported{"more than four players"};
    const Clauses one = moves(1);
    const auto step = [&](int i, const std::string& from, const std::string& to) {
        std::map<std::string, std::string> at;
        for (const std::string& name : coordinates()) {
            at[name] = name + from;
            at[name + "'"] = name + to;
        }
        const auto renamed = [&](const std::string& name) {
            const auto found = at.find(name);
            return found == at.end() ? fmt::format("{}~{}", name, i) : found->second;
        };
        Clauses result = one;
        for (Clause& clause : result)
            for (Condition& condition : clause) {
                Linear sum;
                sum.constant = condition.sum.constant;
                for (const auto& [name, factor] : condition.sum.terms) sum.add(renamed(name), factor);
                condition.sum = sum;
                for (std::string& track : condition.tracks) track = renamed(track);
            }
        return result;
    };
    const auto place = [](int i) { return i == 0 ? std::string() : fmt::format("~{}", i); };
    Clauses result = one;
    for (int length = 2; length <= turns; ++length) {
        Clauses chain{{}};
        for (int i = 1; i <= length; ++i) {
            chain = both(chain, step(i, place(i - 1), i == length ? "'" : place(i)));
            if (i < length) chain = both(chain, domain(place(i)));
        }
        result = either(result, chain);
    }
    return result;
}

Clauses Translator::moves(int turns) {
    if (turns < 1) return {};
    if (rules_.splits) throw Unsupported{"no formula for a game whose heaps split"};
    if (turns > 1 && (rules_.moves.size() != 1 || !takes_from_piles(rules_.moves[0]))) return moves_in_a_row(turns);
    Clauses result;
    for (const Move& one : rules_.moves) {
        std::int64_t piles = 1;
        Scope none;
        if (one.pile_count)
            piles = std::min<std::int64_t>(need_constant(one.pile_count, none, "the number of piles"), 64);
        if (piles < 1) continue;
        const bool simple = (turns > 1 || piles > 1) && takes_from_piles(one);
        // Together j such moves make 1 up to j*k piles smaller and leave the others: each makes at most k smaller and none larger; and
        // if at most j*k are to become smaller, k at a time can be given their new heights.
        const std::int64_t most = std::min<std::int64_t>(turns * piles, static_cast<std::int64_t>(pile_count_));
        if (simple && most > 1) {
            std::vector<std::string> pairs;
            for (const std::string& name : coordinates()) pairs.insert(pairs.end(), {name + "'", name});
            result.push_back({about(Condition::Kind::changed, pairs, most)});
            continue;
        }
        if (one.piles == Move::Piles::none) {
            result = either(result, move(one, {}));
            continue;
        }
        if (pile_count_ > 16) throw Unsupported{"more than 16 piles"};
        std::size_t choices = 0;
        for (std::uint32_t mask = 1; mask < (std::uint32_t{1} << pile_count_); ++mask) {
            std::vector<std::size_t> chosen;
            for (std::size_t j = 0; j < pile_count_; ++j)
                if (mask >> j & 1) chosen.push_back(j);
            const auto size = static_cast<std::int64_t>(chosen.size());
            if (size > piles || (one.piles == Move::Piles::exactly && size != piles)) continue;
            if (++choices > kMostChoices) throw Unsupported{"too many choices of piles"};
            result = either(result, move(one, chosen));
        }
    }
    return result;
}

/// The move in these piles, each with variables of its own.
Clauses Translator::move(const Move& move, const std::vector<std::size_t>& piles) {
    const auto before = coordinates(), after = coordinates("'");
    std::vector<Value> position;
    for (const std::string& name : before) position.push_back(track(name));
    const Scope here = place(rules_.slots, position);
    const std::size_t first_pile = rules_.piles < 0 ? 0 : static_cast<std::size_t>(rules_.piles);
    Clauses result{{}};
    std::vector<bool> set(before.size());
    for (std::size_t k = 0; k < std::max<std::size_t>(piles.size(), 1); ++k) {
        Scope scope = here;
        if (!piles.empty()) scope.slots[rules_.slots[first_pile]].value = scope.piles[piles[k]];
        if (piles.size() > 1) scope.suffix = "@" + std::to_string(piles[k] + 1);
        const Clauses one = over(move.loop, move.results[0], scope, [&](const Scope& inner) {
            Clauses equal{{}};
            for (std::size_t i = 0, at = 0; i < rules_.coordinates.size(); ++i) {
                std::size_t to = at;
                const bool group = static_cast<int>(i) == rules_.piles;
                at += group ? pile_count_ : 1;
                if (group ? piles.empty() : k > 0) continue;
                if (group) to += piles[k];
                set[to] = true;
                Clauses values;
                for (const Case& result_case : cases(move.results[0][i], inner)) {
                    Value difference = track(after[to]);
                    add(difference, result_case.value, -1);
                    values = either(values, both({result_case.guard}, compare(Condition::Kind::equal, difference)));
                }
                equal = both(equal, values);
            }
            return equal;
        });
        result = both(result, one);
    }
    Clause same;
    for (std::size_t j = 0; j < pile_count_; ++j) {
        const std::size_t at = first_pile + j;
        if (rules_.piles < 0 || set[at]) continue;
        Linear sum;
        sum.add(after[at], 1);
        sum.add(before[at], -1);
        same.push_back(linear(Condition::Kind::equal, sum));
    }
    return both(result, {same});
}

}  // namespace bouton::digits
