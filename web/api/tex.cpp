#include "tex.hpp"

#include <map>
#include <vector>

namespace bouton::web {

using syntax::Binding;
using syntax::Claim;
using syntax::Term;

namespace {

/// How tightly a term binds, as in lang/print.cpp; powers, fractions and brackets need no parentheses inside.
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
        case Term::Kind::quantifier:
        case Term::Kind::range: return statement;
        case Term::Kind::negation: return negation;
        case Term::Kind::compare: return comparison;
        case Term::Kind::negate: return sign;
        case Term::Kind::aggregate: return product;
        case Term::Kind::call: return term.text == "xor" && term.parts.size() > 1 ? sum : atom;
        case Term::Kind::binary: break;
        default: return atom;
    }
    static const std::map<std::string, Strength> strengths{
        {"iff", iff}, {"implies", implies}, {"or", disjunction},  {"and", conjunction},
        {"|", join},  {"&", intersection},  {"\\", intersection}, {"+", sum},
        {"-", sum},   {"^", power},         {"/", atom}};
    const auto found = strengths.find(term.text);
    return found == strengths.end() ? product : found->second;
}

std::string at(const Term& term, Strength least);

std::string name(const std::string& text) {
    if (text == "grundy") return "\\mathcal{G}";
    if (text == "outcome") return "o";
    if (text == "P" || text == "N") return "\\mathcal{" + text + "}";
    std::string letters, digits;
    for (const char c : text)
        if (c >= '0' && c <= '9' && !letters.empty())
            digits += c;
        else if (c == '_')
            letters += "\\_";
        else
            letters += digits + c, digits.clear();
    if (letters.size() > 1) letters = "\\mathit{" + letters + "}";
    return digits.empty() ? letters : letters + "_{" + digits + "}";
}

std::string relation(const std::string& text) {
    static const std::map<std::string, std::string> signs{
        {"<=", "\\le"},           {">=", "\\ge"}, {"!=", "\\ne"}, {"in", "\\in"},
        {"subset", "\\subseteq"}, {"<", "<"},     {">", ">"},     {"=", "="}};
    const auto found = signs.find(text);
    return found != signs.end() ? found->second : "\\mathrel{\\text{" + name(text) + "}}";
}

template <class List, class Show> std::string joined(const List& list, const std::string& between, Show show) {
    std::string text;
    for (const auto& each : list) text += (text.empty() ? "" : between) + show(each);
    return text;
}

std::string list(const std::vector<Term>& terms) {
    return joined(terms, ",\\, ", [](const Term& term) { return at(term, statement); });
}

std::string shown(const Binding& binding) {
    const auto chain = [&](std::string text, std::size_t first) {
        for (std::size_t i = 0; i < binding.operators.size(); ++i)
            text += " " + relation(binding.operators[i]) + " " + at(binding.terms[i + first], sum);
        return text;
    };
    switch (binding.kind) {
        case Binding::Kind::chain: return chain(at(binding.terms[0], sum), 1);
        case Binding::Kind::above: return chain(name(binding.names[0]), 0);
        case Binding::Kind::equals: return name(binding.names[0]) + " = " + at(binding.terms[0], sum);
        case Binding::Kind::subset: return name(binding.names[0]) + " \\subseteq " + at(binding.terms[0], join);
        case Binding::Kind::element: break;
    }
    const std::string names = joined(binding.names, ", ", [](const std::string& n) { return name(n); });
    return (binding.names.size() > 1 ? "(" + names + ")" : names) + " \\in " + at(binding.terms[0], join);
}

std::string cases(const std::vector<Binding>& bindings, const Term* condition) {
    std::string text = joined(bindings, ",\\ ", [](const Binding& b) { return shown(b); });
    if (condition) text += (text.empty() ? "" : ",\\ ") + at(*condition, conjunction);
    return text;
}

std::string call(const Term& term) {
    const std::string& f = term.text;
    const auto& parts = term.parts;
    if (f == "floor" && parts.size() == 1) {
        const Term& inner = parts[0];
        const bool is_root = inner.kind == Term::Kind::call && (inner.text == "sqrt" || inner.text == "log2");
        return is_root ? call(inner) : "\\left\\lfloor " + at(inner, statement) + " \\right\\rfloor";
    }
    if (f == "ceil" && parts.size() == 1) return "\\left\\lceil " + at(parts[0], statement) + " \\right\\rceil";
    if (f == "sqrt" && parts.size() == 1)
        return "\\left\\lfloor \\sqrt{" + at(parts[0], statement) + "} \\right\\rfloor";
    if (f == "log2" && parts.size() == 1) return "\\left\\lfloor \\log_2 " + at(parts[0], power) + " \\right\\rfloor";
    if (f == "abs" && parts.size() == 1) return "\\left| " + at(parts[0], statement) + " \\right|";
    if (f == "xor" && parts.size() > 1) return joined(parts, " \\oplus ", [](const Term& t) { return at(t, product); });
    if (f == "min" || f == "max" || f == "gcd") return "\\" + f + "(" + list(parts) + ")";
    return name(f) + "(" + list(parts) + ")";
}

std::string binary(const Term& term) {
    const Term &left = term.parts[0], &right = term.parts[1];
    const std::string& op = term.text;
    if (op == "/") return "\\frac{" + at(left, statement) + "}{" + at(right, statement) + "}";
    if (op == "^") return at(left, atom) + "^{" + at(right, statement) + "}";
    if (op == "*") {
        const bool dot = right.kind == Term::Kind::number || (right.kind == Term::Kind::binary && right.text == "^" &&
                                                              right.parts[0].kind == Term::Kind::number);
        return at(left, product) + (dot ? " \\cdot " : "\\, ") + at(right, sign);
    }
    static const std::map<std::string, std::string> signs{{"mod", "\\bmod"},
                                                          {"iff", "\\iff"},
                                                          {"implies", "\\implies"},
                                                          {"and", "\\;\\text{and}\\;"},
                                                          {"or", "\\;\\text{or}\\;"},
                                                          {"|", "\\cup"},
                                                          {"&", "\\cap"},
                                                          {"\\", "\\setminus"},
                                                          {"+", "+"},
                                                          {"-", "-"}};
    const Strength own = strength_of(term);
    const auto tighter = static_cast<Strength>(own + 1);
    const auto found = signs.find(op);
    const std::string shown_sign = found != signs.end() ? found->second : "\\mathbin{\\text{" + name(op) + "}}";
    return at(left, own == implies ? tighter : own) + " " + shown_sign + " " +
           at(right, own == implies ? implies : tighter);
}

std::string aggregate(const Term& term) {
    const bool has_body = term.parts[0].kind != Term::Kind::tuple || !term.parts[0].parts.empty();
    const std::string below = cases(term.bindings, term.parts.size() > 1 ? &term.parts[1] : nullptr);
    if (!has_body) return "\\#\\left\\{\\, " + below + " \\,\\right\\}";
    const std::string f =
        term.text == "sum" || term.text == "min" || term.text == "max" ? "\\" + term.text : name(term.text);
    return f + "_{" + below + "} " + at(term.parts[0], product);
}

std::string bare(const Term& term) {
    switch (term.kind) {
        case Term::Kind::number: return term.text;
        case Term::Kind::name: return name(term.text);
        case Term::Kind::piles: return name(term.text) + "_1,\\dots," + name(term.text) + "_n";
        case Term::Kind::call: return call(term);
        case Term::Kind::tuple: return "(" + list(term.parts) + ")";
        case Term::Kind::list: return term.parts.empty() ? "\\varnothing" : "\\{\\," + list(term.parts) + "\\,\\}";
        case Term::Kind::range: return at(term.parts[0], sum) + ",\\dots," + at(term.parts[1], sum);
        case Term::Kind::family:
            return "\\left\\{\\, " + at(term.parts[0], statement) + " \\;\\middle|\\; " +
                   cases(term.bindings, term.parts.size() > 1 ? &term.parts[1] : nullptr) + " \\,\\right\\}";
        case Term::Kind::table: return term.text.empty() ? "[" + list(term.parts) + "]" : "\\mathtt{" + term.text + "}";
        case Term::Kind::negate: return "-" + at(term.parts[0], sign);
        case Term::Kind::negation: return "\\lnot " + at(term.parts[0], negation);
        case Term::Kind::conditional:
            return "\\begin{cases} " + at(term.parts[1], statement) + " & \\text{if } " + at(term.parts[0], statement) +
                   " \\\\ " + at(term.parts[2], statement) + " & \\text{otherwise} \\end{cases}";
        case Term::Kind::aggregate: return aggregate(term);
        case Term::Kind::quantifier:
            return (term.text == "forall" ? "\\forall " : "\\exists ") +
                   cases(term.bindings, term.parts.size() > 1 ? &term.parts[1] : nullptr) + " :\\; " +
                   at(term.parts[0], statement);
        case Term::Kind::compare: {
            std::string text = at(term.parts[0], join);
            for (std::size_t i = 0; i < term.operators.size(); ++i)
                text += " " + relation(term.operators[i]) + " " + at(term.parts[i + 1], join);
            return text;
        }
        case Term::Kind::binary: break;
    }
    return binary(term);
}

std::string at(const Term& term, Strength least) {
    return strength_of(term) < least ? "\\left(" + bare(term) + "\\right)" : bare(term);
}

std::string word(const std::vector<syntax::Word>& parts) {
    return joined(parts, "\\, ", [](const syntax::Word& part) {
        const std::string text = part.group.empty() ? part.symbol : "(" + word(part.group) + ")";
        return part.count ? "{" + text + "}^{" + at(*part.count, statement) + "}" : text;
    });
}

}  // namespace

std::string tex(const Term& term) { return at(term, statement); }

std::string tex(const Claim& claim) {
    std::string text;
    switch (claim.form) {
        case Claim::Form::condition: text = at(*claim.statement, statement); break;
        case Claim::Form::repeats:
            text = name(claim.quantity) + " = \\left(" + word(claim.word) + "\\right)^{\\infty}";
            break;
        case Claim::Form::starts: text = name(claim.quantity) + " = " + word(claim.word) + " \\dots"; break;
        case Claim::Form::period:
            text = name(claim.quantity) + "\\text{ has period } " + at(*claim.statement, sum);
            if (claim.preperiod) text += "\\text{ after } " + at(*claim.preperiod, sum);
    }
    const std::string hypotheses = cases(claim.bindings, claim.condition ? &*claim.condition : nullptr);
    if (!hypotheses.empty()) text += " \\qquad \\text{for } " + hypotheses;
    if (claim.assumption) {
        text += " \\qquad \\text{assuming } " + at(*claim.assumption, statement);
        if (!claim.assumption_bindings.empty()) text += "\\text{ for } " + cases(claim.assumption_bindings, nullptr);
    }
    return text;
}

std::string tex(const syntax::Definition& definition) {
    std::string head = name(definition.name);
    if (!definition.arguments.empty())
        head += "(" + joined(definition.arguments, ", ", [](const std::string& n) { return name(n); }) + ")";
    return head + " = " + at(definition.value, statement);
}

}  // namespace bouton::web
