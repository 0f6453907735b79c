// Sets of numbers and positions, and what is asked of them.
#include "lang/elaborator.hpp"
#include "lang/linear.hpp"

#include <algorithm>

namespace bouton::lang {

using syntax::Place;
using syntax::Term;
using Kind = Meaning::Kind;

namespace {

bool looks_like_condition(const Term& term) {
    switch (term.kind) {
        case Term::Kind::compare:
        case Term::Kind::negation:
        case Term::Kind::quantifier: return true;
        case Term::Kind::binary:
            return term.text == "and" || term.text == "or" || term.text == "implies" || term.text == "iff";
        default: return false;
    }
}

}  // namespace

Expr Elaborator::membership(const Meaning& left, const Meaning& right, Place place) {
    if (right.kind == Kind::numbers && left.kind == Kind::integer) {
        auto node = std::make_shared<Node>();
        node->op = Op::member;
        node->args = {left.value};
        node->numbers = right.numbers;
        return node;
    }
    if (right.kind == Kind::vectors) {
        const std::vector<Expr> point =
            left.kind == Kind::tuple ? left.tuple : std::vector<Expr>{as_integer(left, place)};
        std::vector<Expr> any;
        for (const auto& vector : right.vectors) {
            if (vector.size() != point.size()) fail(place, messages::wrong_tuple(vector.size(), point.size()));
            std::vector<Expr> same;
            for (std::size_t i = 0; i < point.size(); ++i) same.push_back(make(Op::equal, {point[i], vector[i]}));
            any.push_back(same.size() == 1 ? same[0] : make(Op::conjunction, same));
        }
        return any.size() == 1 ? any[0] : make(Op::disjunction, any);
    }
    const Positions set = positions(right, place);
    std::vector<Expr> args = left.kind == Kind::tuple   ? left.tuple
                             : left.kind == Kind::piles ? std::vector<Expr>{make(Op::piles, {})}
                                                        : std::vector<Expr>{as_integer(left, place)};
    require_dimension(args.size(), place);
    return with_sets(Op::in_set, args, {set});
}

std::vector<Expr> Elaborator::coordinates(const std::vector<Term>& parts, const Scope& scope, Place place) {
    std::vector<Expr> result;
    for (const Term& part : parts) {
        const Meaning m = meaning(part, scope);
        if (m.kind == Kind::row)
            result.insert(result.end(), m.tuple.begin(), m.tuple.end());
        else
            result.push_back(m.kind == Kind::piles ? make(Op::piles, {}) : as_integer(m, part.place));
    }
    if (result.empty()) fail(place, "a position needs its coordinates");
    return result;
}

void Elaborator::require_dimension(std::size_t got, Place place) {
    if (layout_ && layout_->piles < 0 && !layout_->open && got != layout_->coordinates.size())
        fail(place, messages::wrong_dimension(layout_->coordinates.size(), got));
}

void Elaborator::require_claim(const std::string& name, Place place) {
    if (!layout_) fail(place, messages::only_in_claims(name));
}

Positions Elaborator::positions(const Meaning& m, Place place) {
    if (m.kind == Kind::positions) return m.positions;
    if (m.kind != Kind::numbers) fail(place, messages::needs_positions(kind_name(m.kind)));
    require_claim("a set of positions", place);
    require_dimension(1, place);
    auto set = std::make_shared<PositionSet>();
    set->kind = PositionSet::Kind::family;
    Binder binder;
    binder.kind = Binder::Kind::numbers;
    binder.slots = {new_slot()};
    binder.names = {layout_->coordinates[0]};
    binder.numbers = m.numbers;
    set->element = {variable(binder.slots[0], binder.names[0])};
    auto over = std::make_shared<Loop>();
    over->binders.push_back(binder);
    set->loop = over;
    return set;
}

Meaning Elaborator::list(const Term& term, const Scope& scope) {
    Meaning result;
    if (term.parts.size() == 1 && looks_like_condition(term.parts[0])) return where(term.parts[0], scope);
    if (term.parts.empty()) {
        result.kind = Kind::positions;
        result.positions = std::make_shared<PositionSet>();
        return result;
    }
    auto set = std::make_shared<NumberSet>();
    Positions points;
    for (const Term& part : term.parts) {
        const Meaning m = meaning(part, scope);
        if (m.kind == Kind::tuple && rules_) {
            result.vectors.push_back(m.tuple);
            continue;
        }
        if (m.kind == Kind::numbers && part.kind == Term::Kind::list) result.sets.push_back(m.numbers);
        if (m.kind == Kind::tuple) {
            require_claim("a set of positions", part.place);
            require_dimension(m.tuple.size(), part.place);
            auto point = std::make_shared<PositionSet>();
            point->kind = PositionSet::Kind::family;
            point->element = m.tuple;
            point->loop = std::make_shared<Loop>();
            if (points) {
                auto both = std::make_shared<PositionSet>();
                both->kind = PositionSet::Kind::join;
                both->parts = {points, point};
                points = both;
            } else {
                points = point;
            }
        } else if (m.kind == Kind::numbers) {
            set->intervals.insert(set->intervals.end(), m.numbers->intervals.begin(), m.numbers->intervals.end());
        } else {
            const Expr e = as_integer(m, part.place);
            set->intervals.push_back({e, e});
        }
    }
    if (result.sets.size() != term.parts.size()) result.sets.clear();  // otherwise it may be meant as a list of sets
    if ((points || !result.vectors.empty()) && !set->intervals.empty())
        fail(term.place, "a set holds either numbers or positions, not both");
    result.kind = points ? Kind::positions : result.vectors.empty() ? Kind::numbers : Kind::vectors;
    result.positions = points;
    result.numbers = set;
    return result;
}

Meaning Elaborator::family(const Term& term, const Scope& scope) {
    require_claim("a set of positions", term.place);
    Scope inner{&scope, true, {}};
    auto set = std::make_shared<PositionSet>();
    set->kind = PositionSet::Kind::family;
    set->loop = std::make_shared<Loop>(
        loop(term.bindings, term.parts.size() > 1 ? &term.parts[1] : nullptr, inner, Unbounded::allowed));
    const Meaning element = meaning(term.parts[0], inner);
    set->element =
        element.kind == Kind::tuple ? element.tuple : std::vector<Expr>{as_integer(element, term.parts[0].place)};
    require_dimension(set->element.size(), term.parts[0].place);
    Meaning result;
    result.kind = Kind::positions;
    result.positions = set;
    return result;
}

Meaning Elaborator::where(const Term& term, const Scope& scope) {
    require_claim("a set of positions", term.place);
    Scope inner{&scope, true, {}};
    auto set = std::make_shared<PositionSet>();
    set->kind = PositionSet::Kind::where;
    std::vector<Expr> here;
    for (std::size_t i = 0; i < layout_->coordinates.size(); ++i) {
        const int slot = new_slot();
        set->slots.push_back(slot);
        if (is_variable(layout_->coordinates[i], scope))
            fail(term.place, messages::variable_or_coordinate(layout_->coordinates[i]));
        if (static_cast<int>(i) == layout_->piles) {
            Meaning piles;
            piles.kind = Kind::piles;
            inner.names[layout_->coordinates[i] + "..."].meaning = piles;
            here.push_back(make(Op::piles, {}));
        } else {
            here.push_back(variable(slot, layout_->coordinates[i]));
            inner.names[layout_->coordinates[i]].meaning = integer_meaning(here.back());
        }
    }
    for (const Layout::Row& row : layout_->rows) {
        const auto at = here.begin() + static_cast<std::ptrdiff_t>(row.at);
        declare_row(row.name, row.first, {at, at + static_cast<std::ptrdiff_t>(row.count)}, inner);
    }
    inner.names["grundy"].meaning = integer_meaning(make(Op::grundy, here));
    inner.names["outcome"].meaning = integer_meaning(make(Op::outcome, here));
    set->condition = condition(term, inner);
    Meaning result;
    result.kind = Kind::positions;
    result.positions = set;
    return result;
}

Meaning Elaborator::aggregate(const Term& term, const Scope& scope) {
    if (const auto plain = unfolded(term, scope)) return *plain;
    Scope inner{&scope, true, {}};
    const std::string& f = term.text;
    Loop over = loop(term.bindings, term.parts.size() > 1 ? &term.parts[1] : nullptr, inner, Unbounded::refused);
    const bool has_body = term.parts[0].kind != Term::Kind::tuple || !term.parts[0].parts.empty();
    if (f == "count") {
        if (has_body) fail(term.parts[0].place, "count counts cases: write count(for ... if ...)");
        return integer_meaning(with_loop(Op::count, std::move(over), {}));
    }
    const std::map<std::string, Op> kinds = {
        {"sum", Op::sum}, {"min", Op::least}, {"max", Op::greatest}, {"mex", Op::mex}, {"xor", Op::fold_xor}};
    const auto kind = kinds.find(f);
    if (kind == kinds.end())
        fail(term.place, messages::unknown_name(f + "(... for ...)", "sum, min, max, mex, xor or count"));
    if (!has_body) fail(term.place, f + " needs an expression before `for`");
    const bool several = term.parts[0].kind == Term::Kind::tuple;
    if (several && f == "sum") fail(term.place, "sum takes one expression before `for`");
    std::vector<Expr> bodies;
    if (several)
        for (const Term& part : term.parts[0].parts) bodies.push_back(integer(part, inner));
    else
        bodies.push_back(integer(term.parts[0], inner));
    return integer_meaning(with_loop(kind->second, std::move(over), std::move(bodies)));
}

Meaning Elaborator::set_operation(const Term& term, const Scope& scope) {
    auto set = std::make_shared<PositionSet>();
    set->kind = term.text == "|"   ? PositionSet::Kind::join
                : term.text == "&" ? PositionSet::Kind::intersection
                                   : PositionSet::Kind::difference;
    const Meaning a = meaning(term.parts[0], scope), b = meaning(term.parts[1], scope);
    Meaning result;
    if (term.text == "|" && a.kind == Kind::vectors && b.kind == Kind::vectors) {
        result = a;
        result.vectors.insert(result.vectors.end(), b.vectors.begin(), b.vectors.end());
        return result;
    }
    if (set->kind == PositionSet::Kind::join && a.kind == Kind::numbers && b.kind == Kind::numbers &&
        a.numbers->known && b.numbers->known) {
        auto both = std::make_shared<NumberSet>(*a.numbers);
        both->intervals.insert(both->intervals.end(), b.numbers->intervals.begin(), b.numbers->intervals.end());
        result.kind = Kind::numbers;
        result.numbers = both;
        return result;
    }
    set->parts = {positions(a, term.parts[0].place), positions(b, term.parts[1].place)};
    result.kind = Kind::positions;
    result.positions = set;
    return result;
}

/// A set of numbers, or one that is made of such.
bool Elaborator::is_of_numbers(const Term& term, const Scope& scope) {
    if (term.kind == Term::Kind::binary && (term.text == "&" || term.text == "\\" || term.text == "|"))
        return is_of_numbers(term.parts[0], scope) && (term.text == "\\" || is_of_numbers(term.parts[1], scope));
    return meaning(term, scope).kind == Kind::numbers;
}

// ---- for ----

}  // namespace bouton::lang
