// Functions that the language brings along. Most are operators with integers (operators.hpp); those that need more come first.
#include "lang/elaborator.hpp"
#include "lang/operators.hpp"

#include <map>

namespace bouton::lang {

using syntax::Term;
using Kind = Meaning::Kind;

namespace {

Meaning position_set(Positions set) {
    Meaning m;
    m.kind = Kind::positions;
    m.positions = std::move(set);
    return m;
}

}  // namespace

Meaning Elaborator::builtin(const Term& term, const Scope& scope) {
    const std::string& f = term.text;
    if (f == "floor" || f == "ceil") return rounded(term, scope);
    if (f == "sqrt" || f == "log2") return irrational(term, scope);
    if (f == "grundy" || f == "outcome" || f == "options") return of_position(term, scope);
    if (f == "reaches") return reaches(term, scope);
    if (term.parts.size() == 1 && (f == "size" || f == "min" || f == "max")) {
        const Meaning m = meaning(term.parts[0], scope);
        if (m.kind == Kind::numbers) return integer_meaning(of_numbers(f, m.numbers));
    }
    if (!term.parts.empty() && term.parts.back().kind == Term::Kind::piles) return of_piles(term, scope);
    const Operator* function = function_named(f);
    if (!function) fail_unknown(term, scope);
    if (term.parts.size() < function->least || term.parts.size() > function->most)
        fail(term.place, messages::wrong_argument_count(f, function->least, term.parts.size()));
    std::vector<Expr> args;
    for (const Term& part : term.parts) args.push_back(integer(part, scope));
    return integer_meaning(arithmetic_node(function->op, args, term.place));
}

void Elaborator::require_count(const Term& term, std::size_t want) {
    if (term.parts.size() != want) fail(term.place, messages::wrong_argument_count(term.text, want, term.parts.size()));
}

Meaning Elaborator::rounded(const Term& term, const Scope& scope) {
    require_count(term, 1);
    const Meaning m = meaning(term.parts[0], scope);
    const bool up = term.text == "ceil";
    const auto negated = [&](const Expr& e) { return arithmetic_node(Op::negate, {e}, term.place); };
    if (m.kind == Kind::fraction) {
        const Expr quotient =
            arithmetic_node(Op::floor_divide, {up ? negated(m.value) : m.value, m.denominator}, term.place);
        return integer_meaning(up ? negated(quotient) : quotient);
    }
    if (m.kind == Kind::root || m.kind == Kind::logarithm) {
        if (up) fail(term.place, "only the floor of a square root or logarithm is supported; write floor(...)");
        return integer_meaning(arithmetic_node(m.kind == Kind::root ? Op::root : Op::logarithm, {m.value}, term.place));
    }
    return integer_meaning(as_integer(m, term.parts[0].place));
}

/// What `floor` stands around.
Meaning Elaborator::irrational(const Term& term, const Scope& scope) {
    require_count(term, 1);
    Meaning m = meaning(term.parts[0], scope);
    if (m.kind == Kind::fraction)  // floor(sqrt(a/b)) = floor(sqrt(floor(a/b)))
        m = integer_meaning(arithmetic_node(Op::floor_divide, {m.value, m.denominator}, term.place));
    m.value = as_integer(m, term.parts[0].place);
    m.kind = term.text == "sqrt" ? Kind::root : Kind::logarithm;
    return m;
}

Meaning Elaborator::of_position(const Term& term, const Scope& scope) {
    const std::string& f = term.text;
    require_claim(f, term.place);
    std::vector<Expr> position = coordinates(term.parts, scope, term.place);
    require_dimension(position.size(), term.place);
    if (f != "options") return integer_meaning(make(f == "grundy" ? Op::grundy : Op::outcome, position));
    auto set = std::make_shared<PositionSet>();
    set->kind = PositionSet::Kind::options;
    set->element = position;
    return position_set(set);
}

/// reaches(POSITION, SET, moves)
Meaning Elaborator::reaches(const Term& term, const Scope& scope) {
    require_claim(term.text, term.place);
    require_count(term, 3);
    const Meaning from = meaning(term.parts[0], scope);
    std::vector<Expr> args = from.kind == Kind::tuple   ? from.tuple
                             : from.kind == Kind::piles ? std::vector<Expr>{make(Op::piles, {})}
                                                        : std::vector<Expr>{as_integer(from, term.parts[0].place)};
    require_dimension(args.size(), term.parts[0].place);
    const Positions target = positions(meaning(term.parts[1], scope), term.parts[1].place);
    args.push_back(integer(term.parts[2], scope));
    return condition_meaning(with_sets(Op::reaches, args, {target}));
}

/// size, min or max of a set: a loop over its elements.
Expr Elaborator::of_numbers(const std::string& f, const Numbers& numbers) {
    Loop over;
    Binder binder;
    binder.kind = Binder::Kind::numbers;
    binder.slots = {new_slot()};
    binder.names = {"element"};
    binder.numbers = numbers;
    const Expr element = variable(binder.slots[0], "element");
    over.binders.push_back(binder);
    if (f == "size") return with_loop(Op::count, over, {});
    return with_loop(f == "min" ? Op::least : Op::greatest, over, {element});
}

/// f(a...), or qsum(q, a...)
Meaning Elaborator::of_piles(const Term& term, const Scope& scope) {
    const std::string& f = term.text;
    const Meaning piles = meaning(term.parts.back(), scope);
    if (piles.kind == Kind::row) return over_row(term, piles, scope);
    const std::map<std::string, Op> whole = {{"sum", Op::piles_sum},      {"min", Op::piles_least},
                                             {"max", Op::piles_greatest}, {"count", Op::piles_count},
                                             {"xor", Op::piles_xor},      {"qsum", Op::piles_qsum}};
    const auto found = whole.find(f);
    if (found == whole.end()) fail(term.place, messages::all_piles_only());
    require_count(term, f == "qsum" ? 2 : 1);
    std::vector<Expr> args;
    if (f == "qsum") args.push_back(integer(term.parts[0], scope));
    return integer_meaning(make(found->second, args));
}

}  // namespace bouton::lang
