#include "proofs/read.hpp"

#include <algorithm>

namespace bouton::proofs {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

/// Solvers know no quantifier inside a term.
const FormulaPtr& plain(const FormulaPtr& f) {
    if (!f->variables.empty()) refuse("forall or exists inside a number, as in: if (exists ...) then");
    for (const FormulaPtr& part : f->parts) plain(part);
    return f;
}

/// What a person calls an operation that the prover does not know.
std::string name_of(Op op) {
    switch (op) {
        case Op::bit_xor:
        case Op::piles_xor: return "xor";
        case Op::qsum:
        case Op::piles_qsum: return "qsum";
        case Op::ones: return "ones";
        case Op::digit: return "digit";
        case Op::gcd: return "gcd";
        case Op::root: return "sqrt";
        case Op::reaches: return "reaches";
        case Op::count: return "count or size of a set";
        case Op::sum:
            return "a sum that is not a function of its own (write: function s(n) = sum(... for 1 <= t <= n))";
        case Op::least:
        case Op::greatest: return "min or max over a range";
        case Op::table: return "a rule function given as a table";
        case Op::fibonacci_shift:
        case Op::fibonacci_zeros: return "Fibonacci digits";
        default: return "all piles at once";
    }
}

}  // namespace

Poly Reader::term(const Expr& e, const Env& env) {
    const auto arg = [&](std::size_t i) { return term(e->args[i], env); };
    switch (e->op) {
        case Op::number: return constant(e->number);
        case Op::variable: {
            const auto found = env.find(e->slot);
            if (found == env.end()) refuse("the variable " + e->text + " outside its range");
            return found->second;
        }
        case Op::add: {
            Poly sum;
            for (std::size_t i = 0; i < e->args.size(); ++i) sum = std::move(sum) + arg(i);
            return sum;
        }
        case Op::subtract: return arg(0) - arg(1);
        case Op::negate: return Integer(-1) * arg(0);
        case Op::multiply: {
            Poly product = constant(1);
            for (std::size_t i = 0; i < e->args.size(); ++i) product = product * arg(i);
            return product;
        }
        case Op::floor_divide: return terms_.quotient(arg(0), arg(1));
        case Op::modulo: return terms_.remainder(arg(0), arg(1));
        case Op::nonzero:
        case Op::natural: return arg(0);
        case Op::power: {
            const Poly base = arg(0), exponent = arg(1);
            if (is_constant(exponent)) {
                const Integer n = constant_part(exponent);
                if (n < 0 || n > 6) {
                    if (is_constant(base) && constant_part(base) >= 2 && constant_part(base) <= 1000)
                        return terms_.power(static_cast<int>(clamp(constant_part(base))), exponent);
                    refuse("a power above the sixth");
                }
                Poly product = constant(1);
                for (Integer i = 0; i < n; i += 1) product = product * base;
                return product;
            }
            if (!is_constant(base) || constant_part(base) < 2 || constant_part(base) > 1000)
                refuse("a power whose base is not a plain number");
            return terms_.power(static_cast<int>(clamp(constant_part(base))), exponent);
        }
        case Op::minimum:
        case Op::maximum: {
            Poly best = arg(0);
            for (std::size_t i = 1; i < e->args.size(); ++i) {
                const Poly next = arg(i);
                best = terms_.choose(e->op == Op::minimum ? at_most(best, next) : at_most(next, best), best, next);
            }
            return best;
        }
        case Op::absolute: {
            const Poly a = arg(0);
            return terms_.choose(at_most({}, a), a, Integer(-1) * a);
        }
        case Op::choose: return terms_.choose(plain(formula(e->args[0], env)), arg(1), arg(2));
        case Op::logarithm: return terms_.call("log2", {arg(0)});
        case Op::twos: return terms_.call("twos", {arg(0)});
        case Op::josephus_rank: return terms_.call("rank", {arg(0), arg(1), arg(2)});
        case Op::josephus_seat: return terms_.call("seat", {arg(0), arg(1), arg(2)});
        case Op::apply: {
            std::vector<Poly> args;
            for (std::size_t i = 0; i < e->args.size(); ++i) args.push_back(arg(i));
            return terms_.call("f_" + e->text, std::move(args));
        }
        case Op::grundy: return terms_.call("G", coordinates(e->args, env));
        case Op::outcome: return terms_.call("O", coordinates(e->args, env));
        case Op::least:
            if (e->loop->binders.size() == 1 && e->loop->binders[0].kind == Binder::Kind::numbers &&
                e->loop->conditions.empty() && e->args[0]->op == Op::variable) {
                const NumberSet& set = *e->loop->binders[0].numbers;
                if (!set.known) return terms_.call("least_" + set.name, {});
                Poly best = term(set.intervals[0].first, env);
                for (const auto& interval : set.intervals) {
                    const Poly next = term(interval.first, env);
                    if (next != term(interval.last, env)) refuse(name_of(e->op));  // may be empty
                    best = terms_.choose(at_most(best, next), best, next);
                }
                return best;
            }
            break;
        case Op::count:  // of a set whose elements are written out: those unlike all before
            if (e->loop->binders.size() == 1 && e->loop->binders[0].kind == Binder::Kind::numbers &&
                e->loop->conditions.empty() && e->loop->binders[0].numbers->known) {
                Poly size;
                std::vector<Poly> before;
                for (const auto& interval : e->loop->binders[0].numbers->intervals) {
                    const Poly element = term(interval.first, env);
                    if (element != term(interval.last, env)) refuse(name_of(e->op));
                    std::vector<FormulaPtr> same;
                    for (const Poly& other : before) same.push_back(equal(element, other));
                    size = size + terms_.choose(either(same), {}, constant(1));
                    before.push_back(element);
                }
                return size;
            }
            break;
        default: break;
    }
    if (is_condition(e->op)) return terms_.choose(plain(formula(e, env)), constant(1), {});
    refuse(name_of(e->op));
}

std::vector<Poly> Reader::coordinates(const std::vector<Expr>& args, const Env& env) {
    std::vector<Poly> result;
    for (const Expr& e : args) {
        if (e->op == Op::piles) refuse(name_of(e->op));
        result.push_back(term(e, env));
    }
    return result;
}

FormulaPtr Reader::formula(const Expr& e, const Env& env) {
    const auto arg = [&](std::size_t i) { return term(e->args[i], env); };
    const auto parts = [&] {
        std::vector<FormulaPtr> result;
        for (const Expr& part : e->args) result.push_back(formula(part, env));
        return result;
    };
    switch (e->op) {
        case Op::number: return e->number != 0 ? truth() : falsity();
        case Op::equal:
        case Op::not_equal:
            if (is_condition(e->args[0]->op) && is_condition(e->args[1]->op)) {
                const FormulaPtr a = formula(e->args[0], env), b = formula(e->args[1], env);
                const FormulaPtr same = both({implies(a, b), implies(b, a)});
                return e->op == Op::equal ? same : negated(same);
            }
            return e->op == Op::equal ? equal(arg(0), arg(1)) : not_equal(arg(0), arg(1));
        case Op::less: return less(arg(0), arg(1));
        case Op::less_equal: return at_most(arg(0), arg(1));
        case Op::conjunction: return both(parts());
        case Op::disjunction: return either(parts());
        case Op::negation: return negated(formula(e->args[0], env));
        case Op::member: return numbers_contain(*e->numbers, arg(0), env);
        case Op::for_all:
        case Op::exists:
            return quantified(e->op == Op::for_all, *e->loop, env,
                              [&](const Env& inner) { return formula(e->args[0], inner); });
        case Op::in_set: return member(e->sets[0], coordinates(e->args, env), env);
        case Op::is_empty:
        case Op::sets_equal:
        case Op::subset: {
            // No option in a set: said of the moves, without a position between.
            if (e->op == Op::is_empty && e->sets[0]->kind == PositionSet::Kind::intersection)
                for (std::size_t i = 0; i < 2; ++i) {
                    const Positions& options = e->sets[0]->parts[i];
                    if (options->kind != PositionSet::Kind::options) continue;
                    return negated(some_move(coordinates(options->element, env), env, [&](const auto& after) {
                        return member(e->sets[0]->parts[1 - i], after, env);
                    }));
                }
            // Only positions count: both sides are cut to what exists.
            const std::vector<Poly> position = new_position();
            const FormulaPtr a = member(e->sets[0], position, env);
            FormulaPtr body = negated(a);
            if (e->op != Op::is_empty) {
                const FormulaPtr b = member(e->sets[1], position, env);
                body = implies(a, b);
                if (e->op == Op::sets_equal) body = both({body, implies(b, a)});
            }
            return for_all(atoms(position), implies(exists(position, env), body));
        }
        default: break;
    }
    if (is_condition(e->op)) refuse(name_of(e->op));
    return not_equal(term(e, env), {});
}

FormulaPtr Reader::numbers_contain(const NumberSet& set, const Poly& value, const Env& env) {
    if (!set.known) return equal(terms_.call("member_" + set.name, {value}), constant(1));
    std::vector<FormulaPtr> any;
    for (const auto& interval : set.intervals)
        any.push_back(both({at_most(term(interval.first, env), value), at_most(value, term(interval.last, env))}));
    return either(std::move(any));
}

std::vector<Reader::Choice> Reader::choices(const Loop& loop, const Env& env) {
    std::vector<Choice> all{{env, {}, truth()}};
    for (const Binder& binder : loop.binders) {
        std::vector<Choice> next;
        for (const Choice& choice : all) {
            const auto add = [&](const Poly& value, bool fresh, const FormulaPtr& guard) {
                Choice extended = choice;
                extended.env[binder.slots[0]] = value;
                if (fresh) extended.variables.push_back(value.begin()->first[0]);
                extended.guard = both({choice.guard, guard});
                next.push_back(std::move(extended));
            };
            const auto fixed = choice.env.find(binder.slots[0]);
            if (fixed != choice.env.end() && binder.slots.size() == 1) {  // nothing to choose
                add(fixed->second, false, in_range(binder, fixed->second, choice.env));
                continue;
            }
            switch (binder.kind) {
                case Binder::Kind::value: add(term(binder.lower[0], choice.env), false, truth()); break;
                case Binder::Kind::range: {
                    const Poly v = terms_.variable(binder.names[0], binder.slots[0]);
                    Env inner = choice.env;
                    inner[binder.slots[0]] = v;
                    add(v, true, in_range(binder, v, inner));
                    break;
                }
                case Binder::Kind::numbers: {
                    if (!binder.numbers->known) {
                        const Poly v = terms_.variable(binder.names[0], binder.slots[0]);
                        add(v, true, numbers_contain(*binder.numbers, v, choice.env));
                        break;
                    }
                    for (const auto& interval : binder.numbers->intervals) {
                        const Poly first = term(interval.first, choice.env), last = term(interval.last, choice.env);
                        if (first == last) {
                            add(first, false, truth());
                        } else {
                            const Poly v = terms_.variable(binder.names[0], binder.slots[0]);
                            add(v, true, both({at_most(first, v), at_most(v, last)}));
                        }
                    }
                    break;
                }
                case Binder::Kind::positions: {
                    Choice extended = choice;
                    std::vector<Poly> position;
                    for (std::size_t i = 0; i < binder.slots.size(); ++i) {
                        position.push_back(terms_.variable(binder.names[i], binder.slots[i]));
                        extended.env[binder.slots[i]] = position.back();
                        extended.variables.push_back(position.back().begin()->first[0]);
                    }
                    extended.guard = both(
                        {choice.guard, exists(position, choice.env), member(binder.positions, position, choice.env)});
                    next.push_back(std::move(extended));
                    break;
                }
            }
        }
        all = std::move(next);
    }
    for (Choice& choice : all) {
        std::vector<FormulaPtr> guard{choice.guard};
        for (const Expr& condition : loop.conditions) guard.push_back(formula(condition, choice.env));
        choice.guard = both(std::move(guard));
    }
    return all;
}

FormulaPtr Reader::in_range(const Binder& binder, const Poly& value, const Env& env) {
    switch (binder.kind) {
        case Binder::Kind::value: return equal(value, term(binder.lower[0], env));
        case Binder::Kind::numbers: return numbers_contain(*binder.numbers, value, env);
        case Binder::Kind::positions: return member(binder.positions, {value}, env);
        case Binder::Kind::range: break;
    }
    std::vector<FormulaPtr> guard;
    for (const Expr& bound : binder.lower) guard.push_back(at_most(term(bound, env), value));
    for (const Expr& bound : binder.upper) guard.push_back(at_most(value, term(bound, env)));
    return both(std::move(guard));
}

FormulaPtr Reader::quantified(bool all, const Loop& loop, const Env& env,
                              const std::function<FormulaPtr(const Env&)>& body) {
    std::vector<FormulaPtr> parts;
    for (const Choice& choice : choices(loop, env)) {
        const FormulaPtr inner = body(choice.env);
        parts.push_back(all ? for_all(choice.variables, implies(choice.guard, inner))
                            : proofs::exists(choice.variables, both({choice.guard, inner})));
    }
    return all ? both(std::move(parts)) : either(std::move(parts));
}

FormulaPtr Reader::member(const Positions& set, const std::vector<Poly>& position, const Env& env) {
    switch (set->kind) {
        case PositionSet::Kind::empty: return falsity();
        case PositionSet::Kind::family:
            return quantified(false, *set->loop, env, [&](const Env& inner) {
                std::vector<FormulaPtr> parts;
                for (std::size_t i = 0; i < position.size(); ++i)
                    parts.push_back(equal(term(set->element.at(i), inner), position[i]));
                return both(std::move(parts));
            });
        case PositionSet::Kind::where: {
            Env inner = env;
            for (std::size_t i = 0; i < position.size(); ++i) inner[set->slots[i]] = position[i];
            return formula(set->condition, inner);
        }
        case PositionSet::Kind::join:
            return either({member(set->parts[0], position, env), member(set->parts[1], position, env)});
        case PositionSet::Kind::intersection:
            return both({member(set->parts[0], position, env), member(set->parts[1], position, env)});
        case PositionSet::Kind::difference:
            return both({member(set->parts[0], position, env), negated(member(set->parts[1], position, env))});
        case PositionSet::Kind::options:
            return some_move(coordinates(set->element, env), env, [&](const std::vector<Poly>& after) {
                std::vector<FormulaPtr> parts;
                for (std::size_t i = 0; i < position.size(); ++i) parts.push_back(equal(after[i], position[i]));
                return both(std::move(parts));
            });
        case PositionSet::Kind::named: {
            std::vector<Poly> arguments = coordinates(set->element, env);
            if (named_sets_ == NamedSets::opaque)
                if (const std::string name = opaque_name(*set); !name.empty()) {
                    arguments.insert(arguments.end(), position.begin(), position.end());
                    return equal(terms_.call(name, std::move(arguments)), constant(1));
                }
            Env inner = env;
            for (std::size_t i = 0; i < set->slots.size(); ++i) inner[set->slots[i]] = arguments[i];
            return member(set->parts[0], position, inner);
        }
    }
    return falsity();
}

/// A function of its own for each definition, not for each name: 1 for the arguments and coordinates of its members. What is proved of it
/// holds of every set, hence of the one defined, if this depends on nothing but its arguments. To see that, the definition is read with
/// nothing else at hand; a definition that needs more is filled in, as ever.
std::string Reader::opaque_name(const PositionSet& set) {
    const Positions& definition = set.parts[0];
    if (const auto known = opaque_names_.find(definition); known != opaque_names_.end()) return known->second;
    Env only_arguments;
    for (const int slot : set.slots) only_arguments[slot] = terms_.variable("argument");
    try {
        member(definition, new_position(), only_arguments);
    } catch (const Unsupported&) {
        return opaque_names_[definition] = "";
    }
    return opaque_names_[definition] = "in_" + std::to_string(opaque_names_.size()) + "_" + set.name;
}

FormulaPtr Reader::some_move(const std::vector<Poly>& position, const Env& env, const Property& property) {
    if (rules_.piles >= 0) refuse("a game with a group of piles");
    if (rules_.splits) refuse("a game whose heaps split");
    Env at = env;
    for (std::size_t i = 0; i < position.size(); ++i) at[rules_.slots[i]] = position[i];
    std::vector<FormulaPtr> any;
    for (const Move& move : rules_.moves)
        any.push_back(quantified(false, move.loop, at, [&](const Env& inner) {
            std::vector<Poly> after;
            for (const Expr& e : move.results[0]) after.push_back(term(e, inner));
            return both({exists(after, env), property(after)});
        }));
    return either(std::move(any));
}

FormulaPtr Reader::exists(const std::vector<Poly>& position, const Env& env) {
    std::vector<FormulaPtr> parts;
    Env at = env;
    for (std::size_t i = 0; i < position.size(); ++i) {
        parts.push_back(at_most({}, position[i]));
        at[rules_.slots[i]] = position[i];
    }
    if (rules_.domain) parts.push_back(formula(rules_.domain, at));
    return both(std::move(parts));
}

std::vector<Poly> Reader::new_position() {
    std::vector<Poly> position;
    for (std::size_t i = 0; i < rules_.coordinates.size(); ++i)
        position.push_back(terms_.variable(rules_.coordinates[i], rules_.slots[i]));
    return position;
}

std::vector<AtomId> Reader::atoms(const std::vector<Poly>& variables) const {
    std::vector<AtomId> ids;
    for (const Poly& p : variables) ids.push_back(p.begin()->first[0]);
    return ids;
}

Poly Reader::word_length(const std::vector<lang::WordPart>& word, const Env& env) {
    Poly length;
    for (const lang::WordPart& part : word) {
        const Poly once = part.is_group ? word_length(part.group, env) : constant(1);
        length = std::move(length) + (part.count ? once * term(part.count, env) : once);
    }
    return length;
}

Poly Reader::word_value(const std::vector<lang::WordPart>& word, const Poly& index, const Env& env) {
    Poly value, start = word_length(word, env);
    for (std::size_t i = word.size(); i-- > 0;) {
        const lang::WordPart& part = word[i];
        const Poly once = part.is_group ? word_length(part.group, env) : constant(1);
        const Poly length = part.count ? once * term(part.count, env) : once;
        start = start - length;
        const Poly here =
            part.is_group ? word_value(part.group, terms_.remainder(index - start, once), env) : constant(part.symbol);
        value = i + 1 == word.size() ? here : terms_.choose(less(index, start + length), here, value);
    }
    return value;
}

FormulaPtr Reader::statement(const lang::ClaimInstance& claim, const Env& env) {
    using Form = syntax::Claim::Form;
    if (claim.form == Form::condition) return formula(claim.statement, env);
    const auto value = [&](const Poly& heap) { return terms_.call(value_name(claim.about_outcome), {heap}); };
    // Copies of the same statement are about the same things: one origin for each of these variables.
    constexpr int kHeap = 1 << 28, kShorter = kHeap + 1, kPlace = kHeap + 2;
    const Poly heap = terms_.variable("heap", kHeap);
    const AtomId id = heap.begin()->first[0];
    if (claim.form == Form::period) {
        const Poly period = term(claim.statement, env);
        const Poly before = claim.preperiod ? term(claim.preperiod, env) : Poly{};
        const Poly shorter = terms_.variable("shorter", kShorter);
        const Poly place = terms_.variable("place", kPlace);
        return both(
            {at_most(constant(1), period), at_most({}, before),
             for_all({id}, implies(at_most(before, heap), equal(value(heap + period), value(heap)))),
             for_all({shorter.begin()->first[0]},
                     implies(both({at_most(constant(1), shorter), less(shorter, period)}),
                             proofs::exists(
                                 {place.begin()->first[0]},
                                 both({at_most(before, place), not_equal(value(place + shorter), value(place))})))),
             implies(less({}, before), not_equal(value(before - constant(1) + period), value(before - constant(1))))});
    }
    const Poly length = word_length(claim.word, env);
    const bool repeats = claim.form == Form::repeats;
    const Poly index = repeats ? terms_.remainder(heap, length) : heap;
    const FormulaPtr range = repeats ? at_most({}, heap) : both({at_most({}, heap), less(heap, length)});
    return both({at_most(constant(1), length),
                 for_all({id}, implies(range, equal(value(heap), word_value(claim.word, index, env))))});
}

}  // namespace bouton::proofs
