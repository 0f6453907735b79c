// The part of the reader that is about sets, variables and moves.
#include "check/digits/reader.hpp"

#include "base/watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::recheck {

// ---- sets and variables

F Reader::member(const Positions& set, const Names& names, const std::vector<Term>& at, bool positive) {
    using Kind = PositionSet::Kind;
    const auto part = [&](std::size_t i, bool wanted) { return member(set->parts[i], names, at, wanted); };
    switch (set->kind) {
        case Kind::empty: return positive ? no() : yes();
        case Kind::join: return positive ? any({part(0, true), part(1, true)}) : all({part(0, false), part(1, false)});
        case Kind::intersection:
            return positive ? all({part(0, true), part(1, true)}) : any({part(0, false), part(1, false)});
        case Kind::difference:
            return positive ? all({part(0, true), part(1, false)}) : any({part(0, false), part(1, true)});
        case Kind::where: return condition(set->condition, placed(names, set->slots, at), positive);
        case Kind::named:
            return with_all(set->element, names, [&](const std::vector<Term>& terms) {
                Names inner = names;
                for (std::size_t i = 0; i < terms.size(); ++i) {
                    inner.slots[set->slots[i]] = {terms[i], "", 0, {}};
                    if (terms[i].fixed()) inner.slots[set->slots[i]].least = terms[i].sum.add;
                }
                return member(set->parts[0], inner, at, positive);
            });
        case Kind::family:
            if (set->element.size() != at.size()) throw Wrong{"a set of positions with other coordinates"};
            if (!positive && !set->loop->binders.empty()) throw Wrong{"the complement of a set with `for`"};
            return run(*set->loop, 0, set->element, names, [&](const Names& inner) {
                std::vector<F> result;
                for (std::size_t i = 0; i < at.size(); ++i) {
                    result.push_back(with(set->element[i], inner, [&](const Term& value) {
                        const Term difference = combined(at[i], value, -1);
                        if (positive) return compared('=', difference);
                        Term above = combined(fixed(1), difference, 1), below = combined(fixed(1), difference, -1);
                        return any({compared('<', above), compared('<', below)});
                    }));
                }
                return positive ? all(result) : any(result);
            });
        case Kind::options: break;
    }
    throw Wrong{"a set that cannot be read in digits"};
}

constexpr std::size_t kMostElements = 10000;  // more would fall into more cases than are allowed anyway

F Reader::run(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Names& names, const Body& body) {
    if (i == loop.binders.size()) {
        std::vector<F> parts;
        for (const Expr& e : loop.conditions) parts.push_back(condition(e, names, true));
        parts.push_back(body(names));
        return all(parts);
    }
    const Binder& binder = loop.binders[i];
    const int slot = binder.slots[0];
    const auto with_value = [&](const Term& term) {
        Names inner = names;
        inner.slots[slot] = {term, "", 0, {}};
        if (term.fixed() && binder.kind != Binder::Kind::value) inner.slots[slot].least = term.sum.add;
        return run(loop, i + 1, uses, inner, body);
    };
    if (binder.kind == Binder::Kind::value) return with(binder.lower[0], names, with_value);
    if (binder.kind == Binder::Kind::numbers) {
        if (!binder.numbers->known) throw Wrong{"a set that is not given"};
        std::vector<F> choices;
        for (const auto& interval : binder.numbers->intervals)
            for (Long v = needed(interval.first, names), last = needed(interval.last, names); v <= last; ++v) {
                Watch::check_current();
                if (choices.size() == kMostElements) throw Wrong{"a set with too many elements"};
                choices.push_back(with_value(fixed(v)));
            }
        return any(choices);
    }
    if (binder.kind != Binder::Kind::range) throw Wrong{"a variable that runs through positions"};
    return range(loop, i, uses, names, body);
}

void Reader::use(const Expr& e, int slot, const Names& names, Use& found) const {
    if (!mentions(e, slot)) return;
    if (e->op == Op::variable) found.plain = true;
    if (e->op == Op::power) {
        const auto exponent = offset(e->args[1], slot, names);
        if (!exponent || mentions(e->args[0], slot)) {
            found.awkward = true;
        } else {
            found.exponent = true;
            found.least = std::min(found.least, *exponent);
        }
        return;
    }
    const auto unknown = std::count_if(e->args.begin(), e->args.end(), [&](const Expr& a) { return !known(a, names); });
    static const std::set<Op> opaque = {Op::root,          Op::logarithm, Op::gcd,         Op::digit, Op::josephus_rank,
                                        Op::josephus_seat, Op::nim_times, Op::nim_divided, Op::table};
    if (e->op == Op::multiply && unknown > 1) found.awkward = true;
    if ((e->op == Op::floor_divide || e->op == Op::modulo) && mentions(e->args[1], slot)) found.awkward = true;
    if (opaque.contains(e->op)) found.awkward = true;
    for (const Expr& arg : e->args) use(arg, slot, names, found);
    if (e->loop) use(*e->loop, 0, slot, names, found);
    for (const Positions& set : e->sets) {
        std::vector<bool> seen;
        free_slots(set, seen);
        if (static_cast<std::size_t>(slot) < seen.size() && seen[static_cast<std::size_t>(slot)]) found.awkward = true;
    }
}

void Reader::use(const Loop& loop, std::size_t from, int slot, const Names& names, Use& found) const {
    for (std::size_t i = from; i < loop.binders.size(); ++i) {
        for (const Expr& e : loop.binders[i].lower) use(e, slot, names, found);
        for (const Expr& e : loop.binders[i].upper) use(e, slot, names, found);
    }
    for (const Expr& e : loop.conditions) use(e, slot, names, found);
}

F Reader::range(const Loop& loop, std::size_t i, const std::vector<Expr>& uses, const Names& names, const Body& body) {
    const Binder& binder = loop.binders[i];
    const int slot = binder.slots[0];
    Use found;
    use(loop, i + 1, slot, names, found);
    for (const Expr& e : uses) use(e, slot, names, found);
    std::optional<Long> first, last;
    bool open = false;  // a bound that is no constant
    for (const Expr& e : binder.lower) {
        const auto v = constant(e, names);
        open = open || !v;
        if (v && (!first || *v > *first)) first = v;
    }
    for (const Expr& e : binder.upper) {
        const auto v = constant(e, names);
        open = open || !v;
        if (v && (!last || *v < *last)) last = v;
    }
    Names inner = names;
    const auto inside = [&] {
        const Expr self = variable(slot, binder.names[0]);
        std::vector<F> parts;
        for (const Expr& e : binder.lower) parts.push_back(at_most(e, self, 0, inner));
        for (const Expr& e : binder.upper) parts.push_back(at_most(self, e, 0, inner));
        parts.push_back(run(loop, i + 1, uses, inner, body));
        return all(parts);
    };
    if (!found.awkward && !found.exponent) {
        const std::string name = fmt::format("{}#{}{}", binder.names[0], slot, names.suffix);
        if (first && *first >= 0)
            natural_.insert(name);
        else
            natural_.erase(name);
        inner.slots[slot] = {plain(name), "", 0, first};
        return all({inside()}, name);
    }
    if (first && last && *last - *first < 64) {
        std::vector<F> choices;
        for (Long v = *first; v <= *last; ++v) {
            inner.slots[slot] = {fixed(v), "", 0, v};
            choices.push_back(inside());
        }
        return any(choices);
    }
    if (found.awkward || found.plain || open || !first || zeckendorf_ || *first + found.least < 0)
        throw Wrong{"the variable " + binder.names[0] + " occurs in a product or exponent"};
    const std::string name = fmt::format("{}^{}~{}{}", base_, binder.names[0], slot, names.suffix);
    inner.slots[slot] = {fixed(0), name, found.least, first};
    std::vector<F> parts{leaf(digit_fact('p', {name}))};
    for (bool lower : {true, false}) {
        if (!lower && !last) break;
        Long power = 1;
        for (Long k = 0; k < (lower ? *first : *last) + found.least; ++k) Sum::guard(power *= base_);
        Sum sum;
        sum.of[name] = lower ? -1 : 1;
        sum.add = lower ? power : -power;
        parts.push_back(leaf(linear_fact('<', sum)));
    }
    parts.push_back(run(loop, i + 1, uses, inner, body));
    return all(parts, name);
}

// ---- the rules

F Reader::domain(const std::string& suffix) {
    if (!rules_.domain) return yes();
    return condition(rules_.domain, placed({}, rules_.slots, position(suffix)), true);
}

namespace {

/// The formula with other names, those that it binds among them.
F renamed(const F& formula, const std::function<std::string(const std::string&)>& name) {
    Formula result{formula->kind, {}, formula->leaf, {}};
    for (const F& part : formula->parts) result.parts.push_back(renamed(part, name));
    for (const std::string& bound : formula->binds) result.binds.insert(name(bound));
    result.leaf.sum.of.clear();
    for (const auto& [old, factor] : formula->leaf.sum.of) result.leaf.sum.of[name(old)] += factor;
    for (std::string& old : result.leaf.names) old = name(old);
    return std::make_shared<Formula>(std::move(result));
}

}  // namespace

/// One to `turns` moves in a row, by way of positions x~1, x~2, ...: what the i-th move hides gets ~i behind its name.
F Reader::moves_in_a_row(int turns) {
    constexpr int kMostTurns = 3;
    if (turns > kMostTurns) throw Wrong{"many players and such moves"};
    const auto places = [&](int after) { return after == 0 ? std::string() : "~" + std::to_string(after); };
    const auto step = [&](int i, const std::string& from, const std::string& to) {
        std::map<std::string, std::string> at;
        for (const std::string& name : coordinates("")) {
            at[name] = name + from;
            at[name + "'"] = name + to;
        }
        return renamed(moves(1), [&](const std::string& name) {
            const auto found = at.find(name);
            return found == at.end() ? name + "~" + std::to_string(i) : found->second;
        });
    };
    std::vector<F> choices{moves(1)};
    for (int length = 2; length <= turns; ++length) {
        std::vector<F> chain;
        for (int i = 1; i <= length; ++i) {
            chain.push_back(step(i, places(i - 1), i == length ? "'" : places(i)));
            if (i < length) chain.push_back(domain(places(i)));
        }
        choices.push_back(all(chain));
    }
    return any(choices);
}

F Reader::moves(int turns) {
    std::vector<F> choices;
    if (turns < 1) return no();
    if (turns > 1 && (rules_.moves.size() != 1 || !takes(rules_.moves[0]))) return moves_in_a_row(turns);
    for (const Move& move : rules_.moves) {
        if (move.results.size() != 1) throw Wrong{"a heap that splits"};
        const Long wanted = move.pile_count ? needed(move.pile_count, {}) : 1;
        if (wanted < 1) continue;
        const Long most = std::min(std::min<Long>(wanted, 64) * turns, static_cast<Long>(pile_count_));
        const bool only_takes = takes(move);
        if (only_takes && (turns > 1 || wanted > 1) && most > 1) {
            Fact changed = digit_fact('c', {}, most);
            for (const std::string& name : coordinates("")) {
                changed.names.push_back(name + "'");
                changed.names.push_back(name);
            }
            choices.push_back(leaf(changed));
        } else if (move.piles == Move::Piles::none) {
            choices.push_back(moved(move, {}));
        } else {
            std::vector<std::size_t> chosen;
            choose_piles(move, wanted, 0, chosen, choices);
        }
    }
    return any(choices);
}

void Reader::choose_piles(const Move& move, Long wanted, std::size_t next, std::vector<std::size_t>& chosen,
                          std::vector<F>& choices) {
    if (next == pile_count_) {
        const auto count = static_cast<Long>(chosen.size());
        const Long least = move.piles == Move::Piles::exactly ? wanted : 1;
        if (count >= least && count <= wanted) choices.push_back(moved(move, chosen));
        return;
    }
    choose_piles(move, wanted, next + 1, chosen, choices);
    chosen.push_back(next);
    choose_piles(move, wanted, next + 1, chosen, choices);
    chosen.pop_back();
}

bool Reader::takes(const Move& move) {
    if (rules_.piles != 0 || rules_.coordinates.size() != 1 || rules_.domain) return false;
    if (move.piles != Move::Piles::one && move.piles != Move::Piles::up_to) return false;
    if (move.loop.binders.size() != 1 || !move.loop.conditions.empty()) return false;
    const Binder& binder = move.loop.binders[0];
    if (binder.kind != Binder::Kind::range || binder.lower.empty() || binder.upper.empty()) return false;
    Names names;
    names.slots[rules_.slots[0]].term = plain("a");
    names.slots[binder.slots[0]].term = plain("t");
    bool fits = true;
    const auto require = [&](const Expr& e, const std::string& text) {
        with(e, names, [&](const Term& term) {
            fits = fits && text_of(term) == text;
            return yes();
        });
        const Op op = e->op;
        fits = fits && op != Op::minimum && op != Op::maximum && op != Op::choose;
    };
    for (const Expr& e : binder.lower) require(e, "1");
    for (const Expr& e : binder.upper) require(e, "a");
    require(move.results[0][0], "a - t");
    return fits;
}

F Reader::moved(const Move& move, const std::vector<std::size_t>& chosen) {
    const auto after = coordinates("'");
    const Names here = placed({}, rules_.slots, position(""));
    std::vector<F> parts;
    const auto one = [&](const Names& names, bool first, std::optional<std::size_t> pile) {
        parts.push_back(run(move.loop, 0, move.results[0], names, [&](const Names& inner) {
            std::vector<F> equal;
            std::size_t at = 0;
            for (std::size_t i = 0; i < rules_.coordinates.size(); ++i) {
                const bool group = static_cast<int>(i) == rules_.piles;
                const std::size_t target = group && pile ? at + *pile : at;
                at += group ? pile_count_ : 1;
                if (group ? !pile : !first) continue;
                equal.push_back(with(move.results[0][i], inner, [&](const Term& value) {
                    return compared('=', combined(plain(after[target]), value, -1));
                }));
            }
            return all(equal);
        }));
    };
    if (chosen.empty()) one(here, true, {});
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        Names names = here;
        names.slots[rules_.slots[static_cast<std::size_t>(rules_.piles)]].term = here.piles[chosen[k]];
        if (chosen.size() > 1) names.suffix = fmt::format("@{}", chosen[k] + 1);
        one(names, k == 0, chosen[k]);
    }
    for (std::size_t j = 0; j < here.piles.size(); ++j) {
        if (std::find(chosen.begin(), chosen.end(), j) != chosen.end()) continue;
        const std::string& name = after[static_cast<std::size_t>(rules_.piles) + j];
        parts.push_back(compared('=', combined(plain(name), here.piles[j], -1)));
    }
    return all(parts);
}

}  // namespace bouton::recheck
