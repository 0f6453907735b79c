// The game: its positions, its moves, and values by recursion from their definitions.
//
// Under normal play the value of a sum is the xor of the values of its components (Sprague and Grundy); under misere play and with
// several players a sum is a position like any other. Piles of a group are interchangeable, since rules can only speak of one pile and, by
// functions that do not see the order, of all: values are kept for sorted piles. Positions wait on a stack of their own, not on the machine's.
#include "check/compute/evaluator.hpp"

#include <algorithm>

namespace bouton::kernel::compute {

using Kind = Term::Kind;

namespace {
constexpr std::size_t kMostWaiting = 20000000;  // options of positions whose values are not known yet
}

void Evaluator::play(const syntax::Game& game, const Scope& parameters, const Scope& functions) {
    if (game.computed_only()) throw Undecided{"a game that says loopy, prefer, coalition or block"};
    game_ = &game;
    rules_ = Scope{&functions, true, parameters.names};
    values_.clear();
    sequences_.clear();
    podium_.clear();
    const auto& names = game.coordinates;
    piles_at_ = static_cast<std::size_t>(
        std::find_if(names.begin(), names.end(), [](const std::string& name) { return name.ends_with("..."); }) -
        names.begin());
    players_ = game.players ? machine(whole(*game.players, parameters), "the number of players") : 0;
    if (game.players && (players_ < 1 || game.misere)) throw Undecided{"no rule for so many players"};
}

// ---- positions and moves

/// The coordinates by their names.
void Evaluator::load(const Position& position, Scope& scope) {
    const std::size_t count = position.size() + 1 - game_->coordinates.size();  // of piles, where there are piles
    std::size_t at = 0;
    for (std::size_t i = 0; i < game_->coordinates.size(); ++i) {
        if (i != piles_at_) {
            scope.add_number(game_->coordinates[i], position[at++]);
            continue;
        }
        Position& piles = scope.add(game_->coordinates[i], Entry::Kind::piles).piles;
        for (std::size_t j = 0; j < count; ++j) piles.push_back(position[at++]);
    }
}

bool Evaluator::exists(const Position& position) {
    const std::size_t size = game_->coordinates.size();
    if (piles_at_ == size ? position.size() != size : position.size() + 1 < size)
        throw Undecided{"a position with another number of coordinates"};
    if (std::any_of(position.begin(), position.end(), [](const Integer& c) { return c < 0; })) return false;
    if (!game_->domain) return true;
    Scope scope{&rules_};
    load(position, scope);
    return holds(*game_->domain, scope);
}

std::set<Heaps> Evaluator::options(const Position& position) {
    if (!exists(position)) throw Undecided{"the moves of something that is no position of the game"};
    std::set<Heaps> found;
    for (const syntax::Move& move : game_->moves) {
        if (move.pile_count)
            moves_in_piles(move, position, found);
        else
            moves_in(move, position, found);
    }
    return found;
}

namespace {

/// Adds the names that are defined by `let`; they may use the coordinates.
void add_lets(const syntax::Game& game, Scope& scope) {
    for (const syntax::Let& let : game.lets) {
        Entry& entry = scope.add(let.name, Entry::Kind::let);
        entry.body = &let.value;
        entry.scope = &scope;
    }
}

}  // namespace

/// A move that changes one pile, or none; each pile in turn.
void Evaluator::moves_in(const syntax::Move& move, const Position& position, std::set<Heaps>& found) {
    const bool piles = piles_at_ < game_->coordinates.size();
    const auto stay = [&](const Term& result) { return piles && result.parts.at(piles_at_).kind == Kind::piles; };
    const bool one_pile = piles && !std::all_of(move.results.begin(), move.results.end(), stay);
    if (piles && move.results.size() != 1) throw Undecided{"piles that split"};
    const std::size_t count = piles ? position.size() + 1 - game_->coordinates.size() : 0;
    Loop loop;
    for (const Binding& binding : move.bindings) loop.bindings.push_back(&binding);
    if (move.condition) loop.condition = &*move.condition;
    for (const Term& result : move.results)
        for (const Term& part : result.parts)
            if (part.kind != Kind::piles) loop.natural.push_back(&part);
    for (std::size_t chosen = 0; chosen < (one_pile ? count : 1); ++chosen) {
        Scope scope{&rules_};
        load(position, scope);
        if (one_pile) {
            const std::string& written = game_->coordinates[piles_at_];
            scope.add_number(written.substr(0, written.size() - 3), position[piles_at_ + chosen]);
        }
        add_lets(*game_, scope);
        Scope inner{&scope};
        run(loop, inner, [&] {
            Heaps after;
            for (const Term& result : move.results) {
                if (result.parts.size() != game_->coordinates.size()) throw Undecided{"a move to another length"};
                Position to;
                for (std::size_t i = 0; i < result.parts.size(); ++i) {
                    if (i != piles_at_) {
                        to.push_back(whole(result.parts[i], inner));
                        continue;
                    }
                    for (std::size_t j = 0; j < count; ++j)
                        to.push_back(one_pile && j == chosen ? whole(result.parts[i], inner) : position[i + j]);
                }
                if (!exists(to)) return true;
                after.push_back(std::move(to));
            }
            std::sort(after.begin(), after.end());
            found.insert(std::move(after));
            return true;
        });
    }
}

/// A move in several piles: every pile's moves on their own, then every choice of piles.
void Evaluator::moves_in_piles(const syntax::Move& move, const Position& position, std::set<Heaps>& found) {
    const auto& results = move.results.at(0).parts;
    if (move.results.size() != 1 || results.size() != game_->coordinates.size() || piles_at_ >= results.size())
        throw Undecided{"a move in several piles that is not understood"};
    const std::string& written = game_->coordinates[piles_at_];
    const std::size_t piles = position.size() + 1 - game_->coordinates.size();
    Loop loop;
    for (const Binding& binding : move.bindings) loop.bindings.push_back(&binding);
    if (move.condition) loop.condition = &*move.condition;
    for (const Term& part : results) loop.natural.push_back(&part);
    std::vector<std::set<Integer>> after(piles);
    Integer most = 0;
    std::set<Position> others;  // the coordinates that are no piles, after the move
    for (std::size_t pile = 0; pile < piles; ++pile) {
        Scope scope{&rules_};
        load(position, scope);
        scope.add_number(written.substr(0, written.size() - 3), position[piles_at_ + pile]);
        add_lets(*game_, scope);
        most = whole(*move.pile_count, scope);
        Scope inner{&scope};
        run(loop, inner, [&] {
            after[pile].insert(whole(results[piles_at_], inner));
            Position other;
            for (std::size_t i = 0; i < results.size(); ++i)
                if (i != piles_at_) other.push_back(whole(results[i], inner));
            others.insert(std::move(other));
            return true;
        });
    }
    if (others.empty()) return;
    if (others.size() > 1) throw Undecided{"a move in several piles that depends on which"};
    Position to;
    const std::function<void(std::size_t, std::size_t)> choose = [&](std::size_t pile, std::size_t changed) {
        tick();
        if (pile < piles) {
            to.push_back(position[piles_at_ + pile]);
            choose(pile + 1, changed);
            for (const Integer& heap : after[pile]) {
                if (most <= changed) break;
                to.back() = heap;
                choose(pile + 1, changed + 1);
            }
            to.pop_back();
            return;
        }
        if (changed == 0 || (move.piles == syntax::Move::Piles::exactly && most != changed)) return;
        Position whole_position(others.begin()->begin(), others.begin()->end());
        whole_position.insert(whole_position.begin() + static_cast<std::ptrdiff_t>(piles_at_), to.begin(), to.end());
        if (exists(whole_position)) found.insert({whole_position});
    };
    choose(0, 0);
}

// ---- values

/// The same position with its piles in order.
Position Evaluator::sorted(Position position) const {
    if (piles_at_ == game_->coordinates.size()) return position;
    const auto first = position.begin() + static_cast<std::ptrdiff_t>(piles_at_);
    std::sort(first, first + static_cast<std::ptrdiff_t>(position.size() + 1 - game_->coordinates.size()));
    return position;
}

std::vector<Heaps> Evaluator::options_of_sum(const Heaps& sum) {
    std::set<Heaps> result;
    for (std::size_t i = 0; i < sum.size(); ++i)
        for (Heaps next : options(sum[i])) {
            tick();
            for (Position& part : next) part = sorted(std::move(part));
            for (std::size_t j = 0; j < sum.size(); ++j)
                if (j != i) next.push_back(sum[j]);
            std::sort(next.begin(), next.end());
            result.insert(std::move(next));
        }
    return {result.begin(), result.end()};
}

std::uint64_t Evaluator::value(const Heaps& sum, bool podium) {
    auto& known = podium ? podium_ : values_;
    const bool together = podium || game_->misere;  // sums are not taken apart
    struct Waiting {
        Heaps sum;
        std::vector<Heaps> options;
        std::size_t next = 0;
        std::set<std::uint64_t> values = {};
    };
    std::vector<Waiting> stack;
    std::size_t waiting = 0;
    const auto push = [&](const Heaps& next) {
        stack.push_back({next, options_of_sum(next)});
        waiting += stack.back().options.size();
        if (waiting > kMostWaiting) throw TooMuch{};
    };
    if (!known.contains(sum)) push(sum);
    while (!stack.empty()) {
        tick();
        Waiting& top = stack.back();
        if (top.next < top.options.size()) {
            const Heaps& option = top.options[top.next];
            std::uint64_t together_value = 0;
            bool complete = true;
            for (std::size_t i = 0; i < (together ? 1 : option.size()) && complete; ++i) {
                const Heaps part = together ? option : Heaps{option[i]};
                const auto found = known.find(part);
                complete = found != known.end();
                if (complete)
                    together_value ^= found->second;
                else
                    push(part);  // `top` and `option` end here
            }
            if (!complete) continue;
            top.values.insert(together_value);
            ++top.next;
            continue;
        }
        std::uint64_t result = 0;
        if (top.options.empty())
            result = !podium && game_->misere ? 1 : 0;
        else if (podium)
            result = (*top.values.begin() + 1) % players_;
        else
            while (top.values.contains(result)) ++result;
        known[top.sum] = result;
        waiting -= top.options.size();
        stack.pop_back();
    }
    return known.at(sum);
}

Integer Evaluator::grundy(const Position& position) {
    if (!exists(position)) throw Undecided{"the value of something that is no position of the game"};
    if (game_->players && players_ != 2) throw Undecided{"grundy in a game that two players do not play"};
    return value({sorted(position)}, false);
}

Integer Evaluator::outcome(const Position& position) {
    if (!exists(position)) throw Undecided{"the value of something that is no position of the game"};
    if (game_->players) return value({sorted(position)}, true);
    return value({sorted(position)}, false) == 0 ? 0 : 1;
}

}  // namespace bouton::kernel::compute
