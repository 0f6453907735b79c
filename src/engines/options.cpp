#include "engines/options.hpp"

#include "lang/linear.hpp"
#include "lang/messages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace bouton {

namespace {
constexpr std::size_t kNoPile = static_cast<std::size_t>(-1);
constexpr std::size_t kMostChoices = 1 << 22;  // of one pile, where several change: they are kept (32 MiB)

/// A coordinate of the position after a move. However negative it is, the move is just not legal.
std::int64_t coordinate_after(const Expr& e, Frame& frame) {
    const std::int64_t value = evaluate_clamped(e, frame);
    if (value == std::numeric_limits<std::int64_t>::max()) throw messages::value_too_large(evaluate(e, frame));
    return value;
}
}  // namespace

void load(const Ruleset& rules, const Position& position, Frame& frame) {
    const Places places(rules, position.size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < rules.slots.size(); ++i) {
        if (static_cast<int>(i) == rules.piles) {
            frame.piles.assign(position.begin() + static_cast<std::ptrdiff_t>(at),
                               position.begin() + static_cast<std::ptrdiff_t>(at + places.pile_count));
            at += places.pile_count;
        } else {
            frame[rules.slots[i]] = position[at++];
        }
    }
}

void load(const Ruleset& rules, const LargePosition& position, Frame& frame) {
    load(rules, rules.slots, position, frame);
}

void load(const Ruleset& rules, const std::vector<int>& slots, const LargePosition& position, Frame& frame) {
    const Places places(rules, position.size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (static_cast<int>(i) == rules.piles) {
            frame.set_piles({position.begin() + static_cast<std::ptrdiff_t>(at),
                             position.begin() + static_cast<std::ptrdiff_t>(at + places.pile_count)});
            at += places.pile_count;
        } else {
            frame.set(slots[i], position[at++]);
        }
    }
}

namespace {

template <class P> void require(const Ruleset& rules, const P& position) {
    const std::size_t fixed = Places(rules, position.size()).fixed;
    if (rules.piles < 0 && position.size() != rules.coordinates.size())
        throw bad_input(fmt::format("{} needs {} coordinate{}: {}", rules.name, rules.coordinates.size(),
                                    rules.coordinates.size() == 1 ? "" : "s", fmt::join(rules.coordinates, " ")));
    if (position.size() < fixed)
        throw bad_input(fmt::format("{} needs at least {} coordinate{}", rules.name, fixed, fixed == 1 ? "" : "s"));
    for (const auto& coordinate : position)
        if (coordinate < 0)
            throw bad_input(fmt::format("{} is negative; the coordinates of a position are natural numbers",
                                        to_text(Integer(coordinate))));
    if (!rules.domain) return;
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules.frame_size));
    load(rules, position, frame);
    if (!test(rules.domain, frame))
        throw bad_input(to_text(position) + " is not a position of " + rules.name + ": it breaks the game's `where`");
}

}  // namespace

void require_position(const Ruleset& rules, const Position& position) { require(rules, position); }
void require_position(const Ruleset& rules, const LargePosition& position) { require(rules, position); }

std::string to_text(const LargePosition& position) {
    std::vector<std::string> texts;
    for (const Integer& c : position) texts.push_back(to_text(c));
    return fmt::format("({})", fmt::join(texts, ", "));
}

std::string to_text(const Position& position) { return fmt::format("({})", fmt::join(position, ", ")); }

Options::Options(const Ruleset& rules, const Watch* watch) : rules_(rules), places_(rules, rules.coordinates.size()) {
    frame_.watch = watch;
    frame_.slots.resize(static_cast<std::size_t>(rules.frame_size));
    after_.slots.resize(frame_.slots.size());
    for (const Move& move : rules.moves) {
        Plan plan{&move, {}, false, {}};
        const auto& binders = move.loop.binders;
        bool stepping = !binders.empty() && binders.back().kind == Binder::Kind::range && !rules.domain;
        for (std::size_t i = 0; i < move.loop.conditions.size(); ++i) {
            if (move.loop.ready[i] == binders.size()) stepping = false;
            plan.outer.conditions.push_back(move.loop.conditions[i]);
            plan.outer.ready.push_back(move.loop.ready[i]);
        }
        for (const auto& component : move.results) {
            plan.steps.emplace_back();
            for (const Expr& e : component) {
                const auto step = stepping ? coefficient(e, binders.back().slots[0]) : std::nullopt;
                stepping = stepping && step;
                plan.steps.back().push_back(step.value_or(0));
            }
        }
        plan.stepping = stepping;
        if (stepping) plan.outer.binders.assign(binders.begin(), binders.end() - 1);
        plans_.push_back(std::move(plan));
    }
}

/// Calls visit after a look at the measure, which every component must have lower.
Options::Visit Options::tested(const Position& position, const Visit& visit) {
    const Integer before = evaluate(rules_.tested, frame_);
    if (before < 0) throw messages::measure_negative(to_text(position), before);
    return [this, position, before, visit](const std::vector<Position>& components) {
        for (const Position& component : components) {
            load(rules_, component, after_);
            const Integer after = evaluate(rules_.tested, after_);
            if (after < 0) throw messages::measure_negative(to_text(component), after);
            if (after >= before) throw messages::measure_stays(to_text(position), before, to_text(component), after);
        }
        return visit(components);
    };
}

void Options::for_each(const Position& position, const Visit& visit) {
    places_ = Places(rules_, position.size());
    load(rules_, position, frame_);
    if (rules_.tested) return each(position, tested(position, visit));
    each(position, visit);
}

void Options::each(const Position& position, const Visit& visit) {
    for (const Plan& plan : plans_) {
        switch (plan.move->piles) {
            case Move::Piles::none:
                if (!one_pile(plan, position, kNoPile, visit)) return;
                break;
            case Move::Piles::one:
                for (std::size_t pile = 0; pile < places_.pile_count; ++pile)
                    if (!one_pile(plan, position, pile, visit)) return;
                break;
            case Move::Piles::up_to:
            case Move::Piles::exactly:
                if (!several_piles(plan, position, visit)) return;
                break;
        }
    }
}

bool Options::one_pile(const Plan& plan, const Position& position, std::size_t pile, const Visit& visit) {
    if (pile != kNoPile) frame_[rules_.slots[places_.piles_at]] = position[places_.piles_at + pile];
    components_.assign(plan.move->results.size(), position);
    if (plan.stepping)
        return bouton::for_each(plan.outer, frame_, nullptr, [&] { return step(plan, position, pile, visit); });
    return bouton::for_each(plan.move->loop, frame_, nullptr, [&] { return emit(plan, position, pile, visit); });
}

/// Writes the value of a coordinate of the rules into a position; the piles' coordinate goes to the chosen pile.
void Options::place(std::size_t coordinate, std::size_t pile, std::int64_t value, Position& target) const {
    const std::size_t piles_at = places_.piles_at;
    if (rules_.piles >= 0 && coordinate == piles_at) {
        if (pile != kNoPile) target[piles_at + pile] = value;
    } else {
        target[rules_.piles >= 0 && coordinate > piles_at ? coordinate - 1 + places_.pile_count : coordinate] = value;
    }
}

bool Options::legal(const Position& result) {
    for (std::int64_t value : result)
        if (value < 0) return false;
    if (!rules_.domain) return true;
    load(rules_, result, after_);
    return test(rules_.domain, after_);
}

bool Options::emit(const Plan& plan, const Position&, std::size_t pile, const Visit& visit) {
    const auto& results = plan.move->results;
    for (std::size_t c = 0; c < results.size(); ++c) {
        for (std::size_t i = 0; i < results[c].size(); ++i)
            place(i, pile, coordinate_after(results[c][i], frame_), components_[c]);
        if (!legal(components_[c])) return true;
    }
    return visit(components_);
}

bool Options::step(const Plan& plan, const Position&, std::size_t pile, const Visit& visit) {
    const Binder& last = plan.move->loop.binders.back();
    const auto range = detail::interval(last, frame_, nullptr);
    if (range.first > range.last) return true;
    detail::require_countable(last, range);
    frame_[last.slots[0]] = range.first;
    const auto& results = plan.move->results;
    std::vector<std::vector<std::int64_t>> values(results.size());
    for (std::size_t c = 0; c < results.size(); ++c)
        for (const Expr& e : results[c]) values[c].push_back(coordinate_after(e, frame_));
    for (std::int64_t v = range.first; v <= range.last; ++v) {
        frame_.tick();
        bool natural = true;
        for (std::size_t c = 0; c < results.size(); ++c) {
            for (std::size_t i = 0; i < values[c].size(); ++i) {
                natural = natural && values[c][i] >= 0;
                place(i, pile, values[c][i], components_[c]);
                if (__builtin_add_overflow(values[c][i], plan.steps[c][i], &values[c][i])) {
                    if (plan.steps[c][i] > 0 && v < range.last) throw messages::value_too_large(Integer(1) << 63);
                    values[c][i] = -1;  // negative for good
                }
            }
        }
        if (natural && !visit(components_)) return false;
    }
    return true;
}

/// Each pile's moves are found on their own, then combined over all choices of piles.
bool Options::several_piles(const Plan& plan, const Position& position, const Visit& visit) {
    const std::int64_t wanted = evaluate_clamped(plan.move->pile_count, frame_);
    if (wanted < 1) return true;  // at least one pile changes
    const std::int64_t count = std::min<std::int64_t>(wanted, static_cast<std::int64_t>(places_.pile_count));
    const std::int64_t least = plan.move->piles == Move::Piles::exactly ? wanted : 1;
    const auto pile_coordinate = static_cast<std::size_t>(rules_.piles);
    std::vector<std::vector<std::int64_t>> after(places_.pile_count);
    Position result = position;
    for (std::size_t pile = 0; pile < places_.pile_count; ++pile) {
        frame_[rules_.slots[pile_coordinate]] = position[places_.piles_at + pile];
        bouton::for_each(plan.move->loop, frame_, nullptr, [&] {
            const std::int64_t value = coordinate_after(plan.move->results[0][pile_coordinate], frame_);
            if (value >= 0) after[pile].push_back(value);
            if (after[pile].size() > kMostChoices)
                throw over_limit("a pile of " + std::to_string(position[places_.piles_at + pile]) +
                                 " stones has more moves than can be listed");
            for (std::size_t i = 0; i < rules_.coordinates.size(); ++i)
                if (i != pile_coordinate) place(i, kNoPile, coordinate_after(plan.move->results[0][i], frame_), result);
            return true;
        });
    }
    const std::function<bool(std::size_t, std::int64_t)> choose = [&](std::size_t pile, std::int64_t chosen) {
        if (pile == places_.pile_count) {
            if (chosen < least || !legal(result)) return true;
            components_.assign(1, result);
            return visit(components_);
        }
        if (!choose(pile + 1, chosen)) return false;
        if (chosen == count) return true;
        std::int64_t& here = result[places_.piles_at + pile];
        const std::int64_t before = here;
        for (std::int64_t value : after[pile]) {
            here = value;
            if (!choose(pile + 1, chosen + 1)) return false;
        }
        here = before;
        return true;
    };
    return choose(0, 0);
}

std::vector<std::vector<Position>> Options::all(const Position& position) {
    std::vector<std::vector<Position>> result;
    std::set<std::vector<Position>> seen;
    for_each(position, [&](const std::vector<Position>& components) {
        std::vector<Position> sorted = components;
        if (sorted.size() > 1) std::sort(sorted.begin(), sorted.end());
        if (seen.insert(sorted).second) result.push_back(components);
        return true;
    });
    return result;
}

}  // namespace bouton
