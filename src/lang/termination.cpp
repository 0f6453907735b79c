// Why a game ends. A list of measures, each a non-negative combination of the coordinates (or a `measure` of the file), such that every
// move lowers one of them and leaves the earlier ones no larger: then no play is infinite, since tuples of natural numbers have no
// infinite descent in lexicographic order. A heap that splits must leave components that are all lower (multiset order).
#include "lang/descent.hpp"
#include "lang/elaborator.hpp"
#include "lang/linear.hpp"
#include "lang/parse.hpp"

#include <functional>

namespace bouton::lang {

namespace {

struct Measure {
    Expr value;
    std::string text;
};

/// What holds when a move is made.
Facts facts_of(const Ruleset& rules, const Move& move, const std::vector<Expr>& known) {
    Facts facts;
    const auto natural = [&](const Expr& e) { facts.assume_at_most_zero(Integer(-1) * facts.polynomial(e)); };
    for (std::size_t i = 0; i < rules.slots.size(); ++i) natural(variable(rules.slots[i], rules.coordinates[i]));
    for (const Expr& fact : known) facts.assume(fact);
    if (rules.domain) facts.assume(rules.domain);
    for (const Binder& binder : move.loop.binders) facts.assume(binder);
    for (const Expr& condition : move.loop.conditions) facts.assume(condition);
    for (const auto& component : move.results)
        for (const Expr& e : component) natural(e);
    return facts;
}

/// The change of a measure: its value after the move (in one component) minus before.
Polynomial change(Facts& facts, const Ruleset& rules, const std::vector<Expr>& component, const Expr& measure) {
    std::map<int, Expr> after;
    for (std::size_t i = 0; i < rules.slots.size(); ++i) after[rules.slots[i]] = component[i];
    return facts.polynomial(substitute(measure, after)) - facts.polynomial(measure);
}

bool falls_under(const Ruleset& rules, const Move& move, const std::vector<Expr>& known, const Expr& measure, int by) {
    for (const auto& component : move.results) {
        Facts facts = facts_of(rules, move, known);
        if (!facts.proves_at_most_zero(change(facts, rules, component, measure) + constant(by))) return false;
        // In several piles at once the change of a pile counts several times: it must not be an increase.
        const bool several = move.piles == Move::Piles::up_to || move.piles == Move::Piles::exactly;
        if (!several) continue;
        const auto at = static_cast<std::size_t>(rules.piles);
        const Expr pile = variable(rules.slots[at], rules.coordinates[at]);
        std::vector<bool> seen;
        free_slots(measure, seen);
        const auto slot = static_cast<std::size_t>(pile->slot);
        if (slot < seen.size() && seen[slot] && !facts.proves_at_most_zero(change(facts, rules, component, pile)))
            return false;
    }
    return true;
}

}  // namespace

/// More conditions never make a game refused: where the system with all of them is too large to be solved, it is tried without.
bool falls(const Ruleset& rules, const Move& move, const std::vector<Expr>& known, const Expr& measure, int by) {
    if (falls_under(rules, move, known, measure, by)) return true;
    if (move.loop.conditions.empty()) return false;
    Move without = move;
    without.loop.conditions.clear();
    return falls_under(rules, without, known, measure, by);
}

namespace {

/// One of interchangeable piles: a measure would have to be a sum over all of them.
bool mentions_pile(const Ruleset& rules, const Expr& measure) {
    return rules.piles >= 0 && mentions(measure, rules.slots[static_cast<std::size_t>(rules.piles)]);
}

std::vector<Measure> candidates(const Ruleset& rules, const std::vector<Expr>& hints) {
    std::vector<Measure> result;
    for (const Expr& hint : hints) result.push_back({hint, "measure"});
    const auto coordinate = [&](std::size_t i) { return variable(rules.slots[i], rules.coordinates[i]); };
    for (std::size_t i = 0; i < rules.slots.size(); ++i) result.push_back({coordinate(i), rules.coordinates[i]});
    Expr all = coordinate(0);
    std::string text = rules.coordinates[0];
    for (std::size_t i = 1; i < rules.slots.size(); ++i) {
        all = make(Op::add, {all, coordinate(i)});
        text += " + " + rules.coordinates[i];
    }
    if (rules.slots.size() > 1) result.push_back({all, text});
    for (std::size_t i = 0; i < rules.slots.size(); ++i)
        for (std::size_t j = 0; j < rules.slots.size(); ++j)
            for (int c = 1; c <= 3 && i != j; ++c)
                if (c > 1 || (i < j && rules.slots.size() > 2))
                    result.push_back({make(Op::add, {coordinate(i), make(Op::multiply, {number(c), coordinate(j)})}),
                                      fmt::format("{} + {}{}", rules.coordinates[i],
                                                  c > 1 ? std::to_string(c) + "*" : "", rules.coordinates[j])});
    return result;
}

using Moves = std::vector<const Move*>;

/// The measures under which these moves fall, in lexicographic order; `open` keeps those for which none is found.
std::vector<std::string> descent(const Ruleset& rules, Moves& open, const std::vector<Measure>& all,
                                 const std::vector<Expr>& known) {
    std::vector<std::string> found;
    const auto natural = [&](const Measure& measure) {  // a hint must be a natural number wherever a move is made
        return std::all_of(open.begin(), open.end(), [&](const Move* move) {
            return facts_of(rules, *move, known).proves_at_least(measure.value, 0);
        });
    };
    for (bool progress = true; progress && !open.empty();) {
        progress = false;
        for (const Measure& measure : all) {
            if (measure.text == "measure" && (mentions_pile(rules, measure.value) || !natural(measure))) continue;
            Moves rest;
            bool sound = true;
            for (const Move* move : open) {
                if (falls(rules, *move, known, measure.value, 1)) continue;
                rest.push_back(move);
                sound = sound && falls(rules, *move, known, measure.value, 0);
            }
            if (!sound || rest.size() == open.size()) continue;
            found.push_back(measure.text);
            open = std::move(rest);
            progress = true;
            break;
        }
    }
    return found;
}

/// The first move with which, after those before it, the game need not end.
const Move& guilty(const Ruleset& rules, const Moves& moves, const std::vector<Measure>& all,
                   const std::vector<Expr>& known) {
    Moves some;
    for (const Move* move : moves) {
        some.push_back(move);
        Moves open = some;
        descent(rules, open, all, known);
        if (!open.empty()) return *move;
    }
    return *moves.back();
}

}  // namespace

void prove_termination(Ruleset& rules, const std::vector<Expr>& hints, const std::vector<Expr>& known,
                       const Source& source) {
    Moves moves;
    for (const Move& move : rules.moves)
        if (!rules.loopy) moves.push_back(&move);
    const std::vector<Measure> all = candidates(rules, hints);
    Moves open = moves;
    rules.measures = descent(rules, open, all, known);
    if (!open.empty()) {
        if (!rules.tested || mentions_pile(rules, rules.tested))
            fail_at(source.text, source.path, guilty(rules, moves, all, known).place, messages::need_not_end());
        rules.measures.emplace_back("measure, tested at every move");
    }
    if (open.empty()) rules.tested = nullptr;
    for (std::size_t i = 0; i < rules.slots.size(); ++i) {
        const Expr coordinate = variable(rules.slots[i], rules.coordinates[i]);
        rules.never_grows.push_back(std::all_of(rules.moves.begin(), rules.moves.end(), [&](const Move& move) {
            return falls(rules, move, known, coordinate, 0);
        }));
    }
}

}  // namespace bouton::lang
