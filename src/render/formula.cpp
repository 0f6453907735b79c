#include "render/formula.hpp"

#include "render/notation.hpp"

#include <algorithm>
#include <map>

namespace bouton::render {

using namespace syntax;

namespace {

/// As in lang/print.cpp, but `mod` and ⊕ bind less than sums do: mathematicians do not agree on them.
enum Strength {
    statement,
    iff,
    implies,
    disjunction,
    conjunction,
    negation,
    comparison,
    join,
    mixed,
    sum,
    product,
    sign,
    power,
    atom
};

bool is_xor(const Term& term) { return term.kind == Term::Kind::call && term.text == "xor" && !term.parts.empty(); }

Strength strength_of(const Term& term) {
    switch (term.kind) {
        case Term::Kind::quantifier:
        case Term::Kind::conditional:
        case Term::Kind::range: return statement;
        case Term::Kind::aggregate: return term.text == "count" ? atom : sum;
        case Term::Kind::negation: return negation;
        case Term::Kind::compare: return comparison;
        case Term::Kind::negate: return sign;
        case Term::Kind::call: return is_xor(term) ? mixed : atom;
        case Term::Kind::binary: break;
        default: return atom;
    }
    static const std::map<std::string, Strength> strengths = {
        {"iff", iff},  {"implies", implies}, {"or", disjunction}, {"and", conjunction}, {"|", join}, {"&", mixed},
        {"\\", mixed}, {"mod", mixed},       {"+", sum},          {"-", sum},           {"^", power}};
    const auto found = strengths.find(term.text);
    return found == strengths.end() ? product : found->second;
}

Sign sign_of(const std::string& op) {
    static const std::map<std::string, Sign> signs = {
        {"+", Sign::plus},        {"-", Sign::minus},    {"*", Sign::times},          {"mod", Sign::mod},
        {"|", Sign::join},        {"&", Sign::meet},     {"\\", Sign::without},       {"and", Sign::and_},
        {"or", Sign::or_},        {"iff", Sign::iff},    {"implies", Sign::implies},  {"<", Sign::less},
        {"<=", Sign::less_equal}, {">", Sign::greater},  {">=", Sign::greater_equal}, {"=", Sign::equal},
        {"!=", Sign::not_equal},  {"in", Sign::element}, {"subset", Sign::subset}};
    const auto found = signs.find(op);
    return found == signs.end() ? Sign::times : found->second;
}

/// Nothing comes after its brace where it ends a comparison: it needs no parentheses.
bool is_cases(const Term& term) { return term.kind == Term::Kind::conditional; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// a1 and G_sn: what stands before the subscript, and the subscript. A long word with a bar in it stays one word.
std::pair<std::string, std::string> split(const std::string& name) {
    if (const std::size_t bar = name.find('_'); bar != std::string::npos)
        return bar == 1 && name.size() > 2 ? std::pair{name.substr(0, 1), name.substr(2)}
                                           : std::pair{name, std::string()};
    std::size_t end = name.size();
    while (end > 0 && is_digit(name[end - 1])) --end;
    return end > 0 ? std::pair{name.substr(0, end), name.substr(end)} : std::pair{name, std::string()};
}

/// One letter, perhaps with a subscript: what may stand beside another without a sign between them.
bool is_letter(const Term& term) { return term.kind == Term::Kind::name && split(term.text).first.size() == 1; }

bool without_sign(const Term& left, const Term& right) {
    const Term& base = right.kind == Term::Kind::binary && right.text == "^" ? right.parts[0] : right;
    const Term& before = left.kind == Term::Kind::binary && left.text == "*" ? left.parts[1] : left;
    const bool number = before.kind == Term::Kind::number;
    if (is_letter(base)) return number || is_letter(before);
    return number && (base.kind == Term::Kind::call || strength_of(base) < product);
}

template <class N> class Setter {
  public:
    std::string at(const Term& term, Strength least) const {
        return strength_of(term) < least ? N::fenced(Fence::round, bare(term)) : bare(term);
    }

    std::string list(const std::vector<Term>& terms, Strength least = statement) const {
        std::string text;
        for (const Term& term : terms) text += (text.empty() ? "" : N::sign(Sign::comma)) + at(term, least);
        return text;
    }

    static std::string name(const std::string& text) {
        const auto [base, below] = split(text);
        if (below.empty()) return N::word(base);
        return N::lowered(N::word(base), is_digit(below[0]) ? N::number(below) : N::word(below));
    }

    std::string bindings(const std::vector<Binding>& all) const {
        std::string text;
        for (const Binding& each : all) text += (text.empty() ? "" : N::sign(Sign::comma) + kBreak) + binding(each);
        return text;
    }

    std::string word(const std::vector<Word>& word) const {
        std::string text;
        for (const Word& each : word) {
            std::string part =
                each.group.empty() ? N::number(each.symbol) : N::fenced(Fence::round, this->word(each.group));
            if (each.count) part = N::raised(part, at(*each.count, statement));
            text += (text.empty() ? "" : N::sign(Sign::juxtaposed)) + part;
        }
        return text;
    }

    std::string definition(const Definition& definition) const {
        std::string head = name(definition.name), arguments;
        for (const std::string& each : definition.arguments)
            arguments += (arguments.empty() ? "" : N::sign(Sign::comma)) + name(each);
        if (!arguments.empty()) head += N::fenced(Fence::round, arguments);
        return head + N::sign(Sign::equal) + at(definition.value, statement);
    }

  private:
    std::string binding(const Binding& binding) const {
        std::string names;
        for (const std::string& each : binding.names) names += (names.empty() ? "" : N::sign(Sign::comma)) + name(each);
        if (binding.names.size() > 1) names = N::fenced(Fence::round, names);
        switch (binding.kind) {
            case Binding::Kind::chain: {
                std::string text = at(binding.terms[0], sum);
                for (std::size_t i = 0; i < binding.operators.size(); ++i)
                    text += N::sign(sign_of(binding.operators[i])) + at(binding.terms[i + 1], sum);
                return text;
            }
            case Binding::Kind::above:
                return names + N::sign(sign_of(binding.operators[0])) + at(binding.terms[0], sum);
            case Binding::Kind::equals: return names + N::sign(Sign::equal) + at(binding.terms[0], sum);
            case Binding::Kind::subset: return names + N::sign(Sign::subset) + at(binding.terms[0], join);
            case Binding::Kind::element: break;
        }
        return names + N::sign(Sign::element) + at(binding.terms[0], join);
    }

    /// What runs, and under which condition.
    std::string cases(const Term& term) const {
        return bindings(term.bindings) +
               (term.parts.size() > 1 ? N::sign(Sign::comma) + kBreak + at(term.parts[1], comparison) : "");
    }

    /// a1, a2, ...: as many as there are.
    static std::string piles(const std::string& name, Sign between, Sign rest) {
        const auto one = [&](const char* number) { return N::lowered(N::word(name), N::number(number)); };
        return one("1") + N::sign(between) + one("2") + N::sign(between) + N::sign(rest);
    }

    std::string call(const Term& term) const {
        const std::string& called = term.text;
        if (is_xor(term)) {
            std::string text;
            for (const Term& part : term.parts)
                text += (text.empty() ? "" : N::sign(Sign::xor_)) +
                        (part.kind == Term::Kind::piles ? piles(part.text, Sign::xor_, Sign::centred_dots)
                                                        : at(part, product));
            return term.parts.size() == 1 && term.parts[0].kind != Term::Kind::piles ? at(term.parts[0], sum) : text;
        }
        if (term.parts.size() == 1) {
            if (called == "floor") return N::fenced(Fence::floor, list(term.parts));
            if (called == "ceil") return N::fenced(Fence::ceiling, list(term.parts));
            if (called == "abs" || called == "size") return N::fenced(Fence::bars, list(term.parts));
            if (called == "sqrt") return N::root(list(term.parts));
        }
        return name(called) + N::fenced(Fence::round, list(term.parts));
    }

    /// `if` inside `else` continues the list.
    std::string conditional(const Term& term) const {
        std::vector<std::pair<std::string, std::string>> rows;
        const Term* rest = &term;
        for (; rest->kind == Term::Kind::conditional; rest = &rest->parts[2])
            rows.emplace_back(at(rest->parts[1], sum), at(rest->parts[0], statement));
        rows.emplace_back(at(*rest, sum), "");
        return N::cases(rows);
    }

    std::string aggregate(const Term& term) const {
        if (term.text == "count")
            return N::sign(Sign::number_of) +
                   N::fenced(Fence::brace,
                             bindings(term.bindings) +
                                 (term.parts.size() > 1 ? N::sign(Sign::colon) + at(term.parts[1], statement) : ""));
        const Sign over = term.text == "sum" ? Sign::sum : term.text == "min" ? Sign::minimum : Sign::maximum;
        return N::over(over, cases(term)) + at(term.parts[0], product);
    }

    std::string binary(const Term& term) const {
        const Strength own = strength_of(term);
        const Term &left = term.parts[0], &right = term.parts[1];
        if (term.text == "/") return N::fraction(at(left, statement), at(right, statement));
        if (own == power) return N::raised(at(left, atom), at(right, statement));
        if (own == product)
            return at(left, product) + N::sign(without_sign(left, right) ? Sign::juxtaposed : Sign::times) +
                   at(right, sign);
        const auto tighter = static_cast<Strength>(own + 1);
        const bool mod = term.text == "mod";  // never beside its like
        const std::string before = at(left, own == implies ? tighter : mod ? product : own);
        const std::string after = at(right, own == implies ? own : mod ? sign : tighter);
        return before + (own <= join ? std::string(1, kBreak) : "") + N::sign(sign_of(term.text)) + after;
    }

    std::string bare(const Term& term) const {
        switch (term.kind) {
            case Term::Kind::number: return N::number(term.text);
            case Term::Kind::name: return name(term.text);
            case Term::Kind::piles: return piles(term.text, Sign::comma, Sign::dots);
            case Term::Kind::indexed: return N::lowered(N::word(term.text), at(term.parts[0], statement));
            case Term::Kind::call: return call(term);
            case Term::Kind::tuple: return N::fenced(Fence::round, list(term.parts));
            case Term::Kind::list: return N::fenced(Fence::brace, list(term.parts));
            case Term::Kind::range:
                return at(term.parts[0], sum) + N::sign(Sign::comma) + N::sign(Sign::dots) + N::sign(Sign::comma) +
                       at(term.parts[1], sum);
            case Term::Kind::family:
                return N::fenced(Fence::brace,
                                 at(term.parts[0], statement) + N::sign(Sign::colon) + kBreak + cases(term));
            case Term::Kind::table:
                return term.text.empty() ? N::fenced(Fence::square, list(term.parts)) : N::number(term.text);
            case Term::Kind::negate: return N::sign(Sign::negative) + at(term.parts[0], sign);
            case Term::Kind::negation: return N::sign(Sign::not_) + at(term.parts[0], negation);
            case Term::Kind::conditional: return conditional(term);
            case Term::Kind::aggregate: return aggregate(term);
            case Term::Kind::quantifier:
                return N::sign(term.text == "forall" ? Sign::forall : Sign::exists) + bindings(term.bindings) +
                       (term.parts.size() > 1 ? N::sign(Sign::with) + at(term.parts[1], statement) : "") +
                       N::sign(Sign::colon) + kBreak + at(term.parts[0], statement);
            case Term::Kind::compare: {
                std::string text = at(term.parts[0], join);
                for (std::size_t i = 0; i < term.operators.size(); ++i)
                    text += kBreak + N::sign(sign_of(term.operators[i])) +
                            at(term.parts[i + 1],
                               i + 1 == term.operators.size() && is_cases(term.parts[i + 1]) ? statement : join);
                return text;
            }
            case Term::Kind::binary: break;
        }
        return binary(term);
    }
};

/// Marks become the ends of formulas; a sign at the beginning of one has the blank before it already.
std::string math(const std::string& text) {
    std::string result = "<math>";
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != kBreak) {
            result += text[at];
            continue;
        }
        result += "</math> <math>";
        constexpr std::string_view infix = "<mo form=\"infix\"";
        if (text.compare(at + 1, infix.size(), infix) == 0) {
            result += "<mo form=\"infix\" lspace=\"0\"";
            at += infix.size();
        }
    }
    return result + "</math>";
}

}  // namespace

std::string mathml_of(const Term& term) { return math(Setter<MathMl>().at(term, statement)); }
std::string mathml_of(const Definition& definition) { return math(Setter<MathMl>().definition(definition)); }
std::string mathml_of(const std::vector<Binding>& bindings) { return math(Setter<MathMl>().bindings(bindings)); }
std::string mathml_of(const std::vector<Word>& word) { return math(Setter<MathMl>().word(word)); }
std::string mathml_of_name(const std::string& name) { return math(Setter<MathMl>::name(name)); }

std::string tex_of(const Term& term) { return without_breaks(Setter<Tex>().at(term, statement)); }
std::string tex_of(const Definition& definition) { return without_breaks(Setter<Tex>().definition(definition)); }
std::string tex_of(const std::vector<Binding>& bindings) { return without_breaks(Setter<Tex>().bindings(bindings)); }
std::string tex_of(const std::vector<Word>& word) { return without_breaks(Setter<Tex>().word(word)); }

}  // namespace bouton::render
