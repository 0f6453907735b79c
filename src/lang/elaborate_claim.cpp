// Claims. The variables that the game's arguments depend on are chosen first, one instance for each choice; the rest of the claim is
// elaborated for the game so fixed.
#include "lang/claim_builder.hpp"
#include "lang/parse.hpp"

#include <algorithm>
#include <set>

namespace bouton::lang {

using syntax::Binding;
using syntax::Claim;
using syntax::Term;

std::optional<std::int64_t> Bounds::of(const std::string& name) const {
    const auto found = named.find(name);
    if (found != named.end()) return found->second;
    return general;
}

Bounds bounds_of(const Claim& claim) {
    Bounds bounds;
    if (claim.bound) bounds.general = clamp(integer_from(*claim.bound));
    for (const auto& [name, value] : claim.bounds) bounds.named[name] = clamp(integer_from(value));
    return bounds;
}

void names_in(const Binding& binding, std::set<std::string>& names) {
    names.insert(binding.names.begin(), binding.names.end());
    for (const Term& term : binding.terms) names_in(term, names);
}

void names_in(const Term& term, std::set<std::string>& names) {
    if (term.kind == Term::Kind::name) names.insert(term.text);
    for (const Term& part : term.parts) names_in(part, names);
    for (const Binding& binding : term.bindings) names_in(binding, names);
}

/// Adds the numbers of a set; false: there are more than `most` (and some are left out).
bool add_elements(const NumberSet& set, std::size_t most, std::set<std::int64_t>& elements) {
    Frame empty;
    for (const auto& range : detail::intervals(set, empty, nullptr))
        for (std::int64_t v = range.first;; ++v) {
            elements.insert(v);
            if (elements.size() > most) return false;
            if (v == range.last) break;
        }
    return true;
}

std::set<std::string> names_bound_by(const Binding& binding) {
    std::set<std::string> names(binding.names.begin(), binding.names.end());
    if (binding.kind == Binding::Kind::chain)
        for (const Term& term : binding.terms)
            if (term.kind == Term::Kind::name) names.insert(term.text);
    return names;
}

/// How many of the claim's bindings must be chosen before the game is fixed.
std::size_t chosen_count(const Claim& claim) {
    std::set<std::string> used;
    for (const auto& argument : claim.arguments) {
        std::set<std::string> names;
        names_in(argument.value, names);
        for (const std::string& formal : argument.arguments) names.erase(formal);  // f(x) = ...: its own x
        used.merge(names);
    }
    if (claim.pile_count) names_in(*claim.pile_count, used);
    std::size_t count = 0;
    for (std::size_t i = 0; i < claim.bindings.size(); ++i) {
        const Binding& binding = claim.bindings[i];
        const auto bound = names_bound_by(binding);
        if (binding.kind == Binding::Kind::subset ||
            std::any_of(bound.begin(), bound.end(), [&](const auto& n) { return used.contains(n); }))
            count = i + 1;
    }
    return count;
}

void add_definitions(const Document& document, Scope& scope) {
    for (const syntax::Definition& definition : document.file.definitions) {
        Entry entry;
        entry.kind = definition.is_set ? Entry::Kind::set : Entry::Kind::function;
        entry.formals = &definition.arguments;
        entry.body = &definition.value;
        entry.source = &document.source;
        entry.scope = &scope;
        scope.names[definition.name] = entry;
    }
}

bool binds(const Claim& claim, const std::string& name) {
    return std::any_of(claim.bindings.begin(), claim.bindings.end(),
                       [&](const Binding& b) { return names_bound_by(b).contains(name); });
}

/// The bindings before the first that the statement, the condition or the assumption needs.
std::size_t unused_count(const Claim& claim) {
    std::set<std::string> used;
    if (claim.statement) names_in(*claim.statement, used);
    if (claim.condition) names_in(*claim.condition, used);
    std::size_t count = 0;
    while (count < claim.bindings.size()) {
        const auto bound = names_bound_by(claim.bindings[count]);
        if (std::any_of(bound.begin(), bound.end(), [&](const auto& n) { return used.contains(n); })) break;
        ++count;
    }
    return count;
}

namespace {

constexpr std::size_t kLargestBase = 20;  // of a set whose subsets are run through

GameRef game_of(const Document& document, const Claim& claim) {
    const auto fail = [&](const std::string& message) {
        fail_at(document.source.text, document.source.path, claim.place, message);
    };
    if (claim.game.empty()) {
        if (document.file.games.empty() && document.imports.size() == 1 && document.file.imports.size() == 1)
            return find_game(document, document.file.imports[0].game);
        fail("which game is this about? write: in GAME");
    }
    const GameRef game = find_game(document, claim.game);
    if (!game.game)
        fail(messages::unknown_game(claim.game, "") + " (declare it, or import it: import " + claim.game + ")");
    return game;
}

/// The coordinates for the default parameters.
Layout default_layout(const GameRef& game) {
    Elaborator elaborator(game.document->source);
    Scope root, parameters{&root, true, {}};
    if (!game.game->rows.empty()) bind_parameters(elaborator, game, {}, parameters, true, true, parameters);
    Layout layout = layout_of(elaborator, *game.game, parameters);
    if (layout.open)
        fail_at(game.document->source.text, game.document->source.path, game.game->place,
                messages::row_length(game.game->rows[0].name));
    return layout;
}

WordPart word_part(Elaborator& elaborator, const syntax::Word& word, const Scope& scope) {
    WordPart part;
    part.is_group = !word.group.empty();
    for (const syntax::Word& inner : word.group) part.group.push_back(word_part(elaborator, inner, scope));
    if (!part.is_group) part.symbol = integer_from(word.symbol);
    if (word.count) part.count = elaborator.integer(*word.count, scope);
    return part;
}

}  // namespace

ClaimBuilder::ClaimBuilder(const Document& document, const Claim& claim, const Bounds& bounds)
    : document_(document),
      claim_(claim),
      bounds_(bounds),
      game_(game_of(document, claim)),
      layout_(default_layout(game_)) {
    for (const syntax::Argument& argument : claim.arguments) arguments_.push_back({argument, &document.source});
    if (claim.pile_count && layout_.piles < 0) fail(claim.pile_count->place, messages::piles_need_group());
}

void ClaimBuilder::check() {
    Scope root, definitions{&root, false, {}}, chosen{&definitions, true, {}};
    add_definitions(document_, definitions);
    Elaborator elaborator = new_elaborator();
    Loop loop;
    const std::size_t count = chosen_count(claim_);
    for (std::size_t i = 0; i < count; ++i) {
        const Binding& binding = claim_.bindings[i];
        if (binding.kind == Binding::Kind::subset) {
            elaborator.refuse_taken(binding.names[0], chosen, binding.place);
            elaborator.numbers(binding.terms[0], chosen);
            add_unknown_set(binding, chosen);
        } else {
            elaborator.bind(binding, chosen, loop);
        }
    }
    check_variable_names();
    check_assumption();
    ClaimInstance instance;
    Scopes scopes;
    build(elaborator, chosen, instance, Detail::names, scopes);
    check_bound_names();
    if (!claim_.uses.empty() || !claim_.induction.empty() || !claim_.scales.empty()) check_hints();
}

void ClaimBuilder::add_unknown_set(const Binding& binding, Scope& scope) const {
    auto unknown = std::make_shared<NumberSet>();
    unknown->known = false;
    unknown->name = binding.names[0];
    Entry& entry = scope.names[binding.names[0]];
    entry.meaning.kind = Meaning::Kind::numbers;
    entry.meaning.numbers = unknown;
}

void ClaimBuilder::for_each(const std::function<bool(ClaimInstance&&)>& visit) {
    symbolic_ = rules_of(game_, {}, true);
    visit_ = &visit;
    Scope root, definitions{&root, false, {}};
    add_definitions(document_, definitions);
    ClaimInstance instance;
    choose(0, chosen_count(claim_), definitions, instance);
}

void ClaimBuilder::fail(syntax::Place place, const std::string& message) const {
    fail_at(document_.source.text, document_.source.path, place, message);
}

Elaborator ClaimBuilder::new_elaborator() const {
    Elaborator elaborator(document_.source);
    elaborator.set_bounds(&bounds_);
    elaborator.set_layout(&layout_);
    return elaborator;
}

/// In `{ ... }` coordinates stand before definitions, and parameters behind them: a name for two of them would be read as one only.
void ClaimBuilder::check_definition_names(const Scope& parameters) const {
    for (const syntax::Definition& definition : document_.file.definitions) {
        if (parameters.names.contains(definition.name))
            fail(definition.place, messages::parameter_name(game_.game->name, definition.name));
        const auto& coordinates = layout_.coordinates;
        if (std::find(coordinates.begin(), coordinates.end(), definition.name) != coordinates.end())
            fail(definition.place, messages::coordinate_name(game_.game->name, definition.name));
    }
}

/// A variable of the claim may be called like a parameter of the game if it is the argument for it, or if that parameter has no value.
void ClaimBuilder::check_variable_names() const {
    for (const Binding& binding : claim_.bindings) {
        for (const std::string& name : names_bound_by(binding)) {
            for (const syntax::Parameter& parameter : game_.game->parameters) {
                if (parameter.name != name) continue;
                const auto given = std::find_if(claim_.arguments.begin(), claim_.arguments.end(),
                                                [&](const auto& argument) { return argument.name == name; });
                const bool same = given != claim_.arguments.end() && given->arguments.empty() &&
                                  given->value.kind == Term::Kind::name && given->value.text == name;
                const bool without = given == claim_.arguments.end() && !parameter.value;
                if (!same && !without) fail(binding.place, messages::variable_or_parameter(game_.game->name, name));
            }
        }
    }
}

/// What a term speaks of, also through the file's definitions.
void ClaimBuilder::mentioned(const Term& term, std::set<std::string>& names) const {
    const bool named = term.kind == Term::Kind::name || term.kind == Term::Kind::call;
    if (named && names.insert(term.text).second)
        for (const syntax::Definition& definition : document_.file.definitions)
            if (definition.name == term.text) mentioned(definition.value, names);
    for (const Term& part : term.parts) mentioned(part, names);
    for (const Binding& binding : term.bindings)
        for (const Term& bound : binding.terms) mentioned(bound, names);
}

/// An assumption narrows down the rule functions, so it must speak of one; and it is no place for what has to be proved.
void ClaimBuilder::check_assumption() const {
    if (!claim_.assumption) return;
    std::set<std::string> names;
    mentioned(*claim_.assumption, names);
    for (const Binding& binding : claim_.assumption_bindings)
        for (const Term& bound : binding.terms) mentioned(bound, names);
    for (const char* play : {"grundy", "outcome", "options", "reaches"})
        if (names.contains(play)) fail(claim_.assumption->place, messages::assumption_about_play(play));
    std::vector<std::string> functions;
    for (const syntax::Parameter& parameter : game_.game->parameters)
        if (parameter.kind == syntax::Parameter::Kind::function) functions.push_back(parameter.name);
    if (std::none_of(functions.begin(), functions.end(), [&](const auto& f) { return names.contains(f); }))
        fail(claim_.assumption->place, messages::assumption_without_function(game_.game->name, functions));
}

void ClaimBuilder::check_bound_names() const {
    std::set<std::string> known(layout_.coordinates.begin(), layout_.coordinates.end());
    for (const Binding& binding : claim_.bindings) names_in(binding, known);
    if (claim_.statement) names_in(*claim_.statement, known);
    for (const Binding& binding : claim_.assumption_bindings) names_in(binding, known);
    for (const auto& entry : claim_.bounds)
        if (!known.contains(entry.first))
            fail(claim_.place,
                 "the bound " + entry.first + " <= " + entry.second + " names no variable or coordinate of this claim");
    for (const auto& entry : claim_.counterexample)
        if (!known.contains(entry.first))
            fail(claim_.place, "the counterexample's " + entry.first + " is no variable or coordinate of this claim");
}

/// Chooses the variables of binding number i, then the later ones; false: the visitor has seen enough.
bool ClaimBuilder::choose(std::size_t i, std::size_t count, const Scope& outer, const ClaimInstance& so_far) {
    if (i == count) {
        ClaimInstance instance = so_far;
        Elaborator elaborator = new_elaborator();
        Scopes scopes;
        build(elaborator, outer, instance, Detail::instance, scopes);
        return (*visit_)(std::move(instance));
    }
    const Binding& binding = claim_.bindings[i];
    Elaborator elaborator = new_elaborator();
    if (binding.kind == Binding::Kind::subset) return choose_subset(i, count, outer, so_far, elaborator);
    Scope inner{&outer, true, {}};
    Loop loop;
    elaborator.bind(binding, inner, loop);
    for (const Binder& binder : loop.binders)
        if (binder.kind == Binder::Kind::positions)
            fail(binding.place, "the game's arguments cannot depend on a position");
    std::vector<Expr> conditions = std::move(loop.conditions);
    loop.conditions.clear();
    elaborator.finish(loop, conditions, Elaborator::Unbounded::bounded, binding.place);
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(elaborator.slot_count()));
    return bouton::for_each(loop, frame, nullptr, [&] {
        Scope next{&outer, true, {}};
        ClaimInstance extended = so_far;
        for (const Binder& binder : loop.binders) {
            const std::int64_t value = frame[binder.slots[0]];
            next.names[binder.names[0]].meaning = integer_meaning(number(value));
            extended.chosen.emplace_back(binder.names[0], std::to_string(value));
        }
        return choose(i + 1, count, next, extended);
    });
}

bool ClaimBuilder::choose_subset(std::size_t i, std::size_t count, const Scope& outer, const ClaimInstance& so_far,
                                 Elaborator& elaborator) {
    const Binding& binding = claim_.bindings[i];
    Frame empty;
    std::set<std::int64_t> base;
    if (!add_elements(*elaborator.numbers(binding.terms[0], outer), kLargestBase, base))
        fail(binding.place, "there are too many subsets; take a set of at most 20 numbers");
    const std::vector<std::int64_t> elements(base.begin(), base.end());
    for (std::uint32_t mask = 1; mask < (std::uint32_t{1} << elements.size()); ++mask) {
        auto set = std::make_shared<NumberSet>();
        set->name = binding.names[0];
        std::string text;
        for (std::size_t j = 0; j < elements.size(); ++j) {
            if (!(mask >> j & 1)) continue;
            set->intervals.push_back({number(elements[j]), number(elements[j])});
            text += (text.empty() ? "{" : ", ") + std::to_string(elements[j]);
        }
        Scope next{&outer, true, {}};
        next.names[binding.names[0]].meaning.kind = Meaning::Kind::numbers;
        next.names[binding.names[0]].meaning.numbers = set;
        ClaimInstance extended = so_far;
        extended.chosen.emplace_back(binding.names[0], text + "}");
        if (!choose(i + 1, count, next, extended)) return false;
    }
    return true;
}

void ClaimBuilder::build(Elaborator& elaborator, const Scope& chosen, ClaimInstance& instance, Detail detail,
                         Scopes& scopes) {
    const bool concrete = detail == Detail::instance;
    auto& [root, parameters, definitions, variables] = scopes;
    parameters = {&root, false, {}};
    definitions = {&parameters, false, {}};
    variables = {&definitions, true, {}};
    bind_parameters(elaborator, game_, arguments_, chosen, false, concrete, parameters);
    if (!game_.game->rows.empty()) layout_ = layout_of(elaborator, *game_.game, parameters, default_layout(game_));
    if (concrete) {
        instance.rules = build_rules(elaborator, game_, parameters, false);
        take_over_end(instance.rules, symbolic_);
        instance.rules.instance = game_.game->name;
        std::string list;
        for (const auto& [name, value] : instance.chosen) list += (list.empty() ? "" : ", ") + name + " = " + value;
        if (!list.empty()) instance.rules.instance += "(" + list + ")";
    }
    add_definitions(document_, definitions);
    check_definition_names(parameters);
    for (const Scope* s = &chosen; s && s->variables && s->parent; s = s->parent)
        for (const auto& [name, entry] : s->names) variables.names[name] = entry;

    // Under an assumption the variables that made up an example of the rule function are of no use.
    const std::size_t count = unlimited_ && claim_.assumption ? unused_count(claim_) : chosen_count(claim_);
    const std::vector<Binding> rest(claim_.bindings.begin() + static_cast<std::ptrdiff_t>(count),
                                    claim_.bindings.end());
    instance.loop = elaborator.loop(rest, claim_.condition ? &*claim_.condition : nullptr, variables,
                                    unlimited_ ? Elaborator::Unbounded::allowed : Elaborator::Unbounded::bounded);
    read_assumption(elaborator, claim_, definitions, instance);
    instance.statement = statement(elaborator, claim_, variables);
    if (claim_.pile_count) {
        const Expr piles = elaborator.integer(*claim_.pile_count, variables);
        Frame empty;
        if (concrete) {
            const Integer wanted = evaluate(piles, empty);
            if (wanted < 0 || wanted > 64)
                fail(claim_.pile_count->place, "between 0 and 64 piles, not " + to_text(wanted));
            instance.pile_count = static_cast<std::size_t>(clamp(wanted));
        }
    }
    // `to 500, x <= 60` bounds the claim's own x, if it has one, and otherwise the coordinate.
    std::set<std::string> own;
    for (const Binding& binding : claim_.bindings) own.merge(names_bound_by(binding));
    for (const std::string& coordinate : layout_.coordinates) {
        const auto side = bounds_.coordinates.find(coordinate);
        instance.box.push_back(
            side != bounds_.coordinates.end()
                ? side->second
                : (own.contains(coordinate) ? bounds_.general : bounds_.of(coordinate)).value_or(-1));
    }
    instance.frame_size = elaborator.slot_count();
}

Statement ClaimBuilder::statement(Elaborator& elaborator, const Claim& claim, const Scope& variables) const {
    if (claim.form == Claim::Form::condition) return classified(elaborator.condition(*claim.statement, variables));
    if (claim.quantity != "grundy" && claim.quantity != "outcome")
        fail(claim.place, "only grundy or outcome can repeat, start or have a period");
    if (layout_.coordinates.size() != 1 || layout_.piles >= 0)
        fail(claim.place, "a sequence of values belongs to a game with one coordinate");
    Statement result;
    result.kind = claim.form == Claim::Form::repeats  ? Statement::Kind::word
                  : claim.form == Claim::Form::starts ? Statement::Kind::start
                                                      : Statement::Kind::period;
    result.about_outcome = claim.quantity == "outcome";
    if (claim.statement) result.period = elaborator.integer(*claim.statement, variables);
    if (claim.preperiod) result.preperiod = elaborator.integer(*claim.preperiod, variables);
    for (const syntax::Word& word : claim.word) result.word.push_back(word_part(elaborator, word, variables));
    return result;
}

void ClaimBuilder::read_assumption(Elaborator& elaborator, const Claim& claim, const Scope& definitions,
                                   ClaimInstance& instance) const {
    if (!claim.assumption) return;
    Scope assumed{&definitions, true, {}};
    instance.assumed_loop =
        elaborator.loop(claim.assumption_bindings, nullptr, assumed,
                        unlimited_ ? Elaborator::Unbounded::allowed : Elaborator::Unbounded::bounded);
    instance.assumed = elaborator.condition(*claim.assumption, assumed);
}

void for_each_instance(const Document& document, const Claim& claim, const Bounds& bounds,
                       const std::function<bool(ClaimInstance&&)>& visit) {
    ClaimBuilder(document, claim, bounds).for_each(visit);
}

std::optional<ClaimInstance> instance_for(const Document& document, const Claim& claim,
                                          const std::vector<GivenArgument>& given, std::size_t piles,
                                          const Ruleset& rules) {
    const Bounds bounds;
    return ClaimBuilder(document, claim, bounds).given(given, piles, rules);
}

std::string claim_game(const Document& document, const Claim& claim) { return game_of(document, claim).game->name; }

void check_claim(const Document& document, const Claim& claim) {
    const Bounds bounds = bounds_of(claim);
    ClaimBuilder(document, claim, bounds).check();
}

}  // namespace bouton::lang
