// Short names for making syntax trees by hand: binary("-", name("x"), number(1)) is x - 1.
#pragma once

#include "lang/syntax.hpp"

#include <string>
#include <utility>
#include <vector>

namespace bouton::unit::build {

inline syntax::Term term(syntax::Term::Kind kind, std::string text, std::vector<syntax::Term> parts = {}) {
    syntax::Term result;
    result.kind = kind;
    result.text = std::move(text);
    result.parts = std::move(parts);
    return result;
}
inline syntax::Term number(long long value) {
    if (value < 0) return term(syntax::Term::Kind::negate, "", {number(-value)});
    return term(syntax::Term::Kind::number, std::to_string(value));
}
inline syntax::Term name(const std::string& text) { return term(syntax::Term::Kind::name, text); }
inline syntax::Term piles(const std::string& text) { return term(syntax::Term::Kind::piles, text); }
inline syntax::Term call(const std::string& function, std::vector<syntax::Term> parts) {
    return term(syntax::Term::Kind::call, function, std::move(parts));
}
inline syntax::Term tuple(std::vector<syntax::Term> parts) {
    return term(syntax::Term::Kind::tuple, "", std::move(parts));
}
inline syntax::Term list(std::vector<syntax::Term> parts) {
    return term(syntax::Term::Kind::list, "", std::move(parts));
}
inline syntax::Term range(syntax::Term first, syntax::Term last) {
    return term(syntax::Term::Kind::range, "", {std::move(first), std::move(last)});
}
inline syntax::Term binary(const std::string& op, syntax::Term left, syntax::Term right) {
    return term(syntax::Term::Kind::binary, op, {std::move(left), std::move(right)});
}
inline syntax::Term negation(syntax::Term condition) {
    return term(syntax::Term::Kind::negation, "", {std::move(condition)});
}
inline syntax::Term compare(std::vector<syntax::Term> parts, std::vector<std::string> operators) {
    syntax::Term result = term(syntax::Term::Kind::compare, "", std::move(parts));
    result.operators = std::move(operators);
    return result;
}
inline syntax::Term compare(syntax::Term left, const std::string& op, syntax::Term right) {
    return compare({std::move(left), std::move(right)}, {op});
}
inline syntax::Term choose(syntax::Term condition, syntax::Term yes, syntax::Term no) {
    return term(syntax::Term::Kind::conditional, "", {std::move(condition), std::move(yes), std::move(no)});
}
/// A family, aggregate or quantifier; parts: the body and perhaps the condition.
inline syntax::Term over(syntax::Term::Kind kind, const std::string& text, std::vector<syntax::Term> parts,
                         std::vector<syntax::Binding> bindings) {
    syntax::Term result = term(kind, text, std::move(parts));
    result.bindings = std::move(bindings);
    return result;
}

inline syntax::Binding chain(std::vector<syntax::Term> terms, std::vector<std::string> operators) {
    return {syntax::Binding::Kind::chain, {}, std::move(terms), std::move(operators), {}};
}
inline syntax::Binding above(const std::string& variable, const std::string& op, syntax::Term bound) {
    return {syntax::Binding::Kind::above, {variable}, {std::move(bound)}, {op}, {}};
}
inline syntax::Binding element(std::vector<std::string> variables, syntax::Term set) {
    return {syntax::Binding::Kind::element, std::move(variables), {std::move(set)}, {}, {}};
}
inline syntax::Binding equals(const std::string& variable, syntax::Term value) {
    return {syntax::Binding::Kind::equals, {variable}, {std::move(value)}, {}, {}};
}
inline syntax::Binding subset(const std::string& variable, syntax::Term set) {
    return {syntax::Binding::Kind::subset, {variable}, {std::move(set)}, {}, {}};
}

}  // namespace bouton::unit::build
