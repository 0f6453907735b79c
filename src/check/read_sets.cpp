// Sets of numbers and positions, `for` lists, sums.
#include "check/read.hpp"

#include <algorithm>

namespace bouton::kernel {

using syntax::Binding;
using syntax::Term;
using Kind = Meaning::Kind;

namespace {

[[noreturn]] void refuse(const std::string& what) { throw Unsupported{what}; }

bool looks_like_condition(const Term& term) {
    switch (term.kind) {
        case Term::Kind::compare:
        case Term::Kind::negation:
        case Term::Kind::quantifier: return true;
        case Term::Kind::binary:
            return term.text == "and" || term.text == "or" || term.text == "implies" || term.text == "iff";
        default: return false;
    }
}

}  // namespace

void names_in(const Term& term, std::set<std::string>& names) {
    if (term.kind == Term::Kind::name) names.insert(term.text);
    for (const Term& part : term.parts) names_in(part, names);
    for (const Binding& binding : term.bindings)
        for (const Term& part : binding.terms) names_in(part, names);
}

std::set<std::string> bound_by(const Binding& binding) {
    std::set<std::string> names(binding.names.begin(), binding.names.end());
    if (binding.kind == Binding::Kind::chain)
        for (const Term& term : binding.terms)
            if (term.kind == Term::Kind::name) names.insert(term.text);
    return names;
}

// ---- sets ----

Point Reader::as_point(const Meaning& m) {
    Point point = m.kind == Kind::tuple ? m.tuple : Point{m.value};
    if (m.kind != Kind::tuple && m.kind != Kind::integer) refuse("an element that is no position");
    if (!game_ || point.size() != game_->coordinates.size()) refuse("a position with another number of coordinates");
    return point;
}

PointSet Reader::as_points(const Meaning& m) {
    if (m.kind == Kind::points) return m.points;
    if (m.kind != Kind::numbers || !game_ || game_->coordinates.size() != 1)
        refuse("something that is no set of positions");
    return [this, set = m.numbers, defined = m.defined](const Point& point) {
        return Condition{contains(set, point.at(0)), defined};
    };
}

PointSet Reader::points(const Term& term, const ScopePtr& scope) { return as_points(read(term, scope)); }

NumberSet Reader::numbers(const Term& term, const ScopePtr& scope, FormulaPtr& defined) {
    const Meaning m = read(term, scope);
    defined = m.defined;
    if (m.kind == Kind::numbers) return m.numbers;
    if (m.kind == Kind::points && m.no_points) return {};
    if (m.kind != Kind::integer) refuse("something that is no set of numbers");
    NumberSet one;  // moves = 3
    one.intervals.emplace_back(m.value, m.value);
    return one;
}

FormulaPtr Reader::contains(const NumberSet& set, const Poly& value) {
    if (!set.unknown.empty()) return equal(terms_.call("member_" + set.unknown, {value}), constant(1));
    std::vector<FormulaPtr> any;
    for (const auto& [first, last] : set.intervals)
        any.push_back(first == last ? equal(first, value) : both({at_most(first, value), at_most(value, last)}));
    return either(std::move(any));
}

Meaning Reader::list(const Term& term, const ScopePtr& scope) {
    if (term.parts.size() == 1 && looks_like_condition(term.parts[0])) return where(term.parts[0], scope);
    Meaning result;
    if (term.parts.empty()) {
        result.kind = Kind::points;
        result.no_points = true;
        result.points = [](const Point&) { return Condition{falsity(), truth()}; };
        return result;
    }
    std::vector<Point> points;
    std::vector<FormulaPtr> defined;
    for (const Term& part : term.parts) {
        const Meaning m = read(part, scope);
        defined.push_back(m.defined);
        if (m.kind == Kind::tuple)
            points.push_back(as_point(m));
        else if (m.kind == Kind::numbers && m.numbers.unknown.empty())
            result.numbers.intervals.insert(result.numbers.intervals.end(), m.numbers.intervals.begin(),
                                            m.numbers.intervals.end());
        else if (m.kind == Kind::integer)
            result.numbers.intervals.emplace_back(m.value, m.value);
        else
            refuse("this element of a set");
    }
    result.defined = both(std::move(defined));
    result.kind = Kind::numbers;
    if (points.empty()) return result;
    if (!result.numbers.intervals.empty()) refuse("a set of numbers and positions");
    result.kind = Kind::points;
    result.points = [points, known = result.defined](const Point& point) {
        std::vector<FormulaPtr> any;
        for (const Point& element : points) {
            std::vector<FormulaPtr> same;
            for (std::size_t i = 0; i < point.size(); ++i) same.push_back(equal(element[i], point[i]));
            any.push_back(both(std::move(same)));
        }
        return Condition{either(std::move(any)), known};
    };
    return result;
}

Meaning Reader::family(const Term& term, const ScopePtr& scope) {
    Meaning result;
    result.kind = Kind::points;
    result.points = [this, &term, scope](const Point& point) {
        const auto all = choices(all_of(term.bindings), term.parts.size() > 1 ? &term.parts[1] : nullptr, scope);
        return quantified(false, all, [&](const ScopePtr& inner) {
            const Meaning m = read(term.parts[0], inner);
            const Point element = as_point(m);
            std::vector<FormulaPtr> same;
            for (std::size_t i = 0; i < point.size(); ++i) same.push_back(equal(element[i], point[i]));
            return Condition{both(std::move(same)), m.defined};
        });
    };
    return result;
}

/// { condition }: the position's coordinates have their names, and grundy and outcome are those of the position.
Meaning Reader::where(const Term& term, const ScopePtr& scope) {
    if (!game_) refuse("a set of positions outside a claim");
    for (const std::string& coordinate : game_->coordinates)
        if (is_variable(coordinate, scope)) refuse(coordinate + ", a variable and a coordinate");
    Meaning result;
    result.kind = Kind::points;
    result.points = [this, &term, scope](const Point& point) {
        auto inner = std::make_shared<Scope>();
        inner->parent = scope;
        for (std::size_t i = 0; i < point.size(); ++i) {
            Meaning m;
            m.value = point[i];
            refuse_builtin(game_->coordinates[i]);
            inner->names[game_->coordinates[i]].meaning = m;
        }
        inner->names["@grundy"].meaning = value_of("G", point);
        inner->names["@outcome"].meaning = value_of("O", point);
        return condition(term, inner);
    };
    return result;
}

/// A set of numbers, or one that is made of such.
bool Reader::is_of_numbers(const Term& term, const ScopePtr& scope) {
    if (term.kind == Term::Kind::binary && (term.text == "&" || term.text == "\\" || term.text == "|"))
        return is_of_numbers(term.parts[0], scope) && (term.text == "\\" || is_of_numbers(term.parts[1], scope));
    return read(term, scope).kind == Kind::numbers;
}

Meaning Reader::set_operation(const Term& term, const ScopePtr& scope) {
    const Meaning a = read(term.parts[0], scope), b = read(term.parts[1], scope);
    Meaning result;
    result.defined = both({a.defined, b.defined});
    if (term.text == "|" && a.kind == Kind::numbers && b.kind == Kind::numbers && a.numbers.unknown.empty() &&
        b.numbers.unknown.empty()) {
        result.kind = Kind::numbers;
        result.numbers = a.numbers;
        result.numbers.intervals.insert(result.numbers.intervals.end(), b.numbers.intervals.begin(),
                                        b.numbers.intervals.end());
        return result;
    }
    result.kind = Kind::points;
    // Options that are, or are not, in another set.
    const auto among = [](const Meaning& options, const PointSet& other, bool inside) {
        return [some = options.some, other, inside](const PointSet& property) {
            return some([&](const Point& point) {
                const Condition there = other(point), wanted = property(point);
                return Condition{both({inside ? there.holds : negated(there.holds), wanted.holds}),
                                 both({there.defined, wanted.defined})};
            });
        };
    };
    if (term.text != "|" && a.some) result.some = among(a, as_points(b), term.text == "&");
    if (term.text == "&" && !a.some && b.some) result.some = among(b, as_points(a), true);
    result.points = [op = term.text, left = as_points(a), right = as_points(b)](const Point& point) {
        const Condition x = left(point), y = right(point);
        const FormulaPtr defined = both({x.defined, y.defined});
        if (op == "|") return Condition{either({x.holds, y.holds}), defined};
        if (op == "&") return Condition{both({x.holds, y.holds}), defined};
        return Condition{both({x.holds, negated(y.holds)}), defined};
    };
    return result;
}

// ---- for ----

int Reader::origin(const void* binder, const std::string& name) {
    return origins_.try_emplace({binder, name}, static_cast<int>(origins_.size())).first->second;
}

void Reader::declare(Choice& choice, const std::string& name, const Poly& value) {
    refuse_builtin(name);
    auto inner = std::make_shared<Scope>();
    inner->parent = choice.scope;
    Meaning m;
    m.value = value;
    inner->names[name].meaning = m;
    choice.scope = inner;
}

Poly Reader::fresh(Choice& choice, const std::string& name, const void* binder) {
    const AtomId id = terms_.new_variable(name, origin(binder, name));
    choice.variables.push_back(id);
    return Terms::of(id);
}

Reader::Bindings Reader::all_of(const std::vector<Binding>& bindings) {
    Bindings all;
    for (const Binding& binding : bindings) all.push_back(&binding);
    return all;
}

std::vector<Choice> Reader::choices(const Bindings& bindings, const Term* term, const ScopePtr& scope,
                                    const std::map<std::string, Poly>& fixed) {
    std::vector<Choice> all(1);
    all[0].scope = scope;
    for (const Binding* binding : bindings) bind(*binding, fixed, all);
    if (term)
        for (Choice& choice : all) {
            const Condition c = condition(*term, choice.scope);
            choice.defined = both({choice.defined, implies(choice.guard, c.defined)});
            choice.guard = both({choice.guard, c.holds});
        }
    return all;
}

void Reader::bind(const Binding& binding, const std::map<std::string, Poly>& fixed, std::vector<Choice>& all) {
    switch (binding.kind) {
        case Binding::Kind::chain: return bind_chain(binding, fixed, all);
        case Binding::Kind::element: return bind_element(binding, fixed, all);
        case Binding::Kind::subset: refuse("a set of numbers that runs through subsets here");
        case Binding::Kind::equals:
        case Binding::Kind::above: break;
    }
    for (Choice& choice : all) {
        const std::string& name = binding.names.at(0);
        if (is_variable(name, choice.scope)) refuse("the variable " + name + ", which is bound twice");
        const bool equals = binding.kind == Binding::Kind::equals;
        const Meaning m = equals ? integer(binding.terms[0], choice.scope) : read(binding.terms[0], choice.scope);
        choice.defined = both({choice.defined, implies(choice.guard, m.defined)});
        if (equals) {
            // A used claim: where the game's arguments give the name a value, it must be this one.
            if (const auto known = fixed.find(name); known != fixed.end())
                choice.guard = both({choice.guard, equal(m.value, known->second)});
            declare(choice, name, m.value);
            continue;
        }
        const auto known = fixed.find(name);
        Meaning v;
        v.value = known != fixed.end() ? known->second : fresh(choice, name, &binding);
        const Condition c = compare_numbers(v, binding.operators.at(0), m);
        choice.defined = both({choice.defined, implies(choice.guard, c.defined)});
        choice.guard = both({choice.guard, c.holds});
        choice.values[name] = v.value;
        declare(choice, name, v.value);
    }
}

/// T0 <= T1 < T2 ...: names that are not variables yet become variables; what is said is that neighbours compare like this.
void Reader::bind_chain(const Binding& binding, const std::map<std::string, Poly>& fixed, std::vector<Choice>& all) {
    for (Choice& choice : all) {
        const FormulaPtr before = choice.guard;
        std::vector<FormulaPtr> guard{before}, defined{choice.defined};
        std::optional<Meaning> left;
        for (std::size_t i = 0; i < binding.terms.size(); ++i) {
            const Term& term = binding.terms[i];
            if (term.kind == Term::Kind::name && !is_variable(term.text, choice.scope)) {
                const auto known = fixed.find(term.text);
                const Poly v = known != fixed.end() ? known->second : fresh(choice, term.text, &binding);
                choice.values[term.text] = v;
                declare(choice, term.text, v);
            }
            const Meaning m = read(term, choice.scope);
            defined.push_back(implies(both(guard), m.defined));
            if (left) {
                const Condition c = compare_numbers(*left, binding.operators.at(i - 1), m);
                defined.push_back(implies(both(guard), c.defined));
                guard.push_back(c.holds);
            }
            left = m;
        }
        choice.guard = both(std::move(guard));
        choice.defined = both(std::move(defined));
    }
}

/// n in {1, 2, 5..9}: a choice for each element that is written out and for each range. (x, y) in S: a position of the set.
void Reader::bind_element(const Binding& binding, const std::map<std::string, Poly>& fixed, std::vector<Choice>& all) {
    std::vector<Choice> next;
    for (const Choice& choice : all) {
        const Meaning m = read(binding.terms[0], choice.scope);
        for (const std::string& name : binding.names)
            if (is_variable(name, choice.scope)) refuse("the variable " + name + ", which is bound twice");
        Choice extended = choice;
        extended.defined = both({choice.defined, implies(choice.guard, m.defined)});
        if (m.kind == Kind::numbers && binding.names.size() == 1) {
            const std::string& name = binding.names[0];
            const auto add = [&](Choice chosen, const Poly& value, const FormulaPtr& guard) {
                chosen.guard = both({chosen.guard, guard});
                chosen.values[name] = value;
                declare(chosen, name, value);
                next.push_back(std::move(chosen));
            };
            const auto known = fixed.find(name);
            if (known != fixed.end()) {
                add(extended, known->second, contains(m.numbers, known->second));
                continue;
            }
            if (!m.numbers.unknown.empty()) {
                Choice chosen = extended;
                const Poly v = fresh(chosen, name, &binding);
                add(std::move(chosen), v, contains(m.numbers, v));
                continue;
            }
            for (const auto& [first, last] : m.numbers.intervals) {
                Choice chosen = extended;
                const bool one = first == last;
                const Poly v = one ? first : fresh(chosen, name, &binding);
                add(std::move(chosen), v, one ? truth() : both({at_most(first, v), at_most(v, last)}));
            }
            continue;
        }
        if (m.kind == Kind::points && is_of_numbers(binding.terms[0], choice.scope))
            refuse("numbers of a set made with & or \\, which would be positions of the game only");
        const PointSet set = as_points(m);
        if (binding.names.size() != game_->coordinates.size()) refuse("a position with another number of coordinates");
        Point point;
        for (const std::string& name : binding.names) {
            const auto known = fixed.find(name);
            point.push_back(known != fixed.end() ? known->second : fresh(extended, name, &binding));
            if (std::count(binding.names.begin(), binding.names.end(), name) > 1)
                refuse("the variable " + name + " twice");
        }
        const FormulaPtr here = is_position(point).holds;
        const Condition inside = set(point);
        extended.defined = both({extended.defined, implies(both({choice.guard, here}), inside.defined)});
        extended.guard = both({choice.guard, here, inside.holds});
        for (std::size_t i = 0; i < point.size(); ++i) {
            extended.values[binding.names[i]] = point[i];
            declare(extended, binding.names[i], point[i]);
        }
        next.push_back(std::move(extended));
    }
    all = std::move(next);
}

// ---- sums ----

/// sum(T for a <= t <= b) is a function of b, a and whatever T depends on. Names that T mentions become arguments as they are written, so
/// that sums of one definition are values of one function; variables that are left inside become arguments too.
Meaning Reader::sum(const Term& term, const ScopePtr& scope) {
    if (term.bindings.size() != 1 || term.parts.size() != 1 || term.bindings[0].kind != Binding::Kind::chain ||
        term.bindings[0].terms.size() != 3 || term.bindings[0].terms[1].kind != Term::Kind::name)
        refuse("a sum over anything but a <= t <= b");
    const Binding& binding = term.bindings[0];
    const std::string& index = binding.terms[1].text;
    if (is_variable(index, scope)) refuse("the variable " + index + ", which is bound twice");
    const auto over = choices(all_of(term.bindings), nullptr, scope).at(0);
    const Meaning first = integer(binding.terms[0], scope), last = integer(binding.terms[2], scope);
    const auto strict = [&](std::size_t i) { return constant(binding.operators.at(i) == "<" ? 1 : 0); };
    Point arguments{last.value - strict(1), first.value + strict(0)};

    SumBody body;
    const auto placeholder = [&] {
        const std::string name = "place" + std::to_string(body.placeholders.size());
        body.placeholders.push_back(terms_.named_variable("$" + name));
        return Terms::of(body.placeholders.back());
    };
    auto inner = std::make_shared<Scope>();
    inner->parent = scope;
    inner->names[index].meaning.emplace().value = placeholder();
    std::set<std::string> names;
    names_in(term.parts[0], names);
    for (const std::string& name : names) {
        if (name == index || !is_variable(name, scope)) continue;
        const Entry* entry = find(name, scope);
        if (!entry || !entry->meaning || entry->meaning->kind != Kind::integer) continue;
        arguments.push_back(entry->meaning->value);
        inner->names[name].meaning.emplace().value = placeholder();
    }
    body.term = integer(term.parts[0], inner).value;
    const std::set<AtomId> taken(body.placeholders.begin(), body.placeholders.end());
    Substitution lifted;
    for (const AtomId v : terms_.variables(body.term)) {
        if (taken.contains(v)) continue;
        arguments.push_back(Terms::of(v));
        lifted[v] = placeholder();
    }
    body.term = terms_.substitute(body.term, lifted);
    std::string symbol;
    for (const auto& [known, other] : sums_)
        if (other.term == body.term && other.placeholders == body.placeholders) symbol = known;
    if (symbol.empty()) symbol = "sum" + std::to_string(sums_.size());
    sums_[symbol] = body;
    const FormulaPtr every = for_all(over.variables, implies(over.guard, integer(term.parts[0], over.scope).defined));
    Meaning m;
    m.value = terms_.call(symbol, arguments);
    m.defined = both({first.defined, last.defined, over.defined, every});
    return m;
}

}  // namespace bouton::kernel
