#include "lang/from_tree.hpp"

#include "lang/automaton.hpp"
#include "lang/codes.hpp"
#include "lang/grammar.hpp"
#include "lang/messages.hpp"
#include "lang/tree_terms.hpp"

namespace bouton::lang {

namespace g = grammar;
using namespace syntax;

namespace {

Parameter parameter(const Tree& node) {
    Parameter result;
    result.place = place_of(node);
    result.name = text_of(*node.children[0]);
    for (const auto& child : node.children) {
        if (child->is_type<g::set_mark>())
            result.kind = child->children.empty() ? Parameter::Kind::set : Parameter::Kind::sets;
        if (child->is_type<g::arguments>()) {
            result.kind = Parameter::Kind::function;
            result.arguments = names_of(*child);
        }
        if (child->is_type<g::default_value>()) result.value = term(*child->children[0]);
        if (child->is_type<g::where>()) result.condition = term(*child->children[0]);
    }
    return result;
}

/// (x, y) - v for v in S means (x - v_1, y - v_2) for (v_1, v_2) in S.
void add_shift(Move& move, const Tree& shift) {
    const std::string sign = text_of(*shift.children[0]), name = text_of(*shift.children[1]);
    Term& result = move.results.back();
    const auto parts = [&](std::size_t i) { return name + "_" + std::to_string(i + 1); };
    for (std::size_t i = 0; i < result.parts.size(); ++i) {
        Term moved = make(Term::Kind::binary, shift, sign);
        moved.parts = {result.parts[i], make(Term::Kind::name, shift, parts(i))};
        settle(moved);
        result.parts[i] = std::move(moved);
    }
    settle(result);
    bool found = false;
    for (Binding& binding : move.bindings) {
        const bool here = binding.kind == Binding::Kind::element && !binding.names.empty() &&
                          (binding.names == std::vector<std::string>{name} || binding.names[0] == parts(0));
        if (!here) continue;
        found = true;
        binding.names.clear();
        for (std::size_t i = 0; i < result.parts.size(); ++i) binding.names.push_back(parts(i));
    }
    if (!found) throw Refused{place_of(shift), bouton::messages::no_vector(name)};
}

Move move(const Tree& node) {
    Move result;
    result.place = place_of(node);
    for (const auto& child : node.children)
        if (child->is_type<g::for_list>()) result.bindings = bindings_of(*child);
    for (const auto& child : node.children) {
        if (child->is_type<g::result>()) {
            Term tuple = make(Term::Kind::tuple, *child);
            for (const auto& part : child->children)
                if (!part->is_type<g::shift>()) tuple.parts.push_back(term(*part));
            settle(tuple);
            result.results.push_back(std::move(tuple));
            for (const auto& part : child->children)
                if (part->is_type<g::shift>()) add_shift(result, *part);
        }
        if (child->is_type<g::change>())
            result.changes.push_back({term(*child->children[0]), term(*child->children[1])});
        if (child->is_type<g::pile_set>()) {
            const auto& parts = child->children;
            result.piles = parts[0]->is_type<g::some_mark>() ? Move::Piles::some : Move::Piles::all;
            result.index = text_of(*parts[1]);
            result.pile_count = term(*parts[2]);
            for (std::size_t i = 3; i < parts.size(); ++i) {
                if (parts[i]->is_type<g::for_list>()) result.outer = bindings_of(*parts[i]);
                if (parts[i]->is_type<g::if_condition>()) result.outer_condition = term(*parts[i]->children[0]);
            }
        }
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
    for (const auto& child : node.children[1]->children) {
        if (child->is_type<g::row>()) {
            const auto& parts = child->children;
            result.rows.push_back({text_of(*parts[0]), term(*parts[1]), term(*parts[2])});
            result.coordinates.push_back(result.rows.back().name + "[]");
        } else {
            result.coordinates.push_back(text_of(*child));
        }
    }
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
        if (child->is_type<g::loopy_line>()) result.loopy = true;
        if (child->is_type<g::coalition_line>()) result.coalition = true;
        if (child->is_type<g::prefer_line>()) {
            if (!result.prefer.empty()) throw Refused{place_of(*child), bouton::messages::stated_twice("prefer")};
            for (const auto& part : child->children) result.prefer.push_back(term(*part));
        }
        if (child->is_type<g::block_line>()) {
            if (result.block) throw Refused{place_of(*child), bouton::messages::stated_twice("block")};
            result.block = term(*child->children[0]);
        }
        if (child->is_type<g::measure_line>()) result.measures.push_back(term(*child->children[0]));
        if (child->is_type<g::move_line>()) result.moves.push_back(move(*child));
    }
    return result;
}

/// As a call of `automaton`, which no text can write: lang/automaton.hpp.
Definition automaton(const Tree& node) {
    Definition result;
    result.place = place_of(node);
    result.name = text_of(*node.children[0]);
    result.arguments = names_of(*node.children[1]);
    AutomatonText text;
    text.place = result.place;
    text.base = node.children[2]->is_type<g::fibonacci_base>() ? "0" : text_of(*node.children[2]);
    for (std::size_t i = 3; i < node.children.size(); ++i) {
        const Tree& line = *node.children[i];
        AutomatonText::State state;
        state.place = place_of(line);
        for (const auto& number : line.children) state.numbers.push_back(text_of(*number));
        text.states.push_back(std::move(state));
    }
    Place wrong;
    const std::string fault = automaton_fault(text, result.arguments.size(), wrong);
    if (!fault.empty()) throw Refused{wrong, fault};
    result.value = automaton_term(text, result.arguments);
    return result;
}

Definition definition(const Tree& node) {
    if (node.is_type<g::automaton_definition>()) return automaton(node);
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

Example example(const Tree& node) {
    Example result;
    result.place = place_of(node);
    result.game = text_of(*node.children[0]);
    for (const auto& part : node.children) {
        if (part->is_type<g::argument_list>())
            for (const auto& entry : part->children) result.arguments.push_back(argument(*entry));
        if (part->is_type<g::pile_count>()) result.piles = term(*part->children[0]);
        if (part->is_type<g::example_bounds>())
            for (const auto& bound : part->children) result.to.push_back(text_of(*bound));
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

}  // namespace

File file_from(const Tree& root, const std::string& path) {
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
        } else if (child->is_type<g::example>()) {
            result.examples.push_back(example(*child));
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

Term term_from(const Tree& root) {
    if (root.children.size() == 1) return term(*root.children[0]);
    Term list = make(Term::Kind::list, *root.children[0]);
    for (const auto& child : root.children) list.parts.push_back(term(*child));
    settle(list);
    return list;
}

Ranges ranges_from(const Tree& root) {
    Ranges result;
    for (const auto& child : root.children) {
        if (child->is_type<g::if_condition>())
            result.condition = term(*child->children[0]);
        else
            result.bindings.push_back(binding(*child));
    }
    return result;
}

}  // namespace bouton::lang
