// One walk over a file as written. It is right because it looks at declarations only: whatever can be declared is listed in
// syntax.hpp, and each list is walked once with a set of the names seen so far.
#include "lang/names.hpp"

#include "lang/messages.hpp"
#include "lang/parse.hpp"

#include <set>

namespace bouton::lang {

using syntax::Binding;
using syntax::Place;
using syntax::Term;

namespace {

class NameCheck {
  public:
    explicit NameCheck(const Source& source) : source_(source) {}

    void file(const syntax::File& file) {
        Names games, definitions, labels;
        for (const syntax::Game& game : file.games) add(game.name, game.place, games);
        for (const syntax::Import& import : file.imports) add(import.game, import.place, games);
        for (const syntax::Game& each : file.games) game(each);
        for (const syntax::Definition& definition : file.definitions) {
            add(definition.name, definition.place, definitions);
            formals(definition.arguments, definition.place);
            term(definition.value);
        }
        for (const syntax::Claim& each : file.claims) {
            if (!labels.insert(each.kind + " \"" + each.label + "\"").second)
                fail(each.place, messages::label_twice(each.kind, each.label));
            claim(each);
        }
    }

  private:
    using Names = std::set<std::string>;

    [[noreturn]] void fail(Place place, const std::string& message) const {
        fail_at(source_.text, source_.path, place, message);
    }

    void free(const std::string& name, Place place) const {
        if (is_reserved(name)) fail(place, messages::reserved_name(name));
    }

    void add(const std::string& name, Place place, Names& seen) const {
        free(name, place);
        if (!seen.insert(name).second) fail(place, messages::defined_twice(name));
    }

    void formals(const std::vector<std::string>& names, Place place) const {
        Names seen;
        for (const std::string& name : names) add(name, place, seen);
    }

    void game(const syntax::Game& game) const {
        Names names;
        for (const std::string& written : game.coordinates)
            add(written.substr(0, written.find_first_of(".[")), game.place, names);  // a... and a[1..n] are called a
        for (const syntax::Parameter& parameter : game.parameters) {
            add(parameter.name, parameter.place, names);
            formals(parameter.arguments, parameter.place);
            if (parameter.value) term(*parameter.value);
            if (parameter.condition) term(*parameter.condition);
        }
        for (const syntax::Let& let : game.lets) {
            add(let.name, let.place, names);
            term(let.value);
        }
        for (const syntax::Move& move : game.moves) {
            for (const Term& result : move.results) term(result);
            for (const syntax::Change& change : move.changes) {
                term(change.what);
                term(change.value);
            }
            for (const auto* list : {&move.bindings, &move.outer})
                for (const Binding& each : *list) binding(each);
            for (const auto* part : {&move.condition, &move.outer_condition, &move.pile_count})
                if (*part) term(**part);
            if (!move.index.empty()) free(move.index, move.place);
        }
    }

    void claim(const syntax::Claim& claim) const {
        Names arguments, bounds, counterexample;
        for (const syntax::Argument& argument : claim.arguments) {
            if (!arguments.insert(argument.name).second) fail(argument.place, messages::given_twice(argument.name));
            formals(argument.arguments, argument.place);
            term(argument.value);
        }
        for (const auto& [name, value] : claim.bounds)
            if (!bounds.insert(name).second) fail(claim.place, messages::bounded_twice(name));
        for (const auto& [name, value] : claim.counterexample)
            if (!counterexample.insert(name).second) fail(claim.place, messages::given_twice(name));
        for (const syntax::Use& use : claim.uses) {
            Names at;
            for (const auto& [name, value] : use.at)
                if (!at.insert(name).second) fail(value.place, messages::given_twice(name));
        }
        for (const Binding& each : claim.bindings) binding(each);
        for (const Binding& each : claim.assumption_bindings) binding(each);
        for (const auto* part : {&claim.condition, &claim.statement, &claim.assumption, &claim.preperiod})
            if (*part) term(**part);
    }

    void binding(const Binding& binding) const {
        for (const std::string& name : binding.names) free(name, binding.place);
        for (const Term& each : binding.terms) term(each);
    }

    void term(const Term& each) const {
        for (const Term& part : each.parts) term(part);
        for (const Binding& inner : each.bindings) binding(inner);
    }

    const Source& source_;
};

}  // namespace

void check_names(const syntax::File& file, const Source& source) { NameCheck(source).file(file); }

}  // namespace bouton::lang
