#include "lang/parse.hpp"

#include "base/error.hpp"
#include "lang/grammar.hpp"
#include "lang/messages.hpp"

#include <fmt/format.h>
#include <tao/pegtl/contrib/limit_depth.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>

namespace bouton::lang {

namespace g = grammar;
namespace pegtl = tao::pegtl;
using namespace syntax;

namespace {

// ---- what the reader was waiting for ----
template <class Rule> inline constexpr const char* expected = nullptr;
template <> inline constexpr auto expected<g::string_text> = "text in quotes";
template <> inline constexpr auto expected<g::string_end> = "the closing \" on the same line";
template <> inline constexpr auto expected<g::close> = "')' or an operator";
template <> inline constexpr auto expected<g::close_brace> = "'}', ',' or 'for'";
template <> inline constexpr auto expected<g::close_bracket> = "']' or ','";
template <> inline constexpr auto expected<g::expression> = "an expression";
template <> inline constexpr auto expected<g::sum> = "a number or an expression";
template <> inline constexpr auto expected<g::operand> = "a number, a name or '('";
template <> inline constexpr auto expected<g::product> = "a number, a name or '('";
template <> inline constexpr auto expected<g::intersection> = "a set";
template <> inline constexpr auto expected<g::set_term> = "an expression or a set";
template <> inline constexpr auto expected<g::negation_body> = "a condition";
template <> inline constexpr auto expected<g::conjunction> = "a condition";
template <> inline constexpr auto expected<g::disjunction> = "a condition";
template <> inline constexpr auto expected<g::implication> = "a condition";
template <> inline constexpr auto expected<g::list_entry> = "an element";
template <> inline constexpr auto expected<g::key_then> = "'then' (or an operator)";
template <> inline constexpr auto expected<g::key_else> = "'else' (or an operator)";
template <> inline constexpr auto expected<g::colon> = "':' before the statement";
template <> inline constexpr auto expected<g::binding> = "a variable with its range, as in 1 <= t <= x";
template <> inline constexpr auto expected<g::bindings> = "a variable with its range, as in 1 <= t <= x";
template <> inline constexpr auto expected<pegtl::list_must<g::expression, g::comma>> = "an expression";
template <> inline constexpr auto expected<g::name> = "a name";
template <> inline constexpr auto expected<g::parameter_name> = "the parameter's name";
template <> inline constexpr auto expected<g::equals> = "'='";
template <> inline constexpr auto expected<g::key_set> = "'set'";
template <> inline constexpr auto expected<g::quoted> = "a text in quotes, as in \"Nim\"";
template <> inline constexpr auto expected<g::results> = "the position after the move, as in (x - t)";
template <> inline constexpr auto expected<g::result> = "a position, as in (x - t)";
template <> inline constexpr auto expected<g::key_to> = "'to', as in: in up to 2 piles";
template <> inline constexpr auto expected<g::key_piles> = "'piles'";
template <> inline constexpr auto expected<g::game_name> = "a game's name: lower case words joined by '-'";
template <> inline constexpr auto expected<g::coordinates> = "the coordinates, as in (x, y)";
template <> inline constexpr auto expected<g::coordinate> = "a coordinate's name";
template <> inline constexpr auto expected<g::arguments> = "the arguments, as in (x)";
template <> inline constexpr auto expected<g::argument> = "an argument, as in k = 3";
template <> inline constexpr auto expected<g::assignment> = "an assignment, as in x = 3";
template <> inline constexpr auto expected<g::signed_number> = "a number";
template <> inline constexpr auto expected<g::key_refuted> = "'refuted'";
template <> inline constexpr auto expected<g::key_induction> = "'induction', as in: by induction on n";
template <> inline constexpr auto expected<g::key_on> = "'on', as in: by induction on n";
template <> inline constexpr auto expected<g::use_value> = "a value for a variable, as in x = n - 1";
template <> inline constexpr auto expected<g::word> = "a word, as in 0^x 1^x";
template <> inline constexpr auto expected<g::key_period> = "'period'";
template <> inline constexpr auto expected<g::number> = "a number";
template <> inline constexpr auto expected<g::bound> = "a bound, as in 200 or k <= 12";
template <> inline constexpr auto expected<g::statement> = "a statement";
template <> inline constexpr auto expected<g::lone_list> = "a number, an expression or a set";
template <> inline constexpr auto expected<g::end_of_term> = "an operator, or nothing more";
template <>
inline constexpr auto expected<g::end_of_file> = "a declaration: game, move, let, set, theorem, ... (or an operator)";
template <> inline constexpr auto expected<g::gap> = "white space";
template <> inline constexpr auto expected<pegtl::star<g::declaration>> = "a declaration";
template <>
inline constexpr auto expected<pegtl::sor<g::up_to, g::key_exactly>> = "'up to' or 'exactly', as in: in up to 2 piles";
template <>
inline constexpr auto expected<pegtl::sor<g::number, g::count_name, g::count_term>> =
    "how often, as in 0^3, 0^x or 0^(x - r)";
template <> inline constexpr auto expected<g::sign<'<', '='>> = "'<='";

struct messages {
    template <class Rule> static constexpr const char* message = expected<Rule>;
    template <class Rule> static constexpr bool raise_on_failure = false;
};
template <class Rule> using control = pegtl::must_if<messages, pegtl::normal, false>::control<Rule>;

// ---- the parse tree ----
template <class Rule>
using selector = pegtl::parse_tree::selector<
    Rule,
    pegtl::parse_tree::store_content::on<g::number_text, g::name_text, g::game_name_text, g::piles_text, g::string_text,
                                         g::signed_number_text, g::product_sign, g::sum_sign, g::intersection_sign,
                                         g::compare_sign, g::quantifier_head, g::above_sign, g::chain_sign,
                                         g::claim_kind>,
    pegtl::parse_tree::remove_content::on<
        g::call, g::cases, g::for_list, g::if_condition, g::parenthesis, g::range_end, g::list_entry, g::braces,
        g::table, g::conditional, g::power, g::minus, g::product, g::sum, g::intersection, g::set_term, g::comparison,
        g::quantifier, g::negation, g::conjunction, g::disjunction, g::implication, g::expression, g::tuple_names,
        g::binding_element, g::binding_subset, g::binding_equals, g::binding_above, g::binding_chain, g::where,
        g::arguments, g::default_value, g::set_mark, g::parameter_line, g::about_line, g::source_line, g::let_line,
        g::players_line, g::misere_line, g::measure_line, g::result, g::up_to, g::pile_rule, g::move_line,
        g::coordinates, g::game, g::set_definition, g::function_definition, g::assignment, g::counterexample,
        g::expectation, g::argument, g::argument_list, g::pile_count, g::in_game, g::word_count, g::word_group,
        g::word_item, g::repeats, g::starts, g::preperiod, g::has_period, g::named_bound, g::bounds, g::assumption,
        g::induction, g::use_value, g::use, g::scale, g::note, g::claim, g::by_line, g::paper, g::import>>;

template <class Rule> struct action : pegtl::nothing<Rule> {};
template <> struct action<g::expression> : pegtl::limit_depth<200> {};
template <> struct action<g::operand> : pegtl::limit_depth<400> {};
template <> struct action<g::negation> : pegtl::limit_depth<400> {};
template <> struct action<g::implication> : pegtl::limit_depth<400> {};
template <> struct action<g::word_group> : pegtl::limit_depth<200> {};

using Tree = pegtl::parse_tree::node;

Place place_of(const Tree& node) {
    // Not node.begin(): that refers to the name of the input, which is gone by now.
    return {static_cast<std::uint32_t>(node.m_begin.line), static_cast<std::uint32_t>(node.m_begin.column)};
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

Term term(const Tree& node);
Binding binding(const Tree& node);

std::vector<Binding> bindings_of(const Tree& for_list) {
    std::vector<Binding> result;
    for (const auto& child : for_list.children) result.push_back(binding(*child));
    return result;
}

Term make(Term::Kind kind, const Tree& node, std::string text = {}) {
    Term result;
    result.kind = kind;
    result.text = std::move(text);
    result.place = place_of(node);
    return result;
}

struct Refused {
    Place place;
    std::string message;
};
constexpr std::uint32_t kDeepest = 500;
constexpr auto kTooDeep = "nested too deeply, or too long; name a part of it with let, set or function";

void settle(Term& term) {
    for (const Term& part : term.parts) term.depth = std::max(term.depth, part.depth + 1);
    for (const Binding& binding : term.bindings)
        for (const Term& part : binding.terms) term.depth = std::max(term.depth, part.depth + 1);
    if (term.depth > kDeepest) throw Refused{term.place, kTooDeep};
}

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

Term with_parts(Term::Kind kind, const Tree& node) {
    Term result = make(kind, node);
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
    if (node.is_type<g::parenthesis>())
        return node.children.size() == 1 ? term(*node.children[0]) : with_parts(Term::Kind::tuple, node);
    if (node.is_type<g::braces>()) return braces(node);
    if (node.is_type<g::list_entry>()) {
        if (node.children.size() == 1) return term(*node.children[0]);
        Term result = make(Term::Kind::range, node);
        result.parts = {term(*node.children[0]), term(*node.children[1]->children[0])};
        return result;
    }
    if (node.is_type<g::table>()) return with_parts(Term::Kind::table, node);
    if (node.is_type<g::conditional>()) return with_parts(Term::Kind::conditional, node);
    if (node.is_type<g::power>()) {
        if (node.children.size() == 1) return term(*node.children[0]);
        Term result = with_parts(Term::Kind::binary, node);
        result.text = "^";
        return result;
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

std::vector<std::string> names_of(const Tree& node) {
    std::vector<std::string> result;
    for (const auto& child : node.children) result.push_back(text_of(*child));
    return result;
}

Parameter parameter(const Tree& node) {
    Parameter result;
    result.place = place_of(node);
    result.name = text_of(*node.children[0]);
    for (const auto& child : node.children) {
        if (child->is_type<g::set_mark>()) result.kind = Parameter::Kind::set;
        if (child->is_type<g::arguments>()) {
            result.kind = Parameter::Kind::function;
            result.arguments = names_of(*child);
        }
        if (child->is_type<g::default_value>()) result.value = term(*child->children[0]);
        if (child->is_type<g::where>()) result.condition = term(*child->children[0]);
    }
    return result;
}

Move move(const Tree& node) {
    Move result;
    result.place = place_of(node);
    for (const auto& child : node.children) {
        if (child->is_type<g::result>()) result.results.push_back(with_parts(Term::Kind::tuple, *child));
        if (child->is_type<g::for_list>()) result.bindings = bindings_of(*child);
        if (child->is_type<g::if_condition>()) result.condition = term(*child->children[0]);
        if (child->is_type<g::pile_rule>()) {
            result.piles = child->children[0]->is_type<g::up_to>() ? Move::Piles::up_to : Move::Piles::exactly;
            result.pile_count = term(*child->children.back());
        }
    }
    return result;
}

Game game(const Tree& node) {
    Game result;
    result.place = place_of(node);
    result.name = text_of(*node.children[0]);
    result.coordinates = names_of(*node.children[1]);
    for (const auto& child : node.children) {
        if (child->is_type<g::where>()) result.domain = term(*child->children[0]);
        if (child->is_type<g::about_line>()) result.about = quoted_text(*child->children[0]);
        if (child->is_type<g::source_line>()) result.source = quoted_text(*child->children[0]);
        if (child->is_type<g::parameter_line>()) result.parameters.push_back(parameter(*child));
        if (child->is_type<g::let_line>())
            result.lets.push_back({text_of(*child->children[0]), term(*child->children[1]), place_of(*child)});
        if (child->is_type<g::players_line>()) {
            if (result.players) throw Refused{place_of(*child), bouton::messages::stated_twice("players")};
            result.players = term(*child->children[0]);
        }
        if (child->is_type<g::misere_line>()) result.misere = true;
        if (child->is_type<g::measure_line>()) result.measures.push_back(term(*child->children[0]));
        if (child->is_type<g::move_line>()) result.moves.push_back(move(*child));
    }
    return result;
}

Definition definition(const Tree& node) {
    Definition result;
    result.is_set = node.is_type<g::set_definition>();
    result.place = place_of(node);
    result.name = text_of(*node.children[0]);
    if (node.children[1]->is_type<g::arguments>()) result.arguments = names_of(*node.children[1]);
    result.value = term(*node.children.back());
    return result;
}

Argument argument(const Tree& node) {
    Argument result;
    result.place = place_of(node);
    result.name = text_of(*node.children[0]);
    result.value = make(Term::Kind::name, node, result.name);  // `k` alone means k = k
    for (std::size_t i = 1; i < node.children.size(); ++i) {
        if (node.children[i]->is_type<g::arguments>())
            result.arguments = names_of(*node.children[i]);
        else
            result.value = term(*node.children[i]);
    }
    return result;
}

Word word_item(const Tree& node) {
    Word result;
    const Tree& base = *node.children[0];
    if (base.is_type<g::word_group>())
        for (const auto& child : base.children) result.group.push_back(word_item(*child));
    else
        result.symbol = text_of(base);
    if (node.children.size() > 1) result.count = term(*node.children[1]->children[0]);
    return result;
}

void claim_statement(Claim& claim, const Tree& node) {
    if (node.is_type<g::repeats>() || node.is_type<g::starts>()) {
        claim.form = node.is_type<g::repeats>() ? Claim::Form::repeats : Claim::Form::starts;
        claim.quantity = text_of(*node.children[0]);
        for (std::size_t i = 1; i < node.children.size(); ++i) claim.word.push_back(word_item(*node.children[i]));
    } else if (node.is_type<g::has_period>()) {
        claim.form = Claim::Form::period;
        claim.quantity = text_of(*node.children[0]);
        claim.statement = term(*node.children[1]);
        if (node.children.size() > 2) claim.preperiod = term(*node.children[2]->children[0]);
    } else {
        claim.statement = term(node);
    }
}

Claim claim(const Tree& node) {
    Claim result;
    result.place = place_of(node);
    result.kind = text_of(*node.children[0]);
    result.label = quoted_text(*node.children[1]);
    for (std::size_t i = 2; i < node.children.size(); ++i) {
        const Tree& child = *node.children[i];
        if (child.is_type<g::expectation>()) {
            result.expect_refuted = true;
            for (const auto& at : child.children)
                for (const auto& pair : at->children)
                    result.counterexample.emplace_back(text_of(*pair->children[0]), text_of(*pair->children[1]));
        } else if (child.is_type<g::in_game>()) {
            result.game = text_of(*child.children[0]);
            for (const auto& part : child.children) {
                if (part->is_type<g::argument_list>())
                    for (const auto& entry : part->children) result.arguments.push_back(argument(*entry));
                if (part->is_type<g::pile_count>()) result.pile_count = term(*part->children[0]);
            }
        } else if (child.is_type<g::for_list>()) {
            result.bindings = bindings_of(child);
        } else if (child.is_type<g::if_condition>()) {
            result.condition = term(*child.children[0]);
        } else if (child.is_type<g::bounds>()) {
            for (const auto& bound : child.children) {
                if (bound->is_type<g::named_bound>())
                    result.bounds.emplace_back(text_of(*bound->children[0]), text_of(*bound->children[1]));
                else if (result.bound)
                    throw Refused{place_of(*bound), bouton::messages::bounded_twice("")};
                else
                    result.bound = text_of(*bound);
            }
        } else if (child.is_type<g::assumption>()) {
            result.assumption = term(*child.children[0]);
            if (child.children.size() > 1) result.assumption_bindings = bindings_of(*child.children[1]);
        } else if (child.is_type<g::induction>()) {
            for (const auto& measure : child.children) result.induction.push_back(term(*measure));
        } else if (child.is_type<g::use>()) {
            Use use;
            use.claim = quoted_text(*child.children[0]);
            for (std::size_t j = 1; j < child.children.size(); ++j)
                use.at.emplace_back(text_of(*child.children[j]->children[0]), term(*child.children[j]->children[1]));
            result.uses.push_back(std::move(use));
        } else if (child.is_type<g::scale>()) {
            result.scales.push_back(term(*child.children[0]));
        } else if (child.is_type<g::note>()) {
            result.note = quoted_text(*child.children[0]);
        } else {
            claim_statement(result, child);
        }
    }
    return result;
}

File file(const Tree& root, const std::string& path) {
    File result;
    result.path = path;
    for (const auto& child : root.children) {
        if (child->is_type<g::paper>()) {
            if (result.paper) throw Refused{place_of(*child), bouton::messages::stated_twice("paper")};
            Paper paper;
            paper.title = quoted_text(*child->children[0]);
            for (std::size_t i = 1; i < child->children.size(); ++i) {
                const Tree& line = *child->children[i];
                const std::string text = quoted_text(*line.children[0]);
                (line.is_type<g::by_line>()       ? paper.by
                 : line.is_type<g::source_line>() ? paper.source
                                                  : paper.about) = text;
            }
            result.paper = paper;
        } else if (child->is_type<g::import>()) {
            result.imports.push_back({text_of(*child->children[0]), place_of(*child)});
        } else if (child->is_type<g::game>()) {
            result.games.push_back(game(*child));
        } else if (child->is_type<g::claim>()) {
            result.claims.push_back(claim(*child));
        } else {
            result.definitions.push_back(definition(*child));
        }
    }
    // A claim that names no game is about the game declared last before it.
    for (Claim& claim : result.claims) {
        if (!claim.game.empty()) continue;
        for (const Game& candidate : result.games)
            if (candidate.place.line < claim.place.line ||
                (candidate.place.line == claim.place.line && candidate.place.column < claim.place.column))
                claim.game = candidate.name;
    }
    return result;
}

/// The word or sign at a place, as the reader sees it.
std::string found_at(std::string_view text, std::size_t byte) {
    if (byte >= text.size()) return "the end";
    const auto letter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c >= 0x80; };
    std::size_t end = byte + 1;
    if (letter(static_cast<unsigned char>(text[byte])))
        while (end < text.size() && letter(static_cast<unsigned char>(text[end])) && end - byte < 30) ++end;
    const auto first = static_cast<unsigned char>(text[byte]);
    if (first < 0x20 || first == 0x7f) return fmt::format("the byte 0x{:02x}", first);
    return "'" + std::string(text.substr(byte, end - byte)) + "'";
}

/// A remedy for mistakes that people make.
std::string hint_for(std::string_view text, std::size_t byte) {
    const auto at = [&](std::string_view word) {  // here, or begun one character earlier, as in &&
        return text.substr(std::min(byte, text.size())).starts_with(word) ||
               (byte > 0 && text.substr(std::min(byte - 1, text.size())).starts_with(word));
    };
    const auto before = [&](std::size_t n) { return byte >= n ? text[byte - n] : ' '; };
    if (at("==")) return " (equality is written =)";
    if (at("%")) return " (the remainder is written a mod b)";
    if (at("&&")) return " (write and)";
    if (at("||")) return " (write or)";
    if (at("<>")) return " (write !=)";
    if (at("->") || at("=>")) return " (write implies)";
    std::size_t digits = byte;
    while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits]))) ++digits;
    if (digits > byte && digits < text.size() && std::isalpha(static_cast<unsigned char>(text[digits])))
        return " (a product needs a sign: 2*x)";
    if (at("(") && (std::isalnum(static_cast<unsigned char>(before(1))) || before(1) == ')'))
        return " (a product needs a sign: 2*(x + 1))";
    return "";
}

template <class Start> std::unique_ptr<Tree> run(std::string_view text, const std::string& path) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\0')
            throw bad_input(path + ": this is not a text file (it holds a zero byte); a .bouton file is plain text");
    }
    pegtl::memory_input input(text.data(), text.size(), path);
    try {
        auto root = pegtl::parse_tree::parse<Start, selector, action, control>(input);
        if (!root) throw bad_input(path + ": cannot be read");
        return root;
    } catch (const pegtl::parse_error& error) {
        const auto position = error.positions().front();
        const Place place{static_cast<std::uint32_t>(position.line), static_cast<std::uint32_t>(position.column)};
        std::string message(error.message());
        if (message.starts_with("parse error matching"))
            message = "something else";  // a rule without a line in `expected`
        if (message.starts_with("maximum parser")) fail_at(text, path, place, kTooDeep);
        fail_at(text, path, place,
                "expected " + message + ", found " + found_at(text, position.byte) + hint_for(text, position.byte));
    }
}

}  // namespace

void fail_at(std::string_view text, const std::string& path, Place place, const std::string& message) {
    std::size_t begin = 0;
    for (std::uint32_t line = 1; line < place.line; ++line) {
        const auto next = text.find('\n', begin);
        if (next == std::string_view::npos) break;
        begin = next + 1;
    }
    std::string line(text.substr(begin, text.find('\n', begin) - begin));
    std::size_t column = place.column == 0 ? 0 : place.column - 1;
    if (line.size() > 160) {  // keep the neighbourhood
        const std::size_t from = column > 60 ? column - 60 : 0;
        line = line.substr(from, 120);
        column -= from;
    }
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    const std::string before = line.substr(0, column);  // the caret counts characters, not bytes
    column -= static_cast<std::size_t>(
        std::count_if(before.begin(), before.end(), [](char c) { return (c & 0xc0) == 0x80; }));
    throw Error(Fault::input,
                fmt::format("{}:{}:{}: {}\n  {}\n  {}^", path, place.line, place.column, message, line,
                            std::string(column, ' ')),
                TextPlace{path, place.line, place.column});
}

namespace {

/// Runs a conversion of the parse tree; what it refuses becomes an ordinary error.
template <class Convert> auto convert(std::string_view text, const std::string& path, Convert convert) {
    try {
        return convert();
    } catch (const Refused& refused) {
        fail_at(text, path, refused.place, refused.message);
    }
}

}  // namespace

File parse_file(std::string_view text, const std::string& path) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
    const auto root = run<g::file>(text, path);
    File result = convert(text, path, [&] { return file(*root, path); });
    if (result.games.empty() && result.claims.empty() && result.definitions.empty() && result.imports.empty())
        throw bad_input(path + ": the file declares nothing; a game starts with: game NAME (x)");
    return result;
}

Term parse_term(std::string_view text, const std::string& what) {
    const auto root = run<g::lone_term>(text, what);
    return convert(text, what, [&] {
        if (root->children.size() == 1) return term(*root->children[0]);
        Term list = make(Term::Kind::list, *root->children[0]);
        for (const auto& child : root->children) list.parts.push_back(term(*child));
        settle(list);
        return list;
    });
}

}  // namespace bouton::lang
