#include "lang/tree_terms.hpp"

#include "lang/codes.hpp"
#include "lang/from_tree.hpp"
#include "lang/grammar.hpp"
#include "lang/messages.hpp"

namespace bouton::lang {

namespace g = grammar;
using namespace syntax;

Place place_of(const Tree& node) {
    return {static_cast<std::uint32_t>(node.line), static_cast<std::uint32_t>(node.column)};
}

std::string text_of(const Tree& node) {
    std::string text = node.string();
    const auto end = text.find_first_of(" \t\r\n\f\v#");  // signs carry the white space after them
    return end == std::string::npos ? text : text.substr(0, end);
}

std::string quoted_text(const Tree& node) {
    std::string result;
    const std::string raw = node.string();
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == '\\' && i + 1 < raw.size()) ++i;
        result += raw[i];
    }
    return result;
}

std::vector<std::string> names_of(const Tree& node) {
    std::vector<std::string> result;
    for (const auto& child : node.children) result.push_back(text_of(*child));
    return result;
}

Term make(Term::Kind kind, const Tree& node, std::string text) {
    Term result;
    result.kind = kind;
    result.text = std::move(text);
    result.place = place_of(node);
    return result;
}

constexpr std::uint32_t kDeepest = 500;

void settle(Term& term) {
    for (const Term& part : term.parts) term.depth = std::max(term.depth, part.depth + 1);
    for (const Binding& binding : term.bindings)
        for (const Term& part : binding.terms) term.depth = std::max(term.depth, part.depth + 1);
    if (term.depth > kDeepest) throw Refused{term.place, kTooDeep};
}

namespace {

/// operand (sign operand)*, grouped from the left; a sign that is a bare keyword has no node, its text is `keyword`.
Term fold_left(const Tree& node, const char* keyword = nullptr) {
    Term result = term(*node.children[0]);
    for (std::size_t i = 1; i < node.children.size();) {
        const std::string sign = keyword ? keyword : text_of(*node.children[i++]);
        Term joined = make(Term::Kind::binary, node, sign);
        joined.place = result.place;
        joined.parts.push_back(std::move(result));
        joined.parts.push_back(term(*node.children[i++]));
        settle(joined);
        result = std::move(joined);
    }
    return result;
}

Term fold_right(const Tree& node, const char* keyword) {
    Term result = term(*node.children.back());
    for (std::size_t i = node.children.size() - 1; i-- > 0;) {
        Term joined = make(Term::Kind::binary, node, keyword);
        joined.parts.push_back(term(*node.children[i]));
        joined.parts.push_back(std::move(result));
        settle(joined);
        result = std::move(joined);
    }
    return result;
}

/// Takes over `for ... if ...` into a family, aggregate or quantifier.
void add_cases(Term& target, const Tree& cases) {
    for (const auto& child : cases.children) {
        if (child->is_type<g::for_list>()) target.bindings = bindings_of(*child);
        if (child->is_type<g::if_condition>()) target.parts.push_back(term(*child->children[0]));
    }
}

Term call(const Tree& node) {
    Term result = make(Term::Kind::call, node, text_of(*node.children[0]));
    for (std::size_t i = 1; i < node.children.size(); ++i) {
        if (node.children[i]->is_type<g::cases>()) {
            result.kind = Term::Kind::aggregate;
            if (i == 1) result.parts.push_back(make(Term::Kind::tuple, node));  // count( for ...): no expression
            add_cases(result, *node.children[i]);
        } else {
            result.parts.push_back(term(*node.children[i]));
        }
    }
    const std::size_t bodies = node.children.size() - 2;  // besides the name and the cases
    if (result.kind == Term::Kind::aggregate && bodies > 1) {
        const auto end = result.parts.begin() + static_cast<std::ptrdiff_t>(bodies);
        Term all = make(Term::Kind::tuple, node);
        all.parts.assign(result.parts.begin(), end);
        settle(all);
        result.parts.erase(result.parts.begin() + 1, end);
        result.parts[0] = std::move(all);
    }
    settle(result);
    return result;
}

Term braces(const Tree& node) {
    Term result = make(Term::Kind::list, node);
    for (const auto& child : node.children) {
        if (child->is_type<g::cases>()) {
            result.kind = Term::Kind::family;
            add_cases(result, *child);
        } else {
            result.parts.push_back(term(*child));
        }
    }
    settle(result);
    return result;
}

Term with_parts(Term::Kind kind, const Tree& node, std::string text = {}) {
    Term result = make(kind, node, std::move(text));
    for (const auto& child : node.children) result.parts.push_back(term(*child));
    settle(result);
    return result;
}

Term comparison(const Tree& node) {
    if (node.children.size() == 1) return term(*node.children[0]);
    Term result = make(Term::Kind::compare, node);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        if (i % 2 == 0)
            result.parts.push_back(term(*node.children[i]));
        else
            result.operators.push_back(text_of(*node.children[i]));
    }
    settle(result);
    return result;
}

Term quantifier(const Tree& node) {
    Term result = make(Term::Kind::quantifier, node, text_of(*node.children[0]));
    result.parts.push_back(term(*node.children.back()));
    for (std::size_t i = 1; i + 1 < node.children.size(); ++i) {
        if (node.children[i]->is_type<g::if_condition>())
            result.parts.push_back(term(*node.children[i]->children[0]));
        else
            result.bindings.push_back(binding(*node.children[i]));
    }
    settle(result);
    return result;
}

}  // namespace

Term term(const Tree& node) {
    if (node.is_type<g::number_text>()) {
        std::string digits = text_of(node);
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
        return make(Term::Kind::number, node, digits);
    }
    if (node.is_type<g::name_text>()) return make(Term::Kind::name, node, text_of(node));
    if (node.is_type<g::piles_text>()) {
        std::string text = text_of(node);
        return make(Term::Kind::piles, node, text.substr(0, text.size() - 3));
    }
    if (node.is_type<g::call>()) return call(node);
    if (node.is_type<g::indexed>()) {
        Term result = make(Term::Kind::indexed, node, text_of(*node.children[0]));
        result.parts = {term(*node.children[1])};
        settle(result);
        return result;
    }
    if (node.is_type<g::parenthesis>())
        return node.children.size() == 1 ? term(*node.children[0]) : with_parts(Term::Kind::tuple, node);
    if (node.is_type<g::braces>()) return braces(node);
    if (node.is_type<g::list_entry>()) {
        if (node.children.size() == 1) return term(*node.children[0]);
        Term result = make(Term::Kind::range, node);
        result.parts = {term(*node.children[0]), term(*node.children[1]->children[0])};
        return result;
    }
    if (node.is_type<g::code_text>()) {
        Term result = make(Term::Kind::table, node, text_of(node));
        result.parts = digits_of(result.text, result.place);
        settle(result);
        return result;
    }
    if (node.is_type<g::table>()) return with_parts(Term::Kind::table, node);
    if (node.is_type<g::conditional>()) return with_parts(Term::Kind::conditional, node);
    if (node.is_type<g::power>()) {
        return node.children.size() == 1 ? term(*node.children[0]) : with_parts(Term::Kind::binary, node, "^");
    }
    if (node.is_type<g::minus>()) return with_parts(Term::Kind::negate, node);
    if (node.is_type<g::product>() || node.is_type<g::sum>() || node.is_type<g::intersection>()) return fold_left(node);
    if (node.is_type<g::set_term>()) return fold_left(node, "|");
    if (node.is_type<g::comparison>()) return comparison(node);
    if (node.is_type<g::quantifier>()) return quantifier(node);
    if (node.is_type<g::negation>()) return with_parts(Term::Kind::negation, node);
    if (node.is_type<g::conjunction>()) return fold_left(node, "and");
    if (node.is_type<g::disjunction>()) return fold_left(node, "or");
    if (node.is_type<g::implication>()) return fold_right(node, "implies");
    if (node.is_type<g::expression>()) return fold_left(node, "iff");
    throw std::logic_error("unhandled expression node");
}

Binding binding(const Tree& node) {
    Binding result;
    result.place = place_of(node);
    const auto& children = node.children;
    if (node.is_type<g::binding_chain>()) {
        result.kind = Binding::Kind::chain;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (i % 2 == 0)
                result.terms.push_back(term(*children[i]));
            else
                result.operators.push_back(text_of(*children[i]));
        }
        return result;
    }
    if (children[0]->is_type<g::tuple_names>())
        for (const auto& name : children[0]->children) result.names.push_back(text_of(*name));
    else
        result.names.push_back(text_of(*children[0]));
    result.terms.push_back(term(*children.back()));
    if (node.is_type<g::binding_element>()) result.kind = Binding::Kind::element;
    if (node.is_type<g::binding_subset>()) result.kind = Binding::Kind::subset;
    if (node.is_type<g::binding_equals>()) result.kind = Binding::Kind::equals;
    if (node.is_type<g::binding_above>()) {
        result.kind = Binding::Kind::above;
        result.operators.push_back(text_of(*children[1]));
    }
    return result;
}

std::vector<Binding> bindings_of(const Tree& for_list) {
    std::vector<Binding> result;
    for (const auto& child : for_list.children) result.push_back(binding(*child));
    return result;
}

}  // namespace bouton::lang
