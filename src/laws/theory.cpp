#include "laws/theory.hpp"

#include "base/floor_map.hpp"
#include "claims/cases.hpp"
#include "claims/refute.hpp"
#include "engines/choose.hpp"
#include "lang/linear.hpp"
#include "lang/shortcuts.hpp"
#include "laws/digits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace bouton {

namespace {

constexpr int kDeepest = 200;                      // values inside values
constexpr std::uint64_t kMostSteps = 20'000'000;   // from value to value
constexpr double kDoubtSeconds = 0.5;              // for comparisons of all laws beyond the box, once in a session
constexpr double kLeastDoubt = 0.02;               // for one of them
constexpr std::int64_t kFarthestCompared = 30000;  // a coordinate, while the others are small
constexpr std::int64_t kOthers = 5;
constexpr std::int64_t kDiagonal = 300;    // both coordinates
constexpr std::int64_t kAssumed = 100000;  // values of a rule function that are looked at one by one

/// A law and the rules say different things.
class Disagreement : public Error {
  public:
    explicit Disagreement(const std::string& message) : Error(Fault::input, message) {}
};

bool asks(const Expr& e) {
    switch (e->op) {
        case Op::grundy:
        case Op::outcome:
        case Op::in_set:
        case Op::sets_equal:
        case Op::subset:
        case Op::is_empty:
        case Op::reaches: return true;
        default: break;
    }
    if (std::any_of(e->args.begin(), e->args.end(), asks)) return true;
    if (!e->loop) return false;
    for (const Binder& binder : e->loop->binders)
        if (std::any_of(binder.lower.begin(), binder.lower.end(), asks) ||
            std::any_of(binder.upper.begin(), binder.upper.end(), asks) || binder.positions)
            return true;
    return std::any_of(e->loop->conditions.begin(), e->loop->conditions.end(), asks);
}

bool is_value(const Expr& e) { return e->op == Op::grundy || e->op == Op::outcome; }

/// The variables that stand for the coordinates in grundy(x, y), if they are different variables that the claim runs through.
std::optional<std::vector<int>> coordinates_in(const Expr& e, const Loop& loop) {
    std::vector<int> slots;
    for (const Expr& arg : e->args) {
        if (arg->op != Op::variable || std::find(slots.begin(), slots.end(), arg->slot) != slots.end())
            return std::nullopt;
        const bool bound = std::any_of(loop.binders.begin(), loop.binders.end(), [&](const Binder& b) {
            return b.kind == Binder::Kind::range && b.slots[0] == arg->slot;
        });
        if (!bound) return std::nullopt;
        slots.push_back(arg->slot);
    }
    return slots;
}

/// Every variable of the loop is one of these, or has one value.
bool nothing_else(const Loop& loop, const std::vector<int>& slots) {
    return std::all_of(loop.binders.begin(), loop.binders.end(), [&](const Binder& b) {
        return b.kind == Binder::Kind::value || std::find(slots.begin(), slots.end(), b.slots[0]) != slots.end();
    });
}

/// { grundy = E }: the quantity and E.
std::optional<std::pair<Op, Expr>> value_set(const Positions& set) {
    if (set->kind != PositionSet::Kind::where || set->condition->op != Op::equal) return std::nullopt;
    for (std::size_t i = 0; i < 2; ++i) {
        const Expr &a = set->condition->args[i], &b = set->condition->args[1 - i];
        if (!is_value(a) || asks(b) || is_condition(b->op)) continue;
        for (std::size_t c = 0; c < a->args.size(); ++c)
            if (a->args[c]->op != Op::piles && (a->args[c]->op != Op::variable || a->args[c]->slot != set->slots[c]))
                return std::nullopt;
        return {{a->op, b}};
    }
    return std::nullopt;
}

bool set_asks(const Positions& set) {
    if (set->kind == PositionSet::Kind::options) return true;
    if (set->condition && asks(set->condition)) return true;
    if (std::any_of(set->element.begin(), set->element.end(), asks)) return true;
    if (set->loop)
        for (const Binder& binder : set->loop->binders)
            if (binder.positions) return true;
    return std::any_of(set->parts.begin(), set->parts.end(), set_asks);
}

/// The law  grundy(x) = grundy(floor(p x / d))  for every x that d does not divide.
std::optional<FloorMap> floor_law(const Law& law, const Expr& value, const Watch& watch) {
    const Loop& loop = law.instance->loop;
    if (law.slots.size() != 1 || loop.binders.size() != 1 || loop.conditions.size() != 1) return std::nullopt;
    const Binder& x = loop.binders[0];
    if (!x.upper.empty() ||
        !std::all_of(x.lower.begin(), x.lower.end(), [](const Expr& e) { return is_number(e) && e->number <= 1; }))
        return std::nullopt;
    const Expr& condition = loop.conditions[0];
    const Expr& step = value->args[0];
    if (condition->op != Op::not_equal || condition->args[0]->op != Op::modulo) return std::nullopt;
    const Expr& remainder = condition->args[0];
    if (remainder->args[0]->op != Op::variable || remainder->args[0]->slot != law.slots[0]) return std::nullopt;
    if (!is_number(remainder->args[1]) || !is_number(condition->args[1]) || condition->args[1]->number != 0)
        return std::nullopt;
    const Integer& d = remainder->args[1]->number;
    if (step->op != Op::floor_divide || !is_number(step->args[1]) || step->args[1]->number != d) return std::nullopt;
    const auto p = coefficient(step->args[0], law.slots[0]);
    Frame zero;
    zero.slots.assign(static_cast<std::size_t>(law.instance->frame_size), 0);
    if (!p || *p < 1 || *p >= d || evaluate(step->args[0], zero) != 0) return std::nullopt;
    return FloorMap(*p, 0, d, [&watch] { watch.check(); });
}

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
            if (claim.kind == "example" || claim.kind == "remark") continue;
            if (claim.expect_refuted || lang::claim_game(*document, claim) != rules.name) continue;
            if (claim.form == syntax::Claim::Form::starts || claim.form == syntax::Claim::Form::period) continue;
            std::string why_not;
            auto instance = lang::instance_for(*document, claim, given, places.pile_count, rules, why_not);
            if (instance) add_law(*document, claim, std::move(*instance));
            if (!instance && !why_not.empty())
                refused_.push_back(
                    fmt::format("{} {}: {}", claim.kind, claim.label, why_not.substr(0, why_not.find('\n'))));
        }
    }
    // Exact values first, then what only tells 0 from the rest.
    std::stable_sort(laws_.begin(), laws_.end(), [](const Law& a, const Law& b) {
        const auto rank = [](const Law& law) {
            if (law.kind == Law::Kind::zeros || law.about_outcome) return 3;
            if (law.kind == Law::Kind::members) return 2;
            return law.kind == Law::Kind::equation && law.value->op == Op::grundy && floor_law(law, law.value, Watch())
                       ? 0
                       : 1;
        };
        return rank(a) < rank(b);
    });
}

void Theory::add_law(const lang::Document& document, const syntax::Claim& claim, lang::ClaimInstance&& given) {
    Law law;
    law.claim = claim.kind + " " + claim.label;
    law.file = document.source.path;
    law.document = &document;
    law.source = &claim;
    auto instance = std::make_shared<lang::ClaimInstance>(std::move(given));
    law.instance = instance;
    law.assumed = !instance->assumed;
    const Loop& loop = instance->loop;
    const bool several = rules_.players > 2;
    if (claim.form == syntax::Claim::Form::repeats) {
        law.kind = Law::Kind::word;
        law.about_outcome = instance->about_outcome;
        if (nothing_else(loop, {})) laws_.push_back(law);
        return;
    }
    const Expr& statement = instance->statement;
    if (statement->op == Op::equal) {
        for (std::size_t i = 0; i < 2; ++i) {
            const Expr &a = statement->args[i], &b = statement->args[1 - i];
            if (is_value(a)) {  // grundy(x, y) = E
                const auto slots = coordinates_in(a, loop);
                if (!slots || slots->size() != length_ || !nothing_else(loop, *slots)) continue;
                if (is_value(b) && b->op != a->op) continue;
                if (a->op == Op::outcome && asks(b)) continue;
                law.slots = *slots;
                law.value = b;
                law.about_outcome = a->op == Op::outcome && !several;
                laws_.push_back(law);
                return;
            }
            if (a->op == Op::equal && is_value(a->args[0]) && is_number(a->args[1]) && a->args[1]->number == 0 &&
                is_condition(b->op) && !asks(b)) {  // outcome(x, y) = P iff C
                const auto slots = coordinates_in(a->args[0], loop);
                if (!slots || slots->size() != length_ || !nothing_else(loop, *slots)) continue;
                law.kind = Law::Kind::zeros;
                law.slots = *slots;
                law.value = b;
                law.about_outcome = true;
                laws_.push_back(law);
                return;
            }
        }
        return;
    }
    if (statement->op != Op::sets_equal) return;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto found = value_set(statement->sets[i]);
        const Positions& other = statement->sets[1 - i];
        if (!found || set_asks(other)) continue;
        law.kind = Law::Kind::members;
        law.set = other;
        law.symbol = found->second;
        law.about_outcome = found->first == Op::outcome;
        std::vector<int> slots;
        if (law.symbol->op == Op::variable) slots.push_back(law.symbol->slot);
        const bool zero = is_number(law.symbol) && law.symbol->number == 0;
        if (!nothing_else(loop, slots) || (slots.empty() && !zero)) return;
        if (law.about_outcome && !zero) return;
        laws_.push_back(law);
        return;
    }
}

/// g(t) <= g(t + 1) or g(t - 1) <= g(t) for a g that is seen to rise; g(t) <= g(t - 1) + c for one that is seen to grow by at most c.
bool Theory::follows_from_growth(const Expr& part, const Binder& binder, Frame& frame) {
    const int slot = binder.slots[0];
    const Expr t = variable(slot, binder.names[0]);
    const std::map<int, Expr> next{{slot, make(Op::add, {t, number(1)})}},
        before{{slot, make(Op::subtract, {t, number(1)})}};
    const Expr &a = part->args[0], &b = part->args[1];
    frame[slot] = 1;
    if (to_text(substitute(a, next)) == to_text(b)) return rises(a, slot, frame, this);
    if (to_text(substitute(b, before)) == to_text(a)) return rises(b, slot, frame, this);
    if (b->op == Op::add && is_number(b->args[1]) && to_text(substitute(a, before)) == to_text(b->args[0])) {
        const auto step = largest_step(a, slot);
        return step && *step <= b->args[1]->number;
    }
    return false;
}

/// What the claim assumes of the rule function: proved, or tested as far as the position can ask.
Theory::Assumed Theory::assumption(const lang::ClaimInstance& instance, const LargePosition& position,
                                   std::string& why_not) {
    if (!instance.assumed) return Assumed::always;
    Assumed result = Assumed::always;
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(instance.frame_size));
    frame.watch = &watch_;
    std::vector<Expr> parts{instance.assumed};
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i]->op == Op::conjunction) parts.insert(parts.end(), parts[i]->args.begin(), parts[i]->args.end());
    const Loop& loop = instance.assumed_loop;
    for (const Expr& part : parts) {
        if (part->op == Op::conjunction) continue;
        std::vector<bool> seen;
        free_slots(part, seen);
        const bool general = std::any_of(loop.binders.begin(), loop.binders.end(), [&](const Binder& b) {
            return static_cast<std::size_t>(b.slots[0]) < seen.size() && seen[static_cast<std::size_t>(b.slots[0])];
        });
        if (!general) {
            if (test(part, frame, this)) continue;
            why_not = fmt::format("{} is false", infix(part));
            return Assumed::no;
        }
        // A proof for all values.
        if (part->op == Op::less_equal) {
            Facts facts;
            for (const Binder& binder : loop.binders)
                for (const Expr& low : binder.lower)
                    facts.assume(make(Op::less_equal, {low, variable(binder.slots[0], binder.names[0])}));
            if (facts.proves_at_most_zero(facts.polynomial(part->args[0]) +
                                          Rational(-1) * facts.polynomial(part->args[1])))
                continue;
            if (loop.binders.size() == 1 && follows_from_growth(part, loop.binders[0], frame)) continue;
        }
        // One by one, as far as the game can go from here: no argument is larger than the sum of the coordinates.
        Integer sum = 1;
        for (const Integer& c : position) sum += c;
        const std::string& name = loop.binders[0].names[0];
        if (loop.binders.size() == 1) {
            const int slot = loop.binders[0].slots[0];
            Integer first = 0;
            for (const Expr& low : loop.binders[0].lower) first = std::max(first, evaluate(low, frame, this));
            const Integer last = sum > kAssumed ? Integer(1000) : sum;
            for (Integer t = first; t <= last; ++t) {
                frame.tick();
                frame.set(slot, t);
                if (test(part, frame, this)) continue;
                why_not = fmt::format("{} is false for {} = {}", infix(part), name, to_text(t));
                return Assumed::no;
            }
        }
        if (loop.binders.size() != 1 || sum > kAssumed) {
            why_not = fmt::format("it is not known that {} for all {}", infix(part), name);
            return Assumed::no;
        }
        result = Assumed::here;
    }
    return result;
}

/// The laws whose assumptions hold for all that can happen from the position on.
std::vector<bool> Theory::usable(const LargePosition& position) {
    std::vector<bool> result;
    for (Law& law : laws_) {
        if (!law.assumed) {
            std::string why_not;
            const Assumed known = assumption(*law.instance, position, why_not);
            law.assumed = known == Assumed::always;
            result.push_back(known != Assumed::no);
            const std::string reason = fmt::format("{}: {}", law.claim, why_not);
            if (known == Assumed::no && std::find(refused_.begin(), refused_.end(), reason) == refused_.end())
                refused_.push_back(reason);
        } else {
            result.push_back(true);
        }
    }
    return result;
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

namespace {

Integer length_of(const std::vector<lang::WordPart>& word, Frame& frame) {
    Integer total = 0;
    for (const lang::WordPart& part : word) {
        const Integer count = part.count ? evaluate(part.count, frame) : Integer(1);
        if (count > 0) total += count * (part.is_group ? length_of(part.group, frame) : Integer(1));
    }
    return total;
}

Integer symbol_at(const std::vector<lang::WordPart>& word, Integer place, Frame& frame) {
    for (const lang::WordPart& part : word) {
        const Integer count = part.count ? evaluate(part.count, frame) : Integer(1);
        const Integer one = part.is_group ? length_of(part.group, frame) : Integer(1);
        if (count <= 0) continue;
        if (place < count * one) return part.is_group ? symbol_at(part.group, place % one, frame) : part.symbol;
        place -= count * one;
    }
    throw std::logic_error("a place beyond the word");
}

}  // namespace

/// What one law says. If it points to another position, `position` becomes that one.
std::optional<LawAnswer> Theory::apply(const Law& law, LargePosition& position, bool& moved) {
    if (law.kind == Law::Kind::word) {
        Frame frame = frame_at(law, position);
        if (!holds(law.instance->loop, frame)) return std::nullopt;
        const Integer length = length_of(law.instance->word, frame);
        if (length == 0) return std::nullopt;
        return LawAnswer{symbol_at(law.instance->word, position[0] % length, frame), true, &law};
    }
    if (law.kind == Law::Kind::members) {
        Frame frame = frame_at(law, position);
        std::vector<const Loop*> loops;
        if (law.symbol->op == Op::variable) {
            // { grundy = s } = { F = s }: the value is F.
            if (law.set->kind == PositionSet::Kind::where && law.set->condition->op == Op::equal) {
                for (std::size_t i = 0; i < 2; ++i) {
                    const Expr &a = law.set->condition->args[i], &b = law.set->condition->args[1 - i];
                    if (b->op != Op::variable || b->slot != law.symbol->slot) continue;
                    std::vector<bool> seen;
                    free_slots(a, seen);
                    if (static_cast<std::size_t>(b->slot) < seen.size() && seen[static_cast<std::size_t>(b->slot)])
                        continue;
                    load(rules_, law.set->slots, position, frame);
                    const Integer value = evaluate(a, frame);
                    frame.set(b->slot, value);
                    if (!holds(law.instance->loop, frame)) return std::nullopt;
                    return LawAnswer{value, true, &law};
                }
            }
            loops.push_back(&law.instance->loop);
        } else if (!holds(law.instance->loop, frame)) {
            return std::nullopt;
        }
        const Found found = contains(law.set, position, frame, loops);
        if (found == Found::unknown) return std::nullopt;
        if (law.symbol->op == Op::variable) {
            if (found == Found::none) return std::nullopt;
            return LawAnswer{frame.get(law.symbol->slot), true, &law};
        }
        if (found == Found::yes) return LawAnswer{0, true, &law};
        return LawAnswer{1, law.about_outcome && what_ == What::outcome && rules_.players <= 2, &law};
    }
    Frame frame = frame_at(law, position);
    const Loop& loop = law.instance->loop;
    for (const Binder& binder : loop.binders)
        if (!in_range(binder, frame)) return std::nullopt;
    for (const Expr& condition : loop.conditions)
        if (!test(condition, frame, this)) return std::nullopt;
    if (law.kind == Law::Kind::zeros) {
        if (test(law.value, frame, this)) return LawAnswer{0, true, &law};
        return LawAnswer{1, what_ == What::outcome && rules_.players <= 2, &law};
    }
    Expr value = law.value;
    while (value->op == Op::choose) value = value->args[test(value->args[0], frame, this) ? 1 : 2];
    if (value->op == Op::grundy && value->args.size() == length_ && !comparing_) {
        if (const auto map = floor_law(law, value, watch_)) {
            position[0] = map->fall_to_multiple(position[0]);
            moved = true;
            return std::nullopt;
        }
        LargePosition next;
        for (const Expr& arg : value->args) next.push_back(evaluate(arg, frame, this));
        Integer before = 0, after = 0;
        for (std::size_t i = 0; i < length_; ++i) {
            before += position[i];
            after += next[i];
            if (next[i] < 0) return std::nullopt;
        }
        if (after >= before) return std::nullopt;  // it might go on for ever
        position = std::move(next);
        moved = true;
        return std::nullopt;
    }
    return LawAnswer{evaluate(value, frame, this), true, &law};
}

std::optional<LawAnswer> Theory::value(const LargePosition& asked) {
    if (rules_.players > 2) {
        if (const auto outcome = podium_outcome(asked, nullptr)) {
            for (const Law& law : laws_)
                if (law.kind == Law::Kind::members) return LawAnswer{*outcome, true, &law};
        }
        return std::nullopt;
    }
    LargePosition position = asked;
    const std::vector<bool> use = usable(asked);
    for (std::uint64_t step = 0; step < kMostSteps; ++step) {
        if (step % 256 == 0) watch_.check();
        bool moved = false;
        std::optional<LawAnswer> partial;
        for (std::size_t i = 0; i < laws_.size(); ++i) {
            if (!use[i] || !ensure_checked(i)) continue;
            const Law& law = laws_[i];
            auto answer = apply(law, position, moved);
            if (moved) break;
            if (!answer) continue;
            if (what_ == What::outcome && (answer->exact || answer->value != 0)) {
                answer->value = answer->value == 0 ? 0 : 1;
                answer->exact = true;
            }
            // { outcome = P } says of a value only whether it is 0.
            if (law.about_outcome && law.kind == Law::Kind::equation && what_ == What::grundy)
                answer->exact = answer->value == 0;
            if (answer->exact) return answer;
            if (!partial) partial = answer;
        }
        if (!moved) return partial;
    }
    return std::nullopt;
}

/// The first law, if it covers all positions and can be evaluated for many at once.
void Theory::prepare_quick() {
    constexpr std::int64_t kLongestWord = 1 << 20;
    quick_ready_ = true;
    if (laws_.empty() || rules_.players > 2 || rules_.domain) return;
    for (std::size_t i = 0; i < laws_.size(); ++i) {
        const Law& law = laws_[i];
        const bool tells = !(what_ == What::grundy && (law.about_outcome || law.kind == Law::Kind::zeros));
        const Loop& loop = law.instance->loop;
        if (!law.assumed || !tells) return;
        if (law.kind == Law::Kind::word) {
            Frame frame = frame_at(law, LargePosition(length_));
            if (!holds(loop, frame)) continue;
            const Integer length = length_of(law.instance->word, frame);
            if (length < 1 || length > kLongestWord) return;
            for (Integer n = 0; n < length; ++n) word_.push_back(clamp(symbol_at(law.instance->word, n, frame)));
        } else {
            if ((law.kind != Law::Kind::equation && law.kind != Law::Kind::zeros) || !loop.conditions.empty()) return;
            if (!Columns::supports(law.value)) return;
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
    if (quick_->kind == Law::Kind::word) {
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
        const Columns::Column& column = columns_->evaluate(quick_->value, rows);
        for (std::size_t i = 0; i < rows; ++i) {
            results[i] = quick_->kind == Law::Kind::zeros ? column.value[i] == 0 : column.value[i];
            answered[i] = !column.bad[i];
        }
    }
    if (what_ == What::outcome)
        for (std::int64_t& result : results) result = result != 0;
}

// ---- the laws' own questions: values of other positions

Integer Theory::large_answer(const Node& node, Frame& frame) {
    if (node.op != Op::grundy && node.op != Op::outcome) throw bad_input("a law asks what only a check can answer");
    LargePosition position;
    for (const Expr& arg : node.args) position.push_back(evaluate(arg, frame, this));
    if (std::any_of(position.begin(), position.end(), [](const Integer& c) { return c < 0; }))
        throw bad_input("a law asks for the value of a position that does not exist");
    if (comparing_) {
        Position small;
        for (const Integer& c : position) small.push_back(clamp(c));
        return source_->value(small);
    }
    if (++depth_ > kDeepest) {
        depth_ = 0;
        throw over_limit("the formulas refer to each other too deeply for this position");
    }
    const auto answer = value(position);
    --depth_;
    if (!answer || !answer->exact) throw over_limit("no formula tells the value of " + to_text(position));
    return answer->value;
}

std::int64_t Theory::answer(const Node& node, Frame& frame) {
    const Integer value = large_answer(node, frame);
    if (!fits(value)) throw Overflow{};
    return clamp(value);
}

std::vector<Position> Theory::members(const Positions&, Frame&) {
    throw bad_input("a law runs through the positions of a set; only a check can do that");
}

// ---- sets

/// Is the position in the set? Variables of `loops` are unknown and are set when it is.
Found Theory::contains(const Positions& set, const LargePosition& position, Frame& frame,
                       const std::vector<const Loop*>& loops) {
    const auto negated = [](Found f) { return f == Found::yes ? Found::none : f == Found::none ? Found::yes : f; };
    switch (set->kind) {
        case PositionSet::Kind::empty: return Found::none;
        case PositionSet::Kind::join: {
            Found result = Found::none;
            for (const Positions& part : set->parts) {
                const Found found = contains(part, position, frame, loops);
                if (found == Found::yes) return found;
                if (found == Found::unknown) result = found;
            }
            return result;
        }
        case PositionSet::Kind::intersection:
        case PositionSet::Kind::difference: {
            if (!loops.empty()) return Found::unknown;
            const Found a = contains(set->parts[0], position, frame, loops);
            if (a == Found::none) return a;
            Found b = contains(set->parts[1], position, frame, loops);
            if (set->kind == PositionSet::Kind::difference) b = negated(b);
            return b == Found::none ? b : a == Found::yes ? b : a;
        }
        case PositionSet::Kind::where:
            if (!loops.empty()) return Found::unknown;
            load(rules_, set->slots, position, frame);
            return test(set->condition, frame, this) ? Found::yes : Found::none;
        case PositionSet::Kind::named: return contains(filled_in(*set), position, frame, loops);
        case PositionSet::Kind::family: {
            if (set->element.size() != position.size()) return Found::none;
            Equations equations;
            equations.left = set->element;
            for (const Integer& c : position) equations.right.push_back(number(c));
            equations.loops = loops;
            if (set->loop) equations.loops.push_back(set->loop.get());
            return solve(equations, frame);
        }
        case PositionSet::Kind::options: return Found::unknown;
    }
    return Found::unknown;
}

namespace {

Positions substituted(const Positions& set, const std::map<int, Expr>& values) {
    const Rewrite rewrite = [&](const Expr& e) -> Expr {
        if (e->op != Op::variable) return nullptr;
        const auto found = values.find(e->slot);
        return found == values.end() ? nullptr : found->second;
    };
    auto copy = std::make_shared<PositionSet>(*set);
    for (Expr& e : copy->element) e = rewritten(e, rewrite);
    if (copy->loop) copy->loop = std::make_shared<const Loop>(rewritten(*copy->loop, rewrite));
    if (copy->condition) copy->condition = rewritten(copy->condition, rewrite);
    if (copy->kind != PositionSet::Kind::named)
        for (Positions& part : copy->parts) part = substituted(part, values);
    return copy;
}

}  // namespace

/// The body of definition(arguments), with the arguments put in.
Positions Theory::filled_in(const PositionSet& named) {
    std::map<int, Expr> values;
    for (std::size_t i = 0; i < named.slots.size(); ++i) values[named.slots[i]] = named.element[i];
    return values.empty() ? named.parts[0] : substituted(named.parts[0], values);
}

// ---- several players

/// { outcome = 0 } = { qsum(q, a...) = 0 } and moves that make up to k piles smaller: q.
std::optional<Integer> Theory::qsum_base(const Law& law, Frame& frame) const {
    if (law.kind != Law::Kind::members || law.symbol->op != Op::number) return std::nullopt;
    if (law.set->kind != PositionSet::Kind::where || law.set->condition->op != Op::equal) return std::nullopt;
    const Expr &a = law.set->condition->args[0], &b = law.set->condition->args[1];
    if (!is_number(b) || b->number != 0) return std::nullopt;
    if (a->op == Op::piles_xor) return Integer(2);
    if (a->op == Op::piles_qsum) return evaluate(a->args[0], frame);
    return std::nullopt;
}

/// How many piles a move may change, if its piles can be made smaller in every way.
std::optional<Integer> Theory::piles_in_a_move() const {
    if (rules_.moves.size() != 1 || rules_.domain || rules_.coordinates.size() != 1 || rules_.piles != 0)
        return std::nullopt;
    const Move& move = rules_.moves[0];
    if (move.loop.binders.size() != 1 || !move.loop.conditions.empty() || move.results.size() != 1) return std::nullopt;
    const Binder& t = move.loop.binders[0];
    const auto is_pile = [&](const Expr& e) { return e->op == Op::variable && e->slot == rules_.slots[0]; };
    const Expr& result = move.results[0][0];
    if (t.kind != Binder::Kind::range || !std::all_of(t.upper.begin(), t.upper.end(), is_pile)) return std::nullopt;
    if (!std::all_of(t.lower.begin(), t.lower.end(), [](const Expr& e) { return is_number(e) && e->number <= 1; }))
        return std::nullopt;
    if (result->op != Op::subtract || !is_pile(result->args[0]) || result->args[1]->op != Op::variable ||
        result->args[1]->slot != t.slots[0])
        return std::nullopt;
    if (move.piles == Move::Piles::one) return Integer(1);
    Frame empty;
    empty.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    if (move.piles == Move::Piles::up_to) return evaluate(move.pile_count, empty);
    return std::nullopt;
}

/// The outcome is the least number of moves to a 0-position (and 0 there): a move changes up to k piles, so it is the fewest piles that must be
/// changed, divided by k and rounded up. `next`: the position after a best move.
std::optional<Integer> Theory::podium_outcome(const LargePosition& position, LargePosition* next) {
    const auto piles = piles_in_a_move();
    if (!piles || *piles < 1) return std::nullopt;
    for (const Law& law : laws_) {
        Frame frame = frame_at(law, position);
        if (!holds(law.instance->loop, frame)) continue;
        const auto q = qsum_base(law, frame);
        if (!q || !ensure_checked(static_cast<std::size_t>(&law - laws_.data()))) continue;
        const auto target = fewest_changes(position, *q, watch_);
        if (!target)
            throw over_limit(
                fmt::format("{} piles and {} players are too many for an exact outcome (it is a covering problem, hard "
                            "when both are large)",
                            position.size(), rules_.players));
        Integer changed = 0;
        for (std::size_t i = 0; i < position.size(); ++i) changed += (*target)[i] != position[i];
        if (next) {
            *next = position;
            Integer left = *piles;
            for (std::size_t i = 0; i < position.size() && left > 0; ++i)
                if ((*target)[i] != position[i]) {
                    (*next)[i] = (*target)[i];
                    --left;
                }
        }
        return (changed + *piles - 1) / *piles;
    }
    return std::nullopt;
}

// ---- comparison with the rules

bool Theory::ensure_checked(std::size_t number) {
    Law& law = laws_[number];
    if (law.checked || comparing_) return !law.refuted;
    struct Compare {
        bool& flag;
        Engine*& source;
        Engine& usual;
        Compare(bool& f, Engine*& s, Engine& u) : flag(f), source(s), usual(u) { flag = true; }
        ~Compare() {
            flag = false;
            source = &usual;
        }
    };
    {
        const Compare compare(comparing_, source_, engine_);
        compare_on_box(law);
        compare_far(law);
    }
    law.checked = true;
    const double start = watch_.elapsed();
    const RefuterReport report = refute(*law.document, *law.source, watch_, doubt_ / 4 + kLeastDoubt, 1901, false);
    doubt_ = std::max(0.0, doubt_ - (watch_.elapsed() - start));
    if (!report.found) return true;
    law.refuted = true;
    std::string at;
    for (const auto& [name, value] : report.found->counterexample)
        at += fmt::format("{}{} = {}", at.empty() ? "" : ", ", name, value);
    refused_.push_back(fmt::format("{}: it is false for {}", law.claim, at));
    return false;
}

/// Throws if the law says something else than the rules.
void Theory::compare(Law& law, const Position& position, Engine& engine) {
    if (!exists(position)) return;
    const Value expected = engine.value(position);
    LargePosition here(position.begin(), position.end());
    std::optional<LawAnswer> answer;
    if (rules_.players > 2) {
        if (const auto outcome = podium_outcome(here, nullptr)) answer = LawAnswer{*outcome, true, &law};
    } else {
        bool moved = false;
        answer = apply(law, here, moved);
    }
    const bool zero_only =
        answer && rules_.players <= 2 && (!answer->exact || law.about_outcome || what_ == What::outcome);
    if (answer && (zero_only ? (answer->value == 0) != (expected == 0) : answer->value != expected))
        throw Disagreement(fmt::format(
            "{} ({}) is wrong at {}: it says {}, the rules give {}; mend it, or remove it from the file", law.claim,
            law.file, to_text(position), zero_only && answer->value != 0 ? "not 0" : to_text(answer->value), expected));
}

void Theory::compare_on_box(Law& law) {
    engine_.prepare(box_);
    Position position(length_, 0);
    for (std::uint64_t count = 1;; ++count) {
        if (count % 1024 == 0) watch_.check();
        compare(law, position, engine_);
        std::size_t i = length_;
        while (i-- > 0) {
            if (++position[i] <= box_[i]) break;
            position[i] = 0;
        }
        if (i >= length_) break;
    }
}

/// Where rules like to change. What is too dear is left out: the box has been compared.
void Theory::compare_far(Law& law) {
    std::set<std::int64_t> marks{100, 127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 2000, 4095, 4096, 20000};
    for (const Integer& constant : space_of(*law.instance).constants)
        for (int near = -2; near <= 2; ++near)
            if (constant <= kFarthestCompared) marks.insert(clamp(constant) + near);
    const double start = watch_.elapsed();
    const Watch part(watch_, {watch_.limits().memory / 2, doubt_ / 2 + kLeastDoubt});
    const auto engine = make_engine("auto", rules_, what_, part);
    source_ = engine.get();
    try {
        for (const std::int64_t mark : marks) {
            for (std::size_t i = 0; i < length_; ++i) {
                for (std::int64_t other = 0; other <= kOthers; ++other) {
                    Position position(length_, 0);
                    for (std::size_t j = 0; j < length_; ++j)
                        if (j == i || other > 0) position[j] = j == i ? mark : j < i + 2 ? other : 0;
                    if (other > 0 && length_ == 1) continue;
                    part.check();
                    compare(law, position, *engine);
                }
            }
            if (length_ == 2 && mark <= kDiagonal)
                for (std::int64_t near = -2; near <= 2; ++near)
                    if (mark + near >= 0) compare(law, {mark, mark + near}, *engine);
        }
    } catch (const Disagreement&) {
        throw;
    } catch (const Error& error) {
        if (error.fault() == Fault::cancelled) throw;
        watch_.check();
    }
    doubt_ = std::max(0.0, doubt_ - (watch_.elapsed() - start));
}

bool Theory::exists(const Position& position) const {
    if (!rules_.domain) return true;
    Frame frame;
    frame.slots.resize(static_cast<std::size_t>(rules_.frame_size));
    load(rules_, position, frame);
    return test(rules_.domain, frame);
}

}  // namespace bouton
