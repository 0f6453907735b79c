#include "check/language.hpp"

#include <algorithm>
#include <set>

namespace bouton::kernel {

using syntax::Binding;
using syntax::Term;

namespace {

void calls_in(const Term& term, std::set<std::string>& names) {
    if (term.kind == Term::Kind::call || term.kind == Term::Kind::name) names.insert(term.text);
    for (const Term& part : term.parts) calls_in(part, names);
    for (const Binding& binding : term.bindings)
        for (const Term& part : binding.terms) calls_in(part, names);
}

}  // namespace

std::string unknown_to_readers(const syntax::Game& game) {
    const auto row = [](const std::string& name) { return name.find('[') != std::string::npos; };
    if (!game.rows.empty() || std::any_of(game.coordinates.begin(), game.coordinates.end(), row))
        return "piles in a row";
    for (const syntax::Parameter& parameter : game.parameters)
        if (parameter.kind == syntax::Parameter::Kind::sets) return "a list of sets as a parameter";
    for (const syntax::Move& move : game.moves) {
        if (!move.changes.empty() || move.results.empty()) return "a move that says what changes";
        if (!move.index.empty() || !move.outer.empty() || move.outer_condition) return "a move in a choice of piles";
        for (const Binding& binding : move.bindings)
            if (binding.kind == Binding::Kind::element && binding.names.size() != 1)
                return "a move by a list of tuples";
    }
    return "";
}

bool is_recursive(const lang::Document& document, const std::string& function) {
    std::set<std::string> reached;
    std::vector<std::string> open{function};
    while (!open.empty()) {
        const std::string name = open.back();
        open.pop_back();
        for (const syntax::Definition& definition : document.file.definitions) {
            if (definition.name != name) continue;
            std::set<std::string> names;
            calls_in(definition.value, names);
            for (const std::string& other : names)
                if (reached.insert(other).second) open.push_back(other);
        }
    }
    return reached.contains(function);
}

}  // namespace bouton::kernel
