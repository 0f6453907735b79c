// Claims. The variables that the game's arguments depend on are chosen first, one instance for each choice; the rest of the claim is
// elaborated for the game so fixed.
//
// Where names are looked up:  root <- parameters of the game <- definitions of the file <- variables of the claim
// and for the arguments:      root <- definitions of the file <- chosen variables
#include "lang/elaborator.hpp"
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

namespace {

constexpr std::size_t kLargestBase = 20;         // of a set whose subsets are run through
constexpr std::size_t kLargestSubset = 1 << 20;  // of a set that a user gives

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

/// Builds the instances of one claim.
class ClaimBuilder {
  public:
    ClaimBuilder(const Document& document, const Claim& claim, const Bounds& bounds)
        : document_(document),
          claim_(claim),
          bounds_(bounds),
          game_(game_of(document, claim)),
          layout_(layout_of(*game_.game)) {
        for (const syntax::Argument& argument : claim.arguments) arguments_.push_back({argument, &document.source});
        if (claim.pile_count && layout_.piles < 0) fail(claim.pile_count->place, messages::piles_need_group());
    }

    /// Elaborates everything with the chosen variables unknown.
    void check() {
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
                auto unknown = std::make_shared<NumberSet>();
                unknown->known = false;
                unknown->name = binding.names[0];
                Entry& entry = chosen.names[binding.names[0]];
                entry.meaning.kind = Meaning::Kind::numbers;
                entry.meaning.numbers = unknown;
            } else {
                elaborator.bind(binding, chosen, loop);
            }
        }
        check_variable_names();
        check_assumption();
        ClaimInstance instance;
        build(elaborator, chosen, instance, false);
        check_bound_names();
    }

    void for_each(const std::function<bool(ClaimInstance&&)>& visit) {
        symbolic_ = rules_of(game_, {}, true);
        visit_ = &visit;
        Scope root, definitions{&root, false, {}};
        add_definitions(document_, definitions);
        ClaimInstance instance;
        choose(0, chosen_count(claim_), definitions, instance);
    }

    OpenClaim open() {
        unlimited_ = true;
        OpenClaim result;
        symbolic_ = rules_of(game_, {}, true);
        Elaborator elaborator = new_elaborator();
        elaborator.set_sequences(&result.sequences);
        Scope root, definitions{&root, false, {}}, chosen{&definitions, true, {}};
        add_definitions(document_, definitions);
        if (claim_.assumption) {
            forget_examples();
            for (const syntax::Parameter& parameter : game_.game->parameters) {
                if (parameter.kind != syntax::Parameter::Kind::function) continue;
                arguments_.push_back(
                    {{parameter.name, parameter.arguments, {}, claim_.place}, &document_.source, true});
                result.any_function = true;
            }
        }
        Loop loop;
        const std::size_t count = claim_.assumption ? unused_count(claim_) : chosen_count(claim_);
        for (std::size_t i = claim_.assumption ? count : 0; i < count; ++i) {
            const Binding& binding = claim_.bindings[i];
            if (binding.kind == Binding::Kind::subset) {
                auto unknown = std::make_shared<NumberSet>();
                unknown->known = false;
                unknown->name = binding.names[0];
                Entry& entry = chosen.names[binding.names[0]];
                entry.meaning.kind = Meaning::Kind::numbers;
                entry.meaning.numbers = unknown;
                result.any_set = true;
            } else {
                elaborator.bind(binding, chosen, loop);
            }
        }
        std::vector<Expr> conditions = std::move(loop.conditions);
        loop.conditions.clear();
        elaborator.finish(loop, conditions, Elaborator::Unbounded::allowed, claim_.place);
        build(elaborator, chosen, result.claim, false, &result);
        Loop& rest = result.claim.loop;
        for (std::size_t& ready : rest.ready) ready += loop.binders.size();
        rest.binders.insert(rest.binders.begin(), loop.binders.begin(), loop.binders.end());
        rest.conditions.insert(rest.conditions.end(), loop.conditions.begin(), loop.conditions.end());
        rest.ready.insert(rest.ready.end(), loop.ready.begin(), loop.ready.end());
        return result;
    }

    /// One instance, for the arguments that a user gave.
    std::optional<ClaimInstance> given(const std::vector<GivenArgument>& user, std::size_t piles, const Ruleset& rules,
                                       std::string& why_not) {
        unlimited_ = true;
        try {
            symbolic_ = rules_of(game_, {}, true);
            Scope root, definitions{&root, false, {}}, chosen{&definitions, true, {}};
            add_definitions(document_, definitions);
            match_arguments(user, chosen);
            if (claim_.pile_count) match_number(*claim_.pile_count, Integer(piles), chosen);
            ClaimInstance instance;
            if (!match_bindings(chosen, instance, why_not)) return std::nullopt;
            Elaborator elaborator = new_elaborator();
            build(elaborator, chosen, instance, true);
            if (claim_.pile_count && instance.pile_count != piles) {
                why_not = "it is about another number of piles";
                return std::nullopt;
            }
            if (identity(instance.rules) != identity(rules)) {
                why_not = "it is about other arguments of the game";
                return std::nullopt;
            }
            return instance;
        } catch (const Error& error) {
            if (error.fault() != Fault::input) throw;
            why_not = error.what();
            return std::nullopt;
        }
    }

  private:
    static bool binds(const Claim& claim, const std::string& name) {
        return std::any_of(claim.bindings.begin(), claim.bindings.end(),
                           [&](const Binding& b) { return names_bound_by(b).contains(name); });
    }

    /// Under an assumption the rule functions that the claim gives are examples only, however they are written: f(x) = ... or f = [...].
    void forget_examples() {
        std::erase_if(arguments_, [&](const GivenArgument& mine) {
            return std::any_of(
                game_.game->parameters.begin(), game_.game->parameters.end(), [&](const auto& parameter) {
                    return parameter.kind == syntax::Parameter::Kind::function && parameter.name == mine.argument.name;
                });
        });
    }

    /// A claim's term that is one of its variables gets the value; anything else is compared when the rules are.
    void match_number(const Term& term, const Integer& value, Scope& chosen) const {
        if (term.kind == Term::Kind::name && binds(claim_, term.text) && !chosen.names.contains(term.text))
            chosen.names[term.text].meaning = integer_meaning(number(value));
    }

    void match_arguments(const std::vector<GivenArgument>& user, Scope& chosen) {
        Scope root;
        const auto of_user = [&](const std::string& name) -> const GivenArgument* {
            for (const GivenArgument& given : user)
                if (given.argument.name == name) return &given;
            return nullptr;
        };
        for (GivenArgument& mine : arguments_) {
            const auto parameter =
                std::find_if(game_.game->parameters.begin(), game_.game->parameters.end(),
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
                case syntax::Parameter::Kind::function: break;
            }
        }
        if (!claim_.assumption) return;
        // The claim speaks of every rule function that satisfies its assumption; its own ones are examples to check it with.
        forget_examples();
        for (const GivenArgument& given : user) {
            const bool mine = std::any_of(arguments_.begin(), arguments_.end(), [&](const GivenArgument& a) {
                return a.argument.name == given.argument.name;
            });
            if (!mine) arguments_.push_back(given);
        }
    }

    /// Values for the variables that must be chosen, in their ranges.
    bool match_bindings(Scope& chosen, ClaimInstance& instance, std::string& why_not) {
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
                                         [&](std::int64_t v) { return contains(*base, Integer(v), empty, nullptr); })) {
                    why_not = fmt::format("it speaks of {} inside another set only", binding.names[0]);
                    return false;
                }
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
                    why_not = fmt::format("the game's arguments do not say what {} is", name);
                    return false;
                }
                chosen.names[name].meaning = integer_meaning(number(frame.get(binder.slots[0])));
                instance.chosen.emplace_back(name, to_text(frame.get(binder.slots[0])));
            }
            if (const auto outside = first_outside(loop, frame)) {
                why_not = fmt::format("it does not speak of {} = {}", outside->first, outside->second);
                return false;
            }
        }
        return true;
    }

    static std::optional<std::pair<std::string, std::string>> first_outside(const Loop& loop, Frame& frame) {
        for (const Binder& binder : loop.binders)
            if (!in_range(binder, frame)) return {{binder.names[0], to_text(frame.get(binder.slots[0]))}};
        for (const Expr& condition : loop.conditions)
            if (!test(condition, frame)) return {{loop.binders.back().names[0], "such a value"}};
        return std::nullopt;
    }

    [[noreturn]] void fail(syntax::Place place, const std::string& message) const {
        fail_at(document_.source.text, document_.source.path, place, message);
    }

    Elaborator new_elaborator() {
        Elaborator elaborator(document_.source);
        elaborator.set_bounds(&bounds_);
        elaborator.set_layout(&layout_);
        return elaborator;
    }

    /// In `{ ... }` coordinates stand before definitions, and parameters behind them: a name for two of them would be read as one only.
    void check_definition_names(const Scope& parameters) const {
        for (const syntax::Definition& definition : document_.file.definitions) {
            if (parameters.names.contains(definition.name))
                fail(definition.place, messages::parameter_name(game_.game->name, definition.name));
            const auto& coordinates = layout_.coordinates;
            if (std::find(coordinates.begin(), coordinates.end(), definition.name) != coordinates.end())
                fail(definition.place, messages::coordinate_name(game_.game->name, definition.name));
        }
    }

    /// A variable of the claim may be called like a parameter of the game if it is the argument for it, or if that parameter has no value.
    void check_variable_names() const {
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
    void mentioned(const Term& term, std::set<std::string>& names) const {
        const bool named = term.kind == Term::Kind::name || term.kind == Term::Kind::call;
        if (named && names.insert(term.text).second)
            for (const syntax::Definition& definition : document_.file.definitions)
                if (definition.name == term.text) mentioned(definition.value, names);
        for (const Term& part : term.parts) mentioned(part, names);
        for (const Binding& binding : term.bindings)
            for (const Term& bound : binding.terms) mentioned(bound, names);
    }

    /// An assumption narrows down the rule functions, so it must speak of one; and it is no place for what has to be proved.
    void check_assumption() const {
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

    void check_bound_names() const {
        std::set<std::string> known(layout_.coordinates.begin(), layout_.coordinates.end());
        for (const Binding& binding : claim_.bindings) names_in(binding, known);
        if (claim_.statement) names_in(*claim_.statement, known);
        for (const Binding& binding : claim_.assumption_bindings) names_in(binding, known);
        for (const auto& entry : claim_.bounds)
            if (!known.contains(entry.first))
                fail(claim_.place, "the bound " + entry.first + " <= " + entry.second +
                                       " names no variable or coordinate of this claim");
        for (const auto& entry : claim_.counterexample)
            if (!known.contains(entry.first))
                fail(claim_.place,
                     "the counterexample's " + entry.first + " is no variable or coordinate of this claim");
    }

    /// Chooses the variables of binding number i, then the later ones; false: the visitor has seen enough.
    bool choose(std::size_t i, std::size_t count, const Scope& outer, const ClaimInstance& so_far) {
        if (i == count) {
            ClaimInstance instance = so_far;
            Elaborator elaborator = new_elaborator();
            build(elaborator, outer, instance, true);
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

    bool choose_subset(std::size_t i, std::size_t count, const Scope& outer, const ClaimInstance& so_far,
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

    void build(Elaborator& elaborator, const Scope& chosen, ClaimInstance& instance, bool concrete,
               OpenClaim* open = nullptr) {
        Scope root;
        Scope parameters{&root, false, {}};
        bind_parameters(elaborator, game_, arguments_, chosen, false, concrete, parameters);
        if (concrete || open) {
            instance.rules = build_rules(elaborator, game_, parameters, false);
            instance.rules.never_grows = symbolic_.never_grows;
            instance.rules.measures = symbolic_.measures;
            instance.rules.instance = game_.game->name;
            std::string list;
            for (const auto& [name, value] : instance.chosen) list += (list.empty() ? "" : ", ") + name + " = " + value;
            if (!list.empty()) instance.rules.instance += "(" + list + ")";
        }
        Scope definitions{&parameters, false, {}};
        add_definitions(document_, definitions);
        check_definition_names(parameters);
        Scope variables{&definitions, true, {}};
        for (const Scope* s = &chosen; s && s->variables && s->parent; s = s->parent)
            for (const auto& [name, entry] : s->names) variables.names[name] = entry;

        // Under an assumption the variables that made up an example of the rule function are of no use.
        const std::size_t count = unlimited_ && claim_.assumption ? unused_count(claim_) : chosen_count(claim_);
        const std::vector<Binding> rest(claim_.bindings.begin() + static_cast<std::ptrdiff_t>(count),
                                        claim_.bindings.end());
        instance.loop = elaborator.loop(rest, claim_.condition ? &*claim_.condition : nullptr, variables,
                                        unlimited_ ? Elaborator::Unbounded::allowed : Elaborator::Unbounded::bounded);
        read_assumption(elaborator, claim_, definitions, instance);
        read_statement(elaborator, claim_, variables, instance);
        if (claim_.pile_count) {
            const Expr piles = elaborator.integer(*claim_.pile_count, variables);
            if (open) open->piles = piles;
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
        if (open) read_hints(elaborator, parameters, definitions, variables, *open);
        if (open) open->requirements = parameter_conditions(elaborator, game_, parameters);
        instance.frame_size = elaborator.slot_count();
    }

    void read_statement(Elaborator& elaborator, const Claim& claim, const Scope& variables, ClaimInstance& instance) {
        instance.form = claim.form;
        if (claim.form == Claim::Form::condition) {
            instance.statement = elaborator.condition(*claim.statement, variables);
        } else {
            if (claim.quantity != "grundy" && claim.quantity != "outcome")
                fail(claim.place, "only grundy or outcome can repeat, start or have a period");
            instance.about_outcome = claim.quantity == "outcome";
            if (layout_.coordinates.size() != 1 || layout_.piles >= 0)
                fail(claim.place, "a sequence of values belongs to a game with one coordinate");
            if (claim.statement) instance.statement = elaborator.integer(*claim.statement, variables);
            if (claim.preperiod) instance.preperiod = elaborator.integer(*claim.preperiod, variables);
            for (const syntax::Word& word : claim.word) instance.word.push_back(word_part(elaborator, word, variables));
        }
    }

    void read_assumption(Elaborator& elaborator, const Claim& claim, const Scope& definitions,
                         ClaimInstance& instance) {
        if (!claim.assumption) return;
        Scope assumed{&definitions, true, {}};
        instance.assumed_loop =
            elaborator.loop(claim.assumption_bindings, nullptr, assumed,
                            unlimited_ ? Elaborator::Unbounded::allowed : Elaborator::Unbounded::bounded);
        instance.assumed = elaborator.condition(*claim.assumption, assumed);
    }

    // ---- the prover's hints ----

    void read_hints(Elaborator& elaborator, const Scope& parameters, const Scope& definitions, const Scope& variables,
                    OpenClaim& open) {
        Scope here{&variables, true, {}};
        for (const std::string& coordinate : layout_.coordinates) {
            open.position.push_back(elaborator.new_slot());
            if (!is_bound(coordinate))
                here.names[coordinate].meaning = integer_meaning(variable(open.position.back(), coordinate));
        }
        for (const Term& term : claim_.induction) open.induction.push_back(elaborator.integer(term, here));
        for (const Term& term : claim_.scales) open.scales.push_back(elaborator.integer(term, here));
        for (const syntax::Use& use : claim_.uses) {
            const Claim& other = claim_named(use.claim);
            if (&other == &claim_) {
                std::map<int, Expr> at;
                for (const auto& [name, value] : use.at)
                    at[slot_of(name, variables, value.place)] = elaborator.integer(value, here);
                open.earlier.push_back(std::move(at));
            } else {
                open.uses.push_back(use_claim(elaborator, parameters, definitions, here, other, use));
            }
        }
    }

    bool is_bound(const std::string& name) const { return binds(claim_, name); }

    const Claim& claim_named(const std::string& label) const {
        const Claim* found = nullptr;
        for (const Claim& claim : document_.file.claims) {
            if (claim.label != label && claim.kind + " " + claim.label != label) continue;
            if (found)
                fail(claim_.place, fmt::format("several claims are called {}; write the kind too, as in \"{} {}\"",
                                               label, found->kind, label));
            found = &claim;
        }
        if (!found) fail(claim_.place, "there is no claim \"" + label + "\" in this file");
        return *found;
    }

    int slot_of(const std::string& name, const Scope& scope, syntax::Place place) const {
        for (const Scope* s = &scope; s; s = s->parent) {
            const auto found = s->names.find(name);
            if (found == s->names.end()) continue;
            const Expr& value = found->second.meaning.value;
            if (value && value->op == Op::variable) return value->slot;
            break;
        }
        fail(place, name + " is no variable of the claim that is used");
    }

    /// The variables of the other claim that its game's arguments fix, by what the arguments are here.
    void match_used(Elaborator& elaborator, const Scope& parameters, const Scope& here, const Claim& other,
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
            if (theirs->value.kind != Term::Kind::list || theirs->value.parts.size() != set->intervals.size())
                differs();
            for (std::size_t i = 0; i < set->intervals.size(); ++i) {
                if (to_text(set->intervals[i].first) != to_text(set->intervals[i].last)) differs();
                match(theirs->value.parts[i], set->intervals[i].first);
            }
        }
    }

    UsedClaim use_claim(Elaborator& elaborator, const Scope& parameters, const Scope& definitions, const Scope& here,
                        const Claim& other, const syntax::Use& use) {
        UsedClaim used;
        used.label = other.kind + " " + other.label;
        Scope scope{&definitions, true, {}};
        match_used(elaborator, parameters, here, other, scope);
        Loop loop;
        const auto compare = [&](const Term& left, const std::string& op, const Term& right) {
            Term term;
            term.kind = Term::Kind::compare;
            term.parts = {left, right};
            term.operators = {op};
            used.guards.push_back(elaborator.condition(term, scope));
        };
        for (std::size_t i = other.assumption ? unused_count(other) : 0; i < other.bindings.size(); ++i) {
            const Binding& binding = other.bindings[i];
            const auto names = names_bound_by(binding);
            const bool fixed =
                std::all_of(names.begin(), names.end(), [&](const auto& n) { return scope.names.contains(n); });
            if (binding.kind == Binding::Kind::subset) {
                if (!fixed) fail(binding.place, "nothing here says what " + binding.names[0] + " is");
            } else if (binding.kind == Binding::Kind::chain && fixed) {
                for (std::size_t j = 0; j < binding.operators.size(); ++j)
                    compare(binding.terms[j], binding.operators[j], binding.terms[j + 1]);
            } else if (fixed) {
                Term name;
                name.kind = Term::Kind::name;
                name.text = binding.names[0];
                compare(name, binding.kind == Binding::Kind::equals ? "=" : binding.operators[0], binding.terms[0]);
            } else {
                elaborator.bind(binding, scope, loop);
            }
        }
        std::vector<Expr> conditions = std::move(loop.conditions);
        loop.conditions.clear();
        if (other.condition) conditions.push_back(elaborator.condition(*other.condition, scope));
        elaborator.finish(loop, conditions, Elaborator::Unbounded::allowed, other.place);
        used.claim.loop = std::move(loop);
        read_assumption(elaborator, other, definitions, used.claim);
        read_statement(elaborator, other, scope, used.claim);
        for (const auto& [name, value] : use.at)
            used.at[slot_of(name, scope, value.place)] = elaborator.integer(value, here);
        return used;
    }

    WordPart word_part(Elaborator& elaborator, const syntax::Word& word, const Scope& scope) {
        WordPart part;
        part.is_group = !word.group.empty();
        for (const syntax::Word& inner : word.group) part.group.push_back(word_part(elaborator, inner, scope));
        if (!part.is_group) part.symbol = integer_from(word.symbol);
        if (word.count) part.count = elaborator.integer(*word.count, scope);
        return part;
    }

    /// The bindings before the first that the statement, the condition or the assumption needs.
    static std::size_t unused_count(const Claim& claim) {
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

    const Document& document_;
    const Claim& claim_;
    const Bounds& bounds_;
    GameRef game_;
    Layout layout_;
    std::vector<GivenArgument> arguments_;
    Ruleset symbolic_;
    bool unlimited_ = false;
    const std::function<bool(ClaimInstance&&)>* visit_ = nullptr;
};

}  // namespace

void for_each_instance(const Document& document, const Claim& claim, const Bounds& bounds,
                       const std::function<bool(ClaimInstance&&)>& visit) {
    ClaimBuilder(document, claim, bounds).for_each(visit);
}

std::optional<ClaimInstance> instance_for(const Document& document, const Claim& claim,
                                          const std::vector<GivenArgument>& given, std::size_t piles,
                                          const Ruleset& rules, std::string& why_not) {
    const Bounds bounds;
    return ClaimBuilder(document, claim, bounds).given(given, piles, rules, why_not);
}

OpenClaim open_claim(const Document& document, const Claim& claim) {
    const Bounds bounds;
    return ClaimBuilder(document, claim, bounds).open();
}

std::string claim_game(const Document& document, const Claim& claim) { return game_of(document, claim).game->name; }

void check_claim(const Document& document, const Claim& claim) {
    const Bounds bounds = bounds_of(claim);
    ClaimBuilder(document, claim, bounds).check();
    if (!claim.uses.empty() || !claim.induction.empty() || !claim.scales.empty()) open_claim(document, claim);
}

}  // namespace bouton::lang
