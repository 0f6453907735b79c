#include "unit/random_terms.hpp"

#include "unit/terms.hpp"

namespace bouton::unit {

using namespace build;
using syntax::Binding;
using syntax::Term;

Term RandomTerms::small() { return number(random_.between(0, 3)); }

Term RandomTerms::positive_set() {
    std::vector<Term> parts;
    for (std::int64_t i = random_.between(0, 2); i >= 0; --i) {
        const std::int64_t first = random_.between(1, 5);
        parts.push_back(random_.chance(30) ? range(number(first), number(first + random_.between(0, 2)))
                                           : number(first));
    }
    return list(parts);
}

Term RandomTerms::bound(const std::string& heap) {
    const Term h = name(heap);
    switch (random_.between(0, 8)) {
        case 0: return call("min", {h, number(random_.between(1, 4))});
        case 1: return call("floor", {binary("/", h, number(2))});
        case 2: return binary("/", binary("+", h, number(1)), number(random_.between(2, 3)));
        case 3: return number(random_.between(1, 4));
        case 4: return rule_function_.empty() ? h : call(rule_function_, {call("min", {h, number(4)})});
        case 5: return let_.empty() ? h : name(let_);
        case 6: return expression({heap}, 1);
        default: return h;
    }
}

Term RandomTerms::expression(const std::vector<std::string>& names, int depth) {
    if (depth == 0 || random_.chance(20)) {
        if (!pile_.empty() && random_.chance(20))
            return call(random_.word({"sum", "max", "min", "count", "xor"}), {piles(pile_)});
        if (!names.empty() && random_.chance(75)) return name(random_.pick(names));
        if (!number_parameter_.empty() && random_.chance(40)) return name(number_parameter_);
        return number(random_.between(-2, 5));
    }
    const auto e = [&] { return expression(names, depth - 1); };
    const auto natural = [&] { return call("abs", {e()}); };
    const auto divisor = [&] { return random_.chance(80) ? number(random_.between(2, 4)) : number(-3); };
    switch (random_.between(0, 16)) {
        case 0:
        case 1: return binary("+", e(), e());
        case 2:
        case 3: return binary("-", e(), e());
        case 4: return binary("*", number(random_.between(-2, 3)), e());
        case 5: return binary("mod", e(), divisor());
        case 6: return call("floor", {binary("/", e(), divisor())});
        case 7: return call("ceil", {binary("+", binary("/", e(), number(2)), binary("/", e(), number(3)))});
        case 8: return call(random_.word({"min", "max"}), {e(), e(), number(2)});
        case 9: return call("xor", {natural(), natural()});
        case 10: return call("gcd", {e(), e()});
        case 11: return call("floor", {call("sqrt", {natural()})});
        case 12: return call("floor", {call("log2", {binary("+", natural(), number(1))})});
        case 13: return choose(condition(names, depth - 1), e(), e());
        case 14:
            return random_.chance(50) ? call("ones", {natural()}) : call("twos", {binary("+", natural(), number(1))});
        case 15: return call("qsum", {number(3), natural(), natural()});
        default: {
            const Term i = name("i" + std::to_string(++bound_variables_));
            const Binding binding = chain({number(0), i, number(2)}, {"<=", "<="});
            if (random_.chance(50)) return over(Term::Kind::aggregate, "sum", {binary("*", i, e())}, {binding});
            const Term test = compare(i, "<=", e());
            return over(Term::Kind::aggregate, "count", {tuple({}), test}, {binding});
        }
    }
}

Term RandomTerms::condition(const std::vector<std::string>& names, int depth) {
    const auto e = [&] { return expression(names, 1); };
    const auto c = [&] { return condition(names, depth - 1); };
    switch (random_.between(0, depth > 0 ? 10 : 5)) {
        case 0:
        case 1: return compare(e(), random_.word({"<=", ">=", "<", ">"}), e());
        case 2: return compare(e(), random_.word({"=", "!="}), e());
        case 3: return compare(binary("mod", e(), number(3)), random_.word({"!=", "<="}), number(1));
        case 4: return compare({e(), e(), e()}, {"<=", "<"});
        case 5: return compare(binary("/", e(), number(2)), random_.word({"<", ">="}), binary("/", e(), number(3)));
        case 6: return binary(random_.word({"and", "or", "implies", "iff"}), c(), c());
        case 7: return negation(c());
        case 8: return compare(e(), "in", list({number(0), range(number(2), number(4))}));
        default: {
            const Term j = name("j" + std::to_string(++bound_variables_));
            const Binding binding = chain({number(0), j, number(2)}, {"<=", "<="});
            return over(Term::Kind::quantifier, random_.word({"forall", "exists"}),
                        {compare(binary("+", j, e()), "!=", e())}, {binding});
        }
    }
}

}  // namespace bouton::unit
