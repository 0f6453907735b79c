#include "laws/theory.hpp"

#include "base/period.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

namespace bouton {

namespace {

constexpr int kDeepest = 200;                     // values inside values
constexpr std::int64_t kFewCells = 1 << 16;       // a box that is filled in a moment
constexpr std::uint64_t kMostSteps = 20'000'000;  // from value to value
constexpr double kDoubtSeconds = 0.5;             // for comparisons of all laws beyond the box, once in a session

}  // namespace

Theory::Theory(const std::vector<lang::DocumentPtr>& documents, const std::vector<lang::GivenArgument>& given,
               const Ruleset& rules, std::size_t length, What what, Engine& engine, const Watch& watch)
    : rules_(rules),
      length_(length),
      what_(what),
      watch_(watch),
      engine_(engine),
      source_(&engine),
      documents_(documents),
      doubt_(kDoubtSeconds) {
    // Boxes of a few thousand positions; of many piles only the last ones have stones.
    const std::int64_t sides[] = {1, 5000, 70, 17, 8, 5, 4, 3, 3};
    constexpr std::size_t kMostFilled = 12;
    box_ = Position(length, length < std::size(sides) ? sides[length] - 1 : 1);
    for (std::size_t i = 0; i + kMostFilled < length; ++i) box_[i] = 0;
    bound_ = fmt::format("{}", fmt::join(box_, ","));
    const Places places(rules, length);
    for (const lang::DocumentPtr& document : documents) {
        for (const syntax::Claim& claim : document->file.claims) {
            // An example lists what there is up to its bound, and a remark need not be more.
            if (claim.standing() == syntax::Claim::Standing::finite) continue;
            if (claim.expect_refuted || lang::claim_game(*document, claim) != rules.name) continue;
            auto instance = lang::instance_for(*document, claim, given, places.pile_count, rules);
            if (!instance) continue;
            if (auto law = law_of(*document, claim, std::move(*instance), length, what))
                laws_.push_back(std::move(*law));
        }
    }
    prefer([](const Law&) { return false; });
}

void Theory::prefer(const std::function<bool(const Law&)>& proved) {
    // Exact values before what only tells 0 from the rest, proved laws before others, quick ones before slow ones.
    const auto rank = [&](const Law& law) {
        const int cost = law.kind() == Law::Kind::period                                          ? 3
                         : law.kind() == Law::Kind::value_set                                     ? 2
                         : law.kind() == Law::Kind::recursion && floor_law(law, law.says().right) ? 0
                                                                                                  : 1;
        return std::tuple(what_ == What::grundy && law.zero_or_not, !proved(law), cost);
    };
    using Rank = decltype(rank(laws_[0]));
    std::vector<std::pair<Rank, std::size_t>> ranked;  // once each: to ask for proofs is to read files
    for (std::size_t i = 0; i < laws_.size(); ++i) ranked.emplace_back(rank(laws_[i]), i);
    std::sort(ranked.begin(), ranked.end());
    order_.clear();
    for (const auto& [_, i] : ranked) order_.push_back(i);
    quick_ready_ = false;
    quick_ = nullptr;
    word_.clear();
}

Frame Theory::frame_at(const Law& law, const LargePosition& position) const {
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(law.instance->frame_size));
    frame.watch = &watch_;
    for (std::size_t i = 0; i < law.slots.size(); ++i) frame.set(law.slots[i], position[i]);
    for (const Binder& binder : law.instance->loop.binders)
        if (binder.kind == Binder::Kind::value) frame.set(binder.slots[0], evaluate(binder.lower[0], frame));
    return frame;
}

/// { grundy = s } = SET: in which of them is it?
std::optional<LawAnswer> Theory::apply_set(const Law& law, const LargePosition& position) {
    const lang::Statement& says = law.says();
    const Loop& loop = law.instance->loop;
    Frame frame = frame_at(law, position);
    if (says.level->op != Op::variable) {
        if (!holds(loop, frame)) return std::nullopt;
        const Found found = contains(says.set, position, frame, {});
        if (found == Found::unknown) return std::nullopt;
        return LawAnswer{found == Found::yes ? 0 : 1, found == Found::yes, {}};
    }
    const int level = says.level->slot;
    // { grundy = s } = { F = s }: the value is F.
    if (says.set->kind == PositionSet::Kind::where && says.set->condition->op == Op::equal) {
        for (const std::size_t i : {0, 1}) {
            const Expr &a = says.set->condition->args[i], &b = says.set->condition->args[1 - i];
            if (b->op != Op::variable || b->slot != level) continue;
            if (mentions(a, level)) continue;
            load(rules_, says.set->slots, position, frame);
            const Integer value = evaluate(a, frame);
            frame.set(level, value);
            if (!holds(loop, frame)) return std::nullopt;
            return LawAnswer{value, true, {}};
        }
    }
    if (contains(says.set, position, frame, {&loop}) != Found::yes) return std::nullopt;
    return LawAnswer{frame.get(level), true, {}};
}

/// Beyond the preperiod the value is that of a heap in the first period.
bool Theory::fall_by_period(const Law& law, LargePosition& position) {
    Frame frame = frame_at(law, position);
    if (!holds(law.instance->loop, frame)) return false;
    const Expr& preperiod = law.says().preperiod;
    const Integer before = preperiod ? evaluate(preperiod, frame) : Integer(0),
                  period = evaluate(law.says().period, frame);
    if (before < 0 || period < 1 || position[0] < before + period) return false;
    position[0] = folded(position[0], before, period);
    return true;
}

/// What one law says. If it points to another position, `position` becomes that one.
std::optional<LawAnswer> Theory::apply(const Law& law, LargePosition& position, bool& moved) {
    const lang::Statement& says = law.says();
    if (says.kind == Law::Kind::value_set) return apply_set(law, position);
    if (says.kind == Law::Kind::period) {
        if (says.about_outcome && what_ != What::outcome) return std::nullopt;
        moved = fall_by_period(law, position);
        return std::nullopt;
    }
    Frame frame = frame_at(law, position);
    const Loop& loop = law.instance->loop;
    if (says.kind == Law::Kind::word) {
        if (!holds(loop, frame)) return std::nullopt;
        const Integer length = length_of(says.word, frame);
        if (length == 0) return std::nullopt;
        return LawAnswer{symbol_at(says.word, position[0] % length, frame), true, {}};
    }
    for (const Binder& binder : loop.binders)
        if (!in_range(binder, frame)) return std::nullopt;
    for (const Expr& condition : loop.conditions)
        if (!test(condition, frame, this)) return std::nullopt;
    if (says.kind == Law::Kind::zeros) return LawAnswer{test(says.right, frame, this) ? 0 : 1, true, {}};
    Expr value = says.right;
    while (value->op == Op::choose) value = value->args[test(value->args[0], frame, this) ? 1 : 2];
    if (value->op == Op::grundy && value->args.size() == length_ && !comparing_) {
        moved = follow(law, value, frame, position);
        return std::nullopt;
    }
    return LawAnswer{evaluate(value, frame, this), true, {}};
}

/// grundy(x) = grundy(y): goes on to y.
bool Theory::follow(const Law& law, const Expr& value, Frame& frame, LargePosition& position) {
    // Many steps at once are right only where nothing has to be asked before each of them.
    if (const auto map = value == law.says().right ? floor_law(law, value) : std::nullopt) {
        position[0] = map->fall_to_multiple(position[0]);
        return true;
    }
    LargePosition next;
    for (const Expr& arg : value->args) next.push_back(evaluate(arg, frame, this));
    Integer before = 0, after = 0;
    for (std::size_t i = 0; i < length_; ++i) {
        before += position[i];
        after += next[i];
        if (next[i] < 0) return false;
    }
    if (after >= before) return false;  // it might go on for ever
    position = std::move(next);
    return true;
}

std::optional<LawAnswer> Theory::value(const LargePosition& asked) {
    if (depth_ == 0) trail_.clear();
    if (rules_.players > 2) {
        const auto outcome = podium_outcome(asked, nullptr);
        return outcome ? std::optional(LawAnswer{*outcome, true, trail_}) : std::nullopt;
    }
    LargePosition position = asked;
    const std::vector<bool> use = usable(asked);
    for (std::uint64_t step = 0; step < kMostSteps; ++step) {
        if (step % 256 == 0) watch_.check();
        // So few positions below that the rules are as quick as a law.
        if (step > 0 && cells_below(position) <= kFewCells && is_position(position)) {
            const Position small = clamped(position);
            engine_.prepare(small);
            return LawAnswer{engine_.value(small), true, trail_};
        }
        bool moved = false;
        std::optional<LawAnswer> partial;
        for (const std::size_t i : order_) {
            if (!use[i] || !ensure_checked(i)) continue;
            const Law& law = laws_[i];
            auto answer = apply(law, position, moved);
            if (!answer && !moved) continue;
            if (std::find(trail_.begin(), trail_.end(), &law) == trail_.end()) trail_.push_back(&law);
            if (moved) break;
            if (what_ == What::outcome) {
                answer->value = answer->value == 0 ? 0 : 1;
                answer->exact = true;
            } else if (law.zero_or_not && answer->value != 0) {
                answer->exact = false;
            }
            answer->laws = trail_;
            if (answer->exact) return answer;
            if (!partial) partial = answer;
        }
        if (!moved) return partial;
    }
    return std::nullopt;
}

bool Theory::is_position(const LargePosition& position) const {
    if (std::any_of(position.begin(), position.end(), [](const Integer& c) { return c < 0; })) return false;
    if (!rules_.domain) return true;
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    load(rules_, rules_.slots, position, frame);
    return test(rules_.domain, frame);
}

/// The first law, if it covers all positions and can be evaluated for many at once.
void Theory::prepare_quick() {
    constexpr std::int64_t kLongestWord = 1 << 20;
    quick_ready_ = true;
    if (laws_.empty() || rules_.players > 2 || rules_.domain) return;
    for (const std::size_t i : order_) {
        const Law& law = laws_[i];
        const bool tells = !(what_ == What::grundy && law.zero_or_not);
        const Loop& loop = law.instance->loop;
        if (!law.assumed || !tells) return;
        if (law.kind() == Law::Kind::word) {
            Frame frame = frame_at(law, LargePosition(length_));
            if (!holds(loop, frame)) continue;
            const Integer length = length_of(law.says().word, frame);
            if (length < 1 || length > kLongestWord) return;
            for (Integer n = 0; n < length; ++n) word_.push_back(clamp(symbol_at(law.says().word, n, frame)));
        } else {
            if ((law.kind() != Law::Kind::formula && law.kind() != Law::Kind::zeros) || !loop.conditions.empty())
                return;
            if (!Columns::supports(law.says().right)) return;
            for (const Binder& binder : loop.binders) {
                const bool natural = binder.kind == Binder::Kind::range && binder.upper.empty() &&
                                     binder.lower.size() == 1 && is_number(binder.lower[0]) &&
                                     binder.lower[0]->number <= 0;
                const bool simple = binder.kind == Binder::Kind::value && Columns::supports(binder.lower[0]);
                if (!natural && !simple) return;
            }
            columns_ = std::make_unique<Columns>(static_cast<std::size_t>(law.instance->frame_size));
        }
        if (!ensure_checked(i)) return;
        quick_ = &law;
        return;
    }
}

void Theory::quick(const std::vector<std::int64_t>& coordinates, std::size_t rows, std::vector<std::int64_t>& results,
                   std::vector<std::uint8_t>& answered) {
    results.assign(rows, 0);
    answered.assign(rows, 0);
    if (!quick_ready_) prepare_quick();
    if (!quick_) return;
    if (quick_->kind() == Law::Kind::word) {
        for (std::size_t i = 0; i < rows; ++i)
            results[i] = word_[static_cast<std::size_t>(coordinates[i]) % word_.size()];
        std::fill(answered.begin(), answered.end(), 1);
    } else {
        for (std::size_t c = 0; c < length_; ++c) {
            Columns::Column& column = columns_->variable(quick_->slots[c]);
            std::copy_n(coordinates.begin() + static_cast<std::ptrdiff_t>(c * Columns::kRows), rows,
                        column.value.begin());
            std::fill_n(column.bad.begin(), rows, 0);
        }
        for (const Binder& binder : quick_->instance->loop.binders)
            if (binder.kind == Binder::Kind::value)
                columns_->variable(binder.slots[0]) = columns_->evaluate(binder.lower[0], rows);
        const Columns::Column& column = columns_->evaluate(quick_->says().right, rows);
        for (std::size_t i = 0; i < rows; ++i) {
            results[i] = quick_->kind() == Law::Kind::zeros ? column.value[i] == 0 : column.value[i];
            answered[i] = !column.bad[i];
        }
    }
    if (what_ == What::outcome)
        for (std::int64_t& result : results) result = result != 0;
}

// ---- the laws' own questions: values of other positions

Integer Theory::large_answer(const Node& node, Frame& frame) {
    LargePosition position;
    for (const Expr& arg : node.args) position.push_back(evaluate(arg, frame, this));
    if (node.op == Op::in_set) {
        if (!is_position(position)) return 0;  // sets are of positions
        const Found found = contains(node.sets[0], position, frame, {});
        if (found == Found::unknown)
            throw over_limit("it cannot be decided whether a position of this size is in a set");
        return found == Found::yes ? 1 : 0;
    }
    if (node.op != Op::grundy && node.op != Op::outcome) throw bad_input("a law asks what only a check can answer");
    if (std::any_of(position.begin(), position.end(), [](const Integer& c) { return c < 0; }))
        throw bad_input("a law asks for the value of a position that does not exist");
    // Of a value the outcome is whether it is 0; of an outcome nothing more is known (law_of has seen to it that nobody asks).
    const auto as_asked = [&](const Integer& value) {
        return node.op == Op::outcome && rules_.players <= 2 && value > 1 ? Integer(1) : value;
    };
    if (comparing_) return as_asked(source_->value(clamped(position)));
    struct Deeper {
        int& depth;
        explicit Deeper(int& d) : depth(d) { ++depth; }
        ~Deeper() { --depth; }
    } deeper(depth_);
    if (depth_ > kDeepest) throw over_limit("the formulas refer to each other too deeply for this position");
    const auto answer = value(position);
    if (!answer || !answer->exact) throw over_limit("no formula tells the value of " + to_text(position));
    return as_asked(answer->value);
}

std::int64_t Theory::answer(const Node& node, Frame& frame) {
    const Integer value = large_answer(node, frame);
    if (!fits(value)) throw Overflow{};
    return clamp(value);
}

std::vector<Position> Theory::members(const Positions&, Frame&) {
    throw bad_input("a law runs through the positions of a set; only a check can do that");
}

}  // namespace bouton
