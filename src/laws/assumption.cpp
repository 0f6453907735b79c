// What a claim assumes of the rule function: is it so for the one at hand?
#include "lang/linear.hpp"
#include "lang/shortcuts.hpp"
#include "laws/theory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton {

namespace {

constexpr std::int64_t kAssumed = 100000;  // values of a rule function that are looked at one by one

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
            if (facts.proves_at_most_zero(facts.polynomial(part->args[0]) - facts.polynomial(part->args[1]))) continue;
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

}  // namespace bouton
