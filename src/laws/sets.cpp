// Is a position of any size in a set of positions?
#include "laws/theory.hpp"

namespace bouton {

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

/// The body of definition(arguments), with the arguments put in.
Positions Theory::filled_in(const PositionSet& named) {
    std::map<int, Expr> values;
    for (std::size_t i = 0; i < named.slots.size(); ++i) values[named.slots[i]] = named.element[i];
    return values.empty() ? named.parts[0] : substitute(named.parts[0], values);
}

}  // namespace bouton
