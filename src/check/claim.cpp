// A claim with nothing chosen: its variables, the game's arguments in terms of them, and what it says.
#include "check/goal.hpp"
#include "check/language.hpp"

#include <algorithm>

namespace bouton::kernel {

using syntax::Binding;
using syntax::Term;

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
    return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.contains(name); });
}

}  // namespace

std::string name_of(Scheme scheme) {
    switch (scheme) {
        case Scheme::p_positions: return "kernel";
        case Scheme::levels: return "levels";
        case Scheme::formula: return "formula";
        case Scheme::induction: return "induction";
        case Scheme::columns: return "columns";
    }
    return "";
}

std::optional<Scheme> scheme_of(const std::string& name) {
    for (const Scheme scheme :
         {Scheme::p_positions, Scheme::levels, Scheme::formula, Scheme::induction, Scheme::columns})
        if (name_of(scheme) == name) return scheme;
    return std::nullopt;
}

Theorem::Theorem(const lang::Document& document, const syntax::Claim& claim, NamedSets named_sets, const Watch* watch)
    : document_(document), claim_(claim), terms_(watch), reader_(terms_) {
    reader_.set_named_sets(named_sets);
    if (!claim.game.empty())
        game_ = lang::find_game(document, claim.game);
    else if (document.file.games.empty() && document.file.imports.size() == 1)
        game_ = lang::find_game(document, document.file.imports[0].game);
    if (!game_.game) refuse("a claim without a game");
    if (const std::string what = unknown_to_readers(*game_.game); !what.empty()) refuse(what);
    reader_.set_rule_definitions(game_.document->file.definitions);
    for (const syntax::Definition& definition : document.file.definitions) {
        Reader::refuse_builtin(definition.name);
        for (const syntax::Parameter& parameter : game_.game->parameters)
            if (parameter.name == definition.name) refuse("a definition that is called like a parameter of the game");
        if (std::count_if(document.file.definitions.begin(), document.file.definitions.end(),
                          [&](const auto& other) { return other.name == definition.name; }) > 1)
            refuse("two definitions of " + definition.name);
    }
}

/// The sets and functions of the file; their bodies may mention the game's parameters, where there are some.
ScopePtr Theorem::definitions(const ScopePtr& parameters) const {
    auto scope = std::make_shared<Scope>();
    scope->parent = parameters;
    scope->variables = false;
    for (const syntax::Definition& definition : document_.file.definitions) {
        Entry& entry = scope->names[definition.name];
        entry.formals = &definition.arguments;
        entry.body = &definition.value;
        entry.is_set = definition.is_set;
    }
    return scope;
}

bool Theorem::any_set() const {
    return std::any_of(claim_.bindings.begin(), claim_.bindings.end(),
                       [](const Binding& binding) { return binding.kind == Binding::Kind::subset; });
}

/// The variables that the game's arguments mention, and those that these are made of.
std::set<std::string> Theorem::rule_variables() const {
    std::set<std::string> names;
    for (const syntax::Argument& argument : claim_.arguments) {
        std::set<std::string> own;
        names_in(argument.value, own);
        for (const std::string& formal : argument.arguments) own.erase(formal);
        names.merge(own);
    }
    if (claim_.pile_count) names_in(*claim_.pile_count, names);
    for (auto binding = claim_.bindings.rbegin(); binding != claim_.bindings.rend(); ++binding)
        if (binding->kind == Binding::Kind::equals && names.contains(binding->names[0]))
            names_in(binding->terms[0], names);
    return names;
}

/// How many of the claim's bindings are needed for the game's arguments. Under an assumption: for the example of a rule function, which
/// is of no use for a proof; these bindings are left out.
std::size_t Theorem::chosen_count() const {
    std::size_t count = 0;
    if (claim_.assumption) {
        std::set<std::string> used;
        if (claim_.statement) names_in(*claim_.statement, used);
        if (claim_.condition) names_in(*claim_.condition, used);
        while (count < claim_.bindings.size() && !meet(bound_by(claim_.bindings[count]), used)) ++count;
        return count;
    }
    const std::set<std::string> used = rule_variables();
    for (std::size_t i = 0; i < claim_.bindings.size(); ++i)
        if (claim_.bindings[i].kind == Binding::Kind::subset || meet(bound_by(claim_.bindings[i]), used)) count = i + 1;
    return count;
}

void Theorem::bind_parameters(const ScopePtr& arguments, Instance& instance) {
    auto parameters = std::make_shared<Scope>();
    parameters->variables = false;
    for (const syntax::Argument& argument : claim_.arguments) {
        const auto same = [&](const auto& other) { return other.name == argument.name; };
        if (std::count_if(claim_.arguments.begin(), claim_.arguments.end(), same) > 1)
            refuse("an argument given twice");
        if (std::none_of(game_.game->parameters.begin(), game_.game->parameters.end(), same))
            refuse("an argument that the game does not have");
    }
    instance.parameters = parameters;
    for (const syntax::Parameter& parameter : game_.game->parameters) {
        Reader::refuse_builtin(parameter.name);
        if (parameters->names.contains(parameter.name)) refuse("two parameters of the same name");
        const auto given = std::find_if(claim_.arguments.begin(), claim_.arguments.end(),
                                        [&](const auto& argument) { return argument.name == parameter.name; });
        const bool is_given = given != claim_.arguments.end();
        const Term* value = is_given ? &given->value : parameter.value ? &*parameter.value : nullptr;
        Entry entry;
        if (parameter.kind == syntax::Parameter::Kind::function) {
            entry.rule_function = true;
            entry.formals = &parameter.arguments;
            if (!claim_.assumption) {
                entry.body = value;
                entry.missing = !value;
                if (is_given) entry.scope = arguments;
                if (is_given && !given->arguments.empty()) entry.formals = &given->arguments;
                if (entry.formals->size() != parameter.arguments.size())
                    refuse("a rule function with another number of arguments");
            }
            parameters->names[parameter.name] = entry;
            continue;
        }
        if (!value) {
            entry.missing = true;
            parameters->names[parameter.name] = entry;
            continue;
        }
        const ScopePtr scope = is_given ? arguments : std::make_shared<const Scope>(*parameters);
        Meaning m;
        if (parameter.kind == syntax::Parameter::Kind::set) {
            m.kind = Meaning::Kind::numbers;
            m.numbers = reader_.numbers(*value, scope, m.defined);
            if (m.numbers.unknown.empty() && m.numbers.intervals.empty()) refuse("an empty set of moves");
            // A subtraction set holds positive numbers.
            for (const auto& [first, last] : m.numbers.intervals)
                instance.allowed = both({instance.allowed, at_most(constant(1), first), at_most(first, last)});
        } else {
            m = reader_.integer(*value, scope);
        }
        instance.allowed_defined = both({instance.allowed_defined, m.defined});
        m.defined = truth();
        entry.meaning = m;
        parameters->names[parameter.name] = entry;
    }
    parameter_conditions(instance);
}

/// `where` of the parameters; a condition about parameters without a value alone says nothing.
void Theorem::parameter_conditions(Instance& instance) {
    for (const syntax::Parameter& parameter : game_.game->parameters) {
        // Of a rule function it is true of all its values, and not needed: what is proved holds for others too.
        if (!parameter.condition || parameter.kind == syntax::Parameter::Kind::function) continue;
        std::set<std::string> names;
        names_in(*parameter.condition, names);
        bool missing = false, known = false;
        for (const std::string& name : names) {
            const auto found = instance.parameters->names.find(name);
            if (found == instance.parameters->names.end()) continue;
            (found->second.missing ? missing : known) = true;
        }
        if (missing && !known) continue;
        const Condition c = reader_.condition(*parameter.condition, instance.parameters);
        instance.allowed_defined = both({instance.allowed_defined, implies(instance.allowed, c.defined)});
        instance.allowed = both({instance.allowed, c.holds});
    }
}

std::vector<Theorem::Instance> Theorem::instances(const Values& fixed) {
    const std::size_t count = chosen_count();
    const auto split = claim_.bindings.begin() + static_cast<std::ptrdiff_t>(count);
    Reader::Bindings first, later;
    for (auto binding = claim_.bindings.begin(); binding != claim_.bindings.end(); ++binding) {
        if (binding >= split)
            later.push_back(&*binding);
        else if (!claim_.assumption)
            first.push_back(&*binding);
    }
    // Sets that run through subsets: any set of positive numbers.
    auto outer = std::make_shared<Scope>();
    outer->parent = definitions(nullptr);
    for (const Binding* binding : first) {
        if (binding->kind != Binding::Kind::subset) continue;
        Reader::refuse_builtin(binding->names.at(0));
        Meaning m;
        m.kind = Meaning::Kind::numbers;
        m.numbers.unknown = binding->names[0];
        outer->names[binding->names[0]].meaning = m;
    }
    std::erase_if(first, [](const Binding* binding) { return binding->kind == Binding::Kind::subset; });

    std::vector<Instance> all;
    for (Choice& chosen : reader_.choices(first, nullptr, outer, fixed)) {
        Instance instance;
        bind_parameters(chosen.scope, instance);
        enter(instance);
        auto variables = std::make_shared<Scope>();
        variables->parent = definitions(instance.parameters);
        for (ScopePtr s = chosen.scope; s != outer->parent; s = s->parent)
            for (const auto& [name, entry] : s->names) variables->names.try_emplace(name, entry);
        for (Choice& choice :
             reader_.choices(later, claim_.condition ? &*claim_.condition : nullptr, variables, fixed)) {
            Instance whole = instance;
            choice.variables.insert(choice.variables.begin(), chosen.variables.begin(), chosen.variables.end());
            choice.values.insert(chosen.values.begin(), chosen.values.end());
            choice.defined = both({chosen.defined, implies(chosen.guard, choice.defined)});
            choice.guard = both({chosen.guard, choice.guard});
            whole.choice = std::move(choice);
            all.push_back(std::move(whole));
        }
    }
    return all;
}

Theorem::Instance Theorem::the_instance(const Values& fixed) {
    const auto all = instances(fixed);
    if (all.size() != 1 || !all[0].choice.variables.empty())
        refuse("a claim whose variables cannot be fixed one by one");
    return all[0];
}

// ---- what it says ----

Condition Theorem::statement(const syntax::Claim& claim, const ScopePtr& scope) {
    if (claim.form != syntax::Claim::Form::condition) return sequence(claim, scope);
    return reader_.condition(*claim.statement, scope);
}

/// repeats, starts, has period: of all heaps, which must be positions.
Condition Theorem::sequence(const syntax::Claim& claim, const ScopePtr& scope) {
    using Form = syntax::Claim::Form;
    if (claim.quantity != "grundy" && claim.quantity != "outcome") refuse("a sequence of " + claim.quantity);
    if (game_.game->coordinates.size() != 1) refuse("a sequence in a game with several coordinates");
    const std::string symbol = claim.quantity == "grundy" ? "G" : "O";
    const auto value = [&](const Poly& heap) { return terms_.call(symbol, {heap}); };
    // Copies of the same statement are about the same things: one origin for each of these variables.
    constexpr int kHeap = 1 << 28, kShorter = kHeap + 1, kPlace = kHeap + 2;
    const Poly heap = terms_.variable("heap", kHeap);
    const auto id = [](const Poly& p) { return p.begin()->first[0]; };
    const FormulaPtr natural = at_most({}, heap), here = reader_.is_position({heap}).holds;
    if (claim.form == Form::period) {
        const Meaning period = reader_.integer(*claim.statement, scope);
        Meaning before;
        if (claim.preperiod) before = reader_.integer(*claim.preperiod, scope);
        const Poly &p = period.value, &b = before.value;
        const Poly shorter = terms_.variable("shorter", kShorter), place = terms_.variable("place", kPlace);
        const FormulaPtr least = for_all(
            {id(shorter)},
            implies(both({at_most(constant(1), shorter), less(shorter, p)}),
                    exists({id(place)}, both({at_most(b, place), not_equal(value(place + shorter), value(place))}))));
        return {both({at_most(constant(1), p), at_most({}, b),
                      for_all({id(heap)}, implies(at_most(b, heap), equal(value(heap + p), value(heap)))), least,
                      implies(less({}, b), not_equal(value(b - constant(1) + p), value(b - constant(1))))}),
                both({period.defined, before.defined, for_all({id(heap)}, implies(natural, here))})};
    }
    FormulaPtr defined = truth();
    const Poly length = word_length(claim.word, scope, defined);
    const bool repeats = claim.form == Form::repeats;
    const Poly index = repeats ? terms_.remainder(heap, length) : heap;
    const FormulaPtr range = repeats ? natural : both({natural, less(heap, length)});
    return {both({at_most(constant(1), length),
                  for_all({id(heap)}, implies(range, equal(value(heap), word_value(claim.word, index, scope))))}),
            both({defined, for_all({id(heap)}, implies(range, here))})};
}

Poly Theorem::word_length(const std::vector<syntax::Word>& word, const ScopePtr& scope, FormulaPtr& defined) {
    Poly length;
    for (const syntax::Word& part : word) {
        const Poly once = part.group.empty() ? constant(1) : word_length(part.group, scope, defined);
        if (!part.count) {
            length = length + once;
            continue;
        }
        const Meaning count = reader_.integer(*part.count, scope);
        defined = both({defined, count.defined, at_most({}, count.value)});
        length = length + once * count.value;
    }
    return length;
}

Poly Theorem::word_value(const std::vector<syntax::Word>& word, const Poly& index, const ScopePtr& scope) {
    FormulaPtr ignored = truth();
    Poly value, start = word_length(word, scope, ignored);
    for (std::size_t i = word.size(); i-- > 0;) {
        const syntax::Word& part = word[i];
        const Poly once = part.group.empty() ? constant(1) : word_length(part.group, scope, ignored);
        const Poly length = part.count ? once * reader_.integer(*part.count, scope).value : once;
        start = start - length;
        const Poly here = part.group.empty() ? constant(integer_from(part.symbol))
                                             : word_value(part.group, terms_.remainder(index - start, once), scope);
        value = i + 1 == word.size() ? here : terms_.choose(less(index, start + length), here, value);
    }
    return value;
}

}  // namespace bouton::kernel
