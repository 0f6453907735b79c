// All values of the variables of a `for` list that satisfy what is asked of them.
//
// Variables are chosen one after the other. A chain T0 <= T1 < ... means that all its relations hold; its names that are not taken are
// new variables, and the terms beside a variable give the numbers to try. A range is cut at both ends, and halved, where enclosures
// (compute_span.cpp) show that no choice of this and the later variables counts: some chain, condition or equation fails for all of
// them. So a variable without an upper end is finite where that is seen for all numbers beyond some power of 2, and refused elsewhere.
#include "check/compute/evaluator.hpp"

namespace bouton::kernel::compute {

using Kind = Binding::Kind;

namespace {

constexpr unsigned kFarthest = 600;  // powers of 2 that are tried as an end
constexpr int kShort = 24;           // a range that is run through without asking

bool mentions(const Term& term, const std::string& name);
bool mentions(const Binding& binding, const std::string& name) {
    for (const Term& term : binding.terms)
        if (mentions(term, name)) return true;
    return false;
}
bool mentions(const Term& term, const std::string& name) {
    if (term.text == name) return true;
    for (const Term& part : term.parts)
        if (mentions(part, name)) return true;
    for (const Binding& binding : term.bindings)
        if (mentions(binding, name)) return true;
    return false;
}

}  // namespace

struct Evaluator::Search {
    struct Variable {
        const Binding* binding;
        std::vector<std::string> names;  // several: a position
        std::size_t term = 0;            // its place in a chain
        bool last = true;                // of its binding
    };
    const Loop& loop;
    Scope& scope;  // the variables are added to it
    const Visit& visit;
    std::vector<Variable> variables = {};

    /// Does a term of the chain need a variable that comes at or after this one?
    bool needs_later(const Term& term, std::size_t at) const {
        for (std::size_t i = at; i < variables.size() && variables[i].binding == variables[at].binding; ++i)
            if (mentions(term, variables[i].names[0])) return true;
        return false;
    }
    /// The term after the variable that bounds it, and how many < signs are between; null: none.
    const Term* above(std::size_t at, int& strict) const {
        const Binding& binding = *variables[at].binding;
        strict = 0;
        for (std::size_t j = variables[at].term + 1; j < binding.terms.size(); ++j) {
            strict += binding.operators[j - 1] == "<" ? 1 : 0;
            if (!needs_later(binding.terms[j], at)) return &binding.terms[j];
        }
        return nullptr;
    }
    const Term* below(std::size_t at) const {
        const Binding& binding = *variables[at].binding;
        if (binding.kind == Kind::above) return &binding.terms[0];
        if (variables[at].term == 0) return nullptr;
        const Term& term = binding.terms[variables[at].term - 1];
        return needs_later(term, at) ? nullptr : &term;
    }
    bool strictly_above(std::size_t at) const {
        const Binding& binding = *variables[at].binding;
        const std::string& op = binding.operators[binding.kind == Kind::above ? 0 : variables[at].term - 1];
        return op == "<" || op == ">";
    }
};

bool Evaluator::run(const Loop& loop, Scope& scope, const Visit& visit) {
    Search search{loop, scope, visit};
    const auto taken = [&](const std::string& name) {
        for (const auto& variable : search.variables)
            for (const std::string& other : variable.names)
                if (other == name) return true;
        return scope.is_variable(name);
    };
    for (const Binding* binding : loop.bindings) {
        if (binding->kind == Kind::chain) {
            const std::size_t before = search.variables.size();
            for (std::size_t i = 0; i < binding->terms.size(); ++i) {
                const Term& term = binding->terms[i];
                if (term.kind == Term::Kind::name && !taken(term.text))
                    search.variables.push_back({binding, {term.text}, i, false});
            }
            if (search.variables.size() == before) throw Undecided{"a range without a new variable"};
            search.variables.back().last = true;
        } else {
            for (const std::string& name : binding->names)
                if (taken(name)) throw Undecided{name + " is bound twice"};
            search.variables.push_back({binding, binding->names});
        }
    }
    return step(search, 0);
}

bool Evaluator::step(Search& search, std::size_t at) {
    tick();
    if (at > 0 && search.variables[at - 1].binding->kind == Kind::chain && search.variables[at - 1].last) {
        const Binding& chain = *search.variables[at - 1].binding;
        for (std::size_t i = 0; i < chain.operators.size(); ++i)
            if (!compare(chain.terms[i], chain.operators[i], chain.terms[i + 1], search.scope)) return true;
    }
    if (at == search.variables.size()) {
        if (search.loop.condition && !holds(*search.loop.condition, search.scope)) return true;
        for (const auto& [term, value] : search.loop.equations)
            if (whole(*term, search.scope) != *value) return true;
        return search.visit();
    }
    const auto& variable = search.variables[at];
    const Binding& binding = *variable.binding;
    auto& names = search.scope.names;
    const std::size_t before = names.size();
    bool more = true;
    switch (binding.kind) {
        case Kind::equals: {
            const Integer value = whole(binding.terms[0], search.scope);
            search.scope.add_number(variable.names[0], value);
            more = step(search, at + 1);
            break;
        }
        case Kind::chain:
        case Kind::above: {
            const auto [low, high] = bounds(search, at);
            search.scope.add_number(variable.names[0], 0);
            more = range(search, at, low, high);
            break;
        }
        case Kind::element:
            if (variable.names.size() == 1 && is_numbers(binding.terms[0], search.scope)) {
                const Numbers set = numbers(binding.terms[0], search.scope);
                search.scope.add_number(variable.names[0], 0);
                for (std::size_t i = 0; i < set.size() && more; ++i)
                    more = range(search, at, set[i].first, set[i].last);
            } else {
                more = positions(search, at);
            }
            break;
        case Kind::subset: {
            Numbers elements;
            for (const Range& part : numbers(binding.terms[0], search.scope))
                for (Integer v = part.first; v <= part.last; ++v) {
                    elements.push_back({v, v});
                    if (elements.size() > 20) throw Undecided{"too many subsets"};
                }
            search.scope.add(variable.names[0], Entry::Kind::numbers);
            for (std::uint32_t chosen = 1; chosen < (std::uint32_t{1} << elements.size()) && more; ++chosen) {
                Numbers subset;
                for (std::size_t i = 0; i < elements.size(); ++i)
                    if (chosen >> i & 1) subset.push_back(elements[i]);
                names[before].second.numbers = subset;
                more = step(search, at + 1);
            }
            break;
        }
    }
    names.resize(before);
    return more;
}

bool Evaluator::positions(Search& search, std::size_t at) {
    const auto& variable = search.variables[at];
    std::set<Position> members;
    for_each(variable.binding->terms[0], search.scope, [&](const Position& position) {
        if (position.size() != variable.names.size()) throw Undecided{"positions of another length"};
        members.insert(position);
        return true;
    });
    const std::size_t first = search.scope.names.size();
    for (const std::string& name : variable.names) search.scope.add_number(name, 0);
    for (const Position& position : members) {
        for (std::size_t i = 0; i < position.size(); ++i) search.scope.names[first + i].second.number = position[i];
        if (!step(search, at + 1)) return false;
    }
    return true;
}

/// The numbers to try: a fraction beside the variable is rounded to the first or last integer that it allows.
std::pair<std::optional<Integer>, std::optional<Integer>> Evaluator::bounds(const Search& search, std::size_t at) {
    std::optional<Integer> low, high;
    if (const Term* term = search.below(at)) {
        const Fraction value = ratio(*term, search.scope);
        low = search.strictly_above(at) ? Integer(floor_of(value) + 1) : ceil_of(value);
    }
    int strict = 0;
    if (const Term* term = search.above(at, strict)) {
        const Fraction value = ratio(*term, search.scope);
        high = strict == 0 ? floor_of(value) : Integer(ceil_of(value) - strict);
    }
    return {low, high};
}

bool Evaluator::range(Search& search, std::size_t at, std::optional<Integer> low, std::optional<Integer> high) {
    const Integer start = low ? *low : high ? *high : Integer(0);
    const auto beyond = [&](int direction) -> Integer {
        Integer distance = 1;
        for (unsigned i = 0; i < kFarthest; ++i, distance *= 2) {
            const Integer edge = start + direction * distance;
            const Span outside = direction > 0 ? Span{{0, edge}, {1, 0}} : Span{{-1, 0}, {0, edge}};
            if (impossible(search, at, outside)) return edge - direction;
        }
        throw Undecided{search.variables[at].names[0] + " is not seen to have finitely many values"};
    };
    if (!high) high = beyond(1);
    if (!low) low = beyond(-1);
    return part(search, at, *low, *high);
}

bool Evaluator::part(Search& search, std::size_t at, const Integer& low, const Integer& high) {
    const std::size_t place = search.scope.names.size() - 1;
    if (high - low < kShort) {
        for (Integer v = low; v <= high; ++v) {
            search.scope.names[place].second.number = v;
            if (!step(search, at + 1)) return false;
        }
        return true;
    }
    if (impossible(search, at, {{0, low}, {0, high}})) return true;
    const Integer middle = low + (high - low) / 2;
    return part(search, at, low, middle) && part(search, at, middle + 1, high);
}

/// Where a later variable lies, as far as the enclosures of its bounds say.
Span Evaluator::enclosure(const Search& search, std::size_t at, const Scope& scope) {
    const Binding& binding = *search.variables[at].binding;
    Span result;
    if (binding.kind == Kind::equals) return span(binding.terms[0], scope).value_or(result);
    if (binding.kind != Kind::chain && binding.kind != Kind::above) return result;
    if (const Term* term = search.below(at))
        if (const auto value = span(*term, scope)) {
            result.low = value->low;
            if (search.strictly_above(at)) result.low.value += 1;
        }
    int strict = 0;
    if (const Term* term = search.above(at, strict))
        if (const auto value = span(*term, scope)) {
            result.high = value->high;
            result.high.value -= strict;
        }
    return result;
}

/// With this variable anywhere in the span, is there for certain no case?
bool Evaluator::impossible(Search& search, std::size_t at, const Span& here) {
    tick();
    const std::size_t place = search.scope.names.size() - 1;
    search.scope.names[place].second.kind = Entry::Kind::span;
    search.scope.names[place].second.span = here;
    Scope later{&search.scope};
    bool none = false;
    for (std::size_t i = at; i < search.variables.size() && !none; ++i) {
        const auto& variable = search.variables[i];
        if (i > at) {
            const Span range = enclosure(search, i, later);
            none = !range.low.infinite && !range.high.infinite && range.low.value > range.high.value;
            const bool set = variable.binding->kind == Kind::subset;
            for (const std::string& name : variable.names)
                later.add(name, set ? Entry::Kind::missing : Entry::Kind::span).span = range;
        }
        const Binding& binding = *variable.binding;
        if (binding.kind != Kind::chain || !variable.last) continue;
        for (std::size_t j = 0; j < binding.operators.size() && !none; ++j)
            none = related(binding.terms[j], binding.operators[j], binding.terms[j + 1], later) == false;
    }
    if (!none && search.loop.condition) none = truth(*search.loop.condition, later) == false;
    if (!none && search.loop.body) none = truth(*search.loop.body, later) == search.loop.dull;
    for (const auto& [term, value] : search.loop.equations) {
        if (none) break;
        const auto range = span(*term, later);
        none = range && ((!range->low.infinite && range->low.value > *value) ||
                         (!range->high.infinite && range->high.value < *value));
    }
    for (const Term* term : search.loop.natural) {
        if (none) break;
        const auto range = span(*term, later);
        none = range && !range->high.infinite && range->high.value < 0;
    }
    search.scope.names[place].second.kind = Entry::Kind::number;
    return none;
}

}  // namespace bouton::kernel::compute
