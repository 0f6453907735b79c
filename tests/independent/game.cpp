#include "independent/game.hpp"

#include <algorithm>

namespace bouton::independent {

using syntax::Parameter;

Walk::Walk(const syntax::Game& game, Arguments arguments, std::int64_t horizon,
           const std::vector<syntax::Definition>* definitions)
    : game_(game), arguments_(std::move(arguments)), horizon_(horizon) {
    const auto& names = game.coordinates;
    piles_at_ = static_cast<std::size_t>(
        std::find_if(names.begin(), names.end(), [](const std::string& name) { return name.ends_with("..."); }) -
        names.begin());
    terms_.most_steps = UINT64_MAX;
    terms_.definitions = definitions;
    for (const Parameter& parameter : game.parameters) {
        const Term* value = parameter.value ? &*parameter.value : nullptr;
        for (const auto& [name, given] : arguments_)
            if (name == parameter.name) value = &given;
        if (!value || parameter.kind == Parameter::Kind::function) continue;
        if (parameter.kind == Parameter::Kind::number) {
            terms_.lets[parameter.name] = value;
            continue;
        }
        if (parameter.kind == Parameter::Kind::sets) {
            for (const Term& set : value->parts) terms_.set_lists[parameter.name].push_back(terms_.elements(set));
            continue;
        }
        syntax::Binding all;
        all.kind = syntax::Binding::Kind::element;
        all.names = {"element of " + parameter.name};
        all.terms = {*value};
        terms_.run({all}, nullptr, [&] {
            terms_.sets[parameter.name].push_back(terms_.variables.at(all.names[0]));
            return true;
        });
    }
    for (const syntax::Let& let : game.lets) terms_.lets[let.name] = &let.value;
    terms_.function = [this](const Term& term, Terms& terms) { return rule_function(term, terms); };
    if (game.players) players_ = static_cast<std::int64_t>(terms_.whole(*game.players));
}

std::optional<Integer> Walk::rule_function(const Term& term, Terms& terms) {
    for (const Parameter& parameter : game_.parameters) {
        if (parameter.kind != Parameter::Kind::function || parameter.name != term.text) continue;
        const Term* body = parameter.value ? &*parameter.value : nullptr;
        for (const auto& [name, given] : arguments_)
            if (name == parameter.name) body = &given;
        if (body->kind == Term::Kind::table) {
            Integer index = terms.whole(term.parts[0]);
            if (!body->text.empty() && index >= Integer(body->parts.size())) {  // a code goes on with 0, or repeats
                if (body->text.back() != ']') return Integer(0);
                std::size_t block = body->text.size() - 2;
                for (std::size_t i = 0; i < body->text.size(); ++i)
                    if (body->text[i] == '[') block -= i;
                while (index >= Integer(body->parts.size())) index -= block;
            }
            if (index < 0 || index >= Integer(body->parts.size())) throw Undefined{};
            return terms.whole(body->parts[static_cast<std::size_t>(index)]);
        }
        std::map<std::string, Integer> inside;
        for (std::size_t i = 0; i < term.parts.size(); ++i) inside[parameter.arguments[i]] = terms.whole(term.parts[i]);
        inside.swap(terms.variables);
        const Integer result = terms.whole(*body);
        inside.swap(terms.variables);
        if (result < 0) throw Undefined{};
        return result;
    }
    return std::nullopt;
}

Terms& Walk::at(const Position& position) {
    terms_.variables.clear();
    terms_.piles.clear();
    terms_.horizon.reset();
    const std::size_t piles = position.size() + 1 - game_.coordinates.size();
    for (std::size_t i = 0, next = 0, row = 0; i < game_.coordinates.size(); ++i) {
        if (game_.coordinates[i].ends_with("[]")) {
            const syntax::Row& here = game_.rows[row++];
            Terms::Row& values = terms_.rows[here.name];
            values.first = terms_.whole(here.first);
            values.piles.clear();
            for (Integer at = values.first; at <= terms_.whole(here.last); ++at)
                values.piles.emplace_back(position[next++]);
            terms_.piles = values.piles;
            continue;
        }
        if (i == piles_at_)
            for (std::size_t j = 0; j < piles; ++j) terms_.piles.emplace_back(position[next++]);
        else
            terms_.variables[game_.coordinates[i]] = position[next++];
    }
    return terms_;
}

bool Walk::exists(const Position& position) {
    if (std::any_of(position.begin(), position.end(), [](std::int64_t c) { return c < 0; })) return false;
    return !game_.domain || at(position).holds(*game_.domain);
}

const std::set<Walk::Sum>& Walk::options(const Position& position) {
    if (const auto found = options_.find(position); found != options_.end()) return found->second;
    std::set<Sum> found;
    for (const syntax::Move& move : game_.moves) {
        if (!move.changes.empty())
            moves_by_changes(move, position, found);
        else if (move.pile_count)
            moves_in_several(move, position, found);
        else
            moves_of(move, position, found);
    }
    return options_[position] = std::move(found);
}

/// A coordinate after a move; -1: it is negative. A number beyond any table is nobody's position here.
std::int64_t Walk::coordinate(const Term& term) {
    const Integer value = terms_.whole(term);
    if (value > 100000000) throw TooMuch{};
    return value < 0 ? -1 : static_cast<std::int64_t>(value);
}

void Walk::add(Sum parts, std::set<Sum>& found) {
    if (!std::all_of(parts.begin(), parts.end(), [&](const Position& part) { return exists(part); })) return;
    std::sort(parts.begin(), parts.end());
    found.insert(std::move(parts));
}

void Walk::moves_of(const syntax::Move& move, const Position& position, std::set<Sum>& found) {
    at(position);
    const bool group = piles_at_ < game_.coordinates.size();
    const bool one_pile = group && move.results[0].parts[piles_at_].kind != Term::Kind::piles;
    const std::string pile =
        group ? game_.coordinates[piles_at_].substr(0, game_.coordinates[piles_at_].size() - 3) : "";
    std::vector<Sum> sums;
    for (std::size_t chosen = 0; chosen < (one_pile ? terms_.piles.size() : 1); ++chosen) {
        if (one_pile) terms_.variables[pile] = terms_.piles[chosen];
        terms_.horizon = horizon_;
        terms_.run(move.bindings, nullptr, [&] {
            terms_.horizon.reset();
            if (!move.condition || terms_.holds(*move.condition)) {
                Sum parts;
                for (const Term& result : move.results) {
                    Position part;
                    for (std::size_t i = 0; i < result.parts.size(); ++i) {
                        if (i != piles_at_) {
                            part.push_back(coordinate(result.parts[i]));
                            continue;
                        }
                        for (std::size_t j = 0; j < terms_.piles.size(); ++j)
                            part.push_back(one_pile && j == chosen ? coordinate(result.parts[i])
                                                                   : static_cast<std::int64_t>(terms_.piles[j]));
                    }
                    parts.push_back(std::move(part));
                }
                sums.push_back(std::move(parts));
            }
            terms_.horizon = horizon_;
            return true;
        });
        terms_.horizon.reset();
    }
    for (Sum& sum : sums) add(std::move(sum), found);
}

// ---- what changes ----

std::size_t Walk::coordinate_named(const Term& what) {
    std::size_t place = 0, row = 0;
    for (const std::string& name : game_.coordinates) {
        if (!name.ends_with("[]")) {
            if (what.kind == Term::Kind::name && what.text == name) return place;
            ++place;
            continue;
        }
        const Terms::Row& here = terms_.rows.at(game_.rows[row++].name);
        if (what.kind == Term::Kind::indexed && what.text + "[]" == name) {
            const Integer at = terms_.whole(what.parts[0]) - here.first;
            if (at < 0 || at >= Integer(here.piles.size())) throw Undefined{};
            return place + static_cast<std::size_t>(at);
        }
        place += here.piles.size();
    }
    throw std::logic_error("no such coordinate");
}

/// All that the move's own variables make of it, with what is chosen already.
std::vector<Walk::Changes> Walk::changes_of(const syntax::Move& move) {
    std::vector<Changes> all;
    const auto before = terms_.horizon;
    terms_.horizon = horizon_;
    terms_.run(move.bindings, nullptr, [&] {
        terms_.horizon.reset();
        if (!move.condition || terms_.holds(*move.condition)) {
            Changes changes;
            bool there = true;
            for (const syntax::Change& change : move.changes) {
                std::size_t place = 0;
                try {
                    place = coordinate_named(change.what);
                } catch (const Undefined&) {  // a pile that is not there: no move
                    there = false;
                    break;
                }
                changes[place] = coordinate(change.value);
            }
            if (there) all.push_back(std::move(changes));
        }
        terms_.horizon = horizon_;
        return true;
    });
    terms_.horizon = before;
    return all;
}

void Walk::moves_by_changes(const syntax::Move& move, const Position& position, std::set<Sum>& found) {
    at(position);
    std::vector<Changes> reached;
    if (move.index.empty()) {
        reached = changes_of(move);
    } else {
        terms_.horizon = horizon_;
        terms_.run(move.outer, nullptr, [&] {
            terms_.horizon.reset();
            if (!move.outer_condition || terms_.holds(*move.outer_condition)) {
                std::vector<std::pair<Changes, bool>> choices{{{}, false}};  // so far, and whether anything was chosen
                for (const Integer& pile : terms_.elements(*move.pile_count)) {
                    terms_.variables[move.index] = pile;
                    const std::vector<Changes> here = changes_of(move);
                    terms_.variables.erase(move.index);
                    std::vector<std::pair<Changes, bool>> longer;
                    if (move.piles == syntax::Move::Piles::some) longer = choices;
                    for (const auto& choice : choices)
                        for (const Changes& more : here) {
                            longer.emplace_back(choice.first, true);
                            longer.back().first.insert(more.begin(), more.end());
                        }
                    choices = std::move(longer);
                }
                for (const auto& [changes, any] : choices)
                    if (any) reached.push_back(changes);
            }
            terms_.horizon = horizon_;
            return true;
        });
        terms_.horizon.reset();
    }
    for (const Changes& changes : reached) {
        Position after = position;
        for (const auto& [place, value] : changes) after[place] = value;
        add({std::move(after)}, found);
    }
}

/// Pile by pile: left as it is, or moved in if not too many were already.
void Walk::moves_in_several(const syntax::Move& move, const Position& position, std::set<Sum>& found) {
    at(position);
    const Integer most = terms_.whole(*move.pile_count);
    const std::string pile = game_.coordinates[piles_at_].substr(0, game_.coordinates[piles_at_].size() - 3);
    const auto& results = move.results[0].parts;
    std::vector<std::set<std::int64_t>> heaps(terms_.piles.size());
    for (std::size_t i = 0; i < heaps.size(); ++i) {
        terms_.variables[pile] = terms_.piles[i];
        terms_.horizon = horizon_;
        terms_.run(move.bindings, nullptr, [&] {
            terms_.horizon.reset();
            if (!move.condition || terms_.holds(*move.condition)) heaps[i].insert(coordinate(results[piles_at_]));
            terms_.horizon = horizon_;
            return true;
        });
        terms_.horizon.reset();
    }
    terms_.variables.erase(pile);
    std::vector<std::pair<Position, Integer>> choices{{{}, 0}};  // the piles so far, how many were moved in
    for (std::size_t i = 0; i < heaps.size(); ++i) {
        std::vector<std::pair<Position, Integer>> longer;
        for (const auto& choice : choices) {
            const Integer& moved = choice.second;
            const auto append = [&](std::int64_t heap, const Integer& count) {
                longer.emplace_back(choice.first, count);
                longer.back().first.push_back(heap);
            };
            append(static_cast<std::int64_t>(terms_.piles[i]), moved);
            if (moved < most)
                for (const std::int64_t heap : heaps[i]) append(heap, moved + 1);
        }
        choices = std::move(longer);
    }
    std::vector<Position> reached;
    for (const auto& [piles, moved] : choices) {
        if (moved == 0 || (move.piles == syntax::Move::Piles::exactly && moved != most)) continue;
        Position result;
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (i == piles_at_)
                result.insert(result.end(), piles.begin(), piles.end());
            else
                result.push_back(coordinate(results[i]));
        }
        reached.push_back(std::move(result));
    }
    for (Position& result : reached) add({std::move(result)}, found);
}

// ---- values ----

std::int64_t Walk::of_options(const std::vector<std::int64_t>& values, bool outcome) const {
    if (values.empty()) return game_.misere ? 1 : 0;
    if (outcome || players_ > 0) {
        const std::int64_t n = players_ > 0 ? players_ : 2;
        return (1 + *std::min_element(values.begin(), values.end())) % n;
    }
    const std::set<std::int64_t> seen(values.begin(), values.end());
    std::int64_t mex = 0;
    while (seen.contains(mex)) ++mex;
    return mex;
}

std::int64_t Walk::alone(const Position& position, bool outcome) {
    auto& memory = values_[outcome];
    if (const auto found = memory.find(position); found != memory.end()) return found->second;
    std::vector<std::int64_t> values;
    for (const Sum& sum : options(position)) values.push_back(value(sum, outcome));
    return memory[position] = of_options(values, outcome);
}

std::int64_t Walk::value(const Sum& sum, bool outcome) {
    if (sum.size() == 1) return alone(sum[0], outcome);
    const bool adds = !game_.misere && players_ == 0;
    if (adds) {
        std::int64_t total = 0;
        for (const Position& part : sum) total ^= alone(part, false);
        return outcome ? total != 0 : total;
    }
    auto& memory = sums_[outcome];
    if (const auto found = memory.find(sum); found != memory.end()) return found->second;
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const std::set<Sum> moved = options(sum[i]);
        for (Sum next : moved) {
            for (std::size_t j = 0; j < sum.size(); ++j)
                if (j != i) next.push_back(sum[j]);
            std::sort(next.begin(), next.end());
            values.push_back(value(next, outcome));
        }
    }
    return memory[sum] = of_options(values, outcome);
}

}  // namespace bouton::independent
