// Expressions, conditions, sets and `for` lists.
#include "lang/automaton.hpp"
#include "lang/codes.hpp"
#include "lang/elaborator.hpp"
#include "lang/linear.hpp"
#include "lang/operators.hpp"
#include "lang/parse.hpp"

#include <algorithm>

namespace bouton::lang {

using syntax::Binding;
using syntax::Place;
using syntax::Term;
using Kind = Meaning::Kind;

namespace {

constexpr std::size_t kMostNodes = 200000;
constexpr int kDeepest = 600;  // of expressions, and of terms and definitions inside each other

// Beside the functions of operators.hpp: floor ceil sqrt log2 size sum count grundy outcome options reaches.
const char* const kSpecial[] = {"floor",  "ceil",    "sqrt",    "log2",    "size", "sum", "count",
                                "grundy", "outcome", "options", "reaches", "P",    "N"};

/// The denominator as a factor, where nothing else would notice that it is 0; also a 0 that is written out.
Expr not_zero(const Expr& e) { return is_number(e) && e->number != 0 ? e : make(Op::nonzero, {e}); }

Expr denominator_of(const Meaning& m) { return m.kind == Kind::fraction ? m.denominator : number(1); }

/// options(...), perhaps intersected or diminished: a finite set that is known exactly.
bool starts_with_options(const Positions& set) {
    if (set->kind == PositionSet::Kind::intersection || set->kind == PositionSet::Kind::difference)
        return starts_with_options(set->parts[0]);
    return set->kind == PositionSet::Kind::options;
}

}  // namespace

bool is_reserved(const std::string& name) {
    return function_named(name) || std::find(std::begin(kSpecial), std::end(kSpecial), name) != std::end(kSpecial);
}

std::string kind_name(Kind kind) {
    switch (kind) {
        case Kind::integer: return "a number";
        case Kind::condition: return "a condition";
        case Kind::fraction: return "a fraction";
        case Kind::root: return "a square root";
        case Kind::logarithm: return "a logarithm";
        case Kind::numbers: return "a set of numbers";
        case Kind::positions: return "a set of positions";
        case Kind::tuple: return "a tuple";
        case Kind::piles: return "all piles";
        case Kind::row: return "a row of piles";
        case Kind::sets: return "a list of sets";
        case Kind::vectors: return "a list of tuples";
    }
    return "?";
}

Meaning integer_meaning(Expr e) {
    Meaning m;
    m.value = std::move(e);
    return m;
}

Meaning condition_meaning(Expr e) {
    Meaning m;
    m.kind = Kind::condition;
    m.value = std::move(e);
    return m;
}

void Elaborator::fail(Place place, const std::string& message) const {
    fail_at(source_->text, source_->path, place, message);
}

Expr Elaborator::arithmetic_node(Op op, std::vector<Expr> args, Place place, std::string text) {
    if (++nodes_ > kMostNodes) fail(place, messages::too_complex());
    for (const Expr& arg : args)
        if (arg->size > kMostNodes) fail(place, messages::too_complex());
    const bool constant = std::all_of(args.begin(), args.end(), is_number);
    Expr e = make(op, std::move(args), std::move(text));
    if (e->depth > kDeepest) fail(place, messages::too_complex());
    const bool walks =
        op == Op::josephus_rank || op == Op::josephus_seat;  // a circle of any size: left to who asks for it
    if (constant && !walks && op < Op::natural && op != Op::member) {
        Frame empty;
        try {
            return number(evaluate(e, empty));
        } catch (const Error& error) {  // left to be reported where, and if, it is evaluated
            if (error.fault() == Fault::cancelled) throw;
            Watch::check_current();  // it may have been the clock
        }
    }
    return e;
}

Expr Elaborator::as_integer(const Meaning& m, Place place) {
    if (m.kind == Kind::integer) return m.value;
    if (m.kind == Kind::fraction) fail(place, messages::bare_fraction());
    if (m.kind == Kind::root || m.kind == Kind::logarithm) fail(place, messages::bare_root());
    if (m.kind == Kind::piles) fail(place, messages::all_piles_only());
    if (m.kind == Kind::row) fail(place, messages::row_as_number());
    fail(place, messages::needs_integer(kind_name(m.kind)));
}

Expr Elaborator::as_condition(const Meaning& m, Place place) {
    if (m.kind != Kind::condition) fail(place, messages::needs_condition(kind_name(m.kind)));
    return m.value;
}

Expr Elaborator::integer(const Term& term, const Scope& scope) { return as_integer(meaning(term, scope), term.place); }
Expr Elaborator::condition(const Term& term, const Scope& scope) {
    return as_condition(meaning(term, scope), term.place);
}

Numbers Elaborator::numbers(const Term& term, const Scope& scope) {
    const Meaning m = meaning(term, scope);
    if (m.kind == Kind::numbers) return m.numbers;
    if (m.kind == Kind::positions && m.positions->kind == PositionSet::Kind::empty)
        return std::make_shared<NumberSet>();
    if (m.kind == Kind::integer) {  // moves=3
        auto set = std::make_shared<NumberSet>();
        set->intervals.push_back({m.value, m.value});
        return set;
    }
    fail(term.place, messages::needs_numbers(kind_name(m.kind)));
}

Entry* Elaborator::lookup(const std::string& name, const Scope& scope) {
    for (const Scope* s = &scope; s; s = s->parent) {
        const auto found = s->names.find(name);
        if (found != s->names.end()) return &found->second;
    }
    return nullptr;
}

bool Elaborator::is_variable(const std::string& name, const Scope& scope) const {
    for (const Scope* s = &scope; s; s = s->parent)
        if (s->variables && s->names.contains(name)) return true;
    return false;
}

void Elaborator::refuse_reserved(const std::string& name, Place place) const {
    if (is_reserved(name)) fail(place, messages::reserved_name(name));
}

/// A new variable must not hide anything: a range such as 0 <= t <= k would otherwise bind k anew where the parameter k is meant.
/// Only a parameter that has no value here can mean nothing else.
void Elaborator::refuse_taken(const std::string& name, const Scope& scope, Place place) {
    refuse_reserved(name, place);
    if (is_variable(name, scope)) fail(place, messages::bound_twice(name));
    const Entry* known = lookup(name, scope);
    if (known && known->kind != Entry::Kind::missing) fail(place, messages::taken_name(name));
}

void Elaborator::fail_unknown(const Term& term, const Scope& scope) {
    std::vector<std::string> known = function_names();
    known.insert(known.end(), std::begin(kSpecial), std::end(kSpecial));
    for (const Scope* s = &scope; s; s = s->parent)
        for (const auto& entry : s->names) known.push_back(entry.first);
    fail(term.place, messages::unknown_name(term.text, nearest(term.text, known)));
}

Meaning Elaborator::meaning(const Term& term, const Scope& scope) {
    struct Deeper {
        int& depth;
        explicit Deeper(int& d) : depth(d) { ++depth; }
        ~Deeper() { --depth; }
    } deeper(depth_);
    if (depth_ > kDeepest) fail(term.place, messages::too_complex());
    Meaning result = meaning_of(term, scope);
    if (result.value && (result.value->depth > kDeepest || result.value->size > kMostNodes))
        fail(term.place, messages::too_complex());
    return result;
}

Meaning Elaborator::meaning_of(const Term& term, const Scope& scope) {
    switch (term.kind) {
        case Term::Kind::number: return integer_meaning(number(integer_from(term.text)));
        case Term::Kind::name: return name(term, scope);
        case Term::Kind::piles: {
            const Entry* entry = lookup(term.text + "...", scope);
            if (!entry) fail(term.place, messages::unknown_name(term.text + "...", ""));
            return entry->meaning;
        }
        case Term::Kind::indexed: return indexed(term, scope);
        case Term::Kind::call: return call(term, scope);
        case Term::Kind::tuple: {
            Meaning m;
            m.kind = Kind::tuple;
            m.tuple = coordinates(term.parts, scope, term.place);
            return m;
        }
        case Term::Kind::list: return list(term, scope);
        case Term::Kind::family: return family(term, scope);
        case Term::Kind::range: {
            auto set = std::make_shared<NumberSet>();
            set->intervals.push_back({integer(term.parts[0], scope), integer(term.parts[1], scope)});
            Meaning m;
            m.kind = Kind::numbers;
            m.numbers = set;
            return m;
        }
        case Term::Kind::table: fail(term.place, messages::table_as_value(!term.text.empty()));
        case Term::Kind::negate: {
            Meaning m = meaning(term.parts[0], scope);
            if (m.kind != Kind::fraction) m = integer_meaning(as_integer(m, term.parts[0].place));
            m.value = arithmetic_node(Op::negate, {m.value}, term.place);
            return m;
        }
        case Term::Kind::binary: return binary(term, scope);
        case Term::Kind::compare: return compare(term, scope);
        case Term::Kind::negation: return condition_meaning(make(Op::negation, {condition(term.parts[0], scope)}));
        case Term::Kind::conditional: {
            const Expr test = condition(term.parts[0], scope);
            const Meaning yes = meaning(term.parts[1], scope), no = meaning(term.parts[2], scope);
            if (yes.kind == Kind::condition)
                return condition_meaning(make(Op::choose, {test, yes.value, as_condition(no, term.parts[2].place)}));
            return integer_meaning(arithmetic_node(
                Op::choose, {test, as_integer(yes, term.parts[1].place), as_integer(no, term.parts[2].place)},
                term.place));
        }
        case Term::Kind::aggregate: return aggregate(term, scope);
        case Term::Kind::quantifier: {
            if (const auto plain = unfolded(term, scope)) return *plain;
            Scope inner{&scope, true, {}};
            Loop over =
                loop(term.bindings, term.parts.size() > 1 ? &term.parts[1] : nullptr, inner, Unbounded::refused);
            const Expr body = condition(term.parts[0], inner);
            return condition_meaning(
                with_loop(term.text == "forall" ? Op::for_all : Op::exists, std::move(over), {body}));
        }
    }
    throw std::logic_error("unhandled term");
}

Meaning Elaborator::name(const Term& term, const Scope& scope) {
    Entry* entry = lookup(term.text, scope);
    if (!entry) {
        if (term.text == "P") return integer_meaning(number(0));
        if (term.text == "N") return integer_meaning(number(1));
        fail_unknown(term, scope);
    }
    switch (entry->kind) {
        case Entry::Kind::meaning: return entry->meaning;
        case Entry::Kind::missing: throw messages::missing_parameter(term.text);
        case Entry::Kind::set: return apply(*entry, term, scope);
        default: fail(term.place, messages::is_a_function(term.text));
    }
}

Meaning Elaborator::call(const Term& term, const Scope& scope) {
    Entry* entry = lookup(term.text, scope);
    if (!entry || (entry->kind == Entry::Kind::meaning && (term.text == "grundy" || term.text == "outcome")))
        return builtin(term, scope);
    if (entry->kind == Entry::Kind::missing) throw messages::missing_parameter(term.text);
    if (entry->kind == Entry::Kind::meaning) fail(term.place, messages::not_a_function(term.text));
    return apply(*entry, term, scope);
}

/// A function or set with its arguments put in.
Meaning Elaborator::apply(Entry& entry, const Term& term, const Scope& scope) {
    std::vector<Expr> arguments;
    if (term.kind == Term::Kind::call)
        for (const Term& part : term.parts) arguments.push_back(integer(part, scope));
    if (entry.formals->size() != arguments.size())
        fail(term.place, messages::wrong_argument_count(term.text, entry.formals->size(), arguments.size()));
    if (entry.kind == Entry::Kind::opaque_function) return integer_meaning(make(Op::apply, arguments, term.text));
    if (is_recursive(entry, term.text)) return integer_meaning(recursive_call(entry, term.text, std::move(arguments)));
    if (entry.busy) fail(term.place, messages::circular(term.text));
    struct Busy {
        bool& flag;
        explicit Busy(bool& f) : flag(f) { flag = true; }
        ~Busy() { flag = false; }
    } busy(entry.busy);

    if (entry.kind == Entry::Kind::set && rules_) {
        Scope inner{entry.scope, true, {}};
        for (std::size_t i = 0; i < arguments.size(); ++i)
            inner.names[(*entry.formals)[i]].meaning = integer_meaning(arguments[i]);
        return in_source(*entry.source, [&] { return meaning(*entry.body, inner); });
    }
    if (entry.kind == Entry::Kind::set) {
        if (!entry.set) {
            Scope inner{entry.scope, true, {}};
            for (const std::string& formal : *entry.formals) {
                entry.slots.push_back(new_slot());
                inner.names[formal].meaning = integer_meaning(variable(entry.slots.back(), formal));
            }
            entry.set =
                in_source(*entry.source, [&] { return positions(meaning(*entry.body, inner), entry.body->place); });
        }
        auto named = std::make_shared<PositionSet>();
        named->kind = PositionSet::Kind::named;
        named->name = term.text;
        named->element = arguments;
        named->slots = entry.slots;
        named->parts = {entry.set};
        Meaning m;
        m.kind = Kind::positions;
        m.positions = named;
        return m;
    }

    if (entry.body->kind == Term::Kind::table && !entry.body->text.empty()) {
        if (arguments.size() != 1) in_source(*entry.source, [&] { fail(entry.body->place, messages::code_of_one()); });
        return integer_meaning(digit_at(*entry.body, arguments[0], term.text));
    }
    if (is_automaton(*entry.body)) return integer_meaning(automaton_node(*entry.body, arguments, term.text));
    if (entry.body->kind == Term::Kind::table) {
        auto node = std::make_shared<Node>();
        node->op = Op::table;
        node->text = term.text;
        node->args = arguments;
        for (const Term& value : entry.body->parts) {
            const Expr e = in_source(*entry.source, [&] { return integer(value, *entry.scope); });
            if (!is_number(e)) in_source(*entry.source, [&] { fail(value.place, "a table holds plain numbers"); });
            if (e->number < 0)
                throw messages::negative_rule_function(term.text, Integer(node->table.size()), e->number);
            node->table.push_back(e->number);
        }
        return integer_meaning(node);
    }
    Scope inner{entry.scope, true, {}};
    for (std::size_t i = 0; i < arguments.size(); ++i)
        inner.names[(*entry.formals)[i]].meaning = integer_meaning(arguments[i]);
    Meaning m = in_source(*entry.source, [&] {
        Meaning body = meaning(*entry.body, inner);
        if (body.kind != Kind::condition) body = integer_meaning(as_integer(body, entry.body->place));
        return body;
    });
    if (entry.rule_function) m.value = arithmetic_node(Op::natural, {m.value, arguments[0]}, term.place, term.text);
    return m;
}

Meaning Elaborator::binary(const Term& term, const Scope& scope) {
    const std::string& op = term.text;
    if (op == "|" || op == "&" || op == "\\") return set_operation(term, scope);
    if (op == "and" || op == "or" || op == "implies" || op == "iff") {
        const Expr a = condition(term.parts[0], scope), b = condition(term.parts[1], scope);
        if (op == "and") return condition_meaning(make(Op::conjunction, {a, b}));
        if (op == "or") return condition_meaning(make(Op::disjunction, {a, b}));
        if (op == "iff") return condition_meaning(make(Op::equal, {a, b}));
        return condition_meaning(make(Op::disjunction, {make(Op::negation, {a}), b}));
    }
    const Meaning a = meaning(term.parts[0], scope), b = meaning(term.parts[1], scope);
    const auto node = [&](Op o, Expr x, Expr y) {
        return arithmetic_node(o, {std::move(x), std::move(y)}, term.place);
    };
    if (op == "^" || op == "mod")
        return integer_meaning(node(op == "^" ? Op::power : Op::modulo, as_integer(a, term.parts[0].place),
                                    as_integer(b, term.parts[1].place)));
    for (int i = 0; i < 2; ++i)
        if ((i ? b : a).kind != Kind::fraction) as_integer(i ? b : a, term.parts[static_cast<std::size_t>(i)].place);
    const Expr p = denominator_of(a), q = denominator_of(b);
    Meaning result;
    result.kind = Kind::fraction;
    if (op == "/") {  // (a/p) / (b/q) = (a q) / (p b)
        result.value = node(Op::multiply, a.value, not_zero(q));
        result.denominator = node(Op::multiply, p, b.value);
        return result;
    }
    const Op o = op == "*" ? Op::multiply : op == "+" ? Op::add : Op::subtract;
    if (a.kind == Kind::integer && b.kind == Kind::integer) return integer_meaning(node(o, a.value, b.value));
    result.denominator = node(Op::multiply, p, q);
    if (o == Op::multiply)
        result.value = node(Op::multiply, a.value, b.value);
    else
        result.value = node(o, node(Op::multiply, a.value, q), node(Op::multiply, b.value, p));
    return result;
}

Meaning Elaborator::compare(const Term& term, const Scope& scope) {
    std::vector<Expr> all;
    for (std::size_t i = 0; i + 1 < term.parts.size(); ++i)
        all.push_back(compare_pair(term.parts[i], term.operators[i], term.parts[i + 1], scope));
    return condition_meaning(all.size() == 1 ? all[0] : make(Op::conjunction, all));
}

Expr Elaborator::compare_pair(const Term& left, const std::string& op, const Term& right, const Scope& scope) {
    const Meaning a = meaning(left, scope), b = meaning(right, scope);
    const auto is_set = [](const Meaning& m) { return m.kind == Kind::numbers || m.kind == Kind::positions; };
    if (op == "in") return membership(a, b, left.place);
    if (op == "subset") return with_sets(Op::subset, {}, {positions(a, left.place), positions(b, right.place)});
    if (is_set(a) || is_set(b)) {
        if (op != "=" && op != "!=") fail(left.place, "sets are compared with =, != or subset");
        const Positions x = positions(a, left.place), y = positions(b, right.place);
        const bool x_empty = x->kind == PositionSet::Kind::empty, y_empty = y->kind == PositionSet::Kind::empty;
        if (op == "!=" && !starts_with_options(x) && !starts_with_options(y))
            fail(left.place, messages::inequality_of_sets());
        const Expr same =
            x_empty || y_empty ? with_sets(Op::is_empty, {}, {x_empty ? y : x}) : with_sets(Op::sets_equal, {}, {x, y});
        return op == "=" ? same : make(Op::negation, {same});
    }
    if (a.kind == Kind::condition && b.kind == Kind::condition && (op == "=" || op == "!="))
        return make(op == "=" ? Op::equal : Op::not_equal, {a.value, b.value});
    for (int i = 0; i < 2; ++i)
        if ((i ? b : a).kind != Kind::fraction) as_integer(i ? b : a, (i ? right : left).place);
    Expr x = a.value, y = b.value;
    if (a.kind == Kind::fraction || b.kind == Kind::fraction) {
        const Expr p = denominator_of(a), q = denominator_of(b);
        const auto times = [&](const Expr& u, const Expr& v) {
            return arithmetic_node(Op::multiply, {u, v}, left.place);
        };
        const bool positive = is_number(p) && p->number > 0 && is_number(q) && q->number > 0;
        if (positive || op == "=" || op == "!=") {
            x = times(x, not_zero(q));
            y = times(y, not_zero(p));
        } else {  // a/p < b/q  iff  a p q^2 < b q p^2, whatever the signs of p and q
            const Expr np = make(Op::nonzero, {p}), nq = make(Op::nonzero, {q});
            x = times(times(x, np), times(nq, nq));
            y = times(times(y, nq), times(np, np));
        }
    }
    const auto node = [&](Op o, const Expr& u, const Expr& v) { return make(o, {u, v}); };
    if (op == "=") return node(Op::equal, x, y);
    if (op == "!=") return node(Op::not_equal, x, y);
    if (op == "<") return node(Op::less, x, y);
    if (op == "<=") return node(Op::less_equal, x, y);
    if (op == ">") return node(Op::less, y, x);
    return node(Op::less_equal, y, x);
}

}  // namespace bouton::lang
