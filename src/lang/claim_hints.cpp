// The hints of a claim (using, by induction on, scales) are for provers, which read them for themselves (check/). Here they are read with
// the claim's own names, so that a slip is found when the file is.
#include "lang/claim_builder.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::lang {

using syntax::Binding;
using syntax::Claim;
using syntax::Term;

void ClaimBuilder::check_hints() {
    unlimited_ = true;
    Elaborator elaborator = new_elaborator();
    Scope root, outer{&root, false, {}}, chosen{&outer, true, {}};
    add_definitions(document_, outer);
    if (claim_.assumption) {
        forget_examples();
        for (const syntax::Parameter& parameter : game_.game->parameters)
            if (parameter.kind == syntax::Parameter::Kind::function)
                arguments_.push_back(
                    {{parameter.name, parameter.arguments, {}, claim_.place}, &document_.source, true});
    }
    Loop loop;
    for (std::size_t i = 0; i < (claim_.assumption ? 0 : chosen_count(claim_)); ++i) {
        if (claim_.bindings[i].kind == Binding::Kind::subset)
            add_unknown_set(claim_.bindings[i], chosen);
        else
            elaborator.bind(claim_.bindings[i], chosen, loop);
    }
    ClaimInstance instance;
    Scopes scopes;
    build(elaborator, chosen, instance, Detail::names, scopes);
    Scope here{&scopes.variables, true, {}};
    for (const std::string& coordinate : layout_.coordinates)
        if (!binds(claim_, coordinate))
            here.names[coordinate].meaning = integer_meaning(variable(elaborator.new_slot(), coordinate));
    for (const Term& term : claim_.induction) elaborator.integer(term, here);
    for (const Term& term : claim_.scales) elaborator.integer(term, here);
    for (const syntax::Use& use : claim_.uses) check_use(elaborator, scopes, here, use);
}

void ClaimBuilder::check_use(Elaborator& elaborator, const Scopes& scopes, const Scope& here,
                             const syntax::Use& use) const {
    const Claim& other = claim_named(use.claim);
    Scope theirs{&scopes.definitions, true, {}};
    const Scope* variables = &scopes.variables;  // of the claim itself: its induction hypothesis
    if (&other != &claim_) {
        match_used(elaborator, scopes.parameters, here, other, theirs);
        Loop loop;
        for (std::size_t i = other.assumption ? unused_count(other) : 0; i < other.bindings.size(); ++i) {
            const Binding& binding = other.bindings[i];
            const auto names = names_bound_by(binding);
            if (std::all_of(names.begin(), names.end(), [&](const auto& n) { return theirs.names.contains(n); }))
                continue;
            if (binding.kind == Binding::Kind::subset)
                fail(binding.place, "nothing here says what " + binding.names[0] + " is");
            elaborator.bind(binding, theirs, loop);
        }
        variables = &theirs;
    }
    for (const auto& [name, value] : use.at) {
        require_variable(name, *variables, value.place);
        elaborator.integer(value, here);
    }
}

void ClaimBuilder::require_variable(const std::string& name, const Scope& scope, syntax::Place place) const {
    for (const Scope* s = &scope; s; s = s->parent) {
        const auto found = s->names.find(name);
        if (found == s->names.end()) continue;
        const Expr& value = found->second.meaning.value;
        if (value && value->op == Op::variable) return;
        break;
    }
    fail(place, name + " is no variable of the claim that is used");
}

const Claim& ClaimBuilder::claim_named(const std::string& label) const {
    const Claim* found = nullptr;
    for (const Claim& claim : document_.file.claims) {
        if (claim.label != label && full_name(claim) != label) continue;
        if (found)
            fail(claim_.place, fmt::format("several claims are called {}; write the kind too, as in \"{} {}\"", label,
                                           found->kind, label));
        found = &claim;
    }
    if (!found) fail(claim_.place, "there is no claim \"" + label + "\" in this file");
    return *found;
}

/// The variables of the other claim that its game's arguments fix, by what the arguments are here.
void ClaimBuilder::match_used(Elaborator& elaborator, const Scope& parameters, const Scope& here, const Claim& other,
                              Scope& scope) const {
    const auto differs = [&] {
        fail(claim_.place, fmt::format("\"{}\" is about other arguments of the game {}", other.label, other.game));
    };
    const auto match = [&](const Term& term, const Expr& value) {
        if (term.kind == Term::Kind::name && binds(other, term.text) && !scope.names.contains(term.text))
            scope.names[term.text].meaning = integer_meaning(value);
        else if (to_text(elaborator.integer(term, scope)) != to_text(value))
            differs();
    };
    if (claim_game(document_, other) != game_.game->name) differs();
    for (const syntax::Parameter& parameter : game_.game->parameters) {
        const auto named = [&](const Claim& claim) {
            return std::find_if(claim.arguments.begin(), claim.arguments.end(),
                                [&](const auto& a) { return a.name == parameter.name; });
        };
        const auto theirs = named(other), ours = named(claim_);
        const bool given = theirs != other.arguments.end();
        const Entry& entry = parameters.names.at(parameter.name);
        if (parameter.kind == syntax::Parameter::Kind::function) {
            if (other.assumption) continue;
            if (given != (ours != claim_.arguments.end())) differs();
            if (given && !(theirs->arguments == ours->arguments && theirs->value == ours->value)) differs();
            std::set<std::string> names;  // its variables are not tied to ours: such a claim cannot be used
            if (given) names_in(theirs->value, names);
            for (const std::string& name : names)
                if (binds(other, name)) differs();
            continue;
        }
        if (!given) {
            // Without a default the other claim's rules do not depend on it; with one it is about that value.
            if (ours != claim_.arguments.end() && parameter.value) differs();
            continue;
        }
        if (ours != claim_.arguments.end() && theirs->value == ours->value) {  // the same words: the same variables
            std::set<std::string> names;
            names_in(theirs->value, names);
            for (const std::string& name : names) {
                if (!binds(other, name)) continue;
                for (const Scope* s = &here; s; s = s->parent)
                    if (const auto found = s->names.find(name); found != s->names.end()) {
                        scope.names[name] = found->second;
                        break;
                    }
            }
            continue;
        }
        if (parameter.kind == syntax::Parameter::Kind::number) {
            match(theirs->value, entry.meaning.value);
            continue;
        }
        const Numbers set = entry.meaning.numbers;
        if (theirs->value.kind == Term::Kind::name) {
            scope.names[theirs->value.text].meaning = entry.meaning;
            continue;
        }
        if (theirs->value.kind != Term::Kind::list || theirs->value.parts.size() != set->intervals.size()) differs();
        for (std::size_t i = 0; i < set->intervals.size(); ++i) {
            if (to_text(set->intervals[i].first) != to_text(set->intervals[i].last)) differs();
            match(theirs->value.parts[i], set->intervals[i].first);
        }
    }
}

}  // namespace bouton::lang
