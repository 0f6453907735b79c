// The schemes: see goal.hpp for what each asks for and why that is enough.
#include "check/goal.hpp"
#include "check/proof.hpp"
#include "lang/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::kernel {

using syntax::Term;
using About = Goal::About;
using Role = Known::Role;

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

AtomId id_of(const Poly& variable) { return variable.begin()->first[0]; }

/// grundy or outcome of the position in question, written without it or with exactly the coordinates.
bool is_quantity(const Term& term, const char* name, const syntax::Game& game) {
    if (term.text != name) return false;
    if (term.kind == Term::Kind::name) return true;
    if (term.kind != Term::Kind::call || term.parts.size() != game.coordinates.size()) return false;
    for (std::size_t i = 0; i < term.parts.size(); ++i)
        if (term.parts[i].kind != Term::Kind::name || term.parts[i].text != game.coordinates[i]) return false;
    return true;
}

bool is_equation(const Term& term) {
    return term.kind == Term::Kind::compare && term.parts.size() == 2 &&
           term.operators == std::vector<std::string>{"="};
}

bool is_zero(const Term& term) {
    return (term.kind == Term::Kind::number && integer_from(term.text) == 0) ||
           (term.kind == Term::Kind::name && term.text == "P");
}

/// {outcome = P} or {grundy = s}
struct ValueSet {
    bool outcome = false;
    const Term* value = nullptr;
};

std::optional<ValueSet> value_set(const Term& term, const syntax::Game& game) {
    if (term.kind != Term::Kind::list || term.parts.size() != 1 || !is_equation(term.parts[0])) return std::nullopt;
    const std::vector<Term>& sides = term.parts[0].parts;
    for (std::size_t i = 0; i < 2; ++i)
        for (const bool outcome : {false, true})
            if (is_quantity(sides[i], outcome ? "outcome" : "grundy", game)) return ValueSet{outcome, &sides[1 - i]};
    return std::nullopt;
}

/// The variables of grundy(x, y) or outcome(x, y), if each is a name and no two are the same.
std::optional<std::vector<std::string>> variables_of(const Term& call, const syntax::Game& game) {
    if (call.kind != Term::Kind::call || call.parts.size() != game.coordinates.size()) return std::nullopt;
    std::vector<std::string> names;
    for (const Term& part : call.parts) {
        if (part.kind != Term::Kind::name || std::find(names.begin(), names.end(), part.text) != names.end())
            return std::nullopt;
        names.push_back(part.text);
    }
    return names;
}

}  // namespace

const Term& Theorem::parsed(const std::string& text) {
    auto& term = parsed_[text];
    if (!term) {
        try {
            term = std::make_unique<Term>(lang::parse_term(text, "what falls"));
        } catch (const Error&) {
            refuse("what falls, as it is written");
        }
    }
    return *term;
}

Goal& Theorem::add(About about, const std::string& name, const Instance& instance) {
    Goal goal;
    goal.about = about;
    goal.name = name;
    goal.parameters = instance.parameters;
    goal.scope = instance.choice.scope;
    goals_.push_back(std::move(goal));
    return goals_.back();
}

std::vector<Goal> Theorem::goals(const Plan& plan) {
    goals_.clear();
    if (game_.game && game_.game->computed_only()) refuse("a game that says loopy, prefer, coalition or block");
    if (plan.scheme == Scheme::columns) {
        columns();
        rest(plan);
        return goals_;
    }
    if (game_.game->players) refuse("a game with several players");
    switch (plan.scheme) {
        case Scheme::p_positions: p_positions(); break;
        case Scheme::levels: levels(); break;
        case Scheme::formula: formula(); break;
        case Scheme::induction: induction(plan); break;
        case Scheme::columns: break;
    }
    rest(plan);
    return goals_;
}

/// What every scheme asks for besides.
void Theorem::rest(const Plan& plan) {
    const bool piles = plan.scheme == Scheme::columns;
    for (const Instance& instance : instances()) {
        enter(instance);
        const Known variables{Role::variables, "the variables", instance.choice.guard};
        Goal& arguments = add(About::arguments, "the game has such arguments", instance);
        arguments.known = {
            variables, {Role::target, "to be refuted", negated(both({instance.allowed_defined, instance.allowed}))}};
        Goal& conditions = add(About::meaning, "the claim's conditions have a meaning", instance);
        conditions.known = {{Role::target, "to be refuted", negated(instance.choice.defined)}};
        if (piles) continue;  // read from a claim in which every term has a meaning; a game with piles always ends
        lemma_goals(instance);
        game_ends(instance, plan);
        Goal& claim = add(About::meaning, "every term of the claim has a meaning", instance);
        background(instance, claim);
        claim.known.push_back(variables);
        lemmas(instance, claim);
        claim.known.push_back(
            {Role::target, "to be refuted", negated(statement(claim_, instance.choice.scope).defined)});
        if (claim_.assumption)
            for (const Choice& choice : reader_.choices(Reader::all_of(claim_.assumption_bindings), nullptr,
                                                        definitions(instance.parameters))) {
                const FormulaPtr inside = reader_.condition(*claim_.assumption, choice.scope).defined;
                Goal& assumption = add(About::meaning, "what is assumed has a meaning", instance);
                assumption.known = {
                    {Role::target, "to be refuted", negated(both({choice.defined, implies(choice.guard, inside)}))}};
            }
        const Point point = reader_.new_point();
        Goal& rules = add(About::meaning, "every term of the rules has a meaning", instance);
        background(instance, rules);
        rules.known.push_back(variables);
        rules.known.push_back({Role::target, "to be refuted", negated(reader_.rules_defined(point))});
    }
}

std::vector<Poly> Theorem::measure(const std::vector<std::string>& texts, const ScopePtr& scope, FormulaPtr& defined) {
    std::vector<Poly> all;
    for (const std::string& text : texts) {
        const Meaning m = reader_.integer(parsed(text), scope);
        all.push_back(m.value);
        defined = both({defined, m.defined});
    }
    return all;
}

namespace {

/// The first that changes is less.
FormulaPtr falls(const std::vector<Poly>& then, const std::vector<Poly>& now) {
    std::vector<FormulaPtr> ways;
    FormulaPtr same = truth();
    for (std::size_t i = 0; i < now.size(); ++i) {
        ways.push_back(both({same, less(then[i], now[i])}));
        same = both({same, equal(then[i], now[i])});
    }
    return either(std::move(ways));
}

FormulaPtr natural(const std::vector<Poly>& all) {
    std::vector<FormulaPtr> parts;
    for (const Poly& p : all) parts.push_back(at_most({}, p));
    return both(std::move(parts));
}

}  // namespace

void Theorem::game_ends(const Instance& instance, const Plan& plan) {
    std::vector<Term> terms;
    for (const std::string& text : plan.falls) terms.push_back(parsed(text));
    const Point point = reader_.new_point();
    FormulaPtr defined = truth();
    const Point now = reader_.measures(terms, point, defined);
    const FormulaPtr here = both({instance.choice.guard, reader_.is_position(point).holds});
    Goal& goal = add(About::ends, "the game ends", instance);
    background(instance, goal);
    goal.point = point;
    goal.known.push_back({Role::variables, "the variables and a position", here});
    goal.known.push_back(
        {Role::target, "to be refuted: a move after which nothing has fallen",
         reader_
             .some_move(point,
                        [&](const Point& after) {
                            FormulaPtr there = truth();
                            return Condition{negated(falls(reader_.measures(terms, after, there), now)), truth()};
                        })
             .holds});
    Goal& numbers = add(About::ends, "what falls is a natural number", instance);
    background(instance, numbers);
    numbers.known.push_back({Role::variables, "the variables and a position", here});
    numbers.known.push_back({Role::target, "to be refuted", negated(both({defined, natural(now)}))});
}

// ---- P-positions ----

void Theorem::kernel(const Instance& instance, const Point& point, const PointSet& inside) {
    const FormulaPtr here = both({instance.choice.guard, reader_.is_position(point).holds});
    const FormulaPtr in = inside(point).holds;
    const FormulaPtr into = reader_.some_move(point, inside).holds;
    const FormulaPtr can_move = reader_.some_move(point, [](const Point&) { return Condition{}; }).holds;
    const bool misere = game_.game->misere;
    const auto goal = [&](About about, const std::string& name, std::vector<Known> known) {
        Goal& g = add(about, name, instance);
        g.point = point;
        background(instance, g);
        g.known.insert(g.known.end(), known.begin(), known.end());
        lemmas(instance, g);
    };
    goal(About::inside, "no move stays inside the set",
         {{Role::variables, "a position of the set", both({here, in})},
          {Role::target, "to be refuted: a move into the set", into}});
    if (misere)
        goal(About::inside, "no position of the set is without moves",
             {{Role::variables, "a position of the set", both({here, in})},
              {Role::target, "to be refuted", negated(can_move)}});
    goal(About::outside, "every position outside has a move into the set",
         {{Role::variables, "a position", misere ? both({here, can_move}) : here},
          {Role::variables, "outside the set", negated(in)},
          {Role::target, "to be refuted: no move into the set", negated(into)}});
}

/// The claim's variables with a position in the place of some.
Theorem::Values Theorem::at_point(const Instance& instance, const std::vector<std::string>& names,
                                  const Point& point) const {
    Values values = instance.choice.values;
    const std::set<std::string> rules = rule_variables();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (rules.contains(names[i])) refuse("a game whose arguments depend on the position");
        const auto found = values.find(names[i]);
        if (found == values.end()) refuse("the variable " + names[i] + ", which is no variable of the claim");
        found->second = point[i];
    }
    return values;
}

void Theorem::speaks_of_all(const Instance& instance, const Values& at, const Point& point) {
    const Instance there = the_instance(at);
    enter(instance);
    Goal& goal = add(About::arguments, "the claim speaks of every position", instance);
    goal.point = point;
    goal.known = {{Role::variables, "a position", both({instance.choice.guard, reader_.is_position(point).holds})},
                  {Role::target, "to be refuted", negated(there.choice.guard)}};
}

void Theorem::p_positions() {
    if (claim_.form != syntax::Claim::Form::condition) refuse("a sequence as a set");
    const Term& statement = *claim_.statement;
    const syntax::Game& game = *game_.game;
    if (is_equation(statement))
        for (std::size_t side = 0; side < 2; ++side) {
            const auto value = value_set(statement.parts[side], game);
            if (!value || !is_zero(*value->value)) continue;
            if (game.misere && !value->outcome) refuse("misère values");
            for (const Instance& instance : instances()) {
                enter(instance);
                const PointSet set = reader_.points(statement.parts[1 - side], instance.choice.scope);
                kernel(instance, reader_.new_point(), set);
            }
            return;
        }
    if (statement.kind == Term::Kind::binary && statement.text == "iff")
        for (std::size_t side = 0; side < 2; ++side) {
            const Term& left = statement.parts[side];
            if (!is_equation(left)) continue;
            for (std::size_t i = 0; i < 2; ++i) {
                const Term& call = left.parts[i];
                if (!is_zero(left.parts[1 - i]) || (call.text != "outcome" && (call.text != "grundy" || game.misere)))
                    continue;
                const auto names = variables_of(call, game);
                if (!names) continue;
                for (const Instance& instance : instances()) {
                    enter(instance);
                    const Point point = reader_.new_point();
                    speaks_of_all(instance, at_point(instance, *names, point), point);
                    kernel(instance, point, [&](const Point& at) {
                        const Instance there = the_instance(at_point(instance, *names, at));
                        enter(instance);
                        return reader_.condition(statement.parts[1 - side], there.choice.scope);
                    });
                }
                return;
            }
        }
    refuse("P-positions: the claim is not { outcome = P } = ... nor outcome(x, ...) = P iff ...");
}

// ---- levels ----

void Theorem::levels() {
    const char* form = "levels: the claim is not { grundy = s } = ... for s >= 0";
    if (claim_.form != syntax::Claim::Form::condition || !is_equation(*claim_.statement)) refuse(form);
    if (game_.game->misere) refuse("misère values");
    const Term& statement = *claim_.statement;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto value = value_set(statement.parts[side], *game_.game);
        if (!value || value->outcome || value->value->kind != Term::Kind::name) continue;
        const std::string& name = value->value->text;
        const Term& set = statement.parts[1 - side];
        if (rule_variables().contains(name)) refuse("a game whose arguments depend on the value " + name);
        for (const Instance& instance : instances()) {
            enter(instance);
            const auto found = instance.choice.values.find(name);
            if (found == instance.choice.values.end()) refuse(form);
            const Poly s = found->second;
            const auto with = [&](const Poly& v) {
                Values values = instance.choice.values;
                values[name] = v;
                const Instance there = the_instance(values);
                enter(instance);
                return there;
            };
            const auto in = [&](const Poly& v) -> PointSet { return reader_.points(set, with(v).choice.scope); };
            const Poly v = terms_.variable("v"), w = terms_.variable("w");
            Goal& gaps = add(About::arguments, "the claim speaks of all values below", instance);
            gaps.known = {{Role::variables, "the variables and a smaller value",
                           both({instance.choice.guard, at_most({}, v), less(v, s)})},
                          {Role::target, "to be refuted", negated(with(v).choice.guard)}};
            Goal& whole = add(About::arguments, "values are natural numbers", instance);
            whole.known = {{Role::variables, "the variables", instance.choice.guard},
                           {Role::target, "to be refuted", less(s, {})}};

            const Point point = reader_.new_point();
            const FormulaPtr here = both({instance.choice.guard, reader_.is_position(point).holds});
            const PointSet level = in(s);
            const FormulaPtr inside = level(point).holds, into = reader_.some_move(point, level).holds;
            const auto goal = [&](About about, const std::string& title, std::vector<Known> known) {
                Goal& g = add(about, title, instance);
                g.point = point;
                background(instance, g);
                g.known.insert(g.known.end(), known.begin(), known.end());
                lemmas(instance, g);
            };
            goal(About::inside, "no move stays inside {grundy = s}",
                 {{Role::variables, "a position with value s", both({here, inside})},
                  {Role::target, "to be refuted: a move to value s", into}});
            const FormulaPtr none =
                for_all({id_of(v)}, implies(both({at_most({}, v), at_most(v, s)}), negated(in(v)(point).holds)));
            goal(About::outside, "every position of no value up to s has a move to value s",
                 {{Role::variables, "a position", here},
                  {Role::variables, "no value up to s", none},
                  {Role::target, "to be refuted: no move to value s", negated(into)}});
            goal(About::inside, "no position has two values",
                 {{Role::variables, "a position with value s", both({here, inside})},
                  {Role::target, "to be refuted: a smaller value",
                   both({at_most({}, w), less(w, s), in(w)(point).holds})}});
            goals_.back().other = with(w).choice.scope;
        }
        return;
    }
    refuse(form);
}

// ---- formula ----

void Theorem::values(const Instance& instance, const Point& point, const std::function<Poly(const Point&)>& value) {
    const FormulaPtr here = both({instance.choice.guard, reader_.is_position(point).holds});
    const Poly mine = value(point), v = terms_.variable("v");
    const auto option_with = [&](const Poly& wanted) {
        return reader_
            .some_move(point,
                       [&](const Point& after) {
                           return Condition{equal(value(after), wanted), truth()};
                       })
            .holds;
    };
    const auto goal = [&](const std::string& name, std::vector<Known> known) {
        Goal& g = add(About::values, name, instance);
        g.point = point;
        background(instance, g);
        g.known.insert(g.known.end(), known.begin(), known.end());
        lemmas(instance, g);
    };
    goal("values are natural numbers",
         {{Role::variables, "a position", here}, {Role::target, "to be refuted", less(mine, {})}});
    goal("no option has the same value",
         {{Role::variables, "a position", here},
          {Role::target, "to be refuted: an option with the same value", option_with(mine)}});
    goal("every smaller value is that of an option",
         {{Role::variables, "a position and a smaller value", both({here, at_most({}, v), less(v, mine)})},
          {Role::target, "to be refuted: no option with this value", negated(option_with(v))}});
    goals_.back().value = v;
}

void Theorem::formula() {
    const char* form = "formula: the claim is not grundy(x, ...) = ... for every position";
    if (game_.game->misere) refuse("misère values");
    if (claim_.form == syntax::Claim::Form::repeats && claim_.quantity == "grundy") {
        if (game_.game->coordinates.size() != 1) refuse(form);
        for (const Instance& instance : instances()) {
            enter(instance);
            FormulaPtr defined = truth();
            const ScopePtr scope = instance.choice.scope;
            const Poly length = word_length(claim_.word, scope, defined);
            Goal& word = add(About::arguments, "the word is not empty", instance);
            word.known = {{Role::variables, "the variables", instance.choice.guard},
                          {Role::target, "to be refuted", negated(both({defined, at_most(constant(1), length)}))}};
            values(instance, reader_.new_point(),
                   [&](const Point& at) { return word_value(claim_.word, terms_.remainder(at[0], length), scope); });
        }
        return;
    }
    if (claim_.form != syntax::Claim::Form::condition || !is_equation(*claim_.statement)) refuse(form);
    for (std::size_t side = 0; side < 2; ++side) {
        const Term &call = claim_.statement->parts[side], &value = claim_.statement->parts[1 - side];
        const auto names = call.text == "grundy" ? variables_of(call, *game_.game) : std::nullopt;
        if (!names) continue;
        for (const Instance& instance : instances()) {
            enter(instance);
            const Point point = reader_.new_point();
            speaks_of_all(instance, at_point(instance, *names, point), point);
            values(instance, point, [&](const Point& at) {
                const Instance there = the_instance(at_point(instance, *names, at));
                enter(instance);
                return reader_.integer(value, there.choice.scope).value;
            });
        }
        return;
    }
    refuse(form);
}

// ---- induction ----

/// The statement for all variables that are earlier, in the same game.
FormulaPtr Theorem::hypothesis(const Instance& instance, const Plan& plan, const std::vector<Poly>& now) {
    Values same;
    for (const std::string& name : rule_variables())
        if (const auto found = instance.choice.values.find(name); found != instance.choice.values.end())
            same.insert(*found);
    std::vector<FormulaPtr> all;
    for (const Instance& other : instances(same)) {
        enter(instance);
        FormulaPtr ignored = truth();
        const std::vector<Poly> then = measure(plan.earlier, other.choice.scope, ignored);
        all.push_back(for_all(other.choice.variables, implies(both({other.choice.guard, falls(then, now)}),
                                                              statement(claim_, other.choice.scope).holds)));
    }
    enter(instance);
    return both(std::move(all));
}

void Theorem::induction(const Plan& plan) {
    const auto outer = instances();
    std::size_t number = 0;
    for (const Instance& instance : outer) {
        enter(instance);
        ++number;
        const std::string which = outer.size() > 1 ? fmt::format(", case {}", number) : "";
        const Known variables{Role::variables, "the variables", instance.choice.guard};
        FormulaPtr defined = truth();
        const std::vector<Poly> now = measure(plan.earlier, instance.choice.scope, defined);
        if (!now.empty()) {
            Goal& goal = add(About::natural, "what falls in the induction is a natural number" + which, instance);
            background(instance, goal);
            goal.known.push_back(variables);
            goal.known.push_back({Role::target, "to be refuted", negated(both({defined, natural(now)}))});
        }
        const FormulaPtr whole = statement(claim_, instance.choice.scope).holds;
        std::vector<FormulaPtr> parts;
        add_entries(whole, parts);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Goal& goal = add(About::statement,
                             "the claim" + which + (parts.size() > 1 ? fmt::format(", part {}", i + 1) : ""), instance);
            background(instance, goal);
            lemmas(instance, goal);
            goal.known.push_back(variables);
            if (!now.empty())
                goal.known.push_back({Role::hypothesis, "induction hypothesis", hypothesis(instance, plan, now)});
            for (std::size_t j = 0; j < i; ++j) goal.known.push_back({Role::variables, "shown before", parts[j]});
            goal.known.push_back({Role::target, "to be refuted", negated(parts[i])});
        }
    }
}

}  // namespace bouton::kernel
