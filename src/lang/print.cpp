#include "lang/print.hpp"

#include "lang/automaton.hpp"

#include <fmt/format.h>

namespace bouton::lang {

using namespace syntax;

namespace {

/// How tightly a term binds; an operand that binds less tightly than its place asks for gets parentheses.
enum Strength {
    statement,
    iff,
    implies,
    disjunction,
    conjunction,
    negation,
    comparison,
    join,
    intersection,
    sum,
    product,
    sign,
    power,
    atom
};

Strength strength_of(const Term& term) {
    switch (term.kind) {
        case Term::Kind::quantifier: return statement;
        case Term::Kind::conditional: return statement;
        case Term::Kind::negation: return negation;
        case Term::Kind::compare: return comparison;
        case Term::Kind::negate: return sign;
        case Term::Kind::range: return statement;
        case Term::Kind::binary: break;
        default: return atom;
    }
    const std::string& op = term.text;
    if (op == "iff") return iff;
    if (op == "implies") return implies;
    if (op == "or") return disjunction;
    if (op == "and") return conjunction;
    if (op == "|") return join;
    if (op == "&" || op == "\\") return intersection;
    if (op == "+" || op == "-") return sum;
    if (op == "^") return power;
    return product;
}

std::string print_at(const Term& term, Strength least);

std::string quote(const std::string& text) {
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

template <class List, class Show> std::string join_list(const List& list, const char* between, Show show) {
    std::string result;
    for (const auto& entry : list) result += (result.empty() ? "" : between) + show(entry);
    return result;
}

std::string show(const Term& term) { return print_at(term, statement); }

std::string show(const Binding& binding) {
    switch (binding.kind) {
        case Binding::Kind::chain: {
            std::string text = print_at(binding.terms[0], sum);
            for (std::size_t i = 0; i < binding.operators.size(); ++i)
                text += " " + binding.operators[i] + " " + print_at(binding.terms[i + 1], sum);
            return text;
        }
        case Binding::Kind::above:
            return binding.names[0] + " " + binding.operators[0] + " " + print_at(binding.terms[0], sum);
        case Binding::Kind::equals: return binding.names[0] + " = " + print_at(binding.terms[0], sum);
        case Binding::Kind::subset: return binding.names[0] + " subset " + print_at(binding.terms[0], join);
        case Binding::Kind::element: break;
    }
    std::string names = join_list(binding.names, ", ", [](const std::string& n) { return n; });
    if (binding.names.size() > 1) names = "(" + names + ")";
    return names + " in " + print_at(binding.terms[0], join);
}

std::string show(const std::vector<Binding>& bindings) {
    return join_list(bindings, ", ", [](const Binding& b) { return show(b); });
}

std::string cases(const Term& term) {
    return "for " + show(term.bindings) + (term.parts.size() > 1 ? " if " + show(term.parts[1]) : "");
}

std::string bare(const Term& term) {
    const auto list = [&] { return join_list(term.parts, ", ", [](const Term& t) { return show(t); }); };
    switch (term.kind) {
        case Term::Kind::number:
        case Term::Kind::name: return term.text;
        case Term::Kind::piles: return term.text + "...";
        case Term::Kind::indexed: return term.text + "[" + show(term.parts[0]) + "]";
        case Term::Kind::call: return term.text + "(" + list() + ")";
        case Term::Kind::tuple: return "(" + list() + ")";
        case Term::Kind::list: {
            std::string text;
            for (const Term& part : term.parts) text += (text.empty() ? "" : ", ") + show(part);
            return "{" + text + "}";
        }
        case Term::Kind::range: return show(term.parts[0]) + ".." + print_at(term.parts[1], sum);
        case Term::Kind::family: return "{ " + show(term.parts[0]) + " " + cases(term) + " }";
        case Term::Kind::table: return term.text.empty() ? "[" + list() + "]" : term.text;
        case Term::Kind::negate: return "-" + print_at(term.parts[0], sign);
        case Term::Kind::negation: return "not " + print_at(term.parts[0], negation);
        case Term::Kind::conditional:
            return "if " + show(term.parts[0]) + " then " + show(term.parts[1]) + " else " + show(term.parts[2]);
        case Term::Kind::aggregate: {
            const bool has_body = term.parts[0].kind != Term::Kind::tuple || !term.parts[0].parts.empty();
            const bool several = term.parts[0].kind == Term::Kind::tuple;
            const std::string body = several
                                         ? join_list(term.parts[0].parts, ", ", [](const Term& t) { return show(t); })
                                         : show(term.parts[0]);
            return term.text + "(" + (has_body ? body + " " : "") + cases(term) + ")";
        }
        case Term::Kind::quantifier:
            return term.text + " " + show(term.bindings) + (term.parts.size() > 1 ? " if " + show(term.parts[1]) : "") +
                   ": " + show(term.parts[0]);
        case Term::Kind::compare: {
            std::string text = print_at(term.parts[0], join);
            for (std::size_t i = 0; i < term.operators.size(); ++i)
                text += " " + term.operators[i] + " " + print_at(term.parts[i + 1], join);
            return text;
        }
        case Term::Kind::binary: break;
    }
    const Strength own = strength_of(term);
    const auto tighter = static_cast<Strength>(own + 1);
    if (own == power) return print_at(term.parts[0], atom) + "^" + print_at(term.parts[1], sign);
    if (own == implies) return print_at(term.parts[0], tighter) + " implies " + print_at(term.parts[1], implies);
    return print_at(term.parts[0], own) + " " + term.text + " " + print_at(term.parts[1], tighter);
}

std::string print_at(const Term& term, Strength least) {
    // A condition in braces, a fraction of a chain: parentheses change nothing but the reading.
    return strength_of(term) < least ? "(" + bare(term) + ")" : bare(term);
}

std::string call_list(const std::vector<std::string>& names) {
    return names.empty() ? "" : "(" + join_list(names, ", ", [](const std::string& n) { return n; }) + ")";
}

std::string show(const Parameter& parameter) {
    std::string text = "  parameter " + parameter.name + call_list(parameter.arguments);
    if (parameter.kind == Parameter::Kind::set) text += ": set";
    if (parameter.kind == Parameter::Kind::sets) text += ": sets";
    if (parameter.value) text += " = " + show(*parameter.value);
    if (parameter.condition) text += " where " + show(*parameter.condition);
    return text + "\n";
}

/// with 2 piles, with 1 pile
std::string pile_word(const Term& count) {
    return count.kind == Term::Kind::number && count.text == "1" ? " pile" : " piles";
}

std::string show(const Move& move) {
    std::string text = "  move " + join_list(move.results, " + ", [](const Term& t) { return bare(t); });
    text += join_list(move.changes, ", ", [](const Change& c) { return show(c.what) + " to " + show(c.value); });
    if (!move.bindings.empty()) text += " for " + show(move.bindings);
    if (move.condition) text += " if " + show(*move.condition);
    if (!move.index.empty()) {
        text += std::string(" in ") + (move.piles == Move::Piles::some ? "some " : "all ") + move.index + " of " +
                print_at(*move.pile_count, join);
        if (!move.outer.empty()) text += " for " + show(move.outer);
        if (move.outer_condition) text += " if " + show(*move.outer_condition);
    } else if (move.pile_count)
        text += std::string(" in ") + (move.piles == Move::Piles::up_to ? "up to " : "exactly ") +
                print_at(*move.pile_count, sum) + pile_word(*move.pile_count);
    return text + "\n";
}

std::string show(const std::vector<Word>& word) {
    return join_list(word, " ", [](const Word& w) {
        std::string text = w.group.empty() ? w.symbol : "(" + show(w.group) + ")";
        if (w.count) {
            const bool plain = w.count->kind == Term::Kind::number || w.count->kind == Term::Kind::name;
            text += plain ? "^" + w.count->text : "^(" + print_at(*w.count, sum) + ")";
        }
        return text;
    });
}

/// What a claim or an example says of its game: (k = 3) with 2 piles
std::string show(const std::vector<Argument>& arguments, const std::optional<Term>& piles) {
    std::string text;
    if (!arguments.empty())
        text = "(" +
               join_list(arguments, ", ",
                         [](const Argument& a) { return a.name + call_list(a.arguments) + " = " + show(a.value); }) +
               ")";
    if (piles) text += " with " + print_at(*piles, sum) + pile_word(*piles);
    return text;
}

std::string show(const Definition& definition) {
    if (is_automaton(definition.value))
        return fmt::format("automaton {}{} {}", definition.name, call_list(definition.arguments),
                           automaton_body(definition.value));
    return fmt::format("{} {}{} = {}\n", definition.is_set ? "set" : "function", definition.name,
                       call_list(definition.arguments),
                       definition.is_set ? print_at(definition.value, join) : show(definition.value));
}

}  // namespace

std::string print(const Term& term) { return show(term); }

std::string print(const Game& game) {
    std::vector<std::string> coordinates = game.coordinates;
    std::size_t row = 0;
    for (std::string& coordinate : coordinates) {
        if (!coordinate.ends_with("[]")) continue;
        const Row& here = game.rows[row++];
        coordinate = here.name + "[" + print_at(here.first, sum) + ".." + print_at(here.last, sum) + "]";
    }
    std::string text = "game " + game.name + " " + call_list(coordinates);
    if (game.domain) text += " where " + show(*game.domain);
    text += "\n";
    if (!game.about.empty()) text += "  about " + quote(game.about) + "\n";
    if (!game.source.empty()) text += "  source " + quote(game.source) + "\n";
    for (const Parameter& parameter : game.parameters) text += show(parameter);
    for (const Let& let : game.lets) text += "  let " + let.name + " = " + show(let.value) + "\n";
    if (game.players) text += "  players " + print_at(*game.players, sum) + "\n";
    if (game.misere) text += "  misere\n";
    if (game.loopy) text += "  loopy\n";
    if (game.coalition) text += "  coalition\n";
    if (!game.prefer.empty())
        text += "  prefer " + join_list(game.prefer, ", ", [](const Term& t) { return print_at(t, sum); }) + "\n";
    if (game.block) text += "  block " + print_at(*game.block, sum) + "\n";
    for (const Term& measure : game.measures) text += "  measure " + show(measure) + "\n";
    for (const Move& move : game.moves) text += show(move);
    return text;
}

std::string print(const Claim& claim) {
    std::string text = claim.kind + " " + quote(claim.label);
    if (claim.expect_refuted) {
        text += " expect refuted";
        if (!claim.counterexample.empty())
            text += " at " + join_list(claim.counterexample, ", ",
                                       [](const auto& pair) { return pair.first + " = " + pair.second; });
    }
    if (!claim.game.empty()) {
        text += " in " + claim.game;
        text += show(claim.arguments, claim.pile_count);
    }
    if (!claim.bindings.empty()) text += "\n  for " + show(claim.bindings);
    if (claim.condition) text += " if " + show(*claim.condition);
    text += ":\n  ";
    switch (claim.form) {
        case Claim::Form::condition: text += show(*claim.statement); break;
        case Claim::Form::repeats: text += claim.quantity + " repeats " + show(claim.word); break;
        case Claim::Form::starts: text += claim.quantity + " starts " + show(claim.word); break;
        case Claim::Form::period:
            text += claim.quantity + " has period " + print_at(*claim.statement, sum);
            if (claim.preperiod) text += " after " + print_at(*claim.preperiod, sum);
    }
    if (claim.assumption) {
        text += "\n  assuming " + show(*claim.assumption);
        if (!claim.assumption_bindings.empty()) text += " for " + show(claim.assumption_bindings);
    }
    const auto sums = [](const std::vector<Term>& terms) {
        return join_list(terms, ", ", [](const Term& term) { return print_at(term, sum); });
    };
    if (!claim.induction.empty()) text += "\n  by induction on " + sums(claim.induction);
    for (const Use& use : claim.uses) {
        text += "\n  using " + quote(use.claim);
        if (!use.at.empty())
            text += " at " + join_list(use.at, ", ", [](const auto& pair) {
                        return pair.first + " = " + print_at(pair.second, sum);
                    });
    }
    for (const Term& scale : claim.scales) text += "\n  scale " + print_at(scale, sum);
    std::vector<std::string> bounds;
    if (claim.bound) bounds.push_back(*claim.bound);
    for (const auto& [name, value] : claim.bounds) bounds.push_back(name + " <= " + value);
    if (!bounds.empty()) text += "\n  to " + join_list(bounds, ", ", [](const std::string& b) { return b; });
    if (!claim.note.empty()) text += "\n  note " + quote(claim.note);
    return text + "\n";
}

std::string print(const File& file) {
    std::string text;
    if (file.paper) {
        text += "paper " + quote(file.paper->title) + "\n";
        if (!file.paper->by.empty()) text += "  by " + quote(file.paper->by) + "\n";
        if (!file.paper->source.empty()) text += "  source " + quote(file.paper->source) + "\n";
        if (!file.paper->about.empty()) text += "  about " + quote(file.paper->about) + "\n";
    }
    for (const Import& import : file.imports) text += "import " + import.game + "\n";
    // A claim without a game stands before the first one, or it would be about it.
    std::size_t before = 0;
    for (std::size_t i = 0; i < file.claims.size(); ++i)
        if (file.claims[i].game.empty()) before = i + 1;
    for (std::size_t i = 0; i < before; ++i) text += print(file.claims[i]);
    for (const Game& game : file.games) text += print(game);
    for (const Definition& definition : file.definitions) text += show(definition);
    for (std::size_t i = before; i < file.claims.size(); ++i) text += print(file.claims[i]);
    for (const Example& example : file.examples) {
        text += "example " + example.game + show(example.arguments, example.piles);
        if (!example.to.empty()) text += " to " + join_list(example.to, ", ", [](const std::string& to) { return to; });
        text += "\n";
    }
    return text;
}

std::string full_name(const syntax::Claim& claim) { return claim.kind + " " + claim.label; }

}  // namespace bouton::lang
