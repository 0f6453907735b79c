// Numbers and conditions: each case says what the language means by it.
#include "check/builtins.hpp"
#include "check/compute/evaluator.hpp"

#include <algorithm>

namespace bouton::kernel::compute {

using Kind = Term::Kind;

namespace {
constexpr std::uint64_t kMostSteps = 100000000;
constexpr int kDeepest = 700;  // terms and definitions inside each other
constexpr unsigned kMostBits = 1u << 24;
}  // namespace

const Entry* Scope::find(const std::string& name) const {
    for (const Scope* s = this; s; s = s->parent)
        for (const auto& [known, entry] : s->names)
            if (known == name) return &entry;
    return nullptr;
}

bool Scope::is_variable(const std::string& name) const {
    for (const Scope* s = this; s; s = s->parent)
        if (s->variables)
            for (const auto& entry : s->names)
                if (entry.first == name) return true;
    return false;
}

Fraction fraction(const Integer& top, const Integer& bottom) {
    if (bottom == 0) throw Undecided{"a division by 0"};
    return bottom < 0 ? Fraction{-top, -bottom} : Fraction{top, bottom};
}

Integer floor_of(const Fraction& value) {
    if (value.bottom == 1) return value.top;
    const Integer quotient = value.top / value.bottom;  // towards 0
    return value.top < 0 && quotient * value.bottom != value.top ? Integer(quotient - 1) : quotient;
}

Integer ceil_of(const Fraction& value) { return -floor_of({-value.top, value.bottom}); }

std::uint64_t machine(const Integer& value, const char* what) {
    if (value < 0 || value > (std::uint64_t{1} << 40))
        throw Undecided{std::string(what) + " is " + to_text(value) + ", which is negative or too large"};
    return value.convert_to<std::uint64_t>();
}

bool looks_like_condition(const Term& term) {
    return term.kind == Kind::compare || term.kind == Kind::negation || term.kind == Kind::quantifier ||
           (term.kind == Kind::binary &&
            (term.text == "and" || term.text == "or" || term.text == "implies" || term.text == "iff"));
}

void Evaluator::tick() {
    if (++steps_ > kMostSteps) throw TooMuch{};
    if ((steps_ & 4095) == 0) watch_.check();
}

namespace {
struct Deeper {
    int& depth;
    explicit Deeper(int& d) : depth(d) {
        if (depth > kDeepest) throw Undecided{"definitions inside each other too deeply"};
        ++depth;
    }
    ~Deeper() { --depth; }
};
}  // namespace

// ---- what kind of thing

bool Evaluator::is_condition(const Term& term, const Scope& scope) const {
    if (looks_like_condition(term)) return true;
    if (term.kind == Kind::conditional) return is_condition(term.parts[1], scope);
    if (term.kind != Kind::name && term.kind != Kind::call) return false;
    const Entry* entry = scope.find(term.text);
    if (!entry) return term.kind == Kind::call && term.text == "reaches";
    return (entry->kind == Entry::Kind::let || entry->kind == Entry::Kind::function) && entry->body &&
           is_condition(*entry->body, *entry->scope);
}

bool Evaluator::is_set(const Term& term, const Scope& scope) const {
    switch (term.kind) {
        case Kind::list:
        case Kind::range:
        case Kind::family: return true;
        case Kind::binary: return term.text == "|" || term.text == "&" || term.text == "\\";
        case Kind::name:
        case Kind::call: {
            const Entry* entry = scope.find(term.text);
            if (!entry) return term.kind == Kind::call && term.text == "options";
            return entry->kind == Entry::Kind::numbers || entry->kind == Entry::Kind::set ||
                   (entry->kind == Entry::Kind::let && is_set(*entry->body, *entry->scope));
        }
        default: return false;
    }
}

/// A set of numbers, which may also be taken for positions with one coordinate.
bool Evaluator::is_numbers(const Term& term, const Scope& scope) const {
    if (term.kind == Kind::range) return true;
    if (term.kind == Kind::list)
        return !(term.parts.size() == 1 && looks_like_condition(term.parts[0])) &&
               std::none_of(term.parts.begin(), term.parts.end(), [](const Term& t) { return t.kind == Kind::tuple; });
    if (term.kind == Kind::binary)
        return term.text == "|" && is_numbers(term.parts[0], scope) && is_numbers(term.parts[1], scope);
    if (term.kind != Kind::name) return false;
    const Entry* entry = scope.find(term.text);
    return entry && (entry->kind == Entry::Kind::numbers ||
                     (entry->kind == Entry::Kind::let && is_numbers(*entry->body, *entry->scope)));
}

// ---- numbers

Integer Evaluator::whole(const Term& term, const Scope& scope) {
    tick();
    const Deeper deeper(depth_);
    switch (term.kind) {
        case Kind::number: return integer_from(term.text);
        case Kind::name: {
            const Entry* entry = scope.find(term.text);
            if (term.text == "P" || term.text == "N") {
                if (entry) throw Undecided{term.text + " means something else"};
                return term.text == "N" ? 1 : 0;
            }
            if (!entry) throw Undecided{"nothing says what " + term.text + " is"};
            if (entry->kind == Entry::Kind::number) return entry->number;
            if (entry->kind == Entry::Kind::let) return whole(*entry->body, *entry->scope);
            if (entry->kind == Entry::Kind::position)
                return term.text == "grundy" ? grundy(entry->piles) : outcome(entry->piles);
            throw Undecided{term.text + " is no number here"};
        }
        case Kind::negate: return -whole(term.parts[0], scope);
        case Kind::binary: return binary(term, scope);
        case Kind::conditional: return whole(term.parts[holds(term.parts[0], scope) ? 1 : 2], scope);
        case Kind::call: return call(term, scope);
        case Kind::aggregate: return aggregate(term, scope);
        default: throw Undecided{"something that is no number stands where one is needed"};
    }
}

Integer Evaluator::binary(const Term& term, const Scope& scope) {
    const std::string& op = term.text;
    if (op == "/") throw Undecided{"a fraction where an integer is needed"};
    if (op != "+" && op != "-" && op != "*" && op != "^" && op != "mod")
        throw Undecided{"something that is no number stands where one is needed"};
    const Integer a = whole(term.parts[0], scope), b = whole(term.parts[1], scope);
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return arithmetic::multiply(a, b);
    if (op == "mod") return a - b * floor_of(fraction(a, b));
    if (b < 0) throw Undecided{"a negative exponent"};
    if (b == 0 || a == 1) return 1;
    if (a == 0) return 0;
    if (a == -1) return b % 2 == 0 ? 1 : -1;
    if (b > kMostBits / (msb(Integer(abs(a))) + 1)) throw Undecided{"a power that is too large to write down"};
    return pow(a, b.convert_to<unsigned>());
}

Fraction Evaluator::ratio(const Term& term, const Scope& scope) {
    if (term.kind == Kind::name)
        if (const Entry* entry = scope.find(term.text); entry && entry->kind == Entry::Kind::let) {
            const Deeper deeper(depth_);
            return ratio(*entry->body, *entry->scope);
        }
    if (term.kind == Kind::negate) {
        const Fraction value = ratio(term.parts[0], scope);
        return {-value.top, value.bottom};
    }
    const bool sum = term.kind == Kind::binary && (term.text == "+" || term.text == "-");
    if (!sum && (term.kind != Kind::binary || (term.text != "*" && term.text != "/"))) return {whole(term, scope), 1};
    tick();
    const Fraction a = ratio(term.parts[0], scope), b = ratio(term.parts[1], scope);
    if (term.text == "/") return fraction(a.top * b.bottom, a.bottom * b.top);
    if (term.text == "*") return {arithmetic::multiply(a.top, b.top), a.bottom * b.bottom};
    const Integer left = a.top * b.bottom, right = b.top * a.bottom;
    return {term.text == "+" ? Integer(left + right) : Integer(left - right), a.bottom * b.bottom};
}

// ---- conditions

bool Evaluator::holds(const Term& term, const Scope& scope) {
    tick();
    const Deeper deeper(depth_);
    switch (term.kind) {
        case Kind::negation: return !holds(term.parts[0], scope);
        case Kind::quantifier: return quantifier(term, scope);
        case Kind::conditional: return holds(term.parts[holds(term.parts[0], scope) ? 1 : 2], scope);
        case Kind::compare:
            for (std::size_t i = 0; i < term.operators.size(); ++i)
                if (!compare(term.parts[i], term.operators[i], term.parts[i + 1], scope)) return false;
            return true;
        case Kind::binary:
            if (term.text == "and") return holds(term.parts[0], scope) && holds(term.parts[1], scope);
            if (term.text == "or") return holds(term.parts[0], scope) || holds(term.parts[1], scope);
            if (term.text == "implies") return !holds(term.parts[0], scope) || holds(term.parts[1], scope);
            if (term.text == "iff") return holds(term.parts[0], scope) == holds(term.parts[1], scope);
            break;
        case Kind::name:
            if (const Entry* entry = scope.find(term.text); entry && entry->kind == Entry::Kind::let)
                return holds(*entry->body, *entry->scope);
            break;
        case Kind::call: {
            const Entry* entry = callee(term, scope);
            if (!entry && term.text == "reaches") return reaches(term, scope);
            if (!entry || entry->kind != Entry::Kind::function || entry->rule || entry->recursive) break;
            const Scope inner = with_arguments(*entry, term, scope);
            return holds(*entry->body, inner);
        }
        default: break;
    }
    throw Undecided{"something that is no condition stands where one is needed"};
}

bool Evaluator::compare(const Term& left, const std::string& op, const Term& right, const Scope& scope) {
    if (op == "in") return member(left, right, scope);
    if (op == "subset" || is_set(left, scope) || is_set(right, scope)) return sets_compare(left, op, right, scope);
    if (is_condition(left, scope)) {
        if (op != "=" && op != "!=") throw Undecided{"conditions in an order"};
        return (holds(left, scope) == holds(right, scope)) == (op == "=");
    }
    const Fraction a = ratio(left, scope), b = ratio(right, scope);
    const int sign = a.bottom == b.bottom ? a.top.compare(b.top) : Integer(a.top * b.bottom).compare(b.top * a.bottom);
    if (op == "=") return sign == 0;
    if (op == "!=") return sign != 0;
    if (op == "<") return sign < 0;
    if (op == "<=") return sign <= 0;
    if (op == ">") return sign > 0;
    if (op == ">=") return sign >= 0;
    throw Undecided{"the sign " + op};
}

bool Evaluator::quantifier(const Term& term, const Scope& scope) {
    Scope inner{&scope};
    Loop loop;
    for (const Binding& binding : term.bindings) loop.bindings.push_back(&binding);
    if (term.parts.size() > 1) loop.condition = &term.parts[1];
    const bool all = term.text == "forall";
    loop.body = &term.parts[0];
    loop.dull = all;  // what holds says nothing against `forall`, what does not nothing for `exists`
    return run(loop, inner, [&] { return holds(term.parts[0], inner) == all; }) == all;
}

Integer Evaluator::aggregate(const Term& term, const Scope& scope) {
    Scope inner{&scope};
    Loop loop;
    for (const Binding& binding : term.bindings) loop.bindings.push_back(&binding);
    if (term.parts.size() > 1) loop.condition = &term.parts[1];
    const std::string& f = term.text;
    if (scope.find(f)) throw Undecided{f + " means something else"};
    Integer total = 0;
    bool any = false;
    if (f != "sum" && f != "min" && f != "max" && f != "count") throw Undecided{"there is no " + f};
    run(loop, inner, [&] {
        const Integer value = f == "count" ? Integer(1) : whole(term.parts[0], inner);
        if (f == "sum" || f == "count")
            total += value;
        else if (!any || (f == "min" ? value < total : value > total))
            total = value;
        any = true;
        return true;
    });
    if (!any && (f == "min" || f == "max")) throw Undecided{"the " + f + " of nothing"};
    return total;
}

// ---- calls

/// What a call calls: null for a builtin function, whose name nothing else may have.
const Entry* Evaluator::callee(const Term& term, const Scope& scope) const {
    const Entry* entry = scope.find(term.text);
    if (!entry || entry->kind == Entry::Kind::position) return nullptr;
    if (builtin_names().contains(term.text)) throw Undecided{term.text + " means something else"};
    return entry;
}

Scope Evaluator::with_arguments(const Entry& entry, const Term& term, const Scope& scope) {
    const std::size_t given = term.kind == Kind::call ? term.parts.size() : 0;
    if (entry.formals->size() != given) throw Undecided{"another number of arguments for " + term.text};
    Scope inner{entry.scope};
    for (std::size_t i = 0; i < given; ++i) inner.add_number((*entry.formals)[i], whole(term.parts[i], scope));
    return inner;
}

/// The entry of a table, or the digit of a code: 0 beyond its end, or the block in brackets over and over.
Integer Evaluator::digit(const Term& table, Integer at, const Scope& scope) {
    const Integer count = table.parts.size();
    if (!table.text.empty() && at >= count) {
        const auto open = table.text.find('['), close = table.text.find(']');
        if (open == std::string::npos) return 0;
        const Integer block = close - open - 1;
        at = count - block + (at - count) % block;
    }
    if (at < 0 || at >= count) throw Undecided{"a place outside the table"};
    return whole(table.parts[at.convert_to<std::size_t>()], scope);
}

Integer Evaluator::applied(const Entry& entry, const Term& term, const Scope& scope) {
    const Scope inner = with_arguments(entry, term, scope);
    Integer value;
    if (entry.recursive) {
        Position at;
        for (const auto& [name, argument] : inner.names) {
            if (argument.number < 0) throw Undecided{"a negative argument of " + term.text + ", which calls itself"};
            at.push_back(argument.number);
        }
        const auto known = sequences_.find({&entry, at});
        if (known != sequences_.end()) return known->second;
        value = whole(*entry.body, inner);
        sequences_[{&entry, at}] = value;
        return value;
    }
    if (entry.body->kind == Kind::table) {
        const Integer& at = inner.names.at(0).second.number;
        value = digit(*entry.body, at, *entry.scope);
    } else {
        value = whole(*entry.body, inner);
    }
    if (entry.rule && value < 0) throw Undecided{"a negative value of " + term.text};
    return value;
}

Integer Evaluator::call(const Term& term, const Scope& scope) {
    const Entry* entry = callee(term, scope);
    if (!entry) return builtin(term, scope);
    if (entry->kind != Entry::Kind::function) throw Undecided{term.text + " is no function"};
    return applied(*entry, term, scope);
}

}  // namespace bouton::kernel::compute
