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

std::string pile_name(const std::string& coordinate) { return coordinate.substr(0, coordinate.size() - 3); }
bool is_pile_group(const std::string& coordinate) { return coordinate.ends_with("..."); }

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

Layout layout_of(const syntax::Game& game) {
    Layout layout;
    for (const std::string& coordinate : game.coordinates) {
        if (is_pile_group(coordinate)) layout.piles = static_cast<int>(layout.coordinates.size());
        layout.coordinates.push_back(is_pile_group(coordinate) ? pile_name(coordinate) : coordinate);
    }
    return layout;
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
    for (const syntax::Parameter& parameter : game.parameters) {
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
    if (!symbolic && evaluate_arguments) test_conditions(elaborator, game, source, parameters);
}

namespace {

class RulesBuilder {
  public:
    RulesBuilder(Elaborator& elaborator, const GameRef& ref, const Scope& parameters, bool symbolic)
        : elaborator_(elaborator),
          game_(*ref.game),
          source_(ref.document->source),
          parameters_(parameters),
          symbolic_(symbolic) {}

    Ruleset build() {
        return elaborator_.in_source(source_, [&] {
            rules_.name = game_.name;
            rules_.misere = game_.misere;
            declare_coordinates();
            if (game_.domain) rules_.domain = elaborator_.condition(*game_.domain, scope_);
            for (const syntax::Let& let : game_.lets) {
                if (scope_.names.contains(let.name)) elaborator_.fail(let.place, messages::defined_twice(let.name));
                scope_.names[let.name].meaning = elaborator_.meaning(let.value, scope_);
            }
            if (game_.players) set_players();
            read_winning(elaborator_, game_, parameters_, symbolic_, rules_);
            if (game_.moves.empty()) elaborator_.fail(game_.place, messages::no_moves());
            for (const syntax::Move& move : game_.moves) add_move(move);
            if (rules_.moves.empty()) throw bad_input(messages::no_moves_left(game_.name));
            if (symbolic_) {
                std::vector<Expr> hints, facts;
                for (const Term& measure : game_.measures)
                    hints.push_back(elaborator_.integer(measure, own_coordinates()));
                for (const syntax::Parameter& parameter : game_.parameters)
                    if (parameter.condition && parameter.kind != syntax::Parameter::Kind::function)
                        facts.push_back(elaborator_.condition(*parameter.condition, parameters_));
                prove_termination(rules_, hints, facts, source_);
            }
            rules_.frame_size = elaborator_.slot_count();
            return rules_;
        });
    }

  private:
    void declare_coordinates() {
        scope_.names =
            parameters_.names;  // in the rules the parameters are taken names, in claims they may be bound anew
        for (const std::string& written : game_.coordinates) {
            const bool group = is_pile_group(written);
            const std::string name = group ? pile_name(written) : written;
            elaborator_.refuse_reserved(name, game_.place);
            if (scope_.names.contains(name)) elaborator_.fail(game_.place, messages::defined_twice(name));
            if (group) {
                if (rules_.piles >= 0) elaborator_.fail(game_.place, messages::two_pile_groups());
                rules_.piles = static_cast<int>(rules_.coordinates.size());
                Meaning all;
                all.kind = Meaning::Kind::piles;
                scope_.names[written].meaning = all;
            }
            rules_.coordinates.push_back(name);
            rules_.slots.push_back(elaborator_.new_slot());
            scope_.names[name].meaning = integer_meaning(variable(rules_.slots.back(), name));
        }
    }

    /// For measures: a pile stands for itself, the others are not to be seen.
    Scope own_coordinates() const {
        Scope scope = scope_;
        std::erase_if(scope.names, [](const auto& entry) { return is_pile_group(entry.first); });
        return scope;
    }

    void set_players() {
        const Expr players = elaborator_.integer(*game_.players, parameters_);
        rules_.player_count = players;
        if (symbolic_ || !is_number(players)) {
            rules_.players = 2;
            return;
        }
        Frame empty;
        const Integer count = evaluate(players, empty);
        if (count < 1 || count > 1000000) throw bad_input(messages::bad_players(to_text(count)));
        rules_.players = static_cast<int>(clamp(count));
        if (rules_.misere)
            elaborator_.fail(game_.place, "`misere` is for two players; with `players` the podium rule decides");
    }

    void add_move(const syntax::Move& written) {
        Move move;
        move.place = written.place;
        Scope inner{&scope_, true, {}};
        for (const syntax::Binding& binding : written.bindings) elaborator_.bind(binding, inner, move.loop);
        std::vector<Expr> conditions = std::move(move.loop.conditions);
        move.loop.conditions.clear();
        if (written.condition) conditions.push_back(elaborator_.condition(*written.condition, inner));
        if (!pick_places(move.loop, conditions)) return;
        bool moves_pile = false;
        for (const Term& result : written.results) {
            if (result.parts.size() != rules_.coordinates.size())
                elaborator_.fail(result.place,
                                 messages::wrong_dimension(rules_.coordinates.size(), result.parts.size()));
            std::vector<Expr> component;
            for (std::size_t i = 0; i < result.parts.size(); ++i) {
                const Meaning m = elaborator_.meaning(result.parts[i], inner);
                if (static_cast<int>(i) == rules_.piles) {
                    if (m.kind == Meaning::Kind::piles) {
                        component.push_back(variable(rules_.slots[i], rules_.coordinates[i]));
                        continue;
                    }
                    moves_pile = true;
                }
                component.push_back(elaborator_.integer(result.parts[i], inner));
            }
            move.results.push_back(std::move(component));
        }
        // No coordinate becomes negative: this bounds variables too, so that 1 <= t <= f(x) never runs past the pile.
        std::vector<Expr> natural;
        for (const auto& component : move.results)
            for (const Expr& e : component) natural.push_back(make(Op::less_equal, {number(0), e}));
        elaborator_.finish(move.loop, conditions, Elaborator::Unbounded::refused, written.place, natural);
        if (move.results.size() > 1) {
            rules_.splits = true;
            if (rules_.piles >= 0) elaborator_.fail(written.place, messages::piles_and_split());
        }
        if (moves_pile) move.piles = Move::Piles::one;
        if (written.pile_count) {
            if (rules_.piles < 0) elaborator_.fail(written.place, messages::piles_need_group());
            if (!moves_pile) elaborator_.fail(written.place, messages::piles_need_move());
            move.piles = written.piles == syntax::Move::Piles::up_to ? Move::Piles::up_to : Move::Piles::exactly;
            move.pile_count = elaborator_.integer(*written.pile_count, scope_);
            refuse_pile_dependence(move, written.place);
        }
        rules_.moves.push_back(std::move(move));
    }

    /// When several piles may be chosen, the other coordinates must not depend on which.
    void refuse_pile_dependence(const Move& move, Place place) {
        std::vector<bool> own;
        const auto mark = [&](int slot) {
            if (own.size() <= static_cast<std::size_t>(slot)) own.resize(static_cast<std::size_t>(slot) + 1);
            own[static_cast<std::size_t>(slot)] = true;
        };
        mark(rules_.slots[static_cast<std::size_t>(rules_.piles)]);
        for (const Binder& binder : move.loop.binders)
            for (int slot : binder.slots) mark(slot);
        const auto depends = [&](const Expr& e) {
            std::vector<bool> seen;
            free_slots(e, seen);
            for (std::size_t i = 0; i < std::min(seen.size(), own.size()); ++i)
                if (seen[i] && own[i]) return true;
            return false;
        };
        for (std::size_t i = 0; i < rules_.coordinates.size(); ++i)
            if (static_cast<int>(i) != rules_.piles && depends(move.results[0][i]))
                elaborator_.fail(place, messages::depends_on_pile(rules_.coordinates[i]));
        if (depends(move.pile_count)) elaborator_.fail(place, messages::depends_on_pile("number of piles"));
    }

    Elaborator& elaborator_;
    const syntax::Game& game_;
    const Source& source_;
    const Scope& parameters_;
    bool symbolic_;
    Scope scope_;
    Ruleset rules_;
};

}  // namespace

Ruleset build_rules(Elaborator& elaborator, const GameRef& game, const Scope& parameters, bool symbolic) {
    return RulesBuilder(elaborator, game, parameters, symbolic).build();
}

Ruleset rules_of(const GameRef& game, const std::vector<GivenArgument>& arguments, bool symbolic) {
    Elaborator elaborator(game.document->source);
    Scope root;
    Scope parameters{&root, true, {}};
    bind_parameters(elaborator, game, arguments, parameters, symbolic, true, parameters);
    Ruleset rules = build_rules(elaborator, game, parameters, symbolic);
    if (!symbolic) {
        const Ruleset proved = rules_of(game, {}, true);
        rules.never_grows = proved.never_grows;
        rules.measures = proved.measures;
    }
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
