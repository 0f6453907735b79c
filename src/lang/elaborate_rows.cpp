// Piles in a row, a[1..n]. Whatever chooses a pile (an index, a set of piles that a move may touch) is a plain number once the game's arguments
// are known, so that all of it is unfolded here: the rules that engines and provers see have coordinates a1 .. an and nothing else.
//
// A variable that occurs in an index runs through its range while the rules are made; any other variable stays one.
#include "lang/claim_builder.hpp"

#include <algorithm>

namespace bouton::lang {

using syntax::Binding;
using syntax::Place;
using syntax::Term;
using Kind = Meaning::Kind;

namespace {

constexpr std::int64_t kMostPiles = 64, kMostCases = 100000;

}  // namespace

static void indices_in(const Term& term, std::set<std::string>& names) {
    if (term.kind == Term::Kind::indexed) names_in(term.parts[0], names);
    for (const Term& part : term.parts) indices_in(part, names);
    for (const Binding& binding : term.bindings) indices_in(binding, names);
}

void indices_in(const Binding& binding, std::set<std::string>& names) {
    for (const Term& term : binding.terms) indices_in(term, names);
}

std::set<std::string> index_names(const Term& term) {
    std::set<std::string> names;
    indices_in(term, names);
    return names;
}

/// What is asked for a pile that is not there.
Expr no_pile(const std::string& row) {
    auto node = std::make_shared<Node>();
    node->op = Op::table;
    node->text = row;
    return node;
}

Meaning Elaborator::indexed(const Term& term, const Scope& scope) {
    const Entry* entry = lookup(term.text, scope);
    if (!entry || entry->kind != Entry::Kind::meaning || entry->meaning.kind != Kind::row)
        fail(term.place, messages::not_a_row(term.text));
    const Expr index = integer(term.parts[0], scope);
    const auto& piles = entry->meaning.tuple;
    const std::int64_t first = entry->meaning.first;
    auto outside = std::make_shared<Node>(*no_pile(term.text));
    outside->args = {index};
    if (is_number(index)) {
        const Integer place = index->number - first;
        if (place < 0 || place >= Integer(piles.size())) return integer_meaning(outside);
        return integer_meaning(piles[place.convert_to<std::size_t>()]);
    }
    Expr chain = outside;
    for (std::size_t i = piles.size(); i-- > 0;)
        chain =
            make(Op::choose, {make(Op::equal, {index, number(first + static_cast<std::int64_t>(i))}), piles[i], chain});
    return integer_meaning(chain);
}

/// sum(a...), max(a...), ... of a row.
Meaning Elaborator::over_row(const Term& term, const Meaning& row, const Scope& scope) {
    const std::string& f = term.text;
    const std::size_t before = term.parts.size() - 1;
    if (before != (f == "qsum" ? 1u : 0u))
        fail(term.place, messages::wrong_argument_count(f, f == "qsum" ? 2 : 1, before + 1));
    std::vector<Expr> args;
    if (f == "qsum") args.push_back(integer(term.parts[0], scope));
    args.insert(args.end(), row.tuple.begin(), row.tuple.end());
    if (f == "count") return integer_meaning(number(Integer(row.tuple.size())));
    if (f == "sum") {
        Expr total = row.tuple[0];
        for (std::size_t i = 1; i < row.tuple.size(); ++i) total = make(Op::add, {total, row.tuple[i]});
        return integer_meaning(total);
    }
    const std::map<std::string, Op> whole = {
        {"min", Op::minimum}, {"max", Op::maximum}, {"xor", Op::bit_xor}, {"qsum", Op::qsum}};
    const auto found = whole.find(f);
    if (found == whole.end()) fail(term.place, messages::all_piles_only());
    return integer_meaning(make(found->second, args));
}

/// Runs through a binding's values while things are elaborated: `visit` sees a scope in which its names are plain numbers, or sets.
void Elaborator::unfold(const Binding& binding, const Scope& scope, const std::function<void(const Scope&)>& visit) {
    if (binding.kind == Binding::Kind::element && binding.names.size() == 1) {
        const Meaning m = meaning(binding.terms[0], scope);
        if (!m.sets.empty()) {
            refuse_taken(binding.names[0], scope, binding.place);
            for (const Numbers& set : m.sets) {
                Scope inner{&scope, true, {}};
                inner.names[binding.names[0]].meaning.kind = Kind::numbers;
                inner.names[binding.names[0]].meaning.numbers = set;
                visit(inner);
            }
            return;
        }
    }
    Scope names{&scope, true, {}};
    Loop loop;
    bind(binding, names, loop);
    if (layout_ && layout_->open) return visit(names);  // only names are checked
    std::vector<Expr> conditions = std::move(loop.conditions);
    loop.conditions.clear();
    finish(loop, conditions, Unbounded::refused, binding.place);
    std::set<int> own;
    for (const Binder& binder : loop.binders) own.insert(binder.slots.begin(), binder.slots.end());
    const auto plain = [&](const Expr& e) {
        const std::vector<bool> seen = slots_in(e);
        for (std::size_t i = 0; i < seen.size(); ++i)
            if (seen[i] && !own.contains(static_cast<int>(i))) fail(binding.place, messages::index_not_plain());
    };
    for (const Binder& binder : loop.binders) {
        for (const auto* bounds : {&binder.lower, &binder.upper})
            for (const Expr& e : *bounds) plain(e);
        if (binder.kind == Binder::Kind::positions || binder.kind == Binder::Kind::piles)
            fail(binding.place, messages::index_not_plain());
        if (binder.numbers && !binder.numbers->known) fail(binding.place, messages::index_not_plain());
    }
    for (const Expr& e : loop.conditions) plain(e);
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(slot_count()));
    std::int64_t cases = 0;
    for_each(loop, frame, nullptr, [&] {
        if (++cases > kMostCases) fail(binding.place, messages::too_complex());
        Scope inner{&scope, true, {}};
        for (const Binder& binder : loop.binders)
            inner.names[binder.names[0]].meaning = integer_meaning(number(frame[binder.slots[0]]));
        visit(inner);
        return true;
    });
}

/// sum(a[i] for 1 <= i <= n) and the like, written out; nothing where a variable is no index, or a condition decides what is compared.
std::optional<Meaning> Elaborator::unfolded(const Term& term, const Scope& scope) {
    std::set<std::string> indices = index_names(term), bound;
    for (const Binding& binding : term.bindings) bound.merge(names_bound_by(binding));
    if (std::none_of(indices.begin(), indices.end(),
                     [&](const auto& name) { return bound.contains(name) && !is_variable(name, scope); }))
        return std::nullopt;
    const bool quantifier = term.kind == Term::Kind::quantifier;
    const bool conditional = term.parts.size() > 1;
    const std::string& f = term.text;
    if (!quantifier && f != "sum" && f != "count" && f != "xor" && (conditional || (f != "min" && f != "max")))
        return std::nullopt;
    if (!quantifier && term.parts[0].kind == Term::Kind::tuple && f != "count") return std::nullopt;
    std::vector<Expr> parts;
    const std::function<void(std::size_t, const Scope&)> from = [&](std::size_t i, const Scope& here) {
        if (i < term.bindings.size())
            return unfold(term.bindings[i], here, [&](const Scope& inner) { from(i + 1, inner); });
        const Expr test = conditional ? condition(term.parts[1], here) : nullptr;
        if (quantifier) {
            Expr body = condition(term.parts[0], here);
            if (test && f == "forall") body = make(Op::disjunction, {make(Op::negation, {test}), body});
            if (test && f == "exists") body = make(Op::conjunction, {test, body});
            return parts.push_back(body);
        }
        const Expr body = f == "count" ? number(1) : integer(term.parts[0], here);
        parts.push_back(test ? arithmetic_node(Op::choose, {test, body, number(0)}, term.place) : body);
    };
    from(0, scope);
    if (quantifier) {
        if (parts.empty()) return condition_meaning(make(Op::equal, {number(0), number(f == "forall" ? 0 : 1)}));
        return condition_meaning(parts.size() == 1 ? parts[0]
                                                   : make(f == "forall" ? Op::conjunction : Op::disjunction, parts));
    }
    if (parts.empty() && (f == "min" || f == "max")) fail(term.place, f + " of no values");
    if (parts.empty()) return integer_meaning(number(0));
    if (f == "sum" || f == "count") {
        Expr total = parts[0];
        for (std::size_t i = 1; i < parts.size(); ++i) total = arithmetic_node(Op::add, {total, parts[i]}, term.place);
        return integer_meaning(total);
    }
    return integer_meaning(arithmetic_node(f == "xor"   ? Op::bit_xor
                                           : f == "min" ? Op::minimum
                                                        : Op::maximum,
                                           parts, term.place));
}

/// The first and last index of a row; nothing: they depend on what has no value yet.
std::optional<std::pair<std::int64_t, std::int64_t>> Elaborator::row_ends(const syntax::Row& row, const Scope& scope) {
    const Expr first = integer(row.first, scope), last = integer(row.last, scope);
    if (!is_number(first) || !is_number(last)) return std::nullopt;
    if (last->number < first->number || last->number - first->number >= kMostPiles || !first->is_small ||
        !last->is_small)
        fail(row.last.place, messages::bad_row(row.name, kMostPiles));
    return std::pair{first->small, last->small};
}

/// The names by which a row is known: a for all of it, a[i], a..., and a1 .. an.
void Elaborator::declare_row(const std::string& name, std::int64_t first, const std::vector<Expr>& piles,
                             Scope& scope) {
    Meaning row;
    row.kind = Kind::row;
    row.first = first;
    row.tuple = piles;
    scope.names[name].meaning = row;
    scope.names[name + "..."].meaning = row;
}

Layout layout_of(Elaborator& elaborator, const syntax::Game& game, const Scope& parameters, const Layout& otherwise) {
    Layout layout;
    std::size_t at = 0;
    for (const std::string& written : game.coordinates) {
        if (!written.ends_with("[]")) {
            const bool group = written.ends_with("...");
            if (group) layout.piles = static_cast<int>(layout.coordinates.size());
            layout.coordinates.push_back(group ? written.substr(0, written.size() - 3) : written);
            continue;
        }
        const syntax::Row& row = game.rows[at++];
        const auto ends = elaborator.row_ends(row, parameters);
        if (!ends) {
            Layout open = otherwise;
            open.open = true;
            return open;
        }
        layout.rows.push_back({row.name, ends->first, layout.coordinates.size(),
                               static_cast<std::size_t>(ends->second - ends->first + 1)});
        for (std::int64_t i = ends->first; i <= ends->second; ++i)
            layout.coordinates.push_back(row.name + std::to_string(i));
    }
    return layout;
}

}  // namespace bouton::lang
