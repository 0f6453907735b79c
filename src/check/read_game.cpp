// The rules of the game: positions, moves, measures.
#include "check/read.hpp"

namespace bouton::kernel {

using syntax::Term;

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

}  // namespace

/// Parameters (in the rules their names are taken), the coordinates with the point's values, and the lets, each seeing those before it.
std::shared_ptr<Scope> Reader::rule_scope(const Point& point, bool lets) {
    auto scope = std::make_shared<Scope>();
    if (rule_definitions_ && !rule_definitions_->empty()) {
        auto functions = std::make_shared<Scope>();
        functions->parent = parameters_;
        functions->variables = false;
        for (const syntax::Definition& definition : *rule_definitions_) {
            if (definition.is_set) continue;
            refuse_builtin(definition.name);
            Entry& entry = functions->names[definition.name];
            entry.formals = &definition.arguments;
            entry.body = &definition.value;
        }
        scope->parent = functions;
    }
    if (parameters_)
        for (const auto& [name, entry] : parameters_->names) {
            Entry& mine = scope->names[name] = entry;
            if (!mine.scope) mine.scope = parameters_;  // its body sees the parameters, not the coordinates
        }
    const auto declare = [&](const std::string& name, Meaning meaning) {
        refuse_builtin(name);
        if (scope->names.contains(name)) refuse("the name " + name + ", which is given twice");
        scope->names[name].meaning = std::move(meaning);
    };
    for (std::size_t i = 0; i < point.size(); ++i) {
        if (game_->coordinates[i].ends_with("...")) refuse("a game with a group of piles");
        Meaning m;
        m.value = point[i];
        declare(game_->coordinates[i], m);
    }
    if (lets)
        for (const syntax::Let& let : game_->lets) declare(let.name, read(let.value, scope));
    return scope;
}

Condition Reader::is_position(const Point& point) {
    if (!game_ || point.size() != game_->coordinates.size()) refuse("a position with another number of coordinates");
    std::vector<FormulaPtr> natural;
    for (const Poly& p : point) natural.push_back(at_most({}, p));
    if (!game_->domain) return {both(std::move(natural)), truth()};
    const Condition domain = condition(*game_->domain, rule_scope(point, false));
    const FormulaPtr here = both(std::move(natural));
    return {both({here, domain.holds}), implies(here, domain.defined)};
}

Condition Reader::some_move(const Point& point, const Property& property) {
    const ScopePtr scope = rule_scope(point);
    std::vector<FormulaPtr> any, defined;
    for (const syntax::Move& move : game_->moves) {
        if (move.results.size() != 1) refuse("a game whose heaps split");
        if (move.pile_count) refuse("a game with a group of piles");
        const auto all = choices(all_of(move.bindings), move.condition ? &*move.condition : nullptr, scope);
        const Condition c = quantified(false, all, [&](const ScopePtr& inner) {
            Point after;
            std::vector<FormulaPtr> meaning;
            const std::vector<Term>& parts = move.results[0].parts;
            if (parts.size() != point.size()) refuse("a move to another number of coordinates");
            for (const Term& part : parts) {
                const Meaning m = integer(part, inner);
                after.push_back(m.value);
                meaning.push_back(m.defined);
            }
            const Condition there = is_position(after), wanted = property(after);
            meaning.push_back(implies(there.holds, wanted.defined));
            return Condition{both({there.holds, wanted.holds}), both(std::move(meaning))};
        });
        any.push_back(c.holds);
        defined.push_back(c.defined);
    }
    return {either(std::move(any)), both(std::move(defined))};
}

FormulaPtr Reader::rules_defined(const Point& point) {
    const Condition here = is_position(point);
    std::vector<FormulaPtr> all{here.defined};
    const Condition moves = some_move(point, [](const Point&) { return Condition{}; });
    all.push_back(implies(here.holds, moves.defined));
    return both(std::move(all));
}

Point Reader::new_point() {
    Point point;
    for (const std::string& coordinate : game_->coordinates)
        point.push_back(terms_.variable(coordinate, origin(game_, coordinate)));
    return point;
}

Point Reader::measures(const std::vector<Term>& list, const Point& point, FormulaPtr& defined) {
    const ScopePtr scope = rule_scope(point);
    Point result;
    for (const Term& term : list) {
        const Meaning m = integer(term, scope);
        result.push_back(m.value);
        defined = both({defined, m.defined});
    }
    return result;
}

}  // namespace bouton::kernel
