// A claim for the arguments that a user gave: what they say of the claim's variables.
#include "lang/claim_builder.hpp"
#include "lang/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace bouton::lang {

using syntax::Binding;
using syntax::Term;

namespace {

constexpr std::size_t kLargestSubset = 1 << 20;  // of a set that a user gives

/// Are the values of the variables ones that they run through?
bool inside(const Loop& loop, Frame& frame) {
    return std::all_of(loop.binders.begin(), loop.binders.end(),
                       [&](const Binder& binder) { return in_range(binder, frame); }) &&
           std::all_of(loop.conditions.begin(), loop.conditions.end(),
                       [&](const Expr& condition) { return test(condition, frame); });
}

/// Is it a rule function, or does it enter the rules through the rule functions' own definitions only, as the k of f(x) = floor(x/k)?
bool reaches_rule_functions_only(const syntax::Game& game, const std::string& parameter) {
    syntax::Game rules = game;
    rules.about.clear();
    rules.source.clear();
    bool is_function = false;
    for (const syntax::Parameter& p : game.parameters)
        is_function |= p.name == parameter && p.kind == syntax::Parameter::Kind::function;
    rules.parameters.clear();
    const std::string text = print(rules);
    const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = text.find(parameter); at != std::string::npos; at = text.find(parameter, at + 1)) {
        const std::size_t end = at + parameter.size();
        if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return is_function;
    }
    return true;
}

}  // namespace

std::optional<ClaimInstance> ClaimBuilder::given(const std::vector<GivenArgument>& user, std::size_t piles,
                                                 const Ruleset& rules) {
    unlimited_ = true;
    try {
        symbolic_ = rules_of(game_, {}, true);
        Scope root, definitions{&root, false, {}}, chosen{&definitions, true, {}};
        add_definitions(document_, definitions);
        match_arguments(user, chosen);
        if (claim_.pile_count) match_number(*claim_.pile_count, Integer(piles), chosen);
        ClaimInstance instance;
        if (claim_.assumption && !chosen.names.empty()) return std::nullopt;
        if (!match_bindings(chosen, instance)) return std::nullopt;
        Elaborator elaborator = new_elaborator();
        Scopes scopes;
        build(elaborator, chosen, instance, Detail::instance, scopes);
        if (claim_.pile_count && instance.pile_count != piles) return std::nullopt;
        if (identity(instance.rules) != identity(rules)) return std::nullopt;
        return instance;
    } catch (const Error& error) {
        if (error.fault() != Fault::input) throw;
        return std::nullopt;
    }
}

/// Under an assumption the rule functions that the claim gives are examples only, however they are written: f(x) = ... or f = [...].
void ClaimBuilder::forget_examples() {
    std::erase_if(arguments_, [&](const GivenArgument& mine) {
        return std::any_of(game_.game->parameters.begin(), game_.game->parameters.end(), [&](const auto& parameter) {
            return parameter.kind == syntax::Parameter::Kind::function && parameter.name == mine.argument.name;
        });
    });
}

/// A claim's term that is one of its variables gets the value; anything else is compared when the rules are.
void ClaimBuilder::match_number(const Term& term, const Integer& value, Scope& chosen) const {
    if (term.kind == Term::Kind::name && binds(claim_, term.text) && !chosen.names.contains(term.text))
        chosen.names[term.text].meaning = integer_meaning(number(value));
}

void ClaimBuilder::match_arguments(const std::vector<GivenArgument>& user, Scope& chosen) {
    Scope root;
    const auto of_user = [&](const std::string& name) -> const GivenArgument* {
        for (const GivenArgument& given : user)
            if (given.argument.name == name) return &given;
        return nullptr;
    };
    for (GivenArgument& mine : arguments_) {
        const auto parameter = std::find_if(game_.game->parameters.begin(), game_.game->parameters.end(),
                                            [&](const syntax::Parameter& p) { return p.name == mine.argument.name; });
        const GivenArgument* given = of_user(mine.argument.name);
        if (parameter == game_.game->parameters.end()) continue;
        const Term* value = given ? &given->argument.value : parameter->value ? &*parameter->value : nullptr;
        const Source& source = given ? *given->source : game_.document->source;
        if (!value) continue;
        Elaborator elaborator(source);
        Frame empty;
        const Term& term = mine.argument.value;
        switch (parameter->kind) {
            case syntax::Parameter::Kind::number:
                match_number(term, evaluate(elaborator.integer(*value, root), empty), chosen);
                break;
            case syntax::Parameter::Kind::set: {
                const Numbers set = elaborator.numbers(*value, root);
                if (term.kind == Term::Kind::name) {
                    chosen.names[term.text].meaning.kind = Meaning::Kind::numbers;
                    chosen.names[term.text].meaning.numbers = set;
                    break;
                }
                std::set<std::int64_t> elements;
                if (!add_elements(*set, 1000, elements)) return;
                if (term.kind != Term::Kind::list || term.parts.size() != elements.size()) break;
                auto element = elements.begin();
                for (const Term& part : term.parts) match_number(part, Integer(*element++), chosen);
                break;
            }
            case syntax::Parameter::Kind::sets:
            case syntax::Parameter::Kind::function: break;
        }
    }
    if (!claim_.assumption) return;
    // The claim speaks of every rule function that satisfies its assumption; its own ones are examples to check it with.
    forget_examples();
    for (const GivenArgument& given : user) {
        const bool mine = std::any_of(arguments_.begin(), arguments_.end(),
                                      [&](const GivenArgument& a) { return a.argument.name == given.argument.name; });
        if (!mine && reaches_rule_functions_only(*game_.game, given.argument.name)) arguments_.push_back(given);
    }
}

/// Values for the variables that must be chosen, in their ranges.
bool ClaimBuilder::match_bindings(Scope& chosen, ClaimInstance& instance) {
    const std::size_t count = claim_.assumption ? 0 : chosen_count(claim_);
    for (std::size_t i = 0; i < count; ++i) {
        const Binding& binding = claim_.bindings[i];
        Elaborator elaborator = new_elaborator();
        if (binding.kind == Binding::Kind::subset) {
            const auto found = chosen.names.find(binding.names[0]);
            if (found == chosen.names.end()) return false;
            Frame empty;
            const Numbers base = elaborator.numbers(binding.terms[0], chosen);
            std::set<std::int64_t> elements;
            const bool few = add_elements(*found->second.meaning.numbers, kLargestSubset, elements);
            if (!few || !std::all_of(elements.begin(), elements.end(),
                                     [&](std::int64_t v) { return contains(*base, Integer(v), empty, nullptr); }))
                return false;
            continue;
        }
        const auto known = chosen.names;
        Scope inner{chosen.parent, true, {}};
        for (const auto& [name, entry] : known)
            if (!names_bound_by(binding).contains(name)) inner.names[name] = entry;
        Loop loop;
        elaborator.bind(binding, inner, loop);
        std::vector<Expr> conditions = std::move(loop.conditions);
        loop.conditions.clear();
        elaborator.finish(loop, conditions, Elaborator::Unbounded::allowed, binding.place);
        Frame frame;
        frame.slots.resize(static_cast<std::size_t>(elaborator.slot_count()));
        for (const Binder& binder : loop.binders) {
            const std::string& name = binder.names[0];
            const auto found = known.find(name);
            if (found != known.end() && found->second.meaning.value && is_number(found->second.meaning.value)) {
                frame.set(binder.slots[0], found->second.meaning.value->number);
            } else if (binder.kind == Binder::Kind::value) {
                frame.set(binder.slots[0], evaluate(binder.lower[0], frame));
            } else {
                return false;
            }
            chosen.names[name].meaning = integer_meaning(number(frame.get(binder.slots[0])));
            instance.chosen.emplace_back(name, to_text(frame.get(binder.slots[0])));
        }
        if (!inside(loop, frame)) return false;
    }
    return true;
}

}  // namespace bouton::lang
