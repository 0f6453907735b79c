#include "fuzz/wild_terms.hpp"

#include "unit/terms.hpp"

namespace bouton::fuzz {

using namespace unit::build;
using syntax::Binding;
using syntax::Term;

namespace {

Term literal(const std::string& digits) { return unit::build::term(Term::Kind::number, digits); }

}  // namespace

Term WildTerms::number() {
    switch (random_.between(0, 9)) {
        case 0: {  // beside a power of 2
            const Term power =
                binary("^", literal("2"),
                       literal(std::to_string(random_.pick(std::vector{8, 15, 16, 31, 32, 62, 63, 64, 65, 100}))));
            const auto off = random_.between(-2, 2);
            const Term near = off == 0 ? power : binary(off < 0 ? "-" : "+", power, unit::build::number(std::abs(off)));
            return random_.chance(30) ? unit::build::term(Term::Kind::negate, "", {near}) : near;
        }
        case 1:
            return literal(
                random_.word({"9223372036854775807", "9223372036854775808", "4294967296", "18446744073709551616",
                              "1000000000000000000000000000000", "4096", "4097", "255", "256", "65535"}));
        case 2: return unit::build::number(random_.between(-300, 10000));
        default: return unit::build::number(random_.between(-3, 12));
    }
}

Term WildTerms::fraction(int depth) {
    const Term quotient = binary("/", expression(depth - 1), random_.chance(60) ? number() : expression(depth - 1));
    return random_.chance(30) ? binary(random_.word({"+", "-", "*"}), quotient, expression(depth - 1)) : quotient;
}

/// An end of a range: often near 0, sometimes far away.
Term WildTerms::end(int depth) {
    if (random_.chance(50)) return unit::build::number(random_.between(-4, 9));
    if (random_.chance(25)) return expression(depth - 1);
    return number();
}

Term WildTerms::loop(int depth) {
    const std::string i = "i" + std::to_string(++loops_);
    std::vector<Binding> bindings;
    Term first = end(depth), last = end(depth);
    if (random_.chance(20)) {  // just long enough for a shortcut
        first = unit::build::number(random_.between(-40, 40));
        last = unit::build::number(random_.between(4050, 4200));
    }
    if (random_.chance(8))
        bindings = {element({i}, list({number(), range(unit::build::number(random_.between(-3, 3)), number())}))};
    else
        bindings = {chain({first, name(i), last}, {random_.word({"<=", "<"}), random_.word({"<=", "<"})})};
    names.push_back(i);
    if (random_.chance(12)) {
        const std::string j = "i" + std::to_string(++loops_);
        bindings.push_back(chain({end(depth), name(j), random_.chance(50) ? name(i) : end(depth)}, {"<=", "<="}));
        names.push_back(j);
    }
    const auto known = names.size() - bindings.size();
    std::vector<Term> parts;
    Term result;
    switch (random_.between(0, 7)) {
        case 0:
        case 1:
        case 2:
        case 3: result = over(Term::Kind::aggregate, "sum", {expression(depth - 1)}, bindings); break;
        case 4: result = over(Term::Kind::aggregate, "count", {tuple({}), condition(depth - 1)}, bindings); break;
        case 5:
            result = over(Term::Kind::aggregate, random_.word({"min", "max"}), {expression(depth - 1)}, bindings);
            break;
        default:
            result = choose(
                over(Term::Kind::quantifier, random_.word({"exists", "forall"}), {condition(depth - 1)}, bindings),
                number(), number());
    }
    if (result.kind == Term::Kind::aggregate && result.text != "count" && random_.chance(15))
        result.parts.push_back(condition(depth - 1));
    names.resize(known);
    return result;
}

Term WildTerms::expression(int depth) {
    if (depth <= 0 || random_.chance(12))
        return !names.empty() && random_.chance(60) ? name(random_.pick(names)) : number();
    const auto e = [&] { return expression(depth - 1); };
    switch (random_.between(0, 21)) {
        case 0:
        case 1: return binary("+", e(), e());
        case 2:
        case 3: return binary("-", e(), e());
        case 4:
        case 5: return binary("*", e(), e());
        case 6: return binary("mod", e(), e());
        case 7: return call(random_.word({"floor", "ceil"}), {fraction(depth)});
        case 8: return binary("^", e(), unit::build::number(random_.between(0, 4)));
        case 9: return binary("^", number(), call("min", {e(), unit::build::number(random_.between(0, 90))}));
        case 10: return call(random_.word({"min", "max", "gcd", "xor"}), {e(), e()});
        case 11: return call("abs", {e()});
        case 12: return call("floor", {call(random_.word({"sqrt", "log2"}), {e()})});
        case 13: return choose(condition(depth - 1), e(), e());
        case 14: return call(random_.word({"ones", "twos", "fibonacci_shift", "fibonacci_zeros"}), {e()});
        case 15: return call("digit", {e(), unit::build::number(random_.between(-1, 10)), e()});
        case 16: return call("qsum", {unit::build::number(random_.between(-1, 5)), e(), e()});
        case 17:
            return call(
                random_.word({"josephus_rank", "josephus_seat"}),
                {unit::build::number(random_.between(0, 30)), e(), unit::build::number(random_.between(0, 30))});
        case 18: return unit::build::term(Term::Kind::negate, "", {e()});
        default: return loop(depth);
    }
}

Term WildTerms::condition(int depth) {
    const auto e = [&] { return random_.chance(15) ? fraction(1) : expression(depth - 1); };
    switch (random_.between(0, depth > 0 ? 7 : 2)) {
        case 0:
        case 1: return compare(e(), random_.word({"<=", ">=", "<", ">", "=", "!="}), e());
        case 2: return compare({e(), e(), e()}, {random_.word({"<=", "<"}), random_.word({"<=", "<"})});
        case 3: return negation(condition(depth - 1));
        case 4:
            return compare(expression(depth - 1), "in",
                           list({number(), range(unit::build::number(random_.between(-3, 3)), number())}));
        default:
            return binary(random_.word({"and", "or", "implies", "iff"}), condition(depth - 1), condition(depth - 1));
    }
}

}  // namespace bouton::fuzz
