// Names and terms; conditions are in read_compare.cpp, sets and `for` lists in read_sets.cpp, the game's rules in read_game.cpp.
#include "check/read.hpp"

#include "check/builtins.hpp"

#include <algorithm>

namespace bouton::kernel {

using syntax::Term;
using Kind = Meaning::Kind;

namespace {

constexpr int kDeepest = 400;  // definitions and terms inside each other

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

/// Solvers know no quantifier inside a term.
const FormulaPtr& plain(const FormulaPtr& f) {
    if (!f->variables.empty()) refuse("forall or exists inside a number, as in: if (exists ...) then");
    for (const FormulaPtr& part : f->parts) plain(part);
    return f;
}

Meaning number(Poly value, FormulaPtr defined = truth()) {
    Meaning m;
    m.value = std::move(value);
    m.defined = std::move(defined);
    return m;
}

Meaning as_meaning(const Condition& c) {
    Meaning m;
    m.kind = Kind::condition;
    m.holds = c.holds;
    m.defined = c.defined;
    return m;
}

FormulaPtr not_zero(const Poly& p) { return not_equal(p, {}); }

}  // namespace

void Reader::refuse_builtin(const std::string& name) {
    if (builtin_names().contains(name)) refuse("the name " + name + " given to something else");
}

const Entry* Reader::find(const std::string& name, const ScopePtr& scope, ScopePtr* where) const {
    for (ScopePtr s = scope; s; s = s->parent) {
        const auto found = s->names.find(name);
        if (found == s->names.end()) continue;
        if (where) *where = s;
        return &found->second;
    }
    return nullptr;
}

bool Reader::is_variable(const std::string& name, const ScopePtr& scope) const {
    for (ScopePtr s = scope; s; s = s->parent)
        if (s->variables && s->names.contains(name)) return true;
    return false;
}

Meaning Reader::integer(const Term& term, const ScopePtr& scope) {
    Meaning m = read(term, scope);
    if (m.kind != Kind::integer) refuse("something that is no whole number where one is needed");
    return m;
}

Condition Reader::condition(const Term& term, const ScopePtr& scope) {
    const Meaning m = read(term, scope);
    if (m.kind != Kind::condition) refuse("something that is no condition where one is needed");
    return {m.holds, m.defined};
}

Meaning Reader::read(const Term& term, const ScopePtr& scope) {
    struct Deeper {
        int& depth;
        explicit Deeper(int& d) : depth(d) {
            if (++depth > kDeepest) refuse("definitions that call each other without end");
        }
        ~Deeper() { --depth; }
    };
    const Deeper deeper(depth_);
    switch (term.kind) {
        case Term::Kind::number: return number(constant(integer_from(term.text)));
        case Term::Kind::name: return name(term, scope);
        case Term::Kind::piles: refuse("all piles at once");
        case Term::Kind::indexed: refuse("a pile of a row");
        case Term::Kind::call: return call(term, scope);
        case Term::Kind::tuple: {
            Meaning m;
            m.kind = Kind::tuple;
            std::vector<FormulaPtr> defined;
            for (const Term& part : term.parts) {
                const Meaning c = integer(part, scope);
                m.tuple.push_back(c.value);
                defined.push_back(c.defined);
            }
            m.defined = both(std::move(defined));
            if (m.tuple.size() == 1) return number(m.tuple[0], m.defined);
            return m;
        }
        case Term::Kind::list: return list(term, scope);
        case Term::Kind::family: return family(term, scope);
        case Term::Kind::range: {
            const Meaning first = integer(term.parts[0], scope), last = integer(term.parts[1], scope);
            Meaning m;
            m.kind = Kind::numbers;
            m.numbers.intervals.emplace_back(first.value, last.value);
            m.defined = both({first.defined, last.defined});
            return m;
        }
        case Term::Kind::table: refuse("a rule function given as a table");
        case Term::Kind::negate: {
            Meaning m = read(term.parts[0], scope);
            if (m.kind != Kind::integer && m.kind != Kind::fraction) refuse("a minus sign before what is no number");
            m.value = Integer(-1) * m.value;
            return m;
        }
        case Term::Kind::binary: return binary(term, scope);
        case Term::Kind::compare: return as_meaning(compare(term, scope));
        case Term::Kind::negation: {
            const Condition c = condition(term.parts[0], scope);
            return as_meaning({negated(c.holds), c.defined});
        }
        case Term::Kind::conditional: {
            const Condition test = condition(term.parts[0], scope);
            const Meaning yes = read(term.parts[1], scope), no = read(term.parts[2], scope);
            const FormulaPtr defined =
                both({test.defined, implies(test.holds, yes.defined), implies(negated(test.holds), no.defined)});
            if (yes.kind == Kind::condition && no.kind == Kind::condition)
                return as_meaning(
                    {either({both({test.holds, yes.holds}), both({negated(test.holds), no.holds})}), defined});
            if (yes.kind != Kind::integer || no.kind != Kind::integer) refuse("an `if` that is no number");
            return number(terms_.choose(plain(test.holds), yes.value, no.value), defined);
        }
        case Term::Kind::aggregate:
            if (term.text == "sum") return sum(term, scope);
            refuse(term.text + " over a range");
        case Term::Kind::quantifier: {
            const auto all = choices(all_of(term.bindings), term.parts.size() > 1 ? &term.parts[1] : nullptr, scope);
            return as_meaning(quantified(term.text == "forall", all,
                                         [&](const ScopePtr& inner) { return condition(term.parts[0], inner); }));
        }
    }
    refuse("an unknown kind of term");
}

Meaning Reader::name(const Term& term, const ScopePtr& scope) {
    if (term.text == "P") return number({});
    if (term.text == "N") return number(constant(1));
    if (term.text == "grundy" || term.text == "outcome") {
        const Entry* here = find("@" + term.text, scope);
        if (!here) refuse(term.text + " without a position");
        return *here->meaning;
    }
    if (builtin_names().contains(term.text)) refuse("the function " + term.text + " without its arguments");
    ScopePtr where;
    const Entry* entry = find(term.text, scope, &where);
    if (!entry) refuse("the unknown name " + term.text);
    if (entry->meaning) return *entry->meaning;
    if (entry->missing) refuse("the parameter " + term.text + ", which has no value");
    if (entry->is_set) return apply(*entry, where, term, scope);
    refuse("the function " + term.text + " without its arguments");
}

Meaning Reader::call(const Term& term, const ScopePtr& scope) {
    if (builtin_names().contains(term.text)) return builtin(term, scope);
    ScopePtr where;
    const Entry* entry = find(term.text, scope, &where);
    if (!entry || entry->meaning || entry->missing) refuse("the unknown function " + term.text);
    return apply(*entry, where, term, scope);
}

/// A function or set with its arguments put in.
Meaning Reader::apply(const Entry& entry, const ScopePtr& where, const Term& term, const ScopePtr& scope) {
    Point arguments;
    std::vector<FormulaPtr> defined;
    for (const Term& part : term.parts) {
        const Meaning m = integer(part, scope);
        arguments.push_back(m.value);
        defined.push_back(m.defined);
    }
    if (entry.formals->size() != arguments.size()) refuse("another number of arguments of " + term.text);
    if (!entry.body) {  // any function from natural numbers to natural numbers
        for (const Poly& a : arguments) defined.push_back(at_most({}, a));
        unknown_functions_.insert("f_" + term.text);
        return number(terms_.call("f_" + term.text, arguments), both(std::move(defined)));
    }
    if (entry.body->kind == Term::Kind::table) refuse("a rule function given as a table");
    auto inner = std::make_shared<Scope>();
    inner->parent = entry.scope ? entry.scope : where;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& formal = (*entry.formals)[i];
        refuse_builtin(formal);
        if (inner->names.contains(formal)) refuse("two arguments of the same name " + formal);
        inner->names[formal].meaning = number(arguments[i]);
    }
    Meaning m = read(*entry.body, inner);
    if (entry.is_set) {
        m.points = as_points(m);
        m.kind = Kind::points;
        if (named_sets_ == NamedSets::opaque && !depends_on_game(entry, where))
            m = opaque_set(entry, term, std::move(m), arguments);
    } else if (m.kind != Kind::integer && m.kind != Kind::condition) {
        refuse("a function whose value is no number");
    }
    if (entry.rule_function) {
        if (m.kind != Kind::integer) refuse("a rule function whose value is no number");
        defined.push_back(both({m.defined, at_most({}, m.value)}));
    } else {
        defined.push_back(m.defined);
    }
    m.defined = both(std::move(defined));
    return m;
}

/// A function of its own for each definition: 1 for the arguments and coordinates of its members. What is proved of it holds of every set,
/// hence of the one that is defined. Whether its members have a meaning is still asked of the definition.
Meaning Reader::opaque_set(const Entry& entry, const Term& term, Meaning filled, const Point& arguments) {
    const auto at =
        opaque_names_.try_emplace(entry.body, "in_" + std::to_string(opaque_names_.size()) + "_" + term.text);
    const std::string symbol = at.first->second;
    filled.points = [this, symbol, arguments, inside = filled.points](const Point& point) {
        Point all = arguments;
        all.insert(all.end(), point.begin(), point.end());
        return Condition{equal(terms_.call(symbol, std::move(all)), constant(1)), inside(point).defined};
    };
    return filled;
}

/// Does a definition, or one that it uses, mention the game? A name that it binds itself counts too where a parameter has it: such a set is
/// filled in, which is always right.
bool Reader::depends_on_game(const Entry& entry, const ScopePtr& where, int depth) const {
    const std::set<std::string> own(entry.formals->begin(), entry.formals->end());
    return mentions_game(*entry.body, own, entry.scope ? entry.scope : where, depth);
}

bool Reader::mentions_game(const Term& term, const std::set<std::string>& own, const ScopePtr& scope, int depth) const {
    if (depth > kDeepest) return true;
    if (term.kind == Term::Kind::name || term.kind == Term::Kind::call) {
        if (term.text == "grundy" || term.text == "outcome" || term.text == "options" || term.text == "reaches")
            return true;
        if (!own.contains(term.text)) {
            ScopePtr where;
            const Entry* entry = find(term.text, scope, &where);
            if (entry && where == parameters_) return true;
            if (entry && entry->body && depends_on_game(*entry, where, depth + 1)) return true;
        }
    }
    const auto look = [&](const Term& part) { return mentions_game(part, own, scope, depth + 1); };
    if (std::any_of(term.parts.begin(), term.parts.end(), look)) return true;
    return std::any_of(term.bindings.begin(), term.bindings.end(), [&](const syntax::Binding& binding) {
        return std::any_of(binding.terms.begin(), binding.terms.end(), look);
    });
}

Meaning Reader::value_of(const std::string& function, const Point& point) {
    return number(terms_.call(function, point), is_position(point).holds);
}

Meaning Reader::builtin(const Term& term, const ScopePtr& scope) {
    const std::string& f = term.text;
    if (f == "floor" || f == "ceil") return rounded(term, scope);
    if (f == "sqrt" || f == "log2") {
        Meaning m = read(term.parts.at(0), scope);
        if (m.kind == Kind::fraction)  // floor(log2(a/b)) = floor(log2(floor(a/b)))
            m = number(terms_.quotient(m.value, m.denominator), both({m.defined, not_zero(m.denominator)}));
        if (m.kind != Kind::integer || term.parts.size() != 1) refuse("the argument of " + f);
        m.kind = f == "sqrt" ? Kind::root : Kind::logarithm;
        return m;
    }
    if (f == "grundy" || f == "outcome" || f == "options") {
        Point point;
        std::vector<FormulaPtr> defined;
        for (const Term& part : term.parts) {
            const Meaning c = integer(part, scope);
            point.push_back(c.value);
            defined.push_back(c.defined);
        }
        if (!game_ || point.size() != game_->coordinates.size()) refuse(f + " of another number of coordinates");
        Meaning m = value_of(f == "grundy" ? "G" : "O", point);
        defined.push_back(m.defined);
        m.defined = both(std::move(defined));
        if (f != "options") return m;
        m.kind = Kind::points;
        m.some = [this, point](const PointSet& property) { return some_move(point, property); };
        m.points = [this, point, where = m.defined](const Point& target) {
            Condition c = some_move(point, [&](const Point& after) {
                std::vector<FormulaPtr> same;
                for (std::size_t i = 0; i < after.size(); ++i) same.push_back(equal(after[i], target.at(i)));
                return Condition{both(std::move(same)), truth()};
            });
            c.defined = both({where, implies(where, c.defined)});
            return c;
        };
        return m;
    }
    if (term.parts.size() == 1 && (f == "size" || f == "min" || f == "max")) {
        const Meaning m = read(term.parts[0], scope);
        if (m.kind == Kind::numbers) return of_number_set(term, m.numbers, m.defined);
    }
    std::vector<Meaning> args;
    std::vector<FormulaPtr> defined;
    for (const Term& part : term.parts) {
        args.push_back(integer(part, scope));
        defined.push_back(args.back().defined);
    }
    const auto only = [&](std::size_t count) {
        if (args.size() != count) refuse("another number of arguments of " + f);
    };
    if (f == "min" || f == "max") return extremum(args, f == "min");
    if (f == "abs") {
        only(1);
        return number(terms_.choose(at_most({}, args[0].value), args[0].value, Integer(-1) * args[0].value),
                      args[0].defined);
    }
    if (f == "twos") {
        only(1);
        return number(terms_.call("twos", {args[0].value}),
                      both({args[0].defined, at_most(constant(1), args[0].value)}));
    }
    if (f == "josephus_rank" || f == "josephus_seat") {
        only(3);
        const Poly &n = args[0].value, &k = args[1].value, &m = args[2].value;
        for (const FormulaPtr& c : {at_most(constant(1), k), at_most(constant(1), m), at_most(m, n)})
            defined.push_back(c);
        return number(terms_.call(f == "josephus_rank" ? "rank" : "seat", {n, k, m}), both(std::move(defined)));
    }
    refuse(f);
}

Meaning Reader::rounded(const Term& term, const ScopePtr& scope) {
    if (term.parts.size() != 1) refuse("another number of arguments of " + term.text);
    const Meaning m = read(term.parts[0], scope);
    const bool up = term.text == "ceil";
    switch (m.kind) {
        case Kind::integer: return m;
        case Kind::fraction: {
            const Poly q = terms_.quotient(up ? Integer(-1) * m.value : m.value, m.denominator);
            return number(up ? Integer(-1) * q : q, both({m.defined, not_zero(m.denominator)}));
        }
        case Kind::logarithm:
            if (up) refuse("the ceiling of a logarithm");
            return number(terms_.call("log2", {m.value}), both({m.defined, at_most(constant(1), m.value)}));
        case Kind::root: refuse("sqrt");
        default: refuse(term.text + " of what is no number");
    }
}

Meaning Reader::extremum(const std::vector<Meaning>& args, bool least) {
    if (args.empty()) refuse("min or max of nothing");
    Meaning best = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) {
        const Poly& next = args[i].value;
        best.value = terms_.choose(least ? at_most(best.value, next) : at_most(next, best.value), best.value, next);
        best.defined = both({best.defined, args[i].defined});
    }
    return best;
}

/// size, min, max of a set whose elements are written out; min of a set of which nothing is known.
Meaning Reader::of_number_set(const Term& term, const NumberSet& set, FormulaPtr defined) {
    if (!set.unknown.empty()) {
        if (term.text != "min") refuse(term.text + " of a set that is not known");
        return number(terms_.call("least_" + set.unknown, {}));
    }
    std::vector<Meaning> elements;
    for (const auto& [first, last] : set.intervals) {
        if (first != last) refuse(term.text + " of a set with ranges");
        elements.push_back(number(first));
    }
    if (term.text != "size") {
        Meaning m = extremum(elements, term.text == "min");
        m.defined = std::move(defined);
        return m;
    }
    Poly size;
    for (std::size_t i = 0; i < elements.size(); ++i) {  // those unlike all before
        std::vector<FormulaPtr> same;
        for (std::size_t j = 0; j < i; ++j) same.push_back(equal(elements[i].value, elements[j].value));
        size = size + terms_.choose(either(std::move(same)), {}, constant(1));
    }
    return number(size, std::move(defined));
}

Meaning Reader::power(const Meaning& base, const Meaning& exponent) {
    const FormulaPtr defined = both({base.defined, exponent.defined, at_most({}, exponent.value)});
    if (is_constant(base.value) && constant_part(base.value) >= 2 && constant_part(base.value) <= 1000)
        return number(terms_.power(static_cast<int>(clamp(constant_part(base.value))), exponent.value), defined);
    if (!is_constant(exponent.value)) refuse("a power whose base is not a plain number");
    const Integer n = constant_part(exponent.value);
    if (n < 0 || n > 6) refuse("a power above the sixth");
    Poly product = constant(1);
    for (Integer i = 0; i < n; i += 1) product = product * base.value;
    return number(product, defined);
}

Meaning Reader::binary(const Term& term, const ScopePtr& scope) {
    const std::string& op = term.text;
    if (op == "|" || op == "&" || op == "\\") return set_operation(term, scope);
    if (op == "and" || op == "or" || op == "implies" || op == "iff") return as_meaning(connective(term, scope));
    const Meaning a = read(term.parts[0], scope), b = read(term.parts[1], scope);
    const FormulaPtr defined = both({a.defined, b.defined});
    if (op == "^" || op == "mod") {
        if (a.kind != Kind::integer || b.kind != Kind::integer) refuse(op + " of what is no whole number");
        if (op == "^") return power(a, b);
        return number(terms_.remainder(a.value, b.value), both({defined, not_zero(b.value)}));
    }
    for (const Meaning* m : {&a, &b})
        if (m->kind != Kind::integer && m->kind != Kind::fraction) refuse("arithmetic with what is no number");
    const Poly p = a.over(), q = b.over();
    if (op == "/") {  // (a/p) / (b/q) = (a q) / (p b)
        Meaning m = number(a.value * q, both({defined, not_zero(q)}));
        m.kind = Kind::fraction;
        m.denominator = p * b.value;
        return m;
    }
    const Poly left = op == "*" ? a.value : a.value * q, right = op == "*" ? b.value : b.value * p;
    Meaning m = number(op == "*" ? left * right : op == "+" ? left + right : left - right, defined);
    if (a.kind == Kind::integer && b.kind == Kind::integer) return m;
    m.kind = Kind::fraction;
    m.denominator = p * q;
    return m;
}

}  // namespace bouton::kernel
