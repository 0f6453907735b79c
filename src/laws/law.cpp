#include "laws/law.hpp"

#include "lang/linear.hpp"
#include "lang/print.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <stdexcept>

namespace bouton {

namespace {

/// The variables that stand for the coordinates, if the claim runs through each.
std::optional<std::vector<int>> coordinates_in(const Expr& question, const Loop& loop) {
    std::vector<int> slots;
    for (const Expr& arg : question->args) {
        const bool bound = std::any_of(loop.binders.begin(), loop.binders.end(), [&](const Binder& b) {
            return arg->op == Op::variable && b.kind == Binder::Kind::range && b.slots[0] == arg->slot;
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

bool asks_for_values(const Expr& e) {
    bool asks = false;
    Walk walk([&](const Node& node) { asks |= node.op == Op::grundy; });
    walk(e);
    return asks;
}

/// Does it need more than the outcomes of other positions? grundy(x) = grundy(y), perhaps with `if`, does not: equal values, equal outcomes.
bool needs_values(const Expr& right) {
    if (right->op == Op::choose)
        return asks_for_values(right->args[0]) || needs_values(right->args[1]) || needs_values(right->args[2]);
    if (!lang::is_question(right)) return asks_for_values(right);
    return std::any_of(right->args.begin(), right->args.end(), asks_for_values);
}

bool needs_values(const Law& law) {
    const Loop& loop = law.instance->loop;
    return (law.says().right && needs_values(law.says().right)) ||
           std::any_of(loop.conditions.begin(), loop.conditions.end(), asks_for_values);
}

bool is_zero(const Expr& e) { return is_number(e) && e->number == 0; }

}  // namespace

std::optional<Law> law_of(const lang::Document& document, const syntax::Claim& claim, lang::ClaimInstance&& given,
                          std::size_t length, What what) {
    Law law;
    law.claim = lang::full_name(claim);
    law.file = document.source.path;
    law.document = &document;
    law.source = &claim;
    law.instance = std::make_shared<lang::ClaimInstance>(std::move(given));
    law.assumed = !law.instance->assumed;
    const lang::Statement& says = law.says();
    const Loop& loop = law.instance->loop;
    law.zero_or_not = (says.about_outcome || says.kind == Law::Kind::zeros) && law.instance->rules.players <= 2;
    if (what == What::outcome && needs_values(law)) return std::nullopt;
    switch (says.kind) {
        case Law::Kind::word:
        case Law::Kind::period:
            if (!nothing_else(loop, {})) return std::nullopt;
            return law;
        case Law::Kind::recursion:
            if (says.about_outcome) return std::nullopt;
            [[fallthrough]];
        case Law::Kind::formula:
        case Law::Kind::zeros: {
            if (says.kind == Law::Kind::zeros && (!says.equals || !is_zero(says.level))) return std::nullopt;
            const auto slots = coordinates_in(says.question, loop);
            if (!slots || slots->size() != length || !nothing_else(loop, *slots)) return std::nullopt;
            law.slots = *slots;
            return law;
        }
        case Law::Kind::value_set: {
            if (!says.equals) return std::nullopt;
            const bool for_each_value = says.level->op == Op::variable;
            if (for_each_value ? says.about_outcome : !is_zero(says.level)) return std::nullopt;
            if (!nothing_else(loop, for_each_value ? std::vector{says.level->slot} : std::vector<int>{}))
                return std::nullopt;
            return law;
        }
        default: return std::nullopt;
    }
}

std::optional<FloorMap> floor_law(const Law& law, const Expr& value) {
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
    return FloorMap(*p, 0, d);
}

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

}  // namespace bouton
