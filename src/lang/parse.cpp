#include "lang/parse.hpp"

#include "base/error.hpp"
#include "lang/from_tree.hpp"
#include "lang/grammar.hpp"
#include "lang/hints.hpp"

#include <fmt/format.h>
#include <tao/pegtl/contrib/limit_depth.hpp>

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
template <>
inline constexpr auto expected<g::token<g::code_text>> =
    "the digits of a code, 0 to 9 and A to F, as in 0.156 or 0.33[00300]";
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
template <> inline constexpr auto expected<pegtl::list_must<g::sum, g::comma>> = "a number or an expression";
template <> inline constexpr auto expected<g::name> = "a name";
template <> inline constexpr auto expected<g::parameter_name> = "the parameter's name";
template <> inline constexpr auto expected<g::equals> = "'='";
template <> inline constexpr auto expected<g::set_kind> = "'set' or 'sets'";
template <> inline constexpr auto expected<g::sign<'.', '.'>> = "'..', as in a[1..n]";
template <> inline constexpr auto expected<g::quoted> = "a text in quotes, as in \"Nim\"";
template <> inline constexpr auto expected<g::results> = "the position after the move, as in (x - t)";
template <>
inline constexpr auto expected<g::results_or_changes> =
    "the position after the move, as in (x - t), or what changes, as in x to x - t";
template <> inline constexpr auto expected<g::change> = "what changes, as in x to x - t";
template <> inline constexpr auto expected<g::result> = "a position, as in (x - t)";
template <> inline constexpr auto expected<g::key_to> = "'to', as in: in up to 2 piles";
template <> inline constexpr auto expected<g::pile_word> = "'piles'";
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
inline constexpr auto expected<g::end_of_ranges> =
    "an operator, ',' and another variable, 'if' and a condition, or nothing more";
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
template <> inline constexpr auto expected<g::key_base> = "'base', as in: automaton f(x) base 2";
template <> inline constexpr auto expected<g::automaton_base> = "the base, a number or 'fibonacci'";
template <> inline constexpr auto expected<g::states> = "a state, as in: state 0 gives 1: 0 1";
template <> inline constexpr auto expected<g::key_gives> = "'gives', as in: state 0 gives 1: 0 1";
template <> inline constexpr auto expected<g::output_end> = "':' before the states that follow";
template <> inline constexpr auto expected<g::successors> = "the state that follows on each column of digits";

struct messages {
    template <class Rule> static constexpr const char* message = expected<Rule>;
};
// ---- the tree ----
template <class Rule, class... Selected> inline constexpr bool is_one_of = (std::is_same_v<Rule, Selected> || ...);
template <class Rule>
inline constexpr bool selected =
    is_one_of<Rule, g::number_text, g::name_text, g::game_name_text, g::piles_text, g::string_text,
              g::signed_number_text, g::product_sign, g::sum_sign, g::intersection_sign, g::compare_sign,
              g::quantifier_head, g::above_sign, g::chain_sign, g::claim_kind, g::call, g::cases, g::for_list,
              g::if_condition, g::parenthesis, g::range_end, g::list_entry, g::braces, g::table, g::code_text,
              g::conditional, g::power, g::minus, g::product, g::sum, g::intersection, g::set_term, g::comparison,
              g::quantifier, g::negation, g::conjunction, g::disjunction, g::implication, g::expression, g::tuple_names,
              g::binding_element, g::binding_subset, g::binding_equals, g::binding_above, g::binding_chain, g::where,
              g::arguments, g::default_value, g::set_mark, g::sets_mark, g::parameter_line, g::about_line,
              g::source_line, g::let_line, g::players_line, g::misere_line, g::loopy_line, g::prefer_line,
              g::coalition_line, g::block_line, g::measure_line, g::result, g::up_to, g::pile_rule, g::shift, g::change,
              g::indexed, g::row, g::some_mark, g::all_mark, g::pile_set, g::move_line, g::coordinates, g::game,
              g::set_definition, g::function_definition, g::automaton_definition, g::fibonacci_base, g::state_line,
              g::assignment, g::counterexample, g::expectation, g::argument, g::argument_list, g::pile_count,
              g::in_game, g::word_count, g::word_group, g::word_item, g::repeats, g::starts, g::preperiod,
              g::has_period, g::named_bound, g::bounds, g::assumption, g::induction, g::use_value, g::use, g::scale,
              g::note, g::claim, g::by_line, g::paper, g::import, g::example_bounds, g::example>;

template <class Rule> struct control : pegtl::must_if<messages, pegtl::normal, false>::control<Rule> {
    static constexpr bool enable = true;  // PEGTL's own inner rules, too, can fail when a part of them has matched
    template <class Input> static void start(const Input& in, TreeBuilder& tree) { tree.start(in.iterator()); }
    template <class Input> static void success(const Input& in, TreeBuilder& tree) {
        if constexpr (selected<Rule>)
            tree.success(&rule_mark<Rule>, in.current());
        else
            tree.success();
    }
    template <class Input> static void failure(const Input&, TreeBuilder& tree) { tree.failure(); }
};

template <class Rule> struct action : pegtl::nothing<Rule> {};
template <> struct action<g::expression> : pegtl::limit_depth<200> {};
template <> struct action<g::operand> : pegtl::limit_depth<400> {};
template <> struct action<g::negation> : pegtl::limit_depth<400> {};
template <> struct action<g::implication> : pegtl::limit_depth<400> {};
template <> struct action<g::word_group> : pegtl::limit_depth<200> {};

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

template <class Start> Tree run(std::string_view text, const std::string& path) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\0')
            throw bad_input(path + ": this is not a text file (it holds a zero byte); a .bouton file is plain text");
    }
    pegtl::memory_input input(text.data(), text.size(), path);
    try {
        TreeBuilder tree;
        if (!pegtl::parse<Start, action, control>(input, tree)) throw bad_input(path + ": cannot be read");
        return tree.root();
    } catch (const pegtl::parse_error& error) {
        const auto position = error.positions().front();
        const Place place{static_cast<std::uint32_t>(position.line), static_cast<std::uint32_t>(position.column)};
        std::string message(error.message());
        if (message.starts_with("parse error matching"))
            message = "something else";  // a rule without a line in `expected`
        if (message.starts_with("maximum parser")) fail_at(text, path, place, kTooDeep);
        fail_at(text, path, place,
                "expected " + message + ", found " + found_at(text, position.byte) +
                    hint_for(text, position.byte, message));
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
    File result = convert(text, path, [&] { return file_from(root, path); });
    if (result.games.empty() && result.claims.empty() && result.definitions.empty() && result.imports.empty())
        throw bad_input(path + ": the file declares nothing; a game starts with: game NAME (x)");
    return result;
}

Term parse_term(std::string_view text, const std::string& what) {
    const auto root = run<g::lone_term>(text, what);
    return convert(text, what, [&] { return term_from(root); });
}

Ranges parse_ranges(std::string_view text, const std::string& what) {
    const auto root = run<g::lone_ranges>(text, what);
    return convert(text, what, [&] { return ranges_from(root); });
}

}  // namespace bouton::lang
