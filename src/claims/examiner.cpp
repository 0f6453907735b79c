#include "claims/examiner.hpp"

#include "engines/choose.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

namespace {
constexpr std::size_t kMostCells = 100000000;
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 2;  // cannot be reached

bool up_to(const Position& position, const Box& box) {
    if (position.size() != box.high.size()) return false;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (position[i] < box.low[i] || position[i] > box.high[i]) return false;
    return true;
}
}  // namespace

bool is_exact(const PositionSet& set) {
    const PositionSet* first = &set;
    while (first->kind == PositionSet::Kind::intersection || first->kind == PositionSet::Kind::difference)
        first = first->parts[0].get();
    return first->kind == PositionSet::Kind::options;
}

Examiner::Examiner(const lang::ClaimInstance& instance, const Watch& watch, std::string engine)
    : instance_(instance), watch_(watch), engine_name_(std::move(engine)) {
    const Ruleset& rules = instance.rules;
    for (std::size_t i = 0; i < rules.coordinates.size(); ++i) {
        const std::size_t copies = static_cast<int>(i) == rules.piles ? instance.pile_count : 1;
        largest_.insert(largest_.end(), copies, instance.box[i]);
    }
    if (largest_.empty() || std::find(largest_.begin(), largest_.end(), -1) != largest_.end()) {
        largest_.clear();
        return;
    }
    cells_ = 1;
    for (std::int64_t top : largest_) {
        if (cells_ > kMostCells / (static_cast<std::size_t>(top) + 1))
            throw over_limit(fmt::format("the bound asks for more than {} positions of {}; take a smaller one",
                                         kMostCells, rules.instance),
                             Setting::to);
        cells_ *= static_cast<std::size_t>(top) + 1;
    }
}

Value Examiner::value(What what, const Position& position) {
    const Ruleset& rules = instance_.rules;
    require_position(rules, position);
    if (what == What::grundy && rules.players > 0 && rules.players != 2)
        throw bad_input(fmt::format("{} has {} players: its positions have outcomes, not Grundy numbers",
                                    rules.instance, rules.players));
    if (what == What::grundy && (rules.block > 0 || (rules.players > 0 && !rules.computed_only.empty())))
        throw bad_input(fmt::format("{} says `{}`: its positions have outcomes, not Grundy numbers", rules.instance,
                                    rules.computed_only));
    if (most_cells_ > 0) {
        double cells = 1;
        for (std::int64_t c : position) cells *= static_cast<double>(c) + 1;
        if (cells > static_cast<double>(most_cells_)) throw over_limit("this position is too large for a search");
    }
    // One table serves both when Grundy numbers are needed anyway.
    if (what == What::outcome && !outcome_ && grundy_ && rules.players == 0 && !rules.loopy)
        return grundy_->value(position) == 0 ? 0 : 1;
    std::unique_ptr<Engine>& engine = what == What::grundy ? grundy_ : outcome_;
    if (!engine) {
        if (what == What::grundy && rules.players == 2) {
            Ruleset plain = rules;
            plain.players = 0;
            engine = make_engine(engine_name_, plain, what, watch_);
        } else {
            engine = make_engine(engine_name_, rules, what, watch_);
        }
        if (!largest_.empty()) engine->prepare(largest_);
    }
    const Value value = engine->value(position);
    if (is_infinite(value) && rules.loopy)
        throw bad_input(fmt::format("{} of {} has no Grundy number: it is {}; speak of its outcome (2 is a draw)",
                                    to_text(position), rules.instance, engine->show(value)));
    return value;
}

Position Examiner::position_of(const std::vector<Expr>& coordinates, std::size_t count, Frame& frame) {
    Position position;
    for (std::size_t i = 0; i < count; ++i) {
        if (coordinates[i]->op == Op::piles) {
            position.insert(position.end(), frame.piles.begin(), frame.piles.end());
            continue;
        }
        position.push_back(evaluate_machine(coordinates[i], frame, this));
    }
    return position;
}

std::int64_t Examiner::answer(const Node& node, Frame& frame) {
    switch (node.op) {
        case Op::grundy: return value(What::grundy, position_of(node.args, node.args.size(), frame));
        case Op::outcome: return value(What::outcome, position_of(node.args, node.args.size(), frame));
        case Op::in_set: return contains(node.sets[0], position_of(node.args, node.args.size(), frame), frame);
        case Op::is_empty: return is_empty(node.sets[0], frame);
        case Op::sets_equal: return !first_difference(node.sets[0], node.sets[1], false, frame);
        case Op::subset: return !first_difference(node.sets[0], node.sets[1], true, frame);
        case Op::reaches: {
            const std::size_t last = node.args.size() - 1;
            const Position from = position_of(node.args, last, frame);
            return reaches(from, node.sets[0], evaluate_clamped(node.args[last], frame, this), frame);
        }
        default: throw std::logic_error("not a question about a game");
    }
}

/// Some options may come twice. A visitor may ask for options itself: each depth has its own enumerator.
void Examiner::for_each_option(const Position& position, const std::function<bool(const Position&)>& visit) {
    require_position(instance_.rules, position);
    if (instance_.rules.splits)
        throw bad_input("the options of a heap that splits are sums; `options` and `reaches` cannot be used here");
    if (options_.size() == option_depth_) options_.push_back(std::make_unique<Options>(instance_.rules, &watch_));
    struct Deeper {
        std::size_t& depth;
        explicit Deeper(std::size_t& d) : depth(d) { ++depth; }
        ~Deeper() { --depth; }
    } deeper(option_depth_);
    options_[option_depth_ - 1]->for_each(
        position, [&](const std::vector<Position>& components) { return visit(components[0]); });
}

// ---- sets ----

/// Positions outside the game's domain are in no set.
bool Examiner::exists(const Position& position) {
    if (!instance_.rules.domain) return true;
    Frame at;
    at.slots.resize(static_cast<std::size_t>(instance_.rules.frame_size));
    load(instance_.rules, position, at);
    return test(instance_.rules.domain, at);
}

std::optional<std::size_t> Examiner::cell(const Position& position) const {
    if (position.size() != largest_.size() || largest_.empty()) return std::nullopt;
    std::size_t index = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
        if (position[i] < 0 || position[i] > largest_[i]) return std::nullopt;
        index = index * (static_cast<std::size_t>(largest_[i]) + 1) + static_cast<std::size_t>(position[i]);
    }
    return index;
}

Position Examiner::position_at(std::size_t cell) const {
    Position position(largest_.size());
    for (std::size_t i = largest_.size(); i-- > 0;) {
        const std::size_t size = static_cast<std::size_t>(largest_[i]) + 1;
        position[i] = static_cast<std::int64_t>(cell % size);
        cell /= size;
    }
    return position;
}

void Examiner::require_box() const {
    if (largest_.empty())
        throw bad_input(
            "how far is this set to be checked? give the claim a bound, as in: to 100" +
            std::string(instance_.rules.piles >= 0 ? " (and the number of piles: in GAME with 3 piles)" : ""));
}

std::vector<Position> Examiner::members(const Positions& set, Frame& frame) {
    std::vector<Position> result;
    Frame own = frame;
    const Box box = is_exact(*set) ? Box{} : Box{Position(largest_.size(), 0), largest_};
    for_each(set, box, own, [&](const Position& position) {
        result.push_back(position);
        return true;
    });
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

void Examiner::for_each(const Positions& set, const Box& box, Frame& frame,
                        const std::function<bool(const Position&)>& visit) {
    const auto filtered = [&](const Positions& from, const Positions& by, bool wanted) {
        for_each(from, box, frame, [&](const Position& p) { return contains(by, p, frame) != wanted || visit(p); });
    };
    switch (set->kind) {
        case PositionSet::Kind::empty: return;
        case PositionSet::Kind::family: {
            Box limits = box;
            if (limits.high.empty()) {
                limits.low.assign(set->element.size(), 0);
                limits.high.assign(set->element.size(), detail::kNoBound);
            }
            require_length(set->element.size(), limits.high.size());
            Frame own = frame;
            for_each_member(set->element, *set->loop, limits, own, this,
                            [&](const Position& p) { return !exists(p) || visit(p); });
            return;
        }
        case PositionSet::Kind::where: {
            require_box();
            for (std::size_t i = 0; i < cells_; ++i) {
                const Position position = position_at(i);
                if (contains(set, position, frame) && !visit(position)) return;
            }
            return;
        }
        case PositionSet::Kind::join: {
            bool go_on = true;
            for (const Positions& part : set->parts) {
                if (!go_on) return;
                for_each(part, box, frame, [&](const Position& p) { return go_on = visit(p); });
            }
            return;
        }
        case PositionSet::Kind::intersection: return filtered(set->parts[0], set->parts[1], true);
        case PositionSet::Kind::difference: return filtered(set->parts[0], set->parts[1], false);
        case PositionSet::Kind::options:
            for_each_option(position_of(set->element, set->element.size(), frame), [&](const Position& option) {
                return (!box.high.empty() && !up_to(option, box)) || visit(option);
            });
            return;
        case PositionSet::Kind::named: {
            Frame own = frame;
            for (std::size_t i = 0; i < set->slots.size(); ++i)
                own[set->slots[i]] = evaluate_machine(set->element[i], frame, this);
            for_each(set->parts[0], box, own, visit);
            return;
        }
    }
}

bool Examiner::contains(const Positions& set, const Position& position, Frame& frame) {
    switch (set->kind) {
        case PositionSet::Kind::empty: return false;
        case PositionSet::Kind::join:
            return contains(set->parts[0], position, frame) || contains(set->parts[1], position, frame);
        case PositionSet::Kind::intersection:
            return contains(set->parts[0], position, frame) && contains(set->parts[1], position, frame);
        case PositionSet::Kind::difference:
            return contains(set->parts[0], position, frame) && !contains(set->parts[1], position, frame);
        case PositionSet::Kind::options: {
            bool found = false;
            for_each_option(position_of(set->element, set->element.size(), frame), [&](const Position& option) {
                found = option == position;
                return !found;
            });
            return found;
        }
        case PositionSet::Kind::where: {
            const Ruleset& rules = instance_.rules;
            if (!exists(position)) return false;
            Frame own = frame;
            const Places places(rules, position.size());
            for (std::size_t i = 0, at = 0; i < set->slots.size(); ++i) {
                if (static_cast<int>(i) == rules.piles) {
                    own.piles.assign(position.begin() + static_cast<std::ptrdiff_t>(at),
                                     position.begin() + static_cast<std::ptrdiff_t>(at + places.pile_count));
                    at += places.pile_count;
                } else {
                    own[set->slots[i]] = position[at++];
                }
            }
            return test(set->condition, own, this);
        }
        case PositionSet::Kind::named: {
            if (const auto index = cell(position))
                if (const Flags* flags = named_cells(*set, frame)) return (*flags)[*index];
            Frame own = frame;
            for (std::size_t i = 0; i < set->slots.size(); ++i)
                own[set->slots[i]] = evaluate_machine(set->element[i], frame, this);
            return contains(set->parts[0], position, own);
        }
        case PositionSet::Kind::family: break;
    }
    bool found = false;
    require_length(set->element.size(), position.size());
    if (!exists(position)) return false;
    Frame own = frame;
    for_each_member(set->element, *set->loop, {position, position}, own, this, [&](const Position&) {
        found = true;
        return false;
    });
    return found;
}

/// The cells of a named set with these arguments, computed once.
const Examiner::Flags* Examiner::named_cells(const PositionSet& set, Frame& frame) {
    std::vector<std::int64_t> arguments;
    for (const Expr& e : set.element) arguments.push_back(evaluate_machine(e, frame, this));
    const auto key = std::pair{set.name, arguments};
    const auto found = named_.find(key);
    if (found != named_.end()) return &found->second;
    if (cells_ > 10000000 || named_.size() * cells_ > std::size_t{8} * 100000000) return nullptr;
    Frame own = frame;
    for (std::size_t i = 0; i < set.slots.size(); ++i) own[set.slots[i]] = arguments[i];
    return &named_.emplace(key, cells_of(set.parts[0], own)).first->second;
}

Examiner::Flags Examiner::cells_of(const Positions& set, Frame& frame) {
    Flags flags(cells_);
    for_each(set, {Position(largest_.size(), 0), largest_}, frame, [&](const Position& position) {
        if (const auto index = cell(position)) flags[*index] = true;
        return true;
    });
    return flags;
}

/// With piles the number of coordinates is only known now.
void Examiner::require_length(std::size_t element, std::size_t position) const {
    if (element != position)
        throw bad_input(fmt::format("the set holds positions with {} coordinate{}, but {} are compared", element,
                                    element == 1 ? "" : "s", position));
}

std::optional<Position> Examiner::first_difference(const Positions& a, const Positions& b, bool only_subset,
                                                   Frame& frame) {
    watch_.check();
    // The options of a position are compared exactly, also where they lie beyond the bound.
    std::optional<Position> outside;
    for (const auto& [options, against] : {std::pair{a, b}, std::pair{b, a}}) {
        const Positions& other = against;  // clang 14 captures no structured binding
        if (options->kind != PositionSet::Kind::options || (only_subset && options == b)) continue;
        for_each(options, Box{}, frame, [&](const Position& option) {
            if (!contains(other, option, frame)) outside = option;
            return !outside;
        });
        if (outside) return outside;
        if (only_subset) return std::nullopt;
    }
    require_box();
    const Flags left = cells_of(a, frame), right = cells_of(b, frame);
    for (std::size_t i = 0; i < cells_; ++i)
        if (left[i] != right[i] && (!only_subset || left[i])) return position_at(i);
    return std::nullopt;
}

bool Examiner::differ_at(const Positions& a, const Positions& b, bool only_subset, const Position& position,
                         Frame& frame) {
    const bool left = contains(a, position, frame);
    if (only_subset && !left) return false;
    return left != contains(b, position, frame);
}

bool Examiner::is_empty(const Positions& set, Frame& frame) {
    bool empty = true;
    const bool exact = is_exact(*set);
    if (!exact) require_box();
    const Box box = exact ? Box{} : Box{Position(largest_.size(), 0), largest_};
    for_each(set, box, frame, [&](const Position&) { return empty = false; });
    return empty;
}

/// The least number of moves (at least one) from a position into the target, remembered for each position.
bool Examiner::reaches(const Position& position, const Positions& target, std::int64_t moves, Frame& frame) {
    std::vector<bool> seen;
    free_slots(target, seen);
    std::vector<std::int64_t> depends_on;
    for (std::size_t slot = 0; slot < seen.size(); ++slot)
        if (seen[slot]) depends_on.push_back(frame.slots[slot]);
    auto& known = distances_[{target.get(), depends_on}];
    std::vector<Position> stack{position};
    while (!stack.empty()) {
        const Position current = stack.back();
        if (known.contains(current)) {
            stack.pop_back();
            continue;
        }
        std::int64_t least = kFar;
        bool complete = true;
        for_each_option(current, [&](const Position& option) {
            const auto found = known.find(option);
            if (contains(target, option, frame)) {
                least = 1;
            } else if (found == known.end()) {
                stack.push_back(option);
                complete = false;
            } else {
                least = std::min(least, found->second + 1);
            }
            return complete && least > 1;
        });
        if (complete) known[current] = least;
        watch_.check();
    }
    return known[position] <= moves;
}

}  // namespace bouton
