// Who wins, where it is neither the last to move nor (misere) the one who cannot, nor the podium rule: the lines `loopy`, `prefer`,
// `coalition` and `block` of a game. No engine but the reference engine and engines/loopy knows them, and nothing is proved of such games.
#include "lang/elaborator.hpp"

#include <set>

namespace bouton::lang {

namespace {

constexpr int kMostPlayers = 20;  // sets of players are kept as bits

/// The seats that one entry of `prefer` names: a number, or a set.
std::vector<int> seats_of(Elaborator& elaborator, const syntax::Term& term, const Scope& parameters, int players) {
    std::vector<int> seats;
    Frame empty;
    const auto add = [&](const Integer& seat) {
        if (seat < 0 || seat >= players) elaborator.fail(term.place, messages::bad_preference(players));
        seats.push_back(static_cast<int>(clamp(seat)));
    };
    if (term.kind != syntax::Term::Kind::list) {
        add(evaluate(elaborator.integer(term, parameters), empty));
        return seats;
    }
    const Numbers set = elaborator.numbers(term, parameters);  // it owns what the loop looks at
    for (const auto& interval : set->intervals) {
        const Integer first = evaluate(interval.first, empty), last = evaluate(interval.last, empty);
        if (last >= players) elaborator.fail(term.place, messages::bad_preference(players));
        for (Integer seat = first; seat <= last; ++seat) add(seat);
    }
    return seats;
}

}  // namespace

void read_winning(Elaborator& elaborator, const syntax::Game& game, const Scope& parameters, bool symbolic,
                  Ruleset& rules) {
    if (!game.computed_only()) return;
    const auto fail = [&](const std::string& message) { elaborator.fail(game.place, message); };
    rules.loopy = game.loopy;
    rules.coalition = game.coalition;
    rules.computed_only = game.loopy ? "loopy" : game.coalition ? "coalition" : game.block ? "block" : "prefer";
    const bool several = game.coalition || !game.prefer.empty();
    if (several && !game.players) fail(messages::needs_players(game.coalition ? "coalition" : "prefer"));
    if (game.coalition && !game.prefer.empty()) fail(messages::not_together("coalition", "prefer"));
    if (game.loopy && game.players) fail(messages::not_together("loopy", "players"));
    if (game.loopy && game.block) fail(messages::not_together("loopy", "block"));
    if (game.block && game.players) fail(messages::not_together("block", "players"));
    if (game.block && game.misere) fail(messages::not_together("block", "misere"));
    if (game.loopy && !game.measures.empty()) fail(messages::not_together("loopy", "measure"));
    if (symbolic) return;
    if (game.block) {
        Frame empty;
        const Integer count = evaluate(elaborator.integer(*game.block, parameters), empty);
        if (count < 1 || count > 1000000) fail(messages::bad_block(to_text(count)));
        rules.block = static_cast<int>(clamp(count));
    }
    if (game.prefer.empty() || !is_number(rules.player_count)) return;
    if (rules.players > kMostPlayers) fail(fmt::format("`prefer` is for at most {} players", kMostPlayers));
    std::set<int> seen;
    std::size_t named = 0;
    for (const syntax::Term& term : game.prefer) {
        rules.prefer.push_back(seats_of(elaborator, term, parameters, rules.players));
        seen.insert(rules.prefer.back().begin(), rules.prefer.back().end());
        named += rules.prefer.back().size();
    }
    if (named != seen.size() || seen.size() != static_cast<std::size_t>(rules.players))
        fail(messages::bad_preference(rules.players));
}

}  // namespace bouton::lang
