#include "formal/piles.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bouton::formal {

using syntax::Binding;
using syntax::Claim;
using syntax::Term;

namespace {

bool is_name(const Term& term, const std::string& text) { return term.kind == Term::Kind::name && term.text == text; }

/// { left = right }
const std::vector<Term>* equation(const Term& term) {
    if (term.kind != Term::Kind::list || term.parts.size() != 1) return nullptr;
    const Term& inner = term.parts[0];
    if (inner.kind != Term::Kind::compare || inner.operators != std::vector<std::string>{"="}) return nullptr;
    return &inner.parts;
}

}  // namespace

bool is_zero(const Term& term) {
    return (term.kind == Term::Kind::number && Integer(term.text) == 0) || is_name(term, "P");
}

void Scope::declare(const std::string& name) {
    if (claim_names_.contains(name)) return;
    claim_names_[name] = names_.fresh(name);
    variables_.push_back(claim_names_[name]);
}

Scope::Scope(const syntax::Game& game, const Claim& claim) : claim_(claim) {
    for (const Binding& binding : claim.bindings) {
        for (const std::string& name : binding.names) declare(name);
        if (binding.kind == Binding::Kind::chain)
            for (const Term& term : binding.terms)
                if (term.kind == Term::Kind::name) declare(term.text);
    }
    for (const syntax::Parameter& parameter : game.parameters) {
        const auto given = std::find_if(claim.arguments.begin(), claim.arguments.end(),
                                        [&](const syntax::Argument& a) { return a.name == parameter.name; });
        if (given != claim.arguments.end())
            game_names_[parameter.name] = "(" + in_claim(given->value) + ")";
        else if (claim_names_.contains(parameter.name) && claim.arguments.empty() && !parameter.value)
            throw Unwritten{"the claim does not say what " + parameter.name + " is"};
        else if (parameter.value)
            game_names_[parameter.name] = "(" + in_game(*parameter.value) + ")";
        else
            throw Unwritten{"the claim does not say what " + parameter.name + " is"};
    }
}

std::string Scope::text(const Term& term, const Texts& names) {
    if (term.kind == Term::Kind::number) return term.text;
    if (term.kind == Term::Kind::name && names.contains(term.text)) return names.at(term.text);
    if (term.kind == Term::Kind::negate) return "(- " + text(term.parts[0], names) + ")";
    if (term.kind == Term::Kind::binary && (term.text == "+" || term.text == "-" || term.text == "*"))
        return fmt::format("({} {} {})", text(term.parts[0], names), term.text, text(term.parts[1], names));
    throw Unwritten{"the claim holds a term that is more than sums and products"};
}

std::string Scope::comparison(const Term& term) const {
    if (term.kind != Term::Kind::compare) throw Unwritten{"the claim has a condition that is no comparison"};
    std::string result;
    for (std::size_t i = 0; i < term.operators.size(); ++i) {
        const std::string sign = term.operators[i] == "!=" ? "<>" : term.operators[i];
        result +=
            fmt::format("{}{} {} {}", i > 0 ? " /\\ " : "", in_claim(term.parts[i]), sign, in_claim(term.parts[i + 1]));
    }
    return result;
}

std::vector<std::string> Scope::guards() const {
    std::vector<std::string> result;
    for (const Binding& binding : claim_.bindings) {
        if (binding.kind == Binding::Kind::chain)
            for (std::size_t i = 0; i < binding.operators.size(); ++i)
                result.push_back(fmt::format("{} {} {}", in_claim(binding.terms[i]), binding.operators[i],
                                             in_claim(binding.terms[i + 1])));
        else if (binding.kind == Binding::Kind::above)
            result.push_back(fmt::format("{} {} {}", claim_names_.at(binding.names[0]), binding.operators.at(0),
                                         in_claim(binding.terms[0])));
        else if (binding.kind == Binding::Kind::equals)
            result.push_back(fmt::format("{} = {}", claim_names_.at(binding.names[0]), in_claim(binding.terms[0])));
        else
            throw Unwritten{"a variable of the claim runs through a set"};
    }
    if (claim_.condition) result.push_back(comparison(*claim_.condition));
    return result;
}

bool is_plain(const syntax::Game& game) {
    if (game.coordinates.size() != 1 || !game.coordinates[0].ends_with("...") || game.domain || game.misere ||
        !game.lets.empty() || game.moves.size() != 1)
        return false;
    const std::string pile = game.coordinates[0].substr(0, game.coordinates[0].size() - 3);
    const syntax::Move& move = game.moves[0];
    if (move.condition || move.results.size() != 1 || move.results[0].parts.size() != 1 || move.bindings.size() != 1 ||
        (move.pile_count && move.piles != syntax::Move::Piles::up_to))
        return false;
    const Binding& range = move.bindings[0];
    const Term& after = move.results[0].parts[0];
    return range.kind == Binding::Kind::chain && range.terms.size() == 3 &&
           range.operators == std::vector<std::string>{"<=", "<="} && range.terms[0].kind == Term::Kind::number &&
           range.terms[0].text == "1" && range.terms[1].kind == Term::Kind::name && range.terms[1].text != pile &&
           is_name(range.terms[2], pile) && after.kind == Term::Kind::binary && after.text == "-" &&
           is_name(after.parts[0], pile) && is_name(after.parts[1], range.terms[1].text);
}

SetEquation set_equation(const Claim& claim, const std::string& pile) {
    SetEquation result;
    if (claim.form != Claim::Form::condition || !claim.statement || claim.assumption) return result;
    const Term& statement = *claim.statement;
    if (statement.kind != Term::Kind::compare || statement.operators != std::vector<std::string>{"="}) return result;
    for (const Term& side : statement.parts) {
        const auto* sides = equation(side);
        if (!sides || sides->size() != 2) return {};
        for (std::size_t i = 0; i < 2; ++i) {
            const Term &left = (*sides)[i], &right = (*sides)[1 - i];
            if (is_name(left, "outcome") || is_name(left, "grundy")) {
                result.value = &left;
                result.level = &right;
            }
            if (left.kind == Term::Kind::call && !left.parts.empty() && left.parts.back().kind == Term::Kind::piles &&
                left.parts.back().text == pile &&
                ((left.text == "xor" && left.parts.size() == 1) || (left.text == "qsum" && left.parts.size() == 2))) {
                result.sum = &left;
                result.is = &right;
            }
        }
    }
    return result.value && result.sum ? result : SetEquation{};
}

}  // namespace bouton::formal
