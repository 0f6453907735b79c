// Parameters and rules of a game.
#include "lang/codes.hpp"
#include "lang/elaborator.hpp"
#include "lang/linear.hpp"
#include "lang/parse.hpp"
#include "lang/print.hpp"

#include <algorithm>
#include <set>

namespace bouton::lang {

using syntax::Place;
using syntax::Term;

namespace {

constexpr std::int64_t kLargestSet = 1000000;

/// A subtraction set: positive numbers, each once, in order.
Numbers checked_set(const std::string& name, const Numbers& given) {
    Frame empty;
    std::set<std::int64_t> elements;
    for (const auto& interval : given->intervals) {
        const Integer first = evaluate(interval.first, empty), last = evaluate(interval.last, empty);
        if (first < 1 && first <= last) throw bad_input(messages::bad_subtraction_set(name, to_text(first)));
        if (first > last) continue;
        if (last - first > kLargestSet || static_cast<std::int64_t>(elements.size()) > kLargestSet)
            throw bad_input(messages::set_too_large(name));
        if (!fits(last)) throw messages::value_too_large(last);
        for (Integer v = first; v <= last; ++v) elements.insert(clamp(v));
    }
    if (elements.empty()) throw bad_input(messages::empty_subtraction_set(name));
    auto set = std::make_shared<NumberSet>();
    set->name = name;
    for (std::int64_t v : elements) {
        if (!set->intervals.empty() && set->intervals.back().last->small == v - 1)
            set->intervals.back().last = number(v);
        else
            set->intervals.push_back({number(v), number(v)});
    }
    return set;
}

Expr evaluated(const Expr& e) {
    Frame empty;
    return number(evaluate(e, empty));
}

}  // namespace

namespace {

/// The `where` condition of a parameter, null where it has none. The proof that the game ends may rest on it, so each is needed that says
/// something about a parameter in use; one about unused parameters alone is not.
Expr condition_of(Elaborator& elaborator, const syntax::Parameter& parameter, const Source& source,
                  const Scope& parameters) {
    if (!parameter.condition || parameter.kind == syntax::Parameter::Kind::function) return nullptr;
    std::set<std::string> names;
    names_in(*parameter.condition, names);
    std::string missing;
    std::size_t known = 0;
    for (const std::string& name : names) {
        const auto found = parameters.names.find(name);
        if (found == parameters.names.end()) continue;
        if (found->second.kind == Entry::Kind::missing)
            missing = name;
        else
            ++known;
    }
    if (!missing.empty() && known == 0) return nullptr;
    if (!missing.empty()) throw messages::missing_parameter(missing);
    return elaborator.in_source(source, [&] { return elaborator.condition(*parameter.condition, parameters); });
}

/// The `where` of a rule function holds for every argument. That can be seen where there are finitely many values: of a code and of a table.
/// Beyond its end a code is 0, which is tried too.
void test_function(Elaborator& elaborator, const syntax::Parameter& parameter, const Source& source,
                   const Scope& parameters) {
    const Entry& entry = parameters.names.at(parameter.name);
    if (entry.kind != Entry::Kind::function) return;
    if (entry.body->kind != Term::Kind::table) throw bad_input(messages::function_condition(parameter.name));
    const bool code = !entry.body->text.empty();
    for (std::size_t i = 0; i < entry.body->parts.size() + (code ? 1 : 0); ++i) {
        Scope inner{&parameters, true, {}};
        inner.names[parameter.arguments[0]].meaning = integer_meaning(number(i));
        Frame empty;
        const Expr condition =
            elaborator.in_source(source, [&] { return elaborator.condition(*parameter.condition, inner); });
        if (test(condition, empty)) continue;
        throw bad_input(messages::parameter_outside(fmt::format("{}({})", parameter.name, i),
                                                    i < entry.body->parts.size() ? print(entry.body->parts[i]) : "0",
                                                    print(*parameter.condition)));
    }
}

void test_conditions(Elaborator& elaborator, const syntax::Game& game, const Source& source, const Scope& parameters) {
    for (const syntax::Parameter& parameter : game.parameters) {
        if (parameter.condition && parameter.kind == syntax::Parameter::Kind::function)
            test_function(elaborator, parameter, source, parameters);
        const Expr condition = condition_of(elaborator, parameter, source, parameters);
        Frame empty;
        if (!condition || test(condition, empty)) continue;
        const Entry& entry = parameters.names.at(parameter.name);
        const bool number = entry.kind == Entry::Kind::meaning && entry.meaning.kind == Meaning::Kind::integer;
        throw bad_input(messages::parameter_outside(
            parameter.name, number ? to_text(evaluate(entry.meaning.value, empty)) : "its value",
            print(*parameter.condition)));
    }
}

}  // namespace

std::vector<Expr> parameter_conditions(Elaborator& elaborator, const GameRef& ref, const Scope& parameters) {
    std::vector<Expr> conditions;
    for (const syntax::Parameter& parameter : ref.game->parameters)
        if (Expr condition = condition_of(elaborator, parameter, ref.document->source, parameters))
            conditions.push_back(std::move(condition));
    return conditions;
}

void bind_parameters(Elaborator& elaborator, const GameRef& ref, const std::vector<GivenArgument>& arguments,
                     const Scope& argument_scope, bool symbolic, bool evaluate_arguments, Scope& parameters) {
    const syntax::Game& game = *ref.game;
    const Source& source = ref.document->source;
    std::vector<std::string> known;
    for (const syntax::Parameter& parameter : game.parameters) known.push_back(parameter.name);
    for (const GivenArgument& given : arguments) {
        if (std::find(known.begin(), known.end(), given.argument.name) != known.end()) continue;
        const std::string message = messages::unknown_parameter(game.name, given.argument.name, known);
        if (!given.source) throw bad_input(message);
        fail_at(given.source->text, given.source->path, given.argument.place, message);
    }
    using Kind = syntax::Parameter::Kind;
    const bool all_unknown = symbolic;
    for (const syntax::Parameter& parameter : game.parameters) {
        // With piles in a row the rules are made for given parameters; the default stands for all.
        symbolic = all_unknown && (game.rows.empty() || !parameter.value || parameter.kind == Kind::function);
        const auto given = std::find_if(arguments.begin(), arguments.end(),
                                        [&](const GivenArgument& a) { return a.argument.name == parameter.name; });
        const bool is_given = given != arguments.end();
        const Term* value = is_given ? &given->argument.value : parameter.value ? &*parameter.value : nullptr;
        const Source& text = is_given ? *given->source : source;
        const Scope& scope = is_given ? argument_scope : parameters;
        Entry entry;
        if (parameter.kind == Kind::function) {
            if (parameter.condition && parameter.arguments.size() != 1)
                fail_at(source.text, source.path, parameter.place,
                        "`where` is for numbers, sets and rule functions of one argument");
            entry.kind = Entry::Kind::function;
            entry.rule_function = true;
            entry.formals =
                is_given && !given->argument.arguments.empty() ? &given->argument.arguments : &parameter.arguments;
            entry.body = value;
            entry.source = &text;
            entry.scope = &scope;
            if (entry.formals->size() != parameter.arguments.size())
                fail_at(
                    text.text, text.path, given->argument.place,
                    messages::wrong_argument_count(parameter.name, parameter.arguments.size(), entry.formals->size()));
            if (symbolic || (is_given && given->unknown)) {
                if (symbolic && value &&
                    value->kind != Term::Kind::table) {  // its names must be known even if it stays unknown here
                    Scope inner{&scope, true, {}};
                    for (const std::string& formal : *entry.formals)
                        inner.names[formal].meaning = integer_meaning(variable(elaborator.new_slot(), formal));
                    elaborator.in_source(text, [&] { return elaborator.integer(*value, inner); });
                }
                entry.kind = Entry::Kind::opaque_function;
            } else if (!value) {
                entry.kind = Entry::Kind::missing;
            }
        } else if (parameter.kind == Kind::sets) {
            if (game.rows.empty() || !value)
                fail_at(source.text, source.path, parameter.place, messages::sets_need_row());
            const Meaning m = elaborator.in_source(text, [&] { return elaborator.meaning(*value, scope); });
            if (m.sets.empty()) fail_at(text.text, text.path, value->place, messages::needs_sets());
            entry.meaning.kind = Meaning::Kind::sets;
            entry.meaning.sets = m.sets;
        } else if (symbolic || !value) {
            entry.kind = symbolic ? Entry::Kind::meaning : Entry::Kind::missing;
            if (parameter.kind == Kind::set) {
                auto unknown = std::make_shared<NumberSet>();
                unknown->name = parameter.name;
                unknown->known = false;
                entry.meaning.kind = Meaning::Kind::numbers;
                entry.meaning.numbers = unknown;
            } else {
                entry.meaning = integer_meaning(variable(elaborator.new_slot(), parameter.name));
            }
            if (value) elaborator.in_source(text, [&] { return elaborator.meaning(*value, scope); });
        } else if (parameter.kind == Kind::set) {
            entry.meaning.kind = Meaning::Kind::numbers;
            entry.meaning.numbers = elaborator.in_source(text, [&] { return elaborator.numbers(*value, scope); });
            if (evaluate_arguments) entry.meaning.numbers = checked_set(parameter.name, entry.meaning.numbers);
        } else {
            entry.meaning =
                integer_meaning(elaborator.in_source(text, [&] { return elaborator.integer(*value, scope); }));
            if (evaluate_arguments) entry.meaning.value = evaluated(entry.meaning.value);
        }
        if (parameters.names.contains(parameter.name))
            fail_at(source.text, source.path, parameter.place, messages::defined_twice(parameter.name));
        parameters.names[parameter.name] = entry;
        if (symbolic && parameter.condition && parameter.kind == Kind::function) {  // its names must be known
            Scope inner{&parameters, true, {}};
            inner.names[parameter.arguments[0]].meaning =
                integer_meaning(variable(elaborator.new_slot(), parameter.arguments[0]));
            elaborator.in_source(source, [&] { return elaborator.condition(*parameter.condition, inner); });
        }
    }
    if (!all_unknown && evaluate_arguments) test_conditions(elaborator, game, source, parameters);
}

void take_over_end(Ruleset& rules, const Ruleset& proved) {
    if (!rules.measures.empty()) return;  // shown of these rules themselves
    if (!proved.tested) rules.tested = nullptr;
    rules.never_grows = proved.never_grows;
    rules.measures = proved.measures;
}

Ruleset rules_of(const GameRef& game, const std::vector<GivenArgument>& arguments, bool symbolic) {
    Elaborator elaborator(game.document->source);
    Scope root;
    Scope parameters{&root, true, {}};
    bind_parameters(elaborator, game, arguments, parameters, symbolic, true, parameters);
    Ruleset rules = build_rules(elaborator, game, parameters, symbolic);
    if (!symbolic) take_over_end(rules, rules_of(game, {}, true));
    rules.instance = game.game->name;
    if (!arguments.empty()) {
        std::string list;
        for (const GivenArgument& given : arguments)
            list += (list.empty() ? "" : ", ") + given.argument.name + " = " + print(given.argument.value);
        rules.instance += "(" + list + ")";
    }
    return rules;
}

}  // namespace bouton::lang
