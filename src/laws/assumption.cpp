// What a claim assumes of the rule function: is it so for the one at hand?
#include "lang/linear.hpp"
#include "lang/operators.hpp"
#include "lang/shortcuts.hpp"
#include "lang/walk.hpp"
#include "laws/theory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

namespace {

constexpr std::int64_t kAssumed = 100000;  // values of a rule function that are looked at one by one

/// Terms without a value somewhere prove nothing: Facts takes it for granted that each has one. What is shown here, with `natural` taken
/// away, is that it has: rule functions and roots of nothing below 0, logarithms from 1 on, no division by what may be 0.
bool is_defined(const Expr& part, Facts& facts, const std::function<bool(const Expr&)>& rises_from_0) {
    const auto plain = [](const Expr& e) {
        const Rewrite without = [&without](const Expr& node) -> Expr {
            return node->op == Op::natural ? rewritten(node->args[0], without) : nullptr;
        };
        return rewritten(e, without);
    };
    const auto at_least = [&](const Expr& e, std::int64_t least) {
        return facts.proves_at_most_zero(facts.polynomial(number(least)) - facts.polynomial(plain(e)));
    };
    bool defined = true;
    Walk walk([&](const Node& node) {
        switch (node.op) {
            case Op::natural:
            case Op::root: defined = defined && (at_least(node.args[0], 0) || rises_from_0(plain(node.args[0]))); break;
            case Op::logarithm: defined = defined && at_least(node.args[0], 1); break;
            case Op::floor_divide:
            case Op::modulo: defined = defined && is_number(node.args[1]) && node.args[1]->number != 0; break;
            case Op::power: defined = defined && is_number(node.args[1]) && node.args[1]->number >= 0; break;
            default: defined = defined && has_value_everywhere(node.op);
        }
    });
    walk(part);
    return defined;
}

/// Do the rules ask for values of the rule functions at coordinates only?
bool asks_at_coordinates(const Ruleset& rules) {
    bool only = true;
    Walk walk([&](const Node& node) {
        if (node.op != Op::natural && node.op != Op::table) return;
        const Expr& asked = node.args.back();
        only = only && asked->op == Op::variable &&
               std::find(rules.slots.begin(), rules.slots.end(), asked->slot) != rules.slots.end();
    });
    walk(rules);
    return only;
}

}  // namespace

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
        const bool general = std::any_of(loop.binders.begin(), loop.binders.end(),
                                         [&](const Binder& b) { return mentions(part, b.slots[0]); });
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
            const auto rises_from_0 = [&](const Expr& e) {
                const Binder& t = loop.binders[0];
                if (loop.binders.size() != 1 || e->op == Op::subtract) return false;
                frame[t.slots[0]] = 1;
                return rises(e, t.slots[0], frame, this);
            };
            if (is_defined(part, facts, rises_from_0) &&
                (facts.proves_at_most_zero(facts.polynomial(part->args[0]) - facts.polynomial(part->args[1])) ||
                 (loop.binders.size() == 1 && follows_from_growth(part, loop.binders[0], frame))))
                continue;
        }
        if (!asks_at_coordinates(rules_)) {
            why_not = fmt::format("it is not known that {} wherever the rules ask for it", infix(part));
            return Assumed::no;
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

}  // namespace bouton
