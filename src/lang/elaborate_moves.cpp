// The rules of a game, once its parameters are bound: coordinates, domain, names, moves.
//
// A move may stand for several: one for each tuple of a list, for each pile of a row, for each choice of piles (`in some`). They are written
// out here, so that whoever reads the rules sees plain moves only.
#include "lang/codes.hpp"
#include "lang/elaborator.hpp"
#include "lang/linear.hpp"

#include <algorithm>

namespace bouton::lang {

using syntax::Binding;
using syntax::Place;
using syntax::Term;
using Kind = Meaning::Kind;

/// A list of tuples: written out, a family, a union of such, or a set of the file. A family's variables become those of the move.
void Elaborator::for_each_vector(const Term& term, const Scope& scope, const VisitVector& visit) {
    if (term.kind == Term::Kind::binary && term.text == "|") {
        for_each_vector(term.parts[0], scope, visit);
        return for_each_vector(term.parts[1], scope, visit);
    }
    if (term.kind == Term::Kind::family) {
        Scope inner{&scope, true, {}};
        Loop own;
        for (const Binding& binding : term.bindings) bind(binding, inner, own);
        if (term.parts.size() > 1) own.conditions.push_back(condition(term.parts[1], inner));
        const Meaning element = meaning(term.parts[0], inner);
        if (element.kind != Kind::tuple) fail(term.parts[0].place, messages::needs_vectors());
        return visit(element.tuple, own);
    }
    Entry* entry = term.kind == Term::Kind::name || term.kind == Term::Kind::call ? lookup(term.text, scope) : nullptr;
    if (entry && entry->kind == Entry::Kind::set) {
        const std::size_t given = term.kind == Term::Kind::call ? term.parts.size() : 0;
        if (entry->formals->size() != given)
            fail(term.place, messages::wrong_argument_count(term.text, entry->formals->size(), given));
        Scope inner{entry->scope, true, {}};
        for (std::size_t i = 0; i < given; ++i)
            inner.names[(*entry->formals)[i]].meaning = integer_meaning(integer(term.parts[i], scope));
        if (entry->busy) fail(term.place, messages::circular(term.text));
        entry->busy = true;
        in_source(*entry->source, [&] { for_each_vector(*entry->body, inner, visit); });
        entry->busy = false;
        return;
    }
    const Meaning m = meaning(term, scope);
    if (m.kind != Kind::vectors) fail(term.place, messages::needs_vectors());
    for (const auto& vector : m.vectors) visit(vector, {});
}

namespace {

constexpr std::size_t kMostMoves = 20000, kMostChoices = 12;

std::string pile_name(const std::string& coordinate) { return coordinate.substr(0, coordinate.size() - 3); }
bool is_pile_group(const std::string& coordinate) { return coordinate.ends_with("..."); }

class RulesBuilder {
  public:
    RulesBuilder(Elaborator& elaborator, const GameRef& ref, const Scope& parameters, bool symbolic)
        : elaborator_(elaborator),
          game_(*ref.game),
          source_(ref.document->source),
          parameters_(parameters),
          symbolic_(symbolic),
          definitions_{&parameters, false, {}} {
        add_definitions(*ref.document, definitions_);
        scope_.parent = &definitions_;
    }

    Ruleset build() {
        return elaborator_.in_source(source_, [&] { return elaborator_.in_rules([&] { return rules(); }); });
    }

  private:
    Ruleset rules() {
        rules_.name = game_.name;
        rules_.misere = game_.misere;
        declare_coordinates();
        if (game_.domain) rules_.domain = elaborator_.condition(*game_.domain, scope_);
        for (const syntax::Let& let : game_.lets) {
            if (scope_.names.contains(let.name)) elaborator_.fail(let.place, messages::defined_twice(let.name));
            scope_.names[let.name].meaning = elaborator_.meaning(let.value, scope_);
        }
        if (game_.players) set_players();
        if (game_.moves.empty()) elaborator_.fail(game_.place, messages::no_moves());
        for (const syntax::Move& move : game_.moves) add_move(move);
        if (rules_.moves.empty()) throw bad_input(messages::no_moves_left(game_.name));
        std::vector<Expr> hints, facts;
        const Scope own = own_coordinates();
        for (const Term& measure : game_.measures) hints.push_back(elaborator_.integer(measure, own));
        if (!hints.empty()) rules_.tested = hints[0];
        if (symbolic_ || !game_.rows.empty()) {
            for (const syntax::Parameter& parameter : game_.parameters)
                if (parameter.condition && parameter.kind != syntax::Parameter::Kind::function)
                    facts.push_back(elaborator_.condition(*parameter.condition, definitions_));
            prove_termination(rules_, hints, facts, source_);
        }
        rules_.frame_size = elaborator_.slot_count();
        return rules_;
    }

    void declare_coordinates() {
        scope_.names =
            parameters_.names;  // in the rules the parameters are taken names, in claims they may be bound anew
        std::size_t row = 0;
        for (const std::string& written : game_.coordinates) {
            if (written.ends_with("[]")) {
                declare_row(game_.rows[row++]);
                continue;
            }
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

    void declare_row(const syntax::Row& row) {
        elaborator_.refuse_reserved(row.name, game_.place);
        const auto ends = elaborator_.row_ends(row, definitions_);
        if (!ends) elaborator_.fail(game_.place, messages::row_length(row.name));
        std::vector<Expr> piles;
        for (std::int64_t i = ends->first; i <= ends->second; ++i) {
            const std::string name = row.name + std::to_string(i);
            if (scope_.names.contains(name)) elaborator_.fail(game_.place, messages::defined_twice(name));
            rules_.coordinates.push_back(name);
            rules_.slots.push_back(elaborator_.new_slot());
            piles.push_back(variable(rules_.slots.back(), name));
            scope_.names[name].meaning = integer_meaning(piles.back());
        }
        if (scope_.names.contains(row.name)) elaborator_.fail(game_.place, messages::defined_twice(row.name));
        Elaborator::declare_row(row.name, ends->first, piles, scope_);
    }

    /// For measures: a pile stands for itself, the others are not to be seen.
    Scope own_coordinates() const {
        Scope scope = scope_;
        std::erase_if(scope.names, [](const auto& entry) { return entry.second.meaning.kind == Kind::piles; });
        return scope;
    }

    void set_players() {
        const Expr players = elaborator_.integer(*game_.players, definitions_);
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

    // ---- moves

    void add_move(const syntax::Move& written) {
        if (written.plain() && !game_.rows.empty()) elaborator_.fail(written.place, messages::row_needs_changes());
        indices_.clear();
        done_.clear();
        for (const auto* list : {&written.bindings, &written.outer})
            for (const Binding& binding : *list) indices_in(binding, indices_);
        const auto look = [&](const Term& term) { indices_.merge(index_names(term)); };
        for (const syntax::Change& change : written.changes) {
            look(change.what);
            look(change.value);
        }
        if (written.condition) look(*written.condition);
        if (written.outer_condition) look(*written.outer_condition);
        if (!written.index.empty()) {
            names_in(*written.pile_count, indices_);
            indices_.insert(written.index);
        }
        Draft draft{written.place, Scope{&scope_, true, {}}, {}, {}};
        if (written.index.empty())
            return bind(written.bindings, 0, draft, [&](Draft& whole) { finish(written, whole); });
        if (rules_.piles >= 0) elaborator_.fail(written.place, messages::row_needs_changes());
        bind(written.outer, 0, draft, [&](Draft& chosen) { choose_piles(written, chosen); });
    }

    /// A move that is being made: what its names stand for, its variables, its conditions.
    struct Draft {
        Place place;
        Scope scope;
        Loop loop;
        std::vector<Expr> conditions;
        std::map<std::size_t, Expr> changes = {};
    };
    using Next = std::function<void(Draft&)>;

    /// Binds one entry of a list after the other; for every tuple of a list and every value of an index the draft goes on as a copy.
    void bind(const std::vector<Binding>& bindings, std::size_t i, Draft& draft, const Next& next) {
        if (i == bindings.size()) return next(draft);
        const Binding& binding = bindings[i];
        const auto with = [&](const Scope& names, const Loop& loop) {
            Draft copy = draft;
            for (const auto& [name, entry] : names.names) copy.scope.names[name] = entry;
            copy.loop.binders.insert(copy.loop.binders.end(), loop.binders.begin(), loop.binders.end());
            copy.conditions.insert(copy.conditions.end(), loop.conditions.begin(), loop.conditions.end());
            bind(bindings, i + 1, copy, next);
        };
        if (binding.kind == Binding::Kind::element && binding.names.size() > 1) {
            for (const std::string& name : binding.names) {
                elaborator_.refuse_taken(name, draft.scope, binding.place);
                if (std::count(binding.names.begin(), binding.names.end(), name) > 1)
                    elaborator_.fail(binding.place, messages::bound_twice(name));
            }
            return elaborator_.for_each_vector(
                binding.terms[0], draft.scope, [&](const std::vector<Expr>& vector, const Loop& loop) {
                    if (vector.size() != binding.names.size())
                        elaborator_.fail(binding.place, messages::wrong_length(vector.size(), binding.names.size()));
                    Scope names;
                    for (std::size_t j = 0; j < vector.size(); ++j)
                        names.names[binding.names[j]].meaning = integer_meaning(vector[j]);
                    with(names, loop);
                });
        }
        const auto bound = names_bound_by(binding);
        const bool index = std::any_of(bound.begin(), bound.end(), [&](const auto& name) {
            return indices_.contains(name) && !draft.scope.names.contains(name);
        });
        if (index && !game_.rows.empty())
            return elaborator_.unfold(binding, draft.scope, [&](const Scope& inner) { with(inner, {}); });
        elaborator_.bind(binding, draft.scope, draft.loop);
        for (Expr& condition : draft.loop.conditions) draft.conditions.push_back(std::move(condition));
        draft.loop.conditions.clear();
        bind(bindings, i + 1, draft, next);
    }

    /// in some i of S: every choice of at least one pile; in all i of S: all of them. Each pile has variables of its own.
    void choose_piles(const syntax::Move& written, Draft& chosen) {
        if (written.outer_condition)
            chosen.conditions.push_back(elaborator_.condition(*written.outer_condition, chosen.scope));
        std::set<std::int64_t> elements;
        const Numbers set = elaborator_.numbers(*written.pile_count, chosen.scope);
        Frame empty;
        for (const auto& interval : set->intervals) {
            for (const Expr& end : {interval.first, interval.last})
                if (!is_number(end)) elaborator_.fail(written.pile_count->place, messages::index_not_plain());
        }
        if (!set->known) elaborator_.fail(written.pile_count->place, messages::index_not_plain());
        for (const auto& range : detail::intervals(*set, empty, nullptr)) {
            if (range.last - range.first > 100)
                elaborator_.fail(written.pile_count->place, messages::too_many_piles(kMostChoices));
            for (std::int64_t v = range.first; v <= range.last; ++v) elements.insert(v);
        }
        const std::vector<std::int64_t> all(elements.begin(), elements.end());
        if (written.piles == syntax::Move::Piles::all) {
            if (!all.empty()) change_piles(written, chosen, all, 0);
            return;
        }
        if (all.size() > kMostChoices)
            elaborator_.fail(written.pile_count->place, messages::too_many_piles(kMostChoices));
        // The same piles chosen once more, as in overlapping sets, give the same move unless something else depends on the choice.
        const bool same = chosen.loop.binders.empty() && chosen.conditions.empty() && speaks_of_piles_alone(written);
        for (unsigned subset = 1; subset < 1u << all.size(); ++subset) {
            std::vector<std::int64_t> piles;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (subset >> i & 1) piles.push_back(all[i]);
            if (!same || done_.insert(piles).second) change_piles(written, chosen, piles, 0);
        }
    }

    bool speaks_of_piles_alone(const syntax::Move& written) const {
        std::set<std::string> names, outer;
        for (const syntax::Change& change : written.changes) {
            names_in(change.what, names);
            names_in(change.value, names);
        }
        for (const Binding& binding : written.bindings) names_in(binding, names);
        if (written.condition) names_in(*written.condition, names);
        for (const Binding& binding : written.outer) outer.merge(names_bound_by(binding));
        return std::none_of(outer.begin(), outer.end(), [&](const auto& name) { return names.contains(name); });
    }

    /// The changes in pile number i of the chosen ones, then in the others.
    void change_piles(const syntax::Move& written, const Draft& before, const std::vector<std::int64_t>& piles,
                      std::size_t i) {
        if (i == piles.size()) return emit(before);
        Draft draft = before;
        draft.scope = Scope{&before.scope, true, {}};
        elaborator_.refuse_taken(written.index, before.scope, written.place);
        draft.scope.names[written.index].meaning = integer_meaning(number(piles[i]));
        bind(written.bindings, 0, draft, [&](Draft& here) {
            if (!apply_changes(written, here)) return;
            here.scope = before.scope;
            change_piles(written, here, piles, i + 1);
        });
    }

    /// Reads condition and changes in the draft's scope; false: a pile that is not there would change.
    bool apply_changes(const syntax::Move& written, Draft& draft) {
        if (written.condition) draft.conditions.push_back(elaborator_.condition(*written.condition, draft.scope));
        for (const syntax::Change& change : written.changes) {
            if (group_is(change.what.text))
                elaborator_.fail(change.what.place, messages::group_changes(change.what.text));
            const Meaning what = elaborator_.meaning(change.what, draft.scope);
            if (what.kind == Kind::integer && what.value->op == Op::table) return false;
            const auto at = what.kind == Kind::integer && what.value->op == Op::variable
                                ? std::find(rules_.slots.begin(), rules_.slots.end(), what.value->slot)
                                : rules_.slots.end();
            if (at == rules_.slots.end())
                elaborator_.fail(change.what.place, change.what.kind == Term::Kind::indexed
                                                        ? messages::index_not_plain()
                                                        : messages::not_a_coordinate(change.what.text));
            const auto place = static_cast<std::size_t>(at - rules_.slots.begin());
            if (draft.changes.contains(place))
                elaborator_.fail(change.what.place, messages::changed_twice(rules_.coordinates[place]));
            draft.changes[place] = elaborator_.integer(change.value, draft.scope);
        }
        return true;
    }

    bool group_is(const std::string& name) const {
        return rules_.piles >= 0 && rules_.coordinates[static_cast<std::size_t>(rules_.piles)] == name;
    }

    /// A move by what changes, as one by the position after it.
    void emit(const Draft& draft) {
        Move move;
        move.place = draft.place;
        move.loop = draft.loop;
        std::vector<Expr> component;
        for (std::size_t i = 0; i < rules_.slots.size(); ++i) {
            const auto changed = draft.changes.find(i);
            component.push_back(changed != draft.changes.end() ? changed->second
                                                               : variable(rules_.slots[i], rules_.coordinates[i]));
        }
        move.results.push_back(std::move(component));
        close(std::move(move), draft.conditions, draft.place);
    }

    /// No coordinate becomes negative: this bounds variables too, so that 1 <= t <= f(x) never runs past the pile.
    void close(Move move, std::vector<Expr> conditions, Place place) {
        if (rules_.moves.size() >= kMostMoves) elaborator_.fail(place, messages::too_complex());
        std::vector<Expr> natural;
        for (const auto& component : move.results)
            for (const Expr& e : component) natural.push_back(make(Op::less_equal, {number(0), e}));
        elaborator_.finish(move.loop, conditions, Elaborator::Unbounded::refused, place, natural);
        rules_.moves.push_back(std::move(move));
    }

    void finish(const syntax::Move& written, Draft& draft) {
        if (!written.changes.empty()) {
            if (apply_changes(written, draft)) emit(draft);
            return;
        }
        const Scope& inner = draft.scope;
        Move move;
        move.place = written.place;
        move.loop = draft.loop;
        std::vector<Expr>& conditions = draft.conditions;
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
        close(std::move(move), conditions, written.place);
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
    Scope definitions_, scope_;
    Ruleset rules_;
    std::set<std::string> indices_;             // of the move at hand: names that choose piles
    std::set<std::vector<std::int64_t>> done_;  // choices of piles
};

}  // namespace

Ruleset build_rules(Elaborator& elaborator, const GameRef& game, const Scope& parameters, bool symbolic) {
    return RulesBuilder(elaborator, game, parameters, symbolic).build();
}

}  // namespace bouton::lang
