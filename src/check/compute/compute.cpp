// The cases of a claim. Where names are looked up, from the inside:
//   in the claim:        its variables, the definitions of the file, the parameters of the game
//   in the arguments:    the variables that the arguments use (and those before them), the definitions of the file
//   in the rules:        the variables of the move, the coordinates and lets, the functions of the game's file, the parameters
// The variables that the arguments use are chosen first, and the game is set up anew for each choice.
#include "check/compute/compute.hpp"

#include "check/compute/evaluator.hpp"
#include "check/language.hpp"

#include <algorithm>

namespace bouton::kernel {

namespace {

using namespace compute;
using syntax::Claim;
constexpr std::size_t kLongestWord = 10000000;

void names_in(const Term& term, std::set<std::string>& names) {
    names.insert(term.text);
    for (const Term& part : term.parts) names_in(part, names);
    for (const Binding& binding : term.bindings)
        for (const Term& part : binding.terms) names_in(part, names);
}

/// How many of the claim's bindings the game's arguments need. A name counts wherever it occurs: one too many does no harm.
std::size_t chosen_count(const Claim& claim) {
    std::set<std::string> used;
    for (const syntax::Argument& argument : claim.arguments) {
        std::set<std::string> names;
        names_in(argument.value, names);
        for (const std::string& formal : argument.arguments) names.erase(formal);
        used.merge(names);
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < claim.bindings.size(); ++i) {
        const Binding& binding = claim.bindings[i];
        const auto is_used = [&](const std::string& name) { return used.contains(name); };
        bool needed =
            binding.kind == Binding::Kind::subset || std::any_of(binding.names.begin(), binding.names.end(), is_used);
        for (const Term& term : binding.terms)
            needed =
                needed || (binding.kind == Binding::Kind::chain && term.kind == Term::Kind::name && is_used(term.text));
        if (needed) count = i + 1;
    }
    return count;
}

class Cases {
  public:
    Cases(const lang::Document& document, const Claim& claim, const Watch& watch, std::uint64_t& cases)
        : document_(document), claim_(claim), evaluator_(watch), cases_(cases) {}

    std::string operator()() {
        if (claim_.assumption) return "it speaks of every rule function of some kind";
        if (!claim_.uses.empty() || !claim_.induction.empty())
            return "it asks for a proof by induction or other claims";
        if (claim_.form == Claim::Form::repeats || claim_.form == Claim::Form::period) return "it speaks of all heaps";
        const bool only_import =
            claim_.game.empty() && document_.file.games.empty() && document_.file.imports.size() == 1;
        const lang::GameRef found =
            lang::find_game(document_, only_import ? document_.file.imports[0].game : claim_.game);
        game_ = found.game;
        home_ = found.document;
        if (!game_) return "it names no game";
        if (const std::string what = unknown_to_readers(*game_); !what.empty()) return "the game has " + what;
        try {
            Scope definitions{nullptr, false}, chosen{&definitions};
            define(document_, definitions);
            const std::size_t count = chosen_count(claim_);
            Loop loop;
            for (std::size_t i = 0; i < count; ++i) loop.bindings.push_back(&claim_.bindings[i]);
            evaluator_.run(loop, chosen, [&] { return one_game(chosen, count); });
        } catch (const Undecided& undecided) {
            return undecided.why;
        } catch (const TooMuch&) {
            return "there is too much to compute";
        }
        if (!wrong_.empty()) return wrong_;
        return cases_ == 0 ? "it has no case" : "";
    }

  private:
    void define(const lang::Document& document, Scope& scope) const {
        for (const syntax::Definition& definition : document.file.definitions) {
            Entry& entry = scope.add(definition.name, definition.is_set ? Entry::Kind::set : Entry::Kind::function);
            entry.formals = &definition.arguments;
            entry.body = &definition.value;
            entry.scope = &scope;
            entry.recursive = !definition.is_set && is_recursive(document, definition.name);
        }
    }

    bool one_game(const Scope& chosen, std::size_t count) {
        Scope parameters{nullptr, false};
        for (const syntax::Parameter& parameter : game_->parameters) bind(parameter, chosen, parameters);
        for (const syntax::Argument& argument : claim_.arguments)
            if (std::none_of(game_->parameters.begin(), game_->parameters.end(),
                             [&](const auto& p) { return p.name == argument.name; }))
                throw Undecided{"the game has no parameter " + argument.name};
        for (const syntax::Parameter& parameter : game_->parameters) require(parameter, parameters);
        Scope functions{&parameters, false};
        define(*home_, functions);
        std::erase_if(functions.names, [](const auto& entry) { return entry.second.kind != Entry::Kind::function; });
        evaluator_.play(*game_, parameters, functions);
        Scope definitions{&parameters, false};
        define(document_, definitions);
        Scope variables{&definitions, true, chosen.names};
        Loop loop;
        for (std::size_t i = count; i < claim_.bindings.size(); ++i) loop.bindings.push_back(&claim_.bindings[i]);
        if (claim_.condition) loop.condition = &*claim_.condition;
        return evaluator_.run(loop, variables, [&] {
            if (claim_.form == Claim::Form::starts ? starts(variables) : condition(variables)) return true;
            wrong_ = "it is false";
            for (const auto& [name, entry] : variables.names)
                if (entry.kind == Entry::Kind::number)
                    wrong_ += (wrong_ == "it is false" ? " at " : ", ") + name + " = " + to_text(entry.number);
            return false;
        });
    }

    /// A parameter: given by the claim, by default, or missing.
    void bind(const syntax::Parameter& parameter, const Scope& chosen, Scope& parameters) {
        const auto given = std::find_if(claim_.arguments.begin(), claim_.arguments.end(),
                                        [&](const syntax::Argument& a) { return a.name == parameter.name; });
        const bool is_given = given != claim_.arguments.end();
        const Term* value = is_given ? &given->value : parameter.value ? &*parameter.value : nullptr;
        const Scope& scope = is_given ? chosen : parameters;
        Entry entry;
        if (value && parameter.kind == syntax::Parameter::Kind::function) {
            entry.kind = Entry::Kind::function;
            entry.formals = is_given && !given->arguments.empty() ? &given->arguments : &parameter.arguments;
            entry.body = value;
            entry.scope = &scope;
            entry.rule = true;
            if (entry.formals->size() != parameter.arguments.size())
                throw Undecided{"another number of arguments for " + parameter.name};
        } else if (value && parameter.kind == syntax::Parameter::Kind::set) {
            entry.kind = Entry::Kind::numbers;
            Term braces;  // a number alone is a set with one element
            braces.kind = Term::Kind::list;
            braces.parts = {*value};
            entry.numbers = evaluator_.numbers(braces, scope);
            if (entry.numbers.empty() || entry.numbers[0].first < 1)
                throw Undecided{parameter.name + " must be a set of positive numbers with at least one element"};
        } else if (value) {
            entry.kind = Entry::Kind::number;
            entry.number = evaluator_.whole(*value, scope);
        }
        parameters.names.emplace_back(parameter.name, std::move(entry));
    }

    /// What the game asks of its parameters; a condition on parameters that are all missing asks nothing.
    void require(const syntax::Parameter& parameter, const Scope& parameters) {
        if (!parameter.condition) return;
        if (parameter.kind == syntax::Parameter::Kind::function) return require_values(parameter, parameters);
        std::set<std::string> names;
        names_in(*parameter.condition, names);
        const bool known = std::any_of(parameters.names.begin(), parameters.names.end(), [&](const auto& entry) {
            return names.contains(entry.first) && entry.second.kind != Entry::Kind::missing;
        });
        if (known && !evaluator_.holds(*parameter.condition, parameters))
            throw Undecided{"the game does not allow such a " + parameter.name};
    }

    /// Of a rule function the game asks something of every value: there must be finitely many, those of a table or of a code.
    void require_values(const syntax::Parameter& parameter, const Scope& parameters) {
        for (const auto& [name, entry] : parameters.names) {
            if (name != parameter.name || entry.kind == Entry::Kind::missing) continue;
            if (!entry.body || entry.body->kind != syntax::Term::Kind::table || parameter.arguments.size() != 1)
                throw Undecided{"the values of " + name + " are too many"};
            const std::size_t beyond = entry.body->text.empty() ? 0 : 1;  // a code goes on with 0
            for (std::size_t at = 0; at < entry.body->parts.size() + beyond; ++at) {
                Scope inner{&parameters};
                inner.add_number(parameter.arguments[0], Integer(at));
                if (!evaluator_.holds(*parameter.condition, inner))
                    throw Undecided{"the game does not allow such a " + parameter.name};
            }
        }
    }

    bool condition(const Scope& variables) {
        ++cases_;
        return evaluator_.holds(*claim_.statement, variables);
    }

    bool starts(const Scope& variables) {
        if (claim_.quantity != "grundy" && claim_.quantity != "outcome")
            throw Undecided{"values of " + claim_.quantity};
        if (game_->coordinates.size() != 1 || game_->coordinates[0].ends_with("..."))
            throw Undecided{"a sequence of values of a game that is not one heap"};
        std::vector<Integer> word;
        spell(claim_.word, variables, word);
        if (word.empty()) throw Undecided{"an empty word"};
        for (std::size_t heap = 0; heap < word.size(); ++heap) {
            ++cases_;
            const Integer value = claim_.quantity == "grundy" ? evaluator_.grundy({heap}) : evaluator_.outcome({heap});
            if (value != word[heap]) return false;
        }
        return true;
    }

    void spell(const std::vector<syntax::Word>& parts, const Scope& scope, std::vector<Integer>& word) {
        for (const syntax::Word& part : parts) {
            const Integer count = part.count ? evaluator_.whole(*part.count, scope) : Integer(1);
            if (count < 0) throw Undecided{"a word repeated less than 0 times"};
            for (Integer i = 0; i < count; ++i) {
                evaluator_.tick();
                if (part.group.empty())
                    word.push_back(integer_from(part.symbol));
                else
                    spell(part.group, scope, word);
                if (word.size() > kLongestWord) throw TooMuch{};
            }
        }
    }

    const lang::Document& document_;
    const Claim& claim_;
    Evaluator evaluator_;
    std::uint64_t& cases_;
    const syntax::Game* game_ = nullptr;
    const lang::Document* home_ = nullptr;  // where the game stands
    std::string wrong_;
};

}  // namespace

std::string check_by_computation(const lang::Document& document, const syntax::Claim& claim, const Watch& watch,
                                 std::uint64_t& cases) {
    cases = 0;
    return Cases(document, claim, watch, cases)();
}

}  // namespace bouton::kernel
