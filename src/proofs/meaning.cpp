#include "proofs/meaning.hpp"

#include <algorithm>
#include <numeric>

namespace bouton::proofs {

namespace {

/// The first binders of a loop and some of its conditions.
Loop part_of(const Loop& loop, std::size_t binders, const std::vector<Expr>& conditions) {
    Loop part;
    part.binders.assign(loop.binders.begin(), loop.binders.begin() + static_cast<std::ptrdiff_t>(binders));
    part.conditions = conditions;
    part.ready.assign(conditions.size(), binders);
    return part;
}

}  // namespace

FormulaPtr Meaning::of_all(const std::vector<Expr>& list, const Env& env) {
    std::vector<FormulaPtr> parts;
    for (const Expr& e : list) parts.push_back(of(e, env));
    return both(std::move(parts));
}

FormulaPtr Meaning::is_position(const std::vector<Expr>& coordinates, const Env& env) {
    std::vector<Poly> position;
    for (const Expr& e : coordinates) position.push_back(reader_.term(e, env));
    return both({of_all(coordinates, env), reader_.exists(position, env)});
}

FormulaPtr Meaning::of(const Expr& e, const Env& env) {
    const auto arg = [&](std::size_t i) { return reader_.term(e->args[i], env); };
    const auto of_args = [&] { return of_all(e->args, env); };
    switch (e->op) {
        case Op::number:
        case Op::variable: return truth();
        case Op::floor_divide:
        case Op::modulo: return both({of_args(), not_equal(arg(1), {})});
        case Op::nonzero: return both({of_args(), not_equal(arg(0), {})});
        case Op::power: return both({of_args(), at_most({}, arg(1))});
        case Op::logarithm:
        case Op::twos: return both({of_args(), at_most(constant(1), arg(0))});
        case Op::natural: return both({of_args(), at_most({}, arg(0))});
        case Op::josephus_rank:
        case Op::josephus_seat:
            return both(
                {of_args(), at_most(constant(1), arg(1)), at_most(constant(1), arg(2)), at_most(arg(2), arg(0))});
        case Op::grundy:
        case Op::outcome: return is_position(e->args, env);
        case Op::conjunction:
        case Op::disjunction: {
            // One part after the other, as long as it is not decided.
            std::vector<FormulaPtr> before, parts;
            for (const Expr& part : e->args) {
                parts.push_back(implies(both(before), of(part, env)));
                const FormulaPtr holds = reader_.formula(part, env);
                before.push_back(e->op == Op::conjunction ? holds : negated(holds));
            }
            return both(std::move(parts));
        }
        case Op::choose: {
            const FormulaPtr then = of(e->args[1], env), otherwise = of(e->args[2], env);
            const FormulaPtr condition = reader_.formula(e->args[0], env);
            return both({of(e->args[0], env), implies(condition, then), implies(negated(condition), otherwise)});
        }
        case Op::member: return both({of_args(), of_numbers(*e->numbers, env)});
        case Op::for_all:
        case Op::exists: return of_loop(*e->loop, env, [&](const Env& inner) { return of(e->args[0], inner); });
        case Op::apply: {
            const auto sequence = sequences_.find(e->text);
            if (sequence == sequences_.end()) return of_args();
            Env inner = env;
            for (std::size_t i = 0; i < sequence->second.slots.size(); ++i) inner[sequence->second.slots[i]] = arg(i);
            const Expr& sum = sequence->second.sum;
            return both({of_args(), of_loop(*sum->loop, inner, [&](const Env& at) { return of(sum->args[0], at); })});
        }
        case Op::in_set: {
            std::vector<Poly> position;
            for (std::size_t i = 0; i < e->args.size(); ++i) position.push_back(arg(i));
            return both({of_args(), of_set(e->sets[0], position, env)});
        }
        case Op::is_empty:
        case Op::sets_equal:
        case Op::subset: {
            const std::vector<Poly> position = reader_.new_position();
            std::vector<FormulaPtr> parts;
            for (const Positions& set : e->sets) parts.push_back(of_set(set, position, env));
            return for_all(reader_.atoms(position), implies(reader_.exists(position, env), both(std::move(parts))));
        }
        default: return of_args();
    }
}

FormulaPtr Meaning::of_numbers(const NumberSet& set, const Env& env) {
    std::vector<FormulaPtr> parts;
    for (const auto& interval : set.intervals) {
        parts.push_back(of(interval.first, env));
        parts.push_back(of(interval.last, env));
    }
    return both(std::move(parts));
}

FormulaPtr Meaning::of_binder(const Binder& binder, const Env& env) {
    std::vector<FormulaPtr> parts{of_all(binder.lower, env), of_all(binder.upper, env)};
    if (binder.numbers) parts.push_back(of_numbers(*binder.numbers, env));
    if (binder.positions) {
        std::vector<Poly> position;
        for (std::size_t i = 0; i < binder.slots.size(); ++i)
            position.push_back(reader_.terms().variable(binder.names[i], binder.slots[i]));
        parts.push_back(for_all(reader_.atoms(position),
                                implies(reader_.exists(position, env), of_set(binder.positions, position, env))));
    }
    return both(std::move(parts));
}

FormulaPtr Meaning::of_loop(const Loop& loop, const Env& env, const Body& body) {
    std::vector<FormulaPtr> parts;
    const auto wherever = [&](const Loop& part, const Body& inner) {
        for (const auto& choice : reader_.choices(part, env))
            parts.push_back(for_all(choice.variables, implies(choice.guard, inner(choice.env))));
    };
    for (std::size_t i = 0; i < loop.binders.size(); ++i)
        wherever(part_of(loop, i, {}), [&](const Env& at) { return of_binder(loop.binders[i], at); });
    // Conditions are tested as soon as their variables have values, those of the same moment in order.
    std::vector<std::size_t> order(loop.conditions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return loop.ready[a] < loop.ready[b]; });
    std::vector<Expr> before;
    for (const std::size_t i : order) {
        wherever(part_of(loop, std::min(loop.ready[i], loop.binders.size()), before),
                 [&](const Env& at) { return of(loop.conditions[i], at); });
        before.push_back(loop.conditions[i]);
    }
    wherever(loop, body);
    return both(std::move(parts));
}

FormulaPtr Meaning::of_set(const Positions& set, const std::vector<Poly>& position, const Env& env) {
    switch (set->kind) {
        case PositionSet::Kind::empty: return truth();
        case PositionSet::Kind::family:
            return of_loop(*set->loop, env, [&](const Env& inner) { return of_all(set->element, inner); });
        case PositionSet::Kind::where: {
            Env inner = env;
            for (std::size_t i = 0; i < position.size(); ++i) inner[set->slots[i]] = position[i];
            return of(set->condition, inner);
        }
        case PositionSet::Kind::options: return is_position(set->element, env);
        case PositionSet::Kind::named: {
            Env inner = env;
            for (std::size_t i = 0; i < set->slots.size(); ++i)
                inner[set->slots[i]] = reader_.term(set->element[i], env);
            return both({of_all(set->element, env), of_set(set->parts[0], position, inner)});
        }
        case PositionSet::Kind::join:
        case PositionSet::Kind::intersection:
        case PositionSet::Kind::difference: break;
    }
    std::vector<FormulaPtr> parts;
    for (const Positions& part : set->parts) parts.push_back(of_set(part, position, env));
    return both(std::move(parts));
}

FormulaPtr Meaning::of_word(const std::vector<lang::WordPart>& word, const Env& env) {
    std::vector<FormulaPtr> parts;
    for (const lang::WordPart& part : word) {
        parts.push_back(of_word(part.group, env));
        if (!part.count) continue;
        parts.push_back(of(part.count, env));
        parts.push_back(at_most({}, reader_.term(part.count, env)));
    }
    return both(std::move(parts));
}

FormulaPtr Meaning::of_statement(const lang::ClaimInstance& claim, const Env& env) {
    std::vector<FormulaPtr> parts;
    if (claim.statement) parts.push_back(of(claim.statement, env));
    if (claim.preperiod) parts.push_back(of(claim.preperiod, env));
    parts.push_back(of_word(claim.word, env));
    if (claim.form != syntax::Claim::Form::condition) {  // a sequence: its heaps must be positions
        const std::vector<Poly> heap = reader_.new_position();
        FormulaPtr range = at_most({}, heap[0]);
        if (claim.form == syntax::Claim::Form::starts)
            range = both({range, less(heap[0], reader_.word_length(claim.word, env))});
        parts.push_back(for_all(reader_.atoms(heap), implies(range, reader_.exists(heap, env))));
    }
    return both(std::move(parts));
}

FormulaPtr Meaning::of_rules(const std::vector<Poly>& position, const Env& env) {
    const Ruleset& rules = reader_.rules();
    Env at = env;
    std::vector<FormulaPtr> natural, moves;
    for (std::size_t i = 0; i < position.size(); ++i) {
        at[rules.slots[i]] = position[i];
        natural.push_back(at_most({}, position[i]));
    }
    for (const Move& move : rules.moves)
        moves.push_back(of_loop(move.loop, at, [&](const Env& inner) { return of_all(move.results[0], inner); }));
    return both({rules.domain ? implies(both(natural), of(rules.domain, at)) : truth(),
                 implies(reader_.exists(position, env), both(std::move(moves)))});
}

}  // namespace bouton::proofs
