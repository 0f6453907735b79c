// What may be taken for granted: the assumption about the rule function, sets of which nothing is known, claims that are used.
//
// A used claim is about the same game with the same arguments. Its variables that the arguments fix get their values from there; where
// that is not plain, "the arguments are equal" is a condition of the formula. It must have been accepted before, which is for the
// caller to see to; what is said of every rule function is used for one function only where that is natural and satisfies the assumption.
#include "check/goal.hpp"
#include "lang/print.hpp"

#include <algorithm>

namespace bouton::kernel {

using syntax::Binding;
using syntax::Term;

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

bool binds(const syntax::Claim& claim, const std::string& name) {
    return std::any_of(claim.bindings.begin(), claim.bindings.end(),
                       [&](const Binding& binding) { return bound_by(binding).contains(name); });
}

/// The bindings of a used claim that count; under an assumption not those that only made an example of a rule function.
Reader::Bindings bindings_of(const syntax::Claim& claim) {
    Reader::Bindings all = Reader::all_of(claim.bindings);
    std::erase_if(all, [](const Binding* binding) { return binding->kind == Binding::Kind::subset; });
    if (!claim.assumption) return all;
    std::set<std::string> used;
    if (claim.statement) names_in(*claim.statement, used);
    if (claim.condition) names_in(*claim.condition, used);
    const auto needed = std::find_if(all.begin(), all.end(), [&](const Binding* binding) {
        const std::set<std::string> names = bound_by(*binding);
        return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return used.contains(name); });
    });
    all.erase(all.begin(), needed);
    return all;
}

}  // namespace

std::vector<const syntax::Claim*> Theorem::used_claims() const {
    std::vector<const syntax::Claim*> used;
    for (const syntax::Use& use : claim_.uses) {
        const syntax::Claim* found = nullptr;
        for (const syntax::Claim& other : document_.file.claims) {
            if (other.label != use.claim && lang::full_name(other) != use.claim) continue;
            if (found) refuse("the name " + use.claim + " of several claims");
            found = &other;
        }
        if (!found) refuse("the unknown claim " + use.claim);
        if (found != &claim_ && std::find(used.begin(), used.end(), found) == used.end()) used.push_back(found);
    }
    return used;
}

void Theorem::background(const Instance& instance, Goal& goal) {
    const auto know = [&](const std::string& label, const FormulaPtr& f) {
        goal.known.push_back({Known::Role::background, label, f});
    };
    if (claim_.assumption)
        for (const Choice& choice :
             reader_.choices(Reader::all_of(claim_.assumption_bindings), nullptr, definitions(instance.parameters))) {
            const Condition c = reader_.condition(*claim_.assumption, choice.scope);
            know("assumed of the rule function", for_all(choice.variables, implies(choice.guard, c.holds)));
        }
    for (const Binding& binding : claim_.bindings) {
        if (binding.kind != Binding::Kind::subset || claim_.assumption) continue;
        NumberSet set;
        set.unknown = binding.names[0];
        const Poly least = terms_.call("least_" + set.unknown, {}), x = terms_.variable("element");
        know("the set has a least element, which is positive",
             both({at_most(constant(1), least), reader_.contains(set, least),
                   for_all({x.begin()->first[0]}, implies(reader_.contains(set, x), at_most(least, x)))}));
    }
}

void Theorem::lemmas(const Instance& instance, Goal& goal) {
    for (const syntax::Claim* used : used_claims())
        goal.known.push_back({Known::Role::lemma, lang::full_name(*used), lemma(*used, instance)});
}

/// Values for the variables of the used claim that the game's arguments fix, sets for its sets, and pairs that must be equal.
Theorem::Values Theorem::match(const syntax::Claim& used, const Instance& instance, const std::shared_ptr<Scope>& sets,
                               std::vector<std::pair<const Term*, Poly>>& equal) {
    const auto differs = [&] { refuse("\"" + used.label + "\", which is about other arguments of the game"); };
    Values fixed;
    const auto match_number = [&](const Term& theirs, const Poly& ours) {
        if (theirs.kind == Term::Kind::name && binds(used, theirs.text) && !fixed.contains(theirs.text))
            fixed[theirs.text] = ours;
        else
            equal.emplace_back(&theirs, ours);
    };
    const auto argument_of = [](const syntax::Claim& claim, const std::string& name) -> const syntax::Argument* {
        for (const syntax::Argument& argument : claim.arguments)
            if (argument.name == name) return &argument;
        return nullptr;
    };
    for (const syntax::Parameter& parameter : game_.game->parameters) {
        const syntax::Argument *theirs = argument_of(used, parameter.name), *ours = argument_of(claim_, parameter.name);
        if (parameter.kind == syntax::Parameter::Kind::function) {
            if (used.assumption) continue;  // of every function
            if (claim_.assumption || !theirs != !ours) differs();
            if (!theirs) continue;
            if (theirs->arguments != ours->arguments || !(theirs->value == ours->value)) differs();
            std::set<std::string> names;
            names_in(theirs->value, names);
            for (const std::string& formal : theirs->arguments) names.erase(formal);
            for (const std::string& name : names) {
                if (!binds(used, name)) continue;
                const auto mine = instance.choice.values.find(name);
                if (mine == instance.choice.values.end()) differs();
                fixed[name] = mine->second;
            }
            continue;
        }
        const Entry& entry = instance.parameters->names.at(parameter.name);
        if (!theirs) {
            // Without a default the used claim's rules do not depend on it; with one it is about that value.
            if (ours && parameter.value) differs();
            continue;
        }
        if (entry.missing) differs();
        if (parameter.kind == syntax::Parameter::Kind::number) {
            match_number(theirs->value, entry.meaning->value);
            continue;
        }
        const NumberSet& set = entry.meaning->numbers;
        if (theirs->value.kind == Term::Kind::name && binds(used, theirs->value.text)) {
            sets->names[theirs->value.text].meaning = *entry.meaning;
            continue;
        }
        if (!set.unknown.empty() || theirs->value.kind != Term::Kind::list ||
            theirs->value.parts.size() != set.intervals.size())
            differs();
        for (std::size_t i = 0; i < set.intervals.size(); ++i) {
            if (set.intervals[i].first != set.intervals[i].second || theirs->value.parts[i].kind == Term::Kind::range)
                differs();
            match_number(theirs->value.parts[i], set.intervals[i].first);
        }
    }
    return fixed;
}

FormulaPtr Theorem::lemma(const syntax::Claim& used, const Instance& instance) {
    const lang::GameRef game = used.game.empty() ? game_ : lang::find_game(document_, used.game);
    if (game.game != game_.game) refuse("\"" + used.label + "\", which is about another game");
    if (used.pile_count) refuse("\"" + used.label + "\", which is about piles");
    auto sets = std::make_shared<Scope>();
    sets->parent = definitions(instance.parameters);
    std::vector<std::pair<const Term*, Poly>> pairs;
    const Values fixed = match(used, instance, sets, pairs);
    for (const Binding& binding : used.bindings)
        if (binding.kind == Binding::Kind::subset && !used.assumption && !sets->names.contains(binding.names[0]))
            refuse("\"" + used.label + "\", of which nothing says what " + binding.names[0] + " is");
    std::vector<FormulaPtr> all;
    const Term* condition = used.condition ? &*used.condition : nullptr;
    for (const Choice& choice : reader_.choices(bindings_of(used), condition, sets, fixed)) {
        std::vector<FormulaPtr> when{choice.guard};
        for (const auto& [theirs, ours] : pairs)
            when.push_back(equal(reader_.integer(*theirs, choice.scope).value, ours));
        all.push_back(for_all(choice.variables, implies(both(std::move(when)), statement(used, choice.scope).holds)));
    }
    return both(std::move(all));
}

/// What is proved of every rule function is used for one: it must be one, and have what is assumed.
void Theorem::lemma_goals(const Instance& instance) {
    for (const syntax::Claim* used : used_claims()) {
        if (!used->assumption) continue;
        const ScopePtr scope = definitions(instance.parameters);
        for (const Choice& choice : reader_.choices(Reader::all_of(used->assumption_bindings), nullptr, scope)) {
            Goal& goal = add(Goal::About::lemma, "the rule function is as " + used->label + " assumes", instance);
            background(instance, goal);
            goal.known.push_back(
                {Known::Role::variables, "the variables", both({instance.choice.guard, choice.guard})});
            goal.known.push_back({Known::Role::target, "to be refuted",
                                  negated(reader_.condition(*used->assumption, choice.scope).holds)});
        }
        if (claim_.assumption) continue;
        for (const syntax::Parameter& parameter : game_.game->parameters) {
            if (parameter.kind != syntax::Parameter::Kind::function) continue;
            auto inner = std::make_shared<Scope>();
            inner->parent = instance.parameters;
            Term call;
            call.kind = Term::Kind::call;
            call.text = parameter.name;
            std::vector<FormulaPtr> natural{instance.choice.guard};
            for (const std::string& formal : parameter.arguments) {
                const Poly v = terms_.variable(formal);
                inner->names[formal].meaning.emplace().value = v;
                natural.push_back(at_most({}, v));
                Term name;
                name.kind = Term::Kind::name;
                name.text = formal;
                call.parts.push_back(name);
            }
            const Meaning value = reader_.integer(call, inner);
            Goal& goal =
                add(Goal::About::lemma, parameter.name + " is a rule function: natural for natural numbers", instance);
            goal.known.push_back(
                {Known::Role::variables, "the variables and natural arguments", both(std::move(natural))});
            goal.known.push_back(
                {Known::Role::target, "to be refuted", negated(both({value.defined, at_most({}, value.value)}))});
        }
    }
}

}  // namespace bouton::kernel
