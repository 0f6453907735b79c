// The grammar, read downward: words, expressions, bindings, games, claims, files. docs/language.md explains it by examples.
// Each rule that may be what the reader is waiting for has one line in `expected` at the end.
#pragma once

#include <tao/pegtl.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace bouton::lang::grammar {

using namespace tao::pegtl;  // NOLINT: this header is included by parse.cpp alone

// ---- words ----
// Spaces, key words, names and signs are matched by hand. Composed of smaller rules, each of them was five templates and more, in every
// mode in which it is used: most of what parse.cpp took to compile.
inline bool is_space(char c) { return c == ' ' || ('\t' <= c && c <= '\r'); }
inline bool is_digit(char c) { return '0' <= c && c <= '9'; }
inline bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_'; }

/// How many bytes of white space and comments are at the start.
inline std::size_t gap_length(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && (is_space(text[i]) || text[i] == '#'))
        i = text[i] == '#' ? std::min(text.find('\n', i), text.size() - 1) + 1 : i + 1;
    return i;
}

/// The letters, digits and underscores at the start.
inline std::string_view word_at(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]))) ++i;
    return text.substr(0, i);
}

template <class Input> std::string_view rest_of(const Input& in) { return {in.current(), in.size(0)}; }

/// Goes on behind the word or sign and the gap after it, if it is there.
template <class Input> bool take(Input& in, bool there, std::size_t length) {
    if (!there) return false;
    in.bump_in_this_line(length);
    in.bump(gap_length(rest_of(in)));
    return true;
}

struct by_hand {
    using subs_t = empty_list;
};
struct gap : by_hand {
    template <class Input> static bool match(Input& in) { return take(in, true, 0); }
};
template <class Rule> struct token : seq<Rule, gap> {};
template <char... C> struct sign : by_hand {
    template <class Input> static bool match(Input& in) {
        static constexpr char text[] = {C...};
        return take(in, rest_of(in).starts_with(std::string_view(text, sizeof...(C))), sizeof...(C));
    }
};

#define BOUTON_KEY(NAME)                                                \
    struct key_##NAME : by_hand {                                       \
        static constexpr std::string_view text = #NAME;                 \
        template <class Input> static bool match(Input& in) {           \
            return take(in, word_at(rest_of(in)) == text, text.size()); \
        }                                                               \
    };
BOUTON_KEY(paper)
BOUTON_KEY(by)
BOUTON_KEY(import)
BOUTON_KEY(game)
BOUTON_KEY(about)
BOUTON_KEY(source)
BOUTON_KEY(parameter)
BOUTON_KEY(players)
BOUTON_KEY(misere)
BOUTON_KEY(loopy)
BOUTON_KEY(prefer)
BOUTON_KEY(coalition)
BOUTON_KEY(block)
BOUTON_KEY(let)
BOUTON_KEY(where)
BOUTON_KEY(measure)
BOUTON_KEY(move)
BOUTON_KEY(for)
BOUTON_KEY(if)
BOUTON_KEY(then)
BOUTON_KEY(else)
BOUTON_KEY(in)
BOUTON_KEY(up)
BOUTON_KEY(to)
BOUTON_KEY(exactly)
BOUTON_KEY(piles)
BOUTON_KEY(pile)
BOUTON_KEY(set)
BOUTON_KEY(sets)
BOUTON_KEY(some)
BOUTON_KEY(all)
BOUTON_KEY(of)
BOUTON_KEY(function)
BOUTON_KEY(theorem)
BOUTON_KEY(lemma)
BOUTON_KEY(proposition)
BOUTON_KEY(corollary)
BOUTON_KEY(definition)
BOUTON_KEY(example)
BOUTON_KEY(remark)
BOUTON_KEY(conjecture)
BOUTON_KEY(claim)
BOUTON_KEY(formula)
BOUTON_KEY(assuming)
BOUTON_KEY(expect)
BOUTON_KEY(refuted)
BOUTON_KEY(at)
BOUTON_KEY(with)
BOUTON_KEY(note)
BOUTON_KEY(and)
BOUTON_KEY(or)
BOUTON_KEY(not )
BOUTON_KEY(iff)
BOUTON_KEY(implies)
BOUTON_KEY(forall)
BOUTON_KEY(exists)
BOUTON_KEY(mod)
BOUTON_KEY(subset)
BOUTON_KEY(repeats)
BOUTON_KEY(starts)
BOUTON_KEY(has)
BOUTON_KEY(period)
BOUTON_KEY(after)
BOUTON_KEY(induction)
BOUTON_KEY(on)
BOUTON_KEY(using)
BOUTON_KEY(scale)
BOUTON_KEY(automaton)
BOUTON_KEY(base)
BOUTON_KEY(fibonacci)
BOUTON_KEY(state)
BOUTON_KEY(gives)
#undef BOUTON_KEY

// `players`, `period`, `piles` and such stay usable as names where nothing else is meant.
template <class... Keys> bool is_one_of(std::string_view word) { return ((word == Keys::text) || ...); }
inline bool is_reserved(std::string_view word) {
    return is_one_of<key_paper, key_import, key_game, key_about, key_source, key_parameter, key_misere, key_let,
                     key_where, key_measure, key_move, key_for, key_if, key_then, key_else, key_in, key_up, key_to,
                     key_exactly, key_set, key_function, key_theorem, key_lemma, key_proposition, key_corollary,
                     key_definition, key_example, key_remark, key_conjecture, key_claim, key_formula, key_assuming,
                     key_expect, key_with, key_note, key_and, key_or, key_not, key_iff, key_implies, key_forall,
                     key_exists, key_mod, key_subset, key_automaton>(word);
}
struct reserved : by_hand {
    template <class Input> static bool match(Input& in) {
        const std::string_view word = word_at(rest_of(in));
        return take(in, is_reserved(word), word.size());
    }
};

struct name_rest : sor<ascii::alnum, one<'_'>> {};
struct number_text : plus<ascii::digit> {};
struct number : token<seq<number_text, not_at<name_rest>>> {};
/// 0.156, 4.0707, 0.3F, 0.33[00300]: a digit, a point, digits, perhaps a block of digits that repeats.
inline bool is_code_digit(char c) { return is_digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F'); }
struct code_begin : by_hand {
    template <class Input> static bool match(Input& in) {
        const std::string_view text = rest_of(in);
        return text.size() > 2 && is_code_digit(text[0]) && text[1] == '.' &&
               (is_letter(text[2]) || is_digit(text[2]) || text[2] == '[');
    }
};
struct code_text : by_hand {
    template <class Input> static bool match(Input& in) {
        const std::string_view text = rest_of(in);
        const auto digits = [&](std::size_t i) {
            while (i < text.size() && is_code_digit(text[i])) ++i;
            return i;
        };
        std::size_t end = digits(2);
        if (end < text.size() && text[end] == '[') {
            const std::size_t block = digits(end + 1);
            if (block == end + 1 || block == text.size() || text[block] != ']') return false;
            end = block + 1;
        }
        if (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) return false;
        in.bump_in_this_line(end);
        return true;
    }
};
struct code : if_must<code_begin, token<code_text>> {};
struct name_text : by_hand {
    template <class Input> static bool match(Input& in) {
        const std::string_view word = word_at(rest_of(in));
        if (word.empty() || is_digit(word[0]) || is_reserved(word)) return false;
        in.bump_in_this_line(word.size());
        return true;
    }
};
struct name : token<name_text> {};
struct game_word : seq<ascii::lower, star<sor<ascii::lower, ascii::digit>>> {};
struct game_name_text : seq<not_at<reserved, not_at<one<'-'>>>, list<game_word, one<'-'>>> {};  // misere-nim is a name
struct game_name : token<game_name_text> {};
struct piles_text : seq<name_text, TAO_PEGTL_STRING("...")> {};
struct pile_group : token<piles_text> {};
// No control characters but the tab: a text is shown on terminals, where they could change or hide what else is there.
struct string_character
    : seq<not_at<sor<range<'\0', '\x08'>, range<'\x0a', '\x1f'>, one<'\x7f'>, seq<one<'\xc2'>, range<'\x80', '\x9f'>>>>,
          sor<seq<one<'\\'>, one<'"', '\\'>>, not_one<'"', '\\'>>> {};
struct string_text : star<string_character> {};
struct string_end : one<'"'> {};
struct quoted : token<if_must<one<'"'>, string_text, string_end>> {};
struct open : sign<'('> {};
struct close : sign<')'> {};
struct close_brace : sign<'}'> {};
struct close_bracket : sign<']'> {};
struct comma : sign<','> {};
struct colon : sign<':'> {};
struct equals : token<seq<one<'='>, not_at<one<'='>>>> {};

// ---- expressions ----
struct expression;
struct sum;
struct set_term;
struct bindings;
struct for_list : if_must<key_for, bindings> {};
struct if_condition : if_must<key_if, expression> {};

// Left-factored on purpose: no rule parses the same nested text twice, so that deep nesting costs linear time.
struct cases : seq<for_list, opt<if_condition>> {};  // makes a call an aggregate, or a list a family
struct call : seq<name, open,
                  sor<close, seq<cases, must<close>>,
                      seq<expression, star<if_must<comma, expression>>, opt<cases>, must<close>>>> {};
struct parenthesis : if_must<open, list_must<expression, comma>, close> {};
struct range_end : if_must<sign<'.', '.'>, sum> {};
struct list_entry : seq<expression, opt<range_end>> {};
struct braces : if_must<sign<'{'>, opt<list_entry, sor<cases, star<if_must<comma, list_entry>>>>, close_brace> {};
struct open_bracket : sign<'['> {};
struct table : if_must<open_bracket, list_must<expression, comma>, close_bracket> {};
struct indexed : seq<name, open_bracket, must<expression, close_bracket>> {};
struct conditional : if_must<key_if, expression, key_then, expression, key_else, expression> {};
struct primary : sor<code, number, conditional, call, pile_group, indexed, name, parenthesis, braces, table> {};
struct operand;
struct power : seq<primary, opt<if_must<sign<'^'>, operand>>> {};
struct minus : seq<sign<'-'>, must<operand>> {};
struct operand : sor<minus, power> {};
struct product_sign : sor<sign<'*'>, sign<'/'>, key_mod> {};
struct product : list_must<operand, product_sign> {};
struct sum_sign : sor<sign<'+'>, sign<'-'>> {};
struct sum : list_must<product, sum_sign> {};
struct intersection_sign : sor<sign<'&'>, sign<'\\'>> {};
struct intersection : list_must<sum, intersection_sign> {};
struct union_sign : sign<'|'> {};
struct set_term : list_must<intersection, union_sign> {};
// `in some i of` and `in all i of` end a move's list; a set may still be called `some` or `all`.
struct pile_choice : seq<sor<key_some, key_all>, name, key_of> {};
struct element_sign : seq<key_in, not_at<sor<key_up, key_exactly, pile_choice>>> {};
struct compare_sign
    : sor<sign<'<', '='>, sign<'>', '='>, sign<'!', '='>, sign<'<'>, sign<'>'>, equals, element_sign, key_subset> {};
struct comparison : list_must<set_term, compare_sign> {};
struct quantifier_head : sor<key_forall, key_exists> {};
struct quantifier : if_must<quantifier_head, bindings, opt<if_condition>, colon, expression> {};
struct negation;
struct negation_body : sor<negation, quantifier, comparison> {};
struct negation : if_must<key_not, negation_body> {};
struct conjunction : list_must<negation_body, key_and> {};
struct disjunction : list_must<conjunction, key_or> {};
struct implication : list_must<disjunction, key_implies> {};
struct expression : list_must<implication, key_iff> {};

// ---- for ----
struct tuple_names : seq<open, list<name, comma>, close> {};
struct binding_element : seq<sor<tuple_names, name>, element_sign, must<set_term>> {};
struct binding_subset : seq<name, key_subset, must<set_term>> {};
struct binding_equals : seq<name, equals, must<sum>> {};
struct above_sign : sor<sign<'>', '='>, sign<'>'>> {};
struct binding_above : seq<name, above_sign, must<sum>> {};
struct chain_sign : sor<sign<'<', '='>, sign<'<'>> {};
struct binding_chain : seq<sum, plus<if_must<chain_sign, sum>>> {};
struct binding : sor<binding_element, binding_subset, binding_equals, binding_above, binding_chain> {};
struct bindings : list_must<binding, comma> {};

// ---- games ----
struct where : if_must<key_where, expression> {};
struct arguments : seq<open, must<list_must<name, comma>, close>> {};
struct default_value : if_must<equals, expression> {};
struct sets_mark : key_sets {};
struct set_kind : sor<sets_mark, key_set> {};
struct set_mark : if_must<colon, set_kind> {};
struct parameter_name : name {};
struct parameter_line
    : if_must<key_parameter, parameter_name, opt<sor<arguments, set_mark>>, opt<default_value>, opt<where>> {};
struct about_line : if_must<key_about, quoted> {};
struct source_line : if_must<key_source, quoted> {};
struct let_line : if_must<key_let, name, equals, expression> {};
struct players_line : if_must<key_players, sum> {};
struct misere_line : key_misere {};
struct loopy_line : key_loopy {};
struct prefer_line : if_must<key_prefer, list_must<sum, comma>> {};
struct coalition_line : key_coalition {};
struct block_line : if_must<key_block, sum> {};
struct winning_line : sor<players_line, misere_line, loopy_line, prefer_line, coalition_line, block_line> {};
struct measure_line : if_must<key_measure, expression> {};
struct shift : seq<sum_sign, name> {};  // (x, y) - v: a vector of a `for` list
struct result : if_must<open, list_must<expression, comma>, close, star<shift>> {};
struct results : list_must<result, sign<'+'>> {};
struct change : seq<sor<indexed, name>, key_to, must<expression>> {};
struct changes : list_must<change, comma> {};
struct results_or_changes : sor<seq<at<open>, must<results>>, changes> {};
struct up_to : seq<key_up, must<key_to>> {};
struct pile_word : sor<key_piles, key_pile> {};  // with 1 pile
struct some_mark : key_some {};
struct all_mark : key_all {};
struct pile_set
    : seq<key_in, sor<some_mark, all_mark>, name, key_of, must<set_term>, opt<for_list>, opt<if_condition>> {};
struct pile_rule : seq<key_in, must<sor<up_to, key_exactly>>, must<sum, pile_word>> {};
struct move_line
    : if_must<key_move, results_or_changes, opt<for_list>, opt<if_condition>, opt<sor<pile_set, pile_rule>>> {};
struct game_item : sor<about_line, source_line, parameter_line, let_line, winning_line, measure_line, move_line> {};
struct row : seq<name, open_bracket, must<sum, sign<'.', '.'>, sum, close_bracket>> {};
struct coordinate : sor<pile_group, row, name> {};
struct coordinates : if_must<open, list_must<coordinate, comma>, close> {};
struct game : if_must<key_game, game_name, coordinates, opt<where>, star<game_item>> {};

// ---- definitions ----
struct set_definition : if_must<key_set, name, opt<arguments>, equals, set_term> {};
struct function_definition : if_must<key_function, name, arguments, equals, expression> {};
struct fibonacci_base : key_fibonacci {};
struct automaton_base : sor<number, fibonacci_base> {};
struct output_end : colon {};
struct successors : plus<number> {};
struct state_line : if_must<key_state, number, key_gives, number, output_end, successors> {};
struct states : plus<state_line> {};
struct automaton_definition : if_must<key_automaton, name, arguments, key_base, automaton_base, states> {};

// ---- claims ----
struct claim_kind : sor<key_theorem, key_lemma, key_proposition, key_corollary, key_definition, key_example, key_remark,
                        key_conjecture, key_claim, key_formula> {};
struct signed_number_text : seq<opt<one<'-'>>, number_text> {};
struct signed_number : token<signed_number_text> {};
struct assignment : seq<name, must<equals, signed_number>> {};
struct counterexample : if_must<key_at, list_must<assignment, comma>> {};
struct expectation : if_must<key_expect, key_refuted, opt<counterexample>> {};
struct argument : seq<name, opt<arguments>, opt<if_must<equals, expression>>> {};
struct argument_list : if_must<open, list_must<argument, comma>, close> {};
struct pile_count : if_must<key_with, sum, pile_word> {};
struct in_game : if_must<key_in, game_name, opt<argument_list>, opt<pile_count>> {};
struct count_name : name {};
struct count_term : if_must<open, sum, close> {};
struct word_count : if_must<sign<'^'>, sor<number, count_name, count_term>> {};
struct word;
struct word_group : if_must<open, word, close> {};
struct word_item : seq<sor<number, word_group>, opt<word_count>> {};
struct word : plus<word_item> {};
struct quantity : name {};
struct repeats : seq<quantity, key_repeats, must<word>> {};
struct starts : seq<quantity, key_starts, must<word>> {};
struct preperiod : if_must<key_after, sum> {};
struct has_period : seq<quantity, key_has, must<key_period, sum>, opt<preperiod>> {};
struct statement : sor<repeats, starts, has_period, expression> {};
struct named_bound : seq<name, must<sign<'<', '='>, number>> {};
struct bound : sor<named_bound, number> {};
struct bounds : if_must<key_to, list_must<bound, comma>> {};
struct assumption : if_must<key_assuming, expression, opt<for_list>> {};
struct induction : if_must<key_by, key_induction, key_on, list_must<sum, comma>> {};
struct use_value : seq<name, must<equals, sum>> {};
struct use : if_must<key_using, quoted, opt<if_must<key_at, list_must<use_value, comma>>>> {};
struct scale : if_must<key_scale, sum> {};
struct note : if_must<key_note, quoted> {};
struct claim : if_must<claim_kind, quoted, opt<expectation>, opt<in_game>, opt<for_list>, opt<if_condition>, colon,
                       statement, opt<assumption>, opt<induction>, star<sor<use, scale>>, opt<bounds>, opt<note>> {};

// ---- files ----
struct by_line : if_must<key_by, quoted> {};
struct paper : if_must<key_paper, quoted, star<sor<by_line, source_line, about_line>>> {};
struct import : if_must<key_import, game_name> {};
struct example_bounds : if_must<key_to, list_must<number, comma>> {};
struct example : seq<key_example, game_name, opt<argument_list>, opt<pile_count>, opt<example_bounds>> {};  // no claim
struct declaration
    : sor<paper, import, game, set_definition, function_definition, automaton_definition, example, claim> {};
struct end_of_file : eof {};
struct file : must<gap, star<declaration>, end_of_file> {};
struct lone_list : seq<list_entry, star<if_must<comma, list_entry>>> {};  // 2,5,7..9 typed on the command line
struct end_of_term : eof {};
struct lone_term : must<gap, lone_list, end_of_term> {};
struct end_of_ranges : eof {};
struct lone_ranges : must<gap, bindings, opt<if_condition>, end_of_ranges> {};  // 1 <= a < b <= 9 if gcd(a, b) = 1

}  // namespace bouton::lang::grammar
